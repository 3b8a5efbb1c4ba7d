"""Newton–Euler: p' = Σ F and L' = Σ M of every body, about its mass centre, in fixed axes.

The reactions of joints are unknowns beside the accelerations: one for each condition of a joint. Forces of
elements are names, and their laws stand below. No energy is used.
"""

from __future__ import annotations

from collections.abc import Iterator

from dalembert._derive.balances import BalancesOnBench, BodyTerms, on_bench
from dalembert._derive.engine import Symbolic, symbol
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form, NotAvailable, Part, Request, equations
from dalembert._model.bodies.texts import canonical
from dalembert._words.message import Symbol, say

Row = tuple[str, Symbolic, Symbolic, Symbolic]


def form(derived: Equations, request: Request) -> Form:  # noqa: ARG001  one signature for all forms
    """Momenta of every body with their rates written out, and the forces and moments that these are."""
    found = on_bench(derived, with_tree=True, named=True)
    bench, efforts = found.bench, _efforts(found)
    parts: list[Part] = []
    for body in found.terms():
        rows = [row for row in _rows(body) if any(term != 0 for term in row[1:])]
        momenta = {name: bench.tree(momentum) for name, momentum, _, _ in rows}
        rates = {f"{name}'": bench.tree(rate) for name, _, rate, _ in rows}
        actions = {f"{name}'": bench.tree(action.xreplace(efforts)) for name, _, _, action in rows}
        parts += [equations(body.body, momenta | rates), equations(f"{body.body}.balance", actions)]
    if found.laws:
        parts.append(equations("elements", {name: bench.tree(law) for name, law in found.laws.items()}))
    title = "p' = Σ F,  L' = Σ M"
    return Form(name="newton_euler", title=title, parts=tuple(parts), energies=False)


def _rows(body: BodyTerms) -> Iterator[Row]:
    """The name of a momentum, the momentum, its rate and the sum of actions."""
    for i, row in enumerate(zip(body.momentum, body.momentum_rate, body.force, strict=True)):
        yield canonical(f"{body.body}.momentum[{i + 1}]"), *row
    turning = list(zip(body.angular_momentum, body.angular_momentum_rate, body.moment, strict=True))
    own = f"{body.body}.angular_momentum"
    for i, row in enumerate(turning):
        yield canonical(f"{own}[{i + 1}]" if len(turning) > 1 else own), *row


def _efforts(found: BalancesOnBench) -> dict[Symbolic, Symbolic]:
    """What acts along the coordinates of joints; refused where something acts otherwise."""
    balances = found.balances
    still = {symbol(f"lam_{name}"): 0 for name in balances.norms}
    named = dict(zip((c.name for c in balances.model.coordinates), found.besides(), strict=True))
    others = [name for name, e in named.items() if name not in balances.efforts and e.xreplace(still) != 0]
    if others or not balances.complete:
        raise NotAvailable(say("form_other_forces", names=tuple(map(Symbol, others or named))))
    return {symbol(own): named[name] for name, own in balances.efforts.items()}

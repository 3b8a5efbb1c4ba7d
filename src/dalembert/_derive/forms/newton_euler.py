"""Newton–Euler: p' = Σ F and L' = Σ M of every body, about its mass centre, in fixed axes.

For a body that rotates in space these are Euler's equations in body axes: J ω' + ω × J ω = Σ M.

The reactions of joints are unknowns besides the accelerations: one for each condition of a joint. Forces of
elements are names, with their laws listed below. Where the conditions of a joint are not known, or a body is
positioned by expressions, the reaction has all components, and the condition that it does no work is added as
an equation. No energy is used.
"""

from __future__ import annotations

from collections.abc import Iterator

from dalembert._derive.balances import BodyTerms, SymbolicBalances, symbolic_balances
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form, NotAvailable, Part, Request, equations, fresh_names
from dalembert._derive.to_symengine import Symbolic, symbol
from dalembert._model.bodies.texts import canonical
from dalembert._words.message import Symbol, say

Row = tuple[str, Symbolic, Symbolic, Symbolic]


def form(derived: Equations, request: Request) -> Form:  # noqa: ARG001  one signature for all forms
    """Momenta of every body, their rates written out, and the forces and moments that these equal."""
    symbolic = symbolic_balances(derived, with_tree=True, named=True)
    bench, bodies = symbolic.bench, symbolic.terms()
    efforts, guides = _along_coordinates(symbolic, bodies)
    parts: list[Part] = []
    for body in bodies:
        rows = [row for row in _rows(body) if any(term != 0 for term in row[1:])]
        momenta = {name: bench.tree(momentum) for name, momentum, _, _ in rows}
        rates = {f"{name}'": bench.tree(rate) for name, _, rate, _ in rows}
        actions = {f"{name}'": bench.tree(action.xreplace(efforts)) for name, _, _, action in rows}
        rotation_law = body.euler
        if rotation_law is not None:
            named = {name: bench.tree(e) for name, e in rotation_law.names.items()}
            momenta |= {name: e for name, e in named.items() if not name.endswith("'")}
            rates |= {name: e for name, e in named.items() if name.endswith("'")}
        parts.append(equations(body.body, momenta | rates))
        if rotation_law is not None:
            moments = [canonical(f"{body.body}.moment[{i + 1}]") for i in range(3)]
            left = {name: bench.tree(e) for name, e in zip(moments, rotation_law.left, strict=True)}
            parts.append(equations(f"{body.body}.euler", left))
            acting = (bench.tree(e.xreplace(efforts)) for e in rotation_law.moment)
            actions |= dict(zip(moments, acting, strict=True))
        parts.append(equations(f"{body.body}.balance", actions))
    if guides:
        parts.append(equations("guides", {name: bench.tree(row) for name, row in guides.items()}))
    if symbolic.laws:
        parts.append(equations("elements", {name: bench.tree(law) for name, law in symbolic.laws.items()}))
    euler = any(body.euler is not None for body in bodies)
    title = "p' = Σ F,  " + ("J ω' + ω × J ω = Σ M in body axes" if euler else "L' = Σ M")
    title += ",  Σ ∂v/∂q' · F + ∂ω/∂q' · M - Q = 0 of guides" if guides else ""
    return Form(name="newton_euler", title=title, parts=tuple(parts), energies=False)


def _rows(body: BodyTerms) -> Iterator[Row]:
    """For each momentum: its name, its expression, its rate, and the sum of forces or moments."""
    for i, row in enumerate(zip(body.momentum, body.momentum_rate, body.force, strict=True)):
        yield canonical(f"{body.body}.momentum[{i + 1}]"), *row
    if body.euler is not None:
        return
    turning = list(zip(body.angular_momentum, body.angular_momentum_rate, body.moment, strict=True))
    name = f"{body.body}.angular_momentum"
    for i, row in enumerate(turning):
        yield canonical(f"{name}[{i + 1}]" if len(turning) > 1 else name), *row


def _along_coordinates(
    symbolic: SymbolicBalances, bodies: tuple[BodyTerms, ...]
) -> tuple[dict[Symbolic, Symbolic], dict[str, Symbolic]]:
    """Efforts along the coordinates of joints, and equations of reactions that have all components.

    Along the coordinates of its body or joint such a reaction does the work of the efforts that act there,
    and no other.
    """
    balances, bench = symbolic.balances, symbolic.bench
    still = {symbol(f"lam_{name}"): 0 for name in balances.norms}
    efforts: dict[Symbolic, Symbolic] = {}
    guides: dict[str, Symbolic] = {}
    names = fresh_names(balances.model, "P_")
    others: list[str] = []
    for c, v, effort in zip(balances.model.coordinates, bench.qd, symbolic.other_efforts(), strict=True):
        pairs = [
            (bench.diff(speed, v), force)
            for body in bodies
            for speed, force in zip(
                (*body.velocity, *body.angular_velocity), (*body.held_force, *body.held_moment), strict=True
            )
        ]
        power = sum((speed * force for speed, force in pairs), start=0)
        if c.name in balances.efforts:
            efforts[symbol(balances.efforts[c.name])] = effort - power
        elif bench.tidy(power - effort).xreplace(still) != 0:
            guides[names[c.name]] = power - effort
            others += [c.name] if power == 0 else []  # nothing but joints and guides can exert it on a body
    if others:
        raise NotAvailable(say("form_other_forces", names=tuple(map(Symbol, others))))
    return efforts, guides

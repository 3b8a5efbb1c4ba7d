"""Newton–Euler: p' = Σ F and L' = Σ M of every body, about its mass centre, in fixed axes.

The reactions of joints are unknowns beside the accelerations: one for each condition of a joint. No energy is
used.
"""

from __future__ import annotations

from dalembert._derive.balances import BodyTerms, on_bench
from dalembert._derive.engine import Symbolic
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form, Request, equations
from dalembert._model.bodies.balances import ELEMENT, JOINT, LOOP, WEIGHT


def form(derived: Equations, request: Request) -> Form:  # noqa: ARG001  one signature for all forms
    """Momenta of every body, their rates written out, and the forces and moments that they equal."""
    found = on_bench(derived, (WEIGHT, ELEMENT, JOINT, LOOP))
    bench = found.bench
    momenta, rates, balances = {}, {}, {}
    for body in found.bodies:
        for name, (momentum, rate, action) in _rows(body).items():
            momenta[name] = bench.tree(momentum)
            rates[f"{name}'"] = bench.tree(rate)
            balances[f"{name}'"] = bench.tree(action)
    return Form(
        name="newton_euler",
        title="p' = Σ F,  L' = Σ M",
        parts=(
            equations("momenta", momenta),
            equations("rates", rates),
            equations("balances", balances),
        ),
    )


def _rows(body: BodyTerms) -> dict[str, tuple[Symbolic, Symbolic, Symbolic]]:
    """A momentum, its rate and the sum of actions, by the name of the momentum; rows of zeros left out."""
    linear = zip(body.momentum, body.momentum_rate, body.force, strict=True)
    angular = zip(body.angular_momentum, body.angular_momentum_rate, body.moment, strict=True)
    named = {f"{body.body}.momentum[{i + 1}]": row for i, row in enumerate(linear)}
    turns = list(angular)
    own = f"{body.body}.angular_momentum"
    named |= {f"{own}[{i + 1}]" if len(turns) > 1 else own: row for i, row in enumerate(turns)}
    return {name: row for name, row in named.items() if any(term != 0 for term in row)}

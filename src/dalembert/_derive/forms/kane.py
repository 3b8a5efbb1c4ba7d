"""Kane's equations: the balances of all bodies projected on their partial velocities.

    Σ ∂v/∂q' · F + ∂ω/∂q' · M = Σ ∂v/∂q' · m v' + ∂ω/∂q' · L'

Reactions of joints in the tree drop out; those of joints that close loops stay. No energy is used.
"""

from __future__ import annotations

from dalembert._derive.balances import Components, symbolic_balances
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form, Part, Request, equations, fresh_names, matrix
from dalembert._derive.to_symengine import Symbolic


def form(derived: Equations, request: Request) -> Form:  # noqa: ARG001  one signature for all forms
    """Partial velocities of every body, generalised active forces, generalised inertia forces."""
    balances = symbolic_balances(derived, with_tree=False)
    bench = balances.bench
    names = [c.name for c in derived.model.coordinates]
    parts: list[Part] = []
    inertia: Components = [0] * len(names)
    active: Components = balances.other_efforts()
    for body in balances.terms():
        partial = [[bench.diff(v, x) for x in bench.qd] for v in (*body.velocity, *body.angular_velocity)]
        inertial = (*body.momentum_rate, *body.angular_momentum_rate)
        actions = (*body.force, *body.moment)
        for j in range(len(names)):
            column = [row[j] for row in partial]
            inertia[j] += _dot(column, inertial)
            active[j] += _dot(column, actions)
        parts.append(matrix(f"{body.body}.partial_velocities", bench.matrix(partial)))
    for prefix, part, rows in (("F_", "active", active), ("I_", "inertia", inertia)):
        speed_names = fresh_names(derived.model, prefix)
        parts.append(
            equations(part, {speed_names[n]: bench.tree(e) for n, e in zip(names, rows, strict=True)})
        )
    return Form(
        name="kane", title="Σ ∂v/∂q' · (F - p') + ∂ω/∂q' · (M - L') = 0", parts=tuple(parts), energies=False
    )


def _dot(column: Components, terms: tuple[Symbolic, ...]) -> Symbolic:
    return sum((a * b for a, b in zip(column, terms, strict=True)), start=0)

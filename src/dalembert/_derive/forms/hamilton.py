"""Hamilton's equations.

    p = ∂L/∂q' = M q' + b,   H = p·q' − L,   q' = ∂H/∂p,
    p' = −∂H/∂q − ∂D/∂q' + Q − Phi_qᵀ λ − Psi_qdᵀ κ

With L = ½ q'ᵀM q' + b·q' + L₀ the velocities are q' = M⁻¹ (p − b) and
H = ½ (p − b)ᵀ M⁻¹ (p − b) − L₀. For more than three coordinates M⁻¹ is not written out.
"""

from __future__ import annotations

import symengine as se

from dalembert._derive.dependent_forces import accelerations_in
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import (
    Form,
    NotAvailable,
    Part,
    Request,
    equations,
    fresh_names,
    matrix,
    scalar,
    vector,
)
from dalembert._derive.forms.inverse import LARGEST, refuse_singular, solve_by_blocks
from dalembert._derive.to_symengine import Symbolic, symbol
from dalembert._derive.workbench import Workbench
from dalembert._text.printer import print_tree
from dalembert._words.message import Symbol, say


def form(derived: Equations, request: Request) -> Form:  # noqa: ARG001  one signature for all forms
    """Momenta, the Hamiltonian and Hamilton's equations."""
    model = derived.model
    names = [c.name for c in model.coordinates]
    momenta = fresh_names(model, "p_")
    forces = accelerations_in(derived)
    if forces:
        raise NotAvailable(
            say("form_dependent_forces", names=tuple(Symbol(print_tree(node)) for node in forces))
        )
    bench = Workbench(model, tuple(momenta.values()))
    refuse_singular(derived, bench)
    L = bench.build(derived.T) - bench.build(derived.V)
    M = [[bench.build(entry) for entry in row] for row in derived.M]
    if any(entry.free_symbols & set(bench.qd) for row in M for entry in row):
        raise NotAvailable(say("form_not_quadratic"))
    still = {v: se.Integer(0) for v in bench.qd}
    p = [bench.diff(L, v) for v in bench.qd]
    b = [row.xreplace(still) for row in p]
    L0 = L.xreplace(still)
    parts: list[Part] = [
        equations("momenta", {momenta[n]: bench.tree(e) for n, e in zip(names, p, strict=True)}),
    ]
    D, Q = bench.build(derived.D), [bench.build(c.Q) for c in derived.coordinates]
    force = [-bench.build(c.displacement) - bench.build(c.flow) for c in derived.coordinates]
    if len(names) > LARGEST:
        parts += [matrix("M", derived.M), vector("b", bench.vector(b)), scalar("L0", bench.tree(L0))]
        rates = [
            bench.tidy(bench.diff(L, x) - bench.diff(D, v) + effort) + f
            for x, v, effort, f in zip(bench.q, bench.qd, Q, force, strict=True)
        ]
        lines = {f"{momenta[n]}'": bench.read(r) for n, r in zip(names, rates, strict=True)}
        parts.append(equations("p'", lines))
        title = "q' = M⁻¹ (p - b),  H = ½ (p - b)ᵀ M⁻¹ (p - b) - L0"
        return Form(name="hamilton", title=title, parts=tuple(parts), remarks=(say("form_no_inverse"),))
    moving = [symbol(momenta[n]) - e for n, e in zip(names, b, strict=True)]
    qd = solve_by_blocks(M, moving, bench)
    H = _half(moving, qd) - L0
    velocity = dict(zip(bench.qd, qd, strict=True))
    losses = [(effort - bench.diff(D, v)).xreplace(velocity) for v, effort in zip(bench.qd, Q, strict=True)]
    rates = [
        bench.tidy(-bench.diff(H, x)) + bench.tidy(loss) + f.xreplace(velocity)
        for x, loss, f in zip(bench.q, losses, force, strict=True)
    ]
    parts += [
        scalar("H", bench.tree(H)),
        equations("q'", {f"{n}'": bench.tree(e) for n, e in zip(names, qd, strict=True)}),
        equations("p'", {f"{momenta[n]}'": bench.read(r) for n, r in zip(names, rates, strict=True)}),
    ]
    return Form(name="hamilton", title="q' = ∂H/∂p,  p' = -∂H/∂q + forces", parts=tuple(parts))


def _half(moving: list[Symbolic], qd: list[Symbolic]) -> Symbolic:
    return se.Add(*(a * v for a, v in zip(moving, qd, strict=True))) / 2

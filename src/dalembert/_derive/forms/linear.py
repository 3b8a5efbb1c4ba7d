"""The equations around a point q*, with the true derivatives there.

    f(q, q') = −h,   K = ∂f/∂q,   C = ∂f/∂q'   at (q*, q'*)
    M* q'' + C (q' − q'*) + K (q − q*) + G + r + N + Phi_qᵀ λ + Psi_qdᵀ κ = 0

G are the terms of f(q*, q'*) that contain the gravity parameter, r the others, and N is the nonlinear
remainder, which vanishes with its first derivatives at the point.
"""

from __future__ import annotations

import symengine as se

from dalembert._derive.dependent_forces import solved_for
from dalembert._derive.derive import symbolics
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import (
    DEFAULT_GRAVITY,
    Form,
    NotAvailable,
    Request,
    equations,
    matrix,
    vector,
)
from dalembert._derive.from_symengine import NotReal
from dalembert._derive.to_symengine import Kink, Symbolic, symbol
from dalembert._derive.workbench import Workbench
from dalembert._expression.tree import Number
from dalembert._expression.walk import replace_names
from dalembert._model.put_numbers import numbers_of, with_numbers
from dalembert._text.printer import print_tree
from dalembert._words.message import Name, Symbol, say


def form(derived: Equations, request: Request) -> Form:
    """M, C, K, gravity, constant and nonlinear force at the requested point (zero by default)."""
    model = derived.model
    forces = solved_for(derived)
    if forces:
        raise NotAvailable(
            say("form_dependent_forces", names=tuple(Symbol(print_tree(node)) for node in forces))
        )
    bench = Workbench(model)
    values = {
        (c.name, order): request.at.get((c.name, order), Number(0))
        for c in model.coordinates
        for order in (0, 1)
    }
    point = {symbol(name, order): bench.build(node) for (name, order), node in values.items()}
    M = [[bench.build(entry) for entry in row] for row in derived.M]
    f = [-bench.build(entry) for entry in derived.h]
    try:
        M_at = [[bench.put_in(entry, point, smooth=True) for entry in row] for row in M]
        f_at = [bench.put_in(entry, point, smooth=True) for entry in f]
        G = gravity_terms(derived, request.gravity, bench, point)
        K = [[bench.put_in(bench.diff(row, x), point, smooth=True) for x in bench.q] for row in f]
        C = [[bench.put_in(bench.diff(row, v), point, smooth=True) for v in bench.qd] for row in f]
    except Kink as kink:
        raise NotAvailable(say("form_not_linear", name=kink.function)) from None
    remainders = [a - b for a, b in zip(f_at, G, strict=True)]
    n = range(len(f))
    N = [
        f[i]
        - f_at[i]
        - se.Add(*(K[i][j] * (bench.q[j] - point[bench.q[j]]) for j in n))
        - se.Add(*(C[i][j] * (bench.qd[j] - point[bench.qd[j]]) for j in n))
        + se.Add(*((M[i][j] - M_at[i][j]) * bench.qdd[j] for j in n))
        for i in n
    ]
    title = "M q'' + C (q' - q'*) + K (q - q*) + G + r + N" + _forces(derived) + " = 0"
    try:
        return Form(
            name="linear",
            title=title,
            parts=(
                equations("at", {name + "'" * order: node for (name, order), node in request.at.items()}),
                matrix("M", bench.matrix(M_at)),
                matrix("C", bench.matrix(C)),
                matrix("K", bench.matrix(K)),
                vector("G", bench.vector(G)),
                vector("r", bench.vector(remainders)),
                vector("N", bench.vector(N)),
            ),
            remarks=(say("form_zero_elsewhere"),),
        )
    except NotReal:
        name = model.coordinates[0].name
        raise NotAvailable(say("form_not_finite", name=name)) from None


def _forces(derived: Equations) -> str:
    return (" + Phi_qᵀ λ" if derived.Phi_q else "") + (" + Psi_qdᵀ κ" if derived.Psi_qd else "")


def gravity_terms(
    derived: Equations, gravity: str, bench: Workbench, point: dict[Symbolic, Symbolic] | None = None
) -> list[Symbolic]:
    """The terms of −h with the gravity parameter, at a point if one is given.

    Where the number of that parameter is in the equations, its terms are found by its symbol.
    """
    put = derived.model.numbers
    if put is None or gravity not in put.names:
        f = [-bench.build(entry) for entry in derived.h]
        return _gravity_part(_at(f, bench, point), gravity, bench)
    model = with_numbers(put.symbolic, [name for name in put.names if name != gravity])
    other = Workbench(model)
    f = [-entry for entry in symbolics(model, other).h]
    number = {gravity: numbers_of(derived.model)[gravity]}
    terms = [other.read(term) for term in _gravity_part(_at(f, other, point), gravity, other)]
    return [bench.build(replace_names(term, number)) for term in terms]


def _at(f: list[Symbolic], bench: Workbench, point: dict[Symbolic, Symbolic] | None) -> list[Symbolic]:
    return f if point is None else [bench.put_in(entry, point, smooth=True) for entry in f]


def _gravity_part(f: list[Symbolic], gravity: str, bench: Workbench) -> list[Symbolic]:
    """The terms with the gravity parameter, g ∂f/∂g; f must be linear in it."""
    g = symbol(gravity)
    if not bench.is_parameter(g):
        if gravity == DEFAULT_GRAVITY:
            return [se.Integer(0) for _ in f]
        raise NotAvailable(say("form_no_gravity", name=Name(gravity)))
    slopes = [bench.diff(row, g) for row in f]
    hidden = any(g in bench.free_symbols(row) and g not in row.free_symbols for row in f)
    if hidden or any(g in bench.free_symbols(slope) for slope in slopes):
        raise NotAvailable(say("form_not_linear_in_gravity", name=Name(gravity)))
    return [g * slope for slope in slopes]

"""Symmetries of a model, found numerically: displacements that change neither L nor a constraint.

    δq = a + A q  with constant a and A:   δL = Σ ∂L/∂q δq + ∂L/∂q' δq' = 0,   Φ_q δq = 0,   Ψ_q' δq = 0,
    (Q − ∂D/∂q')·δq = 0  at seeded points.

These equations are linear in a and A. Their null space, in a basis of simple numbers, gives the symmetries.
Points and constant displacements have the characteristic sizes of the model, so that units do not matter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from dalembert._derive.conserved import Generator
from dalembert._derive.equations import Equations
from dalembert._expression.tree import Call, Name, Node, Number, Product, Sum
from dalembert._expression.walk import nodes
from dalembert._lower.characteristic_sizes import Scales, scales_of
from dalembert._model.records import Model
from dalembert._model.table_cells import cells_of
from dalembert._model.units import unit_of
from dalembert._model.values import parameter_values, values_of
from dalembert._verify.evaluate import Sized, evaluate
from dalembert._verify.points import Points, StateSample, draw, in_sizes

SEED = 577
MOST_COORDINATES = 10
MOST_LENGTH = 6_000  # the most nodes of T and V
SMALL = 1e-10  # singular values relative to the largest
NEAR = 1e-7  # distance from a simple number
SIMPLE = 12  # denominators
JUMPS = ("sign", "step", "floor", "square", "mod", "if", "abs")


@dataclass(frozen=True, slots=True)
class _UnknownVariation:
    """δ of one coordinate: 1, or the coordinate `by`."""

    of: int
    by: int | None


def generators(equations: Equations) -> tuple[Generator, ...]:
    """The symmetries other than cyclic coordinates: for any parameters, then for the values of the model."""
    model = equations.model
    if not _is_searchable(equations):
        return ()
    unknowns = _unknowns(model)
    scales = _scales(model)
    count = 3 * len(unknowns) + 8
    generic = _null_space(equations, unknowns, in_sizes(model, draw(model, count, SEED), scales), scales)
    generators_found = [_generator(model, unknowns, row, by_values=False) for row in generic]
    values = parameter_values(model)
    if all(p.name in values for p in model.parameters):
        sample = in_sizes(model, draw(model, count, SEED + 1), scales)
        sample |= {(name, 0): np.full_like(sample[name, 0], value) for name, value in values.items()}
        special = _independent_rows(_null_space(equations, unknowns, sample, scales), generic)
        generators_found += [_generator(model, unknowns, row, by_values=True) for row in special]
    return tuple(one for one in generators_found if one is not None)


def _is_searchable(equations: Equations) -> bool:
    """Whether a model is small, smooth, without contacts, and its potential free of velocities."""
    model = equations.model
    if not equations.whole or model.contacts or not 1 < len(model.coordinates) <= MOST_COORDINATES:
        return False
    parts = [part for node in (equations.T, equations.V) for part in nodes(node)]
    if any(isinstance(part, Call) and part.function in JUMPS for part in parts) or len(parts) > MOST_LENGTH:
        return False
    return all(isinstance(c.V_qd_rate, Number) and c.V_qd_rate.value == 0 for c in equations.coordinates)


def _unknowns(model: Model) -> list[_UnknownVariation]:
    """The variations of every coordinate: constant, or proportional to a coordinate of its dimension."""
    n = range(len(model.coordinates))
    units = [unit_of(c.unit or "1").dimension for c in model.coordinates]
    turns = [_UnknownVariation(i, j) for i in n for j in n if i != j and units[i] == units[j]]
    return [_UnknownVariation(i, None) for i in n] + turns


def _scales(model: Model) -> Scales:
    """The characteristic sizes of a model, the same for coordinates of the same dimension."""
    scales = scales_of(model, values_of(model), {})
    units = [unit_of(c.unit or "1").dimension for c in model.coordinates]
    logs = np.log(scales.q)
    q = [np.exp(np.mean([x for x, other in zip(logs, units, strict=True) if other == one])) for one in units]
    return replace(scales, q=np.array(q))


def _null_space(
    equations: Equations, unknowns: list[_UnknownVariation], sample: StateSample, lengths: Scales
) -> list[list[Fraction]]:
    """The displacements that leave all terms unchanged, as rows of simple numbers."""
    model, count = equations.model, len(sample["t", 0])
    known: dict[int, Sized] = {}
    tables = cells_of(model)

    def value_of(node: Node) -> Points:
        value, _ = evaluate(node, sample, known, tables)
        return np.broadcast_to(value, (count,)).astype(float)

    rows = equations.coordinates
    L_q = [value_of(c.T_q) - value_of(c.V_q) for c in rows]
    L_qd = [value_of(c.T_qd) for c in rows]
    efforts = [value_of(c.Q) - value_of(c.D_qd) for c in rows]
    forces = [efforts, *([value_of(node) for node in row] for row in equations.G)]
    q = [sample[c.coordinate, 0] for c in rows]
    qd = [sample[c.coordinate, 1] for c in rows]
    columns = []
    for one in unknowns:
        constant = np.full(count, lengths.q[one.of])
        by, rate = (constant, 0 * constant) if one.by is None else (q[one.by], qd[one.by])
        change = L_q[one.of] * by + L_qd[one.of] * rate
        columns.append(np.concatenate([change, *(force[one.of] * by for force in forces)]))
    matrix = np.array(columns).T.reshape(-1, len(unknowns))
    matrix = matrix[np.isfinite(matrix).all(axis=1)]
    sizes = np.abs(matrix).max(axis=1, initial=0.0)
    matrix = matrix[sizes > 0] / sizes[sizes > 0][:, np.newaxis]
    if len(matrix) < len(unknowns):
        matrix = np.vstack([matrix, np.zeros((len(unknowns) - len(matrix), len(unknowns)))])
    _, values, basis = np.linalg.svd(matrix, full_matrices=False)
    null = basis[values <= SMALL * max(1.0, float(values.max(initial=0.0)))]
    return _simple_rows(null, np.array([lengths.q[one.of] if one.by is None else 1.0 for one in unknowns]))


def _simple_rows(basis: Points, sizes: Points) -> list[list[Fraction]]:
    """A basis of the same space in echelon form; rows whose numbers are not simple are left out.

    The basis is in parts of the sizes, and so is the distance from a simple number.
    """
    rows, lead = basis.copy(), 0
    for column in range(rows.shape[1]):
        if lead == len(rows):
            break
        best = lead + int(np.argmax(np.abs(rows[lead:, column])))
        if abs(rows[best, column]) < NEAR:
            continue
        rows[[lead, best]] = rows[[best, lead]]
        rows[lead] /= rows[lead, column]
        for other in range(len(rows)):
            if other != lead:
                rows[other] -= rows[other, column] * rows[lead]
        lead += 1
    vectors = []
    for row in rows[:lead]:
        unit = sizes / sizes[int(np.flatnonzero(np.abs(row) > NEAR)[0])]
        simple = [Fraction(float(value)).limit_denominator(SIMPLE) for value in row * unit]
        away = np.abs(np.array(simple, dtype=float) / unit - row)
        if away.max() < NEAR:
            vectors.append(simple)
    return vectors


def _independent_rows(rows: list[list[Fraction]], known: list[list[Fraction]]) -> list[list[Fraction]]:
    """The rows that are linearly independent of the `known` ones."""
    kept, basis = [], [[float(x) for x in row] for row in known]
    for row in rows:
        wider = [*basis, [float(x) for x in row]]
        if np.linalg.matrix_rank(np.array(wider), tol=NEAR) > len(basis):
            basis = wider
            kept.append(row)
    return kept


def _as_integer(value: Fraction) -> Fraction | int:
    return value.numerator if value.denominator == 1 else value


def _generator(
    model: Model, unknowns: list[_UnknownVariation], row: list[Fraction], *, by_values: bool
) -> Generator | None:
    """The generator of a row; None for a cyclic coordinate, which is found symbolically."""
    names = [c.name for c in model.coordinates]
    terms: dict[str, list[Node]] = {}
    used = [(one, value) for one, value in zip(unknowns, row, strict=True) if value]
    turning = any(one.by is not None for one, _ in used)
    if len(used) < 2:
        return None
    half = turning and len(used) == 4 and len({one.of for one, _ in used}) == 4  # Euler parameters
    sign = -1 if turning else 1  # x p_y − y p_x
    for one, value in used:
        number = Number(_as_integer(sign * (value / 2 if half else value)))
        terms.setdefault(names[one.of], []).append(
            number if one.by is None else Product((number, Name(names[one.by])))
        )
    displacements = tuple(
        (name, terms_of[0] if len(terms_of) == 1 else Sum(tuple(terms_of)))
        for name, terms_of in terms.items()
    )
    return Generator(displacements=displacements, turning=turning, by_values=by_values)

"""The symbolic inverse of the mass matrix, for at most three coordinates, and a check that it exists."""

from __future__ import annotations

from random import Random

import symengine as se

from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import NotAvailable
from dalembert._derive.to_symengine import Symbolic
from dalembert._derive.workbench import Workbench
from dalembert._model.values import parameter_values, value_in
from dalembert._words.message import Symbol, say

LARGEST = 3
Rows = list[list[Symbolic]]


def refuse_singular(derived: Equations, bench: Workbench) -> None:
    """Raise where M is singular, naming coordinates without inertia."""
    names = [c.name for c in derived.model.coordinates]
    M = [[bench.build(entry) for entry in row] for row in derived.M]
    massless = [name for name, row in zip(names, M, strict=True) if all(entry == 0 for entry in row)]
    if massless:
        if len(massless) == 1:
            raise NotAvailable(say("form_massless", name=Symbol(massless[0])))
        raise NotAvailable(say("form_massless_several", names=tuple(Symbol(name) for name in massless)))
    singular = [
        regular for regular in (_regular_at(M, derived, seed) for seed in range(10)) if regular is not None
    ]
    if singular and not any(singular):
        raise NotAvailable(say("form_singular"))


def _regular_at(M: Rows, derived: Equations, seed: int) -> bool | None:
    """Whether M is regular at a random point near the model's values; None where M is not real there."""
    rows = _numbers(M, derived, seed)
    if rows is None:
        return None
    size = max((abs(entry) for row in rows for entry in row), default=0.0)
    for k in range(len(rows)):  # elimination with the largest pivots
        pivot = max(range(k, len(rows)), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if abs(rows[k][k]) <= 1e-10 * size:
            return False
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    return True


def _numbers(M: Rows, derived: Equations, seed: int) -> list[list[float]] | None:
    random = Random(seed)
    model = derived.model
    near: dict[str, float | None] = dict(parameter_values(model))
    near |= {c.name: value_in(c.start or c.guess, parameter_values(model)) for c in model.coordinates}
    names = sorted({str(s) for row in M for entry in row for s in entry.free_symbols})
    point = {
        se.Symbol(name): se.RealDouble((near.get(name) or 1.0) * random.uniform(0.8, 1.2)) for name in names
    }
    rows: list[list[float]] = []
    for row in M:
        numbers = [entry.xreplace(point) for entry in row]
        if not all(isinstance(entry, se.RealDouble | se.Integer | se.Rational) for entry in numbers):
            return None
        rows.append([float(entry) for entry in numbers])
    return rows


def solve_by_blocks(M: Rows, right: list[Symbolic], bench: Workbench) -> list[Symbolic]:
    """M⁻¹ right, for each block of coupled coordinates; a block is regular and has at most three rows."""
    out = list(right)
    for block in _blocks(M):
        block_matrix = [[M[i][j] for j in block] for i in block]
        for i, value in zip(block, _cramer(block_matrix, [right[i] for i in block], bench), strict=True):
            out[i] = value
    return out


def _blocks(M: Rows) -> list[list[int]]:
    """Sets of coordinates coupled by M."""
    blocks: list[list[int]] = []
    left = list(range(len(M)))
    while left:
        block = [left.pop(0)]
        for i in block:
            coupled = [j for j in left if M[i][j] != 0 or M[j][i] != 0]
            block += coupled
            left = [j for j in left if j not in coupled]
        blocks.append(sorted(block))
    return blocks


def _cramer(M: Rows, right: list[Symbolic], bench: Workbench) -> list[Symbolic]:
    det = bench.tidy(determinant(M))
    out = []
    for j in range(len(M)):
        replaced = [[right[i] if k == j else M[i][k] for k in range(len(M))] for i in range(len(M))]
        out.append(bench.tidy(determinant(replaced)) / det)
    return out


def determinant(M: Rows) -> Symbolic:
    """The determinant of a matrix of at most three rows."""
    if len(M) == 1:
        return M[0][0]
    if len(M) == 2:
        return M[0][0] * M[1][1] - M[0][1] * M[1][0]
    minors = [[[row[k] for k in range(3) if k != j] for row in M[1:]] for j in range(3)]
    return se.Add(*((-1) ** j * M[0][j] * determinant(minors[j]) for j in range(3)))

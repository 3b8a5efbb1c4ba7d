"""The saddle-point system of constrained motion, factorised once and solved for any right side.

    [ M  Gᵀ ] [ qdd ]   [ h     ]
    [ G  0  ] [ lam ] = [ gamma ]

The factorisation LDLᵀ is symbolic and sparse, so a chain or tree of n bodies costs a number of operations
that grows like n. M = JᵀHJ is not formed: definitions stand in the matrix as unknowns of their own, with H
as inertia, and are put in one after the other (`_lower/links.py`); that is a congruence, by what a
definition is made of. A definition is put in after those that are made of it, and a coordinate is
eliminated after all definitions that are made of it: inertia is gathered from the tips to the root, and the
pivot of a coordinate is positive wherever M > 0.

`elimination_order.py` decides the order.

Where constraints determine directions without inertia in M, a coordinate without mass or the length of a set
of Euler parameters, M → M + GᵀWG and h → h + GᵀW gamma over such rows: on G qdd = gamma this changes neither
qdd nor lam, and gives a pivot. W is diagonal, and W_i is the inertia along a row,

    1/W_i = Σ_J (Σ_j G_ij²) / (Σ_j M_jj),     j in J

with J a single coordinate, or those that a null vector of M binds together. So what is added is of the size
of M, in whatever units energies, coordinates and constraints are. What has no inertia is left out of the sum;
in the rows after that it has what this row gives it.

Where M is indefinite no order of single pivots is safe. Then definitions are written out, pivots of one and
of two unknowns are taken in an order that was found from numbers (`_structure/pivoting.py`), and what the
solution leaves is solved for once more.

Where constraints nearly depend on one another their pivots lose twice the digits that the system loses; what
the solution leaves is then solved for twice.

Where constraints depend on one another, and agree, a pivot of a constraint vanishes. `soft` adds a small part
of what it was before it cancelled: −E in the lower right corner, E diagonal, small and positive. What that
solves for is off by E lam in the constraints; solving for this again and again takes a factor of E off the
error each time. Along relations between the constraints lam stays as small as E weighs it. A constraint
without any entry (`idle_conditions.py`) has the pivot −1: its multiplier is zero.

A pivot is a difference of two sums of positive terms. What is left of the larger one tells how many digits
were lost: `health` is the smallest such quotient, 1 at best, 0 where the system is singular.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import casadi as ca

from dalembert._lower.casadi_scalars import (
    Row,
    add,
    dense,
    entries,
    magnitude,
    minus,
    negative,
    over,
    plus,
    smaller,
    stack,
    times,
    total,
)
from dalembert._lower.elimination_order import elimination_order
from dalembert._lower.indefinite_elimination import Pair, eliminate_in_pairs
from dalembert._lower.links import coordinates_with_inertia
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar

SOFT, AGAIN = 1e-8, 2  # E as a part of a constraint's pivot, and how often the residual is solved for again
TWO = ca.SX(2)
FLOOR = 1e-6  # of the pivots of constraints that are alike: one that is smaller is softer than that
LOST = 1e-3  # what of the digits that a pivot may keep is made good where solutions are refined


@dataclass(frozen=True, slots=True, kw_only=True)
class Pivoting:
    """How a system is eliminated: rows of G that M is filled up with; pivots where M is indefinite.

    `bare` are coordinates without inertia, `groups` coordinates that null vectors of M bind together, `steps`
    pivots of one or two unknowns, coordinates before multipliers. `refined` where constraints nearly depend.
    `alike` are constraints of one size, the conditions of a joint in a loop: one may vanish at some places.
    """

    held: tuple[int, ...] = ()
    bare: tuple[int, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    steps: tuple[tuple[int, ...], ...] = ()
    refined: bool = False
    alike: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refinement:
    """The matrix of which a solution leaves a residual, and how often that is solved for."""

    M: Scalar
    E: Scalar  # the diagonal in the lower right corner, with a minus
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Factors:
    """The order of elimination, and for each node its pivot and factors, or what it is made of and its row.

    Nodes are numbered: coordinates, definitions, constraints.
    """

    G: Scalar  # by coordinates alone
    held: tuple[Row, ...]  # rows of W G that M is filled up with
    held_rows: tuple[int, ...]
    nodes: tuple[int, int, int]
    order: tuple[int, ...]
    pivots: Row
    columns: dict[int, Row]
    made_of: dict[int, Row]
    soft: Row  # entries of E by constraints, where there are any
    health: Scalar
    pairs: dict[int, Pair]  # by their second nodes
    refined: Refinement | None  # where what a solution leaves is solved for once more


@dataclass(frozen=True, slots=True, kw_only=True)
class Accelerations:
    """qdd and lam (displacement first, then flow)."""

    qdd: Scalar
    lam: Scalar


def accelerations(system: System, factors: Factors) -> Accelerations:
    """The accelerations and multipliers of the motion.

    Where solutions are refined, what they leave is known by coordinates.
    """
    near, n = system.links.forces, factors.nodes[0]
    if near is None or factors.refined is not None:
        return solve_saddle(factors, system.h, system.gamma)
    upper = entries(near.f)
    upper[:n] = [plus(force, effort) for force, effort in zip(upper, entries(dense(system.Q)), strict=False)]
    bias = {n + k: value for k, value in enumerate(entries(near.b)) if not value.is_zero()}
    qdd, lam = _solution(factors, _filled_right(factors, upper, near.gamma), near.gamma, bias)
    return Accelerations(qdd=qdd, lam=lam)


def slopes(system: System, factors: Factors, made: Accelerations, y: Scalar) -> Scalar:
    """The derivative of the accelerations by y, which M, h, G and gamma depend on.

    Differentiating the saddle-point system: its matrix times the derivatives of (qdd, lam) is the
    derivative of (h − M qdd − Gᵀ lam, gamma − G qdd) with qdd and lam held.
    """
    n, _, m = factors.nodes
    qdd, lam = ca.SX.sym("qdd", n), ca.SX.sym("lam", m)
    upper: Scalar = system.h - system.M @ qdd
    rows: list[Scalar] = [upper - factors.G.T @ lam, system.gamma - factors.G @ qdd] if m else [upper]
    moved = ca.jacobian(stack(*rows), y)
    right_sides = ca.substitute(moved, stack(qdd, lam), stack(made.qdd, made.lam))
    columns = [solve_saddle(factors, right_sides[:n, j], right_sides[n:, j]).qdd for j in range(y.numel())]
    return ca.sparsify(ca.horzcat(ca.SX(n, 0), *columns))


def solve_saddle(factors: Factors, h: Scalar, gamma: Scalar) -> Accelerations:
    """The solution for a right side."""
    _, tied, _ = factors.nodes
    upper = _filled_right(factors, [*entries(h), *[ca.SX(0)] * tied], gamma)
    qdd, lam = _solution(factors, upper, gamma)
    return Accelerations(qdd=qdd, lam=lam)


def _filled_right(factors: Factors, upper: list[Scalar], gamma: Scalar) -> list[Scalar]:
    """The right side with what M is filled up with: h + GᵀW gamma."""
    for row, i in zip(factors.held, factors.held_rows, strict=True):
        for j, value in row.items():
            upper[j] = upper[j] + value * gamma[i]
    return upper


def accelerations_for(factors: Factors, lower: Scalar) -> Scalar:
    """The accelerations that a right side (0, lower) gives."""
    n, tied, _ = factors.nodes
    return _solution(factors, [ca.SX(0)] * (n + tied), lower)[0]


def factorise(system: System, *, soft: bool = False, pivoting: Pivoting | None = None) -> Factors:
    """The factorisation; every coordinate has inertia or is held by a constraint."""
    pivoting = pivoting or Pivoting(held=held_by_structure(system))
    if pivoting.steps:
        return _factorise_indefinite(system, pivoting, SOFT if soft else 0.0)
    n, tied, m = system.q.numel(), system.links.R.size1(), system.gamma.numel()
    rows: list[Row] = [{} for _ in range(n + tied + m)]
    for i, j, value in _entries(system.links.H):
        rows[i][j] = value
    made_of: dict[int, Row] = {n + k: {} for k in range(tied)}
    for k, j, value in _entries(system.links.R):
        made_of[n + k][j] = value
    constraint_rows: list[Row] = [{} for _ in range(m)]
    for i, j, value in _entries(system.links.G):
        constraint_rows[i][j] = rows[n + tied + i][j] = rows[j][n + tied + i] = value
    held_rows: list[tuple[Row, Row]] = []
    for i, weight in _weights(system, pivoting).items():
        weighted = {j: weight * value for j, value in constraint_rows[i].items()}
        held_rows.append((weighted, constraint_rows[i]))
        for j, left in weighted.items():
            for k, right in constraint_rows[i].items():
                add(rows[j], k, left * right)
    order = elimination_order(rows, made_of, n + tied)
    floors = _floors(system, pivoting) if soft else {}
    pivots, columns, given, health = _ldl(
        rows,
        made_of,
        order,
        n + tied,
        SOFT if soft else 0.0,
        {n + tied + i: one for i, one in floors.items()},
    )
    refined = pivoting.refined and not soft and not (held_rows and tied)
    return Factors(
        G=system.G,
        held=tuple(weighted for weighted, _ in held_rows),
        held_rows=pivoting.held,
        nodes=(n, tied, m),
        order=tuple(order),
        pivots=pivots,
        columns=columns,
        made_of=made_of,
        soft=given,
        health=ca.fmin(1, health / LOST) if refined else health,
        pairs={},
        refined=Refinement(M=_filled_up(system.M, held_rows, n), E=ca.SX(m, 1), times=AGAIN)
        if refined
        else None,
    )


def _floors(system: System, pivoting: Pivoting) -> Row:
    """A small part of what the pivots of constraints that are alike are about, Σ G_ij²/M_jj."""
    inertia = _diagonal(system.M) if pivoting.alike else {}
    sizes: Row = {}
    for i, j, value in _entries(system.G):
        if j in inertia:
            add(sizes, i, value**2 / inertia[j])
    return {
        i: FLOOR * total(sizes[k] for k in group if k in sizes)
        for group in pivoting.alike
        for i in group
        if i in sizes
    }


def _filled_up(M: Scalar, held_rows: list[tuple[Row, Row]], n: int) -> Scalar:
    """M + GᵀWG over rows of coordinates alone."""
    for weighted, row in held_rows:
        left, right = ca.SX(n, 1), ca.SX(n, 1)
        for j, value in row.items():
            left[j], right[j] = weighted[j], value
        M = M + left @ right.T
    return M


def held_by_structure(system: System) -> tuple[int, ...]:
    """Constraints that touch a coordinate whose row of M is empty."""
    moved = coordinates_with_inertia(system.links, system.q.numel())
    rows, columns = system.G.sparsity().get_triplet()
    return tuple(sorted({i for i, j in zip(rows, columns, strict=True) if j not in moved}))


def _weights(system: System, pivoting: Pivoting) -> Row:
    """W_i by the rows that M is filled up with: the inertia that is known along each.

    Rows that touch inertia come first; what they hold has theirs in the rows after them.
    """
    rows: dict[int, Row] = {i: {} for i in pivoting.held}
    if not rows:
        return {}
    for i, j, value in _entries(system.G):
        if i in rows:
            rows[i][j] = value
    group_of = {j: group for group in pivoting.groups for j in group}
    touched = {k for row in rows.values() for j in row for k in group_of.get(j, (j,))}
    bare, diagonal = set(pivoting.bare), _diagonal(system.M)
    inertia: Row = {j: diagonal[j] for j in touched if j in diagonal and j not in bare}
    weights: Row = {}
    while len(weights) < len(rows):
        left = [i for i in rows if i not in weights]
        ready = [i for i in left if any(j in inertia for j in rows[i])]
        given: Row = {}
        for i in ready or left[:1]:
            row = rows[i]
            weights[i] = _inertia_along(row, inertia, group_of)
            for j, value in row.items():
                if j not in inertia:
                    add(given, j, weights[i] * value**2)
        inertia |= given
    return {i: weights[i] for i in pivoting.held}


def _inertia_along(row: Row, inertia: Row, group_of: dict[int, tuple[int, ...]]) -> Scalar:
    """The inertia along a row; 1/|row|² where it touches none."""
    groups = sorted({group_of.get(j, (j,)) for j in row if j in inertia})
    parts = []
    for group in groups:
        length = total(row[j] ** 2 for j in group if j in row)
        parts.append(length / total(inertia[j] for j in group if j in inertia))
    return 1 / total(parts if parts else (value**2 for value in row.values()))


def _diagonal(block: Scalar) -> Row:
    return {i: value for i, j, value in _entries(block) if i == j}


def _solution(
    factors: Factors, upper: list[Scalar], lower: Scalar, bias: Row | None = None
) -> tuple[Scalar, Scalar]:
    """The solution by coordinates and multipliers."""
    qdd, lam = _solved_once(factors, upper, lower, bias)
    if factors.refined is not None:
        qdd, lam = _made_good(factors, factors.refined, (upper, lower), (qdd, lam))
    if not factors.soft:
        return qdd, lam
    n, tied, m = factors.nodes
    E = stack(*(factors.soft.get(n + tied + i, ca.SX(0)) for i in range(m)))
    last = lam
    for _ in range(AGAIN):
        more, last = _solved_once(factors, [ca.SX(0)] * (n + tied), -E * last)
        qdd, lam = qdd + more, lam + last
    return qdd, lam


def _solved_once(
    factors: Factors, upper: list[Scalar], lower: Scalar, bias: Row | None = None
) -> tuple[Scalar, Scalar]:
    """The solution of the system with E; `bias` are parts of definitions that are known."""
    n, tied, _ = factors.nodes
    right = {k: value for k, value in enumerate((*upper, *entries(lower))) if not value.is_zero()}
    _forward(factors, right, bias or {})
    _backward(factors, right, bias or {})
    zero = ca.SX(0)
    column = [right.get(k, zero) for k in range(len(upper) + lower.numel())]
    return stack(*column[:n]), stack(*column[n + tied :])


def _forward(factors: Factors, right: Row, known: Row) -> None:
    """What eliminating the nodes in their order does to a right side, of which zeros are left out."""
    for k in factors.order:
        if k in factors.made_of:
            if k in known:
                _subtract(right, factors.columns[k], known[k])
            if k in right:
                for j, value in factors.made_of[k].items():
                    add(right, j, times(value, right[k]))
        elif k in right:
            _subtract(right, factors.columns[k], right[k])


def _backward(factors: Factors, right: Row, known: Row) -> None:
    """The solution from the last node to the first, in the place of a right side."""
    for k in reversed(factors.order):
        if k in factors.made_of:
            parts = [times(value, right[j]) for j, value in factors.made_of[k].items() if j in right]
            parts += [known[k]] if k in known else []
            right.pop(k, None)
            if parts:
                right[k] = reduce(plus, parts)
        elif k in factors.pairs:
            _backward_pair(factors, right, k)
        elif k in factors.pivots:
            value = over(right[k], factors.pivots[k]) if k in right else None
            for i, factor in factors.columns[k].items():
                if i in right:
                    part = times(factor, right[i])
                    value = negative(part) if value is None else minus(value, part)
            if value is not None:
                right[k] = value


def _backward_pair(factors: Factors, right: Row, k: int) -> None:
    """The same for two nodes that were eliminated together."""
    pair = factors.pairs[k]
    one, both, other = pair.inverse
    first, second = right.get(pair.first, ca.SX(0)), right.get(k, ca.SX(0))
    right[pair.first] = one * first + both * second
    right[k] = both * first + other * second
    for node in (k, pair.first):
        for i, factor in factors.columns[node].items():
            right[node] = right[node] - factor * right.get(i, ca.SX(0))


def _subtract(right: Row, column: Row, value: Scalar) -> None:
    """Subtract a multiple of a column, entry by entry."""
    for i, factor in column.items():
        _take(right, i, times(factor, value))


def _made_good(
    factors: Factors,
    refinement: Refinement,
    right: tuple[list[Scalar], Scalar],
    solved: tuple[Scalar, Scalar],
) -> tuple[Scalar, Scalar]:
    """A solution with iterative refinement: its residual is solved for and added."""
    n, tied, m = factors.nodes
    (upper, lower), (qdd, lam) = right, solved
    for _ in range(refinement.times):
        residual: Scalar = stack(*upper[:n]) - refinement.M @ qdd
        gap: Scalar = ca.SX(0, 1)
        if m:
            residual = residual - factors.G.T @ lam
            gap = lower - factors.G @ qdd + refinement.E * lam
        more = _solved_once(factors, [*(residual[i] for i in range(n)), *[ca.SX(0)] * tied], gap)
        qdd, lam = qdd + more[0], lam + more[1]
    return qdd, lam


def _entries(block: Scalar) -> list[tuple[int, int, Scalar]]:
    """The entries of a sparse block that are not zero, column by column."""
    rows, columns = block.sparsity().get_triplet()
    return list(zip(rows, columns, block.nonzeros(), strict=True))


def _ldl(
    rows: list[Row], made_of: dict[int, Row], order: list[int], first: int, soft: float, floors: Row
) -> tuple[Row, dict[int, Row], Row, Scalar]:
    """LDLᵀ in place: the pivots, for each the factors of the rows still to come, E, and the health of all.

    Eliminating a coordinate (pivot > 0) subtracts squares on the diagonal, eliminating a constraint
    (pivot < 0, nodes from `first` on) adds them: `added` and `taken` are the two sums, and `more` is what
    cancels inside of `added`. Of a node that is put in the difference goes on, and is as small as what moves:
    the two sums by themselves would grow with all that hangs on it, and lose as many digits.
    """
    added = {i: row.pop(i) for i, row in enumerate(rows) if i in row}
    taken: Row = {}
    more: Row = {}
    pivots: Row = {}
    columns: dict[int, Row] = {}
    given: Row = {}
    health: Scalar = ca.SX(1)
    zero = ca.SX(0)
    for k in order:
        row = rows[k]
        for i in row:
            rows[i].pop(k)
        if k in made_of:
            diagonal = _difference(added, taken, k)
            columns[k] = row if diagonal is None else {**row, k: diagonal}
            _put_in(rows, made_of[k], row, (k, added, taken, more))
            continue
        if soft and k >= first and k in taken:
            given[k] = soft * (plus(taken[k], floors[k]) if k in floors else taken[k])
            taken[k] = plus(taken[k], given[k])
        if k >= first and k not in taken and k not in added and not row:
            taken[k] = ca.SX(1)
        pivots[k] = pivot = minus(added.get(k, zero), taken[k]) if k in taken else added.get(k, zero)
        if k in added and (k in taken or k in more):
            largest = plus(added[k], more[k]) if k in more else added[k]
            kept = over(pivot, magnitude(largest)) if k < first else over(-pivot, taken[k])
            health = smaller(health, kept)
        columns[k] = column = {i: over(value, pivot) for i, value in row.items()}
        for i, factor in column.items():
            square = times(factor, row[i])
            if k < first:
                add(taken, i, square)
            else:
                _take(added, i, square)
            for j, value in row.items():
                if j > i:
                    _take(rows[i], j, times(factor, value))
                    rows[j][i] = rows[i][j]
    return pivots, columns, given, health


def _put_in(rows: list[Row], parts: Row, row: Row, diagonals: tuple[int, Row, Row, Row]) -> None:
    """S_ij + r_i S_kj + S_ik r_j + r_i S_kk r_j for a node k that is Σ r_j times the nodes j.

    With s_j = S_kj + S_kk r_j these are r_i s_j + S_ik r_j.
    """
    k, added, taken, more = diagonals
    for i, left in parts.items():
        if i in row:
            cross = times(times(TWO, left), row[i])
            add(added, i, cross)
            add(more, i, minus(magnitude(cross), cross))
    diagonal = _difference(added, taken, k)
    lost = [sums[k] for sums in (taken, more) if k in sums]
    sums_of_row = dict(row)
    for i, left in parts.items() if diagonal is not None else ():
        share = times(diagonal, left)
        add(added, i, times(left, share))
        if lost:
            add(more, i, times(times(left, left), reduce(plus, lost)))
        add(sums_of_row, i, share)
    touched = sorted({*parts, *row})
    for index, i in enumerate(touched):
        for j in touched[index + 1 :]:
            if i in parts and j in sums_of_row:
                add(rows[i], j, times(parts[i], sums_of_row[j]))
            if j in parts and i in row:
                add(rows[i], j, times(row[i], parts[j]))
            if j in rows[i]:
                rows[j][i] = rows[i][j]


def _difference(added: Row, taken: Row, k: int) -> Scalar | None:
    if k in added:
        return minus(added[k], taken[k]) if k in taken else added[k]
    return -taken[k] if k in taken else None


def _take(sums: Row, i: int, change: Scalar) -> None:
    sums[i] = minus(sums[i], change) if i in sums else negative(change)


def _factorise_indefinite(system: System, pivoting: Pivoting, soft: float) -> Factors:
    """The factors of the whole system in pivots of one and two, in a given order."""
    G: Scalar = system.G
    n, m = system.q.numel(), system.gamma.numel()
    rows: list[Row] = [{} for _ in range(n + m)]
    for i, j, value in _entries(system.M):
        rows[i][j] = value
    constraint_rows: list[Row] = [{} for _ in range(m)]
    for i, j, value in _entries(G):
        constraint_rows[i][j] = rows[n + i][j] = rows[j][n + i] = value
    given: Row = {}
    if soft:
        size = [ca.sum1(stack(ca.SX(0), *(ca.fabs(value) for value in row.values()))) for row in rows[:n]]
        for i, row in enumerate(constraint_rows):
            given[n + i] = soft * total(value**2 / size[j] for j, value in row.items() if rows[j])
            rows[n + i][n + i] = -given[n + i]
    E = stack(*(given.get(n + i, ca.SX(0)) for i in range(m)))
    pivots, pairs, columns, health = eliminate_in_pairs(rows, pivoting.steps)
    return Factors(
        G=G,
        held=(),
        held_rows=(),
        nodes=(n, 0, m),
        order=tuple(k for step in pivoting.steps for k in step),
        pivots=pivots,
        columns=columns,
        made_of={},
        soft=given,
        health=health,
        pairs=pairs,
        refined=Refinement(M=system.M, E=E, times=1),
    )

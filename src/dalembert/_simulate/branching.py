"""Where a motion is not unique: a root whose argument reaches zero, with rates that are not Lipschitz.

w' = √|w| has at w = 0 the solution w = 0 and, from any later time t₁, w = (t − t₁)²/4. A run follows one of
them, and comparing it with finer runs does not show the others. In general several motions pass through a
state where the argument u of √u or u^r is zero together with its rate, and where the largest
growth rate of a small disturbance, Re λ of the Jacobian of the rates, grows without bound towards it. Where u
passes through zero with a rate, as in x'' = √|x| at x' ≠ 0, its integral over time is finite and the motion
unique; where disturbances die away ever faster, as in x' = −√max(x, 0), the motion is unique forwards in
time; and √(x² + y²) has bounded slopes, so that distances are not looked at. Rates beside a switch are those
of the side that a state is on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._expression.numbers import fold_constants
from dalembert._expression.tree import Call, Node, Number, Power, Sum
from dalembert._lower.evaluator import Evaluator
from dalembert._lower.expression_function import expression_evaluator
from dalembert._lower.peaks import QUIET
from dalembert._model.records import Delay, Model, Table
from dalembert._model.structures import StructureCache
from dalembert._model.survey import depends, survey
from dalembert._simulate.motion import Accuracy
from dalembert._text.printer import print_tree

Array = NDArray[np.float64]
ZERO = 1e-12  # of its largest size: an argument that is zero
SLOW = 1e-3  # of its largest size over the run: an argument that goes to zero together with its rate
NEAR = 1e-6, 1e-10  # of the sizes of the state: distances at which growth rates are compared
STEP = 1 / 16  # of such a distance, for differences
GROWTH = 1.5  # a growth rate that is unbounded rises by more between the two distances: (1e4)^(1/10) = 2.5
FAST = 30.0  # over the run: less growth hides no other motion
CROSSINGS = 8  # of each argument that are examined


class DynamicsAt(Protocol):
    """The dynamics at a row of a motion, or at a state beside it."""

    def __call__(self, row: int, beside: Array | None = None, /) -> Dynamics:
        """The dynamics of the mode of a row, or on the sides of switches that another state is on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branching:
    """The first state from which several motions continue: its time, and the root that makes it so."""

    t: float
    root: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Root:
    """A root or a power with a fractional exponent, and the expression in its argument that crosses zero."""

    node: Node
    inner: Node


_known: StructureCache[tuple[_Root, ...]] = StructureCache(32)
_evaluators: StructureCache[Evaluator] = StructureCache(8)  # of the arguments of roots
FEW = 32  # roots that may be evaluated twice


def first_branching(model: Model, dynamics_at: DynamicsAt, times: Array, rows: Array) -> Branching | None:
    """The first state of a motion from which others continue too; None where there is none.

    `dynamics_at` gives the dynamics at a row of the motion.
    """
    roots = _known.get(model, _different_roots) if len(times) > 1 else ()
    if not roots:
        return None
    search = _Search(model, dynamics_at, times, rows, tuple(root.inner for root in roots))
    branchings = [
        Branching(t=t, root=print_tree(root.node))
        for k, root in enumerate(roots)
        for row, t, y in search.zeros(k)
        if search.branches_at(k, row, t, y)
    ]
    return min(branchings, key=lambda one: one.t, default=None)


def until_branching(accuracy: Accuracy, branching: Branching | None) -> Accuracy:
    """The accuracy that is claimed: of a motion that is not unique only up to where it branches."""
    if branching is None or accuracy.until is None:
        return accuracy
    visible = accuracy.visible if accuracy.visible is None else min(accuracy.visible, branching.t)
    return replace(accuracy, until=min(accuracy.until, branching.t), visible=visible)


def _different_roots(model: Model) -> tuple[_Root, ...]:
    """The roots of a model, each text once if there are many."""
    roots = tuple(_roots(model))
    return roots if len(roots) <= FEW else tuple({print_tree(root.node): root for root in roots}.values())


def _roots(model: Model) -> Iterator[_Root]:
    """The roots in the expressions that determine the rates, with arguments that depend on the state."""
    known = survey(model)
    unknown = {one.name for one in model.efforts}
    unknown |= {one.name for one in model.inputs if isinstance(one.law, Table | Delay)}
    for use in known.uses:
        for node in use.operations if use.role not in QUIET else ():
            argument = _argument(node)
            if argument is None or _is_distance(node, argument):
                continue
            asked = depends(argument, known)
            if not asked.has("coordinate", "state") or asked.has("result"):  # a force is not of the state
                continue
            if not any(name in unknown or order > 1 for name, order in asked):
                yield _Root(node=node, inner=_inner(argument))


def _argument(node: Node) -> Node | None:
    """The argument of a root or of a power below the second, whose slope is such a root."""
    match node:
        case Call(function="sqrt", arguments=(argument,)):
            return argument
        case Power(base=base, exponent=exponent):
            value = exponent if isinstance(exponent, Number) else fold_constants(exponent)
            return base if isinstance(value, Number) and 0 < value.value < 2 else None
    return None


def _is_distance(node: Node, argument: Node) -> bool:
    """Whether a root is a distance √(x² + y² + …): its slopes are those of x, y, … at most."""
    terms = argument.terms if isinstance(argument, Sum) else (argument,)
    return isinstance(node, Call) and all(map(_is_square, terms))


def _is_square(term: Node) -> bool:
    """Whether a term is written as a square, or as a positive number."""
    if isinstance(term, Number):
        return term.value >= 0
    return isinstance(term, Power) and isinstance(term.exponent, Number) and term.exponent.value == 2


def _inner(argument: Node) -> Node:
    """The expression that changes sign where an argument is zero: x of |x| and of max(x, 0)."""
    match argument:
        case Call(function="abs", arguments=(inner,)):
            return inner
        case (
            Call(function="max", arguments=(inner, Number(value=0)))
            | Call(function="max", arguments=(Number(value=0), inner))
        ):
            return inner
    return argument


class _Search:
    """Arguments of roots along a motion, and growth rates near their zeros."""

    def __init__(
        self, model: Model, dynamics_at: DynamicsAt, times: Array, rows: Array, arguments: tuple[Node, ...]
    ) -> None:
        self._dynamics_at, self._times, self._rows = dynamics_at, times, rows
        self._dynamics = dynamics = dynamics_at(0)
        self._n, self._tested = dynamics.layout.n, dynamics.layout.tested
        self._evaluator = _evaluators.get(model, lambda model: expression_evaluator(model, arguments))
        p = dynamics.p[: len(model.parameters)]
        self._constants = np.concatenate([np.zeros(len(model.efforts)), p, np.zeros(3 * len(model.inputs))])
        self._values = self._along(times, rows)
        self._size = np.max(np.abs(np.nan_to_num(self._values)), axis=0)
        self._span = float(times[-1] - times[0])
        largest = np.max(np.abs(rows[:, : self._tested]), axis=0)
        self._scale = np.where(largest > 0, largest, np.max(largest, initial=0.0) or 1.0)

    def zeros(self, k: int) -> Iterator[tuple[int, float, Array]]:
        """States at which an argument is zero: the first row where it is, and crossings after rows."""
        values = self._values[:, k]
        at_zero = np.flatnonzero(np.abs(values) <= ZERO * self._size[k])
        if len(at_zero):
            yield int(at_zero[0]), float(self._times[at_zero[0]]), self._rows[at_zero[0]]
        crossed = np.flatnonzero(values[:-1] * values[1:] < 0)
        for i in crossed[:CROSSINGS]:
            crossing = self._crossing(k, int(i))
            if crossing is not None:
                yield int(i), *crossing

    def branches_at(self, k: int, row: int, t: float, y: Array) -> bool:
        """Whether an argument and its rate are zero, and disturbances grow at an unbounded rate there."""
        self._dynamics = self._dynamics_at(row)
        rates, slope = self._rates(t, y), self._slope(k, t, y)
        if not (np.isfinite(rates).all() and np.isfinite(slope).all() and np.any(slope)):
            return False
        if abs(float(slope @ rates[: self._tested])) * self._span > SLOW * self._size[k]:
            return False
        way = slope * self._scale**2
        way = way / np.max(np.abs(way) / self._scale)
        return any(self._grows_without_bound(row, t, y, sign * way) for sign in (1.0, -1.0))

    def _grows_without_bound(self, row: int, t: float, y: Array, way: Array) -> bool:
        """Whether the largest growth rate near a state rises towards it, and is large against the run."""
        far, near = (self._growth(row, t, y, distance * way, distance) for distance in NEAR)
        return near > GROWTH * max(far, 0.0) and near * self._span > FAST

    def _growth(self, row: int, t: float, y: Array, aside: Array, distance: float) -> float:
        """The largest real part of an eigenvalue of the Jacobian at a distance from a state."""
        there = y.copy()
        there[: self._tested] += aside
        self._dynamics = self._dynamics_at(row, there)
        columns = []
        for i in range(self._tested):
            step = np.zeros(len(y))
            step[i] = STEP * distance * self._scale[i]
            columns.append((self._rates(t, there + step) - self._rates(t, there - step)) / (2 * step[i]))
        jacobian = np.array(columns).T[: self._tested] * self._scale / self._scale[:, np.newaxis]
        return float(np.max(np.linalg.eigvals(jacobian).real)) if np.isfinite(jacobian).all() else -np.inf

    def _crossing(self, k: int, row: int) -> tuple[float, Array] | None:
        """The zero of an argument between two rows, by integration from the first of them."""
        from scipy.integrate import solve_ivp  # slow to import, needed here only

        self._dynamics = self._dynamics_at(row)
        argument: Callable[[float, Array], float] = lambda t, y: float(self._arguments(t, y)[k])  # noqa: E731
        span = (float(self._times[row]), float(self._times[row + 1]))
        scale = np.ones(self._rows.shape[1])
        scale[: self._tested] = self._scale
        solution = solve_ivp(
            self._rates, span, self._rows[row], "DOP853", rtol=1e-9, atol=1e-12 * scale, events=argument
        )
        if not solution.success or not len(solution.t_events[0]):
            return None
        return float(solution.t_events[0][0]), np.asarray(solution.y_events[0][0])

    def _slope(self, k: int, t: float, y: Array) -> Array:
        """The derivative of an argument by the state."""
        slope = np.zeros(self._tested)
        for i in range(self._tested):
            step = np.zeros(len(y))
            step[i] = NEAR[0] * self._scale[i]
            rise = self._arguments(t, y + step)[k] - self._arguments(t, y - step)[k]
            slope[i] = rise / (2 * step[i])
        return slope

    def _arguments(self, t: float, y: Array) -> Array:
        arguments: Array = self._along(np.array([t]), y[np.newaxis])[0]
        return arguments

    def _along(self, times: Array, rows: Array) -> Array:
        """The arguments at rows, a row for each; the state of a general system is brought to q, q' and s."""
        n, end, count = self._n, self._tested, len(times)
        parts = (rows[:, :n], rows[:, n : 2 * n], rows[:, 2 * n : end])
        if not n:
            seen = self._dynamics.states(times, rows)
            parts = (seen["q"], seen["qd"], seen["s"])
        constants = np.broadcast_to(self._constants, (count, len(self._constants)))
        return self._evaluator.evaluate_rows(np.hstack([times[:, np.newaxis], *parts, constants]))

    def _rates(self, t: float, y: Array) -> Array:
        return np.asarray(self._dynamics.rates(t, y)[0])

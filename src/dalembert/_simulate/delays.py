"""Runs with delayed values: what lies before their start, and the breaking points of their motions.

A delayed value x(t − τ) is a known function wherever the run has passed t − τ already: steps are shorter than
the shortest delay, and each of them adds its continuous extension to the past (`_compile/past.py`). The rates
jump at the start t₀, so that the motion has a kink in a higher derivative k delays later, at t₀ + τ₁ + … + τₖ
for every choice of delays. The integration is begun anew at each of these breaking points, as long as the
method would see it; at whatever else makes the motion jump or bend (events, contacts, kinks in time) they
begin again.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.past import Delay, Past
from dalembert._compile.table_polynomials import PiecewisePolynomial
from dalembert._compile.tableaux import TABLEAUX
from dalembert._expression.expression import Expression
from dalembert._expression.source import ModelError, flaw_at
from dalembert._model.delays import before_of, delays_of
from dalembert._model.records import Model
from dalembert._model.rules_discrete import time_of
from dalembert._model.values import Values
from dalembert._simulate.instants import entries_of_state

Array = NDArray[np.float64]
SMOOTH = 9  # a method of order 8 does not see a kink in a higher derivative
APART = 1e-13  # of the largest time: breaking points closer together than this are merged
SHORTER = 1 / 1.02  # a last step may be longer by a hundredth than it was asked to be
MOST_PIECES = 20_000  # of the history before the start
SAME = 64 * 2.220446049250313e-16  # of its largest value: the error of these pieces
MOST_BREAKS = 200_000  # breaking points that lie ahead


class History:
    """The past of a run, and the breaking points ahead of it, each with the derivative that jumps.

    `lines` are the delayed values by their indices among the curves of the model; `constant` are those that
    keep a start value before the start, with the entries of the state that have it.
    """

    def __init__(self, lines: dict[int, Past], constant: dict[int, int]) -> None:
        self.lines, self._held = lines, constant
        self.delays = tuple(sorted({line.delay for line in lines.values()}))
        self.ahead: list[tuple[float, int]] = []

    @property
    def longest_step(self) -> float:
        """The longest admissible step: the shortest delay, so that every delayed value is already known."""
        return SHORTER * min(self.delays)

    @property
    def has_too_many_breaks(self) -> bool:
        """Whether there are more breaking points than a run may have."""
        return len(self.ahead) > MOST_BREAKS

    def begin(self, y: Array) -> None:
        """Set the values before the start of delayed quantities that are constant there."""
        for k, entry in self._held.items():
            line = self.lines[k]
            line.say_before(constant(float(y[entry]), line.t[0], line.t[0] + line.delay, line.width - 1))

    def rewind(self) -> None:
        """Begin a run."""
        self.ahead.clear()
        for line in self.lines.values():
            line.rewind()

    def copy(self) -> tuple[PiecewisePolynomial, ...]:
        """The past of a run that is over."""
        return tuple(line.copy() for line in self.lines.values())

    def restore(self, kept: tuple[PiecewisePolynomial, ...]) -> None:
        """Return to the past of a run."""
        for line, one in zip(self.lines.values(), kept, strict=True):
            line.restore(one)

    def note(self, t: float, derivative: int) -> None:
        """Note that a derivative of the motion jumps: the next higher one jumps a delay later."""
        if derivative >= SMOOTH:
            return
        for delay in self.delays:
            later = t + delay
            near = APART * abs(later)
            i = bisect_left(self.ahead, (later - near, 0))
            if i < len(self.ahead) and self.ahead[i][0] <= later + near:
                self.ahead[i] = self.ahead[i][0], min(self.ahead[i][1], derivative + 1)
            else:
                insort(self.ahead, (later, derivative + 1))

    def pieces(self, low: float, high: float) -> Iterator[tuple[float, float]]:
        """An interval divided at the breaking points as the run finds them, with a jump at its start."""
        self.note(low, 0)
        at = low
        while at < high:
            near = APART * max(abs(at), abs(high))
            while self.ahead and self.ahead[0][0] <= at + near:
                self.note(*self.ahead.pop(0))
            after = self.ahead[0][0] if self.ahead else high
            after = after if after < high - near else high
            yield at, after
            at = after


def history_of(model: Model, values: Values, t_start: float, method: str) -> History | None:
    """The past of the runs of a model before they begin; None where nothing is delayed."""
    delays = delays_of(model)
    if not delays:
        return None
    from dalembert._lower.before import before_functions  # needed here only

    degree, places = 3 + len(TABLEAUX[method].dense), entries_of_state(model)
    befores = {index: before_of(model, law.of) for index, law in delays.items()}
    known = {index: one.value for index, one in befores.items() if one is not None and one.value is not None}
    function = before_functions(
        model, [(one.expression.root, delays[index].order) for index, one in known.items()]
    )
    p = np.array(values.vector())
    lines: dict[int, Past] = {}
    constant_names: dict[int, str] = {}
    curves = [i for i, entry in enumerate(model.inputs) if not isinstance(entry.law, Expression)]
    for index, law in delays.items():
        delay, target = time_of(law.by, model) or np.nan, law.of + "'" * law.order
        low = t_start - delay
        if index in known:
            fitted = _fit(_row_of(function, p, list(known).index(index)), low, t_start, degree)
            if fitted is None:
                message = (
                    f"`before` of `{law.of}` is not smooth or not finite between {low:g} s and {t_start:g} s"
                )
                hint = "give a smooth function of t, or a number"
                source = known[index].expression.source
                raise ModelError((flaw_at(source, rule="delay", message=message, hint=hint),))
            before = PiecewisePolynomial(t=fitted.t + delay, c=fitted.c)
        else:
            before = constant(0.0, t_start, t_start + delay, degree)
            if not law.order:
                constant_names[curves.index(index)] = law.of
        lines[curves.index(index)] = Past(Delay(entry=places[target], delay=delay), before)
    return History(lines, {k: places[name] for k, name in constant_names.items()})


def constant(value: float, low: float, high: float, degree: int) -> PiecewisePolynomial:
    """A constant as a piecewise polynomial of a degree."""
    c = np.zeros((1, degree + 1))
    c[0, 0] = value
    return PiecewisePolynomial(t=np.array([low, high]), c=c)


def _row_of(function: Any, p: Array, row: int) -> Callable[[Array], Array]:
    """One of the functions of time before the start."""

    def values(t: Array) -> Array:
        columns = np.tile(p[:, np.newaxis], (1, len(t)))
        values: Array = np.array(function(t[np.newaxis], columns))[row]
        return values

    return values


def _fit(
    function: Callable[[Array], Array], low: float, high: float, degree: int
) -> PiecewisePolynomial | None:
    """A function as a piecewise polynomial, to the last digits; None where it takes too many pieces."""
    nodes = 0.5 - 0.5 * np.cos(np.pi * np.arange(degree + 1) / degree)
    vander = np.vander(nodes, increasing=True)
    between = 0.5 * (nodes[1:] + nodes[:-1])
    powers = np.vander(between, degree + 1, increasing=True)
    waiting, done = [(low, high)], list[tuple[float, Array]]()
    while waiting:
        a, b = waiting.pop()
        values, beside = function(a + (b - a) * nodes), function(a + (b - a) * between)
        if not (np.isfinite(values).all() and np.isfinite(beside).all()):
            return None
        c = np.linalg.solve(vander, values) if np.ptp(values) else np.eye(degree + 1)[0] * values[0]
        off, size = np.max(np.abs(powers @ c - beside)), np.max(np.abs(values))
        if off > SAME * max(size, 1e-300):
            middle = 0.5 * (a + b)
            if len(waiting) + len(done) > MOST_PIECES or not a < middle < b:
                return None
            waiting += [(middle, b), (a, middle)]
            continue
        done.append((a, c / (b - a) ** np.arange(degree + 1)))
    return PiecewisePolynomial(t=np.array([*(a for a, _ in done), high]), c=np.array([c for _, c in done]))

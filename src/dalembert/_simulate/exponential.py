"""Linear models with constant coefficients: states by the matrix exponential, exact but for rounding.

On each piece of time on which the model is smooth x' = A x holds for the state with the inputs
(`_compile/linear_system.py`), so that every row follows from the beginning of its piece (`propagator.py`),
and so does any time between rows. There is no truncation; what is claimed is the effect of rounding, from a
run in which it is enlarged: that of rows, of the times of breaks, and of numbers of the model that were
rounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._compile.linear_system import JETS, LinearPieces, LinearSystem, linear_pieces
from dalembert._compile.linear_tapes import linear_tapes
from dalembert._expression.tree import Number
from dalembert._expression.walk import nodes
from dalembert._model.records import Model
from dalembert._model.survey import survey
from dalembert._simulate.double_double import Twofold
from dalembert._simulate.propagator import EPSILON, FEW, Disturbance, Propagator, States
from dalembert._simulate.time_jump import jump_over
from dalembert._simulate.trajectory import Array, End, Grid, Problem, Trajectory, Watch
from dalembert._simulate.work import Work
from dalembert._tape.affine_forms import mantissa

EVEN = 32  # rows in a piece that are worth tables of their own, if they are evenly spaced
AT_ROW = 16 * EPSILON  # of the largest time: how far rows are from even spacing at most
ALIVE = 40.0  # e-foldings after which nothing is left of a mode
STIFF = 10.0
RADIANS = 1.0  # by which the fastest mode that is alive turns in a step
MOST_STEPS = 400_000
LARGEST = 1e150  # entries of the state: energies, their squares, are numbers
Segments = tuple[tuple[float, float], ...]


class LinearMotion:
    """A problem as linear systems, with the tables that its runs have made of them."""

    def __init__(
        self, dynamics: Dynamics, segments: Segments, written: frozenset[float], plain: LinearPieces
    ) -> None:
        self._given = dynamics, segments, written
        self._pieces, self._propagators = {0.0: plain}, dict[int, Propagator]()
        self.segments, self.written = segments, written
        self.latest: tuple[Array, Trajectory] | None = None  # the times and the states of the first run

    def pieces(self, gain: float = 0.0) -> LinearPieces:
        """The linear systems, with the rounding of their numbers enlarged by a gain."""
        if gain not in self._pieces:
            plain = self._pieces[0.0]
            made = linear_pieces(*self._given, gain=gain) if plain.rounded else plain
            self._pieces[gain] = plain if made is None else made
        return self._pieces[gain]

    def propagator(self, system: LinearSystem) -> Propagator:
        """The tables of a system."""
        if id(system) not in self._propagators:  # systems are kept as long as this is
            self._propagators[id(system)] = Propagator(system)
        return self._propagators[id(system)]

    @cached_property
    def steps(self) -> Array:
        """Times between which no mode that is alive turns or falls by more than a little."""
        return np.concatenate([_steps(values, *piece) for values, piece in self._modes])

    @cached_property
    def is_stiff(self) -> bool:
        """Whether the fastest mode, if it stayed alive, would turn many times as far as those that are."""
        radians = sum(float(np.abs(values).max()) * (high - low) for values, (low, high) in self._modes)
        return radians > STIFF * RADIANS * len(self.steps)

    @cached_property
    def _modes(self) -> list[tuple[NDArray[np.complex128], tuple[float, float]]]:
        """The eigenvalues of the system of each piece of time, and the piece."""
        plain = self._pieces[0.0]
        values = [
            np.linalg.eigvals(self.propagator(system).A.high).astype(np.complex128)
            for system in plain.systems
        ]
        return [(values[k], piece) for k, piece in zip(plain.of_piece, self.segments, strict=True)]


def exponential_run(problem: Problem, watch: Watch) -> Trajectory:
    """A run of a linear model."""
    linear, replay = problem.linear, problem.replay
    assert linear is not None  # `exactly_where_linear` refuses other models
    gain = 0.0 if replay is None else replay.gain
    run = _Run(problem, linear, gain)
    if gain and not run.is_disturbed and linear.latest is not None and linear.latest[0] is problem.times:
        return _with_rounded_rows(linear.latest[1], gain)  # nothing else was rounded
    end = End.done
    try:
        for index, (low, high) in enumerate(problem.segments()):
            with np.errstate(all="ignore"):  # a motion that grows beyond all numbers ends there
                end = run.piece(index, low, high)
            if end is not End.done:
                break
            watch(high)
    except KeyboardInterrupt:
        end = End.interrupted
    made = run.trajectory(end)
    if gain:
        return _with_rounded_rows(made, gain)
    if linear.latest is None and end is End.done:
        linear.latest = problem.times, made
    return made


def _with_rounded_rows(run: Trajectory, gain: float) -> Trajectory:
    """A run with the rounding of its rows enlarged."""
    return replace(run, rows=Disturbance(gain).of(run.rows))


def linear_motion(problem: Problem, model: Model) -> LinearMotion | None:
    """A problem as linear systems, if its model is one and nothing stops or sets it."""
    if problem.directions or problem.history is not None or problem.time_step is not None:
        return None
    tapes = linear_tapes(problem.dynamics.compiled)
    if tapes is None or not tapes.linear:
        return None
    written = frozenset(mantissa(number) for number in _written_numbers(model))
    segments = tuple(problem.segments())
    pieces = linear_pieces(problem.dynamics, segments, written)
    return None if pieces is None else LinearMotion(problem.dynamics, segments, written, pieces)


def _written_numbers(model: Model) -> Iterator[float]:
    """The numbers of a model as they are written: these are what they are meant to be."""
    for use in survey(model).uses:
        for node in nodes(use.expression.root):
            if isinstance(node, Number) and float(node.value) == node.value:
                yield float(node.value)


class _Run:
    """A run as far as it came."""

    def __init__(self, problem: Problem, motion: LinearMotion, gain: float) -> None:
        self._problem, self._motion, self._gain = problem, motion, gain
        self._linear = linear = motion.pieces(gain)
        self._disturbance = Disturbance(gain)
        self._longest = max(high - low for low, high in motion.segments)
        self._tested, self._step = linear.tested, even_step(problem.times)
        begin = np.concatenate([np.zeros(JETS * len(linear.tables)), linear.begin])
        self._x = _exactly(np.concatenate([self._disturbed(problem.start[: self._tested]), begin]))
        rounds = not np.array_equal(self._x.high[0, : self._tested], problem.start[: self._tested])
        many = self._step is None and len(problem.times) > FEW  # whether states are rounded on the way
        self.is_disturbed = linear.rounded or rounds or many or len(motion.segments) > 1
        self._works = problem.start[self._tested :]
        self._blocks: list[Array] = [problem.start[np.newaxis]]
        self._count, self._t = 1, float(problem.times[0])

    def piece(self, index: int, low: float, high: float) -> End:
        """A piece of time on which the model is smooth."""
        end = self._jump(low) if index else End.done
        if end is not End.done:
            return end
        system = self._linear.systems[self._linear.of_piece[index]]
        propagator = self._motion.propagator(system)
        self._set_tables(low, 0.5 * (low + high))
        self._x.low[0, : self._tested] += system.correction @ self._x.high[0]
        begin = low * (1.0 + (self._gain * EPSILON / 2 if index else 0.0))
        rows, last = self._states(propagator, begin, high)
        self._blocks.append(np.hstack([rows.x.high[:, : self._tested], rows.works + self._works]))
        self._count += len(rows.works)
        self._x, self._works, self._t = last.x, self._works + last.works[0], high
        return End.done if np.isfinite(self._x.high).all() else End.not_finite

    def _disturbed(self, numbers: Array) -> Array:
        """Numbers with their rounding enlarged, where they were not written so."""
        exact = [mantissa(number) in self._motion.written or not number for number in numbers.tolist()]
        return np.where(np.array(exact, dtype=bool), numbers, self._disturbance.of(numbers))

    def _jump(self, t: float) -> End:
        """Over an instant at which the model is not smooth."""
        before = self._y
        after = jump_over(self._problem, t, before)
        if isinstance(after, End):
            return after
        if not np.array_equal(after.y, before):
            self._x = _exactly(np.concatenate([after.y[: self._tested], self._x.high[0, self._tested :]]))
            self._works = after.y[self._tested :]
        if self._problem.times[self._count - 1] == t:
            self._blocks[-1][-1] = after.y  # a row at the jump shows what is after it
        return End.done

    @property
    def _y(self) -> Array:
        return np.concatenate([self._x.high[0, : self._tested], self._works])

    def _set_tables(self, t: float, middle: float) -> None:
        """Give the entries of tables their values in the piece of time around a middle."""
        entries = slice(self._tested, self._tested + JETS * len(self._linear.tables))
        self._x.high[0, entries] = self._disturbed(self._linear.jets(t, middle))
        self._x.low[0, entries] = 0.0

    def _states(self, propagator: Propagator, begin: float, high: float) -> tuple[States, States]:
        """The states at the rows behind the start of a piece, and at its end."""
        times, count, step = self._problem.times, self._count, self._step
        wanted = times[count : int(np.searchsorted(times, high, side="right"))]
        if step is None or len(wanted) < EVEN:
            states = self._at(propagator, begin, np.append(wanted, high))
            return states[:-1], states[-1:]
        at_row = begin == times[count - 1]
        origin = count - 1 if at_row else count  # the row from which the others are even steps away
        first = States(self._x, np.zeros((1, len(self._works))))
        first = first if at_row else self._at(propagator, begin, wanted[:1])
        steps = len(wanted) - 1 + (count - origin)
        off = _difference(
            times[origin : origin + steps + 1], float(times[origin]), np.arange(steps + 1.0), step
        )
        states = propagator.evenly(first.x, step, off, len(times))
        rows = States(states.x, states.works + first.works)[count - origin :]
        return rows, rows[-1:] if wanted[-1] == high else self._at(propagator, begin, np.array([high]))

    def _at(self, propagator: Propagator, begin: float, times: Array) -> States:
        """The states at some times."""
        high = times - begin
        back = high - times
        low = (times - (high - back)) - (begin + back)
        return propagator.at(self._x, np.maximum(high, 0.0), low, 2 * self._longest, self._disturbance)

    def trajectory(self, end: End) -> Trajectory:
        """The rows as far as they are numbers."""
        rows, times = np.concatenate(self._blocks), self._problem.times
        finite = np.abs(rows[:, : self._tested]) < LARGEST
        count = len(rows) if finite.all() else max(1, int(np.argmin(finite.all(axis=1))))
        if count < len(rows):
            t, y, end = float(times[count - 1]), rows[count - 1], End.not_finite
        else:
            t, y = self._t, self._y
        ends = self._motion.steps
        return Trajectory(
            rows=rows[:count],
            t=t,
            y=y,
            end=end,
            work=Work(),
            culprit=int(np.argmin(finite[count])) if count < len(rows) else -1,
            grid=Grid(t=ends, dt=np.diff(ends, prepend=times[0])),
        )


def _exactly(x: Array) -> Twofold:
    """A state as it is."""
    return Twofold(x[np.newaxis].copy(), np.zeros((1, len(x))))


def even_step(times: Array) -> tuple[float, float] | None:
    """The step of rows that are evenly spaced, as high + low; None where they are not."""
    count = len(times) - 1
    if count < EVEN:
        return None
    step, span = float(times[-1] - times[0]) / count, np.array([float(count)])
    remainder = float(_difference(times[-1:], float(times[0]), span, (step, 0.0))[0]) / count
    off = _difference(times, float(times[0]), np.arange(count + 1.0), (step, remainder))
    even = float(np.max(np.abs(off))) <= AT_ROW * float(np.max(np.abs(times)))
    return (step, remainder) if even else None


def _difference(times: Array, origin: float, number: Array, step: tuple[float, float]) -> Array:
    """Times − (origin + number · step), exactly but for its own last bits."""
    high = times - origin
    back = high - times
    low = (times - (high - back)) - (origin + back)
    big = 134217729.0 * step[0]
    head = big - (big - step[0])
    made: Array = ((high - number * head) - number * (step[0] - head)) + (low - number * step[1])
    return made


def _steps(values: NDArray[np.complex128], low: float, high: float) -> Array:
    """The times in a piece between which no mode that is alive turns or falls by more than a little."""
    span = high - low
    size, decay = np.abs(values), np.maximum(-values.real, 0.0)
    with np.errstate(divide="ignore"):
        lasts = np.minimum(ALIVE / decay, span)
    ends, begin = [np.array([high])], 0.0
    for end in np.unique(lasts).tolist():
        fastest = float(size[lasts >= end].max())
        count = int(min((end - begin) * fastest / RADIANS, MOST_STEPS))
        ends.append(low + begin + (end - begin) * np.arange(1.0, count + 1) / max(count, 1))
        begin = end
    made: Array = np.unique(np.concatenate(ends))
    return made[(made > low) & (made <= high)]

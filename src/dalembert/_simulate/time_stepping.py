"""Time stepping: motions with many contacts and friction, by steps that need not end where a gap closes.

Impacts and lasting contacts are solved together, once in a step, for velocities and impulses (`c/moreau.h`).
A contact that comes in faster than the forces of a step explain is struck: an impact, with the energy it
takes. One that presses otherwise is closed; what it presses with at the times of the motion follows from the
state.
"""

from __future__ import annotations

import ctypes as ct
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.method_source import MOREAU
from dalembert._compile.native import BlockFactors, CallableRecord, Moreau, library
from dalembert._contact import tolerances
from dalembert._contact.modes import ImpactEvent, Indices, Mode, ModeState
from dalembert._contact.scale import free_reach
from dalembert._contact.time_step_model import TimeStepModel
from dalembert._lower.system import CONSTRAINTS, FRICTION, PROJECTION, TIME
from dalembert._model.records import DISSIPATED, EFFORTS
from dalembert._model.starting import SMALL
from dalembert._simulate.able import refuse_inside_of
from dalembert._simulate.motion import felt_contacts
from dalembert._simulate.native_run import NativeRun, Shape, follow_run
from dalembert._simulate.trajectory import (
    ModeInterval,
    Problem,
    Trajectory,
    Watch,
    intervals_of,
    no_impacts,
)

Array = NDArray[np.float64]
SHAPE = Shape(library=MOREAU, stages=1, terms=2, notes=False)
CLOSED, STICKS = 1, 2  # of contact_step.h
AT_ONCE = 2048  # contacts that are solved for together; more are solved one after the other only
FILL, FULL = 24, 40_000  # blocks of their factors: for each contact, and as many for few
ROOM = 1024  # changes between two looks, besides those of one step
IMPACTS, STATES = 256, 1 << 18  # impacts between two looks, and numbers of their states, if that is less
NOTHING = np.zeros(0)
NEWTON = tuple(f"newton_{name}" for name in ("x", "u", "miss", "step", "answer", "trial", "speed", "centre"))
BESIDE_DIAGONAL = "upper", "lower", "given_upper", "given_lower"


def moreau(problem: Problem, watch: Watch) -> Trajectory:
    """The method of Moreau and Jean."""
    stepping = _time_step(problem)
    carried = _StepMemory(stepping, problem)
    if problem.dt_held is not None:
        most = problem.dt_most if problem.dt_most is not None else np.inf
        problem = replace(problem, dt_most=min(most, problem.dt_held))
    problem = replace(problem, atol=problem.atol + problem.rtol * _scale_of_rest(problem))
    running = NativeRun(SHAPE, stepping.code.code, problem, stepping.compiler, carried)

    def look(t: float) -> None:
        carried.drain()
        watch(t)

    run = follow_run(running, problem, look)
    carried.drain()
    rough = {i for i in stepping.rigid_contacts if stepping.contacts[i].slip}
    intervals = carried.intervals(problem.times, stepping.rigid_contacts, rough)
    return replace(
        run,
        intervals=intervals_of(intervals),
        impacts=carried.impacts,
    )


def _time_step(problem: Problem) -> TimeStepModel:
    """The equations of a time step, which a problem for this method has."""
    if problem.time_step is None:
        message = "a problem for time stepping has the equations of a step: see `time_step_model`"
        raise TypeError(message)
    return problem.time_step


def _scale_of_rest(problem: Problem) -> Array:
    """Sizes below which entries count as at rest: from the speeds at the start, else from free motion."""
    t, span = float(problem.times[0]), float(problem.times[-1] - problem.times[0])
    n, scale = problem.dynamics.layout.n, np.zeros(problem.dynamics.layout.tested)
    fastest = float(np.max(np.abs(problem.start[n : 2 * n]), initial=0.0))
    if not fastest > 0:
        return free_reach(problem.dynamics, t, problem.start, span)
    scale[:n], scale[n : 2 * n] = tolerances.AHEAD * fastest * span, tolerances.AHEAD * fastest
    return scale


def observe_time_steps(problem: Problem, times: Array, rows: Array, run: Trajectory) -> dict[str, Array]:
    """Everything the model gives at the states of a run, with the forces of its closed contacts.

    `mean_forces` marks the rows where no forces fit the slips of that instant: those are means over a step.
    """
    stepping = _time_step(problem)
    seen = stepping.dynamics.observe(times, rows)
    ask, contacts, rigid = _ContactQueries(problem), stepping.contacts, stepping.rigid_contacts
    soft = _others(len(contacts), rigid)
    first = stepping.code.contact_row[:-1]
    others = _others(int(stepping.code.contact_row[-1]), first)
    contact, friction = np.zeros((len(rows), len(contacts))), np.zeros((len(rows), len(others)))
    contact[:, soft] = seen.pop("carried")
    n, m = stepping.dynamics.layout.n, stepping.code.constraints
    dt = (run.t - float(problem.times[0])) / max(run.work.steps, 1)
    contact_modes = _contact_modes(tuple(run.intervals), len(contacts), len(rows))[:, rigid]
    touching = np.flatnonzero(contact_modes.any(axis=1))
    forces, z, mean = ask.forces(times, rows, dt, contact_modes)
    contact[:, rigid], friction[:] = forces[:, first], forces[:, others]
    seen["qdd"][touching], seen["lam"][touching] = z[touching, :n], z[touching, z.shape[1] - m :]
    for i in touching if m else ():
        G = stepping.dynamics.saddle(float(times[i]), rows[i])["G"]
        seen["reaction"][i] = -G.T @ seen["lam"][i]
    return seen | {"contact": contact, "friction": friction, "mean_forces": mean}


def _others(count: int, some: Sequence[int] | NDArray[np.int32]) -> NDArray[np.intp]:
    """The numbers below a count that are not among some."""
    left = np.ones(count, dtype=bool)
    left[some] = False
    return np.flatnonzero(left)


def refuse_inside(problem: Problem) -> None:
    """Raise if a rigid contact is already passed at the start."""
    gaps, sizes = _ContactQueries(problem).gaps(float(problem.times[0]), problem.start)
    stepping = _time_step(problem)
    largest = float(np.max(np.abs(problem.start[: problem.dynamics.layout.n]), initial=0.0))
    refuse_inside_of(
        [stepping.contacts[i] for i in stepping.rigid_contacts], gaps, np.maximum(sizes, SMALL * largest)
    )


def _contact_modes(intervals: tuple[ModeInterval, ...], contacts: int, count: int) -> NDArray[np.int32]:
    """How contacts are at each row: open, closed, sticking."""
    modes = np.zeros((count, contacts), dtype=np.int32)
    ends = [*(interval.row for interval in intervals[1:]), count]
    for interval, end in zip(intervals, ends, strict=True):
        mode = interval.state.mode
        modes[interval.row : end, list(mode.active)] = CLOSED
        modes[interval.row : end, list(mode.stick)] = STICKS
    return modes


def _put(number: int, numbers: list[int], there: bool) -> None:
    """Let a number be among ascending ones, or not."""
    at = bisect_left(numbers, number)
    if there != (at < len(numbers) and numbers[at] == number):
        numbers[at : at + (not there)] = [number] if there else []


def _state(mode: Mode) -> ModeState:
    """A mode without switches, directions and margins."""
    return ModeState(mode=mode, sides=NOTHING, directions=NOTHING, margins=NOTHING)


class _StepMemory:
    """The equations and work arrays of a step in C, and the buffers of its notes, which `drain` reads."""

    def __init__(self, stepping: TimeStepModel, problem: Problem) -> None:
        layout, code = problem.dynamics.layout, stepping.code
        self._n, self._rigid = layout.n, stepping.rigid_contacts
        contacts, rows, unknowns = len(code.contact_row) - 1, int(code.contact_row[-1]), code.unknowns
        most, widest = min(contacts, AT_ONCE), int(max(np.diff(code.contact_row), default=1))
        fill = max(FILL * most, min(most * most, FULL))
        room = ROOM + 4 * contacts
        impacts = 8 + min(IMPACTS, STATES // (3 * max(layout.n, 1)))
        numbers = {
            **dict.fromkeys(("z", "free", "shift", "size", "pace", "diagonal", "allowed"), unknowns),
            **dict.fromkeys(("ease", "drop", "rim", "goal", "tau"), contacts),
            **dict.fromkeys(("base", "x", "force", "x_half", "lately"), rows),
            **dict.fromkeys(("whole", "half", "before", "after"), layout.size),
            **dict.fromkeys(("toggle_t", "share"), room),
            **dict.fromkeys(("shock_t", "shock_lost"), impacts),
            **dict.fromkeys(NEWTON, widest * most),
            "newton_way": 3 * most,
            "newton_slope": widest**2 * most,
            "shock_state": 3 * layout.n * impacts,
            "pack": layout.tested + 1,
            "out": code.outs,
            "matrix": int(code.arrays["block_at"][-1]),
            "response": code.responses,
            "touches": 3 * rows + len(code.arrays["column"]) + 4 * contacts,
            **dict.fromkeys(("pool", "pool_end"), code.pool),
            **dict.fromkeys(("given", "made"), code.widest),
            "seen": contacts,
            **dict.fromkeys(("centre", "reach"), layout.n),
            "local": 9 * contacts,
            "way": 2 * contacts,
            "smoothly": 3 * layout.n,
            "pressing": 3 * contacts,
            "lost": 3,
            "rubbing": 3,
        }
        whole = {
            **dict.fromkeys(("active", "near", "listed", "slides", "closed", "struck", "stands"), contacts),
            **dict.fromkeys(("toggle", "share_of"), room),
            "pivot": unknowns,
            **dict.fromkeys(("phase", "pattern_of", "factored_phase"), most),
            "first_touch": len(code.arrays["block_first"]),
            **dict.fromkeys(("next_touch", "touch_of"), len(code.arrays["hit"])),
            "noted": 3 * contacts,
        }
        self.arrays: dict[str, Any] = {name: np.zeros(max(1, size)) for name, size in numbers.items()}
        self.arrays |= {name: np.zeros(max(1, size), dtype=np.int32) for name, size in whole.items()}
        self.arrays["shock_first"] = np.zeros(impacts, dtype=np.int64)
        self.arrays["seen"][:] = np.inf  # no row is computed yet
        for name in ("pool", "pool_end"):
            self.arrays[name][code.pool - len(code.numbers) : code.pool] = code.numbers
        self.arrays |= code.arrays
        self._count = code.shapes
        self._shapes = (CallableRecord * max(1, code.shapes))()
        self._record = Moreau(
            unknowns=unknowns,
            states=layout.tested - 2 * layout.n,
            constraints=code.constraints,
            entries=len(code.arrays["place"]),
            smooth=code.smooth,
            blocks=len(code.arrays["block_first"]) - 1,
            contacts=contacts,
            rows=rows,
            columns=len(code.arrays["column"]),
            outs=code.outs,
            inputs=3 * problem.dynamics.compiled.inputs,
            shared=code.outs - len(code.arrays["place"]) - unknowns - code.constraints,
            ties=len(code.arrays["tied"]),
            shapes=ct.addressof(self._shapes),
            dissipated=layout.place(DISSIPATED),
            efforts=layout.place(EFFORTS),
            held=layout.place(CONSTRAINTS),
            time=layout.place(TIME),
            projection=layout.place(PROJECTION),
            friction=layout.place(FRICTION),
            room=room,
            shock_room=impacts,
            widest=widest,
            factors=self._block_factors(most, fill, widest**2),
            **{name: array.ctypes.data for name, array in self.arrays.items()},
        )
        self.address = ct.addressof(self._record)
        self.impacts = no_impacts()
        self._toggles: list[tuple[float, int]] = []

    def _block_factors(self, most: int, fill: int, size: int) -> BlockFactors:
        """Room for the factors of a Delassus matrix."""
        words = -(-most // 64)
        numbers = {"diagonal": most * size, **dict.fromkeys(BESIDE_DIAGONAL, fill * size)}
        whole = {
            **dict.fromkeys(("degree", "order", "position"), most),
            "first": most + 1,
            "later": fill,
            "connected": fill,
        }
        arrays: dict[str, Any] = {name: np.zeros(max(1, count)) for name, count in numbers.items()}
        arrays |= {name: np.zeros(max(1, count), dtype=np.int32) for name, count in whole.items()}
        arrays["sets"] = np.zeros(max(1, most * words), dtype=np.uint64)
        self._factors = arrays
        addresses = {name: array.ctypes.data for name, array in arrays.items()}
        return BlockFactors(most=most, words=words, room=fill, **addresses)

    def restart(self, t: float, y: Array) -> None:
        """Keep the memory: it holds first guesses of the forces, and what is checked in every step."""

    def use(self, functions: Mapping[str, CallableRecord]) -> None:
        """Use other functions of the model from now on."""
        self._record.lists = -1
        self._record.laws = functions["laws"]
        self._record.powers = functions["powers"]
        for k in range(self._count):
            self._shapes[k] = functions[f"shape_{k}"]

    def drain(self) -> None:
        """Read the impacts and changes of contacts noted in C, and empty these buffers."""
        arrays, record = self.arrays, self._record
        shocks, shares = record.shocks, record.shares
        times, lost = arrays["shock_t"][:shocks].tolist(), arrays["shock_lost"][:shocks].tolist()
        of = [self._rigid[k] for k in arrays["share_of"][:shares].tolist()]
        share, first = arrays["share"][:shares].tolist(), arrays["shock_first"][: shocks + 1].tolist()
        states = arrays["shock_state"][: 3 * self._n * shocks].reshape(shocks, 3, self._n).copy()

        def impact(k: int) -> ImpactEvent:
            q, before, after = (tuple(part) for part in states[k].tolist())
            return ImpactEvent(
                t=times[k],
                contacts=tuple(of[first[k] : first[k + 1]]),
                impulses=tuple(share[first[k] : first[k + 1]]),
                lost=lost[k],
                q=q,
                before=before,
                after=after,
            )

        def marks() -> list[Indices]:
            parts = [slice(*ends) for ends in pairwise(first)]
            return [felt_contacts(of[part], share[part]) for part in parts]

        self.impacts.extend(times, marks, lambda: [(one, 0.0) for one in lost], impact)
        count = record.toggles
        self._toggles += zip(
            arrays["toggle_t"][:count].tolist(), arrays["toggle"][:count].tolist(), strict=True
        )
        record.shocks = record.shares = record.toggles = 0

    def intervals(self, times: Array, names: list[int], rough: set[int]) -> tuple[ModeInterval, ...]:
        """The contact modes over time: contacts, numbered by `names`, that are closed, stick or slip."""
        active: list[int] = []
        stick: list[int] = []
        slip: list[int] = []
        mode_intervals = [ModeInterval(t=float(times[0]), row=0, state=_state(Mode()))]
        for t, changes in groupby(self._toggles, key=lambda toggle: toggle[0]):
            for _, change in changes:
                contact, now = names[change // 3], change % 3
                _put(contact, active, now > 0)
                _put(contact, stick, now == STICKS)
                _put(contact, slip, 0 < now != STICKS and contact in rough)
            mode = Mode(active=tuple(active), stick=tuple(stick), slip=tuple(slip))
            if t == mode_intervals[-1].t:
                mode_intervals.pop()
            row = int(np.searchsorted(times, t))
            mode_intervals.append(ModeInterval(t=t, row=row, state=_state(mode)))
        return tuple(mode_intervals)


class _ContactQueries:
    """Questions about contacts at single states."""

    def __init__(self, problem: Problem) -> None:
        stepping = _time_step(problem)
        self._carried = _StepMemory(stepping, problem)
        short = replace(problem, times=problem.times[[0, -1]])
        self._running = NativeRun(SHAPE, stepping.code.code, short, stepping.compiler, self._carried)
        self._library = library(MOREAU, stepping.compiler)
        self._library["moreau_gaps"].restype = ct.c_longlong
        self._sizes = (
            int(stepping.code.contact_row[-1]),
            stepping.code.unknowns,
            len(stepping.code.contact_row) - 1,
        )

    def forces(
        self, t: Array, y: Array, dt: float, contact_modes: NDArray[np.int32]
    ) -> tuple[Array, Array, Array]:
        """The forces of all rows at many states, and accelerations, state rates and multipliers.

        They are zero where all contacts are open. The third array is 1 where no forces fit the slips at an
        instant, and they are those of a step of `dt`; NaN where there are none either.
        """
        mean = np.zeros(len(y), dtype=np.int32)
        forces, z = np.zeros((len(y), self._sizes[0])), np.zeros((len(y), self._sizes[1]))
        mask, state, times = (np.ascontiguousarray(array) for array in (contact_modes, y, t))
        self._library["moreau_forces_at_rows"](
            ct.byref(self._running.run),
            ct.c_longlong(len(y)),
            *(ct.c_void_p(array.ctypes.data) for array in (times, state)),
            ct.c_double(dt),
            *(ct.c_void_p(array.ctypes.data) for array in (mask, forces, z, mean)),
        )
        return forces, z, mean.astype(float)

    def gaps(self, t: float, y: Array) -> tuple[Array, Array]:
        """Gaps, and the sizes in them."""
        gaps, sizes = np.zeros(max(1, self._sizes[2])), np.zeros(max(1, self._sizes[2]))
        state = np.ascontiguousarray(y)
        self._library["moreau_gaps"](
            ct.byref(self._running.run),
            ct.c_double(t),
            *(ct.c_void_p(array.ctypes.data) for array in (state, gaps, sizes)),
        )
        return gaps[: self._sizes[2]], sizes[: self._sizes[2]]

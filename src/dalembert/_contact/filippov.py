"""Filippov modes: on which side of its switches a motion is, and on which switching surfaces it slides.

On a surface σ = 0 the rates on its two sides decide: the motion crosses it, leaves it, or, where both point
towards it, slides on it (`sliding_parts.py`). A switching function of positions alone (a dead zone, a kink in
a spring) has the same σ' on both sides, and is crossed where that is not zero; at rest on it σ'' decides in
place of σ'.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._contact import tolerances
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import Mode, ModeState
from dalembert._contact.scale import Scale
from dalembert._contact.sliding_parts import box_complementarity, independent_surfaces
from dalembert._lower.mode_field import Guard, Kind
from dalembert._lower.smooth_pieces import Switch

Array = NDArray[np.float64]


def filippov_mode(
    system: HybridSystem,
    state: ModeState,
    t: float,
    y: Array,
    scale: Scale,
    reached: tuple[Guard, ...],
) -> ModeState | None:
    """The sides of all switches at a state, `reached` being the guards that just fell; None if it chatters.

    A switch may contain another one and then depends on its side: this is repeated until no side changes.
    """
    fired = {one.place: one.kind for one in reached}
    left = {k: kind for k, kind in fired.items() if kind is not Kind.side}  # these are done with once
    earlier: Mode | None = None
    size = np.zeros(len(system.switches))
    for turn in range(len(system.switches) + 3):
        functions = SwitchingFunctions(system, state, t, y, scale)
        functions.size = size = np.maximum(size, functions.size)  # zero on one side is zero on the other
        on = []
        for k, switch in enumerate(system.switches):
            if k in left and turn:
                continue
            if switch.counts:
                functions.sides[k] = _whole_number(functions, k, switch, fired.get(k))
            elif k in left:
                functions.sides[k] = 1.0 if left[k] is Kind.above else -1.0
            elif (k in fired and not turn) or functions.is_on(k, drifts=k in state.mode.surfaces):
                on.append(k)
            else:
                functions.sides[k] = 1.0 if functions.sigma[k] > 0 else -1.0
        mode = _leave_or_slide(functions, on, frozenset(fired) if not turn else frozenset())
        same = np.array_equal(state.sides, functions.sides)
        state = state.with_sides(functions.sides)
        if earlier is not None and mode.surfaces == earlier.surfaces and same:
            return replace(with_switch_margins(system, state, t, y, scale), mode=mode)
        earlier = mode
    return None


def state_by_signs(system: HybridSystem, state: ModeState, t: float, y: Array) -> ModeState:
    """A mode with the sides of the switches by the signs of their functions, slid on none of them."""
    if state.mode.surfaces or state.mode.second_order:
        state = state.in_mode(replace(state.mode, surfaces=(), second_order=()))
    for _ in system.switches:  # a switch may depend on sides of others
        sigma = system.free_dynamics(state).evaluator.switching_functions(t, y)["value"]
        sides = np.array(
            [
                switch.whole_number(x, now) if switch.counts else (1.0 if x >= 0 else -1.0)
                for switch, x, now in zip(system.switches, sigma, state.sides, strict=True)
            ]
        )
        if np.array_equal(sides, state.sides):
            break
        state = state.with_sides(sides)
    return state


def decided_sides(
    system: HybridSystem, state: ModeState, t: float, y: Array, scale: Scale
) -> tuple[Array, list[int]]:
    """The sides of switches by the signs of their functions, and the switches that these do not decide.

    Undecided are switches that are at zero, are slid on, or depend on a force or an acceleration.
    """
    functions = SwitchingFunctions(system, state, t, y, scale)
    undecided = []
    for k, switch in enumerate(system.switches):
        if switch.counts:
            functions.sides[k] = switch.whole_number(float(functions.sigma[k]), float(functions.sides[k]))
        elif k in system.switches_on_results or k in state.mode.surfaces or functions.is_on(k, drifts=False):
            undecided.append(k)
        else:
            functions.sides[k] = 1.0 if functions.sigma[k] > 0 else -1.0
    return functions.sides, undecided


def overshoot(sigma: float, side: float, *, counts: bool) -> float:
    """The distance of a switching function beyond zero on the wrong side; negative on its own side."""
    return -min(sigma - side, side + 1 - sigma) if counts else -side * sigma


def lateness(system: HybridSystem, state: ModeState, t: float, y: Array, k: int) -> float:
    """The delay with which a switch is detected after its zero: its margin over the rate of its function.

    It is of the size of rounding, but always has the same sign: over many switches it would add up to more
    than rounding errors with random signs do.
    """
    evaluator = system.dynamics(state).evaluator
    seen = evaluator.switching_functions(t, y)
    slope = seen["slope"][k]
    rise = abs(float(slope @ evaluator.rates(t, y)[0][: len(slope)] + seen["flow"][k]))
    margin = float(state.margins[system.places.switch_margin(k)])
    return margin / rise if rise > 0 else np.inf


def with_switch_margins(
    system: HybridSystem, state: ModeState, t: float, y: Array, scale: Scale
) -> ModeState:
    """Margins of the switches, so that a function slightly beyond zero does not switch at once."""
    functions, margins = SwitchingFunctions(system, state, t, y, scale), state.margins.copy()
    for k, switch in enumerate(system.switches):
        beyond = overshoot(float(functions.sigma[k]), float(functions.sides[k]), counts=switch.counts)
        least = 5 * tolerances.ROUNDING * functions.size[k] + 1e-300
        margins[system.places.switch_margin(k)] = max(least, beyond * (1 + tolerances.OVERSHOOT))
    return replace(state, margins=margins)


def _leave_or_slide(functions: SwitchingFunctions, on: list[int], fired: frozenset[int]) -> Mode:
    """The mode of a motion on some surfaces; where it leaves one, `own.sides` is set to that side."""
    if not on:
        return functions.mode
    sigma_rate, A, flat = functions.response(on)
    fixed: dict[int, float] = {}  # places in `on`, and their β
    second: list[int] = []
    of_positions = [i for i in range(len(on)) if abs(A[i, i]) <= flat[i]]
    if of_positions:
        sigma_second, A2, flat2 = functions.second_response(on)
        for i in of_positions:
            if abs(sigma_rate[i]) > flat[i] and not functions.returns_at_once(
                on[i], sigma_rate[i], sigma_second[i], sigma_second[i] + A2[i, i]
            ):
                fixed[i] = float(sigma_rate[i] > 0)
            else:
                second.append(i)
        sigma_rate[second], A[second], flat[second] = sigma_second[second], A2[second], flat2[second]
    for i, k in enumerate(on):
        if i in fixed:
            continue
        onward = 0.0 if functions.sides[k] > 0 else 1.0
        if abs(A[i, i]) <= flat[i]:
            before = onward if k in fired else 1 - onward
            fixed[i] = float(sigma_rate[i] > 0) if abs(sigma_rate[i]) > flat[i] else before
        elif A[i, i] > 0:  # away from it on both sides: on over it, or up
            both = sigma_rate[i] <= 0 <= sigma_rate[i] + A[i, i]
            fixed[i] = (onward if k in fired else 1.0) if both else float(sigma_rate[i] > 0)
    beta = box_complementarity(sigma_rate, A, fixed)
    stay = independent_surfaces(sigma_rate, A, beta)
    for i, k in enumerate(on):
        if i not in stay:
            functions.sides[k] = 1.0 if beta[i] > 0.5 else -1.0
    surfaces = tuple(sorted(on[i] for i in stay))
    second_order = tuple(sorted(on[i] for i in stay if i in second))
    return replace(functions.mode, surfaces=surfaces, second_order=second_order)


def _whole_number(functions: SwitchingFunctions, k: int, switch: Switch, fired: Kind | None) -> float:
    """The whole number that a counting switch (floor, a table cell) has."""
    now = float(functions.sides[k])
    if fired is not None:
        return now + (1.0 if fired is Kind.high else -1.0)
    nearest = float(np.round(functions.sigma[k]))
    near = switch.cells is None or nearest in (now, now + 1)  # cells have widths of their own
    if near and abs(functions.sigma[k] - nearest) <= tolerances.GAP * max(abs(nearest), 1.0):
        return nearest if functions.rate(k) >= 0 else nearest - 1
    return switch.whole_number(float(functions.sigma[k]), now)


class SwitchingFunctions:
    """The switching functions at a state, and the rates that the model has on their sides.

    `sides` are those decided so far, a copy that this object changes.
    """

    def __init__(self, system: HybridSystem, state: ModeState, t: float, y: Array, scale: Scale) -> None:
        self._system, self._t, self._y, self._span = system, t, y, scale.span
        self.mode = replace(state.mode, surfaces=(), second_order=())
        self._state = state.in_mode(self.mode)
        self.sides = state.sides.copy()
        dynamics = system.dynamics(self._state)
        seen, layout = dynamics.evaluator.switching_functions(t, y), dynamics.layout
        self.sigma: Array = seen["value"]
        sizes = np.maximum(np.abs(y[: layout.tested]), scale.peak[: layout.tested])
        for kind in layout.kinds:  # what has always been at rest is measured by the others
            sizes[kind] = np.maximum(sizes[kind], tolerances.NEGLIGIBLE * np.max(sizes[kind], initial=0.0))
        rates = np.nan_to_num(np.abs(self._rates(self._state, t, y)[: layout.tested]))
        slope = np.abs(seen["slope"])
        clock = tolerances.CLOCK * abs(t) * (slope @ rates + np.abs(seen["flow"]))  # the rounding of time
        ahead = tolerances.SECOND_DIFFERENCE * scale.span
        self.size: Array = np.maximum(slope @ sizes, ahead * (slope @ rates)) + clock

    def is_on(self, k: int, *, drifts: bool) -> bool:
        """Whether a switching function is zero up to rounding; `drifts` after sliding on its surface."""
        part = tolerances.SURFACE_DRIFT if drifts else tolerances.GAP
        return bool(abs(self.sigma[k]) <= part * self.size[k])

    def returns_at_once(self, k: int, rate: float, below: float, above: float) -> bool:
        """Whether the accelerations on both sides lead back to a surface immediately after crossing it."""
        back = min(-above, below)
        return bool(back > 0 and rate**2 / (2 * back) <= tolerances.GAP * self.size[k])

    def rate(self, k: int) -> float:
        """The present rate of a switching function."""
        return float(self._rise(self._state.with_sides(self.sides), self._t, self._y)[0][k])

    def response(self, on: list[int]) -> tuple[Array, Array, Array]:
        """σ'₋ and A of σ' = σ'₋ + A β on some surfaces, and the rounding errors of these rates."""
        columns, sizes = [], np.zeros(len(on))
        for state in self._sides_of(on):
            rise, size = self._rise(state, self._t, self._y)
            columns.append(rise[on])
            sizes = np.maximum(sizes, size[on])
        return _affine_map(columns, tolerances.REST * sizes)

    def accelerations(self, on: list[int]) -> list[Array]:
        """Accelerations below some surfaces, then above one of them after the other."""
        n = self._system.dynamics(self._state).layout.n
        return [self._rates(state, self._t, self._y)[n : 2 * n] for state in self._sides_of(on)]

    def slopes(self, on: list[int]) -> Array:
        """The derivatives of some switching functions by the velocities."""
        dynamics = self._system.dynamics(self._state)
        n = dynamics.layout.n
        return np.asarray(dynamics.evaluator.switching_functions(self._t, self._y)["slope"][on, n : 2 * n])

    def second_response(self, on: list[int]) -> tuple[Array, Array, Array]:
        """The response of σ'' instead of σ', by a finite difference of σ' along the motion."""
        step = tolerances.SECOND_DIFFERENCE * self._span
        columns, sizes = [], np.zeros(len(on))
        for state in self._sides_of(on):
            rise, size = self._rise(state, self._t, self._y)
            later, more = self._rise(
                state, self._t + step, self._y + step * self._rates(state, self._t, self._y)
            )
            columns.append((later - rise)[on] / step)
            sizes = np.maximum(sizes, (size + more)[on] / step)
        return _affine_map(columns, tolerances.ROUNDING * sizes)

    def _sides_of(self, on: list[int]) -> list[ModeState]:
        """Below all of some surfaces, then above one of them after the other."""
        decided = []
        for above in (None, *on):
            sides = self.sides.copy()
            sides[on] = -1.0
            if above is not None:
                sides[above] = 1.0
            decided.append(self._state.with_sides(sides))
        return decided

    def _rates(self, state: ModeState, t: float, y: Array) -> Array:
        return self._system.regular_dynamics(state, t, y).evaluator.rates(t, y)[0]

    def _rise(self, state: ModeState, t: float, y: Array) -> tuple[Array, Array]:
        """The rates of the switching functions, and the sizes of their terms."""
        rates = self._rates(state, t, y)
        seen = self._system.dynamics(state).evaluator.switching_functions(t, y)
        rates = rates[: seen["slope"].shape[1]]
        rise = seen["slope"] @ rates + seen["flow"]
        return np.asarray(rise), np.asarray(np.abs(seen["slope"]) @ np.abs(rates) + np.abs(seen["flow"]))


def _affine_map(columns: list[Array], flat: Array) -> tuple[Array, Array, Array]:
    sigma_rate = columns[0].copy()
    return sigma_rate, np.array([column - sigma_rate for column in columns[1:]]).T, flat

"""The transition between two modes: impacts, then the contact mode and the sides of switches.

At a gap that closes the velocities jump (`impact_law.py`); contacts that then neither part nor are free to do
so stay active, if they press (`contact_mode.py`). Impacts that follow one another ever faster, as those of a
bouncing ball, accumulate in a finite time, a Zeno point: once a flight would last less than a small part of
the run, the contact stays closed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._compile.rank_revealing import free_directions
from dalembert._contact import tolerances
from dalembert._contact.complementarity import energy_gain
from dalembert._contact.contact_mode import contact_mode, is_fixed
from dalembert._contact.contact_state import ContactState, contact_state, gap_noise
from dalembert._contact.dependent_impulses import ImpulseLaw, impulse_laws, is_close
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.impact_law import ImpactSolution, bring_to_rest, impact
from dalembert._contact.modes import FREE, NEVER, ImpactEvent, ModeState, Obstruction
from dalembert._contact.rest_mode import rest_mode
from dalembert._contact.restitution import Restitution
from dalembert._contact.scale import Scale, largest_coordinate
from dalembert._lower.mode_field import Guard

Array = NDArray[np.float64]
ROUNDS = 4  # sides of switches and what contacts do depend on one another
PROBES = 1.0, 0.1, 1e-2, 1e-3, 1e-4  # of how far one looks ahead


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Instant:
    """Where a mode ends, and what is known of the run so far.

    `began` are the times at which its last modes began, `left` is what is left of it; `dynamics` are those of
    the mode that ends.
    """

    t: float
    y: Array
    scale: Scale
    dynamics: Dynamics
    began: tuple[float, ...]
    left: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """The cause of the end of a mode.

    `candidates` are contacts that may be closed now, `struck` those whose gaps closed, `breaks` those that
    cannot stick any more and the way they go, `reached` the guards of switches; `pressed` are contacts that
    were closed when an impulse acted: they do not spring back.
    """

    candidates: tuple[int, ...]
    struck: frozenset[int] = frozenset()
    breaks: Mapping[int, int] = field(default_factory=dict)
    reached: tuple[Guard, ...] = ()
    pressed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Transition:
    """The state after an instant, its impacts, and why the run cannot go on, if so.

    `tail` is the time that impacts too fast to follow would still take, up to a Zeno point.
    """

    y: Array
    state: ModeState
    impacts: tuple[ImpactEvent, ...]
    tail: float
    obstruction: Obstruction | None


def mode_transition(
    system: HybridSystem, restitution: Restitution, state: ModeState, here: Instant, cause: Cause
) -> Transition:
    """Impacts of closed contacts that approach; then the contact mode, and the sides of switches."""
    change = _Change(system, restitution, state, here)
    change.switch_and_touch(cause)
    return Transition(
        y=change.y,
        state=change.state,
        impacts=tuple(change.impacts),
        tail=change.tail,
        obstruction=change.obstruction,
    )


class _Change:
    """A transition in the making: the state, the mode and the impacts so far."""

    def __init__(
        self, system: HybridSystem, restitution: Restitution, state: ModeState, here: Instant
    ) -> None:
        self._system, self._restitution, self._here = system, restitution, here
        self._t, self._scale = here.t, here.scale
        self.y, self.state = here.y.copy(), state
        self.impacts: list[ImpactEvent] = []
        self.tail = 0.0
        self.obstruction: Obstruction | None = None
        self._noise: Array = np.zeros(system.contacts)

    def switch_and_touch(self, cause: Cause) -> None:
        """Carry out the whole transition: switches, impacts, contact mode."""
        system, here = self._system, self._here
        touches = system.by_mode.has_contact_modes(system)
        if touches:
            self._forget_open_contacts()
        if system.switches:
            self._switch(cause.reached)
            free = system.dynamics_at(self.state.in_mode(FREE), self._t, self.y, here.dynamics)
            if not free.fits(self._t, self.y):
                self.obstruction = self.obstruction or Obstruction.jump
        if touches:
            self._touch(cause)

    def _touch(self, cause: Cause) -> None:
        """Decide impacts and the mode of the contacts."""
        now, here = self._contact_state(), self._here
        near = _closeness(here) * np.maximum(now.size, 1e-300)
        closed_before = {*self.state.mode.active, *cause.struck}
        contacts = [i for i in cause.candidates if i in closed_before or now.gap[i] <= near[i]]
        if contacts:
            self._noise = gap_noise(self._system, self.state, self._t, self.y)
        rest_speeds = self._scale.rest(now, self.y)
        struck = any(now.velocity[i] < -rest_speeds[i] for i in contacts)
        if struck:
            now = self._impact(now, contacts, cause.pressed)
            rest_speeds = self._scale.rest(now, self.y)
        at_rest = [i for i in contacts if now.velocity[i] <= rest_speeds[i]]
        now = self._take_contact_mode(now, at_rest, cause.breaks)
        if struck and len(at_rest) < len(contacts) and self.obstruction is None:
            returning = self._returning_at_once(now, [i for i in contacts if i not in at_rest])
            if returning:
                at_rest = sorted({*at_rest, *returning})
                now = self._take_contact_mode(self._bring_to_rest(now, at_rest), at_rest, cause.breaks)
        self._set_margins(now)

    def _contact_state(self) -> ContactState:
        return contact_state(self._system, self.state, self._t, self.y, self._scale.peak)

    def _forget_open_contacts(self) -> None:
        """Forget contacts of the mode before that are open now: forces are requested without them."""
        mode, rigid = self.state.mode, self._system.rigid
        stick = tuple(i for i in mode.stick if i in mode.active or i not in rigid)
        slip = tuple(i for i in mode.slip if i in mode.active or i not in rigid)
        turning = tuple(i for i in mode.turning if i in slip)
        self.state = self.state.in_mode(replace(mode, stick=stick, slip=slip, turning=turning))

    # -- impacts ---------------------------------------------------------------------------------

    def _impact(self, now: ContactState, contacts: list[int], pressed: frozenset[int]) -> ContactState:
        """The velocities after an impact, with the energy it takes."""
        n = len(now.M)
        approach = np.maximum(-now.velocity[contacts], 0.0)
        restitution = np.array(
            [
                self._restitution.at(i, self._t, self.y, float(v))
                for i, v in zip(contacts, approach, strict=True)
            ]
        )
        restitution = np.where([i in pressed for i in contacts], 0.0, restitution)
        restitution = np.where(self._ends_bouncing(now, contacts, restitution), 0.0, restitution)
        poisson = np.array([self._system.model.contacts[i].law == "poisson" for i in contacts])

        def strike(law: ImpulseLaw) -> ImpactSolution | None:
            with_response = replace(now, response=law.response)
            return impact(with_response, contacts, self.y[n : 2 * n], restitution, poisson)

        law = ImpulseLaw(response=now.response, states=now.states)
        solution: ImpactSolution | Obstruction | None = None
        if now.response is None:
            solution = strike(law)
        if solution is None and now.response is None:
            rough = any(i in now.friction for i in contacts)
            solution = Obstruction.paradox if rough else Obstruction.jam
        elif now.response is not None or now.states is not None:
            solution = self._one_outcome(strike, now, contacts)
        if isinstance(solution, Obstruction) or solution is None:
            self.obstruction = solution
            return now
        self._jump(now, contacts, solution, law)
        return self._contact_state()

    def _one_outcome(
        self, strike: Callable[[ImpulseLaw], ImpactSolution | None], now: ContactState, contacts: list[int]
    ) -> ImpactSolution | Obstruction:
        """The impact with forces that depend on contact forces, if all possible laws give the same result."""
        n, laws = len(now.M), impulse_laws(self._system, self.state, self._t, self.y, self._scale)
        if laws is None:
            return Obstruction.many
        solution = strike(laws[0])
        if solution is None:
            return Obstruction.law
        states = laws[0].state_jump(now, contacts, solution)
        after = self.y.copy()
        after[n : 2 * n] += solution.change
        after[2 * n : 2 * n + len(states)] += states
        later = impulse_laws(self._system, self.state, self._t, after, self._scale)
        if later is None:
            return Obstruction.many
        size = float(np.abs(solution.change).max()) + float(np.abs(self.y[n : 2 * n]).max())
        for law in (*laws[1:], *later):
            other = strike(law)
            if other is None or not is_close(other.change, solution.change, size):
                return Obstruction.law
            if not is_close(law.state_jump(now, contacts, other), states):
                return Obstruction.law
        return solution

    def _ends_bouncing(self, now: ContactState, contacts: list[int], restitution: Array) -> NDArray[np.bool_]:
        """Whether the flight after an impact is negligibly short: at a Zeno point, or within the margins."""
        after = -restitution * now.velocity[contacts]
        qdd = now.free_acceleration() if np.any(after > 0) else None
        if qdd is None:
            return np.zeros(len(contacts), dtype=bool)
        duration, height = _flights(now, contacts, after, qdd)
        over = (after > 0) & self._is_over(now, contacts, duration, height)
        if over.any():  # those to come last duration (1 + ε + ε² + …) together
            part = np.maximum(1 - restitution, tolerances.NEGLIGIBLE)
            self.tail = float(np.max(np.where(over, duration / part, 0.0)))
        return np.asarray(over)

    def _is_over(
        self, now: ContactState, contacts: list[int], duration: Array, height: Array
    ) -> NDArray[np.bool_]:
        """Whether flights are so short or so low that they count as rest."""
        lowest = np.maximum(tolerances.GAP * now.size, tolerances.LOWEST_FLIGHT * self._noise)[contacts]
        return np.asarray((duration <= tolerances.ZENO * self._scale.span) | (height <= lowest))

    def _jump(
        self, now: ContactState, contacts: list[int], solution: ImpactSolution, law: ImpulseLaw
    ) -> None:
        """Apply the jump to the velocities, and to states whose rates depend on forces, and record it."""
        n, states = len(now.M), law.state_jump(now, contacts, solution)
        self.y[2 * n : 2 * n + len(states)] += states
        before = self.y[n : 2 * n].copy()
        self.y[n : 2 * n] += solution.change
        self.impacts.append(
            ImpactEvent(
                t=self._t,
                contacts=tuple(contacts),
                impulses=tuple(float(P) for P in solution.impulses),
                lost=-solution.driven - energy_gain(now.M, before, solution.change),
                given=-solution.driven,
                q=tuple(float(x) for x in self.y[:n]),
                before=tuple(float(x) for x in before),
                after=tuple(float(x) for x in self.y[n : 2 * n]),
            )
        )

    def _returning_at_once(self, now: ContactState, parting: list[int]) -> list[int]:
        """Contacts that separate in an impact but close again immediately, as under a rocking block."""
        n, began = len(now.M), self._here.began
        dynamics = self._system.regular_dynamics(self.state, self._t, self.y)
        qdd = dynamics.evaluator.rates(self._t, self.y)[0][n : 2 * n]
        duration, height = _flights(now, parting, now.velocity[parting], qdd)
        over = self._is_over(now, parting, duration, height)
        if over.any() and len(began) > 1:  # flights have become shorter by a factor, and go on to
            last, earlier = self._t - began[-1], began[-1] - began[-2]
            ratio = min(last / earlier, 1 - tolerances.NEGLIGIBLE) if earlier > 0 else 0.0
            self.tail = float(np.max(duration[over])) / (1 - ratio)
        return [i for i, ends in zip(parting, over, strict=True) if ends]

    def _bring_to_rest(self, now: ContactState, at_rest: list[int]) -> ContactState:
        """The velocities with which contacts neither part nor approach."""
        n, stick = len(now.M), [i for i in self.state.mode.stick if i in at_rest]
        solution = bring_to_rest(now, at_rest, stick, self.y[n : 2 * n])
        if solution is None:
            return now
        self._jump(now, at_rest, solution, ImpulseLaw(response=now.response, states=now.states))
        return self._contact_state()

    # -- rest ------------------------------------------------------------------------------------

    def _take_contact_mode(
        self, now: ContactState, at_rest: list[int], breaks: Mapping[int, int]
    ) -> ContactState:
        """Decide the mode of contacts at rest and the sides of switches, which depend on one another."""
        switches = self._system.switches
        if switches and at_rest and self._decide_together(now, at_rest):
            return self._contact_state()
        for _ in range(ROUNDS + len(switches)):
            before = self.state
            self._choose_contact_mode(now, at_rest, breaks)
            if not switches:
                return now
            self._switch(())
            now = self._contact_state()
            if self.state.mode == before.mode and np.array_equal(self.state.sides, before.sides):
                return now
        self.obstruction = self.obstruction or Obstruction.no_mode
        return now

    def _decide_together(self, now: ContactState, at_rest: list[int]) -> bool:
        """Decide on contacts and surfaces at rest in one problem; whether there are such."""
        together = rest_mode(self._system, self.state, now, at_rest, (self._t, self.y, self._scale))
        if together is None:
            return False
        self.state = together
        self._close_pressed_contacts(now, at_rest)
        if self.state.mode.surfaces:
            self._place_on_surfaces()
        return True

    def _choose_contact_mode(self, now: ContactState, at_rest: list[int], breaks: Mapping[int, int]) -> None:
        """Decide which contacts stay active, stick and slip."""
        speeds = {i: self._scale.slip_speed(now, self.y, i) for i in now.friction}
        chosen = contact_mode(self._system, self.state, now, at_rest, speeds, breaks)
        if chosen is None:
            self.obstruction = Obstruction.paradox
            return
        self.state = chosen
        self._close_pressed_contacts(now, at_rest)

    def _close_pressed_contacts(self, now: ContactState, at_rest: list[int]) -> None:
        """Make contacts active whose force is zero now and positive immediately afterwards."""
        mode = self.state.mode
        idle = [i for i in at_rest if i not in mode.active and i not in now.friction]
        fixed = self._fixed_by_surfaces(now)
        idle = [i for i in idle if i not in fixed]
        if idle:
            active = tuple(sorted({*mode.active, *self._pressed_from_now_on(now, idle)}))
            self.state = self.state.in_mode(replace(mode, active=active))

    def _fixed_by_surfaces(self, now: ContactState) -> list[int]:
        """Rigid contacts that switching surfaces keep at rest, for example dry friction that sticks."""
        if not self.state.mode.surfaces:
            return []
        Z, _ = self._free_directions(now)
        open_ = [i for i in self._system.rigid if i not in self.state.mode.active]
        return [i for i in open_ if is_fixed(now.J[[i]], Z)]

    def _free_directions(self, now: ContactState) -> tuple[Array, Array]:
        """The directions that constraints, contacts and surfaces leave free; switching-function slopes."""
        n, mode = len(now.M), self.state.mode
        evaluator = self._system.free_dynamics(self.state).evaluator
        slopes = evaluator.switching_functions(self._t, self.y)["slope"][:, n : 2 * n]
        rows = np.vstack([now.G, now.J[list(mode.active)], slopes[list(mode.surfaces)]])
        return free_directions(rows, n)[0], slopes

    def _pressed_from_now_on(self, now: ContactState, idle: list[int]) -> list[int]:
        """Contacts whose force is zero now and positive immediately afterwards, at ever shorter times."""
        n = len(now.M)
        evaluator = self._system.regular_dynamics(self.state, self._t, self.y).evaluator
        rates = evaluator.rates(self._t, self.y)[0]
        here = now.J[idle] @ rates[n : 2 * n] - now.gamma_gap[idle]
        pressed = np.ones(len(idle), dtype=bool)
        for part in PROBES:
            ahead = part * tolerances.PROBE * self._scale.span
            t, y = self._t + ahead, self.y + ahead * rates
            later = contact_state(self._system, self.state, t, y, self._scale.peak)
            there = later.J[idle] @ evaluator.rates(t, y)[0][n : 2 * n] - later.gamma_gap[idle]
            if part == PROBES[0]:
                pressed &= (there < 0) & (here <= tolerances.NEGLIGIBLE * -there)
            pressed &= there <= np.maximum(here, 0.0)
        return [i for i, presses in zip(idle, pressed, strict=True) if presses]

    def _set_margins(self, now: ContactState) -> None:
        """Set the margins, so that a guard slightly below zero does not end the new mode at once."""
        system, margins = self._system, self.state.margins.copy()
        rest_speeds, near = self._scale.rest(now, self.y), tolerances.GAP * now.size
        wider = 1 + tolerances.OVERSHOOT
        for i in system.rigid:
            rounding = tolerances.ROUNDING * now.size[i]
            margin = max(rounding, -now.gap[i] * wider, 1e-300)
            if now.gap[i] <= near[i]:
                margin += tolerances.LAST_DIGITS * self._noise[i]
            if (
                now.gap[i] <= near[i] and abs(now.velocity[i]) <= rest_speeds[i]
            ):  # it goes along with what it touches
                margin += 4 * rounding + 2 * abs(float(now.velocity[i])) * self._here.left
            margins[i] = margin
        drift = tolerances.ROUNDING * largest_coordinate(self.y, len(now.M)) / self._scale.span
        qdd = now.free_acceleration() if any(len(one.H) > 1 for one in now.friction.values()) else None
        for i, one in now.friction.items():
            at = system.places.friction[i]
            if at is None:
                continue
            speed = self._scale.slip_speed(now, self.y, i)
            along = float(self.state.directions[list(at.direction)] @ one.slip)
            slowest = float(np.abs(one.H).sum(axis=1).max()) * drift
            margins[at.margin] = max(tolerances.ROUNDING * speed, -along * wider, slowest, 1e-300)
            if i in self.state.wedged:  # others that stick keep it: it cannot come to rest, it is
                margins[at.margin] = NEVER
            if qdd is not None:  # what has not moved yet soon will
                soon = tolerances.AHEAD * self._scale.span
                speed = max(speed, float(np.max(np.abs(one.H @ qdd))) * soon)
            wide = 1.0 if i in self.state.mode.turning else 4.0
            margins[at.turning] = (tolerances.TURNING * speed) ** 2 * wide
        self._widen_margins_of_fixed(now, margins)
        self.state = replace(self.state, margins=margins)

    def _widen_margins_of_fixed(self, now: ContactState, margins: Array) -> None:
        """Widen the margins of gaps and speeds that other contacts keep at rest, beyond their rounding.

        They are measured by what accelerations without contacts would make of them in the rest of the run.
        """
        system, mode = self._system, self.state.mode
        qdd = now.free_acceleration() if system.switches and (mode.active or mode.surfaces) else None
        if qdd is None:
            return
        least, left = tolerances.REST * np.abs(qdd), self._here.left
        for i in self._fixed_by_surfaces(now):
            if now.gap[i] <= tolerances.GAP * now.size[i]:
                margins[i] += float(np.abs(now.J[i]) @ least) * left**2
        Z, slopes = self._free_directions(now)
        for k, slope in enumerate(slopes):
            if k not in mode.surfaces and slope.any() and is_fixed(slope[np.newaxis], Z):
                margins[system.places.switch_margin(k)] += float(np.abs(slope) @ least) * left

    # -- switches --------------------------------------------------------------------------------

    def _switch(self, reached: tuple[Guard, ...]) -> None:
        """Decide the sides of switches, and the surfaces on which the motion slides."""
        next_state = self._system.by_mode.next_state(
            self._system, self.state, self._t, self.y, self._scale, reached, self._here.dynamics
        )
        if next_state is None:
            self.obstruction = Obstruction.chatter
            return
        self.state = next_state
        if next_state.mode.surfaces:
            self._place_on_surfaces()

    def _place_on_surfaces(self) -> None:
        """Move the state onto the surfaces it slides on; to rest on those of second order."""
        mode, y = self.state.mode, self.y
        free = self._system.free_dynamics(self.state)
        evaluator, n = free.evaluator, free.layout.n
        on, second = list(mode.surfaces), list(mode.second_order)
        seen = evaluator.switching_functions(self._t, y)
        slope, off = seen["slope"][on], seen["value"][on]
        y[: slope.shape[1]] += np.linalg.lstsq(slope, -off, rcond=tolerances.ZERO)[0]
        if second:
            seen = evaluator.switching_functions(self._t, y)
            slope = seen["slope"][second, :n]
            rise = slope @ y[n : 2 * n] + seen["flow"][second]
            y[n : 2 * n] += np.linalg.lstsq(slope, -rise, rcond=tolerances.ZERO)[0]


def _closeness(here: Instant) -> float:
    """The part of the sizes in a gap within which it is closed."""
    return tolerances.GAP if here.began else tolerances.START_GAP


def _flights(now: ContactState, contacts: list[int], velocity: Array, qdd: Array) -> tuple[Array, Array]:
    """The duration and height of the flight of separating contacts, at their present accelerations."""
    falls = now.gamma_gap[contacts] - now.J[contacts] @ qdd
    down, long, far = falls > 0, np.full(len(velocity), np.inf), np.full(len(velocity), np.inf)
    duration = np.divide(2 * velocity, falls, out=long, where=down)
    return duration, np.multiply(duration, velocity / 4, out=far, where=down)

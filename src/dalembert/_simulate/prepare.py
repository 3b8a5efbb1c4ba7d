"""The preparation of a run: settings, method, dynamics, consistent start, the problem to solve."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from dalembert._compile.compiled_models import compiled_model, compiled_with_explicit_efforts
from dalembert._compile.compiler import find_compiler
from dalembert._compile.interface import Dynamics
from dalembert._compile.method_source import MOREAU
from dalembert._compile.table_polynomials import Curve, piecewise_polynomial
from dalembert._contact.equations_by_mode import hybrid_dae
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._expression.computing import no_cycle_search
from dalembert._expression.source import ModelError, flaw_at
from dalembert._lower.idle_conditions import idle_conditions
from dalembert._lower.time_switches import switches
from dalembert._model.records import Model, constraints_of
from dalembert._model.tables import samples_of
from dalembert._model.values import Values, values_of
from dalembert._model.without_contacts import without_contacts
from dalembert._simulate.able import (
    refuse_beyond,
    refuse_inside_of,
    refuse_large,
    refuse_results_of_redundant,
)
from dalembert._simulate.branching import DynamicsAt
from dalembert._simulate.breaks import breaks
from dalembert._simulate.delayed_run import WithHistory, refuse_delays, refuse_solved_delays
from dalembert._simulate.delays import History, history_of
from dalembert._simulate.forcing import forcing_time_scale
from dalembert._simulate.instants import instants_of, refuse_too_many_samples
from dalembert._simulate.methods import (
    MethodChoice,
    method_of,
    refuse_jumps,
    refuse_solved_rates,
    refuse_unfit,
    refuse_without_series,
    with_solvers,
)
from dalembert._simulate.motion import Settings
from dalembert._simulate.posed import refuse_flat
from dalembert._simulate.revised_record import revised
from dalembert._simulate.settings import settings_of
from dalembert._simulate.start import Start, consistent_start
from dalembert._simulate.system_lease import SystemLease, lease_system
from dalembert._simulate.trajectory import Array, Problem, Trajectory, open_interval
from dalembert._simulate.unbounded import refuse_unbounded

SAMPLES_A_STEP = 5
SMALL = 1_000_000  # numbers in the rows of a run that is kept prepared
DIRECTIONS = {"rising": 1, "falling": -1, "both": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedRun:
    """A run that can begin. Where constraints depend on one another those of the problem give a little."""

    settings: Settings
    method: MethodChoice
    dynamics: Dynamics
    start: Start
    problem: Problem
    lease: SystemLease  # to which the dynamics belongs: nobody else has it as long as this is there
    hybrid: HybridSystem | None = None  # the model with its contacts and switches, where it has any
    dependent: bool = False  # whether its constraints depend on one another: multipliers are the smallest
    once: bool = False  # whether it is made once, and nothing is claimed of its error

    def observe(self, times: Array, rows: Array, run: Trajectory) -> dict[str, Array]:
        """Everything the model gives at the states of a run."""
        self.remember(run)
        times = self.problem.evaluation_times(times)
        if self.problem.time_step is not None:
            from dalembert._simulate.time_stepping import observe_time_steps

            return observe_time_steps(self.problem, times, rows, run)
        if self.hybrid is not None:
            from dalembert._simulate.hybrid_observation import observe_hybrid

            return observe_hybrid(self.hybrid, times, rows, run, self.dynamics, dependent=self.dependent)
        none = np.zeros((len(rows), 0))
        seen = self.dynamics.observe(times, rows, self.dependent)
        return seen | {"contact": none, "friction": none}

    def dynamics_by_row(self, run: Trajectory, times: Array) -> DynamicsAt:
        """The dynamics at each row of a run: of its mode, if there are several; and at states beside it."""

        def dynamics_at(row: int, beside: Array | None = None) -> Dynamics:
            hybrid, t = self.hybrid, float(times[row])
            if hybrid is None or self.problem.time_step is not None or not run.intervals:
                return self.dynamics
            firsts = [interval.row for interval in run.intervals]
            state = run.intervals[bisect_right(firsts, row) - 1].state
            if beside is not None:
                return hybrid.by_mode.dynamics_beside(hybrid, state, t, beside, self.dynamics)
            return hybrid.dynamics_at(state, t, run.rows[row], self.dynamics)

        return dynamics_at

    def remember(self, run: Trajectory) -> None:
        """Set delayed values to the history of a run."""
        if self.problem.history is not None:
            self.problem.history.restore(run.past)

    def at_rows(self, run: Trajectory) -> dict[str, Array]:
        """Everything the model gives at the states of any run of this problem."""
        return self.observe(*self._states_to_judge(run), run)

    def states_at_rows(self, run: Trajectory) -> dict[str, Array]:
        """Coordinates, speeds and states of a run, which are its states where these are made of them."""
        n, tested = self.dynamics.layout.n, self.dynamics.layout.tested
        if not n and self.hybrid is None and self.problem.time_step is None:
            self.remember(run)
            times, states = self._states_to_judge(run)
            return self.dynamics.states(self.problem.evaluation_times(times), states)
        if not n:
            return self.at_rows(run)
        _, states = self._states_to_judge(run)
        return {"q": states[:, :n], "qd": states[:, n : 2 * n], "s": states[:, 2 * n : tested]}

    def _states_to_judge(self, run: Trajectory) -> tuple[Array, Array]:
        """The states of a run whose errors are estimated, with their times."""
        times = self.problem.times[: len(run.rows)]
        return (np.append(times, run.t) if run.ends_between_rows else times), run.states


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Preparation:
    """A run that was prepared, for later ones with the same structure: what else it was prepared for.

    `begin` begins at its start again. What it keeps holds no lease, which would never end.
    """

    settings: Settings
    values: Values
    method: MethodChoice
    prepared: Callable[[SystemLease], PreparedRun]
    begin: Callable[[], object]

    def fits(self, settings: Settings, values: Values, method: MethodChoice) -> bool:
        """Whether a run with these would be prepared in the same way."""
        return self.values is values and self.method is method and self.settings == settings


def prepare_run(model: Model) -> PreparedRun:
    """The prepared run of a model, the one before if nothing is new; raises what prevents it."""
    settings, values = settings_of(model), values_of(model)
    method = method_of(settings.method, find_compiler(), settings.rtol)
    refuse_unfit(method, model, settings)
    refuse_delays(method, model, settings)
    history = history_of(model, values, settings.t_start, method.name)
    tables = curves_of(model, settings, history)
    lease = lease_system(model, np.array(values.vector()), tables)
    for known in lease.prepared:
        if known.fits(settings, values, method):
            known.begin()
            return revised(known.prepared(lease), settings=settings)  # 1 and 1.0 are equal, but not the same
    return _prepare(model, settings, values, method, history, tables, lease)


@no_cycle_search()
def _prepare(
    model: Model,
    settings: Settings,
    values: Values,
    chosen: MethodChoice,
    history: History | None,
    tables: tuple[Curve, ...],
    lease: SystemLease,
) -> PreparedRun:
    """A run that is prepared anew, and kept for others like it where it depends on nothing else."""
    method, compiler, hybrid = chosen, find_compiler(), lease.system
    if method.name != MOREAU and hybrid.free_motion_is_smooth:
        dynamics: Dynamics = hybrid.free_motion(hybrid.start)  # the model without its contacts
    else:
        sharp = method.name != MOREAU and any(one.slip or not one.compliant for one in model.contacts)
        compile_free = compiled_with_explicit_efforts if sharp else compiled_model
        dynamics = lease.bind(compile_free(without_contacts(model)), values)
    refuse_solved_rates(method, dynamics.compiled.equations)
    method = with_solvers(method, dynamics.compiled.equations, settings)
    refuse_without_series(method, dynamics)
    refuse_large(settings, 6 * dynamics.layout.size)
    timed = switches(model) if model.contacts else dynamics.compiled.switches
    rows = np.linspace(settings.t_start, settings.t_end, settings.samples + 1)
    if settings.times:
        rows = np.array(settings.times)
    instants = instants_of(model, np.array(values.vector()), tables)
    refuse_too_many_samples(model, instants, settings.t_start, settings.t_end)
    bent = breaks(dynamics, timed, rows, instants.times(settings.t_start, settings.t_end))
    refuse_unbounded(model, dynamics, bent, settings.t_end)
    began = open_interval(settings.t_start, settings.t_end)[0] if bent.at_start else settings.t_start
    try:
        begun, start = dynamics, consistent_start(dynamics, values, began, settings.t_start)
    except ModelError as error:
        from dalembert._simulate.singular_start import explain_singular_start

        raise explain_singular_start(error, model, dynamics, values, began) from None
    sampled = {one.name for one in model.sampled}  # the first sample gives them values
    start = replace(start, assumed=tuple(name for name in start.assumed if name not in sampled))
    if history is not None:
        refuse_solved_delays(model, dynamics)
        history.begin(start.y)
    posed = dynamics.compiled, began, start.y.tobytes(), start.redundant
    if posed not in lease.parts.posed:
        refuse_flat(model, dynamics, began, start.y, start.redundant)
        lease.parts.posed.add(posed)
    refuse_results_of_redundant(model, start.redundant)
    of_modes = lease
    if dynamics.compiled.equations.leading:
        of_modes = lease.of_general_dae(lambda: general_hybrid(model, values, tables))
        hybrid = of_modes.system
    if instants:
        refuse_jumps(method, model, dynamics)
    dependent = has_dependent_constraints(model, start.redundant)
    switching = bool(model.contacts or instants or (hybrid.switches and method.follows))
    stepping = None
    if method.name == MOREAU and compiler is not None:  # `method_of` refuses it without one
        from dalembert._contact.time_step_model import time_step_model

        stepping = time_step_model(model, dynamics, compiler, soft=bool(start.redundant))
        dynamics = stepping.dynamics
        start = _with_works(start, dynamics)
    elif switching:
        from dalembert._simulate.hybrid_method import hybrid_method

        method = hybrid_method(method, of_modes.parts, instants, dependent=dependent)
        state = hybrid.by_mode.start_state(hybrid, settings.t_start, start.y)
        dynamics = hybrid.by_mode.start_dynamics(hybrid, state, dynamics)
        start = _with_works(start, dynamics)
        _refuse_inside(of_modes, settings.t_start, start.y)
    if history is not None:
        method = replace(
            method, method=WithHistory(method=method.method), stiffly=None, alternately=None, by_series=None
        )
    tested = dynamics.layout.tested
    longest_held = None
    if switching or stepping is not None:
        longest_held = forcing_time_scale(dynamics, settings.t_start, settings.t_end, start.y)
    softened = dynamics
    if dependent and not (switching or stepping):
        softened = lease.bind(dynamics.compiled.for_redundant_constraints, values)
    problem = Problem(
        dynamics=softened,
        start=start.y,
        times=rows,
        rtol=settings.rtol,
        atol=np.zeros(tested),
        noise=np.zeros(tested),
        clock=np.zeros(tested),
        least=np.zeros(tested),
        largest=np.abs(start.y[:tested]),
        dt_most=longest_step(dynamics, settings),
        dt_held=longest_held,
        breaks=bent.times,
        width=bent.width,
        bent=(bent.at_start, bent.at_end),
        directions=tuple(DIRECTIONS[event.direction] for event in model.events),
        stops=tuple(event.action == "stop" for event in model.events),
        history=history,
        time_step=stepping,
        pool=None if switching or tables else lease.parts.pool,
        in_c=method.in_modes is not None and not switching,
    )
    if stepping is not None:
        from dalembert._simulate.time_stepping import refuse_inside

        refuse_inside(problem)
    prepared = partial(
        PreparedRun,
        settings=settings,
        method=method,
        dynamics=softened if model.loops else dynamics,  # outputs may show forces of redundant joints
        start=start,
        problem=problem,
        hybrid=hybrid if switching else None,
        dependent=dependent and not model.loops,
    )
    depends = (
        instants or tables or model.tables or stepping is not None or (switching and of_modes is not lease)
    )
    if not depends and len(rows) * dynamics.layout.size <= SMALL:
        begin = partial(begun.begin, began, start.y[: begun.layout.size], values.guess)
        lease.prepared[:] = [
            Preparation(
                settings=settings,
                values=values,
                method=chosen,
                prepared=lambda lease: prepared(lease=lease),
                begin=begin,
            )
        ]
    return prepared(lease=lease)


def has_dependent_constraints(model: Model, redundant: Sequence[str]) -> bool:
    """Whether constraints depend on one another, besides conditions of joints that hold by themselves."""
    idle = {constraints_of(model, "displacement")[i].name for i in idle_conditions(model)}
    return not idle.issuperset(redundant)


def _with_works(start: Start, dynamics: Dynamics) -> Start:
    """A start extended by the works of the dynamics, all zero."""
    layout = dynamics.layout
    return replace(start, y=np.concatenate([start.y[: layout.tested], np.zeros(len(layout.works))]))


def general_hybrid(model: Model, values: Values, tables: tuple[Curve, ...]) -> HybridSystem:
    """The hybrid system of a general DAE with switches; contacts need regular mechanics."""
    for contact in model.contacts:
        if contact.slip or not contact.compliant:
            message = (
                f"the contact `{contact.name}` is in a model with massless coordinates or unknown efforts"
            )
            hint = (
                "contacts need mechanics where every coordinate has inertia or is fixed by a constraint, and"
                " effort constraints linear in the unknown efforts, one for each, as F - k*x;"
                ' a compliant one without friction (law = "spring") runs here too'
            )
            raise ModelError((flaw_at(contact.location, rule="unable", message=message, hint=hint),))
    return hybrid_dae(model, np.array(values.vector()), tables)


def longest_step(dynamics: Dynamics, settings: Settings) -> float | None:
    """The longest step if something depends on time, so that no pulse visible in the samples is missed."""
    if not dynamics.compiled.timed:
        return None
    return SAMPLES_A_STEP * (settings.t_end - settings.t_start) / settings.samples


def curves_of(model: Model, settings: Settings, history: History | None) -> tuple[Curve, ...]:
    """The inputs of a model from tables, which must cover the time of the run, and its delayed values."""
    tables, flaws = samples_of(model)
    if flaws:
        raise ModelError(flaws)
    refuse_beyond(tables, settings.t_start, settings.t_end)
    curves: list[Curve] = [piecewise_polynomial(table) for table in tables]
    for index, line in history.lines.items() if history is not None else ():
        curves.insert(index, line)
    return tuple(curves)


def _refuse_inside(lease: SystemLease, t: float, y: Array) -> None:
    """Raise if a contact is already penetrated at the start."""
    system, key = lease.system, (t, y.tobytes())
    if not system.by_mode.has_contact_modes(system) or key in lease.parts.outside:
        return
    from dalembert._contact.contact_state import contact_state

    now = contact_state(system, system.by_mode.start_state(system, t, y), t, y)
    refuse_inside_of(system.model.contacts, now.gap, now.size)
    lease.parts.outside.add(key)

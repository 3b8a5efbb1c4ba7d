"""Everything a run needs, made ready: settings, method, dynamics, consistent start, the problem to solve."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dalembert._compile.choice import bind, plant_of
from dalembert._compile.compiler import found
from dalembert._compile.interface import AnyDynamics
from dalembert._compile.phases import Phases
from dalembert._compile.tables import piecewise
from dalembert._expression.source import ModelError, flaw_at
from dalembert._lower.switches import switches
from dalembert._model.records import Model
from dalembert._model.tables import samples_of
from dalembert._model.values import Values, values_of
from dalembert._simulate.able import refuse_beyond, refuse_large
from dalembert._simulate.breaks import breaks
from dalembert._simulate.hybrid import in_phases, refuse_inside
from dalembert._simulate.loads import followed_in
from dalembert._simulate.methods import Chosen, chosen, refuse_solved, refuse_unfit
from dalembert._simulate.moreau import Stepping, TimeStepping
from dalembert._simulate.motion import Settings
from dalembert._simulate.observe import observed_in_phases
from dalembert._simulate.posed import refuse_flat
from dalembert._simulate.settings import settings_of
from dalembert._simulate.start import Start, consistent_start
from dalembert._simulate.trajectory import Array, Problem, Trajectory, inside
from dalembert._simulate.unbounded import refuse_unbounded

SAMPLES_A_STEP = 5
DIRECTIONS = {"rising": 1, "falling": -1, "both": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A run that can begin. Where constraints depend on one another those of the problem give a little."""

    settings: Settings
    method: Chosen
    dynamics: AnyDynamics
    start: Start
    problem: Problem
    phases: Phases | None = None  # where the model has contacts

    def observed(self, times: Array, rows: Array, run: Trajectory) -> dict[str, Array]:
        """Everything the model gives at the states of a run."""
        times = self.problem.asked(times)
        if isinstance(self.method.method, TimeStepping):
            return self.method.method.observed(self.problem, times, rows, run)
        if self.phases is not None:
            return observed_in_phases(self.phases, times, rows, run)
        none = np.zeros((len(rows), 0))
        return self.dynamics.observe(times, rows) | {"contact": none, "friction": none}

    def at_rows(self, run: Trajectory) -> dict[str, Array]:
        """The same at the rows of any run of this problem."""
        return self.observed(self.problem.times[: len(run.rows)], run.rows, run)


def prepared(model: Model) -> Prepared:
    """The run of a model, unless something stands against it."""
    settings, values = settings_of(model), values_of(model)
    method = chosen(settings.method, found())
    refuse_unfit(method, model, settings)
    dynamics = dynamics_of(replace(model, contacts=()), values, settings)
    refuse_solved(method, dynamics.plant.equations)
    refuse_large(settings, 6 * dynamics.layout.size)
    timed = switches(model) if model.contacts else dynamics.plant.switches
    rows = np.linspace(settings.t_start, settings.t_end, settings.samples + 1)
    if settings.times:
        rows = np.array(settings.times)
    bent = breaks(dynamics, timed, rows)
    refuse_unbounded(model, dynamics, bent, settings.t_end)
    began = inside(settings.t_start, settings.t_end)[0] if bent.at_start else settings.t_start
    start = consistent_start(dynamics, values, began, settings.t_start)
    refuse_flat(model, dynamics, began, start.y)
    phases = phases_of(model, dynamics, method)
    stepping = None
    if isinstance(method.method, Stepping):
        stepping = method.method.of(model, dynamics, soft=bool(start.redundant))
        method, dynamics = replace(method, method=stepping), stepping.dynamics
        start = _with_works(start, dynamics)
    elif phases is not None:
        method = in_phases(method, phases, dynamics.tables)
        dynamics = phases.begin(dynamics)
        start = _with_works(start, dynamics)
        refuse_inside(phases, settings.t_start, start.y)
    tested = dynamics.layout.tested
    softened = dynamics.plant.softened.bind(dynamics.p, dynamics.tables) if start.redundant else dynamics
    held = None
    if phases is not None or stepping is not None:
        held = followed_in(dynamics, settings.t_start, settings.t_end, start.y)
    problem = Problem(
        dynamics=softened if start.redundant and not (phases or stepping) else dynamics,
        start=start.y,
        times=rows,
        rtol=settings.rtol,
        atol=np.zeros(tested),
        noise=np.zeros(tested),
        clock=np.zeros(tested),
        least=np.zeros(tested),
        largest=np.abs(start.y[:tested]),
        dt_most=longest(dynamics, settings),
        dt_held=held,
        breaks=bent.times,
        width=bent.width,
        bent=(bent.at_start, bent.at_end),
        directions=tuple(DIRECTIONS[event.direction] for event in model.events),
        stops=tuple(event.action == "stop" for event in model.events),
    )
    if stepping is not None:
        stepping.refuse_inside(problem)
    return Prepared(
        settings=settings, method=method, dynamics=dynamics, start=start, problem=problem, phases=phases
    )


def _with_works(start: Start, dynamics: AnyDynamics) -> Start:
    """A start with all works that a dynamics has, none of them done yet."""
    layout = dynamics.layout
    return replace(start, y=np.concatenate([start.y[: layout.tested], np.zeros(len(layout.works))]))


def phases_of(model: Model, dynamics: AnyDynamics, method: Chosen) -> Phases | None:
    """The phases of a model with contacts or switches; refused where contacts need regular mechanics."""
    if dynamics.plant.equations.leading:
        for contact in model.contacts:
            if contact.slip or not contact.compliant:
                message = (
                    f"the contact `{contact.name}` is in a model with massless coordinates or unknown efforts"
                )
                hint = (
                    "contacts run in mechanics where every coordinate has inertia or is held by a constraint;"
                    ' a compliant one without friction (law = "spring") runs here too'
                )
                raise ModelError((flaw_at(contact.place, rule="unable", message=message, hint=hint),))
    found = Phases(model, dynamics.p, dynamics.tables)
    return found if model.contacts or (found.sides and method.follows) else None


def longest(dynamics: AnyDynamics, settings: Settings) -> float | None:
    """The longest step where something depends on time: no pulse that samples show is stepped over."""
    if not dynamics.plant.timed:
        return None
    return SAMPLES_A_STEP * (settings.t_end - settings.t_start) / settings.samples


def dynamics_of(model: Model, values: Values, settings: Settings) -> AnyDynamics:
    """The dynamics of a model with its values and tables."""
    plant = plant_of(model)
    tables, flaws = samples_of(model)
    if flaws:
        raise ModelError(flaws)
    refuse_beyond(tables, settings.t_start, settings.t_end)
    return bind(plant, values, tuple(piecewise(table) for table in tables))

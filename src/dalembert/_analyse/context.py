"""A model with its numbers: parameters, the time of the analysis, inputs, scales of its coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.closed_contacts import with_closed
from dalembert._analyse.model_functions import Blocks, ModelFunctions
from dalembert._analyse.records import ClosedContact
from dalembert._compile.table_polynomials import PiecewisePolynomial, piecewise_polynomial
from dalembert._expression.functions import FUNCTIONS, SIGNALS
from dalembert._expression.source import ModelError, flaw_at
from dalembert._expression.tree import Call
from dalembert._expression.walk import nodes
from dalembert._lower.characteristic_sizes import Scales, angles_of, scales_of
from dalembert._model.delays import delays_of
from dalembert._model.display_units import display_units
from dalembert._model.integrals import with_finer_sums
from dalembert._model.records import Entry, Model, constraints_of
from dalembert._model.run_numbers import run_numbers
from dalembert._model.survey import survey
from dalembert._model.tables import samples_of
from dalembert._model.units import si_text, unit_of
from dalembert._model.used_results import ACTING, used_results
from dalembert._model.values import values_of
from dalembert._model.vary import input_values
from dalembert._simulate.able import refuse_beyond
from dalembert._words.message import Message, Name, Quantity, Value, equal, say

Array = NDArray[np.float64]
NOTHING = 1e-12  # relative to the largest: a smaller speed is rounding
SHOWN = 6  # the most speeds that a message lists
JUMPS = frozenset({"abs", "sign", "min", "max", "step", "floor", "mod", "if", *SIGNALS})
MAKING = frozenset(
    {"definition", "kinetic", "potential", "dissipation", "work", "rate", "displacement", "flow", "effort"}
)
FINER_SUMS = 8  # times the panels of integrals: no run shows how many they need


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnalysisContext:
    """The model and the numbers that every analysis starts from."""

    model: Model
    physics: ModelFunctions
    p: Array
    t: float
    tables: Mapping[int, PiecewisePolynomial]  # inputs from tables, by their indices
    scales: Scales
    angles: tuple[bool, ...]  # which coordinates are angles
    jumping: bool  # whether forces may jump or have kinks anywhere
    given: Mapping[str, float] = field(default_factory=dict)  # inputs held at values that the user gives
    closed_contacts: tuple[
        ClosedContact, ...
    ] = ()  # contacts that act as constraints; the model has them among its constraints

    @property
    def scale(self) -> Array:
        """The characteristic size of each coordinate."""
        return self.scales.q

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the coordinates."""
        return tuple(c.name for c in self.model.coordinates)

    @property
    def unknowns(self) -> tuple[str, ...]:
        """The names of coordinates, states and unknown efforts."""
        model = self.model
        return (*self.names, *(one.name for one in model.states), *(one.name for one in model.efforts))

    @property
    def rows(self) -> tuple[str, ...]:
        """The names of the constraints, displacement first."""
        return tuple(c.name for kind in ("displacement", "flow") for c in constraints_of(self.model, kind))

    @property
    def displacements(self) -> int:
        """How many displacement constraints there are."""
        return len(constraints_of(self.model, "displacement"))

    @property
    def open_rigid_contacts(self) -> tuple[int, ...]:
        """The indices of the stiff contacts that are open."""
        closed_names = {one.name for one in self.closed_contacts}
        return tuple(
            i for i, c in enumerate(self.model.contacts) if not c.compliant and c.name not in closed_names
        )

    def with_closed_contacts(self, contacts: tuple[ClosedContact, ...]) -> AnalysisContext:
        """The same context, in which all contacts are open, with some of them closed."""
        if not contacts:
            return self
        return replace(
            self,
            model=with_closed(self.model, contacts),
            physics=self.physics.with_closed_contacts(contacts),
            closed_contacts=contacts,
        )

    @property
    def neglected_frictions(self) -> tuple[str, ...]:
        """The compliant contacts with friction, which no analysis takes into account."""
        return tuple(c.name for c in self.model.contacts if c.compliant and c.friction is not None)

    @property
    def on_instants(self) -> tuple[Message, ...]:
        """Messages about events that set something and about impulses: no analysis accounts for them."""
        named = [event.name for event in self.model.events if event.sets]
        named += [impulse.name for impulse in self.model.impulses]
        return (say("instants_left_out", names=tuple(map(Name, named))),) if named else ()

    @property
    def given_starts(self) -> tuple[int, ...]:
        """How many of start and speed the user gives for each coordinate: the more, the more suitable."""
        return tuple((c.start is not None) + (c.speed is not None) for c in self.model.coordinates)

    @property
    def units(self) -> dict[str, str]:
        """The SI units of coordinates, states and efforts, where they have units."""
        entries: tuple[Entry, ...] = (*self.model.coordinates, *self.model.states, *self.model.efforts)
        return {one.name: _si(one.unit) for one in entries if one.unit}

    @property
    def u(self) -> Array:
        """Inputs, their first and their second derivatives, at the time of the context."""
        return self.inputs(self.t)

    def inputs(self, t: float) -> Array:
        """Inputs, their first and their second derivatives at a time; those of held inputs are zero."""
        return _inputs_at(self.model, self.physics, self.p, t, self.tables, self.given)

    def speeds(self, qd: Array) -> tuple[Value, ...]:
        """The speeds that are not zero, nor rounding relative to the others."""
        size = np.abs(qd) / self.scale
        some = np.flatnonzero(size > NOTHING * size.max(initial=0.0))
        shown = tuple(equal(f"{self.names[i]}'", float(qd[i]), 4) for i in some[:SHOWN])
        return (*shown, "…") if len(some) > SHOWN else shown

    @property
    def input_messages(self) -> tuple[Message, ...]:
        """The values of the inputs in the units of the model, one after the other."""
        units = display_units(self.model)
        return tuple(
            equal(one.name, units[one.name].from_si(float(u)), unit=units[one.name].text)
            for one, u in zip(self.model.inputs, self.u, strict=False)
        )

    @property
    def on_inputs(self) -> tuple[Message, ...]:
        """Messages about the inputs: taken at the start time, or held at given values."""
        shown = dict(zip((one.name for one in self.model.inputs), self.input_messages, strict=True))
        timed = tuple(one for name, one in shown.items() if name not in self.given)
        given = tuple(one for name, one in shown.items() if name in self.given)
        remarks = [say("inputs_at_time", t=Quantity(self.t), values=timed)] if timed else []
        return (*remarks, *([say("inputs_given", values=given)] if given else []))

    def statics(self, z: Array, u: Array) -> Blocks:
        """The static equations of z = (q, s, e, lam) under inputs u."""
        return self.physics.statics(self.t, z, u[: len(self.model.inputs)], self.p)


def analysis_context(
    model: Model, physics: ModelFunctions | None = None, inputs: Mapping[str, Any] | None = None
) -> AnalysisContext:
    """The context of a model at its start time, with some inputs held at given values.

    `physics` may be the functions of the same model with other parameter values.
    """
    model = with_finer_sums(model, FINER_SUMS)
    _refuse_sampled(model)
    _refuse_delays(model)
    refuse_dependent_forces(model, ACTING - {"work"})
    given = input_values(model, inputs or {})
    values = values_of(model)
    physics = ModelFunctions(model) if physics is None else physics
    t = run_numbers(model).t_start or 0.0
    p, tables = np.array(values.vector()), _tables(model, t, given)
    u = _inputs_at(model, physics, p, t, tables, given)
    acting = {one.name: float(value) for one, value in zip(model.inputs, u, strict=False)}
    return AnalysisContext(
        model=model,
        physics=physics,
        p=p,
        t=t,
        tables=tables,
        scales=scales_of(model, values, acting),
        angles=angles_of(model),
        jumping=_has_jumps(model),
        given=given,
    )


def _inputs_at(
    model: Model,
    physics: ModelFunctions,
    p: Array,
    t: float,
    tables: Mapping[int, PiecewisePolynomial],
    given: Mapping[str, float],
) -> Array:
    """Inputs, their first and their second derivatives at a time; those of held inputs are zero."""
    sampled = np.zeros((3, len(model.inputs)))
    for i, table in tables.items():
        sampled[:, i] = table.at(np.array([t]))[0]
    u = physics.inputs(t, p, sampled.ravel()).reshape(3, -1)
    for i, one in enumerate(model.inputs):
        if one.name in given:
            u[:, i] = given[one.name], 0.0, 0.0
    return u.ravel()


def _refuse_sampled(model: Model) -> None:
    """Raise if a model has sampled values, which are no functions of the state."""
    for one in model.sampled[:1]:
        message = say("analysis_sampled", name=Name(one.name))
        hint = "simulate the model, or give the sampled value as an input or under [work]"
        raise ModelError((flaw_at(one.location, rule="unable", message=message, hint=hint),))


def _refuse_delays(model: Model) -> None:
    """Raise if a model has delayed values: its state then includes a past, and is infinite-dimensional."""
    for delay in delays_of(model):
        one = model.inputs[delay]
        message = say("analysis_delayed", name=Name(one.name))
        hint = "simulate the model; for a short delay write x - tau*x' in place of delay(x, tau)"
        raise ModelError((flaw_at(one.location, rule="unable", message=message, hint=hint),))


def refuse_dependent_forces(model: Model, roles: frozenset[str]) -> None:
    """Raise where expressions in some roles contain multipliers, contact forces or accelerations."""
    for used in used_results(model, roles):
        message = say("analysis_dependent_force", name=Name(used.name))
        hint = "use simulate; for small motions use constant values of these forces"
        raise ModelError((used.flaw("unable", message, hint),))


def without_inputs(context: AnalysisContext) -> AnalysisContext:
    """The context with every input held at zero."""
    return replace(context, given={one.name: 0.0 for one in context.model.inputs})


def _tables(model: Model, t: float, given: Mapping[str, float]) -> dict[int, PiecewisePolynomial]:
    samples, flaws = samples_of(model)
    if flaws:
        raise ModelError(flaws)
    samples = tuple(one for one in samples if one.name not in given)
    refuse_beyond(samples, t, t)
    places = {one.name: i for i, one in enumerate(model.inputs)}
    return {places[samples.name]: piecewise_polynomial(samples) for samples in samples}


def _has_jumps(model: Model) -> bool:
    """Whether the expressions of the forces contain functions with jumps or kinks."""
    uses = (use for use in survey(model).uses if use.role in MAKING)
    nodes_of_laws = (node for use in uses for node in nodes(use.expression.root))
    return any(
        isinstance(node, Call) and (node.function in JUMPS or node.function not in FUNCTIONS)
        for node in nodes_of_laws
    )


def _si(unit: str) -> str:
    """The unit as it is written, if it is SI, else its SI unit."""
    return unit if unit_of(unit).coherent else si_text(unit)

"""Delayed values: `delay(x, tau)` in an expression becomes an input that a run takes from its own past."""

from __future__ import annotations

from dataclasses import replace

from dalembert._expression.expression import Expression
from dalembert._expression.source import Source
from dalembert._model import records as r
from dalembert._model.result_units import rate_unit
from dalembert._model.units import si_text
from dalembert._text.elaborate import DelayedName


def with_delays(model: r.Model, delays: dict[str, tuple[DelayedName, Source]]) -> r.Model:
    """The model with an input for every delayed value in its expressions."""
    if not delays:
        return model
    units = {one.name: one.unit for one in with_past(model)}
    made = tuple(
        r.Input(
            name=name,
            law=r.Delay(of=delay.of, order=delay.order, by=Expression(delay.by, source)),
            unit=_unit(units.get(delay.of, ""), delay.order),
            location=source,
            origin=r.Origin(path=source.where, part="delay"),
        )
        for name, (delay, source) in delays.items()
    )
    return replace(model, inputs=(*model.inputs, *made))


def _unit(unit: str, order: int) -> str:
    """The SI unit of a coordinate, or of its rate."""
    if not unit:
        return ""
    return rate_unit(si_text(unit), order) if order else si_text(unit)


def delays_of(model: r.Model) -> dict[int, r.Delay]:
    """The delayed values of a model by their indices among the inputs."""
    return {i: one.law for i, one in enumerate(model.inputs) if isinstance(one.law, r.Delay)}


def user_inputs(model: r.Model) -> tuple[r.Input, ...]:
    """The inputs of the section [inputs]."""
    return tuple(one for one in model.inputs if not isinstance(one.law, r.Delay))


def with_past(model: r.Model) -> tuple[r.Coordinate | r.State, ...]:
    """The quantities that can be delayed."""
    return (*model.coordinates, *model.states)


def before_of(model: r.Model, name: str) -> r.Before | None:
    """The history of a coordinate or state before the start of a run."""
    return next((one.before for one in with_past(model) if one.name == name), None)

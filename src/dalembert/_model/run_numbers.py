"""The settings of a run as numbers: t_end = "20*pi/omega" with the values that the parameters have."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._expression.expression import Expression
from dalembert._model.records import Model, RunSettings, Setting, Value, settings_in
from dalembert._model.values import parameter_values, value_in

WHOLE = 1e-9  # tolerance of a count of samples that must be whole
LARGE = 1e15


@dataclass(frozen=True, slots=True, kw_only=True)
class RunNumbers:
    """Settings of a run as numbers; None where one is not given, or a parameter in it has no value."""

    t_start: float | None
    t_end: float | None
    dt: float | None
    samples: float | None


def run_numbers(model: Model, settings: RunSettings | None = None) -> RunNumbers:
    """The settings of a model, or other ones with the values of its parameters."""
    wanted = model.simulate if settings is None else settings
    numbers = {key: _number(value, model) for key, value in settings_in(wanted)}
    count = numbers["samples"]
    whole = count is not None and abs(count) < LARGE and abs(count - round(count)) <= WHOLE
    return RunNumbers(**(numbers | {"samples": round(count) if count is not None and whole else count}))


def _number(value: Setting, model: Model) -> float | None:
    if isinstance(value, str):
        raise TypeError(value)  # texts are parsed where settings are merged
    if not isinstance(value, Expression):
        return value
    return value_in(Value(expression=value), parameter_values(model))

"""Inputs given from outside a model, instead of its own laws: numbers, expressions, tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, NoReturn

from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.suggest import nearest
from dalembert._model.build import build_inputs
from dalembert._model.delays import user_inputs
from dalembert._model.plain import plain_values
from dalembert._model.records import Model
from dalembert._text.written import Written

LABELS = ("unit", "text", "symbol")
FUNCTIONS = (FunctionType, BuiltinFunctionType, MethodType, partial)


def with_inputs(model: Model, given: Mapping[str, Any]) -> Model:
    """The model with other laws of some of its inputs, read as entries of [inputs] would be.

    A table is a pair (times, values) of sequences, an array of two columns, or a mapping with `times`,
    `values` and `interpolate`; its values are in the unit of the input, as a number is.
    """
    if not given:
        return model
    refuse_strangers(model, given)
    written = plain_values(model)["inputs"]
    entries = {name: _entry(name, written[name], law) for name, law in given.items()}
    made, form = build_inputs(Written(values={"inputs": entries}), entries)
    errors = tuple(flaw for flaw in form if flaw.severity == "error")
    if errors:
        raise ModelError(errors)
    return replace(
        model, inputs=tuple(replace(i, law=made[i.name].law) if i.name in made else i for i in model.inputs)
    )


def refuse_strangers(model: Model, given: Mapping[str, Any]) -> None:
    """Raise where a given name is no input of the model."""
    known = [entry.name for entry in user_inputs(model)]
    flaws = []
    for name in given:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean `{near}`?" if near else f"the inputs are {', '.join(known) or 'none'}"
            message = f"there is no input `{name}`"
            flaws.append(Flaw(rule="input", severity="error", where="inputs", message=message, hint=hint))
    if flaws:
        raise ModelError(tuple(flaws))


def _entry(name: str, written: Any, law: Any) -> dict[str, Any]:
    """An entry of [inputs] with the unit and the texts that it had."""
    labels = {key: written[key] for key in LABELS if key in written} if isinstance(written, Mapping) else {}
    if isinstance(law, Mapping):
        return {**law, **labels}
    if isinstance(law, Iterable) and not isinstance(law, str):
        return _table(name, tuple(law)) | labels
    if isinstance(law, FUNCTIONS):
        hint = "functions are sampled for a run: simulate(…, variation=Variation(inputs={…}))"
        _refuse_law(name, "is a function", hint)
    return {"value": law} | labels


def _table(name: str, given: tuple[Any, ...]) -> dict[str, Any]:
    """Samples from a pair (times, values), or from the rows of two columns."""
    if len(given) == 2:
        return {"times": given[0], "values": given[1]}
    rows = [tuple(row) for row in given if isinstance(row, Iterable) and not isinstance(row, str)]
    if not rows or len(rows) < len(given) or any(len(row) != 2 for row in rows):
        _refuse_law(name, "is no table", "give a pair (times, values), or an array of two columns")
    return {"times": [t for t, _ in rows], "values": [value for _, value in rows]}


def _refuse_law(name: str, message: str, hint: str) -> NoReturn:
    flaw = Flaw(
        rule="input", severity="error", where="inputs", message=f"the input `{name}` {message}", hint=hint
    )
    raise ModelError((flaw,))

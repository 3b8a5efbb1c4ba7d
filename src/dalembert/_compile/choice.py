"""Which plant a model has, that of mechanics where it is regular, else the general one; values put into it.

`bind` is the one door by which values enter: of parameters, and of inputs from tables. A plant is made once
for all models that differ only in values: run again with other ones, nothing is printed, parsed, checked or
lowered.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from dalembert._compile.general import General
from dalembert._compile.interface import AnyDynamics, CompiledModel
from dalembert._compile.plant import Plant, written
from dalembert._compile.tables import Piecewise
from dalembert._expression.source import ModelError
from dalembert._model.records import Model
from dalembert._model.structures import StructureCache
from dalembert._model.values import Values, parameter_values
from dalembert._structure.diagnosis import diagnosed
from dalembert._structure.offsets import offsets
from dalembert._structure.signature import signature

Made = TypeVar("Made")
REMEMBERED = 64  # plants
_plants: OrderedDict[tuple[str, ...], Any] = OrderedDict()  # a key tells which kind of plant it is of
_texts: StructureCache[str] = StructureCache(REMEMBERED)


def plant_of(model: Model) -> CompiledModel:
    """The plant of a model; the same for models that differ only in values. Raises what has no solution."""

    def make() -> CompiledModel:
        made = Plant(model)
        return made if made.regular else _general(model)

    return _remembered(_key("", model), make)


def remembered(name: str, model: Model, make: Callable[[], Made]) -> Made:
    """A plant made of a model in some way: once for all models that differ only in values."""
    return _remembered(_key(name, model), make)


def _remembered(key: tuple[str, ...], make: Callable[[], Made]) -> Made:
    """The plant of a key, made if there is none; those that were not used for longest are forgotten."""
    made: Made = _plants[key] if key in _plants else make()
    _plants[key] = made
    _plants.move_to_end(key)
    while len(_plants) > REMEMBERED:
        _plants.popitem(last=False)
    return made


def _key(name: str, model: Model) -> tuple[str, ...]:
    """What models share that are solved in the same way: their text, and which parameters are zero.

    A zero may take a pivot away, or an inertia.
    """
    zero = (name for name, value in parameter_values(model).items() if value == 0)
    return name, _texts.get(model, lambda model: "\n".join(written(model))), *zero


def forget() -> None:
    """Forget all plants: the next run lowers its model anew."""
    _plants.clear()
    _texts.clear()


def bind(compiled: CompiledModel, values: Values, tables: tuple[Piecewise, ...] = ()) -> AnyDynamics:
    """A compiled model with the values of its parameters, and tables of the inputs that have one."""
    return compiled.bind(values.vector(), tables)


def _general(model: Model) -> General:
    found = signature(model)
    square = len(found.equations) == len(found.unknowns)
    own = offsets(found.orders, len(found.unknowns), len(model.coordinates)) if square else None
    if own is None:
        raise ModelError(diagnosed(model, found))
    return General(model, found, own)

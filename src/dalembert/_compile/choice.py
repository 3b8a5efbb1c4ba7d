"""Which plant a model has: that of mechanics where it is regular, else the general one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.dynamics import Dynamics
from dalembert._compile.general import General, GeneralDynamics
from dalembert._compile.plant import Plant, written
from dalembert._compile.tables import Piecewise
from dalembert._expression.source import ModelError
from dalembert._model.records import Model
from dalembert._model.values import parameter_values
from dalembert._structure.diagnosis import diagnosed
from dalembert._structure.offsets import offsets
from dalembert._structure.signature import signature

REMEMBERED = 64  # plants
_plants: OrderedDict[str, Plant | General] = OrderedDict()
_last: list[tuple[Model, Plant | General]] = []  # the same model again is not written down again


def plant_of(model: Model) -> Plant | General:
    """The plant of a model; the same for models that differ only in values. Raises what has no solution."""
    if _last and replace(_last[0][0], simulate=model.simulate) == model:
        return _last[0][1]
    key = _key(model)
    found = _plants.get(key)
    if found is None:
        made = Plant(model)
        found = made if made.regular else _general(model)
    _remember(key, found)
    _last[:] = [(model, found)]
    return found


def _remember(key: str, plant: Plant | General) -> None:
    """Keep a plant as the one that was used last; those that were not used for longest are forgotten."""
    _plants[key] = plant
    _plants.move_to_end(key)
    while len(_plants) > REMEMBERED:
        _plants.popitem(last=False)


def softened(model: Model, dynamics: Dynamics | GeneralDynamics) -> Dynamics | GeneralDynamics:
    """The dynamics of a model whose constraints depend on one another, with pivots that never vanish."""
    if isinstance(dynamics, GeneralDynamics):
        return dynamics
    plant = remembered("soft", model, lambda: Plant(model, soft=True))
    return dynamics_with(plant, dynamics.p, dynamics.tables)


def remembered(name: str, model: Model, make: Callable[[], Plant]) -> Plant:
    """A plant made of a model in some way: once for all models that differ only in values."""
    key = f"{name}\n{_key(model)}"
    found = _plants.get(key)
    made = found if isinstance(found, Plant) else make()
    _remember(key, made)
    return made


def _key(model: Model) -> str:
    """What models share that are solved in the same way: their text, and which parameters are zero."""
    zero = (name for name, value in parameter_values(model).items() if value == 0)
    return "\n".join((*written(model), *zero))


def dynamics_with(
    plant: Plant | General, p: NDArray[np.float64], tables: tuple[Piecewise, ...] = ()
) -> Dynamics | GeneralDynamics:
    """A plant with values."""
    if isinstance(plant, General):
        return GeneralDynamics(plant, p, tables)
    return Dynamics(plant, p, tables)


def _general(model: Model) -> General:
    found = signature(model)
    square = len(found.equations) == len(found.unknowns)
    own = offsets(found.orders, len(found.unknowns), len(model.coordinates)) if square else None
    if own is None:
        raise ModelError(diagnosed(model, found))
    return General(model, found, own)

"""The compiled form of a model: a mechanical system where it is regular, else a DAE system; with its values.

`bind` is the one way to set values of parameters and of inputs from tables. A model is compiled
once for all models that differ only in values: run again with other ones, nothing is printed, parsed, checked
or lowered.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from dalembert._compile.interface import CompiledModel, Dynamics
from dalembert._compile.mechanical_system import MechanicalSystem, lines_of_model, outline_of_model
from dalembert._compile.native import forget_programs
from dalembert._compile.table_polynomials import Curve
from dalembert._expression.computing import no_cycle_search
from dalembert._expression.source import ModelError
from dalembert._lower.closed_system import closed_system
from dalembert._lower.explicit_efforts import with_explicit_efforts
from dalembert._lower.idle_conditions import idle_conditions
from dalembert._lower.lower import forget_systems
from dalembert._model.records import Model
from dalembert._model.structures import StructureCache
from dalembert._model.values import Values, parameter_values

Made = TypeVar("Made")
REMEMBERED = 64  # compiled models


@dataclass(frozen=True, slots=True, eq=False)
class _Key:
    """What models share that are solved in the same way: their text, and which parameters are zero.

    A zero may take a pivot away, or an inertia; conditions of joints may be idle for some values. Texts are
    written only where outlines are the same.
    """

    outline: tuple[str, ...]  # kind, names and tables, which parameters are zero, idle conditions
    model: Model

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.outline == other.outline and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.outline)

    @property
    def text(self) -> str:
        """The text of the model without values."""
        return _texts.get(self.model, lambda model: "\n".join(lines_of_model(model)))


_models: OrderedDict[_Key, Any] = OrderedDict()
_texts: StructureCache[str] = StructureCache(REMEMBERED)


def compiled_model(model: Model) -> CompiledModel:
    """The compiled model; the same for models that differ only in values. Raises what has no solution."""

    @no_cycle_search()
    def make() -> CompiledModel:
        made = MechanicalSystem(model)
        return made if made.regular else _general_dae(model)

    return _look_up(_key("", model), make)


def compiled_with_explicit_efforts(model: Model) -> CompiledModel:
    """The same, as mechanics where effort constraints give each unknown effort by itself."""

    def make() -> CompiledModel:
        whole = with_explicit_efforts(closed_system(model, inputs=False))
        made = MechanicalSystem(model, whole=whole) if whole is not None else None
        return made if made is not None and made.regular else compiled_model(model)

    return _look_up(_key("explicit efforts", model), make) if model.efforts else compiled_model(model)


def compile_once(name: str, model: Model, make: Callable[[], Made]) -> Made:
    """A model compiled in some way: once for all models that differ only in values."""
    return _look_up(_key(name, model), make)


def _look_up(key: _Key, make: Callable[[], Made]) -> Made:
    """The cached object of a key, made if it is new; the least recently used one is dropped."""
    made: Made = _models[key] if key in _models else make()
    _models[key] = made
    _models.move_to_end(key)
    while len(_models) > REMEMBERED:
        _models.popitem(last=False)
    return made


def _key(name: str, model: Model) -> _Key:
    """The key of a model that is compiled in some way."""
    zero = (name for name, value in parameter_values(model).items() if value == 0)
    idle = map(str, idle_conditions(model))
    return _Key((name, *outline_of_model(model), *zero, *idle), model)


def forget() -> None:
    """Forget all compiled models: the next run lowers its model anew."""
    _models.clear()
    forget_programs()
    forget_systems()
    _texts.clear()


def are_remembered(models: Iterable[object]) -> bool:
    """Whether all of some compiled models are still remembered."""
    known = {id(made) for made in _models.values()}
    return all(id(one) in known for one in models)


def bind(compiled: CompiledModel, values: Values, tables: tuple[Curve, ...] = ()) -> Dynamics:
    """A compiled model with the values of its parameters, and tables of the inputs that have one."""
    return compiled.bind(values.vector(), tables)


def _general_dae(model: Model) -> CompiledModel:
    """The compiled form of equations of any index, whose rooms most models do not need."""
    from dalembert._compile.dae_system import DAESystem
    from dalembert._structure.diagnosis import diagnose
    from dalembert._structure.offsets import offsets
    from dalembert._structure.signature import signature

    sigma = signature(model)
    square = len(sigma.equations) == len(sigma.unknowns)
    offsets_found = offsets(sigma.orders, len(sigma.unknowns), len(model.coordinates)) if square else None
    if offsets_found is None:
        raise ModelError(diagnose(model, sigma))
    return DAESystem(model, sigma, offsets_found)

"""Records read back from JSON objects: each field of its type, none missing and none unknown."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from types import NoneType
from typing import Any, TypeVar

from dalembert._simulate.lazy_value import known_value
from dalembert._simulate.motion import (
    Accuracy,
    ColumnError,
    ErrorCause,
    Extreme,
    Impact,
    Jump,
    Occurrence,
    Seconds,
    Settings,
    Touch,
    Worst,
)
from dalembert._simulate.work import Work

TYPES: dict[str, tuple[type, ...]] = {  # Python types of JSON values, by the types of fields
    "float": (float, int),
    "float | None": (float, int, NoneType),
    "int": (int,),
    "str": (str,),
    "tuple[str, ...]": (list,),
    "tuple[float, ...]": (list,),
    "list[Any]": (list,),
    "dict[str, Any] | None": (dict, NoneType),
}
ITEMS: dict[str, tuple[type, ...]] = {"tuple[str, ...]": (str,), "tuple[float, ...]": (float, int)}


@dataclass(frozen=True, slots=True)
class AccuracyObject:
    """The JSON object of an `Accuracy`."""

    achieved: float | None
    until: float | None
    visible: float | None
    worst: dict[str, Any] | None
    columns: list[Any]


@dataclass(frozen=True, slots=True)
class WorstObject:
    """The JSON object of a `Worst`."""

    name: str
    t: float
    cause: str


Record = TypeVar(
    "Record",
    Settings,
    Work,
    Seconds,
    Occurrence,
    Extreme,
    Impact,
    Jump,
    Touch,
    ColumnError,
    AccuracyObject,
    WorstObject,
)


def record_from(kind: type[Record], values: Any) -> Record:
    """A record from a JSON object; a ValueError where it does not fit."""
    types = {field.name: TYPES[str(field.type)] for field in fields(kind)}
    if not isinstance(values, dict) or values.keys() != types.keys():
        raise ValueError(kind.__name__)
    if any(type(value) not in types[name] for name, value in values.items()):
        raise ValueError(kind.__name__)
    items = {field.name: ITEMS[str(field.type)] for field in fields(kind) if str(field.type) in ITEMS}
    if any(type(item) not in items[name] for name in items for item in values[name]):
        raise ValueError(kind.__name__)
    return kind(**values | {name: tuple(values[name]) for name in items})


def accuracy_of(values: Any) -> Accuracy:
    """The claim of accuracy, with its worst instant and columns; a ValueError where it does not fit."""
    accuracy = record_from(AccuracyObject, values)
    where = None if accuracy.worst is None else record_from(WorstObject, accuracy.worst)
    return Accuracy(
        achieved=accuracy.achieved,
        until=accuracy.until,
        visible=accuracy.visible,
        worst_search=known_value(
            None if where is None else Worst(name=where.name, t=where.t, cause=ErrorCause(where.cause))
        ),
        column_search=known_value(tuple(record_from(ColumnError, one) for one in accuracy.columns)),
    )


def accuracy_object(accuracy: Accuracy) -> dict[str, Any]:
    """A claim of accuracy as a JSON object."""
    return asdict(
        AccuracyObject(
            achieved=accuracy.achieved,
            until=accuracy.until,
            visible=accuracy.visible,
            worst=None if accuracy.worst is None else asdict(accuracy.worst),
            columns=[asdict(one) for one in accuracy.columns],
        )
    )

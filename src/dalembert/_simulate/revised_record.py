"""A frozen record with other values of some fields, made quickly: a repeated run makes many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

Record = TypeVar("Record")
Slot = tuple[str, Callable[[Any], Any], Callable[[Any, Any], None]]


def revised(record: Record, **changes: Any) -> Record:
    """The record with other values, as by `dataclasses.replace`, of a class that checks nothing."""
    kind: Any = type(record)
    made: Record = object.__new__(kind)
    for name, get, put in _slots(kind):
        put(made, changes.pop(name) if name in changes else get(record))
    if changes:
        message = f"{kind.__name__} has no {', '.join(changes)}"
        raise TypeError(message)
    return made


@cache
def _slots(kind: Any) -> tuple[Slot, ...]:
    """How each field of a class is read and written."""
    if "__post_init__" in vars(kind):
        message = f"{kind.__name__} is made by its own rules"
        raise TypeError(message)
    slots = ((one.name, vars(kind)[one.name]) for one in fields(kind))
    return tuple((name, slot.__get__, slot.__set__) for name, slot in slots)

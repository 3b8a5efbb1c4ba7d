"""Numbers and lists of numbers in a model: values, samples of inputs, times of rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

from dalembert._expression.numbers import limit_digits
from dalembert._expression.tree import Number
from dalembert._model.records import Table
from dalembert._text.positions import Path

NO_NUMBER = (str, bool)
WHOLE, REAL, TABLE = (int, Integral), (float, Real), (dict, Mapping)  # the usual type is seen sooner


def number_of(value: Any) -> Number | None:
    """A number as given, whole numbers and fractions exact; None for anything else."""
    if isinstance(value, NO_NUMBER):
        return None
    if isinstance(value, WHOLE):
        return Number(limit_digits(int(value)))
    if isinstance(value, Fraction):
        return Number(limit_digits(value))
    return Number(float(value)) if isinstance(value, REAL) else None


def plain_copy(value: Any) -> Any:
    """An independent copy of nested mappings, lists and arrays with plain numbers.

    Anything else (an expression of SymPy, a fraction) is kept.
    """
    if isinstance(value, NO_NUMBER):
        return value
    if isinstance(value, TABLE):
        return {key: plain_copy(inner) for key, inner in value.items()}
    number = number_of(value)
    if number is not None:
        return number.value
    if isinstance(value, Sequence) or finite_numbers(value) is not None:
        return [plain_copy(one) for one in value]
    return value


def with_texts(values: dict[str, Any], texts: Mapping[Path, str | float]) -> dict[str, Any]:
    """Plain values with texts at some paths; the value of an entry may be the entry itself."""
    if not texts:
        return values
    made: dict[str, Any] = plain_copy(values)
    for path, text in texts.items():
        table: Any = made
        *above, last = path
        for i, key in enumerate(above):
            if not isinstance(table[key], dict | list):  # a value alone, instead of a table with it
                last = above[i]
                break
            table = table[key]
        table[last] = text
    return made


def finite_numbers(value: Any) -> tuple[float, ...] | None:
    """A list, a tuple or an array of finite numbers as floats; None for anything else, or an empty one."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        return None
    listed = tuple(value)
    if not listed or not all(isinstance(one, Real) and not isinstance(one, bool) for one in listed):
        return None
    numbers = tuple(float(one) for one in listed)
    return numbers if all(map(math.isfinite, numbers)) else None


def listed_samples(entry: Mapping[str, Any], way: str, refuse: Callable[[str, str, str], None]) -> Table:
    """Samples in the model itself; `refuse` is called with a key, a message and a hint."""
    columns = {key: finite_numbers(entry.get(key)) for key in ("times", "values")}
    for key, column in columns.items():
        if column is None:
            refuse(key, f"`{key}` must be a list of finite numbers", f"{key} = [0, 0.5, 1]")
    times, values = (column or () for column in columns.values())
    if times and values and len(times) != len(values):
        message = f"there are {len(times)} times and {len(values)} values"
        refuse("values", message, "give a value for each time")
    return Table(path="", time="times", column="values", interpolate=way, times=times, values=values)

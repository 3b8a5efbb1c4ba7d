"""What is varied, as it is written: `m=1:10:100`, `k=log:1e2:1e4:50`, `c=0,0.1,1`, `m=normal:1:0.1`.

NAME=FROM:TO:N                   N values at equal distances, both ends among them
NAME=log:FROM:TO:N               the same with equal ratios
NAME=a,b,c                       these values
NAME=a,b,c with OTHER=d,e,f      zipped: the first with the first, the second with the second
NAME=DISTRIBUTION:…              a variable that is sampled (`distributions.py`)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dalembert._expression.suggest import nearest
from dalembert._model.records import Model
from dalembert._sweep.distributions import DISTRIBUTIONS, checked_variable
from dalembert._sweep.named_values import si_number, target_of
from dalembert._sweep.records import Axis, Target, Variable, refusal

MOST_VALUES = 10_000_000  # on one axis
LONGEST = 1_000_000  # characters of one option
EXAMPLE = "write NAME=FROM:TO:N as m=1:10:100, NAME=log:1:100:5, or NAME=1,2,5"
_WITH = re.compile(r"\s+with\s+")


def axis_or_variables(model: Model, text: str) -> Axis | tuple[Variable, ...]:
    """One --over: an axis, zipped ones, or variables with distributions."""
    where = "--over"
    if len(text) > LONGEST:
        raise refusal(where, f"an axis is written in {len(text)} characters", "give its values as a --table")
    parts = _WITH.split(text.strip())
    read = [_part(model, part, f"{where} {part[:60]}") for part in parts]
    variables = [one for one in read if isinstance(one, Variable)]
    if variables:
        if len(read) > 1:
            raise refusal(
                f"{where} {text[:60]}", "a value with a distribution is zipped with nothing", "give it alone"
            )
        return tuple(variables)
    axes = [one for one in read if isinstance(one, Axis)]
    return zip_axes(axes, f"{where} {text[:60]}")


def zip_axes(axes: Sequence[Axis], where: str) -> Axis:
    """Axes of equal lengths as one."""
    lengths = {axis.names[0]: axis.length for axis in axes}
    if len(set(lengths.values())) > 1:
        counts = ", ".join(f"{name} has {count}" for name, count in lengths.items())
        raise refusal(where, f"zipped axes need equally many values, but {counts}", "make them equally long")
    return Axis(
        names=tuple(name for axis in axes for name in axis.names),
        kinds=tuple(kind for axis in axes for kind in axis.kinds),
        numbers=tuple(numbers for axis in axes for numbers in axis.numbers),
    )


def list_axis(name: str, values: Sequence[float]) -> Axis:
    """An axis of values that are given one by one, in SI units."""
    return Axis(names=(name,), kinds=("list",), numbers=(tuple(map(float, values)),))


def _part(model: Model, text: str, where: str) -> Axis | Variable:
    name, equals, values = (piece.strip() for piece in text.partition("="))
    if not equals or not name:
        raise refusal(where, f"`{text}` names nothing to vary", EXAMPLE)
    target = target_of(model, name, where)
    if not values:
        raise refusal(where, f"the axis of `{name}` is empty", EXAMPLE)
    word, colon, numbers = values.partition(":")
    if colon and word.strip() in DISTRIBUTIONS:
        return checked_variable(target, word.strip(), numbers.split(":"), where)
    if colon and word.strip() == "log":
        return _line(target, "log", numbers.split(":"), where)
    if colon and word.strip().isalpha() and word.strip() != "pi":
        near = nearest(word.strip(), (*DISTRIBUTIONS, "log"))
        hint = f"did you mean {near}?" if near else f"there are log, {', '.join(DISTRIBUTIONS)}"
        raise refusal(where, f"`{word.strip()}` is no kind of axis and no distribution", hint)
    if colon:
        return _line(target, "line", values.split(":"), where)
    return list_axis(
        name, [si_number(one.strip(), target, where) for one in _split_list(values, name, where)]
    )


def _split_list(text: str, name: str, where: str) -> list[str]:
    """The values between commas outside of brackets."""
    pieces, deep, first = [], 0, 0
    for i, c in enumerate(text):
        deep += (c in "([") - (c in ")]")
        if c == "," and not deep:
            pieces.append(text[first:i])
            first = i + 1
    pieces.append(text[first:])
    if not all(one.strip() for one in pieces):
        raise refusal(where, f"a value of `{name}` is missing between commas", EXAMPLE)
    return pieces


def _line(target: Target, kind: str, parts: Sequence[str], where: str) -> Axis:
    if len(parts) != 3:
        raise refusal(where, f"an axis of `{target.name}` takes FROM:TO:N, not {len(parts)} parts", EXAMPLE)
    low, high = (si_number(one.strip(), target, where) for one in parts[:2])
    count = _count(parts[2].strip(), target.name, where)
    if count == 1 and low != high:
        hint = f"write {target.name}={parts[0].strip()} for one value"
        raise refusal(where, f"one value of `{target.name}` cannot be both ends of the axis", hint)
    if kind == "log" and not low * high > 0:
        message = (
            f"an axis with equal ratios has no zero in it, but `{target.name}` goes from {low:g} to {high:g}"
        )
        raise refusal(where, message, "give two positive numbers, or leave `log:` out")
    return Axis(names=(target.name,), kinds=(kind,), numbers=((low, high, float(count)),))


def _count(text: str, name: str, where: str) -> int:
    """How many values an axis has."""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise refusal(where, f"`{text[:40]}` is no number of values of `{name}`", EXAMPLE)
    count = int(text)
    if count < 1:
        raise refusal(where, f"the axis of `{name}` is empty", "give one value at least")
    if count > MOST_VALUES:
        raise refusal(
            where,
            f"{count:.3g} values of `{name}` are more than an axis may have",
            f"give {MOST_VALUES:.0e} at most",
        )
    return count

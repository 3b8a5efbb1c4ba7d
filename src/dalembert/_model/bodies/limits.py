"""Limits of the value q of a joint, low ≤ q ≤ high: two contacts, each with a gap that is not negative.

    q − low ≥ 0,     high − q ≥ 0

At a limit the joint stops, or rebounds with its speed times the `restitution`. A closed stop acts on the
value of the joint with the force of its contact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isinf, pi
from typing import Any

from dalembert._expression.source import flaw_at
from dalembert._model.bodies.amounts import AmountReader
from dalembert._model.bodies.records import Joint, Limits
from dalembert._model.bodies.texts import Text, fill, with_suffix
from dalembert._model.entry_reader import EntryReader
from dalembert._model.given_numbers import number_of
from dalembert._model.units import UnitFault, unit_of
from dalembert._text.positions import Path

EXAMPLE = "limits = [-1.5, 1.5]"
SHOWN = 8  # the most names in a note


def limits_of(
    amounts: AmountReader, path: Path, entry: Mapping[str, Any], units: tuple[str, ...] | None
) -> Limits | None:
    """The limits of a joint with coordinates in some units; None where it has none."""
    read, value = amounts.read, entry.get("limits")
    if value is None:
        if "restitution" in entry:
            message = "`restitution` is for joints with limits"
            read.flaw((*path, "restitution"), "missing-key", message, f"add {EXAMPLE}, or delete it")
        return None
    here: Path = (*path, "limits")
    if units is None or len(units) != 1:
        message = f"limits are for joints with one angle or distance, which `{path[-1]}` is not"
        read.flaw(here, "value", message, "delete limits, or write [contacts] of your own")
        return None
    if not isinstance(value, list | tuple) or len(value) != 2:
        read.flaw(here, "value", "`limits` needs two values, low and high", f"write {EXAMPLE}")
        return None
    numbers = [_number(one) for one in value]
    low, high = numbers
    if low is not None and high is not None and not low < high:
        message = f"the lower limit {low:g} is not below the upper one {high:g}"
        read.flaw(here, "value", message, f"write the smaller value first: {EXAMPLE}")
        return None
    ends = tuple(
        None if number is not None and isinf(number) else amounts.amount((*here, i), one, units[0])
        for i, (one, number) in enumerate(zip(value, numbers, strict=True))
    )
    rebound = entry.get("restitution")
    return Limits(
        low=ends[0],
        high=ends[1],
        restitution=amounts.amount((*path, "restitution"), rebound, "1") if rebound is not None else None,
    )


def contacts_of(joint: Joint, value: Text) -> dict[str, dict[str, Text]]:
    """The contacts of the limits of a joint, by their names, from its value."""
    limits = joint.limits
    if limits is None:
        return {}
    rebound = limits.restitution if limits.restitution is not None else Text("0")
    contacts = {}
    if limits.low is not None:
        contacts[with_suffix(joint.name, "lower")] = fill("{q} - ({a})", q=value, a=limits.low)
    if limits.high is not None:
        contacts[with_suffix(joint.name, "upper")] = fill("({b}) - ({q})", q=value, b=limits.high)
    return {name: {"gap": gap, "restitution": rebound} for name, gap in contacts.items()}


def refuse_wide_limits(
    read: EntryReader, joint: Joint, parameters: Mapping[str, tuple[dict[str, Any], Path]]
) -> None:
    """Refuse limits of an angle beyond half a turn where only its sine and cosine are known."""
    for end in (joint.limits.low, joint.limits.high) if joint.limits is not None else ():
        entry = parameters[end.text][0] if end is not None and end.text in parameters else {}
        number = number_of(entry.get("value", 0))
        try:
            unit = unit_of(str(entry.get("unit", "")) or "1")
        except UnitFault:
            continue  # reported where the limits are read
        if number is not None and abs(unit.si(float(number.value))) >= pi:
            message = f"the limits of `{joint.name}` are beyond half a turn; bodies in space count no turns"
            hint = 'write coordinates = "joint" under [bodies]'
            read.flaw((*joint.path, "limits"), "value", message, hint)
            return


def stops_of(joint: Joint) -> Text:
    """The effort of the stops on the value of a joint: the force of the lower minus that of the upper one."""
    limits = joint.limits
    low = (
        f"contact_{with_suffix(joint.name, 'lower')}" if limits is not None and limits.low is not None else ""
    )
    high = (
        f" - contact_{with_suffix(joint.name, 'upper')}"
        if limits is not None and limits.high is not None
        else ""
    )
    return Text(f"({low}{high})")


def say_rebounds(read: EntryReader, joints: Iterable[Joint]) -> None:
    """Note that joints without a restitution stop at their limits."""
    silent = [one for one in joints if one.limits is not None and one.limits.restitution is None]
    if not silent:
        return
    names = ", ".join(one.name for one in silent[:SHOWN]) + (", …" if len(silent) > SHOWN else "")
    message = f"at their limits these joints stop without coming back, restitution = 0: {names}"
    hint = "give a restitution from 0 to 1 beside the limits"
    location = read.location(silent[0].path)
    read.flaws.append(flaw_at(location, rule="limits", message=message, hint=hint, severity="note"))


def _number(value: Any) -> float | None:
    if isinstance(value, float) and isinf(value):
        return value
    number = number_of(value)
    return float(number.value) if number is not None else None

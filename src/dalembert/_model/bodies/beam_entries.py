"""The keys of a body that is a beam: its stiffness and the number of its segments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._expression.written_tree import Subscript
from dalembert._model.bodies.amounts import AmountReader
from dalembert._model.bodies.records import Beam, Vector
from dalembert._model.bodies.texts import Text
from dalembert._text.budget import TOKENS
from dalembert._text.grammar import parse_written
from dalembert._text.lexer import TextFault, tokens
from dalembert._text.positions import Path

BEAM = ("stiffness", "segments")
MOST = 1000  # the most segments of a beam
STIFFNESS = "N m^2"


def beam_of(
    amounts: AmountReader, path: Path, entry: Mapping[str, Any], shape: tuple[str, Vector] | None
) -> Beam | None:
    """The beam of a body, None for any other shape; missing keys are reported."""
    read = amounts.read
    if shape is None or shape[0] != "beam":
        wrong = next((key for key in BEAM if key in entry), "")
        if wrong:
            message = f"`{wrong}` is a key of beams"
            read.flaw((*path, wrong), "value", message, 'add shape = { beam = "L" }, or delete it')
        return None
    for key in BEAM:
        if key not in entry:
            example = '"EI"' if key == "stiffness" else "8"
            read.flaw(path, "missing-key", f"the beam `{path[-1]}` needs `{key}`", f"add {key} = {example}")
            return None
    for key in ("points", "centre"):
        if key in entry:
            message = f"the beam `{path[-1]}` has the points origin and tip only"
            read.flaw((*path, key), "value", message, f"delete {key}")
            return None
    if any(isinstance(one, int | float) and one < 0 for one in _numbers(entry["stiffness"])):
        message = f"the stiffness of the beam `{path[-1]}` is negative"
        read.flaw((*path, "stiffness"), "value", message, "write 0 or more")
        return None
    stiffness = _stiffness(amounts, path, entry["stiffness"])
    segments = _segments(amounts, (*path, "segments"), entry["segments"])
    if stiffness is None or segments is None:
        return None
    moment = Text("0")
    if len(stiffness) == 3:
        if "inertia" not in entry or isinstance(entry["inertia"], list | tuple):
            message = f"the beam `{path[-1]}` twists, so it needs `inertia`, its moment about its axis"
            read.flaw(path, "missing-key", message, 'add inertia = "Jx", or give two stiffnesses [EIy, EIz]')
            return None
        moment = amounts.amount((*path, "inertia"), entry["inertia"], "kg m^2")
    elif "inertia" in entry:
        message = f"the inertia of the beam `{path[-1]}` is that of its mass along its length"
        read.flaw((*path, "inertia"), "value", message, "delete inertia")
        return None
    return Beam(length=shape[1][0], stiffness=stiffness, segments=segments, moment=moment)


def _numbers(value: Any) -> tuple[Any, ...]:
    """The entries of a vector, or a number alone; a quantity with a unit by its value."""
    entries = tuple(value) if isinstance(value, list | tuple) else (value,)
    return tuple(one.get("value") if isinstance(one, Mapping) else one for one in entries)


def _stiffness(amounts: AmountReader, path: Path, value: Any) -> Vector | None:
    here = (*path, "stiffness")
    if amounts.space == 2 and not isinstance(value, list | tuple):
        return (amounts.amount(here, value, STIFFNESS),)
    if amounts.space == 3 and isinstance(value, list | tuple) and len(value) in (2, 3):
        return amounts.vector(here, value, STIFFNESS, len(value))
    message = "the stiffness of a beam is EI in the plane, and [EIy, EIz] or [GJ, EIy, EIz] in space"
    hint = 'write stiffness = "EI"' if amounts.space == 2 else 'write stiffness = ["EI", "EI"]'
    amounts.read.flaw(here, "value", message, hint)
    return None


def _segments(amounts: AmountReader, path: Path, value: Any) -> int | None:
    """The number of segments: a whole number, or an expression of parameters with whole values."""
    read, text = amounts.read, str(value)
    hint = "write segments = 8, or the name of a parameter with a whole value"
    if isinstance(value, bool) or not isinstance(value, int | str):
        read.flaw(path, "value", "`segments` is a whole number", hint)
        return None
    try:
        tree = parse_written(tokens(f"n[{text}]", TOKENS))
        name = read.elaborator.member(tree) if isinstance(tree, Subscript) else ""
    except TextFault as fault:
        read.flaw(path, "value", f"`segments` is a whole number: {fault.message}", hint)
        return None
    if not name:
        read.flaw(path, "value", "`segments` is a whole number", hint)
        return None
    count = int(name.partition("[")[2].rstrip("]").partition(",")[0])
    if not 1 <= count <= MOST:
        read.flaw(path, "value", f"a beam has 1 to {MOST} segments, not {count}", hint)
        return None
    return count

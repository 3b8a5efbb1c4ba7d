"""Values in the sections of bodies: expressions, numbers as parameters, and vectors of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from typing import Any

from dalembert._expression.functions import CONSTANTS
from dalembert._expression.written_tree import member_name
from dalembert._model.bodies.degrees import say_degrees
from dalembert._model.bodies.records import Vector
from dalembert._model.bodies.texts import Text, canonical, replace_names
from dalembert._model.entry_reader import EntryReader
from dalembert._model.given_numbers import number_of
from dalembert._text.budget import TOKENS
from dalembert._text.grammar import parse_written
from dalembert._text.lexer import TextFault, tokens
from dalembert._text.positions import Path
from dalembert._text.printer import print_tree
from dalembert._text.tensors import Tensor

_NAME = re.compile(r"(?<![\w.])[^\W\d][\w.]*(?![\w.]|\s*\()")  # a name, with or without dots, but no function
_ZERO = re.compile(r"\s*-?\s*0+(\.0*)?([eE][+-]?\d+)?\s*")  # the number zero, in any notation
_LETTER = re.compile(r"\[[^\]]*[^\W\d][^\]]*\]")  # the indices of a family


class AmountReader:
    """Reads values; numbers among them become parameters named after their entries."""

    def __init__(self, read: EntryReader, space: int) -> None:
        self.read = read
        self.space = space
        self.parameters: dict[str, tuple[dict[str, Any], Path]] = {}
        self.parsed: set[Path] = set()
        self.quantities: dict[tuple[str, str], Path] = {}  # expressions and the units that they must have

    def amount(self, path: Path, value: Any, unit: str = "") -> Text:
        """The text of an expression, a number in SI, or { value, unit }; 0 and a flaw for anything else.

        A number, also in quotes, becomes a parameter named after its entry, as crank.mass; 0 stays 0.
        """
        if isinstance(value, Mapping):
            self.read.keys(path, value, ("value", "unit"))
            if "value" not in value:
                hint = '{ value = 800, unit = "g" }'
                self.read.flaw(path, "missing-key", "`value` is missing", f"write {path[-1]} = {hint}")
                return Text("0")
            made = self._parameter(path, dict(value))
            if "unit" in value:
                self.expect(path, made.text, unit)
            return made
        number = number_of(value)
        if number is not None and number.value == 0:
            return Text("0", self._offsets(path, "0"))
        if number is not None and unit == "rad":
            say_degrees(self.read, path, value)
        if number is not None:
            return self._parameter(path, {"value": value} | ({"unit": unit} if unit else {}))
        if not isinstance(value, str):
            self.read.flaw(path, "value", "expected an expression in quotes or a number", 'for example "m1"')
            return Text("0")
        return self._expression(path, value, unit)

    def _expression(self, path: Path, value: str, unit: str) -> Text:
        """An expression; one without names is treated as a number."""
        try:
            if path not in self.parsed:  # once for all members of a family
                parse_written(tokens(value, TOKENS))
            text = self.of_member(path, value)
        except TextFault as fault:
            self.read.flaw_in(
                path, value, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint
            )
            return Text("0")
        if _ZERO.fullmatch(text.text):
            return Text("0", self._offsets(path, "0"))
        if unit and not {*_NAME.findall(text.text)} - CONSTANTS.keys():
            varies = not self.read.indices.keys().isdisjoint(_NAME.findall(value))
            members = tuple(self.read.indices.values()) if varies else ()
            made = self._parameter(path, {"value": text.text if varies else value, "unit": unit}, members)
            self.expect(path, made.text, unit)
            return made
        if path not in self.parsed:
            self.expect(path, text.text, unit)
        self.parsed.add(path)
        return text

    def of_member(self, path: Path, value: str) -> Text:
        """A text with the indices of the current member substituted; an `if` on them is decided."""
        text = Text(value, self._offsets(path, value))
        indices = self.read.indices
        if not indices:
            return text
        if "if" in value:
            number = self.read.elaborator.value(parse_written(tokens(value, TOKENS)), indices)
            if not isinstance(number, Tensor):
                return Text(print_tree(number))
        return replace_names(
            text, {name: str(one) if one >= 0 else f"({one})" for name, one in indices.items()}
        )

    def of(self, read: EntryReader) -> AmountReader:
        """The same reader for a member of a family."""
        reader = copy(self)
        reader.read = read
        return reader

    def expect(self, path: Path, text: str, unit: str) -> None:
        """Require a unit of an expression; its first occurrence is kept for the message."""
        if unit:
            self.quantities.setdefault((text, unit), path)

    def _offsets(self, path: Path, text: str) -> tuple[int, ...]:
        offsets = tuple(self.read.written.value_source(path, text).offsets)
        return offsets[: len(text)] if len(offsets) >= len(text) else ()

    def _parameter(self, path: Path, entry: dict[str, Any], members: tuple[int, ...] = ()) -> Text:
        name = parameter_name(path, members)
        self.parameters[name] = (entry, path)
        return Text(name)

    def number(self, path: Path, value: float, unit: str) -> Text:
        """A number that a file gives for an entry, as a parameter; 0 stays 0."""
        return self._parameter(path, {"value": value, "unit": unit}) if value else Text("0")

    def formula(self, path: Path, text: Text, unit: str, members: tuple[int, ...] = ()) -> Text:
        """A parameter named after an entry, whose value is an expression of other parameters."""
        name = parameter_name(path, members)
        self.parameters[name] = ({"value": text, "unit": unit}, path)
        return Text(name)

    def vector(self, path: Path, value: Any, unit: str = "", count: int = 0) -> Vector:
        """A list with a component for each direction of space."""
        count = count or self.space
        if not isinstance(value, list | tuple) or len(value) != count:
            example = ", ".join(["0"] * (count - 1) + ['"a"'])
            where = "in the plane" if count == 2 else "in space" if count == 3 else "here"
            message = f"`{path[-1]}` needs {count} components {where}"
            self.read.flaw(path, "vector", message, f"write {path[-1]} = [{example}]")
            return (Text("0"),) * count
        return tuple(self.amount((*path, i), one, unit) for i, one in enumerate(value))


def plain_number(value: Any) -> float | None:
    """The number of a value, with or without a unit; None for an expression."""
    number = number_of(value.get("value") if isinstance(value, Mapping) else value)
    return float(number.value) if number is not None else None


def parameter_name(path: Path, members: tuple[int, ...] = ()) -> str:
    """The name of the parameter for a number in a section: crank.mass, crank.points.A[1].

    Those of the mesh that a mass is given by are named after the body: crank.density. With `members`, that of
    one member of a family: link.mass[3], link.points.A[3,1].
    """
    words = [str(one) for one in path[1:] if isinstance(one, str) and one != "at"]
    if len(words) > 2 and words[1] == "mass":
        del words[1]
    if words[-1] == "centre":
        words.insert(-1, "points")  # crank.centre is the position of the mass centre
    indices = [*members, *(one + 1 for one in path if isinstance(one, int))]
    if "[" in words[0]:
        words[0] = _LETTER.sub("", words[0])  # of all members, unless they are counted
    name = canonical(".".join(words))
    return member_name(name, tuple(indices)) if indices else name

"""Elements of an XML file, read within a budget: no document types, no entities, no external files."""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from dalembert._expression.source import Flaw, ModelError
from dalembert._text.budget import FILE_BYTES
from dalembert._text.lexer import TextFault

Vector = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Element:
    """An element of the file: its name, attributes, line, and child elements."""

    name: str
    attributes: dict[str, str]
    line: int
    inner: list[Element] = field(default_factory=list)

    def first(self, name: str) -> Element | None:
        """The first child element with a name."""
        return next((one for one in self.inner if one.name == name), None)

    def all(self, name: str) -> Iterator[Element]:
        """All child elements with a name."""
        return (one for one in self.inner if one.name == name)


class XmlReader:
    """Reads one file of a format; collects flaws and remarks."""

    def __init__(self, form: str, name: str) -> None:
        """`form` is the rule name of its flaws, `name` the name of the file."""
        self.form = form
        self.name = name
        self.errors: list[Flaw] = []
        self.notes: list[Flaw] = []

    def root(self, text: str, name: str, hint: str, depth: int) -> Element:
        """The root element, which must have the name; ModelError otherwise."""
        raw = text.encode("utf-8")
        if len(raw) > FILE_BYTES:
            self.refuse(f"the file has more than {FILE_BYTES} bytes", 0, "split it")
            raise ModelError(tuple(self.errors))
        parser = expat.ParserCreate("utf-8")
        stack: list[Element] = [Element("", {}, 0)]

        def begin(name: str, attributes: dict[str, str]) -> None:
            if len(stack) > depth:
                raise TextFault(self.form, "elements are nested too deep", (parser.CurrentLineNumber, 0))
            made = Element(name, attributes, parser.CurrentLineNumber)
            stack[-1].inner.append(made)
            stack.append(made)

        def refuse(*_: Any) -> None:
            message = "document types and entities are not read"
            raise TextFault(self.form, message, (parser.CurrentLineNumber, 0))

        parser.StartElementHandler = begin
        parser.EndElementHandler = lambda _: stack.pop()
        parser.StartDoctypeDeclHandler = refuse
        parser.EntityDeclHandler = refuse
        try:
            parser.Parse(raw, True)
        except expat.ExpatError as fault:
            self.refuse(f"this is no XML: {expat.ErrorString(fault.code)}", fault.lineno, "check the file")
        except TextFault as fault:  # located by its line
            self.refuse(fault.message, fault.span[0], "delete them")
        element = stack[0].first(name)
        if element is None and not self.errors:
            self.refuse(f"there is no element `{name}`", 1, hint)
        if element is None or self.errors:
            raise ModelError(tuple(self.errors))
        return element

    # -- values ----------------------------------------------------------------------------------

    def numbers(self, text: str, key: str, line: int, counts: Container[int], example: str) -> Vector:
        """The numbers of an attribute, in an allowed count; empty, with a flaw, where they are wrong."""
        try:
            numbers = tuple(float(one) for one in text.split())
        except ValueError:
            numbers = ()
        if len(numbers) not in counts or not all(map(math.isfinite, numbers)):
            what = "a number" if example.count(" ") == 0 else f'numbers as in {key}="{example}"'
            words = {"0 0 1": "three numbers"}.get(example, what)
            self.refuse(f"`{key}` needs {words}, but is `{text[:40]}`", line, f'{key}="{example}"')
            return ()
        return numbers

    # -- messages --------------------------------------------------------------------------------

    def refuse(self, message: str, line: int, hint: str) -> None:
        """Note an error at a line."""
        where = f"{self.name}:{line}" if line else self.name
        self.errors.append(Flaw(rule=self.form, severity="error", where=where, message=message, hint=hint))

    def say(self, message: str, hint: str) -> None:
        """Note a warning about what is not taken over, or is changed."""
        self.notes.append(Flaw(rule=self.form, severity="note", where=self.name, message=message, hint=hint))


def free_name(name: str, taken: Container[str]) -> str:
    """A name that is not in use."""
    made, number = name, 2
    while made in taken:
        made, number = f"{name}_{number}", number + 1
    return made


def plain_name(name: str) -> str:
    """A name with the characters of model names: letters, digits and underscores."""
    tidy = re.sub(r"\W", "_", name)
    return tidy if tidy.isidentifier() else f"_{tidy}"

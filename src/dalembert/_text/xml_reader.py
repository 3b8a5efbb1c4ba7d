"""Elements of an XML file, read within a budget: no document types, no entities, nothing from elsewhere."""

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
    """An element of the file: its name, attributes, line, and the elements in it."""

    name: str
    attributes: dict[str, str]
    line: int
    inner: list[Element] = field(default_factory=list)

    def first(self, name: str) -> Element | None:
        """The first element in it with a name."""
        return next((one for one in self.inner if one.name == name), None)

    def all(self, name: str) -> Iterator[Element]:
        """All elements in it with a name."""
        return (one for one in self.inner if one.name == name)


class XmlReader:
    """Reads one file of a format; collects what is wrong, and remarks on it."""

    def __init__(self, form: str, name: str) -> None:
        """`form` is the rule of its flaws, `name` the name of the file."""
        self.form = form
        self.name = name
        self.errors: list[Flaw] = []
        self.said: list[Flaw] = []

    def root(self, text: str, name: str, hint: str, depth: int) -> Element:
        """The element with a name that the file is; ModelError where there is none."""
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
        except TextFault as fault:  # its place is a line
            self.refuse(fault.message, fault.span[0], "delete them")
        element = stack[0].first(name)
        if element is None and not self.errors:
            self.refuse(f"there is no element `{name}`", 1, hint)
        if element is None or self.errors:
            raise ModelError(tuple(self.errors))
        return element

    # -- values ----------------------------------------------------------------------------------

    def numbers(self, text: str, key: str, line: int, counts: Container[int], example: str) -> Vector:
        """Numbers of an attribute, as many as there may be; none where they are wrong, which is reported."""
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

    # -- what is said ----------------------------------------------------------------------------

    def refuse(self, message: str, line: int, hint: str) -> None:
        """A mistake at a line."""
        where = f"{self.name}:{line}" if line else self.name
        self.errors.append(Flaw(rule=self.form, severity="error", where=where, message=message, hint=hint))

    def say(self, message: str, hint: str) -> None:
        """What was not taken over, or not as it is."""
        self.said.append(Flaw(rule=self.form, severity="note", where=self.name, message=message, hint=hint))


def free_name(name: str, taken: Container[str]) -> str:
    """A name that is not taken."""
    made, number = name, 2
    while made in taken:
        made, number = f"{name}_{number}", number + 1
    return made


def plain_name(name: str) -> str:
    """A name as names of a model are written: letters, digits and underscores."""
    tidy = re.sub(r"\W", "_", name)
    return tidy if tidy.isidentifier() else f"_{tidy}"

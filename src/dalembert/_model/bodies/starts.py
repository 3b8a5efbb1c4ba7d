"""Contents of stores at the start that follow from efforts there: q(0) = C v, with C as it is at the start.

Where C varies, the content at the start is a state that never changes, whose start is C v by the starts of
what C reads.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dalembert._model.bodies.readings import Readings, Reads
from dalembert._model.bodies.texts import Text
from dalembert._model.nets.host import Host
from dalembert._text.positions import Path

_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*(?:\.[^\W\d]\w*)*(?:\[[\d, ]+\])?(?![\w.]|\s*\()")


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The content of a store at the start, as a state."""

    state: str
    text: Text
    unit: str
    path: Path
    hint: str


class Starts:
    """Contents that follow from efforts at the start."""

    def __init__(self, host: Host, readings: Readings) -> None:
        self.host, self.readings = host, readings
        self.contents: list[Content] = []

    def content(self, content: Content) -> Text:
        """The content at the start: its text, or the name of a state where it varies."""
        if not self.readings.of(content.text.text).names:
            return content.text
        self.contents.append(content)
        return Text(content.state)

    def settle(self) -> None:
        """Add the states, once all definitions are known."""
        for one in self.contents:
            start = self.at_start(one.text, one.path, one.hint)
            state = {"rate": Text("0"), "start": start, "unit": Text(one.unit)}
            self.host.put(("states", one.state), state, one.path)

    def at_start(self, text: Text, path: Path, hint: str) -> Text:
        """A text by the starts of what it reads, with definitions and inputs written out."""
        reading = self.readings.of(text.text)
        values = self.host.values
        known = {**_texts(values.get("inputs")), **_texts(values.get("definitions"))}
        written = text.text
        for _ in range(len(known) + 1):
            more = _NAME.sub(lambda match: f"({known[match[0]]})" if match[0] in known else match[0], written)
            if more == written:
                break
            written = more
        unknown = reading.name_of(Reads.EFFORT) or (reading.name_of(Reads.FLOW) if ")'" in written else "")
        if unknown:
            message = (
                f"the content of `{path[1]}` at the start depends on `{unknown}`, which is not known yet"
            )
            self.host.read.flaw(path, "start", message, hint)
            return Text("0")
        return Text(written)


def _texts(table: Any) -> dict[str, str]:
    """The entries of a table that are expressions."""
    texts: dict[str, str] = {}
    for name, entry in table.items() if isinstance(table, Mapping) else ():
        value = entry.get("value") if isinstance(entry, Mapping) else entry
        if isinstance(value, str):
            texts[name] = value
        elif isinstance(value, int | float):
            texts[name] = repr(value)
    return texts

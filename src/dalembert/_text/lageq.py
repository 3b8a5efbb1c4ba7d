"""Suk's `LagEq.txt` to plain values with the location of each: the second reader of model files.

Keyword lines have his order; flows have the user's names; a constant with the value 0 is a symbol without a
value (0.0 is the number zero), one with another value is a number in the equations. Unknown efforts are
undeclared among those without a value: the reader infers them where it can, with a warning, unless a closing
section names them, which his program never reads.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path as FilePath
from typing import Any

from dalembert._expression.functions import CONSTANTS, RESERVED, RESERVED_PREFIXES, WORDS
from dalembert._expression.source import Document, Flaw, ModelError, Source
from dalembert._expression.tree import Name, Node, Rate
from dalembert._expression.walk import nodes
from dalembert._text import lageq_efforts as efforts
from dalembert._text.budget import FILE_BYTES, TOKENS
from dalembert._text.lageq_lines import FlawList, Item, Piece, Section, check_count, sections
from dalembert._text.lageq_terms import rewrite
from dalembert._text.lexer import TextFault, tokens
from dalembert._text.parser import parse_tokens
from dalembert._text.positions import Entry, Path
from dalembert._text.written import Written

SUKS_WORDS = frozenset({"KE", "PE", "D", "lambda", "kappa", "t", "rhs", "lhs", "cons", "eq"})
"""Names that Suk's program keeps for itself."""
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_WORK = re.compile(r"[Ww](\d{1,6})")
_FEW = 200  # names with which a misspelt one is compared


def read_lageq(text: str, name: str, folder: FilePath | None = None) -> tuple[Written, tuple[Flaw, ...]]:
    """The values of a LagEq text, and the assumptions made; ModelError with every mistake in it."""
    document = Document(name, text)
    flaw_list = FlawList(document)
    if len(text.encode("utf-8", "surrogatepass")) > FILE_BYTES:
        message = f"the model file is larger than {FILE_BYTES // 1024} KiB"
        flaw = Flaw(rule="budget", severity="error", where="", message=message, file=name)
        raise ModelError((flaw,))
    control = _CONTROL.search(text)
    if control is not None:
        message = f"control character U+{ord(control.group()):04X} in the file"
        flaw_list.at(Piece(*control.span()), "control-character", message, "delete it")
        raise ModelError(tuple(flaw_list.flaws))
    reader = _Reader(flaw_list, sections(flaw_list))
    reader.run()
    flaws = tuple(sorted(flaw_list.flaws, key=lambda f: (f.severity != "error", f.line or 0, f.column or 0)))
    if flaw_list.errors:
        raise ModelError(flaws)
    written = Written(
        values=reader.values(), document=document, entries=reader.entries, folder=folder, numbers=True
    )
    return written, flaws


@dataclass(frozen=True, slots=True)
class _Term:
    """An expression in the model language, and its tree."""

    text: str
    root: Node


class _Reader:
    """Converts the sections of one file to plain values."""

    def __init__(self, flaw_list: FlawList, contents: dict[str, Section]) -> None:
        self.flaw_list = flaw_list
        self.found = contents
        self.entries: dict[Path, Entry] = {}
        self.parameters: dict[str, Any] = {}
        self.coordinates: list[str] = []
        self.efforts: list[str] = []
        self.terms: dict[Path, _Term] = {}
        self.spelled: dict[str, str] = {}  # the names in the model by those of the file
        self.declared: set[str] = set()  # names that expressions may contain
        self.tokens_left = TOKENS

    def run(self) -> None:
        """Read every section; mistakes are collected as flaws."""
        for section in self.found.values():
            if section.kind.counted:
                check_count(section, self.flaw_list)
        self._names()
        for item in self._items("constants"):
            self._constant(item)
        for kind in ("kinetic", "potential", "dissipation"):
            for item in self._items(kind):
                self._term(("energy", kind), item.key, item.value)
        self._work()
        for kind in ("displacement", "flow", "effort"):
            self._constraints(kind)
        if not self.flaw_list.errors:
            self._efforts()

    def values(self) -> dict[str, Any]:
        """The sections of a model file, as `build` expects them."""
        values: dict[str, Any] = {"format": 1, "parameters": self.parameters}
        values["coordinates"] = {name: {} for name in self.coordinates}
        values["efforts"] = {name: {} for name in self.efforts}
        for path, term in self.terms.items():
            if path[0] == "parameters":
                continue
            table = values
            for part in path[:-1]:
                table = table.setdefault(str(part), {})
            table[str(path[-1])] = term.text
        return values

    # -- names -----------------------------------------------------------------------------------

    def _items(self, kind: str) -> tuple[Item, ...]:
        """The entries of a section; none after too many errors."""
        return self.found[kind].items if kind in self.found and not self.flaw_list.full else ()

    def _names(self) -> None:
        """Declare constants, coordinates and flows, each once, without the words of the model language."""
        seen: dict[str, str] = {}
        for kind, what in (("constants", "a constant"), ("coordinates", "a coordinate"), ("flows", "a flow")):
            for item in self._items(kind):
                if not self._is_name(item):
                    continue
                if item.name in seen:
                    message = f"`{item.name}` is declared as {seen[item.name]} and again as {what}"
                    self.flaw_list.at(item.key, "shadowed", message, "rename one of them")
                    continue
                seen[item.name] = what
                self.spelled[item.name] = item.name
        taken = set(seen)
        for kind in ("constants", "coordinates"):
            for item in self._items(kind):
                if self.spelled.get(item.name) == item.name:
                    self._rename(item, taken)
        self._flows()
        self.declared = set(self.spelled.values()).union(self.coordinates, CONSTANTS, "t")

    def _is_name(self, item: Item) -> bool:
        good = item.name.isidentifier() and unicodedata.normalize("NFC", item.name) == item.name
        if not good:
            shown = item.name if len(item.name) <= 40 else item.name[:40] + "…"
            message = f"`{shown}` is not a name (letters, digits and _, not beginning with a digit)"
            self.flaw_list.at(item.key, "name", message, "a line is name=value, a list is x1,x2,x3")
        elif item.name == "t":
            self.flaw_list.at(item.key, "reserved", "`t` is the time", "rename it, for example t1")
        elif item.name in SUKS_WORDS:
            message = f"Suk's program keeps `{item.name}` for itself; here it is a name like any other"
            hint = "rename it if his program is to read the file"
            self.flaw_list.at(item.key, "reserved", message, hint, severity="warning")
        return good and item.name != "t"

    def _rename(self, item: Item, taken: set[str]) -> None:
        """Rename a name that is a word of the model language, with a warning."""
        name = item.name
        if name not in RESERVED and not name.startswith(RESERVED_PREFIXES):
            return
        value = self.flaw_list.document.text[item.value.start : item.value.end]
        if name in CONSTANTS and _NUMBER.fullmatch(value) and float(value) == CONSTANTS[name]:
            return
        base, number = (f"q_{name}" if name.startswith(RESERVED_PREFIXES) else name), 1
        while f"{base}{number}" in taken:
            number += 1
        new = f"{base}{number}"
        taken.add(new)
        self.spelled[name] = new
        message = f"`{name}` is a word of the model language, so it is called `{new}` here"
        self.flaw_list.at(item.key, "renamed", message, "", severity="note")

    def _flows(self) -> None:
        """Pair each flow with its coordinate x; it becomes x'."""
        coordinates, flows = self._items("coordinates"), self._items("flows")
        self.coordinates = [self.spelled.get(item.name, item.name) for item in coordinates]
        for item, name in zip(coordinates, self.coordinates, strict=True):
            self.entries["coordinates", name] = Entry(item.key.start, item.key.start, item.key.end)
        if len(coordinates) != len(flows) and {"coordinates", "flows"} <= set(self.found):
            message = f"there are {len(coordinates)} coordinates, but {len(flows)} flows"
            hint = "name one flow for each coordinate, in their order"
            self.flaw_list.at(self.found["flows"].key, "count", message, hint)
        for flow, name in zip(flows, self.coordinates, strict=False):
            self.spelled[flow.name] = name + "'"

    # -- entries ---------------------------------------------------------------------------------

    def _constant(self, item: Item) -> None:
        name = self.spelled.get(item.name)
        if name is None:
            return
        text = self.flaw_list.document.text[item.value.start : item.value.end]
        path: Path = ("parameters", name)
        self.entries[path] = Entry(item.key.start, item.value.start, item.value.end)
        if text == "0":
            self.parameters[name] = {}
        elif name in CONSTANTS:
            return
        elif not text:
            message = f"the constant `{item.name}` has no value"
            self.flaw_list.at(item.key, "value", message, f"type {item.name}=0 for a symbol without one")
        elif _NUMBER.fullmatch(text):
            whole = text.lstrip("+-").isdecimal() and len(text) <= 19
            self.parameters[name] = int(text) if whole else float(text)
            if not math.isfinite(self.parameters[name]):
                self.flaw_list.at(item.value, "constant", "the value is not finite", "give a number")
        else:
            term = self._term(path, item.key, item.value)
            self.parameters[name] = term.text if term else {}

    def _work(self) -> None:
        items = self._items("work")
        seen: set[int] = set()
        for item in items:
            label = _WORK.fullmatch(item.name)
            number = int(label.group(1)) if label else 0
            if not 1 <= number <= len(self.coordinates):
                most = len(self.coordinates)
                hint = f"the coordinates have W1 to W{most}" if most else "there are no coordinates"
                self.flaw_list.at(item.key, "work", f"`{item.name[:40]}` is the work of no coordinate", hint)
            elif number in seen:
                self.flaw_list.at(item.key, "work", f"`{item.name}` stands twice", "number them in order")
            else:
                seen.add(number)
                self._effort_on(self.coordinates[number - 1], item)
        if "work" in self.found and len(items) != len(self.coordinates) and not self.flaw_list.full:
            message = f"there are {len(self.coordinates)} coordinates, but {len(items)} works"
            hint = "give each coordinate its line, W1=+0 where there is none"
            self.flaw_list.at(self.found["work"].key, "count", message, hint)

    def _effort_on(self, coordinate: str, item: Item) -> None:
        """The virtual work of one coordinate; a sign is required, and +0 means none."""
        text = self.flaw_list.document.text[item.value.start : item.value.end]
        if not text.startswith(("+", "-")):
            message = f"the work `{item.name}` has no sign"
            hint = f"type {item.name}=+{text if 0 < len(text) <= 40 else '0' if not text else '…'}"
            self.flaw_list.at(item.value if text else item.key, "sign", message, hint)
        elif text[1:].strip() != "0":
            self._term(("work", coordinate), item.key, item.value)

    def _constraints(self, kind: str) -> None:
        seen: set[str] = set()
        for item in self._items(kind):
            if not item.name.isidentifier() or unicodedata.normalize("NFC", item.name) != item.name:
                self._is_name(item)
            elif item.name in seen:
                message = f"two constraints are called `{item.name}`"
                self.flaw_list.at(item.key, "duplicate-name", message, "number them in order")
            else:
                seen.add(item.name)
                self._term(("constraints", kind, item.name), item.key, item.value)

    # -- expressions -----------------------------------------------------------------------------

    def _term(self, path: Path, key: Piece, value: Piece) -> _Term | None:
        """The expression at a path in the model language; a flaw is noted where it cannot be read."""
        old = self.flaw_list.document.text[value.start : value.end]
        where = self.flaw_list.document.text[key.start : key.end].strip()
        source = Source(old, where, self.flaw_list.document, range(value.start, value.end + 1))
        if not old:
            self.flaw_list.at(key, "syntax", f"`{where}` is empty", "write 0 for nothing", where=where)
            return None
        try:
            text, places, used = rewrite(old, self.spelled, self.tokens_left)
            self.tokens_left -= used
            offsets = tuple([value.start + offset for offset in places])
            source = Source(text, where, self.flaw_list.document, offsets)
            root = parse_tokens(tokens(text, TOKENS))
        except TextFault as fault:
            self.flaw_list.of(source, fault.span, fault.rule, fault.message, fault.hint)
            return None
        self._note_undeclared(root, source)
        if path[0] == "energy" and text.strip() == "0":
            return None
        self.entries[path] = Entry(key.start, value.start, value.end, offsets)
        self.terms[path] = _Term(text, root)
        return self.terms[path]

    def _note_undeclared(self, root: Node, source: Source) -> None:
        """Note the names of an expression that are not declared, each once."""
        reported: set[str] = set()
        for node in nodes(root):
            if self.flaw_list.full:
                return
            if not isinstance(node, Name | Rate) or node.name in reported:
                continue
            reported.add(node.name)
            if node.name not in self.declared and node.name not in WORDS:
                near = (
                    get_close_matches(node.name, list(self.spelled), n=1) if len(self.declared) < _FEW else []
                )
                hint = (
                    f"did you mean `{near[0]}`?" if near else f"add the constant {node.name}=0, and count it"
                )
                self.flaw_list.of(source, node.span, "unknown-name", f"`{node.name}` is not declared", hint)

    # -- unknown efforts -------------------------------------------------------------------------

    def _efforts(self) -> None:
        """Move the unknown efforts from the constants to their section."""
        if "efforts" in self.found:
            self._told_efforts()
        else:
            self._found_efforts()
        for name in self.efforts:
            del self.parameters[name]
            self.entries["efforts", name] = self.entries.pop(("parameters", name))

    def _told_efforts(self) -> None:
        for item in self._items("efforts"):
            name = self.spelled.get(item.name, "")
            if self.parameters.get(name) != {} or name in self.efforts:
                message = f"`{item.name[:40]}` is not a constant with the value 0"
                hint = "an unknown effort is listed once among the constants, as P1=0, and once here"
                self.flaw_list.at(item.key, "effort", message, hint)
            else:
                self.efforts.append(name)

    def _found_efforts(self) -> None:
        """Infer the unknown efforts, with a warning."""
        if not self._items("effort"):
            return
        symbols = [name for name, value in self.parameters.items() if value == {}]
        assumed = efforts.assumed_efforts(symbols, {path: term.root for path, term in self.terms.items()})
        self.efforts = list(assumed.taken)
        key, severity = self.found["effort"].key, efforts.severity(assumed)
        message, hint = efforts.message(assumed), efforts.hint(assumed)
        self.flaw_list.at(key, "assumed-effort", message, hint, severity=severity)

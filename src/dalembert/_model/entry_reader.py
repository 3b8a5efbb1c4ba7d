"""Values of a model as they are written, one by one: expressions, numbers with units, words, tables.

What is wrong with one is told with its place, and a value that lets the others be read stands in for it.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from dalembert._expression.expression import Expression
from dalembert._expression.numbers import ConstantFault, folded
from dalembert._expression.source import Flaw, Source, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import ZERO, Compare, Logic, Node, Number
from dalembert._model import records as r
from dalembert._model.given_numbers import number_of
from dalembert._model.units import DIMENSIONLESS, Unit, UnitFault, spelled, unit_of
from dalembert._text.budget import TOKENS
from dalembert._text.lexer import TextFault, tokens
from dalembert._text.parser import parse_tokens, table_arguments
from dalembert._text.positions import Path
from dalembert._text.printer import printed
from dalembert._text.written import Written, dotted
from dalembert._words.message import Message, Name, say

Door = Callable[[Any], Node | None]  # a value that is no text or number to a tree, or None
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")  # but for the end of a line
ADVISED = 200  # unknown keys of one table with the word that was meant; no more flaws are ever shown
LABELS = ("unit", "text", "symbol")


class EntryReader:
    """Reads values of what was written; flaws are collected."""

    def __init__(self, written: Written, door: Door = lambda _: None) -> None:
        self.written = written
        self.flaws: list[Flaw] = []
        self.texts: dict[Path, str | float] = {}  # of values that no file can hold as they are
        self._door = door
        self._tables = table_arguments(written.values)
        self._tokens_used = 0

    def name(self, path: Path) -> str:
        """The name of the entry at a path."""
        return str(path[-1])

    def place(self, path: Path) -> Source:
        """Where the entry at a path stands."""
        return self.written.key_source(path)

    def expression(self, path: Path, value: Any) -> Expression:
        """The expression at a path; 0 and a flaw where it cannot be read."""
        text = value if isinstance(value, str) else str(value)
        source = self.written.value_source(path, text)
        try:
            root = self._tree(path, value)
            folded(root)
        except TextFault as fault:
            self.flaw_in(path, text, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint)
        except ConstantFault as fault:
            cure = "check this constant"
            self.flaw_in(path, text, fault.node.span, rule="constant", message=f"{fault.reason}", hint=cure)
        else:
            return Expression(root, source)
        return Expression(ZERO, source)

    def _tree(self, path: Path, value: Any) -> Node:
        if isinstance(value, str):
            self._control(path, value)
            found = tokens(value, TOKENS - self._tokens_used)
            self._tokens_used += len(found)
            return parse_tokens(found, tables=self._tables)
        number = number_of(value)
        if number is not None:
            if isinstance(number.value, Fraction):
                self.texts[path] = printed(number)
            return number
        made = self._door(value)
        if isinstance(made, Compare | Logic):
            raise TextFault("syntax", "a condition is not a number", (0, 1), "use it as if(condition, a, b)")
        if made is not None:
            self.texts[path] = printed(made)
            return made
        raise TextFault(
            "value", "expected an expression in quotes or a number", (0, 1), 'for example "1/2*m*x\'^2"'
        )

    def value(self, path: Path, entry: Mapping[str, Any], key: str, unit: Unit) -> r.Value | None:
        """A value in SI: a bare number is in the entry's unit, an expression is SI already."""
        if key not in entry:
            return None
        here, value = (*path, key), entry[key]
        bare = here if here in self.written.entries or not self.written.entries else path
        number = number_of(value)
        if number is None:
            if not unit.coherent:
                hint = "give a number in that unit, or change the unit to its SI name"
                self.flaw(bare, "unit", "an expression is in SI units, but this entry's unit is not SI", hint)
            return r.Value(expression=self.expression(bare, value))
        source = self.written.value_source(bare, str(value))
        scaled = number
        if isinstance(number.value, Fraction):
            self.texts[here] = printed(number) if unit.coherent else float(number.value)
        if not unit.coherent:
            number = Number(number.value if isinstance(number.value, int) else float(number.value))
            scaled = Number(unit.si(number.value))
        if not math.isfinite(scaled.value):
            cure = "give a number"
            self.flaw_in(bare, str(value), rule="constant", message="the value is not finite", hint=cure)
            return r.Value(expression=Expression(ZERO, source))
        typed = number.value if not isinstance(number.value, Fraction) else None
        return r.Value(expression=Expression(scaled, source), typed=typed)

    def law(self, path: Path, entry: Mapping[str, Any], unit: Unit) -> Expression:
        """The needed `value` of an entry: a bare number is in its unit, an expression is SI already."""
        if unit.coherent or "value" not in entry:
            return self.needed(path, entry, "value")
        made = self.value(path, entry, "value", unit)
        return made.expression if made is not None else Expression(ZERO)

    def needed(self, path: Path, entry: Mapping[str, Any], key: str, hint: str = "") -> Expression:
        """The expression of a key that must be there."""
        if key not in entry:
            self.flaw(path, "missing-key", f"`{key}` is missing", hint or f'add {key} = "…"')
            return Expression(ZERO)
        return self.expression((*path, key), entry[key])

    def entry(
        self,
        path: Path,
        value: Any,
        known: tuple[str, ...],
        bare: str = "",
        meant: Mapping[str, str] = MappingProxyType({}),
    ) -> Mapping[str, Any]:
        """The table of an entry; a bare value stands for its key `bare`."""
        if isinstance(value, Mapping):
            self.keys(path, value, known, meant)
            return value
        if bare:
            return {bare: value}
        self.flaw(path, "value", f"`{path[-1]}` must be a table", f"{path[-1]} = {{ {known[0]} = … }}")
        return {}

    def labels(self, path: Path, entry: Mapping[str, Any]) -> tuple[Unit, dict[str, Any]]:
        """The unit of an entry, and its unit, text and symbol as words."""
        labels = {key: self.words((*path, key), entry) for key in LABELS}
        if not labels["unit"]:
            return DIMENSIONLESS, labels
        try:
            return unit_of(labels["unit"]), labels | {"unit": spelled(labels["unit"])}
        except UnitFault as fault:
            here, text = (*path, "unit"), labels["unit"]
            self.flaw_in(here, text, fault.span, rule="unit", message=fault.message, hint=fault.hint)
            return DIMENSIONLESS, labels | {"unit": ""}

    def declared_unit(self, section: str, name: str) -> Unit:
        """The unit an entry declares elsewhere, for values given in a case; its flaws are told there."""
        entry = self.written.values.get(section)
        declared = entry.get(name) if isinstance(entry, Mapping) else None
        text = declared.get("unit") if isinstance(declared, Mapping) else None
        if not isinstance(text, str):
            return DIMENSIONLESS
        try:
            return unit_of(text)
        except UnitFault:
            return DIMENSIONLESS

    def start_unit(self, name: str) -> Unit:
        """The unit of a start, of a coordinate or a state."""
        states = self.written.values.get("states")
        section = "states" if isinstance(states, Mapping) and name in states else "coordinates"
        return self.declared_unit(section, name)

    def words(self, path: Path, table: Mapping[str, Any]) -> str:
        """The text of a key, empty where it is not there."""
        value = table.get(str(path[-1]), "")
        if not isinstance(value, str):
            self.flaw(path, "value", f"`{path[-1]}` must be text in quotes", f'{path[-1]} = "…"')
            return ""
        self._control(path, value)
        return value

    def choice(self, path: Path, table: Mapping[str, Any], choices: tuple[str, ...], advice: str = "") -> str:
        """One of some words, the first of them where the key is not there."""
        value = self.words(path, table) or choices[0]
        if value not in choices:
            named = ", ".join(f'"{c}"' for c in choices[:-1])
            message = f'`{path[-1]}` must be {named} or "{choices[-1]}", but is "{value[:40]}"'
            near = nearest(value, choices)
            hint = f'write {path[-1]} = "{near or choices[0]}"' if near or not advice else advice
            self.flaw(path, "value", message, hint)
            return choices[0]
        return value

    def table(self, path: Path, value: Any, example: str = "") -> Mapping[str, Any]:
        """The table at a path; none, and a flaw with an example of one, where there is something else."""
        if isinstance(value, Mapping):
            return value
        section = example or f"[{dotted(path)}]"
        self.flaw(path, "value", f"`{dotted(path)}` must be a table of names", f"write a section {section}")
        return {}

    def keys(
        self,
        path: Path,
        table: Mapping[str, Any],
        known: tuple[str, ...],
        meant: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Tell keys of a table that are not known."""
        for count, key in enumerate(key for key in table if key not in known):
            near = (meant.get(key) or nearest(str(key), known)) if count < ADVISED else None
            hint = f"did you mean `{near}`?" if near else f"known here: {', '.join(known)}"
            if path == ("constraints",) and not near:
                hint = "it stands under [constraints.displacement], .flow or .effort"
            self.flaw((*path, key), "unknown-key", say("flaw_unknown_key", name=Name(str(key))), hint)

    def is_name(self, path: Path, name: str) -> bool:
        """Whether a key can be a name of the language."""
        good = name.isidentifier() and unicodedata.normalize("NFC", name) == name
        if not good:
            tidy = "".join(c if ("a" + c).isidentifier() else "_" for c in name) or "x"
            hint = f"for example {tidy if tidy.isidentifier() else 'x' + tidy}"
            self.flaw(
                path,
                "name",
                f"`{name}` is not a name (letters, digits and _, not beginning with a digit)",
                hint,
            )
        return good

    def _control(self, path: Path, text: str) -> None:
        found = CONTROL.search(text)
        if found is not None:
            bad = found.start()
            message = f"control character U+{ord(text[bad]):04X} in a text"
            hint = 'TOML reads \\t in "\\theta" as a tab: write \'\\theta\' or "\\\\theta"'
            self.flaw_in(path, text, (bad, bad + 1), rule="control-character", message=message, hint=hint)

    def flaw_in(
        self,
        path: Path,
        text: str,
        span: tuple[int, int] | None = None,
        *,
        rule: str,
        message: str,
        hint: str,
    ) -> None:
        """Tell a flaw in the text of a value."""
        source = self.written.value_source(path, text)
        self.flaws.append(flaw_at(source, span, rule=rule, message=message, hint=hint))

    def flaw(self, path: Path, rule: str, message: str | Message, hint: str) -> None:
        """Tell a flaw of an entry, at its key."""
        self.flaws.append(flaw_at(self.written.key_source(path), rule=rule, message=message, hint=hint))

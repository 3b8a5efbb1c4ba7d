"""Values of a scene: names of points, expressions, texts and units, each with its location in the file.

A scene is read from the plain values that a `Model` keeps, so that a mistake in a drawing never prevents
equations or a run.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import islice

from dalembert._expression.expression import Expression
from dalembert._expression.numbers import ConstantFault, fold_constants, limit_digits
from dalembert._expression.source import Flaw, Source, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import ZERO, Node, Number
from dalembert._model.records import Fields, Frozen, Model
from dalembert._model.scene import TILT, TURN
from dalembert._model.units import UnitFault, unit_of
from dalembert._text.budget import SCENE_ENDS, SCENE_LETTERS, SCENE_SHAPES, TOKENS
from dalembert._text.lexer import TextFault, tokens
from dalembert._text.parser import parse_tokens
from dalembert._text.positions import Path
from dalembert._text.written import Written
from dalembert._words.message import Message, Name, say

RULE = "scene"


class SceneReader:
    """Reads the frozen values of a scene; flaws are collected, and flawed items are left out."""

    def __init__(self, model: Model) -> None:
        self.written = model.written or Written(values={})
        self.values = dict(model.scene)
        self.flaws: list[Flaw] = []
        self.tokens_used = 0
        self.tables = {table.name: len(table.arguments) for table in model.tables}
        self.ends_used = 0
        self.names: dict[str, None] = {}  # of points, in the order of the file
        self.dimension = 2

    def list_of(self, key: str) -> Iterator[tuple[Path, Frozen]]:
        """The items of a list with their paths."""
        value = self.values.get(key, ())
        if not isinstance(value, tuple):
            self.flaw(("scene", key), f"`{key}` must be a list in brackets", f"{key} = [ … ]")
        elif len(value) > SCENE_SHAPES:
            self.flaw(("scene", key), f"a scene has at most {SCENE_SHAPES} {key}", "draw fewer")
        else:
            yield from ((("scene", key, i), item) for i, item in enumerate(value))

    def entries(
        self, key: str, keys: Sequence[str], bare: str = ""
    ) -> Iterator[tuple[Path, dict[str, Frozen]]]:
        """The tables of a list; any other value is that of the key `bare`."""
        for path, value in self.list_of(key):
            if isinstance(value, Fields):
                entry = dict(value.entries)
                self.known_keys(path, entry, keys)
                yield path, entry
            elif bare:
                yield path, {bare: value}
            else:
                self.flaw(path, f"each of `{key}` must be a table", f"{{ {keys[0]} = … }}")

    def table(self, path: Path, value: Frozen, keys: Sequence[str], hint: str) -> dict[str, Frozen]:
        """The entries of a table."""
        if not isinstance(value, Fields):
            self.flaw(path, f"`{path[-1]}` must be a table", hint)
            return {}
        entry = dict(value.entries)
        if keys:
            self.known_keys(path, entry, keys)
        return entry

    def chain(self, path: Path, entry: dict[str, Frozen], least: int, most: int | None) -> tuple[str, ...]:
        """Names of points; empty, and a flaw, where they are wrong."""
        value = entry.get("points", ())
        here: Path = (*path, "points") if (*path, "points") in self.written.entries else path
        names = value if isinstance(value, tuple) else (value,)
        if len(names) < least or (most is not None and len(names) > most):
            wanted = f"{least} or more" if most is None else " or ".join(str(n) for n in {least, most})
            self.flaw(here, f"expected the names of {wanted} points", 'for example ["A", "B"]')
            return ()
        self.ends_used += len(names)
        if self.ends_used > SCENE_ENDS:
            if self.ends_used - len(names) <= SCENE_ENDS:
                self.flaw(here, f"the shapes of a scene have at most {SCENE_ENDS} points", "draw fewer")
            return ()
        good = [
            self._is_known((*here, i) if (*here, i) in self.written.entries else here, n)
            for i, n in enumerate(names)
        ]
        return tuple(str(n) for n in names) if all(good) else ()

    def _is_known(self, path: Path, name: Frozen) -> bool:
        """Whether a point of this name exists."""
        if isinstance(name, str) and name in self.names:
            return True
        if not isinstance(name, str):
            self.flaw(path, "expected the name of a point in quotes", 'for example "A"')
            return False
        near = nearest(name, self.names)
        some = ", ".join(islice(self.names, 12))
        listed = f"the points are {some}" if some else 'points = { A = ["x", 0] }'
        source = self.written.value_source(path, name)
        hint = f"did you mean `{near}`?" if near else listed
        self._tell(source, None, say("flaw_no_point", name=Name(name)), hint)
        return False

    def at(self, path: Path, entry: dict[str, Frozen]) -> str:
        """The name of the point of an item; empty where it has a flaw."""
        if "at" not in entry:
            self.flaw(path, "`at` is missing: the point where it is", 'at = "A"')
            return ""
        here: Path = (*path, "at") if (*path, "at") in self.written.entries else path
        return str(entry["at"]) if self._is_known(here, entry["at"]) else ""

    def vector(
        self, path: Path, entry: dict[str, Frozen], key: str, count: int = 0
    ) -> tuple[Expression, ...] | None:
        """The expressions of a vector, empty where it is not given; None where it has a flaw.

        It has as many components as the points, or a `count` of its own.
        """
        if key not in entry:
            return ()
        value, number = entry[key], count or self.dimension
        if not isinstance(value, tuple) or len(value) != number:
            message = f"`{key}` must be a list of {number} expressions" + (
                "" if count else ", as the points are"
            )
            self.flaw((*path, key), message, f"{key} = [{', '.join('0' * number)}]")
            return None
        return self.column((*path, key), value)

    def needed_expression(
        self, path: Path, entry: dict[str, Frozen], key: str, example: str
    ) -> Expression | None:
        """An expression that must be there."""
        if key not in entry:
            self.flaw(path, f"`{key}` is missing", f"{key} = {example}")
            return None
        return self.optional(path, entry, key)

    def optional(self, path: Path, entry: dict[str, Frozen], key: str) -> Expression | None:
        """An expression, if it is there."""
        here: Path = (
            (*path, key) if (*path, key) in self.written.entries or not self.written.entries else path
        )
        return self._expression(here, entry[key]) if key in entry else None

    def column(self, path: Path, values: tuple[Frozen, ...]) -> tuple[Expression, ...]:
        """The expressions of a list."""
        return tuple(self._expression((*path, i), value) for i, value in enumerate(values))

    def _expression(self, path: Path, value: Frozen) -> Expression:
        """The expression at a path; 0 and a flaw where it cannot be read."""
        source = self.written.value_source(path, value if isinstance(value, str) else str(value))
        try:
            root = self._tree(value)
            fold_constants(root)
        except TextFault as fault:
            self._tell(source, fault.span, fault.message, fault.hint)
        except ConstantFault as fault:
            self._tell(source, fault.node.span, fault.reason, "check this constant")
        else:
            return Expression(root, source)
        return Expression(ZERO, source)

    def _tree(self, value: Frozen) -> Node:
        if isinstance(value, str):
            sequence = tokens(value, TOKENS - self.tokens_used)
            self.tokens_used += len(sequence)
            return parse_tokens(sequence, tables=self.tables, plain=True)
        if isinstance(value, int) and not isinstance(value, bool):
            return Number(limit_digits(value))
        if isinstance(value, float) and math.isfinite(value):
            return Number(value)
        raise TextFault(
            "value", "expected an expression in quotes or a number", (0, 1), 'for example "x + 1"'
        )

    def text(self, path: Path, entry: dict[str, Frozen]) -> str:
        """The text of an entry."""
        return self.words((*path, "text"), entry.get("text", ""))

    def words(self, path: Path, value: Frozen) -> str:
        """One line of text."""
        if not isinstance(value, str) or any(unicodedata.category(c) == "Cc" for c in value):
            self.flaw(path, f"`{path[-1]}` must be one line of text in quotes", f'{path[-1]} = "…"')
            return ""
        if len(value) > SCENE_LETTERS:
            self.flaw(path, f"`{path[-1]}` has at most {SCENE_LETTERS} letters", "shorten it")
            return ""
        return value

    def is_unit(self, path: Path, unit: str) -> bool:
        """Whether a unit is known."""
        try:
            unit_of(unit)
        except UnitFault as fault:
            self._tell(self.written.value_source(path, unit), fault.span, fault.message, fault.hint)
            return False
        return True

    def choice(self, path: Path, value: Frozen, choices: tuple[str, ...]) -> str:
        """One of several words; empty, and a flaw, for any other."""
        if value == "" or value in choices:
            return str(value)
        named = ", ".join(f'"{c}"' for c in choices)
        self.flaw(path, f"`{path[-1]}` must be one of {named}", f'{path[-1]} = "{choices[0]}"')
        return ""

    def degrees(self, path: Path, value: Frozen | None) -> float:
        """A number of degrees."""
        usual = TURN if path[-1] == "turn" else TILT
        if value is None:
            return usual
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= 360:
            return float(value)
        self.flaw(path, f"`{path[-1]}` must be a number of degrees", f"{path[-1]} = {usual:g}")
        return usual

    def known_keys(self, path: Path, table: dict[str, Frozen], known: Sequence[str]) -> None:
        """Refuse keys that are not known, each with the nearest that is."""
        for key in table:
            if key not in known:
                near = nearest(key, known)
                hint = f"did you mean `{near}`?" if near else f"known here: {', '.join(known)}"
                self.flaw((*path, key), say("flaw_unknown_key", name=Name(str(key))), hint)

    def flaw(self, path: Path, message: str | Message, hint: str) -> None:
        """Note what is wrong at a location."""
        self._tell(self.written.key_source(path), None, message, hint)

    def _tell(self, source: Source, span: tuple[int, int] | None, message: str | Message, hint: str) -> None:
        self.flaws.append(flaw_at(source, span, rule=RULE, message=message, hint=hint, severity="warning"))

"""Values of a model as they are written, one by one: expressions, numbers with units, words, tables.

A flaw in one is reported with its location, and a default value replaces it so that the others can be read.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from dalembert._expression.expression import Expression
from dalembert._expression.numbers import ConstantFault, fold_constants
from dalembert._expression.source import Flaw, Source, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import ZERO, Compare, Logic, Node, Number
from dalembert._expression.written_tree import Apply, Range, Shape, WrittenNode
from dalembert._model import records as r
from dalembert._model.given_numbers import number_of
from dalembert._model.scopes import scope_of
from dalembert._model.units import DIMENSIONLESS, Unit, UnitFault, unit_of, unit_with_fractions
from dalembert._text.alike import Parse, TextsAlike, TreeOfText, read_literally
from dalembert._text.budget import BODY_TOKENS, DELAYS, MEMBERS, TOKENS
from dalembert._text.elaborate import DelayedName, Elaborator
from dalembert._text.grammar import parse_equation, parse_ranges, parse_written
from dalembert._text.lexer import TextFault, Token, tokens
from dalembert._text.positions import Path
from dalembert._text.printer import print_tree
from dalembert._text.tensors import AXES, Tensor, not_a_number
from dalembert._text.written import Written, dotted_path
from dalembert._words.message import Message, Name, say

Converter = Callable[[Any], Node | None]  # converts a value that is no text or number to a tree, or None
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")  # except line ends
ADVISED = 200  # the most unknown keys of one table for which a word is suggested
# Keys that users write at the top level, and where they belong.
BELONGS: Mapping[str, str] = MappingProxyType(
    {
        "kinetic": "[energy.kinetic]",
        "potential": "[energy.potential]",
        "dissipation": "[energy.dissipation]",
        "displacement": "[constraints.displacement]",
        "flow": "[constraints.flow]",
        "effort": "[constraints.effort], or under [efforts] where it is unknown",
        "forces": "[work], on the coordinates, or as an element",
        "loads": "[work], on the coordinates, or as an element",
        "constants": "[parameters]",
        "variables": "[coordinates], or [states] where it has a rate",
        "generalized_coordinates": "[coordinates]",
        "generalised_coordinates": "[coordinates]",
        "initial": "start = … and speed = … of the coordinates",
        "initial_conditions": "start = … and speed = … of the coordinates",
        "springs": '[elements.NAME] with kind = "spring"',
        "dampers": '[elements.NAME] with kind = "damper"',
        "controls": "[controllers]",
        "simulation": "[simulate]",
        "solver": "[simulate]",
    }
)
OUTSIDE: Mapping[str, str] = MappingProxyType(  # sections of other programs
    {"fmus": "FMUs are written (dalembert export MODEL --to fmu3), not read: write the part as equations"}
)
MEANT: Mapping[str, Mapping[str, str]] = MappingProxyType(  # keys of other programs and books, by section
    {
        "energy": {
            "T": "kinetic",
            "V": "potential",
            "U": "potential",
            "D": "dissipation",
            "R": "dissipation",
        },
        "coordinates": {
            "initial": "start",
            "x0": "start",
            "position": "start",
            "velocity": "speed",
            "rate": "speed",
            "v0": "speed",
        },
        "states": {"initial": "start", "x0": "start", "derivative": "rate"},
        "simulate": {"duration": "t_end", "end": "t_end", "stop": "t_end", "step": "dt", "tolerance": "rtol"},
    }
)
LABELS = ("unit", "text", "symbol")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A member of a family: the path of the family's entry, its name, and the values of the indices."""

    path: Path
    name: str
    indices: Mapping[str, int] = field(default_factory=dict)
    position: int = 0  # among the members of its family
    count: int = 1  # of the members


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentExpressions:
    """The expressions of the components of a vector or matrix, row by row; for a number its only one."""

    shape: Shape
    entries: tuple[Expression, ...]


@dataclass(slots=True)
class _Progress:
    """The state of reading a model."""

    tokens: int = 0
    members: int = 0
    trees: dict[Path, TreeOfText | TextFault] = field(default_factory=dict)
    texts: dict[tuple[str, int], WrittenNode] = field(default_factory=dict)  # trees of the names of ends
    ranges: dict[str, tuple[tuple[Range, ...], int]] = field(default_factory=dict)  # of families, with tokens
    alike: TextsAlike = field(default_factory=TextsAlike)
    units: dict[tuple[str, str], str] = field(default_factory=dict)  # units of entries, by section and name
    reported: set[tuple[Path, str]] = field(default_factory=set)  # flaws of families: once for all members
    constants: set[int] = field(default_factory=set)  # trees of similar texts with sound constants
    spent: bool = (
        False  # whether a budget of the whole model is exceeded: reported once, nothing more is read
    )

    def is_sound(self, path: Path) -> bool:
        """Whether the constants at a path are known to be sound, from a text that differs only in indices."""
        parsed = self.trees.get(path)
        return isinstance(parsed, TreeOfText) and bool(parsed.numbers) and id(parsed.tree) in self.constants

    def keep_sound(self, path: Path) -> None:
        """Note that the constants at a path are sound; `alike` keeps the tree alive."""
        parsed = self.trees.get(path)
        if isinstance(parsed, TreeOfText) and parsed.numbers:
            self.constants.add(id(parsed.tree))


class EntryReader:
    """Reads values of a written model; flaws are collected.

    The reader of a member of a family reads the family's entry with the indices of this member.
    """

    def __init__(self, written: Written, convert: Converter = lambda _: None) -> None:
        self.written = written
        scope, flaws = scope_of(written)
        self.flaws: list[Flaw] = list(flaws)
        self.texts: dict[Path, str | float] = {}  # texts of values that a file cannot represent directly
        self.elaborator = Elaborator(scope)
        self.delays: dict[str, tuple[DelayedName, Source]] = {}  # delayed values, and their first locations
        self.rotations: dict[str, r.Rotation] = {}  # by the arguments of omega
        self._convert = convert
        self._progress = _Progress()
        self._member: Member | None = None

    def of_member(self, member: Member) -> EntryReader:
        """The reader of a member of a family."""
        reader = copy(self)
        reader._member = member
        return reader

    @property
    def indices(self) -> Mapping[str, int]:
        """The values of the indices of the current member."""
        return self._member.indices if self._member is not None else {}

    def members(self, text: str) -> tuple[tuple[str, ...], tuple[dict[str, int], ...]]:
        """The indices of a family by its `for`, and their values for each member; raises a TextFault."""
        ranges = self._ranges(text)
        members = self.elaborator.members(ranges)
        if self._progress.members + len(members) > MEMBERS:
            message = f"the families of a model have at most {MEMBERS} members in all"
            raise TextFault("budget", message, (0, len(text)), "choose a smaller range")
        self._progress.members += len(members)
        return tuple(one.index for one in ranges), members

    def _ranges(self, text: str) -> tuple[Range, ...]:
        """The ranges of a `for`, parsed once for all families that have the same."""
        ranges, count = self._progress.ranges.get(text, ((), 0))
        if not ranges or count > self._tokens_left:
            sequence = self._tokens(text)
            ranges = parse_ranges(sequence)
            self._progress.ranges[text] = ranges, len(sequence)
        else:
            self._progress.tokens += count
        return ranges

    def name(self, path: Path) -> str:
        """The name of the entry at a path."""
        member = self._member
        return member.name if member is not None and member.path == path else str(path[-1])

    def location(self, path: Path) -> Source:
        """The location of the entry at a path."""
        return self._of_member(path, self.written.key_source(path))

    def identity(self, path: Path) -> dict[str, Any]:
        """The name of the entry at a path, its location, and the family that it is a member of."""
        literal = self.written.origins.get(path)
        origin = r.Origin(path=dotted_path(literal)) if literal is not None else None
        if self.indices:
            origin = r.Origin(path=dotted_path(path), index=tuple(self.indices.values()))
        return {"name": self.name(path), "location": self.location(path), "origin": origin}

    def _of_member(self, path: Path, source: Source) -> Source:
        """A source that names the member instead of the family."""
        member = self._member
        if member is None or path[: len(member.path)] != member.path or path in self.written.origins:
            return source
        where = dotted_path((*member.path[:-1], member.name, *path[len(member.path) :]))
        return Source(source.text, where, source.document, source.offsets)

    def expression(self, path: Path, value: Any) -> Expression:
        """The expression at a path; 0 and a flaw where it cannot be read, or is not a number."""
        return self._read(path, value, vectors=False).entries[0]

    def components(self, path: Path, value: Any) -> ComponentExpressions:
        """The components of the vector or matrix at a path, or its one expression."""
        if isinstance(value, list | tuple) and value:
            return self._listed_components(path, value)
        return self._read(path, value, vectors=True)

    def _read(self, path: Path, value: Any, *, vectors: bool) -> ComponentExpressions:
        text = value if isinstance(value, str) else str(value)
        source = self._source(path, text)
        if self._progress.spent:
            return ComponentExpressions(shape=(), entries=(Expression(ZERO, source),))
        try:
            node = self._tree(path, value)
            if isinstance(node, Tensor) and not vectors:
                raise not_a_number(node, (0, len(text)))
            roots = node.entries if isinstance(node, Tensor) else (node,)
            folded: Sequence[Node | None] = (None,) * len(roots)
            if self.indices or not self._progress.is_sound(path):
                folded = [fold_constants(root) for root in roots]
                self._progress.keep_sound(path)
        except TextFault as fault:
            self.flaw_in(path, text, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint)
            self._progress.spent = fault.whole
        except ConstantFault as fault:
            cure = "check this constant"
            self.flaw_in(path, text, fault.node.span, rule="constant", message=f"{fault.reason}", hint=cure)
        else:
            shape = node.shape if isinstance(node, Tensor) else ()
            return ComponentExpressions(
                shape=shape,
                entries=tuple(Expression(root, source, one) for root, one in zip(roots, folded, strict=True)),
            )
        return ComponentExpressions(shape=(), entries=(Expression(ZERO, source),))

    def _listed_components(self, path: Path, values: Sequence[Any]) -> ComponentExpressions:
        """The components of a list of numbers and texts, or of such rows."""
        rows = [self.components((*path, i), one) for i, one in enumerate(values)]
        shape = rows[0].shape
        if len(rows) == 1 or len(shape) > 1 or any(row.shape != shape for row in rows):
            message = "a vector is a list of two numbers or more, a matrix a list of rows of one length"
            self.flaw(path, "vector", message, 'for example ["a", "b", 0]')
            return ComponentExpressions(shape=(), entries=(Expression(ZERO, rows[0].entries[0].source),))
        return ComponentExpressions(
            shape=(len(rows), *shape), entries=tuple(e for row in rows for e in row.entries)
        )

    def plain_text(self, path: Path, text: str) -> str:
        """The text of an expression with its indices, sums and components expanded."""
        try:
            tree = self._tree(path, text)
            if isinstance(tree, Tensor):
                raise not_a_number(tree, (0, len(text)))
            return print_tree(tree)
        except TextFault as fault:
            self.flaw_in(path, text, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint)
        return "0"

    def _tree(self, path: Path, value: Any) -> Node | Tensor:
        if isinstance(value, str):
            tree = self.elaborate(path, value)
            if len(self.elaborator.delays) > len(self.delays):
                self._note_delays(path, value)
            if len(self.elaborator.omega_arguments) > len(self.rotations):
                self.note_rotations(path, value)
            return tree
        number = number_of(value)
        if number is not None:
            if isinstance(number.value, Fraction):
                self.texts[path] = print_tree(number)
            return number
        made = self._convert(value)
        if isinstance(made, Compare | Logic):
            raise TextFault("syntax", "a condition is not a number", (0, 1), "use it as if(condition, a, b)")
        if made is not None:
            self.texts[path] = print_tree(made)
            return made
        raise TextFault(
            "value", "expected an expression in quotes or a number", (0, 1), 'for example "1/2*m*x\'^2"'
        )

    def elaborate(self, path: Path, text: str, function: str = "") -> Node | Tensor:
        """The value of a text, or of a function of it."""

        def call(tree: WrittenNode) -> WrittenNode:
            return Apply(function, (tree,), (0, len(text))) if function else tree

        written = self._written_tree(path, text)
        if written.numbers:
            try:
                return self.elaborator.value(call(written.tree), {**self.indices, **written.numbers})
            except TextFault:  # parsed again with its own numbers, for the message
                written = read_literally(text, TOKENS, _parser(path))
        return self.elaborator.value(call(written.tree), self.indices)

    def _note_delays(self, path: Path, text: str) -> None:
        """Note the first locations of delayed values."""
        for name, delay in self.elaborator.delays.items():
            if name not in self.delays:
                self.delays[name] = delay, self._source(path, text)
        if len(self.delays) > DELAYS:
            message = f"a model has at most {DELAYS} delayed values"
            raise TextFault("budget", message, (0, len(text)), "delay fewer of its coordinates and states")

    def note_rotations(self, path: Path, text: str) -> None:
        """Note the first locations of angular velocities of matrices."""
        source = self._source(path, text)
        for key, rotation in self.elaborator.omega_arguments.items():
            entries = tuple(Expression(root, source) for root in rotation.entries)
            self.rotations.setdefault(key, r.Rotation(name=rotation.name, entries=entries))

    def tree_of(self, text: str, most: int) -> WrittenNode:
        """The tree of a name with indices, of at most `most` tokens, parsed once for all like it."""
        known = self._progress.texts.get((text, most))
        if known is None:
            known = self._progress.texts[text, most] = parse_written(tokens(text, most))
        return known

    def _written_tree(self, path: Path, text: str) -> TreeOfText:
        """The tree of a text, parsed once for all members of a family and for similar texts."""
        tree = self._progress.trees.get(path)
        if tree is None:
            self._control(path, text)
            known = self.elaborator.scope.texts.get((str(path[0]), str(path[1]))) if _is_value(path) else None
            if known is not None:
                self._progress.trees[path] = known
                self._progress.tokens += known.tokens
                return known
            try:
                tree = self._progress.alike.read(text, self._tokens_left, _parser(path))
                self._progress.tokens += tree.tokens
            except TextFault as fault:
                tree = fault
            self._progress.trees[path] = tree
        if isinstance(tree, TextFault):
            raise tree
        return tree

    @property
    def _tokens_left(self) -> int:
        return TOKENS + BODY_TOKENS * self.written.bodies - self._progress.tokens

    def _tokens(self, text: str) -> list[Token]:
        sequence = tokens(text, self._tokens_left)
        self._progress.tokens += len(sequence)
        return sequence

    def _source(self, path: Path, text: str) -> Source:
        return self._of_member(path, self.written.value_source(path, text))

    def value(self, path: Path, entry: Mapping[str, Any], key: str, unit: Unit) -> r.Value | None:
        """A value in SI: a number is in the unit of the entry, an expression is in SI."""
        if key not in entry:
            return None
        here, value = (*path, key), entry[key]
        bare = here if here in self.written.entries or not self.written.entries else path
        if self._member is not None and isinstance(value, list | tuple):
            bare, value = self._value_of_member(bare, value, self._member)
        number = number_of(value)
        if number is None:
            if not unit.coherent:
                hint = "give a number in that unit, or change the unit to its SI name"
                self.flaw(bare, "unit", "an expression is in SI units, but this entry's unit is not SI", hint)
            return r.Value(expression=self.expression(bare, value))
        source = self._source(bare, str(value))
        scaled = number
        if isinstance(number.value, Fraction):
            self.texts[here] = print_tree(number) if unit.coherent else float(number.value)
        if not unit.coherent:
            number = Number(number.value if isinstance(number.value, int) else float(number.value))
            scaled = Number(unit.si(number.value))
        if not math.isfinite(scaled.value):
            cure = "give a number"
            self.flaw_in(bare, str(value), rule="constant", message="the value is not finite", hint=cure)
            return r.Value(expression=Expression(ZERO, source))
        typed = number.value if not isinstance(number.value, Fraction) else None
        return r.Value(expression=Expression(scaled, source), typed=typed)

    def _value_of_member(self, path: Path, values: Sequence[Any], member: Member) -> tuple[Path, Any]:
        """The value of a member from a list with one value for each."""
        if len(values) != member.count:
            message = f"there are {len(values)} values for {member.count} members"
            self.flaw(path, "value", message, "give a value for each member, in order")
            return path, 0
        return (*path, member.position), values[member.position]

    def law(self, path: Path, entry: Mapping[str, Any], unit: Unit) -> Expression:
        """The required `value` of an entry: a number is in its unit, an expression is in SI."""
        if unit.coherent or "value" not in entry:
            return self.needed_expression(path, entry, "value")
        made = self.value(path, entry, "value", unit)
        return made.expression if made is not None else Expression(ZERO)

    def needed_expression(self, path: Path, entry: Mapping[str, Any], key: str, hint: str = "") -> Expression:
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
        """The table of an entry; a value alone is that of its key `bare`."""
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
        if self.indices and labels["symbol"]:
            below = ",".join(map(str, self.indices.values()))
            labels["symbol"] = f"{{{labels['symbol']}}}_{{{below}}}"
        self._progress.units[str(path[0]), self.name(path)] = labels["unit"]
        if not labels["unit"]:
            return DIMENSIONLESS, labels
        try:
            return unit_of(labels["unit"]), labels | {"unit": unit_with_fractions(labels["unit"])}
        except UnitFault as fault:
            here, text = (*path, "unit"), labels["unit"]
            self.flaw_in(here, text, fault.span, rule="unit", message=fault.message, hint=fault.hint)
            return DIMENSIONLESS, labels | {"unit": ""}

    def declared_unit(self, section: str, name: str) -> Unit:
        """The unit of an entry, for values in a case; its flaws are reported at the entry.

        The unit of a member is that of the entry it was read from; where a case is read alone, of its own
        entry.
        """
        entries = self.written.values.get(section)
        declared = entries.get(name) if isinstance(entries, Mapping) else None
        text = declared.get("unit") if isinstance(declared, Mapping) else None
        text = self._progress.units.get((section, name), text)
        if not isinstance(text, str) or not text:
            return DIMENSIONLESS
        try:
            return unit_of(text)
        except UnitFault:
            return DIMENSIONLESS

    def start_unit(self, name: str) -> Unit:
        """The unit of a start, of a coordinate or a state."""
        for section in ("states", "sampled"):
            entries = self.written.values.get(section)
            known = isinstance(entries, Mapping) and name in entries
            if known or (section, name) in self._progress.units:
                return self.declared_unit(section, name)
        return self.declared_unit("coordinates", name)

    def words(self, path: Path, table: Mapping[str, Any]) -> str:
        """The text of a key, empty where it is missing."""
        value = table.get(str(path[-1]), "")
        if not isinstance(value, str):
            self.flaw(path, "value", f"`{path[-1]}` must be text in quotes", f'{path[-1]} = "…"')
            return ""
        self._control(path, value)
        return value

    def choice(self, path: Path, table: Mapping[str, Any], choices: tuple[str, ...], advice: str = "") -> str:
        """One of some words, by default the first."""
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
        """The table at a path; an empty one, and a flaw with an example, where it is no table."""
        if isinstance(value, Mapping):
            return value
        section = example or f"[{dotted_path(path)}]"
        self.flaw(
            path, "value", f"`{dotted_path(path)}` must be a table of names", f"write a section {section}"
        )
        return {}

    def keys(
        self,
        path: Path,
        table: Mapping[str, Any],
        known: tuple[str, ...],
        meant: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Report unknown keys of a table; `meant` are those that are probably meant."""
        meant = meant or MEANT.get(str(path[0]) if path else "", {})
        for count, key in enumerate(key for key in table if key not in known):
            near = (meant.get(key) or nearest(str(key), known)) if count < ADVISED else None
            hint = f"did you mean `{near}`?" if near else f"known here: {', '.join(known)}"
            if not path and key in BELONGS:
                hint = f"write it as {BELONGS[key]}"
            if not path and key in OUTSIDE:
                hint = OUTSIDE[key]
            if path == ("constraints",) and not near:
                hint = "it belongs under [constraints.displacement], .flow or .effort"
            self.flaw((*path, key), "unknown-key", say("flaw_unknown_key", name=Name(str(key))), hint)

    def is_name(self, path: Path, name: str) -> bool:
        """Whether a key is a valid name; a flaw is noted otherwise."""
        owner, _, last = name.rpartition(".")
        whole = f"{owner}.part" if last in AXES and owner in self.written.parts else name
        good = _is_dotted_name(whole) and unicodedata.normalize("NFC", name) == name
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
        match = CONTROL.search(text)
        if match is not None:
            bad = match.start()
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
        """Note a flaw in the text of a value."""
        if self._is_new(path, rule):
            self.flaws.append(flaw_at(self._source(path, text), span, rule=rule, message=message, hint=hint))

    def flaw(self, path: Path, rule: str, message: str | Message, hint: str, severity: str = "error") -> None:
        """Note a flaw of an entry, at its key."""
        if self._is_new(path, rule):
            flaw = flaw_at(self.location(path), rule=rule, message=message, hint=hint, severity=severity)
            self.flaws.append(flaw)

    def _is_new(self, path: Path, rule: str) -> bool:
        """Whether a flaw was not reported yet for another member of the same family."""
        if not self.indices:
            return True
        known = (path, rule) in self._progress.reported
        self._progress.reported.add((path, rule))
        return not known


def _is_dotted_name(name: str) -> bool:
    """Whether it is a name, or one of a quantity of a body: crank.A, but not r.x."""
    first, *more = name.split(".")
    return first.isidentifier() and all(map(str.isidentifier, more)) and not (more and more[-1] in AXES)


def _is_value(path: Path) -> bool:
    """Whether the text of a definition or the value of a parameter stands at a path."""
    return len(path) == 2 or (len(path) == 3 and path[0] == "parameters" and path[2] == "value")


def _parser(path: Path) -> Parse:
    """The parser for the text at a path."""
    return parse_equation if path[0] == "constraints" else parse_written

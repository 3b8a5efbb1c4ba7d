"""Writes the sections of a part into the model that contains it, with locations in the part's file."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.bodies.joints.registry import COUPLINGS, KINDS, TIES
from dalembert._model.bodies.records import GROUND
from dalembert._model.bodies.texts import Text
from dalembert._model.nets.heat_ports import HEAT
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.parts.part_names import Prefix, add_prefix, key_of
from dalembert._model.units import UnitFault, si_text, unit_of
from dalembert._text.positions import Entry, Path
from dalembert._text.written import Written

NAMED = ("parameters", "coordinates", "definitions", "work", "inputs", "efforts", "states", "contacts",
         "events", "impulses", "sampled", "outputs", "bodies", "joints", "elements",
         "controllers")  # fmt: skip
NESTED = {
    "energy": ("kinetic", "potential", "dissipation"),
    "constraints": ("displacement", "flow", "effort"),
}
WHOLE = ("functions", "tables")  # sections without families
LEFT_OUT = ("scene", "cases", "simulate")  # with a note
SILENT = ("format", "title", "text", "parts")
GIVEN_ABOVE = (
    "parameters",
    "coordinates",
    "efforts",
    "states",
)  # the containing model may extend these
WORDS = ("space", "gravity", "coordinates", "energies")  # of [bodies] itself
VERBATIM = frozenset({"unit", "text", "symbol", "kind", "direction", "action", "law", "time", "column",
                      "interpolate", "beyond", "loop", "account"})  # fmt: skip
NODES = ("between", "secondary", "inputs", HEAT)  # keys of nodes
FILES = ("file", "table", "mesh")
NAMES = ("set", "coordinate")  # tables whose keys are names
_AXIS = re.compile(r"-?[xyz]")
_LETTER = re.compile(r"(?<!\w)([^\W\d]\w*)\s*=(?!=)")
_KEY = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*\s*(\[[^\[\]]+\]\s*)?")
_NAME = re.compile(r"(?<!\w)[^\W\d]\w*")
Tell = Callable[[Path, str, str, str], None]  # path, rule, message, what to type
TellIn = Callable[[Written, Path, str, str, str], None]  # the same, in a part's file


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A use of a part in a model: its prefix, its path, its range for a family, the values it is given."""

    prefix: Prefix
    path: Path
    range: Text | None
    given: Mapping[str, Any]
    base: int  # added to offsets of its file
    folder: str  # of its file, relative to the model's


class Whole:
    """A model with its parts: collects their entries, beginning with those of the model itself."""

    def __init__(self, written: Written, tell: Tell, tell_in: TellIn) -> None:
        self.written = written
        self.tell = tell
        self.tell_in = tell_in
        self.values: dict[str, Any] = {key: one for key, one in written.values.items() if key != "parts"}
        self.entries: dict[Path, Entry] = dict(written.entries)
        self.tables: dict[Path, dict[str, Any]] = {}

    def table(self, path: Path) -> dict[str, Any]:
        """The table at a path, a copy that may be extended; a single term gets the name of its kind."""
        if path in self.tables:
            return self.tables[path]
        above = self.table(path[:-1]) if len(path) > 1 else self.values
        key = str(path[-1])
        inner = above.get(key, {})
        if not isinstance(inner, Mapping) and path[0] == "energy" and len(path) == 2:
            inner = {key: inner}
            if path in self.entries:
                self.entries[(*path, key)] = self.entries[path]
        copy = dict(inner) if isinstance(inner, Mapping) else {}
        above[key] = self.tables[path] = copy
        return copy


class PartWriter:
    """Writes one part into a model."""

    def __init__(self, whole: Whole, part: Written, use: Use) -> None:
        self.whole, self.part, self.use = whole, part, use
        self.prefix = use.prefix

    def write(self) -> None:
        """Write all sections of the part."""
        for section, value in self.part.values.items():
            if section in (*LEFT_OUT, *SILENT):
                continue
            if section not in (*NAMED, *NESTED, *WHOLE):
                message = f"a part cannot have a section [{section}]"
                self.whole.tell_in(
                    self.part, (section,), "unknown-key", message, "write it in the model itself"
                )
            elif section in NESTED:
                self._write_nested(section, value)
            else:
                for key, entry in value.items():
                    self._one((section, key), entry)

    def _write_nested(self, section: str, table: Mapping[str, Any]) -> None:
        for kind, value in table.items():
            if kind not in NESTED[section]:
                message = f"there is no [{section}.{kind}]"
                hint = f"known are {', '.join(NESTED[section])}"
                self.whole.tell_in(self.part, (section, kind), "unknown-key", message, hint)
            elif isinstance(value, Mapping) and not (section == "energy" and "value" in value):
                for key, entry in value.items():
                    self._entry((section, kind, key), (section, kind), str(key), entry)
            else:  # a single term, named after the part
                self._entry((section, kind), (section, kind), "", value)

    def _one(self, old: Path, entry: Any) -> None:
        section, key = str(old[0]), str(old[1])
        if section == "functions":
            self._function(old, key, entry)
        elif section == "tables":
            self._table(old, key, entry)
        elif section == "bodies" and key in WORDS:
            return
        elif section == "bodies" and key == GROUND:
            self._ground(entry)
        else:
            self._entry(old, (section,), key, entry)

    # -- entries ---------------------------------------------------------------------------------

    def _entry(self, old: Path, above: Path, key: str, entry: Any) -> None:
        """Write one entry, or a family, under its name in the model."""
        range_ = entry.get("for") if isinstance(entry, Mapping) else None
        letters = set(_LETTER.findall(range_)) if isinstance(range_, str) else self._letters(key)
        if key and _KEY.fullmatch(key) is None:
            self.whole.tell_in(self.part, old, "name", f"`{key[:40]}` is not a name", 'write "x", or "x[i]"')
            return
        name = key_of(self.prefix, key, letters) if key else self.prefix.text[:-1]
        listed = self._has_list(entry, range_)
        if listed and self.prefix.indices:
            self._members(old, above, key, entry)
            return
        new: Path = (*above, name)
        if above == ("parameters",) and key in self.use.given:
            made = self._parameter(new, key, entry)
        else:
            made = self._value(old, new, entry, letters, self._words_of_law(above, entry, ""), str(above[0]))
        self._put(new, self._with_range(old, new, made, range_, letters, key in self.prefix.shared))

    def _letters(self, key: str) -> set[str]:
        """The indices of a family that has a list of values instead of a range."""
        inner = key.partition("[")[2]
        return set(_NAME.findall(inner)) - set(self.part.values.get("parameters", {}))

    def _has_list(self, entry: Any, range_: Any) -> bool:
        """Whether an entry has a value for each member of its own family."""
        values = entry.values() if isinstance(entry, Mapping) else (entry,)
        keys = ("value", "start", "speed", "guess")
        values_of = [entry.get(one) for one in keys] if isinstance(entry, Mapping) else list(values)
        return any(isinstance(one, list | tuple) for one in values_of) or (
            isinstance(entry, Mapping) and "column" in entry and range_ is not None
        )

    def _members(self, old: Path, above: Path, key: str, entry: Any) -> None:
        """Write the members of a family with a list of values one by one; a vector as one text."""
        if "[" not in key:
            values = entry.get("value") if isinstance(entry, Mapping) else entry
            members = {**entry} if isinstance(entry, Mapping) else {}
            text = _vector_text(values)
            letters: set[str] = set()
            new: Path = (*above, key_of(self.prefix, key))
            made = self._value(old, new, {**members, "value": text}, letters, (), str(above[0]))
            self._put(new, self._with_range(old, new, made, None, letters, False))
            return
        base = key.partition("[")[0]
        count = max((len(one) for one in (entry.values() if isinstance(entry, Mapping) else (entry,))
                     if isinstance(one, list | tuple)), default=0)  # fmt: skip
        if (isinstance(entry, Mapping) and "for" in entry) or not count:
            message = (
                f"the family `{key}` of a part that is repeated cannot have a list of values and a range"
            )
            self.whole.tell_in(self.part, old, "value", message, "leave out `for`, or write an expression")
            return
        for i in range(count):
            members = (
                {k: v[i] if isinstance(v, list | tuple) and i < len(v) else v for k, v in entry.items()}
                if isinstance(entry, Mapping)
                else entry[i]
            )
            self._entry(old, above, f"{base}[{i + 1}]", members)

    def _with_range(
        self, old: Path, new: Path, made: Any, range_: Any, letters: Collection[str], shared: bool
    ) -> Any:
        """An entry with the range of the part before its own."""
        texts = [self.use.range] if self.use.range is not None and not shared else []
        if isinstance(range_, str):
            texts.append(add_prefix(self._text((*old, "for"), range_), self.prefix, letters))
        if not texts:
            return made
        joined = Text(
            ", ".join(one.text for one in texts),
            (*texts[0].offsets, -1, -1, *texts[1].offsets) if len(texts) > 1 else texts[0].offsets,
        )
        if not isinstance(made, Mapping):
            if new in self.whole.entries:
                self.whole.entries[(*new, "value")] = self.whole.entries[new]
            made = {"value": made}
        self._place(old, (*new, "for"), joined)
        return {"for": joined.text, **{k: v for k, v in made.items() if k != "for"}}

    def _put(self, new: Path, made: Any) -> None:
        """Put an entry at its path; a flaw is noted if the model already has one there."""
        table, name = self.whole.table(new[:-1]), str(new[-1])
        if name not in table:
            table[name] = made
            return
        if new[0] not in GIVEN_ABOVE or (*new[:1], name) not in self._of_host():
            message = f"`{name}` of the part `{self.prefix.name}` is given in the model too"
            self.whole.tell(self.use.path, "name", message, "give the part, or yours, another name")
        elif isinstance(table[name], Mapping) and isinstance(made, Mapping):
            table[name] = {**made, **table[name]}

    def _of_host(self) -> set[Path]:
        values = self.whole.written.values
        return {
            (section, str(key))
            for section in GIVEN_ABOVE
            if isinstance(values.get(section), Mapping)
            for key in values[section]
        }

    # -- values ----------------------------------------------------------------------------------

    def _value(
        self, old: Path, new: Path, value: Any, letters: Collection[str], kept: Collection[str], section: str
    ) -> Any:
        """A value with the names of the part as they are in the model; tables and lists item by item."""
        if isinstance(value, Mapping):
            self._place(old, new)
            made: dict[str, Any] = {}
            for key, inner in value.items():
                if key == "for":
                    continue
                name = str(key)
                if old[-1] in NAMES or (section == "impulses" and old[-1] == "work"):
                    name = self._new_name(name, letters)
                here = (
                    self._words_of_law((section,), value, name) if section in ("elements", "joints") else kept
                )
                made[name] = self._value_of_key((*old, key), (*new, name), inner, letters, here, section)
            return made
        if isinstance(value, list | tuple):
            self._place(old, new)
            return [
                self._value((*old, i), (*new, i), one, letters, kept, section) for i, one in enumerate(value)
            ]
        if not isinstance(value, str):
            self._place(old, new)
            return value
        nodes = section == "elements" and any(one in NODES for one in old[-2:])
        nodes = nodes and (old[-1] == HEAT or str(self._entry_of(old).get("kind")) in NET_KINDS)
        text = add_prefix(self._text(old, value), self.prefix, letters, kept, nodes=nodes)
        self._place(old, new, text)
        return text.text

    def _value_of_key(
        self, old: Path, new: Path, value: Any, letters: Collection[str], kept: Collection[str], section: str
    ) -> Any:
        """The value of a key: some are words of the language, some paths."""
        key = str(old[-1])
        if isinstance(value, str) and key == "symbol" and value:
            self._place(old, new)
            return (
                f"{{{value}}}_{{\\mathrm{{{self.prefix.name.replace('.', ' ').replace('_', ' ')}}}}}".replace(
                    " ", r"\,"
                )
            )
        if isinstance(value, str) and section == "controllers" and key in ("table", "to"):
            return self._signal(old, new, value, letters)
        if isinstance(value, str) and key in FILES:
            self._place(old, new)
            return str(PurePosixPath(self.use.folder) / value) if self.use.folder else value
        word = key in VERBATIM or (key in ("length", "before") and value == "start")
        word = word or (key in ("axis", "turn") and _is_axis(value))
        if word or key in self._word_keys(section, old):
            self._place(old, new)
            return value
        if key == "turn" and isinstance(value, list | tuple):
            self._place(old, new)
            return [
                [one[0], self._value((*old, i, 1), (*new, i, 1), one[1], letters, kept, section)]
                if isinstance(one, list | tuple) and len(one) == 2 and _is_axis(one[0])
                else self._value((*old, i), (*new, i), one, letters, kept, section)
                for i, one in enumerate(value)
            ]
        return self._value(old, new, value, letters, kept, section)

    def _new_name(self, name: str, letters: Collection[str]) -> str:
        """A key that is a name: of a coordinate, or x' of its speed."""
        base = name.rstrip("'")
        return key_of(self.prefix, base, letters) + name[len(base) :]

    def _entry_of(self, old: Path) -> Mapping[str, Any]:
        entry = self.part.values[str(old[0])].get(old[1], {})
        return entry if isinstance(entry, Mapping) else {}

    def _word_keys(self, section: str, old: Path) -> Collection[str]:
        """Keys of a kind of joint or element whose values are words."""
        if section not in ("joints", "elements"):
            return ()
        kind = str(self._entry_of(old).get("kind"))
        if section == "elements":
            return ELEMENTS[kind].words if kind in ELEMENTS else ()
        joint_kind = KINDS.get(kind) or TIES.get(kind) or COUPLINGS.get(kind)
        return () if joint_kind is None else [name for name, key in joint_kind.keys.items() if key.words]

    def _words_of_law(self, above: Path, entry: Any, key: str) -> Collection[str]:
        """Words that stand for quantities of an element in its law."""
        if above != ("elements",) or not isinstance(entry, Mapping):
            return ()
        kind = str(entry.get("kind"))
        if kind in ELEMENTS:
            law, _, words = ELEMENTS[kind].law
            return (*ELEMENTS[kind].names, *(words if key == law else ()))
        net = NET_KINDS.get(kind)
        if net is None:
            return ()
        is_law = (net.law is not None and key == net.law.key) or net.by_flow
        return (net.domain.flow, net.domain.displacement) if is_law else ()

    # -- parameters ------------------------------------------------------------------------------

    def _parameter(self, new: Path, key: str, entry: Any) -> Any:
        """A parameter with the value that the model assigns to it; units must agree."""
        given = self.use.given[key]
        here: Path = (*self.use.path, "parameters", key)
        made = (
            {k: v for k, v in entry.items() if k not in ("value", "for")}
            if isinstance(entry, Mapping)
            else {}
        )
        unit = _unit(made)
        origin_entry = self.whole.written.entries.get(here)
        if origin_entry is not None:
            self.whole.entries[new] = self.whole.entries[(*new, "value")] = origin_entry
        if isinstance(given, Mapping):
            other = _unit(given)
            try:
                same = unit_of(other or "1").dimension == unit_of(unit or "1").dimension
            except UnitFault as fault:
                self.whole.tell((*here, "unit"), "unit", fault.message, fault.hint)
                same = True
            if not same:
                message = (
                    f"`{key}` of `{self.prefix.name}` is in {unit or '1'}, but is given in {other or '1'}"
                )
                self.whole.tell(here, "unit", message, f"give it in {unit or 'no unit'}")
            inner = self.whole.written.entries.get((*here, "value"))
            if inner is not None:
                self.whole.entries[(*new, "value")] = inner
            return {**made, **given}
        if isinstance(given, str) and unit:
            try:
                made["unit"] = unit if unit_of(unit).coherent else si_text(unit)
            except UnitFault:
                made["unit"] = unit  # reported where the part is read
        return {**made, "value": given}

    # -- functions, tables, ground ---------------------------------------------------------------

    def _signal(self, old: Path, new: Path, signal: str, letters: Collection[str]) -> str:
        """The table that a controller looks up, or the quantity that it drives."""
        if old[-1] == "table":
            self._place(old, new)
            return self.prefix.function(signal)
        work = "work." if signal.startswith("work.") else ""
        text = add_prefix(self._text(old, signal.removeprefix(work)), self.prefix, letters)
        self._place(old, new)
        return f"{work}{text.text}"

    def _function(self, old: Path, key: str, value: Any) -> None:
        """Write a function; one of a family of parts gets the indices of the member as arguments."""
        new: Path = ("functions", self.prefix.function(key))
        made = value
        if not isinstance(value, str) or "->" not in value:
            self._place(old, new)
        else:
            head, _, _ = value.partition("->")
            arguments = _NAME.findall(head)
            text = add_prefix(self._text(old, value), self.prefix, arguments)
            at = text.text.partition("->")[0].rfind(")")
            if self.prefix.indices and at >= 0:
                more = "".join(f", {one}" for one in self.prefix.indices)
                text = Text(
                    text.text[:at] + more + text.text[at:],
                    (*text.offsets[:at], *[-1] * len(more), *text.offsets[at:]),
                )
            self._place(old, new, text)
            made = text.text
        self._put(new, made)

    def _table(self, old: Path, key: str, value: Any) -> None:
        new: Path = ("tables", self.prefix.function(key))
        made = value
        if isinstance(value, Mapping):
            made = {k: self._value_of_key((*old, k), (*new, k), v, (), (), "tables") if k in FILES else v
                    for k, v in value.items()}  # fmt: skip
        for path in self.part.entries:
            if path[:2] == old:
                self._place(path, (*new, *path[2:]))
        self._put(new, made)

    def _ground(self, entry: Any) -> None:
        """Write the points of the part's ground, on the model's ground or on a massless welded body."""
        points = entry.get("points", {}) if isinstance(entry, Mapping) else {}
        if not points:
            return
        old: Path = ("bodies", GROUND, "points")
        if self.prefix.ground_points == f"{GROUND}.{self.prefix.name}":
            host = self.whole.table(("bodies", GROUND, "points"))
            for name, value in points.items():
                new: Path = ("bodies", GROUND, "points", f"{self.prefix.name}.{name}")
                host[str(new[-1])] = self._value((*old, name), new, value, (), (), "bodies")
            return
        key = key_of(self.prefix, GROUND)
        body: Path = ("bodies", key)
        made = {"mass": 0, "points": self._value(old, (*body, "points"), points, (), (), "bodies")}
        self._put(body, self._with_range(old, body, made, None, (), False))
        weld: Path = ("joints", key)
        joint = {"kind": "weld", "between": [self.prefix.ground.text, self.prefix.ground_points]}
        self._place(old, weld)
        self._put(weld, self._with_range(old, weld, joint, None, (), False))

    # -- places ----------------------------------------------------------------------------------

    def _text(self, old: Path, text: str) -> Text:
        """A text of the part with its offsets in the model's document."""
        source = self.part.value_source(old, text)
        offsets = tuple(one + self.use.base for one in source.offsets)
        return Text(text, offsets[: len(text)] if len(offsets) >= len(text) else ())

    def _place(self, old: Path, new: Path, text: Text | None = None) -> None:
        """Note the location of an entry, which is that in the part's file."""
        entry = next(
            (self.part.entries[old[:n]] for n in range(len(old), 0, -1) if old[:n] in self.part.entries), None
        )
        if entry is None or new in self.whole.entries:
            return
        base = self.use.base
        shifted = Entry(entry.key + base, entry.value + base, entry.end + base, None)
        if text is not None and text.text:
            offsets = text.offsets if len(text.offsets) == len(text.text) else (-1,) * len(text.text)
            places = tuple(shifted.key if one < 0 else one for one in offsets)
            shifted = replace(shifted, characters=(*places, shifted.end))
        elif entry.characters is not None:
            shifted = replace(shifted, characters=tuple(one + base for one in entry.characters))
        self.whole.entries[new] = shifted


def _unit(entry: Mapping[str, Any]) -> str:
    """The unit of an entry; empty if it is no text, which is reported elsewhere."""
    unit = entry.get("unit", "")
    return unit if isinstance(unit, str) else ""


def _is_axis(value: Any) -> bool:
    return isinstance(value, str) and _AXIS.fullmatch(value) is not None


def _vector_text(value: Any) -> str:
    """A list of components, or of rows, as one text."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(_vector_text(one) for one in value)}]"
    return f"({value})" if isinstance(value, str) else repr(value)

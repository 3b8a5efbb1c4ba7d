"""Expands parts to entries of the model that contains them, before bodies and elements are expanded.

The names of a part `left` are prefixed by its name: left.x. A family of parts `wagon[i]` makes families of
its entries, wagon.x[i], so that a train of a thousand wagons needs as much text as one of two.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

from dalembert._expression.source import Document, Flaw, Inset, ModelError, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._model.bodies.mesh_entries import meshes_in_place_of_files
from dalembert._model.bodies.records import GROUND
from dalembert._model.bodies.texts import Text, texts_in
from dalembert._model.entry_reader import EntryReader
from dalembert._model.owner_names import owner_fault
from dalembert._model.parts.part_files import PartFault, PartFiles
from dalembert._model.parts.part_names import Prefix, shared_sizes
from dalembert._model.parts.sections import LEFT_OUT, NAMED, NESTED, WHOLE, PartWriter, Use, Whole
from dalembert._text.budget import PART_DEPTH, PART_LETTERS, PARTS
from dalembert._text.positions import Path
from dalembert._text.written import Written

KEYS = ("model", "parameters", "on", "nodes", "for", "count", "text")
LETTER = "i"  # the index of `count`
TAKEN = ("parameters", "coordinates", "definitions", "inputs", "efforts", "states", "bodies", "elements",
         "controllers")  # fmt: skip
_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_NAME = re.compile(r"(?<!\w)[^\W\d]\w*")
_LETTER = re.compile(r"(?<!\w)([^\W\d]\w*)\s*=(?!=)")


def parts_expanded(written: Written) -> tuple[Written, tuple[Flaw, ...]]:
    """The written model with its parts expanded to ordinary sections, and notes on what is left out of them.

    Raises a ModelError where a part cannot be used, since its uses cannot be checked then.
    """
    files = PartFiles(written.folder, written.files)
    file = written.document.name if written.document is not None else ""
    expansion = _Expansion(files)
    made = expansion.expand(written, "", (file,) if file else ())
    errors = tuple(flaw for flaw in expansion.flaws if flaw.severity == "error")
    if errors:
        raise ModelError(errors)
    return replace(made, files=files.texts), tuple(expansion.flaws)


def parts_in_place_of_files(written: Written) -> dict[Path, Any]:
    """The models of parts as tables in the model itself, by their paths, so that it is one file."""
    files = PartFiles(written.folder, written.files)
    return {
        ("parts", key, "model"): _inline(files, "", value["model"])
        for key, value in written.values.get("parts", {}).items()
        if isinstance(value["model"], str)
    }


def _inline(files: PartFiles, below: str, file: str) -> dict[str, Any]:
    """The sections of the file of a part, with its own parts included as tables."""
    name = files.name(below, file)
    written = files.read(name)
    values = dict(written.values)
    for (section, key, entry), value in meshes_in_place_of_files(written).items():
        bodies = dict(values[str(section)])
        bodies[str(key)] = {**bodies[str(key)], str(entry): value}
        values[str(section)] = bodies
    if "parts" in values:
        folder = str(PurePosixPath(name).parent)
        values["parts"] = {
            key: {**one, "model": _inline(files, folder, one["model"])}
            if isinstance(one["model"], str)
            else one
            for key, one in values["parts"].items()
        }
    return values


@dataclass(slots=True)
class _Expansion:
    """Expands the parts of a model, and their parts."""

    files: PartFiles
    flaws: list[Flaw] = field(default_factory=list)
    flat: dict[str, Written] = field(default_factory=dict)  # the expanded files of parts
    parts: int = 0
    letters: int = 0

    def expand(self, written: Written, below: str, stack: tuple[str, ...]) -> Written:
        """A model with its parts expanded; `below` is the folder of its file."""
        if "parts" not in written.values:
            return written
        return _Host(self, written, below, stack).run()


class _Host:
    """One model that has parts."""

    def __init__(self, expansion: _Expansion, written: Written, below: str, stack: tuple[str, ...]) -> None:
        self.of = expansion
        self.written = written
        self.below = below
        self.stack = stack
        self.read = EntryReader(written)
        self.read.flaws.clear()  # reported when the model is read
        self.document = written.document or Document("", "")
        self.insets: list[Inset] = []
        self.end = len(self.document.text) + 1
        self.names: dict[str, int] = {}
        self.whole = Whole(written, self._tell, self._tell_in)

    def run(self) -> Written:
        """The model with its parts expanded."""
        table = self.read.table(
            ("parts",), self.written.values["parts"], "[parts.left_wheel], with a name for each"
        )
        for key, value in table.items():
            path: Path = ("parts", key)
            try:
                self._part(path, str(key), value)
            except PartFault as fault:
                self.read.flaw(path, "parts", fault.message, fault.hint)
        self.of.flaws += self.read.flaws
        values = self.whole.values
        if self.written.document is None:
            values.setdefault("format", 1)
        document = replace(self.document, insets=tuple(self.insets))
        parts = self.written.parts | self.names
        return replace(
            self.written, values=values, entries=self.whole.entries, document=document, parts=parts
        )

    def _tell(self, path: Path, rule: str, message: str, hint: str) -> None:
        self.read.flaw(path, rule, message, hint)

    def _tell_in(self, part: Written, path: Path, rule: str, message: str, hint: str) -> None:
        self.of.flaws.append(flaw_at(part.key_source(path), rule=rule, message=message, hint=hint))

    # -- one part --------------------------------------------------------------------------------

    def _part(self, path: Path, key: str, value: Any) -> None:
        if not isinstance(value, Mapping):
            raise PartFault(
                f"the part `{key[:40]}` must be a table",
                f'write [parts.{key[:40]}] with model = "wheel.toml"',
            )
        self.read.keys(path, value, KEYS)
        name, indices, range_ = self._range(path, key, value)
        self._free(name)
        part, folder, own_file = self._model_of(path, name, value)
        part = self._with_tables(part)
        inner = next((one for one, count in part.parts.items() if count), None)
        if indices and inner is not None:
            message = f"`{name}` is a family of parts, and so is `{inner}` inside each of them"
            hint = f'write one family with two indices: [parts."{name}[i,j]"] with for = "i = 1..2, j = 1..3"'
            raise PartFault(message, hint)
        self.of.parts += 1
        self.of.letters += sum(map(len, texts_in(part.values))) + 100 * len(part.entries)
        if self.of.parts > PARTS or self.of.letters > PART_LETTERS:
            hint = "make a family of equal parts, or leave some out"
            raise PartFault(
                "the parts of this model are too many, or too long, when they are written out", hint
            )
        given = self._parameters(path, name, value, part)
        use = Use(
            prefix=self._prefix(path, value, part, name, indices, given),
            path=path,
            range=range_,
            given=given,
            base=self._inset(path, name, part) if own_file else 0,
            folder=folder,
        )
        self._bodies(path, name, part)
        PartWriter(self.whole, part, use).write()
        self.names |= {name: len(indices)} | {
            f"{name}.{one}": len(indices) + count for one, count in part.parts.items()
        }
        self._left_out(path, name, part)

    def _with_tables(self, part: Written) -> Written:
        """A part with only those sections that are tables; others are reported."""
        kept = dict(part.values)
        for section, value in part.values.items():
            if section in (*NAMED, *NESTED, *WHOLE) and not isinstance(value, Mapping):
                message = f"`{section}` must be a table of names"
                self._tell_in(part, (section,), "value", message, f"write a section [{section}]")
                del kept[section]
        return replace(part, values=kept)

    def _range(
        self, path: Path, key: str, value: Mapping[str, Any]
    ) -> tuple[str, tuple[str, ...], Text | None]:
        """The name of a part, its indices, and their range."""
        name, bracket, brackets = (one.strip() for one in key.partition("["))
        if not name.isidentifier():
            raise PartFault(f"`{key[:40]}` is not a name (letters, digits and _)", "for example left_wheel")
        if "count" in value:
            count = value["count"]
            if bracket or "for" in value:
                raise PartFault(
                    f"`count` and an index both say how many `{name}` there are", "delete one of them"
                )
            if (
                isinstance(count, bool)
                or not isinstance(count, int | str)
                or (isinstance(count, int) and count < 1)
            ):
                raise PartFault(
                    "`count` must be a whole number, 1 or more, or a parameter", "write count = 20"
                )
            counted = f"{LETTER} = 1..{count}"
            return name, (LETTER,), Text(counted, (-1,) * len(counted))
        if not bracket:
            if "for" in value:
                raise PartFault(f"the part `{name}` has a range, but no index", f'write [parts."{name}[i]"]')
            return name, (), None
        indices = tuple(one.strip() for one in brackets.removesuffix("]").split(","))
        if not brackets.endswith("]") or not all(
            one.isidentifier() or _INTEGER.fullmatch(one) for one in indices
        ):
            raise PartFault(
                f"`{key[:40]}` is not the name of a family of parts", f'write [parts."{name}[i]"]'
            )
        given = value.get("for")
        letters = [one for one in indices if one.isidentifier()]
        if given is None and not letters:
            return name, indices, None
        if not isinstance(given, str) or set(_LETTER.findall(given)) != set(letters):
            first = letters[0] if letters else "i"
            raise PartFault(
                f"the family of parts `{key[:40]}` needs a range for each index",
                f'write for = "{first} = 1..N"',
            )
        return name, indices, self._text((*path, "for"), given)

    def _free(self, name: str) -> None:
        """Refuse a name that is in use."""
        for section in TAKEN:
            table = self.written.values.get(section, {})
            names = (
                {str(key).partition("[")[0].strip() for key in table} if isinstance(table, Mapping) else set()
            )
            if name in names:
                raise PartFault(f"`{name}` is a name under [{section}] too", "give the part another name")
        fault = owner_fault(name)
        if fault is not None:
            raise PartFault(*fault)
        if name in ("joints", "nodes", GROUND, "lam", "kap"):
            raise PartFault(f"`{name}` is a word of the language", "give the part another name")

    def _model_of(self, path: Path, name: str, value: Mapping[str, Any]) -> tuple[Written, str, bool]:
        """The model of a part, its folder, and whether it is a separate file."""
        model_key = value.get("model")
        if len(self.stack) > PART_DEPTH:
            raise PartFault(f"parts are nested more than {PART_DEPTH} deep", "put less into one another")
        if isinstance(model_key, Mapping):
            here = (*path, "model")
            entries = {p[3:]: e for p, e in self.written.entries.items() if p[:3] == here and len(p) > 3}
            inner = replace(self.written, values=dict(model_key), entries=entries, toml=False)
            made = self.of.expand(inner, self.below, (*self.stack, f"[{name}]"))
            if made.document is not None and made.document.insets:
                message = "a part that stands in the model itself cannot have parts that are files"
                raise PartFault(message, "write it as a file of its own")
            return made, "", False
        if not isinstance(model_key, str):
            raise PartFault(f"the part `{name}` does not say its model", 'write model = "wheel.toml"')
        file = self.of.files.name(self.below, model_key)
        if file in self.stack:
            circle = " → ".join((*self.stack[self.stack.index(file) :], file))
            raise PartFault(
                f"the part `{name}` is a part of itself: {circle}", "a model cannot contain itself"
            )
        if file not in self.of.flat:
            try:
                written = self.of.files.read(file)
            except ModelError as error:
                used = self._place_of_use(path, name)
                self.of.flaws += [replace(flaw, used=used) for flaw in error.flaws]
                message = f"the file {file} of the part `{name}` cannot be read"
                raise PartFault(message, f"see line {error.flaws[0].line} of {file}") from None
            if written.values.get("format", 1) != 1:
                raise PartFault(f"{file} is not of format 1", "write format = 1 there")
            below = str(PurePosixPath(file).parent)
            self.of.flat[file] = self.of.expand(written, "" if below == "." else below, (*self.stack, file))
        folder = str(PurePosixPath(file).parent.relative_to(self.below or "."))
        return self.of.flat[file], "" if folder == "." else folder, True

    # -- connections of a part -------------------------------------------------------------------

    def _parameters(
        self, path: Path, name: str, value: Mapping[str, Any], part: Written
    ) -> Mapping[str, Any]:
        given = self.read.table((*path, "parameters"), value.get("parameters", {}))
        known = part.values.get("parameters", {})
        for key in given:
            if key not in known:
                near = nearest(str(key), tuple(known))
                hint = (
                    f"did you mean `{near}`?" if near else f"its parameters are {', '.join(known) or 'none'}"
                )
                message = f"the part `{name}` has no parameter `{key}`"
                self.read.flaw((*path, "parameters", key), "unknown-name", message, hint)
        return given

    def _prefix(
        self,
        path: Path,
        value: Mapping[str, Any],
        part: Written,
        name: str,
        indices: tuple[str, ...],
        given: Mapping[str, Any],
    ) -> Prefix:
        tables = {s: t if isinstance(t := part.values.get(s, {}), Mapping) else {} for s in
                  ("functions", "tables", "contacts", "parameters", "bodies")}  # fmt: skip
        on = value.get("on", GROUND)
        if not isinstance(on, str):
            raise PartFault("`on` names a body, or a point of one", 'write on = "chassis.hub"')
        ground = tables["bodies"].get(GROUND, {})
        has_points = isinstance(ground, Mapping) and bool(ground.get("points"))
        prefix = ""
        if has_points:
            written = f"{name}[{','.join(indices)}]." if indices else f"{name}."
            prefix = f"{GROUND}.{name}" if "on" not in value and not indices else f"{written}{GROUND}"
        frame = self._text((*path, "on"), on) if "on" in value else Text(GROUND)
        return Prefix(
            name=name,
            indices=indices,
            ground=frame,
            ground_points=prefix,
            nodes=self._nodes(path, name, value, part),
            shared=self._structural_parameters(path, part, indices, given),
            functions=frozenset(map(str, tables["functions"])),
            tables=frozenset(map(str, tables["tables"])),
            contacts=frozenset(str(key).partition("[")[0] for key in tables["contacts"]),
        )

    def _nodes(self, path: Path, name: str, value: Mapping[str, Any], part: Written) -> dict[str, Text]:
        given = self.read.table((*path, "nodes"), value.get("nodes", {}))
        elements = part.values.get("elements", {})
        entries = elements.values() if isinstance(elements, Mapping) else ()
        ends = [
            one.get(key) for one in entries if isinstance(one, Mapping) for key in ("between", "secondary")
        ]
        known = {
            str(end).partition("[")[0]
            for listed in ends
            if isinstance(listed, list | tuple)
            for end in listed
        }
        nodes: dict[str, Text] = {}
        for key, text in given.items():
            here: Path = (*path, "nodes", key)
            if key not in known:
                near = nearest(str(key), tuple(known))
                hint = (
                    f"did you mean `{near}`?"
                    if near
                    else f"its nodes are {', '.join(sorted(known)) or 'none'}"
                )
                self.read.flaw(here, "unknown-name", f"the part `{name}` has no node `{key}`", hint)
            elif not isinstance(text, str):
                self.read.flaw(here, "value", "a node is a name in quotes", f'write {key} = "bus"')
            else:
                nodes[str(key)] = self._text(here, text)
        return nodes

    def _structural_parameters(
        self, path: Path, part: Written, indices: tuple[str, ...], given: Mapping[str, Any]
    ) -> frozenset[str]:
        """The parameters on which the structure of a family of parts depends: common to all members."""
        parameters = part.values.get("parameters", {})
        if not indices or not isinstance(parameters, Mapping):
            return frozenset()
        keys = [str(key) for table in part.values.values() if isinstance(table, Mapping) for key in table]
        texts = [*texts_in(part.values), *keys]
        letters = {letter for text in texts for letter in _LETTER.findall(text)}
        names = shared_sizes(texts, letters) & set(map(str, parameters))
        left = list(names)
        while left:
            entry = parameters[left.pop()]
            text = entry.get("value") if isinstance(entry, Mapping) else entry
            more = set(_NAME.findall(text)) & set(parameters) - names if isinstance(text, str) else set()
            names |= more
            left += more
        for name in sorted(names & set(given)):
            text = given[name]
            if isinstance(text, str) and set(_NAME.findall(text)) & set(indices):
                message = f"`{name}` is a size of the part, so that it is the same in all members of a family"
                hint = "give it a value without an index, or write the members as parts of their own"
                self.read.flaw((*path, "parameters", name), "index", message, hint)
        return frozenset(names)

    def _bodies(self, path: Path, name: str, part: Written) -> None:
        """Check that space and gravity of a part are those of the model."""
        bodies = part.values.get("bodies", {})
        if not isinstance(bodies, Mapping) or not bodies:
            return
        table = self.whole.table(("bodies",))
        space = bodies.get("space", 2)
        if (
            not any(key in table for key in table if key != GROUND)
            and "space" not in self.written.values.get("bodies", {})
            and "space" in bodies
        ):
            table.setdefault("space", space)
        if table.get("space", 2) != space:
            message = f"the part `{name}` is in {'space' if space == 3 else 'the plane'}, the model is not"
            self.read.flaw(path, "parts", message, f"write space = {space} under [bodies]")
        if "energies" in bodies:
            message = f"the part `{name}` has bodies beside energies, which cannot be put together"
            hint = "delete energies under [bodies] of the part, and what its [energy] says of the bodies"
            self.read.flaw(path, "parts", message, hint)
        if "gravity" in bodies and "gravity" not in table:
            message = f"the part `{name}` has gravity, but the model does not say which"
            self.read.flaw(path, "parts", message, 'write gravity = [0, "-g"] under [bodies]')

    def _left_out(self, path: Path, name: str, part: Written) -> None:
        """Note which sections of a part are left out."""
        left = [f"[{section}]" for section in LEFT_OUT if section in part.values]
        bodies = part.values.get("bodies", {})
        left += [
            f"{one} of [bodies]"
            for one in ("gravity", "coordinates")
            if isinstance(bodies, Mapping) and one in bodies
        ]
        if left:
            message = f"of the part `{name}` are left out: {', '.join(left)}"
            hint = "those of the model itself hold"
            location = self.read.location(path)
            self.of.flaws.append(flaw_at(location, rule="parts", message=message, hint=hint, severity="note"))

    # -- places ----------------------------------------------------------------------------------

    def _text(self, path: Path, text: str) -> Text:
        offsets = tuple(self.written.value_source(path, text).offsets)
        return Text(text, offsets[: len(text)] if len(offsets) > len(text) else ())

    def _place_of_use(self, path: Path, name: str) -> str:
        source = self.written.key_source(path)
        if source.document is None or not source.offsets:
            return f"used as the part {name}"
        file, offset, _ = source.document.file_at(source.offsets[0])
        return f"used as the part {name} in {file.name}:{file.position(offset)[0]}"

    def _inset(self, path: Path, name: str, part: Written) -> int:
        """The offset of the file of a part after the text of the model."""
        base, used = self.end, self._place_of_use(path, name)
        document = part.document or Document("", "")
        self.insets.append(Inset(base, replace(document, insets=()), used))
        for one in document.insets:
            self.insets.append(Inset(base + one.start, one.document, f"{one.used}, {used}"))
        last = self.insets[-1]
        self.end = last.start + len(last.document.text) + 1
        return base

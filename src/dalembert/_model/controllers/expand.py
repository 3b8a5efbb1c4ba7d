"""Controllers to entries of a model: states, definitions and outputs, and values for what they drive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dalembert._expression.source import Flaw
from dalembert._model.bodies.texts import Text, canonical, entry_of, filled
from dalembert._model.controllers.kinds.kind import OUTPUT_WORD, Given
from dalembert._model.controllers.kinds.registry import CONTROLLER_KINDS
from dalembert._model.controllers.mistakes import is_sound
from dalembert._model.controllers.reading import ControllerReader, given_of
from dalembert._model.controllers.records import SECTION, Controller
from dalembert._model.controllers.targets import Target, is_free, target_of
from dalembert._model.entry_reader import EntryReader
from dalembert._text.positions import Entry, Path
from dalembert._text.written import Written, dotted

LETTERS = {"error": "e", OUTPUT_WORD: "u", "demand": r"\hat{u}"}
LONG = 40  # letters of an input that is written once, as a definition


def controllers_expanded(written: Written) -> tuple[Written, tuple[Flaw, ...]]:
    """What was written, with controllers as entries of the ordinary sections; their flaws."""
    read = EntryReader(written)
    known = len(read.flaws)
    reader = ControllerReader(read)
    found = reader.controllers()
    if len(read.flaws) == known and is_sound(read, found):
        made = _Expansion(read)
        made.numbers(reader.amounts.parameters)
        for one in found:
            made.controller(one)
        if len(read.flaws) == known:
            quantities = {path: pair for pair, path in reader.amounts.quantities.items()}
            return made.written(quantities), ()
    return _without(written), tuple(read.flaws[known:])


def _without(written: Written) -> Written:
    """What is left where controllers cannot be read, with 0 for what they would give: read for its flaws."""
    rest = {key: value for key, value in written.values.items() if key != SECTION}
    names, inputs = written.values[SECTION], written.values.get("inputs")
    if isinstance(inputs, Mapping):
        rest["inputs"] = {name: {**one, "value": 0} if is_free(one) else one for name, one in inputs.items()}
    definitions = written.values.get("definitions", {})
    if isinstance(names, Mapping) and isinstance(definitions, Mapping):
        outputs = (f"{name}.{OUTPUT_WORD}" for name in names if str(name).isidentifier())
        rest["definitions"] = {**dict.fromkeys(outputs, "0"), **definitions}
    return replace(written, values=rest)


def _symbol(word: str, controller: str) -> dict[str, Text]:
    """The letter of control engineering for a result of a controller, with the controller as its index."""
    if word not in LETTERS or not controller.isalnum():
        return {}
    return {"symbol": Text(f"{LETTERS[word]}_{{\\mathrm{{{controller}}}}}")}


class _Expansion:
    """Collects the entries that controllers stand for."""

    def __init__(self, read: EntryReader) -> None:
        self.read = read
        self.values = {key: value for key, value in read.written.values.items() if key != SECTION}
        self.entries = dict(read.written.entries)
        self.origins = dict(read.written.origins)
        self.tables: dict[Path, dict[str, Any]] = {}

    def written(self, quantities: dict[Path, tuple[str, str]]) -> Written:
        """What was written, expanded."""
        own = self.read.written
        return replace(
            own,
            values=self.values,
            entries=self.entries,
            origins=self.origins,
            quantities={**own.quantities, **quantities},
            sizes=tuple(sorted({*own.sizes, *self.read.elaborator.structural})),
        )

    def numbers(self, parameters: Mapping[str, tuple[dict[str, Any], Path]]) -> None:
        """Parameters of the numbers in controllers, unless the user gives them."""
        table = self._table(("parameters",))
        for name, (entry, literal) in parameters.items():
            path: Path = ("parameters", name)
            self.origins[path] = literal
            own = self.read.written.entries.get(literal)
            if name not in table and own is not None:
                self.entries[path] = own
                self.entries[(*path, "value")] = self.read.written.entries.get((*literal, "value"), own)
                if (*literal, "unit") in self.read.written.entries:
                    self.entries[(*path, "unit")] = self.read.written.entries[(*literal, "unit")]
            table.setdefault(name, entry)

    def controller(self, one: Controller) -> None:
        """The entries of a controller, and the value of what it drives."""
        kind = CONTROLLER_KINDS[one.kind]
        given = self._shortened(one, given_of(one))
        make = kind.sampled if one.every is not None and kind.sampled is not None else kind.entries
        found = make(given)
        for word, own in found.definitions.items():
            if one.every is not None and word == OUTPUT_WORD:  # of a kind without states
                self._held(one, given, word, own.value, own.unit, Text("0"))
                continue
            name, unit = given.own(word), given.unit_of(own.unit)
            value = {"value": own.value} | ({"unit": Text(unit)} if unit else {})
            self._put(("definitions", name), value, one.path)
            if own.shown:
                shown = {**value, "value": Text(name)} | _symbol(word, one.name)
                self._put(("outputs", f"{SECTION}.{name}"), shown, one.path)
        for word, state in found.states.items():
            if one.every is not None:
                self._held(one, given, word, state.law, state.unit, state.start)
                continue
            unit = given.unit_of(state.unit)
            entry = {"rate": state.law, "start": state.start} | ({"unit": Text(unit)} if unit else {})
            self._put(("states", given.own(word)), entry, one.path)
        if one.target:
            self._drive(one, Text(given.own(OUTPUT_WORD)))

    def _held(self, one: Controller, given: Given, word: str, law: Text, unit: str, start: Text) -> None:
        """A value that is sampled."""
        own = given.unit_of(unit)
        entry = {"every": one.every or Text("0"), "value": law, "start": start}
        self._put(("sampled", given.own(word)), entry | ({"unit": Text(own)} if own else {}), one.path)

    def _shortened(self, one: Controller, given: Given) -> Given:
        """What a controller is given, with long inputs as definitions."""
        inputs: list[Text] = []
        for i, text in enumerate(given.inputs):
            if len(text.text) <= LONG:
                inputs.append(text)
                continue
            name = given.own("input" if len(given.inputs) == 1 else f"input{i + 1}")
            unit = {"unit": Text(one.input_unit)} if one.input_unit and len(given.inputs) == 1 else {}
            self._put(("definitions", name), {"value": text, **unit}, one.path)
            inputs.append(Text(name))
        return replace(given, inputs=tuple(inputs))

    def _drive(self, one: Controller, output: Text) -> None:
        """The value of what a controller drives."""
        target = target_of(one.target, self.read.written.values)
        if not isinstance(target, Target):
            return  # told when it was read
        if target.path[0] == "inputs":
            labels = self._table(("inputs",)).pop(str(target.path[1]))
            value = {"value": output} | {key: Text(text) for key, text in labels.items()}
            self._put(("definitions", *target.path[1:]), value, one.path)
            return
        self._put(target.path, filled("{u}", u=output), (*one.path, "to"))

    def _table(self, path: Path) -> dict[str, Any]:
        """The table at a path, as a copy of the user's that may be added to."""
        if path not in self.tables:
            above = self._table(path[:-1]) if len(path) > 1 else self.values
            inner = above.get(str(path[-1]), {})
            above[str(path[-1])] = self.tables[path] = dict(inner) if isinstance(inner, Mapping) else {}
        return self.tables[path]

    def _put(self, path: Path, value: Text | dict[str, Text], origin: Path) -> None:
        """An entry made for the entry at `origin`."""
        path = (*path[:-1], canonical(str(path[-1])))
        table, name = self._table(path[:-1]), str(path[-1])
        if name in table:
            message = f"`{dotted(path)}` is given, but {dotted(origin)} makes an entry of this name"
            self.read.flaw(path, "name", message, "give yours another name")
            return
        table[name] = value.text if isinstance(value, Text) else {k: text.text for k, text in value.items()}
        self.origins[path] = origin
        near = self._near(origin)
        if isinstance(value, Text):
            if near is not None:
                self.entries[path] = entry_of(value, near)
            return
        if near is not None:
            self.entries[path] = near
        for key, text in value.items():
            self.origins[(*path, key)] = origin
            if near is not None:
                self.entries[(*path, key)] = entry_of(text, near)

    def _near(self, path: Path) -> Entry | None:
        entries = self.read.written.entries
        found = (entries.get(path[:length]) for length in range(len(path), 0, -1))
        return next((one for one in found if one is not None), None)

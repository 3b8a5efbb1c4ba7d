"""Expands controllers to states, definitions and outputs, and values of the driven quantities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dalembert._expression.source import Flaw
from dalembert._model.bodies.texts import Text
from dalembert._model.controllers.kinds.kind import OUTPUT_WORD, ControllerData
from dalembert._model.controllers.kinds.registry import CONTROLLER_KINDS
from dalembert._model.controllers.mistakes import is_sound
from dalembert._model.controllers.reading import ControllerReader, given_of
from dalembert._model.controllers.records import SECTION, Controller
from dalembert._model.controllers.targets import Target, driven_keys, is_free
from dalembert._model.entry_reader import EntryReader
from dalembert._model.section_writer import SectionWriter
from dalembert._text.positions import Path
from dalembert._text.written import Written

LETTERS = {"error": "e", OUTPUT_WORD: "u", "demand": r"\hat{u}"}
LONG = 40  # characters of an input beyond which it becomes a definition


def controllers_expanded(written: Written) -> tuple[Written, tuple[Flaw, ...]]:
    """The written model with controllers expanded to ordinary sections, and their flaws."""
    read = EntryReader(written)
    known = len(read.flaws)
    reader = ControllerReader(read)
    controllers = reader.controllers()
    if len(read.flaws) == known and is_sound(read, controllers):
        made = _Expansion(read)
        made.sections.numbers(reader.amounts.parameters)
        for one in controllers:
            made.controller(one)
        if len(read.flaws) == known:
            quantities = {path: pair for pair, path in reader.amounts.quantities.items()}
            return made.result(quantities), ()
    return _without_controllers(written), tuple(read.flaws[known:])


def _without_controllers(written: Written) -> Written:
    """The model without controllers, with 0 for their outputs, to find its other flaws."""
    remaining = {key: value for key, value in written.values.items() if key != SECTION}
    names, inputs = written.values[SECTION], written.values.get("inputs")
    if isinstance(inputs, Mapping):
        remaining["inputs"] = {
            name: {**one, "value": 0} if is_free(one) else one for name, one in inputs.items()
        }
    definitions = written.values.get("definitions", {})
    if isinstance(names, Mapping) and isinstance(definitions, Mapping):
        outputs = (f"{name}.{OUTPUT_WORD}" for name in names if str(name).replace(".", "").isidentifier())
        remaining["definitions"] = {**dict.fromkeys(outputs, "0"), **definitions}
    elements = written.values.get("elements")
    if isinstance(names, Mapping) and isinstance(elements, Mapping):
        remaining["elements"] = dict(elements)
        for one in names.values():
            to = one.get("to") if isinstance(one, Mapping) else None
            for owner, key in driven_keys(to, written.values) if isinstance(to, str) else ():
                remaining["elements"][owner] = {**remaining["elements"][owner], key: "0"}
    return replace(written, values=remaining)


def _symbol(word: str, controller: str) -> dict[str, Text]:
    """The usual symbol for an output of a controller, with the controller as its index."""
    if word not in LETTERS or not controller.isalnum():
        return {}
    return {"symbol": Text(f"{LETTERS[word]}_{{\\mathrm{{{controller}}}}}")}


class _Expansion:
    """Collects the entries that controllers expand to."""

    def __init__(self, read: EntryReader) -> None:
        self.read = read
        self.sections = SectionWriter(read, (SECTION,))
        self.families: set[Path] = set()  # families that are driven

    def result(self, quantities: dict[Path, tuple[str, str]]) -> Written:
        """The expanded model."""
        written = self.read.written
        return replace(
            written,
            values=self.sections.values,
            entries=self.sections.entries,
            origins=self.sections.origins,
            quantities={**written.quantities, **quantities},
            sizes=tuple(sorted({*written.sizes, *self.read.elaborator.structural})),
        )

    def controller(self, one: Controller) -> None:
        """Add the entries of a controller, and the value of the quantity it drives."""
        kind = CONTROLLER_KINDS[one.kind]
        given = self._with_short_inputs(one, given_of(one))
        make = kind.sampled if one.every is not None and kind.sampled is not None else kind.entries
        entries = make(given)
        for word, definition in entries.definitions.items():
            if one.every is not None and word == OUTPUT_WORD:  # for a kind without states
                self._add_sampled_value(one, given, word, definition.value, definition.unit, Text("0"))
                continue
            name, unit = given.member(word), given.unit_of(definition.unit)
            value = {"value": definition.value} | ({"unit": Text(unit)} if unit else {})
            self.sections.put(("definitions", name), value, one.path)
            if definition.shown:
                shown = {**value, "value": Text(name)} | _symbol(word, one.name)
                self.sections.put(("outputs", f"{SECTION}.{name}"), shown, one.path)
        for word, state in entries.states.items():
            if one.every is not None:
                self._add_sampled_value(one, given, word, state.law, state.unit, state.start)
                continue
            unit = given.unit_of(state.unit)
            entry = {"rate": state.law, "start": state.start} | ({"unit": Text(unit)} if unit else {})
            self.sections.put(("states", given.member(word)), entry, one.path)
        if one.driven is not None:
            self._drive(one, one.driven, given.member(OUTPUT_WORD))

    def _add_sampled_value(
        self, one: Controller, given: ControllerData, word: str, law: Text, unit: str, start: Text
    ) -> None:
        """Add a sampled value."""
        unit_text = given.unit_of(unit)
        entry = {"every": one.every or Text("0"), "value": law, "start": start}
        self.sections.put(
            ("sampled", given.member(word)),
            entry | ({"unit": Text(unit_text)} if unit_text else {}),
            one.path,
        )

    def _with_short_inputs(self, one: Controller, given: ControllerData) -> ControllerData:
        """The data of a controller, with long inputs replaced by definitions."""
        inputs: list[Text] = []
        for i, text in enumerate(given.inputs):
            if len(text.text) <= LONG:
                inputs.append(text)
                continue
            name = given.member("input" if len(given.inputs) == 1 else f"input{i + 1}")
            unit = {"unit": Text(one.input_unit)} if one.input_unit and len(given.inputs) == 1 else {}
            self.sections.put(("definitions", name), {"value": text, **unit}, one.path)
            inputs.append(Text(name))
        return replace(given, inputs=tuple(inputs))

    def _drive(self, one: Controller, driven: Target, output: str) -> None:
        """Set the value of the quantity that a controller drives; for a family once for all members."""
        if driven.index:
            if driven.path in self.families:
                return
            self.families.add(driven.path)
            output = f"{output.partition('[')[0]}[{driven.index}]"
        section, name, *_ = driven.path
        if section == "inputs":
            labels = self.sections.table(("inputs",)).pop(str(name))
            value = {"value": Text(output)} | {key: Text(text) for key, text in labels.items()}
            self.sections.put(("definitions", name), value, one.path)
        elif section == "work" and driven.index:
            value = {"for": Text(driven.range), "value": Text(output)}
            self.sections.put(driven.path, value, (*one.path, "to"))
        else:
            self.sections.put(driven.path, Text(output), (*one.path, "to"))

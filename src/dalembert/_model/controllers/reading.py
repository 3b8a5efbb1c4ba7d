"""The entries of [controllers]: kind, inputs, numbers, target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._expression.suggest import nearest
from dalembert._model.bodies.amounts import AmountReader
from dalembert._model.bodies.ends import kind_of
from dalembert._model.bodies.texts import Text
from dalembert._model.controllers.family_targets import family_target, split_indices
from dalembert._model.controllers.kinds.kind import ControllerData, ControllerKind
from dalembert._model.controllers.kinds.registry import CONTROLLER_KINDS
from dalembert._model.controllers.records import SECTION, Controller
from dalembert._model.controllers.signal_units import SignalUnits
from dalembert._model.controllers.targets import Refusal, Target, target_of
from dalembert._model.entry_reader import EntryReader
from dalembert._model.families import readers_of
from dalembert._model.given_numbers import number_of
from dalembert._model.owner_names import owner_fault
from dalembert._model.units import UnitFault, unit_of
from dalembert._text.positions import Path
from dalembert._text.tensors import AXES

MOST = 200  # values of one list


class ControllerReader:
    """Reads the controllers; `amounts.parameters` are the numbers in them, named after their entries."""

    def __init__(self, read: EntryReader) -> None:
        self.read = read
        self.amounts = AmountReader(read, 2)
        self.units = SignalUnits(read.written.values)

    def controllers(self) -> list[Controller]:
        """All controllers that can be read."""
        table = self.read.table((SECTION,), self.read.written.values[SECTION], f"[{SECTION}.pid]")
        controllers: list[Controller] = []
        for reader, path, value in readers_of(self.read, (SECTION,), table):
            if not isinstance(value, Mapping):
                hint = f"write [{SECTION}.{path[-1]}] with its kind"
                reader.flaw(path, "value", f"`{path[-1]}` must be a table", hint)
                continue
            if reader.name(path).partition("[")[0].rpartition(".")[2] in AXES:
                message = f"`{path[-1]}` cannot be the name of a controller: r.{path[-1]} is a component"
                reader.flaw(path, "name", message, f"call it, say, {path[-1]}_control")
                continue
            fault = owner_fault(reader.name(path))
            if fault is not None:
                reader.flaw(path, "name", *fault)
                continue
            controller = _Entry(reader, self.amounts.of(reader), self.units, path, value).controller()
            if controller is not None:
                controllers.append(controller)
        return controllers


class _Entry:
    """Reads one controller."""

    def __init__(
        self,
        read: EntryReader,
        amounts: AmountReader,
        units: SignalUnits,
        path: Path,
        entry: Mapping[str, Any],
    ) -> None:
        self.read, self.amounts, self.units, self.path, self.entry = read, amounts, units, path, entry
        self.name = read.name(path)
        self.numbers: dict[str, float] = {}

    def controller(self) -> Controller | None:
        """The controller; None, and a flaw, where it cannot be read."""
        word = kind_of(self.read, self.path, self.entry, tuple(CONTROLLER_KINDS))
        if word is None:
            return None
        kind = CONTROLLER_KINDS[word]
        self.read.keys(self.path, self.entry, ("kind", "from", *kind.keys, "to", "unit", "every"))
        inputs = self._inputs(kind)
        target = self._target()
        if inputs is None or target is None:
            return None
        seen = self.units.of(inputs[0].text) if len(inputs) == 1 else ""
        name, driven = target
        unit = self._unit(driven.unit if driven is not None else "", kind, seen)
        known = ControllerData(name=self.name, inputs=inputs, unit=unit, input_unit=seen)
        values, lists = self._values(kind, known)
        if values is None:
            return None
        table = self._table(kind)
        every = self.amounts.amount((*self.path, "every"), self.entry["every"], "s") if self._every else None
        if table is None:
            return None
        made = Controller(
            name=self.name,
            path=self.path,
            kind=word,
            inputs=inputs,
            values=values,
            lists=lists,
            numbers=self.numbers,
            table=table,
            target=name,
            driven=driven,
            unit=unit,
            input_unit=seen,
            every=every,
        )
        return made if self._is_sound(made, kind) else None

    @property
    def _every(self) -> bool:
        return "every" in self.entry

    def _is_sound(self, made: Controller, kind: ControllerKind) -> bool:
        fault = kind.fault(given_of(made))
        if fault is not None:
            key, message, hint = fault
            self.read.flaw((*self.path, key) if key in self.entry else self.path, "controller", message, hint)
            return False
        if made.every is not None and kind.sampled is None:
            message = f"`{self.name}` is of the kind {made.kind}, which has no form with samples"
            hint = "delete every, or sample what drives: a pid, a gain or a low_pass"
            self.read.flaw((*self.path, "every"), "controller", message, hint)
            return False
        return True

    def _inputs(self, kind: ControllerKind) -> tuple[Text, ...] | None:
        """Its inputs."""
        value, here = self.entry.get("from"), (*self.path, "from")
        if value is None:
            example = 'from = ["x", "x\'"]' if kind.several else 'from = "x"'
            message = f"`{self.name}` does not say what it reads: `from` is missing"
            self.read.flaw(self.path, "missing-key", message, f"add {example}")
            return None
        if not isinstance(value, list | tuple):
            return (self.amounts.amount(here, value),)
        if not kind.several or not 0 < len(value) <= MOST:
            message = f"`{self.name}` reads one value" if not kind.several else f"1 to {MOST} values are read"
            self.read.flaw(here, "value", message, 'write one expression, from = "x"')
            return None
        return tuple(self.amounts.amount((*here, i), one) for i, one in enumerate(value))

    def _target(self) -> tuple[str, Target | None] | None:
        """The quantity it drives; empty without one; None, and a flaw, where it cannot be driven."""
        if "to" not in self.entry:
            return "", None
        here = (*self.path, "to")
        name = self.read.words(here, self.entry)
        indices, values = self.read.indices, self.read.written.values
        target = family_target(name, str(self.path[-1]), values) if indices else target_of(name, values)
        if isinstance(target, Refusal):
            self.read.flaw(here, "controller", target.message, target.hint.replace("NAME", self.name))
            return None
        if indices:
            base, index = split_indices(name)
            name = f"{base}[{','.join(str(indices.get(one, one)) for one in index.split(','))}]"
        return name, target

    def _unit(self, driven: str, kind: ControllerKind, seen: str) -> str:
        """The unit of the output: of the driven quantity, as given, or from the input."""
        if "unit" in self.entry:
            text, here = self.read.words((*self.path, "unit"), self.entry), (*self.path, "unit")
            try:
                given = unit_of(text)
            except UnitFault as fault:
                self.read.flaw_in(here, text, fault.span, rule="unit", message=fault.message, hint=fault.hint)
                return ""
            if not given.coherent:
                hint = "write it in SI, and show results in other units with --unit"
                self.read.flaw(here, "unit", f"the output of `{self.name}` is in SI units", hint)
            if driven and unit_of(driven).dimension != given.dimension:
                message = f"`{self.name}` gives {text}, but what it drives is in {driven}"
                self.read.flaw(here, "units", message, f'write unit = "{driven}", or delete it')
            return text
        if driven or not kind.unit or "gain" in self.entry:
            return driven
        return ControllerData(name=self.name, inputs=(), input_unit=seen).unit_of(kind.unit)

    def _values(
        self, kind: ControllerKind, known: ControllerData
    ) -> tuple[dict[str, Text] | None, dict[str, tuple[Text, ...]]]:
        """The numbers and lists of a controller; None, and a flaw, where one is missing."""
        values: dict[str, Text] = {}
        lists: dict[str, tuple[Text, ...]] = {}
        for key, known_key in kind.keys.items():
            here = (*self.path, key)
            if key not in self.entry:
                if known_key.optional:
                    continue
                self.read.flaw(
                    self.path, "missing-key", f"`{key}` is missing", f"add {key} = {known_key.example}"
                )
                return None, {}
            if known_key.table:
                continue
            value = self.entry[key]
            if known_key.listed:
                if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST:
                    message = f"`{key}` is a list of 1 to {MOST} values"
                    self.read.flaw(here, "value", message, f"write {key} = {known_key.example}")
                    return None, {}
                lists[key] = tuple(self.amounts.amount((*here, i), one) for i, one in enumerate(value))
                continue
            number = number_of(value)
            if number is not None:
                self.numbers[key] = float(number.value)
            if isinstance(value, Mapping) and key == "angular_frequency" and value.get("unit") == "Hz":
                message = f"the angular_frequency of `{self.name}` is in rad/s, not in Hz"
                self.read.flaw(here, "unit", message, "write frequency in place of angular_frequency")
                return None, {}
            unit = known.unit_of(known_key.unit)
            values[key] = self.amounts.amount(here, value, unit if unit != "1" else "")
        return values, lists

    def _table(self, kind: ControllerKind) -> str | None:
        """The table that it looks up; None, and a flaw, where there is no such table."""
        if "table" not in kind.keys:
            return ""
        name = self.read.words((*self.path, "table"), self.entry)
        tables = self.read.written.values.get("tables")
        known = tuple(tables) if isinstance(tables, Mapping) else ()
        if name in known:
            return name
        near = nearest(name, known)
        hint = f'did you mean "{near}"?' if near else "declare it under [tables]"
        self.read.flaw((*self.path, "table"), "unknown-name", f"there is no table `{name[:60]}`", hint)
        return None


def given_of(one: Controller) -> ControllerData:
    """The data of a controller for its kind."""
    return ControllerData(
        name=one.name,
        inputs=one.inputs,
        values=one.values,
        lists=one.lists,
        numbers=one.numbers,
        table=one.table,
        unit=one.unit,
        input_unit=one.input_unit,
        time=one.every,
    )

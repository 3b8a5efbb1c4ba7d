"""Plain values (of a TOML file or of a Python call) to a `Model`, collecting every flaw on the way."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from dalembert._expression.expression import Expression
from dalembert._expression.numbers import ConstantFault, folded
from dalembert._expression.source import Flaw, Source, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import ZERO, Compare, Logic, Node, Number
from dalembert._model import contact_keys
from dalembert._model import records as r
from dalembert._model.discrete import Assignment, Impulse, Push, Sampled
from dalembert._model.given_numbers import finite_numbers, listed_samples, number_of
from dalembert._model.units import DIMENSIONLESS, Unit, UnitFault, spelled, unit_of
from dalembert._text.budget import TOKENS
from dalembert._text.lexer import TextFault, tokens
from dalembert._text.parser import parse_tokens
from dalembert._text.positions import Path
from dalembert._text.toml import Raw, dotted
from dalembert._words.message import Message, Name, say

FORMAT = 1
Door = Callable[[Any], Node | None]  # a value that is no text or number to a tree, or None
SECTIONS = (
    "format",
    "title",
    "text",
    "parameters",
    "coordinates",
    "definitions",
    "energy",
    "work",
    "inputs",
    "efforts",
    "states",
    "constraints",
    "contacts",
    "events",
    "impulses",
    "sampled",
    "outputs",
    "scene",
    "cases",
    "simulate",
)
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")  # but for the end of a line
ADVISED = 200  # unknown keys of one table with the word that was meant; no more flaws are ever shown
LABELS = ("unit", "text", "symbol")
LISTED = ("times", "values", "interpolate")  # of samples in the model itself
INTERPOLATIONS = ("linear", "monotone", "spline")
# Sections of tables with names of their own: such a name, and the keys that stand in its table.
NAMED = {
    "contacts": ("floor", contact_keys.KEYS),
    "events": ("top", ("when", "direction", "action", "set")),
    "impulses": ("kick", ("at", "work", "text")),
    "sampled": ("u", ("every", "value", "start", *LABELS)),
}


def build(raw: Raw, door: Door = lambda _: None) -> tuple[r.Model, tuple[Flaw, ...]]:
    """The model, and what is wrong with its form; an expression with a flaw is replaced by 0."""
    builder = _Builder(raw, door)
    return builder.model(), tuple(builder.flaws)


def build_case(raw: Raw, name: str) -> tuple[r.Case, tuple[Flaw, ...]]:
    """One of the cases of plain values, and what is wrong with its form; nothing else is read."""
    builder = _Builder(raw, lambda _: None)
    return builder.case(name), tuple(builder.flaws)


class _Builder:
    def __init__(self, raw: Raw, door: Door) -> None:
        self.raw = raw
        self.door = door
        self.flaws: list[Flaw] = []
        self.tokens_used = 0

    def model(self) -> r.Model:
        values = self.raw.values
        self._keys((), values, SECTIONS)
        self._format(values)
        energy = self._table(("energy",), values.get("energy", {}))
        self._keys(("energy",), energy, ("kinetic", "potential", "dissipation"))
        held = self._section("sampled", self._sampled)
        return r.Model(
            title=self._words(("title",), values),
            text=self._words(("text",), values),
            parameters=self._section("parameters", self._parameter),
            coordinates=self._section("coordinates", self._coordinate),
            definitions=self._section("definitions", self._term),
            kinetic=self._energy(energy, "kinetic"),
            potential=self._energy(energy, "potential"),
            dissipation=self._energy(energy, "dissipation"),
            work=self._section("work", self._term),
            inputs=self._section("inputs", self._input),
            efforts=self._section("efforts", self._effort),
            states=(*self._section("states", self._state), *(state for state, _ in held)),
            constraints=self._constraints(values),
            contacts=self._section("contacts", self._contact),
            events=self._section("events", self._event),
            impulses=self._section("impulses", self._impulse),
            sampled=tuple(own for _, own in held),
            outputs=self._section("outputs", self._output),
            scene=self._scene(values),
            cases=self._section("cases", self._case),
            simulate=self._simulate(("simulate",), values.get("simulate", {})),
            folder=self.raw.folder,
            origin=replace(self.raw, values={}) if values.get("scene") else None,
        )

    def case(self, name: str) -> r.Case:
        path: Path = ("cases", name)
        return self._case(path, self.raw.values["cases"][name])

    # -- sections --------------------------------------------------------------------------------

    def _format(self, values: Mapping[str, Any]) -> None:
        if self.raw.document is None or "format" in values:
            if values.get("format", FORMAT) != FORMAT or isinstance(values.get("format"), bool | float):
                self._flaw(("format",), "format", "this program reads format 1", "write format = 1")
        else:
            source = Source("", "format", self.raw.document, range(2))
            message = "the file does not say its format"
            self.flaws.append(
                flaw_at(
                    source,
                    (0, 1),
                    rule="format",
                    message=message,
                    hint="begin with format = 1",
                    severity="warning",
                )
            )

    def _section(self, name: str, entry: Callable[[Path, Any], Any]) -> tuple[Any, ...]:
        found = []
        table = self._table((name,), self.raw.values.get(name, {}))
        bare = self._bare(name, table) if name in NAMED else frozenset()
        for key, value in table.items():
            if key not in bare and self._name((name, key), key):
                found.append(entry((name, key), value))
        return tuple(found)

    def _bare(self, name: str, table: Mapping[str, Any]) -> frozenset[str]:
        """Keys that stand in a section itself in place of a table with a name, told once."""
        own, known = NAMED[name]
        bare = [key for key, value in table.items() if not isinstance(value, Mapping)]
        if not any(key in known for key in bare):
            return frozenset()
        first = next(key for key in bare if key in known)
        message = f"`{first}` stands under [{name}] itself, but each of the {name} has a name of its own"
        hint = f"write [{name}.{own}] in place of [{name}], or another name for {own}"
        self._flaw((name, first), "value", message, hint)
        return frozenset(bare)

    def _energy(self, energy: Mapping[str, Any], kind: str) -> tuple[r.Term, ...]:
        value = energy.get(kind)
        path: Path = ("energy", kind)
        if value is None:
            return ()
        if not isinstance(value, Mapping):
            return (self._term(path, value),)
        return tuple(self._term((*path, key), v) for key, v in value.items() if self._name((*path, key), key))

    def _constraints(self, values: Mapping[str, Any]) -> tuple[r.Constraint, ...]:
        table = self._table(("constraints",), values.get("constraints", {}))
        kinds = ("displacement", "flow", "effort")
        self._keys(("constraints",), table, kinds)
        found = []
        for kind in kinds:
            path: Path = ("constraints", kind)
            for key, value in self._table(path, table.get(kind, {})).items():
                here = (*path, key)
                if self._name(here, key):
                    expression = self._expression(here, value)
                    found.append(
                        r.Constraint(
                            name=key, kind=kind, expression=expression, place=self.raw.key_source(here)
                        )
                    )
        return tuple(found)

    def _scene(self, values: Mapping[str, Any]) -> tuple[tuple[str, r.Frozen], ...]:
        scene = self._table(("scene",), values.get("scene", {}))
        return tuple((key, self._frozen(("scene", key), value)) for key, value in scene.items())

    def _frozen(self, path: Path, value: Any) -> r.Frozen:
        """A scene's plain value, frozen (its depth is within the budget of the file)."""
        if isinstance(value, Mapping):
            return r.Fields(tuple((str(k), self._frozen((*path, k), v)) for k, v in value.items()))
        if isinstance(value, list | tuple):
            return tuple(self._frozen((*path, i), v) for i, v in enumerate(value))
        if isinstance(value, str | int | float | bool):
            return value
        self._flaw(
            path, "value", "a scene holds text, numbers, lists and tables", "write it as text in quotes"
        )
        return ""

    # -- entries ---------------------------------------------------------------------------------

    def _parameter(self, path: Path, value: Any) -> r.Parameter:
        entry = self._entry(path, value, ("value", *LABELS), bare="value")
        unit, labels = self._labels(path, entry)
        return r.Parameter(
            name=str(path[-1]),
            value=self._value(path, entry, "value", unit),
            **labels,
            place=self.raw.key_source(path),
        )

    def _coordinate(self, path: Path, value: Any) -> r.Coordinate:
        entry = self._entry(path, value, ("start", "speed", "guess", *LABELS))
        unit, labels = self._labels(path, entry)
        return r.Coordinate(
            name=str(path[-1]),
            start=self._value(path, entry, "start", unit),
            speed=self._value(path, entry, "speed", unit.rate),
            guess=self._value(path, entry, "guess", unit),
            **labels,
            place=self.raw.key_source(path),
        )

    def _term(self, path: Path, value: Any) -> r.Term:
        name, place = str(path[-1]), self.raw.key_source(path)
        if not isinstance(value, Mapping):
            return r.Term(name=name, expression=self._expression(path, value), place=place)
        entry = self._entry(path, value, ("value", *LABELS))
        unit, labels = self._labels(path, entry)
        return r.Term(name=name, expression=self._law(path, entry, unit), **labels, place=place)

    def _output(self, path: Path, value: Any) -> r.Term:
        """A result: it is computed in SI, its unit says what it is."""
        name, place = str(path[-1]), self.raw.key_source(path)
        if not isinstance(value, Mapping):
            return r.Term(name=name, expression=self._expression(path, value), place=place)
        entry = self._entry(path, value, ("value", *LABELS))
        _, labels = self._labels(path, entry)
        return r.Term(name=name, expression=self._needed(path, entry, "value"), **labels, place=place)

    def _input(self, path: Path, value: Any) -> r.Input:
        name, place = str(path[-1]), self.raw.key_source(path)
        if not isinstance(value, Mapping):
            return r.Input(name=name, law=self._expression(path, value), place=place)
        sampled = "table" in value
        listed = "times" in value or "values" in value
        keys = ("table", "time", "column", "interpolate") if sampled else ("value",)
        entry = self._entry(path, value, (*(LISTED if listed else keys), *LABELS))
        unit, labels = self._labels(path, entry)
        if listed:
            way = self._choice((*path, "interpolate"), entry, INTERPOLATIONS)
            law = listed_samples(entry, way, lambda key, *words: self._flaw((*path, key), "value", *words))
            return r.Input(name=name, law=law, **labels, place=place)
        if not sampled:
            return r.Input(name=name, law=self._law(path, entry, unit), **labels, place=place)
        for key in ("time", "column"):
            if key not in entry:
                self._flaw(path, "missing-key", f"a table needs `{key}`", f'{key} = "name of a column"')
        table = r.Table(
            path=self._words((*path, "table"), entry),
            time=self._words((*path, "time"), entry),
            column=self._words((*path, "column"), entry),
            interpolate=self._choice((*path, "interpolate"), entry, INTERPOLATIONS),
        )
        if not table.path:
            self._flaw((*path, "table"), "value", "the table has no file name", 'table = "road.csv"')
        inside = table.path.replace("\\", "/")
        if inside.startswith(("/", "~")) or ":" in inside or ".." in inside.split("/"):
            hint = "put the file beside the model and give its name"
            self._flaw((*path, "table"), "path", "a table lies under the model's folder", hint)
        return r.Input(name=name, law=table, **labels, place=place)

    def _effort(self, path: Path, value: Any) -> r.Effort:
        entry = self._entry(path, value, ("guess", *LABELS))
        unit, labels = self._labels(path, entry)
        guess = self._value(path, entry, "guess", unit)
        return r.Effort(name=str(path[-1]), guess=guess, **labels, place=self.raw.key_source(path))

    def _state(self, path: Path, value: Any) -> r.State:
        entry = self._entry(path, value, ("rate", "start", "guess", *LABELS))
        unit, labels = self._labels(path, entry)
        return r.State(
            name=str(path[-1]),
            rate=self._needed(path, entry, "rate"),
            start=self._value(path, entry, "start", unit),
            guess=self._value(path, entry, "guess", unit),
            **labels,
            place=self.raw.key_source(path),
        )

    def _contact(self, path: Path, value: Any) -> r.Contact:
        name, place = str(path[-1]), self.raw.key_source(path)
        if not isinstance(value, Mapping):
            gap = str(value).replace('"', "'")
            hint = f'write {name} = {{ gap = "{gap}", restitution = 0.5 }}, or a section [contacts.{name}]'
            self._flaw(path, "value", f"the contact `{name}` must be a table", hint)
            return r.Contact(name=name, gap=Expression(ZERO), place=place)
        entry = self._entry(path, value, contact_keys.KEYS, meant=contact_keys.MEANT)
        law = self._choice((*path, "law"), entry, (*r.STIFF, *r.COMPLIANT), contact_keys.advice(entry))
        known = entry.get("law", law) == law  # one that is not is told already
        for key, rule, message, hint in contact_keys.mistakes(entry, law if known else ""):
            self._flaw((*path, key) if key else path, rule, message, hint)
        given = {
            key: self._expression((*path, key), entry[key]) for key in contact_keys.PARTS if key in entry
        }
        return r.Contact(
            name=name,
            gap=self._gap(path, entry),
            law=law,
            slip=self._slip((*path, "slip"), entry["slip"]) if "slip" in entry else (),
            **given,
            place=place,
        )

    def _gap(self, path: Path, entry: Mapping[str, Any]) -> Expression:
        gap = entry.get("gap")
        instead = contact_keys.difference(gap) if isinstance(gap, str) else ""
        if not instead:
            hint = 'add gap = "y - r", the distance between the bodies, negative where they overlap'
            return self._needed(path, entry, "gap", hint)
        message = "a gap is a distance, not a comparison"
        source = self.raw.value_source((*path, "gap"), str(gap))
        self.flaws.append(flaw_at(source, rule="syntax", message=message, hint=f'write gap = "{instead}"'))
        return Expression(ZERO)

    def _slip(self, path: Path, value: Any) -> tuple[Expression, ...]:
        """One tangential velocity, or a list of one or two."""
        if not isinstance(value, list | tuple):
            return (self._expression(path, value),)
        if not 1 <= len(value) <= 2:
            message = f"`slip` must be one tangential velocity or a list of two, but has {len(value)}"
            hint = 'write slip = "x\'", or in space slip = ["x\'", "y\'"]'
            self._flaw(path, "value", message, hint)
        return tuple(self._expression((*path, i), one) for i, one in enumerate(value[:2]))

    def _event(self, path: Path, value: Any) -> r.Event:
        entry = self._entry(path, value, ("when", "direction", "action", "set"))
        return r.Event(
            name=str(path[-1]),
            when=self._needed(path, entry, "when"),
            direction=self._choice((*path, "direction"), entry, ("both", "rising", "falling")),
            action=self._choice((*path, "action"), entry, ("record", "stop")),
            sets=self._sets((*path, "set"), entry.get("set", {})),
            place=self.raw.key_source(path),
        )

    def _sets(self, path: Path, value: Any) -> tuple[Assignment, ...]:
        """What an event sets: coordinates and states by their names, velocities as x'."""
        if not isinstance(value, Mapping):
            message = "`set` must be a table of what is set"
            self._flaw(path, "value", message, 'write set = { "x\'" = "-e*x\'" }')
            return ()
        found = []
        for key, own in value.items():
            here = (*path, key)
            name = key.removesuffix("'")
            if self._name(here, name):
                expression, place = self._expression(here, own), self.raw.key_source(here)
                made = Assignment(name=name, order=len(key) - len(name), expression=expression, place=place)
                found.append(made)
        return tuple(found)

    def _impulse(self, path: Path, value: Any) -> Impulse:
        entry = self._entry(path, value, NAMED["impulses"][1])
        work = entry.get("work")
        if not isinstance(work, Mapping):
            message = "an impulse needs `work`, a table of the coordinates whose momenta jump"
            self._flaw((*path, "work") if work is not None else path, "value", message, 'work = { x = "p0" }')
            work = {}
        pushes = []
        for key, own in work.items():
            here = (*path, "work", key)
            if self._name(here, key):
                expression, place = self._expression(here, own), self.raw.key_source(here)
                pushes.append(Push(name=key, expression=expression, place=place))
        return Impulse(
            name=str(path[-1]),
            at=self._needed(path, entry, "at", 'add at = "t1", the time at which it acts'),
            work=tuple(pushes),
            text=self._words((*path, "text"), entry),
            place=self.raw.key_source(path),
        )

    def _sampled(self, path: Path, value: Any) -> tuple[r.State, Sampled]:
        """A value that is held between samples: a state without a rate, and how it is sampled."""
        entry = self._entry(path, value, NAMED["sampled"][1])
        unit, labels = self._labels(path, entry)
        name, place = str(path[-1]), self.raw.key_source(path)
        start = self._value(path, entry, "start", unit)
        every = self._needed(path, entry, "every", "add every = 0.01, the time between two samples in s")
        own = Sampled(name=name, every=every, value=self._needed(path, entry, "value"), place=place)
        rate = Expression(ZERO)
        return r.State(name=name, rate=rate, start=start, guess=None, **labels, place=place), own

    def _case(self, path: Path, value: Any) -> r.Case:
        entry = self._entry(path, value, ("parameters", "start", "speed", "simulate", "text"))
        given: dict[str, tuple[tuple[str, r.Value], ...]] = {}
        for kind, section in (
            ("parameters", "parameters"),
            ("start", "coordinates"),
            ("speed", "coordinates"),
        ):
            table = self._table((*path, kind), entry.get(kind, {}))
            pairs = []
            for name in table:
                unit = self._declared_unit(section, name) if kind != "start" else self._start_unit(name)
                unit = unit.rate if kind == "speed" else unit
                made = self._value((*path, kind), table, name, unit)
                if made is not None:
                    pairs.append((name, made))
            given[kind] = tuple(pairs)
        return r.Case(
            name=str(path[-1]),
            **given,
            simulate=self._simulate((*path, "simulate"), entry.get("simulate", {})),
            text=self._words((*path, "text"), entry),
            place=self.raw.key_source(path),
        )

    def _simulate(self, path: Path, value: Any) -> r.RunSettings:
        numbers = ("t_start", "t_end", "rtol", "atol", "dt")
        entry = self._entry(path, value, (*numbers, "samples", "method", "times"))
        given: dict[str, Any] = {}
        if "times" in entry:
            given["times"] = finite_numbers(entry["times"])
            if given["times"] is None:
                message = "`times` must be a list of finite numbers"
                self._flaw((*path, "times"), "value", message, "times = [0, 0.5, 1]")
        for key in numbers:
            if key in entry:
                number = number_of(entry[key])
                positive = key in ("rtol", "atol", "dt")
                if number is None or not math.isfinite(number.value) or (positive and number.value <= 0):
                    what = "a positive number" if positive else "a number"
                    self._flaw((*path, key), "value", f"`{key}` must be {what}", f"{key} = 1e-3")
                else:
                    given[key] = float(number.value)
        if "samples" in entry:
            samples = entry["samples"]
            if isinstance(samples, bool) or not isinstance(samples, int) or samples < 1:
                self._flaw(
                    (*path, "samples"), "value", "`samples` must be a whole number from 1", "samples = 1000"
                )
            else:
                given["samples"] = samples
        if "method" in entry:
            given["method"] = self._words((*path, "method"), entry)
        return r.RunSettings(**given, place=self.raw.key_source((*path, "t_end")))

    # -- values ----------------------------------------------------------------------------------

    def _expression(self, path: Path, value: Any) -> Expression:
        """The expression at a path; 0 and a flaw where it cannot be read."""
        text = value if isinstance(value, str) else str(value)
        source = self.raw.value_source(path, text)
        try:
            root = self._tree(path, value)
            folded(root)
        except TextFault as fault:
            self.flaws.append(
                flaw_at(source, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint)
            )
        except ConstantFault as fault:
            message = f"{fault.reason}"
            self.flaws.append(
                flaw_at(source, fault.node.span, rule="constant", message=message, hint="check this constant")
            )
        else:
            return Expression(root, source)
        return Expression(ZERO, source)

    def _tree(self, path: Path, value: Any) -> Node:
        if isinstance(value, str):
            self._control(path, value)
            found = tokens(value, TOKENS - self.tokens_used)
            self.tokens_used += len(found)
            return parse_tokens(found)
        number = number_of(value)
        if number is not None:
            return number
        made = self.door(value)
        if isinstance(made, Compare | Logic):
            raise TextFault("syntax", "a condition is not a number", (0, 1), "use it as if(condition, a, b)")
        if made is not None:
            return made
        raise TextFault(
            "value", "expected an expression in quotes or a number", (0, 1), 'for example "1/2*m*x\'^2"'
        )

    def _value(self, path: Path, entry: Mapping[str, Any], key: str, unit: Unit) -> r.Value | None:
        """A value in SI: a bare number is in the entry's unit, an expression is SI already."""
        if key not in entry:
            return None
        here, value = (*path, key), entry[key]
        bare = here if here in self.raw.entries or not self.raw.entries else path
        number = number_of(value)
        if number is None:
            if not unit.coherent:
                hint = "give a number in that unit, or change the unit to its SI name"
                self._flaw(
                    bare, "unit", "an expression is in SI units, but this entry's unit is not SI", hint
                )
            return r.Value(expression=self._expression(bare, value))
        source = self.raw.value_source(bare, str(value))
        scaled = number
        if not unit.coherent:
            number = Number(number.value if isinstance(number.value, int) else float(number.value))
            scaled = Number(unit.si(number.value))
        if not math.isfinite(scaled.value):
            self.flaws.append(
                flaw_at(source, rule="constant", message="the value is not finite", hint="give a number")
            )
            return r.Value(expression=Expression(ZERO, source))
        typed = number.value if not isinstance(number.value, Fraction) else None
        return r.Value(expression=Expression(scaled, source), typed=typed)

    def _law(self, path: Path, entry: Mapping[str, Any], unit: Unit) -> Expression:
        """The needed `value` of an entry: a bare number is in its unit, an expression is SI already."""
        if unit.coherent or "value" not in entry:
            return self._needed(path, entry, "value")
        made = self._value(path, entry, "value", unit)
        return made.expression if made is not None else Expression(ZERO)

    def _needed(self, path: Path, entry: Mapping[str, Any], key: str, hint: str = "") -> Expression:
        if key not in entry:
            self._flaw(path, "missing-key", f"`{key}` is missing", hint or f'add {key} = "…"')
            return Expression(ZERO)
        return self._expression((*path, key), entry[key])

    def _entry(
        self,
        path: Path,
        value: Any,
        known: tuple[str, ...],
        bare: str = "",
        meant: Mapping[str, str] = MappingProxyType({}),
    ) -> Mapping[str, Any]:
        """The table of an entry; a bare value stands for its key `bare`."""
        if isinstance(value, Mapping):
            self._keys(path, value, known, meant)
            return value
        if bare:
            return {bare: value}
        self._flaw(path, "value", f"`{path[-1]}` must be a table", f"{path[-1]} = {{ {known[0]} = … }}")
        return {}

    def _labels(self, path: Path, entry: Mapping[str, Any]) -> tuple[Unit, dict[str, str]]:
        labels = {key: self._words((*path, key), entry) for key in LABELS}
        if not labels["unit"]:
            return DIMENSIONLESS, labels
        try:
            return unit_of(labels["unit"]), labels | {"unit": spelled(labels["unit"])}
        except UnitFault as fault:
            source = self.raw.value_source((*path, "unit"), labels["unit"])
            self.flaws.append(
                flaw_at(source, fault.span, rule="unit", message=fault.message, hint=fault.hint)
            )
            return DIMENSIONLESS, labels | {"unit": ""}

    def _declared_unit(self, section: str, name: str) -> Unit:
        """The unit an entry declares elsewhere, for values given in a case; its flaws are told there."""
        entry = self.raw.values.get(section)
        declared = entry.get(name) if isinstance(entry, Mapping) else None
        text = declared.get("unit") if isinstance(declared, Mapping) else None
        if not isinstance(text, str):
            return DIMENSIONLESS
        try:
            return unit_of(text)
        except UnitFault:
            return DIMENSIONLESS

    def _start_unit(self, name: str) -> Unit:
        for section in ("states", "sampled"):
            entries = self.raw.values.get(section)
            if isinstance(entries, Mapping) and name in entries:
                return self._declared_unit(section, name)
        return self._declared_unit("coordinates", name)

    def _words(self, path: Path, table: Mapping[str, Any]) -> str:
        value = table.get(str(path[-1]), "")
        if not isinstance(value, str):
            self._flaw(path, "value", f"`{path[-1]}` must be text in quotes", f'{path[-1]} = "…"')
            return ""
        self._control(path, value)
        return value

    def _choice(
        self, path: Path, table: Mapping[str, Any], choices: tuple[str, ...], advice: str = ""
    ) -> str:
        value = self._words(path, table) or choices[0]
        if value not in choices:
            named = ", ".join(f'"{c}"' for c in choices[:-1])
            message = f'`{path[-1]}` must be {named} or "{choices[-1]}", but is "{value[:40]}"'
            near = nearest(value, choices)
            hint = f'write {path[-1]} = "{near or choices[0]}"' if near or not advice else advice
            self._flaw(path, "value", message, hint)
            return choices[0]
        return value

    def _table(self, path: Path, value: Any) -> Mapping[str, Any]:
        if isinstance(value, Mapping):
            return value
        section = f"[{dotted(path)}]"
        if len(path) == 1 and path[0] in NAMED:
            section = f"[{path[0]}.{NAMED[str(path[0])][0]}], with a name for each"
        self._flaw(path, "value", f"`{dotted(path)}` must be a table of names", f"write a section {section}")
        return {}

    def _keys(
        self,
        path: Path,
        table: Mapping[str, Any],
        known: tuple[str, ...],
        meant: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        for count, key in enumerate(key for key in table if key not in known):
            near = (meant.get(key) or nearest(str(key), known)) if count < ADVISED else None
            hint = f"did you mean `{near}`?" if near else f"known here: {', '.join(known)}"
            if path == ("constraints",) and not near:
                hint = "it stands under [constraints.displacement], .flow or .effort"
            self._flaw((*path, key), "unknown-key", say("flaw_unknown_key", name=Name(str(key))), hint)

    def _name(self, path: Path, name: str) -> bool:
        """Whether a key can be a name of the language."""
        good = name.isidentifier() and unicodedata.normalize("NFC", name) == name
        if not good:
            tidy = "".join(c if ("a" + c).isidentifier() else "_" for c in name) or "x"
            hint = f"for example {tidy if tidy.isidentifier() else 'x' + tidy}"
            self._flaw(
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
            source = self.raw.value_source(path, text)
            message = f"control character U+{ord(text[bad]):04X} in a text"
            hint = 'TOML reads \\t in "\\theta" as a tab: write \'\\theta\' or "\\\\theta"'
            self.flaws.append(
                flaw_at(source, (bad, bad + 1), rule="control-character", message=message, hint=hint)
            )

    def _flaw(self, path: Path, rule: str, message: str | Message, hint: str) -> None:
        self.flaws.append(flaw_at(self.raw.key_source(path), rule=rule, message=message, hint=hint))

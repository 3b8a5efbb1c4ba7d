"""Symbols: coordinates, parameters, inputs, efforts, states and definitions, with values and units."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._expression.expression import Expression
from dalembert._model.delays import user_inputs
from dalembert._model.records import (
    Coordinate,
    Effort,
    Entry,
    Input,
    LookupTable,
    Parameter,
    State,
    Term,
    Value,
    user_terms,
)
from dalembert._model.records import Table as Samples
from dalembert._model.unit_text import printed_unit
from dalembert._model.units import base_text, unit_of
from dalembert._model.units_in_use import DIGITS, UnitInUse, units_in_use
from dalembert._model.values import parameter_values, value_in
from dalembert._present.report.document import (
    Block,
    Code,
    Heading,
    Items,
    Maths,
    Plain,
    Section,
    Spans,
    Table,
)
from dalembert._present.report.typesetter import number_box
from dalembert._present.report.writer import Row, Writer

SHORT = 9.0  # the largest width in em of an expression that is shown as a value


def section(writer: Writer) -> Section:
    """Tables of all names."""
    model = writer.data.model
    blocks: list[Block] = [writer.paragraph("report_symbols_read")]
    blocks += _coordinates(writer, model.coordinates)
    blocks += _entries(writer, "parameters", model.parameters)
    blocks += _inputs(writer, user_inputs(model))
    blocks += _tables(writer, model.tables)
    blocks += _entries(writer, "efforts", model.efforts)
    blocks += _entries(writer, "states", model.states)
    blocks += _terms(writer, "definitions", user_terms(model.definitions))
    blocks += _terms(writer, "outputs", model.outputs)
    blocks += _units(writer, [one for one in units_in_use(model) if one.section != "scene"])
    return Section("symbols", writer.words("report_symbols"), tuple(blocks))


def _first(writer: Writer, entry: Entry) -> tuple[Spans, Spans]:
    return writer.as_formula(entry.name), (Code(entry.name),)


def _coordinates(writer: Writer, entries: Sequence[Coordinate]) -> list[Block]:
    if not entries:
        return []
    with_meaning = any(entry.text for entry in entries)
    titles = ["symbol", "name", *(["meaning"] if with_meaning else []), "start", "speed", "unit"]
    rows = tuple(
        (
            *_first(writer, entry),
            *(((Plain(entry.text),),) if with_meaning else ()),
            _start(writer, entry),
            _value(writer, entry.speed),
            _unit(entry.unit),
        )
        for entry in entries
    )
    blocks: list[Block] = [Heading(writer.plain("report_coordinates"))]
    blocks.append(Table(_titles(writer, titles), rows, frozenset({len(titles) - 3, len(titles) - 2})))
    if any(entry.start is None for entry in entries):
        blocks.append(writer.paragraph("report_start_guess"))
    return blocks


def _start(writer: Writer, entry: Coordinate) -> Spans:
    if entry.start is not None or entry.guess is None:
        return _value(writer, entry.start)
    return (Plain("("), *_value(writer, entry.guess), Plain(")"))


def _entries(writer: Writer, key: str, entries: Sequence[Entry]) -> list[Block]:
    if not entries:
        return []
    with_meaning = any(entry.text for entry in entries)
    valued = {"parameters": "value", "efforts": "guess", "states": "start"}[key]
    titles = ["symbol", "name", *(["meaning"] if with_meaning else []), valued, "unit"]
    rows = tuple(
        (
            *_first(writer, entry),
            *(((Plain(entry.text),),) if with_meaning else ()),
            _value(writer, _own_value(entry)),
            _unit(entry.unit),
        )
        for entry in entries
    )
    table = Table(_titles(writer, titles), rows, frozenset({len(titles) - 2}))
    return [Heading(writer.plain(f"report_{key}")), table]


def _own_value(entry: Entry) -> Value | None:
    match entry:
        case Parameter():
            return entry.value
        case Effort():
            return entry.guess
        case State():
            return entry.start if entry.start is not None else entry.guess
    return None


def _inputs(writer: Writer, entries: Sequence[Input]) -> list[Block]:
    if not entries:
        return []
    titles = ["symbol", "name", "meaning", "unit"]
    rows = tuple((*_first(writer, one), (Plain(one.text),), _unit(one.unit)) for one in entries)
    blocks: list[Block] = [Heading(writer.plain("report_inputs")), Table(_titles(writer, titles), rows)]
    laws = [
        Row(node=one.law.root, label=writer.name(one.name))
        for one in entries
        if isinstance(one.law, Expression)
    ]
    blocks += writer.equations(laws)
    tables = [
        writer.say(
            "report_input_table",
            name=Maths(writer.name(one.name)),
            file=Code(one.law.path or "model.toml"),
            column=Code(one.law.column),
            time=Code(one.law.time),
        )
        for one in entries
        if isinstance(one.law, Samples)
    ]
    return [*blocks, Items(tuple(tables))] if tables else blocks


def _tables(writer: Writer, tables: Sequence[LookupTable]) -> list[Block]:
    """Lookup tables: their sources, interpolation and extrapolation."""
    if not tables:
        return []
    items = tuple(
        writer.say(
            "report_lookup_table",
            name=Maths(writer.name(one.name)),
            file=Code(one.path or "model.toml"),
            way=Code(one.interpolate),
            beyond=Code(one.beyond),
        )
        for one in tables
    )
    return [Heading(writer.plain("report_tables")), Items(items)]


def _terms(writer: Writer, key: str, terms: Sequence[Term]) -> list[Block]:
    if not terms:
        return []
    rows = [Row(node=term.expression.root, label=writer.name(term.name)) for term in terms]
    blocks: list[Block] = [Heading(writer.plain(f"report_{key}"))]
    described = [term for term in terms if term.text or term.unit]
    if described:
        titles = ["symbol", "name", "meaning", "unit"]
        cells = tuple((*_first(writer, term), (Plain(term.text),), _unit(term.unit)) for term in described)
        blocks.append(Table(_titles(writer, titles), cells))
    return [*blocks, *writer.equations(rows, packed=True)]


def _units(writer: Writer, units: Sequence[UnitInUse]) -> list[Block]:
    """Typed values in SI: c = 2 Ns/m = 2 N·s/m, in base units kg/s."""
    if not units:
        return []
    blocks: list[Block] = [Heading(writer.plain("report_units"))]
    plain = {one.unit: one.dimension for one in units if one.plain and one.unit not in ("-", "1")}
    if plain:
        named = [
            printed_unit(unit) if unit == base else f"{printed_unit(unit)} ({printed_unit(base) or base})"
            for unit, base in plain.items()
        ]
        blocks.append(writer.paragraph("report_units_plain", units=", ".join(named)))
    rows = tuple(row for one in units if not one.plain for row in _unit_rows(writer, one))
    if rows:
        titles = _titles(writer, ["symbol", "name", "typed", "si", "base"])
        blocks += [writer.paragraph("report_units_read"), Table(titles, rows, frozenset({2, 3}))]
    return blocks


def _unit_rows(writer: Writer, one: UnitInUse) -> list[tuple[Spans, ...]]:
    """A row for each number in a unit; without any, the value of one unit."""
    sides = (0.0, 100.0) if one.offset else (1.0,)
    numbers = one.values or tuple(("", n, one.factor * n + one.offset) for n in sides)
    rows: list[tuple[Spans, ...]] = []
    for key, typed, si in numbers:
        rate = key == "speed"
        unit = (f"{one.si if one.offset else one.unit}/s", f"{one.si}/s") if rate else (one.unit, one.si)
        base = base_text(unit_of(f"{one.si}/s" if rate else one.si).dimension)
        rows.append(
            (
                writer.as_formula(f"{one.name}'" if rate else one.name),
                (Code(one.name),),
                writer.quantity(typed, unit[0], DIGITS),
                writer.quantity(si, unit[1] if unit[1] != "1" else "", DIGITS),
                (Plain(printed_unit(base) or base),),
            )
        )
    return rows


def _titles(writer: Writer, keys: Sequence[str]) -> tuple[Spans, ...]:
    return tuple(writer.plain(f"report_column_{key}") for key in keys)


def _unit(unit: str) -> Spans:
    return (Plain(printed_unit(unit)),) if printed_unit(unit) else (Plain("–"),)


def _value(writer: Writer, value: Value | None) -> Spans:
    """A number as typed, a short expression, or the value of a long one."""
    if value is None:
        return (Plain("–"),)
    if value.typed is not None:
        return (Maths(number_box(repr(value.typed))),)
    box = writer.typesetter.box(value.expression.root)
    if box.width <= SHORT:
        return (Maths(box),)
    number = value_in(value, parameter_values(writer.data.model))
    return (Plain("≈ "), *writer.number(number)) if number is not None else (Plain("…"),)

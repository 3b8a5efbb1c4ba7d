"""Ends of tables at which a run stops, as events.

A table with beyond = "stop" is undefined beyond its samples. The run ends where the argument of a call leaves
their range: `damper.low` and `damper.high` are events with the action stop.
"""

from __future__ import annotations

from dataclasses import replace

from dalembert._expression.canonical import key
from dalembert._expression.expression import Expression
from dalembert._expression.tree import Call, Negative, Node, Number, Sum
from dalembert._expression.walk import nodes
from dalembert._model.records import Event, LookupTable, Model
from dalembert._model.structures import StructureCache, with_values_of
from dalembert._model.survey import survey
from dalembert._model.table_cells import cells_of

_with_ends: StructureCache[Model] = StructureCache(8)


def with_table_ends(model: Model) -> Model:
    """The model with the events of such tables, added once."""
    stopping = {table.name: table for table in model.tables if table.beyond == "stop"}
    if not stopping or any(_is_of_table(event, stopping) for event in model.events):
        return model
    return with_values_of(_with_ends.get(model, lambda model: _with_events(model, stopping)), model)


def _is_of_table(event: Event, tables: dict[str, LookupTable]) -> bool:
    """Whether an event belongs to a table: names of users' events contain no dot."""
    table, dot, _ = event.name.partition(".")
    return bool(dot) and table in tables


def _with_events(model: Model, stopping: dict[str, LookupTable]) -> Model:
    cells, events = cells_of(model), dict[str, Event]()
    seen: set[tuple[str, int, str]] = set()
    for use in survey(model).uses:
        for call in (node for node in nodes(use.expression.root) if isinstance(node, Call)):
            for axis, argument in enumerate(call.arguments if call.function in stopping else ()):
                surface = (call.function, axis, key(argument))
                if surface in seen:
                    continue
                seen.add(surface)
                knots = cells[call.function].knots[axis]
                location = stopping[call.function].location
                ends: tuple[tuple[str, tuple[Node, ...]], ...] = (
                    ("low", (argument, Number(-knots[0]))),
                    ("high", (Number(knots[-1]), Negative(argument))),
                )
                for end, terms in ends:
                    name = f"{call.function}.{end}"
                    name = name if name not in events else f"{name}{len(seen)}"
                    when = Expression(Sum(terms), use.expression.source)
                    events[name] = Event(
                        name=name, when=when, direction="falling", action="stop", location=location
                    )
    return replace(model, events=(*model.events, *events.values()))

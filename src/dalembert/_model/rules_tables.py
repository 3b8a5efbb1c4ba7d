"""Rules about tables: of inputs, and of any arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dalembert._expression.functions import FUNCTIONS
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.tree import Call, Node
from dalembert._expression.walk import names, nodes
from dalembert._model.records import Model, Table
from dalembert._model.survey import Survey, Use, dependences_of
from dalembert._model.table_cells import continuous_derivatives, readable_cells
from dalembert._model.tables import samples_of
from dalembert._text.budget import TABLE_CALLS

Flaws = Iterator[Flaw]


def readable_tables(model: Model, known: Survey) -> Flaws:
    """Tables exist and have increasing times and numbers."""
    yield from samples_of(model)[1]


PLACES = {  # where the velocity of an input matters, and the order of its derivative there
    "kinetic": ("the kinetic energy", 1),
    "potential": ("the potential energy", 1),
    "displacement": ("the constraint", 0),
    "flow": ("the constraint", 1),
}


def bent_tables(model: Model, known: Survey) -> Flaws:
    """A piecewise linear table gives an impulse at every sample where its velocity matters."""
    linear = {i.name: i for i in model.inputs if isinstance(i.law, Table) and i.law.interpolate == "linear"}
    reported: set[str] = set()
    for use in known.uses if linear else ():
        what, least = PLACES.get(use.role, ("", 0))
        for name in sorted(
            {n for n, order in dependences_of(use, known) if what and order >= least} & linear.keys()
        ):
            if name in reported:
                continue
            reported.add(name)
            subject = f"{what} `{use.name}`" if use.role in ("displacement", "flow") else what
            message = (
                f"{subject} contains the velocity of the table `{name}`, which jumps at every sample:"
                " each jump is an impulse on the motion"
            )
            hint = 'interpolate = "monotone" gives it a velocity without jumps'
            yield flaw_at(
                linear[name].location, rule="table-velocity", message=message, hint=hint, severity="note"
            )


# Roles without tables: expressions that are evaluated before a run, or at an impact.
WITHOUT = {
    "value": "a parameter's value",
    "start": "a start value",
    "speed": "a start speed",
    "guess": "a guess",
    "case": "a value of a case",
    "setting": "a setting of a run",
    "delay": "a delay",
    "restitution": "a restitution",
    "stiffness": "the stiffness of a contact",
    "damping": "the damping of a contact",
    "exponent": "the exponent of a contact",
}
# Roles where a jump of a slope would be an impact, and the names of what must be smooth.
SMOOTH = {"displacement": "the constraint", "gap": "the gap of the contact"}
RATED = {
    "kinetic": "the kinetic energy",
    "potential": "the potential energy",
    "flow": "the constraint",
    "slip": "the slip of the contact",
}


def table_places(model: Model, known: Survey) -> Flaws:
    """Tables occur in expressions that vary."""
    for use in known.uses if model.tables else ():
        if use.role in WITHOUT:
            for call in _calls(use.operations):
                message = f"the table `{call.function}` cannot be used in {WITHOUT[use.role]}"
                hint = "write the number itself"
                yield flaw_at(
                    use.expression.source, call.span, rule="table-place", message=message, hint=hint
                )


def table_names(model: Model, known: Survey) -> Flaws:
    """The name of a table is unique, and it is used."""
    called = {call.function for use in known.uses for call in _calls(use.operations)}
    for table in model.tables:
        if table.name in FUNCTIONS:
            message = f"`{table.name}` is a function of the language"
            hint = f"rename the table, for example {table.name}1"
            yield flaw_at(table.location, rule="reserved", message=message, hint=hint)
        elif table.name in known.kinds:
            message = f"`{table.name}` is the name of a table and of a {known.kinds[table.name]}"
            yield flaw_at(table.location, rule="shadowed", message=message, hint="rename one of them")
        elif table.name not in called:
            message = f"the table `{table.name}` is not used"
            hint = f"write {table.name}(…) in an expression, or delete it"
            yield flaw_at(table.location, rule="unused-table", message=message, hint=hint, severity="warning")


def readable_lookups(model: Model, known: Survey) -> Flaws:
    """Tables exist, have increasing arguments and numbers, and keep their budget."""
    cells, flaws = readable_cells(model)
    yield from flaws
    count = 0
    for use in known.uses if cells else ():
        for call in _calls(use.operations):
            table_cells = cells.get(call.function)
            count += table_cells.size if table_cells is not None else 0
            if count > TABLE_CALLS:
                message = f"the calls of tables look up more than {TABLE_CALLS} numbers"
                hint = "call large tables less often: give a call a name under [definitions] and use that"
                yield flaw_at(use.expression.source, call.span, rule="budget", message=message, hint=hint)
                return


def smooth_tables(model: Model, known: Survey) -> Flaws:
    """The slope of a table does not jump where velocities depend on it."""
    bent = {table.name: table for table in model.tables if continuous_derivatives(table) < 1}
    for use in known.uses if bent else ():
        plain, rated = _reached_tables(use, known)
        names = (plain | rated if use.role in SMOOTH else rated if use.role in RATED else set()) & bent.keys()
        for name in sorted(names):
            what = SMOOTH.get(use.role) or RATED[use.role]
            subject = f"{what} `{use.name}`" if use.role not in ("kinetic", "potential") else what
            message = f"{subject} contains the slope of the table `{name}`, which jumps at every sample"
            hint = f'write interpolate = "monotone" or "spline" under [tables.{name}]'
            yield flaw_at(use.expression.source, rule="table-slope", message=message, hint=hint)


def _reached_tables(use: Use, known: Survey) -> tuple[set[str], set[str]]:
    """The tables that an expression contains, and those whose rates it contains, through definitions."""
    plain: set[str] = set()
    rated: set[str] = set()
    waiting: list[tuple[Node, bool]] = [(use.expression.root, False)]
    entered: set[tuple[str, bool]] = set()
    while waiting:
        root, rate = waiting.pop()
        (rated if rate else plain).update(call.function for call in _calls(nodes(root)))
        for name, order in names(root):
            step = (name, rate or order > 0)
            if name in known.definitions and step not in entered:
                entered.add(step)
                waiting.append((known.definitions[name].expression.root, step[1]))
    return plain, rated


def _calls(operations: Iterable[Node]) -> Iterator[Call]:
    """The calls of tables."""
    for node in operations:
        if isinstance(node, Call) and node.function not in FUNCTIONS:
            yield node

"""Rules about the physics of a model: each a small function from a model and its survey to flaws."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from dalembert._expression.canonical import direction_key
from dalembert._expression.expression import Expression
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.tree import Inverse, Name, Negative, Node, Number, Power, Product, Rate, Sum
from dalembert._expression.walk import fold, names
from dalembert._model.records import Coordinate, Model, State, Term, constraints_of
from dalembert._model.run_numbers import run_numbers
from dalembert._model.run_times import time_flaws
from dalembert._model.survey import (
    DIFFERENTIATED,
    TWICE,
    Survey,
    depends,
    reached_by,
    sort_definitions,
)
from dalembert._model.used_results import ACTING, used_results
from dalembert._model.values import values_of
from dalembert._text.budget import BODY_NODES, CHAIN, DEPTH, DERIVED, NODES, RESULTS
from dalembert._words.message import Name as Typed
from dalembert._words.message import say

Flaws = Iterator[Flaw]
NOT_POLYNOMIAL = math.inf
LOOKED_AT = {"output", "when"}  # roles of expressions that are evaluated along a motion and do not act on it
MOVING = {"coordinates", "bodies", "joints", "parts"}  # sections that may have coordinates of mechanics


def finite_values(model: Model, known: Survey) -> Flaws:
    """Parameters and start values that are expressions have finite values."""
    values = values_of(model)
    start, speed, guess = values.start, values.speed, values.guess
    given = [(p.name, p.value, values.parameters.get(p.name)) for p in model.parameters]
    for c in model.coordinates:
        pairs = ((c.start, start), (c.speed, speed), (c.guess, guess))
        given += [(c.name, value, numbers.get(c.name)) for value, numbers in pairs]
    for s in model.states:
        given += [
            (s.name, value, numbers.get(s.name)) for value, numbers in ((s.start, start), (s.guess, guess))
        ]
    for name, value, number in given:
        if value is not None and number is not None and not math.isfinite(number):
            message = f"a value of `{name}` is not finite: it evaluates to {number}"
            yield flaw_at(
                value.expression.source, rule="finite-value", message=message, hint="check its expression"
            )


def dependent_starts(model: Model, known: Survey) -> Flaws:
    """A start may depend on other starts, which are given, and not on itself through them."""
    starts = [(c.name, c.start) for c in model.coordinates] + [(s.name, s.start) for s in model.states]
    given = {name: start for name, start in starts if start is not None}
    speeds = {c.name for c in model.coordinates if c.speed is not None}
    used = {name: names(start.expression.root) for name, start in given.items()}
    below = {name: [n for n, order in used[name] if n in given and not order] for name in given}
    _, cycle = sort_definitions(below)
    if cycle:
        way = f", by way of {', '.join(cycle[1:])}" if cycle[1:] else ""
        message = f"the start of `{cycle[0]}` depends on itself{way}"
        hint = "give one of them by numbers and parameters"
        source = given[cycle[0]].expression.source
        yield flaw_at(source, rule="dependent-start", message=message, hint=hint)
    for name, start in given.items():
        for (other, order), node in used[name].items():
            there = speeds if order else given
            if known.kinds.get(other) in ("coordinate", "state") and other not in there:
                what = "speed" if order else "start"
                message = f"the start of `{name}` depends on the {what} of `{other}`, which is not given"
                hint = f"give `{other}` a {what}"
                source = start.expression.source
                yield flaw_at(source, node.span, rule="dependent-start", message=message, hint=hint)


def some_coordinates(model: Model, known: Survey) -> Flaws:
    """A model has coordinates or states."""
    if not model.coordinates and not model.states:
        hint = 'add a section [coordinates], for example  x = { unit = "m", start = 0.1 }'
        yield Flaw(
            rule="empty",
            severity="error",
            where="coordinates",
            message="the model has no coordinates",
            hint=hint,
        )


def idle_coordinates(model: Model, known: Survey) -> Flaws:
    """Every coordinate occurs in an energy, in the work or in a constraint."""
    roles = {"kinetic", "potential", "dissipation", "displacement", "flow", "place"}
    used = set(reached_by(roles, known).names_of("coordinate"))
    used |= {term.name for term in model.work}
    for coordinate in model.coordinates:
        if coordinate.name not in used:
            message = f"the coordinate `{coordinate.name}` appears in no energy, work or constraint"
            hint = "nothing determines its motion: use it or delete it"
            yield flaw_at(
                coordinate.location, rule="idle-coordinate", message=message, hint=hint, severity="structure"
            )


def velocities_in_potential(model: Model, known: Survey) -> Flaws:
    """A potential that contains velocities is a generalised one; usually it is a slip."""
    for term in model.potential:
        names = depends(term.expression.root, known).names_of("coordinate", least=1)
        if names:
            yield flaw_at(
                term.expression.source,
                _place_of_velocity(term, names[0]),
                rule="velocity-in-potential",
                message=f"the potential energy contains the velocity of `{names[0]}`",
                hint="if intended (a generalised potential, L = T - V), keep it; dissipation goes under "
                "[energy] dissipation",
                severity="warning",
            )


def coenergies(model: Model, known: Survey) -> tuple[Term, ...]:
    """The kinetic terms that are not quadratic in the velocities: their energy is qd·∂T/∂qd − T."""
    degrees = degrees_of(known)
    return tuple(one for one in model.kinetic if _degree(one.expression, degrees, known) > 2)


def kinetic_degree(model: Model, known: Survey) -> Flaws:
    """The kinetic energy is usually quadratic in the velocities; anything else is allowed with a note."""
    degrees = degrees_of(known)
    for term in model.kinetic:
        degree = _degree(term.expression, degrees, known)
        if degree > 2:
            message = "this kinetic energy is not quadratic in the velocities"
            hint = "allowed: M is then the matrix of second derivatives with respect to the velocities"
            yield flaw_at(
                term.expression.source, rule="kinetic-degree", message=message, hint=hint, severity="note"
            )
        elif degree == 0 and depends(term.expression.root, known).has("coordinate"):
            message = "this kinetic energy contains no velocity"
            hint = "a velocity is written x'"
            yield flaw_at(
                term.expression.source, rule="kinetic-degree", message=message, hint=hint, severity="warning"
            )


def some_kinetic(model: Model, known: Survey) -> Flaws:
    """A model usually has a kinetic energy; circuits, pipes and heat paths need none."""
    if model.written is not None and MOVING.isdisjoint(model.written.values):
        return
    mechanical = [one for one in model.coordinates if "elements" not in one.location.where.split(".")]
    if mechanical and not model.kinetic:
        hint = 'a first-order model may have none; otherwise add kinetic = "1/2*m*x\'^2" under [energy]'
        message = "the model has no kinetic energy"
        yield Flaw(rule="kinetic", severity="warning", where="energy", message=message, hint=hint)


def dissipation_velocity(model: Model, known: Survey) -> Flaws:
    """A dissipation function contains velocities, or it does nothing."""
    for term in model.dissipation:
        reach = depends(term.expression.root, known)
        if reach and not reach.has("coordinate", least=1):
            message = "this dissipation contains no velocity, so it has no effect"
            yield flaw_at(
                term.expression.source,
                rule="dissipation",
                message=message,
                hint="a velocity is written x'",
                severity="warning",
            )


def missing_values(model: Model, known: Survey) -> Flaws:
    """A parameter needs a value before a run."""
    for parameter in model.parameters:
        if parameter.value is None:
            message = say("flaw_no_value", name=Typed(parameter.name))
            hint = f"the derivation works without it; a run needs it: {parameter.name} = {{ value = 1.0, … }}"
            yield flaw_at(
                parameter.location, rule="missing-value", message=message, hint=hint, severity="structure"
            )


def empty_constraints(model: Model, known: Survey) -> Flaws:
    """A constraint restrains something: coordinates, or for a flow constraint velocities."""
    for constraint in model.constraints:
        reach = depends(constraint.expression.root, known)
        moving = {o for n, o in reach if known.kinds.get(n) == "coordinate"}
        source = constraint.expression.source
        if constraint.kind == "displacement" and not moving:
            message = f"the constraint `{constraint.name}` contains no coordinate"
            yield flaw_at(
                source, rule="empty-constraint", message=message, hint="delete it", severity="structure"
            )
        elif constraint.kind == "flow" and 1 not in moving:
            message = f"the flow constraint `{constraint.name}` contains no velocity"
            hint = "a constraint on positions belongs under [constraints.displacement]"
            yield flaw_at(source, rule="empty-constraint", message=message, hint=hint, severity="structure")


def duplicate_constraints(model: Model, known: Survey) -> Flaws:
    """Two constraints do not say the same thing."""
    seen: dict[tuple[str, str], str] = {}
    for constraint in model.constraints:
        same = (constraint.kind, direction_key(constraint.expression.root))
        if same in seen:
            message = f"the constraint `{constraint.name}` is the same as `{seen[same]}`"
            source = constraint.expression.source
            yield flaw_at(
                source,
                rule="duplicate-constraint",
                message=message,
                hint="delete one of them",
                severity="structure",
            )
        seen.setdefault(same, constraint.name)


def efforts_and_constraints(model: Model, known: Survey) -> Flaws:
    """Each unknown effort has an effort constraint, and the other way round."""
    constraints = constraints_of(model, "effort")
    inside = {n for c in constraints for n, _ in depends(c.expression.root, known)}
    for effort in model.efforts if len(constraints) < len(model.efforts) else ():
        if effort.name not in inside:
            message = f"no effort constraint contains the effort `{effort.name}`"
            hint = f'add one under [constraints.effort], for example law = "{effort.name} - k*x"'
            yield flaw_at(effort.location, rule="effort", message=message, hint=hint, severity="structure")
    if len(constraints) != len(model.efforts) and constraints:
        counts = say(
            "flaw_effort_count",
            count=len(constraints),
            names=tuple(Typed(c.name) for c in constraints),
            efforts=len(model.efforts),
        )
        hint = "each unknown effort, listed under [efforts], needs exactly one"
        location = (
            constraints[-1].location if len(constraints) > len(model.efforts) else model.efforts[-1].location
        )
        yield flaw_at(location, rule="effort", message=counts, hint=hint, severity="structure")
    yield from _unfelt_efforts(model, known)


def _unfelt_efforts(model: Model, known: Survey) -> Flaws:
    """An effort acts on the motion: by work, or through an effort constraint with one that does.

    One that only occurs in an output or an event is allowed with a note.
    """
    names = {effort.name for effort in model.efforts}
    together = [
        {n for n, _ in depends(c.expression.root, known)} & names for c in constraints_of(model, "effort")
    ]

    def used_in(roles: set[str]) -> set[str]:
        return set(reached_by(roles, known).names_of("effort"))

    def with_neighbours(felt: set[str]) -> set[str]:
        """The efforts with all that share a constraint with one of them, transitively."""
        while more := {n for names in together if names & felt for n in names} - felt:
            felt = felt | more
        return felt

    felt = with_neighbours(used_in({use.role for use in known.uses} - LOOKED_AT - {"definition", "effort"}))
    seen = with_neighbours(used_in(LOOKED_AT))
    for effort in model.efforts:
        if effort.name in felt:
            continue
        message = say("flaw_effort_idle", name=Typed(effort.name))
        hint = (
            f'add it under [work], for example x = "{effort.name}"; if only its value is wanted, name it in'
            " [outputs], else delete it and its constraint"
        )
        looked = effort.name in seen
        yield flaw_at(
            effort.location,
            rule="effort",
            message=message,
            hint="allowed, because an output or event contains it" if looked else hint,
            severity="note" if looked else "structure",
        )


def start_and_guess(model: Model, known: Survey) -> Flaws:
    """A guess is useless beside a start value."""
    entries: tuple[Coordinate | State, ...] = (*model.coordinates, *model.states)
    for entry in entries:
        if entry.start is not None and entry.guess is not None:
            message = f"`{entry.name}` has a start value and a guess; the guess is not used"
            yield flaw_at(
                entry.location, rule="guess", message=message, hint="delete the guess", severity="warning"
            )


def run_settings(model: Model, known: Survey) -> Flaws:
    """A run ends after it starts, in feasible steps; a case inherits the settings that it does not give."""
    settings_numbers, seen = run_numbers(model), set[str]()
    yield from _not_whole(model)
    cases = ((f"cases.{case.name}", case.simulate) for case in model.cases)
    for where, settings in (("simulate", model.simulate), *cases):
        numbers = run_numbers(model, settings)
        start = numbers.t_start if numbers.t_start is not None else settings_numbers.t_start or 0.0
        end = numbers.t_end if numbers.t_end is not None else settings_numbers.t_end
        count = numbers.samples if numbers.samples is not None else settings_numbers.samples
        samples = int(count) if count is not None and math.isfinite(count) else None
        dt = numbers.dt if numbers.dt is not None else settings_numbers.dt
        if end is None:
            continue
        for key, message, hint in time_flaws(start, end, samples if samples is not None else 1, dt):
            given = {"t_start": settings.t_start, "t_end": settings.t_end, "dt": settings.dt}[key]
            location = settings.location if given is not None else model.simulate.location
            if message not in seen:
                seen.add(message)
                yield replace(flaw_at(location, rule="simulate", message=message, hint=hint), where=where)


def _not_whole(model: Model) -> Flaws:
    """A number of samples given by an expression is a whole number."""
    for settings in (model.simulate, *(case.simulate for case in model.cases)):
        count = run_numbers(model, settings).samples
        if isinstance(settings.samples, Expression) and count is not None and not isinstance(count, int):
            message = f"the number of samples comes out as {count:g}, which is no whole number"
            hint = "samples are counted: choose another expression, or a number such as 1000"
            yield flaw_at(settings.samples.source, rule="simulate", message=message, hint=hint)


def budgets(model: Model, known: Survey) -> Flaws:
    """The model stays within the budgets of a text; a definition counts once, wherever it is used."""
    if known.overlong:
        source = known.definitions[known.overlong].expression.source
        most = CHAIN + len(model.kinetic)
        message = f"too many definitions use one another (a chain of at most {most} is allowed)"
        yield flaw_at(
            source, rule="budget", message=message, hint="write sums out, or build the model in Python"
        )
        return
    total = 0
    most = NODES + BODY_NODES * len(model.kinetic)  # each body adds to the budget
    for use in known.uses:
        size = use.measure
        total += size.nodes
        message = ""
        if size.depth > DEPTH:
            message = f"this is nested more than {DEPTH} deep"
        elif total > most:
            message = f"the expressions of the model have more than {most} parts"
        if message:
            hint = "use fewer or shorter terms; a definition counts once, wherever it is used"
            yield flaw_at(use.expression.source, rule="budget", message=message, hint=hint)
            return


def forces_budget(model: Model, known: Survey) -> Flaws:
    """Forces that depend on forces are solved as one dense system, which stays small."""
    forces: dict[str, None] = {}
    for used in used_results(model, ACTING):
        forces[used.name] = None
        if len(forces) > RESULTS:
            message = f"forces depend on more than {RESULTS} forces and accelerations that are solved for"
            hint = "let fewer of them act; outputs and events may use any number"
            yield used.flaw("budget", message, hint)
            return


def derivation_budget(model: Model, known: Survey) -> Flaws:
    """The derivatives in the equations can be printed; a run does not need them."""
    total = 0
    for use in known.uses:
        if use.role in (*DIFFERENTIATED, "definition"):
            measure = use.measure
            total += measure.first + (measure.second if use.role in (*TWICE, "definition") else 0)
            if total > DERIVED:
                message = f"the derivatives of this model have more than {DERIVED} parts"
                hint = "use fewer or shorter factors and terms, or definitions for parts of them"
                yield flaw_at(
                    use.expression.source,
                    rule="derivation-budget",
                    message=message,
                    hint=hint,
                    severity="warning",
                )
                return


def _place_of_velocity(term: Term, name: str) -> tuple[int, int] | None:
    """The position of a velocity in a term, if it occurs there directly."""
    node = names(term.expression.root).get((name, 1))
    return node.span if node is not None else None


def degree_in_velocities(expression: Expression, degrees: dict[str, float], known: Survey) -> float:
    """The degree of an expression as a polynomial in the velocities; infinite where it is none."""
    return _degree(expression, degrees, known)


def degrees_of(known: Survey) -> dict[str, float]:
    """The degree in the velocities of each definition."""
    degrees: dict[str, float] = {}
    for name in known.order:
        degrees[name] = _degree(known.definitions[name].expression, degrees, known)
    return degrees


def _degree(expression: Expression, definitions: dict[str, float], known: Survey) -> float:
    """The degree of an expression, from the degrees of the definitions."""

    def leaf(node: Node) -> float:
        if isinstance(node, Name):
            return definitions.get(node.name, 0.0)
        if isinstance(node, Rate):
            moving = node.name in known.reach and known.reach[node.name].has("coordinate")
            return 1.0 if moving or known.kinds.get(node.name) == "coordinate" else 0.0
        return 0.0

    def combine(node: Node, below: tuple[float, ...]) -> float:
        match node:
            case Sum():
                return max(below)
            case Product():
                return sum(below)
            case Negative():
                return below[0]
            case Power(exponent=Number(value=value)) if isinstance(value, int) and value >= 0:
                return below[0] * value if value else 0.0
            case Inverse() | _:
                return NOT_POLYNOMIAL if any(below) else 0.0

    return fold(expression.folded_tree, leaf, combine)

"""Numbers of a model: parameters, start values and guesses."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from operator import is_

from dalembert._expression.evaluate import evaluate
from dalembert._expression.expression import Expression
from dalembert._expression.tree import Name, Node, Number, Rate, with_operands
from dalembert._expression.walk import fold, names
from dalembert._model.records import Coordinate, Effort, Model, RunSettings, State, Value
from dalembert._model.survey import sort_definitions


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """The numbers of a model in SI units, by name: what `bind` puts into a compiled model.

    Entries without a value, or whose value depends on a parameter without one, are left out.
    """

    names: tuple[str, ...]  # of all parameters, in the order of p
    parameters: dict[str, float]
    start: dict[str, float]  # of coordinates and states
    speed: dict[str, float]
    guess: dict[str, float]  # of coordinates, states and efforts

    def vector(self, missing: float = math.nan) -> tuple[float, ...]:
        """The vector p of the parameters."""
        return tuple(self.parameters.get(name, missing) for name in self.names)

    def first(self, name: str) -> float:
        """The start of a coordinate or state, its guess where it has none, else 0."""
        return self.start.get(name, self.guess.get(name, 0.0))


_latest: list[tuple[tuple[object, ...], Values]] = []  # of the latest entries
LATEST = 4


def values_of(model: Model) -> Values:
    """The values of a model, computed once for models that share the same entries."""
    entries = model.parameters, model.coordinates, model.states, model.efforts, model.simulate
    for given, values in _latest:
        if all(map(is_, given, entries)):
            return values
    made = _values(model)
    _latest.insert(0, (entries, made))
    del _latest[LATEST:]
    return made


def parameter_values(model: Model) -> dict[str, float]:
    """The values of the parameters that have one, computed from one another where they are expressions."""
    return dict(values_of(model).parameters)


def _values(model: Model) -> Values:
    parameters = _parameters(model)

    def numbers_of(pairs: Iterable[tuple[str, Value | None]]) -> dict[str, float]:
        numbers = ((name, value_in(value, parameters)) for name, value in pairs)
        return {name: number for name, number in numbers if number is not None}

    moving: tuple[Coordinate | State, ...] = (*model.coordinates, *model.states)
    speed = numbers_of((one.name, one.speed) for one in model.coordinates)
    guessed: tuple[Coordinate | State | Effort, ...] = (*moving, *model.efforts)
    return Values(
        names=tuple(p.name for p in model.parameters),
        parameters=parameters,
        start=_starts(model, moving, parameters, speed),
        speed=speed,
        guess=numbers_of((one.name, one.guess) for one in guessed),
    )


def _parameters(model: Model) -> dict[str, float]:
    given = {p.name: p.value.expression.root for p in model.parameters if p.value is not None}
    order, _ = sort_definitions(
        {name: [n for n, _ in names(root) if n in given] for name, root in given.items()}
    )
    known: dict[tuple[str, int], float] = {}
    for name in order:
        if all(used in known or used[0] == "pi" for used in names(given[name])):
            known[name, 0] = evaluate(given[name], known)
    return {name: value for (name, _), value in known.items()}


def _starts(
    model: Model,
    moving: tuple[Coordinate | State, ...],
    parameters: dict[str, float],
    speed: dict[str, float],
) -> dict[str, float]:
    """The starts of coordinates and states; they may depend on the first time, on speeds and starts."""
    given = {one.name: one.start for one in moving if one.start is not None}
    first = _first_time(model.simulate, parameters)
    known = {(name, 0): value for name, value in parameters.items()} | {
        (name, 1): value for name, value in speed.items()
    }
    known |= {} if first is None else {("t", 0): first}
    roots = {name: start.expression.root for name, start in given.items()}
    below = {
        name: [n for n, order in names(root) if n in given and not order] for name, root in roots.items()
    }
    starts: dict[str, float] = {}
    for name in sort_definitions(below)[0]:
        if all(used in known or used[0] == "pi" for used in names(roots[name])):
            starts[name] = known[name, 0] = evaluate(roots[name], known)
    return {name: starts[name] for name in given if name in starts}


def values_at_start(model: Model) -> dict[tuple[str, int], float]:
    """The known values at the start, by (name, order), of parameters, time, state, efforts and inputs.

    As in a run, what has no start is at its guess or 0, and a speed that is not given is 0.
    """
    values = values_of(model)
    first = _first_time(model.simulate, values.parameters)
    known = {(name, 0): value for name, value in values.parameters.items()}
    known |= {} if first is None else {("t", 0): first}
    moving: tuple[Coordinate | State, ...] = (*model.coordinates, *model.states)
    known |= {(one.name, 0): values.first(one.name) for one in moving}
    known |= {(one.name, 1): values.speed.get(one.name, 0.0) for one in model.coordinates}
    known |= {(one.name, 0): values.guess.get(one.name, 0.0) for one in model.efforts}
    laws = {one.name: one.law.root for one in model.inputs if isinstance(one.law, Expression)}
    return known | {
        (name, 0): evaluate(law, known)
        for name, law in laws.items()
        if all(used in known or used[0] == "pi" for used in names(law))
    }


def start_formulas(model: Model, kept: Collection[str] = ()) -> dict[str, Node]:
    """The starts, speeds and guesses of the state by parameters, and by starts in `kept`; x' is a speed.

    Other starts and the first time that they depend on are put in.
    """
    moving: tuple[Coordinate | State, ...] = (*model.coordinates, *model.states)
    given = {one.name: one.start if one.start is not None else one.guess for one in moving}
    given |= {f"{one.name}'": one.speed for one in model.coordinates}
    roots = {name: value.expression.root for name, value in given.items() if value is not None}
    first = _first_time(model.simulate, values_of(model).parameters)
    known: dict[str, Node] = {} if first is None else {"t": Number(first)}

    def leaf(node: Node) -> Node:
        if isinstance(node, Name):
            return known.get(node.name, node)
        name = f"{node.name}'" if isinstance(node, Rate) else ""
        return Name(name) if name in kept else known.get(name, node)

    below = {name: [_name_of_rate(n, order) for n, order in names(root)] for name, root in roots.items()}
    order, _ = sort_definitions({name: [n for n in used if n in roots] for name, used in below.items()})
    formulas: dict[str, Node] = {}
    for name in order:
        formulas[name] = fold(roots[name], leaf, with_operands) if below[name] else roots[name]
        if name not in kept:
            known[name] = formulas[name]
    return {name: formulas[name] for name in roots if name in formulas}


def _name_of_rate(name: str, order: int) -> str:
    return f"{name}'" if order else name


def _first_time(settings: RunSettings, parameters: dict[str, float]) -> float | None:
    """The time at which a run starts; None where it is not known."""
    if settings.times:
        return settings.times[0]
    start = settings.t_start
    if isinstance(start, Expression):
        return value_in(Value(expression=start), parameters)
    return None if isinstance(start, str) else start or 0.0


def value_in(value: Value | None, parameters: dict[str, float]) -> float | None:
    """A value given in terms of parameters; None where it is not given or a parameter has no value."""
    if value is None:
        return None
    root = value.expression.root
    if isinstance(root, Number):
        return evaluate(root, {})
    leaves = names(root)
    known = {(name, order): parameters[name] for name, order in leaves if order == 0 and name in parameters}
    if any(used not in known and used[0] != "pi" for used in leaves):
        return None
    return evaluate(root, known)

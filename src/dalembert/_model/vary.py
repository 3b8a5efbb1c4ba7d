"""Variations of a model: its named cases, and values given outside the file (`--set p=v`)."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dalembert._expression.expression import Expression
from dalembert._expression.numbers import ConstantFault, fold_constants
from dalembert._expression.source import Flaw, ModelError, Source, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import Negative, Node, Number
from dalembert._model.build import build, build_case
from dalembert._model.delays import user_inputs
from dalembert._model.given_numbers import number_of
from dalembert._model.records import Case, Model, RunSettings, Setting, Value
from dalembert._model.rules_names import case_names, cycles, misplaced_names, unknown_names
from dalembert._model.rules_physics import finite_values
from dalembert._model.survey import survey, use_of
from dalembert._model.units import DIMENSIONLESS, unit_of
from dalembert._model.values import parameter_values, value_in
from dalembert._model.write_back import written_with
from dalembert._text.lexer import TextFault
from dalembert._text.parser import parse
from dalembert._text.positions import Path
from dalembert._text.written import Written

GIVEN = "given"
_AMOUNT = re.compile(r"\s*[-+]?[\d.]+(e[-+]?\d+)?\s*[^\W\d_][\w/*^·²³]*\s*")  # a number and its unit
Options = Mapping[str, str]  # how values of each kind are given
OPTIONS: Options = {"parameters": "--set {name}", "start": "--start {name}", "speed": "--speed {name}"}
POINT: Options = {"parameters": "--set {name}", "start": "--at {name}", "speed": "--at {name}'"}


def with_case(model: Model, name: str) -> Model:
    """The model with the values of one of its cases."""
    for case in model.cases:
        if case.name == name:
            sizes = {one: value.typed for one, value in case.parameters if one in model.sizes}
            if not sizes:
                return apply_case(model, case)
            resized = with_sizes(model, sizes, f"--case {name}")
            again = next(one for one in resized.cases if one.name == name)
            flaws = tuple(case_names(replace(resized, cases=(again,), sizes=()), survey(resized)))
            if flaws:
                raise ModelError(flaws)
            return apply_case(resized, again)
    names = [case.name for case in model.cases]
    near = nearest(name, names)
    hint = f"did you mean `{near}`?" if near else f"its cases are: {', '.join(names) or 'none'}"
    message = f"the model has no case `{name}`"
    raise ModelError((Flaw(rule="case", severity="error", where="--case", message=message, hint=hint),))


def with_values(
    model: Model,
    parameters: Mapping[str, Any],
    start: Mapping[str, Any],
    speed: Mapping[str, Any],
    options: Options = OPTIONS,
) -> Model:
    """The model with values given from outside, read like entries of a case; `options` name where.

    Only these values are read and checked; the structure stays the same object (`structures.py`).
    """
    sizes = {name: value for name, value in parameters.items() if name in model.sizes}
    if sizes:
        model = with_sizes(model, sizes, "--set")
    others = {name: value for name, value in parameters.items() if name not in sizes}
    given = {"parameters": others, "start": dict(start), "speed": dict(speed)}
    if not any(given.values()):
        return model
    flaws: list[Flaw] = []
    for kind, table in given.items():
        for name, value in table.items():
            table[name] = _number(value, options[kind].format(name=name), flaws)
    origins: dict[Path, Path] = {
        ("cases", GIVEN, kind, name): (options[kind].format(name=name),)
        for kind, table in given.items()
        for name in table
    }
    written = Written(values=_units(model) | {"cases": {GIVEN: given}}, origins=origins)
    case, form = build_case(written, GIVEN)
    faulty = {flaw.where for flaw in flaws}
    flaws += (flaw for flaw in _flaws_of_names(model, case) if flaw.where not in faulty)
    faulty = {flaw.where for flaw in flaws}
    flaws += (flaw for flaw in form if flaw.severity == "error" and flaw.where not in faulty)
    if flaws:
        raise ModelError(tuple(_in_words_of_commands(flaw, options) for flaw in flaws))
    result = apply_case(model, case)
    known = survey(result).values
    faults = tuple(cycles(result, known)) or tuple(finite_values(result, known))
    if faults:
        raise ModelError(tuple(_in_words_of_commands(flaw, options) for flaw in faults))
    return result


def with_guesses(model: Model, names: Sequence[str]) -> Model:
    """The model with some start values of coordinates turned into guesses."""
    if not names:
        return model
    flaws: list[Flaw] = []
    coordinates = {one.name: one for one in model.coordinates}
    for name in names:
        if name in coordinates and coordinates[name].start is not None:
            continue
        near, where = nearest(name, list(coordinates)), f"--guess {name}"
        hint = f"did you mean {near}?" if near else f"the coordinates are {', '.join(coordinates) or 'none'}"
        message = f"there is no coordinate `{name}`"
        if name in coordinates:
            message, hint = f"`{name}` has no start value that could become a guess", f"leave {where} out"
        flaws.append(Flaw(rule="guess", severity="error", where=where, message=message, hint=hint))
    if flaws:
        raise ModelError(tuple(flaws))
    freed = {
        name: replace(one, start=None, guess=one.start) for name, one in coordinates.items() if name in names
    }
    return replace(model, coordinates=tuple(freed.get(one.name, one) for one in model.coordinates))


def with_sizes(model: Model, sizes: Mapping[str, Any], where: str) -> Model:
    """The model with other sizes of its families and sums, expanded again."""
    flaws: list[Flaw] = []
    numbers: dict[str, int] = {}
    for name, value in sizes.items():
        number = _number(value, f"{where} {name}", flaws)
        if isinstance(number, float) and number.is_integer():
            number = int(number)
        if isinstance(number, bool) or not isinstance(number, int):
            message = f"`{name}` is a whole number, to which families or sums of the model count"
            hint = f"write {name}=20"
            flaws.append(Flaw(rule="index", severity="error", where=where, message=message, hint=hint))
        else:
            numbers[name] = number
    if flaws:
        raise ModelError(tuple(flaws))
    made, form = build(written_with(model, numbers))
    errors = tuple(flaw for flaw in form if flaw.severity == "error")
    if errors:
        raise ModelError(errors)
    return made


def _units(model: Model) -> dict[str, dict[str, dict[str, str]]]:
    """The units of entries that values can be given to, as in a file."""
    return {
        "parameters": {one.name: {"unit": one.unit} for one in model.parameters},
        "coordinates": {one.name: {"unit": one.unit} for one in model.coordinates},
        "states": {one.name: {"unit": one.unit} for one in model.states},
    }


def _flaws_of_names(model: Model, case: Case) -> list[Flaw]:
    """The flaws of names in the values of a case."""
    pairs = (*case.parameters, *case.start, *case.speed)
    uses = tuple(use_of("case", name, value.expression) for name, value in pairs)
    single, known = replace(model, cases=(case,)), replace(survey(model), uses=uses)
    return [flaw for rule in (case_names, unknown_names, misplaced_names) for flaw in rule(single, known)]


def input_values(model: Model, given: Mapping[str, Any]) -> dict[str, float]:
    """Constant values of inputs in SI: a number is in the unit of its input, an expression in SI."""
    flaws: list[Flaw] = []
    units = {one.name: one.unit for one in user_inputs(model)}
    parameters = parameter_values(model)
    values: dict[str, float] = {}
    for name, value in given.items():
        where = f"--input {name}"
        if name not in units:
            near = nearest(name, list(units))
            hint = f"did you mean `{near}`?" if near else f"the inputs are {', '.join(units) or 'none'}"
            message = f"there is no input `{name}`"
            flaws.append(Flaw(rule="input", severity="error", where=where, message=message, hint=hint))
            continue
        node = _parse_value(str(value), where, flaws)
        if node is None:
            continue
        root = _in_si(node, units[name], 0, where, flaws)
        number = value_in(
            Value(expression=Expression(root=root, source=Source(str(value), where))), parameters
        )
        if number is None or not math.isfinite(number):
            message = (
                f"the value of the input `{name}` must be a finite number, or an expression of parameters"
            )
            hint = f"write {where}=0; inputs that change in time go into the model file"
            flaws.append(Flaw(rule="input", severity="error", where=where, message=message, hint=hint))
        else:
            values[name] = number
    if flaws:
        raise ModelError(tuple(flaws))
    return values


def apply_case(model: Model, case: Case) -> Model:
    """The model with the values of a case; values that the case does not give stay."""
    parameters, start, speed = dict(case.parameters), dict(case.start), dict(case.speed)

    def value_of(table: dict[str, Value], name: str, default: Value | None) -> Value | None:
        return table.get(name, default)

    return replace(
        model,
        parameters=tuple(replace(p, value=value_of(parameters, p.name, p.value)) for p in model.parameters),
        coordinates=tuple(
            replace(c, start=value_of(start, c.name, c.start), speed=value_of(speed, c.name, c.speed))
            for c in model.coordinates
        ),
        states=tuple(replace(s, start=value_of(start, s.name, s.start)) for s in model.states),
        simulate=merge_settings(model.simulate, case.simulate),
    )


def merge_settings(defaults: RunSettings, given: RunSettings) -> RunSettings:
    """The given settings, and the defaults for the others; `times` replace start, end and samples."""
    if given.times is not None:
        defaults = replace(defaults, t_start=None, t_end=None, samples=None)
    spans = (given.t_start, given.t_end, given.samples)
    kept = defaults.times if all(one is None for one in spans) else None
    return RunSettings(
        times=given.times if given.times is not None else kept,
        t_start=read_setting(given.t_start, "t_start") if given.t_start is not None else defaults.t_start,
        t_end=read_setting(given.t_end, "t_end") if given.t_end is not None else defaults.t_end,
        samples=read_setting(given.samples, "samples") if given.samples is not None else defaults.samples,
        rtol=given.rtol if given.rtol is not None else defaults.rtol,
        atol=given.atol if given.atol is not None else defaults.atol,
        method=given.method if given.method is not None else defaults.method,
        dt=read_setting(given.dt, "dt") if given.dt is not None else defaults.dt,
    )


def read_setting(value: Setting, key: str) -> Setting:
    """A setting as a number or an expression of parameters; given as text, parsed."""
    where, flaws = f"--{key.replace('_', '-')}", list[Flaw]()
    if not isinstance(value, str):
        number = number_of(value)
        if number is not None:
            return number.value if isinstance(number.value, int) else float(number.value)
        if value is None or isinstance(value, Expression):
            return value
        message = f"`{key}` is {str(value)[:40]}, which is no number"
        raise ModelError(
            (Flaw(rule="value", severity="error", where=where, message=message, hint=f"give {key} a number"),)
        )
    setting: float | str = _number(value, where, flaws)
    if flaws:
        raise ModelError(tuple(flaws))
    if not isinstance(setting, str):
        return setting
    return Expression(parse(value, plain=True), Source(value, where))


def point(model: Model, at: Mapping[str, str | float]) -> dict[tuple[str, int], Node]:
    """Values of coordinates and velocities: {"x": 0.1, "x'": "v0"} as (name, order) → tree."""
    flaws: list[Flaw] = []
    coordinates = [c.name for c in model.coordinates]
    names = {*coordinates, *(p.name for p in model.parameters), "pi"}
    nodes: dict[tuple[str, int], Node] = {}
    for key, value in at.items():
        name = key.rstrip("'")
        if name not in coordinates or len(key) - len(name) > 1:
            near = nearest(name, coordinates)
            hint = f"did you mean `{near}`?" if near else f"the coordinates are {', '.join(coordinates)}"
            message = f"there is no coordinate `{key}`"
            flaws.append(Flaw(rule="at", severity="error", where="--at", message=message, hint=hint))
            continue
        node = _parse_value(str(value), f"--at {key}", flaws)
        unit = next(c.unit for c in model.coordinates if c.name == name)
        if node is not None:
            order = len(key) - len(name)
            nodes[name, order] = _in_si(node, unit, order, f"--at {key}", flaws)
    flaws += _strangers(nodes, names, coordinates)
    if flaws:
        raise ModelError(tuple(flaws))
    return nodes


def _in_si(node: Node, unit: str, order: int, where: str, flaws: list[Flaw]) -> Node:
    """A value in SI: a number is in the unit of its entry, an expression is in SI."""
    display = (unit_of(unit).rate if order else unit_of(unit)) if unit else DIMENSIONLESS
    if display.coherent:
        return node
    number = fold_constants(node)
    if isinstance(number, Number):
        return Number(display.si(number.value))
    message = f"an expression is in SI units, but the unit {unit} is not SI"
    flaws.append(Flaw(rule="unit", severity="error", where=where, message=message, hint="give a number"))
    return node


def _strangers(nodes: dict[tuple[str, int], Node], names: set[str], names_known: list[str]) -> list[Flaw]:
    """Flaws of values that use other names than parameters."""
    from dalembert._expression.walk import names as used

    flaws = []
    for (name, _), node in nodes.items():
        for other, order in used(node):
            if other not in names or other in names_known or order:
                message = f"the value of `{name}` can contain numbers and parameters, not `{other}`"
                flaws.append(Flaw(rule="at", severity="error", where=f"--at {name}", message=message))
    return flaws


def _number(value: Any, where: str, flaws: list[Flaw]) -> Any:
    """A text that is a plain number as that number (in the unit of the entry), anything else unchanged."""
    if not isinstance(value, str):
        return value
    match _parse_value(value, where, flaws):
        case Number(value=int() | float() as number):
            return number
        case Negative(operand=Number(value=int() | float() as number)):
            return -number
        case None:
            return 0
    return value


def _parse_value(text: str, where: str, flaws: list[Flaw]) -> Node | None:
    source = Source(text, where)
    try:
        root = parse(text, plain=True)
        fold_constants(root)
    except TextFault as fault:
        hint = fault.hint
        if _AMOUNT.fullmatch(text):
            hint = f"write {where}=… with a number alone, which is in the unit that the file gives it"
        flaws.append(flaw_at(source, fault.span, rule=fault.rule, message=fault.message, hint=hint))
    except ConstantFault as fault:
        flaws.append(flaw_at(source, fault.node.span, rule="constant", message=fault.reason))
    else:
        return root
    return None


def _in_words_of_commands(flaw: Flaw, options: Options) -> Flaw:
    """A flaw of the temporary case in terms of command-line options."""
    where = flaw.where
    for kind, option in options.items():
        name = where.removeprefix(f"cases.{GIVEN}.{kind}.")
        where = where if name == where else option.format(name=name)
    return replace(flaw, where=where, message=_plain_message(flaw.message))


def _plain_message(message: str) -> str:
    return message.replace(f"case `{GIVEN}`: ", "").replace("a value of a case", "a value given here")

"""Which value of a model a name stands for: `m` a parameter, `theta` a start, `theta'` a speed."""

from __future__ import annotations

import math

from dalembert._expression.evaluate import evaluate
from dalembert._expression.numbers import ConstantFault, fold_constants
from dalembert._expression.source import ModelError, Source, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import Negative, Number
from dalembert._expression.walk import names
from dalembert._model.records import Coordinate, Model, State
from dalembert._model.result_units import rate_unit, si_unit
from dalembert._model.units import DIMENSIONLESS, Unit, unit_of
from dalembert._sweep.records import Part, Target, refusal
from dalembert._text.lexer import TextFault
from dalembert._text.parser import parse

PRIME = "'"


def target_of(model: Model, name: str, where: str) -> Target:
    """What a name stands for; ModelError with the nearest one where it is nothing that can be varied."""
    parameters = {one.name: one.unit for one in model.parameters}
    moving: tuple[Coordinate | State, ...] = (*model.coordinates, *model.states)
    starts = {one.name: one.unit for one in moving}
    speeds = {f"{one.name}{PRIME}": one.unit for one in model.coordinates}
    if name in model.sizes:
        message = f"`{name}` is a whole number that families or sums count to: each value is another model"
        raise refusal(where, message, f"make a sweep for each, with --set {name}=…")
    if name in parameters:
        return Target(name=name, part=Part.parameter, unit=parameters[name], si=si_unit(parameters[name]))
    if name in starts:
        return Target(name=name, part=Part.start, unit=starts[name], si=si_unit(starts[name]))
    if name in speeds:
        unit = rate_unit(si_unit(speeds[name]), 1)
        return Target(name=name, part=Part.speed, unit=speeds[name], si=unit)
    if any(one.name == name for one in model.inputs):
        message = f"`{name}` is an input, which has a law and no value"
        raise refusal(where, message, "vary a parameter that stands in its law")
    near = nearest(name, (*parameters, *starts, *speeds))
    known = ", ".join((*parameters, *starts)[:12])
    hint = f"did you mean `{near}`?" if near else f"there are {known}, and speeds as x'"
    raise refusal(where, f"the model has no parameter, coordinate or state `{name}`", hint)


def unit_of_target(target: Target) -> Unit:
    """The unit of bare numbers."""
    if not target.unit:
        return DIMENSIONLESS
    unit = unit_of(target.unit)
    return unit.rate if target.part is Part.speed else unit


def si_number(text: str, target: Target, where: str, *, spread: bool = False) -> float:
    """A number in SI units: a bare one is in the unit of its entry, a constant expression (pi/2) in SI.

    The number of a `spread` is a difference: 5 degC is 5 K.
    """
    try:
        root = parse(text, plain=True)
        fold_constants(root)
    except TextFault as fault:
        flaw = flaw_at(
            Source(text, where), fault.span, rule=fault.rule, message=fault.message, hint=fault.hint
        )
        raise ModelError((flaw,)) from None
    except ConstantFault as fault:
        raise refusal(where, f"`{text}`: {fault.reason}", "give a finite number") from None
    if any(name != "pi" or order for name, order in names(root)):
        raise refusal(where, f"`{text}` is no number", "write a number, or a constant such as pi/2")
    value = evaluate(root, {})
    if not math.isfinite(value):
        raise refusal(where, f"`{text}` is not finite", "give a finite number")
    bare = isinstance(root, Number) or (isinstance(root, Negative) and isinstance(root.operand, Number))
    unit = unit_of_target(target)
    if not bare or unit.coherent:
        return value
    return value * unit.factor if spread else float(unit.si(value))

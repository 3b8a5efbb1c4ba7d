"""The model of which runs are made: its outputs are the kept expressions, integrals are states of it.

Events that nothing asks for are left out. Both engines run this one model, so that what is kept is lowered,
checked for units and simulated as anything else in a model: ∫ EXPR dt is a state with the rate EXPR, and is
in the error test as the motion is.
"""

from __future__ import annotations

from dataclasses import replace

from dalembert._expression.expression import Expression
from dalembert._expression.source import Flaw, ModelError, Source
from dalembert._expression.tree import Number, Power
from dalembert._model.check import examine
from dalembert._model.compliant import with_used_forces
from dalembert._model.records import Model, State, Term, Value
from dalembert._model.result_units import units_of
from dalembert._model.rules_names import unknown_names
from dalembert._model.survey import survey
from dalembert._sweep.keep import WHERE
from dalembert._sweep.records import INTEGRALS, OCCURRENCES, Keep, KeptQuantity

PREFIX = "kept_"
ZERO = Value(expression=Expression(Number(0)), typed=0)


def name_of(number: int) -> str:
    """The name of the output or state of a kept quantity."""
    return f"{PREFIX}{number}"


def kept_model(model: Model, kept: tuple[KeptQuantity, ...]) -> Model:
    """The model with what is kept in place of its outputs; raises what cannot be computed."""
    outputs, states = [], []
    for number, one in enumerate(kept):
        if one.expression is None:
            continue
        location = Source(one.expression.source.text, WHERE)
        if one.kind in INTEGRALS:
            root = one.expression.root
            rate = Power(root, Number(2)) if one.kind is Keep.rms else root
            states.append(
                State(name=name_of(number), rate=Expression(rate, location), start=ZERO, location=location)
            )
        else:
            outputs.append(
                Term(
                    name=name_of(number),
                    expression=Expression(one.expression.root, location),
                    location=location,
                )
            )
    sampled = len(model.sampled)  # those are the last of the states
    continuous_states = model.states[: len(model.states) - sampled]
    sampled_states = model.states[len(model.states) - sampled :]
    named = {one.event for one in kept}
    acting = tuple(one for one in model.events if one.action != "record" or one.sets or one.name in named)
    made = replace(
        model,
        outputs=tuple(outputs),
        states=(*continuous_states, *states, *sampled_states),
        events=acting,
        scene=(),
        cases=(),
    )
    made = with_used_forces(made)
    flaws = tuple(flaw for flaw in examine(made).flaws if flaw.severity in ("error", "structure"))
    if any(flaw.rule == "unknown-name" for flaw in flaws):
        results = tuple(one.name for one in model.outputs)
        others = (flaw for flaw in flaws if flaw.rule != "unknown-name")
        flaws = (*unknown_names(made, survey(made), results), *others)
    if flaws:
        raise ModelError(tuple(_in_users_words(flaw, kept) for flaw in flaws))
    return made


def _in_users_words(flaw: Flaw, kept: tuple[KeptQuantity, ...]) -> Flaw:
    """A flaw in the words of what was requested."""
    message = flaw.message
    for number, one in sorted(enumerate(kept), reverse=True):
        message = message.replace(name_of(number), one.text)
    return replace(flaw, message=message)


def units_of_kept(made: Model, kept: tuple[KeptQuantity, ...]) -> tuple[str, ...]:
    """The SI unit of each kept quantity; empty where it is not known."""
    integrands = [
        Term(name=name_of(number), expression=one.expression)
        for number, one in enumerate(kept)
        if one.kind in INTEGRALS and one.expression is not None
    ]
    extended = replace(made, outputs=(*made.outputs, *integrands))
    units = dict(
        zip(
            (one.name for one in extended.outputs),
            units_of(extended)["output_unit"],
            strict=True,
        )
    )
    result = []
    for number, one in enumerate(kept):
        unit = one.unit or units.get(name_of(number), "")
        if one.kind in OCCURRENCES:
            unit = "s" if one.kind is Keep.first else "1"
        elif one.kind is Keep.integral and unit:
            unit = f"{unit}*s" if unit not in ("1", "") else "s"
        result.append(unit)
    return tuple(result)

"""y = (b_m sᵐ + … + b_0)/(a_n sⁿ + … + a_0) u: a proper transfer function, highest powers first.

In observer form: y = x_1 + (b_n/a_n) u, x_k' = x_(k+1) − (a_(n−k)/a_n) y + (b_(n−k)/a_n) u.
"""

from __future__ import annotations

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.controllers.kinds.kind import (
    OUTPUT,
    OUTPUT_WORD,
    ControllerData,
    ControllerKind,
    Definition,
    Entries,
    Fault,
    Key,
    State,
)

MOST = 12  # states


def _coefficients(given: ControllerData) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    """Numerator and denominator, padded to the same length."""
    above, under = given.lists["numerator"], given.lists["denominator"]
    return (Text("0"),) * (len(under) - len(above)) + above, under


def _entries(given: ControllerData) -> Entries:
    above, under = _coefficients(given)
    order, lead = len(under) - 1, under[0]
    direct = fill("({b})/({a})*{u}", b=above[0], a=lead, u=given.input)
    first = Text(given.member("x1"))
    output = first if above[0].is_zero else fill("{x} + {d}", x=first, d=direct)
    states: dict[str, State] = {}
    for k in range(1, order + 1):
        parts = [given.member(f"x{k + 1}")] if k < order else []
        signs = [Text(one) for one in parts]
        if not under[k].is_zero:
            signs.append(fill("-({a})/({l})*{y}", a=under[k], l=lead, y=given.member(OUTPUT_WORD)))
        if not above[k].is_zero:
            signs.append(fill("({b})/({l})*{u}", b=above[k], l=lead, u=given.input))
        names = {f"p{i}": one for i, one in enumerate(signs)}
        law = fill(" + ".join(f"{{{name}}}" for name in names), **names) if names else Text("0")
        states[f"x{k}"] = State(law=law, unit=OUTPUT if k == 1 else f"{OUTPUT}/s^{k - 1}")
    definition = Definition(value=output, unit=OUTPUT, shown=True)
    return Entries(definitions={OUTPUT_WORD: definition}, states=states)


def _fault(given: ControllerData) -> Fault | None:
    above, under = given.lists["numerator"], given.lists["denominator"]
    if under and under[0].is_zero:
        return (
            "denominator",
            f"the first coefficient of the denominator of `{given.name}` is 0",
            "leave it out",
        )
    if len(above) > len(under):
        message = (
            f"the transfer function of `{given.name}` is not proper: its numerator has the higher degree"
        )
        return "numerator", message, "add poles, or leave out the highest powers"
    if len(under) < 2:
        return "denominator", f"the denominator of `{given.name}` is a constant", 'use kind = "gain"'
    if len(under) > MOST + 1:
        return (
            "denominator",
            f"`{given.name}` has more than {MOST} states",
            "split it into several controllers",
        )
    return None


def _direct(given: ControllerData) -> bool:
    return len(given.lists["numerator"]) == len(given.lists["denominator"])


TRANSFER_FUNCTION = ControllerKind(
    keys={
        "numerator": Key(example="[1]", listed=True),
        "denominator": Key(example="[1, 2]", listed=True),
    },
    entries=_entries,
    fault=_fault,
    direct=_direct,
    sign="B(s)/A(s)",
)

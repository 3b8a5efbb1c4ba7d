"""What is kept of each run, as it is written: `tip_x at end, max(energy), first(down)`.

    EXPR at end            the value at the end of the run, or where an event stopped it
    EXPR at t=2.5          the value at a time
    EXPR at EVENT          the value when an event first happens
    max(EXPR)  min(EXPR)   the extremes along the run, between its steps too
    mean(EXPR)  rms(EXPR)  integral(EXPR)      over the time of the run
    history(EXPR, N)       N values at equal times, the start and the end among them
    strobe(EXPR, PERIOD, N)     the last N values at whole periods after the start of the run
    section(EXPR, EVENT, N)     the last N values at an event (Poincaré's section)
    lyapunov()             an estimate of the largest Lyapunov exponent over the run
    count(EVENT)  first(EVENT)                 how often an event happened, and when first
    NAME = …               any of these under a name of one's own

Expressions are those of outputs; outputs, and the energies T, V and energy = T + V, have their names here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from dalembert._expression.expression import Expression
from dalembert._expression.functions import CONSTANTS
from dalembert._expression.source import Flaw, ModelError, Source, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import Node, Number, Sum
from dalembert._expression.walk import names, replace_names
from dalembert._model.integrals import Settling
from dalembert._model.records import Model, Term
from dalembert._model.result_units import rate_unit, si_unit
from dalembert._sweep.records import OCCURRENCES, SERIES, Keep, KeptQuantity
from dalembert._text.budget import TOKENS
from dalembert._text.lexer import TextFault, Token, tokens
from dalembert._text.parser import parse_tokens

WHERE = "--keep"
REDUCTIONS = {one.value: one for one in Keep if one not in (Keep.end, Keep.time, Keep.event)}
MOST_KEPT = 1000
MOST_POINTS = 100_000  # of a series
EXAMPLES = {
    Keep.history: "history(theta, 101)",
    Keep.strobe: "strobe(theta, 2*pi/omega, 100)",
    Keep.section: "section(theta, EVENT, 100)",
}
HELP = "write for example: tip_x at end, max(energy), first(down), history(theta, 101)"
RESERVED = (
    "run",
    "block",
    "status",
    "message",
    "accuracy",
    "until",
    "estimate",
    "energy_error",
    "reached",
    "seconds",
    "checksum",
)
_WORD = re.compile(r"[^A-Za-z0-9]+")


def read_keep(model: Model, text: str) -> tuple[KeptQuantity, ...]:
    """The quantities of a --keep. Raises all that is wrong with it."""
    source = Source(text, WHERE)
    try:
        sequence = tokens(text, TOKENS)
    except TextFault as fault:
        raise ModelError((_flaw(source, fault),)) from None
    items, flaws, kept = _items(sequence), list[Flaw](), list[KeptQuantity]()
    if len(items) > MOST_KEPT:
        raise ModelError(
            (_letter(source, sequence, f"{len(items)} quantities are too many", f"keep {MOST_KEPT} at most"),)
        )
    for item in items:
        try:
            kept.append(_quantity(model, source, item, {*RESERVED, *(one.name for one in kept)}))
        except TextFault as fault:
            flaws.append(_flaw(source, fault))
        except ModelError as error:
            flaws += error.flaws
    if flaws:
        raise ModelError(tuple(flaws))
    return tuple(kept)


def default_keep(model: Model) -> str:
    """What is kept where nothing is said: the outputs at the end, or the coordinates of a model without."""
    every = [one.name for one in model.outputs] or [one.name for one in model.coordinates]
    return ", ".join(f"{name} at end" for name in every[:MOST_KEPT])


def _items(sequence: list[Token]) -> list[list[Token]]:
    """The tokens between commas outside of brackets."""
    items: list[list[Token]] = [[]]
    deep = 0
    for token in sequence[:-1]:
        deep += (token.kind in ("(", "[")) - (token.kind in (")", "]"))
        if token.kind == "," and deep == 0:
            items.append([])
        else:
            items[-1].append(token)
    return items if len(items) == 1 or items[-1] else items[:-1]  # a comma at the end is none


def _quantity(model: Model, source: Source, item: list[Token], taken: set[str]) -> KeptQuantity:
    if not item:
        raise ModelError((flaw_at(source, rule="sweep", message="a quantity to keep is missing", hint=HELP),))
    own_name, item = _own_name(source, item)
    made = _reduction(model, source, item) or _value(model, source, item)
    text = source.text[item[0].start : item[-1].end]
    if own_name is not None and own_name.text in taken:
        raise TextFault(
            "sweep",
            f"`{own_name.text}` is the name of another array of the store",
            (own_name.start, own_name.end),
            "choose another name",
        )
    return replace(made, text=text, name=own_name.text if own_name is not None else _free_name(text, taken))


def _own_name(source: Source, item: list[Token]) -> tuple[Token | None, list[Token]]:
    """The name before `=`, and what follows."""
    if len(item) > 1 and item[0].kind == "name" and item[1].kind == "=":
        if len(item) == 2:
            raise ModelError((_letter(source, item, f"nothing is kept as `{item[0].text}`", HELP),))
        if not item[0].text.isascii():
            raise TextFault(
                "sweep",
                "a name of an array is made of ASCII letters",
                (item[0].start, item[0].end),
                "choose another",
            )
        return item[0], item[2:]
    return None, item


def _free_name(text: str, taken: set[str]) -> str:
    """A name for an array from what is kept: max(energy) is max_energy."""
    plain = _WORD.sub("_", text.replace("'", "_rate").replace(" at t", " at")).strip("_")[:60] or "kept"
    plain = plain if not plain[0].isdigit() else f"value_{plain}"
    name, number = plain, 2
    while name in taken:
        name, number = f"{plain}_{number}", number + 1
    return name


def _reduction(model: Model, source: Source, item: list[Token]) -> KeptQuantity | None:
    """max(…), count(…) and so on; None where the item is none of these as a whole."""
    head = item[0]
    if head.kind != "name" or head.text not in REDUCTIONS or len(item) < 2 or item[1].kind != "(":
        return None
    if _closing_bracket(item, 1) != len(item) - 1:
        return None
    kind, inside = REDUCTIONS[head.text], item[2:-1]
    if kind is Keep.lyapunov:
        if inside:
            raise ModelError((_letter(source, item, "it is of the whole motion", "write lyapunov()"),))
        return KeptQuantity(name="", text="", kind=kind, unit="1/s")
    if not inside:
        raise ModelError((_letter(source, item, f"{head.text}() is of nothing", HELP),))
    if kind in OCCURRENCES:
        return KeptQuantity(name="", text="", kind=kind, event=_event(model, source, inside, contacts=True))
    points, event, period = 0, "", None
    if kind in SERIES:
        inside, points = _with_points(source, item, inside, EXAMPLES[kind])
    if kind in (Keep.strobe, Keep.section):
        inside, second = _two_parts(source, item, inside, EXAMPLES[kind])
        if kind is Keep.section:
            event = _event(model, source, second, contacts=False)
        else:
            period = _period(model, source, second)
    return KeptQuantity(
        name="",
        text="",
        kind=kind,
        expression=_expression(model, source, inside),
        unit=_unit(model, inside),
        points=points,
        event=event,
        period=period,
    )


def _closing_bracket(item: Sequence[Token], first: int) -> int:
    """The bracket that closes the one at a place; −1 where none does."""
    deep = 0
    for i in range(first, len(item)):
        deep += (item[i].kind in ("(", "[")) - (item[i].kind in (")", "]"))
        if deep == 0:
            return i
    return -1


def _two_parts(
    source: Source, item: list[Token], inside: list[Token], example: str
) -> tuple[list[Token], list[Token]]:
    """The expression of a series, and its period or event."""
    parts = _items([*inside, item[-1]])
    if len(parts) != 2 or not all(parts):
        raise ModelError((_letter(source, item, "it has three parts", f"write {example}"),))
    return parts[0], parts[1]


def _period(model: Model, source: Source, given: list[Token]) -> Expression:
    """A period made of parameters and numbers."""
    period = _expression(model, source, given)
    parameters = {one.name for one in model.parameters}
    for name, _ in names(period.root):
        if name not in parameters and name not in CONSTANTS:
            message = f"a period is made of parameters, and `{name}` is none"
            raise ModelError((_letter(source, given, message, "write for example 2*pi/omega"),))
    return period


def _with_points(
    source: Source, item: list[Token], inside: list[Token], example: str
) -> tuple[list[Token], int]:
    """What stands before the number of values of a series, and that number."""
    last = inside[-1]
    if len(inside) < 3 or inside[-2].kind != "," or last.kind != "number" or not last.text.isdigit():
        raise ModelError((_letter(source, item, "a series says how many values it has", f"write {example}"),))
    points = int(last.text[:9])
    if not 2 <= points <= MOST_POINTS or len(last.text) > 9:
        raise TextFault(
            "sweep",
            f"a series has 2 to {MOST_POINTS} values",
            (last.start, last.end),
            f"write {example}",
        )
    return inside[:-2], points


def _value(model: Model, source: Source, item: list[Token]) -> KeptQuantity:
    """EXPR at end, at t=…, at EVENT."""
    places = [i for i, token in enumerate(item) if token.kind == "name" and token.text == "at"]
    if not places or places[-1] in (0, len(item) - 1):
        text = source.text[item[0].start : item[-1].end]
        message = f"`{text}` does not say when it is kept, or what of it"
        whole = not places and _is_balanced(item)
        hint = f"write {text} at end, or max({text})" if whole else HELP
        raise ModelError((_letter(source, item, message, hint),))
    at = places[-1]
    expression, when, unit = _expression(model, source, item[:at]), item[at + 1 :], _unit(model, item[:at])
    if len(when) == 1 and when[0].text == "end":
        return KeptQuantity(name="", text="", kind=Keep.end, expression=expression, unit=unit)
    if len(when) > 2 and when[0].text == "t" and when[1].kind == "=":
        t = _constant(when[2:])
        if t is None:
            raise ModelError((_letter(source, when, "the time is no number", "write at t=2.5, in seconds"),))
        return KeptQuantity(name="", text="", kind=Keep.time, expression=expression, unit=unit, t=t)
    event = _event(model, source, when, contacts=False)
    return KeptQuantity(name="", text="", kind=Keep.event, expression=expression, unit=unit, event=event)


def _is_balanced(item: Sequence[Token]) -> bool:
    return sum((token.kind in ("(", "[")) - (token.kind in (")", "]")) for token in item) == 0


def _constant(given: list[Token]) -> float | None:
    """A number with or without a sign."""
    sign = -1.0 if given[0].kind == "-" else 1.0
    digits = given[1:] if given[0].kind in ("-", "+") else given
    return sign * float(digits[0].text) if len(digits) == 1 and digits[0].kind == "number" else None


def _event(model: Model, source: Source, given: list[Token], *, contacts: bool) -> str:
    """An event of the model by its name; contacts are events too where occurrences are counted."""
    name = source.text[given[0].start : given[-1].end].strip()
    names = [one.name for one in model.events]
    touching = [one.name for one in model.contacts]
    if name in names or (contacts and name in touching):
        return name
    if name in touching:
        message = f"speeds jump at an impact of `{name}`: there are two values, before and after it"
        raise ModelError((_letter(source, given, message, "declare an event and keep the value at it"),))
    known = (*names, *(touching if contacts else ()), *(() if contacts else ("end",)))
    near = nearest(name, known)
    hint = f"did you mean `{near}`?" if near else f"there are {', '.join(known) or 'none: add [events]'}"
    raise ModelError((_letter(source, given, f"the model has no event `{name[:60]}`", hint),))


def _expression(model: Model, source: Source, given: list[Token]) -> Expression:
    """An expression with the names of outputs and energies put in."""
    end = given[-1].end
    tables = {table.name: len(table.arguments) for table in model.tables}
    root = parse_tokens([*given, Token("end", "", end, end)], tables=tables, plain=True)
    return Expression(Settling(model).settle(replace_names(root, _meanings(model))), source)


def _unit(model: Model, given: list[Token]) -> str:
    """The SI unit of an expression that is one name with a unit of its own; else it is told by its names."""
    name, others = given[0].text, given[1:]
    moving = {one.name: one.unit for one in model.coordinates}
    moving |= {one.name: one.unit for one in model.states}
    if name in moving and all(one.kind == "'" for one in others):
        return si_unit(rate_unit(moving[name], len(others))) if moving[name] else ""
    if others or name not in _meanings(model):
        return ""
    units = {one.name: one.unit for one in model.outputs}
    unit = units.get(name, "J")
    return si_unit(unit) if unit else ""


def _meanings(model: Model) -> dict[str, Node]:
    """What names mean that a model itself does not know: its outputs, and its energies."""
    sections = (
        model.parameters,
        model.coordinates,
        model.definitions,
        model.inputs,
        model.efforts,
        model.states,
    )
    names = {entry.name for section in sections for entry in section}
    energies = {"T": model.kinetic, "V": model.potential, "energy": (*model.kinetic, *model.potential)}
    meanings = {name: _sum(terms) for name, terms in energies.items()}
    meanings |= {one.name: one.expression.root for one in model.outputs}
    return {name: root for name, root in meanings.items() if name not in names}


def _sum(terms: Sequence[Term]) -> Node:
    roots = tuple(one.expression.root for one in terms)
    return roots[0] if len(roots) == 1 else Sum(roots) if roots else Number(0)


def _letter(source: Source, given: Sequence[Token], message: str, hint: str) -> Flaw:
    span = (given[0].start, given[-1].end)
    return flaw_at(source, span, rule="sweep", message=message, hint=hint)


def _flaw(source: Source, fault: TextFault) -> Flaw:
    return flaw_at(source, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint)

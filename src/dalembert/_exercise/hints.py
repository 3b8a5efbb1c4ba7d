"""Hints as a tutor gives them: what to examine again, in the terms of the answer; never the solution."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._compare.records import Agreement, Difference, Judgement
from dalembert._expression.tree import Call, Node
from dalembert._expression.walk import names, nodes
from dalembert._model.records import Model, multiplier_names
from dalembert._text.lexer import TextFault
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree
from dalembert._words.message import Message, Name, Symbol, say

MOST = 2  # the most differences that are mentioned at once
MANY = 4  # with so many none is mentioned: the answer is a different one, or in other quantities


def hints_of(judgement: Judgement, model: Model) -> tuple[Message, ...]:
    """The hints for a wrong answer."""
    match judgement.finding:
        case Agreement.RIGHT:
            return ()
        case Agreement.EMPTY:
            return (say("hint_empty"),)
        case Agreement.UNDECIDED:
            return (judgement.sentence,)
    if judgement.sentence.key == "compare_wrong_multiplier":
        return (say("hint_multiplier"),)
    hints = [_hint(one, model) for one in judgement.differences[:MOST]]
    if not hints or len(judgement.differences) > MANY:
        return (say("hint_unplaced"),)
    more = len(judgement.differences) - len(hints)
    return (*dict.fromkeys(hints), *((say("hint_more", count=more),) if more else ()))


def _hint(one: Difference, model: Model) -> Message:
    term = Name(one.term)
    match one.kind:
        case "dimension":
            return one.sentence  # it only mentions units of the answer's own terms
        case "missing":
            return _hint_at_missing(one.right, model)
        case "extra":
            return say("hint_extra", term=term)
        case "sign":
            return say("hint_sign", term=term)
        case "factor":
            return say("hint_factor", term=term)
        case _:
            return say("hint_term", term=term)


def _hint_at_missing(text: str, model: Model) -> Message:
    """A hint at a missing term, by one quantity or function in it."""
    try:
        term = parse(text)
    except TextFault:  # its text was shortened
        return say("hint_missing")
    used = names(term)
    multipliers = [name for name in multiplier_names(model) if (name, 0) in used]
    if multipliers:
        return say("hint_missing_with", what=Symbol(multipliers[0]))
    q = [c.name for c in model.coordinates]
    for order in (2, 1):
        rates = [name for name in q if (name, order) in used]
        if rates:
            marks = "'" * order
            return say("hint_missing_with", what=tuple(Symbol(f"{name}{marks}") for name in rates))
    called = _function(term, q)
    if called is not None:
        return say("hint_missing_with", what=Name(print_tree(called)))
    moving = [name for name in q if (name, 0) in used]
    if moving:
        return say("hint_missing_with", what=tuple(map(Symbol, moving)))
    return say("hint_missing_constant")


def _function(term: Node, q: Sequence[str]) -> Call | None:
    """The first function of coordinates in a term."""
    calls = (node for node in nodes(term) if isinstance(node, Call))
    return next((call for call in calls if any((name, 0) in names(call) for name in q)), None)

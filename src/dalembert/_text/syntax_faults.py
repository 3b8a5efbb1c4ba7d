"""Messages about texts that are no expressions: common slips, each with what to type."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._expression.functions import CONSTANTS, FUNCTIONS
from dalembert._expression.written_tree import Range
from dalembert._text.budget import NODES
from dalembert._text.lexer import TextFault, Token
from dalembert._text.slips import CHOICE, with_argument, with_products

NAME_FIRST = "x' is allowed after a name; give the expression a name under [definitions] and write name'"


def span_of(token: Token) -> tuple[int, int]:
    """The range of a token."""
    return token.start, token.end


def missing_operand(token: Token, before: Token | None) -> TextFault:
    """The fault of a token where an operand is expected."""
    if token.kind == "end":
        return TextFault(
            "syntax", "the expression ends too early", (token.start, token.start + 1), "complete it"
        )
    if token.kind == "'":
        return TextFault("syntax", "`'` must follow a name", span_of(token), NAME_FIRST)
    if token.kind in (")", "]") and before is not None and before.kind in ("(", "["):
        return TextFault(
            "syntax", "there is nothing between the brackets", span_of(token), "write an expression"
        )
    if token.kind == "=":
        return lone_equals(token)
    follows = f" after `{before.text}`" if before is not None else ""
    return TextFault(
        "syntax", f"expected a number, a name or `(`{follows}, found `{token.text}`", span_of(token), ""
    )


def misplaced_token(tokens: Sequence[Token], at: int) -> TextFault:
    """The fault of a token that cannot follow an operand."""
    token = tokens[at]
    span = span_of(token)
    match token.kind:
        case "number" | "name" | "(":
            hint = _product_hint(tokens, at)
            return TextFault("syntax", "an operator is missing (multiplication is written *)", span, hint)
        case ")" | "]":
            message = f"this `{token.text}` closes nothing"
            return TextFault("syntax", message, span, "delete it, or add the opening bracket")
        case ",":
            hint = "decimals are written with a point, as in 0.5"
            return TextFault("syntax", "`,` only separates arguments of a function", span, hint)
        case "[":
            hint = "an index follows a name, as in x[3]; a product is written with *"
            return TextFault("syntax", "a number has no index", span, hint)
        case "=":
            return lone_equals(token)
        case "..":
            hint = "for example sum(i = 1..N, x[i])"
            return TextFault("syntax", "`..` is only used between the two ends of a range", span, hint)
        case ".":
            return TextFault("syntax", "a name must follow this point", span, _point_hint(tokens, at))
        case "->":
            hint = 'a function is given under [functions]: ramp = "(x, a) -> x/a"'
            return TextFault("syntax", "`->` is not part of an expression", span, hint)
    return TextFault("syntax", "`'` must follow a name", span, _prime_hint(tokens, at))


def _prime_hint(tokens: Sequence[Token], at: int) -> str:
    """What to type for the rate of a power: x^2' is x'^2."""
    before = tokens[max(at - 3, 0) : at]
    if [token.kind for token in before] == ["name", "^", "number"]:
        return f"write {before[0].text}'^{before[2].text}"
    return NAME_FIRST


def _product_hint(tokens: Sequence[Token], at: int) -> str:
    """What to type for two adjacent operands."""
    token, before = tokens[at], tokens[at - 1]
    if token.text == "if" or "else" in (one.text for one in tokens):
        return CHOICE
    if token.text == "in":
        return "an index is given with its range as i = 1..N"
    if before.kind == "'" and [t.text for t in tokens[at : at + 3]] == ["(", "t", ")"]:
        return "it is known to depend on time: delete (t)"
    if [t.text for t in tokens[max(at - 3, 0) : at]] == ["d", "/", "dt"]:
        return f"a time derivative is written {token.text if token.kind == 'name' else 'x'}'"
    short = f"{before.text}*{'(…)' if token.kind == '(' else token.text}"
    hint = f"write {with_products(tokens[:-1]) or short}"
    if before.kind == "number" and token.kind == "name" and len(tokens) == 3:
        unit = f'a unit stands by itself: {{ value = {before.text}, unit = "{token.text}" }}'
        start = f'for a coordinate {{ start = {before.text}, unit = "{token.text}" }}'
        return f"{unit}, and {start}; a product with a quantity `{token.text}` is {short}"
    if at == 1 and before.kind == "number" and _may_be_unit(tokens[1:]):
        unit = "".join(one.text for one in tokens[1:])
        return f'{hint}; a unit stands by itself: {{ value = {before.text}, unit = "{unit}" }}'
    return hint


def _may_be_unit(tokens: Sequence[Token]) -> bool:
    """Whether tokens may be a quotient of units, as km/h or m/s^2: names with whole powers between signs."""
    kinds = [token.kind for token in tokens if token.kind != "end"]
    return "/" in kinds and set(kinds) <= {"name", "/", "*", "^", "number"}


def _point_hint(tokens: Sequence[Token], at: int) -> str:
    """What to type for a point after an operand: theta. for a velocity, x.^2 of other programs."""
    before, after = tokens[at - 1], tokens[at + 1]
    if after.kind in ("^", "*", "/"):
        return f"operators have no point: write {after.text}; a velocity is written x'"
    if before.kind == "name":
        return f"a velocity is written {before.text}'; a component of a vector is {before.text}.x"
    return "a component of a vector is r.x, r.y or r.z; decimals are 0.5"


def no_argument(name: Token, following: Sequence[Token]) -> TextFault:
    """The fault of a function without brackets: sin x, sin^2(x)."""
    message = f"the function `{name.text}` needs its argument in brackets"
    return TextFault("syntax", message, span_of(name), f"write {with_argument(name.text, following)}")


def no_component(axis: Token) -> TextFault:
    """The fault of an unknown component: r.w, np.sin(x)."""
    hint = "the components of a vector are r.x, r.y and r.z, or r[1], r[2] …"
    if axis.text in FUNCTIONS or axis.text in CONSTANTS:
        hint = f"write {axis.text} alone, without the name and the point before it"
    return TextFault("syntax", f"there is no component `{axis.text}`", span_of(axis), hint)


def lone_equals(token: Token) -> TextFault:
    """The fault of an equation where an expression is expected."""
    hint = "write only what follows the =; as an equation a = b write a - b; to compare use =="
    return TextFault("syntax", "`=` is not part of an expression", span_of(token), hint)


def unclosed_bracket(token: Token, kind: str) -> TextFault:
    """The fault of a text that ends inside a bracket."""
    mark = "]" if kind in ("array", "index") else ")"
    return TextFault("syntax", "this bracket is never closed", span_of(token), f"type the missing `{mark}`")


def late_range(reduction: Token, token: Token) -> TextFault:
    """The fault of a range after the body: sum(x[i], i = 1..N)."""
    message = f"the ranges of `{reduction.text}` come first, then what is added"
    if reduction.text != "sum":
        message = f"the ranges of `{reduction.text}` come first, then its expression"
    hint = f"write {reduction.text}({token.text} = 1..N, …)"
    return TextFault("syntax", message, span_of(token), hint)


def no_range(reduction: Token, span: tuple[int, int]) -> TextFault:
    """The fault of a sum without a range: sum(x)."""
    hint = f"for example {reduction.text}(i = 1..N, x[i])"
    return TextFault("syntax", f"`{reduction.text}` needs an index with its range", span, hint)


def no_body(reduction: Token, span: tuple[int, int]) -> TextFault:
    """The fault of a sum without a body: sum(i = 1..N)."""
    hint = f"for example {reduction.text}(i = 1..N, x[i])"
    return TextFault("syntax", f"`{reduction.text}` needs an expression after its ranges", span, hint)


def no_end(index: str, span: tuple[int, int]) -> TextFault:
    """The fault of a range without an end: sum(i = N, x[i]), sum(i = 1, x[i])."""
    hint = f"write {index} = 1..N, with two points between the first and the last"
    return TextFault("syntax", f"the range of `{index}` needs two ends", span, hint)


def too_many(count: int, one: Range, span: tuple[int, int]) -> TextFault:
    """The fault of an index with more values than the budget."""
    budget = f"{NODES:,}".replace(",", " ")
    message = f"the index `{one.index}` takes {count} values or more: beyond the budget of {budget} parts"
    return TextFault("budget", message, one.span or span, "choose a smaller range")


def too_large(span: tuple[int, int]) -> TextFault:
    """The fault of an expression that is too large when expanded."""
    budget = f"{NODES:,}".replace(",", " ")
    message = f"written out, this is beyond the budget of {budget} parts of a model"
    hint = "name parts of it under [definitions], or make ranges smaller"
    return TextFault("budget", message, span, hint, whole=True)

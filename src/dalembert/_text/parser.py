"""Tokens to the expression tree, by an explicit stack (no recursion).

    or  <  and  <  not  <  comparison  <  + -  <  * /  <  unary -  <  ^ (right)  <  x'

An operand is awaited or an operator is; the stack holds what is still open. Chains of equal
rank (a + b - c, a * b / c, and, or) are one flat frame, so that a sum of 10 000 terms is one node.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dalembert._expression.functions import CONSTANTS, FUNCTIONS, SEVERAL, SIGNALS
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import (
    Call,
    Compare,
    Inverse,
    Logic,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Rate,
    Sum,
    type_of_number,
)
from dalembert._text.budget import DEPTH, TOKENS
from dalembert._text.lexer import TextFault, Token, tokens

RANK = {"or": 1, "and": 2, "not": 3, "compare": 4, "sum": 5, "product": 6, "negative": 7, "power": 8}
CHAIN_OF = {"+": "sum", "-": "sum", "*": "product", "/": "product", "and": "and", "or": "or"}
COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})


@dataclass(slots=True)
class _Frame:
    """Something still open: a bracket, a call, or an operator waiting for its right side."""

    kind: str
    token: Token
    operands: list[Node] = field(default_factory=list)
    pending: str = ""  # the sign before the operand now being read in a sum or product


def parse(text: str) -> Node:
    """The tree of an expression."""
    return parse_tokens(tokens(text, TOKENS))


def parse_tokens(found: list[Token]) -> Node:
    """The tree of tokens already found."""
    return _Parser(found).run()


class _Parser:
    def __init__(self, found: list[Token]) -> None:
        self.tokens = found
        self.at = 0
        self.frames: list[_Frame] = []
        self.depth = 0

    def run(self) -> Node:
        """The whole text as one tree."""
        if self.tokens[0].kind == "end":
            raise TextFault("syntax", "the expression is empty", (0, 1), "write 0 if nothing is meant")
        while True:
            operand = self._operand()
            if operand is None:
                continue
            finished = self._operators(operand)
            if finished is not None:
                self._numeric(finished)
                return finished

    # -- an operand is awaited -------------------------------------------------------------------

    def _operand(self) -> Node | None:
        token = self._next()
        match token.kind:
            case "number":
                return Number(_value(token), (token.start, token.end))
            case "name" if token.text == "not":
                self._open(_Frame("not", token))
                return None
            case "name" if token.text in ("and", "or"):
                raise self._missing(token)
            case "name":
                return self._name(token)
            case "(":
                self._open(_Frame("group", token))
                return None
            case "-" | "+":
                self._open(_Frame("negative", token, pending=token.kind))
                return None
            case _:
                raise self._missing(token)

    def _name(self, token: Token) -> Node | None:
        if self.tokens[self.at].kind == "(":
            if token.text == "dot":
                return self._dot(token)
            if token.text not in FUNCTIONS:
                raise _unknown_function(token)
            self._next()
            self._open(_Frame("call", token))
            return None
        if token.text in FUNCTIONS and token.text not in SIGNALS:
            hint = f"write {token.text}(…)"
            raise TextFault("syntax", f"the function `{token.text}` needs its argument", _span(token), hint)
        primes, end = 0, token.end
        while self.tokens[self.at].kind == "'":
            end = self._next().end
            primes += 1
        if not primes:
            return Name(token.text, _span(token))
        return self._rate(token.text, primes, (token.start, end))

    def _rate(self, name: str, order: int, span: tuple[int, int]) -> Node:
        if name in CONSTANTS or name == "t":
            raise TextFault("syntax", f"`{name}` has no rate", span, f"delete the ' after {name}")
        if order > 2:
            message = "a rate of third order does not stand in a model"
            raise TextFault("syntax", message, span, f"write {name}, {name}' or the acceleration {name}''")
        return Rate(name, order, span)

    def _dot(self, token: Token) -> Node:
        self._next()
        name = self._next()
        if name.kind != "name" or self._next().kind != ")":
            hint = "dot(x) is the velocity x'; for a sum or product give it a name under [definitions] first"
            raise TextFault("syntax", "`dot` takes one name", (token.start, name.end), hint)
        return self._rate(name.text, 1, (token.start, self.tokens[self.at - 1].end))

    # -- an operand has been read ----------------------------------------------------------------

    def _operators(self, operand: Node) -> Node | None:
        """Consume what follows an operand; the finished tree at the end, else None."""
        while True:
            token = self._next()
            kind = token.text if token.kind == "name" and token.text in ("and", "or") else token.kind
            if kind in CHAIN_OF:
                self._chain(CHAIN_OF[kind], kind, operand, token)
                return None
            if kind == "^":
                self._open(_Frame("power", token, [operand]))
                return None
            if kind in COMPARISONS:
                operand = self._reduced(operand, RANK["compare"] + 1)
                if self.frames and self.frames[-1].kind == "compare":
                    hint = "write a < b and b < c"
                    raise TextFault("syntax", "comparisons cannot be chained", _span(token), hint)
                self.frames.append(_Frame("compare", token, [operand]))
                return None
            operand = self._reduced(operand, 0)
            frame = self.frames[-1] if self.frames else None
            if kind == "end":
                if frame is not None:
                    hint = "type the missing `)`"
                    raise TextFault("syntax", "this bracket is never closed", _span(frame.token), hint)
                return operand
            if kind == ")" and frame is not None:
                operand = self._close(frame, operand, token)
                continue
            if kind == "," and frame is not None and frame.kind == "call":
                frame.operands.append(operand)
                return None
            raise self._misplaced(token)

    def _chain(self, kind: str, sign: str, operand: Node, token: Token) -> None:
        operand = self._reduced(operand, RANK[kind] + 1)
        if not (self.frames and self.frames[-1].kind == kind):
            self.frames.append(_Frame(kind, token))
        frame = self.frames[-1]
        frame.operands.append(_signed(frame.pending, operand))
        frame.pending = sign

    def _reduced(self, operand: Node, rank: int) -> Node:
        """Close every open operator of at least this rank over the operand."""
        while self.frames and RANK.get(self.frames[-1].kind, -1) >= rank:
            operand = self._finished(self.frames.pop(), operand)
        return operand

    def _finished(self, frame: _Frame, operand: Node) -> Node:
        start = frame.operands[0].span[0] if frame.operands and frame.operands[0].span else frame.token.start
        span = (start, operand.span[1] if operand.span else start)
        if frame.kind in ("negative", "not", "power"):
            self.depth -= 1
        match frame.kind:
            case "negative":
                self._numeric(operand)
                return Negative(operand, span) if frame.pending == "-" else operand
            case "not":
                self._conditions(operand)
                return Logic("not", (operand,), span)
            case "power":
                self._numeric(frame.operands[0], operand)
                return Power(frame.operands[0], operand, span)
            case "compare":
                self._numeric(frame.operands[0], operand)
                return Compare(frame.token.kind, frame.operands[0], operand, span)
        operands = (*frame.operands, _signed(frame.pending, operand))
        match frame.kind:
            case "sum":
                self._numeric(*operands)
                return Sum(operands, span)
            case "product":
                self._numeric(*operands)
                return Product(operands, span)
            case _:
                self._conditions(*operands)
                return Logic(frame.kind, operands, span)

    def _close(self, frame: _Frame, operand: Node, token: Token) -> Node:
        self.frames.pop()
        self.depth -= 1
        if frame.kind == "group":
            return operand
        arguments = (*frame.operands, operand)
        name, span = frame.token.text, (frame.token.start, token.end)
        wanted = FUNCTIONS[name]
        if not wanted.least <= len(arguments) <= wanted.most:
            count = str(wanted.least) if wanted.least == wanted.most else f"at least {wanted.least}"
            count = f"{wanted.least} or {wanted.most}" if wanted.least < wanted.most < SEVERAL else count
            plural = "" if count == "1" else "s"
            given = f"{len(arguments)} {'is' if len(arguments) == 1 else 'are'} given"
            message = f"`{name}` takes {count} argument{plural}, but {given}"
            raise TextFault("arguments", message, span, _usage(name))
        if name == "if":
            if not isinstance(arguments[0], Compare | Logic):
                hint = "for example if(x > 0, k*x, 0)"
                raise TextFault(
                    "syntax",
                    "the first argument of `if` must be a condition",
                    arguments[0].span or span,
                    hint,
                )
            self._numeric(*arguments[1:])
        else:
            self._numeric(*arguments)
        return Call(name, arguments, span)

    def _conditions(self, *operands: Node) -> None:
        """`and`, `or` and `not` join conditions, not numbers."""
        for operand in operands:
            if not isinstance(operand, Compare | Logic):
                hint = "for example x > 0"
                raise TextFault("syntax", "expected a condition here", operand.span or (0, 1), hint)

    def _numeric(self, *operands: Node) -> None:
        """Conditions have no number: they stand inside `if` only."""
        for operand in operands:
            inner = operand.operand if isinstance(operand, Negative | Inverse) else operand
            if isinstance(inner, Compare | Logic):
                hint = "use it as if(condition, a, b)"
                raise TextFault("syntax", "a comparison is not a number", inner.span or (0, 1), hint)

    # -- small things ----------------------------------------------------------------------------

    def _next(self) -> Token:
        token = self.tokens[self.at]
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def _open(self, frame: _Frame) -> None:
        self.depth += 1
        if self.depth > DEPTH:
            message = f"nested more than {DEPTH} deep"
            hint = "name parts of it under [definitions]"
            raise TextFault("budget", message, _span(frame.token), hint)
        self.frames.append(frame)

    def _missing(self, token: Token) -> TextFault:
        if token.kind == "end":
            return TextFault(
                "syntax", "the expression ends too early", (token.start, token.start + 1), "complete it"
            )
        before = self.tokens[self.at - 2] if self.at >= 2 else None
        if token.kind == "'":
            hint = (
                "x' is allowed after a name; give the expression a name under [definitions] and write name'"
            )
            return TextFault("syntax", "`'` must follow a name", _span(token), hint)
        if token.kind == ")" and before is not None and before.kind == "(":
            return TextFault(
                "syntax", "there is nothing between the brackets", _span(token), "write an expression"
            )
        follows = f" after `{before.text}`" if before is not None else ""
        return TextFault(
            "syntax", f"expected a number, a name or `(`{follows}, found `{token.text}`", _span(token), ""
        )

    def _misplaced(self, token: Token) -> TextFault:
        before = self.tokens[self.at - 2] if token.kind != "end" else self.tokens[-2]
        if token.kind in ("number", "name", "("):
            hint = f"write {before.text}*{token.text}" if token.kind != "(" else f"write {before.text}*(…)"
            if before.kind == "number" and token.kind == "name":
                hint += f'; a unit is given apart: unit = "{token.text}"'
            return TextFault(
                "syntax", "an operator is missing (multiplication is written *)", _span(token), hint
            )
        if token.kind == ")":
            return TextFault(
                "syntax", "this `)` closes nothing", _span(token), "delete it, or open it before"
            )
        if token.kind == ",":
            hint = "decimals are written with a point, as in 0.5"
            return TextFault("syntax", "`,` only separates arguments of a function", _span(token), hint)
        hint = "x' is allowed after a name; give the expression a name under [definitions] and write name'"
        return TextFault("syntax", "`'` must follow a name", _span(token), hint)


def _span(token: Token) -> tuple[int, int]:
    return token.start, token.end


def _value(token: Token) -> type_of_number:
    """Integers stay exact up to 64 bits, all else is float64."""
    text = token.text
    if text.isdigit() and len(text) <= 20 and int(text) < 2**64:
        return int(text)
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise TextFault("constant", "this number overflows", _span(token), "the largest is about 1.8e308")
    return value


def _signed(sign: str, operand: Node) -> Node:
    """The operand of a chain with the sign before it."""
    if sign == "-":
        return Negative(operand, operand.span)
    if sign == "/":
        return Inverse(operand, operand.span)
    return operand


def _unknown_function(token: Token) -> TextFault:
    near = nearest(token.text, FUNCTIONS)
    if near:
        hint = f"did you mean {near}(…)?"
    else:
        hint = f"if {token.text} is a quantity of yours, write {token.text}*(…)"
    return TextFault("unknown-function", f"there is no function `{token.text}`", _span(token), hint)


def _usage(name: str) -> str:
    usage = {"if": "if(condition, a, b)", "atan2": "atan2(y, x)", "mod": "mod(a, b)"}
    own = FUNCTIONS[name]
    return f"write {own.usage or usage.get(name, f'{name}(a, b, …)' if own.most > 1 else f'{name}(x)')}"

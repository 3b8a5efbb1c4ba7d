"""Parses tokens into the tree of a text as written, with an explicit stack (no recursion).

    or  <  and  <  not  <  comparison  <  + -  <  * /  <  unary -  <  ^ (right)  <  x'  x[i]  r.x

The parser expects an operand or an operator; the stack holds open brackets and operators. Chains of equal
rank (a + b - c, a * b / c, and, or) are one flat frame, so that a sum of 10 000 terms is one node.
Names, sums over an index and functions of a model are only read here; `elaborate.py` expands them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dalembert._expression.functions import FUNCTIONS, SIGNALS
from dalembert._expression.tree import Name, Number, type_of_number
from dalembert._expression.written_tree import (
    Array,
    Member,
    Range,
    Reduction,
    Subscript,
    WrittenFunction,
    WrittenNode,
)
from dalembert._text import operations as make
from dalembert._text import syntax_faults as faults
from dalembert._text.budget import DEPTH
from dalembert._text.lexer import TextFault, Token
from dalembert._text.syntax_faults import span_of

RANK = {"or": 1, "and": 2, "not": 3, "compare": 4, "sum": 5, "product": 6, "negative": 7, "power": 8}
CHAIN_OF = {"+": "sum", "-": "sum", "*": "product", "/": "product", "and": "and", "or": "or"}
POSTFIX = frozenset({"[", ".", "'"})
COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!="})
REDUCTIONS = ("sum", "prod", "max", "min")
AXES = ("x", "y", "z")
CLOSED_BY = {"group": ")", "call": ")", "reduction": ")", "range": ")", "array": "]", "index": "]"}


@dataclass(slots=True)
class _Frame:
    """An open bracket, an open call, or an operator without its right operand."""

    kind: str
    token: Token
    operands: list[WrittenNode] = field(default_factory=list)
    pending: str = ""  # the sign before the current operand of a sum or product
    ranges: tuple[Range, ...] = ()  # of a reduction


def parse_written(tokens: list[Token]) -> WrittenNode:
    """The tree of tokens."""
    return _Parser(tokens).run()


def parse_equation(tokens: list[Token]) -> WrittenNode:
    """The tree of a constraint: an expression that is zero, or a = b, read as a - (b)."""
    deep, signs = 0, []
    for i, token in enumerate(tokens):
        deep += (token.kind in ("(", "[")) - (token.kind in (")", "]"))
        if token.kind == "=" and not deep:
            signs.append(i)
    if not signs or signs[0] == 0:
        return parse_written(tokens)
    if len(signs) > 1:
        hint = "write two constraints, a = b and b = c"
        raise TextFault("syntax", "a constraint is one equation", span_of(tokens[signs[1]]), hint)
    equals, end = tokens[signs[0]], tokens[-1]
    span = (equals.start, equals.end)
    left, right = tokens[: signs[0]], tokens[signs[0] + 1 : -1]
    closing = Token(")", ")", end.start, end.end)
    return parse_written([*left, Token("-", "-", *span), Token("(", "(", *span), *right, closing, end])


def parse_ranges(tokens: list[Token]) -> tuple[Range, ...]:
    """The ranges i = 1..N, j = i+1..N of a family, of one or more indices."""
    end = tokens[-1]
    usage = "write an index with its first and last value, for example i = 1..N"
    if tokens[0].kind != "name" or tokens[1].kind != "=":
        raise TextFault("syntax", "expected a range here", (0, max(1, end.start)), usage)
    at = (end.start, end.start + 1)
    completed = [*tokens[:-1], Token(",", ",", *at), Token("number", "0", *at)]
    last = [Token(")", ")", *at), end]
    word = [Token("name", "sum", 0, 0), Token("(", "(", 0, 0)]
    tree = _Parser([*word, *completed, *last]).run()
    if not isinstance(tree, Reduction):
        raise TextFault("syntax", "expected nothing but ranges here", (0, end.start), usage)
    return tree.ranges


def parse_function(tokens: list[Token]) -> WrittenFunction:
    """A function (x, a) -> body."""
    arrow = next((k for k, token in enumerate(tokens) if token.kind == "->"), None)
    span = (0, max(1, tokens[-1].start))
    usage = 'write it as "(x, a) -> x/a"'
    if arrow is None:
        raise TextFault("syntax", "a function needs `->` between its arguments and its value", span, usage)
    head = tokens[:arrow]
    inner = head[1:-1] if len(head) > 1 and head[0].kind == "(" and head[-1].kind == ")" else head
    if any(token.kind != ("," if k % 2 else "name") for k, token in enumerate(inner)) or len(inner) % 2 == 0:
        span = (tokens[0].start, tokens[arrow].end)
        raise TextFault("syntax", "the arguments of a function are names in brackets", span, usage)
    names = tuple(token.text for token in inner[::2])
    twice = next((token for k, token in enumerate(inner[::2]) if token.text in names[:k]), None)
    if twice is not None:
        message = f"the argument `{twice.text}` is given twice"
        raise TextFault("syntax", message, span_of(twice), "rename one of them")
    return WrittenFunction(names, parse_written(tokens[arrow + 1 :]), span)


class _Parser:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at, self.last = 0, len(tokens) - 1
        self.frames: list[_Frame] = []
        self.depth = 0

    def run(self) -> WrittenNode:
        """The whole text as one tree."""
        if self.tokens[0].kind == "end":
            raise TextFault("syntax", "the expression is empty", (0, 1), "write 0 for nothing")
        while True:
            operand = self._operand()
            if operand is None:
                continue
            finished = self._operators(operand)
            if finished is not None:
                make.need_numbers(finished)
                return finished

    # -- an operand is expected ------------------------------------------------------------------

    def _operand(self) -> WrittenNode | None:
        token = self._next_token()
        match token.kind:
            case "number":
                return Number(_value(token), span_of(token))
            case "name" if token.text == "not":
                self._open(_Frame("not", token))
                return None
            case "name" if token.text in ("and", "or"):
                raise self._missing_operand(token)
            case "name":
                return self._name(token)
            case "(":
                self._open(_Frame("group", token))
                return None
            case "[":
                self._open(_Frame("array", token))
                return None
            case "-" | "+":
                self._open(_Frame("negative", token, pending=token.kind))
                return None
            case _:
                raise self._missing_operand(token)

    def _name(self, token: Token) -> WrittenNode | None:
        if self.tokens[self.at].kind == "(":
            self._next_token()
            if token.text in ("sum", "prod") or (token.text in REDUCTIONS and self._is_range()):
                self._open(_Frame("reduction", token))
                self._range()
            else:
                self._open(_Frame("call", token))
            return None
        if token.text in FUNCTIONS and token.text not in SIGNALS:
            raise faults.no_argument(token, self.tokens[self.at :])
        return Name(token.text, span_of(token))

    def _is_range(self) -> bool:
        """Whether `i =` comes next."""
        return self.tokens[self.at].kind == "name" and self.tokens[self.at + 1].kind == "="

    def _range(self) -> None:
        """Open a range if one comes next."""
        if self._is_range():
            token = self._next_token()
            self._next_token()
            self._open(_Frame("range", token))

    # -- an operand has been read ----------------------------------------------------------------

    def _operators(self, operand: WrittenNode) -> WrittenNode | None:
        """Consume what follows an operand; return the finished tree at the end, else None."""
        while True:
            taken = self._postfix(operand)
            if taken is None:
                return None
            operand = taken
            token = self._next_token()
            kind = token.text if token.kind == "name" and token.text in ("and", "or") else token.kind
            if kind in CHAIN_OF:
                self._chain(CHAIN_OF[kind], kind, operand, token)
                return None
            if kind == "^":
                self._open(_Frame("power", token, [operand]))
                return None
            if kind in COMPARISONS:
                self._comparison(operand, token)
                return None
            operand = self._reduce(operand, 0)
            frame = self.frames[-1] if self.frames else None
            if kind == "end":
                if frame is not None:
                    raise faults.unclosed_bracket(self._bracket(), frame.kind)
                return operand
            if frame is not None and kind == CLOSED_BY[frame.kind]:
                operand = self._close(frame, operand, token)
                continue
            if frame is None or not self._take_separated(frame, operand, kind):
                raise faults.misplaced_token(self.tokens, self.at - 1)
            return None

    def _postfix(self, operand: WrittenNode) -> WrittenNode | None:
        """The operand with its components and primes; None where an index begins."""
        while True:
            token = self.tokens[self.at]
            if token.kind not in POSTFIX:
                return operand
            start = operand.span[0] if operand.span else token.start
            if token.kind == "[" and not isinstance(operand, Number):
                self._next_token()
                self._open(_Frame("index", token, [operand]))
                return None
            if token.kind == "." and self.tokens[self.at + 1].kind == "name":
                self._next_token()
                axis = self._next_token()
                plain = axis.text not in (*AXES, *FUNCTIONS) or axis.text in SIGNALS
                operand = make.owner(operand) if plain else operand
                if plain and isinstance(operand, Name):
                    operand = Name(f"{operand.name}.{axis.text}", (start, axis.end))
                    continue
                if plain and isinstance(operand, Subscript) and isinstance(operand.base, Name):
                    base = Name(f"{operand.base.name}.{axis.text}", operand.base.span)
                    operand = Subscript(base, operand.indices, (start, axis.end))  # link[3].E is link.E[3]
                    continue
                if axis.text not in AXES:
                    raise faults.no_component(axis)
                operand = Member(operand, axis.text, (start, axis.end))
            elif token.kind == "'" and isinstance(operand, Name | Subscript | Member):
                order = 0
                while self.tokens[self.at].kind == "'":
                    token = self._next_token()
                    order += 1
                operand = make.derivative(operand, order, (start, token.end))
            else:
                return operand

    def _comparison(self, operand: WrittenNode, token: Token) -> None:
        operand = self._reduce(operand, RANK["compare"] + 1)
        if self.frames and self.frames[-1].kind == "compare":
            hint = "write a < b and b < c"
            raise TextFault("syntax", "comparisons cannot be chained", span_of(token), hint)
        self.frames.append(_Frame("compare", token, [operand]))

    def _chain(self, kind: str, sign: str, operand: WrittenNode, token: Token) -> None:
        operand = self._reduce(operand, RANK[kind] + 1)
        if not (self.frames and self.frames[-1].kind == kind):
            self.frames.append(_Frame(kind, token))
        frame = self.frames[-1]
        frame.operands.append(make.with_sign(frame.pending, operand))
        frame.pending = sign

    def _reduce(self, operand: WrittenNode, rank: int) -> WrittenNode:
        """Close every open operator of at least this rank over the operand."""
        while self.frames and RANK.get(self.frames[-1].kind, -1) >= rank:
            operand = self._finish(self.frames.pop(), operand)
        return operand

    def _finish(self, frame: _Frame, operand: WrittenNode) -> WrittenNode:
        """An operator over its last operand."""
        first = frame.operands[0].span if frame.operands else None
        start = first[0] if first else frame.token.start
        span = (start, operand.span[1] if operand.span else start)
        match frame.kind:
            case "negative" | "not":
                self.depth -= 1
                return make.prefix_operation(frame.kind, frame.pending, operand, span)
            case "power":
                self.depth -= 1
                return make.power(frame.operands[0], operand, span)
            case "compare":
                return make.comparison(frame.token.kind, frame.operands[0], operand, span)
        return make.chain(frame.kind, (*frame.operands, make.with_sign(frame.pending, operand)), span)

    # -- brackets --------------------------------------------------------------------------------

    def _take_separated(self, frame: _Frame, operand: WrittenNode, kind: str) -> bool:
        """Take an operand before a comma or between the ends of a range; return whether it may be there."""
        if kind == ".." and frame.kind == "range" and not frame.operands:
            make.need_numbers(operand)
            frame.operands.append(operand)
            return True
        if kind != ",":
            return False
        match frame.kind:
            case "call" | "array" | "index":
                frame.operands.append(operand)
            case "range":
                self._end_range(frame, operand)
                self._range()
            case "reduction":
                if self._is_range():
                    raise faults.late_range(frame.token, self.tokens[self.at])
                if not frame.ranges:
                    raise faults.no_range(frame.token, span_of(frame.token))
                return False
            case _:
                return False
        return True

    def _end_range(self, frame: _Frame, operand: WrittenNode) -> None:
        index, start = frame.token.text, frame.token.start
        span = (start, operand.span[1] if operand.span else start)
        if not frame.operands:
            raise faults.no_end(index, span)
        make.need_numbers(operand)
        self.frames.pop()
        self.depth -= 1
        self.frames[-1].ranges += (Range(index, frame.operands[0], operand, span),)

    def _close(self, frame: _Frame, operand: WrittenNode, token: Token) -> WrittenNode:
        span = (frame.token.start, token.end)
        if frame.kind == "range":
            self._end_range(frame, operand)
            raise faults.no_body(self.frames[-1].token, span)
        self.frames.pop()
        self.depth -= 1
        match frame.kind:
            case "group":
                return operand
            case "call":
                arguments = (*frame.operands, operand)
                return make.call(frame.token.text, arguments, span)
            case "reduction":
                if not frame.ranges:
                    raise faults.no_range(frame.token, span)
                make.need_numbers(operand)
                return Reduction(frame.token.text, frame.ranges, operand, span)
            case "array":
                make.need_numbers(*frame.operands, operand)
                return Array((*frame.operands, operand), span)
        base, *indices = (*frame.operands, operand)
        make.need_numbers(*indices)
        return Subscript(base, tuple(indices), (base.span[0] if base.span else span[0], span[1]))

    # -- tokens ----------------------------------------------------------------------------------

    def _next_token(self) -> Token:
        token = self.tokens[self.at]
        self.at += self.at < self.last
        return token

    def _open(self, frame: _Frame) -> None:
        self.depth += 1
        if self.depth > DEPTH:
            message = f"nested more than {DEPTH} deep"
            hint = "name parts of it under [definitions]"
            raise TextFault("budget", message, span_of(frame.token), hint)
        self.frames.append(frame)

    def _bracket(self) -> Token:
        """The innermost open bracket (a range is inside of one)."""
        return next(f.token for f in reversed(self.frames) if f.kind != "range")

    def _missing_operand(self, token: Token) -> TextFault:
        return faults.missing_operand(token, self.tokens[self.at - 2] if self.at >= 2 else None)


def _value(token: Token) -> type_of_number:
    """The value of a number: integers up to 64 bits are exact, all others are float64."""
    text = token.text
    if text.isdigit() and len(text) <= 20 and int(text) < 2**64:
        return int(text)
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise TextFault("constant", "this number overflows", span_of(token), "the largest is about 1.8e308")
    return value

"""Equations and energies of a user, in the model language or in LaTeX, every term with its location.

A vector equation becomes one equation for each component. Names are those of the model; a multiplier may have
another name (lambda, mu, kappa with or without an index, or one that the user declares).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

from dalembert._expression.functions import CONSTANTS
from dalembert._expression.numbers import ConstantFault, fold_constants
from dalembert._expression.source import Document, Flaw, ModelError, Source, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import ZERO, Negative, Node, Number, Sum
from dalembert._expression.walk import names as names_in
from dalembert._model.expansions import with_bodies, with_controllers, with_parts
from dalembert._model.records import Model, constraints_of, entries_of, result_names
from dalembert._model.scopes import scope_of
from dalembert._text.budget import FILE_BYTES, TOKENS
from dalembert._text.elaborate import Elaborator, Scope
from dalembert._text.grammar import parse_written
from dalembert._text.latex_pieces import is_latex
from dalembert._text.latex_tokens import latex_tokens
from dalembert._text.lexer import TextFault, Token, tokens
from dalembert._text.printer import print_tree
from dalembert._text.slips import of_name
from dalembert._text.tensors import Tensor
from dalembert._text.written import Written

MULTIPLIER = re.compile(r"(lambda|lam|mu|kappa|kap|λ|μ|κ)[_\d\w]*")
MOST = 200  # equations in one text


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How a text is read: names that are allowed besides those of the model, and LaTeX symbols."""

    model: Model
    symbols: Mapping[str, str] = field(default_factory=dict)  # names by LaTeX symbols
    extra: tuple[str, ...] = ()  # further names: momenta
    unknown: tuple[str, ...] = ()  # names of multipliers that the user declares
    latex: Callable[[Node], str] = print_tree  # prints a term in LaTeX


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """left = right; `component` is that of a vector, or empty; `own_names` are names of multipliers.

    It stands in `source` from `start` to `end`, and was read by `reading`.
    """

    text: str
    left: Node
    right: Node
    source: Source = field(repr=False)
    start: int = 0
    end: int = 0
    reading: Reading = field(repr=False)
    component: str = ""
    own_names: tuple[str, ...] = ()

    @property
    def is_latex(self) -> bool:
        """Whether it was written in LaTeX."""
        return is_latex(self.source.text)

    def print(self, node: Node) -> str:
        """A term in the language in which it was written."""
        return self.reading.latex(node) if self.is_latex else print_tree(node)

    @property
    def root(self) -> Node:
        """The difference left − right, which vanishes where the statement holds."""
        return self.left if self.right == ZERO else Sum((self.left, Negative(self.right)))

    @property
    def parts(self) -> tuple[Node, ...]:
        """The terms of left − right as they are written."""
        return (*signed_terms(self.left, negative=False), *signed_terms(self.right, negative=True))


def statements(text: str, reading: Reading, where: str, file: str = "") -> tuple[Statement, ...]:
    """The statements of a text; ModelError with located flaws where it cannot be read."""
    if len(text) > FILE_BYTES:
        message = f"the text has more than {FILE_BYTES} characters"
        raise ModelError((Flaw(rule="budget", severity="error", where=where, message=message),))
    document = Document(file, text) if file else None
    source = Source(text, where, document, range(len(text) + 1) if document else ())
    try:
        result = list(_statements(text, reading, source))
    except TextFault as fault:
        flaw = flaw_at(source, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint)
        raise ModelError((flaw,)) from None
    except ConstantFault as fault:
        raise ModelError((flaw_at(source, fault.node.span, rule="constant", message=fault.reason),)) from None
    flaws = [flaw for one in result for flaw in _strangers(one, reading, source)]
    if flaws:
        raise ModelError(tuple(flaws[:20]))
    return tuple(result)


def _scope(written: Written) -> Scope:
    """The functions, families and vectors of a model, including those of its parts and bodies."""
    whole, _ = with_parts(written)
    return scope_of(with_bodies(with_controllers(whole)[0])[0])[0]


def _statements(text: str, reading: Reading, source: Source) -> Iterator[Statement]:
    names = _names(reading)
    written = reading.model.written
    scope = (
        scope_of(with_bodies(with_controllers(with_parts(written)[0])[0])[0])[0]
        if written is not None
        else Scope()
    )
    elaborator = Elaborator(scope)
    lines = latex_tokens(text, reading.symbols, names) if is_latex(text) else list(_lines(text))
    if len(lines) > MOST:
        raise TextFault(
            "budget", f"more than {MOST} equations", (lines[MOST][0].start, len(text)), "give fewer"
        )
    for line in lines:
        yield from _components(line, elaborator, text, names, source, reading)


def _lines(text: str) -> Iterator[list[Token]]:
    """The tokens of every line with an equation; a comment begins with #."""
    begin, left = 0, TOKENS
    some = False
    for line in text.split("\n"):
        for piece in line.partition("#")[0].split(";"):
            if piece.strip():
                sequence = _shifted_tokens(piece, begin, left)
                left -= len(sequence)
                some = True
                yield sequence
            begin += len(piece) + 1
        begin += len(line) - len(line.partition("#")[0])
    if not some:
        message, hint = "there is no equation here", "write for example m*x'' + k*x = 0"
        raise TextFault("syntax", message, (0, 1), hint)


def _shifted_tokens(piece: str, begin: int, left: int) -> list[Token]:
    """The tokens of a part of a text, with their positions in the whole."""
    try:
        sequence = tokens(piece, left)
    except TextFault as fault:
        span = (fault.span[0] + begin, fault.span[1] + begin)
        raise TextFault(fault.rule, fault.message, span, fault.hint) from None
    return [Token(one.kind, one.text, one.start + begin, one.end + begin) for one in sequence]


def _components(
    line: list[Token],
    elaborator: Elaborator,
    text: str,
    names: Collection[str],
    source: Source,
    reading: Reading,
) -> Iterator[Statement]:
    """The equations of a line: one, or one for each component of a vector or a matrix."""
    values = [elaborator.value(parse_written(side)) for side in _sides(line)]
    shown = text[line[0].start : line[-1].end].strip()
    sides: list[tuple[Node, ...]] = []
    shape = next((side.shape for side in values if isinstance(side, Tensor)), None)
    for side in values:
        if not isinstance(side, Tensor) and shape is None:
            sides.append((side,))
        elif isinstance(side, Tensor) and side.shape == shape:
            sides.append(side.entries)
        elif shape is not None and side == ZERO:
            sides.append((ZERO,) * _count(shape))
        else:
            at = (line[0].start, line[-1].end)
            raise TextFault(
                "shape", "the two sides have different shapes", at, "write vectors of equal length"
            )
    for k, (a, b) in enumerate(zip(*sides, strict=True)):
        component = "" if shape is None else _place(shape, k)
        own_names = _own_names(a, b, names, reading)
        made = Statement(
            text=shown,
            left=fold_constants(a),
            right=fold_constants(b),
            component=component,
            own_names=own_names,
            source=source,
            start=line[0].start,
            end=line[-1].end,
            reading=reading,
        )
        if shape is None or made.left != ZERO or made.right != ZERO:
            yield made


def _count(shape: tuple[int, ...]) -> int:
    count = 1
    for side in shape:
        count *= side
    return count


def _place(shape: tuple[int, ...], k: int) -> str:
    if len(shape) == 1 or shape[1] == 1:
        return str(k + 1)
    return f"{k // shape[1] + 1},{k % shape[1] + 1}"


def _sides(line: list[Token]) -> tuple[list[Token], list[Token]]:
    """The two sides of an equation; the right side of an expression alone is zero."""
    deep, signs = 0, []
    for i, token in enumerate(line):
        deep += (token.kind in ("(", "[")) - (token.kind in (")", "]"))
        if token.kind in ("=", "==") and not deep:
            signs.append(i)
    if len(signs) > 1:
        at = (line[signs[1]].start, line[signs[1]].end)
        message, hint = "an equation has one =", "write two equations, a = b and b = c"
        raise TextFault("syntax", message, at, hint)
    end = line[-1]
    if not signs:
        return line, [Token("number", "0", end.start, end.end), end]
    here = line[signs[0]].start
    return [*line[: signs[0]], Token("end", "", here, here)], line[signs[0] + 1 :]


def _names(reading: Reading) -> frozenset[str]:
    model = reading.model
    names = (*(entry.name for entry in entries_of(model)), *result_names(model))
    return frozenset({*names, *reading.extra, *CONSTANTS, "t"})


def _own_names(a: Node, b: Node, names: Collection[str], reading: Reading) -> tuple[str, ...]:
    """Names that are not in the model, but may be those of multipliers."""
    constrained = bool(constraints_of(reading.model, "displacement") or constraints_of(reading.model, "flow"))
    own_names = dict.fromkeys(
        name for name, order in (*names_in(a), *names_in(b)) if name not in names and not order
    )
    return tuple(
        name
        for name in own_names
        if name in reading.unknown or (constrained and MULTIPLIER.fullmatch(name) is not None)
    )


def _strangers(one: Statement, reading: Reading, source: Source) -> Iterator[Flaw]:
    """Flaws for names that are not declared, and for rates that do not exist."""
    model = reading.model
    orders = dict.fromkeys(result_names(model), 0) | {name: 0 for name in (*reading.extra, *CONSTANTS, "t")}
    moving = {*(c.name for c in model.coordinates), *(u.name for u in model.inputs)}
    moving |= {one.name for one in model.definitions}
    orders |= {entry.name: 0 for entry in entries_of(model)}
    orders |= {s.name: 1 for s in model.states} | dict.fromkeys(moving, 2)
    for (name, order), node in {**names_in(one.right), **names_in(one.left)}.items():
        if name in one.own_names and not order:
            continue
        if name not in orders:
            near = nearest(name, tuple(orders))
            hint = of_name(name, moving, tuple(orders)) or (f"did you mean `{near}`?" if near else "")
            hint = hint or "use the names of the model; a multiplier of your own is given as unknown"
            message = f"`{name}` is not declared"
            yield flaw_at(source, node.span, rule="unknown-name", message=message, hint=hint)
        elif order > orders[name]:
            message = f"`{name}` has no rate of order {order} here"
            yield flaw_at(source, node.span, rule="rate", message=message, hint=f"write `{name}` without it")


def signed_terms(node: Node, *, negative: bool) -> Iterator[Node]:
    """The terms of a sum, each with its sign."""
    stack: list[tuple[Node, bool]] = [(node, negative)]
    while stack:
        one, minus = stack.pop()
        match one:
            case Sum(terms=terms):
                stack.extend((term, minus) for term in reversed(terms))
            case Negative(operand=operand):
                stack.append((operand, not minus))
            case Number(value=0):
                continue
            case _:
                yield Negative(one, one.span) if minus else one

"""Integers in expressions: indices of members and components, ends of ranges, cases over an index."""

from __future__ import annotations

from collections.abc import Callable

from dalembert._expression.evaluate import evaluate
from dalembert._expression.numbers import ConstantFault, fold_constants
from dalembert._expression.tree import Call, Inverse, Name, Negative, Node, Number, Sum, with_operands
from dalembert._expression.written_tree import WrittenNode, parts, pattern_of
from dalembert._text.lexer import TextFault

LARGEST = 10**9  # of an index
ALLOWED = frozenset({"abs", "min", "max", "floor", "sign", "step"})
MADE_OF = "an index is made of whole numbers, other indices and parameters with a whole value"

Lookup = Callable[[str], int | None]  # the whole-number value of a name


def whole(node: WrittenNode, lookup: Lookup, span: tuple[int, int]) -> int:
    """The value of an index or of an end of a range; raises where it is no whole number."""
    terms: tuple[WrittenNode, ...] = parts(node) if type(pattern_of(node)) is Sum else (node,)
    values = [value for term in terms if (value := _term_value(term, lookup)) is not None]
    if len(values) == len(terms) and max(map(abs, (*values, sum(values)))) <= LARGEST:
        return sum(values)
    try:
        number = fold_constants(_with_values(node, lookup, span))
    except ConstantFault as fault:
        raise TextFault("index", fault.reason, fault.node.span or span, MADE_OF) from None
    folded = number.value if isinstance(number, Number) else None
    if isinstance(folded, float) and folded.is_integer():
        folded = int(folded)
    if not isinstance(folded, int):
        raise TextFault("index", "this is not a whole number", node.span or span, MADE_OF)
    if abs(folded) > LARGEST:
        message = f"this index is {folded}: larger than any budget"
        raise TextFault("budget", message, node.span or span, "choose a smaller range")
    return folded


def _term_value(term: WrittenNode, lookup: Lookup) -> int | None:
    """The value of a whole number, of a name, or of the negative of one; None for anything else."""
    negative = type(pattern_of(term)) is Negative
    inner = parts(term)[0] if negative else term
    value = inner.value if isinstance(inner, Number) else None
    if isinstance(inner, Name):
        value = lookup(inner.name)
    if not isinstance(value, int):
        return None
    return -value if negative else value


def truth(condition: WrittenNode, lookup: Lookup) -> bool | None:
    """Whether a condition on indices holds; None where it contains anything else."""
    try:
        return bool(evaluate(_with_values(condition, lookup, (0, 1)), {}))
    except TextFault:
        return None


def _with_values(root: WrittenNode, lookup: Lookup, span: tuple[int, int]) -> Node:
    """The tree with names replaced by their whole numbers."""
    values: list[Node] = []
    stack: list[tuple[WrittenNode, int]] = [(root, -1)]
    while stack:
        node, count = stack.pop()
        pattern = pattern_of(node)
        if count >= 0 and pattern is not None:
            operands = tuple(values[-count:])
            del values[-count:]
            values.append(with_operands(pattern, operands))
        elif isinstance(node, Number):
            values.append(node)
        elif isinstance(node, Name):
            number = lookup(node.name)
            if number is None:
                message = f"`{node.name}` is not a whole number that is known when the file is read"
                raise TextFault("index", message, node.span or span, MADE_OF)
            values.append(Number(number, node.span))
        elif pattern is None or (isinstance(pattern, Call) and pattern.function not in ALLOWED):
            raise TextFault("index", "this is not allowed in an index", node.span or span, MADE_OF)
        else:
            below = parts(node)
            if not below:
                raise TextFault("index", "a rate is not allowed in an index", node.span or span, MADE_OF)
            stack.append((node, len(below)))
            stack.extend([(part, -1) for part in reversed(below)])
    return values[0]


def is_constant(node: Node) -> bool:
    """Whether a part is a number, a negative one or a divisor."""
    return isinstance(node.operand if isinstance(node, Negative | Inverse) else node, Number)


def fold_indices(node: Node, span: tuple[int, int]) -> Node:
    """The tree with the arithmetic of indices evaluated."""
    try:
        return fold_constants(node)
    except ConstantFault as fault:
        raise TextFault("constant", fault.reason, span, "check this constant") from None

"""Builds the nodes of operations: operands are checked, and the node is plain where all operands are."""

from __future__ import annotations

from dalembert._expression.functions import CONSTANTS, FUNCTIONS, SEVERAL, SIGNALS
from dalembert._expression.tree import (
    ZERO,
    Call,
    Compare,
    Inverse,
    Logic,
    Name,
    Negative,
    Power,
    Product,
    Rate,
    Sum,
)
from dalembert._expression.written_tree import (
    Apply,
    Derivative,
    Member,
    Subscript,
    WrittenNode,
    is_condition,
    over,
    parts,
    pattern_of,
)
from dalembert._text.lexer import TextFault

TextSpan = tuple[int, int]  # its range of characters
SIGNS = frozenset({Negative, Inverse})  # of the operands of chains


def with_sign(sign: str, operand: WrittenNode) -> WrittenNode:
    """The operand of a chain with its sign."""
    if sign == "-":
        return over(Negative(ZERO, operand.span), (operand,))
    if sign == "/":
        return over(Inverse(ZERO, operand.span), (operand,))
    return operand


def owner(operand: WrittenNode) -> WrittenNode:
    """The part before a point: a.x may be a name of the part a, x[3].y one of a member."""
    match operand:
        case Member(base=Name(name=name), name=word):
            return Name(f"{name}.{word}", operand.span)
        case Member(base=Subscript(base=Name(name=name) as base, indices=indices), name=word):
            return Subscript(Name(f"{name}.{word}", base.span), indices, operand.span)
    return operand


def prefix_operation(kind: str, sign: str, operand: WrittenNode, span: TextSpan) -> WrittenNode:
    """-operand, +operand or not operand."""
    if kind == "not":
        need_conditions(operand)
        return over(Logic("not", (), span), (operand,))
    need_numbers(operand)
    return over(Negative(ZERO, span), (operand,)) if sign == "-" else operand


def power(base: WrittenNode, exponent: WrittenNode, span: TextSpan) -> WrittenNode:
    """The power base ^ exponent."""
    need_numbers(base, exponent)
    return over(Power(ZERO, ZERO, span), (base, exponent))


def comparison(operator: str, left: WrittenNode, right: WrittenNode, span: TextSpan) -> WrittenNode:
    """The condition left OPERATOR right."""
    need_numbers(left, right)
    return over(Compare(operator, ZERO, ZERO, span), (left, right))


def chain(kind: str, operands: tuple[WrittenNode, ...], span: TextSpan) -> WrittenNode:
    """A sum, a product, or conditions joined by `and` or `or`."""
    if kind in ("and", "or"):
        need_conditions(*operands)
        return over(Logic(kind, (), span), operands)
    need_numbers(*operands)
    return over(Sum((), span) if kind == "sum" else Product((), span), operands)


def call(name: str, arguments: tuple[WrittenNode, ...], span: TextSpan) -> WrittenNode:
    """name(arguments…): a function of the language, a velocity dot(x), or a function known later."""
    if name == "dot" and len(arguments) == 1:
        return derivative(arguments[0], 1, span, word="dot")
    if name not in FUNCTIONS or name in SIGNALS:  # a model may define a function with the name of a signal
        need_numbers(*arguments)
        return Apply(name, arguments, span)
    return function_of(name, arguments, span)


def function_of(name: str, arguments: tuple[WrittenNode, ...], span: TextSpan) -> WrittenNode:
    """A function of the language with its arguments; raises where their number is wrong."""
    wanted = FUNCTIONS[name]
    if not wanted.least <= len(arguments) <= wanted.most:
        count = str(wanted.least) if wanted.least == wanted.most else f"at least {wanted.least}"
        count = f"{wanted.least} or {wanted.most}" if wanted.least < wanted.most < SEVERAL else count
        raise wrong_count(name, count, len(arguments), span, usage(name))
    if name == "if":
        if not is_condition(arguments[0]):
            message = "the first argument of `if` must be a condition"
            raise TextFault("syntax", message, arguments[0].span or span, "for example if(x > 0, k*x, 0)")
        need_numbers(*arguments[1:])
    else:
        need_numbers(*arguments)
    return over(Call(name, (), span), arguments)


def derivative(operand: WrittenNode, order: int, span: TextSpan, *, word: str = "'") -> WrittenNode:
    """The rate of a name, of a member of a family or of a component."""
    match operand:
        case Name(name=name):
            if name in CONSTANTS or name == "t":
                raise TextFault("syntax", f"`{name}` has no rate", span, f"delete the ' after {name}")
        case Subscript() | Member():
            name = "x"
        case _ if word == "dot":
            hint = "dot(x) is the velocity x'; for a sum or product give it a name under [definitions] first"
            raise TextFault("syntax", "`dot` takes one name, or two vectors", span, hint)
        case _:
            raise TypeError(operand)
    if order > 2:
        message = "a derivative of third order is not allowed"
        raise TextFault("syntax", message, span, f"write {name}, {name}' or the acceleration {name}''")
    return Rate(operand.name, order, span) if isinstance(operand, Name) else Derivative(operand, order, span)


def need_conditions(*operands: WrittenNode) -> None:
    """Raise unless all operands of `and`, `or` and `not` are conditions."""
    for operand in operands:
        if not is_condition(operand):
            hint = "for example x > 0"
            raise TextFault("syntax", "expected a condition here", operand.span or (0, 1), hint)


def need_numbers(*operands: WrittenNode) -> None:
    """Raise if an operand is a condition, which only `if` may contain."""
    for operand in operands:
        inner = parts(operand)[0] if type(pattern_of(operand)) in SIGNS else operand
        if is_condition(inner):
            hint = "use it as if(condition, a, b); an equation has one =, an event or a gap is a - b"
            raise TextFault("syntax", "a comparison is not a number", inner.span or (0, 1), hint)


def wrong_count(name: str, wanted: str, given: int, span: TextSpan, hint: str) -> TextFault:
    """The fault of a wrong number of arguments."""
    plural = "" if wanted == "1" else "s"
    are = f"{given} {'is' if given == 1 else 'are'} given"
    return TextFault("arguments", f"`{name}` takes {wanted} argument{plural}, but {are}", span, hint)


def usage(name: str) -> str:
    """How a function of the language is called."""
    words = {"if": "if(condition, a, b)", "atan2": "atan2(y, x)", "mod": "mod(a, b)"}
    function = FUNCTIONS[name]
    several = f"{name}(a, b, …)" if function.most > 1 else f"{name}(x)"
    return f"write {function.usage or words.get(name, several)}"

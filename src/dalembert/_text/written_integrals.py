"""`integral(f, u, a, b)` as it is read: its variable, its limits, and how much it may cost."""

from __future__ import annotations

from collections.abc import Iterable

from dalembert._expression.functions import CONSTANTS
from dalembert._expression.leibniz import integral_of
from dalembert._expression.numbers import fold_constants
from dalembert._expression.quadrature import depth_of, weight_of
from dalembert._expression.tree import Integral, Name
from dalembert._expression.walk import names
from dalembert._expression.written_tree import Apply, WrittenNode
from dalembert._text.budget import INTEGRALS, INTEGRAND
from dalembert._text.lexer import TextFault
from dalembert._text.operations import wrong_count
from dalembert._text.tensors import Tensor, TextSpan, Value, are_numbers, not_a_number

INTEGRAL = "integral"
USAGE = "write integral(f, u, a, b): of f over u from a to b, as in integral(k*u, u, 0, x)"


def read_integral(arguments: tuple[Value, ...], bound: Iterable[object], span: TextSpan) -> Integral:
    """The integral of its four arguments; `bound` are the arguments of the function that it stands in."""
    if len(arguments) != 4:
        raise wrong_count(INTEGRAL, "4", len(arguments), span, USAGE)
    if not are_numbers(arguments):
        raise not_a_number(next(one for one in arguments if isinstance(one, Tensor)), span)
    body, variable, lower, upper = arguments
    if not isinstance(variable, Name) or variable.name in CONSTANTS:
        message = "the second argument of `integral` is the name of its variable"
        raise TextFault("integral", message, variable.span or span, USAGE)
    for one in bound:
        entries = one.entries if isinstance(one, Tensor) else (one,)
        if any(_has_name(entry, variable.name) for entry in entries):
            message = f"`{variable.name}` is the variable of an integral and stands in an argument, too"
            raise TextFault("integral", message, span, "give the variable of the integral another letter")
    fold_constants(body)  # which raises where a constant in it is not finite
    made = integral_of(body, variable.name, lower, upper, span)
    if depth_of(made) > INTEGRALS:
        message = f"integrals are nested at most {INTEGRALS} deep"
        raise TextFault("budget", message, span, "integrate one of them by hand")
    if weight_of(made) > INTEGRAND:
        message = "this integral is too long: its integrand is written once for every node of a sum"
        raise TextFault("budget", message, span, "name parts of it under [definitions]")
    return made


def variable_of(node: WrittenNode) -> tuple[str, ...]:
    """The variable of an integral as it is written; none of anything else."""
    if isinstance(node, Apply) and node.name == INTEGRAL and len(node.arguments) == 4:
        variable = node.arguments[1]
        return (variable.name,) if isinstance(variable, Name) else ()
    return ()


def _has_name(one: object, name: str) -> bool:
    if one is None or isinstance(one, int | float):
        return False
    return any(used == name for used, _ in names(one))  # type: ignore[arg-type]

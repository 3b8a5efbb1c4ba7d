"""The energy of a store by its law: V = ∫ F ds, T* = ∫ λ di over its own displacement or flow.

A store whose value reads its own content is an energy, the integral of its law, as far as it is known as one:
in closed form, or with an integrand that neither bends nor jumps. Else its law is an effort.
"""

from __future__ import annotations

from dalembert._expression.antiderivative import closed_form
from dalembert._expression.leibniz import integral_of
from dalembert._expression.tree import ZERO, Name
from dalembert._expression.walk import names
from dalembert._model.bodies.readings import Reading, Readings, Reads
from dalembert._model.bodies.texts import Text, fill
from dalembert._text.lexer import TextFault
from dalembert._text.parser import parse

SMOOTH = frozenset(
    {"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"}
    | {"exp", "log", "ln", "log10", "sqrt", "erf", "erfc", "dot", "integral"}
)


def stored_energy(law: Text, variable: str, lower: Text, upper: Text, readings: Readings) -> Text | None:
    """∫ law d(variable) from lower to upper; None where a law that bends is not known in closed form."""
    if not readings.functions_in(law.text) <= SMOOTH and not _is_elementary(law, variable, readings):
        return None
    return fill(f"integral({{law}}, {variable}, {{a}}, {{b}})", law=law, a=lower, b=upper)


def reads_only(reading: Reading, kind: Reads, *own_names: str) -> bool:
    """Whether all names of a kind that a value reads are some of an element's own."""
    return set(reading.every(kind)) <= set(own_names)


def _is_elementary(law: Text, variable: str, readings: Readings) -> bool:
    """Whether a law without definitions has a closed form."""
    try:
        node = parse(law.text, plain=True)
    except TextFault:
        return False
    if any(readings.is_defined(name) for name, _ in names(node) if name != variable):
        return False
    return closed_form(integral_of(node, variable, ZERO, Name(variable)), readings.is_constant) is not None

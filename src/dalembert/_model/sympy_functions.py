"""The functions of the model language in SymPy, for printing and export."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sin": sympy.sin,
    "cos": sympy.cos,
    "tan": sympy.tan,
    "asin": sympy.asin,
    "acos": sympy.acos,
    "atan": sympy.atan,
    "atan2": sympy.atan2,
    "sinh": sympy.sinh,
    "cosh": sympy.cosh,
    "tanh": sympy.tanh,
    "asinh": sympy.asinh,
    "acosh": sympy.acosh,
    "atanh": sympy.atanh,
    "exp": sympy.exp,
    "erf": sympy.erf,
    "erfc": sympy.erfc,
    "log": sympy.log,
    "ln": sympy.log,
    "abs": sympy.Abs,
    "sign": sympy.sign,
    "min": sympy.Min,
    "max": sympy.Max,
    "floor": sympy.floor,
    "mod": sympy.Mod,
}
RELATIONS = {"<": sympy.Lt, "<=": sympy.Le, ">": sympy.Gt, ">=": sympy.Ge, "==": sympy.Eq, "!=": sympy.Ne}
LOGIC = {"and": sympy.And, "or": sympy.Or, "not": sympy.Not}


def named_function(name: str) -> Any:
    """A symbolic function that SymPy does not evaluate."""
    return sympy.Function(name)

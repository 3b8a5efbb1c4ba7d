"""The functions of the model language: how many arguments each takes and its value on floats."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

SEVERAL = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function of the language; `value` works on floats and may raise ValueError or OverflowError."""

    least: int
    most: int
    value: Callable[..., float]


def _sign(x: float) -> float:
    return x if math.isnan(x) else float((x > 0) - (x < 0))


def _step(x: float) -> float:
    return x if math.isnan(x) else float(x >= 0)


def _least(*values: float) -> float:
    return math.nan if any(math.isnan(v) for v in values) else min(values)


def _most(*values: float) -> float:
    return math.nan if any(math.isnan(v) for v in values) else max(values)


def _one(value: Callable[..., float]) -> Function:
    return Function(least=1, most=1, value=value)


FUNCTIONS: dict[str, Function] = {
    "sin": _one(math.sin),
    "cos": _one(math.cos),
    "tan": _one(math.tan),
    "asin": _one(math.asin),
    "acos": _one(math.acos),
    "atan": _one(math.atan),
    "atan2": Function(least=2, most=2, value=math.atan2),
    "sinh": _one(math.sinh),
    "cosh": _one(math.cosh),
    "tanh": _one(math.tanh),
    "asinh": _one(math.asinh),
    "acosh": _one(math.acosh),
    "atanh": _one(math.atanh),
    "exp": _one(math.exp),
    "log": _one(math.log),
    "ln": _one(math.log),
    "log10": _one(math.log10),
    "sqrt": _one(math.sqrt),
    "abs": _one(abs),
    "sign": _one(_sign),
    "min": Function(least=2, most=SEVERAL, value=_least),
    "max": Function(least=2, most=SEVERAL, value=_most),
    "step": _one(_step),
    "floor": _one(lambda x: float(math.floor(x))),
    "mod": Function(least=2, most=2, value=lambda a, b: a - b * math.floor(a / b)),
    "if": Function(least=3, most=3, value=lambda condition, a, b: a if condition else b),
}

CONSTANTS: dict[str, float] = {"pi": math.pi}

# Words a model may not use as names of its own.
WORDS = frozenset({"and", "or", "not"})
RESERVED = frozenset(FUNCTIONS) | frozenset(CONSTANTS) | WORDS | {"t", "dot"}
RESERVED_PREFIXES = ("lam_", "kap_")

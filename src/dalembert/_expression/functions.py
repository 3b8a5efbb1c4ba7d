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
    usage: str = ""  # how it is written, where that is not NAME(x) or NAME(a, b, …)


def _sign(x: float) -> float:
    return x if math.isnan(x) else float((x > 0) - (x < 0))


def _step(x: float) -> float:
    return x if math.isnan(x) else float(x >= 0)


def _least_of(*values: float) -> float:
    return math.nan if any(math.isnan(v) for v in values) else min(values)


def _most(*values: float) -> float:
    return math.nan if any(math.isnan(v) for v in values) else max(values)


def _one(value: Callable[..., float]) -> Function:
    return Function(least=1, most=1, value=value)


def _pulse(x: float, start: float, width: float) -> float:
    return _step(x - start) - _step(x - start - width)


def _square(x: float, period: float, duty: float = 0.5) -> float:
    return 2.0 * (math.floor(x / period) - math.floor(x / period - duty)) - 1.0


def _triangle(x: float, period: float) -> float:
    return 1.0 - 4.0 * abs(x / period - math.floor(x / period) - 0.5)


def _sawtooth(x: float, period: float) -> float:
    return 2.0 * (x / period - math.floor(x / period)) - 1.0


def _ramp(x: float, start: float, duration: float) -> float:
    return _least_of(_most((x - start) / duration, 0.0), 1.0)


def _smoothstep(x: float, a: float, b: float) -> float:
    part = _ramp(x, a, b - a)
    return part * part * (3.0 - 2.0 * part)


def _chirp(x: float, f0: float, end: float, f1: float) -> float:
    return math.cos(2.0 * math.pi * (f0 * x + (f1 - f0) * x * x / (2.0 * end)))


def _signal(least: int, most: int, value: Callable[..., float], usage: str) -> Function:
    return Function(least=least, most=most, value=value, usage=usage)


# Signals are made of the other functions (`_model/signals.py`). Their names are free for a model to use.
SIGNALS: dict[str, Function] = {
    "pulse": _signal(3, 3, _pulse, "pulse(t, start, width)"),
    "square": _signal(2, 3, _square, "square(t, period) or square(t, period, duty)"),
    "triangle": _signal(2, 2, _triangle, "triangle(t, period)"),
    "sawtooth": _signal(2, 2, _sawtooth, "sawtooth(t, period)"),
    "ramp": _signal(3, 3, _ramp, "ramp(t, start, duration)"),
    "smoothstep": _signal(3, 3, _smoothstep, "smoothstep(x, a, b)"),
    "chirp": _signal(4, 4, _chirp, "chirp(t, f0, t1, f1)"),
}

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
    "erf": _one(math.erf),
    "erfc": _one(math.erfc),
    "abs": _one(abs),
    "sign": _one(_sign),
    "min": Function(least=2, most=SEVERAL, value=_least_of),
    "max": Function(least=2, most=SEVERAL, value=_most),
    "step": _one(_step),
    "floor": _one(lambda x: float(math.floor(x))),
    "mod": Function(least=2, most=2, value=lambda a, b: a - b * math.floor(a / b)),
    "if": Function(least=3, most=3, value=lambda condition, a, b: a if condition else b),
    **SIGNALS,
}

CONSTANTS: dict[str, float] = {"pi": math.pi}

# Words a model may not use as names of its own.
WORDS = frozenset({"and", "or", "not"})
RESERVED = frozenset(FUNCTIONS.keys() - SIGNALS.keys()) | frozenset(CONSTANTS) | WORDS | {"t", "dot"}
RESERVED_PREFIXES = ("lam_", "kap_")

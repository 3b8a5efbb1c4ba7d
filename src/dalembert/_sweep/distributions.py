"""Distributions of values by their quantile functions, so that any points of a cube become samples.

uniform:a:b             between a and b
normal:mean:sd
lognormal:median:sd     ln x is normal about ln median; sd is that of ln x, a plain number
triangular:a:mode:b     between a and b, most often near the mode
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from scipy import special

from dalembert._sweep.named_values import si_number
from dalembert._sweep.records import Array, Numbers, Target, Variable, refusal

NORMAL = ("normal", "lognormal")  # what correlations can be given between
DISTRIBUTIONS: dict[str, tuple[str, ...]] = {
    "uniform": ("a", "b"),
    "normal": ("mean", "sd"),
    "lognormal": ("median", "sd"),
    "triangular": ("a", "mode", "b"),
}


def checked_variable(target: Target, kind: str, parts: Sequence[str], where: str) -> Variable:
    """A variable with its numbers in SI units, if there can be one."""
    names = DISTRIBUTIONS[kind]
    if len(parts) != len(names):
        form = f"{target.name}={kind}:{':'.join(names)}"
        raise refusal(
            where, f"the distribution {kind} has {len(names)} numbers, not {len(parts)}", f"write {form}"
        )
    numbers = tuple(
        _number(target, kind, name, text.strip(), where) for name, text in zip(names, parts, strict=True)
    )
    fault = _fault(kind, numbers)
    if fault:
        raise refusal(
            where, f"{kind} of `{target.name}`: {fault}", f"write {target.name}={kind}:{':'.join(names)}"
        )
    return Variable(name=target.name, kind=kind, numbers=numbers)


def _number(target: Target, kind: str, name: str, text: str, where: str) -> float:
    if kind == "lognormal" and name == "sd":  # of a logarithm: a plain number
        return si_number(text, Target(name=target.name, part=target.part, unit="", si=""), where)
    return si_number(text, target, where, spread=name == "sd")


def _fault(kind: str, numbers: Numbers) -> str:
    """Why there is no such distribution; empty where there is one."""
    if kind in NORMAL:
        centre, sd = numbers
        if not sd > 0:
            return f"the standard deviation {sd:g} is not positive"
        return f"the median {centre:g} is not positive" if kind == "lognormal" and not centre > 0 else ""
    if kind == "uniform":
        return "" if numbers[0] < numbers[1] else f"it goes from {numbers[0]:g} to {numbers[1]:g}"
    a, mode, b = numbers
    return "" if a <= mode <= b and a < b else f"a ≤ mode ≤ b does not hold for {a:g}, {mode:g}, {b:g}"


def quantiles(variable: Variable, u: Array) -> Array:
    """The values below which the parts u of a distribution lie."""
    return _QUANTILES[variable.kind](u, *variable.numbers)


def of_normal(variable: Variable, z: Array) -> Array:
    """The values of a normal or lognormal variable from standard normal numbers."""
    centre, sd = variable.numbers
    made: Array = centre + sd * z if variable.kind == "normal" else centre * np.exp(sd * z)
    return made


def _triangular(u: Array, a: float, mode: float, b: float) -> Array:
    left = (mode - a) / (b - a)
    rising, falling = a + np.sqrt(u * (b - a) * (mode - a)), b - np.sqrt((1 - u) * (b - a) * (b - mode))
    return np.where(u < left, rising, falling)


_QUANTILES: dict[str, Callable[..., Array]] = {
    "uniform": lambda u, a, b: a + (b - a) * u,
    "normal": lambda u, mean, sd: mean + sd * special.ndtri(u),
    "lognormal": lambda u, median, sd: median * np.exp(sd * special.ndtri(u)),
    "triangular": _triangular,
}

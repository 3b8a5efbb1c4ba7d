"""The energies of a model straight from its text: Python reads it, 50 digits compute it.

Nothing of dalembert takes part. A derivative is a central difference with a step of 1e-12, whose
error lies far below float64.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import mpmath
from mpmath import mpf

DIGITS = 60
STEP = mpf("1e-13")
Curve = Callable[[mpf], mpf]

NAMESPACE = {
    name: getattr(mpmath, name)
    for name in [
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "atan2",
        "sinh",
        "cosh",
        "tanh",
        "asinh",
        "acosh",
        "atanh",
        "exp",
        "log",
        "ln",
        "log10",
        "sqrt",
        "sign",
        "floor",
    ]
} | {
    "abs": abs,
    "min": min,
    "max": max,
    "step": lambda x: mpf(x >= 0),
    "mod": lambda a, b: a - b * mpmath.floor(a / b),
    "choose": lambda condition, a, b: a if condition else b,
    "number": mpf,
}
_TOKEN = re.compile(
    r"(?P<number>(?<![\w.])\d+\.?\d*(?:e[+-]?\d+)?)|(?P<name>[^\W\d]\w*)(?P<rate>'?)|(?P<power>\^)"
)


def python_text(text: str) -> str:
    """The model language as Python: ^ is **, x' is x_rate, if(…) is choose(…), numbers are exact."""

    def one(found: re.Match[str]) -> str:
        if found["number"]:
            return f"number('{found['number']}')"
        if found["power"]:
            return "**"
        if found["name"] == "if":
            return "choose"
        return found["name"] + ("_rate" if found["rate"] else "")

    return _TOKEN.sub(one, text)


class TextOracle:
    """Values of one model's expressions along curves of its coordinates, inputs and states."""

    def __init__(self, sections: Mapping) -> None:
        self.sections = sections
        self.coordinates = list(sections["coordinates"])
        self.definitions = {
            name: compile(python_text(text), name, "eval")
            for name, text in sections.get("definitions", {}).items()
        }

    def value(self, text: str, names: Mapping[str, mpf]) -> mpf:
        """An expression at values of the leaves x, x_rate, x_rate_rate and t; definitions by their text."""
        return mpf(eval(compile(python_text(text), "text", "eval"), NAMESPACE, self._with_definitions(names)))

    def total(self, kind: str, names: Mapping[str, mpf]) -> mpf:
        """The sum of an energy's terms."""
        terms = self.sections["energy"].get(kind, "0")
        terms = terms.values() if isinstance(terms, Mapping) else (terms,)
        known = self._with_definitions(names)
        return sum((mpf(eval(python_text(term), NAMESPACE, known)) for term in terms), mpf(0))

    def lagrangian(self, names: Mapping[str, mpf]) -> mpf:
        """T - V."""
        return self.total("kinetic", names) - self.total("potential", names)

    def definition(self, name: str, names: Mapping[str, mpf]) -> mpf:
        """The value of a definition."""
        return self._with_definitions(names)[name]

    def definition_rate(self, name: str, names: Mapping[str, mpf]) -> mpf:
        """Its rate, by a central difference along the motion."""
        return self._with_definitions(names)[f"{name}_rate"]

    def _with_definitions(self, names: Mapping[str, mpf]) -> dict[str, mpf]:
        ahead, behind = (self._positions(moved(names, side * STEP)) for side in (1, -1))
        rates = {f"{name}_rate": (ahead[name] - behind[name]) / (2 * STEP) for name in self.definitions}
        return {**self._positions(names), **rates}

    def _positions(self, names: Mapping[str, mpf]) -> dict[str, mpf]:
        known = dict(names)
        for name, code in self.definitions.items():
            known[name] = mpf(eval(code, NAMESPACE, known))
        return known


def moved(names: Mapping[str, mpf], dt: mpf) -> dict[str, mpf]:
    """The leaves a short time later: each is moved by its rate where the names give one."""
    return {
        name: value + dt * (mpf(1) if name == "t" else names.get(f"{name}_rate", mpf(0)))
        for name, value in names.items()
    }


def shifted(names: Mapping[str, mpf], name: str, by: mpf) -> dict[str, mpf]:
    """The leaves with one of them moved."""
    return {**names, name: names[name] + by}


def partial(f: Callable[[Mapping[str, mpf]], mpf], name: str, names: Mapping[str, mpf]) -> mpf:
    """∂f/∂name by a central difference."""
    return (f(shifted(names, name, STEP)) - f(shifted(names, name, -STEP))) / (2 * STEP)


def along(f: Callable[[Mapping[str, mpf]], mpf], names: Mapping[str, mpf]) -> mpf:
    """df/dt along the motion by a central difference."""
    return (f(moved(names, STEP)) - f(moved(names, -STEP))) / (2 * STEP)

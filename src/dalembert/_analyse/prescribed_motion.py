"""Prescribed motions: q(t), q'(t), q''(t) of some coordinates, from expressions of t or from tables.

An expression is differentiated exactly. Through the points of a table goes a cubic spline (not-a-knot):
q, q' and q'' are continuous, q'' is linear between the points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline

from dalembert._analyse.context import JUMPS
from dalembert._analyse.model_functions import ModelFunctions
from dalembert._expression.expression import Expression
from dalembert._expression.numbers import ConstantFault, fold_constants
from dalembert._expression.source import Flaw, ModelError, Source, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import Call
from dalembert._expression.walk import names, nodes
from dalembert._model.records import Model
from dalembert._model.units import unit_of
from dalembert._text.lexer import TextFault
from dalembert._text.parser import parse
from dalembert._words.message import Message, Name, say

Array = NDArray[np.float64]
LEAST = 4  # the fewest points of a table


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PrescribedMotion:
    """The prescribed coordinates, in the order of the model, and their motions."""

    coordinates: tuple[int, ...]
    expressions: Mapping[str, Expression]
    tables: Mapping[str, tuple[Array, Array]]
    laws: Mapping[str, Message]  # how each motion is given
    remarks: tuple[Message, ...]

    def span(self) -> tuple[float, float] | None:
        """The times that all tables cover; None where there are no tables."""
        if not self.tables:
            return None
        return (
            max(float(t[0]) for t, _ in self.tables.values()),
            min(float(t[-1]) for t, _ in self.tables.values()),
        )


def prescribed_motion(model: Model, motion: Mapping[str, Any]) -> PrescribedMotion:
    """The prescribed motion; raises with all flaws at once."""
    names = [c.name for c in model.coordinates]
    flaws: list[Flaw] = []
    expressions: dict[str, Expression] = {}
    tables: dict[str, tuple[Array, Array]] = {}
    remarks: list[Message] = []
    if not motion:
        first = names[0] if names else "x"
        hint = f'give at least one: {{"{first}": "sin(t)"}} (--motion "{first}=sin(t)")'
        flaws.append(_flaw("", "no motion is prescribed", hint))
    for name, law in motion.items():
        if name not in names:
            near = nearest(name, names)
            hint = f"did you mean `{near}`?" if near else f"the coordinates are {', '.join(names)}"
            flaws.append(_flaw(name, f"there is no coordinate `{name}`", hint))
        elif isinstance(law, int | float | str):
            root = _expression(model, name, str(law), flaws)
            if root is not None:
                expressions[name] = root
                jumping = {n.function for n in nodes(root.root) if isinstance(n, Call)} & JUMPS
                if jumping:
                    remarks.append(say("inverse_jumps", name=Name(name), functions=tuple(sorted(jumping))))
        else:
            table = _table(name, law, flaws)
            if table is not None:
                tables[name] = table
                unit = next(c.unit for c in model.coordinates if c.name == name)
                if unit and not unit_of(unit).coherent:
                    remarks.append(say("inverse_table_si", name=Name(name), unit=unit))
    if flaws:
        raise ModelError(tuple(flaws))
    laws = {
        name: say("inverse_expression", text=expressions[name].source.text)
        if name in expressions
        else say("inverse_table", count=len(tables[name][0]))
        for name in motion
    }
    return PrescribedMotion(
        coordinates=tuple(j for j, name in enumerate(names) if name in motion),
        expressions=expressions,
        tables=tables,
        laws=laws,
        remarks=tuple(remarks),
    )


class Law:
    """The prescribed motion as numbers: at a time, an array (3, coordinates) of q, q' and q''."""

    def __init__(self, model: Model, physics: ModelFunctions, p: Array, motion: PrescribedMotion) -> None:
        self._own, self._physics, self._p = motion, physics, p
        self._names = [model.coordinates[j].name for j in motion.coordinates]
        self._splines = {name: CubicSpline(t, x) for name, (t, x) in motion.tables.items()}

    def __call__(self, t: Array) -> Array:
        """At many times: an array (times, 3, coordinates)."""
        values = np.zeros((len(t), 3, len(self._names)))
        expressions = self._own.expressions
        if expressions:
            made = self._physics.laws(expressions, t, self._p)
            for k, name in enumerate(expressions):
                values[:, :, self._names.index(name)] = made[:, :, k]
        for name, spline in self._splines.items():
            for order in range(3):
                values[:, order, self._names.index(name)] = spline(t, order)
        bad = np.argwhere(~np.isfinite(values))
        if len(bad):
            name, at = self._names[bad[0][2]], t[bad[0][0]]
            hint = "look for a division by zero, a root or a logarithm in it"
            raise ModelError((_flaw(name, f"the motion of `{name}` is not finite at t = {at:g} s", hint),))
        return values


def _expression(model: Model, name: str, text: str, flaws: list[Flaw]) -> Expression | None:
    source = Source(text, f"motion of {name}")
    try:
        root = parse(text)
        fold_constants(root)
    except TextFault as fault:
        flaws.append(flaw_at(source, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint))
        return None
    except ConstantFault as fault:
        flaws.append(flaw_at(source, fault.node.span, rule="constant", message=fault.reason))
        return None
    known = {"t", "pi", *(p.name for p in model.parameters)}
    strangers = [(used, node) for (used, order), node in names(root).items() if used not in known or order]
    for used, node in strangers:
        near = nearest(used, known)
        hint = f"did you mean `{near}`?" if near else "use t, numbers and parameters of the model"
        message = f"a prescribed motion is a function of t and parameters, not of `{used}`"
        flaws.append(flaw_at(source, node.span, rule="motion", message=message, hint=hint))
    return None if strangers else Expression(root, source)


def _table(name: str, law: Any, flaws: list[Flaw]) -> tuple[Array, Array] | None:
    hint = 'give ("expression of t") or (times, values), two sequences of one length'
    try:
        times, values = (np.asarray(part, dtype=float).ravel() for part in law)
    except (TypeError, ValueError):
        flaws.append(_flaw(name, f"the motion of `{name}` is neither an expression nor a table", hint))
        return None
    if len(times) != len(values):
        flaws.append(
            _flaw(name, f"the table of `{name}` has {len(times)} times and {len(values)} values", hint)
        )
    elif len(times) < LEAST:
        more = f"a cubic spline needs at least {LEAST}"
        flaws.append(_flaw(name, f"the table of `{name}` has {len(times)} points", more))
    elif not (np.isfinite(times).all() and np.isfinite(values).all()):
        flaws.append(_flaw(name, f"the table of `{name}` has values that are not finite", "take them out"))
    elif np.any(np.diff(times) <= 0):
        at = times[int(np.argmax(np.diff(times) <= 0))]
        flaws.append(
            _flaw(name, f"the times of the table of `{name}` do not grow after {at:g} s", "sort them")
        )
    else:
        return times, values
    return None


def _flaw(name: str, message: str, hint: str) -> Flaw:
    where = f"motion of {name}" if name else "motion"
    return Flaw(rule="motion", severity="error", where=where, message=message, hint=hint)

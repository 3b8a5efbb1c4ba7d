"""Natural frequencies over the values of a parameter, each oscillation followed by its shape.

From one value to the next the equilibrium is continued by Newton's method, and the modes are paired so that
the sum of |v_iᴴ v_j|² / (|v_i|² |v_j|²), the modal assurance criterion, is largest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from dalembert._analyse.context import AnalysisContext, analysis_context
from dalembert._analyse.equilibrium import follow_equilibrium
from dalembert._analyse.linearisation import linear_at
from dalembert._analyse.model_functions import ModelFunctions
from dalembert._analyse.normal_modes import modes_about, modes_of
from dalembert._analyse.operating_point import At, start_of
from dalembert._analyse.records import Campbell, Crossing, Kind, Mode, Modes, OperatingPoint
from dalembert._analyse.refusal import refusal
from dalembert._expression.suggest import nearest
from dalembert._model.records import Model
from dalembert._model.units import si_text, unit_of
from dalembert._model.vary import with_values
from dalembert._words.message import Message, Quantity, Symbol, equal, of_each, say

Array = NDArray[np.float64]
_Row = tuple[float, Modes, OperatingPoint]


def campbell_of(
    model: Model,
    parameter: str,
    values: Sequence[float],
    at: At,
    orders: int = 0,
    inputs: Mapping[str, Any] | None = None,
) -> Campbell:
    """The Campbell table; numbers without a unit are in the unit of the parameter, as in a model file."""
    names = [p.name for p in model.parameters]
    if parameter not in names:
        near = nearest(parameter, names)
        hint = f"did you mean `{near}`?" if near else f"the parameters are {', '.join(names) or 'none'}"
        message = f"there is no parameter `{parameter}`"
        raise refusal(message, hint, "campbell")
    if parameter in model.sizes:
        message = f"families of the model count to `{parameter}`: with another value it has other coordinates"
        raise refusal(message, "choose a parameter that is a quantity", "campbell")
    if not len(values):
        message = f"no values of `{parameter}` are given"
        raise refusal(message, f"give some, for example --over {parameter}=0:10:11", "campbell")
    if orders and unit_of(_unit(model, parameter)).dimension != unit_of("1/s").dimension:
        message = f"orders need a speed, but `{parameter}` has the unit {_unit(model, parameter) or '-'}"
        raise refusal(message, 'give it the unit "rad/s" or "rpm", or ask for no orders', "campbell")
    if orders and not _is_angular_speed(_unit(model, parameter)):
        message = f"orders need an angular speed, but {_unit(model, parameter)} counts turns or beats"
        raise refusal(message, 'give it the unit "rad/s" or "rpm", or ask for no orders', "campbell")
    rows = list(_modes_by_value(model, parameter, values, at, inputs))
    numbers = np.array([number for number, _, _ in rows])
    hz, damping = _table([modes for _, modes, _ in rows])
    _refuse_idle(parameter, rows, hz)
    return Campbell(
        model=model,
        parameter=parameter,
        values=numbers,
        hz=hz,
        damping=damping,
        rigid=tuple(modes.rigid for _, modes, _ in rows),
        about=tuple(modes.point.about for _, modes, _ in rows),
        crossings=tuple(_crossings(numbers, hz, orders)),
        remarks=tuple(_remarks(parameter, rows)),
    )


def _refuse_idle(parameter: str, rows: Sequence[_Row], hz: Array) -> None:
    """Raise where the parameter changes only the start, on which modes about rest do not depend."""
    speeds = np.array([start.qd for _, _, start in rows])
    alike = len(rows) > 1 and np.array_equal(hz, np.tile(hz[0], (len(hz), 1)), equal_nan=True)
    resting = not any(modes.point.qd.any() for _, modes, _ in rows)
    if not (alike and resting and np.ptp(speeds, axis=0).any()):
        return
    names = [c.name for c in rows[0][1].model.coordinates]
    moved = [f"{name}'" for name, changes in zip(names, np.ptp(speeds, axis=0), strict=True) if changes]
    message = (
        f"`{parameter}` changes the speeds of the start ({', '.join(moved[:6])}), but the modes are those at"
        " rest, which do not feel it"
    )
    hint = f'name the motion: --at start, or speeds such as --at "{moved[0]}={parameter}"'
    raise refusal(message, hint, "campbell")


def _remarks(parameter: str, rows: Sequence[_Row]) -> Iterator[Message]:
    """Remarks: those that hold for every value once; ranges of unbalanced forces and of speeds."""
    remarks = [dict.fromkeys(modes.remarks) for _, modes, _ in rows]
    yield from (remark for remark in remarks[0] if all(remark in other for other in remarks))
    wanting = [(number, modes) for number, modes, _ in rows if modes.residual]
    if wanting:
        number, modes = wanting[0]
        yield say(
            "campbell_not_resting",
            count=len(wanting),
            places=len(rows),
            value=equal(parameter, number),
            where=of_each(modes.residual),
        )
    speeds = np.array([modes.point.qd for _, modes, _ in rows])
    names = [c.name for c in rows[0][1].model.coordinates]
    fast = [
        _range(f"{name}'", float(low), float(high))
        for name, low, high in zip(names, speeds.min(axis=0), speeds.max(axis=0), strict=True)
        if low or high
    ]
    if fast and np.ptp(speeds, axis=0).any():
        yield say("place_moves", values=(*fast[:6], *(("…",) if len(fast) > 6 else ())))


def _range(name: str, low: float, high: float) -> Message:
    """A range as text: x' = 1 … 3."""
    if high <= low:
        return equal(name, low, 4)
    return say("from_to", name=Symbol(name), low=Quantity(low, 4), high=Quantity(high, 4))


def _modes_by_value(
    model: Model, parameter: str, values: Sequence[float], at: At, inputs: Mapping[str, Any] | None
) -> Sequence[_Row]:
    """For each value its SI number, modes and start; equilibria are continued, other points solved anew."""
    physics: ModelFunctions | None = None
    before: OperatingPoint | None = None
    rows: list[_Row] = []
    for value in values:
        made = with_values(model, {parameter: value}, {}, {})
        context: AnalysisContext = analysis_context(made, physics, inputs)
        physics = context.physics
        number = float(context.p[[p.name for p in made.parameters].index(parameter)])
        point = (
            follow_equilibrium(context, before)
            if before is not None and at in (None, "equilibrium")
            else None
        )
        if point is not None and before is not None:
            modes = modes_about(linear_at(context, replace(point, about=before.about)))
        else:
            modes = modes_of(context, at)
        same_inputs = np.array_equal(modes.point.u[: len(model.inputs)], context.u[: len(model.inputs)])
        before = modes.point if modes.equilibrium and same_inputs else None
        rows.append((number, modes, start_of(context)))
    return rows


def _table(by_value: Sequence[Modes]) -> tuple[Array, Array]:
    """Frequencies and damping ratios, a column for each oscillation that was followed."""
    columns: list[list[Mode | None]] = []
    for row, modes in enumerate(by_value):
        now = [mode for mode in modes.modes if mode.kind is Kind.oscillation]
        last = [
            (k, column[row - 1]) for k, column in enumerate(columns) if row and column[row - 1] is not None
        ]
        table = [[_shape_correlation(mode, other, modes.sizes) for _, other in last] for mode in now]
        alike = np.array(table).reshape(len(now), len(last))
        pairs = dict(zip(*linear_sum_assignment(-alike), strict=True)) if alike.size else {}
        for column in columns:
            column.append(None)
        for i, mode in enumerate(now):
            if i in pairs:
                columns[last[pairs[i]][0]][row] = mode
            else:
                columns.append([None] * row + [mode])
    blocks = [
        np.array([[taken(mode) for mode in column] for column in columns])
        .reshape(len(columns), len(by_value))
        .T
        for taken in (_hz, _damping)
    ]
    return blocks[0], blocks[1]


def _hz(mode: Mode | None) -> float:
    return mode.hz if mode is not None else float("nan")


def _damping(mode: Mode | None) -> float:
    return mode.damping if mode is not None else float("nan")


def _shape_correlation(one: Mode, other: Mode | None, sizes: Array) -> float:
    """The correlation of two shapes, 1 at most; among equal ones the nearer frequency wins."""
    if other is None:
        return 0.0
    a, b = one.shape / sizes, other.shape / sizes
    same = abs(np.vdot(a, b)) ** 2 / (np.vdot(a, a).real * np.vdot(b, b).real)
    turning = abs(a @ b) ** 2 / (np.vdot(a, a).real * np.vdot(b, b).real)
    apart = abs(one.hz - other.hz) / max(one.hz, other.hz)
    return float(same - 1e-3 * turning - 1e-2 * apart)


def _crossings(values: Array, hz: Array, orders: int) -> Sequence[Crossing]:
    """The values at which order times the value, in rad/s, equals a frequency; by linear interpolation."""
    crossings = []
    for order in range(1, orders + 1):
        away = hz - (order * values / (2 * np.pi))[:, np.newaxis]
        for k in range(hz.shape[1]):
            for i in range(len(values) - 1):
                a, b = away[i, k], away[i + 1, k]
                if a == 0 or a * b < 0:
                    part = a / (a - b) if a != b else 0.0
                    at = values[i] + part * (values[i + 1] - values[i])
                    crossings.append(
                        Crossing(mode=k, order=order, value=float(at), hz=float(order * at / (2 * np.pi)))
                    )
    return crossings


def is_speed(model: Model, parameter: str) -> bool:
    """Whether a parameter is an angular speed, in rad/s, deg/s or rpm, whose multiples excite modes."""
    unit = next((p.unit for p in model.parameters if p.name == parameter), "")
    return unit_of(unit).dimension == unit_of("1/s").dimension and "rad" in si_text(unit)


def _is_angular_speed(unit: str) -> bool:
    """Whether a unit is one of angular speed: Hz and 1/min are not; 1/s counts, since it is often used so."""
    si = si_text(unit)
    return "rad" in si or (unit_of(unit).coherent and "Hz" not in si)


def _unit(model: Model, parameter: str) -> str:
    return next(p.unit for p in model.parameters if p.name == parameter)

"""Inputs of a model that other programs may set while it runs; until then each follows its own law.

After values are set at the time s, an input follows u = u0 + u1 τ + u2 τ²/2 with τ = t − s. Five numbers of
each input follow the parameters: which of u0, u1, u2 are set (a sum of 1, 2, 4), s, and these three.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np

from dalembert._compile.interface import Dynamics
from dalembert._compile.table_polynomials import PiecewisePolynomial
from dalembert._export.programs.records import SLOTS, DrivenInput, Entry
from dalembert._lower.closed_system import laws
from dalembert._lower.lookup import in_pieces, piece_code
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.records import Delay, Model, Table
from dalembert._model.result_units import rate_unit, units_of
from dalembert._model.survey import survey
from dalembert._model.values import values_of

ORDERS = 3  # an input and two rates
ANYTHING = Table(path="", time="", column="", times=(0.0, 1.0), values=(0.0, 0.0))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TimeCurve:
    """An input from a table as an expression of time, with two rates, and the functions of its pieces."""

    values: Scalar
    pieces: Scalar


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class InputValues:
    """u, u' and u'' of all inputs as functions of (t, p, given): first all u, then all u', all u''."""

    values: Scalar
    given: Scalar  # the five numbers of each driven input
    driven: tuple[DrivenInput, ...]


def curves_of_tables(t: Scalar, dynamics: Dynamics) -> list[TimeCurve]:
    """The inputs from tables as expressions of time."""

    def curve(polynomial: PiecewisePolynomial) -> TimeCurve:
        value = in_pieces(t, polynomial.t.tolist(), polynomial.c.tolist())
        rate = ca.jtimes(value, t, 1)
        return TimeCurve(
            values=ca.vertcat(value, rate, ca.jtimes(rate, t, 1)), pieces=piece_code(t, polynomial.t.tolist())
        )

    return [curve(one) for one in dynamics.tables if isinstance(one, PiecewisePolynomial)]


def input_laws(model: Model, dynamics: Dynamics, t: Scalar, p: Scalar) -> Scalar:
    """u, u' and u'' of all inputs by their laws and tables."""
    engine = Engine(model, survey(model))
    laws_of_inputs = laws(model, engine)
    tables = [i for i, entry in enumerate(model.inputs) if isinstance(entry.law, Table)]
    sampled = [part[i] for i in tables for part in (engine.u, engine.ud, engine.udd)]
    curves = [one.values for one in curves_of_tables(t, dynamics)]
    symbols, values = (
        ca.vertcat(ca.SX(0, 1), *part) for part in ([engine.t, engine.p, *sampled], [t, p, *curves])
    )
    return ca.substitute(laws_of_inputs, symbols, values)


def input_values(
    model: Model,
    run_laws: Scalar,
    t: Scalar,
    places: Sequence[int],
    uses: Callable[[int, int], bool],
    start: Scalar,
) -> InputValues:
    """The values of inputs, some of which may be set by other programs.

    `uses` says whether an order of an input is needed; `start` are the laws at the start as numbers. An input
    that nothing uses may be set as well, without effect.
    """
    count, driven = len(model.inputs), []
    values: list[Scalar] = [run_laws[k] for k in range(run_laws.numel())]
    given = ca.SX.sym("given", SLOTS * len(places))
    for at, i in enumerate(places):
        mask, since, *parts = ca.vertsplit(given[SLOTS * at : SLOTS * (at + 1)])
        later = t - since
        goes_on = (
            parts[0] + later * (parts[1] + later * parts[2] / 2),
            parts[1] + later * parts[2],
            parts[2],
        )
        for order, value in enumerate(goes_on):
            values[i + order * count] = ca.if_else(mask > 0, value, values[i + order * count])
        orders = tuple(order for order in range(ORDERS) if uses(i, order)) or (0,)
        driven.append(_driven_input(model, i, orders, [float(start[i + order * count]) for order in orders]))
    return InputValues(values=ca.vertcat(ca.SX(0, 1), *values), given=given, driven=tuple(driven))


def _driven_input(model: Model, i: int, orders: tuple[int, ...], start: Sequence[float]) -> DrivenInput:
    entry, unit = model.inputs[i], units_of(model)["input_unit"][i]
    return DrivenInput(
        place=i,
        orders=orders,
        entries=tuple(
            Entry(
                name=f"{entry.name}{chr(39) * order}",
                unit=rate_unit(unit, order),
                text=entry.text,
                value=value,
            )
            for order, value in zip(orders, start, strict=True)
        ),
    )


def with_open_inputs(model: Model, places: Sequence[int]) -> Model:
    """The model with tables instead of the laws of some inputs, which so stay symbols when compiled."""
    return replace(
        model,
        inputs=tuple(
            replace(entry, law=ANYTHING) if i in places and not isinstance(entry.law, Table) else entry
            for i, entry in enumerate(model.inputs)
        ),
    )


def tables_of_open_inputs(
    model: Model, dynamics: Dynamics, places: Sequence[int], t_start: float, start: Scalar
) -> tuple[PiecewisePolynomial, ...]:
    """The tables of a model, and for opened inputs their expansion around the start."""
    count, known = len(model.inputs), iter(dynamics.tables)
    made = []
    for i, entry in enumerate(model.inputs):
        if isinstance(entry.law, Table):
            made.append(next(known))
        elif i in places:
            u, rate, bend = (float(start[i + order * count]) for order in range(ORDERS))
            made.append(
                PiecewisePolynomial(t=t_start + np.array([0.0, 1.0]), c=np.array([[u, rate, bend / 2]]))
            )
    return tuple(one for one in made if isinstance(one, PiecewisePolynomial))


def laws_at_start(model: Model, dynamics: Dynamics, t_start: float) -> Scalar:
    """u, u' and u'' of all inputs at the start, as numbers."""
    t, p = ca.SX.sym("t"), ca.SX.sym("p", len(model.parameters))
    made = ca.Function("laws", [t, p], [input_laws(model, dynamics, t, p)])
    return made(t_start, values_of(model).vector())


def may_be_given(model: Model) -> list[int]:
    """The indices of inputs that are functions of time."""
    return [i for i, entry in enumerate(model.inputs) if not isinstance(entry.law, Delay)]


def input_remarks(undriven: Sequence[str]) -> tuple[str, ...]:
    """Remarks on inputs."""
    if not undriven:
        return ()
    return (f"These inputs keep their own laws, since velocities jump with them: {', '.join(undriven)}.",)

"""Inputs and definitions as functions of time alone, with their rates, to see where they jump."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca

from dalembert._lower.closed_system import laws
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.records import Delay, Model, Table
from dalembert._model.survey import survey


@dataclass(frozen=True, slots=True, kw_only=True)
class OverTime:
    """Values and their time derivatives, as a CasADi function of the column (t, p, others)."""

    names: tuple[str, ...]
    function: Any
    parameters: int
    others: int


def inputs_over_time(model: Model) -> OverTime:
    """Inputs, then their velocities; the others in the column are tables, each with two derivatives."""
    engine = Engine(model, survey(model))
    tables = [i for i, entry in enumerate(model.inputs) if isinstance(entry.law, Table | Delay)]
    sampled = ca.vertcat(
        ca.SX(0, 1), *(part[i] for i in tables for part in (engine.u, engine.ud, engine.udd))
    )
    names = tuple(entry.name for entry in model.inputs)
    count, input_laws = len(names), laws(model, engine)
    return _over_time(engine, names, input_laws[: 2 * count], input_laws[count:], sampled)


def definitions_over_time(model: Model, names: tuple[str, ...]) -> OverTime:
    """Those of some definitions that contain the time itself; the others in the column are held."""
    engine = Engine(model, survey(model))
    timed = tuple(name for name in names if ca.depends_on(engine.leaf(name, 0), engine.t))
    values = ca.vertcat(ca.SX(0, 1), *(engine.leaf(name, 0) for name in timed))
    state_symbols = (engine.q, engine.qd, engine.u, engine.ud, engine.udd, engine.e, engine.s, engine.sd)
    return _over_time(engine, timed, values, ca.jtimes(values, engine.t, 1), ca.vertcat(*state_symbols))


def _over_time(
    engine: Engine, names: tuple[str, ...], values: Scalar, rates: Scalar, others: Scalar
) -> OverTime:
    column = ca.vertcat(engine.t, engine.p, others)
    return OverTime(
        names=names,
        function=ca.Function("over_time", [column], [ca.densify(ca.vertcat(values, rates))]),
        parameters=engine.p.numel(),
        others=others.numel(),
    )

"""The equations of a model for a program: rates, correction and observations as expressions of (t, y, p).

Mechanics has its rates in closed form. Other systems have equations F(t, y, X) = 0 for the leading
derivatives X, eliminated with pivots in a fixed order. Where F is linear in X, its solution is substituted.
Otherwise the state of the program is (y, X), with X' from dF/dt = 0; rates are evaluated at
N(X) = X − F_X⁻¹ F, after a step of Newton's method, and the correction moves X to N(X): it removes the error
of integrating X, or a jump.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._compile.compiled_models import bind, compiled_model
from dalembert._compile.dae_system import DAEDynamics, DAESystem
from dalembert._compile.interface import Dynamics
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.rank_revealing import HEALTHY
from dalembert._compile.table_polynomials import Curve, PiecewisePolynomial
from dalembert._export.programs.dependent_constraints import multipliers_of_run
from dalembert._export.programs.driven_inputs import (
    ORDERS,
    InputValues,
    TimeCurve,
    curves_of_tables,
    input_laws,
    input_values,
    laws_at_start,
    may_be_given,
    tables_of_open_inputs,
    with_open_inputs,
)
from dalembert._export.programs.obstacles import refusal
from dalembert._export.programs.records import Entry
from dalembert._expression.source import ModelError
from dalembert._lower.time_switches import Switches, switches, switches_with
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Coordinate, Model, State, multiplier_names
from dalembert._model.result_units import rate_unit, units_of
from dalembert._model.values import values_of
from dalembert._simulate.prepare import PreparedRun, has_dependent_constraints
from dalembert._structure import elimination
from dalembert._structure.elimination import Elimination, solve_by_elimination

Array = NDArray[np.float64]
DRAWS = 18  # states around the start at which pivots are examined
HEAVY = 1e-6  # weight of coordinates with inertia in a correction, relative to those without
SAME = 1e-9  # relative to the largest values of a table: smaller differences are zero
INDEPENDENT = 1e-13  # the squared remainder of a row of length one; below this it depends on others


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GuardedExpression:
    """An expression, and the condition under which it has a value."""

    value: Scalar
    holds: Scalar


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ProgramEquations:
    """Expressions of (t, y, p) with inputs substituted, and descriptions of states and observations."""

    t: Scalar
    y: Scalar
    p: Scalar
    states: tuple[Entry, ...]
    kinds: tuple[int, ...]
    speeds: int  # the rates of the first so many entries are the next entries
    rates: GuardedExpression
    correction: GuardedExpression | None
    observed: tuple[Entry, ...]
    outputs: GuardedExpression
    inputs: InputValues
    undriven: tuple[str, ...]  # inputs that may not be set, since velocities jump with them
    switches: Scalar  # functions of time whose sign changes where the model is not smooth
    is_pulsed: bool  # whether a pulse may be missed between two checks


def equations_of(model: Model, run: PreparedRun, *, with_inputs: bool) -> ProgramEquations:
    """The equations of a prepared run; with `with_inputs` other programs may set inputs."""
    dynamics, y = _dynamics_at_start(model, run, run.dynamics.tables)
    t_start = run.settings.t_start
    if isinstance(dynamics, DAEDynamics):
        refuse_jumps(has_kinks(dynamics) and _may_strike(dynamics, t_start, y))
        places: list[int] = []
        if with_inputs and model.inputs:
            dynamics, y, places = _with_open_inputs(model, run)
        return _underlying_equations(model, dynamics, run, _elimination(dynamics, t_start, y), places)
    compiled = dynamics.compiled.in_closed_form
    if compiled is None:
        raise TypeError(dynamics)
    refuse_jumps(has_kinks(dynamics) and compiled.state_may_jump)
    places = [i for i in may_be_given(model) if not compiled.state_jumps_with(i)] if with_inputs else []
    return _mechanical(model, compiled, run, places)


def _dynamics_at_start(model: Model, run: PreparedRun, tables: tuple[Curve, ...]) -> tuple[Dynamics, Array]:
    """The compiled model at its start, and the state there; its constraints may depend on one another."""
    values, compiled = values_of(model), compiled_model(model)
    if has_dependent_constraints(model, run.start.redundant):
        compiled = compiled.for_redundant_constraints
    dynamics = bind(compiled, values, tables)
    tested = dynamics.layout.tested
    y = np.concatenate([run.start.y[:tested], np.zeros(len(dynamics.layout.works))])
    dynamics.begin(run.settings.t_start, y, values.guess)
    return dynamics, y


def _with_open_inputs(model: Model, run: PreparedRun) -> tuple[DAEDynamics, Array, list[int]]:
    """A general model in which inputs that may be set stay symbols, and the indices of these."""
    t_start = run.settings.t_start
    start = laws_at_start(model, run.dynamics, t_start)
    places = may_be_given(model)
    while True:
        tables = tables_of_open_inputs(model, run.dynamics, places, t_start, start)
        dynamics, y = _dynamics_at_start(with_open_inputs(model, places), run, tables)
        if not isinstance(dynamics, DAEDynamics):
            raise TypeError(dynamics)
        good = [i for i in places if not _jumps_with(dynamics, i)]
        if good == places:
            return dynamics, y, places
        places = good


def _jumps_with(dynamics: DAEDynamics, i: int) -> bool:
    """Whether momenta, velocities of constraints or invariants depend on an input or its rate."""
    ode, count = dynamics.compiled.under, dynamics.compiled.inputs
    beyond = ode.Fd if ode.linear else ode.F  # the third derivative of an input is not known
    return bool(
        ca.depends_on(ode.continuous, ca.vertcat(ode.u[i], ode.u[i + count]))
        or ca.depends_on(beyond, ode.u[i + 2 * count])
    )


def _mechanical(
    model: Model, compiled: MechanicalSystem, run: PreparedRun, places: list[int]
) -> ProgramEquations:
    field, layout = compiled.field, compiled.layout
    seen = field.observed
    observed = energy_entries()
    observed += [*multiplier_entries(model), *output_entries(model)]
    lam = multipliers_of_run(run, field.saddle["G"], seen["lam"])
    values = ca.vertcat(seen["T"], seen["V"], lam, seen["outputs"])
    tables = curves_of_tables(field.t, run.dynamics)
    used = ca.vertcat(field.rates, field.correction, values)
    inputs = given_inputs(model, run, field.t, field.p, field.u, places, used)

    def put_in(value: Scalar) -> Scalar:
        return ca.substitute(value, field.u, inputs.values) if model.inputs else value

    holds, projected = (put_in(one) > HEALTHY for one in (field.health, field.correction_health))
    tested = layout.tested
    correction = GuardedExpression(value=put_in(field.correction[:tested]), holds=projected)
    return ProgramEquations(
        t=field.t,
        y=field.y[:tested],
        p=field.p,
        states=state_entries(model, compiled.names, run),
        kinds=tuple(layout.kind_of_each().tolist()),
        speeds=layout.n,
        rates=GuardedExpression(value=put_in(field.rates[:tested]), holds=holds),
        correction=correction if layout.constraints else None,
        observed=tuple(observed),
        outputs=GuardedExpression(value=put_in(values), holds=holds),
        inputs=inputs,
        undriven=fixed_inputs(model, places),
        switches=time_switches(compiled.switches, field.t, field.p, tables),
        is_pulsed=compiled.switches is not None or field.peaks.numel() > 0 or bool(tables),
    )


def _elimination(dynamics: DAEDynamics, t: float, y: Array) -> Elimination:
    """Pivots for F_X that are good at the start and around it; raises where there are none."""
    random, samples = np.random.default_rng(7), [dynamics.residual(t, y, dynamics.first)[1]]
    for draw in range(DRAWS):
        size = 0.7 * 0.3 ** (draw // 6)
        near = [one * (1 + size * random.uniform(-1, 1, len(one))) for one in (y, dynamics.first)]
        jacobians = dynamics.residual(t, *near)[1]
        samples += [jacobians] if np.isfinite(jacobians).all() else []
    order = elimination.elimination(dynamics.compiled.equations.pattern, samples)
    if order is None:
        message = "the pivots of its equations are chosen anew in every step, and a program has a fixed order"
        raise ModelError((refusal("", message, "simulate it here, or split the model into smaller ones"),))
    return order


def _underlying_equations(
    model: Model, dynamics: DAEDynamics, run: PreparedRun, order: Elimination, places: list[int]
) -> ProgramEquations:
    compiled, ode = dynamics.compiled, dynamics.compiled.under
    tables = curves_of_tables(ode.t, run.dynamics)
    tested = compiled.layout.tested
    y = ode.y[:tested]
    X, solved = _leading(compiled, order)
    by_time, regular = _rates_of_leading(compiled, order)
    seen, values = _observations(model, compiled)
    correction = _smallest_correction(dynamics) if compiled.layout.constraints else None
    wanted = [ode.rates[:tested], values, regular > elimination.HEALTHY, by_time]
    rates, values, holds, by_time = ca.substitute(ca.substitute(wanted, [ode.Xd], [by_time]), [ode.X], [X])
    holds = ca.logic_and(solved > elimination.HEALTHY, holds)
    states = state_entries(model, ode.names, run)
    kinds = list(compiled.layout.kind_of_each().tolist())
    if not ode.linear:
        y, rates = ca.vertcat(y, ode.X), ca.vertcat(rates, by_time)
        none = ca.SX.zeros(tested, 1)
        correction = ca.vertcat(none if correction is None else correction, X - ode.X)
        known = set(ode.names)
        entries = _entries(model, ode.leading)
        states += tuple(
            replace(entry, value=float(value)) for entry, value in zip(entries, dynamics.first, strict=True)
        )
        kinds += [2] * len(ode.leading)
        seen = [(entry, i) for entry, i in seen if entry.name not in known | set(ode.leading)]
    else:
        seen = [(entry, i) for entry, i in seen if entry.name not in ode.names]
    used = ca.vertcat(rates, values, holds, *([] if correction is None else [correction]))
    inputs = given_inputs(model, run, ode.t, ode.p, ode.u, places, used)
    timed = switches(model)  # those of a run may have sides of kinks among their parameters
    put_in = [inputs.values[i + k * len(model.inputs)] for i in compiled.tables for k in range(ORDERS)]
    parts = [rates, ca.vertcat(ca.SX(0, 1), *(values[i] for _, i in seen)), holds]
    parts += [] if correction is None else [correction]
    rates, values, holds, *corrections = ca.substitute(
        parts, [compiled.sampled], [ca.vertcat(ca.SX(0, 1), *put_in)]
    )
    return ProgramEquations(
        t=ode.t,
        y=y,
        p=ode.p,
        states=states,
        kinds=tuple(kinds),
        speeds=0,
        rates=GuardedExpression(value=rates, holds=holds),
        correction=GuardedExpression(value=corrections[0], holds=ca.SX(1) if ode.linear else holds)
        if corrections
        else None,
        observed=tuple(entry for entry, _ in seen),
        outputs=GuardedExpression(value=values, holds=holds),
        inputs=inputs,
        undriven=fixed_inputs(model, places),
        switches=time_switches(timed, ode.t, ode.p, tables),
        is_pulsed=timed is not None or compiled.timed,
    )


def given_inputs(
    model: Model, run: PreparedRun, t: Scalar, p: Scalar, u: Scalar, places: list[int], used: Scalar
) -> InputValues:
    """All inputs, some of which may be set; `used` are all expressions that contain them."""
    count = len(model.inputs)

    def uses(i: int, order: int) -> bool:
        return bool(ca.depends_on(used, u[i + order * count]))

    start = laws_at_start(model, run.dynamics, run.settings.t_start) if places else ca.DM(0, 1)
    return input_values(model, input_laws(model, run.dynamics, t, p), t, places, uses, start)


def fixed_inputs(model: Model, places: list[int]) -> tuple[str, ...]:
    """The inputs that may not be set."""
    return tuple(entry.name for i, entry in enumerate(model.inputs) if i not in places)


def refuse_jumps(jumps: bool) -> None:
    """Raise if velocities jump where a function of time switches."""
    if jumps:
        message = "a prescribed motion with kinks makes velocities jump, which rates alone cannot express"
        raise ModelError((refusal("inputs", message, "prescribe it by a smooth expression of t"),))


def has_kinks(dynamics: Dynamics) -> bool:
    """Whether a function of time jumps or has a kink: one with switches, or a table of straight lines."""
    return dynamics.compiled.switches is not None or any(
        not isinstance(one, PiecewisePolynomial) or _has_jumps_of_slope(one) for one in dynamics.tables
    )


def _has_jumps_of_slope(curve: PiecewisePolynomial) -> bool:
    before, after = curve.within(curve.t[1:-1], curve.t[:-2]), curve.within(curve.t[1:-1], curve.t[1:-1])
    size = np.max(np.abs(np.concatenate([before, after])), axis=0, initial=0.0)[:2]
    return bool(np.any(np.abs(before - after)[:, :2] > SAME * size))


def _is_heavy(compiled: DAESystem) -> NDArray[np.bool_]:
    """Which entries of a state have inertia, or are velocities: they do not follow a jump of a constraint."""
    known = zip((unknown.name for unknown in compiled.signature.unknowns), compiled.offsets.d, strict=True)
    order = dict(known)
    names = compiled.under.names
    return np.array([n.count("'") < order[n.rstrip("'")] - 1 or "'" in n for n in names], dtype=bool)


def _may_strike(dynamics: DAEDynamics, t: float, y: Array) -> bool:
    """Whether coordinates with inertia can jump with a function of time.

    They cannot if momenta and velocities of constraints do not switch, and coordinates without inertia can
    satisfy all constraints that contain them.
    """
    ode, sampled = dynamics.compiled.under, dynamics.compiled.sampled

    def switches_in_time(expression: Scalar) -> bool:
        return bool(ca.depends_on(expression, sampled)) or switches_with(expression, ode.t)

    if switches_in_time(ca.vertcat(ode.instant["momentum"], ode.observed["velocity"])):
        return True
    g, slopes = ode.invariants, dynamics.compiled.blocks["g_y"]
    light = ~_is_heavy(dynamics.compiled)
    there = np.zeros(slopes.shape, dtype=bool)
    there[slopes.sparsity().get_triplet()] = True
    follows = np.any(there[:, light], axis=1)
    moved = [i for i in range(g.numel()) if switches_in_time(g[i])]
    if not all(follows[moved]):
        return True
    g_y = dynamics.compiled.evaluators["project"](dynamics.column(t, y))["g_y"]
    part = (g_y * dynamics.scale)[np.ix_(follows, light)]
    return int(np.linalg.matrix_rank(part)) < len(part) if len(part) else False


def _leading(compiled: DAESystem, order: Elimination) -> tuple[Scalar, Scalar]:
    """X where F is linear in it, else X after a step of Newton's method; and the health of that."""
    ode, F_X = compiled.under, compiled.blocks["F_X"]
    if ode.linear:
        return solve_by_elimination(F_X, -ca.substitute(ode.F, ode.X, ca.SX.zeros(ode.X.numel(), 1)), order)
    step, health = solve_by_elimination(F_X, ode.F, order)
    return ode.X - step, health


def _rates_of_leading(compiled: DAESystem, order: Elimination) -> tuple[Scalar, Scalar]:
    """X' from dF/dt = F_X X' + … = 0, and the health of that."""
    ode = compiled.under
    remainder = ca.substitute(ode.Fd, ode.Xd, ca.SX.zeros(ode.Xd.numel(), 1))
    return solve_by_elimination(compiled.blocks["F_X"], -remainder, order)


def _smallest_correction(dynamics: DAEDynamics) -> Scalar:
    """The least-norm correction S Aᵀ z with A = g_y S, rows of length one, and (A Aᵀ) z = −g.

    S are the sizes at the start. Coordinates with inertia are moved only where no others can be. The system
    is solved by Cholesky's method; a row that depends on those before it is left out.
    """
    parts = dynamics.compiled.blocks
    scale = ca.DM(dynamics.scale * np.where(_is_heavy(dynamics.compiled), HEAVY, 1.0))
    A = ca.densify(parts["g_y"] @ ca.diag(scale))
    m = A.size1()
    length = ca.sqrt(ca.sum2(A * A))
    length = ca.if_else(length > 0, length, 1)
    A, z = A / ca.repmat(length, 1, A.size2()), -ca.densify(parts["g"]) / length
    N = A @ A.T
    L, inverse = ca.SX.zeros(m, m), []
    for k in range(m):
        pivot = N[k, k] - ca.sumsqr(L[k, :k]) if k else N[k, k]
        inverse.append(ca.if_else(pivot > INDEPENDENT, 1 / ca.sqrt(pivot), 0))
        for i in range(k, m):
            L[i, k] = (N[i, k] - (ca.dot(L[i, :k], L[k, :k]) if k else 0)) * inverse[k]
    for k in range(m):
        z[k] = (z[k] - (ca.dot(L[k, :k].T, z[:k]) if k else 0)) * inverse[k]
    for k in reversed(range(m)):
        z[k] = (z[k] - (ca.dot(L[k + 1 :, k], z[k + 1 :]) if k + 1 < m else 0)) * inverse[k]
    return scale * (A.T @ z)


def _observations(model: Model, compiled: DAESystem) -> tuple[list[tuple[Entry, int]], Scalar]:
    """Energies, speeds, multipliers, unknown efforts and outputs with their indices in a column."""
    seen, units = compiled.under.observed, units_of(model)
    entries = energy_entries()
    entries += _entries(model, [f"{c.name}'" for c in model.coordinates])
    entries += [*multiplier_entries(model), *_efforts(model, units["effort_unit"]), *output_entries(model)]
    column = ca.vertcat(*(seen[name] for name in ("T", "V", "qd", "lam", "e", "outputs")))
    return [(entry, i) for i, entry in enumerate(entries)], column


def energy_entries() -> list[Entry]:
    """Kinetic and potential energy."""
    named = (("T", "kinetic energy"), ("V", "potential energy"))
    return [Entry(name=name, unit="J", text=text) for name, text in named]


def multiplier_entries(model: Model) -> list[Entry]:
    """The multipliers of a model."""
    pairs = zip(multiplier_names(model), units_of(model)["multiplier_unit"], strict=True)
    return [Entry(name=name, unit=unit, text="multiplier") for name, unit in pairs]


def _efforts(model: Model, units: Sequence[str]) -> list[Entry]:
    return [Entry(name=e.name, unit=unit, text=e.text) for e, unit in zip(model.efforts, units, strict=True)]


def output_entries(model: Model) -> list[Entry]:
    """The outputs of a model."""
    units = units_of(model)["output_unit"]
    return [Entry(name=o.name, unit=unit, text=o.text) for o, unit in zip(model.outputs, units, strict=True)]


def state_entries(model: Model, names: Sequence[str], run: PreparedRun) -> tuple[Entry, ...]:
    """The entries of the state, with their values at the start."""
    return tuple(
        replace(entry, value=float(value))
        for entry, value in zip(_entries(model, names), run.start.y, strict=False)
    )


def _entries(model: Model, names: Sequence[str]) -> list[Entry]:
    """The descriptions of unknowns and their derivatives, by their names with primes."""
    units = units_of(model)
    known = {
        entry.name: entry for entry in (*multiplier_entries(model), *_efforts(model, units["effort_unit"]))
    }
    both: tuple[Coordinate | State, ...] = (*model.coordinates, *model.states)
    moving = zip(both, (*units["coordinate_unit"], *units["state_unit"]), strict=True)
    known |= {one.name: Entry(name=one.name, unit=unit, text=one.text) for one, unit in moving}

    def entry(name: str) -> Entry:
        base, order = known[name.rstrip("'")], name.count("'")
        unit = rate_unit(base.unit, order)
        return Entry(name=name, unit=unit, text="" if order else base.text)

    return [entry(name) for name in names]


def time_switches(switches: Switches | None, t: Scalar, p: Scalar, tables: Sequence[TimeCurve]) -> Scalar:
    """Functions of time whose sign changes where the model switches; sin(pi x) for switches at whole x."""
    pieces = [one.pieces for one in tables]
    if switches is None:
        return ca.vertcat(ca.SX(0, 1), *pieces)
    made = [ca.sin(ca.pi * one.function) if one.counts else one.function for one in switches.timed]
    functions = ca.substitute(
        ca.vertcat(*made), switches.u, ca.vertcat(ca.SX(0, 1), *(one.values for one in tables))
    )
    return ca.vertcat(ca.substitute(functions, ca.vertcat(switches.t, switches.p), ca.vertcat(t, p)), *pieces)

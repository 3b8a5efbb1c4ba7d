"""Jumps of the state at given times: impulses and sampled values, as expressions of (t, y, p).

M Δqd + Gᵀ Λ = P with G Δqd = 0: Δqd is the change of accelerations by forces P. Samples read the state after
impulses of the same instant; both read inputs that jump there, to rounding, as they are after it. The times
of samples are counted from the start of the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import casadi as ca

from dalembert._compile.compiled_models import compiled_model
from dalembert._export.programs.driven_inputs import InputValues
from dalembert._export.programs.obstacles import refusal
from dalembert._expression.expression import Expression
from dalembert._expression.source import ModelError
from dalembert._expression.tree import Name, Sum
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.records import Model, Parameter, Term
from dalembert._model.survey import survey
from dalembert._model.without_contacts import without_contacts
from dalembert._simulate.breaks import APART
from dalembert._simulate.prepare import PreparedRun, has_dependent_constraints
from dalembert._simulate.trajectory import INSIDE


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Jumps:
    """The state after a jump at a time, and the time of the next jump.

    Where contacts take their part in impulses, `pushed` is the state after these, and `state` that after
    samples alone. `momenta` are those of the impulses at a time, `impulse_times` when each of them acts.
    """

    pushed: Scalar | None
    momenta: Scalar
    impulse_times: Scalar
    state: Scalar
    following: Scalar
    near: float  # times that differ by less are equal


def jumps_of(
    model: Model,
    run: PreparedRun,
    t: Scalar,
    y: Scalar,
    p: Scalar,
    names: Sequence[str],
    inputs: InputValues,
    *,
    apart: bool = False,
) -> Jumps | None:
    """The jumps of a prepared model; None without any. With `apart` impulses and samples are separate."""
    if not model.sampled and not model.impulses:
        return None
    settings, dependent = run.settings, has_dependent_constraints(model, run.start.redundant)
    latest = max(abs(settings.t_start), abs(settings.t_end))
    expressions = StateExpressions(model, t, p, names, inputs, late=INSIDE * latest)
    near = 2 * APART * latest
    state, times, impulse_times = y, list[Scalar](), list[Scalar]()
    gain = _gain(model, t, y, p, inputs, dependent=dependent) if model.impulses else ca.SX(0, 0)
    n = len(model.coordinates)
    momenta = ca.SX.zeros(n, 1)
    for impulse in model.impulses:
        (at,) = expressions.values([impulse.at], y)
        push = ca.SX.zeros(n, 1)
        for one, value in zip(
            impulse.work, expressions.values([one.expression for one in impulse.work], y), strict=True
        ):
            push[list(names).index(one.name)] = value
        change = ca.vertcat(ca.SX.zeros(n, 1), gain @ push, ca.SX.zeros(y.numel() - 2 * n, 1))
        state += ca.if_else(ca.fabs(t - at) <= near, change, 0)
        momenta += ca.if_else(ca.fabs(t - at) <= near, push, 0)
        impulse_times.append(at)
        times.append(ca.if_else(at > t + near, at, ca.inf))
    pushed = state if model.impulses and apart else None
    before = y if apart else state
    values = expressions.values([one.value for one in model.sampled], before)
    every = expressions.values([one.every for one in model.sampled], before)
    state = ca.SX(before)
    for sampled, value, step in zip(model.sampled, values, every, strict=True):
        count = (t - settings.t_start) / step
        nearest = settings.t_start + ca.floor(count + 0.5) * step
        column = list(names).index(sampled.name)
        state[column] = ca.if_else(ca.fabs(t - nearest) <= near, value, before[column])
        times.append(settings.t_start + (ca.floor((t + near - settings.t_start) / step) + 1) * step)
    following = times[0]
    for other in times[1:]:
        following = ca.fmin(following, other)
    return Jumps(
        pushed=pushed,
        momenta=momenta,
        impulse_times=ca.vertcat(ca.SX(0, 1), *impulse_times),
        state=state,
        following=following,
        near=near,
    )


class StateExpressions:
    """Expressions of a model at a state of its program, and at its time or a little later."""

    def __init__(
        self,
        model: Model,
        t: Scalar,
        p: Scalar,
        names: Sequence[str],
        inputs: InputValues,
        *,
        late: float = 0.0,
    ) -> None:
        self._engine = engine = Engine(model, survey(model))
        coordinates = [c.name for c in model.coordinates]
        wanted = [
            *coordinates,
            *(f"{name}'" for name in coordinates),
            *(state.name for state in model.states),
        ]
        missing = [name for name in wanted if name not in names]
        if missing:
            message = f"something jumps in a model whose state is without {missing[0]}"
            raise ModelError((refusal("", message, "simulate it here"),))
        self._places = [list(names).index(name) for name in wanted]
        self._state = ca.vertcat(engine.q, engine.qd, engine.s)
        self._known = ca.vertcat(engine.t, engine.p, engine.u, engine.ud, engine.udd)
        values = ca.vertcat(t, p, inputs.values)
        self._values = ca.substitute(values, t, t + late) if late else values

    def values(self, expressions: Sequence[Expression], y: Scalar) -> list[Scalar]:
        """Their values at a state."""
        column = ca.vertcat(ca.SX(0, 1), *(self._engine.build(one.root) for one in expressions))
        state = ca.vertcat(*(y[column] for column in self._places))
        value = ca.substitute(column, ca.vertcat(self._known, self._state), ca.vertcat(self._values, state))
        return [value[k] for k in range(value.numel())]


def _gain(model: Model, t: Scalar, y: Scalar, p: Scalar, inputs: InputValues, *, dependent: bool) -> Scalar:
    """The change of accelerations by forces on the coordinates, with the reactions of constraints."""
    pushes = [f"force on {c.name}" for c in model.coordinates]
    known = {term.name: term for term in model.work}
    work = []
    for coordinate, push in zip(model.coordinates, pushes, strict=True):
        term = known.get(coordinate.name)
        root = Name(push) if term is None else Sum((term.expression.root, Name(push)))
        work.append(Term(name=coordinate.name, expression=Expression(root)))
    parameters = (*model.parameters, *(Parameter(name=push) for push in pushes))
    compiled = compiled_model(
        replace(without_contacts(model), parameters=parameters, work=tuple(work), impulses=(), sampled=())
    ).in_closed_form
    if compiled is None or compiled.coupled or compiled.has_rates_of_forces:
        message = f"the impulse {model.impulses[0].name} acts where forces depend on forces"
        raise ModelError((refusal(f"impulses.{model.impulses[0].name}", message, "simulate it here"),))
    compiled = compiled.for_redundant_constraints if dependent else compiled
    field, n, count = compiled.field, len(model.coordinates), len(model.parameters)
    gain = ca.jacobian(field.rates[n : 2 * n], field.p[count:])
    size = compiled.layout.tested
    old = ca.vertcat(field.t, field.y[:size], field.p, field.u)
    new = ca.vertcat(t, y[:size], p, ca.SX.zeros(n, 1), inputs.values)
    return ca.substitute(gain, old, new)

"""Runs of models with delayed values: each begins with the history before its start, and keeps its past."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dalembert._compile.interface import Dynamics
from dalembert._expression.source import ModelError, flaw_at
from dalembert._model.delays import delays_of, with_past
from dalembert._model.records import Model
from dalembert._model.rules_discrete import time_of
from dalembert._simulate.delays import SHORTER
from dalembert._simulate.methods import STEPPERS, MethodChoice
from dalembert._simulate.motion import Settings
from dalembert._simulate.trajectory import Method, Problem, Trajectory, Watch
from dalembert._words.message import Message, Name, say


@dataclass(frozen=True, slots=True, kw_only=True)
class WithHistory:
    """A method for models with delayed values."""

    method: Method

    def __call__(self, problem: Problem, watch: Watch) -> Trajectory:
        """A run from the start, and the past that it leaves behind."""
        history = problem.history
        if history is None:
            raise TypeError(problem)
        history.rewind()
        return replace(self.method(problem, watch), past=history.copy())


def refuse_delays(chosen: MethodChoice, model: Model, settings: Settings) -> None:
    """Raise if a method cannot follow delayed values."""
    delays = delays_of(model)
    if not delays:
        return
    entry = model.inputs[next(iter(delays))]
    name = chosen.name.partition(":")[0]
    if name not in STEPPERS:
        message = f"the method {name} cannot follow delayed values such as `{entry.name}`"
        hint = "take auto, rk853 or rk54, which keep the past as they go"
    elif not chosen.fixed:
        message, hint = f"delayed values such as `{entry.name}` need a C compiler", str(chosen.remarks[0])
    else:
        shortest = min(time_of(law.by, model) or 0.0 for law in delays.values())
        if settings.dt is None or settings.dt <= SHORTER * shortest:
            return
        message = f"dt = {settings.dt:g} s is not below the delay {shortest:g} s of `{entry.name}`"
        hint = f"give dt = {0.5 * shortest:g} or less: what a step asks for must be past"
    raise ModelError((flaw_at(entry.location, rule="delay", message=message, hint=hint),))


def refuse_solved_delays(model: Model, dynamics: Dynamics) -> None:
    """Raise if the rates are solutions of implicit equations: no history is kept of their unknowns."""
    if dynamics.compiled.equations.leading:
        entry = model.inputs[next(iter(delays_of(model)))]
        message = f"`{entry.name}` stands in a model with massless coordinates or unknown efforts"
        hint = "values are delayed in mechanics where every coordinate has inertia or is held by a constraint"
        raise ModelError((flaw_at(entry.location, rule="delay", message=message, hint=hint),))


def on_delays(model: Model, run: Trajectory) -> tuple[Message, ...]:
    """Remarks on the history before the start, and on steps that stability limits."""
    delays = delays_of(model)
    if not delays:
        return ()
    used = {law.of for law in delays.values()}
    with_history = [
        one.name for one in with_past(model) if one.before is not None and one.before.value is None
    ]
    with_history = [name for name in with_history if name in used]
    remarks = [say("remark_delay_held", names=tuple(map(Name, with_history)))] if with_history else []
    if run.work.stiff > 0.5 * max(run.work.steps, 1):
        remarks.append(say("remark_delay_stiff"))
    return tuple(remarks)

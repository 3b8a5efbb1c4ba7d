"""The motion of a model by another derivation or formulation: a prepared run with other equations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compare.motions.records import Kind, MotionRun
from dalembert._compare.motions.setting import Setting, Way, WayEquations
from dalembert._compile.compiler import Compiler, working_compiler
from dalembert._compile.interface import Dynamics
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._derive.forms.form import NotAvailable
from dalembert._lower.implicit_steps import GGL
from dalembert._model.records import Model
from dalembert._simulate.implicit import run_implicit
from dalembert._simulate.methods import MethodChoice
from dalembert._simulate.motion import Motion, Status
from dalembert._simulate.prepare import PreparedRun
from dalembert._simulate.run import run
from dalembert._simulate.trajectory import Problem, Trajectory, Watch
from dalembert._words.message import Quantity, say

Array = NDArray[np.float64]
ORDER = 5  # of the steps of ggl
LAGRANGE = "lagrange"  # the name of the run that `simulate` gives
STEPS = 200  # of a run with the tolerance 1


def reference(model: Model) -> tuple[Motion, PreparedRun]:
    """The motion as `simulate` gives it, and its prepared run."""
    kept: list[PreparedRun] = []

    def keep(_: Model, ready: PreparedRun) -> PreparedRun:
        kept.append(ready)
        return ready

    return run(model, change=keep), kept[0]


def refuse_others(ready: PreparedRun) -> None:
    """Raise where equations cannot be replaced: only smooth mechanics has other derivations."""
    system = ready.dynamics.compiled.in_closed_form
    if system is None or not system.regular:
        raise NotAvailable(say("compare_not_mechanical"))
    if ready.hybrid is not None or ready.problem.history is not None:
        raise NotAvailable(say("compare_not_smooth"))
    if ready.problem.breaks and system.may_jump:
        raise NotAvailable(say("compare_not_smooth"))
    if ready.start.redundant or system.softens:
        raise NotAvailable(say("compare_redundant"))


def run_of(way: Way, setting: Setting) -> MotionRun:
    """The motion by a derivation or formulation; raises NotAvailable where the model does not have it."""
    made = way.make(setting)

    def change(model: Model, ready: PreparedRun) -> PreparedRun:
        return replace(_with_equations(model, ready, made), once=way.drifts)

    motion = run(setting.model, change=change)
    position, velocity = violations(setting.ready.dynamics, motion)
    if way.drifts:
        motion = _as_drifting(motion, position, velocity)
    return MotionRun(
        name=way.name,
        kind=way.kind,
        motion=motion,
        constants=made.constants,
        drifts=way.drifts,
        position=position,
        velocity=velocity,
    )


def run_with(model: Model, kind: Kind) -> MotionRun:
    """The motion of a model as `simulate` gives it."""
    motion, ready = reference(model)
    return first_run(motion, ready.dynamics, LAGRANGE, kind)


def first_run(motion: Motion, dynamics: Dynamics, name: str, kind: Kind) -> MotionRun:
    """A motion of the program as the run of a comparison."""
    position, velocity = violations(dynamics, motion)
    return MotionRun(name=name, kind=kind, motion=motion, position=position, velocity=velocity)


def violations(dynamics: Dynamics, motion: Motion) -> tuple[Array, Array]:
    """The largest |Phi|, and the largest of its rate and of |Psi|, at each time, in their units.

    Zero where there are none, or where constraints are not those of smooth mechanics.
    """
    regular = dynamics.compiled.in_closed_form is not None and not motion.contact.shape[1]
    if not motion.lam.shape[1] or not len(motion.t) or not regular:
        none = np.zeros(len(motion.t))
        return none, none
    works = np.zeros((len(motion.t), len(dynamics.layout.works)))
    rows = np.concatenate([motion.q, motion.qd, motion.s, works], axis=1)
    seen = dynamics.observe(motion.t, rows)
    position, velocity = (np.max(np.abs(seen[key]), axis=1, initial=0.0) for key in ("position", "velocity"))
    return position, velocity


def _with_equations(model: Model, ready: PreparedRun, made: WayEquations) -> PreparedRun:
    """A prepared run with other equations."""
    compiled = MechanicalSystem(model, formulate=made.formulate)
    dynamics = compiled.bind(ready.dynamics.p, ready.dynamics.tables)
    plain, works = ready.dynamics.layout, dynamics.layout.works  # equations differ in their works
    done = [ready.start.y[plain.place(work)] if work in plain.works else 0.0 for work in works]
    column = ready.dynamics.column(float(ready.problem.times[0]), ready.start.y)
    start = compiled.begin(np.concatenate([column[: 1 + plain.tested], done, column[1 + plain.size :]]))
    largest = np.abs(start[: dynamics.layout.tested])
    problem = replace(ready.problem, dynamics=dynamics, start=start, largest=largest)
    compiler = working_compiler() if made.stepped else None
    method = _stepping_method(compiler) if compiler is not None else ready.method
    return replace(ready, dynamics=dynamics, problem=problem, method=method)


def _stepping_method(compiler: Compiler) -> MethodChoice:
    """Steps of `ggl` with a fixed size that follows from the tolerance."""

    def method(problem: Problem, watch: Watch) -> Trajectory:
        span = float(problem.times[-1] - problem.times[0])
        dt = span / STEPS * problem.rtol ** (1 / ORDER)
        return run_implicit(GGL, (), compiler, replace(problem, dt=dt, refined=None), watch)

    halved = float(2**ORDER)
    return MethodChoice(name=GGL, method=method, loose=halved, ratio=halved, contraction=1 / halved)


def _as_drifting(motion: Motion, position: Array, velocity: Array) -> Motion:
    """The motion with remarks on its drifting constraints; it is never called exact."""
    if motion.status not in (Status.ok, Status.limited, Status.flagged):
        return motion
    most = max(float(np.max(position, initial=0.0)), 0.0), float(np.max(velocity, initial=0.0))
    message = say(
        "compare_drifts",
        t=Quantity(motion.reached),
        position=Quantity(most[0], 1, "e"),
        velocity=Quantity(most[1], 1, "e"),
    )
    return replace(motion, status=Status.limited, message=message)

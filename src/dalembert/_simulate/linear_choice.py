"""Whether a run is one of a linear model with constant coefficients, which needs no steps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn
from weakref import WeakKeyDictionary

from dalembert._compile.interface import CompiledModel
from dalembert._compile.linear_tapes import first_nonlinear, linear_tapes
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.records import Model
from dalembert._simulate.method_names import EXPONENTIAL
from dalembert._simulate.methods import method_of
from dalembert._simulate.prepare import PreparedRun
from dalembert._simulate.series_choice import INSTRUCTION, STAGE
from dalembert._simulate.trajectory import Problem

if TYPE_CHECKING:
    from dalembert._simulate.exponential import LinearMotion

# In nanoseconds of one core as they were measured, so that the choice is the same on every machine.
EVALUATIONS = 300  # of the rates in all runs, while the fastest mode that is alive turns by a radian
IMPLICIT = 5e4  # of all runs in that time, where the model is stiff
TABLES, PIECE, ROW = 8e6, 5e5, 150.0  # for each system, each piece of time, and each number of the rows
CHEAPER = 0.7  # of the other methods' cost
MOST_PIECES = 2000  # of time: what the modes do in each of more is not looked at


def exactly_where_linear(model: Model, ready: PreparedRun) -> PreparedRun:
    """The run by matrix exponentials where it is asked for, or where that costs less than steps."""
    asked, settings = ready.method.name == EXPONENTIAL, ready.settings
    chooses = settings.method == "auto" and settings.dt is None and not ready.once
    if not asked and not chooses:
        return ready
    tapes, decided = linear_tapes(ready.problem.dynamics.compiled), _decided_by(ready.problem)
    if not asked and (
        tapes is None or not tapes.linear or _unpaid.get(ready.problem.dynamics.compiled) == decided
    ):
        return ready
    from dalembert._simulate.exponential import linear_motion

    obstacle = _obstacle(model, ready)
    motion = None if obstacle else linear_motion(ready.problem, model)
    if motion is None:
        if asked:
            _refuse(obstacle or _first_reason(ready))
        return ready
    if not asked and not _pays(ready.problem, motion):
        if not ready.problem.dynamics.tables:
            _unpaid[ready.problem.dynamics.compiled] = decided
        return ready
    method = method_of(EXPONENTIAL, None, settings.rtol)
    return replace(ready, method=method, problem=replace(ready.problem, linear=motion))


def _decided_by(problem: Problem) -> bytes:
    """The numbers that decide what a run of a model without tables costs."""
    return problem.dynamics.p.tobytes() + problem.times.tobytes() + problem.start.tobytes()


_unpaid: WeakKeyDictionary[CompiledModel, bytes] = WeakKeyDictionary()  # runs that were cheaper by steps


def _pays(problem: Problem, motion: LinearMotion) -> bool:
    """Whether steps would cost more: they follow the modes that are alive."""
    pieces, places = motion.pieces(), len(motion.segments)
    if places > MOST_PIECES:
        return False
    radian = EVALUATIONS * (STAGE + INSTRUCTION * problem.dynamics.compiled.code.length)
    if motion.is_stiff:
        radian = IMPLICIT
    tables = len(pieces.systems) * (1 + pieces.rounded) * (1 + (places > 1))
    size = len(pieces.systems[0].high)
    exactly = tables * TABLES + places * PIECE + len(problem.times) * size * ROW
    return exactly <= CHEAPER * radian * len(motion.steps)


def _obstacle(model: Model, ready: PreparedRun) -> str:
    """What a model has that ends or interrupts a linear motion; nothing where there is none."""
    for there, what in (
        (model.contacts, "contacts"),
        (model.events, "events"),
        (model.impulses, "impulses"),
        (model.sampled, "sampled values"),
        (ready.hybrid is not None, "switches"),
        (ready.problem.history is not None, "delayed values"),
        (ready.dependent or ready.start.redundant, "constraints that depend on one another"),
    ):
        if there:
            return f"this one has {what}"
    return ""


def _first_reason(ready: PreparedRun) -> str:
    """The first rate that is not linear, or that inputs are of another kind."""
    name = first_nonlinear(ready.problem.dynamics)
    if name:
        return f"the rate of `{name}` is not"
    return (
        "its coefficients or inputs depend on time in another way, or it is too large or switches too often"
    )


def _refuse(reason: str) -> NoReturn:
    message = f"the method {EXPONENTIAL} runs linear models with constant coefficients, and {reason}"
    hint = (
        "use auto; inputs may be made of constants, powers of t, sin, cos and exp of a*t + b, steps,"
        " and tables over time"
    )
    raise ModelError((Flaw(rule="method", severity="error", where="method", message=message, hint=hint),))

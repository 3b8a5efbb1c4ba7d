"""Why a model does not run in a page: its recorded motion is played instead."""

from __future__ import annotations

from collections.abc import Iterator

from dalembert._compile.method_source import RADAU
from dalembert._expression.walk import names
from dalembert._live.time_switches import needs_more_than_a_page
from dalembert._model.records import Delay, Model
from dalembert._model.used_results import used_results
from dalembert._simulate.exponential import linear_motion
from dalembert._simulate.method_names import EXPONENTIAL
from dalembert._simulate.methods import AUTO
from dalembert._simulate.motion import Motion
from dalembert._simulate.prepare import PreparedRun
from dalembert._words.message import Message, Name, say

METHODS = ("rk54", "rk853")  # the methods that a page has


def obstacles(model: Model) -> Iterator[Message]:
    """What asks for forces, or looks back."""
    for used in used_results(model, frozenset({"when"})):
        yield say("live_event_results", name=Name(used.use.name))
    for entry in model.inputs:
        if isinstance(entry.law, Delay):
            yield say("live_delay", name=Name(entry.name))
    starts = [(c.name, c.start) for c in model.coordinates] + [(s.name, s.start) for s in model.states]
    moving = {name for name, _ in starts}
    for name, start in starts:
        if start is not None and any(used in moving for used, _ in names(start.expression.root)):
            yield say("live_dependent_start", name=Name(name))


def _method_of_steps(motion: Motion, run: PreparedRun) -> str:
    """The method of a motion; of one without steps that by which it could be stepped."""
    if motion.method != EXPONENTIAL:
        return motion.method
    linear = linear_motion(run.problem, motion.model)
    return RADAU if linear is None or linear.is_stiff else AUTO


def obstacles_of_run(motion: Motion, run: PreparedRun) -> Iterator[Message]:
    """What a run needs that a page does not have."""
    dynamics = run.problem.dynamics
    if needs_more_than_a_page(run):
        yield say("live_jumps_in_time")
    method = _method_of_steps(motion, run)
    if method not in METHODS:
        yield say("live_method", method=method)
    if not dynamics.layout.n and any(run.problem.stops):
        yield say("live_stop_of_dae")

"""Why a model does not run in a page: its recorded motion is played instead."""

from __future__ import annotations

from collections.abc import Iterator

from dalembert._expression.walk import names
from dalembert._live.time_switches import needs_more_than_a_page
from dalembert._model.records import Delay, Model
from dalembert._model.used_results import used_results
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


def obstacles_of_run(motion: Motion, run: PreparedRun) -> Iterator[Message]:
    """What a run needs that a page does not have."""
    dynamics = run.problem.dynamics
    if needs_more_than_a_page(run):
        yield say("live_jumps_in_time")
    if motion.method not in METHODS:
        yield say("live_method", method=motion.method)
    if not dynamics.layout.n and any(run.problem.stops):
        yield say("live_stop_of_dae")

"""Why a model does not run in a page, by name: its recorded motion is played instead."""

from __future__ import annotations

from collections.abc import Iterator

from dalembert._model.records import Delay, Model, Table
from dalembert._simulate.motion import Motion
from dalembert._simulate.prepare import PreparedRun
from dalembert._words.message import Message, Name, say

METHODS = ("rk54", "rk853")  # methods whose runs a page can make again


def obstacles(model: Model) -> Iterator[Message]:
    """What changes the equations or the state during a run, or is looked up in cells."""
    for contact in model.contacts:
        yield say("live_contact", name=Name(contact.name))
    for sampled in model.sampled:
        yield say("live_sampled", name=Name(sampled.name))
    for impulse in model.impulses:
        yield say("live_impulse", name=Name(impulse.name))
    for event in model.events:
        if event.sets or event.action != "record":
            yield say("live_event", name=Name(event.name))
    for table in model.tables:
        yield say("live_table", name=Name(table.name))
    for entry in model.inputs:
        if isinstance(entry.law, Table | Delay):
            yield say("live_table", name=Name(entry.name))


def obstacles_of_run(motion: Motion, run: PreparedRun) -> Iterator[Message]:
    """What a run needs that a page does not have."""
    if run.hybrid is not None:
        yield say("live_switches")
    elif run.problem.breaks:
        yield say("live_jumps_in_time")
    elif motion.method not in METHODS:
        yield say("live_method", method=motion.method)

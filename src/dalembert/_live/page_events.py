"""The events of a model in a page: what they do, and as tapes the states after those that set values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import casadi as ca

from dalembert._compile.bytecode import Bytecode
from dalembert._export.programs.driven_inputs import InputValues
from dalembert._export.programs.state_events import STOPS, action_of, states_after_events
from dalembert._live.observations import Quantities
from dalembert._model.records import Model
from dalembert._simulate.prepare import PreparedRun


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PageEvents:
    """The tapes by their names, and what the script needs to know of the events; None without events."""

    tapes: Mapping[str, Bytecode] = field(default_factory=dict)
    data: Mapping[str, Any] | None = None


def page_events(model: Model, run: PreparedRun, seen: Quantities) -> PageEvents:
    """The events of a model, with the inputs and parameters of its page."""
    if not model.events:
        return PageEvents()
    p = ca.vertcat(ca.SX(0, 1), *(seen.p[i] for i in range(len(model.parameters))))
    inputs = InputValues(values=seen.u, given=ca.SX(0, 1), driven=())
    names = run.problem.dynamics.compiled.names
    after = states_after_events(model, seen.t, seen.pack, p, names, inputs)
    tapes = {f"set{k}": seen.bytecode("sets", one) for k, one in enumerate(after) if one is not None}
    if tapes:
        tapes["event_energy"] = seen.bytecode("energy", seen.observed["energy"])
    actions = [action_of(event) for event in model.events]
    return PageEvents(
        tapes=tapes,
        data={
            "names": [event.name for event in model.events],
            "directions": list(run.problem.directions),
            "acts": actions,
            "stops": [int(action == STOPS) for action in actions],
        },
    )

"""What jumps at times of a run in a page, as tapes: impulses and sampled values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import casadi as ca

from dalembert._compile.bytecode import Bytecode
from dalembert._export.programs.driven_inputs import InputValues
from dalembert._export.programs.jumps import jumps_of
from dalembert._live.observations import Quantities
from dalembert._model.records import Model
from dalembert._simulate.prepare import PreparedRun


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PageJumps:
    """The tapes by their names, and what the script needs to know of them; none where nothing jumps."""

    tapes: Mapping[str, Bytecode] = field(default_factory=dict)
    data: Mapping[str, Any] | None = None


def page_jumps(model: Model, run: PreparedRun, seen: Quantities) -> PageJumps:
    """The impulses and samples of a model, with the inputs and parameters of its page."""
    p = ca.vertcat(ca.SX(0, 1), *(seen.p[i] for i in range(len(model.parameters))))
    inputs = InputValues(values=seen.u, given=ca.SX(0, 1), driven=())
    names = run.problem.dynamics.compiled.names
    jumps = jumps_of(model, run, seen.t, seen.pack, p, names, inputs, apart=True)
    if jumps is None:
        return PageJumps()
    columns = {"next_jump": jumps.following}
    if jumps.pushed is not None:
        columns |= {
            "pushes": jumps.pushed,
            "momenta": jumps.momenta,
            "impulse_times": jumps.impulse_times,
        }
    if model.sampled:
        columns["samples"] = jumps.state
    return PageJumps(
        tapes={name: seen.bytecode(name, column) for name, column in columns.items()},
        data={"near": jumps.near, "impulses": [impulse.name for impulse in model.impulses]},
    )

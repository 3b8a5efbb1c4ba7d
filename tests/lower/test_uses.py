"""What the expressions of a model name decides which blocks of its system may depend on it."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import casadi as ca
import pytest

import dalembert
from dalembert._lower.closed_system import closed_system
from dalembert._lower.lower import lower
from dalembert._lower.system import System
from dalembert.library import SYSTEMS

SYMBOLS = {"t", "q", "qd", "p", "u", "ud", "udd", "e", "s", "sd", "qdd", "lam", "f"}


def _depends(system: System, symbols: ca.SX) -> bool:
    """Whether any block depends on some symbols."""
    names = [field.name for field in fields(System) if field.name not in SYMBOLS]
    blocks = [system.__getattribute__(name) for name in names]
    links = system.links
    forces = [] if links.forces is None else [links.forces.f, links.forces.b, links.forces.gamma]
    columns = [ca.vec(one) for one in (*blocks, links.H, links.R, links.G, *forces) if isinstance(one, ca.SX)]
    return bool(ca.depends_on(ca.vertcat(*columns), symbols))


@pytest.mark.parametrize("name", [s.name for s in SYSTEMS if s.size is None])
def test_no_block_depends_on_what_no_expression_names(name: str) -> None:
    """Where a model names neither time nor results, no block of its system has their symbols."""
    system = lower(dalembert.read(name))
    assert system.uses_results or not _depends(system, system.results)
    assert system.uses_time or not _depends(system, system.t)


def test_results_are_seen_through_definitions_and_rates_of_states() -> None:
    """A rate of a rate, a multiplier in a definition, a force behind the rate of a state."""
    pendulum: dict[str, Any] = {
        "coordinates": {"x": {"start": 1, "speed": 0}, "y": {"start": 0, "speed": 0}},
        "energy": {"kinetic": "(x'^2 + y'^2)/2"},
        "constraints": {"displacement": {"rod": "x^2 + y^2 - 1"}},
    }
    plain = lower(dalembert.model(**pendulum, outputs={"v": "x'"}))
    assert not plain.uses_results
    bent = lower(dalembert.model(**pendulum, definitions={"v": "x'"}, outputs={"a": "v'"}))
    assert bent.uses_results
    pressed = dalembert.model(**pendulum, states={"wear": {"rate": "abs(lam_rod)", "start": 0}})
    assert closed_system(pressed).uses_results
    assert closed_system(pressed).has_rates_of_forces

"""Functions of time at whose zeros a model is not smooth: a page restarts its integration there.

The page looks for their zeros itself: they move with parameters. Where a kink in time makes velocities or
states jump, or bends a surface that a contact touches, and where one switch stands inside another, there is
no page.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from dalembert._compile.bytecode import Bytecode
from dalembert._contact.modes import FREE
from dalembert._export.programs.equations import has_kinks
from dalembert._live.observations import Quantities
from dalembert._lower.time_switches import switches_with
from dalembert._simulate.breaks import count_own_switches
from dalembert._simulate.prepare import PreparedRun


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PageSwitches:
    """The functions as one tape, None where there are none; which of them switch at every whole number."""

    tape: Bytecode | None = None
    counts: tuple[bool, ...] = ()


def page_switches(run: PreparedRun, seen: Quantities) -> PageSwitches:
    """The time switches of a run."""
    switches = run.problem.dynamics.compiled.switches
    if switches is None or not switches.timed:
        return PageSwitches()
    functions = ca.vertcat(*(one.function for one in switches.timed))
    p = ca.vertcat(ca.SX(0, 1), *(seen.p[i] for i in range(switches.p.numel())))
    made = ca.substitute(functions, ca.vertcat(switches.t, switches.p), ca.vertcat(seen.t, p))
    return PageSwitches(
        tape=seen.bytecode("switches", made), counts=tuple(one.counts for one in switches.timed)
    )


def needs_more_than_a_page(run: PreparedRun) -> bool:
    """Whether kinks in time need more than a restart: the state jumps, or one switch contains another."""
    dynamics = run.problem.dynamics
    switches = dynamics.compiled.switches
    nested = switches is not None and any(
        count_own_switches(one) or (switches.u.numel() and ca.depends_on(one.function, switches.u))
        for one in switches.timed
    )
    return nested or dynamics.compiled.jumps_with_time or (has_kinks(dynamics) and _has_switching_gaps(run))


def _has_switching_gaps(run: PreparedRun) -> bool:
    """Whether something that a contact touches moves with a table, or with a kink or jump in time."""
    if run.hybrid is None or not run.hybrid.rigid:
        return False
    free = run.hybrid.mode_system(FREE, soft=False)
    field = free.field
    gaps = free.contact_expressions()["position"]
    return bool(ca.depends_on(gaps, field.u)) or switches_with(gaps, field.t)

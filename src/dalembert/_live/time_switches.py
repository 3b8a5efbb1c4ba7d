"""Functions of time at whose zeros a model is not smooth, for a page that begins its integration anew there.

The page looks for their zeros itself: they move with parameters. It does not let the state jump; where
a kink in time makes velocities or states jump, and where one switch stands inside another, there is no page.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from dalembert._compile.bytecode import Bytecode
from dalembert._live.observations import Quantities
from dalembert._simulate.breaks import count_own_switches
from dalembert._simulate.prepare import PreparedRun


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PageSwitches:
    """The functions as one tape, None where there are none; whether each counts whole numbers."""

    tape: Bytecode | None = None
    counts: tuple[bool, ...] = ()


def page_switches(run: PreparedRun, seen: Quantities) -> PageSwitches:
    """The switches in time of a run."""
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
    """Whether kinks in time need more than to begin anew: a jump of the state, or a look inside others."""
    dynamics = run.problem.dynamics
    switches = dynamics.compiled.switches
    nested = switches is not None and any(
        count_own_switches(one) or (switches.u.numel() and ca.depends_on(one.function, switches.u))
        for one in switches.timed
    )
    return bool(run.problem.breaks) and (
        nested or run.hybrid is not None or dynamics.compiled.jumps_with_time
    )

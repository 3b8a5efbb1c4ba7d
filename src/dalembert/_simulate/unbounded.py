"""Rates without bound: of what jumps in time. Refused where their impulses are of unknown size."""

from __future__ import annotations

from collections.abc import Iterator

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._compile.dynamics import Dynamics
from dalembert._compile.general import GeneralDynamics
from dalembert._expression.source import Flaw, ModelError, Source, flaw_at
from dalembert._expression.tree import Name, Rate
from dalembert._expression.walk import nodes
from dalembert._lower.closed import laws
from dalembert._lower.engine import Engine
from dalembert._lower.impulse import ENERGY, FLOW, FORCE, RATE
from dalembert._model.records import Model, Table
from dalembert._model.survey import Survey, survey
from dalembert._simulate.trajectory import INSIDE

Array = NDArray[np.float64]
JUMP = 1e-9  # of the values on both sides: a smaller difference is rounding
STATES = 3  # at which definitions are looked at
BLOCK = 10_000  # times that are looked at together
PLACES = {ENERGY: "an energy", FLOW: "a flow constraint", RATE: "the rate of a state", FORCE: "a force"}
ROLES = {
    "kinetic": PLACES[ENERGY],
    "potential": PLACES[ENERGY],
    "dissipation": PLACES[FORCE],
    "work": PLACES[FORCE],
    "rate": PLACES[RATE],
    "flow": PLACES[FLOW],
}


def refuse_unbounded(model: Model, dynamics: Dynamics | GeneralDynamics, times: tuple[float, ...]) -> None:
    """Raise if a rate is without bound at one of some times, and its impulse of unknown size."""
    if not times:
        return
    known = survey(model)
    at = np.array(times)
    flaws = (*_inputs(model, known, dynamics, at), *_definitions(model, known, dynamics.p, at))
    if flaws:
        raise ModelError(flaws)


def _inputs(
    model: Model, known: Survey, dynamics: Dynamics | GeneralDynamics, times: Array
) -> Iterator[Flaw]:
    """Inputs that jump, or whose velocities do, where a higher rate of them stands."""
    count = len(model.inputs)
    if not count:
        return
    engine = Engine(model, known)
    tables = [i for i, entry in enumerate(model.inputs) if isinstance(entry.law, Table)]
    sampled = [part[i] for i in tables for part in (engine.u, engine.ud, engine.udd)]
    column = ca.vertcat(engine.t, engine.p, *sampled)
    function = ca.Function("laws", [column], [laws(model, engine)])
    p = np.tile(dynamics.p[: engine.p.numel()], (len(times), 1))
    before, after = (
        _many(function, [t[:, np.newaxis], p, *(table.within(times, t) for table in dynamics.tables)])
        for t in _beside(times)
    )
    for i, entry in enumerate(model.inputs):
        for jumps in (True, False):
            at = i if jumps else i + count
            where = np.flatnonzero(_jumps(before[:, at], after[:, at]))
            place = dynamics.plant.unbounded(i, jumps=jumps) if len(where) else ""
            if not place:
                continue
            what = f"the input `{entry.name}`" if jumps else f"the velocity of the input `{entry.name}`"
            rate = entry.name + ("'" if jumps or place == ENERGY else "''")
            smooth = (
                'give the table interpolate = "monotone"'
                if isinstance(entry.law, Table)
                else "let it change over some time"
            )
            yield _flaw(entry.place, what, float(times[where[0]]), PLACES[place], rate, smooth)
            break


def _definitions(model: Model, known: Survey, p: Array, times: Array) -> Iterator[Flaw]:
    """Definitions that jump with time itself, and whose rates stand somewhere."""
    found = _with_rates(known)
    if not found:
        return
    engine = Engine(model, known)
    values = ca.vertcat(*(engine.leaf(name, 0) for name in found))
    others = ca.vertcat(engine.q, engine.qd, engine.u, engine.ud, engine.udd, engine.e, engine.s, engine.sd)
    function = ca.Function("definitions", [ca.vertcat(engine.t, engine.p, others)], [values])
    random = np.random.default_rng(5)
    given = np.tile(p[: engine.p.numel()], (len(times), 1))
    when = np.full(len(found), np.inf)
    for _ in range(STATES):
        state = np.tile(random.uniform(0.2, 1.0, others.numel()), (len(times), 1))
        before, after = (_many(function, [t[:, np.newaxis], given, state]) for t in _beside(times))
        for k in range(len(found)):
            here = times[_jumps(before[:, k], after[:, k])]
            when[k] = min(when[k], here[0] if len(here) else np.inf)
    for k, (name, role) in enumerate(found.items()):
        if np.isfinite(when[k]):
            term = known.definitions[name]
            smooth = "let it change over some time"
            yield _flaw(term.expression.source, f"`{name}`", float(when[k]), ROLES[role], f"{name}'", smooth)


def _with_rates(known: Survey) -> dict[str, str]:
    """The definitions whose rates stand in the model, outputs and events aside, with the role of one."""
    found: dict[str, str] = {}
    entered: set[tuple[str, str]] = set()
    waiting = [(use.role, node) for use in known.uses if use.role in ROLES for node in nodes(use.expression.root)]
    while waiting:
        role, node = waiting.pop()
        if not isinstance(node, Name | Rate) or node.name not in known.definitions:
            continue
        if isinstance(node, Rate):
            found.setdefault(node.name, role)
        if (role, node.name) not in entered:
            entered.add((role, node.name))
            root = known.definitions[node.name].expression.root
            waiting += [(role, inner) for inner in nodes(root)]
    return found


def _flaw(place: Source, what: str, t: float, where: str, rate: str, smooth: str) -> Flaw:
    message = f"{what} jumps at t = {t:.6g} s, and {where} contains {rate}, which has no bound there"
    return flaw_at(place, rule="impulse", message=message, hint=smooth)


def _beside(times: Array) -> tuple[Array, Array]:
    """Just before and just after some times."""
    margin = INSIDE * np.maximum(np.abs(times), np.max(np.abs(times)) * INSIDE)
    return times - margin, times + margin


def _jumps(before: Array, after: Array) -> NDArray[np.bool_]:
    """Where values jump; what is not finite says nothing."""
    size = np.abs(before) + np.abs(after)
    most = float(np.max(size[np.isfinite(size)], initial=0.0))
    found: NDArray[np.bool_] = np.abs(after - before) > JUMP * np.maximum(size, JUMP * most)
    return found


def _many(function: ca.Function, parts: list[Array]) -> Array:
    """A function's values for many columns, one in a row."""
    columns = np.concatenate(parts, axis=1)
    blocks = [columns[first : first + BLOCK] for first in range(0, len(columns), BLOCK)]
    return np.vstack([np.array(function(ca.DM(block.T))).T for block in blocks])

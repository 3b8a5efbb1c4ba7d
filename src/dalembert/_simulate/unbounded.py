"""Rates without bound: of what jumps in time. Refused where their impulses are of unknown size."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._compile.dynamics import Dynamics
from dalembert._compile.general import GeneralDynamics
from dalembert._expression.source import Flaw, ModelError, Source, flaw_at
from dalembert._expression.tree import Name, Rate
from dalembert._expression.walk import nodes
from dalembert._lower.closed import laws
from dalembert._lower.engine import Engine, Scalar
from dalembert._lower.impulse import ENERGY, FLOW, FORCE, RATE
from dalembert._model.records import Model, Table
from dalembert._model.survey import Survey, survey
from dalembert._simulate.breaks import Breaks
from dalembert._simulate.trajectory import INSIDE

Array = NDArray[np.float64]
JUMP = 1e-11  # of the size of a value in the run: a smaller difference is rounding
STATES, GRID = 3, 200  # at which definitions are looked at; times at which sizes are taken
LONGER = "let it change over some time"
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


def refuse_unbounded(model: Model, dynamics: Dynamics | GeneralDynamics, own: Breaks, t_end: float) -> None:
    """Raise if a rate is without bound where a model is not smooth, and its impulse of unknown size."""
    if not own.times:
        return
    known = survey(model)
    engine = Engine(model, known)
    flaws = (
        *_inputs(model, engine, dynamics, own, t_end),
        *_definitions(known, engine, dynamics.p, own, t_end),
    )
    if flaws:
        raise ModelError(flaws)


def _inputs(
    model: Model, engine: Engine, dynamics: Dynamics | GeneralDynamics, own: Breaks, t_end: float
) -> Iterator[Flaw]:
    """Inputs that jump, or whose velocities do, where a higher rate of them stands."""
    count = len(model.inputs)
    if not count:
        return
    tables = [i for i, entry in enumerate(model.inputs) if isinstance(entry.law, Table)]
    sampled = [part[i] for i in tables for part in (engine.u, engine.ud, engine.udd)]
    seen = _Seen(
        ca.vertcat(engine.t, engine.p, *sampled),
        laws(model, engine)[: 2 * count],
        lambda t, cell: [_given(engine, dynamics.p, t), *(one.within(t, cell) for one in dynamics.tables)],
    )
    jumps = seen.jumps(own, t_end)
    for i, entry in enumerate(model.inputs):
        for order in (0, 1):
            when = jumps[i + order * count]
            place = dynamics.plant.unbounded(i, jumps=order == 0) if len(when) else ""
            if not place:
                continue
            what = f"{'the velocity of ' if order else ''}the input `{entry.name}`"
            rate = entry.name + "'" * (order + 1)
            smooth = LONGER if not isinstance(entry.law, Table) else 'give the table interpolate = "monotone"'
            yield _flaw(entry.place, what, float(when[0]), PLACES[place], rate, smooth)
            break


def _definitions(known: Survey, engine: Engine, p: Array, own: Breaks, t_end: float) -> Iterator[Flaw]:
    """Definitions that jump with time itself, and whose rates stand somewhere."""
    with_rates = _with_rates(known).items()
    found = {name: role for name, role in with_rates if ca.depends_on(engine.leaf(name, 0), engine.t)}
    if not found:
        return
    others = ca.vertcat(engine.q, engine.qd, engine.u, engine.ud, engine.udd, engine.e, engine.s, engine.sd)
    values = ca.vertcat(*(engine.leaf(name, 0) for name in found))
    random, when = np.random.default_rng(5), np.full(len(found), np.inf)
    for _ in range(STATES):
        state = random.uniform(0.2, 1.0, others.numel())

        def given(t: Array, _: Array, state: Array = state) -> list[Array]:
            return [_given(engine, p, t), np.tile(state, (len(t), 1))]

        seen = _Seen(ca.vertcat(engine.t, engine.p, others), values, given)
        first = [times[0] if len(times) else np.inf for times in seen.jumps(own, t_end)]
        when = np.minimum(when, first)
    for k, (name, role) in enumerate(found.items()):
        if np.isfinite(when[k]):
            place = known.definitions[name].expression.source
            yield _flaw(place, f"`{name}`", float(when[k]), ROLES[role], f"{name}'", LONGER)


def _given(engine: Engine, p: Array, t: Array) -> Array:
    """Times, and the parameters at each."""
    return np.concatenate([t[:, np.newaxis], np.tile(p[: engine.p.numel()], (len(t), 1))], axis=1)


class _Seen:
    """Values as functions of time, asked in the pieces of time on either side of a break."""

    def __init__(self, column: Scalar, values: Scalar, given: Callable[[Array, Array], list[Array]]) -> None:
        """`given` are the numbers in the column at some times, in the pieces in which other times lie."""
        drift = ca.jtimes(values, column[0], 1)
        self._function = ca.Function("seen", [column], [ca.densify(ca.vertcat(values, drift))])
        self._count, self._given = values.numel(), given

    def jumps(self, own: Breaks, t_end: float) -> list[Array]:
        """The times at which each value jumps, by more than rounding of its size in the run."""
        times = np.array(own.times)
        margin = INSIDE * np.abs(times)
        grid = np.linspace(times[0], t_end, GRID)
        around, _ = self._at(grid, grid)
        before, after = (self._followed(times, times + way * margin) for way in (-1, 1))
        whole = np.abs(np.concatenate([around, before, after]))
        size = np.max(np.where(np.isfinite(whole), whole, 0.0), axis=0)
        return [times[np.abs(after[:, k] - before[:, k]) > JUMP * size[k]] for k in range(self._count)]

    def _followed(self, times: Array, beside: Array) -> Array:
        """Values just beside some times, followed back to these."""
        value, drift = self._at(times, beside)
        return value + (times - beside)[:, np.newaxis] * drift

    def _at(self, times: Array, beside: Array) -> tuple[Array, Array]:
        parts = self._given(times, beside)
        columns = np.concatenate(parts, axis=1)
        columns[:, 0] = beside
        blocks = [columns[first : first + BLOCK] for first in range(0, len(columns), BLOCK)]
        found = np.vstack([np.array(self._function(ca.DM(block.T))).T for block in blocks])
        return found[:, : self._count], found[:, self._count :]


def _with_rates(known: Survey) -> dict[str, str]:
    """The definitions whose rates stand in the model, outputs and events aside, with the role of one."""
    found: dict[str, str] = {}
    entered: set[tuple[str, str]] = set()
    waiting = [
        (use.role, node) for use in known.uses if use.role in ROLES for node in nodes(use.expression.root)
    ]
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

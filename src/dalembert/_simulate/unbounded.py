"""Unbounded rates of inputs and definitions that jump: refused where their impulses are undetermined."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._expression.source import Flaw, ModelError, Source, flaw_at
from dalembert._expression.tree import Name, Rate
from dalembert._expression.walk import nodes
from dalembert._lower.impulse import ENERGY, FLOW, FORCE, RATE
from dalembert._lower.over_time import OverTime, definitions_over_time, inputs_over_time
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


def refuse_unbounded(model: Model, dynamics: Dynamics, breaks: Breaks, t_end: float) -> None:
    """Raise if a rate is unbounded where a model jumps, so that its impulse is undetermined."""
    if not breaks.times:
        return
    flaws = (
        *_inputs(model, dynamics, breaks, t_end),
        *_definitions(model, _parameters(model, dynamics), breaks, t_end),
    )
    if flaws:
        raise ModelError(flaws)


def _parameters(model: Model, dynamics: Dynamics) -> Array:
    """The parameters of the model, without those of its contacts and switches."""
    return dynamics.p[: len(model.parameters)]


def _inputs(model: Model, dynamics: Dynamics, breaks: Breaks, t_end: float) -> Iterator[Flaw]:
    """Inputs that jump, or whose rates jump, while the model contains a higher derivative of them."""
    count = len(model.inputs)
    if not count:
        return

    def tables(t: Array) -> list[Array]:
        return [table.at(t) for table in dynamics.tables]

    jumps = _jumps(inputs_over_time(model), _parameters(model, dynamics), tables, breaks, t_end)
    for i, entry in enumerate(model.inputs):
        for order in (0, 1):
            when = jumps[i + order * count]
            where = dynamics.compiled.place_of_unbounded_rate(i, jumps=order == 0) if len(when) else ""
            if not where:
                continue
            what = f"{'the velocity of ' if order else ''}the input `{entry.name}`"
            rate = entry.name + "'" * (order + 1)
            smooth = LONGER if not isinstance(entry.law, Table) else 'give the table interpolate = "monotone"'
            yield _flaw(entry.location, what, float(when[0]), PLACES[where], rate, smooth)
            break


def _definitions(model: Model, p: Array, breaks: Breaks, t_end: float) -> Iterator[Flaw]:
    """Definitions that jump at given times, and whose rates the model contains."""
    known = survey(model)
    roles = _with_rates(known)
    seen = definitions_over_time(model, tuple(roles)) if roles else None
    if seen is None or not seen.names:
        return
    random, when = np.random.default_rng(5), np.full(len(seen.names), np.inf)
    for _ in range(STATES):
        state = random.uniform(0.2, 1.0, seen.others)

        def hold(t: Array, state: Array = state) -> list[Array]:
            return [np.tile(state, (len(t), 1))]

        jumps = _jumps(seen, p, hold, breaks, t_end)
        when = np.minimum(when, [times[0] if len(times) else np.inf for times in jumps])
    for name, t in zip(seen.names, when, strict=True):
        if np.isfinite(t):
            location = known.definitions[name].expression.source
            yield _flaw(location, f"`{name}`", float(t), ROLES[roles[name]], f"{name}'", LONGER)


def _jumps(
    seen: OverTime, p: Array, others: Callable[[Array], list[Array]], breaks: Breaks, t_end: float
) -> list[Array]:
    """The times at which each value jumps, by more than rounding of its size in the run."""
    times = np.array(breaks.times)

    def values_and_rates(t: Array) -> tuple[Array, Array]:
        given = np.tile(p[: seen.parameters], (len(t), 1))
        columns = np.concatenate([t[:, np.newaxis], given, *others(t)], axis=1)
        blocks = [columns[first : first + BLOCK] for first in range(0, len(columns), BLOCK)]
        values = np.vstack([np.array(seen.function(block.T)).T for block in blocks])
        half = values.shape[1] // 2
        return values[:, :half], values[:, half:]

    def follow(t: Array) -> Array:
        value, rate = values_and_rates(t)
        return value + (times - t)[:, np.newaxis] * rate

    margin = breaks.width + INSIDE * np.abs(times)
    before, after = follow(times - margin), follow(times + margin)
    around = values_and_rates(np.linspace(times[0], t_end, GRID))[0]
    whole = np.abs(np.concatenate([around, before, after]))
    size = np.max(np.where(np.isfinite(whole), whole, 0.0), axis=0)
    return [times[np.abs(b - a) > JUMP * most] for a, b, most in zip(before.T, after.T, size, strict=True)]


def _with_rates(known: Survey) -> dict[str, str]:
    """The definitions whose rates stand in the model, outputs and events aside, with the role of one."""
    rates: dict[str, str] = {}
    entered: set[tuple[str, str]] = set()
    waiting = [
        (use.role, node) for use in known.uses if use.role in ROLES for node in nodes(use.expression.root)
    ]
    while waiting:
        role, node = waiting.pop()
        if not isinstance(node, Name | Rate) or node.name not in known.definitions:
            continue
        if isinstance(node, Rate):
            rates.setdefault(node.name, role)
        if (role, node.name) not in entered:
            entered.add((role, node.name))
            root = known.definitions[node.name].expression.root
            waiting += [(role, inner) for inner in nodes(root)]
    return rates


def _flaw(location: Source, what: str, t: float, where: str, rate: str, smooth: str) -> Flaw:
    message = f"{what} jumps at t = {t:.6g} s, and {where} contains {rate}, which is unbounded there"
    return flaw_at(location, rule="impulse", message=message, hint=smooth)

"""The energy account by element: what each has of T and V, takes by dissipation, gives by its efforts.

Energies are values at the rows. Works are integrals of powers along the motion,

    W_i(t) = ∫ P_i dt

by Gauss's formula between rows, ends of steps and instants at which something may jump; the run is repeated
with the same steps for its states there. Where an account has one entry only, the work is that of the ledger.
The parts of an account must add up to what the run itself has integrated: where they do not (a force that
slides on a switch has no value of its own, an impulse has no power), the account is not split.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.table_polynomials import inputs_of_tables_at
from dalembert._lower.energy_shares import KINETIC, POTENTIAL, Contribution, EnergyShares, energy_shares
from dalembert._lower.system import CONSTRAINTS, FRICTION, TIME
from dalembert._model.records import DISSIPATED, EFFORTS, Model
from dalembert._model.values import values_of
from dalembert._simulate.accuracy import Solution
from dalembert._simulate.motion import EnergyShare, Impact, Jump, Ledger
from dalembert._simulate.motion_nodes import BESIDE, jumps_in, step_ends
from dalembert._simulate.prepare import PreparedRun
from dalembert._simulate.trajectory import EVENT, End, no_watch

Array = NDArray[np.float64]
POINTS = 4  # of Gauss between two instants
MOST_VALUES = 4_000_000  # of all states and powers at these
ADD_UP = 1e-6  # of the largest part: what parts may miss the whole by
ENERGIES = (KINETIC, POTENTIAL)
WORKS = (DISSIPATED, FRICTION, EFFORTS, CONSTRAINTS, TIME)


def energy_shares_of(
    model: Model,
    ready: PreparedRun,
    solution: Solution,
    times: Array,
    seen: dict[str, Array],
    account: Ledger,
    happened: tuple[Sequence[Impact], Sequence[Jump]],
) -> tuple[EnergyShare, ...]:
    """The parts of T, V and of the works of a motion with rows, by what was written."""
    if not len(times):
        return ()
    shares = energy_shares(model)
    at_rows = _values(shares, model, ready, times, seen)
    energies = {one: at_rows[:, i] for i, one in enumerate(shares.contributions) if one.account in ENERGIES}
    wholes = {
        KINETIC: seen["T"],
        POTENTIAL: seen["V"],
        DISSIPATED: account.dissipated,
        FRICTION: account.friction,
        EFFORTS: account.efforts,
        CONSTRAINTS: account.constraints,
        TIME: account.time,
    }
    entries = {name: [one for one in shares.contributions if one.account == name] for name in wholes}
    several = any(len(entries[name]) > 1 for name in WORKS)
    works = _works(shares, model, ready, solution, times) if several else None
    result: list[EnergyShare] = []
    for name, whole in wholes.items():
        result += _split(entries[name], whole, energies if name in ENERGIES else works)
    return (*result, *_at_instants(times, *happened))


def exchanged_work(model: Model, ready: PreparedRun, times: Array, seen: dict[str, Array]) -> float:
    """∫ Σ |P_i| dt by the powers at the rows: what was given and taken, without its sign."""
    shares = energy_shares(model)
    works = [i for i, one in enumerate(shares.contributions) if one.account in WORKS]
    powers = np.abs(_values(shares, model, ready, times, seen)[:, works]).sum(axis=1)
    finite = np.where(np.isfinite(powers), powers, 0.0)
    return float(np.sum((finite[1:] + finite[:-1]) / 2 * np.diff(times)))


def _split(
    entries: Sequence[Contribution], whole: Array, works: dict[Contribution, Array] | None
) -> list[EnergyShare]:
    """The parts of one account, if they are known and add up to it."""
    if len(entries) == 1:
        parts = [whole]
    elif works is None:
        return []
    else:
        parts = [works[one] for one in entries]
    size = max((float(np.max(np.abs(part), initial=0.0)) for part in parts), default=0.0)
    missed = float(np.max(np.abs(sum(parts, np.zeros(len(whole))) - whole), initial=0.0))
    if not missed <= ADD_UP * size:
        return []
    return [
        EnergyShare(section=one.section, name=one.name, account=one.account, values=part, missed=missed)
        for one, part in zip(entries, parts, strict=True)
    ]


def _at_instants(times: Array, impacts: Sequence[Impact], jumps: Sequence[Jump]) -> list[EnergyShare]:
    """What impacts took, and what events and impulses gave, by their names."""
    sums: dict[tuple[str, str, str], Array] = {}

    def add(section: str, name: str, account: str, t: float, value: float) -> None:
        sum_of_account = sums.setdefault((section, name, account), np.zeros(len(times)))
        sum_of_account[times >= t] += value

    for impact in impacts:
        add("contacts", " + ".join(impact.participants), "impacts", impact.t, impact.energy_lost)
    for jump in jumps:
        section = "events" if jump.kind == EVENT else "impulses"
        add(section, jump.name, section, jump.t, jump.energy)
    return [
        EnergyShare(section=section, name=name, account=account, values=values)
        for (section, name, account), values in sums.items()
    ]


def _works(
    shares: EnergyShares, model: Model, ready: PreparedRun, solution: Solution, times: Array
) -> dict[Contribution, Array] | None:
    """The integrals of all powers at the rows; None where the run cannot be repeated."""
    run = solution.trajectory
    steps_jump = ready.problem.time_step is not None  # its speeds jump in any step
    if solution.repeat is None or run.end not in (End.done, End.stopped) or steps_jump or len(times) < 2:
        return None
    room = MOST_VALUES // (POINTS * (run.rows.shape[1] + len(shares.contributions)))
    edges = _edges(ready, solution, times, room)
    if edges is None:
        return None
    places, weights = np.polynomial.legendre.leggauss(POINTS)
    widths = np.diff(edges)
    wide = widths > 4 * BESIDE * np.maximum(np.abs(edges[1:]), abs(run.t))
    first, width = edges[:-1][wide], widths[wide]
    nodes = (first[:, np.newaxis] + width[:, np.newaxis] * (0.5 + 0.5 * places)).ravel()
    whole = ready.problem.times[[0, -1]]  # a run begins at the first of its times
    again = solution.repeat(np.concatenate([whole[:1], nodes, whole[1:]]), no_watch)
    if again.end is End.interrupted:
        raise KeyboardInterrupt
    if len(again.rows) <= len(nodes):
        return None
    with_start = np.concatenate([whole[:1], nodes])
    seen = ready.observe(with_start, again.rows[: len(with_start)], again)
    powers = _values(shares, model, ready, with_start, seen)[1:]
    gained = np.zeros((len(widths), powers.shape[1]))
    by_interval = powers.reshape(len(width), POINTS, -1)
    gained[wide] = 0.5 * width[:, np.newaxis] * np.einsum("k,ikj->ij", weights, by_interval)
    total = np.concatenate([np.zeros((1, powers.shape[1])), np.cumsum(gained, axis=0)])
    at_rows = total[np.searchsorted(edges, times)]
    return {one: at_rows[:, i] for i, one in enumerate(shares.contributions) if one.account in WORKS}


def _edges(ready: PreparedRun, solution: Solution, times: Array, room: int) -> Array | None:
    """The instants between which powers are smooth: rows, ends of steps, jumps; None where too many."""
    run = solution.trajectory
    jumps = jumps_in(ready, run)
    every: Array = np.unique(np.concatenate([times, jumps, step_ends(ready.settings, run, times), [run.t]]))
    every = every[(every >= times[0]) & (every <= run.t)]
    if len(every) <= room:
        return every
    fewer: Array = np.unique(np.concatenate([times, jumps]))
    return fewer if len(fewer) <= room else None


def _values(
    shares: EnergyShares, model: Model, ready: PreparedRun, times: Array, seen: dict[str, Array]
) -> Array:
    """Energies and powers of all contributions at some times, as rows."""
    t = ready.problem.evaluation_times(times)
    p = values_of(model).vector()
    columns = [
        t[:, np.newaxis],
        seen["q"],
        seen["qd"],
        np.tile(p, (len(t), 1)),
        inputs_of_tables_at(model, ready.dynamics.tables, t),
        seen["e"],
        seen["s"],
        seen["qdd"],
        seen["lam"],
        seen["contact"],
        seen["friction"],
    ]
    return shares.evaluator.evaluate_rows(np.concatenate(columns, axis=1))

"""The energy account of a run, and the residuals of its constraints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.code import Layout
from dalembert._compile.interface import Dynamics
from dalembert._compile.method_source import MOREAU
from dalembert._lower.system import CONSTRAINTS, FRICTION, PROJECTION, TIME
from dalembert._model.records import DISSIPATED, EFFORTS
from dalembert._simulate.claim import SAFETY, largest_of_columns, largest_of_rows
from dalembert._simulate.lazy_value import LazyValue, known_value
from dalembert._simulate.motion import Accuracy, ErrorCause, Ledger, Residual, Settings
from dalembert._simulate.noise import some_rows
from dalembert._simulate.trajectory import EVENT, IMPULSE, Trajectory

Array = NDArray[np.float64]
COLUMNS = {  # of an account, by the works in the state
    "dissipated": DISSIPATED,
    "efforts": EFFORTS,
    "constraints": CONSTRAINTS,
    "time": TIME,
    "friction": FRICTION,
    "projection": PROJECTION,
}
WORKS = tuple(COLUMNS.values())
GIVEN = EFFORTS, CONSTRAINTS, TIME, PROJECTION
FLAGGED = 100.0  # a rest of more than this many tolerances
LEAST = 1e-13  # what rounding may leave
AT_ZERO, SIZELESS = 1e-15, 1e-12  # of the largest size of a constraint: rounding; no size of its own
ROUNDED = 30.0  # times the change of the energies with the last bits: rounding of many steps
FIXED = 1e-3  # the same for steps of a fixed size, whose error no tolerance controls
LARGE, FASTEST = 200, 16  # coordinates of which M is not made, and those that are looked at then
SAME = 1e-9  # T + V and the generalised energy are the same if they differ by less


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Account:
    """The energy account of a run, and what its error is at most, which is known at once."""

    ledger: Ledger
    most: float


def energy_account(
    seen: dict[str, Array],
    rows: Array,
    layout: Layout,
    times: Array,
    run: Trajectory,
    *,
    still: bool,
    reached: LazyValue[float],
    exchanged: LazyValue[float],
) -> Account:
    """The account at the times of a motion; `still` where nothing has moved.

    `reached` is a kinetic energy that the motion is known to have had, at a row or between two, `exchanged`
    the work that was given and taken, without its sign: works may cancel, as where a source drives a store
    that has no energy here. They are asked for where the account without them does not close well enough.
    """
    blank = iter(np.zeros((4 + len(COLUMNS), len(rows))))  # of what was not done
    none = next(blank)
    works = {name: rows[:, layout.place(name)] for name in WORKS if name in layout.works}
    impacts, events, impulses = _jumps(run, times, none, works)
    energy, mechanical = seen["energy"], seen["T"] + seen["V"]
    jumps = [*(one for one in (events, impulses) if one is not none)]
    gained = [*(works[name] for name in GIVEN if name in works), *jumps]
    taken = [works[name] for name in (DISSIPATED, FRICTION) if name in works]
    explained = none
    for work in gained:
        explained = explained + work
    for work in taken:
        explained = explained - work
    remainder = energy + impacts - explained
    remainder = remainder - remainder[:1]  # an impact at the very start is before the first row
    done = [np.abs(seen["T"]) + np.abs(seen["V"]), *jumps, *works.values()]
    done += [] if impacts is none else [impacts]
    scale = max(0.0, largest_size(np.array(done)))
    moved = not still and bool(seen["qd"].any() or (energy != energy[:1]).any())  # else there is no account
    unexplained, apart = largest_size(remainder) if moved else 0.0, largest_size(energy - mechanical)

    def error() -> float:
        size = max(reached.value, scale)
        if unexplained > FLAGGED * LEAST * size:
            size = max(size, exchanged.value)
        return unexplained / size if size > 0 else 0.0

    same = apart <= SAME * max(scale, 1e-300) or apart <= SAME * max(scale, reached.value)
    most = 0.0 if not unexplained else unexplained / scale if scale > 0 else np.inf
    account = Ledger(
        kind="energy" if same else "jacobi",
        energy=energy,
        **{name: works[work] if work in works else next(blank) for name, work in COLUMNS.items()},
        impacts=impacts if impacts is not none else next(blank),
        events=events if events is not none else next(blank),
        impulses=impulses if impulses is not none else next(blank),
        remainder=remainder,
        error_search=LazyValue(error) if unexplained else known_value(0.0),
    )
    return Account(ledger=account, most=most)


def _jumps(run: Trajectory, times: Array, none: Array, works: dict[str, Array]) -> tuple[Array, Array, Array]:
    """What was lost in impacts, given by events and by impulses so far; `none` where there were none.

    What moving surfaces gave in impacts is added to the work of constraints.
    """
    sums = {EVENT: none, IMPULSE: none}
    for jump in run.jumps:
        sums[jump.kind] = sums[jump.kind] + np.where(times >= jump.t, jump.given, 0.0)
    losses, impacts = run.impacts.notes, none
    if losses:
        lost = np.cumsum([0.0, *(lost for lost, _ in losses)])
        impacts = lost[np.searchsorted(np.array(run.impacts.times), times, side="right")]
    gifts = [(t, given) for t, (_, given) in zip(run.impacts.times, losses, strict=True) if given]
    if gifts:
        works[CONSTRAINTS] = works.get(CONSTRAINTS, none) + 0.0  # a copy
        for row, (_, given) in zip(times.searchsorted([t for t, _ in gifts]).tolist(), gifts, strict=True):
            works[CONSTRAINTS][row:] += given
    return impacts, sums[EVENT], sums[IMPULSE]


def largest_size(values: Array) -> float:
    """The largest size among some numbers."""
    return float(np.maximum.reduce(np.abs(values), axis=None, initial=0.0))


def kinetic_peak(dynamics: Dynamics, times: Array, rows: Array, run: Trajectory) -> float:
    """½ v²/(M⁻¹)_ii: the least kinetic energy with which a coordinate has had its largest speed v.

    Speeds are known from all steps of a run, energies at its rows only, and all may be at rest there.
    """
    n = dynamics.layout.n
    if not n or run.peak is None or not len(rows):
        return 0.0
    speed = np.abs(run.peak[n : 2 * n])
    some = list(some_rows(len(rows)))
    if n > LARGE:  # any coordinate gives a bound, and M would be full
        fastest, least = np.argsort(-speed, kind="stable")[:FASTEST], np.full(n, np.inf)
        for k in some:
            inverse = dynamics.mobility(float(times[k]), rows[k], fastest)
            if not (inverse > 0).all():
                return 0.0
            least[fastest] = np.minimum(least[fastest], 1 / inverse)
        return float(np.max(0.5 * least[fastest] * speed[fastest] ** 2))
    mobilities = _mobilities(dynamics.mass_matrices(times[some], rows[some]))
    if mobilities is None:
        return 0.0  # without inertia in some direction there is no such bound
    return float((0.5 * (1 / mobilities).min(axis=0) * speed**2).max())


def _mobilities(M: Array) -> Array | None:
    """The diagonals of M⁻¹ of several matrices; None where one of them has no inertia in some direction."""
    if not np.isfinite(M).all():
        return None
    sizes, unit = np.abs(M).max(axis=(1, 2), keepdims=True), np.eye(M.shape[1])
    diagonals = np.einsum("kii->ki", M)
    if not (M - unit * diagonals[:, np.newaxis]).any():  # no coordinate is coupled with another
        inert = bool((diagonals - SAME * sizes[:, 0] > 0).all())
        return (1 / np.sqrt(diagonals)) ** 2 if inert else None
    try:
        roots = np.linalg.cholesky(np.concatenate([M - SAME * sizes * unit, (M + M.transpose(0, 2, 1)) / 2]))
        half = np.linalg.solve(roots[len(M) :], unit)
    except np.linalg.LinAlgError:
        return None
    return np.asarray((half**2).sum(axis=1))


def is_rounding(account: Ledger, blurred: Array) -> bool:
    """Whether the unexplained energy is no more than the energies change with the last bits of the state."""
    change = np.max(np.abs(blurred - account.energy), initial=0.0)
    return bool(np.max(np.abs(account.remainder), initial=0.0) <= ROUNDED * change)


def given_by_friction(account: Ledger, settings: Settings) -> float:
    """The part of the energy that friction in contacts adds, where it can only take some; 0 for rounding."""
    taken = account.friction
    if not taken.any():
        return 0.0
    given = float(np.max(np.maximum.accumulate(taken) - taken, initial=0.0))
    size = max(float(np.max(np.abs(one), initial=0.0)) for one in (account.energy, taken))
    coarse = settings.dt is not None or settings.method == MOREAU
    allowed = FIXED if coarse else FLAGGED * max(settings.rtol, LEAST)
    return given / size if given > allowed * size else 0.0


def open_account(account: Account, settings: Settings, accuracy: Accuracy) -> bool:
    """Whether the unexplained energy exceeds what the tolerance and the claimed rounding can explain."""
    allowed = FLAGGED * max(settings.rtol, LEAST)
    allowed = allowed if settings.dt is None else max(allowed, FIXED)
    if account.most <= allowed or account.ledger.error <= allowed:
        return False
    rounds = accuracy.worst is not None and accuracy.worst.cause is ErrorCause.rounding
    return not (
        rounds and account.ledger.error <= 2 * SAFETY * (accuracy.achieved or 0.0)
    )  # energies are quadratic


def residual(seen: dict[str, Array], duration: float) -> Residual:
    """The largest constraint values at each time, against the largest size of their terms over the run.

    A velocity that would take a constraint by 1e-6 of its size over the whole run is rest. A constraint that
    keeps a coordinate at 0 has no size: what is rounding of the largest of all constraints is 0 there.
    """
    reach = seen["position_reach"]
    if not seen["velocity"].shape[1] and not reach.shape[1]:
        return Residual(position=np.zeros(len(reach)), velocity=np.zeros(len(reach)))
    largest = reach.max(initial=0.0)
    least = 1e-6 * largest / duration
    sizes, places = largest_of_columns(reach), seen["position"]
    sizeless = sizes <= SIZELESS * largest
    if sizeless.any():
        places = np.where(sizeless & (np.abs(places) <= AT_ZERO * largest), 0.0, places)
    return Residual(
        position=_relative_residual(places, sizes),
        velocity=_relative_residual(
            seen["velocity"], np.maximum(largest_of_columns(seen["velocity_reach"]), least)
        ),
    )


def _relative_residual(values: Array, sizes: Array) -> Array:
    if not values.shape[1] or not len(values):
        return np.zeros(len(values))
    return largest_of_rows(np.abs(values) / np.where(sizes > 0, sizes, 1.0))

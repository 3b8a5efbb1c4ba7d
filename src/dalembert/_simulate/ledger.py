"""The energy account of a run, and the residuals of its constraints."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.code import Layout
from dalembert._compile.interface import Dynamics
from dalembert._lower.system import CONSTRAINTS, DISSIPATED, EFFORTS, FRICTION, PROJECTION, TIME
from dalembert._simulate.claim import SAFETY, largest_of_columns, largest_of_rows
from dalembert._simulate.motion import Accuracy, ErrorCause, Ledger, Residual, Settings
from dalembert._simulate.noise import some_rows
from dalembert._simulate.trajectory import EVENT, Trajectory

Array = NDArray[np.float64]
FLAGGED = 100.0  # a rest of more than this many tolerances
LEAST = 1e-13  # what rounding may leave
AT_ZERO, SIZELESS = 1e-15, 1e-12  # of the largest size of a constraint: rounding; no size of its own
ROUNDED = 30.0  # times the change of the energies with the last bits: rounding of many steps
FIXED = 1e-3  # the same for steps of a fixed size, whose error no tolerance controls
LARGE, FASTEST = 200, 16  # coordinates of which M is not made, and those that are looked at then
SAME = 1e-9  # T + V and the generalised energy are the same if they differ by less


def ledger(
    seen: dict[str, Array],
    rows: Array,
    layout: Layout,
    times: Array,
    run: Trajectory,
    *,
    still: bool = False,
    reached: float = 0.0,
) -> Ledger:
    """The account at the times of a motion; `still` where nothing has moved.

    `reached` is a kinetic energy that the motion is known to have had, at a row or between two.
    """

    def work(name: str) -> Array:
        return rows[:, layout.place(name)] if name in layout.works else np.zeros(len(rows))

    energy, mechanical = seen["energy"], seen["T"] + seen["V"]
    works = {name: work(name) for name in (DISSIPATED, EFFORTS, CONSTRAINTS, TIME, FRICTION, PROJECTION)}
    size = np.abs(seen["T"]) + np.abs(seen["V"])
    impacts, events, impulses = (np.zeros(len(rows)) for _ in range(3))
    for jump in run.jumps:
        (events if jump.kind == EVENT else impulses)[times >= jump.t] += jump.given
    losses = run.impacts.notes
    if losses:
        lost = np.cumsum([0.0, *(lost for lost, _ in losses)])
        impacts = lost[np.searchsorted(np.array(run.impacts.times), times, side="right")]
    for t, (_, given) in zip(run.impacts.times, losses, strict=True):
        if given:
            works[CONSTRAINTS] = works[CONSTRAINTS] + np.where(times >= t, given, 0.0)
    gained = works[EFFORTS] + works[CONSTRAINTS] + works[TIME] + works[PROJECTION] + events + impulses
    explained = gained - works[DISSIPATED] - works[FRICTION]
    remainder = energy + impacts - explained
    remainder = remainder - remainder[:1]  # an impact at the very start is before the first row
    done = [works[name] for name in works if name in layout.works or name == CONSTRAINTS]  # others are zero
    sizes = np.array([size, impacts, events, impulses, *done])
    scale = max(reached, float(np.abs(sizes).max(initial=0.0)))
    moved = not still and bool(seen["qd"].any() or (energy != energy[:1]).any())  # else there is no account
    same = np.abs(energy - mechanical).max(initial=0.0) <= SAME * max(scale, 1e-300)
    return Ledger(
        kind="energy" if same else "jacobi",
        energy=energy,
        dissipated=works[DISSIPATED],
        friction=works[FRICTION],
        efforts=works[EFFORTS],
        constraints=works[CONSTRAINTS],
        time=works[TIME],
        projection=works[PROJECTION],
        impacts=impacts,
        events=events,
        impulses=impulses,
        remainder=remainder,
        error=float(np.abs(remainder).max(initial=0.0) / scale) if scale > 0 and moved else 0.0,
    )


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


def open_account(account: Ledger, settings: Settings, accuracy: Accuracy) -> bool:
    """Whether the unexplained energy exceeds what the tolerance and the claimed rounding can explain."""
    allowed = FLAGGED * max(settings.rtol, LEAST)
    if account.error <= (allowed if settings.dt is None else max(allowed, FIXED)):
        return False
    rounds = accuracy.worst is not None and accuracy.worst.cause is ErrorCause.rounding
    return not (rounds and account.error <= 2 * SAFETY * (accuracy.achieved or 0.0))  # energies are quadratic


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

"""Formulations of constrained motion: the requirements, gains and penalties of each.

The equations are in `_lower/formulations.py`. Gains and penalties are not parameters of a model: they are
chosen from its run, rounded to one digit, and shown.
"""

from __future__ import annotations

from itertools import combinations
from math import comb, floor, log10

import numpy as np
from numpy.typing import NDArray

from dalembert._compare.motions.records import Kind
from dalembert._compare.motions.setting import Setting, Way, WayEquations
from dalembert._compile.compiler import WITHOUT_C
from dalembert._derive.forms.form import NotAvailable
from dalembert._lower.formulations import augmented_lagrangian, baumgarte, index1, null_space
from dalembert._model.records import constraints_of
from dalembert._words.message import say

Array = NDArray[np.float64]
GAIN = 100.0  # a violation of constraints decays by e^−GAIN over the run
PENALTY = 1e3  # times the inertia along each constraint
PLACES = 60  # states of the motion at which choices of dependent coordinates are compared
MOST_CHOICES = 2000
DEAD = 1e-3  # relative to its largest value: a determinant below nearly vanishes


def _index1(setting: Setting) -> WayEquations:
    _require_constraints(setting)
    return WayEquations(formulate=index1)


def _baumgarte(setting: Setting) -> WayEquations:
    _require_constraints(setting)
    gain = _one_digit(GAIN / setting.duration)
    return WayEquations(formulate=baumgarte(gain, gain), constants=(("alpha", gain), ("beta", gain)))


def _augmented_lagrangian(setting: Setting) -> WayEquations:
    _require_constraints(setting)
    setting.refuse_large(len(setting.model.coordinates))
    gain = _one_digit(GAIN / setting.duration)
    saddle = setting.ready.dynamics.saddle(float(setting.ready.problem.times[0]), setting.ready.start.y)
    mobility = np.diag(saddle["G"] @ np.linalg.pinv(saddle["M"]) @ saddle["G"].T)
    if not (np.isfinite(mobility).all() and (mobility > 0).all()):
        raise NotAvailable(say("compare_no_inertia"))
    penalties = tuple(_one_digit(PENALTY / float(one)) for one in mobility)
    named = tuple((f"w_{name}", w) for name, w in zip(_names(setting), penalties, strict=True))
    constants = (("alpha", gain), ("beta", gain), *named)
    return WayEquations(formulate=augmented_lagrangian(gain, gain, penalties), constants=constants)


def _null_space(setting: Setting) -> WayEquations:
    _require_constraints(setting)
    setting.refuse_large(len(setting.model.coordinates))
    dependent, places = dependent_coordinates(setting)
    return WayEquations(formulate=null_space(dependent, places))


def _ggl(setting: Setting) -> WayEquations:
    _require_constraints(setting)
    setting.refuse_large(len(setting.model.coordinates))
    if setting.model.states or setting.model.inputs:
        raise NotAvailable(say("compare_ggl_inputs"))
    if setting.model.events:
        raise NotAvailable(say("compare_ggl_events"))
    without_c = [remark for remark in setting.ready.method.remarks if remark.key in WITHOUT_C]
    if without_c:
        raise NotAvailable(without_c[0])
    return WayEquations(formulate=index1, stepped=True)


FORMULATIONS = (  # the projected one is the run itself
    Way(name="ggl", kind=Kind.FORMULATION, make=_ggl),
    Way(name="null_space", kind=Kind.FORMULATION, make=_null_space),
    Way(name="augmented_lagrangian", kind=Kind.FORMULATION, make=_augmented_lagrangian, drifts=True),
    Way(name="baumgarte", kind=Kind.FORMULATION, make=_baumgarte, drifts=True),
    Way(name="index1", kind=Kind.FORMULATION, make=_index1, drifts=True),
)


def dependent_coordinates(setting: Setting) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Speeds that depend on the others along the whole motion, and those among them that Phi determines.

    The choice keeps the determinant of their columns of G farthest from zero. Where every choice makes it
    vanish at some state, the motion passes a dead point of each.
    """
    times, rows = setting.motion.t, _states(setting)
    every = np.unique(np.linspace(0, len(times) - 1, PLACES).astype(int))
    G = np.array([setting.ready.dynamics.saddle(float(times[i]), rows[i])["G"] for i in every])
    n, first, m = len(setting.model.coordinates), setting.system.Phi.numel(), G.shape[1]
    places = _best_columns(G[:, :first], (), n)
    if m > n or places is None:
        raise NotAvailable(say("compare_dead_points"))
    dependent = _best_columns(G, places, n)
    if dependent is None:
        raise NotAvailable(say("compare_dead_points"))
    return dependent, places


def _best_columns(G: Array, kept: tuple[int, ...], n: int) -> tuple[int, ...] | None:
    """The columns, including `kept`, whose determinant stays farthest from zero; None where all vanish."""
    wanted, others = G.shape[1] - len(kept), [i for i in range(n) if i not in kept]
    if not wanted:
        return kept
    many = comb(len(others), wanted) > MOST_CHOICES
    choices = [_pivots(G[0], kept)] if many else list(combinations(others, wanted))
    best, best_columns = DEAD, None
    for choice in choices:
        columns = tuple(sorted((*kept, *choice)))
        sizes = np.linalg.det(G[:, :, columns])
        most = np.max(np.abs(sizes))
        steady = np.min(sizes * np.sign(sizes[0])) / most if most > 0 else 0.0
        if steady > best:
            best, best_columns = float(steady), columns
    return best_columns


def _pivots(G: Array, kept: tuple[int, ...]) -> tuple[int, ...]:
    """Columns by Gaussian elimination with the largest pivots, those in `kept` first."""
    left, chosen = G.copy(), list[int]()
    for step in range(G.shape[0]):
        candidates = [kept[step]] if step < len(kept) else range(G.shape[1])
        j = max(candidates, key=lambda column: float(np.max(np.abs(left[step:, column]))))
        i = step + int(np.argmax(np.abs(left[step:, j])))
        left[[step, i]] = left[[i, step]]
        if left[step, j] == 0:
            break
        left[step + 1 :] -= np.outer(left[step + 1 :, j] / left[step, j], left[step])
        chosen.append(j)
    return tuple(j for j in chosen if j not in kept)


def _require_constraints(setting: Setting) -> None:
    if not setting.system.gamma.numel():
        raise NotAvailable(say("compare_no_constraints"))


def _states(setting: Setting) -> Array:
    """The states (q, qd, s, w) of the motion, with works w = 0."""
    motion, works = setting.motion, len(setting.ready.dynamics.layout.works)
    return np.concatenate([motion.q, motion.qd, motion.s, np.zeros((len(motion.t), works))], axis=1)


def _names(setting: Setting) -> tuple[str, ...]:
    """The names of the constraints, in the order of their rows."""
    return tuple(c.name for kind in ("displacement", "flow") for c in constraints_of(setting.model, kind))


def _one_digit(value: float) -> float:
    """A number rounded to one digit: a free choice need not look exact."""
    scale = 10.0 ** floor(log10(value))
    return round(value / scale) * scale

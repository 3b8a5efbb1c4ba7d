"""Angles that may be turned by 2 π without any change: V, Phi, the forces and the inertia are the same there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.setting import Setting

Array = NDArray[np.float64]
TURN = 2 * np.pi


def periods(setting: Setting, q: Array, s: Array, e: Array) -> Array:
    """The turns that change nothing, as rows: of single coordinates, and of all the others together."""
    n = len(q)
    angles = [j for j in range(n) if setting.angles[j]]
    single = [j for j in angles if _same(setting, q, s, e, TURN * np.eye(n)[j])]
    rest = [j for j in angles if j not in single]
    turns = [TURN * np.eye(n)[j] for j in single]
    together = TURN * np.isin(np.arange(n), rest)
    if len(rest) > 1 and _same(setting, q, s, e, together):
        turns.append(together)
    return np.array(turns).reshape(-1, n)


def turned(q: Array, near: Array, turns: Array) -> Array:
    """The same configuration with its angles as near as they can be to others."""
    for turn in turns:
        first = int(np.argmax(turn != 0))
        q = q + turn * np.round((near[first] - q[first]) / TURN)
    return q


def _same(setting: Setting, q: Array, s: Array, e: Array, turn: Array) -> bool:
    random = np.random.default_rng(4)
    checked = 0
    for _ in range(6):
        place = q + setting.scale * random.normal(size=len(q))
        qd = setting.scale * random.normal(size=len(q))
        lam = random.normal(size=len(setting.rows))
        here, there = (
            setting.physics.linear(
                setting.t,
                {"q": x, "qd": qd, "s": s, "e": e, "u": setting.u, "a": qd, "lam": lam},
                setting.p,
            )
            for x in (place, place + turn)
        )
        energies = [
            setting.statics(np.concatenate([x, s, e, lam]))["V"] for x in (place, place + turn)
        ]
        for a, b in [(here[name], there[name]) for name in ("r", "Phi", "M", "effort", "rates")] + [tuple(energies)]:
            if not (np.isfinite(a).all() and np.isfinite(b).all()):
                continue
            checked += 1
            if np.any(np.abs(a - b) > 1e-9 * (np.abs(a).max(initial=0.0) + np.abs(b).max(initial=0.0))):
                return False
    return checked > 0

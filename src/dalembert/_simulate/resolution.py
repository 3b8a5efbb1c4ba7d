"""Whether steps and samples are fine enough for the modes of a model at its start.

With δ ± iω the eigenvalues of M λ² + C λ + K on the free directions, C = −h_qd and K = −h_q, a step dt of the
average acceleration method shows a mode ω as tan(ω' dt/2) = ω dt/2, and samples Δ apart show it at a false
frequency if ω > π/Δ.
"""

from __future__ import annotations

from collections import OrderedDict
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import CompiledModel, Dynamics
from dalembert._compile.rank_revealing import free_directions
from dalembert._simulate.methods import MethodChoice
from dalembert._simulate.motion import Settings
from dalembert._words.message import Message, Quantity, say

Array = NDArray[np.float64]
FEW, MOST = 8, 40  # coordinates up to which modes are looked at: always, and for fixed steps
STEPS = 10  # steps that a period should have
SHOWN = 6
KNOWN = 16  # starts of a compiled model that are remembered
DAMPED = 0.3  # modes that die out faster than this part of their frequency are not seen anyway


def remarks_on_resolution(
    chosen: MethodChoice, settings: Settings, dynamics: Dynamics, t: float, y: Array
) -> tuple[Message, ...]:
    """Remarks on modes that steps or samples cannot resolve."""
    n = dynamics.layout.n
    if not n or n > (FEW if settings.dt is None else MOST):
        return ()
    frequencies = _frequencies_at_start(dynamics, t, y)
    remarks: list[Message] = []
    between = (settings.t_end - settings.t_start) / settings.samples
    fast = frequencies[frequencies * between > 0.5] if not settings.times else frequencies[:0]
    if len(fast):
        limits = {"dt": Quantity(between), "limit": Quantity(0.5 / between)}
        remarks.append(say("remark_samples", **limits, modes=_list_of(fast)))
    if settings.dt is not None:
        coarse = frequencies[frequencies * settings.dt * STEPS > 1]
        if len(coarse):
            dt, modes = Quantity(settings.dt), _list_of(coarse)
            if chosen.name in ("newmark", "newmark:0.25,0.5"):
                shifted = _list_of(np.arctan(np.pi * coarse * settings.dt) / (np.pi * settings.dt))
                remarks.append(say("remark_coarse_newmark", dt=dt, modes=modes, shifted=shifted, count=STEPS))
            else:
                remarks.append(say("remark_coarse_steps", dt=dt, modes=modes, count=STEPS))
    return tuple(remarks)


_known: WeakKeyDictionary[CompiledModel, OrderedDict[tuple[bytes, float, bytes], Array]] = WeakKeyDictionary()


def _frequencies_at_start(dynamics: Dynamics, t: float, y: Array) -> Array:
    """The same as `_frequencies`; those of a start that was looked at before are not searched again."""
    if dynamics.tables:
        return _frequencies(dynamics, t, y)
    cache, key = _known.setdefault(dynamics.compiled, OrderedDict()), (dynamics.p.tobytes(), t, y.tobytes())
    frequencies = cache[key] = cache.pop(key) if key in cache else _frequencies(dynamics, t, y)
    while len(cache) > KNOWN:
        cache.popitem(last=False)
    return frequencies


def _frequencies(dynamics: Dynamics, t: float, y: Array) -> Array:
    """Frequencies in Hz of the modes at a state that are not zero and do not die out at once."""
    parts = dynamics.stiffness(t, y)
    Z, _ = free_directions(parts["G"], dynamics.layout.n)
    M, C, K = (Z.T @ parts[name] @ Z for name in ("M", "C", "K"))
    if not all(np.isfinite(part).all() for part in (M, C, K)) or np.linalg.matrix_rank(M) < len(M):
        return np.zeros(0)
    n = len(M)
    top = np.hstack([np.zeros((n, n)), np.eye(n)])
    values = np.linalg.eigvals(np.vstack([top, -np.linalg.solve(M, np.hstack([K, C]))]))
    lively = values[
        (values.imag > 1e-6 * np.abs(values).max(initial=1e-300)) & (-values.real < DAMPED * values.imag)
    ]
    return np.sort(lively.imag) / (2 * np.pi)


def _list_of(modes: Array) -> tuple[Quantity | str, ...]:
    shown = tuple(Quantity(float(mode), 4) for mode in modes[:SHOWN])
    return (*shown, "…") if len(modes) > SHOWN else shown

r"""The frequency response of a linear system, and the frequencies at which to evaluate it.

G(iω) = C (iω − A)⁻¹ B + D is evaluated on the path s = ω (i + ε) just right of the imaginary axis, so that an
undamped pole is passed like a weakly damped one: the phase falls by 180° there, and rises at a zero.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]
ASIDE = 1e-9  # ε, relative to the frequency
BLOCK = 200  # frequencies solved for at once
DENSE = 100  # frequencies per decade
NEAREST = 4  # decades by which frequencies approach a pole
AROUND = 10.0  # the range extends by this factor beyond the slowest and the fastest pole
LEAST = 1e-9  # relative to the fastest: a slower pole is a rigid motion
MOST = 8  # decades of the whole range


def frequency_response(A: Array, B: Array, C: Array, D: Array, rad_s: Array) -> Complex:
    """G at each frequency: an array (frequencies, outputs, inputs)."""
    made = np.zeros((len(rad_s), *D.shape), dtype=complex)
    unit = np.eye(len(A))
    for first in range(0, len(rad_s), BLOCK):
        part = slice(first, first + BLOCK)
        s = rad_s[part] * (1j + ASIDE)
        x = np.linalg.solve(s[:, None, None] * unit - A, np.broadcast_to(B, (len(s), *B.shape)))
        made[part] = C @ x + D
    return made


def frequencies_of(A: Array, low: float | None = None, high: float | None = None) -> Array:
    """Frequencies in rad/s, dense at the poles; in whole decades of Hz unless the ends are given."""
    poles = np.abs(np.linalg.eigvals(A)) if len(A) else np.zeros(0)
    poles = poles[poles > LEAST * poles.max(initial=0.0)]
    slow, fast = (poles.min() / AROUND, poles.max() * AROUND) if len(poles) else (0.1, 10.0)
    first = 2 * np.pi * 10.0 ** np.floor(np.log10(slow / (2 * np.pi))) if low is None else low
    last = 2 * np.pi * 10.0 ** np.ceil(np.log10(fast / (2 * np.pi))) if high is None else high
    if low is None:
        first = max(first, last / 10.0**MOST)
    if not 0 < first < last:
        message = (
            f"a frequency response runs from a lower to a higher frequency, not {first:g} … {last:g} rad/s"
        )
        raise ValueError(message)
    even = np.geomspace(first, last, int(DENSE * np.log10(last / first)) + 2)
    apart = 10.0 ** np.arange(-NEAREST, -0.4, 0.25)
    near = (poles[:, None] * np.concatenate([1 - apart, 1 + apart])).ravel()
    every = np.unique(np.concatenate([even, near[(near > first) & (near < last)]]))
    frequencies: Array = every
    return frequencies

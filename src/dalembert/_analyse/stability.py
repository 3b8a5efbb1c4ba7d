"""What becomes of a small disturbance: Lagrange and Dirichlet's minimum for symmetric K, else eigenvalues."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.records import Linear, Stability
from dalembert._analyse.spectrum import Spectrum

Complex = NDArray[np.complex128]


def judged(linear: Linear, own: Spectrum) -> tuple[Stability, str]:
    """The stability of an equilibrium, and why."""
    values, free = own.values, len(linear.reduced.free)
    if not linear.shapes.shape[1]:
        return Stability.stable, "the constraints leave no direction free"
    held = linear.reduced.held
    values = values[np.argsort(np.abs(values))[held:]]
    flat = own.flat - held if own.kind == "general" else own.flat
    stability, why = _of(own, values, flat, free)
    return stability, f"{why}, if flow constraints are kept" if held else why


def _of(own: Spectrum, values: Complex, flat: int, free: int) -> tuple[Stability, str]:
    """The stability by the eigenvalues of motions that are possible."""
    top = values[int(np.argmax(values.real))] if len(values) else 0j
    if top.real > 0:
        return Stability.unstable, _growth(own, top, free)
    if flat > 0 or own.rigid.shape[1]:
        return Stability.neutral, f"nothing brings it back in {_directions(max(flat, own.rigid.shape[1]))}"
    dying = bool(np.all(values.real < 0))
    if own.kind == "general":
        if dying:
            return Stability.asymptotic, f"every disturbance dies out, the slowest at {_rate(top)}"
        return Stability.undecided, "the linear equations have oscillations that neither grow nor die out"
    if own.soft:
        if dying:
            return Stability.asymptotic, f"every disturbance dies out, the slowest at {_rate(top)}"
        return Stability.undecided, (
            f"the potential energy has no minimum ({_directions(own.soft)} of fall); in the linear equations"
            " gyroscopic forces hold it, and damping would take that away"
        )
    if dying:
        return Stability.asymptotic, (
            f"the potential energy has a minimum and damping reaches every motion, slowest at {_rate(top)}"
        )
    return Stability.stable, "the potential energy has a minimum"


def _growth(own: Spectrum, top: complex, free: int) -> str:
    rate = f"it grows at {_rate(top)}"
    if own.kind != "general" and own.soft:
        return f"the potential energy falls in {_directions(own.soft)} of {free}; {rate}"
    how = "an oscillation grows" if top.imag else "a disturbance grows"
    return f"{how}; {rate}"


def _rate(value: complex) -> str:
    return f"{abs(value.real):.4g} 1/s"


def _directions(count: int) -> str:
    return "1 direction" if count == 1 else f"{count} directions"

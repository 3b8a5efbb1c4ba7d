"""Stability: by the minimum of the potential (Lagrange–Dirichlet) for symmetric K, else by eigenvalues."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.records import Linear, Stability
from dalembert._analyse.spectrum import Spectrum
from dalembert._words.message import Message, Quantity, say

Complex = NDArray[np.complex128]


def stability_of(linear: Linear, spectrum: Spectrum, potential: Message) -> tuple[Stability, Message]:
    """The stability of an equilibrium and its reason; `potential` names V or V − T₀."""
    values, free = spectrum.values, len(linear.reduced.free)
    held_count = linear.reduced.held_directions
    if linear.shapes.shape[1] <= held_count:
        return Stability.stable, say("stable_no_direction")
    values = values[np.argsort(np.abs(values))[held_count:]]
    flat = spectrum.flat - held_count if spectrum.kind == "general" else spectrum.flat
    stability, why = _stability_by_eigenvalues(spectrum, values, flat, free, potential)
    flows = any(constraint.kind == "flow" for constraint in linear.model.constraints)
    return stability, say("stable_if_flow_kept", why=why) if held_count and flows else why


def _stability_by_eigenvalues(
    spectrum: Spectrum, values: Complex, flat: int, free: int, potential: Message
) -> tuple[Stability, Message]:
    """The stability by the eigenvalues of the possible motions."""
    top = values[int(np.argmax(values.real))] if len(values) else 0j
    if top.real > 0:
        return Stability.unstable, _growth(spectrum, top, free, potential)
    if len(spectrum.defective):
        return Stability.undecided, say("stable_shapes_lacking", frequencies=_frequencies(spectrum.defective))
    if flat > 0 or spectrum.rigid.shape[1]:
        open_ = _directions(max(flat, spectrum.rigid.shape[1]))
        return Stability.neutral, say("stable_no_return", directions=open_)
    dying = bool(np.all(values.real < 0))
    if spectrum.kind == "general":
        if dying:
            return Stability.asymptotic, say("stable_dies_out", rate=_rate(top))
        return Stability.undecided, say("stable_neither")
    if spectrum.soft:
        if dying:
            return Stability.asymptotic, say("stable_dies_out", rate=_rate(top))
        return Stability.undecided, say(
            "stable_no_minimum", potential=potential, directions=_directions(spectrum.soft)
        )
    if dying:
        return Stability.asymptotic, say("stable_minimum_damped", potential=potential, rate=_rate(top))
    return Stability.stable, say("stable_minimum", potential=potential)


def _growth(spectrum: Spectrum, top: complex, free: int, potential: Message) -> Message:
    rate = _rate(top)
    if spectrum.kind != "general" and spectrum.soft:
        if spectrum.soft == free:
            return say("stable_maximum", potential=potential, rate=rate)
        return say(
            "stable_falls", potential=potential, directions=_directions(spectrum.soft), free=free, rate=rate
        )
    if top.imag:
        return say("stable_oscillation_grows", rate=rate)
    return say("stable_disturbance_grows", rate=rate)


def _frequencies(values: Complex) -> tuple[Quantity, ...]:
    """The angular frequencies of some eigenvalues, each once."""
    return tuple(Quantity(float(one), 4) for one in dict.fromkeys(np.abs(values.imag)))


def _rate(value: complex) -> Quantity:
    return Quantity(abs(value.real), 4)


def _directions(count: int) -> Message:
    return say("one_direction") if count == 1 else say("directions", count=count)

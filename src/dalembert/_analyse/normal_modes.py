"""Natural frequencies, damping ratios and shapes of small motions about a point.

δq = Re(v e^(λ t)),  (λ² M + λ C + K) v = 0;   natural frequency |λ|, damping ratio −Re λ/|λ|
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.operating_point import At
from dalembert._analyse.records import Equilibria, Kind, Linear, Mode, Modes, Nearness
from dalembert._analyse.requested_point import default_linearisation, linear_about
from dalembert._analyse.spectrum import Spectrum, spectrum
from dalembert._words.message import Message, say

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]
ROUNDING = 1e-14  # of an entry of a shape, relative to the largest, both in the sizes of their coordinates
MARGIN = 0.2  # relative distance: a natural frequency nearer to an excitation is called close


def modes_of(
    context: AnalysisContext,
    at: At,
    speed_rpm: float | None = None,
    orders: int = 3,
    equilibria: Equilibria | None = None,
) -> Modes:
    """The modes about a point, by default that of `default_linearisation`.

    Known `equilibria` are not searched for again.
    """
    if at is not None:
        return modes_about(linear_about(context, at), speed_rpm, orders)
    linear, remarks = default_linearisation(context, equilibria)
    return modes_about(linear, speed_rpm, orders, remarks)


def modes_about(
    linear: Linear, speed_rpm: float | None = None, orders: int = 3, remarks: tuple[Message, ...] = ()
) -> Modes:
    """The modes of a linear system, rigid ones first, then by frequency."""
    values = spectrum(linear)
    modes = _modes(values, linear.sizes)
    speed = None if speed_rpm is None else speed_rpm / 60
    return Modes(
        model=linear.model,
        point=linear.point,
        names=(*(c.name for c in linear.model.coordinates), *(s.name for s in linear.model.states)),
        modes=modes,
        sizes=linear.sizes,
        kind=values.kind,
        speed_hz=speed,
        nearness=() if speed is None else _nearness(modes, speed, orders),
        residual=linear.residual,
        remarks=(*((say("no_modes"),) if not modes else ()), *remarks, *linear.remarks),
        reduced=None if linear.model.states or linear.model.efforts else linear.reduced,
    )


def _modes(spectrum_of_system: Spectrum, sizes: Array) -> tuple[Mode, ...]:
    rigid = [_mode(0j, shape.astype(complex), Kind.rigid, sizes) for shape in spectrum_of_system.rigid.T]
    others = []
    for value, shape in zip(spectrum_of_system.values, spectrum_of_system.shapes.T, strict=True):
        value = complex(value)
        kind = (
            Kind.oscillation
            if value.imag
            else Kind.growth
            if value.real > 0
            else Kind.decay
            if value.real < 0
            else Kind.neutral
        )
        others.append(_mode(value, shape, kind, sizes))
    others.sort(key=lambda mode: (mode.kind is not Kind.neutral, mode.rad_s, mode.eigenvalue.real))
    return (*rigid, *others)


def _mode(value: complex, shape: Complex, kind: Kind, sizes: Array) -> Mode:
    parts = np.abs(shape) / sizes
    shape = np.where(parts > ROUNDING * parts.max(initial=0.0), shape, 0.0)
    largest = shape[int(np.argmax(np.abs(shape)))] if len(shape) else 1.0
    shape = shape / largest if largest else shape
    return Mode(
        kind=kind,
        eigenvalue=value,
        rad_s=abs(value),
        hz=abs(value) / (2 * np.pi),
        damping=0.0 - value.real / abs(value) if value else 0.0,
        shape=shape,
    )


def _nearness(modes: tuple[Mode, ...], speed: float, orders: int) -> tuple[Nearness, ...]:
    """The distance of every oscillation from the speed and its multiples."""
    return tuple(
        Nearness(
            mode=i,
            order=order,
            excitation_hz=order * speed,
            distance=order * speed / mode.hz - 1,
            close=abs(order * speed / mode.hz - 1) < MARGIN,
        )
        for i, mode in enumerate(modes)
        if mode.kind is Kind.oscillation
        for order in range(1, orders + 1)
    )

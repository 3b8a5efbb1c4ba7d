r"""Amplitude spectra of sampled columns, and the peaks in them.

With a window w and samples y_n, A(f) = 2 |Σ w_n (y_n − mean) e^(−2πi f n Δ)| / Σ w_n is the amplitude of a
sine of that frequency, for any window. The sum is also evaluated between the frequencies k/(NΔ) (by zero
padding), so that a peak between them is not underestimated.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert._present.figures.records import Array, NothingToDraw
from dalembert._present.figures.windows import WINDOWS

PERIODS = 3  # the fewest periods of a sine in a window for a reliable frequency
FINER = 8  # points of the spectrum for each k/(NΔ)
STRONG = 0.3  # relative to the strongest: a stronger slow component may have harmonics
HARMONICS = 10
FAST = 0.1  # relative to the strongest: beside a slow component, weaker ones may be harmonics
DRIFT = 0.12  # relative to a slow component: its leakage at the lowest frequency, falling with the square
LARGEST = 2**21  # the most points of a transform
FEWEST = 8  # the fewest rows of a spectrum
EVEN = 1e-6  # relative differences of time steps that are rounding
CLEAR = 2.0  # a peak must exceed the leakage of stronger ones by this factor
LEAST = 0.02  # and this part of the strongest


@dataclass(frozen=True, slots=True)
class Peak:
    """A maximum of a spectrum, between its points."""

    hz: float
    amplitude: float


@dataclass(frozen=True, slots=True, eq=False)
class Spectrum:
    """Amplitudes over frequencies; `resolution` is the distance at which two sines are distinguished."""

    hz: Array
    amplitude: Array
    resolution: float
    peaks: tuple[Peak, ...]


def even_step(t: Array) -> tuple[float, int]:
    """The time step of the rows and how many rows have it; the last interval may differ."""
    if len(t) < FEWEST:
        message = f"a spectrum needs {FEWEST} rows or more, and the motion has {len(t)}"
        raise NothingToDraw(message)
    steps = np.diff(t)
    step = float(np.median(steps))
    even = np.abs(steps - step) <= EVEN * step + 8 * np.spacing(np.abs(t[-1]))
    if not even[:-1].all():
        message = "a spectrum needs rows equally spaced in time"
        raise ValueError(message)
    return step, len(t) - (not even[-1])


def window_of(name: str, count: int) -> Array:
    """A window by its name."""
    if name not in WINDOWS:
        message = f"`window` must be one of {', '.join(WINDOWS)}, but is {name!r}"
        raise ValueError(message)
    angle = 2 * np.pi * np.arange(count) / count
    waves = [(-1) ** k * a * np.cos(k * angle) for k, a in enumerate(WINDOWS[name])]
    return np.asarray(sum(waves), dtype=np.float64)


def spectrum_of(values: Array, step: float, window: str) -> Spectrum:
    """The spectrum of equally spaced values."""
    count = len(values)
    w = window_of(window, count)
    points = 1 << int(np.ceil(np.log2(max(min(FINER * count, LARGEST), count))))
    weight = w.sum()
    mean = w @ values / weight
    amplitude = 2 * np.abs(np.fft.rfft(w * (values - mean), points)) / weight
    amplitude[0] /= 2
    amplitude[-1] /= 2  # at the ends of the range the two halves of a sine coincide
    hz: Array = np.fft.rfftfreq(points, step).astype(np.float64)
    leak = np.abs(np.fft.rfft(w, points)) / weight
    envelope = np.maximum.accumulate(leak[::-1])[::-1]
    lines = len(WINDOWS[window])  # k/(NΔ) to the edge of a peak
    lowest = max(PERIODS, 1 + lines) / (count * step)
    return Spectrum(hz, amplitude, lines / (count * step), _peaks(hz, amplitude, envelope, lowest))


def _peaks(hz: Array, amplitude: Array, envelope: Array, lowest: float) -> tuple[Peak, ...]:
    """The maxima that are not leakage of stronger ones, strongest first.

    Components below `lowest` have no reliable frequency, but they leak. Where they are strong, peaks within
    ten times their frequency may be harmonics of an incomplete period and are not reported.
    """
    inner = amplitude[1:-1]
    lobe = int(np.argmax(envelope < 0.25))  # the flanks of a peak are steep up to here
    tops = 1 + np.flatnonzero((inner > amplitude[:-2]) & (inner >= amplitude[2:]))
    slow = int(np.argmax(np.where(hz < lowest, amplitude, 0.0)))
    tops = np.union1d(tops, slow)  # a drift has no maximum, but leaks as well
    most = amplitude.max(initial=0.0)
    kept: list[int] = []
    for top in tops[np.argsort(-amplitude[tops], kind="stable")][:200]:
        if amplitude[top] <= LEAST * most:
            break
        drift = DRIFT * (lowest / max(hz[top], lowest)) ** 2
        leaks = {other: float(envelope[abs(top - other)]) for other in kept}
        leaks |= {slow: max(4 * leaks[slow], drift)} if slow in kept else {}
        leaked = sum(amplitude[other] * leak for other, leak in leaks.items())
        if amplitude[top] > CLEAR * leaked:
            kept.append(int(top))
    if amplitude[slow] > STRONG * most:
        lowest = max(lowest, HARMONICS * hz[slow])
        kept = [top for top in kept if amplitude[top] > FAST * most]
    return tuple(_between(hz, amplitude, top, lobe) for top in kept if hz[top] >= lowest)


def _between(hz: Array, amplitude: Array, top: int, lobe: int) -> Peak:
    """A peak between the points: its height by a parabola, its frequency midway between its flanks.

    The transform of a window is symmetric but may be flat or rippled at its top, so the flanks give the
    middle.
    """
    a, b, c = np.log(np.maximum(amplitude[top - 1 : top + 2], np.finfo(np.float64).tiny))
    bend = a - 2 * b + c
    shift = float((a - c) / (2 * bend)) if bend < 0 else 0.0
    height = float(np.exp(b - (a - c) * shift / 4))
    left = _flank(amplitude[max(top - lobe, 0) : top + 1][::-1], height / 2)
    right = _flank(amplitude[top : top + lobe + 1], height / 2)
    aside = shift if left is None or right is None else (right - left) / 2
    return Peak(float((top + aside) * hz[1]), height)


def _flank(falling: Array, level: float) -> float | None:
    """After how many points a flank falls to a level; None where it does not."""
    below = np.flatnonzero(falling < level)
    if not len(below):
        return None
    i = int(below[0])
    return i - float((level - falling[i]) / (falling[i - 1] - falling[i]))


def shifted_by_newmark(hz: float, dt: float) -> float:
    """The frequency that the average acceleration method with step dt shows: tan(ω' dt/2) = ω dt/2."""
    return float(np.arctan(np.pi * hz * dt) / (np.pi * dt))


def alias_frequency(hz: float, step: float) -> float:
    """The frequency that samples with this step show: the true one below 1/(2 step), else an alias."""
    return float(abs(hz - round(hz * step) / step))

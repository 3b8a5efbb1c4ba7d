r"""Amplitude spectra of sampled columns, and the peaks in them.

With a window w and samples y_n, A(f) = 2 |Σ w_n (y_n − mean) e^(−2πi f n Δ)| / Σ w_n is the amplitude of a
sine of that frequency, whatever the window. Between the frequencies k/(NΔ) the sum is evaluated as well (the
samples are followed by zeros), so that a peak loses nothing to a grid it does not lie on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert._present.figures.records import Array, NothingToDraw
from dalembert._present.figures.windows import WINDOWS

PERIODS = 3  # of a sine that a window needs to tell its frequency
FINER = 8  # points of the spectrum for each k/(NΔ)
STRONG = 0.3  # of the strongest: what is slow and above this has harmonics
HARMONICS = 10
FAST = 0.1  # of the strongest: beside something slow, what is less may be a harmonic, however fast
DRIFT = 0.12  # of something slow: what it leaks to the lowest frequency that is told, less by its square
LARGEST = 2**21  # points of a transform
FEWEST = 8  # rows that have a spectrum
EVEN = 1e-6  # differences of time steps, relatively, that are rounding
CLEAR = 2.0  # a peak must stand this many times above what stronger ones leak to its place
LEAST = 0.02  # and above this part of the strongest


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
    """The time between rows and how many rows are so far apart; a last row may be out of step."""
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
    amplitude[-1] /= 2  # at the ends of the range the two halves of a sine fall together
    hz: Array = np.fft.rfftfreq(points, step).astype(np.float64)
    leak = np.abs(np.fft.rfft(w, points)) / weight
    envelope = np.maximum.accumulate(leak[::-1])[::-1]
    lines = len(WINDOWS[window])  # k/(NΔ) to the edge of a peak
    lowest = max(PERIODS, 1 + lines) / (count * step)
    return Spectrum(hz, amplitude, lines / (count * step), _peaks(hz, amplitude, envelope, lowest))


def _peaks(hz: Array, amplitude: Array, envelope: Array, lowest: float) -> tuple[Peak, ...]:
    """The maxima that are not leakage of stronger ones, strongest first.

    What is slower than `lowest` is seen as well, but its frequency is not: it only leaks. Where it is strong,
    what lies within ten times its frequency may be harmonics of a period that has not passed: none is told.
    """
    inner = amplitude[1:-1]
    lobe = int(np.argmax(envelope < 0.25))  # the flanks of a peak are steep up to here
    tops = 1 + np.flatnonzero((inner > amplitude[:-2]) & (inner >= amplitude[2:]))
    slow = int(np.argmax(np.where(hz < lowest, amplitude, 0.0)))
    tops = np.union1d(tops, slow)  # also a drift, which has no top of its own, leaks
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
    """A peak between the points: its height by a parabola, its place halfway between its flanks.

    The transform of a window is symmetric but may be flat, or wavy, at its top: its flanks tell its middle.
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
    """What a step dt of the average acceleration method makes of a frequency: tan(ω' dt/2) = ω dt/2."""
    return float(np.arctan(np.pi * hz * dt) / (np.pi * dt))


def alias_frequency(hz: float, step: float) -> float:
    """Where samples that far apart show a frequency: itself below 1/(2 step), else a false one."""
    return float(abs(hz - round(hz * step) / step))

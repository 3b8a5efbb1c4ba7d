"""Linear models with controllers, as files, and their transfer functions by hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

PLANT = """format = 1
[parameters]
m = {{ value = 2, unit = "kg" }}
c = {{ value = 0.5, unit = "N*s/m" }}
k = {{ value = 3, unit = "N/m" }}
r = {{ value = 1, unit = "m" }}
[coordinates]
x = {{ unit = "m", start = 0, speed = 0 }}
[inputs]
F = {{ unit = "N" }}
[energy]
kinetic = "1/2*m*x'^2"
potential = "1/2*k*x^2"
dissipation = "1/2*c*x'^2"
[work]
x = "F"
[controllers]
{controllers}
[simulate]
t_end = 3
samples = 30
rtol = 1e-11
"""
# What is driven is a plant of nothing but a resting coordinate: the filter's own response to a step.
STEP = """format = 1
[coordinates]
x = {{ start = 0, speed = 0 }}
[inputs]
u = "{signal}"
[energy]
kinetic = "1/2*x'^2"
[controllers]
f = {{ from = "u", {keys} }}
[simulate]
t_end = 3
samples = 30
rtol = 1e-11
"""


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter and its transfer function, highest powers first."""

    keys: str
    above: tuple[float, ...]
    under: tuple[float, ...]


FILTERS = {
    "low_pass": Filter('kind = "low_pass", time_constant = 0.3, gain = 2', (2,), (0.3, 1)),
    "low_pass by frequency": Filter('kind = "low_pass", frequency = 0.5', (1,), (1 / np.pi, 1)),
    "high_pass": Filter('kind = "high_pass", time_constant = 0.3', (0.3, 0), (0.3, 1)),
    "low_pass_2": Filter(
        'kind = "low_pass_2", angular_frequency = 4, damping_ratio = 0.3', (16,), (1, 2.4, 16)
    ),
    "band_pass": Filter(
        'kind = "band_pass", angular_frequency = 4, damping_ratio = 0.3, gain = 2', (4.8, 0), (1, 2.4, 16)
    ),
    "notch": Filter('kind = "notch", angular_frequency = 4, damping_ratio = 0.3', (1, 0, 16), (1, 2.4, 16)),
    "lead_lag": Filter('kind = "lead_lag", lead_time = 0.5, lag_time = 0.1', (0.5, 1), (0.1, 1)),
    "integrator": Filter('kind = "integrator", gain = 2', (2,), (1, 0)),
    "transfer_function": Filter(
        'kind = "transfer_function", numerator = [1, 0, 5], denominator = [2, 3, 4, 5]',
        (1, 0, 5),
        (2, 3, 4, 5),
    ),
    "transfer_function that follows at once": Filter(
        'kind = "transfer_function", numerator = [3, 1, 5], denominator = [2, 3, 4]', (3, 1, 5), (2, 3, 4)
    ),
}
PID = {"kp": 20.0, "ki": 10.0, "kd": 8.0, "filter_time": 0.05}


def pid_loop() -> tuple[np.ndarray, np.ndarray]:
    """Numerator and denominator of x for the reference r, with the PID controller of PID."""
    kp, ki, kd, tf = PID["kp"], PID["ki"], PID["kd"], PID["filter_time"]
    above = np.polyadd(np.polyadd(kp * np.array([tf, 1, 0]), ki * np.array([tf, 1])), np.array([kd, 0, 0]))
    under = np.array([tf, 1, 0])
    return above, np.polyadd(np.polymul(under, [2, 0.5, 3]), above)

"""A double pendulum with friction in its pins: as a model of bodies, and by hand in its angles."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import dalembert

FILE = Path(__file__).parents[2] / "docs" / "models" / "double_pendulum_with_friction.toml"
Array = NDArray[np.float64]
Modes = tuple[int, int]  # of the two pins: the way it turns, 0 where it sticks
PARAMETERS = {"m1": 1.0, "m2": 0.7, "L1": 1.0, "L2": 0.8, "g": 9.81, "k1": 0.06, "k2": 0.05}
START = (0.9, -0.4, 0.0, 0.0)
AT_REST = 1e-9  # rad/s


def double_pendulum(**values: float) -> dalembert.Model:
    """Two rods by the places of their centres and their angles; friction in a pin is k times its force."""
    return dalembert.vary(dalembert.read(FILE), parameters=PARAMETERS | values)


class _ByHand:
    """Torques in the pins that given accelerations of the angles need, and the forces there."""

    def __init__(self, p: dict[str, float]) -> None:
        self.p = p

    def torques(self, y: Array, dd: Array) -> tuple[float, float, float, float]:
        """T1, T2 and the forces of the pins: Newton for the centres, Euler about them."""
        p, (a, b, u, v) = self.p, y
        along = [np.array([np.cos(x), np.sin(x)]) for x in (a, b)]
        inward = [np.array([-np.sin(x), np.cos(x)]) for x in (a, b)]
        first = p["L1"] / 2 * (along[0] * dd[0] + inward[0] * u * u)
        second = 2 * first + p["L2"] / 2 * (along[1] * dd[1] + inward[1] * v * v)
        up = np.array([0.0, p["g"]])
        F2 = p["m2"] * (second + up)
        F1 = p["m1"] * (first + up) + F2
        T2 = p["m2"] * p["L2"] ** 2 / 12 * dd[1] + p["L2"] / 2 * along[1] @ F2
        T1 = p["m1"] * p["L1"] ** 2 / 12 * dd[0] + T2 + p["L1"] / 2 * along[0] @ (F1 + F2)
        return float(T1), float(T2), float(np.hypot(*F1)), float(np.hypot(*F2))

    def accelerations(self, y: Array, mode: Modes) -> Array:
        """Those of a mode, by Newton's method with differences (the equations are nearly linear)."""
        k1, k2 = self.p["k1"], self.p["k2"]

        def off(dd: Array) -> Array:
            T1, T2, R1, R2 = self.torques(y, dd)
            first = T1 + k1 * R1 * mode[0] if mode[0] else dd[0]
            return np.array([first, T2 + k2 * R2 * mode[1] if mode[1] else dd[1] - dd[0]])

        dd = np.zeros(2)
        for _ in range(12):
            left, h = off(dd), 1e-5
            slope = np.array([(off(dd + h * way) - off(dd - h * way)) / (2 * h) for way in np.eye(2)]).T
            step = np.linalg.solve(slope, left)
            dd = dd - step
            if np.abs(step).max() <= 1e-13 * (1 + np.abs(dd).max()):
                break
        return dd

    def reserve(self, y: Array, mode: Modes) -> tuple[float, float]:
        """What friction could still take in each pin."""
        T1, T2, R1, R2 = self.torques(y, self.accelerations(y, mode))
        return self.p["k1"] * R1 - abs(T1), self.p["k2"] * R2 - abs(T2)

    def mode(self, y: Array) -> Modes:
        """The one mode that agrees with itself: all are tried."""
        turning = (y[2], y[3] - y[2])
        ways = [(int(np.sign(w)),) if abs(w) > AT_REST else (0, 1, -1) for w in turning]
        found = []
        for mode in ((i, j) for i in ways[0] for j in ways[1]):
            dd = self.accelerations(y, mode)
            rising = (dd[0], dd[1] - dd[0])
            left = self.reserve(y, mode)
            fits = (
                abs(turning[j]) > AT_REST or (left[j] > 0 if mode[j] == 0 else mode[j] * rising[j] > 0)
                for j in (0, 1)
            )
            found += [mode] if all(fits) else []
        assert len(found) == 1, found
        return found[0]


def truth(times: Array, p: dict[str, float]) -> tuple[Array, list[Modes]]:
    """Angles and speeds (a, b, a', b') at some times, and the modes they went through."""
    own = _ByHand(p)
    t, y, rows, modes = 0.0, np.array(START), np.zeros((len(times), 4)), []
    mode = own.mode(y)
    while t < times[-1]:
        modes.append(mode)
        ends = [_end(own, mode, j) for j in (0, 1)]

        def rates(_: float, y: Array, mode: Modes = mode) -> Array:
            return np.concatenate([y[2:], own.accelerations(y, mode)])

        run = solve_ivp(
            rates, (t, times[-1]), y, method="DOP853", rtol=1e-11, atol=1e-12, events=ends, dense_output=True
        )
        here = (times >= t) & (times <= run.t[-1])
        if here.any():
            rows[here] = run.sol(times[here]).T
        t, y = float(run.t[-1]), run.y[:, -1].copy()
        fired = [j for j in (0, 1) if len(run.t_events[j])]
        if not fired:
            break
        if any(mode[j] for j in fired):  # a pin has come to rest
            y[2] = 0.0 if mode[0] and 0 in fired else y[2]
            y[3] = y[2] if mode[1] and 1 in fired else y[3]
            mode = own.mode(y)
        else:  # one breaks away, against the friction that held it
            (j,) = fired
            torque = own.torques(y, own.accelerations(y, mode))[j]
            mode = (-int(np.sign(torque)), mode[1]) if j == 0 else (mode[0], -int(np.sign(torque)))
    return rows, modes


def _end(own: _ByHand, mode: Modes, j: int):
    """What ends the mode of a pin: its turning stops, or friction can take no more."""

    def end(_: float, y: Array) -> float:
        turning = (y[2], y[3] - y[2])[j] * mode[j] + AT_REST / 1000  # it begins at zero
        return float(turning if mode[j] else own.reserve(y, mode)[j])

    end.terminal, end.direction = True, -1
    return end

"""The equations of controllers, by the table of docs/controllers.md, as functions of the unknowns and states."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from tests.elements.law_systems import Controller, Signal
from tests.elements.nodal_oracle import Array, Dae, Equation, Values

Rows = Array | float
Both = tuple[Equation, Equation]  # the output, and the same without limits


class Control:
    """A controller in a system: what it reads there, and the states that it adds."""

    def __init__(self, controller: Controller, dae: Dae, read: Callable[[Values, Signal], Rows]) -> None:
        self.controller, self.dae, self.read = controller, dae, read

    def equations(self) -> Both:
        """u, and what it would be without limits."""
        kinds: dict[str, Callable[[], Equation]] = {
            "pid": self._pid,
            "state_feedback": self._state_feedback,
            "low_pass": self._low_pass,
            "low_pass_2": self._low_pass_2,
            "high_pass": self._high_pass,
            "integrator": self._integrator,
            "gain": lambda: self._amplified,
            "saturation": lambda: self._amplified,
            "dead_zone": lambda: self._beyond,
            "rate_limit": self._low_pass,
        }
        demand = kinds[self.controller.kind]()
        return lambda v: self._limited(v, demand(v)), demand

    def _get(self, v: Values, key: str, default: float = 0.0) -> Rows:
        laws = self.controller.laws
        return laws[key].value(lambda signal: self.read(v, signal)) if key in laws else default

    def _measured(self, v: Values, i: int = 0) -> Rows:
        return self.read(v, self.controller.measured[i])

    def _limited(self, v: Values, value: Rows) -> Rows:
        return np.clip(value, self._get(v, "minimum", -np.inf), self._get(v, "maximum", np.inf))

    def _amplified(self, v: Values) -> Rows:
        """K u."""
        return self._get(v, "gain", 1.0) * self._measured(v)

    def _beyond(self, v: Values) -> Rows:
        """K u − min(max(K u, −w), w)."""
        width, value = self._get(v, "width"), self._amplified(v)
        return value - np.clip(value, -width, width)

    def _state(self, name: str, rate: Equation) -> str:
        full = f"{self.controller.name}.{name}"
        begun = self.controller.laws.get("start")
        self.dae.state(full, rate, begun.base if begun and name in {"y", "integral"} else 0.0)
        return full

    def _low_pass(self) -> Equation:
        """T y' = K u − y, and no faster than a rate."""

        def rate(v: Values) -> Rows:
            fastest = self._get(v, "rate", np.inf)
            return np.clip((self._amplified(v) - v[y]) / self._get(v, "time_constant"), -fastest, fastest)

        y = self._state("y", rate)
        return lambda v: v[y]

    def _low_pass_2(self) -> Equation:
        """Y'' = ω² (K u − y) − 2 ζ ω y'."""

        def acceleration(v: Values) -> Rows:
            omega = self._get(v, "angular_frequency")
            damping = 2 * self._get(v, "damping_ratio") * omega * v[speed]
            return omega**2 * (self._amplified(v) - v[y]) - damping

        speed = f"{self.controller.name}.speed"
        y = self._state("y", lambda v: v[speed])
        self._state("speed", acceleration)
        return lambda v: v[y]

    def _high_pass(self) -> Equation:
        """K (u − x), T x' = u − x."""
        x = self._state("x", lambda v: (self._measured(v) - v[x]) / self._get(v, "time_constant"))
        return lambda v: self._get(v, "gain", 1.0) * (self._measured(v) - v[x])

    def _integrator(self) -> Equation:
        """Y' = K u."""
        y = self._state("y", self._amplified)
        return lambda v: v[y]

    def _state_feedback(self) -> Equation:
        """u₀ + Σ k (r − x)."""

        def demand(v: Values) -> Rows:
            return self._get(v, "feedforward") + sum(
                self._get(v, f"gains[{i}]") * (self._get(v, f"reference[{i}]") - self._measured(v, i))
                for i in range(len(self.controller.measured))
            )

        return demand

    def _pid(self) -> Equation:
        """Kp (b r − y) + I + kd (c r − y − w)/Tf, Tf w' = c r − y − w, I' = ki (r − y) + (u − demand)/T."""
        laws = self.controller.laws

        def weighted(v: Values, key: str) -> Rows:
            return self._get(v, key, 1.0) * self._get(v, "reference") - self._measured(v)

        def slope(v: Values) -> Rows:
            return (weighted(v, "derivative_weight") - v[w]) / self._get(v, "filter_time")

        def demand(v: Values) -> Rows:
            kp = self._get(v, "kp")
            kd = self._get(v, "kd") if "kd" in laws else kp * self._get(v, "derivative_time")
            return kp * weighted(v, "reference_weight") + v[integral] + kd * slope(v)

        def rate(v: Values) -> Rows:
            asked = demand(v)
            ki = self._get(v, "ki") if "ki" in laws else self._get(v, "kp") / self._get(v, "integral_time")
            back = (
                (self._limited(v, asked) - asked) / self._get(v, "tracking_time")
                if "tracking_time" in laws
                else 0.0
            )
            return ki * (self._get(v, "reference") - self._measured(v)) + back

        w = self._state("w", slope)
        integral = self._state("integral", rate)
        return demand

"""The consistent start of a library system, and what can be computed there without a simulation."""

from __future__ import annotations

from functools import cache

import casadi as ca
import numpy as np

import dalembert
from dalembert._lower.lower import lower
from dalembert._model.values import parameter_values, value_in

FIRST_PARTS = ("energy.start", "start", "speed", "mode", "static", "rigid.acceleration", "newmark")


def computable(what: str) -> bool:
    """Whether a number follows from the equations at the start alone."""
    plain = what.split(".", 2)[2] if what.startswith("case.") else what
    return any(plain == first or plain.startswith(f"{first}.") for first in FIRST_PARTS)


class Start:
    """A model at its start: coordinates and speeds that are not given follow from the constraints."""

    def __init__(self, model: dalembert.Model) -> None:
        self.model = model
        self.names = [c.name for c in model.coordinates]
        system = lower(model)
        parameters = parameter_values(model)
        p = [parameters[entry.name] for entry in model.parameters]
        symbols = (system.t, system.p, system.u, system.ud, system.udd, system.e, system.s, system.sd)
        fixed = [0.0, p, *([0.0] * len(block) for block in (model.inputs,) * 3)]
        fixed += [[0.0] * len(model.efforts), [0.0] * len(model.states), [0.0] * len(model.states)]
        parts = {
            "T": system.T,
            "V": system.V,
            "M": system.M,
            "h": system.h,
            "K": -ca.jacobian(system.h, system.q),
            "Phi": system.Phi,
            "Phi_q": system.Phi_q,
            "Phi_t": ca.jacobian(system.Phi, system.t),
            "Psi": system.Psi,
            "Psi_qd": system.Psi_qd,
        }
        made = ca.Function("at", [system.q, system.qd, *symbols], [ca.densify(b) for b in parts.values()])
        self.at = lambda q, qd: dict(
            zip(parts, (np.array(b) for b in made.call([q, qd, *fixed])), strict=True)
        )
        given = [value_in(c.start, parameters) for c in model.coordinates]
        near = [value_in(c.guess, parameters) for c in model.coordinates]
        speeds = [value_in(c.speed, parameters) for c in model.coordinates]
        self.q = self._closed(given, near)
        self.qd = self._moving(speeds)

    def _closed(self, given: list[float | None], near: list[float | None]) -> np.ndarray:
        """Phi = 0 by Newton's method over the coordinates that are not given."""
        q = np.array([(a if a is not None else b) or 0.0 for a, b in zip(given, near, strict=True)])
        free = np.array([a is None for a in given])
        for _ in range(50):
            found = self.at(q, 0 * q)
            if not free.any() or np.max(np.abs(found["Phi"]), initial=0.0) < 1e-14:
                break
            q[free] -= np.linalg.lstsq(found["Phi_q"][:, free], found["Phi"].ravel(), rcond=None)[0]
        return q

    def _moving(self, speeds: list[float | None]) -> np.ndarray:
        """Phi_q qd + Phi_t = 0 and Psi = 0 (linear in qd) over the speeds that are not given."""
        qd = np.array([v or 0.0 for v in speeds])
        free = np.array([v is None for v in speeds])
        found = self.at(self.q, qd)
        G = np.vstack([found["Phi_q"], found["Psi_qd"]])
        residual = np.concatenate([found["Phi_q"] @ qd + found["Phi_t"].ravel(), found["Psi"].ravel()])
        if free.any() and len(G):
            qd[free] -= np.linalg.lstsq(G[:, free], residual, rcond=None)[0]
        return qd

    def residuals(self) -> tuple[float, float]:
        """The largest violation of the constraints in position and in velocity."""
        found = self.at(self.q, self.qd)
        velocity = np.concatenate([found["Phi_q"] @ self.qd + found["Phi_t"].ravel(), found["Psi"].ravel()])
        return np.max(np.abs(found["Phi"]), initial=0.0), np.max(np.abs(velocity), initial=0.0)

    def modes(self) -> np.ndarray:
        """Natural frequencies in Hz, from the lowest; K = −∂h/∂q."""
        found = self.at(self.q, self.qd)
        squares = np.linalg.eigvals(np.linalg.solve(found["M"], found["K"]))
        return np.sqrt(np.maximum(np.sort(squares.real), 0)) / (2 * np.pi)

    def static(self) -> np.ndarray:
        """H = 0 at rest, by Newton's method."""
        q = self.q.copy()
        for _ in range(20):
            found = self.at(q, 0 * q)
            q += np.linalg.solve(found["K"], found["h"].ravel())
        return q

    def rigid_acceleration(self) -> np.ndarray:
        """The acceleration of the motion that strains nothing: K r = 0, (rᵀM r) a = rᵀh."""
        found = self.at(self.q, self.qd)
        r = np.linalg.svd(found["K"])[2][-1]
        return r * (r @ found["h"].ravel()) / (r @ found["M"] @ r)

    def number(self, what: str) -> float:
        """One of the numbers that `Facts` speak of."""
        match what.split("."):
            case ["energy", "start"]:
                found = self.at(self.q, self.qd)
                return float(found["T"].item() + found["V"].item())
            case ["start", name]:
                return float(self.q[self.names.index(name)])
            case ["speed", name]:
                return float(self.qd[self.names.index(name)])
            case ["mode", k, "hz"]:
                return float(self.modes()[int(k)])
            case ["static", name]:
                return float(self.static()[self.names.index(name)])
            case ["rigid", "acceleration", name]:
                return float(self.rigid_acceleration()[self.names.index(name)])
            case ["newmark", dt, "mode", k, "hz"]:
                step = float(dt)  # tan(ω' dt/2) = ω dt/2 for the average acceleration method
                return float(np.arctan(np.pi * self.modes()[int(k)] * step) / (np.pi * step))
        raise ValueError(what)


@cache
def start_of(name: str, case: str = "") -> Start:
    """The start of a library system, or of one of its cases."""
    return Start(dalembert.vary(dalembert.read(name), case))

"""The lowered model: CasADi expressions of everything a run or a check needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca

from dalembert._lower.casadi_scalars import ONE, along, gradient, inner_product, minus, plus, stack
from dalembert._lower.links import Links
from dalembert._model.records import DISSIPATED, EFFORTS

Block = Any  # a CasADi SX vector or matrix
CONSTRAINTS, TIME = "constraints", "time"  # terms of the ledger, besides those of loads
FRICTION, PROJECTION = "friction", "projection"  # those of contacts that slide, and of the method


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """M qdd + Gᵀ lam = h, G qdd = gamma with G = [Phi_q; Psi_qd]; effort = 0; s' = rates.

    Everything is a function of (t, q, qd, p, u, ud, udd, e, s); h and gamma also of the state rates sd,
    which `rates` gives. Where forces depend on forces, h, gamma, rates, effort, outputs and events are
    functions of qdd and lam too (`dependent_forces.py`).
    """

    t: Block
    q: Block
    qd: Block
    p: Block
    u: Block
    ud: Block
    udd: Block
    e: Block
    s: Block
    sd: Block
    qdd: Block
    lam: Block
    f: Block  # forces of contacts, of a model that has them as such
    s_rates: Block  # what s' is: the symbols sd, or the rates once they are put in
    T: Block
    T_stored: Block  # T with the energies in place of the co-energies that are not quadratic in qd
    V: Block
    momentum: Block  # L_qd
    D: Block
    Q: Block
    Q_dissipating: Block  # the part of Q whose work is dissipated
    h: Block
    Phi: Block
    Psi: Block
    Phi_q: Block
    Psi_qd: Block
    gamma: Block
    effort: Block
    e_values: Block  # what e is: its symbols, or values once they are put in
    rates: Block
    outputs: Block
    events: Block
    peaks: Block  # arguments of functions that may be narrow along a motion
    peak_kinds: tuple[int, ...]
    links: Links
    uses_time: bool  # whether t stands in an expression of the model
    uses_results: bool  # whether a result does: no block depends on results where none does

    @property
    def results(self) -> Block:
        """The symbols of the results: accelerations, multipliers, forces of contacts."""
        return stack(self.qdd, self.lam, self.f)

    @property
    def has_dependent_forces(self) -> bool:
        """Whether forces depend on accelerations or on forces that are solved for."""
        return self.uses_results and ca.depends_on(stack(self.h, self.gamma), self.results)

    @property
    def has_rates_of_forces(self) -> bool:
        """Whether rates of states depend on accelerations or on forces that are solved for."""
        return self.uses_results and ca.depends_on(self.rates, self.results)

    @property
    def changes_by_itself(self) -> bool:
        """Whether the model contains the time or inputs."""
        return self.uses_time or self.u.numel() > 0

    @property
    def L(self) -> Block:
        """L = T − V."""
        return minus(self.T, self.V)

    @property
    def M(self) -> Block:
        """L_qd,qd, made when it is asked for: of a chain it is full, and a run does without (`links.py`)."""
        return ca.jacobian(self.momentum, self.qd)

    @property
    def energy(self) -> Block:
        """The generalised energy E = L_qd·qd − L: T + V where T is quadratic in qd."""
        return minus(inner_product(self.momentum, self.qd), self.L)

    @property
    def forces(self) -> Block:
        """Efforts and dissipation, Q − D_qd."""
        return minus(self.Q, gradient(self.D, self.qd))

    @property
    def G(self) -> Block:
        """G = [Phi_q; Psi_qd], the Jacobian of all constraints by the velocities."""
        return stack(self.Phi_q, self.Psi_qd)

    @property
    def velocity(self) -> Block:
        """The constraints on the level of velocities: d/dt Phi, then Psi."""
        return stack(self.time_derivative(self.Phi), self.Psi)

    @property
    def inputs(self) -> Block:
        """Inputs, their first and their second derivatives."""
        return stack(self.u, self.ud, self.udd)

    @property
    def explicit_arguments(self) -> Block:
        """What changes with time by itself, besides q and qd: t, s, u and u'."""
        return stack(self.t, self.s, self.u, self.ud)

    def time_derivative(self, value: Block) -> Block:
        """d/dt of a value at frozen velocities."""
        if value.is_constant():
            return ca.SX.zeros(value.sparsity())
        return along(
            value,
            stack(self.q, self.explicit_arguments),
            stack(self.qd, self._explicit_argument_rates),
        )

    def total_derivative(self, value: Block) -> Block:
        """d/dt of a value along a motion, with its accelerations."""
        return plus(self.time_derivative(value), along(value, self.qd, self.qdd))

    def explicit_rate(self, value: Block) -> Block:
        """The rate of a value through time, states and inputs, with q and qd constant."""
        if not (self.changes_by_itself or self.s.numel()):
            return ca.SX.zeros(value.sparsity())
        return along(value, self.explicit_arguments, self._explicit_argument_rates)

    @property
    def _explicit_argument_rates(self) -> Block:
        return stack(ONE, self.s_rates, self.ud, self.udd)

    def powers(self, reaction: Block) -> dict[str, Block]:
        """The terms of the ledger: dE/dt = − dissipated + efforts + constraints + time.

        `reaction` is the force of the constraints, −Gᵀ lam; its power is zero unless they move.
        """
        braking = minus(gradient(self.D, self.qd), self.Q_dissipating)
        return {
            DISSIPATED: inner_product(braking, self.qd),
            EFFORTS: inner_product(minus(self.Q, self.Q_dissipating), self.qd),
            CONSTRAINTS: inner_product(reaction, self.qd),
            TIME: -self.explicit_rate(self.L),
        }

"""The functions of a model that the analyses need, by automatic differentiation.

Only this file and `closed_contacts.py` of this room use CasADi.

    r = M a + Gᵀ lam − h,   c = G a − gamma,   G = [Phi_q; Psi_qd]

Accelerations a and multipliers lam are independent symbols, so that the derivatives of r and c by
positions and velocities are those along the motion: K = r_q, C = r_qd. Where forces depend on forces, h
depends on a and lam too; then r_a is not M, and r_lam not Gᵀ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.closed_contacts import lower_with_contacts
from dalembert._analyse.records import ClosedContact, Hold
from dalembert._expression.expression import Expression
from dalembert._lower.closed_system import laws
from dalembert._lower.dependent_forces import put_in
from dalembert._lower.evaluator import Evaluator
from dalembert._lower.sizes import reach, sizes
from dalembert._lower.system import System
from dalembert._model.records import Input, Model
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.tape import Tape

Array = NDArray[np.float64]
Blocks = dict[str, Array]
Scalar = Any  # a CasADi SX
EPSILON = float(np.finfo(float).eps)
STATE = ("q", "qd", "s", "e", "u")  # u with its first and second derivatives


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RestEquations:
    """F(z) = 0 and J = F_z as tapes; which equation depends on which unknown; whether all are linear.

    `moving` is F before the speeds v are put in: what jumps with a speed may hold a body at rest.
    """

    F: Tape
    J: Tape
    moving: Tape
    depends: NDArray[np.bool_]
    linear: bool


class ModelFunctions:
    """The functions of a model, with its parameter values `p` as an argument.

    The `closed_contacts` act as constraints, after those of the model; all others are open.
    """

    def __init__(self, model: Model, closed_contacts: tuple[ClosedContact, ...] = ()) -> None:
        self._model = model
        self._made = lower_with_contacts(model, closed_contacts)
        self._system = y = self._made.system
        self._closings: dict[tuple[tuple[str, Hold], ...], ModelFunctions] = {}
        self._still = ca.vertcat(y.qd, y.ud, y.udd, y.qdd)
        self.coupled = y.has_dependent_forces  # whether forces depend on a and lam
        self._a, self._lam = y.qdd, y.lam
        self._G: Scalar = y.G
        self._outputs = len(model.outputs)

    def with_closed_contacts(self, contacts: tuple[ClosedContact, ...]) -> ModelFunctions:
        """The functions of the same model with some contacts closed, built once."""
        key = tuple((one.name, one.hold) for one in contacts)
        if key not in self._closings:
            self._closings[key] = ModelFunctions(self._model, contacts)
        return self._closings[key]

    # -- values -------------------------------------------------------------------------------------

    def inputs(self, t: float, p: Array, sampled: Array) -> Array:
        """Inputs, their first and their second derivatives at a time; `sampled` has those of tables."""
        return np.array(self._inputs(t, p, sampled)).ravel() if len(sampled) else sampled

    def statics(self, t: float, z: Array, u: Array, p: Array) -> Blocks:
        """The static equations F of z = (q, s, e, lam), J = F_z, and the sizes of the forces."""
        return self._statics(np.concatenate([[t], z, u, p]))

    def linearisation(self, t: float, at: Mapping[str, Array], p: Array) -> Blocks:
        """The residuals and their derivatives at a state (q, qd, s, e, u) with its a and lam."""
        return self._linearisation(np.concatenate([[t], *(at[name] for name in (*STATE, "a", "lam")), p]))

    def motion(self, t: float, at: Mapping[str, Array], p: Array) -> Blocks:
        """Constraints, M, h, gamma and the derivatives of h by inputs at a state (q, qd, s, e, u).

        Forces that depend on forces are evaluated with multipliers and accelerations of 1.
        """
        return self._motion(np.concatenate([[t], *(at[name] for name in STATE), p]))

    def rest_equations(self, t: float, u: Array, p: Array) -> RestEquations | None:
        """F of z = (q, s, e) and J = F_z with all other numbers put in; None with constraints."""
        y = self._system
        z = ca.vertcat(y.q, y.s, y.e)
        if self._lam.numel() or not z.numel():
            return None
        others = ca.vertcat(y.ud, y.udd, y.qdd)
        numbers = ca.vertcat(others, y.t, y.u, y.p)
        values = ca.vertcat(ca.DM.zeros(others.numel()), t, ca.DM(u), ca.DM(p))
        (moving,) = ca.substitute([ca.vertcat(y.h, y.effort, y.rates)], [numbers], [ca.SX(values)])
        (F,) = ca.substitute([moving], [y.qd], [ca.SX.zeros(y.qd.numel(), 1)])
        J = ca.jacobian(F, z)
        made = (({"z": z}, "F", F, 1), ({"z": z}, "J", J, 2), ({"z": z, "v": y.qd}, "F", moving, 1))
        try:
            tapes = [
                tape_of("rest", arguments, {name: ca.densify(part)}, {name: rank})
                for arguments, name, part, rank in made
            ]
        except ValueError:  # an operation that no tape has, as that of a table
            return None
        depends = np.array(ca.DM(J.sparsity(), 1).full(), dtype=bool)
        linear = not ca.depends_on(J, z)
        return RestEquations(F=tapes[0], J=tapes[1], moving=tapes[2], depends=depends, linear=linear)

    def noise_at_rest(self, t: float, z: Array, u: Array, p: Array) -> Array:
        """What rounding leaves of F in the static equations."""
        sizes = self._rounding_at_rest(np.concatenate([[t], z, u, p]))
        return np.asarray(EPSILON * sizes["rounding"])

    def efforts(self, t: float, at: Mapping[str, Array], p: Array) -> Blocks:
        """Efforts with dissipation F at a state with its a and lam, their slopes F_q, and G."""
        return self._efforts(np.concatenate([[t], *(at[name] for name in (*STATE, "a", "lam")), p]))

    # -- what depends on what -------------------------------------------------------------------------

    @cached_property
    def moved_by_time(self) -> bool:
        """Whether the equations contain time itself, not only inputs."""
        y = self._system
        expressions = ca.vertcat(y.h, y.Phi, y.Psi, y.effort, y.rates)
        return bool(expressions.numel()) and any(ca.which_depends(expressions, y.t, 1, False))

    @cached_property
    def has_effective_potential(self) -> bool:
        """Whether T₀, the kinetic energy of the system at rest, depends on the coordinates."""
        y = self._system
        (T0,) = ca.substitute([y.T], [self._still], [ca.SX.zeros(self._still.numel(), 1)])
        return bool(ca.depends_on(T0, y.q))

    @cached_property
    def prescribing_inputs(self) -> list[bool]:
        """For each input, whether it moves a constraint or acts by its rate: it then cannot vary freely."""
        y = self._system
        if not y.u.numel():
            return []
        moved: Scalar = ca.vertcat(y.Phi, y.Psi)
        made = ca.vertcat(y.M[:], y.h, y.effort, y.rates, y.outputs)
        constraints, *rates = (
            ca.which_depends(where, by, 1, False) if where.numel() else [False] * y.u.numel()
            for where, by in ((moved, y.u), (made, y.ud), (made, y.udd))
        )
        return [bool(c or any(r[i] for r in rates)) for i, c in enumerate(constraints)]

    def nonlinear_inputs(self, acting: Sequence[int]) -> list[bool]:
        """For some inputs, whether forces are nonlinear in them, or other equations depend on them."""
        y = self._system
        if not acting:
            return []
        inputs = y.u[list(acting)]
        bent = ca.which_depends(y.h, inputs, 2, False)
        others: Scalar = ca.vertcat(y.M[:], y.effort, y.rates)
        felt = ca.which_depends(others, inputs, 1, False) if others.numel() else [False] * len(acting)
        return [bool(a or b) for a, b in zip(bent, felt, strict=True)]

    def laws(self, expressions: Mapping[str, Expression], t: Array, p: Array) -> Array:
        """Expressions of t and parameters with two derivatives: an array (times, 3, expressions)."""
        y = self._system
        made = tuple(Input(name=name, law=law) for name, law in expressions.items())
        column = laws(replace(self._model, inputs=made, definitions=()), y)
        function = ca.Function("laws", [y.t, y.p], [column]).map(len(t))
        values = np.array(function(t[np.newaxis], np.tile(p[:, np.newaxis], (1, len(t)))))
        return values.T.reshape(len(t), 3, len(made))

    # -- made once, when first asked for ----------------------------------------------------------------

    @cached_property
    def _inputs(self) -> Any:
        y = self._system
        u = ca.vertcat(y.u, y.ud, y.udd)
        return ca.Function("inputs", [y.t, y.p, u], [laws(self._model, y)])

    @cached_property
    def _statics(self) -> Evaluator:
        y, G, lam = self._system, self._G, self._lam
        z = ca.vertcat(y.q, y.s, y.e, lam)
        parts: dict[str, Scalar] = {
            "F": ca.vertcat(y.h - G.T @ lam, y.Phi, y.effort, y.rates),
            "size": _size(y) + ca.fabs(G.T) @ ca.fabs(lam),
            "G": G,
            "Psi": y.Psi,
            "V": y.V,
            "effective": y.V - y.T,
            "gaps": self._made.gaps,
            "limits": self._made.limits,
            "drags": self._made.drags,
        }
        values = ca.substitute(list(parts.values()), [self._still], [ca.SX.zeros(self._still.numel(), 1)])
        parts = dict(zip(parts, values, strict=True))
        slopes = {"J": ca.jacobian(parts["F"], z), "gaps_q": ca.jacobian(parts["gaps"], y.q)}
        return _evaluator([y.t, z, y.u, y.p], parts | slopes)

    @cached_property
    def _rounding_at_rest(self) -> Evaluator:
        y, lam = self._system, self._lam
        z = ca.vertcat(y.q, y.s, y.e, lam)
        F = ca.vertcat(y.h - self._G.T @ lam, y.Phi, y.effort, y.rates)
        (F,) = ca.substitute([F], [self._still], [ca.SX.zeros(self._still.numel(), 1)])
        _, rounding = sizes(F, ca.vertcat(y.t, z, y.u), y.p)
        return _evaluator([y.t, z, y.u, y.p], {"rounding": rounding})

    @cached_property
    def _linearisation(self) -> Evaluator:
        y, G = self._system, self._G
        residuals: dict[str, Scalar] = {
            "r": y.M @ self._a + G.T @ self._lam - y.h,
            "c": G @ self._a - y.gamma,
            "Phi": y.Phi,
            "velocity": self._velocity,
            "effort": y.effort,
            "rates": y.rates,
            "outputs": y.outputs[: self._outputs],
        }
        symbols = {"q": y.q, "qd": y.qd, "s": y.s, "e": y.e, "u": y.u, "a": self._a, "lam": self._lam}
        parts = {"M": y.M, "G": G, "size": _size(y), "gaps": self._made.gaps} | residuals
        for name, value in residuals.items():
            parts |= {f"{name}_{by}": ca.jacobian(value, symbol) for by, symbol in symbols.items()}
        return _evaluator([*self._arguments, self._a, self._lam, y.p], parts)

    @cached_property
    def _efforts(self) -> Evaluator:
        y = self._system
        parts: dict[str, Scalar] = {"F": y.forces, "F_q": ca.jacobian(y.forces, y.q), "G": self._G}
        return _evaluator([*self._arguments, self._a, self._lam, y.p], parts)

    @cached_property
    def _motion(self) -> Evaluator:
        z = ca.vertcat(self._a, self._lam)
        y = put_in(self._system, z, ca.SX.ones(z.numel(), 1))
        parts = {
            "V": y.V,
            "M": y.M,
            "G": self._G,
            "h": y.h,
            "gamma": y.gamma,
            "h_u": ca.jacobian(y.h, y.u),
            "Phi": y.Phi,
            "velocity": self._velocity,
            "effort": y.effort,
            "effort_e": ca.jacobian(y.effort, y.e),
            "rates": y.rates,
            "gaps": self._made.gaps,
            "size": _size(y) + ca.fabs(y.h),
        }
        return _evaluator([*self._arguments, y.p], parts | self._constraints)

    @property
    def _arguments(self) -> list[Scalar]:
        y = self._system
        return [y.t, y.q, y.qd, y.s, y.e, ca.vertcat(y.u, y.ud, y.udd)]

    @property
    def _constraints(self) -> dict[str, Scalar]:
        """Constraints and their rates with the sizes of their terms."""
        y, count = self._system, self._system.Phi.numel()
        every = ca.vertcat(*self._arguments)
        constraints: dict[str, Scalar] = {}
        for name, value, G, x in (
            ("position", y.Phi, self._G[:count, :], y.q),
            ("velocity", self._velocity, self._G, y.qd),
        ):
            terms, most = reach(value, ca.fabs(G) @ ca.fabs(x), every, y.p)
            constraints |= {name: value, f"{name}_terms": terms, f"{name}_reach": most}
        return constraints

    @cached_property
    def _velocity(self) -> Scalar:
        """The rates of Phi, then Psi."""
        return self._system.velocity


def _size(y: System) -> Scalar:
    """The sizes of the forces of efforts and energies: |Q| + |L_q|."""
    return ca.fabs(y.Q) + ca.fabs(ca.gradient(y.L, y.q))


def _evaluator(arguments: Sequence[Scalar], parts: Mapping[str, Scalar]) -> Evaluator:
    """The evaluator of some quantities; derivatives are matrices."""
    matrices = [name for name in parts if name in MATRICES or ("_" in name and not name.endswith(VECTORS))]
    return Evaluator(ca.vertcat(*arguments), parts, matrices=matrices)


MATRICES, VECTORS = ("M", "G", "J"), ("_terms", "_reach")

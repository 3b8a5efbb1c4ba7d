"""The underlying ordinary differential equations of a system of any index, and its hidden constraints.

This is the index reduction of a run: with the offsets c, d of the Σ-method, equation i is differentiated
c_i times, f_i → f_i^(c_i), and these N equations are solved for the leading derivatives X_j = x_j^(d_j). The
lower derivatives are the state y; the equations that were differentiated, f_i^(k) = 0 for k < c_i, are
invariants of its motion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import casadi as ca

from dalembert._lower.closed_system import laws
from dalembert._lower.sizes import reach
from dalembert._lower.system import PROJECTION, TIME, System
from dalembert._lower.to_casadi import Scalar, vector
from dalembert._model.records import Model
from dalembert._structure.offsets import Offsets
from dalembert._structure.signature import Signature


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderlyingODE:
    """F(t, y, X) = 0 for X, then y' = rates(t, y, X); invariants(t, y) = 0.

    `names` are those of y, in the user's words; `orders` how often each is differentiated.
    """

    t: Scalar
    p: Scalar
    u: Scalar
    y: Scalar  # the state, with the works of the ledger at its end
    X: Scalar
    names: tuple[str, ...]
    orders: tuple[int, ...]
    leading: tuple[str, ...]
    F: Scalar
    Xd: Scalar  # the rates of X, for the accelerations of coordinates without inertia
    Fd: Scalar  # dF/dt, linear in Xd
    linear: bool  # whether F is linear in X
    rates: Scalar
    works: tuple[str, ...]
    invariants: Scalar
    stages: tuple[tuple[Scalar, tuple[str, ...]], ...]  # invariants by stage, the first to be solved first
    rise: Scalar  # the derivative of the energy by y
    instant: dict[str, Scalar]  # momentum L_qd, M, G, and the derivative of effort constraints by efforts
    events: Scalar
    observed: dict[str, Scalar]

    @property
    def continuous(self) -> Scalar:
        """Momenta, velocities of constraints and invariants, which jump only at impacts."""
        return ca.vertcat(self.instant["momentum"], self.observed["velocity"], self.invariants)


def underlying_ode(model: Model, signature: Signature, offsets: Offsets) -> UnderlyingODE:
    """The underlying equations of a model, with inputs substituted as functions of time."""
    system, c, d = signature.system, offsets.c, offsets.d
    symbols = _symbols(signature, max(*d, 1) + 1)
    u = system.inputs
    residual = signature.residual
    if model.inputs:
        residual = ca.substitute(residual, u, laws(model, system))
    levels = [residual]
    for _ in range(max(c, default=0)):
        levels.append(_derivative(levels[-1], symbols, system))
    state = [(j, k) for k in range(max(d, default=0)) for j in range(len(d)) if k < d[j]]
    X = _column(symbols[d[j]][j] for j in range(len(d)))
    F = _column(levels[c[i]][i] for i in range(len(c)))
    y = _column(symbols[k][j] for j, k in state)
    after = _column(symbols[k + 1][j] for j, k in state)
    powers = _powers(model, system, symbols)
    # A step has no rate, but a height.
    jumps = ca.depends_on(system.L, ca.vertcat(system.t, system.u, system.ud))
    kept = {
        name: power
        for name, power in powers.items()
        if not ca.SX(power).is_zero() or (name == TIME and jumps)
    }
    hidden = _column(levels[k][i] for k in range(max(c, default=0)) for i in range(len(c)) if k < c[i])
    constrained = hidden.numel() > 0
    works = (*kept, *((PROJECTION,) if constrained else ()))
    instant = {
        "momentum": system.momentum,
        "M": system.M,
        "G": system.G,
        "effort_e": ca.jacobian(system.effort, system.e),
    }
    seen = _observables(signature, system)
    parts = [system.energy, system.events, *instant.values(), *seen.values()]
    if model.inputs:
        parts = ca.substitute(parts, [u], [laws(model, system)])
    energy, events, *values = parts
    count = len(instant)
    level, values = values[:count], values[count:]
    names = [unknown.name for unknown in signature.unknowns]
    full = ca.vertcat(y, ca.SX.sym("w", len(works), 1))
    return UnderlyingODE(
        t=system.t,
        p=system.p,
        u=u,
        y=full,
        X=X,
        names=tuple(names[j] + "'" * k for j, k in state),
        orders=tuple(k for _, k in state),
        leading=tuple(names[j] + "'" * d[j] for j in range(len(d))),
        F=F,
        Xd=_column(symbols[d[j] + 1][j] for j in range(len(d))),
        Fd=_derivative(F, [*symbols, symbols[-1]], system),
        linear=ca.jacobian(ca.jacobian(F, X), X).nnz() == 0,
        rates=ca.vertcat(after, *kept.values(), *([ca.SX(0)] if constrained else [])),
        works=works,
        invariants=hidden,
        stages=tuple(_stages(signature, offsets, levels)),
        rise=ca.gradient(energy, y),
        instant=dict(zip(instant, level, strict=True)),
        events=events,
        observed={name: value for name, value in zip(seen, values, strict=True)} | {"energy": energy},
    )


def _column(entries: Iterator[Scalar]) -> Scalar:
    return ca.vertcat(ca.SX(0, 1), *entries)


def _symbols(signature: Signature, most: int) -> list[Scalar]:
    """The unknowns and their derivatives."""
    symbols = list(signature.symbols)
    while len(symbols) <= most:
        symbols.append(vector(f"x{len(symbols)}_", symbols[0].numel()))
    return symbols


def _derivative(value: Scalar, symbols: list[Scalar], system: System) -> Scalar:
    """The total derivative with respect to time."""
    before = ca.vertcat(system.t, *symbols[:-1], system.u, system.ud)
    after = ca.vertcat(1, *symbols[1:], system.ud, system.udd)
    return ca.jtimes(value, before, after)


def _powers(model: Model, system: System, symbols: list[Scalar]) -> dict[str, Scalar]:
    """The powers of the ledger, with inputs substituted."""
    n, m = system.q.numel(), system.gamma.numel()
    powers = system.powers(-(system.G.T @ symbols[0][n : n + m]) if m else ca.SX.zeros(n, 1))
    if not model.inputs:
        return powers
    values = ca.substitute(list(powers.values()), [system.inputs], [laws(model, system)])
    return dict(zip(powers, values, strict=True))


def _observables(signature: Signature, system: System) -> dict[str, Scalar]:
    """What a motion records, as functions of t, the state, the leading derivatives and their rates."""
    n = system.q.numel()
    G, velocity = system.G, system.velocity
    m, none = G.size1(), ca.SX(0, 1)
    lam = ca.vertcat(none, *(signature.symbols[0][n + i] for i in range(m)))
    every = ca.vertcat(system.q, system.explicit_arguments, system.qd, system.sd, system.udd)
    _, position_reach = reach(system.Phi, _sizes(system.Phi_q) @ ca.fabs(system.q), every, system.p)
    _, velocity_reach = reach(velocity, _sizes(G) @ ca.fabs(system.qd), every, system.p)
    return {
        "q": system.q,
        "qd": system.qd,
        "qdd": signature.symbols[2][:n],
        "s": system.s,
        "e": system.e,
        "lam": lam,
        "reaction": -(G.T @ lam) if m else ca.SX.zeros(n, 1),
        "outputs": system.outputs,
        "u": system.u,
        "T": system.T_stored,
        "V": system.V,
        "position": system.Phi,
        "velocity": velocity,
        "position_reach": position_reach,
        "velocity_reach": velocity_reach,
    }


def _sizes(block: Scalar) -> Scalar:
    return ca.fabs(block)


def _stages(
    signature: Signature, offsets: Offsets, levels: list[Scalar]
) -> Iterator[tuple[Scalar, tuple[str, ...]]]:
    """Invariants in the order in which they can be solved: stage s has f_i^(s + c_i) for s < 0."""
    for stage in range(-max(offsets.c, default=0), 0):
        rows = [i for i, c in enumerate(offsets.c) if stage + c >= 0]
        names = tuple(signature.equations[i].name for i in rows)
        yield _column(levels[stage + offsets.c[i]][i] for i in rows), names

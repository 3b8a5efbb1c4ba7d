"""The quantities of function files as expressions of (t, q, qd, p).

    M qdd + Phi_qᵀ lam + Psi_qdᵀ kap = h,   [Phi_q; Psi_qd] qdd = gamma,   C = −∂h/∂qd,   K = −∂h/∂q

G are the terms of −h with the gravity parameter. Inputs are functions of time and parameters, so their laws,
with first and second time derivatives, are part of the quantities; so are efforts that constraints give.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import casadi as ca

from dalembert._lower.casadi_scalars import jacobian, stack
from dalembert._lower.closed_system import closed_system
from dalembert._lower.explicit_efforts import isolated_efforts
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar
from dalembert._model.delays import delays_of
from dalembert._model.put_numbers import without_parameters
from dalembert._model.records import Model, force_names, multiplier_names
from dalembert._model.values import parameter_values

GRAVITY = "g"  # the usual name of the gravity parameter
# Each quantity: 0 a number, 1 a vector, 2 a matrix; and its meaning.
QUANTITIES: dict[str, tuple[int, str]] = {
    "M": (2, "M, the mass matrix of M qdd + Phi_q' lam + Psi_qd' kap = h"),
    "C": (2, "C = -dh/dqd, the damping matrix at (t, q, qd)"),
    "K": (2, "K = -dh/dq, the stiffness matrix at (t, q, qd)"),
    "G": (1, "G, the gravity force vector: the terms of -h with the gravity parameter"),
    "h": (1, "h, the nonlinear force vector: the right side of M qdd + Phi_q' lam + Psi_qd' kap = h"),
    "Phi": (1, "Phi, the displacement constraints Phi(q, t) = 0"),
    "Phi_q": (2, "Phi_q, the derivatives of Phi by q"),
    "gamma": (1, "gamma, the right side of [Phi_q; Psi_qd] qdd = gamma: the rows of Phi, then those of Psi"),
    "Psi": (1, "Psi, the flow constraints Psi(q, qd, t) = 0"),
    "Psi_qd": (2, "Psi_qd, the derivatives of Psi by qd"),
    "T": (0, "T, the kinetic energy"),
    "V": (0, "V, the potential energy"),
    "D": (0, "D, the dissipation function"),
    "outputs": (1, "the outputs"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedExpressions:
    """Expressions of t, q, qd and p alone; `missing` has the reasons for the others."""

    arguments: dict[str, Scalar]
    quantities: dict[str, Scalar]
    missing: dict[str, str]


def closed_expressions(model: Model, gravity: str) -> ClosedExpressions:
    """The quantities of the closed system, and those that need more than t, q, qd and p."""
    system = closed_system(model)
    quantities = _blocks(system, model)
    missing: dict[str, str] = {}
    try:
        quantities["G"] = _gravity_force(model, system, gravity)
    except _NoGravityForce as reason:
        missing["G"] = str(reason)
    solved_for = stack(system.e, system.results)
    for name, value in quantities.items():
        implicit = name in ("C", "K", "G") and ca.depends_on(quantities["h"], solved_for)
        why = _reason_left_out(name, quantities["h"] if implicit else value, model, system)
        if why and name not in missing:
            missing[name] = why
    return ClosedExpressions(
        arguments={"t": system.t, "q": system.q, "qd": system.qd, "p": system.p},
        quantities=quantities,
        missing={name: missing[name] for name in QUANTITIES if name in missing},
    )


def _blocks(system: System, model: Model) -> dict[str, Scalar]:
    """The quantities, without the gravity force vector; efforts that constraints give are put in."""
    efforts = isolated_efforts(system, model)
    (h,) = _with_efforts([system.h], efforts)
    blocks = {
        "M": system.M,
        "C": -jacobian(h, system.qd),
        "K": -jacobian(h, system.q),
        "G": ca.SX.zeros(h.numel(), 1),
        "h": h,
        "Phi": system.Phi,
        "Phi_q": system.Phi_q,
        "gamma": system.gamma,
        "Psi": system.Psi,
        "Psi_qd": system.Psi_qd,
        "T": system.T,
        "V": system.V,
        "D": system.D,
        "outputs": system.outputs,
    }
    return dict(zip(blocks, _with_efforts(list(blocks.values()), efforts), strict=True))


def _with_efforts(values: list[Scalar], efforts: tuple[Scalar, Scalar]) -> list[Scalar]:
    """Expressions with the values of efforts."""
    symbols, solutions = efforts
    return list(ca.substitute(values, [symbols], [solutions])) if symbols.numel() else values


class _NoGravityForce(ValueError):
    """There is no gravity force vector; the reason says why."""


def _gravity_force(model: Model, system: System, gravity: str) -> Scalar:
    """The terms g ∂f/∂g of f = −h, which must be linear in g."""
    put = model.numbers
    if put is not None and gravity in put.names:  # the same with the symbol, and then its number
        kept = without_parameters(put.symbolic, [name for name in put.names if name != gravity] or "none")
        other = closed_system(kept)
        index = [p.name for p in kept.parameters].index(gravity)
        left = [*(other.p[i] for i in range(other.p.numel()) if i != index)]
        known = parameter_values(put.symbolic)[gravity]
        force = _force_linear_in(other, kept, other.p[index], gravity)
        ours = stack(system.t, system.q, system.qd, system.p, ca.SX(known))
        return ca.substitute(force, stack(other.t, other.q, other.qd, *left, other.p[index]), ours)
    names = [p.name for p in model.parameters]
    if gravity not in names:
        message = f"G needs the gravity parameter, and there is no {gravity}: name it with --gravity NAME"
        raise _NoGravityForce(message)
    return _force_linear_in(system, model, system.p[names.index(gravity)], gravity)


def _force_linear_in(system: System, model: Model, g: Scalar, name: str) -> Scalar:
    (h,) = _with_efforts([system.h], isolated_efforts(system, model))
    slope = -jacobian(h, g)
    if ca.depends_on(slope, g):
        message = f"G needs forces that are linear in the gravity parameter {name}"
        raise _NoGravityForce(message)
    return ca.densify(slope * g)


def _reason_left_out(name: str, value: Scalar, model: Model, system: System) -> str:
    """Why a quantity is no function of (t, q, qd, p); empty where it is one."""
    free = free_symbols(value)

    def names_in_use(vectors: Iterable[Scalar], names: Iterable[str]) -> Iterator[str]:
        listed = tuple(vectors)
        return (n for i, n in enumerate(names) if any(key_of(vector[i]) in free for vector in listed))

    delayed = {model.inputs[i].name for i in delays_of(model)}
    needs = [
        *(f"the unknown effort {n}" for n in names_in_use([system.e], (e.name for e in model.efforts))),
        *(f"the state {n}" for n in names_in_use([system.s], (s.name for s in model.states))),
        *(
            f"the delayed value {n}" if n in delayed else f"the table of the input {n}"
            for n in names_in_use([system.u, system.ud, system.udd], (i.name for i in model.inputs))
        ),
        *(f"the force {n}" for n in names_in_use([system.lam], multiplier_names(model))),
        *(f"the force {n}" for n in names_in_use([system.f], force_names(model))),
        *(f"the acceleration {n}''" for n in names_in_use([system.qdd], (c.name for c in model.coordinates))),
    ]
    if not needs:
        return ""
    them = "it" if len(needs) == 1 else "them"
    return f"{name} needs {', '.join(needs)}; functions of (t, q, qd, p) cannot give {them}"


def free_symbols(value: Scalar) -> set[int]:
    """The symbols an expression depends on."""
    return {key_of(symbol) for symbol in ca.symvar(value)}


def key_of(symbol: Scalar) -> int:
    return int(symbol.element_hash())

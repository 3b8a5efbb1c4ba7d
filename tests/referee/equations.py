"""d/dt ∂L/∂q̇ − ∂L/∂q = Q − ∂D/∂q̇ − Gᵀλ by SymPy's derivatives, with d²Φ/dt² = 0 and dΨ/dt = 0 beside it.

The system is M q̈ + Gᵀλ = h, G q̈ = γ. Coordinates without inertia that a dissipation moves obey first-order
equations h = 0, which are solved for their rates.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from .text import TIME, Read


@dataclass(frozen=True)
class Equations:
    """The saddle-point system of the coordinates with inertia, and the rates of everything else."""

    heavy: list[str]  # coordinates with accelerations
    matrix: sympy.Matrix  # [[M, Gᵀ], [G, 0]]
    right: sympy.Matrix  # [h, γ]
    rates: dict[str, sympy.Expr]  # of coordinates without inertia, and of states
    position: list[sympy.Expr]  # Φ
    velocity: list[sympy.Expr]  # dΦ/dt and Ψ


def equations(model: Read) -> Equations:
    """The equations of a model."""
    names = list(model.coordinates)
    q = [sympy.Symbol(name) for name in names]
    qd = [model.velocity[name] for name in names]
    states = {sympy.Symbol(name): rate for name, rate in model.rates.items()}

    def along(expression: sympy.Expr) -> sympy.Expr:
        """The time derivative without the accelerations."""
        found = sympy.diff(expression, TIME)
        found += sum(sympy.diff(expression, a) * b for a, b in zip(q, qd, strict=True))
        return found + sum(sympy.diff(expression, s) * rate for s, rate in states.items())

    lagrangian = model.kinetic - model.potential
    momenta = [sympy.diff(lagrangian, v) for v in qd]
    mass = sympy.Matrix([[sympy.diff(p, v) for v in qd] for p in momenta])
    force = [
        sympy.diff(lagrangian, one)
        - along(p)
        - sympy.diff(model.dissipation, v)
        + model.work.get(name, sympy.Integer(0))
        for name, one, v, p in zip(names, q, qd, momenta, strict=True)
    ]
    displacement = list(model.displacement.values())
    flows = [along(one) for one in displacement] + list(model.flow.values())
    G = sympy.Matrix(len(flows), len(q), lambda i, j: sympy.diff(flows[i], qd[j]))
    gamma = [-along(one) for one in flows]
    free = [i for i in range(len(q)) if _zero(mass[i, :]) and _zero(mass[:, i]) and _zero(G[:, i])]
    rates = _first_order([qd[i] for i in free], [force[i] for i in free])
    rest = [i for i in range(len(q)) if i not in free]
    n, m = len(rest), len(flows)
    matrix = sympy.zeros(n + m, n + m)
    if n:
        matrix[:n, :n] = mass.extract(rest, rest)
    if m:
        matrix[n:, :n] = G.extract(list(range(m)), rest)
        matrix[:n, n:] = matrix[n:, :n].T
    right = sympy.Matrix([force[i] for i in rest] + gamma)
    return Equations(
        heavy=[names[i] for i in rest],
        matrix=matrix.subs(rates),
        right=right.subs(rates),
        rates={names[i]: rates[qd[i]] for i in free}
        | {name: rate.subs(rates) for name, rate in model.rates.items()},
        position=displacement,
        velocity=flows,
    )


def _zero(part: sympy.Matrix) -> bool:
    return all(one == 0 for one in part)


def _first_order(unknown: list[sympy.Symbol], force: list[sympy.Expr]) -> dict[sympy.Symbol, sympy.Expr]:
    """A q̇ + b = 0, solved for q̇."""
    if not unknown:
        return {}
    A = sympy.Matrix([[sympy.diff(one, v) for v in unknown] for one in force])
    b = sympy.Matrix([one.subs(dict.fromkeys(unknown, 0)) for one in force])
    if any(A.diff(v) != sympy.zeros(*A.shape) for v in unknown):
        message = "a coordinate without inertia has a dissipation that is not quadratic"
        raise ValueError(message)
    return dict(zip(unknown, -A.LUsolve(b), strict=True))

"""Forces where they act: on coordinates and definitions, not summed up by coordinates.

h of the saddle-point system has the moments of everything that hangs on a joint. In a long chain these are
large numbers, of which the elimination leaves small accelerations, and as many digits are lost. Here each
definition (a node of `links.py`) has the forces that act on itself, and the part of its acceleration that
does not depend on accelerations, both of the size they have in a short chain:

    dd_k = Σ_j R_kj a_j + b_k,    Σ_k J_kᵀ (Σ_l H_kl a_l − f_k) = 0,    Σ_k G_ik a_k = gamma_i

over the accelerations a of coordinates, definitions d and w (linear in velocities). With z = (q, d),
L(z, z', w) and w(z, z', w) Hamilton's principle gives for momenta π of w, which are held while anything is
differentiated,

    𝓛 = L + πᵀ w,    π_k = ∂L/∂w_k + Σ_m>k π_m ∂w_m/∂w_k
    f_z = ∂𝓛/∂z − drift(∂𝓛/∂z') − ∂D/∂z',    f_w = − drift(∂𝓛/∂w) − ∂D/∂w

where drift is the time derivative at frozen velocities z' and w. Efforts on coordinates stay as they are.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from dalembert._lower.casadi_scalars import along, dense, entries, gradient, minus, plus, stack, times
from dalembert._lower.to_casadi import Scalar, vector


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeForces:
    """f over coordinates and definitions, b over definitions, gamma over constraints."""

    f: Scalar
    b: Scalar
    gamma: Scalar

    def rows(self, rows: list[int]) -> NodeForces:
        """The same with some of the constraints only."""
        return NodeForces(f=self.f, b=self.b, gamma=_entries_of(self.gamma, rows))

    def part_of(self, R: Scalar, kept: list[int], n: int) -> NodeForces:
        """The same for some of the definitions, on which none of the others has inertia or a constraint.

        What acts on one of the others acts on what it is made of.
        """
        left, f = set(kept), entries(self.f)
        made_of: dict[int, list[tuple[int, Scalar]]] = {}
        for k, j, value in zip(*R.sparsity().get_triplet(), R.nonzeros(), strict=True):
            if k not in left:
                made_of.setdefault(k, []).append((j, value))
        for k in sorted(made_of, reverse=True):
            if f[n + k].is_zero():
                continue
            for j, value in made_of[k]:
                f[j] = plus(f[j], times(value, f[n + k]))
        f = [*f[:n], *(f[n + k] for k in kept)]
        return NodeForces(f=stack(*f), b=_entries_of(self.b, kept), gamma=self.gamma)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nodes:
    """Symbols of coordinates and definitions d, their rates, those of w, and what they are."""

    z: Scalar
    zd: Scalar
    w: Scalar
    moving: Scalar  # what changes with time, z included
    moving_rates: Scalar
    made: Scalar  # d in symbols
    flows: Scalar  # w in symbols

    def drift(self, value: Scalar) -> Scalar:
        """The time derivative at frozen velocities."""
        return along(value, self.moving, self.moving_rates)


def node_forces(nodes: Nodes, L: Scalar, D: Scalar, constraints: tuple[Scalar, Scalar]) -> NodeForces:
    """The forces on all nodes, in symbols of definitions."""
    pi = vector("pi", nodes.w.numel())
    whole = L + ca.dot(pi, nodes.flows) if nodes.w.numel() else L
    pushed = gradient(D, stack(nodes.zd, nodes.w))
    split = nodes.z.numel()
    f_z = minus(gradient(whole, nodes.z), nodes.drift(gradient(whole, nodes.zd)))
    f_z = minus(f_z, pushed[:split])
    f_w = -nodes.drift(gradient(whole, nodes.w)) - pushed[split:] if nodes.w.numel() else ca.SX(0, 1)
    f = stack(f_z, f_w)
    if nodes.w.numel():
        f = ca.substitute(f, pi, _momenta(nodes, L))
    Phi, Psi = constraints
    b = stack(nodes.drift(nodes.drift(nodes.made)), nodes.drift(nodes.flows))
    gamma = stack(-nodes.drift(nodes.drift(Phi)), -nodes.drift(Psi))
    return NodeForces(f=dense(f), b=dense(b), gamma=dense(gamma))


def _momenta(nodes: Nodes, L: Scalar) -> Scalar:
    """π from the last w to the first."""
    momenta = entries(dense(gradient(L, nodes.w)))
    slopes = ca.jacobian(nodes.flows, nodes.w)
    made_of: dict[int, list[tuple[int, Scalar]]] = {}
    for m, k, value in zip(*slopes.sparsity().get_triplet(), slopes.nonzeros(), strict=True):
        made_of.setdefault(m, []).append((k, value))
    for m in sorted(made_of, reverse=True):
        for k, value in made_of[m]:
            momenta[k] = plus(momenta[k], times(value, momenta[m]))
    return stack(*momenta)


def _entries_of(column: Scalar, places: list[int]) -> Scalar:
    return stack(*(column[i] for i in places))

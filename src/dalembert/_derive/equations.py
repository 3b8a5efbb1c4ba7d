"""The equations of motion, every intermediate term kept.

d/dt ∂T/∂q' − ∂T/∂q − d/dt ∂V/∂q' + ∂V/∂q + ∂D/∂q' − Q + Σ λ ∂φ/∂q + Σ κ ∂ψ/∂q' = 0
M q'' + Gᵀ lam = h,   G q'' = gamma,   G = [Phi_q; Psi_qd]

A closed contact adds − g_qᵀ f − v_qdᵀ f_t on the left: see `contacts.py`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from dalembert._expression.notebook import html
from dalembert._expression.tree import Node
from dalembert._model.records import Model
from dalembert._words.message import Message

Vector = tuple[Node, ...]
Matrix = tuple[Vector, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoordinateEquation:
    """Lagrange's equation of one coordinate, term by term; a suffix _x is a partial derivative by x."""

    coordinate: str
    T_qd: Node
    T_qd_rate: Node  # d/dt of it
    T_q: Node
    V_q: Node
    V_qd_rate: Node  # d/dt ∂V/∂q', zero except for generalised potentials
    D_qd: Node
    Q: Node
    displacement: Node  # Σ lam ∂Phi/∂q
    flow: Node  # Σ kap ∂Psi/∂q'
    left: Node  # the whole left side of "= 0"

    def __repr__(self) -> str:
        """The coordinate whose equation it is."""
        return f"CoordinateEquation({self.coordinate})"


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedTerm:
    """A definition or a derivative, or a rate of it, that occurs in shared equations by its name.

    `kind` is definition; slope or energy, ∂of/∂by of a definition or an energy, by the rate of `by` where
    `by_order` is 1; force, the sum of multipliers times ∂constraint/∂by; or effort,
    E = d/dt ∂L/∂by' − ∂L/∂by + … of a definition, with the efforts of all definitions that depend on it.
    """

    name: str
    order: int
    node: Node
    kind: str = "definition"
    of: str = ""
    by: str = ""
    by_order: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedEquations:
    """The equations with definitions as names; `listed` has each name after those it uses."""

    T: Node
    V: Node
    D: Node
    coordinates: tuple[CoordinateEquation, ...]
    Phi: Vector
    Psi: Vector
    effort: Vector
    states: Vector
    contacts: tuple[ContactEquations, ...]
    listed: tuple[SharedTerm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step left = right, and its reason."""

    left: Node
    right: Node
    why: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactEquations:
    """The terms of a contact while it is closed and all others are open, by the coordinates it acts on.

    The energies of the model contain the force of a compliant contact already: only its friction is added.
    The force f is called contact_NAME; the friction f_t along tangential velocities v is called
    friction_NAME, or friction_NAME_1 and friction_NAME_2.
    """

    contact: str
    gap: Node  # zero while a stiff contact is closed, negative while a compliant one is
    slip: Vector
    efforts: tuple[tuple[str, Node], ...]  # g_qᵀ f
    friction: tuple[tuple[str, Node], ...]  # v_qdᵀ f_t
    equations: tuple[tuple[str, Node], ...]  # left sides of "= 0" with both
    solved: tuple[Step, ...]  # a coordinate and its rates, from gap = 0
    force: tuple[Step, ...]  # f from the equation of that coordinate, or by the law of a compliant contact
    sliding: tuple[Step, ...]  # friction where the contact slides


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """The comparison of equations and energies at seeded points: the largest relative error.

    `unseen` are sides of switches that no point lies on, such as "x < 0": what holds there was not compared.
    """

    points: int
    max_error: float
    unseen: tuple[str, ...] = ()


UNVERIFIED = Verification(points=0, max_error=math.inf)


@dataclass(frozen=True, slots=True, kw_only=True)
class Equations:
    """The derived equations of a model. Rows of constraints: displacement first, then flow.

    Definitions are written out. `shared` are the same equations with definitions as names, where these may be
    shorter. Where definitions are too long to be written out (`whole` is false) the equations of the
    coordinates are the shared ones, `listed` has the names in them, and M, h, Phi_q, Psi_qd and gamma are
    empty. `printed` says how to print them: expand, share, or "" for the shorter of both.
    """

    model: Model
    T: Node
    V: Node
    D: Node
    coordinates: tuple[CoordinateEquation, ...]
    M: Matrix
    h: Vector
    Phi: Vector
    Psi: Vector
    Phi_q: Matrix
    Psi_qd: Matrix
    gamma: Vector
    effort: Vector
    states: Vector
    contacts: tuple[ContactEquations, ...]
    shared: SharedEquations | None = None
    listed: tuple[SharedTerm, ...] = ()
    whole: bool = True
    printed: str = ""
    verified: Verification = UNVERIFIED
    seconds: float = 0.0

    @property
    def G(self) -> Matrix:
        """G = [Phi_q; Psi_qd], the Jacobian of all constraints by the velocities."""
        return (*self.Phi_q, *self.Psi_qd)

    def _repr_html_(self) -> str | None:
        """The equations as HTML for notebooks."""
        return html(self)

    def __repr__(self) -> str:
        """One line: the model, the number of equations, and the verification."""
        of = f"{len(self.coordinates)} coordinates, {len(self.Phi) + len(self.Psi)} constraints"
        checked = f"verified at {self.verified.points} points to {self.verified.max_error:.1g}"
        return f"Equations({self.model.title or 'a model'}: {of}, {checked})"

"""The equations of contacts against gaps and tangential velocities, differentiated automatically.

Efforts and laws are compared as they are. What follows from a closed gap is put in: with the coordinate it
gives, the gap and its two rates vanish; with the force it gives, so does the equation of that coordinate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._derive.equations import ContactEquations, Equations, SharedTerm, Step
from dalembert._expression.tree import Name, Node, Rate
from dalembert._lower.to_casadi import Engine, vector
from dalembert._model.compliant import exponent_of
from dalembert._model.records import Contact, Model
from dalembert._model.survey import survey
from dalembert._verify.evaluate import Sized, evaluate, with_listed
from dalembert._verify.failure import VerificationError
from dalembert._verify.points import Place, draw

POINTS = 64
SEED = 2718
NEWTON = 8  # steps that bring a place to a depth
DEPTH = 0.3  # of the sizes that the gap is made of

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TreeComparison:
    """How far a printed tree is from the truth, relatively, at the points where both are numbers."""

    label: str
    node: Node
    error: float


def compare_contacts(equations: Equations) -> Iterator[TreeComparison]:
    """Everything that is printed about contacts; what can be evaluated nowhere is refused."""
    left = {c.coordinate: c.left for c in equations.coordinates}
    place = draw(equations.model, POINTS, SEED)
    random = np.random.default_rng(SEED)
    for contact, own in zip(equations.model.contacts, equations.contacts, strict=True):
        place[f"contact_{contact.name}", 0] = random.uniform(0.5, 1.5, POINTS)
        for name in contact.slips:
            place[f"friction_{name}", 0] = random.normal(0.0, 1.0, POINTS)
        lowered = _LoweredContact(equations.model, contact, equations.listed)
        yield from _compare_efforts(own, lowered, left, place)
        yield from _compare_friction(own, lowered, place)
        yield from (
            _compare_compliant_law(own, lowered, place)
            if contact.compliant
            else _compare_closed(own, lowered, place)
        )


class _LoweredContact:
    """Gap, its rates, tangential velocities, efforts and laws of a contact as functions of a place."""

    def __init__(self, model: Model, contact: Contact, listed: tuple[SharedTerm, ...]) -> None:
        self._listed = listed
        engine = Engine(model, survey(model))
        self._tables = engine.tables
        gap = engine.build(contact.gap.root)
        rate = engine.drift(gap)
        slip = ca.vertcat(ca.SX(0, 1), *(engine.build(v.root) for v in contact.slip))
        force, friction = vector("f", 1), vector("r", slip.numel())
        laws = [contact.friction, contact.stiffness, contact.damping]
        numbers = [engine.build(e.root) if e is not None else ca.SX(0) for e in laws]
        parts = {
            "gap": gap,
            "rates": ca.vertcat(gap, rate, engine.total_derivative(rate)),
            "gap_q": ca.jacobian(gap, engine.q).T,
            "efforts": ca.jacobian(gap, engine.q).T @ force,
            "slip": slip,
            "friction": ca.jacobian(slip, engine.qd).T @ friction,
            "laws": ca.vertcat(*numbers, engine.build(exponent_of(contact)) if contact.compliant else 0),
        }
        arguments = [engine.t, engine.q, engine.qd, engine.qdd, engine.p, engine.u, engine.ud, engine.udd]
        arguments += [engine.e, engine.s, engine.sd, force, friction]
        self.law, self.compliant = contact.law, contact.compliant
        self.names = [c.name for c in model.coordinates]
        self._parts = list(parts)
        self._function = ca.Function("contact", arguments, [ca.densify(part) for part in parts.values()])
        inputs = [u.name for u in model.inputs]
        states = [s.name for s in model.states]
        self._leaves: list[list[tuple[str, int]]] = [
            [("t", 0)],
            *([(name, order) for name in self.names] for order in range(3)),
            [(p.name, 0) for p in model.parameters],
            *([(name, order) for name in inputs] for order in range(3)),
            [(e.name, 0) for e in model.efforts],
            *([(name, order) for name in states] for order in range(2)),
            [(f"contact_{contact.name}", 0)],
            [(f"friction_{name}", 0) for name in contact.slips],
        ]

    def evaluate(self, node: Node, place: Place) -> Sized:
        """A printed tree at the points, with the names that are listed."""
        values, sizes = with_listed(place, self._listed, self._tables) if self._listed else (place, {})
        return evaluate(node, values, tables=self._tables, sizes=sizes)

    def at(self, place: Place) -> dict[str, Points]:
        """The values at every point, one column each."""
        columns = []
        for k in range(POINTS):
            given = [[float(place[leaf][k]) for leaf in leaves] for leaves in self._leaves]
            columns.append([np.asarray(part).ravel() for part in self._function(*given)])
        return {name: np.array([c[i] for c in columns]).T for i, name in enumerate(self._parts)}


def _compare_efforts(
    own: ContactEquations, lowered: _LoweredContact, left: dict[str, Node], place: Place
) -> Iterator[TreeComparison]:
    """Gap and tangential velocities, g_qᵀ f, v_qdᵀ f_t, and the equations with both."""
    truth = lowered.at(place)
    yield _comparison_with(lowered, "gap", own.contact, own.gap, truth["gap"][0], place)
    for node, value in zip(own.slip, truth["slip"], strict=True):
        yield _comparison_with(lowered, "slip", own.contact, node, value, place)
    efforts, friction, closed = dict(own.efforts), dict(own.friction), dict(own.equations)
    rubbed = truth["friction"] if own.sliding else np.zeros_like(truth["efforts"])
    for i, name in enumerate(lowered.names):
        pressing, rubbing = truth["efforts"][i], rubbed[i]
        if name in efforts:
            yield _comparison_with(lowered, f"effort on {name}", own.contact, efforts[name], pressing, place)
        if name in friction:
            yield _comparison_with(
                lowered, f"friction on {name}", own.contact, friction[name], rubbing, place
            )
        if name in closed:
            free, _ = lowered.evaluate(left[name], place)
            added = rubbing if lowered.compliant else pressing + rubbing
            yield _comparison_with(
                lowered, f"equation of {name}", own.contact, closed[name], free - added, place
            )
        elif np.any(rubbing != 0) or (np.any(pressing != 0) and not lowered.compliant):
            message = f"the equation of {name} lacks the contact {own.contact}; please report this model"
            raise VerificationError(message)


def _compare_friction(
    own: ContactEquations, lowered: _LoweredContact, place: Place
) -> Iterator[TreeComparison]:
    """Coulomb's law."""
    truth = lowered.at(place)
    pressing = place[f"contact_{own.contact}", 0]
    with np.errstate(all="ignore"):
        for step, v in zip(own.sliding, truth["slip"], strict=False):
            against = -truth["laws"][0] * pressing * v / np.linalg.norm(truth["slip"], axis=0)
            yield _comparison_with(lowered, "friction", own.contact, step.right, against, place)


def _compare_compliant_law(
    own: ContactEquations, lowered: _LoweredContact, place: Place
) -> Iterator[TreeComparison]:
    """The law of a compliant contact, at places brought to a depth along a coordinate by Newton's method."""
    deep = dict(place)
    _, sizes = lowered.evaluate(own.gap, place)
    with np.errstate(all="ignore"):
        for _ in range(NEWTON):
            truth = lowered.at(deep)
            name = lowered.names[int(np.argmax(np.max(np.nan_to_num(np.abs(truth["gap_q"])), axis=1)))]
            slope = truth["gap_q"][lowered.names.index(name)]
            deep[name, 0] = deep[name, 0] - (truth["gap"][0] + DEPTH * sizes) / slope
        truth = lowered.at(deep)
        _, stiffness, damping, exponent = truth["laws"]
        depth, rate = -truth["rates"][0], -truth["rates"][1]
        elastic = stiffness * np.power(np.where(depth > 0, depth, np.nan), exponent)
        whole = elastic + damping * rate if lowered.law == "spring" else elastic * (1 + damping * rate)
        for step in own.force:
            yield _comparison_with(lowered, "force", own.contact, step.right, np.maximum(0.0, whole), deep)


def _compare_closed(
    own: ContactEquations, lowered: _LoweredContact, place: Place
) -> Iterator[TreeComparison]:
    """Gap, its rates and the equation of the coordinate that was solved for, at places where it is closed."""
    if not own.solved:
        return
    shut = dict(place)
    sizes = [_put_in(lowered, shut, step) for step in own.solved]
    truth = lowered.at(shut)
    name, _ = _leaf(own.solved[0].left)
    slope = np.abs(truth["gap_q"][lowered.names.index(name)])
    for step, value, size in zip(own.solved, truth["rates"], sizes, strict=True):
        yield _comparison_with_zero("coordinate", own.contact, step.right, value, slope * size)
    equation = dict(own.equations)[name]
    for step in own.force:
        pressed = dict(shut)
        _put_in(lowered, pressed, step)
        value, size = lowered.evaluate(equation, pressed)
        yield _comparison_with_zero("force", own.contact, step.right, value, size)


def _leaf(node: Node) -> tuple[str, int]:
    """What a step is about."""
    match node:
        case Name(name=name):
            return name, 0
        case Rate(name=name, order=order):
            return name, order
    raise TypeError(node)


def _put_in(lowered: _LoweredContact, place: Place, step: Step) -> Points:
    """Let a name have the value a step gives, and tell the size of what was summed for it."""
    value, size = lowered.evaluate(step.right, place)
    place[_leaf(step.left)] = np.broadcast_to(value, (POINTS,)).astype(float)
    return np.broadcast_to(size, (POINTS,)).astype(float)


def _comparison_with(
    lowered: _LoweredContact, what: str, contact: str, node: Node, truth: Points, place: Place
) -> TreeComparison:
    value, size = lowered.evaluate(node, place)
    return _comparison_with_zero(what, contact, node, value - truth, np.maximum(size, np.abs(truth)))


def _comparison_with_zero(
    what: str, contact: str, node: Node, value: Points, scale: Points
) -> TreeComparison:
    """How far from zero, against a scale; of no scale at all nothing but zero is right."""
    with np.errstate(all="ignore"):
        off = np.abs(value) / np.where(scale > 0, scale, 1.0)
    known = np.isfinite(off) & np.isfinite(scale)
    if not known.any():
        message = (
            f"the {what} of the contact {contact} could be evaluated at none of {POINTS} points: "
            "give start values, guesses and parameters at which every expression is defined"
        )
        raise VerificationError(message)
    return TreeComparison(
        f"{what} of the contact {contact}", node, float(np.max(off, where=known, initial=0.0))
    )

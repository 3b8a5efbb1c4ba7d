"""The printed equations of contacts compared with gaps and slips differentiated automatically.

Efforts and laws are compared directly. The solutions from a closed gap are substituted: with the coordinate,
the gap and its two rates must vanish; with the force, so must the equation of that coordinate.
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
from dalembert._model.put_numbers import symbolic_model
from dalembert._model.records import Contact, Model
from dalembert._model.survey import survey
from dalembert._verify.evaluate import Sized, evaluate, with_listed
from dalembert._verify.failure import VerificationError
from dalembert._verify.points import StateSample, draw

POINTS = 64
SEED = 2718
NEWTON = 8  # steps that move a point to a depth
DEPTH = 0.3  # relative to the sizes of the terms of the gap

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TreeComparison:
    """The relative error of a printed tree at the points where it and the reference are finite."""

    label: str
    node: Node
    error: float


def compare_contacts(equations: Equations) -> Iterator[TreeComparison]:
    """Compare everything that is printed about contacts; raise for what is finite at no point."""
    left = {c.coordinate: c.left for c in equations.coordinates}
    sample = draw(equations.model, POINTS, SEED)
    random = np.random.default_rng(SEED)
    model = symbolic_model(equations.model)
    for contact, printed in zip(model.contacts, equations.contacts, strict=True):
        sample[f"contact_{contact.name}", 0] = random.uniform(0.5, 1.5, POINTS)
        for name in contact.slips:
            sample[f"friction_{name}", 0] = random.normal(0.0, 1.0, POINTS)
        lowered = _LoweredContact(model, contact, equations.listed)
        yield from _compare_efforts(printed, lowered, left, sample)
        yield from _compare_friction(printed, lowered, sample)
        yield from (
            _compare_compliant_law(printed, lowered, sample)
            if contact.compliant
            else _compare_closed(printed, lowered, sample)
        )


class _LoweredContact:
    """The gap, its rates, tangential velocities, efforts and laws of a contact as functions of a sample."""

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

    def evaluate(self, node: Node, sample: StateSample) -> Sized:
        """A printed tree at the points, with the names that are listed."""
        values, sizes = with_listed(sample, self._listed, self._tables) if self._listed else (sample, {})
        return evaluate(node, values, tables=self._tables, sizes=sizes)

    def at(self, sample: StateSample) -> dict[str, Points]:
        """The values at every point, one column each."""
        columns = []
        for k in range(POINTS):
            given = [[float(sample[leaf][k]) for leaf in leaves] for leaves in self._leaves]
            columns.append([np.asarray(part).ravel() for part in self._function(*given)])
        return {name: np.array([c[i] for c in columns]).T for i, name in enumerate(self._parts)}


def _compare_efforts(
    equations: ContactEquations, lowered: _LoweredContact, left: dict[str, Node], sample: StateSample
) -> Iterator[TreeComparison]:
    """Gap and tangential velocities, g_qᵀ f, v_qdᵀ f_t, and the equations with both."""
    truth = lowered.at(sample)
    yield _comparison_with(lowered, "gap", equations.contact, equations.gap, truth["gap"][0], sample)
    for node, value in zip(equations.slip, truth["slip"], strict=True):
        yield _comparison_with(lowered, "slip", equations.contact, node, value, sample)
    efforts, friction, equations_by_name = (
        dict(equations.efforts),
        dict(equations.friction),
        dict(equations.equations),
    )
    rubbed = truth["friction"] if equations.sliding else np.zeros_like(truth["efforts"])
    for i, name in enumerate(lowered.names):
        pressing, rubbing = truth["efforts"][i], rubbed[i]
        if name in efforts:
            yield _comparison_with(
                lowered, f"effort on {name}", equations.contact, efforts[name], pressing, sample
            )
        if name in friction:
            yield _comparison_with(
                lowered, f"friction on {name}", equations.contact, friction[name], rubbing, sample
            )
        if name in equations_by_name:
            free, _ = lowered.evaluate(left[name], sample)
            added = rubbing if lowered.compliant else pressing + rubbing
            yield _comparison_with(
                lowered,
                f"equation of {name}",
                equations.contact,
                equations_by_name[name],
                free - added,
                sample,
            )
        elif np.any(rubbing != 0) or (np.any(pressing != 0) and not lowered.compliant):
            message = (
                f"the equation of {name} lacks the contact {equations.contact}; please report this model"
            )
            raise VerificationError(message)


def _compare_friction(
    equations: ContactEquations, lowered: _LoweredContact, sample: StateSample
) -> Iterator[TreeComparison]:
    """Compare the printed friction with Coulomb's law."""
    truth = lowered.at(sample)
    pressing = sample[f"contact_{equations.contact}", 0]
    with np.errstate(all="ignore"):
        for step, v in zip(equations.sliding, truth["slip"], strict=False):
            against = -truth["laws"][0] * pressing * v / np.linalg.norm(truth["slip"], axis=0)
            yield _comparison_with(lowered, "friction", equations.contact, step.right, against, sample)


def _compare_compliant_law(
    equations: ContactEquations, lowered: _LoweredContact, sample: StateSample
) -> Iterator[TreeComparison]:
    """Compare the law of a compliant contact at points that Newton's method moves to a depth."""
    deep = dict(sample)
    _, sizes = lowered.evaluate(equations.gap, sample)
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
        for step in equations.force:
            yield _comparison_with(
                lowered, "force", equations.contact, step.right, np.maximum(0.0, whole), deep
            )


def _compare_closed(
    equations: ContactEquations, lowered: _LoweredContact, sample: StateSample
) -> Iterator[TreeComparison]:
    """Compare with zero: a closed gap, its rates, and the equation of the coordinate solved for."""
    if not equations.solved:
        return
    shut = dict(sample)
    sizes = [_put_in(lowered, shut, step) for step in equations.solved]
    truth = lowered.at(shut)
    name, _ = _leaf(equations.solved[0].left)
    slope = np.abs(truth["gap_q"][lowered.names.index(name)])
    for step, value, size in zip(equations.solved, truth["rates"], sizes, strict=True):
        yield _comparison_with_zero("coordinate", equations.contact, step.right, value, slope * size)
    equation = dict(equations.equations)[name]
    for step in equations.force:
        pressed = dict(shut)
        _put_in(lowered, pressed, step)
        value, size = lowered.evaluate(equation, pressed)
        yield _comparison_with_zero("force", equations.contact, step.right, value, size)


def _leaf(node: Node) -> tuple[str, int]:
    """The name and the order of the left side of a step."""
    match node:
        case Name(name=name):
            return name, 0
        case Rate(name=name, order=order):
            return name, order
    raise TypeError(node)


def _put_in(lowered: _LoweredContact, sample: StateSample, step: Step) -> Points:
    """Give a name the value of a step; return the size of its terms."""
    value, size = lowered.evaluate(step.right, sample)
    sample[_leaf(step.left)] = np.broadcast_to(value, (POINTS,)).astype(float)
    return np.broadcast_to(size, (POINTS,)).astype(float)


def _comparison_with(
    lowered: _LoweredContact, what: str, contact: str, node: Node, truth: Points, sample: StateSample
) -> TreeComparison:
    value, size = lowered.evaluate(node, sample)
    return _comparison_with_zero(what, contact, node, value - truth, np.maximum(size, np.abs(truth)))


def _comparison_with_zero(
    what: str, contact: str, node: Node, value: Points, scale: Points
) -> TreeComparison:
    """The error of a value that should be zero, relative to a scale; without a scale only zero is right."""
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

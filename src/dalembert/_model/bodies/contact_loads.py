"""Forces of contacts on bodies: a contact whose gap depends on points of bodies acts on these points.

    F = f ∂g/∂r  at a point r of a body,     M = f ∂g/∂φ  where the gap has its angle, in the plane

and with the friction f_t against a slip v: F = f_t ∂v/∂r', M = f_t ∂v/∂φ'.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from dalembert._expression.derivative import NoDerivative, derivative
from dalembert._expression.tree import ONE, Name, Node, Rate
from dalembert._expression.walk import names, replace_names
from dalembert._model.bodies.body_expansion import BodyExpansion
from dalembert._model.bodies.records import GROUND
from dalembert._model.bodies.texts import canonical
from dalembert._model.records import Contact, Model
from dalembert._model.survey import survey
from dalembert._text.printer import print_tree

TURNING = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """The load of a contact on a body: a force at one of its points by its components, or a torque."""

    contact: str
    body: str
    point: str  # empty for a torque
    components: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _BodyComponent:
    """The component of a point of a body, or its angle."""

    body: str
    point: str
    component: int


class ContactLoads:
    """Finds the points at which contacts act on bodies."""

    def __init__(self, model: Model, made: BodyExpansion) -> None:
        self.space = made.system.space
        self.owned = _body_components(made)
        known = survey(model)
        self.kinds = known.kinds
        self.whole: dict[str, Node] = {}  # definitions of the user, expanded to quantities of bodies
        for name in known.order:
            if name not in self.owned and name in known.definitions:
                self.whole[name] = replace_names(known.definitions[name].expression.root, self.whole)

    def of(self, contact: Contact) -> tuple[Touch, ...] | None:
        """All loads of a contact on bodies; None where its gap or slip depends on anything else."""
        terms = [(f"contact_{contact.name}", contact.gap.root, 0)]
        slips = zip(contact.slips, contact.slip, strict=True) if contact.slip else ()
        terms += [(f"friction_{name}", slip.root, 1) for name, slip in slips]
        loads: dict[tuple[str, str], dict[int, list[str]]] = {}
        for force, node, order in terms:
            root = replace_names(node, self.whole)
            if not self._is_of_bodies(root, order):
                return None
            for name, component in self.owned.items():
                try:
                    slope = derivative(root, partial(_one, name=name, order=order))
                except NoDerivative:
                    return None
                if slope is not None:
                    at = loads.setdefault((component.body, component.point), {})
                    at.setdefault(component.component, []).append(f"{force}*({print_tree(slope)})")
        return tuple(
            Touch(
                contact=contact.name,
                body=body,
                point=point,
                components=tuple(
                    " + ".join(texts.get(i, ["0"])) for i in range(self.space if point != TURNING else 1)
                ),
            )
            for (body, point), texts in loads.items()
        )

    def _is_of_bodies(self, root: Node, order: int) -> bool:
        """Whether a gap or a slip varies with quantities of bodies only."""
        for name, times in names(root):
            moves = times > 0 or self.kinds.get(name) == "coordinate"
            if times > order or (times == order and moves and name not in self.owned):
                return False
            if times == order and name in self.whole:
                return False
        return True


def _one(leaf: Name | Rate, name: str, order: int) -> Node | None:
    times = leaf.order if isinstance(leaf, Rate) else 0
    return ONE if leaf.name == name and times == order else None


def _body_components(made: BodyExpansion) -> Mapping[str, _BodyComponent]:
    """Components of points of bodies, and angles, by their names, including coordinates that equal them."""
    components: dict[str, _BodyComponent] = {}
    twice: set[str] = set()

    def add(name: str, component: _BodyComponent) -> None:
        if name in components:
            twice.add(name)
        components[name] = component

    coordinates = made.values.get("coordinates", {})
    for body in made.system.bodies.values():
        if body.name == GROUND:
            continue
        for point in (*body.points, "origin", "centre"):
            for i in range(made.system.space):
                add(
                    canonical(f"{body.name}.{point}[{i + 1}]"),
                    _BodyComponent(body=body.name, point=point, component=i),
                )
        turning = _BodyComponent(body=body.name, point=TURNING, component=0)
        if made.system.space == 2:
            add(canonical(f"{body.name}.angle"), turning)
        if body.placement is not None:
            for i, part in enumerate(body.placement.at):
                if part.text in coordinates:
                    add(part.text, _BodyComponent(body=body.name, point="origin", component=i))
            if body.placement.angle is not None and body.placement.angle.text in coordinates:
                add(body.placement.angle.text, turning)
    return {name: component for name, component in components.items() if name not in twice}

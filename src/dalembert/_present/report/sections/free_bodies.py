"""Free-body diagrams, and the balances of momentum and angular momentum of each body.

m r'' = Σ F, and about the mass centre L' = Σ ((r − r_c) × F + M), which is J φ'' in the plane.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dalembert._analyse.body_loads import BodyLoads
from dalembert._expression.tree import Name, Negative, Node, Number, Product, Rate, Sum
from dalembert._model.bodies.free_bodies import FreeBody
from dalembert._model.bodies.texts import component, member_name
from dalembert._model.loop_joints import has_couplings
from dalembert._present.report.document import Block, Heading, Picture, Plain, Section
from dalembert._present.report.writer import Row, Writer, zero

BALANCES = 6  # the most bodies whose balances are written


def section(writer: Writer) -> Section | None:
    """The diagrams and the balances."""
    loads, shown = writer.data.loads, writer.data.diagrams
    if loads is None or shown is None:
        return None
    blocks: list[Block] = [
        writer.paragraph("report_free_bodies_read"),
        Picture(shown.name, 0, shown.caption, shown.svg, shown.pdf),
    ]
    if any(not one.unique for one in loads.joints()):
        blocks.append(writer.paragraph("report_free_bodies_not_unique"))
    if has_couplings(writer.data.model):
        blocks.append(writer.paragraph("report_free_bodies_coupled"))
    if len(loads.bodies.bodies) <= BALANCES:
        plane = loads.bodies.space == 2
        blocks.append(writer.paragraph("report_free_bodies_plane" if plane else "report_free_bodies_space"))
        for body in loads.bodies.bodies:
            rows = list(_balances(writer, loads, body))
            if rows:
                blocks += [Heading((Plain(body.name.replace("_", " ")),)), *writer.equations(rows)]
    return Section("free_bodies", writer.words("report_free_bodies"), tuple(blocks))


def _balances(writer: Writer, loads: BodyLoads, body: FreeBody) -> Iterator[Row]:
    """The equations of one body, without those with zero on both sides."""
    node = loads.bodies.node
    mass = node(body.mass[0])
    for i, coordinate in enumerate(body.centre):
        terms = []
        for load in body.loads:
            if load.force and loads.acts(body, (load.force[i],)):
                terms.append(_with_sign(load.sign, node(load.force[i])))
        left = _product(mass, _second(node(coordinate)))
        if not zero(left) or terms:
            yield Row(node=_sum(terms), label=writer.typesetter.box(left))
    if body.inertia:
        left = _product(node(body.inertia[0]), _second(node(body.angle[0])))
        right = _sum(list(_moments(loads, body, 2)))
        if not zero(left) or not zero(right):
            yield Row(node=right, label=writer.typesetter.box(left))
    for axis in range(3) if loads.bodies.space == 3 else ():
        right = _sum(list(_moments(loads, body, axis)))
        if not zero(right):
            left = Rate(component(member_name(body.name, "angular_momentum"), axis + 1), 1)
            yield Row(node=right, label=writer.typesetter.box(left))


def _moments(loads: BodyLoads, body: FreeBody, axis: int) -> Iterator[Node]:
    """The moments about the mass centre, along an axis of space; in the plane that is z."""
    node = loads.bodies.node
    centre = [node(name) for name in body.centre]
    first, second = (axis + 1) % 3, (axis + 2) % 3
    for load in body.loads:
        if load.force and load.at != body.centre:
            arm = [_difference(node(at), c) for at, c in zip(load.at, centre, strict=True)]
            for lever, force, sign in ((arm[first], second, 1), (arm[second], first, -1)):
                if loads.acts(body, (load.force[force],)) and not zero(lever):
                    yield _with_sign(sign * load.sign, _product(lever, node(load.force[force])))
        if load.torque:
            torque = load.torque[axis if len(load.torque) > 1 else 0]
            if loads.acts(body, (torque,)):
                yield _with_sign(load.sign, node(torque))


def _second(node: Node) -> Node:
    """The second derivative of a name; zero for a constant."""
    return Rate(node.name, 2) if isinstance(node, Name) else Number(0)


def _with_sign(sign: int, node: Node) -> Node:
    return node if sign > 0 else Negative(node)


def _difference(first: Node, second: Node) -> Node:
    if first == second:
        return Number(0)
    kept = [one for one in (first, Negative(second)) if not zero(one)]
    kept = [one for one in kept if not (isinstance(one, Negative) and zero(one.operand))]
    return _sum(kept)


def _product(first: Node, second: Node) -> Node:
    return Number(0) if zero(first) or zero(second) else Product((first, second))


def _sum(terms: Sequence[Node]) -> Node:
    if not terms:
        return Number(0)
    return terms[0] if len(terms) == 1 else Sum(tuple(terms))

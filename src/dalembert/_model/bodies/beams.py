"""V = Σ ½ (EI/h) φᵢ²: a beam as a chain of n + 1 rigid segments with n elastic hinges, h = l/n apart.

The hinges are in the middles of n equal parts, so that the first and the last segment are half as long and
both ends are frames that can be clamped. The moment of a hinge, EI φ/h, is the bending moment of Euler and
Bernoulli by the midpoint rule: deflections, frequencies and buckling loads converge with 1/n²; the
tip of a cantilever bends by F l³/(3 EI) (1 − 1/(4 n²)), and it buckles at 4 EI/h² sin²(π/(4 n)).

In space a hinge bends about y and z of its beam and, where it has a torsional stiffness, twists about x.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dalembert._model.bodies.records import Beam, Body, End, Joint, Point, System, Vector
from dalembert._model.bodies.shapes import moments_of
from dalembert._model.bodies.texts import Text, fill
from dalembert._model.entry_reader import EntryReader
from dalembert._text.positions import Path

ZERO = Text("0")
TIP = "tip"


@dataclass(frozen=True, slots=True, kw_only=True)
class Beams:
    """A system with its beams as segments; potentials of the hinges; the names of points of beams."""

    system: System
    potentials: dict[str, tuple[Text, Path]]
    names: dict[str, tuple[str, Path]]  # boom.tip: boom_8.tip


def with_beams(system: System, read: EntryReader) -> Beams:
    """Expand every beam; ends of joints and elements at its points are moved to its segments."""
    beams = {name: body for name, body in system.bodies.items() if body.beam is not None}
    if not beams:
        return Beams(system=system, potentials={}, names={})
    bodies = dict(system.bodies)
    hinges: list[Joint] = []
    potentials: dict[str, tuple[Text, Path]] = {}
    moved: dict[End, End] = {}
    for name, body in beams.items():
        beam = body.beam
        if beam is None:
            continue
        taken = [
            one for i in range(1, beam.segments + 1) if (one := f"{name}_{i}") in {*bodies, *_joints(system)}
        ]
        if taken:
            message = f"`{taken[0]}` is a segment of the beam `{name}`"
            read.flaw((*body.path[:1], taken[0]), "name", message, "give yours another name")
            continue
        for i in range(beam.segments + 1):
            bodies[_segment(name, i)] = _body(body, beam, i, system.space)
        for i in range(1, beam.segments + 1):
            hinge = _hinge(body, beam, i)
            hinges.append(hinge)
            potentials[f"{hinge.name}.bending"] = _bending_energy(hinge, beam), body.path
        moved[End(body=name, point=TIP)] = End(body=_segment(name, beam.segments), point=TIP)
    joints = tuple(replace(one, ends=_new_ends(one.ends, moved)) for one in system.joints)
    elements = tuple(replace(one, ends=_new_ends(one.ends, moved)) for one in system.elements)
    names = {
        f"{old.body}.{old.point}": (f"{new.body}.{new.point}", beams[old.body].path)
        for old, new in moved.items()
    }
    made = replace(system, bodies=bodies, joints=(*joints, *hinges), elements=elements)
    return Beams(system=made, potentials=potentials, names=names)


def _joints(system: System) -> set[str]:
    return {joint.name for joint in system.joints}


def _segment(name: str, i: int) -> str:
    return f"{name}_{i}" if i else name


def _new_ends(ends: tuple[End, ...], moved: dict[End, End]) -> tuple[End, ...]:
    return tuple(moved.get(end, end) for end in ends)


def _body(body: Body, beam: Beam, i: int, space: int) -> Body:
    """Segment i; the first and the last have half the length and mass of the others."""
    n = beam.segments
    parts = 2 * n if i in (0, n) else n
    length = fill(f"({{l}})/{parts}", l=beam.length)
    mass = ZERO if body.mass.is_zero else fill(f"({{m}})/{parts}", m=body.mass)
    middle = fill("({h})/2", h=length)
    end = TIP if i == n else "hinge"
    moments = moments_of("rod", (length,), mass)
    along = fill(f"({{J}})/{parts}", J=beam.moment) if not beam.moment.is_zero else ZERO
    inertia: tuple[Vector, ...] = ((moments[2],),)
    if space == 3:
        inertia = ((along, ZERO, ZERO), (ZERO, moments[1], ZERO), (ZERO, ZERO, moments[2]))
    flat = (ZERO,) * (space - 1)
    return replace(
        body,
        name=_segment(body.name, i),
        mass=mass,
        inertia=() if body.mass.is_zero else inertia,
        centre=(middle, *flat),
        points={end: Point(name=end, at=(length, *flat))},
        shape=("rod", (length,)),
        beam=None,
        placement=body.placement if i == 0 else None,
    )


def _hinge(body: Body, beam: Beam, i: int) -> Joint:
    name = f"{body.name}_{i}"
    count = len(beam.stiffness)
    names = (name,) if count == 1 else tuple(f"{name}_{k + 1}" for k in range(count))
    kind = {1: "pin", 2: "universal", 3: "ball"}[count]
    axis = "y" if kind == "universal" else "z"
    return Joint(
        name=name,
        path=body.path,
        kind=kind,
        ends=(End(body=_segment(body.name, i - 1), point="hinge"), End(body=_segment(body.name, i))),
        axis=tuple(Text(str(int(one == axis))) for one in "xyz"),
        coordinates=names,
        said={one: {"start": 0, "speed": 0} for one in names},
        loop=False,
        words={"sequence": "xyz"} if kind == "ball" else {},
    )


def _bending_energy(hinge: Joint, beam: Beam) -> Text:
    """½ (EI/h) φ² of each angle of a hinge."""
    parts = {f"k{i}": one for i, one in enumerate(beam.stiffness)} | {"l": beam.length}
    terms = (f"1/2*({{k{i}}})*{beam.segments}/({{l}})*{name}^2" for i, name in enumerate(hinge.coordinates))
    return fill(" + ".join(terms), **parts)

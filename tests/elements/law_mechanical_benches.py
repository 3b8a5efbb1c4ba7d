"""Masses on a line, a wheel on a pin, a body free in the plane, and an element on them, for each of its values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.elements.law_draw import Bench, Draw
from tests.elements.law_systems import (
    DISTANCE,
    PLACE,
    RATE,
    SPEED,
    STRETCH,
    TURNING,
    TWIST,
    Axis,
    Body,
    Element,
    Law,
    Signal,
)


def _on_a_line(draw: Draw, own: Element, *, law: bool = False) -> Bench:
    """Two masses on a line; the element acts on the first, from the ground, in its joint or from the second."""
    first = Body("body_x", "slider", (Axis("x", draw.size(), draw.size(1.0, 1.3), draw.size(-0.4, 0.6)),))
    second = Body("body_z", "slider", (Axis("z", draw.size(), draw.size(2.3, 2.6), draw.size(-0.4, 0.6)),))
    ends = (("joints.J_body_x",), ("ground", "body_x"), ("body_x", "body_z"))[int(draw.random.integers(3))]
    if own.kind == "rope" and len(ends) == 1:
        ends = ("ground", "body_x")
    own = replace(own, ends=ends)
    holding = Element(
        "spring", "S9", ("joints.J_body_z",), {"stiffness": draw.law(), "length": draw.law(1.5, 2.0)}
    )
    braking = Element("damper", "D9", ("joints.J_body_x",), {"damping": draw.law(0.1, 0.3)})
    near = {
        "own_flow": Signal(RATE, own.name),
        "own_displacement": Signal(STRETCH if own.kind == "spring" and not law else DISTANCE, own.name),
        "own_place": Signal(PLACE, "x"),
        "own_speed": Signal(SPEED, "x"),
        "near_place": Signal(PLACE, "z"),
        "near_speed": Signal(SPEED, "z"),
        "near_stretch": Signal(STRETCH, "S9"),
    }
    return Bench(own.name, (own, holding, braking), near, (first, second))


def _line(kind: str, **sizes: tuple[float, float]) -> Callable[[Draw], Bench]:
    def bench(draw: Draw) -> Bench:
        values = {key: draw.law(*bounds) for key, bounds in sizes.items()}
        return _on_a_line(draw, Element(kind, "X", (), values))

    return bench


def _length(draw: Draw) -> Bench:
    values = {"stiffness": draw.law(), "length": draw.law(0.6, 0.9)}
    return _on_a_line(draw, Element("spring", "X", (), values), law=True)


def _line_law(kind: str, word: str, **sizes: tuple[float, float]) -> Callable[[Draw], Bench]:
    def bench(draw: Draw) -> Bench:
        values = {key: draw.law(*bounds) for key, bounds in sizes.items()}
        law = Law(draw.size(), word=word, width=draw.size(1.5, 2.5))
        return _on_a_line(draw, Element(kind, "X", (), {"force": law} | values))

    return bench


def _pinned(kind: str, word: str = "", **sizes: tuple[float, float]) -> Callable[[Draw], Bench]:
    """A wheel on a pin, and beside it a mass on a line."""

    def bench(draw: Draw) -> Bench:
        values = {key: draw.law(*bounds) for key, bounds in sizes.items()}
        if word:
            values["torque"] = Law(draw.size(), word=word, width=draw.size(1.5, 2.5))
        own = Element(kind, "X", ("joints.J_wheel",), values)
        wheel = Body("wheel", "pin", (Axis("phi", draw.size(), draw.size(0.4, 0.9), draw.size(0.3, 0.8)),))
        mass = Body("body_z", "slider", (Axis("z", draw.size(), draw.size(0.4, 0.9), draw.size(0.3, 0.8)),))
        holding = Element(
            "spring", "S9", ("joints.J_body_z",), {"stiffness": draw.law(), "length": draw.law(0.2, 0.4)}
        )
        braking = Element("torsion_damper", "D9", ("joints.J_wheel",), {"damping": draw.law(0.1, 0.3)})
        near = {
            "own_place": Signal(PLACE, "phi"),
            "own_speed": Signal(SPEED, "phi"),
            "near_place": Signal(PLACE, "z"),
            "near_speed": Signal(SPEED, "z"),
            "near_stretch": Signal(STRETCH, "S9"),
        }
        if kind.startswith("torsion") and "coefficient" not in sizes:
            near |= {"own_flow": Signal(TURNING, "X"), "own_displacement": Signal(TWIST, "X")}
        return Bench(
            "X", (own, holding, braking), near, (wheel, mass), gravity=9.81 * ("coefficient" in sizes)
        )

    return bench


def _free(own: Callable[[Draw], Element]) -> Callable[[Draw], Bench]:
    """A body free in the plane, and beside it a mass on a line."""

    def bench(draw: Draw) -> Bench:
        mass = draw.size()
        places = tuple(Axis(x, mass, draw.size(0.2, 0.6), draw.size(0.5, 1.0)) for x in ("u", "w"))
        plate = Body(
            "plate", "free", (*places, Axis("phi", draw.size(), draw.size(0.2, 0.5), draw.size(0.3, 0.8)))
        )
        other = Body("body_z", "slider", (Axis("z", draw.size(), draw.size(0.4, 0.9), draw.size(0.3, 0.8)),))
        holding = Element(
            "spring", "S9", ("joints.J_body_z",), {"stiffness": draw.law(), "length": draw.law(0.2, 0.4)}
        )
        near = {
            "own_place": Signal(PLACE, "u"),
            "own_speed": Signal(SPEED, "u"),
            "near_place": Signal(PLACE, "z"),
            "near_speed": Signal(SPEED, "z"),
            "near_stretch": Signal(STRETCH, "S9"),
        }
        return Bench("X", (own(draw), holding), near, (plate, other))

    return bench


def _bushing(draw: Draw) -> Element:
    values: dict[str, Law | tuple[Law, ...]] = {
        "stiffness": (draw.law(), draw.law()),
        "damping": (draw.law(), draw.law()),
        "torsional_stiffness": draw.law(),
        "torsional_damping": draw.law(),
    }
    return Element("bushing", "X", ("ground", "plate"), values)


def _drag(draw: Draw) -> Element:
    keys: dict[str, Law | tuple[Law, ...]] = {key: draw.law() for key in ("density", "coefficient", "area")}
    return Element(
        "drag", "X", (), keys | {"wind": (draw.law(-0.6, -0.3), draw.law(-0.6, -0.3))}, {"at": "plate"}
    )


def _force(draw: Draw) -> Element:
    return Element("force", "X", (), {"force": (draw.law(), draw.law())}, {"at": "plate"})


def _torque(draw: Draw) -> Element:
    return Element("torque", "X", (), {"torque": draw.law()}, {"on": "plate"})


ROPE = {"length": (0.1, 0.3), "stiffness": (1.2, 1.8), "damping": (0.1, 0.15)}  # taut all the time
HELD = (0.5, 0.6)  # a limit that is always reached by the efforts of ASKED
ASKED = (1.6, 2.0)
LAG = {"lag": (0.3, 0.5), "start": (0.1, 0.3)}
MECHANICS: dict[str, tuple[str, Callable[[Draw], Bench]]] = {
    "spring.stiffness": ("stiffness", _line("spring", stiffness=(0.6, 1.6), length=(0.4, 0.7))),
    "spring.length": ("length", _length),
    "spring.force": ("force", _line_law("spring", "stretch", length=(0.4, 0.7))),
    "damper.damping": ("damping", _line("damper", damping=(0.6, 1.6))),
    "damper.force": ("force", _line_law("damper", "rate")),
    "torsion_spring.stiffness": (
        "stiffness",
        _pinned("torsion_spring", stiffness=(0.6, 1.6), angle=(0.1, 0.3)),
    ),
    "torsion_spring.angle": ("angle", _pinned("torsion_spring", stiffness=(0.6, 1.6), angle=(0.1, 0.3))),
    "torsion_spring.torque": ("torque", _pinned("torsion_spring", "twist", angle=(0.1, 0.3))),
    "torsion_damper.damping": ("damping", _pinned("torsion_damper", damping=(0.6, 1.6))),
    "torsion_damper.torque": ("torque", _pinned("torsion_damper", "rate")),
    "bushing.stiffness": ("stiffness", _free(_bushing)),
    "bushing.damping": ("damping", _free(_bushing)),
    "bushing.torsional_stiffness": ("torsional_stiffness", _free(_bushing)),
    "bushing.torsional_damping": ("torsional_damping", _free(_bushing)),
    "friction.force": ("force", _line("friction", force=(0.6, 1.0), damping=(0.2, 0.4), speed=(0.3, 0.6))),
    "friction.damping": (
        "damping",
        _line("friction", force=(0.6, 1.0), damping=(0.2, 0.4), speed=(0.3, 0.6)),
    ),
    "friction.speed": ("speed", _line("friction", force=(0.6, 1.0), damping=(0.2, 0.4), speed=(0.3, 0.6))),
    "torsion_friction.torque": (
        "torque",
        _pinned("torsion_friction", torque=(0.6, 1.0), damping=(0.2, 0.4), speed=(0.3, 0.6)),
    ),
    "torsion_friction.coefficient": (
        "coefficient",
        _pinned(
            "torsion_friction",
            coefficient=(0.3, 0.4),
            radius=(0.2, 0.3),
            damping=(0.2, 0.4),
            speed=(0.3, 0.6),
        ),
    ),
    "torsion_friction.radius": (
        "radius",
        _pinned(
            "torsion_friction",
            coefficient=(0.3, 0.4),
            radius=(0.2, 0.3),
            damping=(0.2, 0.4),
            speed=(0.3, 0.6),
        ),
    ),
    "actuator.force": ("force", _line("actuator", force=ASKED)),
    "actuator.limit": ("limit", _line("actuator", force=ASKED, limit=HELD)),
    "actuator.lag": ("lag", _line("actuator", force=ASKED, **LAG)),
    "actuator.rate": ("rate", _line("actuator", force=ASKED, rate=(0.5, 0.6), **LAG)),
    "motor.torque": ("torque", _pinned("motor", torque=ASKED)),
    "motor.limit": ("limit", _pinned("motor", torque=ASKED, limit=HELD)),
    "motor.lag": ("lag", _pinned("motor", torque=ASKED, **LAG)),
    "motor.stall_torque": (
        "stall_torque",
        _pinned("motor", stall_torque=(0.6, 1.6), no_load_speed=(2.0, 3.0)),
    ),
    "motor.no_load_speed": (
        "no_load_speed",
        _pinned("motor", stall_torque=(0.6, 1.6), no_load_speed=(2.0, 3.0)),
    ),
    "force.force": ("force", _free(_force)),
    "torque.torque": ("torque", _free(_torque)),
    "drag.density": ("density", _free(_drag)),
    "drag.coefficient": ("coefficient", _free(_drag)),
    "drag.area": ("area", _free(_drag)),
    "drag.wind": ("wind", _free(_drag)),
    "rope.length": ("length", _line("rope", **ROPE)),
    "rope.stiffness": (
        "stiffness",
        _line("rope", **ROPE),
    ),
    "rope.damping": ("damping", _line("rope", **ROPE)),
}

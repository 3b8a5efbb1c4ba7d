"""Shapes of bodies: the mass of a density, and the moments of inertia about the mass centre in body axes.

    beam       length L along x, an elastic one:        as a rod, its segments one by one
    rod        length L along x:                        m L²/12 about y and z
    plate      a along x, b along y, thin:              m b²/12, m a²/12, m (a² + b²)/12
    disc       radius r about z, thin:                  m r²/4, m r²/4, m r²/2
    cylinder   radius r, height h about z:              m (3 r² + h²)/12 twice, m r²/2
    tube       outer and inner radius R, r, height h:   m (3 (R² + r²) + h²)/12 twice, m (R² + r²)/2
    box        a, b, c along x, y, z:                   m (b² + c²)/12, m (a² + c²)/12, m (a² + b²)/12
    sphere     radius r:                                2 m r²/5 three times
    cone       radius r of the base, height h about z:  3 m (4 r² + h²)/80 twice, 3 m r²/10

A density is in kg/m³; for a plate or a disc in kg/m², for a rod or a beam in kg/m.
"""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._model.bodies.records import Vector
from dalembert._model.bodies.texts import Text, fill


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The sizes of a shape by name, its content (length, area or volume), its moments divided by the mass."""

    sizes: tuple[str, ...]
    content: str
    moments: tuple[str, str, str]


SHAPES = {
    "rod": Shape(sizes=("l",), content="({l})", moments=("0", "({l})^2/12", "({l})^2/12")),
    "beam": Shape(sizes=("l",), content="({l})", moments=("0", "({l})^2/12", "({l})^2/12")),
    "plate": Shape(
        sizes=("a", "b"),
        content="({a})*({b})",
        moments=("({b})^2/12", "({a})^2/12", "(({a})^2 + ({b})^2)/12"),
    ),
    "disc": Shape(sizes=("r",), content="pi*({r})^2", moments=("({r})^2/4", "({r})^2/4", "({r})^2/2")),
    "cylinder": Shape(
        sizes=("r", "h"),
        content="pi*({r})^2*({h})",
        moments=("(3*({r})^2 + ({h})^2)/12", "(3*({r})^2 + ({h})^2)/12", "({r})^2/2"),
    ),
    "tube": Shape(
        sizes=("r", "s", "h"),
        content="pi*(({r})^2 - ({s})^2)*({h})",
        moments=(
            "(3*(({r})^2 + ({s})^2) + ({h})^2)/12",
            "(3*(({r})^2 + ({s})^2) + ({h})^2)/12",
            "(({r})^2 + ({s})^2)/2",
        ),
    ),
    "box": Shape(
        sizes=("a", "b", "c"),
        content="({a})*({b})*({c})",
        moments=("(({b})^2 + ({c})^2)/12", "(({a})^2 + ({c})^2)/12", "(({a})^2 + ({b})^2)/12"),
    ),
    "sphere": Shape(
        sizes=("r",),
        content="4/3*pi*({r})^3",
        moments=("2*({r})^2/5", "2*({r})^2/5", "2*({r})^2/5"),
    ),
    "cone": Shape(
        sizes=("r", "h"),
        content="pi*({r})^2*({h})/3",
        moments=("3*(4*({r})^2 + ({h})^2)/80", "3*(4*({r})^2 + ({h})^2)/80", "3*({r})^2/10"),
    ),
}
EXAMPLES = {name: f"{{ {name} = {_example} }}" for name, _example in (
    ("rod", '"L"'), ("beam", '"L"'), ("plate", '["a", "b"]'), ("disc", '"r"'), ("cylinder", '["r", "h"]'),
    ("tube", '["R", "r", "h"]'), ("box", '["a", "b", "c"]'), ("sphere", '"r"'), ("cone", '["r", "h"]'),
)}  # fmt: skip


def mass_of(shape: str, sizes: Vector, density: Text) -> Text:
    """The mass of a shape that is filled with a density."""
    return fill(f"({{density}})*{SHAPES[shape].content}", density=density, **_sizes_by_name(shape, sizes))


def moments_of(shape: str, sizes: Vector, mass: Text) -> Vector:
    """The three moments of inertia of a shape."""
    named = _sizes_by_name(shape, sizes)
    return tuple(
        Text("0") if moment == "0" else fill(f"({{mass}})*{moment}", mass=mass, **named)
        for moment in SHAPES[shape].moments
    )


def _sizes_by_name(shape: str, sizes: Vector) -> dict[str, Text]:
    return dict(zip(SHAPES[shape].sizes, sizes, strict=True))

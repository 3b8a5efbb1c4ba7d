"""Draw the symbols and bodies that a scene may have, from the registries that the program draws them from.

Run it from anywhere:  python docs/make_symbols.py    writes symbols.svg, bodies.svg, joints.svg and
element-….svg in docs/images
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import dalembert
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.nets.schematic import WITHOUT_LEADS
from dalembert._model.scene_parts import SYMBOLS
from dalembert._present.animation.schematic_symbols import symbol_shapes
from dalembert._present.animation.primitives import Drawing, Primitive, Text
from dalembert._present.animation.still import svg

IMAGES = Path(__file__).with_name("images")
COLUMNS, ACROSS, DOWN, LETTER = 6, 4.6, 3.2, 0.42
USUAL = (1.0, 0.45, 0.0)  # width and the numbers a and b of a symbol
NUMBERS = {
    "node": (0.35, 0.0, 0.0),
    "pipe": (0.5, 0.0, 0.0),
    "tank": (1.8, 1.5, 0.9),
    "valve": (1.0, 1.0, 0.0),
    "orifice": (0.6, 0.0, 0.0),
    "nozzle": (0.7, 0.0, 0.0),
    "piston": (1.2, 3.0, 0.0),
    "bellows": (1.3, 0.0, 0.0),
    "flow": (1.0, 1.0, 0.0),
}
ENDS = {  # of symbols that do not go from left to right
    "wire": ((-1.5, -0.5), (0.0, -0.5), (0.0, 0.5), (1.5, 0.5)),
    "pipe": ((-1.5, -0.5), (0.0, -0.5), (0.0, 0.5), (1.5, 0.5)),
    "node": ((0.0, 0.0),),
    "earth": ((0.0, 0.4),),
    "caption": ((0.0, 0.0),),
    "tank": ((0.0, -0.75),),
    "piston": ((-1.5, 0.0), (0.2, 0.0)),
    "bellows": ((0.0, -0.9), (0.0, 0.9)),
}
BODIES = {
    "points": {
        "_A": [0, 0, 0.3],
        "_B": [0, 1.4, 0],
        "_B1": [0, 1.4, 0.9],
        "_C": [0, 2.8, 0],
        "_C1": [0, 2.8, 0.9],
        "_D": [0, 4.2, 0.45],
        "_E": [0, 5.6, 0.45],
    },
    "boxes": [
        {
            "at": "_A",
            "size": [0.5, 0.8, 0.6],
            "x": ["cos(0.5)", "sin(0.5)", 0],
            "y": ["-sin(0.5)", "cos(0.5)", 0],
            "text": "boxes",
        }
    ],
    "cylinders": [{"points": ["_B", "_B1"], "radius": 0.35, "text": "cylinders"}],
    "cones": [{"points": ["_C", "_C1"], "radius": 0.4, "text": "cones"}],
    "spheres": [{"at": "_D", "radius": 0.45, "text": "spheres"}],
    "discs": [
        {
            "at": "_E",
            "radius": 0.45,
            "thickness": 0.12,
            "axis": [1, -0.4, 0.5],
            "angle": 0.7,
            "text": "discs",
        }
    ],
    "view": {"turn": 12, "tilt": 22},
}

SHAPES = {  # a joint of each kind, with a body of each shape
    "pin": {"plate": [0.5, 0.3]},
    "slider": {"box": [0.4, 0.25, 0.2]},
    "cylinder": {"tube": [0.2, 0.1, 0.3]},
    "screw": {"cylinder": [0.2, 0.15]},
    "universal": {"disc": 0.3},
    "ball": {"sphere": 0.2},
    "planar": {"cone": [0.2, 0.35]},
    "weld": {"rod": 0.5},
}
MOVING = {  # starts and speeds of the coordinates
    "pin": [(0.4, 1)],
    "slider": [(0, 0.4)],
    "cylinder": [(0, 0.5), (0, 2)],
    "screw": [(0, 30)],
    "universal": [(0.3, 0), (0.4, 0)],
    "ball": [(1, 0), (0, 0), (0, 0), (0, 0)],
    "planar": [(0, 0.3), (0, 0.4), (0, 0)],
}


def symbols() -> Drawing:
    """All symbols of diagrams, each over the name of its section."""
    rows = -(-len(SYMBOLS) // COLUMNS)
    return Drawing(
        shapes=tuple(_symbols()),
        low=(-0.5 * ACROSS, -(rows - 1) * DOWN - 1.8),
        high=((COLUMNS - 0.5) * ACROSS, 1.4),
        letter=LETTER,
    )


def _symbols() -> Iterator[Primitive]:
    for i, (section, kind) in enumerate(SYMBOLS.items()):
        x, y = (i % COLUMNS) * ACROSS, -(i // COLUMNS) * DOWN
        ends = [(x + a, y + b) for a, b in ENDS.get(kind.kind, ((-1.5, 0.0), (1.5, 0.0)))]
        yield from symbol_shapes(kind.kind, ends, NUMBERS.get(kind.kind, USUAL), "ink", LETTER, "R1")
        yield Text(at=(x, y - 1.4), text=section)


def bodies() -> str:
    """The bodies in space."""
    model = dalembert.model(
        coordinates={"x": {"start": 0.1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "20*x^2"},
        simulate={"t_end": 1, "samples": 5},
        scene=BODIES,
    )
    drawn = dalembert.animate(dalembert.simulate(model)).file(".svg")
    assert isinstance(drawn, str)
    return drawn


def joints() -> str:
    """Joints in space, each with a body: drawn without a scene."""
    points = {f"P{i}": [-1.2 * (i // 4), 1.2 * (i % 4), 0] for i in range(len(SHAPES))}
    made = {}
    for i, kind in enumerate(SHAPES):
        moving = {f"{kind}_q{k}": {"start": a, "speed": v} for k, (a, v) in enumerate(MOVING.get(kind, []))}
        made[kind] = {"kind": kind, "between": [f"ground.P{i}", f"_{next(iter(SHAPES[kind]))}"]}
        made[kind] |= {"coordinate": moving} if moving else {}
        made[kind] |= {"pitch": 0.1} if kind == "screw" else {}
    own = {f"_{next(iter(one))}": {"mass": 1, "shape": one} for one in SHAPES.values()}
    model = dalembert.model(
        bodies={"space": 3, "ground": {"points": points}, **own},
        joints=made,
        simulate={"t_end": 1, "samples": 5},
    )
    drawn = dalembert.animate(dalembert.simulate(model)).file(".svg")
    assert isinstance(drawn, str)
    return drawn


def element(kind: str) -> Drawing:
    """The symbol of a kind of element of networks; coupled coils are two, the surroundings and a gas are the ground."""
    section = NET_KINDS[kind].scene
    name = (
        SYMBOLS[section].kind
        if section
        else {"mutual_inductance": "coil", "surroundings": "earth", "gas": "earth"}[kind]
    )
    ends = ((-1.6, 0.0), (1.6, 0.0)) if name != "earth" else ((0.0, 0.4),)
    numbers = (1.0, 1.0 if name == "valve" else 0.45, 0.0)
    shapes = list(symbol_shapes(name, ends, numbers, "ink", LETTER))
    if section in WITHOUT_LEADS:
        shapes += symbol_shapes("wire", ends, numbers, "ink", LETTER)
    if kind == "mutual_inductance":
        shapes += symbol_shapes(name, ((1.6, -0.3), (-1.6, -0.3)), numbers, "ink", LETTER)
    return Drawing(shapes=tuple(shapes), low=(-1.7, -1.2), high=(1.7, 1.2), letter=LETTER)


def small(drawing: Drawing, label: str) -> str:
    """A drawing for a row of a table."""
    text = re.sub(r' width="\d+" height="\d+"', ' width="102" height="72"', svg(drawing, label), count=1)
    return re.sub(r'stroke-width="([\d.]+)"', lambda found: f'stroke-width="{5 * float(found[1]):.1f}"', text)


def mechanical() -> Iterator[tuple[str, str]]:
    """The examples of docs/elements.md at their starts, by the kinds of their elements."""
    page = IMAGES.with_name("elements.md").read_text(encoding="utf-8")
    for kind, text in re.findall(r"images/element-(\w+)\.svg\)\n\n```toml\n(.*?)```", page, re.S):
        sections = {key: own for key, own in tomllib.loads(text).items() if key != "format"}
        drawn = dalembert.animate(dalembert.simulate(dalembert.model(**sections))).file(".svg")
        assert isinstance(drawn, str)
        yield kind, re.sub(r' width="\d+" height="\d+"', ' width="240" height="160"', drawn, count=1)


if __name__ == "__main__":
    for kind, text in mechanical():
        (IMAGES / f"element-{kind}.svg").write_text(text, encoding="utf-8")
    for kind in NET_KINDS:
        text = small(element(kind), kind.replace("_", " "))
        (IMAGES / f"element-{kind}.svg").write_text(text, encoding="utf-8")
    (IMAGES / "symbols.svg").write_text(svg(symbols(), "Symbols of diagrams"), encoding="utf-8")
    (IMAGES / "bodies.svg").write_text(bodies(), encoding="utf-8")
    (IMAGES / "joints.svg").write_text(joints(), encoding="utf-8")

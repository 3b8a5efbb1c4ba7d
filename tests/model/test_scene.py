"""The scene of a model: reading, error messages, and that a flawed drawing never prevents a run."""

import pytest

import dalembert
from dalembert._model.rules_scene import scene_of
from dalembert._text.budget import SCENE_ENDS, SCENE_LETTERS, SCENE_POINTS, SCENE_SHAPES
from dalembert._text.printer import print_tree

CALLS = 4_000_000  # of functions, of Python and of C
HEAD = """format = 1
[parameters]
m = 1.0
k = 40.0
L = 0.5
[coordinates]
x = { unit = "m", start = 0.1, speed = 0 }
[energy]
kinetic = "1/2*m*x'^2"
potential = "1/2*k*x^2"
[simulate]
t_end = 0.1
samples = 10
"""
POINTS = 'points = { O = [0, 0], A = ["x", "L"] }\n'


def read(scene, tmp_path):
    """A model with a scene; « marks nothing for the reader and is where a letter must point."""
    text = HEAD + "[scene]\n" + scene
    at = text.index("«") if "«" in text else 0
    path = tmp_path / "model.toml"
    path.write_text(text.replace("«", ""), encoding="utf-8")
    line = text.count("\n", 0, at) + 1
    return dalembert.read(path), line, at - (text.rfind("\n", 0, at) + 1) + 1


def flaws(model):
    """What `check` says about the scene."""
    return [flaw for flaw in dalembert.check(model).flaws if flaw.rule == "scene"]


def test_a_whole_scene_is_read(tmp_path):
    """Every part of a scene is there after reading, with its expressions."""
    model, _, _ = read(
        """text = "a caption"
points = { O = [0, 0], A = ["x", "L"], B = ["2*x", 1.5] }
links = [["O", "A", "B"], { points = ["O", "B"], width = "L/10", closed = true, text = "bar" }]
springs = [["O", "A"], { points = ["A", "B"], coils = 9 }]
dampers = [["O", "B"]]
wheels = [{ at = "A", radius = 0.1, angle = "x/L" }]
masses = ["A", { at = "B", width = 0.2, height = 0.1, angle = "x" }, { at = "O", radius = "L" }]
ground = ["O", ["O", "B"]]
traces = ["A"]
arrows = [{ at = "A", vector = ["-k*x", 0], scale = 0.01, text = "F" }]
gauges = ["x", { value = "k*x^2/2", unit = "J", text = "energy" }]
view = { x = "down" }
""",
        tmp_path,
    )
    assert flaws(model) == []
    scene = scene_of(model)
    assert [p.name for p in scene.points] == ["O", "A", "B"]
    assert [link.points for link in scene.links] == [("O", "A", "B"), ("O", "B")]
    assert scene.links[1].closed
    assert [spring.coils for spring in scene.springs] == [6, 9]
    assert [ground.points for ground in scene.ground] == [("O",), ("O", "B")]
    assert [gauge.text for gauge in scene.gauges] == ["x", "energy"]
    assert (scene.view.x, scene.view.y, scene.text) == ("down", "right", "a caption")


def test_symbols_and_bodies_are_read_with_their_numbers(tmp_path):
    """Symbols of diagrams and bodies in space are parts of a scene, families of them, too."""
    model, _, _ = read(
        """points = { "P[i]" = { for = "i = 0..3", at = ["i", "x*i"] } }
wires = [["P[0]", "P[1]", "P[2]"]]
resistors = [{ for = "i = 1..3", points = ["P[i-1]", "P[i]"], width = "L*i" }]
tanks = [{ at = "P[3]", width = 1, height = 2, level = "x + 1", text = "tank" }]
""",
        tmp_path,
    )
    assert flaws(model) == []
    scene = scene_of(model)
    assert [part.kind for part in scene.parts] == ["wire", "tank", "resistor", "resistor", "resistor"]
    assert [part.points for part in scene.parts[2:]] == [("P[0]", "P[1]"), ("P[1]", "P[2]"), ("P[2]", "P[3]")]
    assert [key for key, _ in scene.parts[1].numbers] == ["width", "height", "level"]
    solid, _, _ = read(
        """points = { O = [0, 0, 0], A = ["x", 0, 1] }
boxes = [{ at = "A", size = [1, "L", 2], x = [0, 1, 0] }]
discs = [{ at = "O", radius = 1, axis = [0, "x", 1] }]
cones = [{ points = ["O", "A"], radius = 0.1 }]
""",
        tmp_path,
    )
    assert flaws(solid) == []
    assert [part.kind for part in scene_of(solid).parts] == ["box", "cone", "plate"]
    assert [key for key, _ in scene_of(solid).parts[0].vectors] == ["size", "x"]


def test_a_model_without_a_scene_has_none(tmp_path):
    """No scene is no flaw."""
    assert scene_of(dalembert.read("blending_tank_printed")) is None
    model, _, _ = read(POINTS, tmp_path)
    assert scene_of(model) is not None


LETTERS = {
    "unknown key": (POINTS + "«linkz = []", "scene.linkz", "did you mean `links`?"),
    "unknown key of a link": (
        POINTS + 'links = [{ points = ["O", "A"], «sheen = "red" }]',
        "scene.links.0.sheen",
        "width",
    ),
    "unknown point": (POINTS + 'links = [["O", "«AA"]]', "scene.links.0.1", "did you mean `A`?"),
    "unknown point of a mass": (POINTS + 'masses = [{ at = "«B" }]', "scene.masses.0.at", "O, A"),
    "unknown name": ('points = { A = ["«xx + 1", 0] }', "scene.points.A.0", "did you mean `x`?"),
    "syntax": ('points = { A = ["2 «x", 0] }', "scene.points.A.0", "2*x"),
    "constant": ('points = { A = ["1/«0", 0] }', "scene.points.A.0", "constant"),
    "rate of a parameter": ('points = { A = ["«k\'", 0] }', "scene.points.A.0", "moves"),
    "one number": ('points = { «A = ["x"] }', "scene.points.A", '["x", "y"]'),
    "plane and space": ('points = { A = ["x", 0], «B = [0, 0, 0] }', "scene.points.B", "same plane"),
    "no name": ('points = { «"a b" = [0, 0] }', "scene.points.a b", "rename"),
    "one point": (POINTS + 'springs = [«["O"]]', "scene.springs.0", '["A", "B"]'),
    "not a list": (POINTS + '«traces = "A"', "scene.traces", "traces = ["),
    "no radius": (POINTS + 'wheels = [«{ at = "A" }]', "scene.wheels.0", "radius = "),
    "axis in a plane": (
        POINTS + 'wheels = [{ at = "A", radius = 1, «axis = [0, 0, 1] }]',
        "scene.wheels.0.axis",
        "delete",
    ),
    "disc and block": (
        POINTS + 'masses = [«{ at = "A", radius = 1, width = 2 }]',
        "scene.masses.0",
        "one of them",
    ),
    "unit": (POINTS + 'gauges = [{ value = "x", unit = "«metr" }]', "scene.gauges.0.unit", "N*m"),
    "view": (POINTS + 'view = { «x = "dwon" }', "scene.view.x", 'x = "right"'),
    "view along one line": (POINTS + '«view = { x = "up", y = "down" }', "scene.view", 'y = "left"'),
    "unknown symbol": (POINTS + '«resistor = [["O", "A"]]', "scene.resistor", "did you mean `resistors`?"),
    "unknown body": (POINTS + "«cylinder = []", "scene.cylinder", "did you mean `cylinders`?"),
    "unknown key of a symbol": (
        POINTS + 'valves = [{ points = ["O", "A"], «opens = 1 }]',
        "scene.valves.0.opens",
        "did you mean `open`?",
    ),
    "tank without a level": (
        POINTS + 'tanks = [«{ at = "O", width = 1, height = 2 }]',
        "scene.tanks.0",
        'level = "h"',
    ),
    "short form of what needs numbers": (POINTS + 'tanks = [«"O"]', "scene.tanks.0", "{ at ="),
    "symbol at one point": (POINTS + 'coils = [«["O"]]', "scene.coils.0", '["A", "B"]'),
    "body in a plane": (
        POINTS + 'spheres = [«{ at = "O", radius = 1 }]',
        "scene.spheres.0",
        "third coordinate",
    ),
    "size of a box": (
        'points = { O = [0, 0, "x"] }\nboxes = [{ at = "O", «size = 2 }]',
        "scene.boxes.0.size",
        "size = [0, 0, 0]",
    ),
    "angle of a mass in space": (
        'points = { O = [0, 0, "x"] }\nmasses = [{ at = "O", width = 1, «angle = "x" }]',
        "scene.masses.0.angle",
        "boxes",
    ),
    "coils": (
        POINTS + 'springs = [{ points = ["O", "A"], «coils = 0 }]',
        "scene.springs.0.coils",
        "coils = 6",
    ),
}


@pytest.mark.parametrize("name", LETTERS)
def test_a_mistake_is_a_letter(name, tmp_path):
    """A mistake is told with file, line, column and what to type: a warning of `check`, an error for a drawing."""
    scene, where, hint = LETTERS[name]
    model, line, column = read(scene, tmp_path)
    (flaw,) = flaws(model)
    assert (flaw.severity, flaw.where) == ("warning", where)
    assert (flaw.file, flaw.line, flaw.column) == ("model.toml", line, column)
    assert hint in flaw.hint
    assert "^" in str(flaw)
    with pytest.raises(dalembert.ModelError) as caught:
        scene_of(model)
    (same,) = caught.value.flaws
    assert (same.severity, same.message, same.line, same.column) == ("error", flaw.message, line, column)


@pytest.mark.parametrize("name", LETTERS)
def test_a_bad_drawing_stops_nothing_else(name, tmp_path):
    """A model with a flaw in its scene is read, checked as good, varied, written and simulated."""
    model, _, _ = read(LETTERS[name][0], tmp_path)
    assert dalembert.check(model).ok
    assert dalembert.vary(model, parameters={"k": 50}).scene == model.scene
    assert dalembert.simulate(model).status == "ok"
    dalembert.write(model, tmp_path / "again.toml")
    assert dalembert.read(tmp_path / "again.toml") == model


def test_a_scene_from_python_has_the_same_letters():
    """A mistake in a scene given in Python is shown with its text and column."""
    model = dalembert.model(
        coordinates={"x": {}}, energy={"kinetic": "x'^2/2"}, scene={"points": {"A": ["x + yy", 0]}}
    )
    (flaw,) = flaws(model)
    assert (flaw.where, flaw.column) == ("scene.points.A.0", 5)
    assert "x + yy" in str(flaw)


def test_vectors_and_functions_of_the_model_are_drawn():
    """Components, norms, rotations and own functions are those of the model; the name of a point is not read."""
    model = dalembert.model(
        parameters={"l": 2},
        coordinates={"phi": {"start": 1}},
        functions={"twice": "(a) -> 2*a"},
        definitions={"r": "[l*sin(phi), -l*cos(phi)]"},
        energy={"kinetic": "dot(r', r')/2", "potential": "9.81*r.y"},
        scene={
            "points": {"O": [0, 0], "r": ["r.x", "-r.y"], "B": ["norm(r)", "dot(r, r) + twice(phi)"]},
            "links": [["O", "r"], ["O", "B"]],
        },
    )
    assert dalembert.check(model).flaws == ()
    at = {point.name: [print_tree(one.root) for one in point.at] for point in scene_of(model).points}
    assert at["r"] == ["r[1]", "-r[2]"]
    assert at["B"] == ["sqrt(r[1]^2 + r[2]^2)", "(r[1]*r[1] + r[2]*r[2]) + 2*phi"]


def test_a_vector_in_place_of_a_number_is_told_in_a_drawing(tmp_path):
    """As a warning, in the words of the model."""
    path = tmp_path / "model.toml"
    drawn = '[definitions]\nr = "[x, 0]"\n[scene]\npoints = { A = ["2*r + norm(r)", "L"] }\n'
    path.write_text(HEAD + drawn, encoding="utf-8")
    (flaw,) = (flaw for flaw in dalembert.check(path).flaws if flaw.where.startswith("scene"))
    assert (flaw.severity, flaw.where) == ("warning", "scene.points.A.0")
    assert "vector" in str(flaw.message)


def test_what_is_only_drawn_is_used(tmp_path):
    """A parameter or definition that only the scene uses is not called unused; a scene with flaws counts, too."""
    model, _, _ = read('points = { A = ["x", "L"] }\ntraces = ["B"]', tmp_path)
    assert not [flaw for flaw in dalembert.check(model).flaws if flaw.rule == "unused"]
    without, _, _ = read('points = { A = ["x", 0] }', tmp_path)
    unused = [flaw.where for flaw in dalembert.check(without).flaws if flaw.rule == "unused"]
    assert unused == ["parameters.L"]


def test_places_are_no_part_of_a_model(tmp_path):
    """The same scene written differently, or given in Python, makes an equal model."""
    one, _, _ = read('points = { O = [0, 0], A = ["x", "L"] }', tmp_path)
    two, _, _ = read('\n# a comment\n[scene.points]\nO = [0, 0]\nA = ["x", "L"]', tmp_path)
    assert one == two
    assert hash(one) == hash(two)


@pytest.mark.parametrize(
    "scene",
    {
        "points": f"[scene.points]\n{''.join(f'a{i} = [0, 0]' + chr(10) for i in range(SCENE_POINTS + 1))}",
        "links": "links = [" + '["O"],' * (SCENE_SHAPES + 1) + "]",
        "ends": POINTS + "links = [" + ("[" + '"O",' * 100 + "],") * (SCENE_ENDS // 100 + 1) + "]",
        "text": "text = '" + "a" * (SCENE_LETTERS + 1) + "'",
        "tokens": 'points = { A = ["' + "x+" * 150_000 + 'x", 0] }',
        "parts": POINTS + "wires = [" + ("[" + '"O",' * 100 + "],") * (SCENE_ENDS // 100 + 1) + "]",
        "many parts": POINTS + "nodes = [" + '"O",' * (SCENE_SHAPES + 1) + "]",
        "depth": 'points = { A = ["' + "(" * 5000 + "x" + ")" * 5000 + '", 0] }',
        "strangers": "[scene.points]\n" + "".join(f'a{i} = ["b{i}", 0]\n' for i in range(4000)),
    }.values(),
    ids=["points", "links", "ends", "text", "tokens", "parts", "many parts", "depth", "strangers"],
)
def test_a_hostile_scene_is_answered_soon(scene, tmp_path, counted):
    """Scenes that ask for too much are refused within four million calls, some ten for each of their letters."""
    model, _, _ = read(scene, tmp_path)
    with counted() as work, pytest.raises(dalembert.ModelError):
        scene_of(model)
    assert work.calls < CALLS
    with counted() as work:
        verdict = dalembert.check(model)
    assert work.calls < CALLS
    assert [flaw for flaw in verdict.flaws if flaw.rule in ("scene", "budget")]


def test_definitions_that_triple_are_drawn(tmp_path, counted):
    """A point made of definitions that would be 3^20 names long is an ordinary point."""
    scene = 'points = { A = ["d20", 0] }\n[definitions]\nd0 = "x"\n' + "".join(
        f'd{i} = "d{i - 1}*d{i - 1}*d{i - 1}"\n' for i in range(1, 21)
    )
    model, _, _ = read(scene, tmp_path)
    with counted() as work:
        assert len(scene_of(model).points) == 1
    assert work.calls < CALLS

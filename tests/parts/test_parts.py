"""Models made of models: equal to the same model written out, and joined by points and nodes."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dalembert
from dalembert import display_units
from dalembert._model.expansions import with_parts
from dalembert._text.toml import read_toml

WAGON = """format = 1
title = "One wagon"                                 # on its own it stands still

[parameters]
m = { value = 1000, unit = "g" }

[coordinates]
x = { unit = "m", start = 0, speed = 0 }

[definitions]
momentum = "m*x'"

[energy]
kinetic = "1/2*m*x'^2"

[simulate]
t_end = 1
"""
TRAIN = """format = 1
title = "A train"

[parameters]
N = 4
m0 = { value = 2, unit = "kg" }                     # of every wagon
k = { value = 50, unit = "N/m" }

[parts.wagon]                                       # wagons in a row
model = "wagon.toml"
count = "N"
parameters = { m = "m0" }

[coordinates]
"wagon.x[4]" = { unit = "m", start = 0.1, speed = 0 }

[definitions]
"wagon.x[0]" = 0

[energy.potential]
"coupling[i]" = { for = "i = 1..N", value = "1/2*k*(wagon[i].x - wagon[i-1].x)^2" }

[outputs]
last = { value = "wagon[N].momentum", unit = "kg*m/s" }

[simulate]
t_end = 1
samples = 20
"""
FLAT_TRAIN = """format = 1
[parameters]
N = 4
m0 = { value = 2, unit = "kg" }
k = { value = 50, unit = "N/m" }
[coordinates]
"x[i]" = { for = "i = 1..N", unit = "m", start = "if(i == N, 0.1, 0)", speed = 0 }
[definitions]
"x[0]" = 0
[energy.kinetic]
"wagon[i]" = { for = "i = 1..N", value = "1/2*m0*x[i]'^2" }
[energy.potential]
"coupling[i]" = { for = "i = 1..N", value = "1/2*k*(x[i] - x[i-1])^2" }
[simulate]
t_end = 1
samples = 20
"""
WHEEL = """format = 1
[parameters]
r = { value = 300, unit = "mm" }
m = { value = 10, unit = "kg" }
k = { value = 2, unit = "kN/m" }

[bodies]
gravity = [0, -9.81]

[bodies.ground]
points = { seat = [0, "-r"] }

[bodies.rim]
mass = "m"
shape = { disc = "r" }
points = { A = ["r", 0] }

[joints.strut]
kind = "slider"
between = ["ground.seat", "rim"]
axis = [0, 1]
coordinate = { z = { start = 0.01, speed = 0 } }

[elements.spring]
kind = "spring"
between = ["ground", "rim"]
force = "k*stretch"
length = "r"

[outputs]
force = { value = "k*z", unit = "N" }

[scene]
"""
CAR = """format = 1
[parameters]
R = { value = 0.8, unit = "m" }
[bodies]
gravity = [0, -9.81]
[bodies.chassis]
mass = 100
inertia = 20
points = { front = [1, 0], rear = [-1, 0] }
[joints.heave]
kind = "slider"
between = ["ground", "chassis"]
axis = [0, 1]
coordinate = { y = { start = 0.5, speed = 0 } }
[parts.front]
model = "wheel.toml"
on = "chassis.front"
parameters = { r = "R/2" }
[parts.rear]
model = "wheel.toml"
on = "chassis.rear"
parameters = { m = 12, k = { value = 2.5, unit = "N/mm" } }
[elements.tyre]
kind = "spring"
between = ["ground", "front.rim.A"]
stiffness = 1e4
length = 0.5
[outputs]
tip = "front.rim.A.y"
[simulate]
t_end = 0.2
samples = 10
"""
FLAT_CAR = """format = 1
[bodies]
gravity = [0, -9.81]
[bodies.chassis]
mass = 100
inertia = 20
points = { front = [1, 0], rear = [-1, 0], fs = [1, -0.4], rs = [-1, -0.3] }
[bodies.front]
mass = 10
points = { A = [0.4, 0] }
[bodies.rear]
mass = 12
[joints.heave]
kind = "slider"
between = ["ground", "chassis"]
axis = [0, 1]
coordinate = { y = { start = 0.5, speed = 0 } }
[joints.f]
kind = "slider"
between = ["chassis.fs", "front"]
axis = [0, 1]
coordinate = { z1 = { start = 0.01, speed = 0 } }
[joints.r]
kind = "slider"
between = ["chassis.rs", "rear"]
axis = [0, 1]
coordinate = { z2 = { start = 0.01, speed = 0 } }
[elements]
a = { kind = "spring", between = ["chassis.front", "front"], stiffness = 2000, length = 0.4 }
b = { kind = "spring", between = ["chassis.rear", "rear"], stiffness = 2500, length = 0.3 }
tyre = { kind = "spring", between = ["ground", "front.A"], stiffness = 1e4, length = 0.5 }
[simulate]
t_end = 0.2
samples = 10
"""
CELL = """format = 1
[parameters]
R = { value = 10, unit = "Ohm" }
L = { value = 1, unit = "mH" }
C = { value = 1, unit = "uF" }
[elements]
R1 = { kind = "resistor", between = ["a", "m"], resistance = "R" }
L1 = { kind = "inductor", between = ["m", "b"], inductance = "L" }
C1 = { kind = "capacitor", between = ["b", "ground"], capacitance = "C" }
[outputs]
current = { value = "L1.current", unit = "A" }
"""
LADDER = """format = 1
[parameters]
N = 3
R0 = { value = 10, unit = "Ohm" }
[parts.cell]
model = "cell.toml"
count = "N"
nodes = { a = "cell[i-1].b" }
parameters = { R = "if(i == 2, 2*R0, R0)" }
[elements]
V1 = { kind = "voltage_source", between = ["cell[0].b", "ground"], voltage = 5 }
load = { kind = "resistor", between = ["cell[N].b", "ground"], resistance = 100 }
[simulate]
t_end = 1e-4
samples = 10
"""
FLAT_LADDER = """format = 1
[parameters]
R0 = { value = 10, unit = "Ohm" }
[elements]
V1 = { kind = "voltage_source", between = ["n[0]", "ground"], voltage = 5 }
"R[i]" = { for = "i = 1..3", kind = "resistor", between = ["n[i-1]", "m[i]"], resistance = "if(i == 2, 2*R0, R0)" }
"L[i]" = { for = "i = 1..3", kind = "inductor", between = ["m[i]", "n[i]"], inductance = 1e-3 }
"C[i]" = { for = "i = 1..3", kind = "capacitor", between = ["n[i]", "ground"], capacitance = 1e-6 }
load = { kind = "resistor", between = ["n[3]", "ground"], resistance = 100 }
[simulate]
t_end = 1e-4
samples = 10
"""


def put(folder: Path, **texts: str) -> Path:
    """Files in a folder; the path of the last one."""
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text)
    return folder / f"{name}.toml"


@pytest.fixture
def train(tmp_path: Path) -> Path:
    """The train of four wagons, as files."""
    return put(tmp_path, wagon=WAGON, train=TRAIN)


def rows(source: Any, names: list[str]) -> np.ndarray:
    """Columns of the motion of a model."""
    motion = dalembert.simulate(source)
    return np.array([motion[name] for name in names])


def test_a_train_of_parts_moves_as_the_one_written_out(train: Path, tmp_path: Path) -> None:
    """The same motion to rounding."""
    made = rows(train, [f"wagon.x[{i}]" for i in (1, 2, 3, 4)])
    flat = rows(put(tmp_path, flat=FLAT_TRAIN), [f"x[{i}]" for i in (1, 2, 3, 4)])
    assert np.allclose(made, flat, rtol=0, atol=1e-12)


def test_a_train_has_the_modes_of_its_closed_form(train: Path) -> None:
    """ω_j = 2 √(k/m) sin((2j − 1) π/(2 (2N + 1))) of a chain that is fixed at one end, for another N too."""
    for count in (4, 7):
        model = dalembert.vary(dalembert.read(train), parameters={"N": count})
        found = sorted(mode.rad_s for mode in dalembert.modes(model))
        law = [
            2 * math.sqrt(25) * math.sin((2 * j - 1) * math.pi / (4 * count + 2)) for j in range(1, count + 1)
        ]
        assert np.allclose(found, law, rtol=1e-9)


def test_a_car_of_wheels_moves_as_the_one_written_out(tmp_path: Path) -> None:
    """Parts on points of a body, their bodies' points in elements of the model, numbers in other units."""
    put(tmp_path, wheel=WHEEL)
    made = rows(put(tmp_path, car=CAR), ["y", "front.z", "rear.z", "tip"])
    flat = rows(put(tmp_path, flat=FLAT_CAR), ["y", "z1", "z2"])
    assert np.allclose(made[:3], flat, rtol=0, atol=1e-9)
    assert np.allclose(made[3], made[0] + made[1] - 0.4, rtol=0, atol=1e-12)


def test_a_ladder_of_cells_is_the_one_written_out(tmp_path: Path) -> None:
    """Nodes joined to those of the part before, an index in a parameter, the same motion."""
    put(tmp_path, cell=CELL)
    model = dalembert.read(put(tmp_path, ladder=LADDER))
    made = rows(
        model, ["cell.q_L1[1]", "cell.q_L1[2]", "cell.q_L1[3]", "cell.current[3]", "cell.b.voltage[3]"]
    )
    flat = rows(put(tmp_path, flat=FLAT_LADDER), ["q_L[1]", "q_L[2]", "q_L[3]"])
    scale = np.abs(flat).max()
    assert np.allclose(made[:3], flat, rtol=0, atol=1e-9 * scale)
    values = {one.name: one for one in model.parameters}
    assert {"cell.R[2]", "cell.L[1]"} <= set(values)


def test_symbols_have_the_part_as_index(train: Path) -> None:
    """The x of wagon 3 is written x_wagon,3."""
    text = str(dalembert.show(dalembert.derive(train)))
    assert "x_wagon,3" in text
    assert "wagon.x[3]" not in text


def test_writing_back_keeps_parts_comments_and_order(train: Path) -> None:
    """The text is what it was; a changed value of a part is put in by its full name."""
    model = dalembert.read(train)
    assert dalembert.write(model) == TRAIN
    varied = dalembert.vary(model, start={"wagon.x[2]": 0.2})
    text = dalembert.write(varied)
    assert "# wagons in a row" in text
    (train.parent / "again.toml").write_text(text)
    again = dalembert.read(train.parent / "again.toml")
    starts = {one.name: one.start for one in again.coordinates}
    assert starts["wagon.x[2]"] is not None
    assert starts["wagon.x[2]"].typed == 0.2


def test_a_motion_has_its_parts_inside(train: Path, tmp_path: Path) -> None:
    """The model in the file of a motion is one text, and needs no other file."""
    from dalembert._model.write_back import written_text

    text = written_text(dalembert.read(train), alone=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "alone.toml").write_text(text)
    names = [f"wagon.x[{i}]" for i in (1, 4)]
    assert np.array_equal(rows(elsewhere / "alone.toml", names), rows(train, names))


def test_parts_in_python_are_sections() -> None:
    """`model(parts=…)` takes the sections of a part in place of a file."""
    wagon = {"parameters": {"m": 1}, "coordinates": {"x": {"start": 0}}, "energy": {"kinetic": "1/2*m*x'^2"}}
    model = dalembert.model(
        parameters={"k": 4},
        parts={"a": {"model": wagon}, "b": {"model": wagon, "parameters": {"m": 4}}},
        energy={"potential": "1/2*k*a.x^2 + 1/2*k*b.x^2"},
    )
    found = sorted(mode.rad_s for mode in dalembert.modes(model))
    assert np.allclose(found, [1, 2])
    assert "model" in dalembert.write(model)


def test_parts_of_parts_of_parts(tmp_path: Path) -> None:
    """A tree of gears: each stage halves the speed, and stages stand in stages."""
    gear = """format = 1
[parameters]
J = 1
[coordinates]
phi = {}
[energy]
kinetic = "1/2*J*phi'^2"
"""
    stage = """format = 1
[parameters]
n = 2
[parts.a]
model = "gear.toml"
[parts.b]
model = "gear.toml"
parameters = { J = "n^2" }
[constraints.displacement]
mesh = "a.phi - n*b.phi"
"""
    tree = """format = 1
[parts."s[i]"]
for = "i = 1..3"
model = "stage.toml"
[constraints.displacement]
"shaft[i]" = { for = "i = 1..2", value = "s[i].b.phi - s[i+1].a.phi" }
[outputs]
force = "lam_s.mesh[1]"
"""
    put(tmp_path, gear=gear, stage=stage)
    model = dalembert.read(put(tmp_path, tree=tree))
    assert [one.name for one in model.coordinates][:2] == ["s.a.phi[1]", "s.a.phi[2]"]
    structure = dalembert.check(model).structure
    assert structure is not None
    assert structure.dof == 1


def test_functions_sums_and_sizes_of_a_repeated_part(tmp_path: Path) -> None:
    """A function knows the parameters of its own member, sums their own index, and M is one for all."""
    part = """format = 1
[parameters]
M = 2
k = 1
[coordinates]
"x[i]" = { for = "i = 1..M", start = "i" }
[functions]
half = "(i) -> 1/2*k*i^2"
[energy]
kinetic = "sum(i = 1..M, 1/2*x[i]'^2)"
potential = "sum(i = 1..M, half(x[i]))"
"""
    host = """format = 1
[parts."p[i]"]
for = "i = 1..2"
model = "part.toml"
parameters = { M = 3, k = "10*i" }
"""
    put(tmp_path, part=part)
    model = dalembert.read(put(tmp_path, host=host))
    assert [one.name for one in model.coordinates] == [f"p.x[{i},{j}]" for i in (1, 2) for j in (1, 2, 3)]
    found = sorted((2 * math.pi * mode.hz) ** 2 for mode in dalembert.modes(model))
    assert np.allclose(found, [10, 10, 10, 20, 20, 20])
    larger = dalembert.vary(model, parameters={"p.M": 4})
    assert len(larger.coordinates) == 8


def test_a_name_of_a_part_never_means_one_of_the_model(tmp_path: Path) -> None:
    """A part that does not declare g is refused, though the model around it has a g."""
    part = WAGON.replace('kinetic = "', 'potential = "m*g*x"\nkinetic = "')
    host = 'format = 1\n[parameters]\ng = 9.81\n[parts.a]\nmodel = "part.toml"\n'
    put(tmp_path, part=part)
    flaws = [flaw for flaw in dalembert.check(put(tmp_path, host=host)).flaws if flaw.severity == "error"]
    assert [flaw.rule for flaw in flaws] == ["unknown-name"]
    assert flaws[0].file == "part.toml"
    assert flaws[0].line == 14
    assert flaws[0].used == "used as the part a in host.toml:4"


def test_left_out_sections_are_told(train: Path) -> None:
    """Run settings of a part are left out, and said so."""
    notes = [
        flaw for flaw in dalembert.check(train).flaws if flaw.severity == "note" and flaw.rule == "parts"
    ]
    assert "[simulate]" in notes[0].message


def test_a_longer_train_is_no_more_text(train: Path) -> None:
    """What a train is written out to does not depend on the number of its wagons; one file is read once."""
    sizes = []
    for count in (10, 1000):
        text = TRAIN.replace("N = 4", f"N = {count}")
        whole, _ = with_parts(read_toml(text, "train.toml", train.parent))
        sizes.append((len(whole.entries), len(whole.values["coordinates"]), list(whole.files)))
    assert sizes[0] == sizes[1]
    assert sizes[0][2] == ["wagon.toml"]


def test_a_controller_of_the_model_drives_an_element_of_a_part(tmp_path: Path) -> None:
    """A source in a part is driven by a controller of the model: a first-order filter of the voltage 1."""
    source = """format = 1
[elements]
V = { kind = "voltage_source", between = ["a", "ground"] }
R = { kind = "resistor", between = ["a", "b"], resistance = 2 }
C = { kind = "capacitor", between = ["b", "ground"], capacitance = 1 }
"""
    host = """format = 1
[parts.net]
model = "net.toml"
[controllers.lag]
kind = "low_pass"
from = "1"
to = "net.V.voltage"
gain = 1
time_constant = 1
[simulate]
t_end = 1
samples = 4
"""
    put(tmp_path, net=source)
    motion = dalembert.simulate(put(tmp_path, host=host))
    t = motion.t
    law = 1 - 2 * np.exp(-t / 2) + np.exp(-t)  # of 1/((1 + s)(1 + 2 s))
    assert np.allclose(motion["net.b.voltage"], law, atol=1e-8)


SERVO = """format = 1
[parameters]
J = { value = 0.02, unit = "kg*m^2" }
goal = { value = 0.5, unit = "rad" }
[coordinates]
phi = { unit = "rad", start = 0, speed = 0 }
[energy]
kinetic = "1/2*J*phi'^2"
[inputs]
M = { unit = "N*m" }
[work]
phi = "M"
[tables.curve]
x = { values = [-2, 0, 2], unit = "rad" }
value = { values = [-4, 0, 4], unit = "rad" }
beyond = "line"
[controllers]
pid = { kind = "pid", from = "phi", reference = "goal", kp = 2, kd = 0.3, filter_time = 0.01, to = "M" }
look = { kind = "table", from = "phi", table = "curve", unit = "rad" }
"""


def test_controllers_of_parts_control_their_parts(tmp_path: Path) -> None:
    """A servo as a part, twice and in a row, turns as it does by itself; the loop is linear in its goal."""
    run = "[simulate]\nt_end = 0.3\nsamples = 6\n"
    alone = dalembert.simulate(put(tmp_path, servo=SERVO + run))
    two = '[parts.left]\nmodel = "servo.toml"\n[parts.right]\nmodel = "servo.toml"\nparameters = { goal = -0.2 }\n'
    pair = dalembert.simulate(put(tmp_path, two=f"format = 1\n{two}{run}"))
    np.testing.assert_allclose(pair["left.phi"], alone["phi"], rtol=1e-9)
    np.testing.assert_allclose(pair["right.phi"], -0.4 * alone["phi"], rtol=1e-9)
    name = "controllers.left.look.output"
    np.testing.assert_allclose(pair[name], 2 * alone["phi"], rtol=1e-9)
    many = '[parts.axis]\nmodel = "servo.toml"\ncount = 3\nparameters = { goal = "0.1*i" }\n'
    row = dalembert.simulate(put(tmp_path, row=f"format = 1\n{many}{run}"))
    for i in (1, 2, 3):
        np.testing.assert_allclose(row[f"axis.phi[{i}]"], 0.2 * i * alone["phi"], rtol=1e-8)
        assert display_units(row.model)[f"controllers.axis.pid.error[{i}]"].text == "rad"


@pytest.mark.parametrize("target", ["work.axis[i].phi", "axis.M[i]"])
def test_a_family_of_controllers_drives_a_family(target: str, tmp_path: Path) -> None:
    """Each member the member of its index: efforts, or inputs of a family of parts."""
    part = SERVO[: SERVO.index("[tables")]
    if target.startswith("work"):
        part = part[: part.index("[inputs]")]
    host = f"""format = 1
[parameters]
K = {{ value = 1, unit = "N*m" }}
[parts.axis]
model = "servo.toml"
count = 2
[controllers]
"c[k]" = {{ for = "k = 1..2", kind = "gain", from = "1 - axis[k].phi", gain = "K*k", to = "{target}", unit = "N*m" }}
[simulate]
t_end = 0.3
samples = 6
""".replace("[i]", "[k]")
    put(tmp_path, servo=part)
    motion = dalembert.simulate(put(tmp_path, host=host))
    for k in (1, 2):
        law = 1 - np.cos(np.sqrt(k / 0.02) * motion.t)
        np.testing.assert_allclose(motion[f"axis.phi[{k}]"], law, atol=1e-8)


def test_scenes_and_files_of_lageq_have_the_names_of_parts(train: Path, tmp_path: Path) -> None:
    """A point of a scene may lie at x of a part; Suk's program gets plain names, which are listed as losses."""
    scene = '\n[scene]\npoints = { O = [0, 0], P = ["wagon[2].x", 0] }\nlinks = [["O", "P"]]\n'
    model = put(tmp_path, drawn=TRAIN + scene)
    assert not [flaw for flaw in dalembert.check(model).flaws if flaw.severity != "note"]
    conversion = dalembert.convert(train, tmp_path / "train.txt", lossy=True)
    assert any("wagon.x[3]" in str(loss) for loss in conversion.losses)


STAGE = """format = 1
[elements]
R1 = { kind = "resistor", between = ["in", "m"], resistance = 1000 }
R2 = { kind = "resistor", between = ["m", "out"], resistance = 2000, heat = "body" }
A = { kind = "op_amp", between = ["out", "ground"], inputs = ["ground", "m"] }
C = { kind = "thermal_capacity", between = ["body", "ground"], capacity = 0.01 }
"""
CASCADE = """format = 1
[parts.first]
model = "stage.toml"
[parts.second]
model = "stage.toml"
nodes = { in = "first.out" }
[elements]
V = { kind = "voltage_source", between = ["first.in", "ground"], voltage = 1 }
air = { kind = "surroundings", temperature = 293.15 }
load = { kind = "resistor", between = ["second.out", "ground"], resistance = 100 }
[simulate]
t_end = 5
"""


def test_amplifiers_and_heat_ports_of_parts_name_nodes_of_their_part(tmp_path):
    """Two stages multiply by 4, and each warms its own body by 2 kΩ times its current squared."""
    motion = dalembert.simulate(put(tmp_path, stage=STAGE, cascade=CASCADE))
    assert motion.status == "ok", motion.message
    np.testing.assert_allclose(motion["second.out.voltage"], 4.0, rtol=1e-9)
    for stage, current in (("first", 1e-3), ("second", 2e-3)):
        warmed = motion[f"{stage}.body.temperature"]
        np.testing.assert_allclose(warmed[-1], 2000 * current**2 * 5 / 0.01, rtol=1e-7)

"""Programs in other languages: the same motions without dalembert, and errors for unsupported models."""

import csv
import importlib.util
import io
import math
import re
import shutil
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
import sympy
import sympy.physics.mechanics
from tests.export.running import imported

import dalembert
from dalembert import ModelError
from dalembert._export.programs.program import model_program
from dalembert._export.programs.registry import PROGRAMS
from dalembert._model.records import multiplier_names
from dalembert.library import SYSTEMS

TOOLS = {"javascript": "node", "c": "cc", "matlab": "octave-cli", "python": sys.executable}
WARNINGS = "-O0 -Wall -Wextra -Wpedantic -Wconversion -Werror"
OCTAVE = "[t, y, o] = run_own(); dlmwrite('motion.csv', [t, y, o], 'precision', 17)"
DRIVEN = {
    "title": "Driven mass */ on a kinked spring \\ \"quoted\" ?> </script> ${x} % ''",
    "parameters": {"m": {"value": 2, "text": "*/ mass"}, "k": 30.0, "a": 0.1},
    "coordinates": {"x": {"start": 0.2, "speed": 0}},
    "states": {"heat": {"rate": "0.3*x'^2 + 0.01*atan2(x, 2)", "start": 0.0}},
    "energy": {"kinetic": "1/2*m*x'^2", "potential": "if(x < 0, 1/2*k*x^2, k*x^2)"},
    "work": {"x": "sin(3*t) - a*x'*sqrt(1 + x'^2)"},
    "outputs": {"power": "x'*sin(3*t)"},
    "simulate": {"t_end": 1.0, "samples": 20, "rtol": 1e-8},
}
# Contacts, dry friction, printed mistakes.
REFUSED = {
    *("mass_and_wall", "bouncing_ball", "block_on_slope", "sliding_disc", "stick_slip", "newtons_cradle"),
    *("rocking_block", "pad_on_spring_mat", "dry_friction_oscillator"),
    *("blending_tank_printed", "pneumatic_positioner_printed"),
}
REFUSED_IN_C = {"blending_tank_printed", "pneumatic_positioner_printed"}


DIODE = {  # the voltage at the diode has no dynamics of its own, and stands in an exponential function
    "title": "Diode, capacitor and switched source",
    "parameters": {"C": 1e-3, "R": 50.0, "I0": 1e-6, "U": 0.05, "t0": 0.15},
    "coordinates": {"q": {"start": 0, "text": "charge"}},
    "efforts": {"v": {"guess": 0.4}},
    "energy": {"potential": "q^2/(2*C)", "dissipation": "1/2*R*q'^2"},
    "work": {"q": "1 + 0.4*sin(20*t) + 0.2*step(t - t0) - v"},
    "constraints": {"effort": {"diode": "q' - I0*(exp(v/U) - 1)"}},
    "simulate": {"t_end": 0.4, "samples": 20, "rtol": 1e-8},
}
ROAD = {
    "title": "A wheel on a road by samples, with a damper by samples",
    "parameters": {"m": 2.0, "k": 300.0},
    "coordinates": {"x": {"start": 0, "speed": 0}},
    "inputs": {
        "road": {
            "times": [0, 0.21, 0.22, 0.5, 1],
            "values": [0, 0.05, 0.06, -0.02, 0],
            "interpolate": "monotone",
        },
        "push": {"times": [0, 0.3, 0.31, 1], "values": [0, 0, 5, 5]},
    },
    "tables": {"damper": {"x": [-1, 0, 1], "value": [-40, 0, 20], "beyond": "line"}},
    "energy": {"kinetic": "1/2*m*x'^2", "potential": "1/2*k*(x - road)^2"},
    "work": {"x": "push - damper(x' - road')"},
    "simulate": {"t_end": 1.0, "samples": 20, "rtol": 1e-8},
}
BOUNDS = {"matlab": 1e-6}  # of ode45; the others have the order 8
OWN = {"driven": DRIVEN, "diode": DIODE, "road": ROAD}


def model_named(name):
    """A library system for a short while, or one of the models above."""
    if name in OWN:
        return dalembert.model(**OWN[name])
    own = dalembert.read(name)
    return replace(own, simulate=replace(own.simulate, t_end=0.4, samples=12, rtol=1e-8))


def written(model, language, folder):
    """The files of a program in a folder, by name."""
    files = dalembert.program_files(model, language, "own")
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return files


def table_of(language, folder):
    """The motion that a program writes: its head and its rows."""
    if language == "matlab":
        subprocess.run(
            [TOOLS[language], "--quiet", "--eval", OCTAVE], cwd=folder, capture_output=True, timeout=300
        )
        return [], np.loadtxt(folder / "motion.csv", delimiter=",")
    if language == "c":
        words = ["make", "-s", f"CFLAGS={WARNINGS}", "own"]
        made = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300)
        assert made.returncode == 0, made.stderr
    words = {"c": ["./own"], "javascript": ["node", "own.js"], "python": [sys.executable, "own.py"]}[language]
    ran = subprocess.run(words, cwd=folder, capture_output=True, encoding="utf-8", timeout=300)
    assert ran.returncode == 0, ran.stderr
    head, *rows = csv.reader(io.StringIO(ran.stdout))
    return head, np.array(rows, dtype=float)


@pytest.mark.parametrize(
    "name", ["driven", "rod_pendulum", "polar_arm", "electro_mechanical", "diode", "road"]
)
@pytest.mark.parametrize("language", list(TOOLS))
def test_a_program_moves_as_the_model_does(language, name, tmp_path):
    """States, energies, multipliers and outputs equal those of `simulate`, to 1e-8 of their largest values.

    (To 1e-6 by ode45.) These may lie between rows: electro_mechanical rests long before the first of them.
    """
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    model = model_named(name)
    motion = dalembert.simulate(model)
    written(model, language, tmp_path)
    head, rows = table_of(language, tmp_path)
    own = model_program(model)
    names = ["t", *(e.name for e in own.states), *(e.name for e in own.observed)]
    assert head in ([], names)
    columns = [motion.t, *(motion[e.name] for e in own.states)]
    columns += [motion.T, motion.V, *(motion[e.name] for e in own.observed[2:])]
    largest = {one.name: one.size for one in motion.extremes}
    for entry, column, expected in zip(names, rows.T, columns, strict=True):
        size = max(1e-3, np.max(np.abs(expected)), largest.get(entry, 0.0))
        assert np.max(np.abs(column - expected)) <= BOUNDS.get(language, 1e-8) * size, entry


@pytest.mark.parametrize("name", ["driven", "rod_pendulum"])
def test_pure_functions_of_jax_are_the_rates(name, tmp_path):
    """The rates of the JAX file at seeded states are those of the Python program, to rounding."""
    pytest.importorskip("jax")
    model, generator = model_named(name), np.random.default_rng(7)
    modules = []
    for language in ("python", "jax"):
        file = next(iter(written(model, language, tmp_path)))
        spec = importlib.util.spec_from_file_location(f"{language}_of_{name}", tmp_path / file)
        modules.append(importlib.util.module_from_spec(spec))
        spec.loader.exec_module(modules[-1])
    p = [value for _, value, *_ in modules[0].PARAMETERS]
    for _ in range(5):
        y = generator.normal(size=len(modules[0].STATES))
        np.testing.assert_allclose(modules[1].rates(0.3, y, p), modules[0].rates(0.3, y, p), rtol=1e-12)


def test_no_text_of_a_model_leaves_its_comment_or_string():
    """A title full of what ends comments and strings changes nothing but words."""
    plain = dalembert.model(**{**DRIVEN, "title": "", "parameters": {"m": 2, "k": 30.0, "a": 0.1}})
    for language in PROGRAMS:
        good, bad = (dalembert.program_files(m, language, "own") for m in (plain, dalembert.model(**DRIVEN)))
        for name in good:
            marks = ("/*", "%", "#", "//", " *", "    (", "  {")
            code = [
                [line for line in files[name].splitlines() if line and not line.startswith(marks)]
                for files in (good, bad)
            ]
            assert code[0] == code[1], (language, name)


def test_parameters_that_follow_from_others_do_so_in_a_program(tmp_path):
    """With another length, inertia and stiffness are those of this length; sizes of families stay as they are."""
    sections = {
        "parameters": {"m": 2.0, "l": 0.7, "J": "m*l^2/3", "k": "4*J*w^2", "w": 3.0, "N": 2},
        "coordinates": {"x[i]": {"for": "i = 1..N", "start": "i/10", "speed": 0}},
        "energy": {"kinetic": "sum(i = 1..N, 1/2*J*x[i]'^2)", "potential": "sum(i = 1..N, 1/2*k*x[i]^2/N)"},
        "simulate": {"t_end": 1.0, "samples": 10},
    }
    own = dalembert.model(**sections)
    assert [e.name for e in model_program(own).parameters] == ["m", "l", "w"]
    (file,) = written(own, "python", tmp_path)
    spec = importlib.util.spec_from_file_location("follows", tmp_path / file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    _, states = module.simulate(p=[2.0, 1.1, 5.0])
    motion = dalembert.simulate(dalembert.vary(own, parameters={"l": 1.1, "w": 5.0}))
    np.testing.assert_allclose(states[:, :2], motion.q, atol=1e-9)
    assert np.max(np.abs(states[:, 0] - module.simulate()[1][:, 0])) > 0.01
    (text,) = dalembert.program_files(own, "modelica", "own").values()
    assert "p3 = p1*p2^2*(1/3)" in text


@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_a_short_pulse_in_a_long_rest_is_not_passed_over(language, tmp_path):
    """What rests has no reason for short steps but the time between two rows, which is that of the pulse."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2"},
        work={"x": "1000*exp(-((t - 5)/0.01)^2)"},
        simulate={"t_end": 10.0, "samples": 500, "rtol": 1e-6},
    )
    expected = dalembert.simulate(model)["x"]
    assert expected[-1] > 50
    written(model, language, tmp_path)
    _, rows = table_of(language, tmp_path)
    np.testing.assert_allclose(rows[:, 1], expected, rtol=0, atol=1e-6 * expected[-1])


JUMPS = {
    "parameters": {"t0": 0.35, "T": 0.4},
    "coordinates": {"x": {"start": 0, "speed": 0}, "y": {"start": 0, "speed": 0}},
    "energy": {"kinetic": "1/2*x'^2 + 1/2*y'^2", "potential": "20*x^2 + 5*y^2"},
    "work": {"x": "3*step(t - t0) + 5*pulse(t, 2*t0, 0.1)", "y": "floor(t/T) - abs(sin(2*t - 1))"},
    "simulate": {"t_end": 2.0, "samples": 50, "rtol": 1e-9},
}


@pytest.mark.parametrize("language", list(TOOLS))
def test_integration_begins_anew_where_time_switches(language, tmp_path):
    """Forces that jump, on what rests as well; the accuracy is that of smooth motions."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    model = dalembert.model(**JUMPS)
    motion = dalembert.simulate(model)
    written(model, language, tmp_path)
    _, rows = table_of(language, tmp_path)
    for column, name in enumerate(["x", "y", "x'", "y'"], start=1):
        np.testing.assert_allclose(rows[:, column], motion[name], rtol=0, atol=1e-8)


def kinked(potential, work="0", **more):
    """A mass on x, from 0.3 at rest unless something else is said."""
    return dalembert.model(
        coordinates={"x": more.pop("x", {"start": 0.3})},
        energy={"kinetic": "1/2*x'^2", "potential": potential},
        work={"x": work},
        **{"simulate": {"t_end": 10.0, "samples": 40, "rtol": 1e-9}} | more,
    )


KNOTS = {"x": [-0.2, -0.05, 0, 0.1, 0.2], "value": [0.3, 1, -1, 0.2, 0], "beyond": "line"}
KINKED = {
    "abs": kinked("5*abs(x)"),
    "start on a kink": kinked("5*abs(x)", x={"start": 0, "speed": -1}),
    "max": kinked("5*x^2 + 200*max(-x - 0.1, 0)^2"),
    "jump": kinked("5*x^2", "0.3*if(x < 0.1, 1, -2)"),
    "floor": kinked("5*x^2 + 0.1*floor(7*x)*x"),
    "moving": kinked("5*x^2 + 3*abs(x - 0.1*sin(t))", "0.3*step(t - 3)"),
    "root": kinked("5*x^2", "-if(x > 0, sqrt(x), 0)"),
    "power": kinked("5*x^2", "-sign(x)*abs(x)^0.3"),
    "table": kinked("5*x^2", "f(x)", tables={"f": KNOTS}),
    "dip": kinked("-0.5*x", "if(x < 0.001, 100, 0)", x={"start": 1, "speed": -1}),
    "sampled": kinked(
        "5*abs(x)",
        "2*if(u > 0, 1, -1)*abs(x)",
        sampled={"u": {"every": 0.13, "value": "-x"}},
        impulses={"hit": {"at": 1.0, "work": {"x": "-2*x'"}}},
    ),
    "tied": dalembert.model(
        coordinates={"x": {"start": 0.3}, "y": {"start": 0.3}},
        energy={"kinetic": "1/2*x'^2 + 1/2*y'^2", "potential": "5*abs(x) + y^2"},
        constraints={"displacement": {"tie": "x + x^2 - y - 0.09"}},
        simulate={"t_end": 3.0, "samples": 20, "rtol": 1e-9},
    ),
    "without inertia": dalembert.model(
        coordinates={"x": {"start": 0.3, "speed": 0}, "z": {"start": 0.1}},
        energy={
            "kinetic": "1/2*x'^2",
            "potential": "2*x^2 + (x - z)^2 + 3*max(z, 0)^2",
            "dissipation": "0.1*z'^2",
        },
        simulate={"t_end": 5.0, "samples": 20, "rtol": 1e-9},
    ),
    "without inertia, switched in time": dalembert.model(
        coordinates={"x": {"start": 0.3, "speed": 0}, "z": {"start": 0.1}},
        energy={"kinetic": "1/2*x'^2", "potential": "2*x^2 + (x - z)^2", "dissipation": "0.1*z'^2"},
        work={"x": "f(x) + 0.3*step(t - 1.1)"},
        tables={"f": KNOTS},
        simulate={"t_end": 5.0, "samples": 20, "rtol": 1e-9},
    ),
}


@pytest.mark.parametrize("language", ["python", "javascript", "matlab"])
@pytest.mark.parametrize("name", list(KINKED))
def test_integration_begins_anew_where_the_state_passes_a_kink(name, language, tmp_path):
    """Forces with kinks and jumps: within ten times the tolerance, as smooth motions are."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    motion = dalembert.simulate(KINKED[name])
    written(KINKED[name], language, tmp_path)
    _, rows = table_of(language, tmp_path)
    size = np.max(np.abs(motion["x"]))
    np.testing.assert_allclose(rows[:, 1], motion["x"], rtol=0, atol=1e-8 * size)


@pytest.mark.parametrize("language", ["python", "javascript", "matlab"])
def test_parabolas_meet_at_a_kink(language, tmp_path):
    """V = 5|x| from x = a at rest: x = a - 5/2 t^2 up to a quarter of the period 4 √(2a/5), then mirrored."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    period = 4 * math.sqrt(2 * 0.3 / 5)
    written(
        kinked("5*abs(x)", simulate={"t_end": 5 * period, "samples": 60, "rtol": 1e-9}), language, tmp_path
    )
    _, rows = table_of(language, tmp_path)
    phase = np.mod(rows[:, 0] / period + 0.25, 1.0)  # 0 to 1/2 above the kink
    above = 0.3 * (1 - (4 * np.mod(phase, 0.5) - 1) ** 2)
    np.testing.assert_allclose(rows[:, 1], np.where(phase < 0.5, above, -above), rtol=0, atol=1e-10)


@pytest.mark.parametrize("language", ["python", "javascript"])
def test_a_program_stops_where_a_motion_stays_on_a_jump(language, tmp_path):
    """A force that pushes back on both sides of a speed holds it there, which no program beside C follows."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    written(kinked("5*x^2", "if(x' > 0.1, -3, 1)"), language, tmp_path)
    words = {"javascript": ["node", "own.js"], "python": [sys.executable, "own.py"]}[language]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert ran.returncode != 0
    assert re.search(r"at t = 1\.04\d+ the motion stays on a kink or jump", ran.stderr)


def test_switches_in_time_follow_the_parameters(tmp_path):
    """Another value of t0 moves the jumps in the program too: the mass rests until then."""
    written(dalembert.model(**JUMPS), "python", tmp_path)
    module = imported((tmp_path / "own.py").read_text(encoding="utf-8"), tmp_path)
    t, y = module.simulate(p=[0.5, 0.4])
    assert np.all(y[t <= 0.5, 0] == 0.0)
    expected = dalembert.simulate(dalembert.vary(dalembert.model(**JUMPS), parameters={"t0": 0.5}))
    np.testing.assert_allclose(y[:, 0], expected["x"], rtol=0, atol=1e-8)


def test_a_prescribed_motion_with_a_kink_is_refused():
    """Velocities jump with it, so that momenta do not: rates alone would keep the velocities."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        inputs={"u": "abs(t - 1/2)"},
        energy={"kinetic": "1/2*(x' + u')^2"},
        simulate={"t_end": 1.0},
    )
    with pytest.raises(ModelError, match="velocities jump"):
        dalembert.program_files(model, "python", "own")


def test_a_prescribed_motion_along_straight_lines_of_a_table_is_refused():
    """Its velocity jumps at every sample; along a smooth curve it does not, and the motion is exported."""
    sections = {
        "coordinates": {"x": {"start": 0, "speed": 0}},
        "energy": {"kinetic": "1/2*x'^2 + 1/2*(x' + u')^2"},
        "simulate": {"t_end": 1.0, "rtol": 1e-8, "samples": 10},
    }
    table = {"times": [0, 0.5, 1], "values": [0, 0.1, 0]}
    with pytest.raises(ModelError, match="velocities jump"):
        dalembert.program_files(dalembert.model(**sections, inputs={"u": table}), "python", "own")
    smooth = dalembert.model(**sections, inputs={"u": table | {"interpolate": "monotone"}})
    assert dalembert.program_files(smooth, "python", "own")


def test_a_program_has_no_values_beyond_a_table(tmp_path):
    """The road ends at 1 s: a program that is asked to go on says so."""
    (text,) = dalembert.program_files(dalembert.model(**ROAD), "python", "own").values()
    with pytest.raises(RuntimeError, match="at t = 1"):
        imported(text, tmp_path).simulate(times=[0.0, 0.9, 1.1])


def test_coordinates_without_inertia_jump_with_a_constraint(tmp_path):
    """A lever is moved suddenly: what has no inertia follows it at once, the bellows behind it do not."""
    own = dalembert.read("pneumatic_positioner")
    own = replace(own, simulate=replace(own.simulate, t_end=0.52, samples=26, rtol=1e-8))
    motion = dalembert.simulate(own)
    written(own, "c", tmp_path)
    head, rows = table_of("c", tmp_path)
    for name in ("u", "y", "z", "P2"):
        expected = motion[name]
        column = rows[:, head.index(name)]
        np.testing.assert_allclose(column, expected, rtol=0, atol=1e-8 * np.max(np.abs(expected)))
    assert rows[-1, head.index("u")] - rows[0, head.index("u")] == pytest.approx(1e-4)


def test_a_language_that_is_not_there_is_told():
    """With those that are."""
    with pytest.raises(ValueError, match="julia"):
        dalembert.program_files("rod_pendulum", "cobol", "own")


def test_a_program_stops_where_accelerations_have_no_value(tmp_path):
    """A mass that is drawn into a pole: the program says where it stopped, and writes no numbers beyond."""
    model = dalembert.model(
        coordinates={"x": {"start": 0.0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "log(1 - x)"},
        simulate={"t_end": 4.0, "samples": 10},
    )
    written(model, "python", tmp_path)
    words = [sys.executable, "own.py"]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert ran.returncode != 0
    found = re.search(r"at t = ([0-9.]+) steps become too small", ran.stderr)
    assert found
    assert float(found[1]) == pytest.approx(math.sqrt(math.pi / 2), rel=1e-6)  # ∫ dx/√(−2 log(1 − x)), 0 to 1


@pytest.mark.parametrize("name", ["driven", "rod_pendulum", "polar_arm", "n_link_pendulum:2"])
def test_lagranges_method_of_sympy_gives_the_same_equations(name, tmp_path):
    """The left sides of the script and of `derive` at a seeded state."""
    equations = dalembert.derive(model_named(name))
    made = dalembert.to_sympy(equations)
    (file,) = written(model_named(name), "sympy", tmp_path)
    spec = importlib.util.spec_from_file_location(f"script_{name.replace(':', '_')}", tmp_path / file)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    generator = np.random.default_rng(3)
    t, model = sympy.Symbol("t"), equations.model
    values = {sympy.Symbol(p.name): generator.uniform(1, 2) for p in model.parameters}
    moving = {c.name: generator.uniform(-1, 1, 3) for c in model.coordinates}
    own, other = dict(values), dict(values)
    for name_, (q, qd, qdd) in moving.items():
        x = sympy.Function(name_)(t)
        for put in (own, other):
            put |= {x.diff(t, 2): qdd, x.diff(t): qd, x: q}
    for i, name_ in enumerate(multiplier_names(model), 1):
        force = generator.uniform(-1, 1)
        own[sympy.Function(name_)(t)] = force
        other[sympy.physics.mechanics.dynamicsymbols(f"lam{i}")] = force

    def number(expression, put):
        for order in (2, 1, 0):  # derivatives before what they are derivatives of
            chosen = {k: v for k, v in put.items() if _order(k) == order}
            expression = expression.subs(chosen)
        return float(expression.subs({t: 0.3}))

    for coordinate, left in zip(script.coordinates, script.equations, strict=True):
        expected = number(made["equations"][coordinate.func.__name__], own)
        assert number(left, other) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def _order(symbol):
    return sum(count for _, count in symbol.variable_count) if isinstance(symbol, sympy.Derivative) else 0


@pytest.mark.parametrize("name", ["driven", "rod_pendulum", "electro_mechanical"])
def test_a_model_in_modelica_has_as_many_equations_as_unknowns(name):
    """A line for each."""
    (text,) = dalembert.program_files(model_named(name), "modelica", "own").values()
    head, body = text.split("\nequation\n")
    unknowns = len(re.findall(r"^  Real ", head, re.M))
    assert len(re.findall(r"^  .* = .*;", body, re.M)) == unknowns


@pytest.mark.parametrize("name", ["driven", "rod_pendulum", "electro_mechanical"])
def test_a_model_in_modelica_is_parsed_by_a_grammar_that_is_not_ours(name):
    """It finds the equations that the text has."""
    parser = pytest.importorskip("pymoca.parser", reason="pymoca is not installed")
    (text,) = dalembert.program_files(model_named(name), "modelica", "own").values()
    tree = parser.parse(text)
    body = text.split("\nequation\n")[1]
    assert len(tree.classes["own"].equations) == len(re.findall(r"^  .* = .*;", body, re.M))


BLOCK = """\
classdef Block < handle  % what Simulink gives to a Level-2 S-function
  properties
    NumDialogPrms; NumInputPorts; NumOutputPorts; NumContStates; SampleTimes; SimStateCompliance;
    OutputPort = struct('Dimensions', 0, 'SamplingMode', '', 'Data', []);
    ContStates = struct('Data', []); Derivatives = struct('Data', []); DialogPrm = struct('Data', []);
    CurrentTime = 0; Methods = struct();
  end
  methods
    function RegBlockMethod(block, name, method)
      block.Methods.(name) = method;
    end
  end
end
"""
CALLS = """\
b = Block(); own_sfun(b); b.Methods.InitializeConditions(b); y = b.ContStates.Data;
b.CurrentTime = 0.3; b.Methods.Outputs(b); b.Methods.Derivatives(b);
dlmwrite('block.csv', [b.OutputPort(1).Dimensions; b.NumContStates; y; b.OutputPort(1).Data; b.Derivatives.Data], 'precision', 17);
"""


@pytest.mark.skipif(shutil.which(TOOLS["matlab"]) is None, reason="octave-cli is not installed")
def test_an_s_function_gives_the_rates_of_the_python_program(tmp_path):
    """With a block that stands for Simulink's: sizes, start, outputs and rates at a time."""
    model = model_named("driven")
    written(model, "matlab", tmp_path)
    (tmp_path / "Block.m").write_text(BLOCK, encoding="utf-8")
    words = [TOOLS["matlab"], "--quiet", "--eval", CALLS]
    subprocess.run(words, cwd=tmp_path, capture_output=True, timeout=300)
    made = np.loadtxt(tmp_path / "block.csv")
    written(model, "python", tmp_path)
    spec = importlib.util.spec_from_file_location("block_rates", tmp_path / "own.py")
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    own = model_program(model)
    states, outputs = len(own.states), len(own.observed)
    y, p = (np.array([entry[1] for entry in table]) for table in (program.STATES, program.PARAMETERS))
    shown = np.concatenate([y, program.outputs(0.3, y, p)])
    expected = np.concatenate([[states + outputs, states], y, shown, program.rates(0.3, y, p)])
    np.testing.assert_allclose(made, expected, rtol=1e-13, atol=1e-15)


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize("name", [system.name for system in SYSTEMS])
def test_every_library_system_is_clean_c(name, tmp_path):
    """-Wall -Wextra -Wpedantic -Wconversion find nothing, with and without contacts."""
    if name in REFUSED_IN_C:
        with pytest.raises(ModelError):
            dalembert.program_files(name, "c", "own")
        return
    written(dalembert.read(name), "c", tmp_path)
    words = ["make", "-s", f"CFLAGS={WARNINGS}", "own"]
    made = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert made.returncode == 0, made.stderr


@pytest.mark.soak
@pytest.mark.parametrize("name", [system.name for system in SYSTEMS])
def test_every_library_system_moves_in_a_program_or_is_refused(name, tmp_path):
    """A tenth of its run, at least; most of it is exact to 1e-10."""
    own = dalembert.read(name)
    if name in REFUSED:
        with pytest.raises(ModelError):
            model_program(own)
        return
    whole = model_program(own)
    end = whole.t_start + 0.11 * (whole.t_end - whole.t_start)  # a tenth of one is the instant of a step
    own = replace(own, simulate=replace(own.simulate, t_end=end, samples=20, rtol=1e-8, times=None))
    motion = dalembert.simulate(own)
    written(own, "python", tmp_path)
    _, rows = table_of("python", tmp_path)
    size = np.max(np.abs(motion.q))
    np.testing.assert_allclose(rows[:, 1 : 1 + motion.q.shape[1]], motion.q, atol=1e-8 * size, rtol=0)

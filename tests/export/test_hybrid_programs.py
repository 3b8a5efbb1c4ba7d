"""Contacts and dry friction in C and in FMUs: the same impacts, stick and slip as `simulate` has."""

import ctypes
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest
from tests.export.test_programs import table_of, written

import dalembert
from dalembert import ModelError
from dalembert._export.programs.program import model_program

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")

BALL = {  # e = 1/2, g = 8, from a height of 1: impacts at 1/2, 1, 1 1/4, 1 3/8, ... 3/2
    "parameters": {"g": 8.0, "e": 0.5},
    "coordinates": {"y": {"start": 1, "speed": 0}},
    "energy": {"kinetic": "1/2*y'^2", "potential": "g*y"},
    "contacts": {"floor": {"gap": "y", "restitution": "e"}},
    "simulate": {"t_end": 2.0, "samples": 20, "rtol": 1e-9},
}
BLOCK = {  # pushed along a rough floor
    "parameters": {"m": 2.0, "F": 0.0, "mu": 0.5, "g": 10.0},
    "coordinates": {"x": {"start": 0, "speed": 0}, "y": {"start": 0, "speed": 0}},
    "energy": {"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
    "work": {"x": "F"},
    "contacts": {"floor": {"gap": "y", "slip": "x'", "friction": "mu", "restitution": 0}},
    "simulate": {"t_end": 2.0, "samples": 20, "rtol": 1e-9},
}
GATED = BLOCK | {"work": {"x": "F + 14*step(t - 1/3)"}}
BESIDE_CONSTRAINTS = {
    "rod": {
        "parameters": {"mu": 0.3},
        "coordinates": {"x": {"start": 0}, "y": {"start": 0}, "u": {"start": 0.6}, "v": {"start": 0.8}},
        "energy": {"kinetic": "1/2*(x'^2 + y'^2 + u'^2 + v'^2)", "potential": "9.81*(y + v)"},
        "constraints": {"displacement": {"length": "(u - x)^2 + (v - y)^2 - 1"}},
        "contacts": {
            "foot": {"gap": "y", "slip": "x'", "friction": "mu", "restitution": 0},
            "head": {"gap": "v", "slip": "u'", "friction": "mu", "restitution": 0.4},
        },
    },
    "skate": {
        "parameters": {"e": 0.3},
        "coordinates": {"x": {"speed": 1}, "y": {"speed": 0}, "a": {"speed": 1}},
        "energy": {"kinetic": "1/2*(x'^2 + y'^2) + 0.1*a'^2"},
        "work": {"x": "sin(3*t)"},
        "constraints": {"flow": {"blade": "x'*sin(a) - y'*cos(a)"}},
        "contacts": {"wall": {"gap": "1.2 - y", "restitution": "e"}},
    },
    "shaken": {  # by a smooth motion, while a force is switched on and off
        "parameters": {"a": 0.01, "w": 40.0},
        "coordinates": {"x": {"start": 0, "speed": 0}, "y": {"start": 0.3, "speed": 0}},
        "energy": {"kinetic": "1/2*(x'^2 + y'^2)", "potential": "9.81*y"},
        "work": {"x": "pulse(t, 0.2, 0.5) - x'", "y": "-pulse(t, 0.7, 0.3)"},
        "contacts": {"plate": {"gap": "y - a*sin(w*t)", "restitution": 0.6}},
    },
    "without parameters": {
        "coordinates": {"y": {"start": 0.3}},
        "energy": {"kinetic": "1/2*y'^2", "potential": "9.81*y"},
        "contacts": {"floor": {"gap": "y", "restitution": 0.4}},
    },
}
SHORT = ("bouncing_ball", "stick_slip", "dry_friction_oscillator", "pad_on_spring_mat")
LONG = ("mass_and_wall", "block_on_slope", "sliding_disc", "newtons_cradle:4", "rocking_block")


@pytest.mark.parametrize("name", [*SHORT, *(pytest.param(name, marks=pytest.mark.soak) for name in LONG)])
def test_a_library_in_c_goes_from_mode_to_mode_as_simulate_does(name, tmp_path):
    """States, energies, forces and friction over the whole run; no warning of the compiler."""
    own = dalembert.read(name)
    own = replace(own, simulate=replace(own.simulate, rtol=1e-8, samples=50, times=None))
    motion = dalembert.simulate(own)
    written(own, "c", tmp_path)
    _, rows = table_of("c", tmp_path)
    entries = model_program(own, with_modes=True)
    for entry, column in zip((*entries.states, *entries.observed), rows.T[1:], strict=True):
        expected = {"T": motion.T, "V": motion.V}.get(entry.name)
        expected = motion[entry.name] if expected is None else expected
        size = max(1e-3, np.max(np.abs(expected)))
        np.testing.assert_allclose(column, expected, rtol=0, atol=1e-7 * size, err_msg=entry.name)


@pytest.mark.parametrize("name", list(BESIDE_CONSTRAINTS))
def test_contacts_beside_constraints_in_c(name, tmp_path):
    """Impacts, stick and slip of what is constrained besides: all columns are those of `simulate`."""
    own = dalembert.model(**BESIDE_CONSTRAINTS[name], simulate={"t_end": 2.0, "samples": 20, "rtol": 1e-9})
    motion = dalembert.simulate(own)
    written(own, "c", tmp_path)
    _, rows = table_of("c", tmp_path)
    entries = model_program(own, with_modes=True)
    assert len(motion.impacts) > 0
    for entry, column in zip((*entries.states, *entries.observed), rows.T[1:], strict=True):
        expected = {"T": motion.T, "V": motion.V}.get(entry.name)
        expected = motion[entry.name] if expected is None else expected
        np.testing.assert_allclose(column, expected, rtol=0, atol=1e-9, err_msg=entry.name)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """The library of a model in C, made once: a function that makes an instance."""
    made = {}

    def make(name, sections):
        if name not in made:
            folder = tmp_path_factory.mktemp(name)
            written(dalembert.model(**sections), "c", folder)
            words = [
                "cc",
                "-std=c99",
                "-O1",
                "-shared",
                "-fPIC",
                "-ffp-contract=off",
                "own.c",
                "-o",
                "own.so",
            ]
            subprocess.run([*words, "-lm"], cwd=folder, check=True, timeout=300)
            own = ctypes.CDLL(str(folder / "own.so"))
            own.own_create.restype = ctypes.c_void_p
            own.own_state.restype = ctypes.POINTER(ctypes.c_double)
            own.own_time.restype = ctypes.c_double
            own.own_message.restype = ctypes.c_char_p
            made[name] = own
        own = made[name]
        return own, ctypes.c_void_p(own.own_create())

    return make


def state_of(own, model, count):
    """The state of an instance."""
    found = own.own_state(model)
    return [found[i] for i in range(count)]


def test_steps_of_any_length_give_the_impacts_of_the_ball(library):
    """Through infinitely many impacts, which end at 3/2 s, to rest; a reset begins the same run bit for bit."""
    runs = []
    own, model = library("ball", BALL)
    for _ in range(2):
        seen = []
        for t in (0.2, 0.5, 0.500001, 0.75, 1.125, 1.4999, 1.75, 2.0):
            assert own.own_step_to(model, ctypes.c_double(t)) == 0
            seen.append(state_of(own, model, 2))
        runs.append(seen)
        assert own.own_reset(model, ctypes.c_double(0.0), None) == 0
    assert runs[0] == runs[1]
    heights = dict(zip((0.2, 0.75, 1.125, 1.75), (runs[0][i][0] for i in (0, 3, 4, 6)), strict=True))
    assert heights == pytest.approx({0.2: 1 - 4 * 0.04, 0.75: 0.25, 1.125: 0.0625, 1.75: 0.0}, abs=1e-9)
    assert runs[0][-1] == pytest.approx([0.0, 0.0], abs=1e-9)
    own.own_destroy(model)


def test_a_start_inside_of_a_contact_is_told(library):
    """A ball below the floor has no motion; the words say why, and a good start works again."""
    own, model = library("ball", BALL)
    below = (ctypes.c_double * 2)(-0.1, 0.0)
    status = own.own_reset(model, ctypes.c_double(0.0), below)
    assert status != 0
    assert b"gap is negative" in own.own_message(status)
    assert own.own_step(model, ctypes.c_double(0.1)) == status
    assert own.own_reset(model, ctypes.c_double(0.0), None) == 0
    assert own.own_step(model, ctypes.c_double(0.1)) == 0
    own.own_destroy(model)


def test_a_force_that_is_changed_between_steps_lets_a_block_slip(library):
    """It sticks below mu m g = 10 N; with 14 N it slides by 1/2 (14 - 10)/2 t^2; without, it comes to rest."""
    own, model = library("block", BLOCK)

    def push(force, dt):
        own.own_set_parameters(model, (ctypes.c_double * 4)(2.0, force, 0.5, 10.0))
        assert own.own_step(model, ctypes.c_double(dt)) == 0
        return state_of(own, model, 4)

    assert push(9.0, 0.5) == pytest.approx([0, 0, 0, 0], abs=1e-12)
    assert push(14.0, 0.5) == pytest.approx([0.25, 0, 1.0, 0], abs=1e-9)
    assert push(0.0, 1.0) == pytest.approx([0.35, 0, 0, 0], abs=1e-9)  # 1 m/s at 5 m/s^2: 0.2 s, 0.1 m
    own.own_destroy(model)


def test_a_force_that_jumps_in_time_lets_a_block_slip(tmp_path):
    """From 1/3 s on, by 1/2 (14 - 10)/2 (t - 1/3)^2."""
    written(dalembert.model(**GATED), "c", tmp_path)
    head, rows = table_of("c", tmp_path)
    expected = np.maximum(rows[:, 0] - 1 / 3, 0.0) ** 2
    np.testing.assert_allclose(rows[:, head.index("x")], expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("sections", "language", "what"),
    [
        (BALL, "python", "contact floor"),
        (BALL, "jax", "contact floor"),
        (BALL, "modelica", "contact floor"),
        (
            {"inputs": {"u": "abs(t - 1)"}, "contacts": {"floor": {"gap": "y - u", "restitution": 0}}},
            "c",
            "velocities jump",
        ),
        (
            {
                "contacts": {
                    "floor": {"gap": "y", "law": "spring", "stiffness": 1e4, "slip": "y'", "friction": 0.1}
                }
            },
            "c",
            "compliant",
        ),
        (
            {
                "coordinates": {"x": {"start": 0}, "z": {"start": 0}, **BALL["coordinates"]},
                "energy": {"kinetic": "1/2*(x'^2 + y'^2 + z'^2)", "potential": "g*y"},
                "contacts": {
                    "floor": {"gap": "y", "slip": ["x'", "z'"], "friction": 0.3, "restitution": 0.5}
                },
            },
            "fmu2",
            "floor",
        ),
    ],
)
def test_what_is_beyond_is_refused_by_name(sections, language, what):
    """Nothing is written; the hint names what can follow contacts."""
    model = dalembert.model(**{**BALL, **sections})
    with pytest.raises(ModelError, match=what):
        dalembert.program_files(model, language, "own")


def test_both_kinds_of_fmus_have_contacts(tmp_path):
    """FMPy finds nothing to complain of; impacts are state events or inside of steps, within the tolerance."""
    fmpy = pytest.importorskip("fmpy", reason="FMPy is not installed")
    from fmpy.validation import validate_fmu

    for version, name, end in (("fmu2", "bouncing_ball", 4.5), ("fmu3", "stick_slip", 2.0)):
        model = dalembert.read(name)
        model = replace(model, simulate=replace(model.simulate, t_end=end, samples=20, rtol=1e-8))
        ((file, data),) = dalembert.program_files(model, version, name).items()
        path = str(tmp_path / file)
        (tmp_path / file).write_bytes(data)
        assert validate_fmu(path) == []
        motion = dalembert.simulate(model)
        names = [c.name for c in model.coordinates]
        for kind, tolerance, within in (("CoSimulation", 1e-8, 1e-8), ("ModelExchange", 1e-12, 1e-7)):
            found = fmpy.simulate_fmu(
                path,
                fmi_type=kind,
                stop_time=end,
                output_interval=end / 20,
                relative_tolerance=tolerance,
                output=names,
            )
            rows = [np.flatnonzero(np.abs(found["time"] - t) < 1e-9)[-1] for t in motion.t]
            for own in names:
                np.testing.assert_allclose(
                    found[own][rows], motion[own], rtol=0, atol=within * np.max(np.abs(motion.q))
                )


def test_a_state_in_contact_comes_back_in_another_instance(tmp_path):
    """Saved while the block slides, read into a second instance: the same bits from there on."""
    pytest.importorskip("fmpy", reason="FMPy is not installed")
    from tests.export.test_fmu import opened

    ((file, data),) = dalembert.program_files(
        dalembert.model(**BLOCK), "fmu2", "block", inputs=["F"], kind="cs"
    ).items()
    (tmp_path / file).write_bytes(data)
    (one, vr), (other, _) = opened(str(tmp_path / file)), opened(str(tmp_path / file))
    for own in (one, other):
        own.exitInitializationMode()
    one.setReal([vr["F"]], [14.0])
    one.doStep(currentCommunicationPoint=0.0, communicationStepSize=0.5)
    saved = one.written(one.getState())
    other.setState(other.read(saved))
    for own in (one, other):
        own.setReal([vr["F"]], [0.0])
        own.doStep(currentCommunicationPoint=0.5, communicationStepSize=0.1)
    columns = [vr["x"], vr["x'"], vr["friction_floor"]]
    assert one.getReal(columns) == other.getReal(columns)
    assert one.getReal(columns) == pytest.approx([0.25 + 0.1 - 2.5 * 0.01, 0.5, -10.0], abs=1e-9)
    for own in (one, other):
        own.terminate()
        own.freeInstance()


def test_the_kind_of_an_fmu_is_chosen(tmp_path):
    """Only what is asked for stands in its description; what is no kind is told."""
    fmpy = pytest.importorskip("fmpy", reason="FMPy is not installed")
    for kind in ("me", "cs"):
        ((file, data),) = dalembert.program_files("rod_pendulum", "fmu3", kind, kind=kind).items()
        (tmp_path / file).write_bytes(data)
        about = fmpy.read_model_description(str(tmp_path / file))
        assert (about.modelExchange is not None, about.coSimulation is not None) == (
            kind == "me",
            kind == "cs",
        )
    with pytest.raises(ValueError, match="me, cs, both"):
        dalembert.program_files("rod_pendulum", "fmu2", "own", kind="dll")
    with pytest.raises(ValueError, match="not for c"):
        dalembert.program_files("rod_pendulum", "c", "own", kind="cs")


def test_in_model_exchange_nothing_falls_through_a_floor(tmp_path):
    """Bounces on a floor that shakes become shorter than a host can resolve, at any of its tolerances."""
    fmpy = pytest.importorskip("fmpy", reason="FMPy is not installed")
    floor = {"gap": "y - 0.02*sin(12*t)", "restitution": "e"}
    sections = BALL | {"parameters": {"g": 9.81, "e": 0.4}, "contacts": {"floor": floor}}
    sections |= {"simulate": {"t_end": 1.0, "samples": 10, "rtol": 1e-10}}
    model = dalembert.model(**sections)
    (data,) = dalembert.program_files(model, "fmu2", "own", kind="me").values()
    (tmp_path / "own.fmu").write_bytes(data)
    for e in (0.2, 0.4):
        motion = dalembert.simulate(dalembert.vary(model, parameters={"e": e}))
        for tolerance in (1e-6, 1e-9, 1e-10):
            found = fmpy.simulate_fmu(
                str(tmp_path / "own.fmu"),
                stop_time=1.0,
                output_interval=0.01,
                relative_tolerance=tolerance,
                output=["y"],
                start_values={"e": e},
            )
            rows = [np.flatnonzero(np.abs(found["time"] - t) < 1e-9)[-1] for t in motion.t]
            assert np.max(np.abs(found["y"][rows] - motion["y"])) <= 30 * tolerance, (e, tolerance)


def test_kinks_are_followed_in_c(tmp_path):
    """V = 5|x|, from x = 0.3 at rest: parabolas with period 4 √(2 · 0.3 / 5), whatever the steps are."""
    own = dalembert.model(
        coordinates={"x": {"start": 0.3}},
        energy={"kinetic": "1/2*x'^2", "potential": "5*abs(x)"},
        simulate={"t_end": 4 * np.sqrt(0.12), "samples": 8, "rtol": 1e-9},
    )
    written(own, "c", tmp_path)
    _, rows = table_of("c", tmp_path)
    quarter = np.sqrt(0.12)
    up = np.array([0.0, 0.5, 1.0]) * quarter
    x = 0.3 - 2.5 * up**2
    np.testing.assert_allclose(rows[:3, 1], x, atol=1e-12)
    np.testing.assert_allclose(rows[[4, 8], 1], [-0.3, 0.3], atol=1e-12)


LIFT = {"x": [-0.2, -0.05, 0, 0.1, 0.2], "value": [0.3, 1, -1, 0.2, 0], "beyond": "line"}
LAND = {"x": [-0.2, 0, 0.2], "y": [-1, 0.1, 1], "value": [[0, 1, 2], [1, -1, 0], [3, 0, 1]], "beyond": "hold"}
COUNTED = {
    "floor": {"potential": "5*x^2 + 0.1*floor(7*x)*x"},
    "mod": {"work": "mod(5*x + 0.3*t, 1)"},
    "table": {"work": "lift(x) + 0.1*lift(0.1*x')", "tables": {"lift": LIFT}},
    "spline": {"work": "lift(x)", "tables": {"lift": LIFT | {"interpolate": "spline", "beyond": "hold"}}},
    "map": {"work": "land(x, x')", "tables": {"land": LAND}},
    "nested": {"work": "lift(abs(x - 0.02*floor(t))) - 0.1*sign(x')", "tables": {"lift": LIFT}},
    "sampled": {
        "work": "lift(x) + u",
        "tables": {"lift": LIFT},
        "sampled": {"u": {"every": 0.13, "value": "lift(-x)"}},
        "impulses": {"hit": {"at": 1.0, "work": {"x": "lift(x)"}}},
    },
    "cam": {
        "coordinates": {"x": {"start": 0.3}, "y": {"guess": 0.0}},
        "kinetic": "1/2*x'^2 + 1/2*y'^2",
        "constraints": {"displacement": {"cam": "y - lift(x)"}},
        "tables": {"lift": LIFT | {"interpolate": "spline"}},
    },
}


def counted(name):
    """A mass on x under forces that count, or are looked up in cells."""
    sections = dict(COUNTED[name])
    energy = {
        "kinetic": sections.pop("kinetic", "1/2*x'^2"),
        "potential": sections.pop("potential", "5*x^2"),
    }
    work = {"x": sections.pop("work", "0")}
    sections = {"coordinates": {"x": {"start": 0.3, "speed": 0}}} | sections
    run = {"t_end": 5.0, "samples": 40, "rtol": 1e-9}
    return dalembert.model(energy=energy, work=work, simulate=run, **sections)


@pytest.mark.parametrize("name", list(COUNTED))
def test_whole_numbers_and_cells_of_tables_are_values_of_a_mode_in_c(name, tmp_path):
    """`floor`, `mod` and tables are located where they switch, as `simulate` does: equal to 1e-10."""
    model = counted(name)
    motion = dalembert.simulate(model)
    written(model, "c", tmp_path)
    _, rows = table_of("c", tmp_path)
    for column, entry in enumerate(model_program(model, with_modes=True, with_jumps=True).states, 1):
        expected = motion[entry.name]
        size = np.max(np.abs(expected))
        np.testing.assert_allclose(rows[:, column], expected, rtol=0, atol=1e-10 * size, err_msg=entry.name)


@pytest.mark.parametrize(("version", "name"), [("fmu2", "table"), ("fmu3", "nested"), ("fmu2", "sampled")])
def test_both_kinds_of_fmus_have_tables(version, name, tmp_path):
    """Cells end at state events in model exchange, inside of steps in co-simulation; within the tolerance."""
    fmpy = pytest.importorskip("fmpy", reason="FMPy is not installed")
    from fmpy.validation import validate_fmu

    model = counted(name)
    motion = dalembert.simulate(model)
    ((file, data),) = dalembert.program_files(model, version, "own").items()
    path = str(tmp_path / file)
    (tmp_path / file).write_bytes(data)
    assert validate_fmu(path) == []
    for kind, tolerance, within in (("CoSimulation", 1e-9, 1e-8), ("ModelExchange", 1e-12, 1e-7)):
        found = fmpy.simulate_fmu(
            path,
            fmi_type=kind,
            stop_time=5.0,
            output_interval=5.0 / 40,
            relative_tolerance=tolerance,
            output=["x"],
        )
        rows = [np.flatnonzero(np.abs(found["time"] - t) < 1e-9)[-1] for t in motion.t]
        size = np.max(np.abs(motion["x"]))
        np.testing.assert_allclose(found["x"][rows], motion["x"], rtol=0, atol=within * size, err_msg=kind)


def test_a_table_that_ends_a_run_is_refused_beside_dry_friction():
    """Beyond its samples a program without modes gives no numbers; one with modes would go on straight."""
    sections = {"tables": {"lift": LIFT | {"beyond": "stop"}}, "work": {"x": "lift(x) - sign(x')"}}
    model = dalembert.model(
        coordinates={"x": {"start": 0.1}}, energy={"kinetic": "1/2*x'^2"}, simulate={"t_end": 1.0}, **sections
    )
    with pytest.raises(ModelError, match="the table lift"):
        dalembert.program_files(model, "c", "own")


@pytest.mark.parametrize("work", ["-if(x > 0, sqrt(x), 0)", "-sign(x)*abs(x)^0.3"])
def test_roots_behind_switches_are_met_in_c(work, tmp_path):
    """Steps end at kinks beyond which rates are not smooth, also where rows end a little after them."""
    own = dalembert.model(
        coordinates={"x": {"start": -0.5, "speed": 0.5}},
        energy={"kinetic": "1/2*x'^2", "potential": "9/2*x^2"},
        work={"x": work},
        simulate={"t_end": 8, "samples": 200, "rtol": 1e-9},
    )
    motion = dalembert.simulate(own, rtol=1e-12)
    written(own, "c", tmp_path)
    _, rows = table_of("c", tmp_path)
    np.testing.assert_allclose(rows[:, 1], motion["x"], atol=5e-9)

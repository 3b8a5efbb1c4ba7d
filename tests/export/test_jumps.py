"""Impulses and sampled controllers in programs and FMUs: the same jumps at the same times as `simulate` has."""

import shutil

import numpy as np
import pytest
from tests.export.test_programs import TOOLS, table_of, written

import dalembert
from dalembert import ModelError
from dalembert._export.programs.program import model_program

CONTROLLED = {
    "title": "Two masses under a digital controller, struck once",
    "parameters": {"m": 2.0, "k": 18.0, "kp": 40.0, "ki": 30.0, "r": 0.2, "Ts": 0.03, "p0": 3.0, "t1": 0.5},
    "coordinates": {"x": {"start": 0, "speed": 0}, "z": {"start": 0.1, "speed": 0}},
    "energy": {"kinetic": "1/2*m*x'^2 + 1/2*z'^2", "potential": "1/2*k*x^2 + 5*(z - x)^2"},
    "work": {"x": "u - x' + sin(9*t)"},  # time goes on between jumps
    "impulses": {"hammer": {"at": "t1", "work": {"x": "p0", "z": "-0.2*p0*x"}}},
    "sampled": {
        "u": {"every": "Ts", "value": "kp*(r - x) - 4*x' + ki*sum_e"},
        "sum_e": {"every": "Ts", "value": "sum_e + Ts*(r - x)", "start": 0},
        "slow": {
            "every": 0.1,
            "value": "x + sin(t)",
        },  # some of whose times are those of the impulse and of rows
    },
    "outputs": {"pull": "u + slow"},
    "simulate": {"t_end": 1.0, "samples": 20, "rtol": 1e-8},
}
TIED = CONTROLLED | {"constraints": {"displacement": {"tie": "x - z + 0.1"}}}
RUBBED = {  # a controller that pushes a block over a rough floor
    "parameters": {"mu": 0.5, "g": 10.0, "Ts": 0.05},
    "coordinates": {"x": {"start": 0, "speed": 0}, "y": {"start": 0, "speed": 0}},
    "energy": {"kinetic": "x'^2 + y'^2", "potential": "2*g*y"},
    "work": {"x": "u + sin(9*t)"},
    "sampled": {"u": {"every": "Ts", "value": "40*(0.5*t - x)"}},
    "contacts": {"floor": {"gap": "y", "slip": "x'", "friction": "mu", "restitution": 0}},
    "simulate": {"t_end": 2.0, "samples": 20, "rtol": 1e-8},
}
STRUCK = RUBBED | {  # onto the floor, which does not throw it back, and along it; at times of samples too
    "impulses": {"hit": {"at": 1.0, "work": {"x": 1.0, "y": -2.0}}, "up": {"at": 1.23, "work": {"y": 3.0}}},
    "contacts": {"floor": RUBBED["contacts"]["floor"] | {"restitution": 0.5}},
}
MODELS = {"controlled": CONTROLLED, "tied": TIED}
CRANE = {  # a smooth hoist, and a trolley that is pushed in jumps: nothing but forces jumps
    "title": "Crane",
    "parameters": {"M": 1.2, "m": 0.8, "g": 9.81, "L0": 2.0, "v": 0.5, "F": 3.0},
    "coordinates": {"x": {"start": 0}, "phi": {"start": 0.1}, "L": {"guess": "L0"}},
    "energy": {
        "kinetic": "1/2*M*x'^2 + 1/2*m*(x'^2 + L'^2 + L^2*phi'^2 + 2*x'*(L'*sin(phi) + L*phi'*cos(phi)))",
        "potential": "-m*g*L*cos(phi)",
    },
    "simulate": {"t_end": 2.0, "samples": 20, "rtol": 1e-9},
}
PUSH, HOIST = "F*pulse(t, 0.25, 1) + max(t - 1.5, 0)", "L = L0 - v*t + 0.1*sin(3*t)"
CRANES = {
    "constraint": CRANE | {"work": {"x": PUSH}, "constraints": {"displacement": {"hoist": HOIST}}},
    "effort": CRANE
    | {"work": {"x": PUSH, "L": "S"}, "efforts": {"S": {}}, "constraints": {"effort": {"hoist": HOIST}}},
}


def compared(names, rows, motion):
    """How far columns are off, against their largest values."""
    for name, column in zip(names, rows, strict=True):
        expected = {"T": motion.T, "V": motion.V}.get(name)
        expected = motion[name] if expected is None else expected
        assert np.max(np.abs(column - expected)) <= 1e-8 * np.max(np.abs(expected)) + 1e-12, name


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_closed_contacts_take_their_part_in_an_impulse(tmp_path):
    """In C as in `simulate`: a floor does not throw back what is struck down onto it, and rubs meanwhile."""
    model = dalembert.model(**STRUCK)
    motion = dalembert.simulate(model)
    written(model, "c", tmp_path)
    _, rows = table_of("c", tmp_path)
    entries = model_program(model, with_modes=True, with_jumps=True)
    names = [entry.name for entry in (*entries.states, *entries.observed)]
    compared(names, rows.T[1:], motion)
    assert motion["y'"][10] == 0.0  # right after it was struck
    assert motion["x'"][10] > motion["x'"][9]


@pytest.mark.parametrize("name", list(MODELS))
@pytest.mark.parametrize("language", list(TOOLS))
def test_samples_and_impulses_jump_as_in_simulate(language, name, tmp_path):
    """At rows on the very times of jumps too; constraints take their part in an impulse."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    model = dalembert.model(**MODELS[name])
    written(model, language, tmp_path)
    _, rows = table_of(language, tmp_path)
    own = model_program(model, with_jumps=True)
    compared([e.name for e in (*own.states, *own.observed)], rows.T[1:], dalembert.simulate(model))


@pytest.mark.parametrize("name", list(CRANES))
@pytest.mark.parametrize("language", list(TOOLS))
def test_a_force_jumps_beside_a_smooth_prescribed_motion(language, name, tmp_path):
    """Velocities do not jump there: all rows are those of `simulate`."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    model = dalembert.model(**CRANES[name])
    written(model, language, tmp_path)
    _, rows = table_of(language, tmp_path)
    own = model_program(model)
    compared([e.name for e in (*own.states, *own.observed)], rows.T[1:], dalembert.simulate(model))


@pytest.mark.parametrize("name", list(CRANES))
@pytest.mark.parametrize("hoist", ["L = L0 - v*max(t - 1, 0)", "L = L0 - v*if(t < 1, t, 2*t)"])
def test_a_prescribed_motion_that_switches_is_refused(name, hoist):
    """Where velocities may jump, whatever else switches in time."""
    (kind, _), *_ = CRANES[name]["constraints"].items()
    with pytest.raises(ModelError, match="a prescribed motion with kinks"):
        dalembert.program_files(
            dalembert.model(**CRANES[name] | {"constraints": {kind: {"hoist": hoist}}}), "c", "own"
        )


@pytest.mark.parametrize("language", list(TOOLS))
def test_a_sample_reads_an_input_that_jumps_at_its_time(language, tmp_path):
    """To rounding: ten periods of 0.07 s end before the double 0.7000000000000001, but it is the same time."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    model = dalembert.model(
        parameters={"Ts": 0.07, "t1": 10 * 0.07},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2"},
        inputs={"F": "step(t - t1)"},
        work={"x": "u"},
        sampled={"u": {"every": "Ts", "value": "F"}},
        simulate={"t_end": 2.0, "samples": 20},
    )
    written(model, language, tmp_path)
    _, rows = table_of(language, tmp_path)
    late = np.maximum(rows[:, 0] - 0.7, 0)
    assert rows[:, 1] == pytest.approx(late**2 / 2, abs=1e-9)
    assert dalembert.simulate(model)["x"] == pytest.approx(late**2 / 2, abs=1e-9)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_sampled_controller_pushes_what_sticks_and_slips(tmp_path):
    """In C, beside contacts: the same stick and slip."""
    model = dalembert.model(**RUBBED)
    motion = dalembert.simulate(model)
    assert len(motion.touches) > 2
    written(model, "c", tmp_path)
    _, rows = table_of("c", tmp_path)
    own = model_program(model, with_modes=True, with_jumps=True)
    compared([e.name for e in (*own.states, *own.observed)], rows.T[1:], motion)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize(("version", "sections"), [("fmu2", CONTROLLED), ("fmu3", TIED), ("fmu2", STRUCK)])
def test_both_kinds_of_fmus_sample_and_strike(version, sections, tmp_path):
    """In model exchange at time events; valid for FMPy, within ten times the tolerance."""
    fmpy = pytest.importorskip("fmpy", reason="FMPy is not installed")
    from fmpy.validation import validate_fmu

    model = dalembert.model(**sections)
    motion, end = dalembert.simulate(model), sections["simulate"]["t_end"]
    ((file, data),) = dalembert.program_files(model, version, "own").items()
    path = str(tmp_path / file)
    (tmp_path / file).write_bytes(data)
    assert validate_fmu(path) == []
    names = [*(c.name for c in model.coordinates), "u"]
    for kind, tolerance in (("CoSimulation", 1e-8), ("ModelExchange", 1e-11)):
        found = fmpy.simulate_fmu(
            path,
            fmi_type=kind,
            stop_time=end,
            output_interval=end / 20,
            relative_tolerance=tolerance,
            output=names,
        )
        rows = [np.flatnonzero(np.abs(found["time"] - t) < 1e-9)[-1] for t in motion.t]
        for name in names:
            size = max(np.max(np.abs(motion[name])), np.max(np.abs(motion.q)))
            assert np.max(np.abs(found[name][rows] - motion[name])) <= 1e-7 * size, (kind, name)


@pytest.mark.parametrize(
    ("sections", "language", "what"),
    [
        (CONTROLLED, "julia", "u changes at sampling times"),
        (CONTROLLED, "jax", "the impulse hammer"),
        (CONTROLLED, "modelica", "u changes at sampling times"),
        (CONTROLLED, "sympy", "the impulse hammer"),
    ],
)
def test_jumps_that_a_program_cannot_follow_are_refused_by_name(sections, language, what):
    """Before anything is written."""
    with pytest.raises(ModelError, match=what):
        dalembert.program_files(dalembert.model(**sections), language, "own")

"""Inputs of FMUs: the laws of the model until a host sets them, then the values of the host, with rates."""

import shutil
from itertools import pairwise

import numpy as np
import pytest
from tests.export.test_fmu import opened

import dalembert

fmpy = pytest.importorskip("fmpy", reason="FMPy is not installed")
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")

WHEEL = {
    "title": "A wheel on a road, pushed",
    "parameters": {"m": {"value": 2, "unit": "kg"}, "k": {"value": 300, "unit": "N/m"}, "c": 20.0},
    "coordinates": {"x": {"start": 0, "speed": 0, "unit": "m"}},
    "inputs": {
        "road": {"value": "0.05*sin(5*t)", "unit": "m", "text": "height of the road"},
        "push": {"times": [0, 0.3, 0.31, 1], "values": [0, 0, 5, 5], "unit": "N"},
    },
    "energy": {"kinetic": "1/2*m*x'^2", "potential": "1/2*k*(x - road)^2"},
    "work": {"x": "push - c*(x' - road')"},
    "outputs": {"load": "k*(road - x) + push"},
    "simulate": {"t_end": 1.0, "samples": 20, "rtol": 1e-9},
}
CIRCUIT = {  # the voltage at the diode has no dynamics of its own
    "parameters": {"C": 1e-3, "R": 50.0, "I0": 1e-6, "U": 0.05},
    "coordinates": {"q": {"start": 0}},
    "inputs": {"source": "1 + 0.4*sin(20*t)"},
    "efforts": {"v": {"guess": 0.4}},
    "energy": {"potential": "q^2/(2*C)", "dissipation": "1/2*R*q'^2"},
    "work": {"q": "source - v"},
    "constraints": {"effort": {"diode": "q' - I0*(exp(v/U) - 1)"}},
    "simulate": {"t_end": 0.4, "samples": 20, "rtol": 1e-8},
}
BLOCK = {  # on a rough floor: 10 N hold it
    "parameters": {"m": 2.0, "mu": 0.5, "g": 10.0},
    "coordinates": {"x": {"start": 0, "speed": 0}, "y": {"start": 0, "speed": 0}},
    "inputs": {"F": "0*t"},
    "energy": {"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
    "work": {"x": "F"},
    "contacts": {"floor": {"gap": "y", "slip": "x'", "friction": "mu", "restitution": 0}},
    "simulate": {"t_end": 2.0, "samples": 20, "rtol": 1e-9},
}
PIVOT = {  # the momentum has the rate of the input in it
    "parameters": {"l": 1.0, "g": 9.81},
    "coordinates": {"a": {"start": 0.1, "speed": 0}},
    "inputs": {"pivot": "0.1*sin(3*t)", "torque": "0*t"},
    "energy": {"kinetic": "1/2*(pivot' + l*a'*cos(a))^2 + 1/2*(l*a'*sin(a))^2", "potential": "-g*l*cos(a)"},
    "work": {"a": "torque"},
    "simulate": {"t_end": 1.0, "samples": 20, "rtol": 1e-8},
}
SPARE = {**WHEEL, "inputs": {**WHEEL["inputs"], "spare": "0.3*sin(2*t)"}}  # nothing depends on this input


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The path of the FMU of some sections, made once."""
    made = {}

    def make(name, sections, version):
        if (name, version) not in made:
            ((file, data),) = dalembert.program_files(dalembert.model(**sections), version, name).items()
            path = tmp_path_factory.mktemp(name) / file
            path.write_bytes(data)
            made[name, version] = str(path)
        return made[name, version]

    return make


def off(found, motion, name):
    """How far a column of a host is from that of a motion, against its largest value."""
    rows = [np.flatnonzero(np.abs(found["time"] - t) < 1e-9)[-1] for t in motion.t]
    return np.max(np.abs(found[name][rows] - motion[name])) / np.max(np.abs(motion[name]))


@pytest.mark.parametrize("version", ["fmu2", "fmu3"])
@pytest.mark.parametrize(
    ("name", "sections"), [("wheel", WHEEL), ("circuit", CIRCUIT), ("pivot", PIVOT), ("spare", SPARE)]
)
def test_inputs_that_nobody_gives_follow_their_laws(version, name, sections, archive):
    """FMPy finds nothing to complain of; the motion is that of `simulate`, also where inputs are set to their starts."""
    from fmpy.validation import validate_fmu

    path = archive(name, sections, version)
    assert validate_fmu(path) == []
    inputs = [v for v in fmpy.read_model_description(path).modelVariables if v.causality == "input"]
    motion = dalembert.simulate(dalembert.model(**sections))
    wanted = [next(iter(sections["coordinates"])), *sections["inputs"]]
    wanted = [one for one in wanted if np.any(motion[one])]
    for starts in ({}, {one.name: float(one.start) for one in inputs}):
        found = fmpy.simulate_fmu(
            path,
            fmi_type="CoSimulation",
            stop_time=motion.t[-1],
            output_interval=motion.t[1],
            start_values=starts,
            output=[one for one in wanted if one != "pivot"],
        )
        for column in found.dtype.names[1:]:
            assert off(found, motion, column) < 1e-7


@pytest.mark.parametrize(
    ("name", "sections", "driven"), [("wheel", WHEEL, "push"), ("circuit", CIRCUIT, "source")]
)
def test_samples_that_a_host_feeds_give_the_motion_of_the_same_table(name, sections, driven, archive):
    """With values and slopes at its steps: what is linear between them is followed to 1e-8."""
    from ctypes import c_double, c_int, c_uint

    end = sections["simulate"]["t_end"]
    times = np.linspace(0, end, 21)
    values = 1 + np.round(3 * np.sin(7 * times / end), 2)
    table = {driven: {"times": times.tolist(), "values": values.tolist()}}
    motion = dalembert.simulate(dalembert.model(**{**sections, "inputs": {**sections["inputs"], **table}}))
    one, vr = opened(archive(name, sections, "fmu2"))
    one.setReal([vr[driven]], [values[0]])
    column, seen = next(iter(sections["coordinates"])), []
    for k in range(20):
        slope = (values[k + 1] - values[k]) / (times[k + 1] - times[k])
        one.setReal([vr[driven]], [values[k]])
        one.fmi2SetRealInputDerivatives(
            one.component, (c_uint * 1)(vr[driven]), 1, (c_int * 1)(1), (c_double * 1)(slope)
        )
        if k == 0:
            one.exitInitializationMode()
        one.doStep(currentCommunicationPoint=times[k], communicationStepSize=times[k + 1] - times[k])
        seen += one.getReal([vr[column]])
    assert one.getReal([vr[driven]]) == pytest.approx([values[-1]])
    assert np.max(np.abs(seen - motion[column][1:])) <= 1e-8 * np.max(np.abs(motion[column]))
    one.freeInstance()


@pytest.mark.parametrize("version", ["fmu2", "fmu3"])
def test_a_signal_that_fmpy_feeds_is_held_from_step_to_step(version, archive):
    """The motion of the model whose push is that staircase."""
    heights = [0.0, 3.0, -2.0, 4.0, 4.0, 1.0]
    stairs = " + ".join(f"({b - a!r})*step(t - {k / 5!r})" for k, (a, b) in enumerate(pairwise(heights), 1))
    motion = dalembert.simulate(dalembert.model(**{**WHEEL, "inputs": {**WHEEL["inputs"], "push": stairs}}))
    signal = np.zeros(6, dtype=[("time", "f8"), ("push", "f8")])
    signal["time"], signal["push"] = np.linspace(0, 1, 6), heights
    found = fmpy.simulate_fmu(
        archive("wheel", WHEEL, version),
        fmi_type="CoSimulation",
        stop_time=1.0,
        output_interval=0.2,
        input=signal,
        output=["x"],
    )
    np.testing.assert_allclose(found["x"], motion["x"][::4], rtol=0, atol=1e-8 * np.max(np.abs(motion["x"])))


def exchange(path):
    """An instance for model exchange that has begun, with the same names of functions in both versions."""
    from fmpy.fmi2 import FMU2Model
    from fmpy.fmi3 import FMU3Model

    about = fmpy.read_model_description(path)
    is_new = about.fmiVersion == "3.0"
    one = (FMU3Model if is_new else FMU2Model)(
        guid=about.guid,
        unzipDirectory=fmpy.extract(path),
        modelIdentifier=about.modelExchange.modelIdentifier,
        instanceName="one",
    )
    one.instantiate()
    if is_new:
        one.setReal = one.setFloat64
    else:
        one.setupExperiment(startTime=0.0)
    one.enterInitializationMode()
    one.exitInitializationMode()
    one.handle_event = one.updateDiscreteStates if is_new else one.newDiscreteStates
    one.handle_event()
    one.enterContinuousTimeMode()
    return one, {variable.name: variable.valueReference for variable in about.modelVariables}


@pytest.mark.parametrize("version", ["fmu2", "fmu3"])
def test_a_host_that_integrates_gives_an_input_and_its_rate_at_every_time(version, archive):
    """Classical Runge-Kutta steps of another road: the motion of the model with that road; ∂x''/∂road' = c/m."""
    from ctypes import c_double

    path = archive("wheel", WHEEL, version)
    other = {**WHEEL, "inputs": {"road": "0.1*sin(4*t)", "push": "0*t"}}
    motion = dalembert.simulate(dalembert.model(**other))
    one, vr = exchange(path)
    given = [vr[name] for name in ("road", "road'", "push")]

    def rates(t, y):
        one.setTime(t)
        one.setReal(given, [0.1 * np.sin(4 * t), 0.4 * np.cos(4 * t), 0.0])
        room = (c_double * 2)(*y)
        one.setContinuousStates(room, 2)
        (one.getContinuousStateDerivatives if version == "fmu3" else one.getDerivatives)(room, 2)
        return np.array(room)

    y, dt = np.zeros(2), 1 / 200
    for k in range(200):
        t = k * dt
        if k in (60, 62):  # the table of the push has a kink there, and the host is told so
            one.enterEventMode()
            one.handle_event()
            one.enterContinuousTimeMode()
        k1 = rates(t, y)
        k2 = rates(t + dt / 2, y + dt / 2 * k1)
        k3 = rates(t + dt / 2, y + dt / 2 * k2)
        k4 = rates(t + dt, y + dt * k3)
        y = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    assert y == pytest.approx([motion["x"][-1], motion["x'"][-1]], rel=1e-6)
    unknown = [vr["der(x')"], vr["load"]]
    assert one.getDirectionalDerivative(unknown, [vr["road'"]], [1.0]) == pytest.approx([10.0, 0.0])
    assert one.getDirectionalDerivative(unknown, [vr["road"]], [1.0]) == pytest.approx([150.0, 300.0])
    one.terminate()
    one.freeInstance()


@pytest.mark.parametrize("version", ["fmu2", "fmu3"])
def test_a_given_input_is_kept_in_states_forgotten_by_a_reset_and_complete(version, archive):
    """Without its rate, which the damper needs, it is refused in words; a state brings it into another instance."""
    path = archive("wheel", WHEEL, version)
    (one, vr), (other, _) = opened(path), opened(path)

    def step(own, t):
        own.doStep(currentCommunicationPoint=t, communicationStepSize=0.1)

    for own in (one, other):
        own.exitInitializationMode()
    laws = one.getReal([vr["road"], vr["road'"], vr["push"]])
    assert laws == pytest.approx([0.0, 0.25, 0.0])
    assert one.getDirectionalDerivative([vr["der(x')"]], [vr["road"]], [1.0]) == pytest.approx([150.0])
    one.setReal([vr["road"]], [0.1])
    with pytest.raises(fmpy.fmi1.FMICallException):
        step(one, 0.0)
    one.setReal([vr["road'"]], [0.5])
    step(one, 0.0)
    assert one.getReal([vr["road"], vr["road'"]]) == pytest.approx([0.15, 0.5])
    other.setState(other.read(one.written(one.getState())))
    for own in (one, other):
        step(own, 0.1)
    columns = [vr["x"], vr["x'"], vr["road"]]
    assert one.getReal(columns) == other.getReal(columns)
    assert one.getReal(columns)[-1] == pytest.approx(0.2)
    one.reset()
    assert one.getReal([vr["road"], vr["road'"], vr["push"]]) == pytest.approx(laws)
    for own in (one, other):
        own.freeInstance()


@pytest.mark.parametrize("version", ["fmu2", "fmu3"])
def test_an_input_pushes_a_block_out_of_stiction(version, archive):
    """It sticks with 9 N, slides by 1/2 (14 - 10)/2 t^2 with 14 N, and comes to rest without."""
    one, vr = opened(archive("block", BLOCK, version))
    one.exitInitializationMode()
    seen = []
    for t, force, dt in ((0.0, 9.0, 0.5), (0.5, 14.0, 0.5), (1.0, 0.0, 1.0)):
        one.setReal([vr["F"]], [force])
        one.doStep(currentCommunicationPoint=t, communicationStepSize=dt)
        seen += one.getReal([vr["x"]])
    assert seen == pytest.approx([0.0, 0.25, 0.35], abs=1e-9)
    one.freeInstance()


def test_inputs_with_which_velocities_jump_keep_their_laws(archive):
    """A pivot whose speed stands in the momentum is no variable; asked for, it is refused by name."""
    names = {v.name for v in fmpy.read_model_description(archive("pivot", PIVOT, "fmu2")).modelVariables}
    assert "torque" in names
    assert not names & {"pivot", "pivot'", "pivot''"}
    with pytest.raises(ValueError, match="pivot keeps its own law"):
        dalembert.program_files(dalembert.model(**PIVOT), "fmu2", "own", inputs=["pivot"])

"""FMUs: valid by FMPy's rules, the same motions in both kinds, states that can be saved, several at once."""

import importlib.util
import shutil
import zipfile
from dataclasses import replace

import numpy as np
import pytest

import dalembert

fmpy = pytest.importorskip("fmpy", reason="FMPy is not installed")
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")

DRIVEN = {
    "title": 'Driven <mass> & "spring"',
    "parameters": {
        "m": {"value": 2, "unit": "kg"},
        "k": {"value": 30, "unit": "N/m"},
        "F": {"value": 0, "unit": "N"},
    },
    "coordinates": {"x": {"start": 0.2, "speed": 0, "unit": "m"}},
    "energy": {"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
    "work": {"x": "F"},
    "outputs": {"pull": {"value": "k*x", "unit": "N"}},
    "simulate": {"t_end": 1.0, "samples": 20, "rtol": 1e-8},
}
SPANS = {"heavy_top": 0.1}  # seconds; it spins twenty times a second


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The FMU of a model, made once."""
    made = {}

    def make(name):
        if name not in made:
            model = dalembert.model(**DRIVEN) if name == "driven" else dalembert.read(name)
            end = SPANS.get(name, 1.0)
            model = replace(model, simulate=replace(model.simulate, t_end=end, samples=20, rtol=1e-8))
            inputs = ["F"] if name == "driven" else []
            ((file, data),) = dalembert.program_files(model, "fmu2", name, inputs=inputs).items()
            path = tmp_path_factory.mktemp("fmu") / file
            path.write_bytes(data)
            made[name] = model, str(path)
        return made[name]

    return make


@pytest.mark.parametrize("name", ["driven", "rod_pendulum", "polar_arm", "heavy_top", "triple_pendulum"])
def test_both_kinds_move_as_the_model_does(name, archive):
    """FMPy finds nothing to complain of; the states equal ours within ten times the tolerance."""
    from fmpy.validation import validate_fmu

    model, path = archive(name)
    assert validate_fmu(path) == []
    motion = dalembert.simulate(model)
    names = [c.name for c in model.coordinates]
    for kind, tolerance in (("CoSimulation", 1e-8), ("ModelExchange", 1e-10)):  # the host's own solver
        found = fmpy.simulate_fmu(
            path,
            fmi_type=kind,
            stop_time=motion.t[-1],
            output_interval=motion.t[1],
            relative_tolerance=tolerance,
            output=names,
        )
        rows = [np.flatnonzero(np.abs(found["time"] - t) < 1e-9)[-1] for t in motion.t]
        for name_ in names:
            size = np.max(np.abs(motion.q))
            assert np.max(np.abs(found[name_][rows] - motion[name_])) <= 1e-7 * size


def opened(path):
    """An instance of an FMU in co-simulation, ready to begin."""
    from fmpy.fmi2 import FMU2Slave

    about = fmpy.read_model_description(path)
    one = FMU2Slave(
        guid=about.guid,
        unzipDirectory=fmpy.extract(path),
        modelIdentifier=about.coSimulation.modelIdentifier,
        instanceName="one",
    )
    one.instantiate()
    one.setupExperiment(startTime=0.0)
    one.enterInitializationMode()
    return one, {variable.name: variable.valueReference for variable in about.modelVariables}


def test_two_instances_live_side_by_side_and_states_come_back(archive):
    """One with another stiffness, one put back to an earlier state: each is the oscillator it says."""
    _, path = archive("driven")
    (soft, vr), (own, _) = opened(path), opened(path)
    soft.setReal([vr["k"]], [8.0])
    for one in (soft, own):
        one.exitInitializationMode()
    saved = None
    for step in range(10):
        if step == 5:
            saved = own.getFMUstate()
            saved = own.deSerializeFMUstate(own.serializeFMUstate(saved))
        for one in (soft, own):
            one.doStep(currentCommunicationPoint=0.1 * step, communicationStepSize=0.1)
    for one, k in ((soft, 8.0), (own, 30.0)):
        w = np.sqrt(k / 2)
        assert one.getReal([vr["x"], vr["pull"]]) == pytest.approx(
            [0.2 * np.cos(w), k * 0.2 * np.cos(w)], abs=1e-8
        )
    before = own.getReal([vr["x"], vr["x'"]])
    own.setFMUstate(saved)
    for step in range(5, 10):
        own.doStep(currentCommunicationPoint=0.1 * step, communicationStepSize=0.1)
    assert own.getReal([vr["x"], vr["x'"]]) == before
    for one in (soft, own):
        one.terminate()
        one.freeInstance()


def test_an_input_drives_and_directional_derivatives_are_those_of_the_oscillator(archive):
    """A constant force moves the mean by F/k; ∂(x'')/∂F = 1/m, ∂(x'')/∂x = −k/m, ∂pull/∂x = k."""
    _, path = archive("driven")
    one, vr = opened(path)
    one.exitInitializationMode()
    one.setReal([vr["F"]], [6.0])
    one.doStep(currentCommunicationPoint=0.0, communicationStepSize=1.0)
    assert one.getReal([vr["x"]]) == pytest.approx(
        [0.2], abs=1e-8
    )  # 0.2 is where the force balances the spring
    unknown = [vr["der(x')"], vr["pull"]]
    assert one.getDirectionalDerivative(unknown, [vr["F"]], [1.0]) == pytest.approx([0.5, 0.0])
    assert one.getDirectionalDerivative(unknown, [vr["x"]], [1.0]) == pytest.approx([-15.0, 30.0])
    one.terminate()
    one.freeInstance()


def test_the_same_model_gives_the_same_bytes_and_its_sources(archive):
    """An FMU can be compared and compiled elsewhere."""
    model, path = archive("driven")
    (again,) = dalembert.program_files(model, "fmu2", "driven", inputs=["F"]).values()
    with open(path, "rb") as file:
        assert file.read() == again
    with zipfile.ZipFile(path) as opened_:
        names = opened_.namelist()
    assert {"modelDescription.xml", "sources/driven.c", "sources/driven.h"} <= set(names)


def test_what_is_no_platform_and_no_parameter_is_told():
    """Before anything is compiled."""
    model = dalembert.model(**DRIVEN)
    with pytest.raises(ValueError, match="win64"):
        dalembert.program_files(model, "fmu2", "own", platforms=["amiga"])
    with pytest.raises(ValueError, match="none of m, k, F"):
        dalembert.program_files(model, "fmu2", "own", inputs=["G"])
    with pytest.raises(ValueError, match="not for python"):
        dalembert.program_files(model, "python", "own", inputs=["F"])


@pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="ziglang is not installed")
@pytest.mark.soak
def test_libraries_of_other_platforms_export_the_functions(tmp_path):
    """Windows and macOS: the names of FMI's functions are in the libraries."""
    (data,) = dalembert.program_files(
        dalembert.model(**DRIVEN), "fmu2", "own", platforms=["linux64", "win64", "darwin64"]
    ).values()
    (tmp_path / "own.fmu").write_bytes(data)
    with zipfile.ZipFile(tmp_path / "own.fmu") as archive_:
        for name in ("linux64/own.so", "win64/own.dll", "darwin64/own.dylib"):
            made = archive_.read(f"binaries/{name}")
            assert b"fmi2DoStep" in made
            assert b"fmi2GetDirectionalDerivative" in made

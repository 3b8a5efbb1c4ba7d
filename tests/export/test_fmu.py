"""FMUs: valid by FMPy's rules, the same motions in both kinds, states that can be saved, several at once."""

import importlib.util
import re
import shutil
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import dalembert
from dalembert import ModelError
from dalembert._export.programs.program import model_program
from dalembert.cli import app
from dalembert.library import SYSTEMS

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
JUMPS = DRIVEN | {
    "parameters": DRIVEN["parameters"] | {"t0": {"value": 0.32, "unit": "s"}, "G": {"value": 3, "unit": "N"}},
    "coordinates": {"x": {"start": 0, "speed": 0, "unit": "m"}},
    "work": {"x": "F + G*step(t - t0)"},
}
BOUNCED = DRIVEN | {"contacts": {"stop": {"gap": "x + 0.1", "restitution": 0.5}}}
OWN = {"driven": DRIVEN, "jumps": JUMPS}
OTHER_TYPES = (  # written by a macro
    *("Integer", "Boolean", "String", "Float32", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32"),
    *("Int64", "UInt64", "Clock", "IntervalDecimal", "ShiftDecimal", "ShiftFraction", "IntervalFraction"),
)
SPANS = {"heavy_top": 0.1, "electro_mechanical": 0.01}  # seconds: of fast motions


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The FMU of a model, made once."""
    made = {}

    def make(name, version="fmu2"):
        if (name, version) not in made:
            model = dalembert.model(**OWN[name]) if name in OWN else dalembert.read(name)
            end = SPANS.get(name, 1.0)
            model = replace(model, simulate=replace(model.simulate, t_end=end, samples=20, rtol=1e-8))
            inputs = ["F"] if name in OWN else []
            ((file, data),) = dalembert.program_files(model, version, name, inputs=inputs).items()
            path = tmp_path_factory.mktemp("fmu") / file
            path.write_bytes(data)
            made[name, version] = model, str(path)
        return made[name, version]

    return make


@pytest.mark.parametrize(
    ("name", "version"),
    [
        *((name, "fmu2") for name in ("driven", "jumps", "rod_pendulum", "polar_arm", "heavy_top")),
        *((name, "fmu3") for name in ("jumps", "rod_pendulum", "triple_pendulum", "electro_mechanical")),
    ],
)
def test_both_kinds_move_as_the_model_does(name, version, archive):
    """FMPy finds nothing to complain of; the states equal ours within ten times the tolerance."""
    from fmpy.validation import validate_fmu

    model, path = archive(name, version)
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
    """An instance of an FMU in co-simulation, ready to begin; its functions by one name in both versions."""
    from fmpy.fmi2 import FMU2Slave
    from fmpy.fmi3 import FMU3Slave

    about = fmpy.read_model_description(path)
    is_new = about.fmiVersion == "3.0"
    one = (FMU3Slave if is_new else FMU2Slave)(
        guid=about.guid,
        unzipDirectory=fmpy.extract(path),
        modelIdentifier=about.coSimulation.modelIdentifier,
        instanceName="one",
    )
    one.instantiate()
    if is_new:
        one.getReal, one.setReal, one.getState, one.setState = (
            one.getFloat64,
            one.setFloat64,
            one.getFMUState,
            one.setFMUState,
        )
        one.written, one.read = one.serializeFMUState, one.deserializeFMUState
    else:
        one.setupExperiment(startTime=0.0)
        one.getState, one.setState = one.getFMUstate, one.setFMUstate
        one.written, one.read = one.serializeFMUstate, one.deSerializeFMUstate
    one.enterInitializationMode()
    return one, {variable.name: variable.valueReference for variable in about.modelVariables}


@pytest.mark.parametrize("version", ["fmu2", "fmu3"])
def test_two_instances_live_side_by_side_and_states_come_back(version, archive):
    """One with another stiffness, one put back to an earlier state: each is the oscillator it says."""
    _, path = archive("driven", version)
    (soft, vr), (own, _) = opened(path), opened(path)
    soft.setReal([vr["k"]], [8.0])
    for one in (soft, own):
        one.exitInitializationMode()
    saved = None
    for step in range(10):
        if step == 5:
            saved = own.read(own.written(own.getState()))
        for one in (soft, own):
            one.doStep(currentCommunicationPoint=0.1 * step, communicationStepSize=0.1)
    for one, k in ((soft, 8.0), (own, 30.0)):
        w = np.sqrt(k / 2)
        assert one.getReal([vr["x"], vr["pull"]]) == pytest.approx(
            [0.2 * np.cos(w), k * 0.2 * np.cos(w)], abs=1e-8
        )
    before = own.getReal([vr["x"], vr["x'"]])
    own.setState(saved)
    for step in range(5, 10):
        own.doStep(currentCommunicationPoint=0.1 * step, communicationStepSize=0.1)
    assert own.getReal([vr["x"], vr["x'"]]) == before
    for one in (soft, own):
        one.terminate()
        one.freeInstance()


@pytest.mark.parametrize("version", ["fmu2", "fmu3"])
def test_an_input_drives_and_directional_derivatives_are_those_of_the_oscillator(version, archive):
    """A constant force moves the mean by F/k; ∂(x'')/∂F = 1/m, ∂(x'')/∂x = −k/m, ∂pull/∂x = k."""
    _, path = archive("driven", version)
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


@pytest.mark.parametrize("version", ["fmu2", "fmu3"])
def test_what_no_host_should_ask_for_is_told_and_changes_nothing(version, archive):
    """Unknown references, steps back in time, steps from elsewhere; a run that is reset has the same bits."""
    _, path = archive("driven", version)
    one, vr = opened(path)
    one.exitInitializationMode()

    def step(t, dt):
        return one.doStep(currentCommunicationPoint=t, communicationStepSize=dt)

    runs = []
    for _ in range(2):
        step(0.0, 0.0)
        for bad in (
            lambda: one.getReal([999]),
            lambda: one.setReal([999], [1.0]),
            lambda: one.setReal([vr["pull"]], [1.0]),
            lambda: step(0.0, -0.1),
            lambda: step(0.0, float("nan")),
            lambda: step(0.5, 0.1),
        ):
            with pytest.raises(fmpy.fmi1.FMICallException):
                bad()
        for k in range(4):
            step(0.25 * k, 0.25)
        runs.append(one.getReal([vr["x"], vr["x'"]]))
        one.reset()
        if version == "fmu2":
            one.setupExperiment(startTime=0.0)
        one.enterInitializationMode()
        one.exitInitializationMode()
    assert runs[0] == runs[1]
    assert runs[0][0] == pytest.approx(0.2 * np.cos(np.sqrt(15)), abs=1e-8)
    one.freeInstance()


def test_names_of_an_fmu_are_whole_and_unique(tmp_path):
    """A long name is not cut; a parameter may be called T, as the kinetic energy is."""
    from fmpy.validation import validate_fmu

    name = "x" * 200
    model = dalembert.model(
        title="two\nlines </x> */",
        parameters={"T": 2.0},
        coordinates={name: {"start": 1, "speed": 0, "text": '<b> & "quoted"'}},
        energy={"kinetic": f"1/2*{name}'^2", "potential": f"T*{name}^2"},
        simulate={"t_end": 1.0},
    )
    for version in ("fmu2", "fmu3"):
        ((file, data),) = dalembert.program_files(model, version, "own", kind="cs").items()
        (tmp_path / file).write_bytes(data)
        assert validate_fmu(str(tmp_path / file)) == []
        names = {one.name for one in fmpy.read_model_description(str(tmp_path / file)).modelVariables}
        assert {name, f"der({name})", "T", "kinetic energy", "V"} <= names


def test_the_same_model_gives_the_same_bytes_and_its_sources(archive):
    """An FMU can be compared and compiled elsewhere."""
    model, path = archive("driven")
    (again,) = dalembert.program_files(model, "fmu2", "driven", inputs=["F"]).values()
    with open(path, "rb") as file:
        assert file.read() == again
    with zipfile.ZipFile(path) as opened_:
        names = opened_.namelist()
    assert {"modelDescription.xml", "sources/driven.c", "sources/driven.h"} <= set(names)


@pytest.mark.parametrize("version", [2, 3])
def test_the_interface_is_that_of_the_standard(version, archive, tmp_path):
    """The source compiles, without a warning, after the header of the standard that FMPy ships."""
    _, path = archive("driven", f"fmu{version}")
    headers = Path(fmpy.__file__).parent / "c-code"
    with zipfile.ZipFile(path) as opened_:
        opened_.extractall(tmp_path)
    text = (headers / f"fmi{version}Functions.h").read_text(encoding="utf-8")
    wanted = set(re.findall(rf"\b(fmi{version}[A-Z]\w+)TYPE\b", text))
    words = ["cc", "-std=c99", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{headers}"]
    words += ["-include", f"fmi{version}Functions.h", "driven.c"]
    made = subprocess.run(words, cwd=tmp_path / "sources", capture_output=True, text=True, timeout=300)
    assert made.returncode == 0, made.stderr
    source = (tmp_path / "sources/driven.c").read_text(encoding="utf-8")
    missing = {name for name in wanted if name not in source}
    assert missing <= {f"fmi{version}{kind}{way}" for kind in ("Get", "Set") for way in OTHER_TYPES}


def test_the_archive_may_be_named_on_the_command_line(tmp_path):
    """`--out folder/motor.fmu` writes that file, not a folder of this name."""
    from fmpy.validation import validate_fmu

    target = tmp_path / "made" / "motor.fmu"
    told = CliRunner().invoke(app, ["export", "duffing", "--to", "fmu2", "--out", str(target)])
    assert told.exit_code == 0, told.output
    assert target.is_file()
    assert validate_fmu(str(target)) == []


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
@pytest.mark.parametrize(
    ("version", "folders"),
    [
        ("fmu2", ("linux64/own.so", "win64/own.dll", "darwin64/own.dylib", "aarch64-linux/own.so")),
        ("fmu3", ("x86_64-linux/own.so", "x86_64-windows/own.dll", "x86_64-darwin/own.dylib")),
    ],
)
@pytest.mark.parametrize("sections", [DRIVEN, BOUNCED])
def test_libraries_of_other_platforms_export_the_functions(version, folders, sections, tmp_path):
    """Windows, macOS and ARM: the names of FMI's functions are in the libraries, with contacts too."""
    platforms = ["linux64", "win64", "darwin64", "aarch64"]
    model = dalembert.model(**sections)
    (data,) = dalembert.program_files(model, version, "own", platforms=platforms).values()
    (tmp_path / "own.fmu").write_bytes(data)
    with zipfile.ZipFile(tmp_path / "own.fmu") as archive_:
        for name in folders:
            made = archive_.read(f"binaries/{name}")
            for function in ("DoStep", "GetDirectionalDerivative", "GetEventIndicators", "EnterEventMode"):
                assert f"fmi{version[3]}{function}".encode() in made


REFUSED = {"blending_tank_printed", "pneumatic_positioner_printed"}  # printed mistakes


@pytest.mark.soak
@pytest.mark.parametrize("name", [system.name for system in SYSTEMS])
def test_every_library_system_is_an_fmu_or_refused(name, tmp_path):
    """A tenth of its run, at least, in both kinds; valid for FMPy, equal within ten times the tolerance."""
    from fmpy.validation import validate_fmu

    own = dalembert.read(name)
    if name in REFUSED:
        with pytest.raises(ModelError):
            dalembert.program_files(own, "fmu2", "own")
        return
    whole = model_program(own, with_modes=True)
    end = whole.t_start + 0.11 * (whole.t_end - whole.t_start)
    own = replace(own, simulate=replace(own.simulate, t_end=end, samples=20, rtol=1e-8, times=None))
    motion = dalembert.simulate(own)
    (data,) = dalembert.program_files(own, "fmu2", "own").values()
    path = tmp_path / "own.fmu"
    path.write_bytes(data)
    assert validate_fmu(str(path)) == []
    names = [c.name for c in own.coordinates]
    size = max(1e-6, float(np.max(np.abs(motion.q))))
    for kind, tolerance, parts in (("CoSimulation", 1e-8, 1), ("ModelExchange", 1e-11, 20)):
        found = fmpy.simulate_fmu(
            str(path),
            fmi_type=kind,
            start_time=float(motion.t[0]),
            stop_time=float(motion.t[-1]),
            output_interval=float(motion.t[1] - motion.t[0])
            / parts,  # the host makes 500 steps in each, at most
            relative_tolerance=tolerance,
            output=names,
        )
        rows = [np.flatnonzero(np.abs(found["time"] - t) < 1e-9)[-1] for t in motion.t]
        for column in names:
            assert np.max(np.abs(found[column][rows] - motion[column])) <= 1e-7 * size, (kind, column)

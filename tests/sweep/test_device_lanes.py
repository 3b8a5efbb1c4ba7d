"""Kernels for a GPU: on this processor they give the bits of the ensemble in C; with a GPU, its numbers."""

import ctypes as ct
import hashlib
import shutil
import subprocess
from dataclasses import replace

import hybrid_models as hybrid
import numpy as np
import pytest

import dalembert
from dalembert._compile import cuda_device
from dalembert._compile.compiled_models import compiled_model
from dalembert._compile.compiler import find_compiler
from dalembert._compile.cuda_device import CudaDevice, DeviceError, SharedMemory, compiled_kernel
from dalembert._compile.cuda_source import HOPPER, lanes_kernel, launch_of
from dalembert._compile.device_lanes import BlockRecord, run_lanes_on_device
from dalembert._compile.ensemble import LARGEST, SMALLEST, Lanes, run_lanes
from dalembert._compile.tableaux import TABLEAUX
from dalembert._contact import hybrid_kernel
from dalembert._contact.hybrid_kernel import run_hybrid_lanes_on_device
from dalembert._contact.hybrid_lanes import run_hybrid_lanes
from dalembert._model.values import parameter_values
from dalembert._simulate.prepare import prepare_run

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="no compiler of C++")
SHIM = """
#include <math.h>
#include <string.h>
#define __device__
#define __global__
#define __constant__
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __shared__
#define LANE_EXACT
static struct { unsigned x; } threadIdx;
static unsigned long long atomicAdd(unsigned long long *at, unsigned long long more) { *at += more; return *at - more; }
"""
LOOP = """
extern "C" void prepare_here(const double *p) { prepare_constants(p, lane_c); }
double lane_room[1 << 16];
extern "C" void run_here(const dalembert_block *block) { run_lanes(*block); }
"""


class Here:
    """The processor as what runs kernels: their source is also C++."""

    def __init__(self, folder, memory=HOPPER):
        """`folder` takes what is compiled; `memory` is what its threads share."""
        self.folder, self.memory = folder, memory

    def library(self, source):
        """A source as a library, compiled once."""
        name = hashlib.sha256(source.encode()).hexdigest()[:16]
        if not (self.folder / f"{name}.so").exists():
            (self.folder / f"{name}.cpp").write_text(source, encoding="utf-8")
            words = [
                "g++",
                "-O0",
                "-w",
                "-fpermissive",
                "-ffp-contract=off",
                "-shared",
                "-fPIC",
                f"{name}.cpp",
            ]
            done = subprocess.run(
                [*words, "-o", f"{name}.so"], cwd=self.folder, capture_output=True, text=True
            )
            assert done.returncode == 0, done.stderr[:2000]
        return ct.CDLL(str(self.folder / f"{name}.so"))

    def run(self, kernel, made, settings):
        """Run all lanes and fill the results."""
        library = self.library(SHIM + kernel.source + LOOP)
        arrays = {name: np.ascontiguousarray(array) for name, array in settings.arrays.items()}
        rooms = {name: np.zeros(size // 8 + 1) for name, size in settings.rooms.items()}
        places = arrays | rooms | made.by_name
        block = BlockRecord(**settings.numbers, **{name: one.ctypes.data for name, one in places.items()})
        library.prepare_here(ct.c_void_p(arrays["p"].ctypes.data))
        library.run_here(ct.byref(block))


def lanes_of(model, count, *, uniform=True, t_end=0.5, **more):
    """Lanes of a model at its start, disturbed where it has no constraints."""
    compiled = compiled_model(model)
    rng, size = np.random.default_rng(5), compiled.layout.size
    values = parameter_values(model)
    p = np.tile([values[one.name] for one in model.parameters], (count, 1))
    if not uniform:
        p = p * rng.uniform(0.9, 1.1, p.shape)
    start = np.zeros((count, size))
    first = prepare_run(model).start.y
    start[:, : len(first)] = first[:size]
    if not compiled.layout.constraints:
        start[:, : compiled.layout.n] += rng.uniform(-0.3, 0.3, (count, compiled.layout.n))
    width = len(model.outputs) + 2
    settings = {
        "times": np.zeros(0),
        "extreme": np.zeros(width, dtype=np.int32),
        "directions": (),
        "stops": (),
    }
    return compiled, Lanes(
        p=p,
        start=start,
        t_start=0.0,
        t_end=t_end,
        low=-1e300,
        high=1e300,
        rtol=1e-8,
        atol=0.0,
        dt_most=None,
        wary=False,
        **(settings | more),
    )


OSCILLATOR = {
    "parameters": {"k": 30.0, "w": 3.0},
    "coordinates": {"x": {"start": 0.2, "speed": 0}},
    "inputs": {"F": "2*sin(w*t)"},
    "energy": {"kinetic": "1/2*x'^2", "potential": "1/2*k*x^2"},
    "work": {"x": "F"},
    "events": {"up": {"when": "x", "direction": "rising"}},
    "outputs": {"pull": "k*x"},
    "simulate": {"t_end": 2.0},
}


def assert_same_bits(first, second):
    """Every array of the results is the same."""
    for (name, one), other in zip(first.by_name.items(), second.by_name.values(), strict=True):
        np.testing.assert_array_equal(one, other, err_msg=name)


@pytest.mark.parametrize(
    ("name", "uniform"), [("triple_pendulum", True), ("rod_pendulum", True), ("oscillator", False)]
)
def test_the_kernel_has_the_bits_of_the_ensemble(name, uniform, tmp_path):
    """The stages as a loop, arrays in the record, constants of all lanes: the same arithmetic."""
    model = dalembert.model(**OSCILLATOR) if name == "oscillator" else dalembert.read(name)
    width = len(model.outputs) + 2
    more = {"times": np.array([0.1, 0.4]), "extreme": np.full(width, LARGEST | SMALLEST, dtype=np.int32)}
    if name == "oscillator":
        more |= {"directions": (1,), "stops": (False,), "t_end": 2.0}
    compiled, lanes = lanes_of(model, 5, uniform=uniform, **more)
    expected = run_lanes(compiled, "rk853", find_compiler(), lanes, interpreted=False)
    made = run_lanes_on_device(compiled, "rk853", lanes, Here(tmp_path))
    assert np.all(made.good)
    assert_same_bits(made, expected)


def test_a_device_with_little_shared_memory_gets_a_kernel_without_it(tmp_path):
    """What the device says of its memory decides where rates lie; the numbers are the same."""
    little = SharedMemory(multiprocessor=64 * 1024, block=48 * 1024, reserved=1024)
    model = dalembert.read("triple_pendulum")
    compiled, lanes = lanes_of(model, 3)
    size = compiled.layout.size
    assert launch_of(TABLEAUX["rk853"], size, HOPPER).shared
    assert not launch_of(TABLEAUX["rk853"], size, little).shared
    made = run_lanes_on_device(compiled, "rk853", lanes, Here(tmp_path, little))
    assert_same_bits(made, run_lanes_on_device(compiled, "rk853", lanes, Here(tmp_path)))


@pytest.mark.parametrize("name", ["ball", "table", "mat", "switch"])
def test_the_kernel_through_modes_has_the_bits_of_the_processor(name, tmp_path):
    """A thread goes from mode to mode by the same arithmetic: impacts, touches, sliding, events, rows."""
    engine, lanes = hybrid.lanes_of(name)
    lanes = replace(lanes, p=lanes.p[::16], start=lanes.start[::16])
    expected = run_hybrid_lanes(engine.hybrid, engine.method, engine.compiler, lanes)
    made = run_hybrid_lanes_on_device(engine.hybrid, engine.method, lanes, Here(tmp_path))
    assert np.all(made.good)
    assert np.any(made.count)
    assert_same_bits(made, expected)


def test_what_finds_no_room_in_a_thread_is_left_to_the_processor(tmp_path, monkeypatch):
    """A transition that needs more numbers than a thread has ends its lane, and no other number comes out."""
    monkeypatch.setattr(hybrid_kernel, "MOST_WORK", 20)
    engine, lanes = hybrid.lanes_of("ball")
    lanes = replace(lanes, p=lanes.p[:3], start=lanes.start[:3])
    made = run_hybrid_lanes_on_device(engine.hybrid, engine.method, lanes, Here(tmp_path))
    assert not np.any(made.good)


@pytest.mark.parametrize("modes", [False, True])
def test_a_kernel_compiles_for_a_gpu(modes, monkeypatch):
    """NVRTC takes the source, once; no GPU is needed for that."""
    pytest.importorskip("cuda.bindings", reason="cuda-python is not installed")
    if modes:
        engine, lanes = hybrid.lanes_of("switch")
        kernel = hybrid_kernel.hybrid_kernel(engine.hybrid, "rk853", len(lanes.extreme))
    else:
        compiled, lanes = lanes_of(dalembert.model(**OSCILLATOR), 2, directions=(1,), stops=(False,))
        kernel = lanes_kernel(compiled, "rk853", len(lanes.extreme), lanes.p.shape[1], uniform=False)
    try:
        code = compiled_kernel(kernel.source, "sm_90")
    except DeviceError as error:
        pytest.skip(str(error))
    assert len(code) > 1000
    monkeypatch.setattr(cuda_device, "_compiled_by", None)  # not asked again
    assert compiled_kernel(kernel.source, "sm_90") == code


@pytest.mark.parametrize("uniform", [True, False])
def test_a_gpu_agrees_with_this_processor(uniform):
    """Functions of the mathematical library differ in last bits: the motions agree far below the tolerance."""
    try:
        CudaDevice()
    except DeviceError as error:
        pytest.skip(str(error))
    compiled, lanes = lanes_of(
        dalembert.model(**OSCILLATOR), 500, uniform=uniform, directions=(1,), stops=(False,)
    )
    expected = run_lanes(compiled, "rk853", find_compiler(), lanes, interpreted=False)
    made = run_lanes_on_device(compiled, "rk853", lanes)
    np.testing.assert_allclose(made.end, expected.end, rtol=0, atol=1e-10)
    np.testing.assert_array_equal(made.count, expected.count)


def test_where_there_is_no_gpu_it_is_said_what_to_install():
    """The sentence names the extra."""
    try:
        CudaDevice()
    except DeviceError as error:
        said = str(error)
    else:
        pytest.skip("there is a GPU")
    assert "dalembert[gpu]" in said

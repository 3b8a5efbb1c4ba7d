"""How long do many runs take on a GPU, beside vmap of JAX at the same error?

    python -m benchmarks.gpu_lanes FOLDER      writes kernels, starts and true ends into a folder
    python3 benchmarks/_gpu_runner.py FOLDER   runs them, on a machine that has numpy and a driver

A million triple pendulums for 10 s, a hundred thousand four-bar linkages for 2 s, and a million balls that
bounce for 2 s, each with parameters of its own, all at a step tolerance of 1e-8. True ends of the first 256
lanes are runs of the processor at 1e-13.
"""

from __future__ import annotations

import ctypes as ct
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import dalembert
from benchmarks._gpu_runner import TRUTHS, on_the_gpu, spread_parameters, starts
from benchmarks._rows import Finding
from dalembert._compile.compiled_models import compiled_model
from dalembert._compile.compiler import find_compiler
from dalembert._compile.cuda_device import CudaDevice, DeviceError, compiled_kernel
from dalembert._compile.cuda_source import lanes_kernel
from dalembert._compile.device_lanes import BlockRecord, BlockSettings
from dalembert._compile.ensemble import Lanes, empty_results, run_lanes
from dalembert._contact.hybrid_kernel import hybrid_kernel
from dalembert._contact.hybrid_lanes import run_hybrid_lanes
from dalembert._contact.lane_source import HybridLanes
from dalembert._model.values import parameter_values
from dalembert._simulate.prepare import PreparedRun, prepare_run
from dalembert._sweep.hybrid_rows import hybrid_lanes_of

RTOL, TIGHT, METHOD = 1e-8, 1e-13, "rk853"
SYSTEMS = (
    ("triple_pendulum", 1_000_000, 10.0),
    ("four_bar", 100_000, 2.0),
    ("bouncing_ball", 1_000_000, 2.0),
)
SPREAD = 0.05  # of the parameters of lanes with contacts
JAX_STEPS = (8000, 10000, 11000, 12000)
HOPPER = "sm_90"


def case_of(name: str, lanes: int, t_end: float, folder: Path, architecture: str) -> dict[str, Any]:
    """A system as the runner reads it; its kernel is written into the folder."""
    model = dalembert.read(name)
    ready = prepare_run(model)
    hybrid = hybrid_of(ready)
    compiled = compiled_model(model) if hybrid is None else hybrid.compiled
    layout, width = compiled.layout, len(model.outputs) + 2
    values = parameter_values(model)
    p = [values[one.name] for one in model.parameters]
    base = np.zeros(layout.size)
    base[: len(ready.start.y)] = ready.start.y[: layout.size]
    turned, spread = (0, SPREAD) if hybrid is not None else (0 if layout.constraints else layout.n, 0.0)
    asked = Lanes(
        p=spread_parameters(p, TRUTHS, spread),
        start=starts(base, TRUTHS, turned),
        t_start=0.0,
        t_end=t_end,
        low=-1e300,
        high=1e300,
        rtol=RTOL,
        atol=0.0,
        dt_most=None,
        wary=False,
        times=np.zeros(0),
        extreme=np.zeros(width, dtype=np.int32),
        directions=(),
        stops=(),
        struck=hybrid.struck if hybrid is not None else 0,
    )
    compiler = find_compiler()
    if compiler is None:
        message = "true ends need a C compiler"
        raise SystemExit(message)
    tight = replace(asked, rtol=TIGHT)
    if hybrid is not None:
        kernel = hybrid_kernel(hybrid, METHOD, width)
        truth, length = run_hybrid_lanes(hybrid, METHOD, compiler, tight), hybrid.length
    else:
        kernel = lanes_kernel(compiled, METHOD, width, len(p), uniform=True)
        truth = run_lanes(compiled, METHOD, compiler, tight, interpreted=False)
        length = compiled.ensemble_code.length
    (folder / f"{name}.cubin").write_bytes(compiled_kernel(kernel.source, architecture))
    settings, results = BlockSettings(compiled, asked, length), empty_results(asked, width, layout.size)
    return {
        "lanes": lanes,
        "turned": turned,
        "spread": spread,
        "start": base.tolist(),
        "p": p,
        "truth": truth.state.tolist(),
        "numbers": settings.numbers,
        "fields": [(field[0], "d" if field[1] is ct.c_double else "q") for field in BlockRecord._fields_],
        "arrays": {
            one: (array.dtype.str, array.tolist())
            for one, array in settings.arrays.items()
            if one not in ("p", "start")
        },
        "results": {one: (array.dtype.str, array.shape[1:]) for one, array in results.by_name.items()},
        "variants": [
            {
                "name": METHOD,
                "file": f"{name}.cubin",
                "constants": kernel.constants,
                "threads": kernel.launch.threads,
                "blocks": kernel.launch.blocks,
                "shared": kernel.shared,
            }
        ],
        "jax": f"{name}_jax.py" if turned else "",
        "jax_steps": JAX_STEPS,
    }


def hybrid_of(ready: PreparedRun) -> HybridLanes | None:
    """The modes of a model with contacts for lanes; None for one whose equations never change."""
    if ready.hybrid is None:
        return None
    hybrid = hybrid_lanes_of(ready, TRUTHS, device=True)
    if isinstance(hybrid, str):
        raise SystemExit(hybrid)
    return hybrid


def write_folder(folder: Path, architecture: str = HOPPER) -> None:
    """Kernels, starts and true ends of all systems, and the runner, for a machine that has a GPU."""
    folder.mkdir(parents=True, exist_ok=True)
    cases = {name: case_of(name, lanes, t_end, folder, architecture) for name, lanes, t_end in SYSTEMS}
    for name, case in cases.items():
        if case["jax"]:
            files = dalembert.program_files(name, "jax", name)
            (folder / case["jax"]).write_text(str(next(iter(files.values()))), encoding="utf-8")
    (folder / "cases.json").write_text(json.dumps(cases))
    shutil.copy(Path(__file__).with_name("_gpu_runner.py"), folder)


def main() -> list[Finding] | None:
    """Run everything here, where there is a GPU."""
    try:
        device = CudaDevice()
    except DeviceError as error:
        print(f"no lanes on a GPU: {error}")
        return None
    with TemporaryDirectory(prefix="dalembert-lanes-") as folder:
        write_folder(Path(folder), device.architecture)
        on_the_gpu(Path(folder))
    return None


if __name__ == "__main__":
    write_folder(Path(sys.argv[1]))

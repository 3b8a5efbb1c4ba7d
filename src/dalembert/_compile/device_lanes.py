"""The lanes of an ensemble on a GPU: the same parameters and starts in, the same results out."""

from __future__ import annotations

import ctypes as ct
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.c_structures import mirror_fields
from dalembert._compile.cuda_device import SharedMemory, compiled_kernel, this_device
from dalembert._compile.cuda_source import BLOCK, LanesKernel, lanes_kernel
from dalembert._compile.ensemble import BUDGET, LaneResults, Lanes, empty_results
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.rank_revealing import HEALTHY

EXTREMES = ("most", "least")  # results that are seldom asked for
NO_NUMBER = 0xFF  # all bytes of a NaN


class BlockRecord(ct.Structure):
    """dalembert_block of cuda_source.py."""

    _fields_ = mirror_fields(BLOCK, "dalembert_block", {})


class Launcher(Protocol):
    """A device that runs kernels: a GPU, or in tests this processor."""

    @property
    def memory(self) -> SharedMemory:
        """The memory that its threads share."""

    def run(self, kernel: LanesKernel, made: LaneResults, settings: BlockSettings) -> None:
        """Run all lanes and fill the results."""


class BlockSettings:
    """The arguments of a kernel: numbers, the arrays that it reads, and the memory that it needs."""

    def __init__(self, compiled: MechanicalSystem, lanes: Lanes, length: int) -> None:
        """`length` are the instructions of the model."""
        span = lanes.t_end - lanes.t_start
        self.numbers: dict[str, float | int] = {
            "lanes": len(lanes.p),
            "samples": len(lanes.times),
            "wanted": int(bool(np.any(lanes.extreme))),
            "wary": int(lanes.wary),
            "most_evaluations": int(BUDGET / max(length, 1)),
            "t_start": lanes.t_start,
            "t_end": lanes.t_end,
            "low": lanes.low,
            "high": lanes.high,
            "rtol": lanes.rtol,
            "atol": lanes.atol,
            "dt_most": min(lanes.dt_most or np.inf, span),
            "healthy": HEALTHY,
        }
        self.arrays: dict[str, NDArray[Any]] = {
            "p": lanes.p,
            "start": lanes.start,
            "times": lanes.times,
            "extreme": lanes.extreme,
            "direction": np.array(lanes.directions, dtype=np.int32),
            "stops": np.array(lanes.stops, dtype=np.int32),
            "kind": compiled.layout.kind_of_each().astype(np.int32),
            "peak_kind": np.array(compiled.peaks, dtype=np.int32),
            "next": np.zeros(1, dtype=np.uint64),  # the lane that a thread takes up
        }
        rows = len(lanes.p) * len(lanes.times)
        self.rooms = {
            "row_room": 8 * rows * compiled.layout.size,
            "size_room": 8 * rows * compiled.layout.tested,
        }


def run_lanes_on_device(
    compiled: MechanicalSystem, method: str, lanes: Lanes, launcher: Launcher | None = None
) -> LaneResults:
    """Run all lanes on the GPU by an explicit method. Raises a `DeviceError` where that cannot be done."""
    uniform = bool(np.all(lanes.p == lanes.p[0]))
    device: Launcher = launcher or Gpu()
    width, parameters = len(lanes.extreme), lanes.p.shape[1]
    kernel = lanes_kernel(compiled, method, width, parameters, uniform=uniform, memory=device.memory)
    return launch_lanes(kernel, compiled, lanes, compiled.ensemble_code.length, device)


def launch_lanes(
    kernel: LanesKernel, compiled: MechanicalSystem, lanes: Lanes, length: int, launcher: Launcher
) -> LaneResults:
    """Run all lanes by a kernel of a model with so many instructions."""
    made = empty_results(lanes, len(lanes.extreme), compiled.layout.size)
    launcher.run(kernel, made, BlockSettings(compiled, lanes, length))
    return made


class Gpu:
    """The GPU of this machine."""

    @property
    def memory(self) -> SharedMemory:
        """The memory that its threads share."""
        return this_device().memory

    def run(self, kernel: LanesKernel, made: LaneResults, settings: BlockSettings) -> None:
        """Run all lanes and fill the results."""
        device, launch = this_device(), kernel.launch
        module, function, prepare = _load_kernel(kernel.source, kernel.shared)
        places = made.by_name
        with device.rooms() as rooms:
            addresses = {name: rooms.put(array) for name, array in settings.arrays.items()}
            addresses |= {name: rooms.room(size) for name, size in settings.rooms.items()}
            for name, array in places.items():  # no number, or no count
                addresses[name] = rooms.room(array.nbytes, NO_NUMBER if array.dtype.kind == "f" else 0)
            block = BlockRecord(**settings.numbers, **addresses)
            if kernel.constants:
                constants = rooms.room(8 * kernel.constants)
                arguments = (ct.c_void_p(addresses["p"]), ct.c_void_p(constants))
                device.launch(prepare, (1, 1, 0), *arguments)
                device.fill(module, "lane_c", constants)
            most = -(-len(made.status) // launch.threads)
            grid = (min(most, device.multiprocessors * launch.blocks), launch.threads, kernel.shared)
            device.launch(function, grid, block)
            for name, array in places.items():
                if settings.numbers["wanted"] or name not in EXTREMES:
                    rooms.get(addresses[name], array)


@lru_cache(maxsize=8)
def _load_kernel(source: str, shared: int) -> tuple[Any, Any, Any]:
    """The module of a kernel, and its two functions."""
    device = this_device()
    module = device.load(compiled_kernel(source, device.architecture))
    return (
        module,
        device.function(module, "run_lanes", shared),
        device.function(module, "prepare_constants", 0),
    )

"""Where the blocks of a sweep are run: `local:4`, `dask:ADDRESS`, `slurm:8`, `gpu`, or `auto` to choose."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from dalembert._compile.cuda_device import DeviceError, this_device
from dalembert._sweep.blocks import PreparedSweep
from dalembert._sweep.pool import Outcome, run_here, run_in_processes
from dalembert._sweep.records import Plan, refusal

Engine = Callable[[PreparedSweep, Sequence[int]], Iterator[Outcome]]
MOST_WORKERS = 1024
WORTH_A_GPU = 4096  # runs
HINT = (
    "write local:4 for four processes, local:all, gpu, dask:tcp://HOST:8786, slurm:8 for eight jobs, or auto"
)
ALL_CORES = "local:all"
COUNTED = ("local", "slurm")
PLACES = ("local", "gpu", "dask", "slurm", "auto")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a sweep is run: how many processes or jobs of it, or the address of a scheduler."""

    kind: str
    count: int = 1
    address: str = ""


def place_of(on: str) -> Place:
    """The place that a text names. Raises if it names none."""
    kind, _, argument = on.partition(":")
    unknown = refusal("--on", f"a sweep cannot be run on `{on}`", HINT)
    if kind not in PLACES:
        raise unknown
    if kind == "dask":
        if not argument:
            raise refusal(
                "--on", "the address of the Dask scheduler is missing", "write dask:tcp://HOST:8786"
            )
        return Place(kind=kind, address=argument)
    if not argument:
        return Place(kind=kind)
    if on == ALL_CORES:
        return Place(kind=kind, count=cores())
    if kind not in COUNTED or not (
        argument.isascii() and argument.isdigit() and 1 <= int(argument) <= MOST_WORKERS
    ):
        raise unknown
    return Place(kind=kind, count=int(argument))


def cores() -> int:
    """The cores that this process may use: those of a job, where it is one."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def engine_of(place: Place) -> Engine:
    """The engine of a place. Raises with the reason if there is none."""
    if place.kind == "dask":
        from dalembert._sweep.cluster import run_on_dask

        return run_on_dask(place.address)
    if place.kind == "slurm":
        from dalembert._sweep.slurm import run_on_slurm

        return run_on_slurm(place.count)
    if place.kind == "gpu":
        refuse_without_gpu()
    return run_here if place.count < 2 else partial(run_in_processes, workers=place.count)


def choose_place(place: Place, sweep: PreparedSweep) -> tuple[Place, dict[str, str]]:
    """The place of a sweep; where it was to be chosen, the attribute `on` tells which one and why."""
    if place.kind != "auto":
        return place, {}
    name, why = _gpu_for(sweep)
    if name:
        return Place(kind="gpu"), {"on": f"gpu: {name} runs all rows of a block at once"}
    here = Place(kind="local", count=cores())
    return here, {"on": f"local:{here.count}: {why}"}


def _gpu_for(sweep: PreparedSweep) -> tuple[str, str]:
    """The name of the GPU that runs a sweep best, or why none does."""
    if not sweep.plan.plain:
        return "", "a GPU runs the rows of --plain alone"
    if isinstance(sweep.lanes, str):
        return "", f"a GPU cannot run these rows: {sweep.lanes}"
    if sweep.plan.runs < WORTH_A_GPU:
        return "", f"fewer than {WORTH_A_GPU} runs are not worth a GPU"
    try:
        return this_device().name, ""
    except DeviceError as error:
        return "", str(error)


def place_for(plan: Plan, place: Place) -> Place:
    """The place where a store is gone on with. Raises one that would give other numbers."""
    if place.kind == "auto":
        return Place(kind="gpu") if plan.gpu else Place(kind="local", count=cores())
    if plan.gpu == (place.kind == "gpu"):
        return place
    made, go_on = ("a GPU", "gpu") if plan.gpu else ("processors", "local")
    message = f"the rows of this sweep are computed by {made}, whose last digits others do not repeat"
    raise refusal("--on", message, f"go on with --on {go_on}, or make another store")


def refuse_without_gpu() -> None:
    """Raise where there is no GPU to run rows."""
    try:
        this_device()
    except DeviceError as error:
        raise refusal("--on", f"a sweep cannot be run on a GPU here: {error}", "or use --on local") from error


def refuse_for_gpu(sweep: PreparedSweep) -> None:
    """Raise with the reason if a GPU cannot run the rows of a sweep."""
    if not sweep.plan.plain:
        message = "a GPU runs plain rows alone: a claimed error needs several runs by other means"
        raise refusal("--on", message, "add --plain, or use --on local")
    if isinstance(sweep.lanes, str):
        raise refusal("--on", f"a GPU cannot run these rows: {sweep.lanes}", "use --on local")

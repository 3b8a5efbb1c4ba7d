"""Blocks in jobs of SLURM, each of them workers of a Dask cluster whose scheduler is the process that waits.

What a job asks for (cores, memory, time, partition, account) is read from the settings of dask-jobqueue
(`jobqueue.slurm` in ~/.config/dask/jobqueue.yaml), and is little where nothing is said there. Jobs end with
the process that waits; one that ends before is replaced, and its blocks are run again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from shutil import which
from typing import Any

from dalembert._sweep.blocks import PreparedSweep
from dalembert._sweep.cluster import INSTALL, MISSING, connect, run_through
from dalembert._sweep.pool import Outcome
from dalembert._sweep.records import refusal

NAME = "dalembert"
DEFAULTS = {"cores": 1, "processes": 1, "memory": "2GiB", "walltime": "01:00:00"}


def run_on_slurm(jobs: int) -> Callable[[PreparedSweep, Sequence[int]], Iterator[Outcome]]:
    """The engine of so many jobs."""

    def run(sweep: PreparedSweep, blocks: Sequence[int]) -> Iterator[Outcome]:
        if which("sbatch") is None:
            raise refusal(
                "--on", "SLURM is not found here: there is no command sbatch", "log in to its front end"
            )
        with slurm_cluster() as cluster:
            cluster.adapt(minimum_jobs=jobs, maximum_jobs=jobs)
            with connect(cluster) as client:
                yield from run_through(client, sweep, blocks)

    return run


def slurm_cluster() -> Any:
    """A cluster whose workers are jobs; none is submitted yet."""
    try:
        import dask
        from dask_jobqueue import SLURMCluster
    except ImportError:
        raise refusal("--on", MISSING, INSTALL) from None
    set_there = dask.config.get("jobqueue.slurm", {})
    options = {name: value for name, value in DEFAULTS.items() if not set_there.get(name)}
    # any free port unless one is set: several sweeps may run on one node, and Dask warns of taken ports
    scheduler = {"dashboard_address": ":0", **(set_there.get("scheduler-options") or {})}
    return SLURMCluster(job_name=NAME, scheduler_options=scheduler, **options)

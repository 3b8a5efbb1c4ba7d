"""Sweeps in jobs of SLURM: the script of a job, and a store that real jobs fill."""

import shutil
import subprocess
from pathlib import Path

import pytest
from test_sweep_store import HERE, contents, made

from dalembert import ModelError
from dalembert._sweep import slurm
from dalembert._sweep.engines import Place
from dalembert._sweep.slurm import slurm_cluster
from dalembert._sweep.sweeping import fill_store

pytest.importorskip("dask_jobqueue", reason='jobs need dask-jobqueue: pip install "dalembert[cluster]"')


def slurm_runs() -> bool:
    """Whether a SLURM with an idle node is here."""
    if shutil.which("sinfo") is None:
        return False
    words = ["sinfo", "--noheader", "--format=%t"]
    return "idle" in subprocess.run(words, capture_output=True, text=True, check=False, timeout=60).stdout


def test_the_script_of_a_job_asks_for_what_the_settings_say(tmp_path: Path) -> None:
    """A job is a script that bash reads, with the partition and time of the settings, and starts a worker."""
    import dask

    there = {"jobqueue.slurm.queue": "long", "jobqueue.slurm.walltime": "02:30:00"}
    with dask.config.set(there), slurm_cluster() as cluster:
        script = cluster.job_script()
    assert "#SBATCH -p long" in script
    assert "#SBATCH -t 02:30:00" in script
    assert "#SBATCH -J dalembert" in script
    assert "dask_worker" in script
    (tmp_path / "job.sh").write_text(script)
    subprocess.run(["bash", "-n", "job.sh"], cwd=tmp_path, check=True)


def test_where_there_is_no_slurm_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without sbatch nothing is begun."""
    monkeypatch.setattr(slurm, "which", lambda _: None)
    with pytest.raises(ModelError, match="no command sbatch"):
        fill_store(made(tmp_path / "a.zarr"), Place(kind="slurm", count=1))


def test_jobs_of_slurm_fill_a_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs of a real SLURM give the files that this process gives."""
    if not slurm_runs():
        pytest.skip("no SLURM with an idle node is here (Debian: slurm-wlm)")
    monkeypatch.chdir(tmp_path)
    undisturbed, own = made(tmp_path / "a.zarr"), made(tmp_path / "b.zarr")
    fill_store(undisturbed, HERE)
    fill_store(own, Place(kind="slurm", count=2))
    assert contents(own) == contents(undisturbed)

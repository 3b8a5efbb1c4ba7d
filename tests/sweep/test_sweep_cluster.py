"""Sweeps on a Dask cluster: whichever process is killed, and whenever, the store is the same bit for bit."""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import sleep

import numpy as np
import pytest
from sweep_models import sweep_of
from test_sweep_store import HERE, contents, in_blocks, made

from dalembert import ModelError
from dalembert._sweep import cluster
from dalembert._sweep.blocks import run_rows_of
from dalembert._sweep.engines import Place
from dalembert._sweep.records import Status
from dalembert._sweep.store import landed_blocks, plan_in, statuses
from dalembert._sweep.sweeping import Progress, fill_store

pytest.importorskip("distributed", reason='clusters need Dask: pip install "dalembert[cluster]"')
CLIENT = """
import os, signal, sys
from pathlib import Path
from dalembert._sweep.engines import place_of
from dalembert._sweep.sweeping import fill_store
left = int(sys.argv[3])
def told(_):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
if __name__ == "__main__":
    fill_store(Path(sys.argv[1]), place_of("dask:" + sys.argv[2]), told)
"""
PROGRAMS = {"scheduler": "distributed.cli.dask_scheduler", "worker": "distributed.cli.dask_worker"}
PATIENCE = 600  # looks, a tenth of a second apart


class RealCluster:
    """A scheduler and a worker as processes of their own, on the loopback interface."""

    def __init__(self, folder: Path) -> None:
        """`folder` takes what they write."""
        self._folder, self._count = folder, 0
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def _start(self) -> None:
        """Begin anew."""
        self.end()
        self._count += 1
        self._file = self._folder / f"scheduler_{self._count}.json"
        own = ("--scheduler-file", str(self._file), "--no-dashboard")
        self._begin("scheduler", *own, "--host", "127.0.0.1", "--port", "0")
        room = ("--local-directory", str(self._folder))
        self._begin("worker", *own, *room, "--nthreads", "1", "--nworkers", "1", "--death-timeout", "60")

    def _begin(self, name: str, *words: str) -> None:
        log = (self._folder / f"{name}_{self._count}.log").open("wb")
        self._processes[name] = subprocess.Popen(
            [sys.executable, "-m", PROGRAMS[name], *words], stdout=log, stderr=log, start_new_session=True
        )
        log.close()

    @property
    def address(self) -> str:
        """Of the scheduler, once it listens and its worker is there; a new one, where there is none."""
        from distributed import Client

        if "scheduler" not in self._processes or self._processes["scheduler"].poll() is not None:
            self._start()
        for _ in range(PATIENCE):
            if self._file.exists() and self._file.read_text():
                break
            sleep(0.1)
        found = str(json.loads(self._file.read_text())["address"])
        with Client(found, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=60)
        return found

    def kill(self, name: str) -> None:
        """End the scheduler, or the process in which a worker runs its blocks, by kill −9."""
        if name == "scheduler":
            os.kill(self._processes[name].pid, signal.SIGKILL)
            self._processes[name].wait()
            return
        from distributed import Client

        found = str(json.loads(self._file.read_text())["address"])
        with Client(found, set_as_default=False) as client:
            for pid in client.run(os.getpid).values():
                os.kill(pid, signal.SIGKILL)

    def end(self) -> None:
        """End everything."""
        for one in self._processes.values():
            if one.poll() is None:
                os.killpg(one.pid, signal.SIGKILL)
                one.wait()


@contextmanager
def real_cluster(folder: Path) -> Iterator[RealCluster]:
    """A cluster that is ended at the end."""
    found = RealCluster(folder)
    try:
        yield found
    finally:
        found.end()


def disturb(own: RealCluster, path: Path, victim: str, blocks: int) -> None:
    """Go on with a store, and kill somebody when so many blocks have landed."""
    address = own.address
    if victim == "client":
        words = [sys.executable, "-c", CLIENT, str(path), address, str(blocks)]
        assert subprocess.run(words, capture_output=True, check=False).returncode in (-signal.SIGKILL, 0)
        return
    left = [blocks]

    def told(_: Progress) -> None:
        left[0] -= 1
        if left[0] == 0:
            own.kill(victim)

    place = Place(kind="dask", address=address)
    if victim == "worker":
        fill_store(path, place, told)  # its blocks are run by the worker that takes its place
        return
    said = ""
    try:
        fill_store(path, place, told)  # which may have what it needs by then
    except ModelError as error:
        said = str(error)
    assert not said or ("scheduler went away" in said and "--resume" in said)


def rows_that_landed(path: Path) -> dict[int, int]:
    """When the blocks that are there took their places."""
    return {
        block: (path / "status" / str(block)).stat().st_mtime_ns
        for block in landed_blocks(path, plan_in(path))
    }


def kill_and_go_on(folder: Path, victims: list[str], seed: int, *, ends: bool) -> None:
    """Kill the victims at seeded moments; in the end the store is that of an undisturbed sweep."""
    undisturbed, disturbed = made(folder / "a.zarr"), made(folder / "b0.zarr")
    fill_store(undisturbed, HERE)
    chance = random.Random(seed)
    with real_cluster(folder) as own:
        for number, victim in enumerate(victims, 1):
            before = rows_that_landed(disturbed)
            disturb(own, disturbed, victim, chance.randrange(1, 4))
            after = rows_that_landed(disturbed)
            assert before == {block: after[block] for block in before}  # nothing is run twice
            assert statuses(disturbed, plan_in(disturbed))["ok"] == 8 * len(after)
            if len(after) == plan_in(disturbed).blocks:
                assert contents(disturbed) == contents(undisturbed)
                disturbed = made(folder / f"b{number}.zarr")
        fill_store(disturbed, HERE if ends else Place(kind="dask", address=own.address))
    assert contents(disturbed) == contents(undisturbed)


@pytest.mark.skipif(os.name != "posix", reason="processes are ended by signals of POSIX")
def test_a_cluster_loses_nothing_whoever_is_killed(tmp_path: Path) -> None:
    """Kill −9 of the client, a worker and the scheduler, gone on with: all files equal but for wall times."""
    kill_and_go_on(tmp_path, ["client", "worker", "scheduler"], 3, ends=True)


@pytest.mark.soak
@pytest.mark.skipif(os.name != "posix", reason="processes are ended by signals of POSIX")
def test_a_cluster_killed_over_and_over_loses_nothing(tmp_path: Path) -> None:
    """The same at twenty moments."""
    chance = random.Random(4)
    victims = [chance.choice(("client", "scheduler", "worker")) for _ in range(20)]
    kill_and_go_on(tmp_path, victims, 5, ends=False)


class FakeFuture:
    """What a worker gave for some rows."""

    def __init__(self, number: int, call: object) -> None:
        """`call` gives it."""
        self.key, self._call = f"rows-{number}", call

    def add_done_callback(self, told: object) -> None:
        """It has ended already."""
        told(self)  # type: ignore[operator]

    def result(self) -> object:
        """What the rows are."""
        return self._call()  # type: ignore[operator]


class FakeClient:
    """A cluster whose workers end whenever they run one row."""

    def __init__(self, deadly: int) -> None:
        """`deadly` is the row."""
        self.deadly, self.submitted = deadly, list[range]()

    def nthreads(self) -> dict[str, int]:
        """One worker."""
        return {"here": 1}

    def submit(self, run: object, plan: object, rows: range, here: object, *, pure: bool) -> FakeFuture:
        """Rows that are run when their result is asked for."""
        from distributed import KilledWorker

        assert not pure
        self.submitted.append(rows)

        def call() -> object:
            if self.deadly in rows:
                message = "run_block"
                raise KilledWorker(message, None, 3)
            return run(plan, rows, here)  # type: ignore[operator]

        return FakeFuture(len(self.submitted), call)


def test_a_row_that_ends_its_workers_is_a_crashed_row() -> None:
    """A block that ends its workers is run in halves until the row at fault is found; all others have numbers."""
    sweep = in_blocks(sweep_of("x at end", ("k=1:9:16",), plain=True))
    client = FakeClient(11)
    found = dict(cluster.run_through(client, sweep, [0, 1]))
    block = found[1]
    assert not isinstance(block, Exception)
    assert [i for i, status in enumerate(block.status) if status == Status.crashed] == [3]
    right = run_rows_of(sweep, range(8, 16))
    assert np.array_equal(np.delete(block.kept["x_at_end"], 3), np.delete(right.kept["x_at_end"], 3))
    assert len(client.submitted) == 2 + 2 * 3


def test_a_worker_that_is_not_what_the_client_is_may_run_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version of dalembert or NumPy, or no compiler where the client has one, is told."""
    sweep = in_blocks(sweep_of("x at end", ("k=1:9:16",), plain=True))
    own = cluster.Installation(sources="mine", compiler=False, versions=(("casadi", "3.7"), ("numpy", "2.3")))
    monkeypatch.setattr(cluster, "installation_here", lambda: own)
    rows = range(8)
    with pytest.raises(cluster.Unfit, match="another version of dalembert"):
        cluster.run_block(sweep.plan, rows, replace(own, sources="other"))
    with pytest.raises(cluster.Unfit, match=r"has numpy 2\.3, and this machine 2\.4"):
        cluster.run_block(sweep.plan, rows, replace(own, versions=(("casadi", "3.7"), ("numpy", "2.4"))))
    with pytest.raises(cluster.Unfit, match="no C compiler"):
        cluster.run_block(sweep.plan, rows, replace(own, compiler=True))
    client = FakeClient(-1)
    monkeypatch.setattr(client, "submit", lambda *_, **__: FakeFuture(0, fails))
    with pytest.raises(ModelError, match="a worker of the cluster has another version"):
        list(cluster.run_through(client, sweep, [0]))


def fails() -> object:
    """What an unfit worker gives."""
    message = "has another version of dalembert"
    raise cluster.Unfit(message)


def test_no_scheduler_and_no_package_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address where nobody listens, and a machine without Dask: a sentence with what to do."""
    path = made(tmp_path / "a.zarr")
    monkeypatch.setattr(cluster, "SCHEDULER_SECONDS", 0.5)
    with pytest.raises(ModelError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        fill_store(path, Place(kind="dask", address="tcp://127.0.0.1:1"))
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ModelError, match=r"dalembert\[cluster\]"):
        fill_store(path, Place(kind="dask", address="tcp://127.0.0.1:1"))
    assert not landed_blocks(path, plan_in(path))

"""The store of a sweep: blocks land whole or not at all, and going on gives the same numbers bit for bit."""

import json
import os
import random
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sweep_models import OSCILLATOR, sweep_of

import dalembert
from dalembert import ModelError
from dalembert._sweep import pool, store
from dalembert._sweep.blocks import PreparedSweep, run_rows_of
from dalembert._sweep.engines import Place
from dalembert._sweep.records import Status
from dalembert._sweep.store import landed_blocks, plan_in, statuses
from dalembert._sweep.sweeping import Progress, Request, begin_store, fill_store, in_memory, make_plan

HERE = Place(kind="local")
KEEP = "x at end, max(x), history(x, 3)"


def in_blocks(sweep: PreparedSweep) -> PreparedSweep:
    """The same sweep in blocks of eight rows."""
    return replace(sweep, plan=replace(sweep.plan, block=8))


def made(path: Path) -> Path:
    """A store without rows: ten blocks of eight plain rows."""
    sweep = make_plan(OSCILLATOR, Request(over=("k=1:9:40", "x=1,2"), keep=KEEP, plain=True))
    begin_store(in_blocks(sweep), path, "0")
    return path


def contents(path: Path) -> dict[str, bytes]:
    """Every file of a store but those of wall times."""
    files = (one for one in path.rglob("*") if one.is_file() and one.parent.name != "seconds")
    return {one.relative_to(path).as_posix(): one.read_bytes() for one in files}


def in_a_child(work: Callable[[], object]) -> int:
    """How a copy of this process ended that did some work: 0, or minus the signal that ended it."""
    number = os.fork()
    if not number:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])


def ends_after(moves: int, path: Path) -> Callable[[], object]:
    """Fill a store, and be ended by kill −9 when so many files have been moved to their places."""

    def work() -> object:
        left, move = [moves], os.replace

        def replaced(one: object, other: object) -> None:
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            move(one, other)  # type: ignore[arg-type]

        os.replace = replaced  # type: ignore[assignment]
        return fill_store(path, HERE)

    return work


def kill_and_go_on(folder: Path, seed: int, times: int) -> None:
    """Kill the client at seeded moments; in the end the store is that of an undisturbed sweep."""
    undisturbed, disturbed = made(folder / "a.zarr"), made(folder / "b.zarr")
    fill_store(undisturbed, HERE)
    chance = random.Random(seed)
    for _ in range(times):
        assert in_a_child(ends_after(chance.randrange(1, 25), disturbed)) in (-signal.SIGKILL, 0)
        counts = statuses(disturbed, plan_in(disturbed))
        assert counts["ok"] + counts["pending"] == 80
        assert counts["ok"] == 8 * len(landed_blocks(disturbed, plan_in(disturbed)))
    fill_store(disturbed, HERE)
    assert contents(disturbed) == contents(undisturbed)
    assert statuses(disturbed, plan_in(disturbed))["ok"] == 80


@pytest.mark.skipif(os.name != "posix", reason="processes are ended by signals of POSIX")
def test_a_killed_client_loses_nothing(tmp_path: Path) -> None:
    """Kill −9 of the client at three seeded moments, gone on with: all files are equal but for wall times."""
    kill_and_go_on(tmp_path, 7, 3)


@pytest.mark.soak
@pytest.mark.skipif(os.name != "posix", reason="processes are ended by signals of POSIX")
def test_a_client_killed_over_and_over_loses_nothing(tmp_path: Path) -> None:
    """The same at twenty moments."""
    kill_and_go_on(tmp_path, 8, 20)


@pytest.mark.skipif(os.name != "posix", reason="processes are ended by signals of POSIX")
def test_a_killed_worker_takes_nothing_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kill −9 of the processes of a pool: their blocks are run again, with the same bits."""
    monkeypatch.setattr(pool, "START", "fork")
    sweep = in_blocks(sweep_of("x at end", ("k=1:9:40",), plain=True))
    victims: list[int] = []

    def told(_: Progress) -> None:
        if not victims:
            from multiprocessing import active_children

            victims.extend(child.pid for child in active_children() if child.pid)
            for pid in victims:
                os.kill(pid, signal.SIGKILL)

    rows = in_memory(sweep, Place(kind="local", count=2), told)
    assert victims
    expected = run_rows_of(sweep, range(40))
    assert np.array_equal(rows.kept["x_at_end"], expected.kept["x_at_end"])


@pytest.mark.skipif(os.name != "posix", reason="processes are ended by signals of POSIX")
def test_a_row_that_ends_its_process_is_a_crashed_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """One row that ends every process that runs it is found; all others have their numbers."""
    monkeypatch.setattr(pool, "START", "fork")
    sweep = in_blocks(sweep_of("x at end", ("k=1:9:16",), plain=True))
    right = pool.run_rows_of

    def deadly(prepared: object, rows: range) -> object:
        if 11 in rows:
            os.kill(os.getpid(), signal.SIGKILL)
        return right(prepared, rows)  # type: ignore[arg-type]

    monkeypatch.setattr(pool, "run_rows_of", deadly)
    rows = in_memory(sweep, Place(kind="local", count=2))
    assert [i for i, status in enumerate(rows.status) if status == Status.crashed] == [11]
    assert np.isfinite(np.delete(rows.kept["x_at_end"], 11)).all()


def test_a_damaged_block_is_run_again(tmp_path: Path) -> None:
    """A chunk that was changed is found by its checksum, and its block is run again with the same numbers."""
    path = made(tmp_path / "a.zarr")
    fill_store(path, HERE)
    before = contents(path)
    victim = path / "max_x" / "3"
    victim.write_bytes(victim.read_bytes()[:-8] + bytes(8))
    assert fill_store(path, HERE).damaged == (3,)
    assert contents(path) == before


def test_stores_that_do_not_fit_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another model, a newer version, no store, no folder, no room: a letter, and nothing is touched."""
    path = made(tmp_path / "a.zarr")
    before = contents(path)
    sweep = sweep_of("x at end", plain=True)
    with pytest.raises(ModelError, match="another sweep: it differs in --over, --keep"):
        begin_store(sweep, path, "0")
    heavier = dalembert.vary(OSCILLATOR, parameters={"m": 2})
    other = make_plan(heavier, Request(over=("k=1:9:40", "x=1,2"), keep=KEEP, plain=True))
    with pytest.raises(ModelError, match="another sweep: it differs in model"):
        begin_store(in_blocks(other), path, "0")
    with pytest.raises(ModelError, match="no folder"):
        begin_store(sweep, tmp_path / "no" / "b.zarr", "0")
    with pytest.raises(ModelError, match="no name of a store"):
        begin_store(sweep, tmp_path / "b", "0")
    with pytest.raises(ModelError, match="no store"):
        fill_store(tmp_path / "b.zarr", HERE)
    (tmp_path / "c.zarr").mkdir()
    with pytest.raises(ModelError, match="no store of a sweep"):
        fill_store(tmp_path / "c.zarr", HERE)
    monkeypatch.setattr(store.shutil, "disk_usage", lambda _: type("Usage", (), {"free": 100}))
    with pytest.raises(ModelError, match="will take 648 bytes, but 100 bytes are free"):
        begin_store(sweep, tmp_path / "d.zarr", "0")
    assert not (tmp_path / "d.zarr").exists()
    assert contents(path) == before
    attributes = json.loads((path / ".zattrs").read_text())
    (path / ".zattrs").write_text(json.dumps(attributes | {"dalembert_sweep": 99}))
    with pytest.raises(ModelError, match="newer version"):
        fill_store(path, HERE)


def test_too_many_runs_are_refused_before_anything_is_made(tmp_path: Path) -> None:
    """10¹² runs are told to be too many, and there is no store."""
    with pytest.raises(ModelError, match=r"1e\+12 runs are more than a sweep may have"):
        dalembert.sweep(OSCILLATOR, ["k=1:9:1000000", "x=1:2:1000000"], "x at end", out=tmp_path / "a.zarr")
    assert not list(tmp_path.iterdir())


def test_a_full_disk_loses_nothing_that_landed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a block cannot be written it is not there, and those before are; with room again, it goes on."""
    path = made(tmp_path / "a.zarr")
    write, left = store.write_files, [4]

    def full(files: dict[Path, bytes]) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "the disk is full, so nothing was written")
        write(files)

    monkeypatch.setattr(store, "write_files", full)
    with pytest.raises(OSError, match="disk is full"):
        fill_store(path, HERE)
    assert landed_blocks(path, plan_in(path)) == [0, 1, 2, 3]
    monkeypatch.setattr(store, "write_files", write)
    fill_store(path, HERE)
    undisturbed = made(tmp_path / "b.zarr")
    fill_store(undisturbed, HERE)
    assert contents(path) == contents(undisturbed)


def test_xarray_reads_a_store_while_it_grows(tmp_path: Path) -> None:
    """Rows are pending until their block has landed; units, messages and times are there."""
    pytest.importorskip("zarr", reason='stores are read by zarr: pip install "dalembert[sweep]"')
    path = made(tmp_path / "a.zarr")
    growing = dalembert.sweep(path)
    assert (growing["status"] == Status.pending).all()
    assert growing.attrs["rows"]["pending"] == 80
    found = dalembert.sweep(path, out=path)
    assert (found["status"] == Status.ok).all()
    assert found["max_x"].values == pytest.approx(found["x"].values, abs=1e-7)
    assert found["x_at_end"].attrs["units"] == "m"
    assert found["time_3"].values.tolist() == [0, 2.5, 5]
    assert found["history_x_3"].shape == (80, 3)
    assert list(found.coords) == ["k", "x", "time_3"]  # in the order of the plan
    assert (found["message"].values == "").all()

"""Engines of a sweep: the meaning of `--on`, the automatic choice and its reason, rows by GPU kernels."""

import shutil
from functools import partial
from pathlib import Path

import hybrid_models as hybrid
import numpy as np
import pytest
from sweep_models import OSCILLATOR, sweep_of
from test_device_lanes import Here
from test_sweep_store import made

import dalembert
from dalembert import ModelError
from dalembert._compile.cuda_device import DeviceError
from dalembert._compile.device_lanes import run_lanes_on_device
from dalembert._contact.hybrid_kernel import run_hybrid_lanes_on_device
from dalembert._sweep import checks, engines, lanes
from dalembert._sweep.engines import Place, choose_place, place_for, place_of
from dalembert._sweep.store import landed_blocks, plan_in
from dalembert._sweep.sweeping import Request, fill_store, make_plan

MANY = ("k=1:9:4096",)


class NamedDevice:
    """A GPU by its name."""

    name = "a GPU"


def no_device() -> object:
    """There is none."""
    message = "no GPU is found here"
    raise DeviceError(message)


def test_on_is_a_place() -> None:
    """Processes, jobs and addresses are read; everything else is told what it may be."""
    assert place_of("local") == Place(kind="local", count=1)
    assert place_of("local:4") == Place(kind="local", count=4)
    assert place_of("local:all").count >= 1
    assert place_of("slurm:8") == Place(kind="slurm", count=8)
    assert place_of("dask:tcp://a.b:8786") == Place(kind="dask", address="tcp://a.b:8786")
    for wrong in ("locl", "local:0", "local:x", "gpu:2", "local:²", "", "auto:1"):
        with pytest.raises(ModelError, match="cannot be run on"):
            place_of(wrong)
    with pytest.raises(ModelError, match="address of the Dask scheduler"):
        place_of("dask:")


def test_auto_chooses_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """A GPU for many plain rows that can be lanes, where there is one; else this machine, with the reason."""
    monkeypatch.setattr(engines, "this_device", NamedDevice)
    auto = Place(kind="auto")
    place, told = choose_place(auto, sweep_of("x at end", MANY, plain=True))
    assert place.kind == "gpu"
    assert "a GPU runs all rows" in told["on"]
    for sweep, why in (
        (sweep_of("x at end", MANY, plain=False), "--plain alone"),
        (sweep_of("x at end", plain=True), "fewer than 4096 runs"),
    ):
        place, told = choose_place(auto, sweep)
        assert place.kind == "local"
        assert why in told["on"]
    monkeypatch.setattr(engines, "this_device", no_device)
    place, told = choose_place(auto, sweep_of("x at end", MANY, plain=True))
    assert place.kind == "local"
    assert "no GPU is found here" in told["on"]
    monkeypatch.setattr(engines, "cores", lambda: 1)
    rows = dalembert.sweep(OSCILLATOR, {"k": [1.0, 4.0]}, "x at end", on="auto")
    assert rows.attrs["on"].startswith("local:")


def test_what_a_gpu_cannot_run_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No GPU, rows with claims, models with contacts, and stores that others began: each is told."""
    with pytest.raises(ModelError, match="plain rows alone"):
        dalembert.sweep(OSCILLATOR, {"k": [1.0, 4.0]}, "x at end", on="gpu")
    with pytest.raises(ModelError, match="forces that change with time"):
        dalembert.sweep(dalembert.model(**hybrid.BLOCK), {"k": [5.0, 6.0]}, "y at end", plain=True, on="gpu")
    monkeypatch.setattr(engines, "this_device", no_device)
    with pytest.raises(ModelError, match="no GPU is found here"):
        dalembert.sweep(OSCILLATOR, {"k": [1.0, 4.0]}, "x at end", plain=True, on="gpu")
    path = made(tmp_path / "a.zarr")
    with pytest.raises(ModelError, match="computed by processors"):
        fill_store(path, Place(kind="gpu"))
    assert not landed_blocks(path, plan_in(path))
    plan = make_plan(OSCILLATOR, Request(over=MANY, keep="x at end", plain=True, gpu=True)).plan
    assert place_for(plan, Place(kind="auto")) == Place(kind="gpu")
    with pytest.raises(ModelError, match="computed by a GPU"):
        place_for(plan, Place(kind="local"))


@pytest.mark.skipif(shutil.which("g++") is None, reason="no compiler of C++")
def test_rows_of_a_gpu_are_rows_of_a_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels, here run by this processor, give the rows of lanes in C; some are checked by other means."""
    monkeypatch.setattr(engines, "this_device", NamedDevice)
    monkeypatch.setattr(lanes, "run_lanes_on_device", partial(run_lanes_on_device, launcher=Here(tmp_path)))
    monkeypatch.setattr(checks, "LEAST", 1)  # so that one of three rows is checked by an ordinary run
    monkeypatch.setattr(checks, "PLAIN_SHARE", 4)
    over, keep = {"k": np.linspace(1, 9, 12)}, "x at end, max(x), mean(x), first(down)"
    expected = dalembert.sweep(OSCILLATOR, over, keep, plain=True)
    found = dalembert.sweep(OSCILLATOR, over, keep, plain=True, on="gpu")
    for name in ("x_at_end", "max_x", "mean_x", "first_down", "status", "reached", "estimate"):
        np.testing.assert_array_equal(found[name], expected[name], err_msg=name)
    assert int(np.isfinite(found["estimate"]).sum()) == 3
    right = lanes.run_lanes_on_device
    balls = dalembert.model(**hybrid.BALL)
    over, kept = {"e": np.linspace(0.4, 0.8, 256)}, "y at end, max(y'), count(floor), y at apex"
    expected = dalembert.sweep(balls, over, kept, plain=True)
    there = partial(run_hybrid_lanes_on_device, launcher=Here(tmp_path))
    monkeypatch.setattr(lanes, "run_hybrid_lanes_on_device", there)
    found = dalembert.sweep(balls, over, kept, plain=True, on="gpu")
    for name in ("y_at_end", "max_y_rate", "count_floor", "y_at_apex", "status", "reached", "energy_error"):
        np.testing.assert_array_equal(found[name], expected[name], err_msg=name)

    def wrong(*arguments: object, **more: object) -> object:
        made = right(*arguments, **more)  # type: ignore[arg-type]
        made.end[:, 0] += 1e-4
        return made

    monkeypatch.setattr(lanes, "run_lanes_on_device", wrong)
    over = {"k": np.linspace(1, 9, 12)}
    with pytest.raises(dalembert.ModelError, match="x at end"):
        dalembert.sweep(OSCILLATOR, over, "x at end", plain=True, on="gpu")

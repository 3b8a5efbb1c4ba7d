"""Python's search for cycles of objects pauses while a run is prepared, and goes on whatever happens."""

from __future__ import annotations

import gc
from typing import Any

import pytest

import dalembert
from dalembert._simulate import prepare
from dalembert._simulate.prepare import prepare_run


def _seen(monkeypatch: pytest.MonkeyPatch, *, fails: bool) -> list[bool]:
    """Whether the search is on where the start of a run is found, which may fail."""
    seen: list[bool] = []
    find = prepare.consistent_start

    def start(*given: Any) -> Any:
        seen.append(gc.isenabled())
        if fails:
            message = "no start"
            raise RuntimeError(message)
        return find(*given)

    monkeypatch.setattr(prepare, "consistent_start", start)
    return seen


def test_the_search_is_on_again_after_a_run_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """It pauses inside, and is as before when the run is ready."""
    seen = _seen(monkeypatch, fails=False)
    prepare_run(dalembert.read("rod_pendulum"))
    assert seen == [False]
    assert gc.isenabled()


def test_the_search_is_on_again_after_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no run can be prepared."""
    seen = _seen(monkeypatch, fails=True)
    with pytest.raises(RuntimeError, match="no start"):
        prepare_run(dalembert.read("rod_pendulum"))
    assert seen == [False]
    assert gc.isenabled()


def test_who_has_switched_the_search_off_finds_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that does without it is left alone."""
    seen = _seen(monkeypatch, fails=False)
    gc.disable()
    try:
        prepare_run(dalembert.read("rod_pendulum"))
        assert seen == [False]
        assert not gc.isenabled()
    finally:
        gc.enable()

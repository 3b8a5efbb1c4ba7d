"""Lowering grows like the length of a chain: instructions and calls for each further link are the same."""

from collections.abc import Callable
from typing import Any

import pytest

import dalembert
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._lower.system import System

SIZES = 12, 24, 48


@pytest.mark.parametrize("system", ["n_link_pendulum", "elastic_beam"])
def test_each_link_costs_the_same(system: str, counted: Callable[[], Any]) -> None:
    """From 12 to 24 and from 24 to 48 links, a link costs the same instructions and calls within 10 %."""
    found: dict[str, list[int]] = {"rates": [], "observed": [], "calls": []}
    MechanicalSystem(dalembert.read("rod_pendulum")).evaluator("saddle")  # what is loaded once
    for size in SIZES:
        model = dalembert.read(f"{system}:{size}")
        with counted() as work:
            made = MechanicalSystem(model)
            made.evaluator("saddle")
            found["rates"].append(len(made.tapes["rates"].instructions))
            found["observed"].append(made.observed_length)
        found["calls"].append(work.calls)
    for what, (a, b, c) in found.items():
        assert (c - b) / (SIZES[2] - SIZES[1]) == pytest.approx((b - a) / (SIZES[1] - SIZES[0]), rel=0.1), (
            what
        )


def test_no_run_forms_the_mass_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    """A motion of a chain is computed without its mass matrix, which is full, as an expression."""

    def formed(_: System) -> None:
        message = "the mass matrix was formed"
        raise AssertionError(message)

    monkeypatch.setattr(System, "M", property(formed))
    motion = dalembert.simulate("n_link_pendulum:12", t_end=0.01, samples=2)
    assert motion.status == "ok"

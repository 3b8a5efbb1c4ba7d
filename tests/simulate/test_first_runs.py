"""The first run of a model that was never seen: the work around the integrator is bounded, in calls of functions.

Each bound is a tenth above what is needed; what is loaded or compiled once has been before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import dalembert
from dalembert._compile import compiled_models


def stars() -> dalembert.Model:
    """Seven bodies in a plane that attract one another."""
    pairs = [(i, j) for i in range(7) for j in range(i)]
    return dalembert.model(
        coordinates={f"{axis}{i}": {"start": i * i} for i in range(7) for axis in "xy"},
        energy={
            "kinetic": " + ".join(f"1/2*x{i}'^2 + 1/2*y{i}'^2" for i in range(7)),
            "potential": " ".join(f"- 1/sqrt((x{i} - x{j})^2 + (y{i} - y{j})^2)" for i, j in pairs),
        },
    )


@cache
def sections_of_links() -> dict[str, Any]:
    """What stands in the text, but for its bodies."""
    written = dalembert.read("n_link_pendulum:2").written
    assert written is not None
    return {name: one for name, one in written.values.items() if name not in ("bodies", "joints")}


def links() -> dalembert.Model:
    """Two links, from a text with families and a scene."""
    return dalembert.model(**sections_of_links())


def links_with_bodies() -> dalembert.Model:
    """The same with the bodies of its energies, which are compared with these once."""
    return dalembert.read("n_link_pendulum:2")


@pytest.mark.parametrize(("model", "most"), [(links, 50_000), (links_with_bodies, 190_000), (stars, 67_000)])
def test_a_first_run_costs_few_calls(
    model: Callable[[], dalembert.Model], most: int, counted: Callable[[], Any]
) -> None:
    """From the text to the motion; a longer run costs more steps, but hardly more calls."""
    dalembert.simulate(model(), t_end=0.1, rtol=1e-6)  # what is loaded and compiled once
    compiled_models.forget()
    with counted() as work:
        dalembert.simulate(model(), t_end=0.1, rtol=1e-6)
    assert work.calls <= most

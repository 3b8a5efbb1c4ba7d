"""A linear system for python-control, if that is installed."""

from __future__ import annotations

from typing import Any

from dalembert._analyse.records import Linear


def to_control(linear: Linear) -> Any:
    """The state space as a `control.StateSpace` with the names of states, inputs and outputs."""
    try:
        import control  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        message = "python-control is not installed; type: python -m pip install control"
        raise ImportError(message) from None
    state_space = linear.state
    return control.ss(
        state_space.A,
        state_space.B,
        state_space.C,
        state_space.D,
        states=list(state_space.states),
        inputs=list(state_space.inputs),
        outputs=list(state_space.outputs),
        name="dalembert",
    )

"""Ctrl-C anywhere in a hybrid run keeps the motion up to there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np
import pytest

import dalembert
from dalembert._simulate import hybrid_method, hybrid_record, hybrid_run, whole_run

BALL = {
    "coordinates": {"x": {"start": 0, "speed": 1}, "y": {"start": 1, "speed": 0}},
    "energy": {"kinetic": "1/2*(x'^2 + y'^2)", "potential": "9.81*y"},
    "contacts": {"floor": {"gap": "y", "restitution": 0.7, "friction": 0.2, "slip": "x'"}},
}
BLOCK = {
    "coordinates": {"x": {"start": 0, "speed": 2}},
    "energy": {"kinetic": "1/2*x'^2", "potential": "1/2*8*x^2"},
    "work": {"x": "-0.9*sign(x')"},
}
MODELS = {"bouncing and slipping": (BALL, 2.0), "dry friction": (BLOCK, 5.0)}


SEARCHES = ("_run_segments", "follow_whole")  # piece by piece, or by C alone


def under_way(frame: FrameType | None) -> bool:
    """Whether a frame is part of a run that has begun."""
    while frame is not None and frame.f_code.co_name not in SEARCHES:
        frame = frame.f_back
    return frame is not None


@contextmanager
def interrupted_at(line: int) -> Iterator[list[int]]:
    """Raise KeyboardInterrupt once, at a line of the run through phases, as Ctrl-C does."""
    seen = [0]

    def inside(_frame: FrameType, event: str, _: Any) -> Any:
        seen[0] += event == "line"
        if seen[0] == line:
            sys.settrace(None)
            raise KeyboardInterrupt
        return inside

    def entered(frame: FrameType, _event: str, _: Any) -> Any:
        own = frame.f_code.co_filename in (hybrid_run.__file__, hybrid_record.__file__, whole_run.__file__)
        return inside if own and under_way(frame) else None

    sys.settrace(entered)
    try:
        yield seen
    finally:
        sys.settrace(None)


@pytest.mark.parametrize("places", [5, 2], ids=["transitions in Python", "transitions in C"])
@pytest.mark.parametrize("name", MODELS)
def test_an_interruption_between_modes_keeps_the_motion(
    name: str, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever a hybrid run is interrupted, its motion up to there is that of the whole run, and is told so.

    What is followed in C is interrupted before and after.
    """
    if places == 5:
        monkeypatch.setattr(hybrid_method, "fits_loop", lambda _: False)
    sections, t_end = MODELS[name]
    model = dalembert.model(**sections)
    whole = dalembert.simulate(model, t_end=t_end, samples=50)
    for _ in range(2):  # the second of them has what the first one leaves, as have those that follow
        with interrupted_at(-1) as lines:
            dalembert.simulate(model, t_end=t_end, samples=50)
    r, reached = np.random.default_rng(5), set()
    early = np.geomspace(3, lines[0] // 4, 24).astype(int)  # runs are repeated: the first is a small part
    late = r.integers(lines[0] // 4, lines[0], 12)
    for line in [1, 2, *sorted((*early, *late))]:
        with interrupted_at(int(line)):
            motion = dalembert.simulate(model, t_end=t_end, samples=50)
        assert motion.status == "interrupted", line
        assert motion.reached == (motion.t[-1] if len(motion.t) else 0)
        count = int(np.sum(whole.t <= motion.reached * (1 - 1e-12)))
        np.testing.assert_allclose(motion.q[:count], whole.q[:count], atol=1e-6)
        assert all(impact.t <= motion.reached for impact in motion.impacts)
        assert all(touch.t <= motion.reached for touch in motion.touches)
        assert len(motion.touches) <= len(whole.touches)
        reached.add(motion.reached)
    assert len(reached) >= places  # many places were tried, and kept

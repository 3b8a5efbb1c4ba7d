"""What a method is given and what it gives back: states at the asked times, as far as it came."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.dynamics import Dynamics
from dalembert._simulate.work import Work

Array = NDArray[np.float64]
Watch = Callable[[float], None]  # told the time reached, now and then; what it raises ends the run


class End(StrEnum):
    """Why a method stopped."""

    done = "done"
    interrupted = "interrupted"
    not_finite = "not finite"
    singular = "singular"
    underflow = "underflow"
    off = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """y' = rates(t, y) from `start` at times[0], states wanted at `times`.

    A step may be off by atol + rtol |y| + noise max|q| in each entry of the state that is tested.
    """

    dynamics: Dynamics
    start: Array
    times: Array
    rtol: float
    atol: Array
    noise: Array
    dt: float | None = None  # a fixed step


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """States at times[: len(rows)]; the last state reached; why it stopped, and which entry is to blame."""

    rows: Array
    t: float
    y: Array
    end: End
    work: Work
    culprit: int = -1
    remarks: tuple[str, ...] = ()
    compile_seconds: float = 0.0


Method = Callable[[Problem, Watch], Trajectory]

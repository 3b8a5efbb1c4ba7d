"""One computation at a time in a process: threads that ask for another one wait.

CasADi counts the uses of a node without a lock, and lets other threads run meanwhile; and what runs keep for
one another (evaluators with their memory, compiled models, systems of earlier runs) belongs to one run at a
time. Parallel runs are those of several processes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")

computing = RLock()  # held by the thread that computes


def one_at_a_time(compute: Callable[Given, Result]) -> Callable[Given, Result]:
    """A function that waits until no other thread computes."""

    @wraps(compute)
    def wait_and_compute(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        with computing:
            return compute(*args, **kwargs)

    return wait_and_compute

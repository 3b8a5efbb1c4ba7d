"""How a process computes: one thread at a time, and without a search for cycles while many records are made.

CasADi counts the uses of a node without a lock, and lets other threads run meanwhile; and what runs keep for
one another (evaluators with their memory, compiled models, systems of earlier runs) belongs to one run at a
time. So threads that ask for another computation wait. Parallel runs are those of several processes.

Trees and records contain no cycles. A model of ten thousand bodies makes millions of objects, which Python's
garbage collector would visit many times in vain.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


@contextmanager
def no_cycle_search() -> Iterator[None]:
    """Pause the garbage collector inside a `with` block; it stays off afterwards if it was off before."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

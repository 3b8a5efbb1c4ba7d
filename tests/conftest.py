"""What all tests share."""

import cProfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest


class Work:
    """Calls of functions, of Python and of C, that were made: the same on a busy machine as on an idle one."""

    def __init__(self) -> None:
        self.calls = 0

    @contextmanager
    def __call__(self) -> Iterator["Work"]:
        """Count from here on, anew."""
        counter = cProfile.Profile()
        counter.enable()
        try:
            yield self
        finally:
            counter.disable()
            self.calls = sum(entry.callcount for entry in counter.getstats())


@pytest.fixture
def counted() -> Callable[[], Any]:
    """A count of calls for `with`; tests bound it in place of seconds."""
    return Work()

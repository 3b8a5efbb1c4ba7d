"""What all tests share."""

import sys
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
        self.calls, before = 0, sys.getprofile()

        def called(_frame: Any, event: str, _argument: Any) -> None:
            self.calls += event in ("call", "c_call")

        sys.setprofile(called)
        try:
            yield self
        finally:
            sys.setprofile(before)


@pytest.fixture
def counted() -> Callable[[], Any]:
    """A count of calls for `with`; tests bound it in place of seconds."""
    return Work()

"""What all tests share."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture
def own_heap() -> Iterator[None]:
    """For tests that bound the work of one call: objects of the tests before it are not collected meanwhile."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()

"""Pauses Python's garbage collector while many trees and records are made: they contain no cycles.

Of a model of ten thousand bodies that is millions of objects, each looked at many times for nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_cycle_search() -> Iterator[None]:
    """Make objects without a search for cycles among them; whoever has switched it off finds it off."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

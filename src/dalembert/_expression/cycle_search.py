"""Pauses Python's garbage collector while many trees and records are made: they contain no cycles.

A model of ten thousand bodies makes millions of objects, which the collector would visit many times in vain.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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

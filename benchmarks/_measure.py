"""Tools of all benchmarks: the shortest of several runs, and peers that may be absent."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from time import perf_counter

from benchmarks._rows import NOT_INSTALLED, SkipPeer


def installed(modules: Iterable[str]) -> None:
    """Import the modules a peer needs, so that imports are in nobody's time, or skip the peer."""
    for name in modules:
        try:
            import_module(name)
        except ImportError:
            raise SkipPeer(NOT_INSTALLED) from None


def seconds_of(run: Callable[[], object], calls: int = 1) -> float:
    """Seconds of one call, the mean over calls in a row."""
    started = perf_counter()
    for _ in range(calls):
        run()
    return (perf_counter() - started) / calls


def best(run: Callable[[], object], times: int = 5, calls: int = 1) -> float:
    """The shortest of several runs, in seconds a call."""
    return min(seconds_of(run, calls) for _ in range(times))


@contextmanager
def quiet() -> Iterator[None]:
    """Peers that say what goes wrong in their own words, in C too, say it to nobody: the table has ours."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)

"""Closed pipes and requests to end: the program and its surroundings.

A pipe that is closed, as by `| head -1`, is no error: the work goes on in silence and ends with its own exit
code. A request to end (SIGTERM, SIGHUP) is taken as Ctrl-C is: a run keeps what it has computed, and no file
is left half written.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

ENDINGS = ("SIGTERM", "SIGHUP")  # those that this system has
STDERR = 2


def end_in_order() -> None:
    """Take requests to end as Ctrl-C; one that is ignored, as under nohup, stays ignored."""
    for number in signal.valid_signals():
        named = isinstance(number, signal.Signals) and number.name in ENDINGS
        if named and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


@contextmanager
def listened_to() -> Iterator[None]:
    """Standard output and error, as long as somebody reads them; other failures are reported at the end."""
    failures: list[OSError] = []
    sys.stdout, sys.stderr = _stream(sys.stdout, failures), _stream(sys.stderr, failures)
    ended: SystemExit | None = None
    try:
        yield
    except SystemExit as end:
        ended = end
    sys.stdout.flush()
    if failures:
        full = failures[0].errno == errno.ENOSPC
        sys.stderr.write(f"cannot write the output: {'the disk is full' if full else failures[0].strerror}\n")
        ended = SystemExit(2)
    sys.stderr.flush()
    if ended is not None:
        raise ended


def _stream(given: TextIO | None, failures: list[OSError]) -> TextIO:
    """A stream that may be closed from outside, or was from the beginning; a terminal as it is."""
    if given is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    if given.isatty():
        return given
    number = given.fileno()
    pipe = io.BufferedWriter(_Pipe(number, failures))
    return io.TextIOWrapper(pipe, given.encoding, given.errors, line_buffering=number == STDERR)


class _Pipe(io.RawIOBase):
    """What is written goes to a file descriptor until that cannot take it, and then nowhere."""

    def __init__(self, number: int, failures: list[OSError]) -> None:
        self._number, self._failures, self._open = number, failures, True

    def writable(self) -> bool:
        """It is there for writing."""
        return True

    def fileno(self) -> int:
        """The file descriptor."""
        return self._number

    def write(self, content: Any) -> int:
        """Write some of the content, or none of it while saying that it was written."""
        if not self._open:
            return len(content)
        try:
            return os.write(self._number, content)
        except BrokenPipeError:
            self._open = False
        except OSError as error:
            self._open = False
            self._failures.append(error)
        return len(content)

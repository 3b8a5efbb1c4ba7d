"""Closed pipes and signals to terminate.

A closed pipe, as by `| head -1`, is no error: the command continues silently and ends with its own exit code.
A signal to terminate (SIGTERM, SIGHUP) is treated like Ctrl-C: a run keeps what it has computed, and no file
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

ENDINGS = ("SIGTERM", "SIGHUP")  # where the system has them
STDERR = 2


def end_in_order() -> None:
    """Treat signals to terminate like Ctrl-C; one that is ignored, as under nohup, stays ignored."""
    for number in signal.valid_signals():
        named = isinstance(number, signal.Signals) and number.name in ENDINGS
        if named and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


@contextmanager
def listened_to() -> Iterator[None]:
    """Let standard output and error ignore closed pipes; other failures are reported at the end."""
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
    """A stream that tolerates being closed by the reader; a terminal unchanged."""
    if given is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    if given.isatty():
        return given
    number = given.fileno()
    pipe = io.BufferedWriter(_Pipe(number, failures))
    return io.TextIOWrapper(pipe, given.encoding, given.errors, line_buffering=number == STDERR)


class _Pipe(io.RawIOBase):
    """A stream that writes to a file descriptor until that fails, and then discards its input."""

    def __init__(self, number: int, failures: list[OSError]) -> None:
        self._number, self._failures, self._open = number, failures, True

    def writable(self) -> bool:
        """True: the stream can be written to."""
        return True

    def fileno(self) -> int:
        """The file descriptor."""
        return self._number

    def write(self, content: Any) -> int:
        """Write some of the content; after a failure discard it and report it as written."""
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

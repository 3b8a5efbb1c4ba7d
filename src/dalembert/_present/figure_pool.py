"""Draws and writes figures, on request in further processes.

Processes are spawned, not forked (a fork would inherit threads and locks in an undefined state), so a script
must be importable: its work must be guarded by `if __name__ == "__main__":`. That is why there are none by
default.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context

from dalembert._present.figures.records import Figure
from dalembert._present.report.data import ReportFigure

STOPPED = (BrokenProcessPool, OSError)  # a process could not start, or was killed
Collect = Callable[[], tuple[ReportFigure, ...]]
Begin = Callable[[Sequence[Figure]], Collect]


def encoded_figure(figure: Figure) -> ReportFigure:
    """A figure without its title, which a report has in the caption; drawn once, written in three formats."""
    from dalembert._present.matplotlib_figures import draw, encoded_files

    png, svg, pdf = encoded_files(draw(figure, titled=False), ".png", ".svg", ".pdf")
    return ReportFigure(
        name=figure.name,
        title=figure.title,
        caption=figure.caption,
        svg=svg.decode("utf-8"),
        pdf=pdf,
        png=png,
    )


@contextmanager
def figure_pool(count: int) -> Iterator[Begin]:
    """Yields a function that starts drawing figures and returns a function that waits for them.

    `count` processes start at once; without them figures are drawn here, when they are waited for.
    """
    pool = _pool(count) if count > 0 else None
    if pool is None:
        yield _draw_here
        return

    def begin(figures: Sequence[Figure]) -> Collect:
        numbers = range(count + 1, len(figures), count + 2)  # fewer here, after other work
        try:
            futures = {
                i: pool.submit(encoded_figure, one) for i, one in enumerate(figures) if i not in numbers
            }
        except STOPPED:
            return _draw_here(figures)

        def collect() -> tuple[ReportFigure, ...]:
            made = {i: encoded_figure(figures[i]) for i in numbers}
            try:
                made |= {i: future.result() for i, future in futures.items()}
            except STOPPED:
                return _draw_here(figures)()
            return tuple(made[i] for i in range(len(figures)))

        return collect

    with pool:
        try:
            with suppress(*STOPPED):
                for _ in range(count):
                    pool.submit(_ready)  # they start now, in parallel
            yield begin
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _pool(count: int) -> ProcessPoolExecutor | None:
    """The pool of processes; None where the system does not support it."""
    try:
        return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_ready)
    except (NotImplementedError, ImportError, OSError):
        return None


def _draw_here(figures: Sequence[Figure]) -> Collect:
    return lambda: tuple(encoded_figure(figure) for figure in figures)


def _ready() -> None:
    """Import the modules for drawing; Ctrl-C is left to the waiting process."""
    from dalembert._present import matplotlib_figures

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    del matplotlib_figures

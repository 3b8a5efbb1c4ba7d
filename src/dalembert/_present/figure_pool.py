"""Figures drawn and written, by further processes where they are requested.

Each is a new process that imports what it needs (never a copy of this one, whose threads and locks it would
inherit half), so the script that is run must be one that can be imported: its work stands behind
`if __name__ == "__main__":`. That is why there are none unless somebody asks for them.
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

STOPPED = (BrokenProcessPool, OSError)  # a process could not begin, or was ended from outside
Collect = Callable[[], tuple[ReportFigure, ...]]
Begin = Callable[[Sequence[Figure]], Collect]


def encoded_figure(figure: Figure) -> ReportFigure:
    """A figure without its title, which a report has in the caption; drawn once, written thrice."""
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
    """Begins to draw some figures, and gives the function that waits for them.

    `count` further processes begin at once; without them figures are drawn here, when they are waited for.
    """
    pool = _pool(count) if count > 0 else None
    if pool is None:
        yield _draw_here
        return

    def begin(figures: Sequence[Figure]) -> Collect:
        numbers = range(count + 1, len(figures), count + 2)  # who waits has other work before, and draws less
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
                    pool.submit(_ready)  # they start now, while others work
            yield begin
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _pool(count: int) -> ProcessPoolExecutor | None:
    """The processes, to be started; None where the system has no means to speak with them."""
    try:
        return ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_ready)
    except (NotImplementedError, ImportError, OSError):
        return None


def _draw_here(figures: Sequence[Figure]) -> Collect:
    return lambda: tuple(encoded_figure(figure) for figure in figures)


def _ready() -> None:
    """Import what drawing needs; Ctrl-C is for the process that waits."""
    from dalembert._present import matplotlib_figures

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    del matplotlib_figures

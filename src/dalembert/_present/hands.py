"""Figures drawn and written, by several processes where more than one is asked for.

Each process is a new one that imports what it needs (never a copy of this one, whose threads and locks it
would inherit half), so the script that is run must be one that can be imported: its work stands behind
`if __name__ == "__main__":`. That is why there is one process unless somebody asks for more.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context

from dalembert._present.figures.records import Figure
from dalembert._present.report.material import Shown

Collect = Callable[[], tuple[Shown, ...]]
Begin = Callable[[Sequence[Figure]], Collect]


def shown(figure: Figure) -> Shown:
    """A figure without its title, which a report has in the caption; drawn once, written thrice."""
    from dalembert._present.drawn import drawn, written

    png, svg, pdf = written(drawn(figure, titled=False), ".png", ".svg", ".pdf")
    return Shown(
        name=figure.name,
        title=figure.title,
        caption=figure.caption,
        svg=svg.decode("utf-8"),
        pdf=pdf,
        png=png,
    )


@contextmanager
def hands(count: int) -> Iterator[Begin]:
    """Begins to draw some figures, and gives the function that waits for them.

    Several hands begin at once; a single one draws when it is waited for.
    """
    if count < 2:
        yield _alone
        return
    with ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_ready) as pool:

        def begin(figures: Sequence[Figure]) -> Collect:
            try:
                futures = [pool.submit(shown, figure) for figure in figures]
            except BrokenProcessPool:  # a process could not begin
                return _alone(figures)

            def collect() -> tuple[Shown, ...]:
                try:
                    return tuple(future.result() for future in futures)
                except BrokenProcessPool:  # one was ended from outside
                    return _alone(figures)()

            return collect

        try:
            with suppress(BrokenProcessPool):
                for _ in range(count):
                    pool.submit(_ready)  # they start now, while others work
            yield begin
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _alone(figures: Sequence[Figure]) -> Collect:
    return lambda: tuple(shown(figure) for figure in figures)


def _ready() -> None:
    """Import what drawing needs; Ctrl-C is for the process that waits."""
    from dalembert._present import drawn

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    del drawn

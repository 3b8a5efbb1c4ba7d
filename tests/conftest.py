"""What all tests share."""

import cProfile
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from dalembert._compile import compiler
from dalembert._present import figure_pool
from dalembert._present.report.data import ReportFigure

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9pt" height="9pt" viewBox="0 0 9 9"></svg>'


def pytest_collection_finish() -> None:
    """Modules and the tests themselves stay until the end: the collector need not walk through them again.

    What is made afterwards is mostly trees without cycles, so it looks for cycles less often than by default.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


class Work:
    """Calls of functions, of Python and of C, that were made: the same on a busy machine as on an idle one."""

    def __init__(self) -> None:
        self.calls = 0

    @contextmanager
    def __call__(self) -> Iterator["Work"]:
        """Count from here on, anew."""
        counter = cProfile.Profile()
        counter.enable()
        try:
            yield self
        finally:
            counter.disable()
            self.calls = sum(entry.callcount for entry in counter.getstats())


@pytest.fixture
def blank_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports have empty figures: drawing them is most of the work where a test is not about them."""

    def shown(figure: Any) -> ReportFigure:
        return ReportFigure(
            name=figure.name, title=figure.title, caption=figure.caption, svg=SVG, pdf=b"%PDF", png=b"\x89PNG"
        )

    monkeypatch.setattr(figure_pool, "encoded_figure", shown)


@pytest.fixture
def counted() -> Callable[[], Any]:
    """A count of calls for `with`; tests bound it in place of seconds."""
    return Work()


@pytest.fixture(autouse=True)
def all_of_our_code_compiles() -> Iterator[None]:
    """Code of ours that a working compiler refuses is an error of the test that came upon it, whatever else it says."""
    compiler.forget_refusals()
    yield
    assert compiler.refusals() == ()

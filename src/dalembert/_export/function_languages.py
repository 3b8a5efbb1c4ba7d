"""The languages of function files. A new one needs a printer in `_tape`, a function here, and one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dalembert._tape.legend import Legend
    from dalembert._tape.tape import Tape


def _python(tapes: Sequence[Tape], legend: Legend, stem: str) -> dict[str, str]:
    from dalembert._tape import python

    return {f"{stem}_functions.py": python.source(tapes, legend)}


def _c(tapes: Sequence[Tape], legend: Legend, stem: str) -> dict[str, str]:
    from dalembert._tape import c

    name = f"{stem}_functions"
    return {
        f"{name}.c": c.source(tapes, legend, stem, f"{name}.h"),
        f"{name}.h": c.header(tapes, legend, stem),
    }


def _octave(tapes: Sequence[Tape], legend: Legend, stem: str) -> dict[str, str]:
    from dalembert._tape import octave

    return {f"{stem}_{tape.name}.m": octave.source(tape, legend, stem) for tape in tapes}


LANGUAGES: dict[str, Callable[[Sequence[Tape], Legend, str], dict[str, str]]] = {
    "python": _python,
    "c": _c,
    "octave": _octave,
}

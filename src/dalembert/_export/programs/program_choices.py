"""The options of a program: its language; for an FMU platforms, inputs and its kind."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._export.programs.records import FMUChoices
from dalembert._export.programs.registry import ARCHIVES, EQUATIONS, FMU_KINDS, PROGRAMS


def choices_of(language: str, platforms: Sequence[str], inputs: Sequence[str], kind: str) -> FMUChoices:
    """The options of an FMU; raises for an unknown language or kind."""
    known = (*PROGRAMS, *EQUATIONS, *ARCHIVES)
    if language not in known:
        message = f"programs are written in {', '.join(known)}, but {language!r} was asked for"
        raise ValueError(message)
    if (platforms or inputs or kind != "both") and language not in ARCHIVES:
        message = f"platforms, inputs and kinds can be chosen for {', '.join(ARCHIVES)}, not for {language}"
        raise ValueError(message)
    if kind not in FMU_KINDS:
        message = f"the kind of an FMU is {', '.join(FMU_KINDS)}, but {kind!r} was asked for"
        raise ValueError(message)
    return FMUChoices(platforms=tuple(platforms), inputs=tuple(inputs), kind=kind)

"""The languages of programs, and archives of programs. A further one is a file, its loader and one line here.

The names can be read without loading the writers: a file is loaded when it is first used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dalembert._derive.equations import Equations
    from dalembert._export.programs.records import FMUChoices, ModelProgram

    ProgramFiles = Callable[[ModelProgram, str], dict[str, str]]
    EquationFiles = Callable[[Equations, str], dict[str, str]]
    ArchiveFiles = Callable[[ModelProgram, str, FMUChoices], dict[str, bytes]]


def _python() -> ProgramFiles:
    from dalembert._export.programs.python_program import files

    return files


def _c() -> ProgramFiles:
    from dalembert._export.programs.c_library import files

    return files


def _matlab() -> ProgramFiles:
    from dalembert._export.programs.matlab import files

    return files


def _javascript() -> ProgramFiles:
    from dalembert._export.programs.javascript import files

    return files


def _julia() -> ProgramFiles:
    from dalembert._export.programs.julia import files

    return files


def _jax() -> ProgramFiles:
    from dalembert._export.programs.jax import files

    return files


def _modelica() -> EquationFiles:
    from dalembert._export.programs.modelica import files

    return files


def _sympy() -> EquationFiles:
    from dalembert._export.programs.sympy_script import files

    return files


def _fmu2() -> ArchiveFiles:
    from dalembert._export.programs.fmu import files_2

    return files_2


def _fmu3() -> ArchiveFiles:
    from dalembert._export.programs.fmu import files_3

    return files_3


PROGRAMS: dict[str, Callable[[], ProgramFiles]] = {
    "python": _python,
    "c": _c,
    "matlab": _matlab,
    "javascript": _javascript,
    "julia": _julia,
    "jax": _jax,
}
# Files with the derived equations themselves, for programs that solve or check them.
EQUATIONS: dict[str, Callable[[], EquationFiles]] = {
    "modelica": _modelica,
    "sympy": _sympy,
}
# Archives with libraries for some platforms; some parameters become inputs.
ARCHIVES: dict[str, Callable[[], ArchiveFiles]] = {
    "fmu2": _fmu2,
    "fmu3": _fmu3,
}
FMU_KINDS = ("me", "cs", "both")  # model exchange, co-simulation

"""The languages of programs, and archives of programs. A further one is a file here and one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dalembert._export.programs import c_library, fmu, javascript, jax, julia, matlab, python_program
from dalembert._export.programs.records import ModelProgram

PROGRAMS: dict[str, Callable[[ModelProgram, str], dict[str, str]]] = {
    "python": python_program.files,
    "c": c_library.files,
    "matlab": matlab.files,
    "javascript": javascript.files,
    "julia": julia.files,
    "jax": jax.files,
}
# Archives with libraries for some platforms; some parameters become inputs.
ARCHIVES: dict[str, Callable[[ModelProgram, str, Sequence[str], Sequence[str]], dict[str, bytes]]] = {
    "fmu2": fmu.files,
}

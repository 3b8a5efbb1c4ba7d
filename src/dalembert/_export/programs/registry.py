"""The languages of programs. A further one is a file here and one line."""

from __future__ import annotations

from collections.abc import Callable

from dalembert._export.programs import c_library, javascript, jax, julia, matlab, python_program
from dalembert._export.programs.records import ModelProgram

PROGRAMS: dict[str, Callable[[ModelProgram, str], dict[str, str]]] = {
    "python": python_program.files,
    "c": c_library.files,
    "matlab": matlab.files,
    "javascript": javascript.files,
    "julia": julia.files,
    "jax": jax.files,
}

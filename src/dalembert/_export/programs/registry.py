"""The languages of programs, and archives of programs. A further one is a file here and one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dalembert._derive.equations import Equations
from dalembert._export.programs import (
    c_library,
    fmu,
    javascript,
    jax,
    julia,
    matlab,
    modelica,
    python_program,
    sympy_script,
)
from dalembert._export.programs.records import ModelProgram

PROGRAMS: dict[str, Callable[[ModelProgram, str], dict[str, str]]] = {
    "python": python_program.files,
    "c": c_library.files,
    "matlab": matlab.files,
    "javascript": javascript.files,
    "julia": julia.files,
    "jax": jax.files,
}
# Files that hold the derived equations themselves, for programs that solve or check them.
EQUATIONS: dict[str, Callable[[Equations, str], dict[str, str]]] = {
    "modelica": modelica.files,
    "sympy": sympy_script.files,
}
# Archives with libraries for some platforms; some parameters become inputs.
ARCHIVES: dict[str, Callable[[ModelProgram, str, Sequence[str], Sequence[str]], dict[str, bytes]]] = {
    "fmu2": fmu.files_2,
    "fmu3": fmu.files_3,
}

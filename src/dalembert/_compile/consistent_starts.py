"""Consistent starts of many rows in one call of C: positions from Phi = 0, then speeds.

A row that a few full Newton steps do not solve at a regular position is reported as not found; the caller
then solves it by itself, as the start of a single run.
"""

from __future__ import annotations

import ctypes as ct
from collections.abc import Collection
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.compiler import Compiler
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.method_source import header
from dalembert._compile.native import (
    Binding,
    InterpretedFunction,
    Precision,
    StartsRecord,
    compile_library,
    interpreter,
)

Array = NDArray[np.float64]
_FIND = ct.CFUNCTYPE(None, ct.POINTER(StartsRecord))


@cache
def starts_library(compiler: Compiler) -> ct.CDLL:
    """The library that computes consistent starts, with the interpreter, for all models."""
    parts = [header(name) for name in ("run.h", "linear.h", "modes.h", "consistent_starts.h")]
    names = ("dalembert_find_starts", "dalembert_interpret", "dalembert_prepare", "dalembert_size")
    return compile_library("\n".join([*parts, interpreter(Precision.double)]), "-O2", compiler, names)


def consistent_starts(
    compiled: MechanicalSystem, compiler: Compiler, p: Array, start: Array, given: Collection[str], t: float
) -> tuple[Array, NDArray[np.bool_]]:
    """The starts of rows, (rows, size), and which were found; `given` names what keeps its value.

    `start` has what is given, and guesses of the rest. Raises a `CompilerError` without a working compiler.
    """
    library, code, layout = starts_library(compiler), compiled.closure_code, compiled.layout
    n, d, rows = layout.n, compiled.displacements, len(compiled.rows)
    names = compiled.names
    places = np.array([i for i in range(n) if names[i] not in given], dtype=np.int32)
    speeds = np.array([i for i in range(n) if names[n + i] not in given], dtype=np.int32)
    functions = {name: InterpretedFunction(one, p[0], library) for name, one in code.bytecode.items()}
    bindings = (Binding * len(functions))(*(one.binding() for one in functions.values()))
    most = max(n, rows)
    arrays: dict[str, NDArray[Any]] = {
        "p": np.ascontiguousarray(p),
        "start": np.ascontiguousarray(start),
        "found": np.zeros(len(p), dtype=np.int64),
        "places": places,
        "speeds": speeds,
        "u": np.zeros(max(1, 3 * compiled.inputs)),
        "out": np.zeros(2 * (2 * d + 2 * rows + rows * n + 1)),
        "matrix": np.zeros(most * most),
        "step": np.zeros(2 * most),
        "trial": np.zeros(layout.size),
        "order": np.zeros(most, dtype=np.int32),
    }
    record = StartsRecord(
        bindings=ct.addressof(bindings),
        bindings_count=len(bindings),
        lanes=len(p),
        parameters=p.shape[1],
        size=layout.size,
        n=n,
        displacements=d,
        rows=rows,
        places_count=len(places),
        speeds_count=len(speeds),
        t=t,
        **{name: one.record for name, one in functions.items()},
        **{name: array.ctypes.data for name, array in arrays.items()},
    )
    _FIND(("dalembert_find_starts", library))(record)
    return arrays["start"], arrays["found"].astype(bool)

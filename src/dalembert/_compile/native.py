"""Runs in C: the library of a method, and the functions of a model as a tape or as compiled code.

A tape is interpreted by the method's library at once; compiling it costs a while and then runs ten
times as fast, with the same bits. So a model is interpreted until that has cost as much as compiling would.
"""

from __future__ import annotations

import ctypes as ct
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.compiler import Compiler, cached, compiled
from dalembert._compile.laid import Laid
from dalembert._compile.methods import header, integrator
from dalembert._tape.c import FORMS
from dalembert._tape.pieces import Program
from dalembert._tape.tape import OPERATIONS

Array = NDArray[np.float64]
ALIGNED = 64  # bytes: whole lines of a cache
Pointer = ct.POINTER(ct.c_double)
FIELD = ct.CFUNCTYPE(None, ct.c_void_p, ct.c_double, Pointer, Pointer, Pointer, Pointer, Pointer, Pointer)
RESCUE = ct.CFUNCTYPE(ct.c_int, ct.c_int, ct.c_double, Pointer, Pointer)


class Called(ct.Structure):
    """dalembert_called of run.h."""

    _fields_ = (
        ("call", ct.c_void_p),
        ("model", ct.c_void_p),
        ("c", ct.c_void_p),
        ("work", ct.c_void_p),
    )


class TableRecord(ct.Structure):
    """dalembert_table of run.h."""

    _fields_ = (
        ("count", ct.c_longlong),
        ("place", ct.c_longlong),
        ("t", ct.c_void_p),
        ("c", ct.c_void_p),
    )


def _fields(kind: Any, names: str) -> tuple[tuple[str, Any], ...]:
    return tuple((name, kind) for name in names.split())


class Run(ct.Structure):
    """dalembert_run of run.h."""

    _fields_ = (
        *_fields(Called, "rates correction inputs events peaks precise_rates precise_correction"),
        *_fields(ct.c_void_p, "u"),
        *_fields(ct.c_longlong, "inputs_count tables_count"),
        *_fields(ct.c_void_p, "tables"),
        ("rescue", RESCUE),
        *_fields(ct.c_longlong, "n split size tested constrained"),
        *_fields(ct.c_double, "healthy"),
        *_fields(ct.c_void_p, "atol noise clock least kind peak weight floor"),
        *_fields(ct.c_double, "span"),
        *_fields(ct.c_double, "rtol t_end dt_most dt_fixed low high"),
        *_fields(ct.c_longlong, "samples"),
        *_fields(ct.c_void_p, "times rows sizes"),
        *_fields(ct.c_longlong, "events_count room"),
        *_fields(ct.c_void_p, "direction stops occurred values node which way"),
        *_fields(ct.c_longlong, "peaks_count"),
        *_fields(ct.c_void_p, "peak_kind arguments"),
        *_fields(ct.c_void_p, "grid_t grid_dt"),
        *_fields(ct.c_longlong, "grid_count grid_at"),
        *_fields(ct.c_longlong, "repeats"),
        *_fields(ct.c_double, "gain"),
        *_fields(ct.c_ulonglong, "random held"),
        *_fields(ct.c_void_p, "shaken inside outside misplaced noted_t noted_dt"),
        *_fields(ct.c_longlong, "noted noted_room"),
        *_fields(ct.c_double, "t dt error_before t_new error_refused dt_refused"),
        *_fields(ct.c_longlong, "refused in_vain"),
        *_fields(ct.c_void_p, "y k stage fresh dense change tail tail_fresh"),
        *_fields(ct.c_longlong, "next steps rejected evaluations projections rescues stiff status culprit"),
        *_fields(ct.c_longlong, "happened first"),
        *_fields(ct.c_void_p, "own"),
    )


class Stiff(ct.Structure):
    """dalembert_stiff of radau.h."""

    _fields_ = (
        *_fields(Called, "slopes"),
        *_fields(ct.c_longlong, "entries"),
        *_fields(ct.c_void_p, "row column out"),
        *_fields(ct.c_void_p, "jacobian real re im W Z F side side_im base order order_complex"),
        *_fields(ct.c_longlong, "jacobians factorisations fresh"),
        *_fields(ct.c_double, "rate"),
    )


class Solved(ct.Structure):
    """dalembert_solved of solved.h."""

    _fields_ = (
        *_fields(Called, "residual outcome"),
        *_fields(ct.c_longlong, "size unknowns entries linear"),
        *_fields(ct.c_void_p, "row column pack out matrix"),
    )


class Projected(ct.Structure):
    """dalembert_projected of solved.h."""

    _fields_ = (
        *_fields(Called, "invariants"),
        *_fields(ct.c_longlong, "size tested rows entries"),
        *_fields(ct.c_void_p, "row column scale out matrix normal side"),
    )


class Implicit(ct.Structure):
    """dalembert_implicit of implicit.h."""

    _fields_ = (
        *_fields(Called, "residual update"),
        *_fields(ct.c_longlong, "extras unknowns entries"),
        *_fields(ct.c_void_p, "row column"),
        *_fields(ct.c_double, "theta"),
        *_fields(ct.c_void_p, "pack out matrix next pivot"),
        *_fields(ct.c_longlong, "iterations"),
    )


class Moreau(ct.Structure):
    """dalembert_moreau of touching.h."""

    _fields_ = (
        *_fields(Called, "laws powers"),
        *_fields(ct.c_longlong, "unknowns states constraints entries smooth blocks"),
        *_fields(ct.c_longlong, "contacts rows columns outs"),
        *_fields(ct.c_longlong, "dissipated efforts held time projection friction"),
        *_fields(ct.c_void_p, "place block_first block_at seat contact_row row_first column"),
        *_fields(ct.c_void_p, "hit_first hit response_at pack out matrix"),
        *_fields(ct.c_void_p, "z free shift size pace diagonal ease drop rim"),
        *_fields(ct.c_void_p, "response local goal tau"),
        *_fields(ct.c_double, "spread"),
        *_fields(ct.c_longlong, "most"),
        *_fields(ct.c_void_p, "dense side x_kept z_kept asked order base x force way"),
        *_fields(ct.c_void_p, "smoothly pressing lost rubbing x_half allowed lately"),
        *_fields(ct.c_void_p, "whole half before after pivot active slides struck stands closed noted"),
        *_fields(ct.c_longlong, "room toggles shocks shares"),
        *_fields(ct.c_void_p, "toggle_t shock_t shock_lost shock_state share toggle share_of shock_first"),
        *_fields(ct.c_longlong, "sweeps passes loose"),
    )


class _Tape(ct.Structure):
    """dalembert_tape of interpret.h."""

    _fields_ = (
        ("first", ct.c_longlong),
        ("count", ct.c_longlong),
        *((name, ct.c_void_p) for name in ("operation", "target", "left", "right")),
        ("read", ct.c_longlong),
        *((name, ct.c_void_p) for name in ("read_slot", "read_block", "read_index")),
        ("outs", ct.c_longlong),
        ("out_slot", ct.c_void_p),
        ("health_slot", ct.c_int),
        ("slots", ct.c_longlong),
        ("numbers", ct.c_void_p),
    )


@cache
def library(name: str, compiler: Compiler) -> ct.CDLL:
    """A method (or `implicit`, for all implicit ones) and the interpreter, compiled once for all models."""
    functions = [
        f"dalembert_{function}{precision}"
        for function in ("interpret", "prepare", "size")
        for precision in Precision
    ]
    parts = (
        integrator(name),
        _interpreter(Precision.double),
        "#include <tgmath.h>\n",  # sin, pow and so on, for numbers of any length
        _interpreter(Precision.extended),
    )
    made = compiled("\n".join(parts), "-O1", compiler, (f"{name}_advance", *functions))
    advance = made[f"{name}_advance"]
    advance.argtypes, advance.restype = [ct.POINTER(Run), ct.c_longlong], ct.c_longlong
    return made


class Precision(StrEnum):
    """The numbers that a tape is interpreted in, by the ends of the names of functions in C."""

    double = ""
    extended = "_extended"  # the longest numbers of the machine; on some machines these are doubles


def _interpreter(precision: Precision) -> str:
    """The interpreter as C source."""
    texts = [FORMS[operation].text.format("a", "b") for operation in OPERATIONS]
    cases = "\n".join(f"        case {k}: *x = {text}; break;" for k, text in enumerate(texts))
    text = header("interpret.h").replace("@OPERATIONS@", cases.replace("sign_of", f"sign_of{precision}"))
    real = "double" if precision is Precision.double else "long double"
    return text.replace("@REAL@", real).replace("@SUFFIX@", precision)


@cache
def solvers(compiler: Compiler) -> ct.CDLL:
    """What solves and projects for general models."""
    names = ("dalembert_solve", "dalembert_project")
    return compiled("\n".join([header("run.h"), header("solved.h")]), "-O2", compiler, names)


class Room:
    """Memory for numbers of any length, all zero."""

    def __init__(self, size: int) -> None:
        self._kept = ct.create_string_buffer(size + ALIGNED)
        self.address = -(-ct.addressof(self._kept) // ALIGNED) * ALIGNED


class InterpretedFunction:
    """A tape for the interpreter, with parameters put in."""

    def __init__(self, laid: Laid, p: Array, own: ct.CDLL, precision: Precision = Precision.double) -> None:
        self._laid, self._numbers = laid, laid.numbers.copy()
        self._prepare = own[f"dalembert_prepare{precision}"]
        self._work = Room(len(laid.numbers) * own[f"dalembert_size{precision}"]())
        arrays = laid.arrays
        self._record = _Tape(
            first=laid.first,
            count=len(arrays["operation"]),
            read=len(arrays["read_slot"]),
            outs=len(arrays["out_slot"]),
            health_slot=laid.health,
            slots=len(laid.numbers),
            numbers=self._numbers.ctypes.data,
            **{name: array.ctypes.data for name, array in arrays.items()},
        )
        self.called = Called(
            call=ct.cast(own[f"dalembert_interpret{precision}"], ct.c_void_p).value,
            model=ct.addressof(self._record),
            work=self._work.address,
        )
        self.revalue(p)

    def revalue(self, p: Array) -> None:
        """Put other parameters in."""
        self._numbers[self._laid.slots] = p[self._laid.indices]
        self._prepare(ct.byref(self._record), ct.c_void_p(self._work.address))


class CompiledFunction:
    """A function of a compiled model, with the constants made from the parameters."""

    def __init__(self, own: ct.CDLL, name: str, c: Room, work: Room) -> None:
        self._kept = own, c, work
        call = ct.cast(own[name], ct.c_void_p).value
        self.called = Called(call=call, c=c.address, work=work.address)

    def revalue(self, p: Array) -> None:
        """Put other parameters in."""
        own, c, _ = self._kept
        given = np.ascontiguousarray(p)
        own.prepare(ct.c_void_p(given.ctypes.data), ct.c_void_p(c.address))


def compiled_functions(
    made: Program,
    names: Sequence[str],
    p: Array,
    compiler: Compiler,
    precision: Precision,
    *,
    only_cached: bool,
) -> dict[str, CompiledFunction] | None:
    """The functions of a program, compiled; None if they are not in the cache and that is asked for."""
    needed = ("prepare", "size", *names)
    source = made.source if precision is Precision.double else f"#define EXTENDED\n{made.source}"
    own = cached(source, "-O1", compiler, needed)
    if own is None:
        if only_cached:
            return None
        own = compiled(source, "-O1", compiler, needed)
    c, work = (Room(count * own.size()) for count in (made.constants, made.work))
    given = np.ascontiguousarray(p)
    own.prepare(ct.c_void_p(given.ctypes.data), ct.c_void_p(c.address))
    return {name: CompiledFunction(own, name, c, work) for name in names}


def callback(rescue: Callable[[int, float, Array], Array | None], size: int, interrupted: list[bool]) -> Any:
    """A Python function as the rescue of a run: None where it finds no solution either."""

    def call(what: int, t: float, y: Any, out: Any) -> int:
        try:
            found = rescue(what, t, np.ctypeslib.as_array(y, (size,)).copy())
        except KeyboardInterrupt:  # nothing can be raised through C: the run is told afterwards
            interrupted.append(True)
            return 1
        except np.linalg.LinAlgError:
            return 1
        if found is None:
            return 1
        np.ctypeslib.as_array(out, (size,))[:] = found
        return 0

    return RESCUE(call)

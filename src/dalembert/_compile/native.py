"""Runs in C: the library of a method, and the functions of a model as a tape or as compiled code.

A tape is interpreted by the method's library at once; compiling it costs a while and then runs ten
times as fast, with the same bits. So a model is interpreted until that has cost as much as compiling would.
"""

from __future__ import annotations

import ctypes as ct
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.bytecode import SIDE_BY_SIDE_CODES, Bytecode
from dalembert._compile.c_structures import LAYOUT, compare_layout, mirror_fields, with_layout
from dalembert._compile.compiler import Compiler, cached_library, compiled_library
from dalembert._compile.method_source import TAYLOR, header, integrator
from dalembert._compile.series import SeriesBytecode
from dalembert._tape.c import FORMS
from dalembert._tape.pieces import Program
from dalembert._tape.tape import OPERATIONS

Array = NDArray[np.float64]
OPEN = 64  # libraries of programs that are kept at hand
ALIGNED = 64  # bytes: whole lines of a cache
CLAIM = {  # of claim.h and noise.h: the arguments of each function
    "dalembert_distance": "ipaidai",
    "dalembert_truncation": "iiiaaddddddaa",
    "dalembert_rounding": "iiaddddia",
    "dalembert_bias": "iiada",
    "dalembert_claims": "iiapiiaiaddddaaa",
    "dalembert_sizes": "iiiaiadddda",
    "dalembert_noise": "iiiaadaa",
    "dalembert_noise_along": "aiaaiaadaa",
}
Pointer = ct.POINTER(ct.c_double)
FIELD = ct.CFUNCTYPE(None, ct.c_void_p, ct.c_double, Pointer, Pointer, Pointer, Pointer, Pointer, Pointer)
RESCUE = ct.CFUNCTYPE(ct.c_int, ct.c_int, ct.c_double, Pointer, Pointer)


class CallableRecord(ct.Structure):
    """dalembert_callable of run.h."""

    _fields_ = mirror_fields(header("run.h"), "dalembert_callable", {"dalembert_field": ct.c_void_p})


class TableRecord(ct.Structure):
    """dalembert_table of run.h."""

    _fields_ = mirror_fields(header("run.h"), "dalembert_table", {})


class Pair(ct.Structure):
    """dalembert_pair of claim.h."""

    _fields_ = mirror_fields(header("claim.h"), "dalembert_pair", {})


class NoiseProbe(ct.Structure):
    """dalembert_noise_probe of noise.h."""

    _fields_ = mirror_fields(
        header("noise.h"), "dalembert_noise_probe", {"dalembert_callable": CallableRecord}
    )


CLAIM_TYPES = {  # whole numbers, numbers, arrays, pairs of runs
    "i": ct.c_longlong,
    "d": ct.c_double,
    "a": ct.c_void_p,
    "p": ct.POINTER(Pair),
}
C_TYPES = {"dalembert_callable": CallableRecord, "dalembert_rescue": RESCUE}


class Run(ct.Structure):
    """dalembert_run of run.h."""

    _fields_ = mirror_fields(header("run.h"), "dalembert_run", C_TYPES)


class SparseProblem(ct.Structure):
    """dalembert_sparse of sparse.h."""

    _fields_ = mirror_fields(header("sparse.h"), "dalembert_sparse", {})


class StiffProblem(ct.Structure):
    """dalembert_stiff of radau.h."""

    _fields_ = mirror_fields(
        header("radau.h"), "dalembert_stiff", {**C_TYPES, "dalembert_sparse": SparseProblem}
    )


class ImplicitRates(ct.Structure):
    """dalembert_implicit_rates of implicit_rates.h."""

    _fields_ = mirror_fields(header("implicit_rates.h"), "dalembert_implicit_rates", C_TYPES)


class Projection(ct.Structure):
    """dalembert_projection of implicit_rates.h."""

    _fields_ = mirror_fields(header("implicit_rates.h"), "dalembert_projection", C_TYPES)


class ImplicitProblem(ct.Structure):
    """dalembert_implicit of implicit.h."""

    _fields_ = mirror_fields(header("implicit.h"), "dalembert_implicit", C_TYPES)


class BlockFactors(ct.Structure):
    """dalembert_blocks of block_factors.h."""

    _fields_ = mirror_fields(header("block_factors.h"), "dalembert_blocks", {})


class Moreau(ct.Structure):
    """dalembert_moreau of contact_step.h."""

    _fields_ = mirror_fields(
        header("contact_step.h"), "dalembert_moreau", {**C_TYPES, "dalembert_blocks": BlockFactors}
    )


class Tape(ct.Structure):
    """dalembert_tape of interpret.h."""

    _fields_ = mirror_fields(header("interpret.h"), "dalembert_tape", {})


class SeriesRecord(ct.Structure):
    """dalembert_recurrences of series.h."""

    _fields_ = mirror_fields(header("series.h"), "dalembert_recurrences", {})


class Taylor(ct.Structure):
    """dalembert_taylor of taylor.h."""

    _fields_ = mirror_fields(header("taylor.h"), "dalembert_taylor", C_TYPES)


class Binding(ct.Structure):
    """dalembert_binding of modes.h."""

    _fields_ = mirror_fields(header("modes.h"), "dalembert_binding", {"dalembert_preparation": ct.c_void_p})


class ModeRecord(ct.Structure):
    """dalembert_mode of modes.h."""

    _fields_ = mirror_fields(header("modes.h"), "dalembert_mode", C_TYPES)


class ContactTolerances(ct.Structure):
    """dalembert_tolerances of modes.h."""

    _fields_ = mirror_fields(header("modes.h"), "dalembert_tolerances", {})


class Hybrid(ct.Structure):
    """dalembert_hybrid of modes.h."""

    _fields_ = mirror_fields(
        header("modes.h"), "dalembert_hybrid", {**C_TYPES, "dalembert_advance": ct.c_void_p}
    )


class EnsembleRecord(ct.Structure):
    """dalembert_ensemble of ensemble.h."""

    _fields_ = mirror_fields(
        header("ensemble.h"), "dalembert_ensemble", {**C_TYPES, "dalembert_constants": ct.c_void_p}
    )


class StartsRecord(ct.Structure):
    """dalembert_starts of consistent_starts.h."""

    _fields_ = mirror_fields(header("consistent_starts.h"), "dalembert_starts", C_TYPES)


MIRRORS: dict[str, type[ct.Structure]] = {
    "dalembert_callable": CallableRecord,
    "dalembert_table": TableRecord,
    "dalembert_run": Run,
    "dalembert_sparse": SparseProblem,
    "dalembert_stiff": StiffProblem,
    "dalembert_implicit_rates": ImplicitRates,
    "dalembert_projection": Projection,
    "dalembert_implicit": ImplicitProblem,
    "dalembert_blocks": BlockFactors,
    "dalembert_moreau": Moreau,
    "dalembert_tape": Tape,
    "dalembert_recurrences": SeriesRecord,
    "dalembert_taylor": Taylor,
    "dalembert_pair": Pair,
    "dalembert_noise_probe": NoiseProbe,
    "dalembert_binding": Binding,
    "dalembert_mode": ModeRecord,
    "dalembert_tolerances": ContactTolerances,
    "dalembert_hybrid": Hybrid,
    "dalembert_ensemble": EnsembleRecord,
    "dalembert_starts": StartsRecord,
}


def compile_library(source: str, level: str, compiler: Compiler, names: Sequence[str]) -> ct.CDLL:
    """The library of a source, whose structures are laid out as their mirrors."""
    dll = compiled_library(with_layout(source), level, compiler, (*names, LAYOUT))
    compare_layout(dll, source, MIRRORS)
    return dll


@cache
def library(name: str, compiler: Compiler) -> ct.CDLL:
    """A method (or `implicit`, for all implicit ones) and the interpreter, compiled once for all models."""
    functions = [
        f"dalembert_{function}{precision}"
        for function in ("interpret", "prepare", "size")
        for precision in Precision
    ]
    series = name == TAYLOR
    parts = (
        integrator(name),
        header("claim.h"),
        header("noise.h"),
        interpreter(Precision.double, series=series),
        "#include <tgmath.h>\n",  # sin, pow and so on, for numbers of any length
        interpreter(Precision.extended, series=series),
    )
    if name == TAYLOR:
        functions += [f"dalembert_interpret_series{precision}" for precision in Precision]
    # short loops over entries, contacts and lower orders: it is worth the while to make vectors of them
    made = compile_library("\n".join(parts), "-O3", compiler, (f"{name}_advance", *functions, *CLAIM))
    advance = made[f"{name}_advance"]
    advance.argtypes, advance.restype = [ct.POINTER(Run), ct.c_longlong], ct.c_longlong
    for function, types in CLAIM.items():
        _claim_functions[function] = made[function]
        _claim_functions[function].argtypes = [CLAIM_TYPES[letter] for letter in types]
        _claim_functions[function].restype = ct.c_longlong if function == "dalembert_rounding" else ct.c_int
    _loaded[:] = [(made, compiler)]
    return made


_claim_functions: dict[str, Any] = {}  # those of the method that was loaded last
_loaded: list[tuple[ct.CDLL, Compiler]] = []  # that method


def claim_functions() -> Mapping[str, Any] | None:
    """The functions of claim.h and noise.h; None where no method in C was loaded yet."""
    return _claim_functions or None


def loaded_library() -> tuple[ct.CDLL, Compiler] | None:
    """The method in C that was loaded last, and its compiler."""
    return _loaded[0] if _loaded else None


class Precision(StrEnum):
    """The numbers that a tape is interpreted in, by the ends of the names of functions in C."""

    double = ""
    extended = "_extended"  # the longest numbers of the machine; on some machines these are doubles


def interpreter(precision: Precision, *, series: bool = False) -> str:
    """The interpreter as C source, and that of Taylor series where it is asked for."""
    sign = f"sign_of{precision}"
    texts = [FORMS[one].text.format("a", "b").replace("sign_of", sign) for one in OPERATIONS]
    values = [f"    case {k}: return {text};" for k, text in enumerate(texts)]
    runs = [
        f"        case {k}: do {{ a = w[left[k]], b = w[right[k]], value[k] = {text}; }} "
        "while (++k < end); break;"
        for k, text in enumerate(texts)
    ]
    real = "double" if precision is Precision.double else "long double"
    runs += [
        f"        case {len(texts) + k}:\n#pragma GCC ivdep\n            for (; k < end; k++) {{\n"
        f"                const {real} a = w[left[k]], b = w[right[k]];\n"
        f"                value[k] = {texts[k]};\n            }}\n            break;"
        for k in sorted(SIDE_BY_SIDE_CODES)
    ]
    names = ("interpret.h", "series.h", "interpret_series.h") if series else ("interpret.h",)
    text = "\n".join(map(header, names))
    text = text.replace("@OPERATIONS@", "\n".join(runs)).replace("@VALUES@", "\n".join(values))
    return _in_precision(text, real, precision)


def _in_precision(text: str, real: str, suffix: str) -> str:
    lanes = "dalembert_lanes" if real == "double" else real
    return text.replace("@REAL@", real).replace("@SUFFIX@", suffix).replace("@LANES@", lanes)


@cache
def solvers(compiler: Compiler) -> ct.CDLL:
    """The solver and the projection for general DAEs in C."""
    names = ("dalembert_solve", "dalembert_project")
    return compile_library("\n".join([header("run.h"), header("implicit_rates.h")]), "-O2", compiler, names)


TRANSITIONS = (
    *("impact.h", "contact_state.h", "contact_transition.h", "switch_transition.h", "rest_problem.h"),
    "contact_touch.h",
)  # the headers of transitions between modes, in the order in which they need one another
NOTES_PASSED = """\
DALEMBERT_FUNCTION int dalembert_passes(void *events, long long event, int way);
#define DALEMBERT_MODE_NOTED(own)
#define DALEMBERT_NOTES_PASSED(own, event, way) dalembert_passes((own)->run->own, event, way)
"""  # what the loop over modes does where an impact passes over an event


def mode_loop_source(*, with_events: bool = False) -> str:
    """The loop over modes as C source, with what it needs; with events of the user that act."""
    parts = ("linear.h", "modes.h", *TRANSITIONS, "mode_loop.h", "mode_start.h")
    first, last = (NOTES_PASSED, header("state_events.h")) if with_events else ("", "")
    return "\n".join((header("run.h"), first, *map(header, parts), last))


@cache
def mode_loop(compiler: Compiler) -> ct.CDLL:
    """The loop that follows a hybrid run from mode to mode, with the steps of any method."""
    made = compile_library(mode_loop_source(), "-O1", compiler, ("dalembert_follow_modes",))
    follow = made["dalembert_follow_modes"]
    follow.argtypes, follow.restype = [ct.POINTER(Hybrid), ct.c_longlong], ct.c_longlong
    return made


class Room:
    """Memory for numbers of any size in bytes, initially zero."""

    def __init__(self, size: int) -> None:
        self._kept = ct.create_string_buffer(size + ALIGNED)
        self.address = -(-ct.addressof(self._kept) // ALIGNED) * ALIGNED


class InterpretedFunction:
    """A tape for the interpreter, with parameters put in."""

    def __init__(
        self, bytecode: Bytecode, p: Array, dll: ct.CDLL, precision: Precision = Precision.double
    ) -> None:
        self._bytecode, self._numbers = bytecode, bytecode.numbers.copy()
        self._prepare = dll[f"dalembert_prepare{precision}"]
        self._work = Room(len(bytecode.numbers) * dll[f"dalembert_size{precision}"]())
        arrays = bytecode.arrays
        self._record = Tape(
            first=bytecode.first,
            runs=len(arrays["operation"]),
            count=len(arrays["left"]),
            read=len(arrays["read_slot"]),
            outs=len(arrays["out_slot"]),
            health_slot=bytecode.health,
            slots=len(bytecode.numbers),
            numbers=self._numbers.ctypes.data,
            **{name: array.ctypes.data for name, array in arrays.items()},
        )
        self.record = CallableRecord(
            call=ct.cast(dll[f"dalembert_interpret{precision}"], ct.c_void_p).value,
            model=ct.addressof(self._record),
            work=self._work.address,
        )
        self.revalue(p)

    def binding(self) -> Binding:
        """How C puts other parameters in."""
        bytecode = self._bytecode
        return Binding(
            prepare=ct.cast(self._prepare, ct.c_void_p).value,
            model=ct.addressof(self._record),
            room=self._work.address,
            numbers=self._numbers.ctypes.data,
            slots=bytecode.slots.ctypes.data,
            indices=bytecode.indices.ctypes.data,
            count=len(bytecode.slots),
        )

    def revalue(self, p: Array) -> None:
        """Put other parameters in."""
        self._numbers[self._bytecode.slots] = p[self._bytecode.indices]
        self._prepare(ct.byref(self._record), ct.c_void_p(self._work.address))


class InterpretedSeries:
    """The recurrences of a Taylor series for the interpreter, with parameters put in."""

    def __init__(
        self, bytecode: SeriesBytecode, p: Array, dll: ct.CDLL, precision: Precision = Precision.double
    ) -> None:
        size = dll[f"dalembert_size{precision}"]()
        self._scalars = InterpretedFunction(bytecode.scalars, p, dll, precision)
        self._work, self._bytecode = Room(bytecode.room * size), bytecode
        self._record = SeriesRecord(
            **bytecode.counts, **{name: array.ctypes.data for name, array in bytecode.arrays.items()}
        )
        self.record = CallableRecord(
            call=ct.cast(dll[f"dalembert_interpret_series{precision}"], ct.c_void_p).value,
            model=ct.addressof(self._record),
            c=self._scalars.record.work,
            work=self._work.address,
        )

    def binding(self) -> Binding:
        """How C puts other parameters in."""
        return self._scalars.binding()

    def revalue(self, p: Array) -> None:
        """Put other parameters in."""
        self._scalars.revalue(p)


class CompiledFunction:
    """A function of a compiled model, with the constants made from the parameters."""

    def __init__(self, dll: ct.CDLL, name: str, c: Room, work: Room) -> None:
        self._kept = dll, c, work
        call = ct.cast(dll[name], ct.c_void_p).value
        self.record = CallableRecord(call=call, c=c.address, work=work.address)

    def binding(self) -> Binding:
        """The record by which C changes the parameters, of all functions of the program at once."""
        dll, c, _ = self._kept
        return Binding(prepare=ct.cast(dll.prepare, ct.c_void_p).value, room=c.address)

    def revalue(self, p: Array) -> None:
        """Put other parameters in."""
        dll, c, _ = self._kept
        given = np.ascontiguousarray(p)
        dll.prepare(ct.c_void_p(given.ctypes.data), ct.c_void_p(c.address))


_open_programs: OrderedDict[tuple[str, Precision, Compiler], ct.CDLL] = OrderedDict()  # used last: last


def forget_programs() -> None:
    """Look for the libraries of programs in the cache again."""
    _open_programs.clear()


def _program_library(
    made: Program, names: Sequence[str], compiler: Compiler, precision: Precision, *, only_cached: bool
) -> ct.CDLL | None:
    """The library of a program, loaded and checked once in a process."""
    key = made.source, precision, compiler
    dll = _open_programs.get(key)
    if dll is None:
        needed = ("prepare", "size", *names)
        source = made.source if precision is Precision.double else f"#define EXTENDED\n{made.source}"
        dll = (cached_library if only_cached else compiled_library)(source, made.level, compiler, needed)
    if dll is not None:
        _open_programs[key] = dll
        _open_programs.move_to_end(key)
        while len(_open_programs) > OPEN:
            _open_programs.popitem(last=False)
    return dll


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
    dll = _program_library(made, names, compiler, precision, only_cached=only_cached)
    if dll is None:
        return None
    c, work = (Room(count * dll.size()) for count in (made.constants, made.work))
    given = np.ascontiguousarray(p)
    dll.prepare(ct.c_void_p(given.ctypes.data), ct.c_void_p(c.address))
    return {name: CompiledFunction(dll, name, c, work) for name in names}


def callback(rescue: Callable[[int, float, Array], Array | None], size: int, interrupted: list[bool]) -> Any:
    """A Python function as the rescue of a run: None where it finds no solution either."""

    def call(what: int, t: float, y: Any, out: Any) -> int:
        try:
            solved = rescue(what, t, np.ctypeslib.as_array(y, (size,)).copy())
        except KeyboardInterrupt:  # nothing can be raised through C: the run is told afterwards
            interrupted.append(True)
            return 1
        except np.linalg.LinAlgError:
            return 1
        if solved is None:
            return 1
        np.ctypeslib.as_array(out, (size,))[:] = solved
        return 0

    return RESCUE(call)

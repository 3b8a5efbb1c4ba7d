"""Many runs of one compiled model in one call of C: parameters and starts in, what is kept of each run out.

No Python is called between the lanes of a block. Where there are many lanes the integrator is compiled
together with the model, whose sizes are then numbers that the compiler knows; else the tape is interpreted.
Both give the same bits.
"""

from __future__ import annotations

import ctypes as ct
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.c_structures import LAYOUT, compare_layout, with_layout
from dalembert._compile.code import Code
from dalembert._compile.compiler import VECTORS_PROBE, Compiler, CompilerError, compiled_library, note_refusal
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.method_source import explicit_method, header
from dalembert._compile.native import (
    MIRRORS,
    RESCUE,
    CallableRecord,
    EnsembleRecord,
    InterpretedFunction,
    Precision,
    Room,
    Run,
    interpreter,
)
from dalembert._compile.rank_revealing import HEALTHY
from dalembert._compile.tableaux import TABLEAUX
from dalembert._compile.vector_source import LONGEST, elementary_functions, vector_options, vector_source
from dalembert._tape.pieces import program

Array = NDArray[np.float64]
Counts = NDArray[np.int64]
NODES, PEAK_NODES, EVENT_ROWS = 9, 9, 13  # of ensemble.h, peaks.h and events.h
CHUNK = 1000  # ENSEMBLE_CHUNK of ensemble.h
EVENTS = 256  # occurrences in one step
LARGEST, SMALLEST = 1, 2
DONE, STOPPED = 1, 6
BUDGET = 3e10  # instructions of a model in all evaluations of a run
_LANES = (ct.POINTER(Run), ct.POINTER(EnsembleRecord), ct.c_longlong, ct.c_longlong)
_ENSEMBLE = ct.CFUNCTYPE(None, *_LANES)
_VECTORS = ct.CFUNCTYPE(None, *_LANES, ct.c_void_p)
_VECTORS_ROOM = ct.CFUNCTYPE(ct.c_longlong, ct.POINTER(Run))
_CALL = re.compile(r"DALEMBERT_CALL\((run|own)->(\w+), ")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lanes:
    """What is run: p and starts, a row for each lane; and what holds for all of them."""

    p: Array
    start: Array
    t_start: float
    t_end: float
    low: float  # the model is asked for no time before
    high: float
    times: Array  # at which values are kept
    rtol: float
    atol: float
    dt_most: float | None
    extreme: NDArray[np.int32]  # of each kept value
    directions: tuple[int, ...]  # of events
    stops: tuple[int, ...]
    wary: bool  # whether to give a stiff run up
    struck: int = 0  # contacts whose impacts are counted, behind the events

    @property
    def occurrences(self) -> int:
        """Events and contacts of which first times and counts are kept."""
        return len(self.directions) + self.struck


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LaneResults:
    """What was kept: time, where there is one, is the second axis; the kept values are the last one."""

    begin: Array
    end: Array
    most: Array
    least: Array
    rows: Array  # lanes x times x values; NaN where a run did not come so far
    first: Array  # lanes x occurrences: when each happened first
    at_first: Array  # lanes x occurrences x values
    count: Counts
    state: Array  # at the end
    reached: Array
    size: Array  # the largest |T| + |V|
    lost: Array  # the energy that impacts took, less what they were given
    status: Counts
    steps: Counts
    evaluations: Counts

    @property
    def good(self) -> NDArray[np.bool_]:
        """The lanes whose runs ended regularly."""
        return np.isin(self.status, (DONE, STOPPED))

    @property
    def by_name(self) -> dict[str, NDArray[Any]]:
        """All arrays, by the names that they have in C."""
        return {
            "begin": self.begin,
            "end": self.end,
            "most": self.most,
            "least": self.least,
            "rows": self.rows,
            "first": self.first,
            "at_first": self.at_first,
            "state": self.state,
            "reached": self.reached,
            "size": self.size,
            "lost": self.lost,
            "count": self.count,
            "status": self.status,
            "steps": self.steps,
            "evaluations": self.evaluations,
        }


def run_lanes(
    compiled: MechanicalSystem,
    method: str,
    compiler: Compiler,
    lanes: Lanes,
    *,
    interpreted: bool,
    vectors: bool = True,
) -> LaneResults:
    """Run all lanes by an explicit method; by `vectors`, several lanes at once where the compiler can.

    Raises a `CompilerError` where it cannot be compiled.
    """
    code = compiled.ensemble_code
    width, count = len(lanes.extreme), len(lanes.p)
    made = empty_results(lanes, width, compiled.layout.size)
    arrays = lane_arrays(compiled, method, lanes, width, len(lanes.directions))
    run, ensemble = lane_records(compiled, lanes, arrays, made, width, code.length)
    if interpreted:
        library = generic_library(method, compiler)
        functions = {
            name: InterpretedFunction(bytecode, lanes.p[0], library)
            for name, bytecode in code.bytecode.items()
        }
        _connect(run, ensemble, {name: one.record for name, one in functions.items()})
        run_one = _ENSEMBLE((f"{method}_ensemble", library))
        for lane in range(count):
            for one in functions.values():
                one.revalue(lanes.p[lane])
            run_one(run, ensemble, lane, lane + 1)
        return made
    linked = model_library(compiled, code, method, compiler, vectors=vectors)
    library = linked.library
    rooms = [Room(8 * max(one, 1)) for one in (linked.constants, linked.work)]
    record = CallableRecord(c=rooms[0].address, work=rooms[1].address)
    _connect(run, ensemble, dict.fromkeys(code.tapes, record))
    ensemble.prepare = ct.cast(library.model_prepare, ct.c_void_p).value
    ensemble.c = rooms[0].address
    if linked.vectors:
        room = Room(_VECTORS_ROOM((f"{method}_vectors_room", library))(run))
        _VECTORS((f"{method}_vectors", library))(run, ensemble, 0, count, room.address)
    else:
        _ENSEMBLE((f"{method}_ensemble", library))(run, ensemble, 0, count)
    return made


def empty_results(lanes: Lanes, width: int, size: int) -> LaneResults:
    """The arrays of results, before the lanes are run."""
    count, events = len(lanes.p), lanes.occurrences
    nothing = np.nan
    return LaneResults(
        begin=np.full((count, width), nothing),
        end=np.full((count, width), nothing),
        most=np.full((count, width), nothing),
        least=np.full((count, width), nothing),
        rows=np.full((count, len(lanes.times), width), nothing),
        first=np.full((count, events), nothing),
        at_first=np.full((count, events, width), nothing),
        count=np.zeros((count, events), dtype=np.int64),
        state=np.full((count, size), nothing),
        reached=np.full(count, nothing),
        size=np.zeros(count),
        lost=np.zeros(count),
        status=np.zeros(count, dtype=np.int64),
        steps=np.zeros(count, dtype=np.int64),
        evaluations=np.zeros(count, dtype=np.int64),
    )


def lane_arrays(
    compiled: MechanicalSystem, method: str, lanes: Lanes, width: int, events: int
) -> dict[str, Any]:
    """The work arrays, shared by all runs in turn, for a largest number of event functions."""
    tableau, layout, peaks = TABLEAUX[method], compiled.layout, compiled.peaks
    size, tested = layout.size, layout.tested
    stages, terms = tableau.stages + 1 + len(tableau.extra), 3 + len(tableau.dense)
    vectors = ("y", "stage", "fresh", "change", "tail", "tail_fresh", "node")
    zeros = ("noise", "clock", "least", "peak", "weight", "floor", "inside", "outside")
    return {
        **{name: np.zeros(size) for name in vectors},
        **{name: np.zeros(tested) for name in zeros},
        "k": np.zeros((stages, size)),
        "dense": np.zeros((terms, size)),
        "u": np.zeros(max(1, 3 * compiled.inputs)),
        "times": np.ascontiguousarray(lanes.times),
        "rows": np.zeros((max(len(lanes.times), 1), size)),
        "sizes": np.zeros((max(len(lanes.times), 1), tested)),
        "logged_t": np.zeros(CHUNK + 1),
        "logged_dt": np.zeros(CHUNK + 1),
        "atol": np.full(tested, lanes.atol),
        "kind": layout.kind_of_each(),
        "direction": np.array(lanes.directions, dtype=np.int32),
        "stops": np.array(lanes.stops, dtype=np.int32),
        "occurred": np.zeros(EVENTS),
        "which": np.zeros(EVENTS, dtype=np.int32),
        "way": np.zeros(EVENTS, dtype=np.int32),
        "values": np.zeros(EVENT_ROWS * max(1, events)),
        "peak_kind": np.array(peaks, dtype=np.int32),
        "arguments": np.zeros(PEAK_NODES * max(1, len(peaks))),
        "kept_node": np.zeros(size),
        "kept_values": np.zeros((NODES, width)),
        "kept_trial": np.zeros(width),
        "p": np.ascontiguousarray(lanes.p),
        "start": np.ascontiguousarray(lanes.start),
        "extreme": np.ascontiguousarray(lanes.extreme),
    }


def lane_records(
    compiled: MechanicalSystem,
    lanes: Lanes,
    arrays: Mapping[str, Any],
    made: LaneResults,
    width: int,
    length: int,
) -> tuple[Run, EnsembleRecord]:
    """The records of a run and of the ensemble for C, still without the functions of the model."""
    layout, span = compiled.layout, lanes.t_end - lanes.t_start
    private = ("kept_node", "kept_values", "kept_trial", "p", "start", "extreme")
    run = Run(
        rescue=RESCUE(),  # a null pointer: a lane that needs one is run again by other means
        n=layout.n,
        split=layout.split,
        size=layout.size,
        tested=layout.tested,
        constrained=int(layout.constraints > 0),
        healthy=HEALTHY,
        rtol=lanes.rtol,
        dt_most=min(lanes.dt_most or np.inf, span),
        span=span,
        low=lanes.low,
        high=lanes.high,
        samples=len(lanes.times),
        events_count=len(lanes.directions),
        peaks_count=len(compiled.peaks),
        room=EVENTS,
        log_room=CHUNK + 1,
        inputs_count=compiled.inputs,
        **{name: array.ctypes.data for name, array in arrays.items() if name not in private},
    )
    record = EnsembleRecord(
        lanes=len(lanes.p),
        parameters=lanes.p.shape[1],
        columns=width,
        wanted=int(bool(np.any(lanes.extreme))),
        wary=int(lanes.wary),
        most_evaluations=int(BUDGET / max(length, 1)),
        t_start=lanes.t_start,
        t_end=lanes.t_end,
        p=arrays["p"].ctypes.data,
        start=arrays["start"].ctypes.data,
        extreme=arrays["extreme"].ctypes.data,
        node=arrays["kept_node"].ctypes.data,
        values=arrays["kept_values"].ctypes.data,
        trial=arrays["kept_trial"].ctypes.data,
        **{name: array.ctypes.data for name, array in made.by_name.items()},
    )
    return run, record


def _connect(run: Run, record: EnsembleRecord, functions: Mapping[str, CallableRecord]) -> None:
    """Set the pointers of the records to the functions of the model."""
    record.kept = functions["kept"]
    run.rates = functions["rates"]
    if "correction" in functions:
        run.correction = functions["correction"]
    if "inputs" in functions:
        run.inputs = functions["inputs"]
    if "events" in functions:
        run.events = functions["events"]
    if "peaks" in functions:
        run.peaks = functions["peaks"]


def integrator_source(method: str) -> str:
    """A method with the loop over lanes as C source, for any model."""
    parts = (header("run.h"), header("events.h"), header("peaks.h"), header("ensemble.h"))
    loop = (explicit_method(method), header("advance.h"), header("ensemble_lanes.h"))
    return "\n".join([*parts, *loop])


@cache
def generic_library(method: str, compiler: Compiler) -> ct.CDLL:
    """A method with the interpreter, for all models."""
    source = "\n".join([HEAD, integrator_source(method), interpreter(Precision.double)])
    names = (f"{method}_ensemble", "dalembert_interpret", "dalembert_prepare", "dalembert_size")
    return load_lanes(source, compiler, names, ("-O1",))


@dataclass(frozen=True, slots=True, kw_only=True)
class EnsembleLibrary:
    """A method together with a model: a library, the room that the model needs, whether it has vectors."""

    library: ct.CDLL
    constants: int
    work: int
    vectors: bool


_linked: WeakKeyDictionary[Code, dict[tuple[str, Compiler, bool], EnsembleLibrary]] = WeakKeyDictionary()


def model_library(
    compiled: MechanicalSystem, code: Code, method: str, compiler: Compiler, *, vectors: bool
) -> EnsembleLibrary:
    """A method together with a model, made once."""
    linked, key = _linked.setdefault(code, {}), (method, compiler, vectors)
    if key not in linked:
        tapes = {f"model_{name}": tape for name, tape in code.tapes.items()}
        printed = program(tapes, local=True)
        text = printed.source.replace("static void prepare(", "DALEMBERT_EXPORT void model_prepare(")
        source = specialised_source(integrator_source(method), compiled, frozenset(code.tapes))
        whole = f"{HEAD}\n{text}\n{source}"
        names = (f"{method}_ensemble", "model_prepare")
        library = None
        if vectors and code.length <= LONGEST:
            more = vector_source(compiled, method, printed)
            several = (*names, f"{method}_vectors", f"{method}_vectors_room")
            options = ("-O2", *vector_options())
            try:
                library = load_lanes(f"{whole}\n{more}", compiler, several, options)
            except CompilerError as error:  # one that knows no vectors, as a rule
                note_refusal(error, compiler, " ".join(options), VECTORS_PROBE)
        lanes_library = library or load_lanes(whole, compiler, names, ("-O2",))
        linked[key] = EnsembleLibrary(
            library=lanes_library,
            constants=printed.constants,
            work=printed.work,
            vectors=library is not None,
        )
    return linked[key]


HEAD = f"""\
#include <math.h>
#ifdef _WIN32
#define DALEMBERT_EXPORT __declspec(dllexport)
#else
#define DALEMBERT_EXPORT
#endif
#define DALEMBERT_FUNCTION static
{elementary_functions()}"""


def specialised_source(source: str, compiled: MechanicalSystem, names: frozenset[str]) -> str:
    """The integrator with the functions of a model called by their names, and its sizes as numbers."""

    def call(match: re.Match[str]) -> str:
        where, name = match[1], match[2]
        return f"MODEL_CALL(model_{name}, {where}->{name}, " if name in names else match[0]

    made = _CALL.sub(call, source)
    for name in ("inputs", "correction", "events", "peaks"):
        made = made.replace(f"run->{name}.call", "1" if name in names else "0")
    made = with_numbers_of(made, compiled, {"constrained": int(compiled.layout.constraints > 0)})
    caller = (
        "#define MODEL_CALL(function, called, t, y, u, out, health) \\\n"
        "    function((called).model, t, y, u, (called).c, out, health, (called).work)\n"
    )
    return caller + made


def with_numbers_of(source: str, compiled: MechanicalSystem, more: Mapping[str, int]) -> str:
    """The source of an integrator with the sizes of a model, and more fields of its runs, as numbers."""
    layout = compiled.layout
    numbers = {
        "n": layout.n,
        "split": layout.split,
        "size": layout.size,
        "tested": layout.tested,
        **more,
        "inputs_count": compiled.inputs,
        "peaks_count": len(compiled.peaks),
        "tables_count": 0,
        "delays": 0,
        "gain": 0.0,
        "repeats": 0,
        "grid_count": 0,
        "dt_fixed": 0.0,
    }
    for name, number in numbers.items():
        source = re.sub(rf"\b(own->)?run->{name}\b(?!\s*(=[^=]|\.))", f"({number!r})", source)
    return source


def load_lanes(source: str, compiler: Compiler, names: tuple[str, ...], options: tuple[str, ...]) -> ct.CDLL:
    """The library of a source, whose structures are laid out as their mirrors."""
    made = compiled_library(with_layout(source), " ".join(options), compiler, (*names, LAYOUT))
    compare_layout(made, source, MIRRORS)
    return made

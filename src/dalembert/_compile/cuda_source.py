"""The lanes of an ensemble as a kernel of CUDA: a thread makes the steps of a run, by the same C integrator.

A thread whose run has ended takes the next one up, so that no thread of a warp waits for the longest run. All
that a step works on lies in the record of its run, in arrays whose sizes the compiler knows. The rates of the
stages, which are read most, lie in shared memory where they fit in. The stages of a step are a loop, so that
the rates of the model are in it once and fit into the cache of instructions. Constants of a model whose
parameters are the same in all lanes lie in constant memory. Products are fused with sums, and quotients with
one divisor share its reciprocal: with the sines of the device, that is how its numbers differ from those of
the other engines, in their last digits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from dalembert._compile.cuda_device import SharedMemory
from dalembert._compile.ensemble import (
    EVENT_ROWS,
    NODES,
    PEAK_NODES,
    integrator_source,
    specialised_source,
)
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.tableaux import TABLEAUX, Tableau
from dalembert._compile.vector_source import elementary_functions
from dalembert._tape.pieces import program

EVENTS = 16  # occurrences in one step
_SWAP = re.compile(r"swap = run->(\w+);\s*run->\1 = run->(\w+);\s*run->\2 = swap;")
_QUOTIENT = re.compile(r"    const REAL (a\d+) = ([^;/()]+)/(a\d+);\n")
_PAIRED = re.compile(r"    const REAL a(\d+) = (sin|cos)\(([^;]*)\);\n")
# What is called once in a while is not copied into the loop of steps.
SELDOM = (
    "double METHOD_NAME(first)",
    "int METHOD_NAME(sample)",
    "void METHOD_NAME(take_lane)",
    "void METHOD_NAME(end_lane)",
    "void ensemble_step_made",
    "void dalembert_refused",
)
HEAD = """\
#define DALEMBERT_FUNCTION static __device__ __forceinline__
#define DALEMBERT_EXPORT static __device__ __forceinline__
#define SELDOM static __device__ __noinline__
#ifdef LANE_EXACT
#define LANE_QUOTIENT(x, d, over_d) ((x) / (d))
#else
#define LANE_QUOTIENT(x, d, over_d) ((x) * (over_d))
#endif
#ifndef INFINITY
#define INFINITY __longlong_as_double(0x7ff0000000000000LL)
#define NAN __longlong_as_double(0x7ff8000000000000LL)
#endif
"""
# Where the bits of the ensemble in C are wanted, its own functions; else those of the device.
FUNCTIONS = f"""\
#ifdef LANE_EXACT
{elementary_functions()}
#define sincos(x, s, c) (*(s) = sin(x), *(c) = cos(x))
#else
#define DALEMBERT_POWER(x, y) exp2((y) * log2(x))
#endif
"""
BLOCK = """
typedef struct {
    const double *p, *start, *times;
    double *begin, *end, *most, *least, *rows, *first, *at_first, *state, *reached, *size, *lost;
    double *row_room, *size_room;
    long long *count, *status, *steps, *evaluations;
    const int *extreme, *direction, *stops, *kind, *peak_kind;
    unsigned long long *next;
    long long lanes, samples, wanted, wary, most_evaluations;
    double t_start, t_end, low, high, rtol, atol, dt_most, healthy;
} dalembert_block;
"""
PREPARATION = """
extern "C" __global__ void prepare_constants(const double *p, double *c)
{
    model_prepare(p, c);
}
"""
SET_UP = """\
    own->start = block.start, own->p = block.p, own->lanes = block.lanes;
    own->wanted = block.wanted, own->wary = block.wary, own->most_evaluations = block.most_evaluations;
    own->t_start = block.t_start, own->t_end = block.t_end;
    own->begin = block.begin, own->end = block.end, own->most = block.most, own->least = block.least;
    own->rows = block.rows, own->first = block.first, own->at_first = block.at_first;
    own->state = block.state, own->reached = block.reached, own->size = block.size, own->lost = block.lost;
    own->count = block.count, own->status = block.status;
    own->steps = block.steps, own->evaluations = block.evaluations, own->extreme = block.extreme;
    run->healthy = block.healthy, run->rtol = block.rtol, run->dt_most = block.dt_most;
    run->span = block.t_end - block.t_start, run->low = block.low, run->high = block.high;
    run->samples = block.samples, run->times = block.times, run->room = @EVENTS@, run->log_room = 1;
    run->direction = block.direction, run->stops = block.stops, run->kind = block.kind;
    run->peak_kind = block.peak_kind;
    for (k = 0; k < @TESTED@; k++) run->in_atol[k] = block.atol;
    run->status = DALEMBERT_DONE;
"""
KERNEL = f"""{PREPARATION}
extern "C" __global__ void __launch_bounds__(@THREADS@, @BLOCKS@) run_lanes(const dalembert_block block)
{{
    dalembert_ensemble lanes, *own = &lanes;
    dalembert_run whole, *run = &whole;
    long long lane, k;
{SET_UP}\
    for (;;) {{ /* a step of a lane; a thread whose lane has ended takes the next one up */
        if (run->status != DALEMBERT_RUNNING) {{
            lane = (long long)atomicAdd(block.next, 1ULL);
            if (lane >= block.lanes) break;
            run->rows = block.row_room + lane * block.samples * @SIZE@;
            run->sizes = block.size_room + lane * block.samples * @TESTED@;
@PREPARE@
            @METHOD@_take_lane(run, own, lane);
        }}
        @METHOD@_go_on(run, own, 1);
        if (run->status != DALEMBERT_RUNNING) @METHOD@_end_lane(run, own);
    }}
}}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """Threads of a block, blocks of a multiprocessor, and which arrays of a run lie in shared memory."""

    threads: int
    blocks: int
    shared: tuple[str, ...] = ()


LARGE = Launch(threads=128, blocks=2)
SMALL = Launch(threads=128, blocks=2, shared=("k", "stage", "y", "fresh"))


HOPPER = SharedMemory(multiprocessor=228 * 1024, block=227 * 1024, reserved=1024)


def launch_of(tableau: Tableau, size: int, memory: SharedMemory) -> Launch:
    """How a model is run: few threads with many registers; rates and states are shared where they fit in."""
    numbers = (max(places_of_rates(tableau)) + len(SMALL.shared)) * size + 1
    needed = 8 * numbers * SMALL.threads
    fits = needed <= memory.block and (needed + memory.reserved) * SMALL.blocks <= memory.multiprocessor
    return SMALL if fits else LARGE


@dataclass(frozen=True, slots=True, kw_only=True)
class LanesKernel:
    """The source of a kernel `run_lanes`, and how many constants `prepare_constants` makes for all lanes."""

    source: str
    constants: int
    launch: Launch
    shared: int  # bytes of a block


def lanes_kernel(
    compiled: MechanicalSystem,
    method: str,
    width: int,
    parameters: int,
    *,
    uniform: bool,
    memory: SharedMemory = HOPPER,
) -> LanesKernel:
    """The kernel of a model, `width` values being kept; `uniform`: parameters are the same in all lanes.

    `memory` is that of the device.
    """
    tapes, layout, tableau = compiled.ensemble_code.tapes, compiled.layout, TABLEAUX[method]
    launch = launch_of(tableau, layout.size, memory)
    printed = program({f"model_{name}": tape for name, tape in tapes.items()}, local=True)
    places = places_of_rates(tableau)
    events = len(tapes["events"].results[0].slots) if "events" in tapes else 0
    sizes = array_sizes(compiled, tableau, width, events) | {
        "c": 1 if uniform else max(1, printed.constants),
        "work": max(1, printed.work),
    }
    made = specialised_source(integrator_source(method), compiled, frozenset(tapes))
    made = stages_as_loop(made, tableau, layout.size)
    made = rates_at(made, places)
    made = re.sub(r"\bown->(node|values|trial)\b", r"run->in_kept_\1", made)
    zeros = ("noise", "clock", "least")
    made, room = inside_the_record(made, sizes, layout.size, launch.shared, zeros)
    made = _without_pointers(made, frozenset(tapes))
    made = re.sub(r"\bown->columns\b", f"{width}LL", made)
    made = re.sub(r"\brun->events_count\b", f"{events}LL", made)
    for seldom in (*SELDOM, f"int {method}_dense"):
        made = made.replace(f"DALEMBERT_FUNCTION {seldom}(", f"SELDOM {seldom}(")
    constant = f"__constant__ double lane_c[{max(1, printed.constants)}];\n"
    prepare = f"    model_prepare(block.p + lane * {parameters}, run->in_c);"
    if uniform:
        made = made.replace("run->in_c, out", "lane_c, out")
    filled = filled_kernel(KERNEL, method, compiled, launch, {"PREPARE": "" if uniform else prepare})
    source = "\n".join([HEAD, FUNCTIONS, constant, model_functions(printed.source), made, BLOCK, filled])
    constants = printed.constants if uniform else 0
    return LanesKernel(source=source, constants=constants, launch=launch, shared=8 * room * launch.threads)


def filled_kernel(
    text: str, method: str, compiled: MechanicalSystem, launch: Launch, more: Mapping[str, object]
) -> str:
    """The text of a kernel with its blanks filled."""
    numbers = {
        **more,
        "METHOD": method,
        "SIZE": compiled.layout.size,
        "TESTED": compiled.layout.tested,
        "EVENTS": EVENTS,
        "THREADS": launch.threads,
        "BLOCKS": launch.blocks,
    }
    for name, value in numbers.items():
        text = text.replace(f"@{name}@", str(value))
    return text


def array_sizes(compiled: MechanicalSystem, tableau: Tableau, width: int, events: int) -> dict[str, int]:
    """How many numbers the arrays of a run have, `width` values being kept, with so many event functions."""
    layout = compiled.layout
    return {
        **dict.fromkeys(("y", "stage", "fresh", "change", "tail", "tail_fresh", "node"), layout.size),
        **dict.fromkeys(("atol", "peak", "weight", "floor"), layout.tested),
        "k": (max(places_of_rates(tableau)) + 1) * layout.size,
        "dense": (3 + len(tableau.dense)) * layout.size,
        "u": max(1, 3 * compiled.inputs),
        "occurred": EVENTS,
        "values": EVENT_ROWS * max(1, events),
        "arguments": PEAK_NODES * max(1, len(compiled.peaks)),
        "scrap": 2,
        "kept_node": layout.size,
        "kept_values": NODES * width,
        "kept_trial": width,
    }


def model_functions(text: str) -> str:
    """The functions of a model on the device; sine and cosine of one argument are computed together."""
    function = "static __device__ __forceinline__ void"
    text = text.replace("static void prepare(", "static void model_prepare(")
    text = text.replace("#define PIECE static void\n", "").replace("PIECE ", f"{function} ")
    text = text.replace("static void", function).replace("static inline double", "static __device__ double")
    text = text.replace("#include <math.h>\n", "")
    return "".join(_with_reciprocals(_with_sincos(one)) for one in re.split(r"(?m)^(?=static )", text))


def _with_sincos(function: str) -> str:
    calls: dict[str, dict[str, re.Match[str]]] = {}
    for one in _PAIRED.finditer(function):
        calls.setdefault(one[3], {})[one[2]] = one
    for argument, both in calls.items():
        if len(both) == 2:
            first, second = sorted(both.values(), key=lambda one: one.start())
            sine, cosine = f"a{both['sin'][1]}", f"a{both['cos'][1]}"
            text = f"    double {sine}, {cosine};\n    sincos({argument}, &{sine}, &{cosine});\n"
            function = function.replace(first[0], text, 1).replace(second[0], "", 1)
    return function


def _with_reciprocals(function: str) -> str:
    """Quotients with one divisor by its reciprocal."""
    divisors = [match[3] for match in _QUOTIENT.finditer(function)]
    for divisor in sorted({one for one in divisors if divisors.count(one) > 1}):
        first = next(match for match in _QUOTIENT.finditer(function) if match[3] == divisor)
        over = f"    const REAL over_{divisor} = 1.0/{divisor};\n"
        head, remainder = function[: first.start()], function[first.start() :]
        quotient = re.compile(_QUOTIENT.pattern.replace(r"(a\d+);", f"({divisor});"))
        function = (
            head + over + quotient.sub(r"    const REAL \1 = LANE_QUOTIENT(\2, \3, over_\3);\n", remainder)
        )
    return function


def stages_as_loop(source: str, tableau: Tableau, size: int) -> str:
    """The stages of a step as a loop, in which alone the rates are not called as a function of their own."""
    stages, rows = tableau.stages, list(tableau.a[1 : tableau.stages])
    table = [row.get(j, 0.0) for row in ({}, *rows) for j in range(stages)]
    nodes = [0.0, *(sum(row.values()) for row in rows)]
    firsts = [min((j for j in row if j and row[j]), default=s) for s, row in enumerate(({}, *rows))]
    weights = ", ".join(map(repr, table))
    loop = f"""\
    int s, j;
    for (s = 1; s < {stages}; s++) {{
        double sum[{size}];
        for (i = 0; i < {size}; i++) sum[i] = stage_weight[{stages} * s] * k[i];
#pragma unroll 2
        for (j = stage_first[s]; j < s; j++)
            for (i = 0; i < {size}; i++) sum[i] = sum[i] + stage_weight[{stages} * s + j] * k[j * {size} + i];
        for (i = 0; i < {size}; i++) stage[i] = y[i] + dt * sum[i];
        status = evaluate_here(run, 0, t + stage_node[s] * dt, stage, k + s * {size});
        if (status) return status;
    }}
"""
    head = f"DALEMBERT_FUNCTION int {tableau.name}_step("
    begin = source.index(head)
    after = source.index("    int status;\n", begin) + len("    int status;\n")
    until = source.rindex("    for (i = 0;", after, source.index("dalembert_add(run, i,", after))
    numbers = f"static __constant__ double stage_weight[{stages * stages}] = {{{weights}}};\n"
    numbers += f"static __constant__ double stage_node[{stages}] = {{{', '.join(map(repr, nodes))}}};\n"
    numbers += f"static __constant__ int stage_first[{stages}] = {{{', '.join(map(str, firsts))}}};\n"
    source = source[:begin] + numbers + source[begin:after] + loop + source[until:]
    name = "DALEMBERT_FUNCTION int dalembert_evaluate("
    begin = source.index(name)
    end = source.index("\n}\n", begin) + 3
    arguments = "dalembert_run *run, int what, double t, const double *y, double *out"
    body = "    return evaluate_here(run, what, t, y, out);"
    call = f"SELDOM int dalembert_evaluate({arguments})\n{{\n{body}\n}}\n"
    here = source[begin:end].replace("dalembert_evaluate(", "evaluate_here(", 1)
    return source[:begin] + here + call + source[end:]


def places_of_rates(tableau: Tableau) -> tuple[int, ...]:
    """Where the rates of each stage lie: later ones in the places of those that are used up by then.

    The rates of a stage are used up where the solution, its error and its continuous extension need them not.
    """
    stages, extra = tableau.stages, tableau.extra
    late: set[int] = {0, stages - 1}
    for row in (tableau.b, tableau.tails, *tableau.errors, *extra, *tableau.dense):
        late |= {j for j, weight in row.items() if weight}
    free = [j for j in range(1, stages) if j not in late]
    more = [*free, *range(stages, stages + 1 + len(extra))][: 1 + len(extra)]
    return (*range(stages), *more)


def rates_at(source: str, places: tuple[int, ...]) -> str:
    """The rates of stages in their places."""

    def offset_in_store(match: re.Match[str]) -> str:
        return f"{places[int(match[1])]} * size"

    source = re.sub(r"(?<=k\[)(\d+) \* size", offset_in_store, source)
    source = re.sub(r"(?<=k \+ )(\d+) \* size", offset_in_store, source)
    return re.sub(
        r"#define METHOD_STAGES (\d+)", lambda match: f"#define METHOD_STAGES {places[int(match[1])]}", source
    )


def inside_the_record(
    source: str, sizes: dict[str, int], size: int, shared: tuple[str, ...], zeros: tuple[str, ...]
) -> tuple[str, int]:
    """Arrays of a run inside its record or in shared memory; what exchanges two of them copies one.

    Those called `zeros` are zero everywhere.

    The second result is how many numbers a thread has in that memory: oddly many, so that the threads of a
    warp reach for different banks.
    """
    copy = rf"for (i = 0; i < {size}; i++) run->\1[i] = run->\2[i];"
    source = _SWAP.sub(copy, source)
    source = source.replace("run->logged_t[run->logged]", "run->scrap[0]")
    source = source.replace("run->logged_dt[run->logged++]", "run->scrap[1]")
    source = re.sub(rf"\brun->({'|'.join(zeros)})\[\w+\]", "0.0", source)
    source = re.sub(r"(?m)^static const double", "static __constant__ const double", source)
    room = sum(sizes[name] for name in shared) // 2 * 2 + 1 if shared else 0
    places, at = "extern __shared__ double lane_room[];\n" if shared else "", 0
    for name in shared:
        places += f"#define LANE_{name} (lane_room + {room} * threadIdx.x + {at})\n"
        at += sizes[name]
    for name in (*sizes, "which", "way"):
        location = f"LANE_{name}" if name in shared else f"run->in_{name}"
        source = re.sub(rf"\brun->{name}\b", location, source)
    arrays = "".join(
        f"    double in_{name}[{count}];\n" for name, count in sizes.items() if name not in shared
    )
    arrays += f"    int in_which[{EVENTS}], in_way[{EVENTS}];\n"
    return places + source.replace("} dalembert_run;", f"{arrays}}} dalembert_run;"), room


def _without_pointers(source: str, names: frozenset[str]) -> str:
    """Functions of the model called by their names; none that the model does not have."""
    source = source.replace(
        "function((called).model, t, y, u, (called).c, out, health, (called).work)",
        "function(0, t, y, u, run->in_c, out, health, run->in_work)",
    )
    for name in ("inputs", "correction", "events", "peaks", "precise_rates", "precise_correction"):
        if name not in names:
            source = re.sub(rf"\bDALEMBERT_CALL\(run->{name}, [^;]*;", ";", source)
            source = source.replace(f"run->{name}.call", "0")
    return re.sub(r"\brun->rescue\b", "0", without_callbacks(source))


def without_callbacks(source: str) -> str:
    """No function of a host is called."""
    source = source.replace("#include <math.h>\n", "")
    source = re.sub(r"run->rescue && run->rescue\([^)]*\) == 0", "0", source)
    return re.sub(r"if \(own->prepare\)[^;]*;", "", source)

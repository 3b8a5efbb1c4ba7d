"""The lanes of an ensemble by the vectors of the processor: a step printed for several lanes at once.

The width of the vectors is read from the processor and given to the compiler explicitly, so that a library
in a folder shared by several machines is used only where it fits. The bits do not depend on it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.method_source import header, stage_sum
from dalembert._compile.tableaux import TABLEAUX, Tableau
from dalembert._tape.pieces import Program
from dalembert._tape.tape import ARGUMENT, Tape
from dalembert._tape.vectors import vector_functions

GROUPS = 2  # vectors in the works
LONGEST = 20_000  # instructions of a model that is worth compiling twice
ELEMENTARY = (  # of one number, in place of those of the mathematical library
    "\n#define sin sine_of\n#define cos cosine_of\n#define DALEMBERT_POWER power_of\n"
)
_SCALAR = {"@REAL@": "double", "@MASK@": "long long", "@SUFFIX@": ""}
_LANES = {"@REAL@": "lane_real", "@MASK@": "lane_mask", "@SUFFIX@": "_lanes"}
_WHOLE = """
DALEMBERT_FUNCTION double sine_of(double x)
{
    return fabs(x) < ELEMENTARY_MOST ? sine_after(x, 0) : sin(x);
}

DALEMBERT_FUNCTION double cosine_of(double x)
{
    return fabs(x) < ELEMENTARY_MOST ? sine_after(x, 1) : cos(x);
}
"""
_WHOLE_LANES = """
static inline lane_real NAME_lanes(lane_real x)
{
    lane_real made = sine_after_lanes(x, TURNS);
    const lane_mask large = ~(lane_mask)(fabs_lanes(x) < ELEMENTARY_MOST);
    int l;
    if (any_lane(large))
        for (l = 0; l < LANES_WIDTH; l++)
            if (large[l]) made[l] = NAME(x[l]);
    return made;
}
"""


def elementary_functions() -> str:
    """Sine, cosine and powers of one number as C source; what follows calls them by their usual names."""
    return "\n".join([_series_text(_SCALAR), _WHOLE, ELEMENTARY])


def _series_text(words: dict[str, str]) -> str:
    text = header("elementary.h")
    for name, word in words.items():
        text = text.replace(name, word)
    return text


@cache
def vector_options() -> tuple[str, ...]:
    """The compiler options for the vectors of this processor; none if they are not known."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        return ()
    options = next(
        (line.split(":", 1)[1].split() for line in text.splitlines() if line.startswith("flags")), []
    )
    if {"avx512f", "avx512dq", "avx512vl"} <= set(options):
        return ("-mavx512f", "-mavx512dq", "-mavx512vl")
    return ("-mavx2",) if "avx2" in options else ()


def vector_source(compiled: MechanicalSystem, method: str, printed: Program) -> str:
    """The C source that runs lanes by vectors, to be appended to the source of an ensemble."""
    layout, tapes = compiled.layout, compiled.ensemble_code.tapes
    named = {f"model_{name}": tape for name, tape in tapes.items()}
    wanted = [name for name in named if name in ("model_rates", "model_kept", "model_inputs")]
    functions, work = vector_functions(named, wanted)
    detail = layout.constraints > 0 or len(compiled.peaks) > 0 or "events" in tapes
    sizes = {
        "SIZE": layout.size,
        "TESTED": layout.tested,
        "SPLIT": layout.split,
        "N": layout.n,
        "CONSTANTS": max(1, printed.constants),
        "INPUTS": max(1, 3 * compiled.inputs),
        "WORK": max(1, work),
        "COLUMNS": len(tapes["kept"].results[0].slots),
        "GROUPS": GROUPS,
        "IN_DETAIL": int(detail),
    }
    defined = [f"#define LANES_{name} {number}" for name, number in sizes.items()]
    defined += ["#define LANES_HAVE_INPUTS"] if "inputs" in tapes else []
    timed = any(_reads_the_clock(named[name]) for name in wanted)
    defined += ["#define LANES_READ_THE_CLOCK"] if timed else []
    kinds = ", ".join(map(str, layout.kind_of_each().tolist()))
    defined.append(f"static const int lanes_kind[LANES_TESTED] = {{{kinds}}};")
    whole = [
        _WHOLE_LANES.replace("NAME", name).replace("TURNS", str(turns))
        for turns, name in enumerate(("sin", "cos"))
    ]
    loop = header("vector_lanes.h").replace("LANES_STEP\n", _step(TABLEAUX[method]), 1)
    return "\n".join([header("vectors.h"), _series_text(_LANES), *whole, *defined, functions, loop])


def _reads_the_clock(tape: Tape) -> bool:
    """Whether a tape has the time as an argument."""
    return any(one.operation == ARGUMENT and one.operands[0] == 0 for one in tape.instructions)


def _step(tableau: Tableau) -> str:
    """A step of all groups: the stages, where they lead, its error against the tolerance."""
    size, last = "LANES_SIZE", tableau.stages
    stages = "\n".join(
        f"""\
    for (g = 0; g < LANES_GROUPS; g++) {{
        struct lane_group *own = groups + g;
        const lane_real dt = own->length, *k = own->k;
        for (i = 0; i < size; i++) own->stage[i] = own->y[i] + dt * ({stage_sum(row)});
        lanes_evaluate(run, own, own->t + {sum(row.values())!r} * dt, own->stage, own->k + {s} * {size});
    }}"""
        for s, row in enumerate(tableau.a[1:], 1)
    )
    end = f"lanes_evaluate(run, own, own->t + dt, own->fresh, own->k + {last} * {size});"
    sums = "\n".join(
        f"            const lane_real e{r} = dt * ({stage_sum(row)}) / own->weight[i];"
        f"\n            sum{r} += e{r} * e{r};"
        for r, row in enumerate(tableau.errors)
    )
    declared = ", ".join(f"sum{r} = same_lanes(0.0)" for r in range(len(tableau.errors)))
    needed = any(last in row for row in tableau.errors)
    counted = f"{end}\n        own->evaluations += own->sound & own->made;"
    after = f"""\
        {{ /* the rates at the end, where the step is good */
            const lane_mask refused = own->sound & (lane_mask)(own->error > 1.0);
            own->evaluations += refused & own->made;
            own->sound &= ~refused;
            {end}
            own->evaluations += own->sound & own->made;
            own->sound |= refused;
        }}
"""
    judged = "own->sound" if needed else "own->sound & ~(lane_mask)(own->error > 1.0)"
    value = "sqrt_lanes(sum0 / (double)LANES_TESTED)"
    if len(tableau.errors) > 1:
        value = (
            "either_lanes((lane_mask)(sum0 == 0.0), same_lanes(0.0), "
            "sum0 / sqrt_lanes((sum0 + 0.01 * sum1) * (double)LANES_TESTED))"
        )
    return f"""\
static void METHOD_NAME(lanes_step)(const dalembert_run *run, struct lane_group *groups)
{{
    enum {{ size = LANES_SIZE }};
    int g, i;
{stages}
    for (g = 0; g < LANES_GROUPS; g++) {{
        struct lane_group *own = groups + g;
        const lane_real dt = own->length, *k = own->k;
        lane_real {declared}, top = same_lanes(0.0), below = same_lanes(0.0);
        for (i = 0; i < size; i++) {{
            const lane_real rise = dt * ({stage_sum(tableau.b)}) + dt * ({stage_sum(tableau.tails)});
            const lane_real y = own->y[i], more = rise + own->tail[i], sum = y + more, part = sum - y;
            own->fresh[i] = sum;
            own->tail_fresh[i] = (y - (sum - part)) + (more - part);
        }}
        {counted if needed else ""}
        lanes_weigh(run, own);
        for (i = 0; i < LANES_TESTED; i++) {{
{sums}
            own->change[i] = e0;
        }}
        own->error = {value};
{"" if needed else after}\
        for (i = 0; i < LANES_TESTED; i++) {{
            const lane_real rise = (k[{last} * size + i] - k[{last - 1} * size + i]) / own->weight[i];
            const lane_real gap = (own->fresh[i] - own->stage[i]) / own->weight[i];
            top += rise * rise;
            below += gap * gap;
        }}
        own->stiff -= {judged} & (lane_mask)(below > 0.0) &
                      (lane_mask)(dt * sqrt_lanes(top / below) > {tableau.stiff!r});
    }}
}}
"""

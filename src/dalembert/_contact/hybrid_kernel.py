"""The lanes of a model with contacts or switches as a kernel of CUDA: a thread goes from mode to mode.

The loop over modes is that of the processor, with arrays in the memory of a thread. What it leaves undecided,
and what does not fit into that memory, is run by the processor.
"""

from __future__ import annotations

from dalembert._compile.cuda_source import (
    BLOCK,
    FUNCTIONS,
    HEAD,
    LARGE,
    PREPARATION,
    SELDOM,
    SET_UP,
    LanesKernel,
    array_sizes,
    filled_kernel,
    inside_the_record,
    model_functions,
    places_of_rates,
    rates_at,
    stages_as_loop,
    without_callbacks,
)
from dalembert._compile.device_lanes import Gpu, Launcher, launch_lanes
from dalembert._compile.ensemble import LaneResults, Lanes
from dalembert._compile.tableaux import TABLEAUX
from dalembert._contact.lane_source import HybridLanes, lane_source

BEGUN = 576  # beginnings of modes that a thread notes
LEAST_WORK, EACH_WORK, MOST_WORK = 256, 16, 1 << 13  # numbers in a transition
ONCE_IN_A_WHILE = (  # not copied into the loop of steps
    "void hybrid_step_made",
    "void hybrid_mode_noted",
    "void hybrid_put",
    "void METHOD_NAME(take_hybrid_lane)",
    "void METHOD_NAME(end_hybrid_lane)",
    "void METHOD_NAME(go_on_in_modes)",
    "void model_call",
    "void model_bind",
    "void ensemble_look_inside",
    "void ensemble_observe",
    "int dalembert_go_over",
    "int dalembert_contact_state_at",
    "int dalembert_fallen",
    "void dalembert_begin_mode",
    "int dalembert_settle",
    "void dalembert_zeros",
)
KERNEL = f"""{PREPARATION}
extern "C" __global__ void __launch_bounds__(@THREADS@, @BLOCKS@) run_lanes(const dalembert_block block)
{{
    struct hybrid_room room;
    struct dalembert_hybrid_ensemble all;
    dalembert_ensemble lanes, *own = &lanes;
    dalembert_run whole, *run = &whole;
    double c[@CONSTANTS@], work[MODEL_SCRATCH];
    long long lane, k;
{SET_UP}\
    own->parameters = MODEL_PARAMETERS, own->columns = @WIDTH@;
    own->node = run->in_kept_node, own->values = run->in_kept_values, own->trial = run->in_kept_trial;
    for (k = 0; k < @TESTED@; k++) run->in_least[k] = 0.0;
    run->precise_rates = run->precise_correction = hybrid_function(0, c, work);
    hybrid_put(&all, &room, run, own, c, work);
    for (;;) {{ /* steps of a lane; a thread whose lane has ended takes the next one up */
        if (run->status != DALEMBERT_RUNNING) {{
            lane = (long long)atomicAdd(block.next, 1ULL);
            if (lane >= block.lanes) break;
            run->rows = block.row_room + lane * block.samples * @SIZE@;
            run->sizes = block.size_room + lane * block.samples * @TESTED@;
            @METHOD@_take_hybrid_lane(run, &all, lane, block.dt_most);
        }}
        if (run->status == DALEMBERT_RUNNING) @METHOD@_go_on_in_modes(run, &all, 1);
        if (run->status != DALEMBERT_RUNNING) @METHOD@_end_hybrid_lane(run, &all);
    }}
}}
"""


def run_hybrid_lanes_on_device(
    hybrid: HybridLanes, method: str, lanes: Lanes, launcher: Launcher | None = None
) -> LaneResults:
    """Run all lanes on the GPU by an explicit method. Raises a `DeviceError` where that cannot be done."""
    kernel = hybrid_kernel(hybrid, method, len(lanes.extreme))
    return launch_lanes(kernel, hybrid.compiled, lanes, hybrid.length, launcher or Gpu())


def hybrid_kernel(hybrid: HybridLanes, method: str, width: int) -> LanesKernel:
    """The kernel of a model, `width` values being kept."""
    code, tableau, layout = hybrid.code, TABLEAUX[method], hybrid.compiled.layout
    square = (layout.size + code.contacts + code.slips + code.switches) ** 2
    work = min(LEAST_WORK + EACH_WORK * square, MOST_WORK)
    parts = lane_source(hybrid, method, begun=BEGUN, work=work)
    sizes = array_sizes(hybrid.compiled, tableau, width, hybrid.most_events) | dict.fromkeys(
        ("noise", "clock", "least", "inside", "outside"), layout.tested
    )
    made = stages_as_loop(parts.integrator, tableau, layout.size)
    made = rates_at(made, places_of_rates(tableau))
    made, _ = inside_the_record(made, sizes, layout.size, (), ())
    made = without_callbacks(made)
    whole = "\n".join([parts.calls, parts.tables, made])
    for seldom in (*SELDOM, *ONCE_IN_A_WHILE, f"int {method}_dense"):
        whole = whole.replace(f"DALEMBERT_FUNCTION {seldom}(", f"SELDOM {seldom}(")
    constant = f"__constant__ double lane_c[{max(1, parts.constants)}];\n"
    numbers = {"WIDTH": f"{width}LL", "CONSTANTS": max(1, parts.constants)}
    filled = filled_kernel(KERNEL, method, hybrid.compiled, LARGE, numbers)
    head = f"{HEAD}#define LANES_ON_DEVICE\n#define MODEL_TABLE static __device__ const\n"
    functions = model_functions(parts.functions)
    source = "\n".join([head, FUNCTIONS, constant, functions, whole, BLOCK, filled])
    return LanesKernel(source=source, constants=0, launch=LARGE, shared=0)

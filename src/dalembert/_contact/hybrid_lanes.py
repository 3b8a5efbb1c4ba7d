"""Many runs of a model with contacts or switches in one call of C: every lane from mode to mode."""

from __future__ import annotations

import ctypes as ct

import numpy as np

from dalembert._compile.compiler import Compiler
from dalembert._compile.ensemble import (
    HEAD,
    LaneResults,
    Lanes,
    empty_results,
    lane_arrays,
    lane_records,
    load_lanes,
)
from dalembert._compile.native import EnsembleRecord, Room, Run
from dalembert._contact.lane_source import HybridLanes, lane_source

BEGUN, WORK = 8192, 1 << 15  # beginnings of modes that are noted, and numbers in a transition
_LANES = ct.CFUNCTYPE(
    None,
    *(ct.POINTER(Run), ct.POINTER(EnsembleRecord), ct.c_longlong, ct.c_longlong),
    *(ct.c_void_p, ct.c_longlong, ct.c_void_p),
)


def run_hybrid_lanes(hybrid: HybridLanes, method: str, compiler: Compiler, lanes: Lanes) -> LaneResults:
    """Run all lanes by an explicit method."""
    library, constants = _library(hybrid, method, compiler)
    width, count = len(lanes.extreme), len(lanes.p)
    made = empty_results(lanes, width, hybrid.code.layout.size)
    arrays = lane_arrays(hybrid.compiled, method, lanes, width, hybrid.most_events)
    run, record = lane_records(hybrid.compiled, lanes, arrays, made, width, hybrid.length)
    room = Room(8 * max(constants, 1))
    record.c = room.address
    levels = np.array(hybrid.levels, dtype=np.int64)
    acting = np.empty((max(hybrid.levels) + 1) * hybrid.code.layout.n if hybrid.levels else 0)
    follow = _LANES((f"{method}_hybrid_lanes", library))
    follow(run, record, 0, count, levels.ctypes.data, len(levels), acting.ctypes.data)
    return made


def _library(hybrid: HybridLanes, method: str, compiler: Compiler) -> tuple[ct.CDLL, int]:
    """A method together with a model, compiled once."""
    key = method, compiler
    if key not in hybrid.libraries:
        made = lane_source(hybrid, method, begun=BEGUN, work=WORK)
        source = f"{HEAD}\n#define MODEL_TABLE static const\n{made.whole}"
        library = load_lanes(source, compiler, (f"{method}_hybrid_lanes",), ("-O2",))
        hybrid.libraries[key] = library, made.constants
    return hybrid.libraries[key]

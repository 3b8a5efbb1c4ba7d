"""Tapes as C for several lanes at once: each operation acts on vectors of the processor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dalembert._tape.c import SAME
from dalembert._tape.pieces import Kind, functions_of_kind
from dalembert._tape.printer_lines import ARITHMETIC, Form
from dalembert._tape.tape import Tape

SHORT = 400  # the most instructions of a tape that is inlined
OWN = ("sqrt", "sin", "cos", "abs")  # functions of whole vectors; the others are called for each lane
FORMS: dict[str, Form] = {
    **ARITHMETIC,
    **{name: Form(f"{name}_lanes({{0}})") for name in (*SAME, "sign")},
    "abs": Form("fabs_lanes({0})"),
    **{name: Form(f"{name}_lanes({{0}}, {{1}})") for name in ("atan2", "pow", "min", "max")},
    "lt": Form("truth_lanes((lane_mask)({0} < {1}))"),
    "le": Form("truth_lanes((lane_mask)({0} <= {1}))"),
    "eq": Form("truth_lanes((lane_mask)({0} == {1}))"),
    "ne": Form("truth_lanes((lane_mask)({0} != {1}))"),
    "not": Form("truth_lanes((lane_mask)({0} == 0.0))"),
    "and": Form("truth_lanes((lane_mask)({0} != 0.0) & (lane_mask)({1} != 0.0))"),
    "or": Form("truth_lanes((lane_mask)({0} != 0.0) | (lane_mask)({1} != 0.0))"),
    "if_else_zero": Form("where_lanes({0}, {1})"),
}
VECTORS = Kind(forms=FORMS, entry="{}", constant="same_lanes({})")
_NAMES = {"sign": "sign_of", "min": "fmin", "max": "fmax"}


def vector_functions(tapes: Mapping[str, Tape], wanted: Sequence[str]) -> tuple[str, int]:
    """Functions NAME(t, y, u, c, out, health, work) of vectors, after vectors.h, and the work they need."""
    used = {one.operation for name in wanted for one in tapes[name].instructions}
    each = [
        f"EACH_LANE{'_OF_TWO' if name in ('atan2', 'pow', 'min', 'max') else ''}"
        f"({name}_lanes, {_NAMES.get(name, name)})"
        for name in (*SAME, "sign", "atan2", "pow", "min", "max")
        if name in used and name not in OWN
    ]
    text, work = functions_of_kind(tapes, wanted, VECTORS)
    longest = max(len(tapes[name].instructions) for name in wanted)
    copied = "inline" if longest <= SHORT else "__attribute__((noinline))"
    for old, new in {
        "EXPORT(void) model_": f"static {copied} void vector_model_",
        "PIECE model_": "static inline void vector_model_",
        "    model_": "    vector_model_",
        "double t,": "lane_real t,",
        "const double *": "const lane_real *",
        "double *": "lane_real *",
        "const void *c": "const lane_real *c",
        "void *work": "lane_real *work",
        "REAL": "lane_real",
        "const void *model, ": "",
        "(void)model;": "",
    }.items():
        text = text.replace(old, new)
    return "\n".join([*each, text]), work

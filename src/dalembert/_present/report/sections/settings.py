"""What the run was asked for: case, times, tolerances, method."""

from __future__ import annotations

from dalembert._present.report.desk import Desk, joined
from dalembert._present.report.document import Block, Code, Plain, Section, Spans, Table

METHODS = ("rk54", "rk853", "radau", "newmark", "galpha", "rattle", "moreau", "cvodes", "ida", "scipy")


def section(desk: Desk) -> Section | None:
    """A table of settings."""
    motion = desk.material.motion
    if motion is None:
        return None
    asked = motion.settings
    case = desk.material.case
    text = next((one.text for one in motion.model.cases if one.name == case), "")
    rows: list[tuple[Spans, ...]] = [
        (
            desk.plain("report_case"),
            (Code(case), Plain(f" {text}")) if case else desk.plain("report_case_none"),
        ),
        *_values(desk),
        (desk.plain("report_times"), _times(desk, asked.t_start, asked.t_end)),
        (desk.plain("report_samples"), (Plain(str(asked.samples)),)),
        (desk.plain("report_rtol"), desk.number(asked.rtol)),
        (
            desk.plain("report_atol"),
            desk.number(asked.atol) if asked.atol is not None else desk.plain("report_atol_chosen"),
        ),
        (desk.plain("report_method_asked"), (Code(asked.method),)),
    ]
    if asked.dt is not None:
        rows.append((desk.plain("report_dt"), desk.quantity(asked.dt, "s")))
    name = motion.method.partition(":")[0]
    made: tuple[Spans, ...] = (
        desk.plain("report_method_used"),
        (
            Code(motion.method),
            *((Plain(": "), *desk.plain(f"report_method_{name}")) if name in METHODS else ()),
        ),
    )
    blocks: list[Block] = [Table((), (*rows, made))]
    if asked.dt is None:
        blocks.append(desk.paragraph("report_rtol_read"))
    return Section("settings", desk.words("report_settings"), tuple(blocks))


def _values(desk: Desk) -> list[tuple[Spans, ...]]:
    """Values that were given besides a case."""
    values = desk.material.values
    return [(desk.plain("report_values"), joined([(Code(value),) for value in values]))] if values else []


def _times(desk: Desk, start: float, end: float) -> Spans:
    return (*desk.number(start), Plain(" … "), *desk.quantity(end, "s"))

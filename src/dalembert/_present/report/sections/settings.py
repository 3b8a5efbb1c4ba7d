"""The settings of the run: case, times, tolerances, method."""

from __future__ import annotations

from dalembert._present.report.document import Block, Code, Plain, Section, Spans, Table
from dalembert._present.report.writer import Writer, join_spans

METHODS = (
    "rk54",
    "rk853",
    "taylor",
    "exponential",
    "radau",
    "newmark",
    "galpha",
    "rattle",
    "moreau",
    "cvodes",
    "ida",
    "scipy",
)


def section(writer: Writer) -> Section | None:
    """A table of settings."""
    motion = writer.data.motion
    if motion is None:
        return None
    settings = motion.settings
    case = writer.data.case
    text = next((one.text for one in motion.model.cases if one.name == case), "")
    rows: list[tuple[Spans, ...]] = [
        (
            writer.plain("report_case"),
            (Code(case), Plain(f" {text}")) if case else writer.plain("report_case_none"),
        ),
        *_values(writer),
        (writer.plain("report_times"), _times(writer, settings.t_start, settings.t_end)),
        (writer.plain("report_samples"), (Plain(str(settings.samples)),)),
        (writer.plain("report_rtol"), writer.number(settings.rtol)),
        (
            writer.plain("report_atol"),
            writer.number(settings.atol) if settings.atol is not None else writer.plain("report_atol_chosen"),
        ),
        (writer.plain("report_method_asked"), (Code(settings.method),)),
    ]
    if settings.dt is not None:
        rows.append((writer.plain("report_dt"), writer.quantity(settings.dt, "s")))
    name = motion.method.partition(":")[0]
    made: tuple[Spans, ...] = (
        writer.plain("report_method_used"),
        (
            Code(motion.method),
            *((Plain(": "), *writer.plain(f"report_method_{name}")) if name in METHODS else ()),
        ),
    )
    blocks: list[Block] = [Table((), (*rows, made))]
    if settings.dt is None:
        blocks.append(writer.paragraph("report_rtol_read"))
    return Section("settings", writer.words("report_settings"), tuple(blocks))


def _values(writer: Writer) -> list[tuple[Spans, ...]]:
    """The given values besides a case."""
    values = writer.data.values
    return (
        [(writer.plain("report_values"), join_spans([(Code(value),) for value in values]))] if values else []
    )


def _times(writer: Writer, start: float, end: float) -> Spans:
    return (*writer.number(start), Plain(" … "), *writer.quantity(end, "s"))

"""The agreement of independent derivations: one sentence, and a table of their differences."""

from __future__ import annotations

from dalembert._derive.derivations import Derivation
from dalembert._present.report.document import Block, Items, Paragraph, Plain, Section, Table
from dalembert._present.report.writer import Writer, join_spans


def section(writer: Writer) -> Section | None:
    """The verdict, the table, and what could not be compared."""
    derivations = writer.data.derivations
    if not derivations:
        return None
    compared = [(one, one.difference) for one in derivations if one.difference is not None]
    blocks: list[Block] = [
        _verdict(writer, compared),
        Table(
            titles=tuple(
                writer.plain(f"report_column_{what}") for what in ("derivation", "difference", "states")
            ),
            rows=tuple(
                (_name(writer, one), writer.number(difference, 2), (Plain(str(one.points)),))
                for one, difference in compared
            ),
            numbers=frozenset((1, 2)),
        ),
    ]
    missing = [
        (*writer.say("report_derivations_missing", name=_name(writer, one)), *writer.sentence(one.why))
        for one in derivations
        if one.difference is None and one.why is not None
    ]
    return Section(
        "derivations",
        writer.words("report_derivations"),
        (*blocks, Items(tuple(missing))) if missing else tuple(blocks),
    )


def _verdict(writer: Writer, compared: list[tuple[Derivation, float]]) -> Paragraph:
    wrong = [(one, difference) for one, difference in compared if not one.agrees]
    if wrong:
        names = join_spans([_name(writer, one) for one, _ in wrong])
        worst = writer.number(max(difference for _, difference in wrong), 2)
        return writer.paragraph("report_derivations_differ", names=names, error=worst)
    if len(compared) < 2:
        return writer.paragraph("report_derivations_one")
    largest = writer.number(max(difference for _, difference in compared), 2)
    return writer.paragraph("report_derivations_agree", count=len(compared), error=largest)


def _name(writer: Writer, one: Derivation) -> tuple[Plain, ...]:
    return (Plain(writer.words(f"report_by_{one.name}")),)

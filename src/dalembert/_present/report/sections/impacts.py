"""Impacts of the run, and the phases in which contacts are closed, stick or slide."""

from __future__ import annotations

from dalembert._model.display_units import display_units
from dalembert._present.report.document import Block, Code, Heading, Maths, Plain, Section, Spans, Table
from dalembert._present.report.writer import Writer, join_spans
from dalembert._present.summary import opening_of
from dalembert._simulate.digits import digits_for
from dalembert._simulate.motion import Impact, Motion

MOST = 40
DIGITS = 7  # of times; summary.json has all of them
NOTHING: Spans = (Plain("–"),)


def section(writer: Writer) -> Section | None:
    """A table of impacts, and one of phases."""
    motion = writer.data.motion
    if motion is None or not motion.model.contacts:
        return None
    stiff = any(not contact.compliant for contact in motion.model.contacts)
    blocks = [*(_impacts(writer, motion) if stiff else ()), *_phases(writer, motion)]
    return Section("impacts", writer.words("report_impacts"), tuple(blocks)) if blocks else None


def _impacts(writer: Writer, motion: Motion) -> list[Block]:
    impacts = motion.impacts
    if not impacts:
        return [writer.paragraph("report_impacts_none")]
    blocks: list[Block] = [Heading(writer.plain("report_impacts_of_run"))]
    units = display_units(motion.model)
    forces = {c.name: units[f"contact_{c.name}"].text for c in motion.model.contacts}
    titles = tuple(writer.plain(f"report_column_{key}") for key in ("time", "contacts", "impulses", "lost"))
    rows = tuple(
        (
            writer.quantity(impact.t, "s", min(DIGITS, digits_for(motion.accuracy.achieved))),
            join_spans([(Code(name),) for name in impact.contacts]),
            _impulses(writer, impact, forces),
            writer.quantity(impact.energy_lost, "J", 5),
        )
        for impact in impacts[: writer.most(MOST)]
    )
    blocks += [*_at_the_start(writer, motion), Table(titles, rows, frozenset({0, 3}))]
    if len(impacts) > writer.most(MOST):
        lost = writer.quantity(sum(impact.energy_lost for impact in impacts), "J", 5)
        blocks.append(writer.paragraph("report_impacts_cut", shown=MOST, count=len(impacts), lost=lost))
    return blocks


def _at_the_start(writer: Writer, motion: Motion) -> list[Block]:
    """An impact at the start, which changes the given speeds."""
    opening = opening_of(motion)
    if not opening.struck:
        return []
    coordinates, units = motion.model.coordinates, display_units(motion.model)
    speeds = [
        writer.say(
            "report_speed_changes",
            name=Maths(writer.name(coordinates[i].name, 1)),
            before=writer.number_in_unit(before, units[f"{coordinates[i].name}'"]),
            after=writer.number_in_unit(after, units[f"{coordinates[i].name}'"]),
        )
        for i, before, after in opening.speeds
    ]
    names = join_spans([(Code(name),) for name in opening.struck])
    return [writer.paragraph("report_impact_at_start", names=names, speeds=join_spans(speeds))]


def _impulses(writer: Writer, impact: Impact, forces: dict[str, str]) -> Spans:
    """The impulses in the order of their contacts: forces times seconds."""
    units = [f"{forces[name]}*s" if forces[name] else "" for name in impact.contacts]
    return join_spans([writer.quantity(p, unit, 5) for p, unit in zip(impact.impulses, units, strict=True)])


def _phases(writer: Writer, motion: Motion) -> list[Block]:
    touches = motion.touches
    if not touches:
        return []
    rough = any(contact.friction is not None for contact in motion.model.contacts)
    keys = ("from", "to", "closed", *(("sticking",) if rough else ()))
    titles = tuple(writer.plain(f"report_column_{key}") for key in keys)
    ends = [*(touch.t for touch in touches[1:]), motion.reached]
    rows: list[tuple[Spans, ...]] = []
    for touch, end in list(zip(touches, ends, strict=True))[: writer.most(MOST)]:
        contacts = join_spans([(Code(name),) for name in touch.contacts])
        stuck = join_spans([(Code(name),) for name in touch.sticking]) or NOTHING
        times = (
            writer.quantity(touch.t, "s", min(DIGITS, digits_for(motion.accuracy.achieved))),
            writer.quantity(end, "s", min(DIGITS, digits_for(motion.accuracy.achieved))),
        )
        rows.append((*times, contacts or writer.plain("report_free"), *((stuck,) if rough else ())))
    blocks: list[Block] = [Heading(writer.plain("report_phases"))]
    blocks.append(Table(titles, tuple(rows), frozenset({0, 1})))
    if len(touches) > writer.most(MOST):
        blocks.append(writer.paragraph("report_phases_cut", shown=MOST, count=len(touches)))
    return blocks

"""The report from its data: the sections in their order."""

from __future__ import annotations

from collections.abc import Callable

from dalembert._present.report.data import ReportData
from dalembert._present.report.document import Document, Section
from dalembert._present.report.sections import (
    bibliography,
    conserved,
    contacts,
    derivation,
    efforts_states,
    elimination,
    energies,
    equilibria,
    events,
    figures,
    impacts,
    instants,
    kinematics,
    ledger,
    listed,
    matrices,
    modes,
    names,
    remarks,
    run,
    settings,
    small_motion,
    solved_form,
    source,
    structure,
    system,
    verification,
)
from dalembert._present.report.writer import Writer, writer_of
from dalembert._words.languages import Words

WriteSection = Callable[[Writer], Section | None]
# A new section is one file and one line here.
CONTENTS: tuple[WriteSection, ...] = (
    system.section,
    names.section,
    kinematics.section,
    energies.section,
    derivation.section,
    listed.section,
    matrices.section,
    efforts_states.section,
    instants.section,
    elimination.section,
    solved_form.section,
    contacts.section,
    conserved.section,
    verification.section,
    structure.section,
    equilibria.section,
    small_motion.section,
    modes.section,
    settings.section,
    run.section,
    figures.section,
    ledger.section,
    impacts.section,
    events.section,
    remarks.section,
    bibliography.section,
    source.section,
)
LONGEST_TITLE = 300


def document_of(data: ReportData, words: Words) -> Document:
    """The document of a report in the language of the words."""
    writer = writer_of(data, words)
    made = (write(writer) for write in CONTENTS)
    title = " ".join(data.model.title.split()) or words("report_untitled")
    if len(title) > LONGEST_TITLE:
        title = title[: LONGEST_TITLE - 1] + "…"
    by = words("report_made_by", program=data.made_by) if data.made_by else words("report_report")
    return Document(title, by, words.language, tuple(section for section in made if section is not None))

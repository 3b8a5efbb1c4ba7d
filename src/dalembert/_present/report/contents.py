"""The report from its material: the sections in their order."""

from __future__ import annotations

from collections.abc import Callable

from dalembert._present.report.desk import Desk, desk_of
from dalembert._present.report.document import Document, Section
from dalembert._present.report.material import Material
from dalembert._present.report.sections import (
    besides,
    cited,
    derivation,
    elimination,
    energies,
    equilibria,
    events,
    figures,
    impacts,
    invariants,
    ledger,
    matrices,
    names,
    remarks,
    run,
    settings,
    source,
    structure,
    system,
    touching,
    verification,
    vibration,
)
from dalembert._words.languages import Words

Writer = Callable[[Desk], Section | None]
# A new section is one file and one line here.
CONTENTS: tuple[Writer, ...] = (
    system.section,
    names.section,
    energies.section,
    derivation.section,
    matrices.section,
    besides.section,
    elimination.section,
    touching.section,
    invariants.section,
    verification.section,
    structure.section,
    equilibria.section,
    vibration.section,
    settings.section,
    run.section,
    figures.section,
    ledger.section,
    impacts.section,
    events.section,
    remarks.section,
    cited.section,
    source.section,
)
LONGEST_TITLE = 300


def document_of(material: Material, words: Words) -> Document:
    """The document of a report in the language of the words."""
    desk = desk_of(material, words)
    made = (write(desk) for write in CONTENTS)
    title = " ".join(material.model.title.split()) or words("report_untitled")
    if len(title) > LONGEST_TITLE:
        title = title[: LONGEST_TITLE - 1] + "…"
    by = words("report_made_by", program=material.made_by) if material.made_by else words("report_report")
    return Document(title, by, words.language, tuple(section for section in made if section is not None))

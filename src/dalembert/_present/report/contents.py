"""Builds the report from its data: the sections in their order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dalembert._present.report.data import Length, ReportData
from dalembert._present.report.document import Document, Section
from dalembert._present.report.front import front_of
from dalembert._present.report.numbering import number_equations
from dalembert._present.report.sections import (
    bibliography,
    compared,
    conserved,
    contacts,
    controllers,
    derivation,
    derivations,
    efforts_states,
    elimination,
    energies,
    equilibria,
    events,
    free_bodies,
    gibbs_appell,
    hinge_balances,
    impacts,
    instants,
    kane,
    kinematics,
    ledger,
    listed,
    loads,
    many_runs,
    matrices,
    motion,
    names,
    newton_euler,
    normal_modes,
    remarks,
    run,
    settings,
    small_motion,
    solved_form,
    source,
    structure,
    summary_equations,
    system,
    verification,
)
from dalembert._present.report.writer import Writer, writer_of
from dalembert._words.languages import Words

WriteSection = Callable[[Writer], Section | None]
# The main part: the system, its equations, equilibria and vibrations, motion, loads, proof. A new section is
# one # file and one line here.
BODY: tuple[WriteSection, ...] = (
    system.section,
    free_bodies.section,
    controllers.section,
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
    newton_euler.section,
    hinge_balances.section,
    kane.section,
    gibbs_appell.section,
    conserved.section,
    equilibria.section,
    small_motion.section,
    normal_modes.section,
    motion.section,
    events.section,
    impacts.section,
    loads.section,
    many_runs.section,
    verification.section,
    derivations.section,
    ledger.section,
    compared.section,
    remarks.section,
)
# Reference material.
APPENDICES: tuple[WriteSection, ...] = (
    names.section,
    structure.section,
    settings.section,
    run.section,
    bibliography.section,
    source.section,
)
# A brief report of two pages: the front, then these.
BRIEF: tuple[WriteSection, ...] = (
    summary_equations.section,
    normal_modes.section,
    loads.section,
    remarks.section,
)
LONGEST_TITLE = 300


def document_of(data: ReportData, words: Words) -> Document:
    """The document of a report in the language of the words."""
    writer = writer_of(data, words)
    brief = data.length is Length.brief
    made = [write(writer) for write in (BRIEF if brief else BODY)]
    behind = [] if brief else [write(writer) for write in APPENDICES]
    sections = [
        *(section for section in made if section is not None),
        *(replace(section, appendix=True) for section in behind if section is not None),
    ]
    title = " ".join(data.model.title.split()) or words("report_untitled")
    if len(title) > LONGEST_TITLE:
        title = title[: LONGEST_TITLE - 1] + "…"
    by = words("report_made_by", program=data.made_by) if data.made_by else words("report_report")
    document = Document(title, by, words.language, front_of(writer), tuple(sections), not brief)
    return number_equations(document)

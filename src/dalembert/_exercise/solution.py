"""The solution: the right answer for every blank, then the steps of the derivation as in a report."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from dalembert._exercise.records import Blank, Exercise, Kind
from dalembert._exercise.worksheet import blank_box, given_table, question_section, subtitle_of, title_of
from dalembert._expression.tree import Node
from dalembert._model.unit_text import printed_unit, quantity_text
from dalembert._present.report import boxes as b
from dalembert._present.report.data import ReportData
from dalembert._present.report.document import Block, Items, Maths, Plain, Section, Sheet, Spans
from dalembert._present.report.numbering import numbered_sections
from dalembert._present.report.sections import (
    derivation,
    elimination,
    energies,
    kinematics,
    small_motion,
    solved_form,
)
from dalembert._present.report.writer import Row, Writer, writer_of
from dalembert._words.languages import Words

STEPS: tuple[Callable[[Writer], Section | None], ...] = (
    kinematics.section,
    energies.section,
    derivation.section,
    elimination.section,
    solved_form.section,
    small_motion.section,
)
DIGITS = 4
TURN = 2 * math.pi


def solution(exercise: Exercise, data: ReportData, words: Words) -> Sheet:
    """The sheet of the solution."""
    writer = writer_of(data, words)
    given = Section("given", words("exercise_given"), tuple(given_table(writer)))
    answers = [
        _answered_question(writer, exercise, number) for number in range(1, len(exercise.questions) + 1)
    ]
    steps = [made for write in STEPS if (made := write(writer)) is not None]
    return Sheet(
        title=words("exercise_solution", title=title_of(exercise, words)),
        subtitle=subtitle_of(exercise, words),
        language=words.language,
        sections=numbered_sections((given, *answers, *steps)),
    )


def _answered_question(writer: Writer, exercise: Exercise, number: int) -> Section:
    """One question with its right answers."""
    question = exercise.questions[number - 1]
    made = question_section(writer, question, number, answered=True)
    blocks: list[Block] = [*made.blocks]
    rows: list[Row] = []
    numbers: list[Spans] = []
    for blank in question.blanks:
        node = _right_expression(writer, blank)
        if node is not None:
            rows.append(Row(node=node, label=_label(writer, blank), vanishes=blank.kind is Kind.equations))
        else:
            numbers.append(tuple(_number(writer, blank)))
    blocks += writer.equations(rows)
    blocks += [Items(tuple(numbers))] if numbers else []
    return Section(made.name, made.title, tuple(blocks))


def _right_expression(writer: Writer, blank: Blank) -> Node | None:
    """The right expression; None for a number."""
    equations = writer.data.equations
    match blank.kind:
        case Kind.kinematics:
            return blank.right
        case Kind.energies:
            return equations.T if blank.name == "T" else equations.V
        case Kind.equations:
            return next(row.left for row in equations.coordinates if row.coordinate == blank.name)
        case _:
            return None


def _label(writer: Writer, blank: Blank) -> b.Box | None:
    return None if blank.kind is Kind.equations else blank_box(writer, blank)


def _number(writer: Writer, blank: Blank) -> Iterator[Plain | Maths]:
    """The formula name = value unit, for a frequency also in hertz."""
    yield Maths(b.row(blank_box(writer, blank), b.sign("=", "=", 0.8)))
    yield Plain("\u00a0")
    yield from _quantity(writer, blank.value, blank.unit)
    if blank.kind is Kind.frequencies:
        yield Plain(" (")
        yield from _quantity(writer, blank.value / TURN, "Hz")
        yield Plain(")")


def _quantity(writer: Writer, value: float, unit: str) -> Iterator[Plain | Maths]:
    for span in writer.number(value, DIGITS):
        if isinstance(span, Maths):
            yield span
    after = quantity_text("", printed_unit(unit)).replace(" ", "\u00a0")
    if after:
        yield Plain(after)

"""The worksheet: the task with its drawing, given values, numbered questions with marks, room to write."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from dalembert._exercise.records import Blank, Exercise, Kind, Question
from dalembert._expression.tree import Inverse, Name, Node, Number, Product
from dalembert._expression.walk import names
from dalembert._model.display_units import DisplayUnit, display_units
from dalembert._model.records import Coordinate, Entry, Model, Parameter, user_terms
from dalembert._model.rules_scene import scene_of
from dalembert._model.scene import Point
from dalembert._model.unit_text import printed_unit
from dalembert._present.report import boxes as b
from dalembert._present.report.boxes import Box
from dalembert._present.report.data import ReportData
from dalembert._present.report.document import (
    Block,
    Code,
    Equation,
    Equations,
    Maths,
    Paragraph,
    Picture,
    Plain,
    Section,
    Sheet,
    Spans,
    Table,
    WritingLines,
)
from dalembert._present.report.sections import efforts_states
from dalembert._present.report.sections.energies import constraints_given, contacts_given, work_given
from dalembert._present.report.writer import Row, Writer, join_spans, writer_of, zero
from dalembert._words.languages import Words

SPACE = Plain("\u00a0")
FEW = 3  # the most equations that have much room each
ROOM = {Kind.kinematics: 1, Kind.energies: 2, Kind.frequencies: 2, Kind.accelerations: 1}
MUCH, LITTLE = 7, 2  # lines of an equation of motion
MOST_POINTS = 4
PARTS = 12  # of half a turn: angles that are multiples of this part are shown as such
NEAR = 1e-9


def worksheet(exercise: Exercise, data: ReportData, words: Words) -> Sheet:
    """The sheet that is handed out."""
    writer = writer_of(data, words)
    questions = [
        question_section(writer, question, number) for number, question in enumerate(exercise.questions, 1)
    ]
    fields = (words("exercise_name"), words("exercise_date"), words("exercise_marks", of=exercise.marks))
    return Sheet(
        title=title_of(exercise, words),
        subtitle=subtitle_of(exercise, words),
        language=words.language,
        sections=(Section("task", words("exercise_task"), tuple(_task(writer, exercise))), *questions),
        fields=fields,
    )


def title_of(exercise: Exercise, words: Words) -> str:
    """The title of the model in one line."""
    return " ".join(exercise.model.title.split()) or words("report_untitled")


def subtitle_of(exercise: Exercise, words: Words) -> str:
    """The word exercise, with the number of the variant."""
    if exercise.variant:
        return words("exercise_variant", number=exercise.variant)
    return words("exercise_exercise")


# -- the task ------------------------------------------------------------------------------------------


def _task(writer: Writer, exercise: Exercise) -> Iterator[Block]:
    """The description of the system, its drawing, coordinates, numbers and forces."""
    model = writer.data.model
    if exercise.about and exercise.about != model.title:
        yield Paragraph((Plain(f"{exercise.about.rstrip('.')}."),))
    for part in model.text.split("\n\n"):
        if part.strip():
            yield Paragraph((Plain(" ".join(part.split())),))
    drawn = writer.data.drawing
    if drawn is not None:
        yield Picture("drawing", 0, drawn.caption, drawn.svg, drawn.pdf)
    yield from given_table(writer)
    if not any(question.shown for question in exercise.questions):
        yield from _points(writer)
    constant = [
        Row(node=term.expression.root, label=writer.name(term.name))
        for term in user_terms(model.definitions)
        if _is_given(model, term.name)
    ]
    yield from writer.equations(constant)
    yield from _acting_forces(writer)


def _points(writer: Writer) -> Iterator[Block]:
    """Positions of points of the drawing, where coordinates have no description."""
    model = writer.data.model
    if writer.data.drawing is None or all(c.text for c in model.coordinates):
        return
    scene = scene_of(model)
    moving = {c.name for c in model.coordinates}
    points = [
        point
        for point in (scene.points if scene is not None else ())
        if not point.name.startswith("_")
        and any(name in moving for one in point.at for name, _ in names(one.root))
    ][:MOST_POINTS]
    if points:
        yield writer.paragraph("exercise_points")
        yield Equations(tuple(_point(writer, point) for point in points))


def _point(writer: Writer, point: Point) -> Equation:
    """The equation name = (x, y)."""
    boxes = [writer.typesetter.box(one.root) for one in point.at]
    comma = b.sign(r",\;", ",&#x2009;", 0.5)
    inner = [part for box in boxes for part in (comma, box)][1:]
    return Equation(label=b.words(point.name), body=b.fence(b.row(*inner)))


def _is_given(model: Model, name: str) -> bool:
    """Whether a definition depends on parameters alone."""
    known = {p.name for p in model.parameters} | {"pi"}
    definition = next(term for term in model.definitions if term.name == name)
    return {one for one, _ in names(definition.expression.root)} <= known


def given_table(writer: Writer) -> Iterator[Block]:
    """Coordinates with their start, and parameters with their values."""
    model = writer.data.model
    with_meaning = any(one.text for one in model.coordinates) or any(one.text for one in model.parameters)
    titles = ["symbol", "name", *(["meaning"] if with_meaning else []), "value", "unit"]
    known = [one for one in model.coordinates if one.text or one.start is not None]
    rows = [_row(writer, entry, _start(writer, entry), with_meaning) for entry in known]
    rows += [
        _row(writer, one, _value(writer, one), with_meaning)
        for one in model.parameters
        if one.name not in model.sizes
    ]
    yield writer.paragraph("exercise_coordinates", names=writer.symbols(c.name for c in model.coordinates))
    heads = tuple(writer.plain(f"report_column_{title}") for title in titles)
    yield Table(heads, tuple(rows), frozenset({len(titles) - 2}))


def _row(writer: Writer, entry: Entry, value: Spans, with_meaning: bool) -> tuple[Spans, ...]:
    unit: Spans = (Plain(printed_unit(entry.unit)),) if entry.unit not in ("", "-") else (Plain("–"),)
    meaning = ((Plain(entry.text),),) if with_meaning else ()
    return (writer.as_formula(entry.name), (Code(entry.name),), *meaning, value, unit)


def _start(writer: Writer, entry: Coordinate) -> Spans:
    """The value at the start, as x(0) = …; empty where the constraints determine it."""
    if entry.start is None:
        return (Plain("–"),)
    at = b.row(writer.name(entry.name), b.fence(b.number("0")), b.sign("=", "=", 0.8))
    return (Maths(at), SPACE, *_typed_value(writer, entry.start.typed, entry.start.expression.root))


def _value(writer: Writer, entry: Parameter) -> Spans:
    if entry.value is None:
        return (Plain("–"),)
    return _typed_value(writer, entry.value.typed, entry.value.expression.root)


def _typed_value(writer: Writer, typed: float | None, root: Node) -> Spans:
    if typed is not None:
        return writer.number(float(typed))
    return (Maths(writer.typesetter.box(root)),)


def _acting_forces(writer: Writer) -> Iterator[Block]:
    """Dissipation, forces, constraints with their multipliers, contacts, and other equations."""
    equations = writer.data.equations
    if not zero(equations.D):
        yield writer.paragraph("exercise_dissipation")
        yield from writer.equations([Row(node=equations.D, label=writer.letters("D"))])
    yield from work_given(writer)
    yield from constraints_given(writer)
    yield from contacts_given(writer)
    besides = efforts_states.section(writer)
    if besides is not None:
        yield from besides.blocks


# -- the questions -------------------------------------------------------------------------------------


def question_section(writer: Writer, question: Question, number: int, *, answered: bool = False) -> Section:
    """One question: what is asked for, with its marks, and room for every blank unless it is answered."""
    words = writer.words
    title = words(f"exercise_{question.kind}")
    head = words("exercise_question", number=number, title=title, marks=question.marks)
    blocks: list[Block] = []
    if question.shown:
        given = [Row(node=one.right, label=blank_box(writer, one)) for one in question.shown if one.right]
        blocks += [writer.paragraph("exercise_known"), *writer.equations(given)]
    blocks.append(Paragraph(_question_text(writer, question)))
    if not answered:
        lines = _lines(question.kind, len(question.blanks))
        blocks += [WritingLines(_label(writer, blank), lines) for blank in question.blanks]
    return Section(f"question-{number}", head, tuple(blocks))


def _lines(kind: Kind, count: int) -> int:
    """The number of lines for each of `count` answers, so that a worksheet has one or two pages."""
    if kind is Kind.equations:
        return max(LITTLE, MUCH - count) if count <= FEW else LITTLE
    return 1 if kind is Kind.frequencies and count > 1 else ROOM[kind]


def _question_text(writer: Writer, question: Question) -> Spans:
    """The sentence of a question."""
    model = writer.data.model
    match question.kind:
        case Kind.kinematics:
            by = [c.name for c in model.coordinates if c.name not in {one.name for one in question.blanks}]
            return writer.say("exercise_ask_kinematics", names=writer.symbols(by))
        case Kind.energies:
            names = {one.name for one in question.blanks}
            key = "exercise_ask_energies" if names == {"T", "V"} else f"exercise_ask_energy_{min(names)}"
            letters = {one: Maths(writer.letters(one)) for one in sorted(names)}
            return writer.say(key, **letters)
        case Kind.equations:
            open_ones = model.contacts and any(not c.compliant for c in model.contacts)
            more = (Plain(" "), *writer.plain("exercise_open")) if open_ones else ()
            key = "exercise_ask_constrained" if model.constraints else "exercise_ask_equations"
            return (*writer.plain(key), *more)
        case Kind.frequencies:
            key = "exercise_ask_damped" if question.damped else "exercise_ask_frequencies"
            return writer.say(key, place=_place(writer, question))
        case Kind.accelerations:
            return writer.say("exercise_ask_accelerations", place=_place(writer, question))


def _place(writer: Writer, question: Question) -> Spans:
    """The values x = 0.1 m, theta = 30° at which numbers are asked for."""
    units = display_units(writer.data.model)
    values = [
        (Maths(_equals(writer.name(name))), SPACE, *_value_in_unit(writer, value + 0.0, units[name]))
        for name, value in question.about
    ]
    return join_spans(values)


def _value_in_unit(writer: Writer, value: float, unit: DisplayUnit) -> Spans:
    """A value in its unit; angles in radians as fractions of π where they are simple ones."""
    share = value / math.pi * PARTS
    if unit.text != "rad" or abs(share) < NEAR or abs(share - round(share)) > NEAR * PARTS:
        return writer.number_in_unit(value, unit, 4)
    turn = Fraction(round(share), PARTS)
    node: Node = Name("pi") if turn == 1 else Product((Number(turn.numerator), Name("pi")))
    node = node if turn.denominator == 1 else Product((node, Inverse(Number(turn.denominator))))
    return (Maths(writer.typesetter.box(node)),)


def _label(writer: Writer, blank: Blank) -> Spans:
    """The label before the room to write: T =, or the coordinate of an equation with a colon."""
    if blank.kind is Kind.equations:
        return (Maths(writer.name(blank.name)), Plain(":"))
    return (Maths(_equals(blank_box(writer, blank))),)


def _equals(box: Box) -> Box:
    return b.row(box, b.sign("=", "=", 0.8))


def blank_box(writer: Writer, blank: Blank) -> Box:
    """The symbol of a blank."""
    match blank.kind:
        case Kind.energies:
            return writer.letters(blank.name)
        case Kind.accelerations:
            return b.row(writer.name(blank.name, 2), b.fence(b.number("0")))
        case _:
            return writer.name(blank.name, blank.order)

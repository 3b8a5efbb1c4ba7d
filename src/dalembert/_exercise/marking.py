"""The marks of answers: expressions are judged as by `compare`, numbers by those of the variant.

An equation of motion with one wrong term has half of its marks. All equations are judged together, since they
must agree on the signs of multipliers, and each must be independent of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dalembert._compare.energies import energy_judged, quantity_judged
from dalembert._compare.independent import which_independent
from dalembert._compare.judge import judge
from dalembert._compare.records import Agreement, Judgement
from dalembert._compare.reference import Reference
from dalembert._compare.statement import Reading, Statement, statements
from dalembert._exercise.hints import hints_of
from dalembert._exercise.numeric_answers import (
    TURN,
    in_cycles,
    near,
    read_number,
    same_dimension,
    value_of,
)
from dalembert._exercise.records import AnswerStatus, Blank, Exercise, Kind, Mark, Marks
from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.tree import ZERO
from dalembert._expression.walk import names
from dalembert._model.values import parameter_values
from dalembert._words.message import Message, Name, Symbol, say

SHARES = {1: 2, 2: 4}  # of the marks, by the number of wrong terms: a half, a quarter


def marks_of(exercise: Exercise, reference: Reference, texts: Mapping[str, str], reading: Reading) -> Marks:
    """The marks of all blanks."""
    marker = _Marker(exercise, reference, texts, reading)
    return Marks(exercise=exercise, answers=tuple(marker.mark(blank) for blank in exercise.blanks))


class _Marker:
    """Marks the answers of one file; the equations of motion are judged together."""

    def __init__(
        self, exercise: Exercise, reference: Reference, texts: Mapping[str, str], reading: Reading
    ) -> None:
        self.exercise = exercise
        self.reference = reference
        self.texts = texts
        self.reading = reading
        self._read: dict[str, tuple[Statement, ...] | Flaw] = {}
        self._equations = self._judged_equations()

    def mark(self, blank: Blank) -> Mark:
        """The mark of one answer."""
        if not self.texts.get(blank.key, ""):
            return self._mark(blank, AnswerStatus.blank, ())
        match blank.kind:
            case Kind.frequencies | Kind.accelerations:
                return self._number(blank)
            case Kind.equations:
                return self._equation(blank)
            case Kind.energies | Kind.kinematics:
                return self._expression(blank)

    def _mark(
        self, blank: Blank, standing: AnswerStatus, hints: tuple[Message, ...], marks: int | None = None
    ) -> Mark:
        worth = blank.marks if standing is AnswerStatus.right else 0
        text = self.texts.get(blank.key, "")
        given = worth if marks is None else marks
        return Mark(blank=blank, text=text, standing=standing, marks=given, hints=hints)

    # -- statements ------------------------------------------------------------------------------------

    def _statements(self, blank: Blank) -> tuple[Statement, ...] | Flaw:
        """The statements of an answer, or why it cannot be read."""
        if blank.key not in self._read:
            try:
                written = statements(self.texts[blank.key], self.reading, blank.key)
                self._read[blank.key] = written
            except ModelError as error:
                self._read[blank.key] = error.flaws[0]
        return self._read[blank.key]

    def _unreadable_mark(self, blank: Blank, flaw: Flaw) -> Mark:
        hint = f"{flaw.message}; {flaw.hint}" if flaw.hint else flaw.message
        return self._mark(blank, AnswerStatus.unreadable, (say("hint_unreadable", why=hint),))

    def _of_judgement(self, blank: Blank, judgement: Judgement) -> Mark:
        hints = hints_of(judgement, self.exercise.model)
        if judgement.finding is Agreement.RIGHT:
            return self._mark(blank, AnswerStatus.right, ())
        terms = len([one for one in judgement.differences if one.kind != "dimension"])
        marks = blank.marks // SHARES[terms] if terms in SHARES else 0
        return self._mark(blank, AnswerStatus.partly if marks else AnswerStatus.wrong, hints, marks)

    # -- expressions -------------------------------------------------------------------------------------

    def _expression(self, blank: Blank) -> Mark:
        statements = self._statements(blank)
        if isinstance(statements, Flaw):
            return self._unreadable_mark(blank, statements)
        one = statements[0]
        if len(statements) > 1 or one.right != ZERO:
            return self._mark(blank, AnswerStatus.unreadable, (say("hint_expression", key=Name(blank.key)),))
        strange = self._strange_names(blank, one)
        if strange:
            return self._mark(blank, AnswerStatus.wrong, (say("hint_coordinates", names=strange),))
        bare = replace(one, left=ZERO, right=one.left)
        if blank.kind is Kind.energies:
            judgement = energy_judged(self.reference, bare, blank.name)
        elif blank.right is not None:
            what = say("exercise_quantity", name=Symbol(blank.key))
            judgement = quantity_judged(self.reference, bare, blank.right, what)
        else:
            raise TypeError(blank)
        return self._of_judgement(blank, judgement)

    def _strange_names(self, blank: Blank, one: Statement) -> tuple[Symbol, ...]:
        """Names that an answer may not contain: the quantity itself, later blanks, other definitions."""
        if blank.kind is not Kind.kinematics:
            return ()
        keys = [each.key for each in self.exercise.blanks if each.kind is Kind.kinematics]
        later = keys[keys.index(blank.key) :]
        defined = {each.name for each in self.exercise.model.definitions}
        used = [name + "'" * order for name, order in names(one.root)]
        return tuple(
            Symbol(key) for key in used if key in later or (key.rstrip("'") in defined and key not in keys)
        )

    # -- equations of motion -------------------------------------------------------------------------------

    def _judged_equations(self) -> dict[str, Judgement | None]:
        """The judgements of the equations that can be read; None where one follows from those before."""
        blanks = [one for one in self.exercise.blanks if one.kind is Kind.equations]
        read = [(one.key, self._statements(one)) for one in blanks if self.texts.get(one.key, "")]
        single = {
            key: statements[0]
            for key, statements in read
            if not isinstance(statements, Flaw) and len(statements) == 1
        }
        if not single:
            return {}
        comparison = judge(self.reference, tuple(single.values()))
        judgements = dict(zip(single, comparison.judgements, strict=True))
        right = [key for key, one in judgements.items() if one.finding is Agreement.RIGHT]
        new = which_independent(self.reference, [single[key] for key in right])
        follows = {key for key, is_new in zip(right, new, strict=True) if not is_new}
        return {key: None if key in follows else one for key, one in judgements.items()}

    def _equation(self, blank: Blank) -> Mark:
        statements = self._statements(blank)
        if isinstance(statements, Flaw):
            return self._unreadable_mark(blank, statements)
        if blank.key not in self._equations:
            return self._mark(blank, AnswerStatus.unreadable, (say("hint_one_equation"),))
        judgement = self._equations[blank.key]
        if judgement is None:
            return self._mark(blank, AnswerStatus.wrong, (say("hint_dependent"),))
        if judgement.finding is Agreement.RIGHT and judgement.of not in ("", blank.name):
            hint = say("hint_other_equation", name=Symbol(judgement.of))
            return self._mark(blank, AnswerStatus.partly, (hint,), blank.marks // 2)
        if judgement.sentence.key == "compare_right_constraint":
            return self._mark(blank, AnswerStatus.wrong, (say("hint_constraint"),))
        return self._of_judgement(blank, judgement)

    # -- numbers -------------------------------------------------------------------------------------------

    def _number(self, blank: Blank) -> Mark:
        number = read_number(self.texts[blank.key])
        if number is None:
            return self._formula(blank)
        if not number.unit and blank.unit:
            return self._mark(blank, AnswerStatus.unit, (say("hint_unit", unit=blank.unit),))
        if blank.unit and not same_dimension(number.unit, blank.unit):
            return self._mark(blank, AnswerStatus.wrong, (say("hint_other_unit", unit=blank.unit),))
        of_cycles = blank.kind is Kind.frequencies and in_cycles(number.unit)
        return self._mark_of_value(blank, number.value * (TURN if of_cycles else 1.0))

    def _formula(self, blank: Blank) -> Mark:
        """The mark of a number given as an expression of the parameters, in SI units."""
        read = self._statements(blank)
        if isinstance(read, Flaw):
            return self._unreadable_mark(blank, read)
        values = parameter_values(self.exercise.model)
        value = value_of(read[0].left, values) if len(read) == 1 and read[0].right == ZERO else None
        if value is None:
            return self._mark(blank, AnswerStatus.unreadable, (say("hint_number", unit=blank.unit),))
        return self._mark_of_value(blank, value)

    def _mark_of_value(self, blank: Blank, value: float) -> Mark:
        if near(value, blank.value):
            return self._mark(blank, AnswerStatus.right, ())
        half = blank.marks // 2
        if near(-value, blank.value):
            return self._mark(blank, AnswerStatus.partly, (say("hint_number_sign"),), half)
        turns = (value * TURN, value / TURN) if blank.kind is Kind.frequencies else ()
        if any(near(one, blank.value) for one in turns):
            return self._mark(blank, AnswerStatus.partly, (say("hint_turns"),), half)
        return self._mark(blank, AnswerStatus.wrong, (say("hint_number_wrong"),))

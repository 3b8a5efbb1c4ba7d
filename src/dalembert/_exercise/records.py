"""The records of an exercise: questions, right answers, and marks."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from dalembert._expression.tree import Node
from dalembert._model.records import Model
from dalembert._words.languages import words_of
from dalembert._words.message import Message


class Kind(StrEnum):
    """The kind of quantity that a question asks for."""

    kinematics = "kinematics"
    energies = "energies"
    equations = "equations"
    frequencies = "frequencies"
    accelerations = "accelerations"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """One blank for an answer: `key` is typed before it, `name` and `order` are the quantity and its rate.

    For kinematics `right` is an expression; for frequencies and accelerations `value` is a number in `unit`
    (SI).
    """

    key: str
    kind: Kind
    marks: int
    name: str
    order: int = 0
    right: Node | None = None
    value: float = 0.0
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Some blanks of one kind; `about` are the values of coordinates at which numbers are requested."""

    kind: Kind
    blanks: tuple[Blank, ...]
    about: tuple[tuple[str, float], ...] = ()
    shown: tuple[Blank, ...] = ()  # given with their answers, so that axes and angles are known
    damped: bool = False  # frequencies of damped oscillations

    @property
    def marks(self) -> int:
        """The marks for right answers to all its blanks."""
        return sum(blank.marks for blank in self.blanks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """The questions about a model; `variant` is 0 where the numbers are those of the model itself."""

    model: Model
    about: str  # one sentence from the library, or empty
    variant: int
    questions: tuple[Question, ...]

    @property
    def blanks(self) -> tuple[Blank, ...]:
        """All blanks in their order."""
        return tuple(blank for question in self.questions for blank in question.blanks)

    @property
    def marks(self) -> int:
        """The marks for right answers to all questions."""
        return sum(question.marks for question in self.questions)


class AnswerStatus(StrEnum):
    """The status of an answer."""

    right = "right"
    partly = "partly"  # one or two terms are wrong
    wrong = "wrong"
    unit = "unit"  # a number without a unit
    unreadable = "unreadable"
    blank = "blank"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One answer with its marks, and hints that do not give the answer away."""

    blank: Blank
    text: str
    standing: AnswerStatus
    marks: int
    hints: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """All answers of a file with their marks."""

    exercise: Exercise = field(repr=False)
    answers: tuple[Mark, ...]
    language: str = "en"  # the language of `table`

    @property
    def total(self) -> int:
        """The sum."""
        return sum(one.marks for one in self.answers)

    @property
    def of(self) -> int:
        """The marks for right answers to all questions."""
        return self.exercise.marks

    @property
    def ok(self) -> bool:
        """Whether everything is right."""
        return self.total == self.of

    def table(self) -> tuple[tuple[str, str, str, tuple[str, ...]], ...]:
        """Titles, a row for each answer with its hints, and the sum, in the words of the language."""
        words = words_of(self.language)
        titles = (
            words("exercise_column_answer"),
            words("exercise_column_marks"),
            words("exercise_column_found"),
        )
        rows = (
            (
                one.blank.key,
                f"{one.marks}/{one.blank.marks}",
                words(f"exercise_standing_{one.standing}"),
                tuple(words.of(hint) for hint in one.hints),
            )
            for one in self.answers
        )
        return ((*titles, ()), *rows, (words("exercise_total"), f"{self.total}/{self.of}", "", ()))

    def __str__(self) -> str:
        """The table as lines of text."""
        lines = []
        for key, marks, mark, hints in self.table():
            lines.append(f"{key:<16} {marks:>6}  {mark}".rstrip())
            lines += [f"{'':<16} {'':>6}  - {hint}" for hint in hints]
        return "\n".join(lines)

    def __repr__(self) -> str:
        """One line."""
        return f"Marks({self.exercise.model.title or 'a model'}: {self.total} of {self.of})"

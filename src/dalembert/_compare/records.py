"""The records of a comparison: for every statement whether it is right, and which terms are wrong."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from dalembert._expression.source import Flaw
from dalembert._model.records import Model
from dalembert._model.translation import in_language
from dalembert._words.languages import words, words_of
from dalembert._words.message import Message, say


class Agreement(StrEnum):
    """Whether a statement agrees with the model; EMPTY holds for every motion, UNDECIDED needs the others."""

    RIGHT = "right"
    WRONG = "wrong"
    EMPTY = "empty"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Correction:
    """What to type: the characters from `start` to `end` of the text that was given become `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One wrong or missing term.

    `kind` is missing, extra, sign, factor, term (another one belongs there) or dimension. `term` is the term
    as written, or the missing one; `right` is the correct term in the model language with the sign and the
    scale that it has where it is typed. `correction` is what to type, where that is known: the text with the
    corrections of all differences is right.
    """

    kind: str
    term: str
    right: str
    sentence: Message
    letter: Flaw = field(repr=False)
    cure: Message | None = None  # what to type, in words
    correction: Correction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The result for one statement; `of` is the coordinate whose equation it is, or empty."""

    text: str
    component: str  # the component of a vector, or empty
    finding: Agreement
    sentence: Message
    of: str = ""
    factor: str = ""  # times the equation of that coordinate
    differences: tuple[Difference, ...] = ()
    remarks: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The results for all statements of a text, and at how many states they were compared."""

    model: Model
    kind: str  # equation, energy or hamiltonian
    judgements: tuple[Judgement, ...]
    states: int
    remarks: tuple[Message, ...] = ()
    language: str = "en"  # of its texts

    def told_in(self, language: str) -> Comparison:
        """The same comparison in another language, including the title of a library system."""
        words_of(language)  # raises for an unknown language
        return replace(self, language=language, model=in_language(self.model, language))

    def text_of(self, message: Message) -> str:
        """A message in the language of the comparison."""
        return words(message, self.language)

    @property
    def note(self) -> str:
        """The word before remarks."""
        return self.text_of(say("compare_note"))

    @property
    def states_text(self) -> str:
        """The number of states of the comparison, as text."""
        return self.text_of(say("compare_states", states=self.states))

    def letter(self, one: Difference) -> str:
        """The error message of a difference in the language of the comparison."""
        cure = self.text_of(one.cure) if one.cure is not None else ""
        lines = str(replace(one.letter, message=self.text_of(one.sentence), hint=cure)).split("\n")
        lines[0] = f"{self.text_of(say('compare_error'))}:{lines[0].partition(':')[2]}"
        if cure:
            lines[-1] = f"  {self.text_of(say('compare_help'))}: {cure}"
        return "\n".join(lines)

    @property
    def finding(self) -> Agreement:
        """The worst agreement of all statements."""
        findings = {one.finding for one in self.judgements}
        worst = (Agreement.WRONG, Agreement.UNDECIDED, Agreement.EMPTY)
        return next((one for one in worst if one in findings), Agreement.RIGHT)

    @property
    def ok(self) -> bool:
        """Whether every statement is right."""
        return self.finding == Agreement.RIGHT

    def __repr__(self) -> str:
        """One line: the model, the number of statements, and their agreement."""
        return (
            f"Comparison({self.model.title or 'a model'}: {len(self.judgements)} statements, {self.finding})"
        )

"""What a comparison finds: for every statement whether it is right, and else the terms that are not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from dalembert._expression.source import Flaw
from dalembert._model.records import Model
from dalembert._model.translation import in_language
from dalembert._words.languages import words, words_of
from dalembert._words.message import Message, say


class Agreement(StrEnum):
    """How a statement stands to the model: `empty` holds for every motion, `undecided` needs the others."""

    RIGHT = "right"
    WRONG = "wrong"
    EMPTY = "empty"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One term that is not as it should be.

    `kind` is missing, extra, sign, factor, term (another one belongs there) or dimension. `term` is as it was
    written, or the one that is missing; `right` is what belongs there, in the scale of the statement.
    """

    kind: str
    term: str
    right: str
    sentence: Message
    letter: Flaw = field(repr=False)
    cure: Message | None = None  # what to type


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A statement and what was found of it; `of` is the coordinate whose equation it is, or empty."""

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
    """All statements of a text against a model, at so many states with other values of its parameters."""

    model: Model
    kind: str  # equation, energy or hamiltonian
    judgements: tuple[Judgement, ...]
    states: int
    remarks: tuple[Message, ...] = ()
    language: str = "en"  # of its texts

    def told_in(self, language: str) -> Comparison:
        """The same in another language, the title of a system of the library included."""
        words_of(language)  # which refuses one that there is not
        return replace(self, language=language, model=in_language(self.model, language))

    def text_of(self, message: Message) -> str:
        """A message in the language of the comparison."""
        return words(message, self.language)

    @property
    def note(self) -> str:
        """The word that stands before remarks."""
        return self.text_of(say("compare_note"))

    @property
    def states_text(self) -> str:
        """At how many states it was compared."""
        return self.text_of(say("compare_states", states=self.states))

    def letter(self, one: Difference) -> str:
        """The letter of a difference in the language of the comparison."""
        cure = self.text_of(one.cure) if one.cure is not None else ""
        lines = str(replace(one.letter, message=self.text_of(one.sentence), hint=cure)).split("\n")
        lines[0] = f"{self.text_of(say('compare_error'))}:{lines[0].partition(':')[2]}"
        if cure:
            lines[-1] = f"  {self.text_of(say('compare_help'))}: {cure}"
        return "\n".join(lines)

    @property
    def finding(self) -> Agreement:
        """The worst of all."""
        findings = {one.finding for one in self.judgements}
        worst = (Agreement.WRONG, Agreement.UNDECIDED, Agreement.EMPTY)
        return next((one for one in worst if one in findings), Agreement.RIGHT)

    @property
    def ok(self) -> bool:
        """Whether every statement is right."""
        return self.finding == Agreement.RIGHT

    def __repr__(self) -> str:
        """One line: of what, how many, how they stand."""
        return (
            f"Comparison({self.model.title or 'a model'}: {len(self.judgements)} statements, {self.finding})"
        )

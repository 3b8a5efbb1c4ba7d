"""What a comparison finds: for every statement whether it is right, and else the terms that are not."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from dalembert._expression.source import Flaw
from dalembert._model.records import Model
from dalembert._words.message import Message


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A statement and what was found of it; `of` is the coordinate whose equation it is, or empty."""

    text: str
    place: str  # the component of a vector, or empty
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

    @property
    def finding(self) -> Agreement:
        """The worst of all."""
        found = {one.finding for one in self.judgements}
        worst = (Agreement.WRONG, Agreement.UNDECIDED, Agreement.EMPTY)
        return next((one for one in worst if one in found), Agreement.RIGHT)

    @property
    def ok(self) -> bool:
        """Whether every statement is right."""
        return self.finding == Agreement.RIGHT

    def __repr__(self) -> str:
        """One line: of what, how many, how they stand."""
        return (
            f"Comparison({self.model.title or 'a model'}: {len(self.judgements)} statements, {self.finding})"
        )

"""Messages about results as records: a key and values, put into words where they are shown.

A template of a catalogue has a blank for each value. Values are typed: a name as the user spells it, a symbol
of the model, a number with its digits, text from elsewhere, a message, or several of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter

from dalembert._words.en import MESSAGES as ENGLISH
from dalembert._words.number_format import POINT, STYLES, digits_of, with_mark

MARK = "language_decimal_mark"  # its key in the catalogues
MOST_DIGITS = 17  # of a double


@dataclass(frozen=True, slots=True)
class Name:
    """A name or an expression as the user typed it. A terminal puts it in backticks."""

    text: str

    def __str__(self) -> str:
        """As a terminal shows it."""
        return f"`{self.text}`"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A quantity of the model by its name, x, or x' for its rate; a report typesets it as a formula."""

    name: str

    def __str__(self) -> str:
        """As a terminal shows it."""
        return self.name


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its digits, in one of the styles of `number_format.py`."""

    value: float
    digits: int = 6
    style: str = "g"

    def __post_init__(self) -> None:
        """Accept known formats only, since they may come from a file."""
        if self.style not in STYLES or not 0 <= self.digits <= MOST_DIGITS:
            message = f"{self.digits} digits in the style {self.style!r} cannot be shown"
            raise ValueError(message)

    def __str__(self) -> str:
        """The number with a decimal point."""
        return self.text(POINT)

    def text(self, mark: str) -> str:
        """The number with the decimal mark of a language."""
        return with_mark(digits_of(self.value, self.digits, self.style), mark)


Piece = str | Name | Symbol | Quantity  # a part of a worded message


@dataclass(frozen=True, slots=True, repr=False)
class Message:
    """A key of the catalogues and the values of its blanks; `str(message)` is the English sentence."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        """The English sentence."""
        return text_of(self, ENGLISH)

    def __repr__(self) -> str:
        """The key and the sentence."""
        return f"<{self.key}: {self}>"

    def __contains__(self, words: str) -> bool:
        """Whether the English sentence contains these words."""
        return words in str(self)

    def __getitem__(self, blank: str) -> Value:
        """The value of a blank."""
        return dict(self.values)[blank]


Value = Piece | int | Message | tuple["Value", ...]


def say(key: str, /, **values: Value) -> Message:
    """The message of a key with its blanks filled in; a number is given as a `Quantity` or a count."""
    return Message(key, tuple(values.items()))


def equal(name: str, value: float, digits: int = 6, unit: str = "") -> Message:
    """The message `x = 3.5`, or with a unit `x = 3.5 m`."""
    if unit:
        return say("equal_in", name=Symbol(name), value=Quantity(value, digits), unit=unit)
    return say("equal", name=Symbol(name), value=Quantity(value, digits))


def of_each(values: Mapping[str, float], digits: int = 4) -> tuple[Message, ...]:
    """The messages `x: 3.5`, `y: 2` of several values."""
    return tuple(
        say("value_of", name=Symbol(name), value=Quantity(value, digits)) for name, value in values.items()
    )


def in_turn(messages: Sequence[Message]) -> Message:
    """Several messages joined into one: first; second; third."""
    first, *others = messages
    return say("in_turn", first=first, then=in_turn(others)) if others else first


def pieces(message: Message, catalogue: Mapping[str, str]) -> Iterator[Piece]:
    """The message in the words of a catalogue, piece by piece: text, names, symbols and numbers."""
    values = dict(message.values)
    for literal, blank, *_ in Formatter().parse(catalogue[message.key]):
        if literal:
            yield literal
        if blank:
            yield from _pieces(values[blank], catalogue)


def _pieces(value: Value, catalogue: Mapping[str, str]) -> Iterator[Piece]:
    match value:
        case Message():
            yield from pieces(value, catalogue)
        case tuple():
            between = "; " if catalogue[MARK] != POINT and any(map(_has_number, value)) else ", "
            for i, one in enumerate(value):
                if i:
                    yield between
                yield from _pieces(one, catalogue)
        case int():
            yield str(value)
        case _:
            yield value


def _has_number(value: Value) -> bool:
    """Whether a value contains a number, so that commas in a list of them could be misread."""
    match value:
        case Quantity():
            return True
        case Message(values=values):
            return any(_has_number(inner) for _, inner in values)
        case tuple():
            return any(map(_has_number, value))
        case _:
            return False


def text_of(message: Message, catalogue: Mapping[str, str]) -> str:
    """The message as text."""
    mark = catalogue[MARK]
    return "".join(
        piece.text(mark) if isinstance(piece, Quantity) else str(piece)
        for piece in pieces(message, catalogue)
    )


def blanks(template: str) -> list[str]:
    """The names of the blanks of a template, in order of the alphabet."""
    return sorted(blank for _, blank, *_ in Formatter().parse(template) if blank)

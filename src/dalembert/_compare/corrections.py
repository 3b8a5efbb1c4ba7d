r"""Corrections of a typed text: which characters are replaced by which, tried before they are proposed.

A term of the model has the scale of the equation that was typed, f a_j. Where it stands, it is divided by
what stands around it: in x'' = (F - k*x)/m a missing damping is - c*x' in the brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dalembert._compare.chunks import Chunk, chunks_of
from dalembert._compare.places import Place
from dalembert._compare.records import Correction
from dalembert._compare.reference import Reference
from dalembert._compare.statement import Statement, statements
from dalembert._derive.terms import Terms
from dalembert._expression.source import ModelError
from dalembert._expression.tree import ONE, Negative, Node, Number, Product
from dalembert._expression.walk import names
from dalembert._verify.points import StateSample

SAME = 1e-9  # agreement of a part of the text with its term
LONG = 3  # characters that a correction in brackets must save

Holds = Callable[[Statement], bool]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a place stands in the text, and the sign of what is written there with all on the left side."""

    position: Place
    chunk: Chunk
    sign: int

    def local_term(self, value: Node, terms: Terms) -> Node | None:
        """What is written there for a term that is `value` with everything on the left side."""
        factors = (*self.position.factors, Number(self.sign))
        return terms.scale(value, ONE, Product(factors))


class Text:
    """The text of a statement with the positions of its places; `sample` has values of all its names."""

    def __init__(self, one: Statement, reference: Reference, sample: StateSample, terms: Terms) -> None:
        self.one = one
        self.terms = terms
        self.text = one.source.text
        self._reference = reference
        self._sample = sample
        self._chunks = chunks_of(self.text, one.start, one.end)
        self._values: dict[Chunk, np.ndarray | None] = {}

    # -- positions ---------------------------------------------------------------------------------

    def spot(self, position: Place) -> Spot | None:
        """Where a place stands; None where the text does not have it as it is."""
        value = self._reference.values([position.node], self._sample)[0]
        span = position.node.span
        around = [c for c in self._chunks if span and c.start <= span[0] and span[1] <= c.end]
        for chunk in (*around, *self._chunks):
            written = self._value(chunk)
            if written is not None and _equal(chunk.sign * written, value):
                return Spot(position, chunk, position.sign * chunk.sign)
        return None

    def _value(self, chunk: Chunk) -> np.ndarray | None:
        """The values of a part of the text."""
        if chunk not in self._values:
            read = read_again(self.one, self.text[chunk.start : chunk.end])
            known = read is not None and names(read.left).keys() <= {*self._sample, ("pi", 0)}
            values = self._reference.values([read.left], self._sample)[0] if read and known else None
            self._values[chunk] = values
        return self._values[chunk]

    # -- corrections -------------------------------------------------------------------------------

    def opposite(self, spot: Spot) -> Correction:
        """The term with the other sign."""
        chunk, body = spot.chunk, self.body(spot.chunk)
        if chunk.sign < 0:
            return Correction(chunk.start, chunk.end, body if chunk.first else f"+ {body}")
        return Correction(chunk.start, chunk.end, f"-{body}" if chunk.first else f"- {body}")

    def deletion(self, spot: Spot) -> Correction:
        """The text without the term."""
        return Correction(spot.chunk.start, spot.chunk.end, "0" if spot.chunk.alone else "")

    def replacement(self, spot: Spot, written: Node) -> Correction:
        """The text with another term."""
        return Correction(spot.chunk.start, spot.chunk.end, self._with_sign(written, first=spot.chunk.first))

    def times(self, spot: Spot, factor: Node) -> Correction:
        """The text with a sum in brackets multiplied by a number."""
        sign = -1 if isinstance(factor, Negative) else 1
        number = self.print(factor.operand if isinstance(factor, Negative) else factor)
        mark = "- " if sign * spot.chunk.sign < 0 else "" if spot.chunk.first else "+ "
        return Correction(spot.chunk.start, spot.chunk.end, f"{mark}{number}*({self.body(spot.chunk)})")

    def insertion(self, value: Node, places: Sequence[Place]) -> tuple[Correction, Node, Spot] | None:
        """A missing term, where it is shortest: at the end of a side, or in brackets."""
        best: tuple[int, Correction, Node, Spot] | None = None
        for spot in self._sums(places):
            written = spot.local_term(value, self.terms)
            if written is None:
                continue
            end = spot.chunk.close
            correction = Correction(end, end, f" {self._with_sign(written, first=False)}")
            cost = len(correction.text) + self._rank(spot)
            if best is None or cost < best[0]:
                best = cost, correction, written, spot
        return best[1:] if best is not None else None

    def _sums(self, places: Sequence[Place]) -> Iterator[Spot]:
        """One place of every sum of the text."""
        known: set[int] = set()
        for position in places:
            spot = None if position.whole else self.spot(position)
            if spot is not None and spot.chunk.close not in known:
                known.add(spot.chunk.close)
                yield spot

    def side(self, spot: Spot) -> str:
        """The side of an equation that a place stands on; empty for an expression."""
        if self._equals() == self.one.end:
            return ""
        return "left" if spot.chunk.close <= self._equals() else "right"

    def _rank(self, spot: Spot) -> int:
        """How much worse brackets are than a side, and a side that has only what is solved for."""
        if spot.position.inner:
            return LONG * LONG if spot.position.below else LONG
        solved = sum(c.end <= self._equals() for c in self._chunks) == 1 and self._right_side()
        left = spot.chunk.close <= self._equals()
        return LONG * LONG if left == solved else 0

    def _equals(self) -> int:
        at = self.text.find("=", self.one.start, self.one.end)
        return self.one.end if at < 0 else at

    def _right_side(self) -> bool:
        """Whether there is something on the right side."""
        return self.text[self._equals() + 1 : self.one.end].strip(" &.=") not in ("", "0")

    def body(self, chunk: Chunk) -> str:
        """The text of a term without its sign."""
        return self.text[chunk.start : chunk.end].lstrip("+-− \t\n")

    def print(self, node: Node) -> str:
        """A term in the language of the text."""
        return self.one.print(node)

    def _with_sign(self, node: Node, *, first: bool) -> str:
        text = self.print(node)
        if text.startswith("-"):
            body = text[1:].lstrip()
            return f"-{body}" if first else f"- {body}"
        return text if first else f"+ {text}"

    def mend(self, corrections: Sequence[Correction]) -> Statement | None:
        """The statement with all corrections, read again; None where it cannot be read."""
        text = apply_corrections(self.text[: self.one.end], corrections)[self.one.start :]
        return read_again(self.one, text)


def apply_corrections(text: str, corrections: Sequence[Correction]) -> str:
    """The text with all corrections, which do not overlap."""
    for one in sorted(corrections, key=lambda each: (each.start, each.end), reverse=True):
        text = text[: one.start] + one.text + text[one.end :]
    return text


def read_again(one: Statement, text: str) -> Statement | None:
    """A text read as the statement was; the same component of a vector."""
    try:
        readings = statements(f"${text}$" if one.is_latex else text, one.reading, "")
    except ModelError:
        return None
    same = [each for each in readings if each.component == one.component]
    return replace(same[0], own_names=one.own_names) if len(same) == 1 else None


def _equal(a: np.ndarray, b: np.ndarray) -> bool:
    known = np.isfinite(b)
    same = np.abs(a[known] - b[known]) <= SAME * np.abs(b[known])
    return bool(known.any() and np.isfinite(a[known]).all() and same.all())

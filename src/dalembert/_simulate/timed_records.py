"""Records ordered by time; those of a run in C are built when they are first read.

The time of a record is known before it is built; its mark, a tuple by which runs are compared, and its note,
what a whole run is summed up from, are computed without it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

Found = TypeVar("Found")
Note = TypeVar("Note")
Mark = tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Block(Generic[Found, Note]):
    """Records that follow one another: the number of the first, what is known of all, how each is built."""

    first: int
    count: int
    marks: Callable[[], Sequence[Mark]]
    notes: Callable[[], Sequence[Note]]
    make: Callable[[int], Found]


class TimedRecords(Generic[Found, Note]):
    """A sequence of records with their times, marks and notes, which are known without them."""

    def __init__(self, note_of: Callable[[Found], Note]) -> None:
        """`note_of` gives the note of a record."""
        self._note_of = note_of
        self.times: list[float] = []
        self._marks: list[Mark | None] = []
        self._made: list[Found | None] = []
        self._blocks: list[_Block[Found, Note]] = []  # which are made when they are read

    def append(self, t: float, mark: Mark, record: Found) -> None:
        """Add a record."""
        self.times.append(t)
        self._marks.append(mark)
        self._made.append(record)

    def extend(
        self,
        times: Sequence[float],
        marks: Callable[[], Sequence[Mark]],
        notes: Callable[[], Sequence[Note]],
        make: Callable[[int], Found],
    ) -> None:
        """Add a block of records: `marks` and `notes` give those of all, `make` one by its number in it."""
        count = len(times)
        if count:
            first = len(self._made)
            self._blocks.append(_Block(first=first, count=count, marks=marks, notes=notes, make=make))
            self.times += times
            self._marks += [None] * count
            self._made += [None] * count

    def cut(self, count: int) -> None:
        """Remove all records but the first `count`."""
        del self.times[count:], self._marks[count:], self._made[count:]
        self._blocks = [
            replace(block, count=min(block.count, count - block.first))
            for block in self._blocks
            if block.first < count
        ]

    def replace(self, index: int, record: Found) -> None:
        """Put a record in the place of another one of the same time."""
        self._made[index] = record

    @property
    def marks(self) -> list[Mark]:
        """The marks of all."""
        for block in self._blocks:
            if self._marks[block.first] is None:
                self._marks[block.first : block.first + block.count] = block.marks()[: block.count]
        return [mark for mark in self._marks if mark is not None]

    @property
    def notes(self) -> list[Note]:
        """The notes of all."""
        notes: list[Note] = []
        for block in self._blocks:
            notes += self._notes_of(len(notes), block.first)
            made = self._made[block.first : block.first + block.count]
            notes += [
                note if record is None else self._note_of(record)
                for record, note in zip(made, block.notes()[: block.count], strict=True)
            ]
        return notes + self._notes_of(len(notes), len(self._made))

    def _notes_of(self, first: int, last: int) -> list[Note]:
        """The notes of records outside of blocks."""
        return [self._note_of(made) for made in self._made[first:last] if made is not None]

    def __len__(self) -> int:
        """How many there are."""
        return len(self._made)

    def __getitem__(self, index: int) -> Found:
        """The record in a place, made if it was not read before."""
        position = index if index >= 0 else len(self._made) + index
        record = self._made[position]
        if record is None:
            block = self._blocks[bisect_right(self._blocks, position, key=lambda one: one.first) - 1]
            record = block.make(position - block.first)
            self._made[position] = record
        return record

    def __iter__(self) -> Iterator[Found]:
        """All of them."""
        return (self[index] for index in range(len(self._made)))

"""Records ordered by time; those of a run in C are built when they are first read.

The time of a record is known before it is built; its mark, a tuple by which runs are compared, and its note,
what a whole run is summed up from, are computed without it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Found = TypeVar("Found")
Note = TypeVar("Note")
Mark = tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Makers(Generic[Found, Note]):
    """What is known of the records of a block by their numbers in it, and how each is built."""

    mark: Callable[[int], Mark]
    note: Callable[[int], Note]
    make: Callable[[int], Found]


class TimedRecords(Generic[Found, Note]):
    """A sequence of records with their times, marks and notes, which are known without them."""

    def __init__(self, note_of: Callable[[Found], Note]) -> None:
        """`note_of` gives the note of a record."""
        self._note_of = note_of
        self.times: list[float] = []
        self._marks: list[Mark | None] = []
        self._made: list[Found | None] = []
        self._firsts: list[int] = []  # of blocks that are made when they are read
        self._makers: list[_Makers[Found, Note]] = []

    def append(self, t: float, mark: Mark, record: Found) -> None:
        """Add a record."""
        self.times.append(t)
        self._marks.append(mark)
        self._made.append(record)

    def extend(
        self,
        times: Sequence[float],
        mark: Callable[[int], Mark],
        note: Callable[[int], Note],
        make: Callable[[int], Found],
    ) -> None:
        """Add a block of records: `mark`, `note` and `make` give those of each by its number in the block."""
        if times:
            self._firsts.append(len(self._made))
            self._makers.append(_Makers(mark=mark, note=note, make=make))
            self.times += times
            self._marks += [None] * len(times)
            self._made += [None] * len(times)

    def cut(self, count: int) -> None:
        """Remove all records but the first `count`."""
        del self.times[count:], self._marks[count:], self._made[count:]
        blocks = bisect_right(self._firsts, count - 1)
        del self._firsts[blocks:], self._makers[blocks:]

    def replace(self, index: int, record: Found) -> None:
        """Put a record in the place of another one of the same time."""
        self._made[index] = record

    @property
    def marks(self) -> list[Mark]:
        """The marks of all."""
        return [self._mark(index) for index in range(len(self._marks))]

    def _mark(self, index: int) -> Mark:
        mark = self._marks[index]
        if mark is None:
            block = bisect_right(self._firsts, index) - 1
            mark = self._makers[block].mark(index - self._firsts[block])
            self._marks[index] = mark
        return mark

    @property
    def notes(self) -> list[Note]:
        """The notes of all."""
        return [self._note(index) for index in range(len(self._made))]

    def _note(self, index: int) -> Note:
        made = self._made[index]
        if made is not None:
            return self._note_of(made)
        block = bisect_right(self._firsts, index) - 1
        return self._makers[block].note(index - self._firsts[block])

    def __len__(self) -> int:
        """How many there are."""
        return len(self._made)

    def __getitem__(self, index: int) -> Found:
        """The record in a place, made if it was not read before."""
        position = index if index >= 0 else len(self._made) + index
        record = self._made[position]
        if record is None:
            block = bisect_right(self._firsts, position) - 1
            record = self._makers[block].make(position - self._firsts[block])
            self._made[position] = record
        return record

    def __iter__(self) -> Iterator[Found]:
        """All of them."""
        return (self[index] for index in range(len(self._made)))

"""Records ordered by time; those of a run in C are built when they are first read.

The time of a record is known before it is built; its mark, a tuple by which runs are compared, is computed
without it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

Found = TypeVar("Found")
Mark = tuple[Any, ...]


class TimedRecords(Generic[Found]):
    """A sequence of records with their times, which are known without them, and their marks."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._marks: list[Mark | None] = []
        self._made: list[Found | None] = []
        self._firsts: list[int] = []  # of blocks that are made when they are read
        self._makers: list[tuple[Callable[[int], Mark], Callable[[int], Found]]] = []

    def append(self, t: float, mark: Mark, record: Found) -> None:
        """Add a record."""
        self.times.append(t)
        self._marks.append(mark)
        self._made.append(record)

    def extend(
        self, times: Sequence[float], mark: Callable[[int], Mark], make: Callable[[int], Found]
    ) -> None:
        """Add a block of records: `mark` and `make` give those of each by its number in the block."""
        if times:
            self._firsts.append(len(self._made))
            self._makers.append((mark, make))
            self.times += times
            self._marks += [None] * len(times)
            self._made += [None] * len(times)

    def cut(self, count: int) -> None:
        """Forget all but the first ones."""
        del self.times[count:], self._marks[count:], self._made[count:]
        blocks = bisect_right(self._firsts, count - 1)
        del self._firsts[blocks:], self._makers[blocks:]

    def replace(self, place: int, record: Found) -> None:
        """Put a record in the place of another one of the same time."""
        self._made[place] = record

    @property
    def marks(self) -> list[Mark]:
        """The marks of all."""
        return [self._mark(place) for place in range(len(self._marks))]

    def _mark(self, place: int) -> Mark:
        found = self._marks[place]
        if found is None:
            block = bisect_right(self._firsts, place) - 1
            found = self._makers[block][0](place - self._firsts[block])
            self._marks[place] = found
        return found

    def __len__(self) -> int:
        """How many there are."""
        return len(self._made)

    def __getitem__(self, place: int) -> Found:
        """The record in a place, made if it was not read before."""
        own = place if place >= 0 else len(self._made) + place
        found = self._made[own]
        if found is None:
            block = bisect_right(self._firsts, own) - 1
            found = self._makers[block][1](own - self._firsts[block])
            self._made[own] = found
        return found

    def __iter__(self) -> Iterator[Found]:
        """All of them."""
        return (self[place] for place in range(len(self._made)))


def timed_records(
    times: Sequence[float], marks: Sequence[Mark], records: Sequence[Found]
) -> TimedRecords[Found]:
    """Records that are there, with their times and marks."""
    made: TimedRecords[Found] = TimedRecords()
    for t, mark, record in zip(times, marks, records, strict=True):
        made.append(t, mark, record)
    return made

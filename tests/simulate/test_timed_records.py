"""Records of a run ordered by time: blocks of them are known before they are made."""

from __future__ import annotations

from dalembert._simulate.timed_records import TimedRecords


def records() -> tuple[TimedRecords[str, str], list[int]]:
    """A record, a block of three, another one; and the numbers of those of the block that were made."""
    made: list[int] = []

    def make(k: int) -> str:
        made.append(k)
        return f"block {k}"

    every: TimedRecords[str, str] = TimedRecords(lambda record: f"note of {record}")
    every.append(0.0, ("first",), "first")
    every.extend(
        [1.0, 2.0, 3.0],
        lambda: [("mark", k) for k in range(3)],
        lambda: [f"note of block {k}" for k in range(3)],
        make,
    )
    every.append(4.0, ("last",), "last")
    return every, made


def test_marks_and_notes_are_known_without_their_records() -> None:
    """All times, marks and notes are read before a record of the block is made; one is made once."""
    every, made = records()
    assert every.times == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert every.marks == [("first",), ("mark", 0), ("mark", 1), ("mark", 2), ("last",)]
    block = ["note of block 0", "note of block 1", "note of block 2"]
    assert every.notes == ["note of first", *block, "note of last"]
    assert made == []
    assert [every[2], every[2], every[-1]] == ["block 1", "block 1", "last"]
    assert made == [1]


def test_a_record_in_the_place_of_another_has_its_own_note() -> None:
    """What is put in the place of a record of a block, made or not, is what is read from then on."""
    every, _ = records()
    every.replace(3, "other")
    assert every.notes[2:4] == ["note of block 1", "note of other"]
    assert list(every)[2:4] == ["block 1", "other"]


def test_what_is_cut_inside_a_block_is_gone() -> None:
    """After a cut others may follow, and keep their own marks and notes."""
    every, made = records()
    every.cut(2)
    every.append(1.5, ("later",), "later")
    assert every.marks == [("first",), ("mark", 0), ("later",)]
    assert every.notes == ["note of first", "note of block 0", "note of later"]
    assert list(every) == ["first", "block 0", "later"]
    assert made == [0]

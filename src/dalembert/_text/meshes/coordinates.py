"""Coordinates in mesh files of text, and the most triangles that such a file may have."""

from __future__ import annotations

from dalembert._text.files import FileFault

LARGEST = 1e30  # larger ones are refused, before their products overflow


def coordinate(word: bytes) -> float:
    """The number of a word; a FileFault where it is none, or not finite."""
    try:
        number = float(word.replace(b"_", b"?"))
    except ValueError:
        text = word.decode("ascii", "replace")[:40]
        raise FileFault(f"`{text}` is no coordinate", "export it again") from None
    if not abs(number) < LARGEST:
        raise FileFault(f"a coordinate is {number:g}", "repair it where it was made, or export it again")
    return number


def refuse_many(count: int, most: int) -> None:
    """Refuse more triangles than a mesh may have."""
    if count > most:
        raise FileFault(f"it has more than {most} triangles", "export it coarser")

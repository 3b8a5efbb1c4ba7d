"""STL files, binary and ASCII: the corners of their triangles.

Binary: 80 bytes of any text, the number n of triangles, and for each its normal, its three corners (twelve
numbers of four bytes) and two bytes more: 84 + 50 n bytes in all. The normals are not read: the order of the
corners says which side is outside.
"""

from __future__ import annotations

from itertools import chain

import numpy as np

from dalembert._text.files import FileFault
from dalembert._text.meshes.coordinates import coordinate, refuse_many
from dalembert._text.meshes.surface import Array

HEADER, RECORD = 84, 50  # bytes
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
FACET = ("facet normal", "outer loop", "vertex", "vertex", "vertex", "endloop", "endfacet")
AGAIN = "export it again"


def stl_triangles(data: bytes, most: int) -> Array:
    """The corners of all triangles, m × 3 × 3; a FileFault where the file is not whole or has too many."""
    count = int.from_bytes(data[80:HEADER], "little")
    if len(data) >= HEADER and len(data) == HEADER + RECORD * count:
        return _binary(data, count, most)
    if _is_text(data):
        return _ascii(data, most)
    if len(data) < HEADER:
        raise FileFault(f"it has {len(data)} bytes, too few for an STL file", AGAIN)
    present, left = divmod(len(data) - HEADER, RECORD)
    if present < count:
        message = f"it is cut off: it announces {count} triangles and has {present}"
        raise FileFault(message + (" and a part of one" if left else ""), AGAIN)
    message = f"it announces {count} triangles, but has room for {present}"
    raise FileFault(message + (f" and {left} bytes more" if left else ""), AGAIN)


def _is_text(data: bytes) -> bool:
    """Whether it begins as an ASCII file does; binary files may begin with the word solid too."""
    beginning = data[:1000].lower()
    first, *words = beginning.split(maxsplit=1) or [b""]
    return first == b"solid" and (not words or b"facet" in words[0] or b"endsolid" in words[0])


def _binary(data: bytes, count: int, most: int) -> Array:
    refuse_many(count, most)
    records = np.frombuffer(data, dtype=TRIANGLE, count=count, offset=HEADER)
    return records["corners"].astype(np.float64)


def _ascii(data: bytes, most: int) -> Array:
    """The corners in lines of text: solid, facets of seven lines each, endsolid; again for further solids."""
    numbers: list[list[bytes]] = []
    step, inside = 0, False
    lines = data.splitlines()
    for count, line in enumerate(lines, 1):
        words = line.split()
        if not words:
            continue
        first = words[0].lower()
        if not step and first in (b"solid", b"endsolid"):
            if inside == (first == b"solid"):
                raise _wrong_line(count, line, "facet or endsolid" if inside else "solid")
            inside = not inside
            continue
        keyword = FACET[step]
        head = keyword.split()
        if not inside or [one.decode("ascii", "replace").lower() for one in words[: len(head)]] != head:
            raise _wrong_line(count, line, (keyword if step else "facet or endsolid") if inside else "solid")
        if keyword == "vertex":
            if len(words) != 4:
                raise FileFault(f"a vertex in line {count} has {len(words) - 1} coordinates", AGAIN)
            numbers.append(words[1:])
        step = (step + 1) % len(FACET)
        if len(numbers) > 3 * most:
            refuse_many(most + 1, most)
    if step or inside:
        raise FileFault(f"it ends without `{FACET[step] if step else 'endsolid'}`", AGAIN)
    return _corners(numbers).reshape(-1, 3, 3)


def _corners(numbers: list[list[bytes]]) -> Array:
    return np.array([coordinate(one) for one in chain.from_iterable(numbers)], dtype=np.float64)


def _wrong_line(count: int, line: bytes, wanted: str) -> FileFault:
    text = line.strip().decode("ascii", "replace")[:40]
    return FileFault(f"line {count} is `{text}`, where `{wanted}` must stand", AGAIN)

"""OBJ files: vertices `v x y z`, and faces `f 1 2 3` or `f 1/1/1 2/2/2 …` of any number of corners.

A face counts its vertices from 1, or back from the last one as −1, −2 …. Textures, normals, names and
materials are not read; curved surfaces are refused, as their triangles are not in the file.
"""

from __future__ import annotations

import numpy as np

from dalembert._text.files import FileFault
from dalembert._text.meshes.coordinates import coordinate, refuse_many
from dalembert._text.meshes.polygons import triangles_of
from dalembert._text.meshes.surface import Array, Indices

CURVED = (b"curv", b"curv2", b"surf", b"bzp", b"bsp", b"cdc", b"cdp", b"res")
MOST_CORNERS = 1000  # of a face


def obj_surface(data: bytes, most: int) -> tuple[Array, Indices]:
    """Vertices (n × 3) and triangles (m × 3); polygons with more corners are divided, if they are plane."""
    vertices: list[tuple[float, float, float]] = []
    faces: list[tuple[int, tuple[int, ...]]] = []  # with their lines
    count = 0
    for number, line in enumerate(data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ").splitlines(), 1):
        words = line.split()
        if not words:
            continue
        if words[0] == b"v":
            if len(words) < 4:
                raise FileFault(f"the vertex in line {number} has {len(words) - 1} coordinates", "give x y z")
            vertices.append((coordinate(words[1]), coordinate(words[2]), coordinate(words[3])))
            refuse_many(len(vertices), 3 * most)
        elif words[0] in (b"f", b"fo"):
            face = _face(words[1:], number, len(vertices))
            faces.append((number, face))
            count += len(face) - 2
            refuse_many(count, most)
        elif words[0] in CURVED:
            what = words[0].decode("ascii")
            message = f"line {number} is a curved surface (`{what}`), which is not read"
            raise FileFault(message, "export it with polygons, or as STL")
    if not faces:
        raise FileFault("it has no faces", "export it with polygons, or as STL")
    _refuse_missing(faces, len(vertices))
    corners = np.array(vertices, dtype=np.float64)
    return corners, triangles_of(corners, faces)


def _face(words: list[bytes], line: int, known: int) -> tuple[int, ...]:
    """The indices of a face from 0; those from the end are counted from the vertices known so far."""
    if len(words) < 3:
        raise FileFault(f"the face in line {line} has {len(words)} corners", "a face has three or more")
    if len(words) > MOST_CORNERS:
        message = f"the face in line {line} has more than {MOST_CORNERS} corners"
        raise FileFault(message, "export it with triangles")
    indices = []
    for word in words:
        text = word.split(b"/")[0]
        if not text.lstrip(b"-").isdigit() or len(text) > 12 or int(text) == 0:
            shown = word.decode("ascii", "replace")[:40]
            raise FileFault(f"`{shown}` in line {line} is no vertex", "vertices are counted from 1")
        index = int(text)
        indices.append(index - 1 if index > 0 else known + index)
    return tuple(indices)


def _refuse_missing(faces: list[tuple[int, tuple[int, ...]]], count: int) -> None:
    """Refuse faces with vertices that are not in the file."""
    for line, face in faces:
        if not all(0 <= one < count for one in face):
            wrong = next(one for one in face if not 0 <= one < count)
            message = f"the face in line {line} has the vertex {wrong + 1}, but the file has 1 to {count}"
            raise FileFault(message, "export it again")

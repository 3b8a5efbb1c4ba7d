"""Whether a surface bounds a body: closed, outward, and entered and left in turn along every line.

Each edge belongs to two triangles that run along it in opposite directions. Shells that overlap, or cavities
outside of a body, keep that law: they are found along seeded parallel lines, one through each shell at least,
on which the surface must lead into the body and out of it in turn. An overlap that no line meets is missed.
"""

from __future__ import annotations

import numpy as np

from dalembert._text.files import FileFault
from dalembert._text.meshes.coordinates import LARGEST
from dalembert._text.meshes.records import MassProperties
from dalembert._text.meshes.surface import Array, Indices, Surface, shells_of

FLAT = 1e-12  # area of a triangle relative to the square of its longest side that counts as none
EMPTY = 1e-12  # volume relative to area^(3/2) that counts as none
LINES = 400
WORK = 400_000_000  # lines times triangles
NEAR = 1e-9  # of the size: depths that differ by less are one
REPAIR = "repair it where it was made, or export it again"


def refuse_coordinates(surface: Surface) -> None:
    """Refuse coordinates that are not finite, or out of proportion."""
    good = np.abs(surface.corners) < LARGEST  # NaN is not
    if not good.all():
        x, y, z = surface.corners[np.argmax(~good.all(axis=1))].tolist()
        raise FileFault(f"a corner has the coordinates ({x:g}, {y:g}, {z:g})", REPAIR)


def refuse_open(surface: Surface) -> None:
    """Refuse triangles without area, given twice, open or not oriented."""
    _refuse_flat(surface)
    _refuse_repetition(surface)
    _refuse_edges(surface)


def refuse_hollow(surface: Surface, properties: MassProperties) -> None:
    """Refuse surfaces that are closed but bound no body: without volume, inside out, overlapping."""
    area = float(np.linalg.norm(surface.double_areas, axis=1).sum()) / 2
    if abs(properties.volume) <= EMPTY * area**1.5:
        message = f"its {properties.triangles} triangles enclose no volume"
        raise FileFault(message, "export the solid, not a sheet")
    if properties.volume < 0:
        raise FileFault(
            "it is inside out: its triangles face inwards", "flip its normals and export it again"
        )
    refuse_overlaps(surface)


def _refuse_flat(surface: Surface) -> None:
    a, b, c = (surface.corners[surface.triangles[:, k]] for k in range(3))
    longest = np.max([np.sum((q - p) ** 2, axis=1) for p, q in ((a, b), (b, c), (c, a))], axis=0)
    flat = np.linalg.norm(surface.double_areas, axis=1) <= FLAT * longest
    if flat.any():
        first = int(np.argmax(flat))
        count = int(flat.sum())
        more = f", the first of {count} such" if count > 1 else ""
        message = f"the triangle {first + 1} has no area: {_triangle(surface, first)}{more}"
        raise FileFault(message, "delete degenerate triangles where it was made, or export it again")


def _refuse_repetition(surface: Surface) -> None:
    ordered = np.sort(surface.triangles, axis=1)
    order = np.lexsort(ordered.T)
    same = (ordered[order][1:] == ordered[order][:-1]).all(axis=1)
    if same.any():
        position = int(np.argmax(same))
        one, other = sorted((int(order[position]), int(order[position + 1])))
        message = f"the triangles {one + 1} and {other + 1} have the same corners: {_triangle(surface, one)}"
        raise FileFault(message, "export each solid once, and no sheets")


def _refuse_edges(surface: Surface) -> None:
    """Refuse edges that do not belong to two triangles in opposite directions."""
    starts = surface.triangles.ravel()
    ends = np.roll(surface.triangles, -1, axis=1).ravel()
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    keys, first, which, counts = np.unique(
        low * len(surface.corners) + high, return_index=True, return_inverse=True, return_counts=True
    )
    if (counts == 1).any():
        edge = _edge(surface, int(first[np.argmax(counts == 1)]))
        number = int((counts == 1).sum())
        message = f"it is open: {number} edges belong to one triangle alone, the first {edge}"
        raise FileFault(message, "close the gap, or export the whole solid")
    if (counts > 2).any():
        k = int(np.argmax(counts > 2))
        message = f"{counts[k]} triangles meet at one edge, {_edge(surface, int(first[k]))}"
        raise FileFault(message, "join the solids, or give each a file and a body of its own")
    balance = np.bincount(which.ravel(), weights=np.where(starts < ends, 1.0, -1.0), minlength=len(keys))
    if balance.any():
        k = int(np.argmax(balance != 0))
        one, other = (np.flatnonzero(which.ravel() == k) // 3 + 1).tolist()
        message = f"it is not oriented: the triangles {one} and {other} take different sides as outside"
        raise FileFault(message, "recalculate its normals where it was made, and export it again")


# -- overlaps ------------------------------------------------------------------------------------


def refuse_overlaps(surface: Surface) -> None:
    """Refuse surfaces that a line enters twice before it leaves, or leaves before it enters."""
    random = np.random.default_rng(7)
    turn, _ = np.linalg.qr(random.normal(size=(3, 3)))
    turn *= np.sign(np.linalg.det(turn))  # a rotation, which keeps the sides
    middle = surface.corners.mean(axis=0)
    corners = ((surface.corners - middle) @ turn.T)[surface.triangles]  # triangle, corner, coordinate
    low, high = corners[:, :, :2].min(axis=1), corners[:, :, :2].max(axis=1)
    size = float(surface.spans.max())
    for at in _line_spots(corners, surface, random):
        near = np.flatnonzero(((low <= at) & (at <= high)).all(axis=1))
        inside = _depths_inside(corners[near], at, NEAR * size)
        if inside is None or inside[-1] != 0:
            continue  # it meets an edge
        if inside.min() < 0 or inside.max() > 1:
            shells = len(np.unique(shells_of(surface)))
            what = "one of its shells faces inwards" if inside.min() < 0 else "parts of it overlap"
            if shells == 1:
                what = "its surface goes through itself"
            message = f"{what}: a line is {'outside twice' if inside.min() < 0 else 'inside twice'}"
            raise FileFault(message, "join its solids, turn cavities inwards and bodies outwards")


def _line_spots(corners: Array, surface: Surface, random: np.random.Generator) -> Array:
    """Where lines along z go through: points of triangles, one of each shell and others by their area."""
    count = max(8, min(LINES, WORK // len(corners)))
    shells = shells_of(surface)
    _, firsts = np.unique(shells, return_index=True)
    areas = np.linalg.norm(surface.double_areas, axis=1)
    others = random.choice(len(corners), size=count, p=areas / areas.sum())
    chosen: Indices = np.concatenate([firsts[:count], others])
    weights = random.dirichlet((2.0, 2.0, 2.0), size=len(chosen))
    return np.asarray(np.einsum("ik,ikj->ij", weights, corners[chosen, :, :2]))


def _depths_inside(corners: Array, at: Array, near: float) -> Indices | None:
    """How often a line along z is inside after each depth at which it meets the surface; None at an edge."""
    a, b, c = (corners[:, k, :2] - at for k in range(3))
    weights = np.stack([_cross(b, c), _cross(c, a), _cross(a, b)], axis=1)
    whole = weights.sum(axis=1)
    close = NEAR * np.abs(weights).max(axis=1, initial=0.0)
    if (np.abs(weights) <= close[:, np.newaxis]).any():
        return None
    hit = (np.sign(weights) == np.sign(whole)[:, np.newaxis]).all(axis=1)
    if not hit.any():
        return None
    depths = np.einsum("ik,ik->i", weights[hit], corners[hit, :, 2]) / whole[hit]
    order = np.argsort(depths)
    steps = np.cumsum(-np.sign(whole[hit][order]).astype(np.intp))
    last = np.append(np.diff(depths[order]) > near, True)  # of those at one depth
    return np.asarray(steps[last])


def _cross(first: Array, second: Array) -> Array:
    return np.asarray(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0])


# -- words ---------------------------------------------------------------------------------------


def _edge(surface: Surface, number: int) -> str:
    """The ends of an edge by its number: three for each triangle."""
    triangle, k = divmod(number, 3)
    start, end = surface.triangles[triangle, [k, (k + 1) % 3]]
    return f"from {_spot(surface.corners[start])} to {_spot(surface.corners[end])}"


def _triangle(surface: Surface, number: int) -> str:
    return ", ".join(_spot(one) for one in surface.corners[surface.triangles[number]])


def _spot(point: Array) -> str:
    return f"({', '.join(f'{one:.6g}' for one in point.tolist())})"

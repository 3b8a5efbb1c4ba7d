"""Contacts with Coulomb friction in an instant: impulses at an impact, forces at rest.

With u what the contacts would do without these forces (velocities at an impact, accelerations at rest; n
along a gap, t along a slip) and W = J M⁻¹ Jᵀ on what constraints leave free,

    w = u + W p,   0 ≤ pₙ ⟂ wₙ ≥ 0,   |pₜ| ≤ μ (a + pₙ),   pₜ = −μ (a + pₙ) wₜ/|wₜ| where it slides

where a is a force known beforehand. Once it is known which contacts are open, stick or slide, the equations
are linear; what is sought is that. A guess is revised a few times; else all conditions are solved at once by
Newton's method (`cones.py`); else everything that a few contacts can do is tried; else contact after contact
is solved with the others held, till nothing changes (projected Gauss–Seidel). Where W and μ are such that
friction presses a contact the more the more it is pressed, there may be no solution: Painlevé's paradox.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from dalembert._simulate.cones import Patch, cone_forces

Array = NDArray[np.float64]
SWEEPS, LOOK = 100, 4  # at most; so many between two looks at the linear equations
SETTLED = 1e-14
CLOSE = 1e-9  # of the sizes in it: what a condition may be off in the linear equations
NOTHING = 1e-12  # of the largest force
MOST = 64, 1024  # ways in which contacts are tried: where one slips in two directions, where none does
TURNS = 60  # of the directions of slip, in the equations of all contacts together
ANGLES = 24  # in which a direction of slip is looked for


class Hold(StrEnum):
    """What a contact does."""

    open = "open"
    stick = "stick"
    slide = "slide"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Held:
    """Impulses or forces by rows, what contacts do, and the direction in which those that slide go."""

    by: Array
    holds: tuple[Hold, ...]
    ways: tuple[Array | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Local:
    """The answer of one contact: normal and tangential parts, and what it does."""

    normal: float
    tangent: Array
    hold: Hold
    way: Array | None = None


def rubbed(W: Array, u: Array, patches: Sequence[Patch], near: Array | None = None) -> Held | None:
    """The forces of contacts with friction, near to some if they are given; None where none are found."""
    if not any(patch.normal is not None and patch.known > 0 for patch in patches):
        at_once = _guessed(W, u, patches)
        if at_once is not None:
            return at_once
    if not any(patch.broken for patch in patches):
        by_cones = _by_cones(W, u, patches, near)
        if by_cones is not None:
            return by_cones
    flat = all(len(patch.tangents) < 2 for patch in patches)
    options = [_options(patch, u) for patch in patches]
    few = np.prod([float(len(own)) for own in options]) <= MOST[flat]
    if few and not any(patch.normal is not None and patch.known > 0 for patch in patches):
        tried = _tried(W, u, patches, options)
        if tried is not None or flat:  # there is nothing else
            return tried
    p = np.zeros(len(u))
    found: list[_Local | None] = [None] * len(patches)
    for sweep in range(SWEEPS):
        change = 0.0
        for k, patch in enumerate(patches):
            rows = patch.rows
            own = W[np.ix_(rows, rows)]
            others = u[rows] + W[rows] @ p - own @ p[rows]
            local = _alone(own, others, patch, found[k])
            if local is None:
                return None
            found[k] = local
            fresh = np.concatenate([[] if patch.normal is None else [local.normal], local.tangent])
            change = max(change, float(np.max(np.abs(fresh - p[rows]), initial=0.0)))
            p[rows] = fresh
        done = change <= SETTLED * float(np.max(np.abs(p), initial=0.0))
        if done or sweep % LOOK == LOOK - 1:
            locals_ = [local for local in found if local is not None]
            exact = _together(W, u, patches, locals_)
            if exact is not None:
                return exact
            if done and _fits(W, u, patches, locals_, p):
                ways = tuple(local.way for local in locals_)
                return Held(by=p, holds=tuple(local.hold for local in locals_), ways=ways)
    return None


def _guessed(W: Array, u: Array, patches: Sequence[Patch]) -> Held | None:
    """The answer found from the guess that all stick, changing what each contact does where that is wrong.

    A contact that slides may have no slip: where others hold it, friction is shared out up to the cone.
    """
    found = [
        _Local(normal=1.0, tangent=np.zeros(len(one.tangents)), hold=_first(one), way=one.way)
        for one in patches
    ]
    for _ in range(4 + 3 * len(patches)):
        p = _linear(W, u, patches, found, [local.way for local in found])
        if p is None:
            return None
        w, size = u + W @ p, np.abs(u) + np.abs(W) @ np.abs(p)
        w = np.where(np.abs(w) <= CLOSE * size, 0.0, w)
        after = [_revised(patch, local, p, w) for patch, local in zip(patches, found, strict=True)]
        if all(_alike(one, other) for one, other in zip(found, after, strict=True)):
            if not _fits(W, u, patches, found, p):
                return None
            ways = tuple(local.way for local in found)
            return Held(by=p, holds=tuple(local.hold for local in found), ways=ways)
        found = after
    return None


def _by_cones(W: Array, u: Array, patches: Sequence[Patch], near: Array | None) -> Held | None:
    """The answer found for all contacts at once."""
    p = cone_forces(W, u, patches, near)
    if p is None:
        return None
    for patch in patches:
        if patch.normal is not None and p[patch.normal] <= NOTHING * float(np.max(np.abs(p))):
            p[patch.normal] = 0.0
            p[list(patch.tangents)] *= patch.known > 0
    w, size = u + W @ p, np.abs(u) + np.abs(W) @ np.abs(p)
    found = [_read(patch, p, w, size) for patch in patches]
    exact = _together(W, u, patches, found)
    if exact is not None:
        return exact
    if not _fits(W, u, patches, found, p):
        return None
    return Held(by=p, holds=tuple(one.hold for one in found), ways=tuple(one.way for one in found))


def _read(patch: Patch, p: Array, w: Array, size: Array) -> _Local:
    """What a contact does, by its forces and rates."""
    normal = max(float(p[patch.normal]), 0.0) if patch.normal is not None else 0.0
    tangents = list(patch.tangents)
    tangent, slip = p[tangents], w[tangents]
    if patch.normal is not None and not normal > 0 and not patch.known > 0:
        return _Local(normal=0.0, tangent=tangent, hold=Hold.open, way=patch.way)
    if not tangents or patch.way is not None:
        return _Local(normal=normal, tangent=tangent, hold=Hold.slide, way=patch.way)
    pace = float(np.linalg.norm(slip))
    if pace <= CLOSE * float(np.max(size[tangents])):
        return _Local(normal=normal, tangent=tangent, hold=Hold.stick)
    return _Local(normal=normal, tangent=tangent, hold=Hold.slide, way=slip / pace)


def _tried(W: Array, u: Array, patches: Sequence[Patch], options: Sequence[list[_Local]]) -> Held | None:
    """The answer found by trying everything that contacts can do, first what holds most."""
    for found in product(*options):
        exact = _together(W, u, patches, found)
        if exact is not None:
            return exact
    return None


def _options(patch: Patch, u: Array) -> list[_Local]:
    """What a contact can do; of directions of a slip in two ways some from which the right one is found."""
    none = np.zeros(len(patch.tangents))
    found = []
    if patch.tangents and patch.way is None and not patch.broken:
        found.append(_Local(normal=1.0, tangent=none, hold=Hold.stick))
    if patch.way is not None or not patch.tangents:
        ways: list[Array | None] = [patch.way]
    elif len(patch.tangents) == 1:
        ways = [patch.toward] if patch.toward is not None else [np.array([1.0]), np.array([-1.0])]
    else:
        slip = u[list(patch.tangents)]
        size = float(np.linalg.norm(slip))
        along = slip / size if size > 0 else np.array([1.0, 0.0])
        ways = [along, -along]
    found += [_Local(normal=1.0, tangent=none, hold=Hold.slide, way=way) for way in ways]
    if patch.normal is not None:
        found.append(_Local(normal=0.0, tangent=none, hold=Hold.open, way=patch.way))
    return found


def _first(patch: Patch) -> Hold:
    return Hold.stick if patch.tangents and patch.way is None else Hold.slide


def _alike(one: _Local, other: _Local) -> bool:
    if one.hold is not other.hold:
        return False
    return one.way is None or other.way is None or bool(np.abs(one.way - other.way).max() <= 1e-13)


def _revised(patch: Patch, local: _Local, p: Array, w: Array) -> _Local:
    """What a contact does instead where its forces or rates forbid what it did."""
    tangents = list(patch.tangents)
    if patch.normal is not None:
        if local.hold is Hold.open:
            return replace(local, hold=_first(patch), normal=1.0) if w[patch.normal] < 0 else local
        if p[patch.normal] < 0:
            return replace(local, hold=Hold.open, normal=0.0, way=patch.way)
    if not tangents or patch.way is not None:
        return local
    force = patch.known + (p[patch.normal] if patch.normal is not None else 0.0)
    held, slip = p[tangents], w[tangents]
    size = float(np.linalg.norm(held))
    if local.hold is Hold.stick:
        if patch.broken or size > patch.sticking * force * (1 + 1e-13):
            way = -held / size if size > 0 else patch.toward
            return replace(local, hold=Hold.slide, way=way) if way is not None else local
        return local
    if local.way is not None and float(slip @ local.way) < 0:
        return replace(local, way=-local.way) if patch.broken else replace(local, hold=Hold.stick, way=None)
    if len(tangents) == 2 and float(np.linalg.norm(slip)) > 0:
        return replace(local, way=slip / float(np.linalg.norm(slip)))
    return local


def _alone(W: Array, u: Array, patch: Patch, before: _Local | None) -> _Local | None:
    """One contact with the others held."""
    if patch.normal is None:
        tangent, hold, way = _within(W, u, patch, patch.known, before)
        return _Local(normal=0.0, tangent=tangent, hold=hold, way=way)
    Wn, Wt = W[0, 0], W[1:, 1:]
    none = np.zeros(len(patch.tangents))
    if patch.known > 0 and patch.tangents:
        tangent, hold, way = _within(Wt, u[1:], patch, patch.known, before)
        if u[0] + W[0, 1:] @ tangent >= 0:
            return _Local(normal=0.0, tangent=tangent, hold=hold, way=way)
    elif u[0] >= 0:
        return _Local(normal=0.0, tangent=none, hold=Hold.open, way=patch.way)
    if Wn <= 0:  # constraints hold it where it is
        return None
    if not patch.tangents:
        return _Local(normal=-u[0] / Wn, tangent=none, hold=Hold.slide)
    if patch.way is None and not patch.broken:
        p = _solved(W, -u)
        if (
            p[0] >= 0
            and _stops(W, u, p)
            and np.linalg.norm(p[1:]) <= patch.sticking * (patch.known + p[0]) * (1 + 1e-13)
        ):
            return _Local(normal=float(p[0]), tangent=p[1:], hold=Hold.stick)
    return _sliding(W, u, patch, before) or _near(W, u, patch)


def _near(W: Array, u: Array, patch: Patch) -> _Local:
    """A force on the cone, where one contact alone has no answer while the others are not yet settled."""
    p = _solved(W, -u)
    normal = max(float(p[0]), 0.0)
    size = float(np.linalg.norm(p[1:]))
    way = patch.way if patch.way is not None else -p[1:] / size if size > 0 else np.eye(len(p) - 1)[0]
    return _Local(normal=normal, tangent=-patch.mu * (patch.known + normal) * way, hold=Hold.slide, way=way)


def _within(
    W: Array, u: Array, patch: Patch, force: float, before: _Local | None
) -> tuple[Array, Hold, Array | None]:
    """Friction under a known force."""
    if patch.way is not None:
        return -patch.mu * force * patch.way, Hold.slide, patch.way
    if not patch.broken:
        p = _solved(W, -u)
        if _stops(W, u, p) and np.linalg.norm(p) <= patch.sticking * force:
            return p, Hold.stick, None

    def across(way: Array) -> Array:
        return np.asarray(u - patch.mu * force * (W @ way))

    way = _direction(len(u), across, before)
    if way is None:  # what drives it is just held
        way = u / max(float(np.linalg.norm(u)), 1e-300)
    return -patch.mu * force * way, Hold.slide, way


def _stops(W: Array, u: Array, p: Array) -> bool:
    """Whether forces take all of u away: constraints may leave a slip to no force."""
    return bool(np.all(np.abs(u + W @ p) <= CLOSE * (np.abs(u) + np.abs(W) @ np.abs(p))))


def _solved(A: Array, b: Array) -> Array:
    """The shortest solution of linear equations."""
    return np.asarray(np.linalg.lstsq(A, b, rcond=1e-12)[0], dtype=float)


def _sliding(W: Array, u: Array, patch: Patch, before: _Local | None) -> _Local | None:
    """Slip with wₙ = 0: of all directions that in which it then goes."""

    def pressed(way: Array) -> float:
        steep = W[0, 0] - patch.mu * float(W[0, 1:] @ way)
        side = -u[0] + patch.mu * patch.known * float(W[0, 1:] @ way)
        return side / steep if steep > 0 else -1.0

    def across(way: Array) -> Array:
        normal = pressed(way)
        tangent = -patch.mu * (patch.known + max(normal, 0.0)) * way
        return np.asarray(u[1:] + W[1:, 0] * max(normal, 0.0) + W[1:, 1:] @ tangent)

    way = patch.way if patch.way is not None else _direction(len(u) - 1, across, before)
    if way is None:
        return None
    normal = pressed(way)
    if normal < 0:
        return None
    return _Local(normal=normal, tangent=-patch.mu * (patch.known + normal) * way, hold=Hold.slide, way=way)


def _direction(count: int, across: Callable[[Array], Array], before: _Local | None) -> Array | None:
    """The direction of slip: that way into which `across(way)` points."""
    if count == 1:
        ways = [np.array([1.0]), np.array([-1.0])]
        if before is not None and before.way is not None and before.way[0] < 0:  # of two the one before
            ways.reverse()
        along = [float(across(way)[0] * way[0]) for way in ways]
        best = 0 if along[0] >= 0 else int(np.argmax(along))
        return ways[best] if along[best] >= -CLOSE * max(abs(part) for part in along) else None

    def way_at(angle: float) -> Array:
        return np.array([np.cos(angle), np.sin(angle)])

    def off(angle: float) -> float:
        way, w = way_at(angle), across(way_at(angle))
        return float(way[0] * w[1] - way[1] * w[0])

    if before is not None and before.way is not None:
        near = float(np.arctan2(before.way[1], before.way[0]))
        for width in (1e-6, 1e-2):
            low, high = near - width, near + width
            if off(low) * off(high) < 0:
                way = way_at(float(brentq(off, low, high, xtol=1e-15)))
                if float(across(way) @ way) >= 0:
                    return way
    edges = np.linspace(-np.pi, np.pi, ANGLES + 1)
    sides = [off(angle) for angle in edges]
    for k in range(ANGLES):
        if sides[k] == 0 or sides[k] * sides[k + 1] < 0:
            angle = edges[k] if sides[k] == 0 else float(brentq(off, edges[k], edges[k + 1], xtol=1e-15))
            way = way_at(angle)
            if float(across(way) @ way) >= 0:
                return way
    return None


def _together(W: Array, u: Array, patches: Sequence[Patch], found: Sequence[_Local]) -> Held | None:
    """The linear equations for what contacts do; None where their solution does not do it.

    Directions of slip that are not known are those of the solution, found again and again.
    """
    ways = [local.way for local in found]
    holds = tuple(local.hold for local in found)
    turning = [
        k
        for k, (patch, hold) in enumerate(zip(patches, holds, strict=True))
        if hold is Hold.slide and len(patch.tangents) == 2 and patch.way is None
    ]
    for _ in range(TURNS if turning else 1):
        p = _linear(W, u, patches, found, ways)
        if p is None:
            return None
        w = u + W @ p
        change = 0.0
        for k in turning:
            slip = w[list(patches[k].tangents)]
            size, before = float(np.linalg.norm(slip)), ways[k]
            if before is None or not size > 0:
                return None
            ways[k] = slip / size
            change = max(change, float(np.linalg.norm(slip / size - before)))
        if change <= 1e-13:
            fits = _fits(
                W, u, patches, [replace(one, way=way) for one, way in zip(found, ways, strict=True)], p
            )
            return Held(by=p, holds=holds, ways=tuple(ways)) if fits else None
    return None


def _linear(
    W: Array, u: Array, patches: Sequence[Patch], found: Sequence[_Local], ways: Sequence[Array | None]
) -> Array | None:
    """Forces with which closed contacts do not part, those that stick do not slip, others rub.

    None where friction presses contacts the more the more they are pressed: the determinant is negative.
    """
    rows: list[int] = []
    B = np.zeros((len(u), len(u)))
    c = np.zeros(len(u))
    for patch, local, way in zip(patches, found, ways, strict=True):
        closed = patch.normal is not None and (local.normal > 0 or local.hold is not Hold.open)
        if patch.normal is not None and closed:
            rows.append(patch.normal)
            B[patch.normal, patch.normal] = 1.0
        for k, row in enumerate(patch.tangents):
            if local.hold is Hold.stick:
                rows.append(row)
                B[row, row] = 1.0
            elif local.hold is Hold.slide and way is not None:
                c[row] = -patch.mu * patch.known * way[k]
                if patch.normal is not None and closed:
                    B[row, patch.normal] = -patch.mu * way[k]
    K = (W @ B)[rows][:, rows]
    sizes = np.sqrt(np.maximum(np.diag(W)[rows], 1e-300))
    if len(K) and np.linalg.det(K / np.outer(sizes, sizes)) < -CLOSE:
        return None
    x = _solved(K, -(u + W @ c)[rows])
    return c + B[:, rows] @ x


def _fits(W: Array, u: Array, patches: Sequence[Patch], found: Sequence[_Local], p: Array) -> bool:
    """Whether forces meet all conditions of what contacts do."""
    w, scale = u + W @ p, np.abs(u) + np.abs(W) @ np.abs(p)
    size = float(np.max(np.abs(p), initial=0.0))
    least = 1e-6 * float(np.max(scale, initial=0.0))
    for patch, local in zip(patches, found, strict=True):
        force = patch.known
        if patch.normal is not None:
            n = patch.normal
            slack = CLOSE * max(scale[n], least)
            parted = local.hold is not Hold.open and p[n] > 0 and w[n] > slack
            if p[n] < -CLOSE * size or w[n] < -slack or parted:
                return False
            force += p[n]
        tangents = list(patch.tangents)
        held = float(np.linalg.norm(p[tangents])) if tangents else 0.0
        if local.hold is Hold.stick:
            slack = CLOSE * max(float(np.max(scale[tangents], initial=0.0)), least)
            if held > patch.sticking * force + CLOSE * size or np.any(np.abs(w[tangents]) > slack):
                return False
        if local.hold is Hold.slide and tangents and patch.way is None and local.way is not None:
            slack = CLOSE * max(float(np.max(scale[tangents], initial=0.0)), least)
            if float(w[tangents] @ local.way) < -slack:
                return False
    return True

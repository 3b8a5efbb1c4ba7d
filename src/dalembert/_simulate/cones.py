"""Coulomb's conditions of all contacts at once, as equations that are solved by Newton's method.

With w = u + W p and projections onto what forces may be, the conditions of `rough.py` say

    pₙ = max(0, pₙ − ρ wₙ),   pₜ = [pₜ − ρ wₜ] taken back into the circle of radius μ (a + pₙ)

for any ρ > 0 (P. Alart, A. Curnier, Comput. Methods Appl. Mech. Eng. 92, 1991). These equations have kinks;
on each side of one they have a slope, with which Newton's method goes on. It is begun at several places, as
it may run in a circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
STEPS, STARTS = 20, 24
PARTS = 1.0, 0.5  # of a step: the second where the whole leads away
PACES = 1.0, 0.1, 10.0
EXACT = 1e-13  # of the sizes: solved


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Patch:
    """A contact: its rows, coefficients, a force known beforehand; `way` where it slides already."""

    normal: int | None
    tangents: tuple[int, ...] = ()
    mu: float = 0.0
    sticking: float = 0.0
    known: float = 0.0
    way: Array | None = None
    broken: bool = False  # it cannot stick
    toward: Array | None = None  # the way it goes then, where that is known

    @property
    def rows(self) -> list[int]:
        """Its rows."""
        return [*([] if self.normal is None else [self.normal]), *self.tangents]


def cone_forces(W: Array, u: Array, patches: Sequence[Patch], near: Array | None = None) -> Array | None:
    """Forces that meet the conditions of all contacts, near to some if they are given; None if not found."""
    random = np.random.default_rng(len(u))
    rates = np.maximum(np.diag(W), 1e-12 * float(np.max(np.diag(W), initial=0.0)))
    if not np.all(rates > 0):
        return None
    for pace in PACES if near is not None else ():
        found = _descended(W, u, patches, np.asarray(near), pace / rates)
        if found is not None:
            return found
    for pace in PACES:
        found = _descended(W, u, patches, np.zeros(len(u)), pace / rates)
        if found is not None:
            return found
    for start in range(STARTS):
        p = _sliding(random, u, rates, patches)
        found = _descended(W, u, patches, p, PACES[start % len(PACES)] / rates)
        if found is not None:
            return found
    return None


def _sliding(random: np.random.Generator, u: Array, rates: Array, patches: Sequence[Patch]) -> Array:
    """Forces of contacts that slide somehow, to begin with."""
    p = np.zeros(len(u))
    most = float(np.max(np.abs(u) / rates, initial=0.0))
    for patch in patches:
        pressed = patch.known
        if patch.normal is not None:
            p[patch.normal] = most * random.uniform(0, 6)
            pressed += p[patch.normal]
        if patch.tangents:
            way = random.normal(size=len(patch.tangents))
            p[list(patch.tangents)] = -patch.mu * pressed * way / np.linalg.norm(way)
    return p


def _descended(W: Array, u: Array, patches: Sequence[Patch], p: Array, rho: Array) -> Array | None:
    """Newton's method from a start."""
    off, slope = _off(W, u, patches, p, rho)
    for _ in range(STEPS):
        scale = float(np.max(np.abs(p) + rho * np.abs(u), initial=0.0))
        if float(np.max(np.abs(off), initial=0.0)) <= EXACT * scale:
            return p
        step = np.linalg.lstsq(slope, -off, rcond=1e-13)[0]
        size = float(off @ off)
        for part in PARTS:
            tried = p + part * step
            off, slope = _off(W, u, patches, tried, rho)
            if float(off @ off) < size:
                break
        p = tried
    return None


def _off(W: Array, u: Array, patches: Sequence[Patch], p: Array, rho: Array) -> tuple[Array, Array]:
    """By how much forces miss the conditions, and how that changes with them."""
    w = u + W @ p
    off, slope = p.copy(), np.eye(len(u))
    for patch in patches:
        n, pressed = patch.normal, patch.known
        if n is not None and p[n] - rho[n] * w[n] > 0:
            off[n], slope[n] = rho[n] * w[n], rho[n] * W[n]
        if n is not None:
            pressed += max(float(p[n]), 0.0)
        if not patch.tangents:
            continue
        t = list(patch.tangents)
        grows = n is not None and p[n] > 0
        if patch.way is not None:
            off[t] += patch.mu * pressed * patch.way
            if grows:
                slope[t, n] += patch.mu * patch.way
            continue
        r = float(rho[t].min())
        x = p[t] - r * w[t]
        size = float(np.linalg.norm(x))
        if pressed > 0 and size <= patch.sticking * pressed:
            off[t], slope[t] = r * w[t], r * W[t]
        elif pressed > 0:
            way, radius = x / size, patch.mu * pressed
            turn = radius / size * (np.eye(len(t)) - np.outer(way, way))
            off[t] -= radius * way
            slope[t] += r * turn @ W[t]
            slope[np.ix_(t, t)] -= turn
            if grows:
                slope[t, n] -= patch.mu * way
    return off, slope

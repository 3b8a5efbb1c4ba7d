"""The lowered model: CasADi expressions of everything a run or a check needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dalembert._lower.links import Links

Block = Any  # a CasADi SX vector or matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """M qdd + Gᵀ lam = h, G qdd = gamma with G = [Phi_q; Psi_qd]; effort = 0; s' = rates.

    Everything is a function of (t, q, qd, p, u, ud, udd, e, s); h and gamma also of the state rates sd,
    which `rates` gives.
    """

    t: Block
    q: Block
    qd: Block
    p: Block
    u: Block
    ud: Block
    udd: Block
    e: Block
    s: Block
    sd: Block
    T: Block
    V: Block
    D: Block
    Q: Block
    M: Block
    h: Block
    Phi: Block
    Psi: Block
    Phi_q: Block
    Psi_qd: Block
    gamma: Block
    effort: Block
    rates: Block
    outputs: Block
    events: Block
    peaks: Block  # arguments of functions that may be narrow along a motion
    peak_kinds: tuple[int, ...]
    links: Links

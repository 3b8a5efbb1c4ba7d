"""Structural regularity of the saddle-point system: by the pattern of its nonzero entries (`saddle.py`)."""

from __future__ import annotations

from collections.abc import Iterable

import casadi as ca

from dalembert._lower.casadi_scalars import stack
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar


def is_regular(system: System, redundant: Iterable[int] = ()) -> bool:
    """Whether the saddle-point system has full structural rank.

    Constraints in `redundant` may follow from others.
    """
    links, n, m = system.links, system.q.numel(), system.gamma.numel()
    tied = links.R.size1()
    if not m and all(links.H.has_nz(i, i) for i in range(n)):
        return True
    E = ca.SX(m, m)
    for i in redundant:
        E[i, i] = 1
    # Definitions as unknowns of their own: few entries, and never regular where the system itself is not.
    made = ca.horzcat(links.R[:, :n], links.R[:, n:] - ca.SX.eye(tied))
    rows = stack(links.G, made)
    corner = ca.diagcat(E, ca.SX(tied, tied))
    apart = stack(ca.horzcat(links.H, rows.T), ca.horzcat(rows, corner))
    if ca.sprank(apart) == n + m + 2 * tied:
        return True
    G: Scalar = system.G
    whole = stack(ca.horzcat(system.M, G.T), ca.horzcat(G, E))
    return bool(ca.sprank(whole) == n + m)

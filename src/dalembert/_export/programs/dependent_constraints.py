"""Multipliers of constraints that depend on one another, as expressions.

Only Gᵀ lam is determined. The smallest lam with the same Gᵀ lam is A c, where AᵀA c = Aᵀ lam and A is G with
columns of length one. AᵀA is singular where the constraints leave something free; the solution of
(AᵀA + SOFT) c = Aᵀ lam lacks a small part of A c, and what it lacks is solved for again.
"""

from __future__ import annotations

import casadi as ca

from dalembert._lower.saddle import SOFT
from dalembert._lower.to_casadi import Scalar
from dalembert._simulate.prepare import PreparedRun

AGAIN = 3  # how often what is left is solved for


def smallest_multipliers(G: Scalar, lam: Scalar) -> Scalar:
    """The multipliers of least norm with the same forces Gᵀ lam."""
    length = ca.sqrt(ca.sum1(ca.densify(G * G)))
    A = G @ ca.diag(1 / ca.if_else(length > 0, length, 1))
    factors = ca.ldl(A.T @ A + SOFT * ca.SX.eye(A.size2()))
    smallest = ca.SX.zeros(lam.numel(), 1)
    for _ in range(1 + AGAIN):
        smallest += A @ ca.ldl_solve(A.T @ (lam - smallest), *factors)
    return smallest


def multipliers_of_run(run: PreparedRun, G: Scalar, lam: Scalar) -> Scalar:
    """The multipliers that `simulate` gives."""
    return smallest_multipliers(G, lam) if run.dependent else lam

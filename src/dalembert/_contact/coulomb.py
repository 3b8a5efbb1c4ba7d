"""Contacts with Coulomb friction in an instant: impulses at an impact, forces at rest.

Four solvers, from the quickest to the most patient: an active set iteration; the semismooth Newton method of
Alart and Curnier; enumeration of what a few contacts can do; nonlinear Gauss–Seidel. Where the Delassus
matrix and μ are such that friction presses a contact the more the more it is pressed, there may be no
solution: Painlevé's paradox.
"""

from __future__ import annotations

from dalembert._contact.active_set import solve_by_active_set
from dalembert._contact.alart_curnier import solve_by_newton
from dalembert._contact.coulomb_problem import Array, CoulombProblem, CoulombSolution
from dalembert._contact.enumeration import solve_by_enumeration
from dalembert._contact.gauss_seidel import solve_by_gauss_seidel


def solve_coulomb(problem: CoulombProblem, near: Array | None = None) -> CoulombSolution | None:
    """The impulses of contacts with friction, near to some if they are given; None where none are found."""
    solution = None if problem.is_preloaded else solve_by_active_set(problem)
    solution = solution or solve_by_newton(problem, near)
    if solution is not None:
        return solution
    solution, complete = solve_by_enumeration(problem)
    return solution if complete else solve_by_gauss_seidel(problem)

"""How long does it take to derive the equations of a pendulum of n links, against SymPy's LagrangesMethod?

Both are given the same energies and both give the equations, the mass matrix and the right side; their
numbers are compared at a random point before any time is printed. SymPy runs once, dalembert is the
best of several runs, in the same process.
"""

from __future__ import annotations

from time import perf_counter

import numpy as np
import sympy
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

import dalembert
from benchmarks._measure import best
from dalembert._derive.derive import derive as symbolic_part
from dalembert._derive.derive import symbolics
from dalembert._derive.workbench import Workbench
from dalembert._expression.evaluate import evaluate

SIZES = (3, 6, 10)
ALONE = (20,)
REQUIRED = 300  # times faster at the largest size that SymPy runs
M, L, G = sympy.symbols("m L g")


def sympy_derivation(n: int) -> tuple[list, sympy.Matrix, sympy.Matrix, sympy.Matrix]:
    """Coordinates, Euler-Lagrange equations, mass matrix and forcing by SymPy."""
    t = dynamicsymbols._t
    q = list(dynamicsymbols(f"theta1:{n + 1}"))
    x, y, kinetic, potential = sympy.S.Zero, sympy.S.Zero, sympy.S.Zero, sympy.S.Zero
    for angle in q:
        centre = (x + L / 2 * sympy.cos(angle), y + L / 2 * sympy.sin(angle))
        speed = sum(sympy.diff(c, t) ** 2 for c in centre)
        kinetic += M * speed / 2 + M * L**2 / 24 * sympy.diff(angle, t) ** 2
        potential -= M * G * centre[0]
        x, y = x + L * sympy.cos(angle), y + L * sympy.sin(angle)
    method = LagrangesMethod(kinetic - potential, q)
    equations = method.form_lagranges_equations()
    return q, equations, method.mass_matrix, method.forcing


def same_numbers(equations: dalembert.Equations, q: list, mass: sympy.Matrix, forcing: sympy.Matrix) -> float:
    """The largest relative difference of M and h at a random point."""
    random = np.random.default_rng(len(q))
    angles, speeds = random.uniform(-3, 3, len(q)), random.normal(size=len(q))
    constants = {"m": 1.3, "L": 0.7, "g": 9.81}
    at = {(name, 0): value for name, value in constants.items()}
    for i, (angle, speed) in enumerate(zip(angles, speeds, strict=True), 1):
        at |= {(f"theta[{i}]", 0): angle, (f"theta[{i}]", 1): speed}
    velocities = [sympy.diff(angle, dynamicsymbols._t) for angle in q]
    function = sympy.lambdify([*velocities, *q, M, L, G], [mass.tolist(), list(forcing)], "math", cse=True)
    worst = 0.0
    for theirs, ours in zip(
        function(*speeds, *angles, *constants.values()), (equations.M, equations.h), strict=True
    ):
        nodes = [node for row in ours for node in row] if ours is equations.M else ours
        found = np.array([evaluate(node, at) for node in nodes])
        expected = np.array(theirs, dtype=float).ravel()
        worst = max(worst, float(np.max(np.abs(found - expected)) / np.max(np.abs(expected))))
    return worst


def main() -> None:
    """Print the table."""
    print("n-link pendulum: energies to equations, mass matrix and right side (seconds)")
    print("  whole: dalembert.derive of the library model, read, checked, derived and verified")
    print("  part:  the symbolic derivation alone: every term of every equation, tidied, as our own trees")
    print("  M, h:  mass matrix and right side as symbolic expressions, what LagrangesMethod gives")
    print("  SymPy: LagrangesMethod, form_lagranges_equations, mass_matrix and forcing\n")
    heads = ("whole", "part", "M, h", "SymPy", "SymPy/whole", "SymPy/part", "SymPy/M,h", "difference")
    print(f"{'n':>3}" + "".join(f"{head:>12}" for head in heads))
    ratio = 0.0
    for n in (*SIZES, *ALONE):
        name = f"n_link_pendulum:{n}"
        equations = dalembert.derive(name)
        model = equations.model
        theirs, difference = float("nan"), float("nan")
        if n in SIZES:
            started = perf_counter()
            q, _, mass, forcing = sympy_derivation(n)
            theirs = perf_counter() - started
            difference = same_numbers(equations, q, mass, forcing)
            if not difference <= 1e-9:
                message = f"n = {n}: SymPy and dalembert differ by {difference:.1e}"
                raise SystemExit(message)
        whole = best(lambda name=name: dalembert.derive(name))
        part = best(lambda model=model: symbolic_part(model))
        alike = best(lambda model=model: symbolics(model, Workbench(model)))
        row = f"{n:>3}{whole:>12.4f}{part:>12.4f}{alike:>12.4f}"
        if n in SIZES:
            ratio = theirs / alike
            row += f"{theirs:>12.2f}{theirs / whole:>12.0f}{theirs / part:>12.0f}{ratio:>12.0f}"
            row += f"{difference:>12.1e}"
        print(row)
    verdict = "kept" if ratio >= REQUIRED else "NOT kept"
    print(f"\nn = {SIZES[-1]}: M and h come {ratio:.0f} times faster; {REQUIRED} was promised: {verdict}")


if __name__ == "__main__":
    main()

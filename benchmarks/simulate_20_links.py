"""How long does a simulation of a pendulum of 20 links take, against other integrators, at the same error?

The peers whose names say nothing else use the recursion over the links, in a time proportional to their
number, which their user would have to write by hand; M and h are what the textbook gives. SymPy's
LagrangesMethod takes minutes for 20 links, so SymPy is given M and h too.
"""

from __future__ import annotations

from functools import partial

from benchmarks._chain import by_elimination
from benchmarks._chain_peers import (
    Chain,
    casadi_rate,
    others,
    own,
    reference,
    scipy_peer,
    sympy_by_hand_rate,
)
from benchmarks._matched import Goal, table
from benchmarks._rows import Finding

CHAIN = Chain(system="n_link_pendulum:20", n=20, t_end=3.0)
TARGET = 1e-9
PROBLEM = "20 links, 3 s, 1e-9"
GOALS: tuple[Goal, ...] = (
    ("dalembert", "CasADi cvodes, Adams, compiled", 1.5),
    ("dalembert", "SciPy DOP853, CasADi VM", 20.0),
    ("dalembert", "heyoka", 0.5),
)


def main() -> list[Finding]:
    """Print the table."""
    state, source = reference(CHAIN)
    print(
        f"{CHAIN.n} links, {CHAIN.t_end:g} s: the cheapest run with no final value off by over {TARGET:.0e}"
    )
    print(f"  reference: {source}\n")
    textbook = partial(casadi_rate, formulas=(by_elimination,))
    by_hand = [
        scipy_peer(CHAIN, "DOP853", "CasADi VM, M and h", textbook),
        scipy_peer(CHAIN, "DOP853", "SymPy lambdify, M and h", sympy_by_hand_rate),
    ]
    return table([*own(CHAIN), *others(CHAIN), *by_hand], state, TARGET, PROBLEM, GOALS)


if __name__ == "__main__":
    main()

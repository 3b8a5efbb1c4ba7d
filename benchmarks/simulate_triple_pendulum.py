"""How long does a simulation of the triple pendulum take, against other integrators, at the same error?

The system is chaotic: over 5 s an error at the start grows about a hundredfold, so that 1e-9 at the end is
still within reach of everyone, and later it would not be. SymPy's M and h come from its LagrangesMethod.
"""

from __future__ import annotations

from benchmarks._chain_peers import Chain, octave_peer, others, own, reference, scipy_peer, sympy_rate
from benchmarks._matched import Goal, table
from benchmarks._rows import Finding

CHAIN = Chain(system="triple_pendulum", n=3, t_end=5.0)
TARGET = 1e-9
PROBLEM = "triple pendulum, 5 s, 1e-9"
GOALS: tuple[Goal, ...] = (
    ("dalembert", "CasADi cvodes, Adams, compiled", 1.5),
    ("dalembert", "SciPy DOP853, CasADi VM", 20.0),
    ("dalembert", "heyoka", 0.5),
)


def main() -> list[Finding]:
    """Print the table."""
    state, source = reference(CHAIN)
    print(
        f"triple pendulum, {CHAIN.t_end:g} s: the cheapest run with no final value off by over {TARGET:.0e}"
    )
    print(f"  reference: {source}\n")
    lambdified = scipy_peer(CHAIN, "DOP853", "SymPy lambdify", sympy_rate)
    return table([*own(CHAIN), *others(CHAIN), lambdified, octave_peer(CHAIN)], state, TARGET, PROBLEM, GOALS)


if __name__ == "__main__":
    main()

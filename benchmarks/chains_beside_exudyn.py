"""How long does a run of a chain of bodies take beside Exudyn, at the same error?

The same chain of rods by both in relative angles: ours from a file of bodies and pins, in joint coordinates,
Exudyn's kinematic tree by its DOPRI5. The true final state is a tight run of ours, which is compared with
SciPy's DOP853 over a recursion in absolute angles that was written by hand.
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import dalembert
from benchmarks._chain import by_recursion
from benchmarks._chain_peers import REFERENCE_TOLERANCE, Chain, casadi_rate, compiled, scipy_run
from benchmarks._exudyn import exudyn_run
from benchmarks._matched import Peer, Run, State, table
from benchmarks._rows import Finding

CHAINS = ((20, 3.0, 1e-9), (100, 0.5, 1e-8))  # links, seconds, largest error
TIGHT = 1e-12
AGREE = 0.1  # of the largest error: how far the two true states may differ
FOLDER = TemporaryDirectory(prefix="dalembert-chains-")

TEXT = """format = 1

[parameters]
N = {n}

[bodies]
gravity = [10, 0]

[bodies."rod[i]"]
for    = "i = 1..N"
mass   = 1
shape  = {{ rod = 1 }}
centre = [0.5, 0]
points = {{ E = [1, 0] }}

[joints."O[i]"]
for        = "i = 1..N"
kind       = "pin"
between    = ["if(i == 1, ground, rod[i-1].E)", "rod[i]"]
coordinate = {{ "q[i]" = {{ start = "if(i == 1, pi/2, 0)", speed = 0 }} }}

[simulate]
t_end = {t_end}
"""


@cache
def model_file(n: int, t_end: float) -> str:
    """The chain as a file of bodies."""
    path = Path(FOLDER.name) / f"chain_{n}.toml"
    path.write_text(TEXT.format(n=n, t_end=t_end), encoding="utf-8")
    return str(path)


def bodies_run(chain: Chain, tolerance: float) -> Run:
    """A whole `simulate`, with the runs that tell its error, all samples and the ledger."""
    model = compiled(chain.system)
    settings = dalembert.RunSettings(atol=tolerance)

    def run() -> tuple[State, float]:
        motion = dalembert.simulate(
            model,
            t_end=chain.t_end,
            samples=chain.samples,
            rtol=tolerance,
            variation=dalembert.Variation(settings=settings),
        )
        ends = (np.cumsum(motion.q[-1]), np.cumsum(motion.qd[-1]))
        return np.concatenate(ends), motion.seconds.simulate

    return run


def truth(chain: Chain, target: float) -> State:
    """The final state, angles from the vertical and their rates, from two formulations that agree."""
    found = bodies_run(chain, TIGHT)()[0]
    rate = partial(casadi_rate, formulas=(by_recursion,))
    second = scipy_run(chain, rate, "DOP853", REFERENCE_TOLERANCE)()[0]
    apart = float(np.max(np.abs(found - second)))
    print(f"  truth: ours at {TIGHT:.0e}, from which SciPy by a recursion of hand differs by {apart:.0e}\n")
    if not apart <= AGREE * target:
        message = f"two formulations of {chain.n} links differ by {apart:.1e}"
        raise SystemExit(message)
    return found


def main() -> list[Finding]:
    """Print a table for each chain."""
    rows: list[Finding] = []
    for n, t_end, target in CHAINS:
        chain = Chain(system=model_file(n, t_end), n=n, t_end=t_end)
        problem = f"{n} bodies, {t_end:g} s, {target:.0e}"
        print(f"\n{problem}")
        state = truth(chain, target)
        peers = [
            Peer(name="bodies", prepare=partial(bodies_run, chain)),
            Peer(name="Exudyn", needs=("exudyn",), prepare=partial(exudyn_run, chain)),
        ]
        rows += table(peers, state, target, problem, (("bodies", "Exudyn", 1.0),))
    return rows


if __name__ == "__main__":
    main()

"""How long does it take from a model that was never seen to its motion, beside heyoka with its compilation?

Each measurement is made in a fresh process with an empty cache of compiled code, after imports and after one
run of another model, so that all modules are loaded. Ours is the whole `simulate`, with its estimate of the
error and its energy balance, at rtol 1e-9; heyoka's is the construction of the integrator, which compiles
it, and one run with a comparable error. Seconds are those of the processor.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np

import dalembert
from benchmarks._measure import installed
from benchmarks._rows import GIVES_UP, Finding, Row, SkipPeer, side
from benchmarks.taylor_series import Motion, heyoka_run, motions

TIMES = 3
RTOL = 1e-9
ASKED = {"kepler": 3.0, "double": 20.0, "triple": 20.0, "Pleiades": 50.0}  # by the first word of the name


def ours(own: Motion) -> tuple[float, float]:
    """Seconds of a whole run of a model that this process has not seen, and the error that it claims."""
    dalembert.simulate(other_model(), t_end=1.0)
    dalembert.read("rod_pendulum")  # which loads the library, from which some of the models are
    begin = process_time()
    motion = dalembert.simulate(own.model(), t_end=own.t_end, rtol=RTOL)
    spent = process_time() - begin
    return spent, motion.accuracy.achieved


def heyoka(own: Motion) -> tuple[float, float]:
    """Seconds of heyoka's compilation and one run, and the error against a run in extended precision."""
    heyoka_run(next(one for one in motions() if one.name != own.name), RTOL)()
    begin = process_time()
    run = heyoka_run(own, RTOL)
    state, _ = run()
    spent = process_time() - begin
    reference = heyoka_run(own, 0.0, np.longdouble)()[0]
    return spent, float(np.abs(state - reference).max())


SIDES: dict[str, Callable[[Motion], tuple[float, float]]] = {"dalembert": ours, "heyoka": heyoka}


def other_model() -> dalembert.Model:
    """A model of another structure, so that everything is loaded."""
    energy = {"kinetic": "1/2*x'^2 + 1/2*y'^2", "potential": "1/2*x^2 + 1/4*y^4 + x*y"}
    return dalembert.model(coordinates={"x": {"start": 1}, "y": {"start": 0}}, energy=energy)


def in_fresh_processes(name: str, problem: str) -> tuple[float, float]:
    """The fewest seconds of several processes, and the error."""
    found: list[tuple[float, float]] = []
    for _ in range(TIMES):
        with TemporaryDirectory() as cache:
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.model_to_result", name, problem],
                env=os.environ | {"DALEMBERT_CACHE": cache},
                cwd=Path(__file__).parents[1],
                capture_output=True,
                text=True,
                check=False,
            )
        if done.returncode:
            raise SkipPeer(GIVES_UP)
        found.append(tuple(json.loads(done.stdout)))
    return min(found)


def row(own: Motion, asked: float) -> Row:
    """Ours beside heyoka."""

    def peer() -> tuple[float, float | None]:
        installed(("heyoka",))
        return in_fresh_processes("heyoka", own.name)

    return Row(
        problem=f"{own.name}, from model to result",
        ours=side("dalembert", lambda: in_fresh_processes("dalembert", own.name)),
        peer=side("heyoka with its compilation", peer),
        target=asked,
    )


def main() -> list[Finding]:
    """Print a line for each problem."""
    rows: list[Finding] = []
    for own in motions():
        first = own.name.split()[0].rstrip(",")
        if first in ASKED:
            made = row(own, ASKED[first])
            print(made.problem, made.ours, made.peer, made.ratio)
            rows.append(made)
    return rows


def measure(name: str, problem: str) -> Any:
    """One measurement of this process."""
    return SIDES[name](next(one for one in motions() if one.name == problem))


if __name__ == "__main__":
    print(json.dumps(measure(*sys.argv[1:])))

"""How long is it from the text of a chain of bodies to the first row of its motion, and how does that grow?

The chain is a family of links with pins in the plane. Seconds are those of the processor; reading, checking
and everything a run needs (lowering, elimination, a consistent start) are measured separately.
"""

from __future__ import annotations

import resource
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import process_time

import numpy as np

from benchmarks._rows import Row, Side
from dalembert._model.build import build
from dalembert._model.check import flaws_against_run
from dalembert._simulate.prepare import prepare_run
from dalembert._text.toml import read_toml

BARS = {1000: 5.0, 10_000: 60.0}  # links, and the seconds that are asked for
SHORTEST, GROWTH = 1000, {2000: 2.2, 10_000: 12.0}  # links, and how many times the seconds of the shortest
CHAIN = """format = 1

[parameters]
N = {n}
L = {{ value = 0.5, unit = "m" }}

[bodies]
coordinates = "{coordinates}"
gravity = [0, -9.81]

[bodies."link[i]"]
for    = "i = 1..N"
mass   = 1
shape  = {{ rod = "L" }}
centre = ["L/2", 0]
points = {{ E = ["L", 0] }}

[joints."O[i]"]
for     = "i = 1..N"
kind    = "pin"
between = ["if(i == 1, ground, link[i-1].E)", "link[i]"]
coordinate = {{ "q[i]" = {{ start = "pi/10/i", speed = 0 }} }}

[simulate]
t_end   = 2
samples = 100
"""


def phases(n: int, coordinates: str) -> dict[str, float]:
    """Seconds of the processor for each part of the way."""
    times = [process_time()]
    model, form = build(read_toml(CHAIN.format(n=n, coordinates=coordinates), "chain.toml"))
    times.append(process_time())
    if flaws_against_run(model, form):
        message = "the chain has flaws"
        raise SystemExit(message)
    times.append(process_time())
    ready = prepare_run(model)
    ready.dynamics.observe(np.zeros(1), ready.start.y[np.newaxis])
    times.append(process_time())
    return dict(zip(("read", "check", "ready"), np.diff(times).tolist(), strict=True))


def measured(n: int, coordinates: str) -> tuple[dict[str, float], float]:
    """The phases, and the most memory in GB; what is loaded at first use is not timed."""
    phases(10, coordinates)
    found = phases(n, coordinates)
    return found, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def in_own_process(n: int, coordinates: str) -> tuple[dict[str, float], float]:
    """The same in a process that has read no other chain."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(measured, n, coordinates).result()


def main() -> list[Row]:
    """Print the table; the bars are seconds, and for longer chains a multiple of the shortest."""
    print("from a text to the first row, seconds of the processor")
    print(f"  {'':<24}{'read':>8}{'check':>8}{'ready':>8}{'all':>8}{'growth':>8}{'GB':>8}")
    rows: list[Row] = []
    for coordinates in ("joint", "body"):
        seconds: dict[int, float] = {}
        for n in sorted({*BARS, *GROWTH}):
            found, memory = in_own_process(n, coordinates)
            seconds[n] = sum(found.values())
            growth = f"{seconds[n] / seconds[SHORTEST]:.1f}"
            parts = "".join(f"{one:>8.2f}" for one in (*found.values(), seconds[n]))
            print(f"  {f'{n} links, {coordinates}':<24}{parts}{growth:>8}{memory:>8.2f}", flush=True)
            bars = {f"asked: {BARS[n]:g} s": BARS[n]} if n in BARS else {}
            if n in GROWTH:
                bars[f"asked: {GROWTH[n]:g} × {SHORTEST} links"] = GROWTH[n] * seconds[SHORTEST]
            ours = Side(name="dalembert", seconds=seconds[n])
            problem = f"{n} pins, {coordinates} coordinates: file to first row"
            rows += [
                Row(problem=problem, ours=ours, peer=Side(name=name, seconds=bar), target=1.0)
                for name, bar in bars.items()
            ]
    return rows


if __name__ == "__main__":
    main()

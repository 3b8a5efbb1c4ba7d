"""How long is it from the text of a chain of bodies to the first row of its motion, and how does that grow?

The chain is a family of links with pins in the plane. Seconds are those of the processor; reading, checking
and everything a run needs (lowering, elimination, a consistent start) are told apart.
"""

from __future__ import annotations

from time import process_time

import numpy as np

from dalembert._model.build import build
from dalembert._model.check import flaws_against_run
from dalembert._simulate.prepare import prepare_run
from dalembert._text.toml import read_toml

LINKS = (1000, 2000)
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


def main() -> None:
    """Print the table."""
    print("from a text to the first row, seconds of the processor")
    print(f"  {'':<24}{'read':>8}{'check':>8}{'ready':>8}{'all':>8}{'growth':>8}")
    for coordinates in ("joint", "body"):
        before = 0.0
        for n in LINKS:
            found = phases(n, coordinates)
            whole = sum(found.values())
            growth = f"{whole / before:.2f}" if before else "-"
            parts = "".join(f"{one:>8.2f}" for one in found.values())
            print(f"  {f'{n} links, {coordinates}':<24}{parts}{whole:>8.2f}{growth:>8}", flush=True)
            before = whole


if __name__ == "__main__":
    main()

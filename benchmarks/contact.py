"""How many contacts can be stepped, and how fast? Discs that fall into a heap, with friction.

Every pair of discs is a contact, and each disc has three more with a floor and two walls. Steps are of 0.5 ms
over two seconds. One run warms up, the next ones are measured: the seconds of the processor for the whole of
`simulate`, with forces and the energy ledger at 201 rows, and the steps in each. The penetration of
discs relative to their radius, and the unexplained energy, are shown. MuJoCo makes as many steps with
the same discs, and so does Exudyn, by the explicit midpoint rule: they record nothing, and their contacts
give way, those of Exudyn as springs and dampers.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np

import dalembert
from benchmarks._exudyn_heap import exudyn_heap
from benchmarks._mujoco_heap import Disc, mujoco_heap
from benchmarks._rows import Finding, Row, Side, side

COUNTS = (5, 10, 20, 30, 60, 100)
T_END, DT, RADIUS = 2.0, 5e-4, 0.1
FRICTION, G = 0.3, 9.81
REPEATED = 3
PEERS = {"MuJoCo": mujoco_heap, "Exudyn": exudyn_heap}


def discs_of(count: int) -> tuple[list[Disc], float]:
    """Where the discs of a heap begin, in rows, and the width between the walls."""
    random = np.random.default_rng(count)
    across = int(np.ceil(np.sqrt(count)))
    width = 2.4 * RADIUS * across
    found = []
    for i in range(count):
        row, column = divmod(i, across)
        x = (column + 0.5) * width / across + random.uniform(-0.1, 0.1) * RADIUS
        found.append((x, (1.2 + 2.3 * row) * RADIUS, random.uniform(-0.2, 0.2)))
    return found, width


def heap(count: int) -> dalembert.Model:
    """Discs in rows over a floor between two walls."""
    discs, width = discs_of(count)
    x, y, speeds = (list(column) for column in zip(*discs, strict=True))
    each, pairs = f"i = 1..{count}", f"i = 1..{count}, j = 1..i-1"
    turn = "(y[j]' - y[i]')*(x[j] - x[i]) - (x[j]' - x[i]')*(y[j] - y[i])"

    def touch(which: str, gap: str, slip: str) -> dict[str, Any]:
        return {"for": which, "gap": gap, "restitution": 0, "friction": FRICTION, "slip": slip}

    return dalembert.model(
        parameters={"g": G, "r": RADIUS, "w": width},
        coordinates={
            "x[i]": {"for": each, "start": x, "speed": speeds},
            "y[i]": {"for": each, "start": y, "speed": 0},
            "p[i]": {"for": each, "start": 0, "speed": 0},
        },
        definitions={"d[i,j]": {"for": pairs, "value": "sqrt((x[i] - x[j])^2 + (y[i] - y[j])^2)"}},
        energy={
            "kinetic": f"sum({each}, 1/2*(x[i]'^2 + y[i]'^2) + 1/4*r^2*p[i]'^2)",
            "potential": f"sum({each}, g*y[i])",
        },
        contacts={
            "floor[i]": touch(each, "y[i] - r", "x[i]' + r*p[i]'"),
            "left[i]": touch(each, "x[i] - r", "y[i]' - r*p[i]'"),
            "right[i]": touch(each, "w - x[i] - r", "y[i]' + r*p[i]'"),
            "pair[i,j]": touch(pairs, "d[i,j] - 2*r", f"({turn})/d[i,j] - r*(p[j]' + p[i]')"),
        },
    )


def inside(motion: dalembert.Motion) -> float:
    """How far discs were inside one another at most, by their radius."""
    x, y, _ = np.split(motion.q, 3, axis=1)
    far = np.hypot(x[:, :, None] - x[:, None, :], y[:, :, None] - y[:, None, :])
    far[:, np.arange(x.shape[1]), np.arange(x.shape[1])] = np.inf
    return max(0.0, float((2 * RADIUS - far).max()) / RADIUS)


def main() -> list[Finding]:
    """Print the table."""
    print(f"discs in a heap, {T_END:g} s in steps of {DT:g} s, seconds of the processor\n")
    heads = (
        "discs",
        "contacts",
        "closed",
        "impacts",
        "seconds",
        "steps/s",
        "inside",
        "unexplained",
        *PEERS,
    )
    print("  " + "".join(f"{head:>12}" for head in heads))
    rows: list[Finding] = []
    for count in COUNTS:
        model, spent = heap(count), []
        for _ in range(1 + REPEATED):
            began = process_time()
            motion = dalembert.simulate(model, method="moreau", t_end=T_END, samples=200, dt=DT)
            spent.append(process_time() - began)
        seconds = min(spent[1:])
        ours = Side(name="dalembert", seconds=seconds, error=inside(motion))
        discs, width = discs_of(count)
        peers = [
            side(name, lambda run=run: run(discs, width, RADIUS, FRICTION, G, DT, T_END))  # type: ignore[misc] # noqa: B023
            for name, run in PEERS.items()
        ]
        rows += [
            Row(problem=f"heap of {count} discs (depth in radii)", ours=ours, peer=peer, target=1.0)
            for peer in peers
        ]
        closed = int(np.sum(motion.contact[-1] > 0))
        theirs = [peer.reason if peer.seconds is None else f"{peer.seconds:.2f} s" for peer in peers]
        print(
            f"  {count:>12}{len(model.contacts):>12}{closed:>12}{len(motion.impacts):>12}"
            f"{seconds:>12.2f}{motion.work.steps / seconds:>12.0f}"
            f"{inside(motion):>12.1e}{motion.ledger.error:>12.1e}" + "".join(f"{cell:>12}" for cell in theirs)
        )
    print()
    return rows


if __name__ == "__main__":
    main()

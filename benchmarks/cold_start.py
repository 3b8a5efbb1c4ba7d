"""How long does a user wait for a first motion, in a fresh process, with and without a cache?

The shortest of several processes, from their start to their end. What Python itself takes, and the import
alone, are shown beside.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import dalembert
from benchmarks._measure import best
from benchmarks._rows import SkipPeer

TIMES = 5
SIMULATE = "import dalembert; dalembert.simulate('n_link_pendulum:2', t_end=1.0)"


def process(command: list[str], cache: str) -> None:
    """Run a command with its cache in the folder."""
    environment = os.environ | {"DALEMBERT_CACHE": cache}
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)


def warm(command: list[str]) -> float:
    """Seconds of the command in a cache that it has filled before."""
    with TemporaryDirectory() as cache:
        process(command, cache)
        return best(lambda: process(command, cache), TIMES)


def cold(command: list[str]) -> float:
    """Seconds of the command, each time in an empty cache."""

    def once() -> float:
        with TemporaryDirectory() as cache:
            return best(lambda: process(command, cache), 1)

    return min(once() for _ in range(TIMES))


def simulation() -> list[str]:
    """The command that simulates a double pendulum."""
    if "simulate" not in dalembert.__all__:
        message = "this dalembert has no simulate"
        raise SkipPeer(message)
    return [sys.executable, "-c", SIMULATE]


QUESTIONS = {
    "python alone": lambda: warm([sys.executable, "-c", ""]),
    "import dalembert": lambda: warm([sys.executable, "-c", "import dalembert"]),
    "dalembert --help": lambda: warm([str(Path(sys.executable).with_name("dalembert")), "--help"]),
    "simulate a double pendulum, empty cache": lambda: cold(simulation()),
    "simulate a double pendulum, warm cache": lambda: warm(simulation()),
}


def main() -> None:
    """Print the table."""
    print("a fresh process, from start to end\n")
    width = max(map(len, QUESTIONS))
    print(f"  {'':<{width}}{'s':>8}")
    for name, answer in QUESTIONS.items():
        try:
            print(f"  {name:<{width}}{answer():>8.3f}", flush=True)
        except SkipPeer as reason:
            print(f"  {name:<{width}}  skipped: {reason}", flush=True)


if __name__ == "__main__":
    main()

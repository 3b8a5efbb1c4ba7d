"""Check or derive files with limited memory, one line of JSON for each request, and print each outcome.

    python tests/text/hostile_run.py VERB MEGABYTES

A request is the JSON of a source on one line of the standard input. The limit holds for all of them together.
"""

import cProfile
import json
import sys

import dalembert

KEYS = ("rule", "severity", "file", "line", "column", "message", "hint")


def limit_memory(megabytes):
    """Limit what is asked for from here on: libraries map address space that they never touch."""
    if sys.platform == "linux":
        import resource

        with open("/proc/self/statm", encoding="ascii") as stream:
            used = int(stream.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + megabytes * 2**20,) * 2)


def answer(verb, source):
    """What came of a source, the flaws found, and the calls of functions, of Python and of C, it took."""
    flaws, outcome, counter = (), "verdict", cProfile.Profile()
    counter.enable()
    try:
        if verb == "derive":
            dalembert.derive(source)
            outcome = "equations"
        else:
            flaws = dalembert.check(source).flaws
    except dalembert.ModelError as error:
        flaws, outcome = error.flaws, "ModelError"
    except dalembert.VerificationError:
        outcome = "VerificationError"
    counter.disable()
    shown = [
        dict(
            zip(
                KEYS,
                (f.rule, f.severity, f.file, f.line, f.column, f.message[:300], f.hint[:300]),
                strict=True,
            )
        )
        for f in flaws[:200]
    ]
    return {"outcome": outcome, "calls": sum(entry.callcount for entry in counter.getstats()), "flaws": shown}


if __name__ == "__main__":
    verb, megabytes = sys.argv[1], int(sys.argv[2])
    if verb == "derive":
        import casadi  # noqa: F401
        import numpy  # noqa: F401
        import symengine  # noqa: F401
    limit_memory(megabytes)
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(verb, json.loads(line))) + "\n")
        sys.stdout.flush()

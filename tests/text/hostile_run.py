"""Check or derive one file with limited memory, and say as JSON what came of it."""

import json
import sys

import dalembert

verb, path, megabytes = sys.argv[1], sys.argv[2], int(sys.argv[3])
if verb == "source":
    path = json.loads(path)
if verb == "derive":
    import casadi  # noqa: F401
    import numpy  # noqa: F401
    import symengine  # noqa: F401
if sys.platform == "linux":
    import resource

    # libraries map address space that they never touch: the limit is on what is asked for from here on
    with open("/proc/self/statm", encoding="ascii") as stream:
        used = int(stream.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + megabytes * 2**20,) * 2)

flaws, outcome = (), "verdict"
calls = 0


def called(_frame, event, _argument):
    """Count calls of functions, of Python and of C."""
    global calls
    calls += event in ("call", "c_call")


sys.setprofile(called)
try:
    if verb == "derive":
        dalembert.derive(path)
        outcome = "equations"
    else:
        flaws = dalembert.check(path).flaws
except dalembert.ModelError as error:
    flaws, outcome = error.flaws, "ModelError"
except dalembert.VerificationError:
    outcome = "VerificationError"
sys.setprofile(None)
keys = ("rule", "severity", "file", "line", "column", "message", "hint")
shown = [
    dict(
        zip(keys, (f.rule, f.severity, f.file, f.line, f.column, f.message[:300], f.hint[:300]), strict=True)
    )
    for f in flaws[:200]
]
sys.stdout.write(json.dumps({"outcome": outcome, "calls": calls, "flaws": shown}))

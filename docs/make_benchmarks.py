"""Makes docs/benchmarks.md and its plots from the results that are kept in benchmarks/results.

`python docs/make_benchmarks.py` writes the page and the plots; `--print` prints the page alone.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

from benchmarks._results import kept  # noqa: E402
from benchmarks._rows import VERDICTS, Curve, Row, Side  # noqa: E402

PAGE, IMAGES = DOCS / "benchmarks.md", DOCS / "images"
HEAD = """# Benchmarks

How long a run takes beside other programs, at the same error. This page is made by `docs/make_benchmarks.py`
from the results in `benchmarks/results`; do not edit it by hand. `make bench` measures everything anew, keeps
the results and ends with the same table; `python -m benchmarks NAME` runs one of them.

- Every program is given the loosest tolerance with which its **achieved** error (in brackets) stays below the
  one in the first column; then it is timed, the shortest of several runs. What is compiled or built once is
  not in these times.
- The **ratio** is the peer's time over ours. A row is **won** where the ratio is at least the one that was
  asked for, and **lost** where it is not; it is **open** where the peer was not installed, and only **shown**
  where no ratio was asked for. A peer called *asked* is a bar in seconds. *gives up*: the
  peer ended with an error; *error not reached*: no tolerance was tight enough; *takes too long*: the search
  for one was ended. Such peers have lost their row.
- Times differ between machines, ratios less. Each table says on what it was measured, and at which commit.
"""
REASONS = {  # of rows that are lost, by the beginning of their problems
    "rocking block": (
        "SciPy is given one equation for the tilt about each corner, derived by hand (Housner). "
        "Ours has the three coordinates of the block with two contacts: each of its runs solves for "
        "the contact forces and is moved onto the constraints at 1001 rows."
    ),
    "cradle": (
        "SciPy is given the equations between two impacts and what an impact does. Ours finds both, "
        "makes four runs for the estimated error, and gives forces and energies at 1001 rows."
    ),
    "belt": "As for the cradle, with stick and slip.",
    "cartesian_pendulum": (
        "IDA makes one run from a consistent start that it is given. Of ours the four runs take a "
        "tenth of the time; the rest is the estimate of the error, the energy balance and Python "
        "between the runs."
    ),
    "blending_tank": (
        "As for the pendulum. The steps of the first run are limited by stability, and those of the "
        "others are halves of them, so that a loose tolerance saves nothing."
    ),
    "double pendulum": "The equations are derived, checked and prepared in Python and CasADi in that time.",
    "Pleiades": "As for the double pendulum.",
    "heap": (
        "The contacts of MuJoCo and Exudyn give way, in this heap by a fifth and by some hundredths "
        "of a radius; ours keep the gap to some thousandths, which takes several solutions of "
        "Newton's method in a step while the heap collapses."
    ),
}


def page() -> str:
    """The page."""
    results = kept()
    rows = [row for result in results for row in result["rows"]]
    counts = Counter(row.verdict for row in rows)
    total = ", ".join(f"{counts[word]} {word}" for word in VERDICTS)
    return "\n".join(
        [HEAD, f"All rows: {total}.\n", *lost_rows(rows), *(section(result) for result in results)]
    )


def lost_rows(rows: list[Row]) -> list[str]:
    """The rows that are lost, and why."""
    lost = [row for row in rows if row.verdict == "lost"]
    if not lost:
        return []
    parts = ["## Rows that are lost\n", "| problem | peer | ratio | asked |", "|---|---|---|---|"]
    for row in lost:
        ratio = "–" if row.ratio is None else f"{row.ratio:.3g}"
        parts.append(f"| {row.problem} | {row.peer.name} | {ratio} | {row.target:g} |")
    reasons = [
        f"- **{name.replace('_', ' ')}**: {text}"
        for name, text in REASONS.items()
        if any(row.problem.startswith(name) for row in lost)
    ]
    return [*parts, "", *reasons, ""]


def section(result: dict[str, Any]) -> str:
    """The table of a benchmark, its plots and where it was measured."""
    machine, name = result["machine"], result["benchmark"]
    versions = ", ".join(f"{key} {value}" for key, value in result["versions"].items())
    parts = [f"## {name.replace('_', ' ')}\n", f"{result['question']}\n"]
    if result["rows"]:
        parts.append("| problem | ours | peer | ms | peer ms | ratio | asked | |")
        parts.append("|---|---|---|---|---|---|---|---|")
        parts += [line(row) for row in result["rows"]]
        parts.append("")
    if result["curves"]:
        parts.append(f"![Work and precision: {name}]({picture(name).relative_to(DOCS).as_posix()})\n")
    parts.append(
        f"Measured {result['date']} at commit `{result['commit']}` on {machine['processor']} with"
        f" {machine['cores']} cores, {machine['system']}, Python {machine['python']}; {versions}.\n"
    )
    return "\n".join(parts)


def line(row: Row) -> str:
    """A row of the table."""
    ratio = "–" if row.ratio is None else f"{row.ratio:.3g}"
    verdict = f"**{row.verdict}**" if row.verdict == "lost" else row.verdict
    names = (row.problem, row.ours.name, row.peer.name)
    asked = "–" if row.target is None else f"{row.target:g}"
    cells = (*names, time(row.ours), time(row.peer), ratio, asked, verdict)
    return "| " + " | ".join(cells) + " |"


def time(side: Side) -> str:
    """Milliseconds and the error achieved, or why there are none."""
    if side.seconds is None:
        return side.reason
    error = "" if side.error is None else f" ({side.error:.0e})"
    return f"{1e3 * side.seconds:.3g}{error}"


def picture(name: str) -> Path:
    """Where the plot of a benchmark is."""
    return IMAGES / f"benchmark_{name}.png"


def draw(name: str, curves: list[Curve]) -> None:
    """Work and precision: time over achieved error, a panel for each problem."""
    from matplotlib.figure import Figure

    problems = list(dict.fromkeys(curve.problem for curve in curves))
    solvers = list(dict.fromkeys(curve.solver for curve in curves))
    across = min(3, len(problems))
    down = -(-len(problems) // across)
    figure = Figure(figsize=(3.3 * across, 2.5 * down + 0.6), layout="constrained")
    axes = figure.subplots(down, across, squeeze=False).ravel()
    marks = "osv^D<>ph*"
    for panel, problem in zip(axes, problems, strict=False):
        for curve in (one for one in curves if one.problem == problem):
            place = solvers.index(curve.solver)
            least: dict[float, float] = {}  # the same run may have been timed for several targets
            for error, seconds in sorted(curve.points):
                least[error] = min(1e3 * seconds, least.get(error, float("inf")))
            style = marks[place % len(marks)] + "-"
            panel.loglog(least.keys(), least.values(), style, color=f"C{place}", markersize=4)
        panel.set_title(problem.replace("_", " "), fontsize=9)
        panel.tick_params(labelsize=8)
        panel.grid(alpha=0.3)
        panel.invert_xaxis()
    for panel in axes[len(problems) :]:
        panel.set_axis_off()
    figure.supxlabel("achieved error", fontsize=9)
    figure.supylabel("milliseconds", fontsize=9)
    handles = [
        axes[0].plot([], [], marks[i % len(marks)] + "-", color=f"C{i}", markersize=4, label=solver)[0]
        for i, solver in enumerate(solvers)
    ]
    columns = min(5, len(solvers))
    figure.legend(handles=handles, loc="outside upper center", ncols=columns, fontsize=8, frameon=False)
    figure.savefig(picture(name), dpi=110, metadata={"Software": None})


if __name__ == "__main__":
    if "--print" in sys.argv[1:]:
        sys.stdout.buffer.write(page().encode("utf-8"))
    else:
        PAGE.write_text(page(), encoding="utf-8")
        for result in kept():
            if result["curves"]:
                draw(result["benchmark"], result["curves"])

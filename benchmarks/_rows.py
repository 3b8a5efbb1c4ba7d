"""Rows of the table that `make bench` ends with, and the curves of its plots.

A benchmark is a file of this folder whose name begins with a letter; its `main` prints any output and returns
the rows and curves that are stored (`python -m benchmarks NAME` runs it). A row compares dalembert with one
peer, both at the same achieved error: it is won where the peer takes at least `target` times as long, and
only shown without a target.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

NOT_INSTALLED = "not installed"
GIVES_UP = "gives up"
NOT_REACHED = "error not reached"
TOO_LONG = "takes too long"
VERDICTS = ("won", "lost", "open", "shown")


class SkipPeer(Exception):
    """A peer takes no part in this run; the message says why in our own few words, for the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of a row: who, in how many seconds, with which error; or why there are none."""

    name: str
    seconds: float | None = None
    error: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Ours beside a peer: `problem` names the system and the accuracy, `target` is the ratio asked for.

    A bar in seconds is a peer that takes so long, with the target 1.
    """

    problem: str
    ours: Side
    peer: Side
    target: float | None

    @property
    def ratio(self) -> float | None:
        """How many times as long the peer takes."""
        if self.ours.seconds is None or self.peer.seconds is None:
            return None
        return self.peer.seconds / self.ours.seconds

    @property
    def verdict(self) -> str:
        """Won, lost, or open where the peer is not installed; a peer without an answer has lost."""
        if self.target is None:
            return "shown"
        if self.ours.seconds is None:
            return "lost"
        if self.ratio is not None:
            return "won" if self.ratio >= self.target else "lost"
        return "open" if self.peer.reason == NOT_INSTALLED else "won"


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """Work and precision of a solver on a problem: pairs of the error achieved and the seconds it took."""

    problem: str
    solver: str
    points: tuple[tuple[float, float], ...]


Finding = Row | Curve


def side(name: str, measure: Callable[[], tuple[float, float | None]]) -> Side:
    """A side from its seconds and its error, or with the reason why it has none."""
    try:
        seconds, error = measure()
    except SkipPeer as reason:
        return Side(name=name, reason=str(reason))
    return Side(name=name, seconds=seconds, error=error)


def closing_table(rows: Iterable[Row]) -> str:
    """The table of ratios, each row won, lost or open, and how many there are of each."""
    rows = list(rows)
    if not rows:
        return "no rows"
    cells = [("problem", "ours", "peer", "ms", "peer ms", "ratio", "asked", "")]
    for row in rows:
        cells.append(
            (
                row.problem,
                row.ours.name,
                row.peer.name,
                _time(row.ours),
                _time(row.peer),
                "-" if row.ratio is None else f"{row.ratio:.2f}",
                "-" if row.target is None else f"{row.target:g}",
                row.verdict,
            )
        )
    widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
    left = (0, 1, 2, 7)
    lines = [
        "  ".join(
            cell.ljust(width) if i in left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    ]
    counts = ", ".join(f"{sum(row.verdict == one for row in rows)} {one}" for one in VERDICTS)
    return "\n".join([*lines, "", counts])


def _time(one: Side) -> str:
    return one.reason if one.seconds is None else f"{1e3 * one.seconds:.3g}"


def as_data(finding: Finding) -> dict[str, Any]:
    """A finding for JSON."""
    if isinstance(finding, Curve):
        points = [[_short(number) for number in point] for point in finding.points]
        return {"problem": finding.problem, "solver": finding.solver, "points": points}
    sides = {
        key: asdict(replace(one, seconds=_short(one.seconds), error=_short(one.error)))
        for key, one in (("ours", finding.ours), ("peer", finding.peer))
    }
    return {"problem": finding.problem, **sides, "target": finding.target}


def row_of(data: Mapping[str, Any]) -> Row:
    """A row from JSON."""
    ours, peer = (Side(**data[key]) for key in ("ours", "peer"))
    return Row(problem=data["problem"], ours=ours, peer=peer, target=data["target"])


def curve_of(data: Mapping[str, Any]) -> Curve:
    """A curve from JSON."""
    points = tuple((float(error), float(seconds)) for error, seconds in data["points"])
    return Curve(problem=data["problem"], solver=data["solver"], points=points)


def _short(number: float | None) -> float | None:
    """A number in four digits: more are noise."""
    return None if number is None else float(f"{number:.4g}")

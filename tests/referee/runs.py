"""A run of dalembert beside its truth."""

from __future__ import annotations

import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .case import Case, Truth
from .measure import errors

PARTED = 1e-2  # a claim above this says that the run is no longer near the motion: no number is judged
NEVER_BELOW = 1e-300


@dataclass(frozen=True, kw_only=True)
class Record:
    """What a run claimed and what is true. Times in s, errors in the measure of `measure`."""

    family: str
    seed: int
    rtol: float
    status: str
    message: str
    method: str = ""
    claimed: float | None = None
    true: float | None = None  # over all rows
    until: float | None = None
    true_until: float | None = None  # over the rows up to `until`
    worst: str = ""  # the entry with the largest error
    worst_t: float | None = None
    steps: int = 0
    evaluations: int = 0
    seconds: float = 0.0

    @property
    def judged(self) -> bool:
        """Whether the run promises something."""
        return self.status in ("ok", "limited") and self.claimed is not None

    @property
    def limited(self) -> bool:
        """Whether the run says that it misses the tolerance."""
        return self.judged and self.claimed is not None and self.claimed > self.rtol

    @property
    def flattery(self) -> float:
        """True over claimed error: up to `until` against the tolerance, and over the run against the claim."""
        if self.claimed is None or self.true is None or self.true_until is None:
            return 0.0
        ratio = self.true_until / max(min(self.claimed, self.rtol), NEVER_BELOW)
        if self.claimed < PARTED:
            ratio = max(ratio, self.true / max(self.claimed, NEVER_BELOW))
        return ratio

    @property
    def caution(self) -> float:
        """Claimed error over max(true, rtol/100)."""
        if self.claimed is None or self.true is None:
            return 0.0
        return self.claimed / max(self.true, self.rtol / 100)

    def plain(self) -> dict[str, Any]:
        """The record as JSON has it."""
        return asdict(self) | {"true_over_claimed": self.flattery, "claimed_over_true": self.caution}


def run(family: str, seed: int, case: Case, truth: Truth, rtol: float, method: str | None = None) -> Record:
    """One run of the engine, measured; by the method that the model asks for, or another one."""
    import dalembert

    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in case.files.items():
            (folder / file).write_text(text, encoding="utf-8")
        (folder / "model.toml").write_text(case.text, encoding="utf-8")
        try:
            motion = dalembert.simulate(folder / "model.toml", rtol=rtol, method=method)
        except dalembert.ModelError as error:
            return Record(family=family, seed=seed, rtol=rtol, status="refused", message=str(error))
    seconds = time.perf_counter() - began
    columns = np.concatenate([motion.q, motion.qd, motion.s], axis=1)
    rows = int(np.searchsorted(motion.t, truth.times[-1], side="right"))
    rows = min(rows, len(truth.times))
    if not np.array_equal(motion.t[:rows], truth.times[:rows]):
        same = motion.t[:rows] == truth.times[:rows]
        rows = int(np.argmin(same))  # a run that ended early has one more row, at the time it reached
    found = errors(truth.error(columns[:rows]), truth.largest, truth.kinds, rtol)
    each = np.max(found, axis=1, initial=0.0)
    claimed, until = motion.accuracy.achieved, motion.accuracy.until
    before = motion.t[:rows] <= (np.inf if until is None else until)
    row, entry = np.unravel_index(int(np.argmax(found)), found.shape) if found.size else (0, 0)
    return Record(
        family=family,
        seed=seed,
        rtol=rtol,
        status=str(motion.status),
        message=str(motion.message),
        method=motion.method,
        claimed=claimed,
        true=float(np.max(each, initial=0.0)),
        until=until,
        true_until=float(np.max(each[before], initial=0.0)),
        worst=truth.names[int(entry)],
        worst_t=float(motion.t[int(row)]),
        steps=motion.work.steps,
        evaluations=motion.work.rhs,
        seconds=seconds,
    )

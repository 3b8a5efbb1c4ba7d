"""The computational work of a run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Counts of steps, rejected steps, evaluations of the rates, projections and numerical rescues."""

    steps: int = 0
    rejected: int = 0
    rhs: int = 0
    projections: int = 0
    rescues: int = 0
    stiff: int = 0  # steps that stability limited

    def __add__(self, other: Work) -> Work:
        return Work(
            steps=self.steps + other.steps,
            rejected=self.rejected + other.rejected,
            rhs=self.rhs + other.rhs,
            projections=self.projections + other.projections,
            rescues=self.rescues + other.rescues,
            stiff=self.stiff + other.stiff,
        )

"""Seeded numbers as people type them: few digits."""

from __future__ import annotations

import math
import random


class Draw:
    """Random numbers of one model, the same on every machine."""

    def __init__(self, family: str, seed: int) -> None:
        self.source = random.Random(f"{family}:{seed}")

    def number(self, low: float, high: float) -> float:
        """A number of three digits."""
        return float(f"{self.source.uniform(low, high):.3g}")

    def scale(self, low: float, high: float) -> float:
        """A number of three digits, its logarithm evenly spread."""
        return float(f"{math.exp(self.source.uniform(math.log(low), math.log(high))):.3g}")

    def whole(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return self.source.randint(low, high)

    def pick(self, *choices: float) -> float:
        """One of some numbers."""
        return self.source.choice(choices)

"""Records of the comparison of derivations: the distance from Lagrange's equations, and the steps."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._derive.forms.form import Form
from dalembert._words.message import Message

LIMIT = 1e-10


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """A derivation by its name, and its largest relative difference from Lagrange's equations.

    The difference is None where it does not exist or cannot be compared, and `why` says so; `form` are its
    steps where they can be written out.
    """

    name: str  # lagrange, elimination, hamilton, gibbs_appell, newton_euler, kane
    difference: float | None
    points: int = 0
    why: Message | None = None
    form: Form | None = None

    @property
    def agrees(self) -> bool:
        """Whether it agrees with Lagrange's equations, or was not compared."""
        return self.difference is None or self.difference <= LIMIT  # false for NaN

"""Records of what happens at instants: values that an event sets, impulses, sampled values.

They take no part in the equations between instants, which a run makes its jumps in.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dalembert._expression.expression import Expression
from dalembert._expression.source import Source

NOWHERE = Source("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """What an event sets: a coordinate x or a state (order 0), or a velocity x' (order 1)."""

    name: str
    order: int
    expression: Expression
    location: Source = field(default=NOWHERE, compare=False, repr=False)

    @property
    def target(self) -> str:
        """What is set, as the user writes it."""
        return self.name + "'" * self.order


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """What an impulse does on a coordinate: the jump of its momentum, without constraints and contacts."""

    name: str
    expression: Expression
    location: Source = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Impulse:
    """A jump of momenta at a time, which is an expression of parameters."""

    name: str
    at: Expression
    work: tuple[Push, ...]
    text: str = ""
    location: Source = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SampledValue:
    """How a value is sampled: every so many seconds from the start of a run on, and held in between.

    The value itself is a state of the model with the rate 0; the expression reads the values before.
    """

    name: str
    every: Expression
    value: Expression
    location: Source = field(default=NOWHERE, compare=False, repr=False)

"""Records of jumps at instants: values that an event sets, impulses, sampled values.

They are not part of the equations between instants; a run applies them as jumps.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dalembert._expression.expression import Expression
from dalembert._expression.source import Source

NOWHERE = Source("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """An assignment of an event to a coordinate x or a state (order 0), or a velocity x' (order 1)."""

    name: str
    order: int
    expression: Expression
    location: Source = field(default=NOWHERE, compare=False, repr=False)

    @property
    def target(self) -> str:
        """The assigned quantity, as the user writes it."""
        return self.name + "'" * self.order


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """The impulse on a coordinate: the jump of its momentum, without constraints and contacts."""

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
    """The sampling of a value: at a fixed period from the start of a run, held in between.

    The value itself is a state of the model with the rate 0; the expression reads the values before the
    sample.
    """

    name: str
    every: Expression
    value: Expression
    location: Source = field(default=NOWHERE, compare=False, repr=False)

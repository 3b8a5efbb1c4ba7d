"""The phases of a motion with contacts: those that are closed are constraints, until they would have to pull.

A phase is an ordinary model: M qdd + Gᵀ lam − g_qᵀ f = h with g = 0 for the closed contacts is a constraint
whose multiplier is −f. In it the gaps of the open contacts are watched, and the forces of the closed ones.
A gap counts as closed a little below zero, by what rounding leaves of the sizes in it: where contacts part
as slowly as at a release, it would seem to close again and again. These margins are parameters.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.choice import remembered
from dalembert._compile.dynamics import Dynamics
from dalembert._compile.plant import Plant
from dalembert._compile.rescue import free_directions
from dalembert._compile.tables import Piecewise
from dalembert._expression.expression import Expression
from dalembert._expression.tree import Name, Sum
from dalembert._model.records import Constraint, Event, Model, Parameter, constraints_of

Array = NDArray[np.float64]
Closed = tuple[int, ...]  # contacts by their places, in order


def _with(gap: Expression, margin: Parameter) -> Expression:
    return Expression(Sum((gap.root, Name(margin.name))), gap.source)


class Phases:
    """The dynamics of a model by which of its contacts are closed."""

    def __init__(self, model: Model, p: Array, tables: tuple[Piecewise, ...]) -> None:
        self.model, self._tables = model, tables
        self.margins = np.zeros(len(model.contacts))
        self._p = np.concatenate([p, self.margins])
        self.displacement = len(constraints_of(model, "displacement"))
        self.flow = len(constraints_of(model, "flow"))
        self.contacts = len(model.contacts)
        self.all = tuple(range(self.contacts))
        self._made: dict[tuple[Closed, bool], Dynamics] = {}

    def dynamics(self, closed: Closed, *, soft: bool = False) -> Dynamics:
        """The dynamics of a phase; `soft` where its constraints and contacts depend on one another."""
        key = (closed, soft)
        if key not in self._made:
            name = f"phase {closed} {soft}"
            plant = remembered(name, self.model, lambda: self._plant(closed, soft))
            self._made[key] = Dynamics(plant, self._p, self._tables)
        return self._made[key]

    def widen(self, margins: Array) -> None:
        """Set the margins; dynamics made before are forgotten."""
        self.margins = margins
        self._p[len(self._p) - len(margins) :] = margins
        self._made.clear()

    def fitting(self, closed: Closed, t: float, y: Array) -> Dynamics:
        """The dynamics of a phase that begins at a state."""
        own = self.dynamics(closed)
        G = own.machine.saddle(t, y)["G"]
        rank = free_directions(G, own.layout.n)[1]
        return own if rank == len(G) else self.dynamics(closed, soft=True)

    def rows(self, closed: Closed) -> tuple[list[int], list[int]]:
        """Where the multipliers of a phase belong: those of constraints, and those of contacts."""
        first = self.displacement
        own = [*range(first), *range(first + len(closed), first + len(closed) + self.flow)]
        return own, list(range(first, first + len(closed)))

    def _plant(self, closed: Closed, soft: bool) -> Plant:
        contacts = self.model.contacts
        displacement = constraints_of(self.model, "displacement")
        others = tuple(c for c in self.model.constraints if c.kind != "displacement")
        touching = tuple(
            Constraint(
                name=contacts[i].name,
                kind="displacement",
                expression=contacts[i].gap,
                place=contacts[i].place,
            )
            for i in closed
        )
        margins = tuple(Parameter(name=f"margin of {contact.name}") for contact in contacts)
        gaps = tuple(
            Event(name=contacts[i].name, when=_with(contacts[i].gap, margins[i]), direction="falling")
            for i in self.all
            if i not in closed
        )
        phase = replace(
            self.model,
            contacts=(),
            parameters=(*self.model.parameters, *margins),
            constraints=(*displacement, *touching, *others),
            events=(*self.model.events, *gaps),
        )
        pressing = tuple(self.displacement + k for k in range(len(closed)))
        return Plant(phase, soft=soft, whole=True, pressing=pressing)

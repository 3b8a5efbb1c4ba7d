"""Caches of results that depend on the structure of a model and not on its values.

Parameters, starts, speeds, guesses, cases and settings have values; names, units and expressions are the
structure. `vary` changes values and keeps the objects of the structure, so that the identity of a few tuples
shows that two models share it: expressions need not be compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Generic, TypeVar

from dalembert._model.records import Coordinate, Effort, Model, Parameter, State

Made = TypeVar("Made")
Valued = Parameter | Coordinate | Effort | State


class StructureCache(Generic[Made]):
    """One result for each structure; the least recently used are dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: list[tuple[Model, Made]] = []

    def find(self, model: Model) -> Made | None:
        """The result for the structure of a model; None without one."""
        for i, (one, made) in enumerate(self._entries):
            if same_structure(one, model):
                self._entries.insert(0, self._entries.pop(i))
                return made
        return None

    def keep(self, model: Model, made: Made) -> Made:
        """Store a result for the structure of a model."""
        self._entries.insert(0, (model, made))
        del self._entries[self._most :]
        return made

    def get(self, model: Model, make: Callable[[Model], Made]) -> Made:
        """The result for the structure of a model, computed if there is none."""
        made = self.find(model)
        return made if made is not None else self.keep(model, make(model))

    def clear(self) -> None:
        """Clear the cache."""
        self._entries.clear()


def same_structure(a: Model, b: Model) -> bool:
    """Whether two models share all objects except values; equal copies count as different."""
    return (
        a.definitions is b.definitions
        and a.angular_velocities is b.angular_velocities
        and a.rotations is b.rotations
        and a.kinetic is b.kinetic
        and a.potential is b.potential
        and a.dissipation is b.dissipation
        and a.work is b.work
        and a.loads is b.loads
        and a.inputs is b.inputs
        and a.tables is b.tables
        and a.constraints is b.constraints
        and a.contacts is b.contacts
        and a.events is b.events
        and a.impulses is b.impulses
        and a.sampled is b.sampled
        and a.outputs is b.outputs
        and a.scene is b.scene
        and _alike(a.parameters, b.parameters)
        and _alike(a.coordinates, b.coordinates)
        and _alike(a.efforts, b.efforts)
        and _alike(a.states, b.states)
    )


def _alike(a: tuple[Valued, ...], b: tuple[Valued, ...]) -> bool:
    """Whether entries are the same except for values."""
    return a is b or (len(a) == len(b) and all(map(_same_entry, a, b)))


def _same_entry(a: Valued, b: Valued) -> bool:
    if a is b:
        return True
    if (a.name, a.unit, a.symbol) != (b.name, b.unit, b.symbol):
        return False
    return not (isinstance(a, State) and isinstance(b, State)) or a.rate is b.rate


def with_values_of(structure: Model, model: Model) -> Model:
    """A structure with the values of a model that has the same parameters, coordinates, efforts and states.

    Parameters that only the structure has, after those of the model, keep theirs.
    """
    added = structure.parameters[len(model.parameters) :]
    states = model.states
    if states is not structure.states:
        states = tuple(replace(s, rate=o.rate) for s, o in zip(states, structure.states, strict=True))
    return replace(
        structure,
        parameters=(*model.parameters, *added),
        coordinates=model.coordinates,
        efforts=model.efforts,
        states=states,
        cases=model.cases,
        simulate=model.simulate,
        title=model.title,
        text=model.text,
        folder=model.folder,
        written=model.written,
    )

"""What statements are compared with: terms of the derived equations and seeded states, computed on demand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._compare.states import Sampler, States
from dalembert._derive.equations import Equations
from dalembert._derive.terms import Terms
from dalembert._expression.tree import Node
from dalembert._model.records import Model
from dalembert._verify.evaluate import evaluate
from dalembert._verify.points import StateSample, points_where
from dalembert._verify.settle import arguments, symbols

Points = NDArray[np.float64]
PRECISE = 1e-11  # of the terms of an equation: a state that satisfies it
ENOUGH = 10  # states, from at least two sets of parameter values


class Reference:
    """The equations of a model with its terms and states, each computed once."""

    def __init__(self, equations: Equations) -> None:
        self.equations = equations
        self.model: Model = equations.model
        self.sampler = Sampler(self.model)
        self._states: dict[tuple[str, bool, bool], States] = {}
        self._terms: dict[tuple[str, ...], Terms] = {}
        self._ours: dict[bool, dict[str, tuple[Node, ...]]] = {}

    def states(self, kind: str, *, pressed: bool, lawful: bool = False) -> States:
        """States that are free, satisfy the constraints (kept), or also the equations of motion (moving)."""
        key = (kind, pressed, lawful)
        if key not in self._states:
            match kind:
                case "free":
                    states = self.sampler.free_states(pressed=pressed, lawful=lawful)
                case "kept":
                    states = self.sampler.states_on_constraints(pressed=pressed)
                case _:
                    states = self.sampler.states_of_motion(pressed=pressed, lawful=lawful)
            self._states[key] = self.precise(states, kind, pressed=pressed)
        return self._states[key]

    def precise(self, states: States, kind: str, *, pressed: bool) -> States:
        """The states that satisfy the equations of the model, more precisely than a statement must hold."""
        if kind == "free" or not states.count:
            return states
        moving = kind == "moving" and not pressed and self.equations.whole
        rows = [*self.equations.Phi, *(row.left for row in self.equations.coordinates if moving)]
        if not rows:
            return states
        values, sizes = self.values_and_sizes(rows, states.sample)
        return states.where(np.asarray((np.abs(values) <= PRECISE * sizes).all(axis=0)))

    def terms(self, extra: Sequence[str] = ()) -> Terms:
        """The object that splits sums into terms, with further names."""
        key = tuple(extra)
        if key not in self._terms:
            self._terms[key] = Terms(self.model, key)
        return self._terms[key]

    def our_terms(self, *, pressed: bool) -> dict[str, tuple[Node, ...]]:
        """The terms of the equation of every coordinate; none where definitions cannot be written out."""
        if pressed not in self._ours:
            terms: dict[str, tuple[Node, ...]] = {}
            for row in self.equations.coordinates if self.equations.whole else ():
                terms[row.coordinate] = self.terms().of(row.left)
            for contact in self.equations.contacts if pressed and terms else ():
                for name, node in (*contact.efforts, *contact.friction):
                    terms[name] = (*terms[name], *self.terms().negative_terms(node))
            self._ours[pressed] = terms
        return self._ours[pressed]

    def values(self, nodes: Sequence[Node], sample: Mapping[tuple[str, int], Points]) -> Points:
        """The values of trees at all states of a sample, one row each."""
        return self.values_and_sizes(nodes, sample)[0]

    def values_and_sizes(
        self, nodes: Sequence[Node], sample: Mapping[tuple[str, int], Points]
    ) -> tuple[Points, Points]:
        """Values of trees, each with the sum of the absolute values of its terms."""
        count = len(sample["t", 0])
        pairs = [evaluate(node, sample, tables=self.sampler.tables) for node in nodes]
        both = [[np.broadcast_to(np.asarray(part, dtype=float), count) for part in one] for one in pairs]
        made = np.array(both).reshape(len(nodes), 2, count)
        return made[:, 0], made[:, 1]

    def with_momenta(self, states: States, momenta: Mapping[str, str]) -> StateSample:
        """The sample of states with the values of p = ∂L/∂q'; the name "" has the energy p·q' − L."""
        s = self.sampler.system
        function = ca.Function("momenta", symbols(s), [ca.densify(ca.vertcat(s.momentum, s.energy))])
        at = np.arange(states.count)
        columns = [
            np.asarray(function(*arguments(self.model, points_where(states.sample, at == k)))).ravel()
            for k in at
        ]
        rows = np.array(columns).T
        sample = dict(states.sample)
        for i, coordinate in enumerate(self.model.coordinates):
            sample[momenta[coordinate.name], 0] = rows[i]
        sample["", 0] = rows[-1]
        return sample

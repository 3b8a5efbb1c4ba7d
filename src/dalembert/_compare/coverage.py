"""States at which a difference would show: on both sides of switches, and where each term matters.

A sum that should vanish is evaluated at seeded states first. A term that is far smaller than the others at
all of them, or a side of a switch that none of them is on, would hide an error. So states are searched where
this term is among the largest, and near this switch on both sides: its surface s = 0 is found by a search for
roots in every name of s, from several states. What is not reached is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compare.reference import Reference
from dalembert._compare.states import SEED, States
from dalembert._compare.switches import Range, range_of, surfaces
from dalembert._expression.tree import Negative, Node
from dalembert._expression.walk import names
from dalembert._model.run_numbers import run_numbers
from dalembert._text.printer import print_tree
from dalembert._verify.points import StateSample, points_where

Points = NDArray[np.float64]
Leaf = tuple[str, int]
MATTERS = 1e-8  # of all terms: an error of a term that is smaller is not seen
GOOD_PART = 1e-3  # of all terms: an error of a term is seen beside tolerances of the others
BEGINNINGS = 4  # states from which roots are searched
DECADES = np.logspace(-9, 9, 55)
DISTANCES = np.array([1e-9, 1e-6, 1e-3, 0.1, 1.0])  # from a switch, relative
HALVINGS = 60
ENOUGH = 60  # states near one switch
KEPT = 2  # roots of a surface near which states are taken
DRAWS, PARAMETER_SETS = 60, 8
BEST = 4  # states that are taken for a term
SPREAD = 8.0  # decades of the values that are drawn for it


@dataclass(frozen=True, slots=True)
class Conditions:
    """States on which a sum is evaluated: free, kept or moving, with free inputs or by their laws."""

    kind: str
    pressed: bool = False
    lawful: bool = False
    same_parameters: bool = False  # whether other values of parameters would have no meaning


class Search:
    """Searches states of one kind."""

    def __init__(self, reference: Reference, conditions: Conditions) -> None:
        self.reference = reference
        self.conditions = conditions
        self.sampler = reference.sampler
        self.seeded = reference.states(conditions.kind, pressed=conditions.pressed, lawful=conditions.lawful)
        self._first = run_numbers(reference.model).t_start or 0.0

    # -- sides of switches -------------------------------------------------------------------------

    def sides(self, roots: Sequence[Node]) -> tuple[States, tuple[Node, ...]]:
        """States near all switches of some expressions; and s where no state with s > 0 was found."""
        switching = list(dict.fromkeys(s for root in roots for s in surfaces(root, self.sampler.tables)))
        states = self.seeded
        passes = 1 if len(switching) < 2 else 2  # then also from the other sides of the others
        if self.conditions.kind != "free" and self.reference.model.constraints:
            passes += 1  # the constraints move states away from a surface
        for _ in range(passes):
            for s in switching:
                near = self._near(s, states)
                states = states.with_others(near) if near.count else states
        return states, tuple(side for s in switching for side in self._missing_sides(s, states))

    def _missing_sides(self, s: Node, states: States) -> Iterator[Node]:
        values = self.reference.values([s], states.sample)[0]
        low, high = range_of(s, self._ranges())
        fixed = {(p.name, 0) for p in self.reference.model.parameters}
        if names(s).keys() <= fixed | {("pi", 0)}:
            return
        if high > 0 and not (values > 0).any():
            yield s
        if low < 0 and not (values < 0).any():
            yield Negative(s)

    def _ranges(self) -> dict[Leaf, Range]:
        """The values that times and parameters can have."""
        ranges: dict[Leaf, Range] = {("t", 0): (self._first, np.inf)}
        for p in self.reference.model.parameters:
            values = self.seeded.sample[p.name, 0]
            ranges[p.name, 0] = (0.0, np.inf) if np.all(values > 0) else (-np.inf, np.inf)
            if np.all(values < 0):
                ranges[p.name, 0] = (-np.inf, 0.0)
        return ranges

    def _near(self, s: Node, states: States) -> States:
        """States on both sides of a surface."""
        nearest = np.argsort(np.abs(self.reference.values([s], states.sample)[0]))
        begin = np.linspace(0, states.count - 1, BEGINNINGS - BEGINNINGS // 2).astype(int)
        begin = np.unique([*begin, *nearest[: BEGINNINGS // 2]])
        changed: list[StateSample] = []
        groups: list[int] = []
        for leaf in self._movable(s):
            for k in begin:
                one = points_where(states.sample, np.arange(states.count) == k)
                roots = self._roots(s, one, leaf)[:KEPT]
                if not roots:
                    continue
                size = self._size(leaf)
                at = np.concatenate(
                    [root + np.outer([-1, 1], DISTANCES).ravel() * max(abs(root), size) for root in roots]
                )
                at = at[at >= self._first] if leaf[0] == "t" else at
                changed.append(_with_values(one, leaf, at))
                groups += [int(states.group[k])] * len(at)
            if len(groups) > ENOUGH:
                break
        if not changed:
            return States(sample=points_where(states.sample, states.group < 0), group=states.group[:0])
        joined = {key: np.concatenate([one[key] for one in changed]) for key in changed[0]}
        return self._settle(States(sample=joined, group=np.array(groups)))

    def _movable(self, s: Node) -> list[Leaf]:
        """The names whose values are varied to find the surface, likely ones first."""
        model = self.reference.model
        parameters = {(p.name, 0) for p in model.parameters}
        defined = {one.name for one in model.definitions} | {
            u.name for u in model.inputs if self.conditions.lawful
        }
        leaves = [leaf for leaf in names(s) if leaf in self.seeded.sample and leaf[0] not in defined]
        if any(name in defined for name, _ in names(s)):
            leaves += [(c.name, order) for c in model.coordinates for order in range(2)] + [("t", 0)]
        moving = [leaf for leaf in leaves if leaf not in parameters]
        return list(dict.fromkeys(moving)) or [leaf for leaf in leaves if not self.conditions.same_parameters]

    def _roots(self, s: Node, one: StateSample, leaf: Leaf) -> list[float]:
        """Where s changes its sign if one name is varied."""
        here = float(one[leaf][0])
        size = self._size(leaf)
        grid = np.unique(
            np.concatenate([-size * DECADES, [0.0, here], size * DECADES, here + size * DECADES])
        )
        if leaf[0] == "t":
            grid = grid[grid >= self._first]
        if any(leaf == (p.name, 0) for p in self.reference.model.parameters):
            grid = grid[grid * here > 0]
        values = self._values(s, one, leaf, grid)
        finite = np.isfinite(values)
        grid, values = grid[finite], values[finite]
        change = np.flatnonzero(np.sign(values[:-1]) * np.sign(values[1:]) < 0)
        zeros = [float(x) for x in grid[values == 0][:2]]
        change = change[np.argsort(np.abs(grid[change] - here))][:KEPT]
        low, high, sign = grid[change], grid[change + 1], np.sign(values[change])
        for _ in range(HALVINGS if len(change) else 0):
            middle = (low + high) / 2
            same = np.sign(self._values(s, one, leaf, middle)) == sign
            low, high = np.where(same, middle, low), np.where(same, high, middle)
        return [*map(float, high), *zeros]

    def _size(self, leaf: Leaf) -> float:
        """The usual size of a name."""
        return float(np.median(np.abs(self.seeded.sample[leaf]))) or 1.0

    def _values(self, s: Node, one: StateSample, leaf: Leaf, at: Points) -> Points:
        defined = any(one.name in {name for name, _ in names(s)} for one in self.reference.model.definitions)
        moved = self.sampler.refreshed(
            _with_values(one, leaf, at), lawful=self.conditions.lawful, defined=defined
        )
        return np.asarray(self.reference.values([s], moved)[0])

    def _settle(self, states: States) -> States:
        """The states that satisfy the equations of the model precisely; far from usual sizes some do not."""
        states = self.sampler.settle(states, self.conditions.kind, lawful=self.conditions.lawful)
        return self.reference.precise(states, self.conditions.kind, pressed=self.conditions.pressed)

    # -- small terms -------------------------------------------------------------------------------

    def balance(self, sums: Sequence[Sequence[Node]]) -> States:
        """Further states, at which each term is a good part of its sum."""
        states, _ = self.weighed(sums, self.seeded, GOOD_PART)
        return states.where(np.arange(states.count) >= self.seeded.count)

    def weighed(
        self, sums: Sequence[Sequence[Node]], states: States, least: float = MATTERS
    ) -> tuple[States, tuple[Node, ...]]:
        """States at which each term of some sums matters; and the terms for which there are none."""
        small: list[Node] = []
        for terms in sums:
            light = self._light(terms, states, least)
            if not light:
                continue
            near = self._draw(terms, light)
            states = states.with_others(near) if near.count else states
            small += [terms[k] for k in self._light(terms, states, least)]
        return states, tuple(dict.fromkeys(small))

    def large(self, terms: Sequence[Node]) -> tuple[Node, ...]:
        """The terms that matter at some of the seeded states."""
        light = self._light(terms, self.seeded)
        return tuple(term for k, term in enumerate(terms) if k not in light)

    def _light(self, terms: Sequence[Node], states: States, least: float = MATTERS) -> list[int]:
        """The terms that are too small at all states."""
        shares = self._shares(terms, states.sample)
        return [k for k, share in enumerate(shares) if not np.any(share >= least)]

    def _shares(self, terms: Sequence[Node], sample: StateSample) -> Points:
        sizes = self.reference.values_and_sizes(terms, sample)[1]
        with np.errstate(all="ignore"):
            return np.asarray(np.nan_to_num(sizes / sizes.sum(axis=0)))

    def _draw(self, terms: Sequence[Node], light: Sequence[int]) -> States:
        """States with values of very different sizes, those at which light terms are largest."""
        random = np.random.default_rng(SEED)
        used = {leaf for term in terms for leaf in names(term)}
        parameters = [p.name for p in self.reference.model.parameters]
        count = self.seeded.count
        samples, groups = [], []
        last = int(self.seeded.group.max(initial=0))
        for g in range(1 if self.conditions.same_parameters else PARAMETER_SETS):
            rows = random.integers(0, count, DRAWS)
            group = self.seeded.group[rows]
            sample = {key: values[rows] for key, values in self.seeded.sample.items()}
            if not self.conditions.same_parameters:
                rows[:] = rows[0]
                for name in parameters:
                    scale = 10 ** random.uniform(-SPREAD, SPREAD) if (name, 0) in used else 1.0
                    sample[name, 0] = sample[name, 0][:1].repeat(DRAWS) * scale
                group = np.full(DRAWS, last + 1 + g)
            for leaf in sample.keys() - {(name, 0) for name in parameters}:
                sample[leaf] = sample[leaf] * 10 ** random.uniform(-SPREAD, SPREAD, DRAWS)
            samples.append(self.sampler.refreshed(sample, lawful=self.conditions.lawful))
            groups.append(group)
        joined = {key: np.concatenate([one[key] for one in samples]) for key in samples[0]}
        shares = self._shares(terms, joined)
        best = np.unique(np.concatenate([np.argsort(shares[k])[-BEST:] for k in light]))
        chosen = {key: values[best] for key, values in joined.items()}
        return self._settle(States(sample=chosen, group=np.concatenate(groups)[best]))


def _with_values(one: StateSample, leaf: Leaf, at: Points) -> StateSample:
    """One state with several values of a name."""
    sample = {key: np.repeat(values, len(at)) for key, values in one.items()}
    sample[leaf] = np.asarray(at, dtype=float)
    return sample


def side_text(s: Node) -> str:
    """A side of a switch in words."""
    match s:
        case Negative(operand=operand):
            return f"{print_tree(operand)} < 0"
    return f"{print_tree(s)} > 0"

"""Multipliers that the user writes with another sign, scale or name than the model.

A multiplier lam_NAME of the model may have the opposite sign: then the user wrote its constraint with the
opposite sign. A multiplier with another name is a constant multiple of one of the model, the same at all
states with the same parameters. All statements of a text must agree on this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from dalembert._compare.reference import Reference
from dalembert._compare.statement import Statement
from dalembert._compare.states import States
from dalembert._expression.tree import Node, Number, Power, Product, Sum, with_operands
from dalembert._expression.walk import fold, names
from dalembert._model.records import multiplier_names
from dalembert._verify.points import StateSample

Points = NDArray[np.float64]
RIGHT = 1e-9  # a left side that vanishes, relative to the sum of absolute terms
MOST = 300  # the most assignments of names that are tried
SPARE = 6  # states more than unknown factors
NEAR = 1e-6  # distance of a factor from ±1
SCALES = (1.0, -1.0, 2.0, -2.0, 0.5, -0.5)  # factors of a multiplier that are tried in a wrong equation


@dataclass(frozen=True, slots=True)
class Meaning:
    """A multiplier as a multiple of one of the model: the factor for each set of parameters."""

    of: str
    factors: tuple[float, ...]

    @property
    def constant(self) -> float | None:
        """The factor, where it is the same for all parameters."""
        first = self.factors[0]
        return first if all(abs(f - first) <= 1e-6 * abs(first) for f in self.factors) else None


Meanings = Mapping[str, Meaning]


def multipliers_in(one: Statement, reference: Reference) -> tuple[str, ...]:
    """The multipliers of the model in a statement."""
    used = names(one.root)
    return tuple(name for name in multiplier_names(reference.model) if (name, 0) in used)


def with_meanings(states: States, meanings: Meanings) -> StateSample:
    """The sample of states with the values of the user's multipliers."""
    sample = dict(states.sample)
    for name, meaning in meanings.items():
        factors = np.array(meaning.factors)[np.minimum(states.group, len(meaning.factors) - 1)]
        sample[name, 0] = states.sample[meaning.of, 0] * factors
    return sample


def vanishes(
    one: Statement, reference: Reference, sample: StateSample, group: NDArray[np.int64]
) -> bool | None:
    """Whether a statement holds at all states where it can be evaluated; None where these are too few."""
    values, sizes = reference.values_and_sizes([_multiplied_out(one.root)], sample)
    known = np.isfinite(values[0]) & np.isfinite(sizes[0])
    if known.sum() < max(8, len(known) // 4) or len(np.unique(group[known])) < 2:
        return None
    return bool(np.all(np.abs(values[0][known]) <= RIGHT * sizes[0][known]))


def _multiplied_out(root: Node) -> Node:
    """Small powers of sums written as products, so that the sizes of terms are known where they vanish."""

    def combine(node: Node, below: tuple[Node, ...]) -> Node:
        match node, below:
            case Power(), (Sum() as base, Number(value=count)) if count in (2, 3, 4):
                return Product((base,) * int(count))
        return with_operands(node, below)

    return fold(root, lambda node: node, combine)


def meanings_of(one: Statement, reference: Reference, states: States) -> Meanings | None:
    """The meanings of multipliers with which a statement holds; None where it holds with none."""
    groups = int(states.group.max(initial=0)) + 1
    same = {name: Meaning(name, (1.0,) * groups) for name in multipliers_in(one, reference)}
    if not one.own_names and vanishes(one, reference, with_meanings(states, same), states.group):
        return same
    if not one.own_names and not same:
        return None
    for chosen in _choices(one, reference, tuple(same)):
        of_statement = {name: of for name, of in chosen.items() if name in one.own_names}
        for fitted in (of_statement, chosen) if of_statement else (chosen,):
            factors = _fit_factors(one, reference, states, fitted)
            whole = None if factors is None else {**same, **factors}
            if whole is not None and vanishes(one, reference, with_meanings(states, whole), states.group):
                return whole
    if not one.own_names:
        for flipped in (tuple(same), *((name,) for name in same)):
            tried = same | {name: Meaning(name, (-1.0,) * groups) for name in flipped}
            if vanishes(one, reference, with_meanings(states, tried), states.group):
                return tried
    return None


def _choices(one: Statement, reference: Reference, same: Sequence[str]) -> Iterator[dict[str, str]]:
    """The possible assignments of the user's names to multipliers of the model."""
    ours = multiplier_names(reference.model)
    for k, chosen in enumerate(product(ours, repeat=len(one.own_names))):
        if k >= MOST:
            return
        if len(set(chosen)) == len(chosen):
            yield dict(zip(one.own_names, chosen, strict=True)) | {name: name for name in same}


def _fit_factors(
    one: Statement, reference: Reference, states: States, chosen: Mapping[str, str]
) -> dict[str, Meaning] | None:
    """The factors by least squares: one for a multiplier of the model, else one per set of parameters."""
    none = {(name, 0): np.zeros(states.count) for name in chosen}
    base = reference.values([one.root], {**states.sample, **none})[0]
    groups = np.unique(states.group)
    columns: list[Points] = []
    for name, of in chosen.items():
        with_one = {**states.sample, **none, (name, 0): states.sample[of, 0]}
        column = reference.values([one.root], with_one)[0] - base
        if name in one.own_names:
            columns += [np.where(states.group == g, column, 0.0) for g in groups]
        else:
            columns.append(column)
    matrix = np.stack(columns, axis=1)
    known = np.isfinite(base) & np.isfinite(matrix).all(axis=1)
    weights = 1 / np.maximum(np.abs(base) + np.abs(matrix).sum(axis=1), 1e-300)
    matrix, base, weights = matrix[known], base[known], weights[known]
    scale = np.linalg.norm(matrix * weights[:, np.newaxis], axis=0) if known.any() else np.zeros(1)
    if known.sum() < len(columns) + SPARE or not scale.all():
        return None
    scaled = matrix * weights[:, np.newaxis] / scale
    parts = np.linalg.lstsq(scaled, -base * weights, rcond=None)[0]
    if np.min(np.abs(parts)) <= RIGHT * np.linalg.norm(base * weights):
        return None  # a multiplier without effect
    solved = list(parts / scale)
    meanings: dict[str, Meaning] = {}
    many = int(states.group.max()) + 1
    for name, of in chosen.items():
        factors = [1.0] * many
        if name in one.own_names:
            for g in groups:
                factors[g] = _simple_factor(float(solved.pop(0)))
        else:
            sign = float(solved.pop(0))
            if abs(abs(sign) - 1) > NEAR:
                return None
            factors = [float(np.sign(sign))] * many
        meanings[name] = Meaning(of, tuple(factors))
    return meanings


def _simple_factor(value: float) -> float:
    """A factor without its rounding, where it is a quotient of small whole numbers."""
    for below in (1, 2, 3, 4, 6):
        if round(value * below) and abs(value * below - round(value * below)) < NEAR * abs(value * below):
            return round(value * below) / below
    return value


def majority_meanings(of_statements: Sequence[Meanings | None]) -> dict[str, Meaning]:
    """The meaning of each multiplier in most statements; the model's own where there is a tie."""
    votes: dict[str, Counter[tuple[str, tuple[float, ...]]]] = {}
    for meanings in of_statements:
        for name, meaning in (meanings or {}).items():
            votes.setdefault(name, Counter())[_rounded_meaning(meaning)] += 1
    chosen: dict[str, Meaning] = {}
    for name, counter in votes.items():
        most = max(counter.values())
        best = [key for key, count in counter.items() if count == most]
        plain = next((key for key in best if key[0] == name and set(key[1]) == {1.0}), best[0])
        whole = next(
            m
            for meanings in of_statements
            for n, m in (meanings or {}).items()
            if n == name and _rounded_meaning(m) == plain
        )
        chosen[name] = whole
    return chosen


def _rounded_meaning(meaning: Meaning) -> tuple[str, tuple[float, ...]]:
    return meaning.of, tuple(float(f"{factor:.5g}") for factor in meaning.factors)


def with_common(
    one: Statement, meanings: Meanings | None, common: Meanings, reference: Reference, states: States
) -> Meanings | None:
    """The common meanings where a statement holds with them, else its own.

    A multiplier may have no effect at the states of a model (in a parallelogram that stays one).
    """
    if meanings is not None and not differs(meanings, common):
        return meanings
    groups = int(states.group.max(initial=0)) + 1
    shared = {name: Meaning(name, (1.0,) * groups) for name in multipliers_in(one, reference)}
    shared |= {name: common[name] for name in (*shared, *one.own_names) if name in common}
    if not all(name in shared for name in one.own_names):
        return meanings
    return shared if vanishes(one, reference, with_meanings(states, shared), states.group) else meanings


def differs(meanings: Meanings, common: Meanings) -> tuple[str, ...]:
    """The multipliers whose meaning in a statement differs from the common one."""
    return tuple(
        name
        for name, m in meanings.items()
        if name in common and _rounded_meaning(m) != _rounded_meaning(common[name])
    )


def guesses(one: Statement, reference: Reference, common: Meanings, groups: int) -> Iterator[Meanings]:
    """Possible meanings of multipliers in a statement that does not hold, likely ones first."""
    same = multipliers_in(one, reference)
    unknown = [name for name in one.own_names if name not in common]
    known = {name: common[name] for name in one.own_names if name in common}
    for scale in (1.0, -1.0) if same else (1.0,):
        base = known | {name: common.get(name, Meaning(name, (scale,) * groups)) for name in same}
        if not unknown:
            yield base
            continue
        ours = multiplier_names(reference.model)
        ways = product(product(ours, SCALES), repeat=len(unknown))
        for k, chosen in enumerate(ways):
            if k >= MOST // 5:
                break
            yield base | {
                name: Meaning(of, (by,) * groups) for name, (of, by) in zip(unknown, chosen, strict=True)
            }

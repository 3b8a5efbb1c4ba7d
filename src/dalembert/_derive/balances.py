"""The balances of momentum and of angular momentum of bodies on the bench: each term symbolically."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dalembert._derive.choice import EXPAND
from dalembert._derive.derive import derive
from dalembert._derive.engine import Symbolic
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import NotAvailable
from dalembert._derive.workbench import Workbench
from dalembert._model.bodies.balances import Balances, balances_of
from dalembert._model.bodies.free_bodies import JOINT, Load, Names
from dalembert._words.message import Symbol, say

Components = list[Symbolic]


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyTerms:
    """The terms of the two balances of a body; `force` and `moment` are the sums of all loads."""

    body: str
    velocity: Components
    acceleration: Components
    angular_velocity: Components
    angular_acceleration: Components
    momentum: Components
    angular_momentum: Components
    momentum_rate: Components
    angular_momentum_rate: Components
    force: Components
    moment: Components


@dataclass(frozen=True, slots=True, kw_only=True)
class BalancesOnBench:
    """A model with its balances, what computes with it, and the terms of every body."""

    balances: Balances
    bench: Workbench
    bodies: tuple[BodyTerms, ...]
    besides: Components  # the effort on each coordinate of what is in no balance


def on_bench(derived: Equations, *, with_tree: bool) -> BalancesOnBench:
    """The terms of all bodies; `with_tree`: loads of joints that carry coordinates too."""
    balances = balances_of(derived.model)
    if balances is None:
        raise NotAvailable(say("form_needs_bodies"))
    if derived.model.contacts:
        raise NotAvailable(say("form_contacts", names=tuple(Symbol(c.name) for c in derived.model.contacts)))
    if balances.loose:
        raise NotAvailable(say("form_other_forces", names=tuple(map(Symbol, balances.loose))))
    bench = Workbench(balances.model)
    trees = {one.name: one.expression.root for one in balances.model.outputs}

    def built(names: Names) -> Components:
        return [bench.build(trees[name]) for name in names]

    bodies = []
    for one in balances.bodies:
        kept = [
            load
            for load in one.body.loads
            if with_tree or load.kind != JOINT or load.name not in balances.tree
        ]
        centre = built(one.body.centre)
        forces = [[load.sign * e for e in built(load.force)] for load in kept if load.force]
        moments = [moment for load in kept for moment in _moments(load, centre, built)]
        bodies.append(
            BodyTerms(
                body=one.body.name,
                velocity=built(one.velocity),
                acceleration=built(one.acceleration),
                angular_velocity=built(one.angular_velocity),
                angular_acceleration=built(one.angular_acceleration),
                momentum=built(one.momentum),
                angular_momentum=built(one.angular_momentum),
                momentum_rate=built(one.momentum_rate),
                angular_momentum_rate=built(one.angular_momentum_rate),
                force=_sums(forces, len(one.momentum)),
                moment=_sums(moments, len(one.angular_momentum)),
            )
        )
    besides = [-bench.build(row.left) for row in derive(balances.besides, EXPAND).coordinates]
    return BalancesOnBench(balances=balances, bench=bench, bodies=tuple(bodies), besides=besides)


def _moments(load: Load, centre: Components, built: Callable[[Names], Components]) -> Iterator[Components]:
    """The torque of a load, and the moment of its force about the mass centre."""
    if load.torque:
        yield [load.sign * one for one in built(load.torque)]
    if load.force:
        arm = [a - c for a, c in zip(built(load.at), centre, strict=True)]
        yield [load.sign * one for one in crossed(arm, built(load.force))]


def crossed(a: Components, b: Components) -> Components:
    """A cross product; in the plane it is one number."""
    if len(a) == 2:
        return [a[0] * b[1] - a[1] * b[0]]
    return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]


def _sums(vectors: list[Components], count: int) -> Components:
    return [sum((vector[i] for vector in vectors), start=0) for i in range(count)]

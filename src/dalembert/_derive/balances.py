"""The balances of momentum and angular momentum of bodies as SymEngine expressions, term by term."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import symengine as se

from dalembert._derive.choice import EXPAND
from dalembert._derive.derive import derive
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import NotAvailable, without_bodies
from dalembert._derive.from_symengine import ACCELERATION, POSITION, VELOCITY
from dalembert._derive.to_symengine import Symbolic, symbol
from dalembert._derive.workbench import Workbench
from dalembert._model.bodies.balances import Balance, Balances, BodyRotation, balances_of
from dalembert._model.bodies.free_bodies import ELEMENT, Load, Names
from dalembert._model.bodies.texts import canonical
from dalembert._words.message import Symbol, say

SHORT = 3  # the most nodes of a component of a force that gets no name of its own
ZERO = se.Integer(0)
Components = list[Symbolic]


@dataclass(frozen=True, slots=True, kw_only=True)
class EulerTerms:
    """J ω' + ω × J ω = M of a body in its axes; `names` says what the symbols in it stand for.

    Entries of R, and components of ω and ω', are replaced by names where they are longer than a name.
    """

    names: dict[str, Symbolic]
    left: Components
    moment: Components


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
    held_force: Components  # the part of reactions whose vanishing work is an equation of its own
    held_moment: Components
    euler: EulerTerms | None  # of a body with rotational inertia in space


@dataclass(frozen=True, slots=True, kw_only=True)
class HingeTerms:
    """Of each motion of a hinge: whether it turns, the rate of (angular) momentum, the moment or force."""

    name: str
    rows: tuple[tuple[bool, Symbolic, Symbolic], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolicBalances:
    """The balances of a model, the workbench that builds their expressions, and the terms of every body."""

    balances: Balances
    bench: Workbench
    with_tree: bool = False  # with the loads of the joints of the tree, which carry coordinates
    named: bool = False  # long forces of elements are replaced by names, whose expressions are in `laws`
    laws: dict[str, Symbolic] = field(default_factory=dict)

    def build(self, names: Names) -> Components:
        """The expressions of outputs."""
        trees = {one.name: one.expression.root for one in self.balances.model.outputs}
        return [self.bench.build(trees[name]) for name in names]

    def terms(self) -> tuple[BodyTerms, ...]:
        """The terms of all bodies."""
        return tuple(self._terms(one) for one in self.balances.bodies)

    def other_efforts(self) -> Components:
        """The effort on each coordinate of all terms that belong to no balance."""
        rows = derive(self.balances.besides, EXPAND).coordinates
        return [-self.bench.build(row.left) for row in rows]

    def _terms(self, one: Balance) -> BodyTerms:
        kept = [load for load in one.body.loads if self.with_tree or not self.balances.does_no_work(load)]
        centre = self.build(one.body.centre)
        count, turns = len(one.momentum), len(one.angular_momentum)
        force, moment = self._force_and_moment(kept, centre, count, turns)
        held_loads = [load for load in kept if self.balances.is_held(load)]
        held_force, held_moment = self._force_and_moment(held_loads, centre, count, turns)
        return BodyTerms(
            body=one.body.name,
            velocity=self.build(one.velocity),
            acceleration=self.build(one.acceleration),
            angular_velocity=self.build(one.angular_velocity),
            angular_acceleration=self.build(one.angular_acceleration),
            momentum=self.build(one.momentum),
            angular_momentum=self.build(one.angular_momentum),
            momentum_rate=self.build(one.momentum_rate),
            angular_momentum_rate=self.build(one.angular_momentum_rate),
            force=force,
            moment=moment,
            held_force=held_force,
            held_moment=held_moment,
            euler=self._euler(one.body_rotation, kept, centre) if one.body_rotation is not None else None,
        )

    def _euler(self, rotating: BodyRotation, loads: list[Load], centre: Components) -> EulerTerms:
        """J ω' + ω × J ω = Σ Rᵀ M + r × Rᵀ F, with r in body axes where it is known there."""
        names: dict[str, Symbolic] = {}
        R = _rows_of(self._symbols_of(rotating.rotation_names, self.build(rotating.rotation), names))
        omega = self._symbols_of(rotating.omega_names, self.build(rotating.omega), names)
        rates = tuple(f"{name}'" for name in rotating.omega_names)
        omega_rate = self._symbols_of(rates, self.build(rotating.omega_rate), names)
        J = _rows_of(self.build(rotating.inertia))
        turned = cross_product(omega, _product(J, omega))
        left = [a + b for a, b in zip(_product(J, omega_rate), turned, strict=True)]
        moments: list[Components] = []
        back = [[R[j][i] for j in range(3)] for i in range(3)]
        for load in loads:
            if load.force and load.arm:
                force = _product(back, self._load_vector(load, "force"))
                moments.append([load.sign * one for one in cross_product(self.build(load.arm), force)])
                if load.torque:
                    torque = _product(back, self._load_vector(load, "torque"))
                    moments.append([load.sign * one for one in torque])
            else:
                moments += [_product(back, moment) for moment in self._moments(load, centre)]
        moment = _sums(moments, 3)
        used = {name for row in (*left, *moment) if row != 0 for name in map(str, row.free_symbols)}
        return EulerTerms(names={n: e for n, e in names.items() if n in used}, left=left, moment=moment)

    def _symbols_of(self, names: Names, values: Components, known: dict[str, Symbolic]) -> Components:
        """The components, long ones replaced by symbols whose expressions are added to `known`."""
        long = {name: e for name, e in zip(names, values, strict=True) if self.bench.size(e) > SHORT}
        known |= long
        return [symbol(name) if name in long else e for name, e in zip(names, values, strict=True)]

    def _force_and_moment(
        self, loads: Iterable[Load], centre: Components, count: int, turns: int
    ) -> tuple[Components, Components]:
        """The force of some loads, and their moment about a point."""
        forces = [[load.sign * e for e in self._load_vector(load, "force")] for load in loads if load.force]
        moments = [moment for load in loads for moment in self._moments(load, centre)]
        return _sums(forces, count), _sums(moments, turns)

    def hinges(self) -> Iterator[HingeTerms]:
        """The balances about the hinges; raises `NotAvailable` where an effort acts that no joint has."""
        names = [c.name for c in self.balances.model.coordinates]
        efforts = dict(zip(names, self.other_efforts(), strict=True))
        still = {symbol(f"lam_{name}"): 0 for name in self.balances.norms}
        known = {*self.balances.efforts, *self.balances.loose}
        others = [
            name
            for name in names
            if name not in known and self.bench.tidy(efforts[name]).xreplace(still) != 0
        ]
        if others:
            raise NotAvailable(say("form_other_forces", names=tuple(map(Symbol, others))))
        for hinge in self.balances.hinges.hinges:
            at, rates, actions = self.build(hinge.at), [], []
            for one, loads in self.balances.loads_beyond(hinge):
                arm = [a - b for a, b in zip(self.build(one.body.centre), at, strict=True)]
                force, turning = self.build(one.momentum_rate), self.build(one.angular_momentum_rate)
                moment = [a + b for a, b in zip(cross_product(arm, force), turning, strict=True)]
                rates.append((force, moment))
                actions.append(self._force_and_moment(loads, at, len(force), len(moment)))
            effort = (
                hinge.sign * efforts[hinge.coordinate] if hinge.coordinate in self.balances.efforts else ZERO
            )
            rows = []
            for which, axes in ((1, hinge.turns), (0, hinge.slides)):
                for axis in axes:
                    u = self.build(axis) if axis else [se.Integer(1)]
                    sums = [
                        sum((a * b for pair in some for a, b in zip(u, pair[which], strict=True)), start=ZERO)
                        for some in (rates, actions)
                    ]
                    rows.append((bool(which), sums[0], sums[1] + effort))
            yield HingeTerms(name=hinge.name, rows=tuple(rows))

    def _moments(self, load: Load, centre: Components) -> Iterator[Components]:
        """The torque of a load, and the moment of its force about a point."""
        if load.torque:
            yield [load.sign * one for one in self._load_vector(load, "torque")]
        if load.force:
            arm = [a - c for a, c in zip(self.build(load.at), centre, strict=True)]
            yield [load.sign * one for one in cross_product(arm, self._load_vector(load, "force"))]

    def _load_vector(self, load: Load, word: str) -> Components:
        """A force or a torque; with `named` long components of elements are replaced by their names."""
        vector = self.build(load.force if word == "force" else load.torque)
        if not self.named or load.kind != ELEMENT:
            return vector
        names = names_of(load, word)
        laws = {name: e for name, e in zip(names, vector, strict=True) if self.bench.size(e) > SHORT}
        self.laws.update(laws)
        return [symbol(name) if name in laws else e for name, e in zip(names, vector, strict=True)]


def names_of(load: Load, word: str) -> Names:
    """The names of the components of an element's force or torque."""
    count = len(load.force if word == "force" else load.torque)
    name = f"{load.name}.{word}_fixed"
    return tuple(canonical(f"{name}[{i + 1}]") for i in range(count)) if count > 1 else (canonical(name),)


def symbolic_balances(derived: Equations, *, with_tree: bool, named: bool = False) -> SymbolicBalances:
    """The balances of bodies; raises `NotAvailable` where not everything that acts on them is known."""
    balances = balances_of(derived.model)
    if balances is None or not balances.bodies:  # a network alone has none
        raise without_bodies()
    if with_tree and balances.unplaced:
        raise NotAvailable(say("form_contacts", names=tuple(map(Symbol, balances.unplaced))))
    if balances.loose:
        raise NotAvailable(say("form_other_forces", names=tuple(map(Symbol, balances.loose))))
    elements = {load for one in balances.bodies for load in one.body.loads if load.kind == ELEMENT}
    names = {name for load in elements for word in ("force", "torque") for name in names_of(load, word)}
    bench = Workbench(balances.model, sorted(names), ranks=_ranks(balances))
    return SymbolicBalances(balances=balances, bench=bench, with_tree=with_tree, named=named)


def _ranks(balances: Balances) -> dict[str, int]:
    """The ranks by which names of rotations and angular velocities are sorted in products."""
    turning = [one.body_rotation for one in balances.bodies if one.body_rotation is not None]
    ranks = {name: POSITION for one in turning for name in one.rotation_names}
    ranks |= {name: VELOCITY for one in turning for name in one.omega_names}
    return ranks | {f"{name}'": ACCELERATION for one in turning for name in one.omega_names}


def _rows_of(entries: Components) -> list[Components]:
    """A matrix of three columns, given row by row."""
    return [entries[i : i + 3] for i in (0, 3, 6)]


def _product(matrix: list[Components], vector: Components) -> Components:
    return [sum((a * b for a, b in zip(row, vector, strict=True)), start=ZERO) for row in matrix]


def cross_product(a: Components, b: Components) -> Components:
    """A cross product; in the plane its one component."""
    if len(a) == 2:
        return [a[0] * b[1] - a[1] * b[0]]
    return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]


def _sums(vectors: list[Components], count: int) -> Components:
    return [sum((vector[i] for vector in vectors), start=ZERO) for i in range(count)]

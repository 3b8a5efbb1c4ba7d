"""Energies and bodies of one model compared: T, the rate of V, the conditions of joints, at seeded states.

Bodies whose energies are written (`energies = "written"`) say again what the energies say. They must be the
same system for all values of the parameters, which are drawn near their values if nothing differs for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._expression.source import Flaw, Source, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.bodies.energies_twice import EnergiesTwice, energies_twice
from dalembert._model.records import Model, Term, constraints_of
from dalembert._model.structures import StructureCache
from dalembert._model.survey import survey
from dalembert._model.values import values_of

Array = NDArray[Any]
STATES, SEED = 4, 27
SPREAD = 0.2
NEAR = 1e-9  # relative to the sizes of the terms: far above rounding, far below any mistake
RULE = "bodies"
REMEMBERED = 8
_the_same: StructureCache[bool] = StructureCache(
    REMEMBERED
)  # structures whose bodies are those of their energies
MOST = 6  # the most names in a message


def other_bodies(model: Model) -> tuple[Flaw, ...]:
    """The flaws of bodies beside written energies that are not those of the energies."""
    both = energies_twice(model) if _the_same.find(model) is None else None
    if both is None:
        return ()
    states = _States(both)
    flaws = _flaws(both, states)
    if not flaws:
        states.draw(SPREAD)
        flaws = tuple(map(_for_other_values, _flaws(both, states)))
    if not flaws:
        _the_same.keep(model, True)
    return flaws


def _flaws(both: EnergiesTwice, states: _States) -> tuple[Flaw, ...]:
    """What differs at some states."""
    energies = (*_of_energies(both, states, "kinetic"), *_of_energies(both, states, "potential"))
    return (*energies, *(tuple(_of_joints(both, states)) or tuple(_of_motions(both, states))))


def _for_other_values(flaw: Flaw) -> Flaw:
    """A difference that the present values of the parameters do not show; a sweep would be wrong by it."""
    hint = "use the parameters of the energies in the bodies too, not their values"
    message = f"for other values of the parameters, {flaw.message}"
    return replace(flaw, message=message, hint=hint)


@dataclass(frozen=True, slots=True)
class _Difference:
    """Two values that should be the same, at a state in words."""

    at: str
    written: float
    of_bodies: float


class _States:
    """Seeded states of the companion, and expressions at them."""

    def __init__(self, both: EnergiesTwice) -> None:
        self.model = model = both.model
        self.engine = engine = Engine(model, survey(model))
        self._inputs = [engine.t, engine.q, engine.qd, engine.p, engine.u, engine.ud, engine.udd]
        self._inputs += [engine.s, engine.sd, engine.e]
        self.outputs = {one.name: engine.build(one.expression.root) for one in model.outputs}
        self.at: list[list[Array]] = []
        self.draw(0.0)

    def draw(self, spread: float) -> None:
        """Take other states, with parameters within some part of their values."""
        values, random = values_of(self.model), np.random.default_rng(SEED)
        first = np.array([values.first(c.name) for c in self.model.coordinates])
        known = [values.parameters.get(name) for name in values.names]
        self.at.clear()
        for _ in range(STATES):
            state = [random.normal(size=one.numel()) for one in self._inputs]
            state[1] = first + random.uniform(-0.7, 0.7, len(first))
            factors = random.uniform(1 - spread, 1 + spread, len(known))
            state[3] = np.array([1.0 if p is None else p for p in known]) * factors
            self.at.append(state)

    def values(self, expressions: Sequence[Scalar]) -> Array:
        """The values of expressions, a row for each state."""
        function = ca.Function("f", self._inputs, [ca.densify(ca.vertcat(ca.SX(0, 1), *expressions))])
        return np.array([np.array(function(*state)).ravel() for state in self.at])

    def difference(self, written: Scalar, of_bodies: Scalar, size: Scalar) -> _Difference | None:
        """Where two expressions differ most; None where they are the same at all finite states."""
        rows = self.values([written, of_bodies, size])
        with np.errstate(invalid="ignore"):
            sizes = np.maximum(np.abs(rows).max(axis=1), 1e-300)
            off = np.where(np.isfinite(rows).all(axis=1), np.abs(rows[:, 0] - rows[:, 1]) / sizes, -1.0)
        k = int(np.argmax(off))
        return None if 0 <= off[k] <= NEAR else _Difference(self.words(k), *map(float, rows[k, :2]))

    def words(self, k: int) -> str:
        """A state as text: the values of its first few coordinates."""
        names = [c.name for c in self.model.coordinates][:3]
        pairs = zip(names, self.at[k][1], self.at[k][2], strict=False)
        return "at " + ", ".join(f"{name} = {q:.4g}, {name}' = {qd:.4g}" for name, q, qd in pairs)

    def rate(self, V: Scalar) -> Scalar:
        """∂V/∂q · q': what of a potential energy moves the system."""
        return ca.jtimes(V, self.engine.q, self.engine.qd)


def _of_energies(both: EnergiesTwice, states: _States, kind: str) -> Iterator[Flaw]:
    """The first body whose energy is not the one written by its name, else the sums where they differ."""
    kinetic = kind == "kinetic"
    given = both.model.kinetic if kinetic else both.model.potential
    written = {one.name: one for one in given if one.name not in both.added}
    built = {name: states.engine.build(one.expression.root) for name, one in written.items()}
    made = {one.name: states.outputs[one.kinetic if kinetic else one.potential] for one in both.bodies}
    if not kinetic:
        built = {name: states.rate(V) for name, V in built.items()}
        made = {name: states.rate(V) for name, V in made.items()}
    size = sum((ca.fabs(one) for one in (*built.values(), *made.values())), start=ca.SX(0))
    whole = states.difference(_sum(built), _sum(made), size)
    if whole is None:
        return
    what = "kinetic energy" if kinetic else "rate of the potential energy"
    gives = "mass, inertia and place of the body" if kinetic else "mass and gravity"
    for body in both.bodies:
        difference = (
            states.difference(built[body.name], made[body.name], size) if body.name in built else None
        )
        if difference is not None:
            message = (
                f"the {what} `{body.name}` is not that of the body `{body.name}`: {difference.at} it is "
            )
            message += f"{difference.written:.6g}, but {gives} give {difference.of_bodies:.6g}"
            hint = f"correct [energy.{kind}] {body.name}, or [bodies.{body.name}]"
            yield _flaw(written[body.name].expression.source, message, hint)
            return
    message = (
        f"the {what} under [energy] is not that of the bodies: {whole.at} it is {whole.written:.6g}, but "
    )
    message += f"{_list_of(made)} give {whole.of_bodies:.6g}"
    yield _flaw(both.bodies[0].location if both.bodies else None, message, _cure(written, made, kind))


def _cure(written: Mapping[str, Term], made: Mapping[str, Scalar], kind: str) -> str:
    """What to do where the sums differ: terms and bodies that have no partner are named."""
    alone, missing = [one for one in written if one not in made], [one for one in made if one not in written]
    if alone and not missing:
        return f"write what {_list_of(alone)} stands for as bodies or [elements]"
    if missing and not alone:
        return f"add the {kind} energy of {_list_of(missing)} to [energy.{kind}], or delete the body"
    return f"name the terms of [energy.{kind}] like the bodies to see which one differs"


def _of_joints(both: EnergiesTwice, states: _States) -> Iterator[Flaw]:
    """The first condition of each joint that does not hold by itself or is not its constraint."""
    rows = {c.name: c.expression.root for c in constraints_of(both.model, "displacement")}
    unknown = [one for one in both.conditions if one.constraint and one.constraint not in rows]
    for one in unknown:
        near = nearest(one.constraint, tuple(rows))
        message = (
            f"there is no displacement constraint `{one.constraint}`, which the joint `{one.joint}` names"
        )
        yield _flaw(
            one.location, message, f"did you mean `{near}`?" if near else "write it under [constraints]"
        )
    conditions = [one for one in both.conditions if one not in unknown]
    of_joints = states.values([states.outputs[one.output] for one in conditions])
    wanted = states.values(
        [states.engine.build(rows[one.constraint]) if one.constraint else ca.SX(0) for one in conditions]
    )
    reported = {one.joint for one in unknown}
    for one, of_joint, given in zip(conditions, of_joints.T, wanted.T, strict=True):
        k = int(np.argmax(np.where(np.isfinite(of_joint - given), np.abs(of_joint - given), -1.0)))
        size = np.maximum(1.0, np.maximum(np.abs(of_joint[k]), np.abs(given[k])))
        if one.joint in reported or np.abs(of_joint[k] - given[k]) <= NEAR * size:
            continue
        reported.add(one.joint)
        if not one.constraint:
            message = f"the joint `{one.joint}` does not hold where the coordinates place its bodies: "
            message += f"{states.words(k)} its condition {one.number} is {of_joint[k]:.6g}, not 0"
            hint = "correct the points or places of its bodies, or name the constraints that hold it: "
            yield _flaw(one.location, message, hint + 'constraints = ["phi1", "phi2"]')
            continue
        message = f"`{one.constraint}` is not condition {one.number} of the joint `{one.joint}`: "
        message += f"{states.words(k)} it is {given[k]:.6g}, but the joint gives {of_joint[k]:.6g}"
        opposite = np.abs(of_joint[k] + given[k]) <= NEAR * size
        others = "the conditions of a joint are the components of r₁ − r₂, then that of its angle"
        yield _flaw(one.location, message, "swap the two names in `between`" if opposite else others)


def _of_motions(both: EnergiesTwice, states: _States) -> Iterator[Flaw]:
    """Joints that leave the bodies other motions than those of the coordinates."""
    if both.motions is None:
        return
    jacobians = [
        ca.jacobian(ca.vertcat(*(states.outputs[name] for name in body.motion)), states.engine.qd)
        for body in both.bodies
    ]
    columns = {column for J in jacobians for column in J.sparsity().get_triplet()[1]}
    count, (least, most) = len(columns), both.motions
    for body, J in zip(both.bodies, jacobians, strict=True):
        if body.joined or not J.nnz():
            continue
        ranks = [np.linalg.matrix_rank(row.reshape(-1, J.size1())) for row in states.values([ca.vec(J)])]
        if max(ranks) < both.free:
            message = f"no joint holds the body `{body.name}`, which does not move freely"
            hint = f"join it to the body that guides it, as in [joints] {body.name}_pin = "
            yield _flaw(body.location, message, hint + '{ kind = "pin", between = [ … ] }')
            return
        least, most = least + both.free, most + both.free
    if not least <= count <= most:
        message = f"the joints leave the bodies {most} motions, but the coordinates move them in {count} ways"
        cure = "add the joint that is missing" if most > count else "delete the joint that is too many"
        yield _flaw(both.bodies[0].location, message, cure)


def _sum(terms: Mapping[str, Scalar]) -> Scalar:
    return sum(terms.values(), start=ca.SX(0))


def _list_of(names: Mapping[str, Any] | Sequence[str]) -> str:
    shown = [f"`{one}`" for one in names]
    return ", ".join(shown[:MOST]) + (", …" if len(shown) > MOST else "")


def _flaw(source: Source | None, message: str, hint: str) -> Flaw:
    return flaw_at(source, rule=RULE, message=message, hint=hint)

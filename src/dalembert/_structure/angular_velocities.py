"""Angular velocities in the model compared with those of their rotation matrices, and RᵀR = 1 checked."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.tree import Node
from dalembert._lower.to_casadi import Engine
from dalembert._model.records import AngularVelocity, Model, constraints_of
from dalembert._model.survey import survey
from dalembert._model.values import values_of

Array = NDArray[Any]
STATES, TRIES, STEPS = 3, 12, 30
NEAR = 1e-8  # relative to the sizes of both, far above rounding and far below any mistake


def wrong_angular_velocities(model: Model) -> Iterator[Flaw]:
    """Angular velocities of the model that are not the angular velocity of the rotation they name."""
    if not model.angular_velocities and not any(one.entries for one in model.rotations):
        return
    states = _States(model)
    for one in model.angular_velocities:
        yield from _flaws_of(one, states)
    yield from _no_rotations(model, states)


def _no_rotations(model: Model, states: _States) -> Iterator[Flaw]:
    """The first matrix whose angular velocity is used although it is no rotation: RᵀR is not 1."""
    rotations = [one for one in model.rotations if one.entries]
    roots = [[entry.root for entry in one.entries] for one in rotations]
    for one, values in zip(rotations, states.values_of_all(roots), strict=True):
        side = isqrt(len(one.entries))
        matrices = values.reshape(-1, side, side)
        off = np.abs(np.einsum("nki,nkj->nij", matrices, matrices) - np.eye(side)).max(
            axis=(1, 2), initial=0.0
        )
        wrong = np.flatnonzero(off > NEAR)
        if not len(wrong):
            continue
        shown = f"`{one.name}`" if one.name else "the matrix here"
        message = (
            f"an angular velocity is asked of {shown}, which is no rotation: {states.text(int(wrong[0]))}"
            f" its columns are not of length 1 and at right angles, by {off[wrong[0]]:.2g}"
        )
        hint = (
            "make it of rot_x, rot_y, rot_z or rot_axis; rot_quaternion needs the displacement constraint"
            " e0^2 + e1^2 + e2^2 + e3^2 = 1"
        )
        yield flaw_at(one.entries[0].source, rule="omega", message=message, hint=hint)
        return


def _flaws_of(one: AngularVelocity, states: _States) -> Iterator[Flaw]:
    pairs = [
        states.values([typed.root, exact.root])
        for typed, exact in zip(one.components, one.exact, strict=True)
    ]
    function = "omega" if one.axes == "body" else "omega_fixed"
    hint = f'write value = "{function}({one.rotation})"'
    if one.axes == "body":
        hint += ', or add axes = "fixed" if it is that in fixed axes'
    size = 1.0 + max(float(np.max(np.abs(values), initial=0.0)) for values in pairs)
    for k, values in enumerate(pairs, 1):
        wrong = np.flatnonzero(np.abs(values[:, 0] - values[:, 1]) > NEAR * size)
        if not len(wrong):
            continue
        typed, exact = values[wrong[0]]
        name = f"{one.name}[{k}]" if len(pairs) > 1 else one.name
        message = (
            f"`{name}` is not the angular velocity of `{one.rotation}` in {one.axes} axes: "
            f"{states.text(int(wrong[0]))} it is {typed:.6g}, but the rotation gives {exact:.6g}"
        )
        source = one.components[k - 1].source
        yield flaw_at(source, one.components[k - 1].root.span, rule="omega", message=message, hint=hint)


class _States:
    """Seeded states of a model that satisfy its displacement constraints, and expressions at them."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._engine = Engine(model, survey(model))
        engine = self._engine
        inputs = [engine.u, engine.ud, engine.udd]
        self._symbols = [engine.t, engine.q, engine.qd, engine.p, *inputs, engine.s, engine.sd, engine.e]
        roots = [engine.build(c.expression.root) for c in constraints_of(model, "displacement")]
        Phi = ca.vertcat(*roots) if roots else ca.SX(0, 1)
        flow = engine.drift(Phi) - ca.jacobian(Phi, engine.q) @ engine.qd
        self._constraints = ca.Function("Phi", self._symbols, [Phi, ca.jacobian(Phi, engine.q), flow])
        random = np.random.default_rng(15)
        drawn = (self._draw(random) for _ in range(TRIES))
        self._at = [state for state in drawn if state is not None][:STATES]

    def _draw(self, random: np.random.Generator) -> list[Array] | None:
        """Values of all symbols; None where the constraints could not be satisfied."""
        model, values = self._model, values_of(self._model)
        q = np.array([values.first(c.name) for c in model.coordinates])
        given = [values.parameters.get(name) for name in values.names]
        p = np.array([one if one is not None else random.uniform(0.5, 1.5) for one in given])
        sizes = [symbol.numel() for symbol in self._symbols]
        at = [random.normal(size=n) for n in sizes]
        at[1], at[3] = q + random.uniform(-0.6, 0.6, len(q)), p
        for _ in range(STEPS):
            Phi, G, _ = (np.array(part) for part in self._constraints(*at))
            if not len(Phi) or not np.all(np.isfinite(Phi)):
                break
            at[1] = at[1] - np.linalg.lstsq(G, Phi.ravel(), rcond=1e-10)[0]
        Phi, G, flow = (np.array(part) for part in self._constraints(*at))
        if not np.all(np.isfinite(Phi)) or np.any(np.abs(Phi) > 1e-10):
            return None
        if len(Phi):
            at[2] = at[2] - np.linalg.lstsq(G, G @ at[2] + flow.ravel(), rcond=1e-10)[0]
        return at

    def values(self, roots: list[Node]) -> Array:
        """The values of some expressions, one row for each state where all of them are finite."""
        return self.values_of_all([roots])[0]

    def values_of_all(self, lists: list[list[Node]]) -> list[Array]:
        """The values of several lists of expressions; each list has its own rows of finite states."""
        built = [ca.vertcat(*(self._engine.build(root) for root in roots)) for roots in lists]
        function = ca.Function("f", self._symbols, built)
        values = [function.call(at) for at in self._at]
        rows = [[np.array(one[k]).ravel() for one in values] for k in range(len(lists))]
        return [
            np.array([row for row in of_list if np.all(np.isfinite(row))]).reshape(-1, len(roots))
            for of_list, roots in zip(rows, lists, strict=True)
        ]

    def text(self, which: int) -> str:
        """A state as text: the values of its first few coordinates."""
        names = [c.name for c in self._model.coordinates][:3]
        pairs = zip(names, self._at[which][1], self._at[which][2], strict=False)
        return "at " + ", ".join(f"{name} = {q:.4g}, {name}' = {qd:.4g}" for name, q, qd in pairs)

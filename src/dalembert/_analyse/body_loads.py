"""The loads on the bodies of a model along a motion, and the largest forces and torques of joints.

The largest ones are those of the motion itself, also between its rows: for them the run is repeated with the
same steps (`_simulate/dense_run.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.along_motion import outputs_along, outputs_at
from dalembert._model.bodies.free_bodies import FreeBodies, FreeBody, Load, Names, free_bodies
from dalembert._simulate.dense_run import dense_states
from dalembert._simulate.motion import Motion, Status
from dalembert._simulate.motion_nodes import Nodes
from dalembert._simulate.polynomial_peaks import smallest_value
from dalembert._simulate.uncertain_outputs import uncertain_outputs

Array = NDArray[np.float64]
ENDED = (Status.ok, Status.limited, Status.flagged, Status.stopped)  # runs that can be repeated
NOTHING = 1e-9  # relative to the largest force or torque of a body: smaller ones are rounding


@dataclass(frozen=True, slots=True, kw_only=True)
class JointLoad:
    """The largest force and torque of a joint, in N and N m, and when they act.

    For a joint with an axis in space `radial` and `axial` are the largest loads across it and along it. They
    are not `unique` where joints are redundant: other loads belong to the same motion.
    """

    name: str
    force: float
    t_force: float
    torque: float
    t_torque: float
    radial: float | None = None
    t_radial: float | None = None
    axial: float | None = None
    t_axial: float | None = None
    unique: bool = True


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BodyLoads:
    """The free bodies, and the values of all loads on them at the rows of a motion.

    `between` are the nodes of the motion with the values there; the rows themselves without a dense run.
    """

    bodies: FreeBodies
    t: Array
    values: Array  # rows, outputs
    between: Nodes
    uncertain: frozenset[str] = frozenset()  # outputs that are not unique because joints are redundant

    def column(self, names: Names) -> Array:
        """A vector over the rows."""
        return self.values[:, [self.bodies.place(name) for name in names]]

    def acts(self, body: FreeBody, names: Names) -> bool:
        """Whether a force or torque on a body is more than rounding."""
        loads = tuple(name for load in body.loads for name in (*load.force, *load.torque))
        largest_of_these, largest = (
            np.max(np.abs(self.column(some)), initial=0.0) for some in (names, loads)
        )
        return bool(largest_of_these > NOTHING * largest)

    def are_unique(self, names: Names) -> bool:
        """Whether the motion determines some forces and torques."""
        return not self.uncertain.intersection(names)

    def joints(self) -> tuple[JointLoad, ...]:
        """The joints in their order, each with its extremes."""
        loads: dict[str, JointLoad] = {}
        for body in self.bodies.bodies:
            for load in body.loads:
                if load.kind == "joint" and load.name not in loads:
                    force, t_force = self._largest_values(body, load.force)
                    torque, t_torque = self._largest_values(body, load.torque)
                    loads[load.name] = JointLoad(
                        name=load.name,
                        force=force,
                        t_force=t_force,
                        torque=torque,
                        t_torque=t_torque,
                        **self._along_axis(body, load),
                        unique=self.are_unique((*load.force, *load.torque)),
                    )
        return tuple(loads.values())

    def _largest_values(self, body: FreeBody, names: Names) -> tuple[float, float]:
        if not self.acts(body, names):
            return 0.0, float(self.t[0])
        sizes, at_rows = (np.linalg.norm(values, axis=1) for values in self._at_nodes_and_rows(names))
        return self._largest_of(sizes, at_rows)

    def _along_axis(self, body: FreeBody, load: Load) -> dict[str, float]:
        """The largest loads across the axis of a joint and along it; empty where it has no axis."""
        if not load.axis:
            return {}
        pairs = tuple(
            zip(self._at_nodes_and_rows(load.force), self._at_nodes_and_rows(load.axis), strict=True)
        )
        along = [np.sum(force * axis, axis=1) for force, axis in pairs]
        across = [
            np.linalg.norm(force - component[:, None] * axis, axis=1)
            for (force, axis), component in zip(pairs, along, strict=True)
        ]
        loads = tuple(name for one in body.loads for name in one.force)
        nothing = NOTHING * float(np.max(np.abs(self.column(loads)), initial=0.0))
        largest: dict[str, float] = {}
        for word, (component, at_rows) in (("radial", across), ("axial", list(map(np.abs, along)))):
            size, t = self._largest_of(component, at_rows)
            largest |= {word: size, f"t_{word}": t} if size > nothing else {word: 0.0, f"t_{word}": self.t[0]}
        return largest

    def _at_nodes_and_rows(self, names: Names) -> tuple[Array, Array]:
        """A vector at the nodes of the motion, and at its rows."""
        places = [self.bodies.place(name) for name in names]
        return self.between.seen["outputs"][:, places], self.values[:, places]

    def _largest_of(self, sizes: Array, at_rows: Array) -> tuple[float, float]:
        rows = Nodes(t=self.t, seen={}, piece=np.full(len(self.t), -1))
        least, t = smallest_value(self.between, -sizes, rows, -at_rows)
        return -least, t


def body_loads(motion: Motion, *, dense: bool = False) -> BodyLoads | None:
    """The loads on the bodies of a model; None without bodies, or with too many to examine.

    With `dense` the largest loads are also searched between the rows. A ModelError is raised where the loads
    are not known.
    """
    bodies = free_bodies(motion.model) if len(motion.t) else None
    if bodies is None:
        return None
    values = outputs_along(motion, bodies.model)
    between = Nodes(t=motion.t, seen={"outputs": values}, piece=np.full(len(motion.t), -1))
    if dense and motion.status in ENDED:
        nodes = dense_states(motion.model)
        blocks = [nodes.seen[name] for name in ("q", "qd", "qdd", "s", "e", "lam")]
        blocks.append(np.concatenate([nodes.seen["contact"], nodes.seen["friction"]], axis=1))
        between = Nodes(
            t=nodes.t, seen={"outputs": outputs_at(bodies.model, nodes.t, blocks)}, piece=nodes.piece
        )
    return BodyLoads(
        bodies=bodies,
        t=motion.t,
        values=values,
        between=between,
        uncertain=uncertain_outputs(motion, bodies.model),
    )

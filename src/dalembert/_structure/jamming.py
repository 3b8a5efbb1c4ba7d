"""Whether forces that depend on forces have one solution: at the start of a model, and at seeded states.

Their determinant (`_lower/dependent_forces.py`) is 1 where no force acts on itself, and stays positive as the
feedback grows until the forces jam. Where it is not positive, there may be several solutions or none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._expression.source import Flaw
from dalembert._expression.tree import Name, Negative, Node
from dalembert._lower.closed_system import closed_system
from dalembert._lower.field import field
from dalembert._lower.idle_conditions import joint_conditions
from dalembert._lower.regularity import is_regular
from dalembert._lower.system import System
from dalembert._model.records import Constraint, Contact, Model
from dalembert._model.run_numbers import run_numbers
from dalembert._model.used_results import ACTING, UsedResult, used_results
from dalembert._model.values import Values, values_of
from dalembert._model.without_contacts import without_contacts

Array = NDArray[np.float64]
POINTS, SEED = 40, 11  # states that are examined besides the start
SPREAD = 0.5  # of a coordinate or speed, about its start
PASSES = 12  # of Newton's method onto the constraints
SHOWN = 4  # the most coordinates that a warning names


def jamming(model: Model, system: System) -> tuple[Flaw, ...]:
    """A warning where forces that depend on forces have no unique solution, at the first such state.

    Contacts whose forces enter other forces are examined closed, one at a time.
    """
    every = list(used_results(model, ACTING))
    if (
        not every
        or model.efforts
        or not is_regular(system, joint_conditions(model))
        or not system.has_dependent_forces
    ):
        return ()
    forces = {used.name: used for used in every}
    flaws = _at_states(model, system, every[0])
    for contact in model.contacts:
        used = forces.get(f"contact_{contact.name}")
        if used is not None and not contact.compliant and not flaws:
            closed_model = with_contact_closed(model, contact)
            flaws = _at_states(closed_model, closed_system(closed_model), used)
    return flaws


def with_contact_closed(model: Model, contact: Contact) -> Model:
    """The model with one contact as a constraint, the others open."""
    forces: dict[str, Node] = {f"contact_{contact.name}": Negative(Name(f"lam_{contact.name}"))}
    gap = Constraint(
        name=contact.name, kind="displacement", expression=contact.gap, location=contact.location
    )
    return replace(without_contacts(model, forces), constraints=(gap, *model.constraints))


def _at_states(model: Model, system: System, used: UsedResult) -> tuple[Flaw, ...]:
    """A warning at the first state at which the determinant is not positive."""
    made = _function(system)
    if made is None:
        return ()
    values = values_of(model)
    names = [c.name for c in model.coordinates]
    for k, (q, qd, determinant) in enumerate(_states(model, values, made)):
        if determinant > 0:
            continue
        where = "at the start" if k == 0 else f"at {_state_text(names, q, qd)}"
        message = (
            f"forces that depend on `{used.name}` have no unique solution {where}: the more they act,"
            f" the more they grow (determinant {determinant:.2g})"
        )
        hint = "a run that reaches such a state ends there; try a smaller coefficient"
        return (replace(used.flaw("jamming", message, hint), severity="warning"),)
    return ()


def _function(system: System) -> Callable[..., tuple[Array, ...]] | None:
    """Phi, its Jacobian, velocities, G and the determinant at a state; None where a table is needed."""
    lowered = field(system)
    arguments = [system.t, system.q, system.qd, system.s, system.p]
    parts = [system.Phi, system.Phi_q, system.velocity, system.G, lowered.saddle["determinant"]]
    made = ca.Function("jamming", arguments, [ca.densify(part) for part in parts], {"allow_free": True})
    if made.has_free():
        return None
    return lambda *given: tuple(np.array(part) for part in made(*given))


def _states(
    model: Model, values: Values, made: Callable[..., tuple[Array, ...]]
) -> list[tuple[Array, Array, float]]:
    """The start and seeded states around it, projected onto the constraints, with the determinant at each."""
    random = np.random.default_rng(SEED)
    p = np.array(values.vector(missing=1.0))
    s = np.array([values.first(state.name) for state in model.states])
    q0 = np.array([values.first(c.name) for c in model.coordinates])
    qd0 = np.array([values.speed.get(c.name, 0.0) for c in model.coordinates])
    t = run_numbers(model).t_start or 0.0
    states = []
    for k in range(1 + POINTS):
        part = SPREAD if k else 0.0
        q = q0 + part * random.normal(size=len(q0)) * (0.3 + np.abs(q0))
        qd = qd0 + part * random.normal(size=len(q0)) * (1.0 + np.abs(qd0))
        for _ in range(PASSES):
            phi, slope, *_ = made(t, q, qd, s, p)
            if not phi.size or not np.isfinite(slope).all():
                break
            q = q - np.linalg.pinv(slope) @ phi.ravel()
        phi, _, velocity, G, _ = made(t, q, qd, s, p)
        if velocity.size and np.isfinite(G).all():
            qd = qd - np.linalg.pinv(G) @ velocity.ravel()
        determinant = float(made(t, q, qd, s, p)[-1].ravel()[0])
        on = not phi.size or float(np.abs(phi).max()) <= 1e-8 * (1.0 + float(np.abs(q).max()))
        if on and np.isfinite(determinant):
            states.append((q, qd, determinant))
        elif k == 0:
            states.append((q, qd, 1.0))  # only a run finds the consistent start
    return states


def _state_text(names: list[str], q: Array, qd: Array) -> str:
    """A state as text: the values of a few coordinates and speeds."""
    pairs = [f"{name} = {value:.3g}" for name, value in zip(names, q, strict=True)][:SHOWN]
    pairs += [f"{name}' = {value:.3g}" for name, value in zip(names, qd, strict=True)][:SHOWN]
    return ", ".join(pairs)

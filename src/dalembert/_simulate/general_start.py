"""The consistent start of a general system, in the stages that the Σ-method gives.

At stage s < 0 the equations f_i^(s + c_i) = 0 hold for the derivatives x_j^(s + d_j); what came before is
known then. As in mechanics given values are kept and what nothing determines stays at its guess.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.general import GeneralDynamics, sizes
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.records import Model
from dalembert._model.values import parameter_values, value_in
from dalembert._simulate.level import TYPED, Equations, Level, Seen, near, noise_of, solved_level, spread
from dalembert._simulate.start import Start, first_value
from dalembert._words.message import Message

Array = NDArray[Any]


def general_start(model: Model, dynamics: GeneralDynamics, t: float, first: float | None = None) -> Start:
    """The start of a run at time t; where it begins at a kink, places are those of the kink at `first`."""
    plant, machine = dynamics.plant, dynamics.machine
    names, d = plant.under.names, plant.offsets.d
    given, guesses = _given(model)
    y = np.zeros(plant.layout.size)
    y[: len(names)] = [given.get(name, guesses.get(name, 0.0)) for name in names]
    assumed: list[str] = []
    moved: list[Message] = []
    blurred: list[Array] = []  # what rounding leaves open of the stages before
    order = dict(zip((unknown.name for unknown in plant.signature.unknowns), d, strict=True))
    stages = plant.functions["stages"]
    for stage in range(-max(d, default=0), 0):
        members = [i for i, name in enumerate(names) if name.count("'") == stage + order[name.rstrip("'")]]
        own = stage + len(stages)
        moving = first is None or any("'" in names[i] for i in members)
        at = t if moving or first is None else first
        equations = _equations(machine.column, stages[own], at, y) if own >= 0 else _nothing(len(names))
        here = y[: len(names)].copy()
        level = Level(
            word="speed" if all("'" in names[i] for i in members) and members else "start",
            names=names,
            given=tuple(name in given for name in names),
            rows=plant.under.stages[own][1] if own >= 0 else (),
            equations=equations,
            holders=tuple(sorted(members, key=lambda i: names[i] not in guesses)),
            noise=noise_of(_slopes(equations), here, blurred),
            near=tuple(near(_slopes(equations), here)) if own >= 0 else (),
        )
        y[: len(names)] = found = solved_level(level, here, assumed, moved, members)
        blurred += spread(level, found, [i for i in members if not level.given[i]])
    dynamics.scale[:] = sizes(plant.layout, y)
    _check(model, dynamics, t, y, given)
    return Start(y=y, assumed=tuple(assumed), moved=tuple(moved))


def _given(model: Model) -> tuple[dict[str, float], dict[str, float]]:
    """Start values and speeds by name; guesses by name."""
    values = parameter_values(model)
    given = {c.name: first_value(values, c.start) for c in model.coordinates if c.start is not None}
    given |= {f"{c.name}'": first_value(values, c.speed) for c in model.coordinates if c.speed is not None}
    given |= {s.name: first_value(values, s.start) for s in model.states if s.start is not None}
    found = {c.name: value_in(c.guess, values) for c in model.coordinates}
    found |= {s.name: value_in(s.guess, values) for s in model.states}
    found |= {e.name: value_in(e.guess, values) for e in model.efforts}
    return given, {name: value for name, value in found.items() if value is not None}


def _equations(column: Callable[..., Array], stage: Any, t: float, y: Array) -> Equations:
    def equations(x: Array) -> Seen:
        full = y.copy()
        full[: len(x)] = x
        residual, jacobian, terms, reach = (np.array(part) for part in stage(column(t, full)))
        return Seen(
            residual=residual.ravel(),
            jacobian=jacobian[:, : len(x)],
            terms=terms.ravel(),
            reach=reach.ravel(),
        )

    return equations


def _slopes(equations: Equations) -> Callable[[Array], Array]:
    return lambda x: equations(x).jacobian


def _nothing(size: int) -> Equations:
    def equations(_: Array) -> Seen:
        return Seen(residual=np.zeros(0), jacobian=np.zeros((0, size)), terms=np.zeros(0), reach=np.zeros(0))

    return equations


def _check(model: Model, dynamics: GeneralDynamics, t: float, y: Array, given: dict[str, float]) -> None:
    """Raise if the leading derivatives are not determined, or differ from a speed that was given."""
    plant, machine = dynamics.plant, dynamics.machine
    machine.begin(_first_guess(model, plant.under.leading))
    X, health = machine.leading(t, y)
    if not (health > 0 and np.isfinite(X).all()):
        raise ModelError((_singular(dynamics, t, y),))
    dynamics.first[:] = X
    for name, value in zip(plant.under.leading, X, strict=True):
        if name in given and abs(value - given[name]) > TYPED * max(abs(value), abs(given[name]), 1e-9):
            base = name.rstrip("'")
            message = (
                f"the speed of `{base}` follows from the equations: it is {value:.9g}, not {given[name]:g}"
            )
            hint = "leave the speed out: it cannot be chosen, because nothing gives it inertia"
            raise ModelError((Flaw(rule="start", severity="error", where="", message=message, hint=hint),))


def _first_guess(model: Model, leading: Sequence[str]) -> Array:
    _, guesses = _given(model)
    return np.array([guesses.get(name, 0.0) for name in leading])


def _singular(dynamics: GeneralDynamics, t: float, y: Array) -> Flaw:
    """Which unknowns the equations do not determine, by the direction in which they are blind."""
    plant, machine = dynamics.plant, dynamics.machine
    F, J = (np.array(part) for part in plant.functions["solve"](machine.column(t, y)))
    if not (np.isfinite(J).all() and np.isfinite(F).all()):
        bad = [plant.signature.equations[i].name for i in np.flatnonzero(~np.isfinite(J).all(axis=1))]
        bad += [plant.signature.equations[i].name for i in np.flatnonzero(~np.isfinite(F.ravel()))]
        message = f"at the start the equations of {', '.join(dict.fromkeys(bad))} are not finite"
        hint = "look for a division by zero, a root or a logarithm; give other start values or guesses"
        return Flaw(rule="start", severity="error", where="", message=message, hint=hint)
    scaled = J / np.maximum(np.max(np.abs(J), axis=1, keepdims=True), 1e-300)
    scaled /= np.maximum(np.max(np.abs(scaled), axis=0), 1e-300)
    left, _, right = np.linalg.svd(scaled)
    unknown, equation = np.abs(right[-1]), np.abs(left[:, -1])
    named = [plant.under.leading[j] for j in np.flatnonzero(unknown > 0.1 * unknown.max())]
    rows = [plant.signature.equations[i].name for i in np.flatnonzero(equation > 0.1 * equation.max())]
    message = (
        f"at the start the equations of {', '.join(rows)} do not determine {', '.join(named)}:"
        " they depend on one another"
    )
    hint = "give what is missing inertia, dissipation or a constraint, or start elsewhere"
    return Flaw(rule="singular", severity="error", where="", message=message, hint=hint)

"""Equations: derived and verified, in other forms, eliminated, and what they conserve.

Heavy rooms are entered only when a verb needs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from dalembert import library
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.records import Model
from dalembert._words.message import say
from dalembert.verbs.sources import sound

if TYPE_CHECKING:
    from dalembert._analyse.records import Modes
    from dalembert._derive.conserved import Conserved
    from dalembert._derive.eliminate import Elimination
    from dalembert._derive.equations import Equations
    from dalembert._derive.forms.form import Form
    from dalembert._derive.kinematics import Kinematics
    from dalembert._derive.small_motion import SmallMotion
    from dalembert._derive.solved_form import SolvedForm


def derive(source: Model | str | Path, *, definitions: str = "") -> Equations:
    """The equations of motion of a model, every step kept, verified against the energies.

    `definitions`: "expand" prints every equation with definitions written out, "share" with definitions as
    names and a list of them and their derivatives; "" takes for each equation the shorter of both.
    """
    from dalembert._derive.choice import EXPAND, WAYS
    from dalembert._derive.derive import derive as derived
    from dalembert._derive.reading import NotReal
    from dalembert._lower.lower import lower
    from dalembert._verify.verify import verify

    if definitions not in WAYS:
        message = f"`definitions` must be expand, share or empty, but is {definitions!r}"
        raise ValueError(message)
    started = perf_counter()
    chosen = sound(source, ("derivation-budget",))
    try:
        equations = derived(chosen, definitions)
    except NotReal as reason:
        hint = "look for a division by zero, or a root or logarithm of something negative"
        flaw = Flaw(rule="not-finite", severity="error", where="", message=str(reason), hint=hint)
        raise ModelError((flaw,)) from None
    if definitions == EXPAND and not equations.whole:
        message, hint = str(say("equations_not_written_out")), "leave out `expand`"
        raise ModelError((Flaw(rule="budget", severity="error", where="", message=message, hint=hint),))
    verified = verify(equations, lower(chosen))
    return replace(equations, verified=verified, seconds=perf_counter() - started)


def form_of(
    equations: Equations, name: str, at: Mapping[str, str | float] | None = None, gravity: str = "g"
) -> Form:
    """The equations in another form, by its name: `choices().forms` has all of them.

    `at` gives coordinates and velocities ("x", "x'") for the linear form; they are zero where it is silent.
    """
    from dalembert._derive.forms.form import NotAvailable, Request
    from dalembert._derive.forms.registry import FORMS
    from dalembert._model.vary import point

    if name not in FORMS:
        message = f"`name` must be one of {', '.join(FORMS)}, but is {name!r}"
        raise ValueError(message)
    if not equations.whole:
        raise NotAvailable(say("equations_not_written_out"))
    return FORMS[name].load()(equations, Request(at=point(equations.model, at or {}), gravity=gravity))


def conserved(equations: Equations) -> tuple[Conserved, ...]:
    """Momenta of cyclic coordinates, the energy or Jacobi's integral, where they are constant.

    None are found where definitions are too long to be written out (`equations.whole` is false).
    """
    from dalembert._derive.conserved import conserved as found

    return found(equations)


def kinematics_of(equations: Equations, elimination: Elimination | None) -> Kinematics | None:
    """The steps from positions to the kinetic energy, verified; None where T needs none."""
    from dalembert._derive.kinematics import kinematics
    from dalembert._verify.kinematics import check_kinematics

    steps = kinematics(equations, elimination)
    if steps is not None:
        check_kinematics(equations.model, steps, elimination)
    return steps


def solved_form_of(equations: Equations, elimination: Elimination | None) -> SolvedForm | None:
    """The accelerations where they are short, verified; None where they are not."""
    from dalembert._derive.solved_form import solved_form
    from dalembert._lower.lower import lower
    from dalembert._verify.solved_form import check_solved_form

    found = solved_form(equations, elimination)
    if found is not None:
        check_solved_form(equations.model, found, elimination, lower(equations.model))
    return found


def small_motion_of(
    equations: Equations, elimination: Elimination | None, modes: Modes | None
) -> SmallMotion | None:
    """M, C, K and natural frequencies in symbols about the equilibrium of some modes, where they agree."""
    from dalembert._derive.small_motion import small_motion
    from dalembert._model.values import parameter_values
    from dalembert._verify.solved_form import agrees

    if modes is None or not modes.equilibrium or modes.model.states:
        return None
    names = (c.name for c in modes.model.coordinates)
    found = small_motion(equations, elimination, dict(zip(names, modes.place.q.tolist(), strict=True)))
    if found is None:
        return None
    if any(not mode.eigenvalue.imag for mode in modes):
        found = replace(found, frequencies=())
    eigenvalues = [mode.eigenvalue for mode in modes]
    return found if agrees(found, parameter_values(equations.model), eigenvalues) else None


def eliminate(equations: Equations) -> Elimination:
    """Dependent coordinates, their multipliers and unknown efforts eliminated, step by step."""
    from dalembert._derive.eliminate import eliminate as eliminated

    return eliminated(equations)


def goldens(name: str) -> Iterator[tuple[library.Golden, bool]]:
    """The printed results known of a library system, each with whether the derivation reproduces it."""
    from dalembert._derive.forms.form import NotAvailable
    from dalembert._derive.goldens import reproduces

    equations = derive(name)
    if not equations.whole:
        raise NotAvailable(say("equations_not_written_out"))
    for golden in library.facts_by_name(name).goldens:
        yield golden, reproduces(equations, golden.part, golden.of, golden.expression)

"""Equations: derivation with verification, other forms, elimination, conserved quantities.

Rooms that are slow to load are imported only when they are needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from dalembert._expression.computing import one_at_a_time
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.records import Model
from dalembert._words.message import say
from dalembert.verbs.sources import sound_model

if TYPE_CHECKING:
    from dalembert import library
    from dalembert._derive.conserved import ConservedQuantity
    from dalembert._derive.eliminate import Elimination
    from dalembert._derive.equations import Equations
    from dalembert._derive.forms.form import Form


@one_at_a_time
def derive(
    source: Model | str | Path, *, definitions: str = "", numbers: str | Sequence[str] | None = None
) -> Equations:
    """Derive the equations of motion of a model, with every step, verified against the energies.

    `definitions` is "expand" to print every equation with definitions substituted, "share" to keep them as
    names and list them with their derivatives, or "" to choose the shorter of the two for each equation.
    `numbers` are the parameters whose values stand in the equations instead of their symbols: names, "all"
    that have a value, or "none"; by default none, and in a LagEq file all.
    """
    from dalembert._derive.choice import WAYS
    from dalembert._model.integrals import has_sums, with_ever_finer_sums
    from dalembert._model.put_numbers import chosen_parameters
    from dalembert._verify.failure import VerificationError

    if definitions not in WAYS:
        message = f"`definitions` must be expand, share or empty, but is {definitions!r}"
        raise ValueError(message)
    started, chosen = perf_counter(), sound_model(source, ("derivation-budget",))
    put_in = chosen_parameters(chosen, numbers)
    failure: VerificationError | None = None
    for model in with_ever_finer_sums(chosen):
        try:
            return replace(_derivation(model, definitions, put_in), seconds=perf_counter() - started)
        except VerificationError as error:
            failure = error
    assert failure is not None
    if not has_sums(chosen):
        raise failure
    message = f"with sums over 64 panels for the integrals, {str(failure).partition(';')[0]}"
    hint = "write the antiderivative of an integrand that changes quickly, or split its integral there"
    raise ModelError((Flaw(rule="integral", severity="error", where="", message=message, hint=hint),))


def _derivation(chosen: Model, definitions: str, put_in: Sequence[str]) -> Equations:
    """The equations of a sound model with some numbers put in, compared with its energies."""
    from dalembert._derive.choice import EXPAND
    from dalembert._derive.derive import derive as derived
    from dalembert._derive.from_symengine import NotReal
    from dalembert._lower.lower import lower
    from dalembert._model.put_numbers import with_numbers
    from dalembert._verify.verify import verify

    try:
        equations = derived(with_numbers(chosen, put_in), definitions)
    except NotReal as reason:
        hint = "look for a division by zero, or a root or logarithm of something negative"
        flaw = Flaw(rule="not-finite", severity="error", where="", message=str(reason), hint=hint)
        raise ModelError((flaw,)) from None
    if definitions == EXPAND and not equations.whole:
        message, hint = str(say("equations_not_written_out")), "leave out `expand`"
        raise ModelError((Flaw(rule="budget", severity="error", where="", message=message, hint=hint),))
    return replace(equations, verified=verify(equations, lower(chosen, by_places=True)))


@one_at_a_time
def form_of(
    equations: Equations, name: str, at: Mapping[str, str | float] | None = None, gravity: str = "g"
) -> Form:
    """Write the equations in another form; `choices().forms` lists the names of all forms.

    `at` gives the coordinates and velocities ("x", "x'") of the linear form; those not given are zero.
    """
    from dalembert._derive.forms.form import NotAvailable, Request
    from dalembert._derive.forms.registry import FORMS
    from dalembert._model.vary import point
    from dalembert._verify.derivations import verify_form

    if name not in FORMS:
        message = f"`name` must be one of {', '.join(FORMS)}, but is {name!r}"
        raise ValueError(message)
    if not equations.whole:
        raise NotAvailable(say("equations_not_written_out"))
    made = FORMS[name].load()(equations, Request(at=point(equations.model, at or {}), gravity=gravity))
    return verify_form(made, equations.model)


@one_at_a_time
def conserved(equations: Equations) -> tuple[ConservedQuantity, ...]:
    """Find conserved quantities: momenta of cyclic coordinates and symmetries, the energy or Jacobi integral.

    Each is verified. None is returned if the definitions are too long to substitute (`equations.whole` is
    false).
    """
    from dalembert._derive.conserved import conserved_quantities
    from dalembert._lower.lower import lower
    from dalembert._verify.conserved import quantities_that_stay
    from dalembert._verify.symmetries import generators

    if not equations.whole:
        return ()
    candidates = conserved_quantities(equations, generators(equations))
    return quantities_that_stay(equations, candidates, lower(equations.model))


@one_at_a_time
def eliminate(equations: Equations) -> Elimination:
    """Eliminate dependent coordinates, their multipliers and unknown efforts, step by step.

    Of an effort in a quadratic constraint the solution on the side of its guess is taken. One that stays
    implicit has its derivatives in `implicit`.
    """
    from dalembert._derive.eliminate import eliminate as eliminated
    from dalembert._verify.efforts import check_efforts

    made = eliminated(equations)
    if equations.model.efforts:
        check_efforts(equations.model, made)
    return made


def goldens(name: str) -> Iterator[tuple[library.Golden, bool]]:
    """The published results of a library system, each with whether the derivation reproduces it."""
    from dalembert import library
    from dalembert._derive.forms.form import NotAvailable
    from dalembert._derive.goldens import reproduces

    equations = derive(name)
    if not equations.whole:
        raise NotAvailable(say("equations_not_written_out"))
    for golden in library.facts_by_name(name).goldens:
        yield golden, reproduces(equations, golden.part, golden.of, golden.expression)

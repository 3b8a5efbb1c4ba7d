"""Building, reading, writing, checking and varying models. Slow rooms are imported only when needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from dalembert._expression.computing import one_at_a_time
from dalembert._expression.source import ModelError
from dalembert._model.build import build
from dalembert._model.check import Verdict, examine
from dalembert._model.given_numbers import plain_copy
from dalembert._model.records import Model
from dalembert._text.files import write_files
from dalembert._text.written import Written
from dalembert.verbs.options import Variation
from dalembert.verbs.sources import draft_of, good, has_sympy


@one_at_a_time
def model(source: Any = None, /, **sections: Any) -> Model:
    """Build a model in Python; the keyword arguments are the sections of a model file.

    Expressions are strings, numbers or SymPy expressions; errors are raised as a `ModelError`. `source` may
    be a `LagrangesMethod` or a `System` of `sympy.physics.mechanics`, to which the sections are added.
    """
    if source is not None:
        from dalembert._model.sympy_systems import merge_sections, sections_of

        sections = merge_sections(sections_of(source), sections)
    if not has_sympy(sections):
        return good(*build(Written(values=plain_copy(sections))))
    from dalembert._model.sympy_door import plain, tree

    return good(*build(Written(values=plain_copy(plain(sections))), tree))


@one_at_a_time
def read(source: str | Path) -> Model:
    """Read a model from a file, or a library system by name (`four_bar`, `n_link_pendulum:20`)."""
    return good(*draft_of(source))


@one_at_a_time
def write(model: Model, path: str | Path | None = None) -> str:
    """Return a model as the text of a model file, and write it to `path` if one is given.

    `read` gives an equal model. A model that was read from a file keeps its comments and the order of its
    entries; only what has changed is replaced.
    """
    from dalembert._model.write_back import written_text

    text = written_text(model)
    if path is not None:
        write_files({Path(path): text})
    return text


@one_at_a_time
def check(source: Model | str | Path) -> Verdict:
    """Check a model, a model file or a library system, and return all errors and warnings at once."""
    try:
        model, form = (source, ()) if isinstance(source, Model) else draft_of(source)
    except ModelError as error:
        return Verdict(flaws=error.flaws)
    verdict = examine(model, form)
    if any(flaw.severity == "error" for flaw in verdict.flaws):
        return verdict
    from dalembert._simulate.method_names import choice_flaws
    from dalembert._structure.angular_velocities import wrong_angular_velocities
    from dalembert._structure.bodies_and_energies import other_bodies
    from dalembert._structure.structure import structure_of

    structure, structure_flaws = structure_of(model)
    is_known = any(flaw.rule == "idle-coordinate" for flaw in verdict.flaws)  # the same, in plainer words
    flaws = (
        *verdict.flaws,
        *choice_flaws(model),
        *wrong_angular_velocities(model),
        *other_bodies(model),
        *(() if is_known else structure_flaws),
    )
    return replace(verdict, flaws=flaws, structure=structure)


@one_at_a_time
def vary(
    model: Model | str | Path,
    case: str = "",
    parameters: Mapping[str, Any] | None = None,
    start: Mapping[str, Any] | None = None,
    speed: Mapping[str, Any] | None = None,
    inputs: Mapping[str, Any] | None = None,
    guess: Sequence[str] = (),
    units: Sequence[str] = (),
) -> Model:
    """Return the model with a case applied, and with other parameters, start values and speeds.

    Numbers are in the unit of their entry, expressions in SI units, as in a model file. An input is a number,
    an expression or a table (times, values); functions of t are given to `simulate`. The start values named
    in `guess` become initial guesses for the search of a consistent start. Results are displayed in the given
    `units`, and rates accordingly; JSON and data files remain in SI units.
    """
    from dalembert._model import vary as variations
    from dalembert._model.display_units import shown_in
    from dalembert._model.given_inputs import with_inputs

    source = model if isinstance(model, Model) else read(model)
    chosen = variations.with_case(source, case) if case else source
    valued = variations.with_values(chosen, parameters or {}, start or {}, speed or {})
    varied = with_inputs(variations.with_guesses(valued, guess), inputs or {})
    return shown_in(varied, units) if units else varied


def with_values(model: Model, variation: Variation) -> Model:
    """The model with the case and the values of a variation, but for functions of t, which need a run."""
    if not variation.has_values:
        return model
    return vary(
        model,
        variation.case,
        variation.parameters,
        variation.start,
        variation.speed,
        {name: law for name, law in variation.inputs.items() if not callable(law)},
        variation.guess,
        variation.units,
    )

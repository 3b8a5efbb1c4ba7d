"""Results for other programs: dictionaries, functions, files of functions, models and motions.

Rooms that are slow to load are imported only when they are needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dalembert._expression.computing import one_at_a_time
from dalembert._model.records import Model
from dalembert.verbs.derive import derive
from dalembert.verbs.sources import draft_of, good, sound_model

if TYPE_CHECKING:
    from xarray import Dataset

    from dalembert._derive.equations import Equations
    from dalembert._export.convert import Conversion
    from dalembert._export.dictionary import Described
    from dalembert._export.numeric_functions import Functions
    from dalembert._export.to_sympy import Convertible
    from dalembert._simulate.motion import Motion


def as_dict(record: Described) -> dict[str, Any]:
    """A record as a dictionary that `json` can write."""
    from dalembert._export.dictionary import as_dict as dictionary

    return dictionary(record)


def convert(source: str | Path, target: str | Path, *, lossy: bool = False) -> Conversion:
    """The text of a model in another format, by the suffix of `target`: .toml, or .txt for LagEq.

    What the other format cannot represent raises a `LossError` that lists it; with `lossy` it is left out.
    """
    from dalembert._export.convert import convert

    made, form = draft_of(source)
    good(made, form)
    return convert(made, Path(target), lossy=lossy, assumptions=form)


@one_at_a_time
def functions(
    source: Model | str | Path, *, numbers: str | Sequence[str] = "none", gravity: str = "g"
) -> Functions:
    """M, C, K, G, h, Phi, Phi_q, gamma, Psi, Psi_qd, energies, outputs as numpy callables of (t, q, qd, p).

    Parameters in `numbers`, or "all" that have a value, are no entries of p: their numbers are put in.
    """
    from dalembert._export.numeric_functions import functions as made
    from dalembert._model.put_numbers import without_parameters

    return made(without_parameters(sound_model(source), numbers), gravity)


@one_at_a_time
def function_files(
    source: Model | str | Path,
    language: str,
    stem: str,
    *,
    numbers: str | Sequence[str] = "none",
    gravity: str = "g",
) -> dict[str, str]:
    """Source files of the same functions, name to text; the language is python, c or octave."""
    from dalembert._export.numeric_functions import function_files as made
    from dalembert._export.numeric_functions import stem_of
    from dalembert._model.put_numbers import without_parameters

    model = without_parameters(sound_model(source), numbers)
    return made(model, language, stem_of(stem), gravity=gravity)


@one_at_a_time
def program_files(
    source: Model | str | Path,
    language: str,
    stem: str,
    *,
    platforms: Sequence[str] = (),
    inputs: Sequence[str] = (),
    kind: str = "both",
) -> dict[str, str | bytes]:
    """Files, name to content, of a program that simulates the model without dalembert.

    The language is python, c, matlab, javascript, julia, jax, fmu2 or fmu3 (with `platforms`, `inputs` and
    `kind`: me, cs or both), or modelica or sympy (the derived equations). An error names what it has not.
    """
    from dalembert._export.numeric_functions import stem_of
    from dalembert._export.programs.program import program_in
    from dalembert._export.programs.program_choices import choices_of
    from dalembert._export.programs.registry import ARCHIVES, EQUATIONS, PROGRAMS

    choices = choices_of(language, platforms, inputs, kind)
    name = stem_of(stem)
    if language in EQUATIONS:
        return {**EQUATIONS[language]()(derive(source, definitions="expand", numbers="none"), name)}
    program = program_in(language, sound_model(source))
    if language in ARCHIVES:
        return {**ARCHIVES[language]()(program, name, choices)}
    return {**PROGRAMS[language]()(program, name)}


@one_at_a_time
def to_casadi(source: Model | str | Path) -> dict[str, Any]:
    """The same functions as CasADi functions, by name: (t, q, qd, p) to M, h and so on."""
    from dalembert._export.numeric_functions import casadi_functions

    return casadi_functions(sound_model(source))


def to_sympy(equations: Equations, what: Convertible = None) -> Any:
    """Convert expressions of `equations` to SymPy, matrices and columns to `Matrix`.

    `what` is a name such as "M", an entry such as `equations.coordinates[0].left`, or one or a `Form` with
    several expressions, returned by name, as all are by default. What varies is a function of t.
    """
    from dalembert._export.to_sympy import to_sympy as converted

    return converted(equations, what)


def to_dataset(motion: Motion) -> Dataset:
    """The motion as an xarray Dataset, with names, units, the model and its provenance."""
    from dalembert._export.save_motion import to_dataset as dataset

    return dataset(motion)


def save(motion: Motion, path: str | Path) -> None:
    """Write a motion: .nc (NetCDF, everything, can be opened and run again) or .csv (a table)."""
    from dalembert._export.save_motion import save as saved

    saved(motion, path)


def open_motion(path: str | Path) -> Motion:
    """The motion of a NetCDF file written by `save`."""
    from dalembert._export.open_motion import open_motion as opened

    return opened(path)

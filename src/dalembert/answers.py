"""What can be asked of a model or of its equations. Heavy rooms are entered only when asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dalembert import library
from dalembert._model.check import Verdict
from dalembert._model.records import Model
from dalembert.flow import derive
from dalembert.sources import drafted, good, sound

if TYPE_CHECKING:
    from xarray import Dataset

    from dalembert._derive.conserved import Conserved
    from dalembert._derive.eliminate import Elimination
    from dalembert._derive.equations import Equations
    from dalembert._derive.forms.form import Form
    from dalembert._export.convert import Conversion
    from dalembert._export.functions import Functions
    from dalembert._simulate.motion import Motion

SHOWN_ELIMINATION = 12  # coordinates up to which a listing shows the elimination


def form_of(
    equations: Equations, name: str, at: Mapping[str, str | float] | None = None, gravity: str = "g"
) -> Form:
    """The equations in another form: matrix, linear (at a point), mcg, descriptor, state or hamilton.

    `at` gives coordinates and velocities ("x", "x'") for the linear form; they are zero where it is silent.
    """
    from dalembert._derive.forms.form import Request
    from dalembert._derive.forms.registry import FORMS
    from dalembert._model.vary import point

    if name not in FORMS:
        message = f"`name` must be one of {', '.join(FORMS)}, but is {name!r}"
        raise ValueError(message)
    return FORMS[name](equations, Request(at=point(equations.model, at or {}), gravity=gravity))


def conserved(equations: Equations) -> tuple[Conserved, ...]:
    """Momenta of cyclic coordinates, the energy or Jacobi's integral, where they are constant."""
    from dalembert._derive.conserved import conserved as found

    return found(equations)


def eliminate(equations: Equations) -> Elimination:
    """Dependent coordinates, their multipliers and unknown efforts eliminated, step by step."""
    from dalembert._derive.eliminate import eliminate as eliminated

    return eliminated(equations)


def show(
    equations: Equations, form: str | Form = "lagrange", style: str = "unicode", width: int = 100
) -> str:
    """The equations as text: Lagrange's with elimination and conserved quantities, or another form.

    The style is unicode, text (the model language), pretty (SymPy's, on several lines) or latex.
    """
    from dalembert._present.listing import Extras
    from dalembert._present.listing import show as shown

    if form == "lagrange":
        elimination = eliminate(equations) if len(equations.coordinates) <= SHOWN_ELIMINATION else None
        extras = Extras(elimination=elimination, conserved=conserved(equations))
    else:
        extras = Extras(form=form_of(equations, form) if isinstance(form, str) else form)
    return shown(equations, extras, style, width)


def as_dict(record: Model | Verdict | Equations | Form | Conserved | Motion) -> dict[str, Any]:
    """A record as a dictionary that `json` can write."""
    from dalembert._export.dictionary import as_dict as dictionary

    return dictionary(record)


def goldens(name: str) -> Iterator[tuple[library.Golden, bool]]:
    """The printed results known of a library system, each with whether the derivation reproduces it."""
    from dalembert._derive.goldens import reproduces

    equations = derive(name)
    for golden in library.facts_by_name(name).goldens:
        yield golden, reproduces(equations, golden.part, golden.of, golden.expression)


def convert(source: str | Path, target: str | Path, *, force: bool = False) -> Conversion:
    """The text of a model in another format, by the suffix of `target`: .toml, or .txt for LagEq.

    What the other format cannot hold is refused as a `LossError` that lists it; with `force` it is left out.
    """
    from dalembert._export.convert import converted

    made, form = drafted(source)
    good(made, form)
    return converted(made, Path(target), force=force, said=form)


def functions(source: Model | str | Path) -> Functions:
    """M, h, Phi, Phi_q, gamma, Psi, Psi_qd, energies and outputs as numpy callables of (t, q, qd, p)."""
    from dalembert._export.functions import functions as made

    return made(sound(source))


def function_files(source: Model | str | Path, language: str, stem: str) -> dict[str, str]:
    """Source files of the same functions, name to text; the language is python, c or octave."""
    from dalembert._export.functions import function_files as made
    from dalembert._export.functions import stem_of

    return made(sound(source), language, stem_of(stem))


def left_out(source: Model | str | Path) -> dict[str, str]:
    """Functions that cannot be given for a model, each with the reason."""
    from dalembert._export.functions import left_out as missing

    return missing(sound(source))


def to_dataset(motion: Motion) -> Dataset:
    """The motion as an xarray Dataset, with names, units, the model and where it came from."""
    from dalembert._export.results import to_dataset as dataset

    return dataset(motion)


def save(motion: Motion, path: str | Path) -> None:
    """Write a motion: .nc (NetCDF, everything, can be opened and run again) or .csv (a table)."""
    from dalembert._export.results import save as saved

    saved(motion, path)


def open_motion(path: str | Path) -> Motion:
    """The motion of a NetCDF file written by `save`."""
    from dalembert._export.results import open_motion as opened

    return opened(path)

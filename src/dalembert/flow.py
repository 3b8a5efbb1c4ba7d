"""The public verbs, composed from the rooms. Heavy rooms are entered only when a verb needs them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dalembert import library
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.build import build
from dalembert._model.check import Verdict, examine
from dalembert._model.records import Model
from dalembert._text.toml import Raw, read_text, read_toml

if TYPE_CHECKING:
    from dalembert._derive.conserved import Conserved
    from dalembert._derive.eliminate import Elimination
    from dalembert._derive.equations import Equations
    from dalembert._derive.forms.form import Form
    from dalembert._export.convert import Conversion
    from dalembert._export.functions import Functions

LONGEST_PATH = 4096
SHOWN_ELIMINATION = 12  # coordinates up to which a listing shows the elimination


def model(**sections: Any) -> Model:
    """A model from Python: the keywords are the sections of a model file.

    Expressions are strings, numbers or SymPy expressions; mistakes are raised as a `ModelError`.
    """
    if not _has_sympy(sections):
        return _good(*build(Raw(values=sections)))
    from dalembert._model.sympy_door import plain, tree

    return _good(*build(Raw(values=plain(sections)), tree))


def read(source: str | Path) -> Model:
    """The model of a file, or of a library system by its name (`four_bar`, `n_link_pendulum:20`)."""
    return _good(*_drafted(source))


def write(model: Model, path: str | Path | None = None) -> str:
    """The text of a model file, written to `path` if one is given; `read` makes an equal model of it."""
    from dalembert._model.plain import plain_values
    from dalembert._text.toml_writer import toml_text

    text = toml_text(plain_values(model))
    if path is not None:
        Path(path).write_text(text, encoding="utf-8")
    return text


def convert(source: str | Path, target: str | Path, *, force: bool = False) -> Conversion:
    """A model file written in another format, by the suffix of `target`: .toml, or .txt for LagEq.

    What the other format cannot hold is refused as a `LossError` that lists it; with `force` it is left out.
    """
    from dalembert._export.convert import converted

    made, form = _drafted(source)
    _good(made, form)
    return converted(made, Path(target), force=force, said=form)


def functions(source: Model | str | Path) -> Functions:
    """M, h, Phi, Phi_q, gamma, Psi, Psi_qd, energies and outputs as numpy callables of (t, q, qd, p)."""
    from dalembert._export.functions import functions as made

    return made(_sound(source))


def function_files(source: Model | str | Path, language: str, stem: str) -> dict[str, str]:
    """Source files of the same functions, name to text; the language is python, c or octave."""
    from dalembert._export.functions import function_files as made
    from dalembert._export.functions import stem_of

    return made(_sound(source), language, stem_of(stem))


def left_out(source: Model | str | Path) -> dict[str, str]:
    """Functions that cannot be given for a model, each with the reason."""
    from dalembert._export.functions import left_out as missing

    return missing(_sound(source))


def vary(
    model: Model,
    case: str = "",
    parameters: Mapping[str, Any] | None = None,
    start: Mapping[str, Any] | None = None,
    speed: Mapping[str, Any] | None = None,
) -> Model:
    """The model with one of its cases, then with values of parameters, starts and speeds in place of its own.

    Bare numbers are in the unit of their entry, expressions in SI units, as in a model file.
    """
    from dalembert._model.vary import with_case, with_values

    chosen = with_case(model, case) if case else model
    return with_values(chosen, parameters or {}, start or {}, speed or {})


def check(source: Model | str | Path) -> Verdict:
    """All flaws of a model, a model file or a library system, at once."""
    if isinstance(source, Model):
        return examine(source)
    try:
        return examine(*_drafted(source))
    except ModelError as error:
        return Verdict(flaws=error.flaws)


def derive(source: Model | str | Path) -> Equations:
    """The equations of motion of a model, every step kept, verified against the energies."""
    from dalembert._derive.derive import derive as derived
    from dalembert._lower.lower import lower
    from dalembert._verify.verify import verify

    started = perf_counter()
    chosen = _sound(source)
    equations = derived(chosen)
    verified = verify(equations, lower(chosen))
    return replace(equations, verified=verified, seconds=perf_counter() - started)


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


def as_dict(record: Model | Verdict | Equations | Form | Conserved) -> dict[str, Any]:
    """A record as a dictionary that `json` can write."""
    from dalembert._export.dictionary import as_dict as dictionary

    return dictionary(record)


def goldens(name: str) -> Iterator[tuple[library.Golden, bool]]:
    """The printed results known of a library system, each with whether the derivation reproduces it."""
    from dalembert._derive.goldens import reproduces

    equations = derive(name)
    for golden in library.facts_by_name(name).goldens:
        yield golden, reproduces(equations, golden.part, golden.of, golden.expression)


def _drafted(source: str | Path) -> tuple[Model, tuple[Flaw, ...]]:
    """The model of a source and what is wrong with its form."""
    path, name = Path(source), str(source)
    there = len(name) < LONGEST_PATH and path.exists()
    if not there and library.find(name.partition(":")[0]) is not None:
        try:
            return build(read_toml(library.text_of(name), f"{name}.toml"))
        except ValueError as error:
            flaw = Flaw(rule="library", severity="error", where="", message=str(error))
            raise ModelError((flaw,)) from None
    if not there:
        near = get_close_matches(name, [s.name for s in library.SYSTEMS], n=1)
        hint = (
            f"did you mean the library system {near[0]}?" if near else "dalembert examples lists the library"
        )
        message = f"there is no model file {name[:200]}"
        raise ModelError((Flaw(rule="file", severity="error", where="", message=message, hint=hint),))
    text = read_text(path)
    if path.suffix.lower() != ".txt":
        return build(read_toml(text, path.name, path.parent))
    from dalembert._text.lageq import read_lageq

    raw, said = read_lageq(text, path.name, path.parent)
    made, form = build(raw)
    return made, (*said, *form)


def _sound(source: Model | str | Path) -> Model:
    """The model of a source, if `check` finds no error in it."""
    chosen, form = (source, ()) if isinstance(source, Model) else _drafted(source)
    return _good(chosen, examine(chosen, form).flaws)


def _good(made: Model, flaws: tuple[Flaw, ...]) -> Model:
    """The model, unless a flaw is an error."""
    errors = tuple(flaw for flaw in flaws if flaw.severity == "error")
    if errors:
        raise ModelError(errors)
    return made


def _has_sympy(value: Any) -> bool:
    """Whether a SymPy object stands anywhere in nested mappings."""
    if isinstance(value, Mapping):
        return any(_has_sympy(k) or _has_sympy(v) for k, v in value.items())
    return any((kind.__module__ or "").startswith("sympy.") for kind in type(value).__mro__)

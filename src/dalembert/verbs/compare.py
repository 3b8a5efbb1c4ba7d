"""A user's equations and energies compared with those of a model, and motions compared with motions.

Rooms that are slow to load are imported only when they are needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, overload

from dalembert._expression.computing import one_at_a_time
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.records import Model, entries_of
from dalembert._simulate.motion import Motion
from dalembert.verbs.compare_motions import Other, motion_with, motions_of
from dalembert.verbs.derive import derive
from dalembert.verbs.models import check
from dalembert.verbs.options import Variation

if TYPE_CHECKING:
    from dalembert._compare.motions.records import MotionComparison
    from dalembert._compare.records import Comparison
    from dalembert._compare.reference import Reference
    from dalembert._compare.statement import Reading, Statement
    from dalembert._derive.equations import Equations
    from dalembert._derive.forms.form import Form
    from dalembert._expression.tree import Node

KINDS = ("equation", "energy", "hamiltonian")


@overload
def compare(
    source: Model | str | Path | Equations,
    text: str | Sequence[str],
    *,
    kind: str = ...,
    file: str | Path | None = ...,
    unknown: Sequence[str] = ...,
) -> Comparison: ...


@overload
def compare(
    source: Model | str | Path | Equations,
    *,
    kind: str = ...,
    file: str | Path,
    unknown: Sequence[str] = ...,
) -> Comparison: ...


@overload
def compare(
    source: Model | str | Path,
    *,
    other: Other | Sequence[Other] = ...,
    names: Mapping[str, str] | None = ...,
    variation: Variation | None = ...,
) -> MotionComparison: ...


@one_at_a_time
def compare(
    source: Model | str | Path | Equations,
    text: str | Sequence[str] | None = None,
    *,
    kind: str = "equation",
    file: str | Path | None = None,
    unknown: Sequence[str] = (),
    other: Other | Sequence[Other] = (),
    names: Mapping[str, str] | None = None,
    variation: Variation | None = None,
) -> Comparison | MotionComparison:
    """Compare a user's equations with those of a model, or its motion with another.

    With a `text` or a `file`: whether these equations are those of the model, and which of their terms are
    wrong. `text` is one equation or several, in the model language (one a line, vectors allowed) or in LaTeX;
    `file` is a text file with them. `kind` energy compares T, V, E = T + V or L, hamiltonian H of q and
    p_NAME. `unknown` are names of multipliers. `source` may be derived equations.

    Without either: the motion by all derivations and formulations of the model; or, with `other`, compared
    with another model, a saved motion (.nc, or a `Motion`) or measurements (.csv). `names` maps names of
    their columns to those of the model.
    """
    if text is None and file is None and isinstance(source, Model | str | Path):
        others = [other] if isinstance(other, Model | Motion | str | Path) else list(other)
        if others:
            return motion_with(source, others, names or {}, variation)
        return motions_of(source, variation)
    return _statements(source, text or "", kind, file, tuple(unknown))


def _statements(
    source: Model | str | Path | Equations,
    text: str | Sequence[str],
    kind: str,
    file: str | Path | None,
    unknown: tuple[str, ...],
) -> Comparison:
    """Compare a user's statements with the equations of a model."""
    from dalembert._compare.energies import energies_judged
    from dalembert._compare.reference import Reference
    from dalembert._derive.equations import Equations
    from dalembert._model.put_numbers import symbolic_model

    if kind not in KINDS:
        message = f"`kind` must be one of {', '.join(KINDS)}, but is {kind!r}"
        raise ValueError(message)
    if isinstance(source, Equations) and source.model.numbers is None:
        equations = source
    else:
        model = symbolic_model(source.model) if isinstance(source, Equations) else source
        equations = derive(model, numbers="none")
    reading = reading_of(equations, kind, unknown)
    statements = _read(text, file, reading, kind)
    reference = Reference(equations)
    if kind == "equation":
        return _judge(reference, statements)
    return energies_judged(
        reference, statements, kind, _hamilton(equations) if kind == "hamiltonian" else None
    )


def reading_of(equations: Equations, kind: str, unknown: tuple[str, ...]) -> Reading:
    """How a text is read: LaTeX symbols as the model prints them, momenta and letters of energies."""
    from dalembert._compare.energies import LETTERS
    from dalembert._compare.statement import Reading
    from dalembert._derive.forms.form import fresh_names
    from dalembert._model.records import result_names
    from dalembert._present.notation import latex_name, notation
    from dalembert._text.latex_symbols import key_of

    model = equations.model
    momenta = fresh_names(model, "p_") if kind == "hamiltonian" else {}
    names = [*(entry.name for entry in entries_of(model)), *result_names(model), "t", "pi"]
    written = notation(model)
    symbols = {key_of(latex_name(written, name, 0)): name for name in reversed(names)}
    for coordinate, name in momenta.items():
        symbols[key_of(f"p_{latex_name(written, coordinate, 0)}")] = name
    letters = tuple(name for name in LETTERS if name not in names) if kind != "equation" else ()

    def latex(node: Node) -> str:
        from dalembert._present.sympy_print import latex as printed

        return printed(node, written)

    return Reading(
        model=model, symbols=symbols, extra=(*momenta.values(), *letters), unknown=unknown, latex=latex
    )


def _read(
    text: str | Sequence[str], file: str | Path | None, reading: Reading, kind: str
) -> tuple[Statement, ...]:
    """The statements of all texts."""
    from dalembert._compare.statement import statements
    from dalembert._text.toml import read_text

    texts = [text] if isinstance(text, str) else list(text)
    result = [one for each in texts if each for one in statements(each, reading, f"--{kind}")]
    if file is not None:
        path = Path(file)
        result += statements(read_text(path), reading, "", path.name)
    if not result:
        message, hint = "there is nothing to compare", "give an equation, or a file with some"
        raise ModelError((Flaw(rule="compare", severity="error", where="", message=message, hint=hint),))
    return tuple(result)


def _judge(reference: Reference, statements: tuple[Statement, ...]) -> Comparison:
    """The comparison; raises with the flaws of `check` where the model has no states of motion."""
    from dalembert._compare.judge import judge

    try:
        return judge(reference, statements)
    except ModelError as error:
        flaws = [one for one in check(reference.model).flaws if one.severity in ("error", "structure")]
        if error.flaws[0].rule != "states" or not flaws:
            raise
        hint = f"`check` finds why: {flaws[0].message}"
        raise ModelError((replace(error.flaws[0], hint=hint), *flaws)) from None


def _hamilton(equations: Equations) -> Form | None:
    """Hamilton's form, where there is one: a wrong Hamiltonian is compared with its terms."""
    from dalembert._derive.forms.form import NotAvailable
    from dalembert.verbs.derive import form_of

    try:
        return form_of(equations, "hamilton")
    except NotAvailable:
        return None

"""The public verbs, composed from the rooms. Heavy rooms are entered only when a verb needs them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dalembert._expression.source import Flaw, ModelError
from dalembert._model.build import build
from dalembert._model.check import Verdict, examine
from dalembert._model.records import Model
from dalembert._text.toml import Raw, read_file, read_toml

if TYPE_CHECKING:
    from dalembert._derive.equations import Equations


def model(**sections: Any) -> Model:
    """A model from Python: keywords are the sections of a model file.

    Expressions are strings, numbers or SymPy expressions.
    """
    values, door = dict(sections), lambda _: None
    if _has_sympy(values):
        from dalembert._model.sympy_door import plain, tree

        values, door = plain(values), tree
    return _good(*build(Raw(values=values), door))


def read(source: str | Path) -> Model:
    """The model of a file, or of a library system by its name (`four_bar`, `n_link_pendulum:20`)."""
    return _good(*_drafted(source))


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
    chosen = source if isinstance(source, Model) else read(source)
    errors = tuple(flaw for flaw in examine(chosen).flaws if flaw.severity == "error")
    if errors:
        raise ModelError(errors)
    equations = derived(chosen)
    verified = verify(equations, lower(chosen))
    return replace(equations, verified=verified, seconds=perf_counter() - started)


def _drafted(source: str | Path) -> tuple[Model, tuple[Flaw, ...]]:
    from dalembert import library

    name = str(source)
    system = library.find(name.partition(":")[0])
    if system is not None and not Path(name).exists():
        return build(read_toml(library.text_of(name), f"{name}.toml"))
    return build(read_file(Path(source)))


def _good(made: Model, flaws: tuple[Flaw, ...]) -> Model:
    errors = tuple(flaw for flaw in flaws if flaw.severity == "error")
    if errors:
        raise ModelError(errors)
    return made


def _has_sympy(value: Any) -> bool:
    """Whether a SymPy object stands anywhere in nested mappings."""
    if isinstance(value, Mapping):
        return any(_has_sympy(k) or _has_sympy(v) for k, v in value.items())
    return type(value).__module__.partition(".")[0] == "sympy"

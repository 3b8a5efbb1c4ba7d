"""The main verbs, composed from the rooms: a model is read or made, checked, varied, derived, simulated.

Heavy rooms are entered only when a verb needs them. What can be asked of the results is in `answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dalembert._expression.source import Flaw, ModelError
from dalembert._model.build import build
from dalembert._model.check import Verdict, examine
from dalembert._model.compliant import as_written, expanded
from dalembert._model.records import Model, Simulate
from dalembert._text.files import write_files
from dalembert._text.toml import Raw
from dalembert.sources import drafted, good, has_sympy, runnable, sound

if TYPE_CHECKING:
    from dalembert._derive.equations import Equations
    from dalembert._simulate.motion import Motion


def model(**sections: Any) -> Model:
    """A model from Python: the keywords are the sections of a model file.

    Expressions are strings, numbers or SymPy expressions; mistakes are raised as a `ModelError`.
    """
    if not has_sympy(sections):
        return good(*build(Raw(values=sections)))
    from dalembert._model.sympy_door import plain, tree

    return good(*build(Raw(values=plain(sections)), tree))


def read(source: str | Path) -> Model:
    """The model of a file, or of a library system by its name (`four_bar`, `n_link_pendulum:20`)."""
    return good(*drafted(source))


def write(model: Model, path: str | Path | None = None) -> str:
    """The text of a model file, written to `path` if one is given; `read` makes an equal model of it."""
    from dalembert._model.plain import plain_values
    from dalembert._text.toml_writer import toml_text

    text = toml_text(plain_values(model))
    if path is not None:
        write_files({Path(path): text})
    return text


def check(source: Model | str | Path) -> Verdict:
    """All flaws of a model, a model file or a library system, at once."""
    try:
        model, form = (source, ()) if isinstance(source, Model) else drafted(source)
    except ModelError as error:
        return Verdict(flaws=error.flaws)
    verdict = examine(model, form)
    if any(flaw.severity == "error" for flaw in verdict.flaws):
        return verdict
    from dalembert._structure.structure import structure_of

    structure, found = structure_of(expanded(model))
    said = any(flaw.rule == "idle-coordinate" for flaw in verdict.flaws)  # the same in plainer words
    return replace(verdict, flaws=(*verdict.flaws, *(() if said else found)), structure=structure)


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


def derive(source: Model | str | Path) -> Equations:
    """The equations of motion of a model, every step kept, verified against the energies."""
    from dalembert._derive.derive import derive as derived
    from dalembert._derive.reading import NotReal
    from dalembert._lower.lower import lower
    from dalembert._verify.verify import verify

    started = perf_counter()
    chosen = sound(source, ("derivation-budget",))
    try:
        equations = derived(chosen)
    except NotReal as reason:
        hint = "look for a division by zero, or a root or logarithm of something negative"
        flaw = Flaw(rule="not-finite", severity="error", where="", message=str(reason), hint=hint)
        raise ModelError((flaw,)) from None
    verified = verify(equations, lower(chosen))
    return replace(equations, verified=verified, seconds=perf_counter() - started)


def simulate(
    source: Model | str | Path,
    *,
    t_end: float | None = None,
    samples: int | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    method: str | None = None,
    dt: float | None = None,
    progress: Callable[[float], None] | None = None,
) -> Motion:
    """The motion of a model, with its energy ledger, constraint residuals and an estimate of its error.

    What is not given here is taken from the model's [simulate]. `rtol` is a promise about the result;
    `samples` equal intervals are recorded; `dt` asks for fixed steps; `progress` is told the part done.
    """
    from dalembert._simulate.run import run

    started = perf_counter()
    asked = Simulate(t_end=t_end, samples=samples, rtol=rtol, atol=atol, method=method, dt=dt)
    chosen = runnable(source, asked)
    read_seconds = perf_counter() - started
    motion = run(chosen, progress)
    seconds = replace(motion.seconds, read=read_seconds, total=perf_counter() - started)
    return replace(motion, model=as_written(motion.model), seconds=seconds)


def batch(
    source: Model | str | Path,
    cases: Sequence[str] | None = None,
    *,
    t_end: float | None = None,
    samples: int | None = None,
    rtol: float | None = None,
    method: str | None = None,
) -> dict[str, Motion]:
    """The motions of some cases of a model, or of all, by their names; what is derived is derived once."""
    chosen = source if isinstance(source, Model) else read(source)
    names = cases if cases is not None else [case.name for case in chosen.cases]
    return {
        name: simulate(vary(chosen, name), t_end=t_end, samples=samples, rtol=rtol, method=method)
        for name in names
    }

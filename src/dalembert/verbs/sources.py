"""The sources of models: files, the library, Python; and checks whether they can be used."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.suggest import nearest
from dalembert._model.build import build
from dalembert._model.check import examine, flaws_against_run
from dalembert._model.expansions import has_written_energies
from dalembert._model.records import Model, RunSettings
from dalembert._model.vary import merge_settings
from dalembert._text.toml import read_text, read_toml

LONGEST_PATH = 4096
SUFFIXES = (".toml", ".txt", ".urdf", ".xml", ".mjcf", ".csv", ".nc")  # of files that hold a model
PLAIN = frozenset({str, bool, int, float})  # types of values that are no expressions of SymPy
LATEST = 4  # models with other settings that are remembered
MOST_BESIDE, MOST_ALIKE = 1000, 4  # the most files that are compared, and systems that are named


def draft_of(source: str | Path) -> tuple[Model, tuple[Flaw, ...]]:
    """The model of a source and the flaws found in reading it."""
    path, name = Path(source), str(source)
    there = _exists(path)
    if not there or path.is_dir():  # a folder of the name of a system is no model
        from dalembert import library

        if library.find(name.partition(":")[0]) is not None:
            try:
                return build(read_toml(library.text_of(name), f"{name}.toml"))
            except ValueError as error:
                flaw = Flaw(rule="library", severity="error", where="", message=str(error))
                raise ModelError((flaw,)) from None
    if not there:
        message = f"there is no model file {name[:200]}"
        raise ModelError(
            (Flaw(rule="file", severity="error", where="", message=message, hint=_other_source(path)),)
        )
    if path.suffix.lower() == ".nc":
        return _of_motion(path)
    text = read_text(path)
    if path.suffix.lower() == ".urdf":
        from dalembert._text.urdf import read_urdf

        robot, remarks = read_urdf(text, path.name, path.parent)
        model, flaws = build(robot)
        return model, (*remarks, *flaws)
    if path.suffix.lower() in (".xml", ".mjcf"):
        from dalembert._text.mjcf import read_mjcf

        robot, remarks = read_mjcf(text, path.name, path.parent)
        model, flaws = build(robot)
        return model, (*remarks, *flaws)
    if path.suffix.lower() == ".csv":
        from dalembert._text.assembly import read_assembly

        assembly, remarks = read_assembly(text, path.name, path.parent)
        model, flaws = build(assembly)
        return model, (*remarks, *flaws)
    if path.suffix.lower() != ".txt":
        return build(read_toml(text, path.name, path.parent))
    from dalembert._text.lageq import read_lageq

    written, remarks = read_lageq(text, path.name, path.parent)
    made, form = build(written)
    return made, (*remarks, *form)


def _other_source(path: Path) -> str:
    """What may be meant by a missing file: one beside it, a library system, a new one."""
    if not path.suffix:  # the name of a file without its ending
        whole = [path.with_name(f"{path.name}{suffix}") for suffix in SUFFIXES if path.name]
        there = [str(one) for one in whole if _exists(one)]
        if there:
            return f"did you mean {' or '.join(there)}?"
    try:
        beside = [one.name for one in islice(path.parent.glob(f"*{path.suffix or SUFFIXES[0]}"), MOST_BESIDE)]
    except (OSError, ValueError):
        beside = []
    near = nearest(path.name if path.suffix else f"{path.name}{SUFFIXES[0]}", beside)
    if near and path.suffix:
        return f"did you mean {path.with_name(near)}?"
    from dalembert import library

    similar = nearest(path.stem, [s.name for s in library.SYSTEMS])
    if near and not similar:
        return f"did you mean {path.with_name(near)}?"
    near = similar
    if near:
        return f"did you mean the library system {near}?"
    alike = [s.name for s in library.SYSTEMS if path.stem and path.stem.lower() in s.name]
    hint = (
        f"the library has {', '.join(alike[:MOST_ALIKE])}"
        if alike
        else "dalembert examples lists the library"
    )
    plain = path.stem.isidentifier() and path.parent == Path()
    return f"{hint}; dalembert new {path.stem} starts a file of your own" if plain else hint


def _exists(path: Path) -> bool:
    """Whether a path exists; false for a name that no file can have."""
    try:
        return len(str(path)) < LONGEST_PATH and path.exists()
    except (OSError, ValueError):
        return False


def _of_motion(path: Path) -> tuple[Model, tuple[Flaw, ...]]:
    """The model inside the file of a motion."""
    from dalembert._export.open_motion import model_text

    try:
        return build(read_toml(model_text(path), path.name, path.parent))
    except ValueError as error:
        flaw = Flaw(rule="file", severity="error", where="", message=str(error))
        raise ModelError((flaw,)) from None


def sound_model(source: Model | str | Path, grave: tuple[str, ...] = ()) -> Model:
    """The model of a source, if `check` finds no error in it; flaws of the rules `grave` count as errors."""
    chosen, form = (source, ()) if isinstance(source, Model) else draft_of(source)
    flaws = examine(chosen, form).flaws
    judged = tuple(replace(f, severity="error") if f.rule in grave else f for f in flaws)
    return same_bodies(good(chosen, judged))


def runnable(source: Model | str | Path, settings: RunSettings) -> Model:
    """The model of a source with other settings, if no flaw that `check` finds prevents a run."""
    text = "" if settings.times else repr(settings)  # two numbers that are equal may be shown differently
    for model, given, with_settings in tuple(_latest):
        if model is source and given == text:
            return with_settings
    chosen, form = (source, ()) if isinstance(source, Model) else draft_of(source)
    model_settings = chosen.simulate
    finer = settings.rtol / model_settings.rtol if settings.rtol and model_settings.rtol else 1.0
    if settings.atol is None and model_settings.atol and finer < 1:
        settings = replace(settings, atol=model_settings.atol * finer)  # both tolerances are refined
    varied = replace(chosen, simulate=merge_settings(model_settings, settings))
    if flaws := flaws_against_run(varied, form):
        raise ModelError(flaws)
    same_bodies(varied)
    if chosen is source and text and not (chosen.tables or chosen.inputs):  # files of tables may change
        _latest.appendleft((chosen, text, varied))
    return varied


_latest: deque[tuple[Model, str, Model]] = deque(maxlen=LATEST)  # what was found runnable with settings


def same_bodies(model: Model) -> Model:
    """The model; raises where its bodies are not those of its written energies."""
    if has_written_energies(model.written):
        from dalembert._structure.bodies_and_energies import other_bodies

        good(model, other_bodies(model))
    return model


def good(made: Model, flaws: tuple[Flaw, ...]) -> Model:
    """The model; raises if a flaw is an error."""
    errors = tuple(flaw for flaw in flaws if flaw.severity == "error")
    if errors:
        raise ModelError(errors)
    return made


def has_sympy(value: Any) -> bool:
    """Whether nested mappings and lists contain a SymPy object."""
    if type(value) in PLAIN:
        return False
    if isinstance(value, Mapping):
        return any(has_sympy(k) or has_sympy(v) for k, v in value.items())
    if isinstance(value, list | tuple):
        return any(has_sympy(v) for v in value)
    return any((kind.__module__ or "").startswith("sympy.") for kind in type(value).__mro__)

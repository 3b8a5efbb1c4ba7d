"""Completion in shells: library systems and files, names that the verbs accept, names of a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import typer

import dalembert

SUFFIXES = (
    ".toml",
    ".txt",
    ".urdf",
    ".xml",
    ".csv",
    ".nc",
)  # of models, and of motions, which contain their model
Complete = Callable[[typer.Context, str], list[str]]


def of_names(names: Iterable[str]) -> Callable[[str], list[str]]:
    """A function that completes one of some names."""
    known = tuple(names)

    def complete(incomplete: str) -> list[str]:
        return [name for name in known if name.startswith(incomplete)]

    return complete


def models(incomplete: str) -> list[str]:
    """Library systems, model files and folders that begin so."""
    systems = [f"{s.name}:{s.size}" if s.size else s.name for s in dalembert.library.SYSTEMS]
    return [*_files(incomplete), *(name for name in systems if name.startswith(incomplete))]


def systems(incomplete: str) -> list[str]:
    """Library systems that begin so."""
    return [s.name for s in dalembert.library.SYSTEMS if s.name.startswith(incomplete)]


def _files(incomplete: str) -> list[str]:
    """Files of models and motions, and folders, whose paths begin with the text."""
    typed = Path(incomplete)
    folder, start = (typed, "") if incomplete.endswith("/") else (typed.parent, typed.name)
    if not folder.is_dir():
        return []
    entries = sorted(one for one in folder.iterdir() if one.name.startswith(start) and one.name[:1] != ".")
    models = [one for one in entries if one.is_dir() or one.suffix.lower() in SUFFIXES]
    return [f"{one}/" if one.is_dir() else str(one) for one in models]


def of_model(names_of: Callable[[dalembert.Model], Iterable[str]], end: str = "") -> Complete:
    """A function that completes names of the model in the command, each with an ending such as `=`."""

    def complete(context: typer.Context, incomplete: str) -> list[str]:
        given = (context.params.get("model"), context.params.get("source"), *context.args)
        source = next((one for one in given if isinstance(one, str) and one), None)
        if source is None:
            return []
        try:
            names = names_of(dalembert.read(source))
        except dalembert.ModelError:
            return []  # no completion; the command itself reports the error
        return [f"{name}{end}" for name in names if f"{name}{end}".startswith(incomplete)]

    return complete


cases = of_model(lambda model: (case.name for case in model.cases))
parameters = of_model(lambda model: (one.name for one in model.parameters), "=")
coordinates = of_model(
    lambda model: [*(c.name for c in model.coordinates), *(s.name for s in model.states)], "="
)

"""How the command line prints: flaws as letters, JSON for programs, refusals with their exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NoReturn

import typer
from rich.console import Console
from rich.text import Text

import dalembert
from dalembert import Flaw, library

COLOURS = {"error": "bold red", "structure": "bold magenta", "warning": "bold yellow", "note": "bold cyan"}


def console() -> Console:
    """Standard output, at the width of the terminal."""
    return Console(soft_wrap=False, highlight=False, emoji=False)


def busy(doing: str) -> AbstractContextManager[Any]:
    """A spinner on a terminal, nothing elsewhere."""
    console = Console(stderr=True)
    return console.status(f"{doing} …") if console.is_terminal else nullcontext()


def print_json(value: Any) -> None:
    """A value as JSON on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n")


def print_flaw(flaw: Flaw) -> None:
    """A flaw as a letter, in colour."""
    first, _, rest = str(flaw).partition("\n")
    severity, _, message = first.partition(":")
    text = Text.assemble((severity, COLOURS[flaw.severity]), ":", (message, "bold"))
    console().print(text, soft_wrap=True)
    if rest:
        console().print(Text(rest), soft_wrap=True)
    console().print()


def summary(flaws: tuple[Flaw, ...]) -> str:
    """How many flaws of which severity."""
    counts = {s: sum(f.severity == s for f in flaws) for s in COLOURS}
    words = [f"{n} {s}{'s' if n > 1 and s != 'structure' else ''}" for s, n in counts.items() if n]
    return ", ".join(words) if words else "no flaws found"


def no_such_model(flaws: tuple[Flaw, ...]) -> bool:
    """Whether the model itself was not found."""
    return any(flaw.rule in ("file", "library") for flaw in flaws)


def wrong_folder(flaws: tuple[Flaw, ...]) -> bool:
    """Whether a folder that was named cannot be written to, or holds what may not be written over."""
    return any(flaw.rule == "folder" for flaw in flaws)


def refuse(flaws: tuple[Flaw, ...], as_json: bool) -> NoReturn:
    """Say what is wrong with the model, and end."""
    if as_json:
        print_json(dalembert.as_dict(dalembert.Verdict(flaws=flaws)))
    else:
        for flaw in flaws:
            print_flaw(flaw)
    raise typer.Exit(2 if no_such_model(flaws) or wrong_folder(flaws) else 1)


def usage(message: str) -> NoReturn:
    """Say what is wrong with the command, and end."""
    Console(stderr=True, highlight=False, emoji=False).print(message, markup=False)
    raise typer.Exit(2)


def library_text(name: str) -> str:
    """The text of a library system."""
    try:
        return library.text_of(name)
    except ValueError as error:
        usage(f"{error}; `dalembert examples` lists them")


def write_new(texts: Mapping[Path, str]) -> None:
    """Write files that are not there yet: all of them, or none."""
    try:
        dalembert.write_files(texts, new=True)
    except FileExistsError as error:
        usage(f"{error.filename} is already there: choose another name, or delete it first")
    except OSError as error:
        cannot_write(error.filename or next(iter(texts)), error)


def cannot_write(path: Path | str, error: OSError) -> NoReturn:
    """Say why a file could not be written, and end."""
    usage(f"cannot write {path}: {error.strerror or error}")

"""Printing on the command line: flaws as messages, JSON for programs, errors with their exit codes."""

from __future__ import annotations

import json
import sys
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

import typer
from rich.console import Console
from rich.text import Text

import dalembert

COLOURS = {"error": "bold red", "structure": "bold magenta", "warning": "bold yellow", "note": "bold cyan"}


def console() -> Console:
    """Standard output, at the width of the terminal."""
    return Console(soft_wrap=False, highlight=False, emoji=False)


def busy(doing: str) -> AbstractContextManager[Any]:
    """A spinner on a terminal, no output elsewhere."""
    console = Console(stderr=True)
    return console.status(f"{doing} …") if console.is_terminal else nullcontext()


def print_json(value: Any) -> None:
    """Print a value as JSON on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n")


def print_flaw(flaw: dalembert.Flaw) -> None:
    """Print a flaw as a message, in colour."""
    print_letter(str(flaw), flaw.severity)


def print_letter(letter: str, severity: str) -> None:
    """Print a message in the colour of its severity."""
    first, _, remainder = letter.partition("\n")
    heading, _, message = first.partition(":")
    text = Text.assemble((heading, COLOURS[severity]), ":", (message, "bold"))
    console().print(text, soft_wrap=True)
    if remainder:
        console().print(Text(remainder), soft_wrap=True)
    console().print()


def summary(flaws: tuple[dalembert.Flaw, ...]) -> str:
    """The number of flaws of each severity."""
    counts = {s: sum(f.severity == s for f in flaws) for s in COLOURS}
    words = [f"{n} {s}{'s' if n > 1 and s != 'structure' else ''}" for s, n in counts.items() if n]
    return ", ".join(words) if words else "no problems found"


def no_such_model(flaws: tuple[dalembert.Flaw, ...]) -> bool:
    """Whether the model itself was not found."""
    return any(flaw.rule in ("file", "library") for flaw in flaws)


def wrong_folder(flaws: tuple[dalembert.Flaw, ...]) -> bool:
    """Whether a named folder cannot be written to, or contains files that may not be overwritten."""
    return any(flaw.rule == "folder" for flaw in flaws)


def refuse(flaws: tuple[dalembert.Flaw, ...], as_json: bool) -> NoReturn:
    """Print the flaws of the model, and exit."""
    if as_json:
        print_json(dalembert.as_dict(dalembert.Verdict(flaws=flaws)))
    else:
        for flaw in flaws:
            print_flaw(flaw)
    raise typer.Exit(2 if no_such_model(flaws) or wrong_folder(flaws) else 1)


def refuse_because(rule: str, message: str, as_json: bool, hint: str = "") -> NoReturn:
    """Print why a result was refused by a rule, and exit."""
    refuse((dalembert.Flaw(rule=rule, severity="error", where="", message=message, hint=hint),), as_json)


def usage(message: str) -> NoReturn:
    """Print what is wrong with the command, and exit."""
    Console(stderr=True, highlight=False, emoji=False).print(message, markup=False)
    raise typer.Exit(2)


def open_page(path: Path) -> None:
    """Show a file in the user's browser; without one, print so and continue."""
    if not webbrowser.open(path.resolve().as_uri()):
        Console(stderr=True, highlight=False, emoji=False).print(
            f"no browser was found: open {path} yourself", markup=False
        )


def library_text(name: str) -> str:
    """The text of a library system."""
    try:
        return dalembert.library.text_of(name)
    except ValueError as error:
        base, known = name.partition(":")[0], [one.name for one in dalembert.library.SYSTEMS]
        near = get_close_matches(base, known, 1) if base not in known else []
        meant = f"did you mean {near[0]}?" if near else "`dalembert examples` lists them"
        usage(f"{error}; {meant}")


def write_texts(texts: Mapping[Path, str | bytes], *, force: bool | None = None) -> None:
    """Write all files or none, over old ones only with `force`; None where a command has no --force."""
    try:
        dalembert.write_files(texts, new=not force)
    except FileExistsError as error:
        other = "delete it first" if force is None else "overwrite it with --force"
        usage(f"{error.filename} already exists: choose another name, or {other}")
    except OSError as error:
        cannot_write(error.filename or next(iter(texts)), error)


def cannot_write(path: Path | str, error: OSError) -> NoReturn:
    """Print why a file could not be written, and exit."""
    usage(f"cannot write {path}: {error.strerror or error}")


def file_to_write(
    out: str, suffixes: Sequence[str], force: bool, default: str = "", option: str = "--out"
) -> Path:
    """The file of an option, or the default; exits if its suffix is wrong, or if it exists already."""
    path = Path(out or default)
    if out and path.suffix.lower() not in suffixes:
        named = f"{', '.join(suffixes[:-1])} or {suffixes[-1]}" if len(suffixes) > 1 else suffixes[0]
        usage(f"{option} {out}: it must be a name that ends in {named}")
    try:
        if not path.parent.is_dir():
            usage(f"{option} {out}: there is no folder {path.parent}; create it first")
        if path.exists() and not force:
            usage(f"{path} already exists: choose another name with {option}, or overwrite it with --force")
    except OSError as error:
        if out:
            cannot_write(path, error)
    return path  # an impossible default name comes from an impossible source, which is reported later


@contextmanager
def folder_to_write(folder: Path) -> Iterator[None]:
    """Create a folder if needed; remove it again if it stays empty."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            usage(f"cannot create the folder {folder}: {error.strerror}")
        yield
    finally:
        for one in missing:
            if one.is_dir() and not any(one.iterdir()):
                one.rmdir()

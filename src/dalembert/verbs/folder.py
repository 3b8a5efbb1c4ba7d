"""Folders of results: which files belong to them, which are never overwritten, how they are written.

A folder belongs to dalembert if its summary.json says so and names the files in it, each with a fingerprint.
Nothing else is ever overwritten: no file that is not named there, and none that was edited since, unless the
folder is made again; then the edited file is kept as a copy beside the new one.

All files are first written under temporary names, so that a full disk leaves the folder as it was; then they
are renamed one by one. Meanwhile the summary names every file with its old and its new fingerprint: a folder
that was interrupted is recognised, and the next run completes it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NoReturn

from dalembert._expression.source import Flaw, ModelError
from dalembert._text.files import stage_file

SUMMARY = "summary.json"
FILES = (".pdf", ".html", ".htm", ".tex", ".docx", ".md", ".txt", ".zip", ".toml", ".json", ".csv", ".nc")
NAMED = 3  # the most files that an error names


def fingerprint(content: bytes) -> str:
    """The digest of a content."""
    return hashlib.sha256(content).hexdigest()


def before_in(folder: Path) -> dict[str, Any]:
    """The summary of a folder that dalembert made; empty for any other."""
    try:
        summary = json.loads((folder / SUMMARY).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(summary, dict) or not str(summary.get("made_by", "")).startswith("dalembert "):
        return {}
    ours = all(_listing(summary.get(key, {})) for key in ("files", "earlier")) and "files" in summary
    return summary if ours else {}


def _listing(files: Any) -> bool:
    """Whether this is a list of files inside a folder with their fingerprints."""
    return isinstance(files, dict) and all(
        isinstance(print_, str) and ".." not in Path(name).parts and not Path(name).is_absolute()
        for name, print_ in files.items()
    )


def whole(folder: Path, before: Mapping[str, Any]) -> bool:
    """Whether every file exists unchanged."""
    files: Mapping[str, str] = before["files"]
    return "earlier" not in before and all(
        _print_of(folder / name) == fingerprint for name, fingerprint in files.items()
    )


def refuse_foreign(
    folder: Path, before: Mapping[str, Any], names: Iterable[str], *, again: bool = False
) -> None:
    """Raise if files that dalembert did not make would be overwritten.

    Edited files raise, too, unless they are made `again`, and the name of a file for a folder that is new.
    """
    if folder.suffix.lower() in FILES and not folder.exists():
        message = f"several files are written into a folder, and {folder} is the name of a file"
        refuse(message, f"write --out {folder.with_suffix('')}")
    if folder.exists() and not folder.is_dir():
        refuse(f"{folder} is a file", "choose a folder with --out")
    there = sorted(one.name for one in folder.iterdir()) if folder.is_dir() else []
    if there and not before:
        refuse(
            f"the folder {folder} contains other files: {_enumeration(there)}",
            "choose a new or an empty folder with --out",
        )
    known, edited = _known_fingerprints(before), edited_in(folder, before)
    if edited and not again:
        message = f"{folder} has files that were edited after they were written: {_enumeration(edited)}"
        refuse(message, "--again replaces them and keeps a copy of each; --out chooses another folder")
    foreign = [name for name in names if name not in known and os.path.lexists(folder / name)]
    if foreign:
        refuse(
            f"{folder} has files that dalembert did not write: {_enumeration(foreign)}", "move them elsewhere"
        )


def edited_in(folder: Path, before: Mapping[str, Any]) -> list[str]:
    """The files of a folder that were edited since they were made."""
    return [
        name
        for name, prints in _known_fingerprints(before).items()
        if _print_of(folder / name) not in (None, *prints)
    ]


def copies_for(folder: Path, edited: Iterable[str]) -> dict[str, str]:
    """For each edited file the name of its copy: the first of NAME.edited, NAME.edited2 … not in use."""
    return {name: _unused_name(folder, f"{name}.edited") for name in edited}


def _unused_name(folder: Path, name: str) -> str:
    tries = (f"{name}{number if number > 1 else ''}" for number in count(1))
    return next(one for one in tries if not os.path.lexists(folder / one))


def _known_fingerprints(before: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The files of a folder with the fingerprints that they may have."""
    listings = (before.get("earlier", {}), before.get("files", {}))
    names = dict.fromkeys(name for listing in listings for name in listing)
    return {name: tuple(one[name] for one in listings if name in one) for name in names}


def _print_of(path: Path) -> str | None:
    return fingerprint(path.read_bytes()) if path.is_file() else None


def _enumeration(names: list[str]) -> str:
    return ", ".join(names[:NAMED]) + (" …" if len(names) > NAMED else "")


def refuse(message: str, hint: str) -> NoReturn:
    """Raise an error about the folder."""
    raise ModelError((Flaw(rule="folder", severity="error", where="--out", message=message, hint=hint),))


@contextmanager
def open_folder(path: Path) -> Iterator[None]:
    """Create the folder if needed and check that it is writable; remove it again if it stays empty."""
    with refuse_unwritable(path):
        made = [folder for folder in (path, *path.parents) if not folder.exists()]
    try:
        with refuse_unwritable(path):
            path.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=path):
                pass
        yield
    finally:
        for folder in made:
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()


@contextmanager
def refuse_unwritable(folder: Path) -> Iterator[None]:
    """Raise an error of the operating system in a folder as a flaw."""
    try:
        yield
    except OSError as error:
        flaw = Flaw(
            rule="folder",
            severity="error",
            where="--out",
            message=f"cannot write to the folder {folder}: {error.strerror or error}",
            hint="choose a folder that can be written to with --out",
        )
        raise ModelError((flaw,)) from error


def put(
    target: Path,
    before: Mapping[str, Any],
    files: Mapping[str, bytes],
    summary: Mapping[str, Any],
    copies: Mapping[str, str],
) -> None:
    """Write the files and the summary; delete files of an earlier run that are no longer made.

    `copies` gives edited files the names under which they are kept.
    """
    refuse_foreign(target, before, files, again=set(edited_in(target, before)) <= set(copies))
    known = _known_fingerprints(before)
    fingerprints = {name: _print_of(target / name) for name in known}
    earlier = {name: fingerprint for name, fingerprint in fingerprints.items() if fingerprint is not None}
    folders = _folders(target, files)
    try:
        for folder in folders:
            folder.mkdir()
        with ExitStack() as stack:

            def beside(name: str, content: bytes) -> Callable[[], None]:
                return stack.enter_context(stage_file(target / name, content))

            kept = [beside(copies[name], (target / name).read_bytes()) for name in copies]
            begun = beside(SUMMARY, _json({**summary, "earlier": earlier}))
            made = [beside(name, content) for name, content in files.items()]
            ended = beside(SUMMARY, _json(summary))
            for put_in_place in kept:
                put_in_place()
            begun()
            for name in known:
                if name not in files:
                    _remove(target, name)
            for put_in_place in (*made, ended):
                put_in_place()
    finally:
        for folder in reversed(folders):  # an unwritable folder is removed again
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()


def _folders(target: Path, names: Iterable[str]) -> list[Path]:
    """The subfolders that do not exist yet, outer ones first."""
    inside = {target / folder for name in names for folder in Path(name).parents if folder != Path()}
    return sorted(folder for folder in inside if not folder.exists())


def _json(value: Mapping[str, Any]) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode("utf-8")


def _remove(target: Path, name: str) -> None:
    (target / name).unlink(missing_ok=True)
    for folder in Path(name).parents:
        if folder != Path() and (target / folder).is_dir() and not any((target / folder).iterdir()):
            (target / folder).rmdir()

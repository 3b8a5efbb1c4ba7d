"""The files of parts: under the folder of the model, each read once, within the budget of a model file."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from dalembert._expression.source import ModelError
from dalembert._text.toml import read_text, read_toml
from dalembert._text.written import Written

LONGEST = 1000  # the most characters of a path


class PartFault(Exception):
    """Why a part cannot be used, and what to type."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class PartFiles:
    """Reads the files of parts; `texts` are their contents, by their paths from the model's folder."""

    def __init__(self, folder: Path | None, texts: dict[str, str]) -> None:
        self.folder = folder
        self.texts = dict(texts)
        self._read: dict[str, Written] = {}

    def name(self, below: str, own_path: str) -> str:
        """The path of a file from the model's folder; `below` is the folder of the file that names it."""
        if not own_path or len(own_path) > LONGEST or "\0" in own_path or "\\" in own_path:
            raise PartFault(f"`{own_path[:40]!r}` is not a path", 'write model = "wheel.toml"')
        path = PurePosixPath(own_path)
        system = own_path.removeprefix("library:")
        if system.isidentifier():
            message = f"{own_path[:100]} is no file: a part is a model file beside the model"
            hint = (
                f'dalembert examples {system[:40]} --copy writes a library system; then "{system[:40]}.toml"'
            )
            raise PartFault(message, hint)
        if path.is_absolute() or ".." in path.parts or own_path.startswith("~") or ":" in own_path:
            message = f"{own_path[:100]} is outside of the model's folder"
            raise PartFault(message, "put the file beside the model, or in a folder below it")
        if path.suffix.lower() != ".toml":
            raise PartFault(
                f"{own_path[:100]} is no model file", 'a part is a TOML file: model = "wheel.toml"'
            )
        return str(PurePosixPath(below) / path)

    def read(self, name: str) -> Written:
        """The contents of a file; raises a PartFault, or a ModelError at its location in the file."""
        if name not in self._read:
            if name not in self.texts:
                self.texts[name] = self._text(name)
            below = PurePosixPath(name).parent
            folder = self.folder / below if self.folder is not None else None
            self._read[name] = read_toml(self.texts[name], name, folder)
        return self._read[name]

    def _text(self, name: str) -> str:
        if self.folder is None:
            message = f"the model has no folder in which to look for {name}"
            raise PartFault(
                message, "read the model from a file, or give the sections of the part themselves"
            )
        root = self.folder.resolve()
        try:
            path = (root / name).resolve()
            there = path.is_file()
        except (OSError, RuntimeError, ValueError):  # a cycle of links, or an impossible file name
            there, path = False, root / "nothing"
        if not path.is_relative_to(root):
            message = f"{name} is a link to a file outside of the model's folder"
            raise PartFault(message, "put the file itself beside the model")
        if not there:
            raise PartFault(
                f"there is no file {name}", "its path is seen from the folder of the file that names it"
            )
        try:
            return read_text(path)
        except ModelError as error:
            flaw = error.flaws[0]
            if flaw.line is not None:
                raise
            raise PartFault(f"{name} cannot be read: {flaw.message}", flaw.hint) from None

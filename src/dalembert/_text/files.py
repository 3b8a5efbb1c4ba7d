"""The one way to write files, whole or not at all; and the files beside a model, which lie under its folder.

Contents are written to temporary files beside their targets, flushed to the disk, and renamed only when all
of them are complete. If the disk is full or the program ends before that, every file is unchanged, and no
temporary file is left.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import uuid4

Content = str | bytes | Iterable[str]  # the parts of a long text are generated while it is written
REASONS = {
    errno.ENOSPC: "the disk is full, so nothing was written: make room, or choose another place",
    errno.EDQUOT: "your disk quota is used up, so nothing was written: make room, or choose another place",
    errno.EFBIG: "it is larger than files may be here, so nothing was written: choose another place",
}
# Errors of file systems without hard links.
NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES)


class FileFault(Exception):
    """Why a file cannot be used, and what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def path_inside(own_path: str, folder: Path | None, largest: int, smaller: str = "leave out samples") -> Path:
    """The path of a file under the model's folder, of at most `largest` bytes; else told to be `smaller`."""
    if folder is None:
        raise FileFault("the model has no folder in which to look for it", "read the model from a file")
    root = folder.resolve()
    try:
        path = (root / own_path).resolve()
        there, inside = path.is_file(), path.is_relative_to(root)
    except (OSError, RuntimeError, ValueError):  # a cycle of links, or an impossible name of a file
        raise FileFault(f"{own_path[:100]!r} is no path of a file", "name a file beside the model") from None
    if not inside:
        raise FileFault(f"{own_path} is outside of the model's folder", "put the file beside the model")
    if not there:
        raise FileFault(f"there is no file {own_path}", "its path is seen from the model's folder")
    if path.stat().st_size > largest:
        raise FileFault(f"{own_path} is larger than {largest // 2**20} MiB", smaller)
    return path


def write_files(files: Mapping[Path, Content] | Mapping[str, Content], *, new: bool = False) -> None:
    """Write all files completely or none; with `new` existing files are not overwritten.

    Texts are written in UTF-8. Raises an OSError with the reason.
    """
    with ExitStack() as stack:
        placed = [
            stack.enter_context(stage_file(Path(path), content, new=new)) for path, content in files.items()
        ]
        for replace_file in placed:
            replace_file()


@contextmanager
def stage_file(target: Path, content: Content, *, new: bool = False) -> Iterator[Callable[[], None]]:
    """Write a temporary file beside its target, and yield a function that renames it to the target."""
    if new and os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    real = Path(os.path.realpath(target))  # the target of a link is written, the link stays
    if not real.parent.is_dir():
        message = f"there is no folder {target.parent} to save {target.name} in"
        raise FileNotFoundError(errno.ENOENT, message, str(target))
    if real.is_dir():
        message = f"{target} is a folder; give the name of a file"
        raise IsADirectoryError(errno.EISDIR, message, str(target))
    if real.exists() and not os.access(real, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    if real.exists() and not real.is_file():  # a pipe or a device is written to directly
        yield lambda: _write(real, content, "wb", target)
        return
    part = real.parent / f".{uuid4().hex}.part"
    try:
        _write(part, content, "xb", target)
        if real.exists():
            shutil.copymode(real, part)
        yield lambda: _put(part, real, new)
    finally:
        part.unlink(missing_ok=True)


def _write(path: Path, content: Content, mode: str, target: Path) -> None:
    """Write a content and flush it to the disk, or raise an error with the reason."""
    try:
        with path.open(mode) as stream:
            for piece in (content,) if isinstance(content, str | bytes) else content:
                stream.write(piece.encode("utf-8") if isinstance(piece, str) else piece)
            stream.flush()
            if path.is_file():
                os.fsync(stream.fileno())
    except OSError as error:
        if error.errno not in REASONS:
            raise
        raise OSError(error.errno, REASONS[error.errno], str(target)) from error


def _put(part: Path, real: Path, new: bool) -> None:
    """Rename a file to its target; with `new` only where there is none."""
    if new:
        try:
            os.link(part, real)
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
            if os.path.lexists(real):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(real)) from None
            os.replace(part, real)
    else:
        os.replace(part, real)
    _settle(real.parent)


def _settle(folder: Path) -> None:
    """Flush the entries of a folder to the disk, where the system supports it."""
    if os.name == "posix":
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        except OSError as error:
            if error.errno not in (
                errno.EINVAL,
                errno.ENOTSUP,
            ):  # some network folders do not support it
                raise
        finally:
            os.close(number)

"""The one way to write files: whole or not at all.

Contents are put beside their targets under names of their own, flushed to the disk, and take the places of
their targets only when all of them lie there. Where the disk is full or the program is ended before that,
every file is as it was, and nothing lies beside it.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import uuid4

Content = str | bytes | Iterable[str]  # parts of a long text are made while it is written
REASONS = {
    errno.ENOSPC: "the disk is full, so nothing was written: make room, or choose another place",
    errno.EDQUOT: "your disk quota is used up, so nothing was written: make room, or choose another place",
    errno.EFBIG: "it is larger than files may be here, so nothing was written: choose another place",
}
# What file systems without hard links say.
NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES)


def write_files(files: Mapping[Path, Content] | Mapping[str, Content], *, new: bool = False) -> None:
    """Write files, all of them whole or none; `new` refuses to write over a file that is there.

    Texts are written in UTF-8. Raises an OSError that says what stands against it.
    """
    with ExitStack() as stack:
        placed = [
            stack.enter_context(stage_file(Path(path), content, new=new)) for path, content in files.items()
        ]
        for replace_file in placed:
            replace_file()


@contextmanager
def stage_file(target: Path, content: Content, *, new: bool = False) -> Iterator[Callable[[], None]]:
    """A file as it will be, beside its target: call what is given, and it takes the target's place."""
    if new and os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    real = Path(os.path.realpath(target))  # what a link points to is written, the link stays
    if not real.parent.is_dir():
        message = f"there is no folder {target.parent} to save {target.name} in"
        raise FileNotFoundError(errno.ENOENT, message, str(target))
    if real.is_dir():
        message = f"{target} is a folder; give the name of a file"
        raise IsADirectoryError(errno.EISDIR, message, str(target))
    if real.exists() and not os.access(real, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    if real.exists() and not real.is_file():  # a pipe or a device takes what comes, and keeps its place
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
    """Write a content and see it on the disk, or raise what stands against it in words."""
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
    """Let a file take its location: over the old one, or only where there is none."""
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
    """See the names of a folder on the disk, where a system lets that be asked for."""
    if os.name == "posix":
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        except OSError as error:
            if error.errno not in (
                errno.EINVAL,
                errno.ENOTSUP,
            ):  # some folders in networks know no such thing
                raise
        finally:
            os.close(number)

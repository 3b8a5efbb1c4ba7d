"""The cache of compiled code: a private folder of the user, since its files are loaded as code.

A folder or file that others can write to is refused. Files are written under a name of their own and then
renamed, so that several processes can compile the same model at once.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from dalembert._words.message import Message, say

VARIABLE = "DALEMBERT_CACHE"
WINDOWS = sys.platform == "win32"
HOMES = ("LOCALAPPDATA", "USERPROFILE", "HOMEDRIVE", "HOMEPATH") if WINDOWS else ("XDG_CACHE_HOME", "HOME")


class UnsafeCacheError(Exception):
    """The cache folder cannot be used; the reason says why and what to do."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


def folder() -> Path:
    """The cache folder, made if it is not there; only its owner can write to it."""
    given = os.environ.get(VARIABLE)
    try:
        path = Path(given) if given else _usual_folder(*map(os.environ.get, HOMES))
    except RuntimeError:
        raise UnsafeCacheError(say("cache_home", variable=VARIABLE)) from None
    try:
        status = _directory(path) or _made_directory(path)
    except OSError as error:
        why = str(error.strerror)
        reason = say("cache_made", path=str(path), message=why, variable=VARIABLE)
        raise UnsafeCacheError(reason) from None
    if not _is_of_user(status):
        raise UnsafeCacheError(say("cache_others", path=str(path), variable=VARIABLE))
    if not os.access(path, os.W_OK):
        raise UnsafeCacheError(say("cache_written", path=str(path), variable=VARIABLE))
    return path


@cache
def private_folder() -> Path:
    """A fresh folder for this process alone, where the cache cannot be used."""
    made = Path(tempfile.mkdtemp(prefix="dalembert-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def usable_folder() -> Path:
    """The cache folder, or one of this process where it cannot be used."""
    try:
        return folder()
    except UnsafeCacheError:
        return private_folder()


def complaint() -> Message | None:
    """Why the cache folder is not used, if it is not."""
    try:
        folder()
    except UnsafeCacheError as error:
        return error.reason
    return None


def is_trusted(path: Path) -> bool:
    """Whether a file is there, whole, and only its owner can have written it."""
    mark = path.with_suffix(".sum")
    if not (path.is_file() and mark.is_file() and _belongs_to_user(path) and _belongs_to_user(mark)):
        return False
    return mark.read_text(encoding="ascii", errors="replace") == checksum(path)


def checksum(path: Path) -> str:
    """The checksum that is written beside a file, so that a damaged file is not loaded."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def put(made: Path, path: Path) -> None:
    """Move a file into the cache, with its checksum: another process sees all of it or nothing."""
    mark = made.with_suffix(".sum")
    mark.write_text(checksum(made), encoding="ascii")
    mark.chmod(0o600)
    os.replace(mark, path.with_suffix(".sum"))
    os.replace(made, path)


def bytes_of(name: str, make: Callable[[], bytes]) -> bytes:
    """The content of a file of the cache; one that is not there, or not trusted, is made and put there."""
    path = usable_folder() / name
    if is_trusted(path):
        return path.read_bytes()
    content = make()
    with tempfile.TemporaryDirectory(prefix="making-", dir=path.parent) as room:
        made = Path(room) / name
        made.write_bytes(content)
        made.chmod(0o600)
        put(made, path)
    return content


def _directory(path: Path) -> os.stat_result | None:
    """The state of a directory, None where there is none: every run asks."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status if stat.S_ISDIR(status.st_mode) else None


def _made_directory(path: Path) -> os.stat_result:
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return os.stat(path)


def _belongs_to_user(path: Path) -> bool:
    return _is_of_user(path.stat())


def _is_of_user(status: os.stat_result) -> bool:
    """Whether nobody but the user can write to a file or folder."""
    if sys.platform == "win32":  # folders of the user's profile are private there
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@cache
def _usual_folder(*_: str | None) -> Path:
    """The cache folder of the user, for given values of the environment variables that locate it."""
    return _user_cache() / "dalembert"


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")

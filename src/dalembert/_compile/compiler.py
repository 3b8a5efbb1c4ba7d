"""C source to a loaded shared library: by whatever compiler is found, once, and then from the cache."""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dalembert._compile.cache import UnsafeCacheError, checksum, folder, private_folder, trusted

VARIABLE = "DALEMBERT_CC"
NAMES = ("cc", "gcc", "clang", "tcc")
# No contraction, no fast-math: the same program gives the same bits wherever it is compiled.
FLAGS = ("-std=c99", "-ffp-contract=off", "-fno-math-errno", "-fPIC", "-shared", "-w")
HINT = "for fast runs install a C compiler (gcc or clang), or: pip install ziglang; $DALEMBERT_CC names one"
PATIENCE = 600  # seconds


class CompilerError(Exception):
    """A compiler was found but did not compile; the message holds what it said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiler:
    """A command that compiles C, and a mark that changes when the program behind it changes."""

    command: tuple[str, ...]
    mark: str


@cache
def found(choice: str | None = None) -> Compiler | None:
    """The compiler: $DALEMBERT_CC, else the first of the usual ones, else the ziglang package."""
    given = choice if choice is not None else os.environ.get(VARIABLE)
    for name in (given,) if given else NAMES:
        path = shutil.which(name)
        if path is not None:
            state = os.stat(path)
            return Compiler(
                command=(path,), mark=f"{os.path.realpath(path)} {state.st_size} {state.st_mtime_ns}"
            )
    zig = Path(sysconfig.get_paths()["purelib"]) / "ziglang" / "zig"
    if not given and zig.with_suffix(".exe" if sys.platform == "win32" else "").is_file():
        return Compiler(command=(sys.executable, "-m", "ziglang", "cc"), mark=f"zig {zig.stat().st_mtime_ns}")
    return None


def cached(source: str, level: str, compiler: Compiler) -> Path | None:
    """The library of a source, if it has been compiled before and can be trusted."""
    try:
        path = folder() / _file_name(source, level, compiler)
    except UnsafeCacheError:
        return None
    return path if trusted(path) else None


def compiled(source: str, level: str, compiler: Compiler) -> Path:
    """The library of a source: from the cache, or compiled at an optimisation level and put there."""
    name = _file_name(source, level, compiler)
    try:
        place = folder()
    except UnsafeCacheError:
        place = private_folder()
    path = place / name
    if trusted(path):
        return path
    with tempfile.TemporaryDirectory(prefix="making-", dir=place) as room:
        code, made = Path(room) / "code.c", Path(room) / name
        code.write_text(source, encoding="ascii")
        command = [*compiler.command, level, *FLAGS, "-o", str(made), str(code), "-lm"]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        if answer.returncode or not made.is_file():
            message = f"{compiler.command[0]} failed: {answer.stderr.strip()[:2000] or answer.returncode}"
            raise CompilerError(message)
        made.chmod(0o700)
        mark = made.with_suffix(".sum")
        mark.write_text(checksum(made), encoding="ascii")
        mark.chmod(0o600)
        os.replace(mark, path.with_suffix(".sum"))
        os.replace(made, path)  # in one move: another process sees all of it or nothing
    return path


def loaded(path: Path) -> ctypes.CDLL:
    """The library, in this process."""
    return ctypes.CDLL(str(path))


def _file_name(source: str, level: str, compiler: Compiler) -> str:
    about = "\n".join([platform.platform(), platform.machine(), compiler.mark, level, *FLAGS, source])
    suffix = ".dll" if sys.platform == "win32" else ".so"
    return hashlib.sha256(about.encode()).hexdigest()[:40] + suffix

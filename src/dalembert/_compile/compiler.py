"""C source to a loaded shared library: by whatever compiler is found, once, and then from the cache.

A library is loaded in a process of its own before it is put into the cache: a compiler that ends well and
leaves something else, or half of it, is one that does not work. One that does not end is ended, with all it
has begun, and not asked again.

A machine without a working compiler is no fault of this package: its runs are made in other ways, and a
remark says how they would be faster. Code that a working compiler refuses is a defect of this package, which
nobody should have to find by the time that runs take: it is kept here, and every motion tells it.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dalembert._compile.cache import is_trusted, put, usable_folder
from dalembert._words.message import Message, say

VARIABLE = "DALEMBERT_CC"
NAMES = ("cc", "gcc", "clang", "tcc")
# No contraction, no fast-math: the same program gives the same bits wherever it is compiled.
FLAGS = ("-std=c99", "-ffp-contract=off", "-fno-math-errno", "-fPIC", "-shared", "-w")
HINT = say("compiler_missing")
WITHOUT_C = ("compiler_missing", "compiler_broken", "source_refused")  # keys of remarks on runs without C
PATIENCE = 600.0  # seconds that a compiler may take; the longest tape of the library takes some ten
# A process that loads a library and looks for what must be in it.
LOADING = """
import ctypes, sys
try:
    own = ctypes.CDLL(sys.argv[1])
    [own[name] for name in sys.argv[2:]]
except (OSError, AttributeError):
    sys.exit(3)
"""
NO_LIBRARY = 3
CODE = ".code"  # of files that tell which code has been compiled
PROBE_NAME = "dalembert_probe"
EXPORT = "#ifdef _WIN32\n__declspec(dllexport)\n#endif\n"
PROBE = f"#include <math.h>\n{EXPORT}double {PROBE_NAME}(double x) {{ return sin(x); }}\n"
VECTORS_PROBE = f"""\
typedef double several __attribute__((vector_size(32)));
{EXPORT}void {PROBE_NAME}(double *x) {{ several *y = (several *)x; y[0] = y[0] * y[1] + 2.0; }}
"""
_working: set[tuple[Compiler, str, str]] = set()  # what has been seen to work
_refusals: dict[str, None] = {}  # what working compilers said of our code, in order
_hanging: dict[Compiler, str] = {}  # compilers that did not end, and what is said of them


class CompilerError(Exception):
    """A compiler was found but did not compile; the message holds what it said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiler:
    """A command that compiles C, and a mark that changes when the program behind it changes."""

    command: tuple[str, ...]
    mark: str


@cache
def find_compiler(choice: str | None = None) -> Compiler | None:
    """The compiler: $DALEMBERT_CC, else the first of the usual ones, else the ziglang package."""
    given = choice if choice is not None else os.environ.get(VARIABLE)
    for name in (given,) if given else NAMES:
        path = shutil.which(name)
        if path is not None:
            state = os.stat(path)
            return Compiler(
                command=(path,), mark=f"{os.path.realpath(path)} {state.st_size} {state.st_mtime_ns}"
            )
    return None if given else zig_compiler()


def zig_compiler(*options: str) -> Compiler | None:
    """The compiler of the ziglang package, which compiles for other machines as well; None without it."""
    zig = Path(sysconfig.get_paths()["purelib"]) / "ziglang" / "zig"
    if not zig.with_suffix(".exe" if sys.platform == "win32" else "").is_file():
        return None
    command = (sys.executable, "-m", "ziglang", "cc", *options)
    return Compiler(command=command, mark=f"zig {zig.stat().st_mtime_ns} {' '.join(options)}")


def cached_library(source: str, level: str, compiler: Compiler, names: Sequence[str]) -> ctypes.CDLL | None:
    """The library of a source with some functions, if it has been compiled before and can be trusted."""
    path = usable_folder() / _file_name(source, level, compiler)
    return _open_library(path, names) if is_trusted(path) else None


_known_codes: set[str] = set()  # fingerprints of what this process has seen compiled


def was_compiled(fingerprint: str) -> bool:
    """Whether code with a fingerprint was compiled before: if not, no library of it is in the cache."""
    if fingerprint not in _known_codes and (usable_folder() / f"{fingerprint}{CODE}").is_file():
        _known_codes.add(fingerprint)
    return fingerprint in _known_codes


def note_compiled(fingerprint: str) -> None:
    """Note that code with a fingerprint is in the cache, for this process and for later ones."""
    if was_compiled(fingerprint):
        return
    _known_codes.add(fingerprint)
    with suppress(OSError):  # a later process then compiles it as if it were new
        (usable_folder() / f"{fingerprint}{CODE}").touch(mode=0o600)


def compiled_library(
    source: str, level: str, compiler: Compiler, names: Sequence[str], limit: float | None = None
) -> ctypes.CDLL:
    """The library of a source with some functions: from the cache, or compiled and put there.

    `limit` is in seconds. Raises a `CompilerError` where there is no such library in the end.
    """
    cached = cached_library(source, level, compiler, names)
    if cached is not None:
        return cached
    try:
        path = _library_file(source, level, compiler, names, limit)
    except OSError as error:
        message = f"{compiler.command[0]} could not be used: {error.strerror or error}"
        raise CompilerError(message) from error
    cached = _open_library(path, names)
    if cached is None:
        message = f"what {compiler.command[0]} made cannot be loaded"
        raise CompilerError(message)
    return cached


def _library_file(
    source: str, level: str, compiler: Compiler, names: Sequence[str], limit: float | None
) -> Path:
    """The file of a library, compiled, seen to be one, and put into the cache."""
    folder, name = usable_folder(), _file_name(source, level, compiler)
    path = folder / name
    with tempfile.TemporaryDirectory(prefix="making-", dir=folder) as room:
        code, made = Path(room) / "code.c", Path(room) / name
        code.write_text(source, encoding="ascii")
        command = [*compiler.command, *level.split(), *FLAGS, "-o", str(made), str(code), "-lm"]
        failed, printed = _run_command(command, Path(room) / "said", compiler, limit)
        if failed or not made.is_file():
            message = f"{compiler.command[0]} failed: {_first_error(printed, room) or f'exit code {failed}'}"
            raise CompilerError(message)
        made.chmod(0o700)
        check = [sys.executable, "-I", "-S", "-c", LOADING, str(made), *names]
        ended, _ = _run_command(check, Path(room) / "loaded", compiler, limit) if sys.executable else (0, "")
        if ended == NO_LIBRARY or ended < 0:  # or it ended by a signal
            message = f"{compiler.command[0]} succeeded, but its output cannot be loaded as a library"
            raise CompilerError(message)
        put(made, path)
    return path


def library_of_files(
    files: Mapping[str, str], options: Sequence[str], compiler: Compiler, suffix: str
) -> bytes:
    """Compile the files that `options` name. Raises a `CompilerError` if there is no result."""
    with tempfile.TemporaryDirectory(prefix="making-", dir=usable_folder()) as room:
        for name, text in files.items():
            (Path(room) / name).write_text(text, encoding="utf-8")
        made = Path(room) / f"made{suffix}"
        paths = [str(Path(room) / option) if option in files else option for option in options]
        command = [*compiler.command, *paths, "-o", str(made)]
        failed, printed = _run_command(command, Path(room) / "said", compiler, None)
        if failed or not made.is_file():
            message = f"{compiler.command[0]} failed: {_first_error(printed, room) or f'exit code {failed}'}"
            raise CompilerError(message)
        return made.read_bytes()


def _first_error(printed: str, room: str) -> str:
    """What a compiler printed, from its first error on, without the name of our temporary folder."""
    lines = printed.replace(f"{room}{os.sep}", "").splitlines()
    first = next((k for k, line in enumerate(lines) if "error" in line), 0)
    return "\n".join(lines[first:])[:2000]


def _run_command(
    command: Sequence[str], transcript: Path, compiler: Compiler, limit: float | None
) -> tuple[int, str]:
    """The exit code and output of a command, by a file: a child process may keep a pipe open."""
    if compiler in _hanging:
        raise CompilerError(_hanging[compiler])
    seconds = PATIENCE if limit is None else limit
    with transcript.open("wb") as stream:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            _hanging[compiler] = f"{compiler.command[0]} did not end in {seconds:g} s"
            raise CompilerError(_hanging[compiler]) from None
        finally:
            _end(process)
    return code, transcript.read_text(encoding="utf-8", errors="replace").strip()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and its child processes, if it still runs."""
    if process.poll() is None:
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)  # it leads a group of its own
        process.wait()


def _open_library(path: Path, names: Sequence[str]) -> ctypes.CDLL | None:
    """Load the library of a file; None if it is no library or lacks the functions."""
    try:
        library = ctypes.CDLL(str(path))
        for name in names:
            library[name]
    except (OSError, AttributeError):
        return None
    return library


def _file_name(source: str, level: str, compiler: Compiler) -> str:
    about = "\n".join([platform.platform(), platform.machine(), compiler.mark, level, *FLAGS, source])
    suffix = ".dll" if sys.platform == "win32" else ".so"
    return hashlib.sha256(about.encode()).hexdigest()[:40] + suffix


def complaint_about(compiler: Compiler, level: str = "-O2", probe: str = PROBE) -> str:
    """Why a compiler makes no library of a short program, in one line; empty where it makes one."""
    if (compiler, level, probe) in _working:
        return ""
    try:
        compiled_library(probe, level, compiler, (PROBE_NAME,))
    except CompilerError as error:
        return _first_line(error)
    _working.add((compiler, level, probe))
    return ""


def working_compiler() -> Compiler | None:
    """The compiler that was found, if it works."""
    compiler = find_compiler()
    return None if compiler is None or complaint_about(compiler) else compiler


def compiles(build: Callable[[Compiler], object], compiler: Compiler) -> bool:
    """Whether a library of ours can be built; where it cannot by a compiler that works, this is noted."""
    try:
        build(compiler)
    except CompilerError as error:
        note_refusal(error, compiler)
        return False
    return True


def note_refusal(error: CompilerError, compiler: Compiler, level: str = "-O2", probe: str = PROBE) -> None:
    """Note that a compiler refused code of ours, if it compiles a short program with the same options."""
    if not complaint_about(compiler, level, probe):
        _refusals[_first_line(error)] = None


def refusals() -> tuple[Message, ...]:
    """The code of ours that did not compile in this process, as remarks."""
    return tuple(say("source_refused", message=text) for text in _refusals)


def forget_refusals() -> None:
    """Begin a new list of refusals."""
    _refusals.clear()


def _first_line(error: CompilerError) -> str:
    return str(error).splitlines()[0]

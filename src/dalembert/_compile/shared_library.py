"""Shared libraries for other programs: by the compiler found here, or by ziglang for other platforms."""

from __future__ import annotations

import importlib.util
import platform
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from dalembert._compile.compiler import HINT, PATIENCE, CompilerError, find_compiler

# Platforms by the names that FMI has for them: the target of zig, and the suffix of a library.
PLATFORMS: dict[str, tuple[str, str]] = {
    "linux64": ("x86_64-linux-gnu", ".so"),
    "win64": ("x86_64-windows-gnu", ".dll"),
    "darwin64": ("x86_64-macos", ".dylib"),
}
FLAGS = ("-std=c99", "-O1", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden", "-shared", "-w")


def this_platform() -> str:
    """The name of the platform that this program runs on; empty where it has none."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return ""
    return {"linux": "linux64", "win32": "win64", "darwin": "darwin64"}.get(sys.platform, "")


def shared_library(files: Mapping[str, str], source: str, target: str) -> bytes:
    """The library of some files for a platform. Raises a `CompilerError` if none can be made."""
    zig, suffix = PLATFORMS[target]
    with tempfile.TemporaryDirectory(prefix="dalembert-") as room:
        for name, text in files.items():
            (Path(room) / name).write_text(text, encoding="utf-8")
        made = Path(room) / f"made{suffix}"
        position = () if target == "win64" else ("-fPIC",)
        command = [*_compiler_for(target, zig), *FLAGS, *position, "-o", made.name, source]
        ran = subprocess.run(
            [*command, *(() if target == "win64" else ("-lm",))],
            cwd=room,
            capture_output=True,
            timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        if ran.returncode or not made.is_file():
            said = ran.stderr.decode("utf-8", "replace").strip()
            message = f"{command[0]} failed: {said[:2000] or f'exit code {ran.returncode}'}"
            raise CompilerError(message)
        return made.read_bytes()


def _compiler_for(target: str, zig: str) -> tuple[str, ...]:
    """The command that compiles for a platform."""
    own = find_compiler()
    if target == this_platform() and own is not None:
        return own.command
    if importlib.util.find_spec("ziglang") is not None:
        return sys.executable, "-m", "ziglang", "cc", "-target", zig
    if target == this_platform():
        raise CompilerError(str(HINT))
    message = f"a library for {target} needs the package ziglang: pip install ziglang"
    raise CompilerError(message)

"""Shared libraries for other programs: by the compiler found here, or by ziglang for other platforms."""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping

from dalembert._compile.compiler import (
    HINT,
    CompilerError,
    find_compiler,
    library_of_files,
    zig_compiler,
)

# Platforms by the names that FMI has for them: the target of zig, and the suffix of a library.
PLATFORMS: dict[str, tuple[str, str]] = {
    "linux64": ("x86_64-linux-gnu", ".so"),
    "win64": ("x86_64-windows-gnu", ".dll"),
    "darwin64": ("x86_64-macos", ".dylib"),
    "aarch64": ("aarch64-linux-gnu", ".so"),
}
FLAGS = ("-std=c99", "-O1", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden", "-shared", "-w")


def this_platform() -> str:
    """The name of the platform that this program runs on; empty where it has none."""
    machine = platform.machine().lower()
    if machine == "aarch64" and sys.platform == "linux":
        return machine
    if machine not in ("x86_64", "amd64"):
        return ""
    return {"linux": "linux64", "win32": "win64", "darwin": "darwin64"}.get(sys.platform, "")


def shared_library(files: Mapping[str, str], source: str, target: str) -> bytes:
    """The library of some files for a platform. Raises a `CompilerError` if none can be made."""
    native, (zig, suffix) = find_compiler(), PLATFORMS[target]
    compiler = native if target == this_platform() and native is not None else zig_compiler("-target", zig)
    if compiler is None:
        needed = f"a library for {target} needs the package ziglang: pip install ziglang"
        raise CompilerError(str(HINT) if target == this_platform() else needed)
    unix = () if target == "win64" else ("-fPIC",)
    return library_of_files(files, [*FLAGS, *unix, source, "-lm"], compiler, suffix)

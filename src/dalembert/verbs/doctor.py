"""Which of the programs that dalembert can use this machine has."""

from __future__ import annotations

import platform
import shutil
import sys
from dataclasses import dataclass

PACKAGES = (
    "casadi",
    "h5netcdf",
    "h5py",
    "matplotlib",
    "numpy",
    "pillow",
    "rich",
    "scipy",
    "symengine",
    "sympy",
    "tomlkit",
    "typer",
    "xarray",
)
PROGRAMS = (
    (
        "LaTeX",
        ("tectonic", "lualatex", "pdflatex", "xelatex"),
        "for PDF reports: install TeX Live or tectonic",
    ),
    ("browser", ("firefox", "chromium", "google-chrome", "msedge", "safari"), "for viewing HTML reports"),
    ("ffmpeg", ("ffmpeg",), "for MP4 animations"),
    ("GNU Octave", ("octave", "octave-cli"), "for running exported function files"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One program or package: its version or command, whether it is required, and a hint about it."""

    name: str
    found: str
    needed: bool
    hint: str = ""


def doctor() -> tuple[Finding, ...]:
    """Python, the packages dalembert needs, and the programs it can use."""
    findings = [
        Finding(name="Python", found=platform.python_version(), needed=True),
        Finding(name="system", found=f"{platform.system()} {platform.machine()}", needed=True),
        Finding(name="dalembert", found=_version("dalembert"), needed=True, hint=_install("dalembert")),
    ]
    findings += [
        Finding(name=name, found=_version(name), needed=True, hint=_install(name)) for name in PACKAGES
    ]
    findings.append(_c_compiler())
    for name, commands, hint in PROGRAMS:
        present = [command for command in commands if shutil.which(command)]
        findings.append(Finding(name=name, found=present[0] if present else "", needed=False, hint=hint))
    return tuple(findings)


def _c_compiler() -> Finding:
    from dalembert._compile.compiler import HINT, complaint_about, find_compiler  # needed here only
    from dalembert._words.message import say

    compiler, hint = find_compiler(), HINT
    reason = complaint_about(compiler) if compiler is not None else ""
    if reason:
        compiler, hint = None, say("compiler_broken", hint=HINT, message=reason)
    command = " ".join(compiler.command) if compiler is not None else ""
    return Finding(name="C compiler", found=command, needed=False, hint=str(hint))


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import, needed here only

    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _install(package: str) -> str:
    return f"{sys.executable} -m pip install {package}"

"""External programs: a TeX engine, ffmpeg. Each runs in a folder, without a shell."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """The output of a program, and whether it ended well and in time."""

    ok: bool
    output: str


def program_path(*names: str) -> str | None:
    """The path of the first of these programs that is installed."""
    return next((path for name in names if (path := shutil.which(name))), None)


def run_program(
    command: Sequence[str], folder: Path, seconds: float, extra: Mapping[str, str] | None = None
) -> ProgramResult:
    """Run a program in a folder, with additional environment variables."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **(extra or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        printed = (late.stdout or b"").decode("utf-8", "replace")
        return ProgramResult(ok=False, output=f"{printed}\nstopped after {seconds:g} s")
    return ProgramResult(ok=done.returncode == 0, output=done.stdout.decode("utf-8", "replace"))

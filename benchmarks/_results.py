"""Results kept as JSON, a file for each benchmark: rows and curves, the machine, the commit, versions."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from benchmarks._rows import Curve, Finding, Row, as_data, curve_of, row_of

FOLDER = Path(__file__).parent / "results"
PACKAGES = ("casadi", "scipy", "scipy_dae", "heyoka", "exudyn", "mujoco", "pin", "sympy", "numpy")


def keep(name: str, question: str, findings: Iterable[Finding]) -> None:
    """Write the results of a benchmark, whose docstring begins with the question that it answers."""
    findings = list(findings)
    data = {
        "benchmark": name,
        "question": question,
        "machine": machine(),
        "commit": commit(),
        "date": datetime.now(UTC).date().isoformat(),
        "versions": versions(),
        "rows": [as_data(one) for one in findings if isinstance(one, Row)],
        "curves": [as_data(one) for one in findings if isinstance(one, Curve)],
    }
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False)
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def kept() -> list[dict[str, Any]]:
    """All results, each with its rows and curves as records, by name."""
    found = []
    for path in sorted(FOLDER.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        data["rows"] = [row_of(one) for one in data["rows"]]
        data["curves"] = [curve_of(one) for one in data["curves"]]
        found.append(data)
    return found


def machine() -> dict[str, Any]:
    """The processor and what runs on it; nothing that names the machine."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def commit() -> str:
    """The commit that was measured, with a plus sign where the source has been changed since."""
    try:
        head = _git("rev-parse", "--short=10", "HEAD")
        changed = _git("status", "--porcelain", "--", "src", "benchmarks/*.py")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return head + ("+" if changed else "")


def _git(*words: str) -> str:
    there = Path(__file__).parent.parent
    done = subprocess.run(["git", *words], cwd=there, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.strip()


def versions() -> dict[str, str]:
    """The packages of peers that are installed."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found

"""Printed files at work: imported as Python, compiled as C, run by Octave; FMUs by FMPy."""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import dalembert
from dalembert import Model

CC = shutil.which("gcc") or shutil.which("cc")
OCTAVE = shutil.which("octave-cli") or shutil.which("octave")
Arrays = tuple[Any, ...]


def write_files(files: Mapping[str, str], folder: Path) -> Path:
    """The folder, with the files written into it."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def imported(text: str, folder: Path) -> Any:
    """The module of a Python text."""
    path = folder / "printed.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("printed", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compiled(files: Mapping[str, str], folder: Path) -> ctypes.CDLL:
    """The shared library of C files, compiled without a single warning."""
    write_files(files, folder)
    sources = [name for name in files if name.endswith(".c")]
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "-ffp-contract=off"]
    done = subprocess.run(
        [str(CC), *flags, "-shared", "-fPIC", *sources, "-o", "printed.so", "-lm"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,  # a guard against hanging
    )
    assert done.returncode == 0, done.stderr
    return ctypes.CDLL(str(folder / "printed.so"))


def call_c(library: ctypes.CDLL, name: str, arguments: Arrays, shape: tuple[int, ...]) -> Any:
    """What a C function (t, q, qd, p, out) writes."""
    out = np.full(shape, 777.0)
    vectors = [np.ascontiguousarray(a, dtype=float) for a in arguments[1:]]
    pointers = [v.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for v in (*vectors, out)]
    library[name](ctypes.c_double(float(arguments[0])), *pointers)
    return out


def octave_values(folder: Path, calls: Sequence[tuple[str, Arrays]]) -> list[Any]:
    """What Octave functions in a folder give, row after row, from one run of Octave."""
    lines = []
    for name, arguments in calls:
        words = [f"[{'; '.join(repr(float(x)) for x in np.ravel(a))}]" for a in arguments]
        lines += [
            f"y = {name}({', '.join(words)});",
            "printf('%d %d', size(y)); printf(' %.17g', y'); puts(\"\\n\");",
        ]
    (folder / "driver.m").write_text("1;\n" + "\n".join(lines) + "\n", encoding="utf-8")
    done = subprocess.run(
        [str(OCTAVE), "--norc", "--quiet", "--no-gui", "driver.m"],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=1200,  # a guard against hanging
    )
    assert done.returncode == 0, done.stderr
    assert "warning" not in done.stderr
    values = []
    for line in done.stdout.splitlines():
        rows, columns, *numbers = line.split()
        values.append(np.array([float(x) for x in numbers]).reshape(int(rows), int(columns)))
    return values


def compare_fmus(model: Model, version: str, folder: Path, names: Sequence[str], by_host: float) -> None:
    """FMUs of both kinds, which FMPy finds valid, have the columns of `simulate`; a host integrates one kind."""
    from fmpy import simulate_fmu
    from fmpy.validation import validate_fmu

    motion = dalembert.simulate(model)
    ((file, data),) = dalembert.program_files(model, version, "own").items()
    path = folder / file
    path.write_bytes(data)
    assert validate_fmu(str(path)) == []
    for kind, tolerance, within in (("CoSimulation", 1e-9, 1e-9), ("ModelExchange", 1e-12, by_host)):
        found = simulate_fmu(
            str(path),
            fmi_type=kind,
            stop_time=motion.t[-1],
            output_interval=motion.t[1],
            relative_tolerance=tolerance,
            output=list(names),
        )
        rows = [np.flatnonzero(np.abs(found["time"] - t) < 1e-9)[-1] for t in motion.t]
        for name in names:
            np.testing.assert_allclose(found[name][rows], motion[name], rtol=0, atol=within)

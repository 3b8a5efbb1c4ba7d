"""STEP files by Open CASCADE, where it is installed: in a process of its own, whose time is bounded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from dalembert._text.files import FileFault
from dalembert._text.meshes.coordinates import refuse_many
from dalembert._text.meshes.mass_properties import mass_properties, tidy_properties
from dalembert._text.meshes.records import MassProperties
from dalembert._text.meshes.step_worker import NO_LIBRARY, REFUSED
from dalembert._text.meshes.surface import Surface, surface_of

WORKER = "dalembert._text.meshes.step_worker"
AGREE = 0.05  # relative: volumes of solids and of the triangles that stand for them in drawings
PATIENCE = 300  # seconds, for a machine that is busy; the process itself may compute for less
EXPORT = "export it as STL"


def step_body(path: Path, most: int) -> tuple[Surface, MassProperties]:
    """The solids in a STEP file, in mm: triangles of their surfaces, and their exact properties."""
    with TemporaryDirectory(prefix="dalembert_step_") as folder:
        target = Path(folder) / "body"
        command = [sys.executable, "-P", "-m", WORKER, str(path), str(target)]
        try:
            done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        except subprocess.TimeoutExpired:
            raise FileFault("it takes too long to read", EXPORT) from None
        if done.returncode == NO_LIBRARY:
            message = "STEP files are read by Open CASCADE, which is not installed"
            raise FileFault(message, f'pip install "dalembert[step]" (67 MB), or {EXPORT}')
        about = target.with_suffix(".json")
        made: dict[str, Any] = json.loads(about.read_text(encoding="utf-8")) if about.is_file() else {}
        if done.returncode == REFUSED:
            raise FileFault(made["reason"], f"repair it where it was made, or {EXPORT}")
        if done.returncode:
            raise FileFault("Open CASCADE cannot read it, or not in 120 s and 6 GiB", EXPORT)
        corners = np.frombuffer(target.with_suffix(".raw").read_bytes()).reshape(-1, 3, 3)
    refuse_many(len(corners), most)
    surface = surface_of(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))
    exact = tidy_properties(surface, made["volume"], np.array(made["centre"]), np.array(made["gyration"]))
    if not abs(mass_properties(surface).volume / exact.volume - 1) < AGREE:
        raise FileFault("its solids and the triangles on their surfaces have different volumes", EXPORT)
    return surface, exact

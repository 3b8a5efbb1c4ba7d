"""References on disk: made once, in the user's folder for caches."""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from pathlib import Path

import numpy as np

MAKERS = ("text", "walk", "equations", "start", "linear", "taylor")  # a change in one makes references anew


def folder() -> Path:
    """Where references are kept."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "dalembert" / "referee"


def key(*parts: str) -> str:
    """The name of a reference: what it was made from, and the code that makes it, as a hash."""
    return hashlib.sha256("\0".join((_makers(), *parts)).encode()).hexdigest()[:40]


@functools.cache
def _makers() -> str:
    return "".join((Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8") for name in MAKERS)


def load(name: str) -> tuple[np.ndarray, np.ndarray] | None:
    """High and low part, if they are there."""
    try:
        with np.load(folder() / f"{name}.npz", allow_pickle=False) as found:
            return found["high"], found["low"]
    except (OSError, ValueError, KeyError, EOFError):
        return None


def store(name: str, high: np.ndarray, low: np.ndarray) -> None:
    """Keep a reference; a file is there whole or not at all."""
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    part = place / f"{name}.{os.getpid()}.part.npz"
    np.savez_compressed(part, high=high, low=low)
    part.replace(place / f"{name}.npz")

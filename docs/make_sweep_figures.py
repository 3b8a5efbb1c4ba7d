"""The figures of docs/sweep-questions.md, from the models beside it: make_sweep_figures.py [NAME]."""

import sys
from pathlib import Path

import numpy as np

import dalembert

DOCS = Path(__file__).parent
MODELS, IMAGES = DOCS / "models", DOCS / "images"
UNIFORM = f"uniform:{-np.pi}:{np.pi}"


def bifurcation() -> None:
    """The driven Duffing oscillator over the size of its force."""
    keep = "points = strobe(x, 2*pi/omega, 60)"
    rows = dalembert.sweep(MODELS / "duffing.toml", {"gamma": "0.2:0.4:500"}, keep, plain=True)
    dalembert.plot(rows, "bifurcation", out=IMAGES / "sweep_bifurcation.png")


def basins() -> None:
    """Where the magnetic pendulum comes to rest."""
    over = {"x": "-2:2:240", "y": "-2:2:240"}
    rows = dalembert.sweep(MODELS / "magnetic_pendulum.toml", over, "x at end, y at end", plain=True)
    dalembert.plot(rows, "basins", out=IMAGES / "sweep_basins.png")


def sensitivity() -> None:
    """Ishigami's function."""
    over = {"x1": UNIFORM, "x2": UNIFORM, "x3": UNIFORM, "sample": "saltelli:2048"}
    rows = dalembert.sweep(MODELS / "ishigami.toml", over, "f at end", plain=True)
    dalembert.plot(rows, "sensitivity", out=IMAGES / "sweep_sensitivity.png")


FIGURES = {"bifurcation": bifurcation, "basins": basins, "sensitivity": sensitivity}

if __name__ == "__main__":
    for name in sys.argv[1:] or FIGURES:
        FIGURES[name]()

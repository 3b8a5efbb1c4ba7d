"""The names of the methods, which can be read without loading any of them."""

from __future__ import annotations

from dalembert._compile.method_source import MOREAU, RADAU, TAYLOR
from dalembert._compile.tableaux import TABLEAUX

FIXED_STEP = ("newmark", "galpha", "rattle")  # implicit: `STEPS` of _lower/implicit_steps.py
SUNDIALS = ("cvodes", "ida")
SCIPY = ("RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA")
NAMES = (
    "auto",
    *TABLEAUX,
    TAYLOR,
    RADAU,
    *FIXED_STEP,
    MOREAU,
    *SUNDIALS,
    *(f"scipy:{name}" for name in SCIPY),
)

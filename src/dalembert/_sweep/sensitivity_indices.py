"""Sensitivity indices of what was kept: which variables its spread comes from.

Sobol's indices, of a sample `saltelli`, are parts of the variance of a quantity f:

    S_i = Var(E(f | x_i)) / Var(f)               of x_i by itself
    T_i = 1 − Var(E(f | all but x_i)) / Var(f)   of x_i and its interactions with the others

Morris' elementary effects, of a sample `morris`, are differences of f when one variable moves by half of its
distribution, divided by that half: μ* is the mean of their sizes, σ their standard deviation (it is large
where a variable acts nonlinearly or together with others). SALib estimates both, with intervals of 95 %.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._sweep.designs import LEAST, LEVELS, grid_of, points_a_base
from dalembert._sweep.records import Array, Sample, refusal
from dalembert._sweep.rows import SweepRows
from dalembert._sweep.samples import DESIGNS, cube_of

INSTALL = 'install it with pip install "dalembert[sensitivity]"'
SAME = 1e-12  # of its size: a quantity that varies less is constant


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """How much one variable matters to a quantity: two measures with the half widths of their intervals.

    `first` and `total` are Sobol's S and T, or Morris' μ* and σ, in the unit of the quantity.
    """

    variable: str
    first: float
    first_error: float
    total: float
    total_error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SensitivityIndices:
    """The indices of one quantity, by a method: sobol or morris."""

    quantity: str
    method: str
    unit: str
    base: int  # points of the design that have numbers
    dropped: int  # points without, because a run failed or is not there yet
    indices: tuple[Index, ...]


def indices_of(rows: SweepRows) -> tuple[SensitivityIndices, ...]:
    """The indices of all quantities that are one number a run. Raises where there is no design to read."""
    sample = rows.plan.sample
    if sample is None or sample.method not in DESIGNS:
        message = "sensitivity indices are estimated from a design, and this sweep has none"
        raise refusal("--sample", message, "sample with --sample saltelli:1024, or morris:50")
    if rows.plan.axes:
        raise refusal("--over", "sensitivity indices are of a sample alone", "leave the axes out")
    rows.refuse_others()
    refuse_without_salib()
    return tuple(_of_quantity(rows, sample, name, values) for name, values in rows.numbers.items())


def refuse_without_salib() -> None:
    """Raise, before anything is run, where indices could not be estimated afterwards."""
    try:
        import SALib
    except ImportError as error:
        message = "sensitivity indices are estimated by the package SALib, which is not installed"
        raise refusal("--sample", message, INSTALL) from error
    del SALib


def _of_quantity(rows: SweepRows, sample: Sample, name: str, values: Array) -> SensitivityIndices:
    size = points_a_base(sample.method, len(sample.variables))
    groups = values.reshape(-1, size)
    whole: NDArray[np.bool_] = np.asarray(np.isfinite(groups).all(axis=1))
    base = int(whole.sum())
    if base < LEAST:
        message = f"only {base} of {len(whole)} points of the design have numbers of `{name}`"
        raise refusal("--sample", message, f"{LEAST} at least are needed: look at the messages of the rows")
    known = groups[whole]
    if np.ptp(known) <= SAME * np.abs(known).max():
        indices = tuple(
            Index(variable=one.name, first=0.0, first_error=0.0, total=0.0, total_error=0.0)
            for one in sample.variables
        )
    else:
        indices = _sobol(sample, known) if sample.method == "saltelli" else _morris(sample, known, whole)
    return SensitivityIndices(
        quantity=name,
        method="sobol" if sample.method == "saltelli" else "morris",
        unit="1" if sample.method == "saltelli" else rows.units[name],
        base=base,
        dropped=len(whole) - base,
        indices=indices,
    )


def _problem(sample: Sample) -> dict[str, object]:
    width = len(sample.variables)
    return {
        "num_vars": width,
        "names": [one.name for one in sample.variables],
        "bounds": [[0.0, 1.0]] * width,
    }


def _sobol(sample: Sample, known: Array) -> tuple[Index, ...]:
    from SALib.analyze import sobol

    made = sobol.analyze(_problem(sample), known.ravel(), calc_second_order=False, seed=sample.seed + 1)
    return tuple(
        Index(
            variable=one.name,
            first=float(made["S1"][i]),
            first_error=float(made["S1_conf"][i]),
            total=float(made["ST"][i]),
            total_error=float(made["ST_conf"][i]),
        )
        for i, one in enumerate(sample.variables)
    )


def _morris(sample: Sample, known: Array, whole: NDArray[np.bool_]) -> tuple[Index, ...]:
    from SALib.analyze import morris

    size, width = known.shape[1], len(sample.variables)
    grid = grid_of(cube_of(sample)).reshape(-1, size, width)[whole].reshape(-1, width)
    made = morris.analyze(_problem(sample), grid, known.ravel(), num_levels=LEVELS, seed=sample.seed + 1)
    full = LEVELS / (LEVELS - 1)  # the grid has the inner part of each distribution
    return tuple(
        Index(
            variable=one.name,
            first=full * float(made["mu_star"][i]),
            first_error=full * float(made["mu_star_conf"][i]),
            total=full * float(made["sigma"][i]),
            total_error=0.0,
        )
        for i, one in enumerate(sample.variables)
    )

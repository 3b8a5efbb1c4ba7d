"""Checks before a run: models and settings that cannot be run are refused, with a hint how to mend them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.source import Flaw, ModelError, flaw_at
from dalembert._lower.idle_conditions import joint_conditions
from dalembert._model.records import Contact, Model, multiplier_names
from dalembert._model.starting import SHUT
from dalembert._model.tables import Samples
from dalembert._model.used_results import ACTING, SHOWN, used_results
from dalembert._simulate.motion import Settings

Array = NDArray[np.float64]

LARGEST = 2e8  # the most numbers that a motion may consist of


def refuse_large(settings: Settings, width: int) -> None:
    """Raise if a motion would not fit into memory."""
    if settings.samples * width > LARGEST:
        size = settings.samples * width * 8 / 2**30
        message = f"{settings.samples} samples of this model would fill {size:.0f} GiB"
        hint = f"ask for {int(LARGEST / width)} samples at most"
        flaw = Flaw(rule="simulate", severity="error", where="simulate.samples", message=message, hint=hint)
        raise ModelError((flaw,))


def refuse_inside_of(contacts: Sequence[Contact], gaps: Array, sizes: Array) -> None:
    """Raise if a gap is negative at the start by more than rounding of the terms in it (`sizes`)."""
    flaws = []
    for contact, gap, size in zip(contacts, gaps, sizes, strict=True):
        if not gap >= -SHUT * max(size, 1e-300):
            where = f"the start is {-gap:.3g} inside the contact `{contact.name}`"
            message = f"{where}: its gap must not be negative"
            hint = "give other start values, or the gap the other sign"
            flaws.append(flaw_at(contact.location, rule="start", message=message, hint=hint))
    if flaws:
        raise ModelError(tuple(flaws))


def refuse_results_of_redundant(model: Model, redundant: Sequence[str]) -> None:
    """Raise if a multiplier is used where constraints depend on one another: it is not determined.

    Outputs of the forces of joints are shown all the same, and marked (`_structure/uniqueness.py`).
    """
    if not redundant:
        return
    names, roles = set(multiplier_names(model)), ACTING | SHOWN
    if joint_conditions(model):
        names = {one for one in names if one.partition("_")[2] in redundant}
        roles -= {"output"}
    for used in used_results(model, roles):
        if used.name in names:
            several = ", ".join(f"`{name}`" for name in redundant)
            message = f"`{used.name}` is not determined: constraints depend on one another ({several})"
            hint = "delete redundant constraints; then each multiplier is unique"
            raise ModelError((used.flaw("redundant", message, hint),))


def refuse_beyond(tables: tuple[Samples, ...], t_start: float, t_end: float) -> None:
    """Raise if a table does not cover the time of the run."""
    flaws = []
    for table in tables:
        if table.t[0] > t_start or table.t[-1] < t_end:
            message = (
                f"the table of `{table.name}` goes from {table.t[0]:g} to {table.t[-1]:g} s,"
                f" but the run from {t_start:g} to {t_end:g} s"
            )
            hint = "choose t_start and t_end inside of the table, or add samples"
            where = f"inputs.{table.name}"
            flaws.append(Flaw(rule="table", severity="error", where=where, message=message, hint=hint))
    if flaws:
        raise ModelError(tuple(flaws))

"""The place that was asked for, with everything known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from dalembert._analyse.equilibrium import equilibria
from dalembert._analyse.place import PLACES, At, moving, point_of, start_of
from dalembert._analyse.records import Equilibria, Place, Stability
from dalembert._analyse.refusal import refusal
from dalembert._analyse.setting import Setting

FIRM = (Stability.stable, Stability.asymptotic, Stability.neutral)


def place_at(setting: Setting, at: At) -> Place:
    """The start (None), the equilibrium nearest to it, or a point that is given."""
    if isinstance(at, Mapping):
        return moving(setting, point_of(setting, at))
    if at in (None, "start"):
        return moving(setting, start_of(setting))
    if at != "equilibrium":
        message = f"`at` must be one of {', '.join(PLACES)} or give values, but is {at!r}"
        raise ValueError(message)
    found, why = nearest(setting)
    if found is None:
        hint = 'look at the start: at="start" (--at start), or give values that allow rest'
        raise refusal(why, hint, "equilibrium")
    return found


def nearest(
    setting: Setting, *, stable: bool = False, found: Equilibria | None = None
) -> tuple[Place | None, str]:
    """The equilibrium nearest to the start, a stable one if asked for; None, and why, where there is none.

    Of those `found` before, or of what is found now.
    """
    found = equilibria(setting) if found is None else found
    if not found.found:
        return None, found.message
    firm = [one for one in found if one.stability in FIRM]
    pool = firm if stable and firm else list(found)
    chosen = pool[int(np.argmin([one.distance for one in pool]))]
    which = "the equilibrium" if len(found) == 1 else "the equilibrium nearest to the start"
    if len(pool) < len(found):
        which = f"the {'only' if len(pool) == 1 else 'nearest'} equilibrium that is not unstable"
    of = f", of {len(found)}" if len(found) > 1 else ""
    return replace(chosen.place, about=f"{which}{of} ({chosen.stability})"), found.message

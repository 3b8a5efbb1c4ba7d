"""The place that was asked for, with everything known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dalembert._analyse.equilibrium import equilibria
from dalembert._analyse.place import PLACES, At, moving, point_of, start_of
from dalembert._analyse.records import Place
from dalembert._analyse.setting import Setting
from dalembert._expression.source import Flaw, ModelError


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
        raise ModelError((Flaw(rule="equilibrium", severity="error", where="", message=why, hint=hint),))
    return found


def nearest(setting: Setting) -> tuple[Place | None, str]:
    """The equilibrium nearest to the start; None, and why, where there is none."""
    found = equilibria(setting)
    if found.nearest is None:
        return None, found.message
    chosen, count = found[found.nearest], len(found)
    which = "the equilibrium" if count == 1 else f"the equilibrium nearest to the start, of {count}"
    return replace(chosen.place, about=f"{which} ({chosen.stability})"), found.message

"""The contents of a motion file: its arrays with axes and units, the names along the axes, checksums."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._model.records import Model, constraints_of, slip_names

Array = NDArray[np.float64]
FORMAT = 4
SEAL = b"\ndalembert sha256 "  # precedes the checksum of all bytes, after the end of the HDF5 data
SEAL_LENGTH = len(SEAL) + 64 + 1  # bytes with the checksum and the end of the line
# Arrays over time and a second axis: the axis, the attribute with their units, their meaning.
BLOCKS = {
    "q": ("coordinate", "coordinate_unit", "coordinates"),
    "qd": ("coordinate", "speed_unit", "speeds"),
    "qdd": ("coordinate", "acceleration_unit", "accelerations"),
    "s": ("state", "state_unit", "first-order states"),
    "e": ("effort", "effort_unit", "unknown efforts"),
    "lam": ("constraint", "multiplier_unit", "multipliers of the constraints"),
    "contact": ("gap", "contact_unit", "forces of the contacts"),
    "friction": ("slip", "friction_unit", "friction of the contacts along their tangential velocities"),
    "reaction": ("coordinate", "reaction_unit", "efforts of constraints and contacts on the coordinates"),
    "outputs": ("output", "output_unit", "outputs"),
    "u": ("input", "input_unit", "inputs"),
}
# Arrays over time: their unit and meaning. Works are counted from the start.
HISTORIES = {
    "T": ("J", "kinetic energy"),
    "V": ("J", "potential energy"),
    "energy": ("J", "energy of the ledger, of the kind ledger_kind"),
    "dissipated": ("J", "energy taken by dissipation"),
    "friction_work": ("J", "energy taken by the friction of contacts"),
    "efforts": ("J", "work given by efforts"),
    "constraints_work": ("J", "work given by moving constraints and contacts"),
    "time_work": ("J", "work given by energies that depend on time"),
    "events_work": ("J", "work given by what events set"),
    "impulses_work": ("J", "work given by impulses"),
    "projection": ("J", "work of the projection onto the constraints"),
    "impacts_work": ("J", "energy lost at impacts"),
    "remainder": ("J", "change of energy that nothing explains"),
    "residual_position": ("1", "constraints against the sizes of their terms"),
    "residual_velocity": ("1", "rates of the constraints against the sizes of their terms"),
}


SHARES = "energy_share"  # shares of the model's entries in energies and works, over time


def array_axes(name: str) -> tuple[str, ...]:
    if name == SHARES:
        return ("time", "share")
    return ("time", BLOCKS[name][0]) if name in BLOCKS else ("time",)


def axis_labels(model: Model) -> dict[str, tuple[str, ...]]:
    """The names along each axis but time; displacement constraints stand before flow constraints."""
    return {
        "coordinate": tuple(c.name for c in model.coordinates),
        "state": tuple(s.name for s in model.states),
        "effort": tuple(e.name for e in model.efforts),
        "constraint": tuple(c.name for kind in ("displacement", "flow") for c in constraints_of(model, kind)),
        "gap": tuple(c.name for c in model.contacts),
        "slip": slip_names(model),
        "output": tuple(o.name for o in model.outputs),
        "input": tuple(u.name for u in model.inputs),
    }


def checksums(
    attributes: Mapping[str, Any], arrays: Mapping[str, Array], labels: Mapping[str, tuple[str, ...]]
) -> dict[str, str]:
    """A checksum of each attribute, each array and the names along each axis."""
    numbers = {
        name: f"{array.shape}".encode() + np.ascontiguousarray(array, "<f8").tobytes()
        for name, array in arrays.items()
    }
    words = {name: json_text(value).encode() for name, value in {**attributes, **labels}.items()}
    return {name: hashlib.sha256(content).hexdigest()[:16] for name, content in (words | numbers).items()}


def json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=np.generic.item)  # NumPy's numbers as Python's

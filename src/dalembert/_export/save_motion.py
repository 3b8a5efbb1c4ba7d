"""Motions as files: NetCDF that can be opened and run again, and the xarray Dataset.

A NetCDF file holds the arrays with their SI units, the text of the model, the settings and the versions of
the programs that made it.

Three kinds of checksums protect it. HDF5 has its own for every array of numbers, for all programs that read
it. Those of each array and each attribute are in the attribute `checksums`: they also hold for a copy made by
another program. That of all bytes follows the end of the HDF5 data: a damaged file is refused before HDF5
reads it.

xarray takes half a second to import, so it is loaded only for a Dataset.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert._export.json_records import accuracy_object
from dalembert._export.motion_layout import (
    BLOCKS,
    FORMAT,
    HISTORIES,
    SEAL,
    SHARES,
    Array,
    array_axes,
    axis_labels,
    checksums,
    json_text,
)
from dalembert._export.motion_suffixes import MOTIONS
from dalembert._export.motion_table import csv_text
from dalembert._export.provenance import now, version_of
from dalembert._model.result_units import units_of
from dalembert._model.write_back import written_text
from dalembert._simulate.motion import Motion, multiplier_names
from dalembert._text.files import write_files
from dalembert._words.message_data import plain

if TYPE_CHECKING:
    from xarray import Dataset

PROGRAMS = ("dalembert", "numpy", "casadi")


def to_dataset(motion: Motion) -> Dataset:
    """The motion as an xarray Dataset: arrays by time and name, units, the model's text, the settings."""
    from xarray import Dataset

    units = units_of(motion.model)
    along: dict[str, Any] = {"time": ("time", motion.t.copy(), {"long_name": "time", "units": "s"})}
    labels = {axis: (axis, names) for axis, names in axis_labels(motion.model).items()}
    labels["share"] = ("share", share_labels(motion))
    labels["multiplier"] = ("constraint", multiplier_names(motion.model))
    for label, (axis, names) in labels.items():
        along[label] = (axis, np.array(names, dtype=np.str_), {"long_name": f"name of the {label}"})
    for axis, key, words in BLOCKS.values():
        about = {"long_name": f"SI unit of the {words}; empty where it is not known"}
        along[key] = (axis, np.array(units[key], dtype=np.str_), about)
    arrays = {
        name: (array_axes(name), array.copy(), _description(name, units))
        for name, array in _arrays(motion).items()
    }
    attributes = _attributes(motion)
    kept = {"time": motion.t, **_arrays(motion)}
    names_along = axis_labels(motion.model) | {"share": share_labels(motion)}
    return Dataset(
        arrays, along, attributes | {"checksums": json_text(checksums(attributes, kept, names_along))}
    )


def share_labels(motion: Motion) -> tuple[str, ...]:
    """The labels of shares of energies: the account, and the entry that contributes to it."""
    return tuple(f"{one.account} {one.section}.{one.name}" for one in motion.shares)


def save(motion: Motion, path: str | Path) -> None:
    """Write the motion: `.nc` can be opened and run again, `.csv` is a table. No partial file is left."""
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in MOTIONS:
        message = f"a motion is saved as .nc (can be opened again) or .csv (a table), not as {target.name}"
        raise ValueError(message)
    write_files({target: csv_text(motion) if suffix == ".csv" else netcdf(motion)})


def netcdf(motion: Motion) -> bytes:
    """The motion as a NetCDF file, made in memory, so that HDF5 is not interrupted and no disk runs full."""
    from h5netcdf import File
    from xarray.backends import H5NetCDFStore

    made, stream = to_dataset(motion), BytesIO()
    checked = {"fletcher32": True}
    encoding = {
        str(name): {"_FillValue": None, **(checked if array.dtype == np.float64 and array.size else {})}
        for name, array in made.variables.items()
    }
    with File(stream, "w") as file:
        made.dump_to_store(H5NetCDFStore(file), encoding=encoding)
    content = stream.getvalue()
    return content + SEAL + hashlib.sha256(content).hexdigest().encode() + b"\n"


def _arrays(motion: Motion) -> dict[str, Array]:
    """The arrays of a motion by their names in the file."""
    ledger, residual = motion.ledger, motion.residual
    return {
        "q": motion.q,
        "qd": motion.qd,
        "qdd": motion.qdd,
        "s": motion.s,
        "e": motion.e,
        "lam": motion.lam,
        "contact": motion.contact,
        "friction": motion.friction,
        "reaction": motion.reaction,
        "outputs": motion.outputs,
        "u": motion.u,
        "T": motion.T,
        "V": motion.V,
        "energy": ledger.energy,
        "dissipated": ledger.dissipated,
        "efforts": ledger.efforts,
        "projection": ledger.projection,
        "friction_work": ledger.friction,
        "constraints_work": ledger.constraints,
        "time_work": ledger.time,
        "impacts_work": ledger.impacts,
        "events_work": ledger.events,
        "impulses_work": ledger.impulses,
        "remainder": ledger.remainder,
        "residual_position": residual.position,
        "residual_velocity": residual.velocity,
        SHARES: _shares(motion),
    }


def _shares(motion: Motion) -> Array:
    """The shares of energies, a column each, up to the last row of the motion."""
    rows = len(motion.t)
    return np.array([one.values[:rows] for one in motion.shares]).reshape(len(motion.shares), rows).T


def _description(name: str, units: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The attributes of an array: `units` where all of it has one unit, else where the units are."""
    if name == SHARES:
        return {"long_name": "parts of energies and works by what was written", "units": "J"}
    if name in HISTORIES:
        unit, words = HISTORIES[name]
        return {"long_name": words, "units": unit}
    _, key, words = BLOCKS[name]
    common = set(units[key])
    one = {"units": common.pop()} if len(common) == 1 and "" not in common else {}
    return {"long_name": words, "units_variable": key} | one


def _attributes(motion: Motion) -> dict[str, Any]:
    """The attributes of the motion as a whole: its status, settings, model, and versions of programs."""
    return {
        "format": FORMAT,
        "title": motion.model.title,
        "status": str(motion.status),
        "message": str(motion.message),
        "reached": float(motion.reached),
        "method": motion.method,
        "settings": json_text(asdict(motion.settings)),
        "accuracy": json_text(accuracy_object(motion.accuracy)),
        "ledger_kind": motion.ledger.kind,
        "ledger_error": float(motion.ledger.error),
        "assumed": json_text(motion.assumed),
        "moved": json_text(list(map(str, motion.moved))),
        "remarks": json_text(list(map(str, motion.remarks))),
        "messages": json_text(
            {
                "message": plain(motion.message),
                "moved": [plain(one) for one in motion.moved],
                "remarks": [plain(one) for one in motion.remarks],
            }
        ),
        "events": json_text([asdict(event) for event in motion.events]),
        "impacts": json_text([asdict(impact) for impact in motion.impacts]),
        "jumps": json_text([asdict(jump) for jump in motion.jumps]),
        "touches": json_text([asdict(touch) for touch in motion.touches]),
        "extremes": json_text([asdict(extreme) for extreme in motion.extremes]),
        "shares": json_text([[one.section, one.name, one.account, one.missed] for one in motion.shares]),
        "work": json_text(asdict(motion.work)),
        "seconds": json_text(asdict(motion.seconds)),
        "model": written_text(motion.model, alone=True),
        **{f"{program}_version": version_of(program) for program in PROGRAMS},
        "python_version": platform.python_version(),
        "platform": f"{platform.system()} {platform.release()} {platform.machine()}",
        "created": now(),
    }

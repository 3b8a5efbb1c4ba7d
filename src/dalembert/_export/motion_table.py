"""Motions as CSV: a table for spreadsheets, with a preamble about the run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

import numpy as np

from dalembert._export.motion_layout import Array, axis_labels, json_text
from dalembert._export.provenance import now, version_of
from dalembert._model.result_units import units_of
from dalembert._simulate.motion import Motion, multiplier_names

CHUNK = 4096  # rows of a CSV file made at once


def csv_text(motion: Motion) -> Iterator[str]:
    columns = _columns(motion)
    heads = [f"{name} [{unit}]" if unit else name for name, unit, _ in columns]
    yield from (f"# {line}\n" for line in _preamble(motion))
    yield ",".join(heads) + "\n"  # neither names nor units contain commas or quotes
    for first in range(0, len(motion.t), CHUNK):
        block = np.column_stack([array[first : first + CHUNK] for _, _, array in columns])
        yield "".join(",".join(map(repr, row)) + "\n" for row in block.tolist())


def _preamble(motion: Motion) -> Iterator[str]:
    """The lines above the table of a CSV file."""
    for words in (
        f"title: {motion.model.title}",
        f"dalembert {version_of('dalembert')}, {now()}",
        f"{motion.status}: {motion.message}",
        f"settings: {json_text(asdict(motion.settings))}",
        f"assumed: {', '.join(motion.assumed) or 'nothing'}",
    ):
        yield from words.splitlines()


def _columns(motion: Motion) -> list[tuple[str, str, Array]]:
    """The columns of a CSV file: name, unit, values. Names are unique: a repeated one gets its kind added."""
    names, units = axis_labels(motion.model), units_of(motion.model)
    columns: dict[str, tuple[str, Array]] = {"t": ("s", motion.t)}

    def add(name: str, group: str, unit: str, array: Array) -> None:
        columns[f"{name} ({group})" if name in columns else name] = (unit, array)

    for key, array, group, labels in (
        ("coordinate_unit", motion.q, "coordinate", names["coordinate"]),
        ("speed_unit", motion.qd, "speed", [f"{name}'" for name in names["coordinate"]]),
        ("acceleration_unit", motion.qdd, "acceleration", [f"{name}''" for name in names["coordinate"]]),
        ("state_unit", motion.s, "state", names["state"]),
        ("effort_unit", motion.e, "effort", names["effort"]),
        ("multiplier_unit", motion.lam, "multiplier", multiplier_names(motion.model)),
        ("contact_unit", motion.contact, "contact", [f"contact_{name}" for name in names["gap"]]),
        ("friction_unit", motion.friction, "friction", [f"friction_{name}" for name in names["slip"]]),
        ("output_unit", motion.outputs, "output", names["output"]),
        ("input_unit", motion.u, "input", names["input"]),
    ):
        for i, (name, unit) in enumerate(zip(labels, units[key], strict=True)):
            add(name, group, unit, array[:, i])
    add("T", "energy", "J", motion.T)
    add("V", "energy", "J", motion.V)
    add("energy", "ledger", "J", motion.ledger.energy)
    add("dissipated", "ledger", "J", motion.dissipated)
    add("supplied", "ledger", "J", motion.supplied)
    add("residual_position", "residual", "1", motion.residual.position)
    add("residual_velocity", "residual", "1", motion.residual.velocity)
    return [(name, unit, array) for name, (unit, array) in columns.items()]

"""Cases from a CSV file: a run for each row. The first row has the names, each with its unit: `theta [deg]`.

A column without a unit is in the unit of its entry, as for --set. Lines that begin with # are left out.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from dalembert._model.records import Model
from dalembert._model.tables import columns_of, names_of
from dalembert._model.units import UnitFault, unit_of
from dalembert._sweep.axes import list_axis, zip_axes
from dalembert._sweep.named_values import target_of, unit_of_target
from dalembert._sweep.records import Array, Axis, Target, refusal
from dalembert._text.files import FileFault

_HEAD = re.compile(r"(?P<name>.*?)\s*(?:\[(?P<unit>[^\[\]]*)\]\s*)?")


def table_axis(model: Model, path: Path) -> Axis:
    """The cases of a file as zipped axes."""
    where = f"--table {path.name}"
    if not path.is_file():
        raise refusal(where, f"there is no file {path}", "give its path as seen from this folder")
    try:
        heads = names_of(path.name, path.parent)
        columns = columns_of(path.name, path.parent, heads)
    except FileFault as fault:
        raise refusal(where, fault.message, fault.hint) from None
    if not columns or not columns[0]:
        raise refusal(where, f"{path.name} has no rows below its names", "give one case at least")
    axes = []
    for head, column in zip(heads, columns, strict=True):
        name, unit = _name_and_unit(model, head)
        target = target_of(model, name, where)
        axes.append(list_axis(name, _in_si(np.array(column), unit, target, head, where).tolist()))
    names = [axis.names[0] for axis in axes]
    for name in names:
        if names.count(name) > 1:
            raise refusal(where, f"{path.name} has two columns for `{name}`", "take one out")
    return zip_axes(axes, where)


def _name_and_unit(model: Model, head: str) -> tuple[str, str | None]:
    """A name above a column and its unit; brackets may belong to the name of a member, x[3]."""
    names = {one.name for one in model.coordinates} | {one.name for one in model.states}
    names |= {one.name for one in model.parameters}
    if head.rstrip("'") in names:
        return head, None
    match = _HEAD.fullmatch(head)
    return (match["name"], match["unit"]) if match is not None else (head, None)


def _in_si(values: Array, unit: str | None, target: Target, head: str, where: str) -> Array:
    target_unit = unit_of_target(target)
    if unit is None:
        return values * target_unit.factor + target_unit.zero
    try:
        given = unit_of(unit.strip())
    except UnitFault as fault:
        raise refusal(
            where, f"the unit of column `{head}`: {fault.message}", fault.hint or "write it as theta [deg]"
        ) from None
    if target.si and given.dimension != unit_of(target.si).dimension:
        message = f"column `{head}` is in {unit}, but `{target.name}` is in {target.si}"
        raise refusal(where, message, f"give it in {target.si}, or in another unit of that dimension")
    return values * given.factor + given.zero

"""Model files in other formats, by the suffix of the file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dalembert._expression.source import Flaw
from dalembert._model.plain import plain_values
from dalembert._model.records import Model
from dalembert._model.units import unit_of
from dalembert._model.virtual_work import without_loads
from dalembert._model.write_back import written_text
from dalembert._text.lageq_writer import lageq_losses, lageq_text
from dalembert._text.loss import LossError

SUFFIXES = (".toml", ".txt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """A converted model: its text, the assumptions of reading, and what the format cannot represent."""

    text: str
    assumptions: tuple[Flaw, ...]
    losses: tuple[str, ...]

    def __repr__(self) -> str:
        """The length of the text, and the number of losses."""
        return f"Conversion({len(self.text.splitlines())} lines, {len(self.losses)} losses)"


def convert(model: Model, target: Path, *, lossy: bool, assumptions: tuple[Flaw, ...]) -> Conversion:
    """The model as text in the format of the target's suffix; losses raise unless `lossy`."""
    suffix = target.suffix.lower()
    if suffix not in SUFFIXES:
        message = f"a model file ends in {' or '.join(SUFFIXES)}, but {target.name} does not"
        raise ValueError(message)
    if suffix == ".toml":
        return Conversion(text=written_text(model), assumptions=assumptions, losses=())
    values = plain_values(without_loads(model))
    losses = lageq_losses(values, _in_si)
    if model.loads:
        names = ", ".join(load.name for load in model.loads)
        losses = (*losses, f"the loads {names}: they are written as efforts on the coordinates")
    if losses and not lossy:
        raise LossError(losses)
    return Conversion(text=lageq_text(values, _in_si, lossy=lossy), assumptions=assumptions, losses=losses)


def _in_si(value: float, unit: str) -> float:
    return unit_of(unit).si(value)

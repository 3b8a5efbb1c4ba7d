"""The contents of a block diagram: controllers, the signals they read, and the quantities they drive."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from dalembert._model.controllers.kinds.registry import CONTROLLER_KINDS
from dalembert._model.controllers.mistakes import Reads
from dalembert._model.controllers.reading import ControllerReader
from dalembert._model.controllers.records import SECTION, Controller
from dalembert._model.entry_reader import EntryReader
from dalembert._model.expansions import with_parts
from dalembert._model.records import Model

_NAME = re.compile(r"[^\W\d][\w.]*")
GIVEN = ("parameters", "inputs")  # sections of quantities that do not depend on the motion


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A controller in a diagram; `below` are those it reads, `layer` is one more than theirs."""

    name: str
    sign: str
    reads: str  # as it is written
    reference: str = ""
    below: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()  # controllers that its reference reads
    measures: bool = False  # whether it reads quantities of the motion
    drives: str = ""
    layer: int = 0


def blocks_of(model: Model) -> tuple[Block, ...]:
    """The blocks of a model, in its order; none where it has no controllers."""
    written = with_parts(model.written)[0] if model.written is not None else None
    if written is None or SECTION not in written.values:
        return ()
    read = EntryReader(written)
    controllers = ControllerReader(read).controllers()
    reads = Reads(written.values, controllers)
    tables = (written.values.get(section) for section in GIVEN)
    driven = {one.target for one in controllers}
    given = {str(name) for table in tables if isinstance(table, Mapping) for name in table} - driven
    given |= {"t", "pi", *reads.owners}
    layers: dict[str, int] = {}
    blocks: list[Block] = []
    waiting = list(controllers)
    while waiting:
        ready = [one for one in waiting if all(two in layers for two in reads.of(one))] or waiting[:1]
        for one in ready:
            layers[one.name] = 1 + max((layers.get(two, -1) for two in reads.of(one)), default=-1)
            reference = [one.values["reference"]] if "reference" in one.values else []
            texts = [text.text for text in one.inputs]
            names = {name for text in texts for name in _NAME.findall(text)}
            blocks.append(
                Block(
                    name=one.name,
                    sign=CONTROLLER_KINDS[one.kind].sign,
                    reads=", ".join(texts),
                    reference=_reference(one),
                    below=tuple(reads.texts(one.inputs)),
                    leads=tuple(reads.texts(reference)),
                    measures=bool(names - given),
                    drives=one.target,
                    layer=layers[one.name],
                )
            )
        waiting = [one for one in waiting if one not in ready]
    order = {one.name: i for i, one in enumerate(controllers)}
    return tuple(sorted(blocks, key=lambda one: order[one.name]))


def _reference(one: Controller) -> str:
    """The reference as it is written."""
    if "reference" in one.numbers:
        return f"{one.numbers['reference']:g}"
    return one.values["reference"].text if "reference" in one.values else ""

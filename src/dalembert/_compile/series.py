"""Taylor series as code: recurrences for the interpreter of `interpret_series.h`, and as a program in C."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.bytecode import Bytecode, bytecode_of
from dalembert._compile.method_source import header
from dalembert._tape.pieces import Program
from dalembert._tape.series import INPUT, KINDS, NOTHING, POWER, STATE, SUM, Node, Series
from dalembert._tape.series_c import NAME, in_lanes, room_of, series_program
from dalembert._tape.tape import OPERATIONS

NO_FUNCTION = 255
COSTLY = 2  # times as long as those of a tape are instructions compiled here, with more care


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SeriesBytecode:
    """Arrays and counts of a series by their names in C; `scalars` is the tape whose slots they refer to."""

    arrays: dict[str, NDArray[np.int32] | NDArray[np.uint8]]
    counts: dict[str, int]
    scalars: Bytecode
    room: int


class SeriesCode:
    """A series to some order, for the interpreter and as a program in C."""

    fingerprint = ""  # what is written as C tells it from others

    def __init__(self, series: Series, order: int) -> None:
        self.series, self.order, self.tapes = series, order, (NAME,)

    @cached_property
    def program(self) -> Program:
        """The series as C."""
        sums = (
            header("series.h").replace("@REAL@", "REAL").replace("@SUFFIX@", "").replace("@LANES@", "LANES")
        )
        return series_program(self.series, self.order, f"{header('lanes.h')}\n{sums}")

    @cached_property
    def bytecode(self) -> dict[str, SeriesBytecode]:
        """The series for the interpreter."""
        return {NAME: _bytecode(self.series, self.order)}

    @property
    def length(self) -> int:
        """The cost of compiling the series, in instructions of a tape."""
        return COSTLY * self.series.length


def _bytecode(series: Series, order: int) -> SeriesBytecode:
    codes = {name: number for number, name in enumerate(OPERATIONS)}
    scalars = bytecode_of(series.scalars)
    slots = scalars.arrays["out_slot"].tolist()

    def slot(index: int) -> int:
        return slots[index] if index >= 0 else -1

    def index(node: Node) -> int:
        if node.kind in (STATE, INPUT):
            return node.index
        return slot(node.offset if node.kind == SUM else node.scalars[0] if node.kind == POWER else -1)

    operands = [x for node in series.nodes for x in node.operands]
    factors = [
        slot(node.scalars[m]) if node.kind == SUM else 0
        for node in series.nodes
        for m in range(len(node.operands))
    ]
    begin = np.concatenate([[0], np.cumsum([len(node.operands) for node in series.nodes])])
    functions = [codes[node.function] if node.function != NOTHING else NO_FUNCTION for node in series.nodes]
    ints = {
        "first": [node.first for node in series.nodes],
        "index": [index(node) for node in series.nodes],
        "begin": begin,
        "operand": operands,
        "factor": factors,
        "left": [a for a, _ in series.pairs],
        "right": [b for _, b in series.pairs],
        "square": series.squares,
        "base": [x for x, _ in series.powers],
        "power": [z for _, z in series.powers],
        "rate": series.rates,
        "speed": series.speeds,
        "fixed": [slot(index) for index in series.fixed],
    }
    return SeriesBytecode(
        arrays={
            "kind": np.array([KINDS.index(node.kind) for node in series.nodes], dtype=np.uint8),
            "function": np.array(functions, dtype=np.uint8),
            **{name: np.array(values, dtype=np.int32) for name, values in ints.items()},
        },
        counts={
            "nodes": len(series.nodes),
            "pairs": in_lanes(len(series.pairs)),
            "squares": in_lanes(len(series.squares)),
            "powers": in_lanes(len(series.powers)),
            "size": len(series.rates),
            "order": order,
            "inputs": series.inputs,
            "pairs_count": len(series.pairs),
            "squares_count": len(series.squares),
            "powers_count": len(series.powers),
        },
        scalars=scalars,
        room=room_of(series, order),
    )

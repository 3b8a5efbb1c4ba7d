"""A tape laid out for the interpreter of `interpret.h`.

What depends on parameters alone comes first; then instructions, those of the same operation together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._tape.tape import ARGUMENT, CONSTANT, OPERATIONS, Tape

BLOCKS = {"t": 0, "y": 1, "u": 2}
Array = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bytecode:
    """Arrays of a tape by their names in C, and where numbers and parameters stand among its slots."""

    arrays: dict[str, NDArray[np.int32] | NDArray[np.uint8]]
    first: int  # operations on numbers and parameters alone
    health: int  # the slot of the health; −1 where there is none
    numbers: Array  # by slots
    slots: Places  # of parameters
    indices: Places

    def equals(self, other: Bytecode) -> bool:
        """Whether both have the same instructions, numbers and slots."""
        mine, others = self._parts(), other._parts()
        return (self.first, self.health) == (other.first, other.health) and all(
            np.array_equal(one, two) for one, two in zip(mine, others, strict=True)
        )

    def _parts(self) -> tuple[NDArray[Any], ...]:
        return *self.arrays.values(), self.numbers, self.slots, self.indices


def bytecode_of(tape: Tape) -> Bytecode:
    """The layout of a tape."""
    moving = tape.moving_slots()
    computed = [k for k, one in enumerate(tape.instructions) if one.operation not in (ARGUMENT, CONSTANT)]
    fixed = [k for k in computed if not moving[k]]
    order = fixed + _in_runs([k for k in computed if moving[k]], tape)
    numbers = np.zeros(max(1, len(tape.instructions)))
    reads: list[tuple[int, int, int]] = []
    parameters: list[tuple[int, int]] = []
    for k, instruction in enumerate(tape.instructions):
        if instruction.operation == CONSTANT:
            numbers[k] = instruction.number
        elif instruction.operation == ARGUMENT:
            block, index = instruction.operands
            name = tape.arguments[block].name
            if name == "p":
                parameters.append((k, index))
            else:
                reads.append((k, BLOCKS[name], index))
    codes = {name: number for number, name in enumerate(OPERATIONS)}
    chosen = [tape.instructions[k] for k in order]
    out, *health = tape.results
    return Bytecode(
        arrays={
            "operation": np.array([codes[i.operation] for i in chosen], dtype=np.uint8),
            "target": np.array(order, dtype=np.int32),
            "left": np.array([i.operands[0] for i in chosen], dtype=np.int32),
            "right": np.array([i.operands[-1] for i in chosen], dtype=np.int32),
            "read_slot": np.array([r[0] for r in reads], dtype=np.int32),
            "read_block": np.array([r[1] for r in reads], dtype=np.int32),
            "read_index": np.array([r[2] for r in reads], dtype=np.int32),
            "out_slot": np.array(out.slots, dtype=np.int32),
        },
        first=len(fixed),
        health=health[0].slots[0] if health else -1,
        numbers=numbers,
        slots=np.array([k for k, _ in parameters], dtype=np.int64),
        indices=np.array([index for _, index in parameters], dtype=np.int64),
    )


def _in_runs(slots: Sequence[int], tape: Tape) -> list[int]:
    """Some instructions of a tape in an order in which those of the same operation follow one another.

    The interpreter executes such a run in one loop. Each comes after its operands: values are the same.
    """
    users: dict[int, list[int]] = {k: [] for k in slots}
    missing: dict[int, int] = {}  # operands that are not computed yet
    ready: dict[str, list[int]] = {}
    for k in slots:
        operation, operands = tape.instructions[k].operation, tape.instructions[k].operands
        awaited = [users[slot] for slot in operands if slot in users]
        for one in awaited:
            one.append(k)
        missing[k] = len(awaited)
        if not awaited:
            ready.setdefault(operation, []).append(k)
    order: list[int] = []
    while ready:
        chosen = max(ready, key=lambda operation: len(ready[operation]))
        run = ready.pop(chosen)
        for k in run:  # which grows
            for user in users[k]:
                missing[user] -= 1
                if not missing[user]:
                    operation = tape.instructions[user].operation
                    (run if operation == chosen else ready.setdefault(operation, [])).append(user)
        order += run
    return order

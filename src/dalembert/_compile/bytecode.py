"""A tape laid out for the interpreter of `interpret.h`.

Arguments and numbers have the first slots, the values of instructions those that follow, in the order in
which they are executed. What depends on parameters alone comes first; then the others, those of the same
operation together. Such a run is one loop; where many are independent of one another, the compiler makes
vectors of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._tape.tape import ARGUMENT, CONSTANT, OPERATIONS, Tape

BLOCKS = {"t": 0, "y": 1, "u": 2}
CODES = {name: number for number, name in enumerate(OPERATIONS)}
SIDE_BY_SIDE = (
    "add",
    "sub",
    "mul",
    "div",
    "neg",
    "sq",
    "twice",
    "inv",
    "sqrt",
)  # processors have vectors of these
SIDE_BY_SIDE_CODES = frozenset(CODES[name] for name in SIDE_BY_SIDE)
MANY = 8  # independent instructions of which vectors are made
Array = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bytecode:
    """Arrays of a tape by their names in C, and where numbers and parameters stand among its slots."""

    arrays: dict[str, NDArray[np.int32] | NDArray[np.uint8]]
    first: int  # runs of operations on numbers and parameters alone
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
    given = [k for k, one in enumerate(tape.instructions) if one.operation in (ARGUMENT, CONSTANT)]
    computed = [k for k, one in enumerate(tape.instructions) if one.operation not in (ARGUMENT, CONSTANT)]
    fixed = [k for k in computed if not moving[k]]
    order = fixed + _in_runs([k for k in computed if moving[k]], tape)
    slot_of = np.zeros(len(tape.instructions), dtype=np.int32)
    slot_of[given + order] = np.arange(len(tape.instructions))
    numbers = np.zeros(max(1, len(tape.instructions)))
    reads: list[tuple[int, int, int]] = []
    parameters: list[tuple[int, int]] = []
    for slot, k in enumerate(given):
        instruction = tape.instructions[k]
        if instruction.operation == CONSTANT:
            numbers[slot] = instruction.number
            continue
        block, index = instruction.operands
        name = tape.arguments[block].name
        if name == "p":
            parameters.append((slot, index))
        else:
            reads.append((slot, BLOCKS[name], index))
    chosen = [tape.instructions[k] for k in order]
    left = slot_of[[i.operands[0] for i in chosen]]
    right = slot_of[[i.operands[-1] for i in chosen]]
    names = [i.operation for i in chosen]
    latest = np.maximum(left, right).tolist()
    constant_runs = _runs(names, latest, len(given), range(len(fixed)))
    runs = constant_runs + _runs(names, latest, len(given), range(len(fixed), len(order)))
    out, *health = tape.results
    return Bytecode(
        arrays={
            "operation": np.array([code for code, _ in runs], dtype=np.uint8),
            "end": np.array([end for _, end in runs], dtype=np.int32),
            "left": left,
            "right": right,
            "read_slot": np.array([r[0] for r in reads], dtype=np.int32),
            "read_block": np.array([r[1] for r in reads], dtype=np.int32),
            "read_index": np.array([r[2] for r in reads], dtype=np.int32),
            "out_slot": slot_of[list(out.slots)],
        },
        first=len(constant_runs),
        health=int(slot_of[health[0].slots[0]]) if health else -1,
        numbers=numbers,
        slots=np.array([k for k, _ in parameters], dtype=np.int64),
        indices=np.array([index for _, index in parameters], dtype=np.int64),
    )


def _runs(names: Sequence[str], latest: Sequence[int], base: int, part: range) -> list[tuple[int, int]]:
    """The runs of one operation in a part of the instructions: the number of each, and where it ends.

    `latest` are the later operands of each instruction, `base` is the slot of the first one's value. Many
    that are independent are a run of their own, whose number says so.
    """
    runs: list[tuple[int, int]] = []
    began = first = part.start  # of the run, and of those at its end that are independent of one another
    for k in part:
        code, ends = CODES[names[k]], k + 1 == part.stop or names[k + 1] != names[k]
        if latest[k] >= base + first:
            began, first = _cut(runs, code, began, first, k), k
        if ends:
            began = _cut(runs, code, began, first, k + 1)
            if began < k + 1:
                runs.append((code, k + 1))
            began = first = k + 1
    return runs


def _cut(runs: list[tuple[int, int]], code: int, began: int, first: int, end: int) -> int:
    """Where the run goes on after instructions that are independent: many of them are a run of their own."""
    if end - first < MANY or code not in SIDE_BY_SIDE_CODES:
        return began
    if began < first:
        runs.append((code, first))
    runs.append((code + len(OPERATIONS), end))
    return end


def _in_runs(slots: Sequence[int], tape: Tape) -> list[int]:
    """Some instructions of a tape in an order in which those of the same operation follow one another.

    The interpreter executes such a run in one loop. Each comes after its operands: values are the same.
    """
    users: dict[int, list[int]] = {k: [] for k in slots}
    missing: dict[int, int] = {}  # operands that are not computed yet
    ready: dict[str, list[int]] = {}
    for k in slots:
        instruction, awaited = tape.instructions[k], 0
        for slot in instruction.operands:
            if slot in users:
                users[slot].append(k)
                awaited += 1
        missing[k] = awaited
        if not awaited:
            ready.setdefault(instruction.operation, []).append(k)
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

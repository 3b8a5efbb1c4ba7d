"""Straight-line code in no language: a frozen record that every printer and compiler reads."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

# Every operation a tape may hold, with the number of its operands.
OPERATIONS: dict[str, int] = {
    "add": 2,
    "sub": 2,
    "mul": 2,
    "div": 2,
    "neg": 1,
    "sq": 1,  # x²
    "twice": 1,  # 2x
    "inv": 1,  # 1/x
    "pow": 2,
    "sqrt": 1,
    "exp": 1,
    "log": 1,
    "sin": 1,
    "cos": 1,
    "tan": 1,
    "asin": 1,
    "acos": 1,
    "atan": 1,
    "atan2": 2,
    "sinh": 1,
    "cosh": 1,
    "tanh": 1,
    "asinh": 1,
    "acosh": 1,
    "atanh": 1,
    "abs": 1,
    "sign": 1,  # -1, 0, 1
    "floor": 1,
    "min": 2,  # of a NaN and a number, the number
    "max": 2,
    "lt": 2,  # conditions are 1 or 0
    "le": 2,
    "eq": 2,
    "ne": 2,
    "not": 1,  # any number but 0 is true
    "and": 2,
    "or": 2,
    "if_else_zero": 2,  # the second operand where the first is true, 0 elsewhere, whatever the second is
}
ARGUMENT, CONSTANT = "argument", "constant"
ARITY = {**OPERATIONS, CONSTANT: 0}

_NAME = re.compile(r"(?!a\d)[A-Za-z][A-Za-z0-9_]*", re.ASCII)  # a0, a1, … are reserved for printers


@dataclass(frozen=True, slots=True)
class Block:
    """A named number (), vector (n,) or matrix (rows, columns) of numbers, row after row."""

    name: str
    shape: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return math.prod(self.shape)


@dataclass(frozen=True, slots=True)
class Instruction:
    """The value of a slot: an operation on earlier slots, an argument's entry (block, index), a number."""

    operation: str
    operands: tuple[int, ...] = ()
    number: float = 0.0


@dataclass(frozen=True, slots=True)
class Result:
    """A block and the slots of its entries, row after row."""

    block: Block
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tape:
    """results = name(arguments): instruction k gives slot k, from slots before it."""

    name: str
    arguments: tuple[Block, ...]
    results: tuple[Result, ...]
    instructions: tuple[Instruction, ...]

    def __post_init__(self) -> None:
        """Reject names that are no identifiers, wrong counts, and slots used before they are computed."""
        names = [block.name for block in self.arguments] + [r.block.name for r in self.results]
        for name in (self.name, *names):
            if not _NAME.fullmatch(name):
                message = f"names on a tape are ASCII identifiers other than a0, a1, …; this one is {name!r}"
                raise ValueError(message)
        if len(set(names)) < len(names):
            message = f"arguments and results of {self.name} must have different names, but are {names}"
            raise ValueError(message)
        for block in self.arguments:
            if len(block.shape) > 1:
                message = f"argument {block.name} of {self.name} must be a number or a vector, not a matrix"
                raise ValueError(message)
        for k, instruction in enumerate(self.instructions):
            operands = instruction.operands
            if ARITY.get(instruction.operation) == len(operands) and all(
                map(range(k).__contains__, operands)
            ):
                continue  # most of them
            flaw = self._flaw(k, instruction)
            if flaw:
                message = f"instruction {k} ({instruction.operation}) of {self.name}{flaw}"
                raise ValueError(message)
        for result in self.results:
            flaw = _flaw_of_slots(result.slots, len(self.instructions))
            if flaw:
                message = f"result {result.block.name}{flaw}"
                raise ValueError(message)
            if len(result.slots) != result.block.size:
                message = (
                    f"result {result.block.name} has {result.block.size} entries, not {len(result.slots)}"
                )
                raise ValueError(message)

    def moving_slots(self) -> list[bool]:
        """Which slots depend on more than numbers and the argument p."""
        moving: list[bool] = []
        for instruction in self.instructions:
            if instruction.operation == ARGUMENT:
                moving.append(self.arguments[instruction.operands[0]].name != "p")
            else:
                moving.append(any(map(moving.__getitem__, instruction.operands)))
        return moving

    def _flaw(self, k: int, instruction: Instruction) -> str:
        """What is wrong with an instruction; nothing if it is as it should be."""
        operation, operands = instruction.operation, instruction.operands
        if operation == ARGUMENT:
            if (
                len(operands) == 2
                and 0 <= operands[0] < len(self.arguments)
                and 0 <= operands[1] < self.arguments[operands[0]].size
            ):
                return ""
            return f" reads {operands}, which is no (block, index) of the arguments"
        arity = ARITY.get(operation)
        if arity is None:
            return f": no such operation; known are {', '.join(OPERATIONS)}"
        if len(operands) != arity:
            return f" takes {arity} operands, not {len(operands)}"
        return _flaw_of_slots(operands, k)


def _flaw_of_slots(slots: tuple[int, ...], end: int) -> str:
    """What is wrong with slots that have to be given before another one."""
    for slot in slots:
        if not 0 <= slot < end:
            return f" uses slot {slot}, but only slots 0 to {end - 1} are given before it"
    return ""

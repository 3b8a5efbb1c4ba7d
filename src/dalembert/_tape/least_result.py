"""The least result of a tape while its arguments stay in intervals: interval arithmetic, as a tape.

The sine of an interval is taken from its middle, as its slope is at most 1. Operations whose bounds would
need infinity or a decision are not known here: a tape with one of them has no such bound.
"""

from __future__ import annotations

from dalembert._tape.tape import ARGUMENT, CONSTANT, Block, Instruction, Result, Tape

INCREASING = frozenset({"exp", "atan", "sinh", "asinh", "tanh", "twice"})
WAVES = frozenset({"sin", "cos"})
Bounds = tuple[int, int]  # the slots of the lower and the upper one


def lower_bound(tape: Tape, name: str) -> Tape | None:
    """The least result, of lower bounds and then upper ones of the one argument; None if it is not known."""
    size = tape.arguments[0].size
    writer = _Writer(size)
    bounds: list[Bounds] = []
    for instruction in tape.instructions:
        made = writer.bounds(instruction, [bounds[slot] for slot in _operands(instruction)])
        if made is None:
            return None
        bounds.append(made)
    (slot,) = tape.results[0].slots
    return Tape(
        name=name,
        arguments=(Block(tape.arguments[0].name, (2 * size,)),),
        results=(Result(tape.results[0].block, (bounds[slot][0],)),),
        instructions=tuple(writer.instructions),
    )


def _operands(instruction: Instruction) -> tuple[int, ...]:
    return () if instruction.operation == ARGUMENT else instruction.operands


class _Writer:
    """The instructions of a tape of bounds."""

    def __init__(self, size: int) -> None:
        self._size = size
        self.instructions: list[Instruction] = []

    def _write(self, operation: str, *operands: int, number: float = 0.0) -> int:
        self.instructions.append(Instruction(operation, operands, number))
        return len(self.instructions) - 1

    def bounds(self, instruction: Instruction, given: list[Bounds]) -> Bounds | None:
        """The bounds of one operation; None if they are not known."""
        operation = instruction.operation
        if operation == ARGUMENT:
            block, index = instruction.operands
            return self._write(ARGUMENT, block, index), self._write(ARGUMENT, block, self._size + index)
        if operation == CONSTANT:
            slot = self._write(CONSTANT, number=instruction.number)
            return slot, slot
        if operation in INCREASING:
            return self._each(operation, given[0])
        if operation in WAVES:
            return self._wave(operation, given[0])
        match operation, given:
            case (("add" | "min" | "max"), [(a, b), (c, d)]):
                return self._write(operation, a, c), self._write(operation, b, d)
            case "sub", [(a, b), (c, d)]:
                return self._write("sub", a, d), self._write("sub", b, c)
            case "neg", [(a, b)]:
                return self._write("neg", b), self._write("neg", a)
            case "mul", [(a, b), (c, d)]:
                products = [self._write("mul", x, y) for x in (a, b) for y in (c, d)]
                return self._most("min", products), self._most("max", products)
            case "abs", [one]:
                return self._size_of(one)
            case "sq", [one]:
                return self._each("sq", self._size_of(one))
            case "sqrt", [(a, b)]:
                zero = self._write(CONSTANT)
                return self._each("sqrt", (self._write("max", a, zero), self._write("max", b, zero)))
        return None

    def _each(self, operation: str, one: Bounds) -> Bounds:
        return self._write(operation, one[0]), self._write(operation, one[1])

    def _most(self, operation: str, slots: list[int]) -> int:
        most = slots[0]
        for slot in slots[1:]:
            most = self._write(operation, most, slot)
        return most

    def _size_of(self, one: Bounds) -> Bounds:
        """Of the absolute value: 0 where an interval has both signs."""
        low, high = one
        zero, less = self._write(CONSTANT), self._write("neg", low)
        least = self._most("max", [low, self._write("neg", high), zero])
        return least, self._write("max", high, less)

    def _wave(self, operation: str, one: Bounds) -> Bounds:
        low, high = one
        half = self._write(CONSTANT, number=0.5)
        middle = self._write("mul", half, self._write("add", low, high))
        width = self._write("mul", half, self._write("sub", high, low))
        value, top = self._write(operation, middle), self._write(CONSTANT, number=1.0)
        bottom = self._write(CONSTANT, number=-1.0)
        least = self._write("max", bottom, self._write("sub", value, width))
        return least, self._write("min", top, self._write("add", value, width))

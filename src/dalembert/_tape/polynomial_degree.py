"""The degree of what is computed on a tape, as a polynomial of the state, by the operations alone."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._tape.tape import ARGUMENT, CONSTANT, Tape

LINEAR = frozenset({"add", "sub", "neg", "twice"})


def has_degree(tape: Tape, slots: Sequence[int], most: int) -> bool:
    """Whether some slots are polynomials of y of a degree at most, by their operations alone."""
    wanted, degrees = slots_below(tape, slots), dict[int, int]()
    for k, instruction in enumerate(tape.instructions):
        if not wanted[k]:
            continue
        operation = instruction.operation
        if operation in (ARGUMENT, CONSTANT):
            degrees[k] = int(operation == ARGUMENT and tape.arguments[instruction.operands[0]].name == "y")
            continue
        operands = [degrees[slot] for slot in instruction.operands]
        if operation in LINEAR:
            degrees[k] = max(operands)
        elif operation in ("mul", "sq"):
            degrees[k] = operands[0] + operands[-1]
        elif operation in ("div", "if_else_zero") and not operands[operation == "div"]:
            degrees[k] = max(operands)
        elif any(operands):
            return False
        else:
            degrees[k] = 0
        if degrees[k] > 2:
            return False
    return all(degrees[slot] <= most for slot in slots)


def slots_below(tape: Tape, slots: Sequence[int]) -> list[bool]:
    """Which slots some slots depend on."""
    wanted = [False] * len(tape.instructions)
    for slot in slots:
        wanted[slot] = True
    for k in range(len(tape.instructions) - 1, -1, -1):
        instruction = tape.instructions[k]
        if wanted[k] and instruction.operation not in (ARGUMENT, CONSTANT):
            for slot in instruction.operands:
                wanted[slot] = True
    return wanted

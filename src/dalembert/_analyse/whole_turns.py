"""Whether whole turns of angles change no result of a tape, whatever their values: read from its operations.

sin(k φ + …) and cos(k φ + …) with whole k do not change where φ becomes φ + 2π
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from dalembert._tape.tape import ARGUMENT, CONSTANT, Instruction, Tape

PERIODIC = frozenset({"sin", "cos", "tan"})


def turns_change_nothing(tape: Tape, turned: Collection[int]) -> bool:
    """Whether results of a tape of one argument z keep their values when some of its entries grow by 2π."""
    turns: list[float | None] = []  # by how many turns each slot grows; None where it is not known
    for one in tape.instructions:
        turns.append(_turns_of(one, turns, turned, tape))
    return all(turns[k] == 0 for result in tape.results for k in result.slots)


def _turns_of(
    one: Instruction, turns: Sequence[float | None], turned: Collection[int], tape: Tape
) -> float | None:
    """By how many turns the value of an operation grows."""
    if one.operation == ARGUMENT:
        return float(one.operands[1] in turned)
    given = [turns[k] for k in one.operands] if one.operation != CONSTANT else []
    if all(turn == 0 for turn in given):
        return 0.0
    first, last = given[0], given[-1]
    if first is None or last is None:
        return None
    if one.operation in PERIODIC:
        return 0.0 if first.is_integer() else None
    if one.operation in ("add", "sub"):
        return first + last if one.operation == "add" else first - last
    if one.operation in ("neg", "twice"):
        return -first if one.operation == "neg" else 2 * first
    if one.operation in ("mul", "div"):
        return _multiple_of(one, (first, last), tape)
    return None


def _multiple_of(one: Instruction, turns: tuple[float, float], tape: Tape) -> float | None:
    """A turning value times or over a number."""
    instructions = [tape.instructions[k] for k in one.operands]
    if turns[1] == 0 and instructions[1].operation == CONSTANT:
        number = instructions[1].number
        return turns[0] * number if one.operation == "mul" else turns[0] / number
    if one.operation == "mul" and turns[0] == 0 and instructions[0].operation == CONSTANT:
        return turns[1] * instructions[0].number
    return None

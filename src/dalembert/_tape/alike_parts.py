"""A tape split into what its results share and many parts; parts with equal formulas share one function.

A model with a thousand contacts has a thousand times the same few formulas. Here each formula is one tape
(a shape) of the numbers it depends on; a part is a shape and the indices of these numbers in a pool:

    pool = (arguments y, u and t of the tape, values that parts share or parameters determine, constants)

A value that several parts or the remaining results use is computed once, by the tape of the rest. A part that
is repeated, for other numbers of the pool, has all of its operations itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from dalembert._tape.tape import ARGUMENT, CONSTANT, Block, Instruction, Result, Tape

NOBODY, SHARED = -1, -2
POOLED = "y", "u", "t"  # arguments in the pool, in this order


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A function of a part: the number of its shape, and the indices of its inputs in the pool."""

    shape: int
    inputs: tuple[int, ...]

    def with_inputs(self, others: Mapping[int, int]) -> Part:
        """The same function of other numbers of the pool."""
        return Part(shape=self.shape, inputs=tuple(others.get(one, one) for one in self.inputs))


@dataclass(frozen=True, slots=True, kw_only=True)
class TapeParts:
    """The rest of a tape, whose result ends with values that parts share, and the functions of its parts."""

    rest: Tape
    shared: int  # how many values at the end of the result of the rest are shared
    moving: tuple[bool, ...]  # which of them depend on more than parameters
    numbers: tuple[float, ...]
    shapes: tuple[Tape, ...]  # with the argument y and the result out
    functions: tuple[tuple[Part, ...], ...]  # of each part


def take_apart(
    tape: Tape,
    kept: Sequence[int],
    parts: Sequence[Sequence[Sequence[int]]],
    *,
    shared: Sequence[int] = (),
    repeated: Collection[int] = (),
) -> TapeParts:
    """Split a tape into parts; a part is a few functions, and a function gives some entries of the result.

    `kept` are the entries of the result that the rest gives, `shared` the first of its shared values;
    `repeated` are numbers of parts.
    """
    return _Division(tape, kept, parts, shared, frozenset(repeated)).parts()


class _Division:
    """One tape, with the part that uses each of its slots."""

    def __init__(
        self,
        tape: Tape,
        kept: Sequence[int],
        parts: Sequence[Sequence[Sequence[int]]],
        shared: Sequence[int],
        repeated: frozenset[int],
    ) -> None:
        self._tape, self._kept, self._parts, self._repeated = tape, kept, parts, repeated
        self._out = tape.results[0].slots
        self._moving = tape.moving_slots()
        self._owner = [NOBODY] * len(tape.instructions)
        self._find_owners()
        self._shared = {self._out[k]: i for i, k in enumerate(shared)}  # slots, with their indices there
        self._numbers: dict[float, int] = {}
        self._shapes: dict[tuple[object, ...], int] = {}
        self._tapes: list[Tape] = []

    def _is_leaf(self, slot: int) -> bool:
        return self._tape.instructions[slot].operation in (ARGUMENT, CONSTANT)

    def _is_of(self, slot: int, number: int) -> bool:
        """Whether a part computes a slot itself."""
        if number in self._repeated:
            return not self._is_leaf(slot)
        return self._owner[slot] == number

    def _note_user(self, slot: int, who: int) -> None:
        if not self._is_leaf(slot):
            now = self._owner[slot]
            self._owner[slot] = who if now in (NOBODY, who) else SHARED

    def _find_owners(self) -> None:
        for k in self._kept:
            self._note_user(self._out[k], SHARED)
        for number, part in enumerate(self._parts):
            for function in part if number not in self._repeated else ():
                for k in function:
                    self._note_user(self._out[k], number)
        for slot in reversed(range(len(self._owner))):
            if self._owner[slot] == NOBODY:
                continue
            if not self._moving[slot]:
                self._owner[slot] = SHARED
            for operand in self._tape.instructions[slot].operands:
                self._note_user(operand, self._owner[slot])

    def parts(self) -> TapeParts:
        """The functions of all parts, then the rest, which must give what they share."""
        numbered_parts = [
            tuple(self._function(number, function) for function in part)
            for number, part in enumerate(self._parts)
        ]
        arguments = {block.name: block for block in self._tape.arguments}
        sizes = [arguments[name].size if name in arguments else 0 for name in POOLED]
        starts = dict(zip(POOLED, (sum(sizes[:k]) for k in range(len(POOLED))), strict=True))
        shared = sum(sizes)

        def pool_index(key: tuple[str, int]) -> int:
            kind, index = key
            if kind in starts:
                return starts[kind] + index
            return shared + index + (len(self._shared) if kind == CONSTANT else 0)

        return TapeParts(
            rest=self._rest(),
            shared=len(self._shared),
            moving=tuple(self._moving[slot] for slot in self._shared),
            numbers=tuple(self._numbers),
            shapes=tuple(self._tapes),
            functions=tuple(
                tuple(Part(shape=shape, inputs=tuple(map(pool_index, keys))) for shape, keys in part)
                for part in numbered_parts
            ),
        )

    def _key(self, slot: int) -> tuple[str, int]:
        """Where an input of a part comes from."""
        instruction = self._tape.instructions[slot]
        if instruction.operation == CONSTANT:
            return CONSTANT, self._numbers.setdefault(instruction.number, len(self._numbers))
        if instruction.operation == ARGUMENT:
            block, index = instruction.operands
            if self._tape.arguments[block].name in POOLED:
                return self._tape.arguments[block].name, index
        return "", self._shared.setdefault(slot, len(self._shared))

    def _function(self, number: int, entries: Sequence[int]) -> tuple[int, list[tuple[str, int]]]:
        """The shape of a function of a part, and where its inputs come from."""
        slots = [self._out[k] for k in entries]
        needed, waiting = set[int](), [slot for slot in slots if self._is_of(slot, number)]
        while waiting:
            slot = waiting.pop()
            if slot not in needed:
                needed.add(slot)
                waiting += [s for s in self._tape.instructions[slot].operands if self._is_of(s, number)]
        steps = sorted(needed)
        inputs: dict[int, int] = {}
        for slot in steps:
            for operand in self._tape.instructions[slot].operands:
                if operand not in needed:
                    inputs.setdefault(operand, len(inputs))
        for slot in slots:
            if slot not in needed:
                inputs.setdefault(slot, len(inputs))
        local = inputs | {slot: len(inputs) + k for k, slot in enumerate(steps)}
        code = tuple(
            (
                self._tape.instructions[slot].operation,
                tuple(local[s] for s in self._tape.instructions[slot].operands),
            )
            for slot in steps
        )
        out = tuple(local[slot] for slot in slots)
        key = (len(inputs), code, out)
        if key not in self._shapes:
            self._shapes[key] = len(self._tapes)
            self._tapes.append(
                Tape(
                    name=f"shape_{len(self._tapes)}",
                    arguments=(Block("y", (max(1, len(inputs)),)),),
                    results=(Result(Block("out", (len(out),)), out),),
                    instructions=(
                        *(Instruction(ARGUMENT, (0, k)) for k in range(len(inputs))),
                        *(Instruction(operation, operands) for operation, operands in code),
                    ),
                )
            )
        return self._shapes[key], [self._key(slot) for slot in inputs]

    def _rest(self) -> Tape:
        """The tape of the kept entries and the shared values, without unused instructions."""
        wanted = [*(self._out[k] for k in self._kept), *self._shared]
        needed, waiting = set[int](), list(wanted)
        while waiting:
            slot = waiting.pop()
            if slot not in needed:
                needed.add(slot)
                if not self._is_leaf(slot):
                    waiting += self._tape.instructions[slot].operands
        slot_of = {slot: k for k, slot in enumerate(sorted(needed))}
        instructions = tuple(
            instruction
            if (instruction := self._tape.instructions[slot]).operation in (ARGUMENT, CONSTANT)
            else Instruction(instruction.operation, tuple(slot_of[s] for s in instruction.operands))
            for slot in slot_of
        )
        out = tuple(slot_of[slot] for slot in wanted)
        return Tape(
            name=self._tape.name,
            arguments=self._tape.arguments,
            results=(Result(Block("out", (len(out),)), out),),
            instructions=instructions,
        )

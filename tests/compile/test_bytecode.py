"""The order of instructions for the interpreter: operands first, and the same operations together."""

from __future__ import annotations

import numpy as np

import dalembert
from dalembert._compile.bytecode import MANY, Bytecode, bytecode_of
from dalembert._compile.compiled_models import compiled_model
from dalembert._tape.tape import ARGUMENT, CONSTANT, OPERATIONS, Block, Instruction, Result, Tape


def runs_of(bytecode: Bytecode) -> int:
    """How many stretches of the same operation follow one another, independent or not."""
    operations = bytecode.arrays["operation"] % len(OPERATIONS)
    return 1 + int(np.count_nonzero(operations[1:] != operations[:-1]))


def values_of(bytecode: Bytecode) -> range:
    """The slots of the values of instructions."""
    slots = len(bytecode.numbers)
    return range(slots - len(bytecode.arrays["left"]), slots)


def attracting_bodies(count: int) -> dalembert.Model:
    """Bodies in a plane of which each attracts each other one."""
    pairs = [(i, j) for i in range(count) for j in range(i)]
    return dalembert.model(
        coordinates={f"{axis}{i}": {"start": i * i} for i in range(count) for axis in "xy"},
        energy={
            "kinetic": " + ".join(f"1/2*x{i}'^2 + 1/2*y{i}'^2" for i in range(count)),
            "potential": " ".join(f"- 1/sqrt((x{i} - x{j})^2 + (y{i} - y{j})^2)" for i, j in pairs),
        },
    )


def test_alternating_instructions_are_put_into_runs():
    """Eight sums and their sines, alternating, become two runs; of the sums vectors can be made."""
    leaves = [Instruction(ARGUMENT, (0, 0)), Instruction(CONSTANT, (), 3.0)]
    pairs = [one for k in range(8) for one in (Instruction("add", (0, 1)), Instruction("sin", (2 + 2 * k,)))]
    tape = Tape(
        name="f",
        arguments=(Block("y", (1,)),),
        results=(Result(Block("out", (8,)), tuple(range(3, 19, 2))),),
        instructions=(*leaves, *pairs),
    )
    made = bytecode_of(tape)
    assert runs_of(made) == 2
    assert made.arrays["end"].tolist() == [8, 16]
    codes = list(OPERATIONS)
    assert made.arrays["operation"].tolist() == [codes.index("add") + len(codes), codes.index("sin")]
    assert values_of(made) == range(2, 18)


def test_only_instructions_without_a_common_value_are_independent():
    """In a run that is said to be independent no instruction needs another; and such runs are not short."""
    count = 0
    for model in (attracting_bodies(7), dalembert.read("andrews_squeezer")):
        for tape in compiled_model(model).code.tapes.values():
            made = bytecode_of(tape)
            base, begin = values_of(made).start, 0
            for operation, end in zip(made.arrays["operation"], made.arrays["end"], strict=True):
                assert begin < end
                if operation >= len(OPERATIONS):
                    operands = {*made.arrays["left"][begin:end], *made.arrays["right"][begin:end]}
                    assert not operands & set(range(base + begin, base + end))
                    assert end - begin >= MANY
                    count += 1
                begin = end
            assert begin == len(made.arrays["left"])
    assert count > 5


def test_every_instruction_comes_after_its_operands_and_exactly_once():
    """No order but one that gives the same values."""
    for model in (
        attracting_bodies(4),
        dalembert.read("triple_pendulum"),
        dalembert.read("andrews_squeezer"),
    ):
        for tape in compiled_model(model).code.tapes.values():
            made = bytecode_of(tape)
            names = [one.operation for one in tape.instructions if one.operation not in (ARGUMENT, CONSTANT)]
            made_names, begin = [], 0
            for operation, end in zip(made.arrays["operation"], made.arrays["end"], strict=True):
                made_names += [list(OPERATIONS)[operation % len(OPERATIONS)]] * (end - begin)
                begin = end
            assert sorted(made_names) == sorted(names)
            for slot, left, right in zip(
                values_of(made), made.arrays["left"], made.arrays["right"], strict=True
            ):
                assert max(left, right) < slot


def test_runs_do_not_grow_in_number_with_alike_terms():
    """Twenty-one pairs of bodies need hardly more runs than three."""
    few, many = (bytecode_of(compiled_model(attracting_bodies(n)).code.tapes["rates"]) for n in (3, 7))
    assert len(many.arrays["left"]) > 4 * len(few.arrays["left"])
    assert runs_of(many) <= 2 * runs_of(few)

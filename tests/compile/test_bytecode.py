"""The order of instructions for the interpreter: operands first, and the same operations together."""

from __future__ import annotations

import numpy as np

import dalembert
from dalembert._compile.bytecode import Bytecode, bytecode_of
from dalembert._compile.compiled_models import compiled_model
from dalembert._tape.tape import ARGUMENT, CONSTANT, Block, Instruction, Result, Tape


def runs_of(bytecode: Bytecode) -> int:
    """How many stretches of the same operation follow one another."""
    operations = bytecode.arrays["operation"]
    return 1 + int(np.count_nonzero(operations[1:] != operations[:-1]))


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
    """Eight sums and their sines, alternating, become two runs."""
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
    assert sorted(made.arrays["target"]) == list(range(2, 18))


def test_every_instruction_comes_after_its_operands_and_exactly_once():
    """No order but one that gives the same values."""
    for model in (
        attracting_bodies(4),
        dalembert.read("triple_pendulum"),
        dalembert.read("andrews_squeezer"),
    ):
        for tape in compiled_model(model).code.tapes.values():
            made = bytecode_of(tape)
            computed = [
                k for k, one in enumerate(tape.instructions) if one.operation not in (ARGUMENT, CONSTANT)
            ]
            assert sorted(made.arrays["target"]) == computed
            ready = set(range(len(tape.instructions))) - set(computed)
            for target, left, right in zip(
                *(made.arrays[name] for name in ("target", "left", "right")), strict=True
            ):
                assert {int(left), int(right)} <= ready
                ready.add(int(target))


def test_runs_do_not_grow_in_number_with_alike_terms():
    """Twenty-one pairs of bodies need hardly more runs than three."""
    few, many = (bytecode_of(compiled_model(attracting_bodies(n)).code.tapes["rates"]) for n in (3, 7))
    assert len(many.arrays["operation"]) > 4 * len(few.arrays["operation"])
    assert runs_of(many) <= 2 * runs_of(few)

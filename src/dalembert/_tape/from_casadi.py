"""A tape read from CasADi expressions; after this file nothing in the room needs CasADi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as ca

from dalembert._tape.tape import ARGUMENT, CONSTANT, Block, Instruction, Result, Tape

Expression = Any  # a CasADi SX; its wrapper carries no types

NAMES: dict[int, str] = {
    ca.OP_ADD: "add",
    ca.OP_SUB: "sub",
    ca.OP_MUL: "mul",
    ca.OP_DIV: "div",
    ca.OP_NEG: "neg",
    ca.OP_SQ: "sq",
    ca.OP_TWICE: "twice",
    ca.OP_INV: "inv",
    ca.OP_POW: "pow",
    ca.OP_CONSTPOW: "pow",
    ca.OP_SQRT: "sqrt",
    ca.OP_EXP: "exp",
    ca.OP_LOG: "log",
    ca.OP_SIN: "sin",
    ca.OP_COS: "cos",
    ca.OP_TAN: "tan",
    ca.OP_ASIN: "asin",
    ca.OP_ACOS: "acos",
    ca.OP_ATAN: "atan",
    ca.OP_ATAN2: "atan2",
    ca.OP_SINH: "sinh",
    ca.OP_COSH: "cosh",
    ca.OP_TANH: "tanh",
    ca.OP_ASINH: "asinh",
    ca.OP_ACOSH: "acosh",
    ca.OP_ATANH: "atanh",
    ca.OP_FABS: "abs",
    ca.OP_SIGN: "sign",
    ca.OP_FLOOR: "floor",
    ca.OP_FMIN: "min",
    ca.OP_FMAX: "max",
    ca.OP_LT: "lt",
    ca.OP_LE: "le",
    ca.OP_EQ: "eq",
    ca.OP_NE: "ne",
    ca.OP_NOT: "not",
    ca.OP_AND: "and",
    ca.OP_OR: "or",
    ca.OP_IF_ELSE_ZERO: "if_else_zero",
}


def tape_of(
    name: str,
    arguments: Mapping[str, Expression],
    results: Mapping[str, Expression],
    ranks: Mapping[str, int],
) -> Tape:
    """The tape of results as functions of arguments (vectors of symbols).

    `ranks` says what is a number (0) and what is a matrix (2); the others are vectors. Equal operations are
    computed once.
    """
    options = {"allow_free": True, "live_variables": False}  # every value keeps its place, in their order
    function = ca.Function("tape", list(arguments.values()), list(results.values()), options)
    if function.has_free():
        message = (
            f"{name} depends on {', '.join(map(str, function.free_sx()))}, which is none of its arguments"
        )
        raise ValueError(message)
    slots: dict[tuple[str, tuple[int, ...]], int] = {}
    instructions: list[Instruction] = []

    def slot(operation: str, operands: tuple[int, ...] = (), number: float = 0.0) -> int:
        key = (operation, operands) if operation == ARGUMENT else (number.hex(), ())
        known = slots.setdefault(key, len(instructions))
        if known == len(instructions):
            instructions.append(Instruction(operation, operands, number))
        return known

    places = [_places(function.sparsity_out(i)) for i in range(len(results))]
    entries: list[dict[int, int]] = [{} for _ in results]
    work: list[int] = []  # the slots of CasADi's values
    last = 0
    instruction_id, instruction_input = function.instruction_id, function.instruction_input
    for k in range(function.n_instructions()):
        code, inputs = instruction_id(k), instruction_input(k)
        if code == ca.OP_OUTPUT:
            block, nonzero = function.instruction_output(k)
            entries[block][places[block][nonzero]] = work[inputs[0]]
            continue
        last = k
        operation = NAMES.get(code)
        if operation is not None:  # most of them: written out, because a call would take as long
            operands = (work[inputs[0]], work[inputs[1]]) if len(inputs) > 1 else (work[inputs[0]],)
            known = slots.setdefault((operation, operands), len(instructions))
            if known == len(instructions):
                instructions.append(Instruction(operation, operands))
            work.append(known)
        elif code == ca.OP_INPUT:
            work.append(slot(ARGUMENT, tuple(inputs)))
        elif code == ca.OP_CONST:
            work.append(slot(CONSTANT, (), function.instruction_constant(k)))
        elif code == ca.OP_ASSIGN:
            work.append(work[inputs[0]])
        else:
            message = f"{name} uses the operation {_label(code)}, which no printer knows"
            raise ValueError(message)
    if work and function.instruction_output(last)[0] != len(work) - 1:
        message = f"CasADi keeps the values of {name} at other places than in their order"
        raise ValueError(message)
    blocks = [_block(key, value, ranks) for key, value in results.items()]
    return Tape(
        name=name,
        arguments=tuple(_block(key, value, ranks) for key, value in arguments.items()),
        results=tuple(
            Result(
                block,
                tuple(
                    entries_of_block[i] if i in entries_of_block else slot(CONSTANT)
                    for i in range(block.size)
                ),
            )
            for block, entries_of_block in zip(blocks, entries, strict=True)
        ),
        instructions=tuple(instructions),
    )


def _places(sparsity: Any) -> list[int]:
    """The index of each nonzero entry, counted row by row."""
    rows, columns = sparsity.get_triplet()
    return [row * sparsity.size2() + column for row, column in zip(rows, columns, strict=True)]


def _block(name: str, value: Expression, ranks: Mapping[str, int]) -> Block:
    shape = {0: (), 1: (value.numel(),), 2: (value.size1(), value.size2())}[ranks.get(name, 1)]
    return Block(name, shape)


def _label(code: int) -> str:
    """CasADi's name of an operation."""
    return next((n for n, value in vars(ca).items() if n.startswith("OP_") and value == code), str(code))

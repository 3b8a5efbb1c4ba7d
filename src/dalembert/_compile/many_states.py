"""A function at many states at once: its tape with few registers, carried out by `many_states.h`.

What a run observes are thousands of states of one function. The virtual machine of CasADi reads every
instruction again for each of them; here it is read once for many, with the same bits.
"""

from __future__ import annotations

import ctypes as ct
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.compiler import Compiler, compiled_library, compiles, working_compiler
from dalembert._compile.method_source import header
from dalembert._tape.c import FORMS
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.tape import ARGUMENT, CONSTANT, OPERATIONS, Tape

Array = NDArray[np.float64]
WIDTH = 32  # DALEMBERT_WIDTH
GIVEN, NUMBER, VALUE = (len(OPERATIONS) + k for k in range(3))
CODES = {name: number for number, name in enumerate(OPERATIONS)}
FUNCTION = "dalembert_at_many_states"


def at_many_states(function: Any) -> Callable[[Array, Array], None] | None:
    """What writes the values of CasADi's function of one column at many columns, the rows of an array.

    None where there is no compiler that works.
    """
    compiler = working_compiler()
    if compiler is None or not compiles(_interpreter, compiler):
        return None
    execute = _interpreter(compiler)
    column = function.sx_in()[0]
    program = _Program(tape_of("quantities", {"column": column}, {"out": function(column)}, {}))
    return lambda columns, values: program.run(execute, columns, values)


@cache
def _interpreter(compiler: Compiler) -> Any:
    """The function in C, compiled once for all models."""
    texts = [FORMS[name].text.format("a[j]", "b[j]") for name in OPERATIONS]
    cases = [
        f"            case {k}:\n                for (j = 0; j < DALEMBERT_WIDTH; j++) x[j] = {text};\n"
        "                break;"
        for k, text in enumerate(texts)
    ]
    source = header("many_states.h").replace("@OPERATIONS@", "\n".join(cases))
    for word, number in (("@GIVEN@", GIVEN), ("@NUMBER@", NUMBER), ("@VALUE@", VALUE)):
        source = source.replace(word, str(number))
    execute = compiled_library(source, "-O3", compiler, (FUNCTION,))[FUNCTION]
    size, address = ct.c_longlong, ct.c_void_p
    execute.argtypes = [size, *(address,) * 5, size, size, address, size, address, address]
    execute.restype = None
    return execute


class _Program:
    """The instructions of a tape, with registers that are reused when their value is no longer needed."""

    def __init__(self, tape: Tape) -> None:
        out = tape.results[0].slots
        last = list(range(len(tape.instructions)))  # where each value is needed for the last time
        for k, instruction in enumerate(tape.instructions):
            if instruction.operation not in (ARGUMENT, CONSTANT):
                for operand in instruction.operands:
                    last[operand] = k
        wanted: dict[int, list[int]] = {}
        for entry, slot in enumerate(out):
            wanted.setdefault(slot, []).append(entry)
        register: dict[int, int] = {}
        free: list[int] = []
        rows: list[tuple[int, int, int, int]] = []
        numbers: list[float] = []
        used = 0
        for k, instruction in enumerate(tape.instructions):
            if not free:
                free.append(used)
                used += 1
            target = register[k] = free.pop()  # none of those of its operands
            if instruction.operation == ARGUMENT:
                rows.append((GIVEN, target, instruction.operands[1], 0))
            elif instruction.operation == CONSTANT:
                rows.append((NUMBER, target, len(numbers), 0))
                numbers.append(instruction.number)
            else:
                operands = [register[operand] for operand in instruction.operands]
                rows.append((CODES[instruction.operation], target, operands[0], operands[-1]))
                free += {register[one] for one in set(instruction.operands) if last[one] == k}
            rows += [(VALUE, entry, target, 0) for entry in wanted.get(k, ())]
            if last[k] == k:
                free.append(target)
        self._code = np.array([row[0] for row in rows], dtype=np.uint8)
        self._places = np.array([row[1:] for row in rows], dtype=np.int32).reshape(-1, 3).T.copy()
        self._numbers = np.array(numbers)
        self._outs, self._room = len(out), np.zeros(max(1, used) * WIDTH)
        target, left, right = (row.ctypes.data for row in self._places)
        self._given = (
            *(len(self._code), self._code.ctypes.data, target, left, right),
            self._numbers.ctypes.data,
        )
        self._room_at = self._room.ctypes.data

    def run(self, execute: Any, columns: Array, values: Array) -> None:
        """Write the values at all columns, which are rows here."""
        execute(
            *(*self._given, len(columns), columns.shape[1], columns.ctypes.data),
            *(self._outs, values.ctypes.data, self._room_at),
        )

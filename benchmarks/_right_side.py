"""One right side of a model at a state, by the compiled functions or by the interpreter of tapes."""

from __future__ import annotations

import ctypes as ct
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import dalembert
from benchmarks._rows import SkipPeer
from dalembert._compile.bytecode import bytecode_of
from dalembert._compile.compiler import Compiler, find_compiler
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.native import (
    FIELD,
    CallableRecord,
    InterpretedFunction,
    Pointer,
    Precision,
    compiled_functions,
    library,
)
from dalembert._model.values import parameter_values
from dalembert._tape.pieces import program

Values = NDArray[np.float64]
Evaluate = Callable[[], object]
INTERPRETER = "rk853"  # a library that has it


def compiler_here() -> Compiler:
    """The C compiler."""
    compiler = find_compiler()
    if compiler is None:
        message = "there is no C compiler"
        raise SkipPeer(message)
    return compiler


def compiled(model: dalembert.Model, given: Values, wanted: slice) -> tuple[Evaluate, Callable[[], Values]]:
    """The compiled rates of a model at a state."""
    system, p = MechanicalSystem(model), _parameters(model)
    made = program({"rates": system.tapes["rates"]})
    own = compiled_functions(made, ["rates"], p, compiler_here(), Precision.double, only_cached=False)
    assert own is not None
    return _calls(own["rates"].record, system.layout.size, given, wanted, own)


def interpreted(
    model: dalembert.Model, given: Values, wanted: slice
) -> tuple[Evaluate, Callable[[], Values]]:
    """The rates of a model at a state as they are before anything is compiled."""
    system = MechanicalSystem(model)
    own = InterpretedFunction(
        bytecode_of(system.tapes["rates"]), _parameters(model), library(INTERPRETER, compiler_here())
    )
    return _calls(own.record, system.layout.size, given, wanted, own)


def _parameters(model: dalembert.Model) -> Values:
    values = parameter_values(model)
    return np.array([values[parameter.name] for parameter in model.parameters])


def _calls(
    called: CallableRecord, size: int, given: Values, wanted: slice, kept: object
) -> tuple[Evaluate, Callable[[], Values]]:
    y, out, health = np.zeros(size), np.zeros(size), np.zeros(1)
    y[: len(given)] = given
    pointers = [ct.cast(ct.c_void_p(array.ctypes.data), Pointer) for array in (y, y, out, health)]
    room = [ct.cast(ct.c_void_p(address), Pointer) for address in (called.c, called.work)]
    function = FIELD(called.call)
    arguments = (called.model, 0.0, pointers[0], pointers[1], room[0], pointers[2], pointers[3], room[1])
    memory = (kept, y, out, health)  # the pointers do not keep it alive

    def evaluate(_memory: object = memory) -> object:
        return function(*arguments)

    def accelerations(_memory: object = memory) -> Values:
        return out[wanted]

    return evaluate, accelerations

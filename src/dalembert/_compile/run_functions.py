"""The functions of a model for runs in C: interpreted at first, compiled once that has cost as much."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import CDLL
from weakref import WeakKeyDictionary, ref

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.code import Code
from dalembert._compile.compiler import Compiler, CompilerError, note_compiled, note_refusal, was_compiled
from dalembert._compile.interface import Dynamics
from dalembert._compile.mechanical_dynamics import MechanicalDynamics
from dalembert._compile.native import (
    Binding,
    CallableRecord,
    CompiledFunction,
    InterpretedFunction,
    InterpretedSeries,
    Precision,
    compiled_functions,
)
from dalembert._compile.series import SeriesBytecode, SeriesCode

Array = NDArray[np.float64]
Function = InterpretedFunction | InterpretedSeries | CompiledFunction
AnyCode = Code | SeriesCode
AT_LEAST, EACH = 0.1, 2.5e-4  # seconds that compiling takes: for any tape, and for an instruction
LONG, WRITTEN = (
    30_000,
    1e-5,
)  # instructions whose C is not written at once, and seconds that this takes for each
_spent: WeakKeyDictionary[AnyCode, dict[Precision, float]] = WeakKeyDictionary()  # seconds of interpretation


class Functions:
    """`now` holds the functions to use; `note_cost` is told what they cost and answers when to look again."""

    def __init__(
        self,
        code: AnyCode,
        dynamics: Dynamics,
        library: CDLL,
        compiler: Compiler,
        precision: Precision,
    ) -> None:
        self._code, self._p, self._library, self._compiler = code, dynamics.p, library, compiler
        self._dynamics = ref(dynamics)  # that keeps these functions, not they it
        laws = dynamics.compiled.input_laws
        self._inputs: dict[str, Function] = {}
        if laws is not None:
            self._inputs["inputs"] = InterpretedFunction(laws, self._p, library)
        self._precision = precision
        self._spent = _spent.setdefault(code, dict.fromkeys(Precision, 0.0))
        self._looked = code.length <= LONG  # for compiled code of earlier runs
        ready = self._compile(only_cached=True) if self._looked else None
        self.compiled = ready is not None
        self.now: Mapping[str, CallableRecord] = self._functions_to_call(ready or self._interpret())

    def _functions_to_call(self, functions: Mapping[str, Function]) -> dict[str, CallableRecord]:
        """The functions that a run calls: those of the model, or solvers around them."""
        self._kept = {**self._inputs, **functions}
        called = {name: function.record for name, function in self._kept.items()}
        dynamics = self._dynamics()
        if dynamics is not None:
            self._around = dynamics.solver_functions(functions, self._compiler)
            called |= {name: function.record for name, function in self._around.items()}
        return called

    def _interpret(self) -> dict[str, Function]:
        return {
            name: (
                InterpretedSeries(bytecode, self._p, self._library, self._precision)
                if isinstance(bytecode, SeriesBytecode)
                else InterpretedFunction(bytecode, self._p, self._library, self._precision)
            )
            for name, bytecode in self._code.bytecode.items()
        }

    def _compile(self, *, only_cached: bool) -> Mapping[str, Function] | None:
        code = self._code
        if only_cached and code.fingerprint and not was_compiled(code.fingerprint):
            return None  # it need not be written to be looked for
        made = compiled_functions(
            code.program, list(code.tapes), self._p, self._compiler, self._precision, only_cached=only_cached
        )
        if made is not None and code.fingerprint:
            note_compiled(code.fingerprint)
        return made

    def revalue(self, p: Array) -> None:
        """Put other parameters in."""
        self._p = p
        for function in self._kept.values():
            function.revalue(p)

    def bindings(self) -> tuple[Binding, ...]:
        """How C puts other parameters in: one for each function, or for a program that several share."""
        every = [function.binding() for function in self._kept.values()]
        return tuple({one.room: one for one in every}.values())

    def note_cost(self, seconds: float) -> bool:
        """Add a cost; whether compiled functions replace the interpreted ones, which then cost as much."""
        if self.compiled:
            return False
        spent = self._spent
        spent[self._precision] += seconds
        if not self._looked and spent[self._precision] >= WRITTEN * self._code.length:
            self._looked = True
            ready = self._compile(only_cached=True)
            if ready is not None:
                self.compiled, self.now = True, self._functions_to_call(ready)
                return True
        if spent[self._precision] < AT_LEAST + EACH * self._code.length:
            return False
        self.compiled = True  # or it cannot be, and is not tried again
        try:
            made = self._compile(only_cached=False)
        except CompilerError as error:
            note_refusal(error, self._compiler)
            return False
        if made is not None:
            self.now = self._functions_to_call(made)
        return True


_made: WeakKeyDictionary[Dynamics, dict[tuple[AnyCode, Precision], Functions]] = WeakKeyDictionary()


def revalue_all(dynamics: MechanicalDynamics, p: Array) -> None:
    """Give a dynamics other parameters, with all that was made of it."""
    dynamics.revalue(p)
    for functions in _made.get(dynamics, {}).values():
        functions.revalue(p)


def functions_of(
    code: AnyCode,
    dynamics: Dynamics,
    library: CDLL,
    compiler: Compiler,
    precision: Precision = Precision.double,
) -> Functions:
    """The functions of some code with the parameters of a dynamics, made once."""
    made, key = _made.setdefault(dynamics, {}), (code, precision)
    if key not in made:
        made[key] = Functions(code, dynamics, library, compiler, precision)
    return made[key]

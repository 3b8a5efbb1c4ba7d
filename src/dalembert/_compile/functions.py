"""The functions of a model for runs in C: interpreted at first, compiled once that has cost as much."""

from __future__ import annotations

from collections.abc import Mapping

from dalembert._compile.compiler import Compiler
from dalembert._compile.dynamics import Dynamics
from dalembert._compile.native import CompiledFunction, InterpretedFunction, compiled_functions

Function = InterpretedFunction | CompiledFunction
AT_LEAST, EACH = 0.1, 2.5e-4  # seconds that compiling takes: for any tape, and for an instruction
_spent: dict[int, float] = {}  # seconds of interpretation in this process, for each set of tapes


class Functions:
    """`now` holds the functions to use; `spent` is told what they cost and answers when to look again."""

    def __init__(self, dynamics: Dynamics, compiler: Compiler) -> None:
        self._dynamics, self._compiler = dynamics, compiler
        self._key = hash(tuple(dynamics.tapes.values()))
        laws = dynamics.input_tape
        self._inputs: dict[str, Function] = {}
        if laws is not None:
            self._inputs["inputs"] = InterpretedFunction(laws, dynamics.p, compiler)
        ready = compiled_functions(dynamics.tapes, dynamics.p, compiler, only_cached=True)
        self.compiled = ready is not None
        self.now: Mapping[str, Function] = {**self._inputs, **(ready or self._interpreted())}

    def _interpreted(self) -> dict[str, Function]:
        own = self._dynamics
        return {name: InterpretedFunction(tape, own.p, self._compiler) for name, tape in own.tapes.items()}

    def spent(self, seconds: float) -> bool:
        """Whether there are other functions now: compiling pays once interpreting has cost as much."""
        if self.compiled:
            return False
        _spent[self._key] = _spent.get(self._key, 0.0) + seconds
        if _spent[self._key] < AT_LEAST + EACH * self._dynamics.length:
            return False
        own = self._dynamics
        made = compiled_functions(own.tapes, own.p, self._compiler, only_cached=False)
        self.compiled = made is not None
        if made is not None:
            self.now = {**self._inputs, **made}
        return True

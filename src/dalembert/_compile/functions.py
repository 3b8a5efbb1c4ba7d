"""The functions of a model for runs in C: interpreted at first, compiled once that has cost as much."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import CDLL
from weakref import WeakKeyDictionary

from dalembert._compile.compiler import Compiler
from dalembert._compile.dynamics import Dynamics
from dalembert._compile.native import CompiledFunction, InterpretedFunction, compiled_functions
from dalembert._compile.plant import Plant

Function = InterpretedFunction | CompiledFunction
AT_LEAST, EACH = 0.1, 2.5e-4  # seconds that compiling takes: for any tape, and for an instruction
_spent: WeakKeyDictionary[Plant, float] = WeakKeyDictionary()  # seconds of interpretation in this process


class Functions:
    """`now` holds the functions to use; `spent` is told what they cost and answers when to look again."""

    def __init__(self, dynamics: Dynamics, library: CDLL, compiler: Compiler) -> None:
        self._dynamics, self._library, self._compiler = dynamics, library, compiler
        plant = dynamics.plant
        laws = plant.input_tape
        self._inputs: dict[str, Function] = {}
        if laws is not None:
            self._inputs["inputs"] = InterpretedFunction(laws, dynamics.p, library)
        ready = compiled_functions(plant.program, list(plant.tapes), dynamics.p, compiler, only_cached=True)
        self.compiled = ready is not None
        self.now: Mapping[str, Function] = {**self._inputs, **(ready or self._interpreted())}

    def _interpreted(self) -> dict[str, Function]:
        own = self._dynamics
        tapes = own.plant.tapes.items()
        return {name: InterpretedFunction(tape, own.p, self._library) for name, tape in tapes}

    def spent(self, seconds: float) -> bool:
        """Whether there are other functions now: compiling pays once interpreting has cost as much."""
        if self.compiled:
            return False
        plant = self._dynamics.plant
        _spent[plant] = _spent.get(plant, 0.0) + seconds
        if _spent[plant] < AT_LEAST + EACH * plant.length:
            return False
        made = compiled_functions(
            plant.program, list(plant.tapes), self._dynamics.p, self._compiler, only_cached=False
        )
        self.compiled = made is not None
        if made is not None:
            self.now = {**self._inputs, **made}
        return True


_made: WeakKeyDictionary[Dynamics, Functions] = WeakKeyDictionary()


def functions_of(dynamics: Dynamics, library: CDLL, compiler: Compiler) -> Functions:
    """The functions of a dynamics, made once."""
    if dynamics not in _made:
        _made[dynamics] = Functions(dynamics, library, compiler)
    return _made[dynamics]

"""The equations of a program as tapes of (t, y, p), where p are the parameters that can be chosen."""

from __future__ import annotations

import casadi as ca

from dalembert._export.programs.equations import GuardedExpression, ProgramEquations
from dalembert._export.programs.parameters import computed_parameters
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Model
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.tape import Tape


class ProgramTapes:
    """Makes tapes of expressions that belong to the equations of a model."""

    def __init__(self, model: Model, equations: ProgramEquations) -> None:
        """Parameters that are computed from others are put in."""
        computed = computed_parameters(model, equations.p)
        self.free = [i for i in range(len(model.parameters)) if i not in computed]
        self.arguments = {
            "t": equations.t,
            "y": equations.y,
            "p": ca.vertcat(ca.SX(0, 1), *(equations.p[i] for i in self.free), equations.inputs.given),
        }
        pairs = ca.vertcat(*(equations.p[i] for i in computed)), ca.vertcat(*computed.values())
        self._computed = pairs if computed else None

    def put_in(self, value: Scalar) -> Scalar:
        """A value with computed parameters substituted."""
        return value if self._computed is None else ca.substitute(value, *self._computed)

    def tape(self, name: str, value: Scalar) -> Tape:
        """An expression as a tape."""
        return tape_of(name, self.arguments, {"out": self.put_in(value)}, {"t": 0})

    def guarded_tape(self, name: str, made: GuardedExpression) -> Tape:
        """An expression as a tape that gives NaN where its condition does not hold."""
        return self.tape(name, made.value + ca.if_else(made.holds, 0, ca.SX.nan()))

"""Observed quantities as expressions in the arguments of the tapes of a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import casadi as ca

from dalembert._compile.bytecode import Bytecode, bytecode_of
from dalembert._lower.to_casadi import Scalar
from dalembert._tape.from_casadi import tape_of


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Quantities:
    """Observed quantities by their names, and the arguments they are functions of."""

    t: Scalar
    pack: Scalar  # y, followed by the unknowns that are solved for
    u: Scalar
    p: Scalar
    observed: Mapping[str, Scalar]

    def bytecode(self, name: str, out: Scalar) -> Bytecode:
        """An expression as the bytecode of a function of the same arguments."""
        arguments = {"t": self.t, "y": self.pack, "u": self.u, "p": self.p}
        return bytecode_of(tape_of(name, arguments, {"out": ca.densify(out)}, {"t": 0}))

"""The methods by name. A new one is a function from a problem to a trajectory, and one line here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from dalembert._compile.compiler import HINT, Compiler
from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.suggest import nearest
from dalembert._simulate.trajectory import Method, Problem, Trajectory, Watch

AUTO = "rk853"  # fewer evaluations than rk54 at every tolerance measured
STEPPERS = {"rk54": "RK45", "rk853": "DOP853"}  # the same methods in SciPy, where no compiler is found
SCIPY = ("RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA")
NAMES = ("auto", *STEPPERS, "cvodes", *(f"scipy:{name}" for name in SCIPY))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A method, and how tolerances are chosen for it.

    `loose` and `tight`: tolerances of the two runs by which the error of the result is estimated, as
    multiples of the one asked for; `fixed`: whether it can make steps of a fixed size.
    """

    name: str
    method: Method
    loose: float
    tight: float
    fixed: bool
    remarks: tuple[str, ...] = ()


def chosen(name: str, compiler: Compiler | None) -> Chosen:
    """The method of a name."""
    if name not in NAMES:
        near = nearest(name, list(NAMES))
        hint = f"did you mean {near}?" if near else f"the methods are {', '.join(NAMES)}"
        message = f"there is no method `{name}`"
        raise ModelError((Flaw(rule="method", severity="error", where="method", message=message, hint=hint),))
    if name in ("auto", *STEPPERS):
        own = AUTO if name == "auto" else name
        if compiler is None:
            method = _scipy(STEPPERS[own])
            return Chosen(name=own, method=method, loose=30, tight=1 / 200, fixed=False, remarks=(HINT,))
        return Chosen(name=own, method=_explicit(own, compiler), loose=30, tight=1 / 200, fixed=True)
    if name == "cvodes":
        return Chosen(name=name, method=_cvodes, loose=1, tight=1 / 10, fixed=False)
    method = _scipy(name.removeprefix("scipy:"))
    return Chosen(name=name, method=method, loose=1, tight=1 / 10, fixed=False)


def _explicit(name: str, compiler: Compiler) -> Method:
    from dalembert._simulate.explicit import explicit

    return partial(explicit, name, compiler)


def _scipy(name: str) -> Method:
    from dalembert._simulate.stepping import stepped  # SciPy is slow to import

    return partial(stepped, name)


def _cvodes(problem: Problem, watch: Watch) -> Trajectory:
    from dalembert._simulate.sundials import cvodes

    return cvodes(problem, watch)

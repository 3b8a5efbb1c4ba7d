"""The names of the methods, which can be read without loading any of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from dalembert._compile.method_source import MOREAU, RADAU, TAYLOR
from dalembert._compile.tableaux import TABLEAUX
from dalembert._expression.suggest import nearest

if TYPE_CHECKING:
    from dalembert._expression.source import Flaw
    from dalembert._model.records import Model

FIXED_STEP = ("newmark", "galpha", "rattle")  # implicit: `STEPS` of _lower/implicit_steps.py
EXPONENTIAL = "exponential"  # of matrices: linear models, without steps
SUNDIALS = ("cvodes", "ida")
SCIPY = ("RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA")
NAMES = (
    "auto",
    *TABLEAUX,
    TAYLOR,
    RADAU,
    EXPONENTIAL,
    *FIXED_STEP,
    MOREAU,
    *SUNDIALS,
    *(f"scipy:{name}" for name in SCIPY),
)


def name_and_constants(asked: str) -> tuple[str, str]:
    """The name of a method and the constants after it: newmark:0.25,0.5."""
    name, _, constants = asked.partition(":") if not asked.startswith("scipy:") else (asked, "", "")
    return name, constants


def unknown_method(asked: str) -> str:
    """What to write where there is no method of this name; empty where there is."""
    name, _ = name_and_constants(asked)
    if name in NAMES:
        return ""
    near = nearest(name, list(NAMES))
    return f"did you mean {near}?" if near else f"the methods are {', '.join(NAMES)}"


def choice_flaws(model: Model) -> Iterator[Flaw]:
    """The tolerances and methods of a model and of its cases that no run can have, for `check`."""
    from dalembert._expression.source import flaw_at
    from dalembert._model.run_times import tolerance_flaws

    cases = ((f"cases.{case.name}.simulate", case.simulate) for case in model.cases)
    for where, settings in (("simulate", model.simulate), *cases):
        flaws = list(tolerance_flaws(settings.rtol, settings.atol))
        if settings.method is not None and (hint := unknown_method(settings.method)):
            flaws.append(("method", f"there is no method `{settings.method}`", hint))
        for key, message, hint in flaws:
            flaw = flaw_at(settings.location, rule="simulate", message=message, hint=hint)
            yield replace(flaw, where=f"{where}.{key}")

"""What derivations and formulations are made from: a model, its run made ready, and the motion it gave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dalembert._compare.motions.records import Kind
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import NotAvailable
from dalembert._lower.formulations import Formulate
from dalembert._lower.system import System
from dalembert._model.records import Model
from dalembert._simulate.motion import Motion
from dalembert._simulate.prepare import PreparedRun
from dalembert._words.message import say

MOST_UNKNOWNS = 40  # of equations that are solved as formulas


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A model with its lowered equations, its run and its motion; `derived` gives the printed equations."""

    model: Model
    system: System
    ready: PreparedRun
    motion: Motion
    derived: Callable[[], Equations]

    @property
    def duration(self) -> float:
        """The time of the run."""
        return self.motion.settings.t_end - self.motion.settings.t_start

    def refuse_large(self, unknowns: int) -> None:
        """Raise where more equations would be solved as formulas than is sensible."""
        if unknowns > MOST_UNKNOWNS:
            raise NotAvailable(say("compare_too_large", count=unknowns, most=MOST_UNKNOWNS))


@dataclass(frozen=True, slots=True, kw_only=True)
class WayEquations:
    """The equations of a way, its gains and penalties, and whether it has a method of its own."""

    formulate: Formulate
    constants: tuple[tuple[str, float], ...] = ()
    stepped: bool = False  # by the steps of `ggl`


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A derivation or formulation: `make` gives its equations, or raises NotAvailable with the reason."""

    name: str
    kind: Kind
    make: Callable[[Setting], WayEquations]
    drifts: bool = False

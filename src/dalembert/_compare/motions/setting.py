"""What derivations and formulations start from: a model, its prepared run, and its motion."""

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

MOST_UNKNOWNS = 40  # the most unknowns of equations that are solved symbolically


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A model with its lowered equations, its run and its motion; `derived` returns the printed equations."""

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
        """Raise where there are too many equations to solve symbolically."""
        if unknowns > MOST_UNKNOWNS:
            raise NotAvailable(say("compare_too_large", count=unknowns, most=MOST_UNKNOWNS))


@dataclass(frozen=True, slots=True, kw_only=True)
class WayEquations:
    """The equations of a derivation or formulation, its gains and penalties, and its way of integration."""

    formulate: Formulate
    constants: tuple[tuple[str, float], ...] = ()
    stepped: bool = False  # whether it is integrated by the steps of `ggl`


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A derivation or formulation: `make` gives its equations, or raises NotAvailable with the reason."""

    name: str
    kind: Kind
    make: Callable[[Setting], WayEquations]
    drifts: bool = False

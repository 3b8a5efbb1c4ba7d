"""How modes follow one another in mechanics, and in general DAEs: two implementations of `EquationsByMode`.

In mechanics a state and a mode determine the accelerations, contacts open and close, and switching surfaces
can be slid on (`filippov.py`). A general DAE may have several solutions at a state: the one before is
followed, and switching surfaces are crossed only (`general_switching.py`). Its contacts are compliant and
without friction: forces of the model, and nothing that opens or closes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.compiled_models import compiled_model
from dalembert._compile.interface import Dynamics
from dalembert._compile.table_polynomials import Curve
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import ModeState
from dalembert._expression.computing import no_cycle_search
from dalembert._model.records import Model

if TYPE_CHECKING:  # most models have neither switches nor massless coordinates
    from dalembert._compile.dae_system import DAEDynamics
    from dalembert._contact.scale import Scale
    from dalembert._lower.mode_field import Guard

Array = NDArray[np.float64]


@no_cycle_search()
def hybrid_mechanics(model: Model, p: Array, tables: tuple[Curve, ...]) -> HybridSystem:
    """The hybrid system of mechanics with contacts and switches."""
    return HybridSystem(model, p, tables, MechanicsByMode())


def hybrid_dae(model: Model, p: Array, tables: tuple[Curve, ...]) -> HybridSystem:
    """The hybrid system of a general DAE with switches."""
    return HybridSystem(model, p, tables, DAEByMode())


class MechanicsByMode:
    """Mechanics: a state and a mode determine the accelerations."""

    follows_solution = False

    def has_contact_modes(self, system: HybridSystem) -> bool:
        """Whether contacts open and close, stick and slip."""
        return bool(system.contacts)

    def start_state(self, system: HybridSystem, t: float, y: Array) -> ModeState:
        """Free motion, with the sides of the switches by the signs of their functions."""
        from dalembert._contact.filippov import state_by_signs

        return state_by_signs(system, system.start, t, y)

    def next_state(
        self,
        system: HybridSystem,
        state: ModeState,
        t: float,
        y: Array,
        scale: Scale,
        reached: tuple[Guard, ...],
        _before: Dynamics,
    ) -> ModeState | None:
        """The Filippov mode."""
        from dalembert._contact.filippov import filippov_mode

        return filippov_mode(system, state, t, y, scale, reached)

    def lateness(self, system: HybridSystem, state: ModeState, t: float, y: Array, k: int) -> float:
        """The delay with which a switch is detected after its zero."""
        from dalembert._contact.filippov import lateness

        return lateness(system, state, t, y, k)

    def dynamics_at(
        self, system: HybridSystem, state: ModeState, t: float, y: Array, _before: Dynamics
    ) -> Dynamics:
        """The dynamics of a mode at a continuous state."""
        return system.regular_dynamics(state, t, y)

    def dynamics_beside(
        self, system: HybridSystem, state: ModeState, t: float, y: Array, _before: Dynamics
    ) -> Dynamics:
        """The dynamics on the sides of the switches that a state is on."""
        from dalembert._contact.filippov import state_by_signs

        return system.regular_dynamics(state_by_signs(system, state, t, y), t, y)

    def followed_dynamics(
        self, _system: HybridSystem, _state: ModeState, _t: float, _y: Array, before: Dynamics
    ) -> Dynamics:
        """The dynamics themselves: there is one solution."""
        return before

    def start_dynamics(self, system: HybridSystem, state: ModeState, _before: Dynamics) -> Dynamics:
        """The dynamics of free motion, shared with nobody."""
        return system.free_motion(state)

    def free_dynamics(self, system: HybridSystem, state: ModeState, _before: Dynamics) -> Dynamics:
        """The dynamics without contacts."""
        return system.free_dynamics(state)


class DAEByMode:
    """A general DAE: of the solutions at a state the one nearest to that before is followed."""

    follows_solution = True

    def has_contact_modes(self, _system: HybridSystem) -> bool:
        """Contacts are forces of the model."""
        return False

    def start_state(self, system: HybridSystem, _t: float, _y: Array) -> ModeState:
        """The upper side of every switch: the first transition decides them."""
        return system.start

    def next_state(
        self,
        system: HybridSystem,
        state: ModeState,
        t: float,
        y: Array,
        scale: Scale,
        reached: tuple[Guard, ...],
        before: Dynamics,
    ) -> ModeState | None:
        """The sides of all switches."""
        from dalembert._contact.general_switching import general_sides

        return general_sides(system, state, t, y, scale, reached, before)

    def lateness(self, _system: HybridSystem, _state: ModeState, _t: float, _y: Array, _k: int) -> float:
        """None is known: the slopes of switching functions are not computed."""
        return 0.0

    def dynamics_at(
        self, system: HybridSystem, state: ModeState, t: float, y: Array, before: Dynamics
    ) -> Dynamics:
        """The dynamics in a state, with the leading derivatives nearest to those before."""
        dynamics = _dynamics_after(system, state, before)
        dynamics.rewind()
        leading, health = dynamics.evaluator.leading_derivatives(t, y)
        dynamics.first[:] = leading if health > 0 else dynamics.first
        return dynamics

    def dynamics_beside(
        self, system: HybridSystem, state: ModeState, t: float, y: Array, before: Dynamics
    ) -> Dynamics:
        """The dynamics on the same sides: those of another solution are not known."""
        return self.dynamics_at(system, state, t, y, before)

    def followed_dynamics(
        self, system: HybridSystem, state: ModeState, t: float, y: Array, before: Dynamics
    ) -> Dynamics:
        """The dynamics with the solution followed up to here."""
        return self.dynamics_at(system, state, t, y, before)

    def start_dynamics(self, system: HybridSystem, state: ModeState, before: Dynamics) -> Dynamics:
        """The dynamics in a state, with the solution that the start was found with."""
        return _dynamics_after(system, state, before)

    def free_dynamics(self, _system: HybridSystem, _state: ModeState, before: Dynamics) -> Dynamics:
        """The dynamics themselves: there are no contact modes."""
        return before


def _dynamics_after(system: HybridSystem, state: ModeState, before: Dynamics) -> DAEDynamics:
    """The dynamics of a general DAE in a state, with the sizes and leading derivatives of another."""
    from dalembert._compile.dae_system import DAEDynamics, DAESystem

    compiled = compiled_model(system.model_with_guards)
    if not isinstance(compiled, DAESystem) or not isinstance(before, DAEDynamics):
        raise TypeError(compiled)
    dynamics = DAEDynamics(compiled, system.parameters(state), system.tables)
    dynamics.scale[:] = before.scale
    dynamics.first[:] = before.first
    return dynamics

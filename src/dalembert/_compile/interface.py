"""The interface of a compiled model to a run, the same for all kinds of equations.

There are two kinds: mechanics whose saddle-point system is regular (`mechanical_system.py`), with rates in
closed form, and any other system, whose leading derivatives are solved for (`dae_system.py`). A caller does
not ask which one it has. What one kind does not have is empty: mechanics solves no further equations, and the
other kind has no M and G.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert._compile.bytecode import Bytecode
from dalembert._compile.code import Code, Layout, StepCode, StiffCode
from dalembert._compile.compiler import Compiler
from dalembert._compile.mass_matrix import Inertia
from dalembert._compile.native import CallableRecord, CompiledFunction, InterpretedFunction, InterpretedSeries
from dalembert._compile.series import SeriesCode
from dalembert._compile.table_polynomials import Curve
from dalembert._compile.velocity_jump import Barrier
from dalembert._lower.evaluator import Entries
from dalembert._lower.time_switches import Switches
from dalembert._lower.to_casadi import Scalar

if TYPE_CHECKING:
    from dalembert._compile.mechanical_system import MechanicalSystem

Array = NDArray[np.float64]
Functions = Mapping[str, InterpretedFunction | InterpretedSeries | CompiledFunction]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LeadingEquations:
    """F(t, y, X) = 0, solved by Newton's method for the leading derivatives X; none in mechanics."""

    names: tuple[str, ...] = ()  # of the equations
    kinds: tuple[str, ...] = ()
    leading: tuple[str, ...] = ()  # names of the unknowns X
    linear: bool = True
    pattern: NDArray[np.bool_]  # which unknown stands in which equation


NO_EQUATIONS = LeadingEquations(pattern=np.zeros((0, 0), dtype=bool))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EquationsAtState:
    """Equations at a place: residual, Jacobian, the sizes of their terms, and these above their rounding."""

    residual: Array
    slopes: Callable[[], Array]  # the Jacobian, made when it is asked for: of a long chain it is large
    terms: Array
    reach: Array

    @property
    def jacobian(self) -> Array:
        """The derivatives of the equations by their part of the state."""
        return self.slopes()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Stage:
    """One stage of a consistent start: equations g(x) = 0 on a part x of the state, after earlier stages.

    `members` are the entries of x that are solved for. Slopes g_x are compared at states near by, which
    differ in the entries `near`: those that earlier stages have found or this one finds.
    """

    rows: tuple[str, ...]  # names of the equations
    part: slice
    members: tuple[int, ...]
    near: slice
    equations: Callable[[Array], EquationsAtState]  # at a state
    compared: bool  # whether slopes at places near by are of interest: the stage may be at a singular place
    inertia: Callable[[Array], Inertia] | None = None  # at a state: what is solved for is judged by it
    # rates of the equations that the forces bring up, at a state
    speed_scale: Callable[[Array], Array] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResidualForm:
    """y' = rates(t, y, z, p) with 0 = residual(t, y, z, p), as CasADi's symbols and expressions."""

    t: Scalar
    y: Scalar
    p: Scalar
    rates: Scalar
    z: Scalar
    residual: Scalar


class CompiledModel(Protocol):
    """A compiled model as a function of its parameter values: made once, used by many runs."""

    inputs: int
    tables: tuple[int, ...]  # the places of inputs from tables
    timed: bool  # whether something depends on time by itself
    switches: Switches | None  # of time alone

    @property
    def peaks(self) -> Sequence[int]:
        """The kinds of functions that may be narrow inside a step."""

    @property
    def layout(self) -> Layout:
        """Where the parts of a state are."""

    @property
    def names(self) -> tuple[str, ...]:
        """The user's names of the tested entries of a state."""

    @property
    def joints(self) -> tuple[list[int], ...]:
        """The displacement constraints of each joint, where some close loops of bodies."""

    @property
    def equations(self) -> LeadingEquations:
        """The equations that are solved for the leading derivatives."""

    @property
    def is_saddle_point(self) -> bool:
        """Whether the accelerations are the solution of the saddle-point system alone."""

    @property
    def in_closed_form(self) -> MechanicalSystem | None:
        """The model itself where its rates are expressions; None where equations are solved for them."""

    @property
    def jumps_with_time(self) -> bool:
        """Whether momenta or constraint velocities jump at the switching times of the model."""

    @property
    def code(self) -> Code:
        """Rates, corrections and events as code, or the equations from which they are solved."""

    @property
    def stiff_code(self) -> StiffCode:
        """The same with the derivative of the rates."""

    def series(self, order: int, /) -> SeriesCode:
        """The Taylor series of the state up to an order; raises `NoSeries` where the rates have none."""

    @property
    def input_laws(self) -> Bytecode | None:
        """u, u' and u'' as functions of time, where they are not put in."""

    @property
    def for_redundant_constraints(self) -> CompiledModel:
        """The same for constraints that depend on one another, with pivots that never vanish."""

    def bind(self, p: ArrayLike, tables: tuple[Curve, ...] = ()) -> Dynamics:
        """The model with values of its parameters, and tables of the inputs that have one."""

    @property
    def observed_length(self) -> int:
        """Instructions for everything that is observed at a state."""

    def step(self, name: str, constants: tuple[float, ...], /) -> StepCode:
        """An implicit step with a fixed size; only where the model is `plain`."""

    def residual_form(self, eliminated: bool, /) -> ResidualForm:
        """The equations; `eliminated` without unknowns z where the rates are known in closed form."""

    def place_of_unbounded_rate(self, i: int, *, jumps: bool) -> str:
        """The part of the model with a derivative of an input whose jump causes an undetermined impulse."""


class Dynamics(Protocol):
    """A compiled model with its values: rates, corrections, events and observations of states y."""

    @property
    def compiled(self) -> CompiledModel:
        """The model without its values."""

    @property
    def p(self) -> Array:
        """The values of the parameters."""

    @property
    def tables(self) -> tuple[Curve, ...]:
        """The inputs from tables."""

    @property
    def layout(self) -> Layout:
        """Where the parts of a state are."""

    def begin(self, t: float, y: Array, guess: Mapping[str, float], /) -> Array | None:
        """Begin at a state: the leading derivatives near a guess; None where they are not determined."""

    def rewind(self) -> None:
        """Begin a run again: equations with several solutions are followed from the one at the start."""

    def rates(self, t: float, y: Array, /) -> tuple[Array, float]:
        """The rates of a state, and how regular the equations for them are: 1 at best, 0 singular."""

    def correction(self, t: float, y: Array, /) -> tuple[Array, float]:
        """The smallest correction of a state towards the constraints, and how regular its equations are."""

    def events(self, t: float, y: Array, /) -> Array:
        """The event functions at a state."""

    def observe(self, t: Array, rows: Array, dependent: bool = False, /) -> dict[str, Array]:
        """Everything that is observed, at many states: time is the first axis.

        Where constraints are `dependent` on one another, the smallest of the possible multipliers.
        """

    def states(self, t: Array, rows: Array, /) -> dict[str, Array]:
        """The coordinates, speeds and states at many states, possibly with other observed quantities."""

    def column(self, t: float, y: Array, /) -> Array:
        """The column of t, y, the parameters and the values of tables: the argument of CasADi's functions."""

    def saddle(self, t: float, y: Array, /) -> dict[str, Array]:
        """M, G, h and gamma at a state; empty where the equations are no saddle-point system.

        Where forces depend on forces also their determinant (`_lower/dependent_forces.py`).
        """

    def mass_matrices(self, t: Array, rows: Array, /) -> Array:
        """M at many states, along the first axis; empty if the equations are no saddle-point system."""

    def mobility(self, t: float, y: Array, some: NDArray[np.intp], /) -> Array:
        """Some entries of the diagonal of M⁻¹ at a state, without M; infinite where M is singular."""

    def gradients(self, t: float, y: Array, /) -> Entries:
        """G at a state by its entries; without entries if the system has no G."""

    def stiffness(self, t: float, y: Array, /) -> dict[str, Array]:
        """M, G, K = −h_q and C = −h_qd at a state; empty if the equations are no saddle-point system."""

    def residual(self, t: float, y: Array, X: Array | None = None, /) -> tuple[Array, Array]:
        """F and F_X of the leading equations at a state and at X, at the solution where none is given."""

    def unknowns(self, t: float, y: Array, eliminated: bool, /) -> tuple[Array, Array]:
        """The unknowns z of the residual form at a state, and the rates of its tested entries."""

    def rescue(self, what: int, t: float, y: Array, /) -> Array | None:
        """Rates (0) or the correction (1) by a rank-revealing solution; None where there is none."""

    def cross(self, before: float, after: float, y: Array, /) -> Array | Barrier:
        """The state after a kink or jump in time, which lies between two times; with the energies given."""

    def fits(self, t: float, y: Array, /) -> bool:
        """Whether a state can be moved onto its constraints, after a switch has changed them."""

    def stages(self, t: float, first: float, /) -> tuple[Stage, ...]:
        """The stages of a consistent start at t; `first` is the time of places where there is a kink."""

    def solver_functions(self, inner: Functions, compiler: Compiler, /) -> Mapping[str, SolverFunction]:
        """Functions for a run in C that solve and project around those of the model, where it needs them."""


class SolverFunction(Protocol):
    """A function for a run in C, and what it keeps alive."""

    @property
    def record(self) -> CallableRecord:
        """The C function with its arguments."""


def saddle_of_nothing() -> dict[str, Any]:
    """M, G, h, gamma, K and C of a system that has none."""
    square, none = np.zeros((0, 0)), np.zeros(0)
    return {"M": square, "G": square, "h": none, "gamma": none, "K": square, "C": square}

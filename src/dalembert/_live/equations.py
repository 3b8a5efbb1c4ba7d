"""What a page needs of a model's equations: tapes for its runs, its consistent start, and what is observed.

y' = rates(t, y) with a correction onto the constraints; or, where rates follow from equations, F(t, y, X) = 0
with X appended to y, and X' from dF/dt = 0 where observed quantities need it. The start is solved stage by
stage, as `consistent_start` does: given values stay, and the page solves again for the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import casadi as ca

from dalembert._compile.bytecode import Bytecode, bytecode_of
from dalembert._compile.dae_system import DAEDynamics, DAESystem
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._contact.hybrid_code import hybrid_code
from dalembert._export.programs.dependent_constraints import multipliers_of_run
from dalembert._live.modes import PageModes
from dalembert._live.observations import Quantities
from dalembert._lower.to_casadi import Scalar
from dalembert._simulate.prepare import PreparedRun
from dalembert._words.message import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """The sparsity pattern of a matrix."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartStage:
    """Equations g = 0 of a stage of the start, the entries of the state in them, and the pattern of g_y."""

    members: tuple[int, ...]
    residual: Scalar
    slopes: Scalar
    pattern: Pattern


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PageEquations:
    """The tapes of a model by their purpose in a page, and observed quantities from which others are made."""

    quantities: Quantities
    tapes: Mapping[str, Bytecode]
    stages: tuple[StartStage, ...]
    unknowns: Pattern | None = None  # entries of F_X
    invariants: Pattern | None = None  # entries of g_y
    linear: bool = True
    first: tuple[float, ...] = field(default=())  # the unknowns at the start
    modes: PageModes | None = None  # where contacts or switches change the equations


def page_equations(run: PreparedRun) -> PageEquations | Message:
    """The equations of a prepared run, or why a page cannot use them."""
    dynamics = run.problem.dynamics
    if run.hybrid is not None:
        code = hybrid_code(run.hybrid, run.start.y)
        return (
            code if isinstance(code, Message) else _hybrid_equations(PageModes(system=run.hybrid, code=code))
        )
    if isinstance(dynamics, DAEDynamics):
        return _solved_equations(run, dynamics)
    compiled = dynamics.compiled.in_closed_form
    if compiled is None:
        raise TypeError(dynamics)
    return _mechanical_equations(compiled, run)


def pattern_of(matrix: Scalar) -> Pattern:
    """The sparsity pattern of a matrix, in the order of its nonzeros."""
    rows, columns = matrix.sparsity().get_triplet()
    return Pattern(rows=tuple(rows), columns=tuple(columns))


def _mechanical_equations(compiled: MechanicalSystem, run: PreparedRun) -> PageEquations:
    field = compiled.field
    tapes = {name: bytecode_of(tape) for name, tape in compiled.tapes.items()}
    if compiled.input_laws is not None:
        tapes["inputs"] = compiled.input_laws
    lam = multipliers_of_run(run, field.saddle["G"], field.observed["lam"])
    observed = dict(field.observed) | {"lam": lam}
    seen = Quantities(t=field.t, pack=field.y, u=field.u, p=field.p, observed=observed)
    return PageEquations(quantities=seen, tapes=tapes, stages=_start_stages(compiled))


def _hybrid_equations(modes: PageModes) -> PageEquations:
    """The equations of free motion, with the tapes of all other modes beside them."""
    first = modes.code.modes[0]
    compiled = modes.system.mode_system(first.mode, soft=first.soft)
    tapes = modes.tapes()
    if compiled.input_laws is not None:
        tapes["inputs"] = compiled.input_laws
    return PageEquations(
        quantities=modes.quantities(first), tapes=tapes, stages=_start_stages(compiled), modes=modes
    )


def _start_stages(compiled: MechanicalSystem) -> tuple[StartStage, ...]:
    """Constraints on positions, then on velocities."""
    field, n = compiled.field, compiled.layout.n
    G, count = field.saddle["G"], compiled.displacements
    return tuple(
        _stage(residual, slopes, range(first, first + n), first)
        for residual, slopes, first in (
            (field.observed["position"], G[:count, :], 0),
            (field.observed["velocity"], G, n),
        )
        if residual.numel()
    )


def _stage(residual: Scalar, slopes: Scalar, members: range, first: int) -> StartStage:
    pattern = pattern_of(slopes)
    return StartStage(
        members=tuple(members),
        residual=residual,
        slopes=ca.vertcat(ca.SX(0, 1), *slopes.nonzeros()),
        pattern=Pattern(rows=pattern.rows, columns=tuple(first + column for column in pattern.columns)),
    )


SOLVED = ("residual", "outcome", "invariants")  # tapes that a page needs to solve for unknowns


def _solved_equations(run: PreparedRun, dynamics: DAEDynamics) -> PageEquations:
    compiled: DAESystem = dynamics.compiled
    ode, parts, tested = compiled.under, compiled.blocks, compiled.layout.tested
    tapes = {name: tape for name, tape in compiled.code.bytecode.items() if name in SOLVED}
    pack = ca.vertcat(ode.y, ode.X, ode.Xd)
    seen = Quantities(t=ode.t, pack=pack, u=ode.u, p=ode.p, observed=ode.observed)
    tapes["follow"] = seen.bytecode("follow", ode.Fd)
    t = run.settings.t_start
    stages = []
    start_stages = [stage for stage in dynamics.stages(t, t) if stage.rows]
    for stage, (g, _) in zip(start_stages, ode.stages, strict=True):
        slopes = ca.jacobian(g, ode.y[:tested])
        stages.append(
            StartStage(
                members=stage.members,
                residual=g,
                slopes=ca.vertcat(ca.SX(0, 1), *slopes.nonzeros()),
                pattern=pattern_of(slopes),
            )
        )
    return PageEquations(
        quantities=seen,
        tapes=tapes,
        stages=tuple(stages),
        unknowns=pattern_of(parts["F_X"]),
        invariants=pattern_of(parts["g_y"]) if compiled.layout.constraints else None,
        linear=ode.linear,
        first=tuple(dynamics.first.tolist()),
    )

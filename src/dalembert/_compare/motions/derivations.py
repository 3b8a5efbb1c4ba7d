"""Other derivations of the same equations of motion, as accelerations of the same states.

The motion itself follows from automatic differentiation of the energies. It is compared with

- the **printed** equations, derived symbolically, which share only the energies with it;
- these after **elimination** of dependent coordinates and multipliers;
- **Hamilton**'s equations, with momenta instead of speeds;
- **Gibbs and Appell**'s equations, from the energy of the accelerations;
- for bodies the balances of **Newton and Euler**, the moments about the **hinges** and **Kane**'s equations,
  which share only the kinematics.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np

from dalembert._compare.motions.records import Kind
from dalembert._compare.motions.setting import Setting, Way, WayEquations
from dalembert._derive.eliminate import eliminate
from dalembert._derive.forms import gibbs_appell
from dalembert._derive.forms.form import NotAvailable, Request
from dalembert._derive.forms.hinge_balances import refuse_without_hinges
from dalembert._expression.tree import Name, Node, Rate
from dalembert._lower.formulations import SolvedAccelerations, entries, hamilton, is_quadratic, solved_by
from dalembert._lower.lower import lower
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.bodies.balances import Balances, balances_of
from dalembert._model.records import Model, multiplier_names
from dalembert._model.survey import survey
from dalembert._verify.balances import rows_of_bodies
from dalembert._words.message import say

SINGULAR = 1e-9  # relative to the largest entry of M: smaller eigenvalues are zero


def _from_printed(setting: Setting) -> WayEquations:
    equations = setting.derived()
    if not equations.whole:
        raise NotAvailable(say("equations_not_written_out"))
    if setting.system.has_dependent_forces:
        raise NotAvailable(say("compare_dependent_forces"))
    setting.refuse_large(len(equations.M) + len(equations.gamma))

    def solve(system: System) -> SolvedAccelerations:
        read = _Reading(setting.model, system)
        M, h = read.matrix(equations.M), read.column(equations.h)
        G = read.matrix(equations.G)
        qdd, lam = _split(_saddle_matrix(M, G), ca.vertcat(h, read.column(equations.gamma)), len(equations.M))
        return SolvedAccelerations(qdd=qdd, lam=lam)

    return WayEquations(formulate=solved_by(solve))


def _by_elimination(setting: Setting) -> WayEquations:
    equations = setting.derived()
    if not setting.system.gamma.numel():
        raise NotAvailable(say("compare_no_constraints"))
    setting.refuse_large(len(equations.coordinates))
    elimination = eliminate(equations)
    if elimination.why is not None:
        raise NotAvailable(elimination.why)
    names = [c.name for c in setting.model.coordinates]
    left = dict(elimination.remaining)
    if not elimination.steps or not set(left) <= set(names) or setting.model.states:
        raise NotAvailable(say("compare_not_eliminated"))
    free = [i for i, name in enumerate(names) if name in left]
    dependent = [i for i in range(len(names)) if i not in free]

    def solve(system: System) -> SolvedAccelerations:
        read = _Reading(setting.model, system)
        known: dict[tuple[str, int], Scalar] = {}
        for _ in elimination.steps:  # the solution of one step may occur in another
            for step in elimination.steps:
                known[_place(step.left)] = read.node(step.right, known)
        rows = ca.vertcat(*(read.node(left[names[i]], known) for i in free))
        a, _ = _solve_linear(rows, system.qdd[free])
        qdd = ca.SX(system.qdd)
        qdd[free] = a
        for i in dependent:
            qdd[i] = ca.substitute(known[names[i], 2], system.qdd[free], a)
        multipliers = [known[name, 0] for name in read.multipliers]
        lam = ca.substitute(ca.vertcat(ca.SX(0, 1), *multipliers), system.qdd[free], a)
        state = ca.SX(ca.vertcat(system.q, system.qd))
        for i in dependent:
            state[i], state[len(names) + i] = known[names[i], 0], known[names[i], 1]
        return SolvedAccelerations(qdd=qdd, lam=lam, place=state)

    return WayEquations(formulate=solved_by(solve))


def _hamilton(setting: Setting) -> WayEquations:
    if not is_quadratic(setting.system):
        raise NotAvailable(say("compare_not_quadratic"))
    M = setting.ready.dynamics.saddle(float(setting.ready.problem.times[0]), setting.ready.start.y)["M"]
    if np.linalg.eigvalsh(M)[0] <= SINGULAR * np.max(np.abs(M)):
        raise NotAvailable(say("compare_no_inertia"))
    setting.refuse_large(len(setting.model.coordinates))
    return WayEquations(formulate=hamilton)


def _gibbs_appell(setting: Setting) -> WayEquations:
    equations = setting.derived()
    if not equations.whole:
        raise NotAvailable(say("equations_not_written_out"))
    if setting.system.has_dependent_forces:
        raise NotAvailable(say("compare_dependent_forces"))
    setting.refuse_large(len(equations.M) + len(equations.gamma))
    parts = {part.name: part for part in gibbs_appell.form(equations, Request()).parts}
    slopes, forces = ([row[0] for row in parts[name].rows] for name in ("S_qdd", "Q"))

    def solve(system: System) -> SolvedAccelerations:
        read = _Reading(setting.model, system)
        G = read.matrix(equations.G)
        kept = ca.mtimes(G, system.qdd) - read.column(equations.gamma)
        accelerations, _ = _solve_linear(
            ca.vertcat(read.column(slopes) - read.column(forces), kept), ca.vertcat(system.qdd, system.lam)
        )
        n = system.q.numel()
        return SolvedAccelerations(
            qdd=entries(accelerations, 0, n), lam=entries(accelerations, n, accelerations.numel())
        )

    return WayEquations(formulate=solved_by(solve))


def _newton_euler(setting: Setting) -> WayEquations:
    return _of_bodies(setting, "newton_euler")


def _hinge_balances(setting: Setting) -> WayEquations:
    return _of_bodies(setting, "hinge_balances")


def _kane(setting: Setting) -> WayEquations:
    return _of_bodies(setting, "kane")


DERIVATIONS = (
    Way(name="printed", kind=Kind.DERIVATION, make=_from_printed),
    Way(name="eliminated", kind=Kind.DERIVATION, make=_by_elimination),
    Way(name="hamilton", kind=Kind.DERIVATION, make=_hamilton),
    Way(name="gibbs_appell", kind=Kind.DERIVATION, make=_gibbs_appell),
    Way(name="newton_euler", kind=Kind.DERIVATION, make=_newton_euler),
    Way(name="hinge_balances", kind=Kind.DERIVATION, make=_hinge_balances),
    Way(name="kane", kind=Kind.DERIVATION, make=_kane),
)


def _of_bodies(setting: Setting, name: str) -> WayEquations:
    balances = balances_of(setting.model)
    if balances is None:
        raise NotAvailable(say("compare_no_bodies"))
    if name == "hinge_balances":
        refuse_without_hinges(balances)
    lowered = lower(balances.model)
    if lowered.has_dependent_forces:
        raise NotAvailable(say("compare_dependent_forces"))
    rows = rows_of_bodies(balances, lowered, name)
    names = [p.name for p in balances.model.parameters]
    reactions = [lowered.p[names.index(unknown)] for unknown in balances.unknowns]
    forces = [one for one in reactions if ca.depends_on(rows, one)]
    unknowns = ca.vertcat(lowered.qdd, lowered.lam, *forces)
    setting.refuse_large(unknowns.numel())
    whole = ca.vertcat(rows, ca.mtimes(lowered.G, lowered.qdd) - lowered.gamma)
    matrix = ca.jacobian(whole, unknowns)
    used = [j for j in range(unknowns.numel()) if matrix[:, j].nnz()]  # norms of quaternions exert no force
    if len(used) != whole.numel():
        raise NotAvailable(say("compare_not_of_bodies"))
    accelerations, _ = _solve_linear(whole, unknowns[used])
    every = ca.SX.zeros(unknowns.numel(), 1)
    every[used] = accelerations
    n, m = lowered.q.numel(), lowered.lam.numel()

    def solve(system: System) -> SolvedAccelerations:
        moved = _in_symbols_of(entries(every, 0, n + m), balances, lowered, setting.model, system)
        return SolvedAccelerations(qdd=entries(moved, 0, n), lam=entries(moved, n, n + m))

    return WayEquations(formulate=solved_by(solve))


def _in_symbols_of(
    value: Scalar, balances: Balances, lowered: System, model: Model, system: System
) -> Scalar:
    """A value of the lowered balances in the symbols of the system of the model."""
    places = {p.name: i for i, p in enumerate(model.parameters)}
    p = ca.vertcat(*(system.p[places[x.name]] if x.name in places else 0 for x in balances.model.parameters))
    theirs = (lowered.t, lowered.q, lowered.qd, lowered.p, lowered.u, lowered.ud, lowered.udd, lowered.s)
    ours = (system.t, system.q, system.qd, p, system.u, system.ud, system.udd, system.s)
    expression = ca.substitute(value, lowered.sd, lowered.rates) if lowered.sd.numel() else value
    return ca.substitute(expression, ca.vertcat(*theirs), ca.vertcat(*ours))


class _Reading:
    """Expressions of a model in the symbols of its closed system."""

    def __init__(self, model: Model, system: System) -> None:
        self._engine, self._system = Engine(model, survey(model)), system
        self.multipliers = multiplier_names(model)

    def node(self, node: Node, known: dict[tuple[str, int], Scalar] | None = None) -> Scalar:
        """One expression; `known` are names with other values, in the symbols of the system."""
        engine, s = self._engine, self._system
        expression = engine.build(node, known)
        theirs = (
            engine.t,
            engine.q,
            engine.qd,
            engine.qdd,
            engine.lam,
            engine.p,
            engine.u,
            engine.ud,
            engine.udd,
            engine.s,
            engine.sd,
        )
        ours = (s.t, s.q, s.qd, s.qdd, s.lam, s.p, s.u, s.ud, s.udd, s.s, s.s_rates)
        return ca.substitute(ca.SX(expression), ca.vertcat(*theirs), ca.vertcat(*ours))

    def column(self, nodes: Sequence[Node]) -> Scalar:
        """A column of expressions."""
        return ca.vertcat(ca.SX(0, 1), *(self.node(node) for node in nodes))

    def matrix(self, rows: Sequence[Sequence[Node]]) -> Scalar:
        """A matrix of expressions."""
        none = ca.SX(0, self._system.q.numel())
        return ca.vertcat(none, *(ca.horzcat(*(self.node(node) for node in row)) for row in rows))


def _place(node: Node) -> tuple[str, int]:
    """The name and the order of the left side of a step."""
    match node:
        case Rate(name=name, order=order):
            return name, order
        case Name(name=name):
            return name, 0
    raise TypeError(node)


def _saddle_matrix(M: Scalar, G: Scalar) -> Scalar:
    """The matrix [M Gᵀ; G 0]."""
    m = G.size1()
    return ca.vertcat(ca.horzcat(M, G.T), ca.horzcat(G, ca.SX(m, m))) if m else M


def _split(matrix: Scalar, right: Scalar, n: int) -> tuple[Scalar, Scalar]:
    """The solution of a linear system, split into the first n and the other unknowns."""
    solution = ca.solve(ca.sparsify(matrix), right)
    return entries(solution, 0, n), entries(solution, n, solution.numel())


def _solve_linear(rows: Scalar, unknowns: Scalar) -> tuple[Scalar, Scalar]:
    """The solution of rows = 0, linear in some symbols, and their matrix."""
    matrix = ca.jacobian(rows, unknowns)
    right = -ca.substitute(rows, unknowns, ca.SX.zeros(unknowns.numel(), 1))
    return ca.solve(matrix, right), matrix

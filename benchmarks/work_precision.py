"""How long does a mechanism with constraints take, against IDA and against a DAE solver in Python?

Each system is asked for four, six and eight digits of its final positions and speeds, each measured against
its largest size over the motion; every integrator's tolerance is scanned for the loosest that gives them.
Ours is given twice: the whole `simulate` with what it does by itself (the consistent start, a second run
that estimates the error, the energy ledger), and its integrator alone, from the ready start to the end,
with the projection onto the constraints and the works of the ledger; ratios are to the latter. IDA (through
CasADi, with exact sparse Jacobians) and scipy_dae (with exact dense ones) are given a consistent start and
the equations of index 1 from the same CasADi graphs: M qdd + Gᵀ lam = h, G qdd = gamma, or the
differentiated equations, in variables divided by their sizes. They may drift off the constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import casadi as ca
import numpy as np
from tests.simulate.test_second_opinions import car_axis

import dalembert
from benchmarks._matched import Goal, Match, Peer, Run, clocked, curves, match, side_of
from benchmarks._measure import quiet
from benchmarks._rows import GIVES_UP, Finding, Row, SkipPeer
from dalembert._simulate.prepare import prepare_run
from dalembert._simulate.sundials import IDA, equations_for

SYSTEMS = (
    "four_bar",
    "andrews_squeezer",
    "slider_crank",
    "heavy_top",
    "cartesian_pendulum",
    "n_four_bar:10",
    "spring_pendulum",
    "car_axis",
)
DIGITS = (4, 6, 8)
ROWS = 200
MADE = {"car_axis": (car_axis, 3.0)}  # models of no file, and the end of their runs
SOLVERS = ("simulate", "integrator", "IDA", "scipy_dae Radau")
GOALS: tuple[Goal, ...] = (
    ("integrator", "IDA", 3.0),
    ("simulate", "IDA", 1.0),
    ("simulate", "scipy_dae Radau", 1.0),
)


class Case:
    """A system, its final state in many digits, and the sizes by which errors are measured."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.model = _model(name)
        self.t_end = self.model.simulate.t_end or 1.0
        motion = dalembert.simulate(self.model, samples=ROWS, rtol=1e-12)
        sizes = np.abs(np.hstack([motion.q, motion.qd])).max(axis=0)
        self.sizes = np.where(sizes > 1e-9 * sizes.max(), sizes, np.inf)  # what stays at rest is left out
        self.reference = np.concatenate([motion.q[-1], motion.qd[-1]]) / self.sizes
        ready = prepare_run(replace(self.model, simulate=replace(self.model.simulate, samples=ROWS)))
        problem = ready.problem
        self.ready = ready  # the dynamics is that of nobody else as long as this is there
        self.dynamics, self.start = problem.dynamics, problem.start
        self.tested = self.dynamics.layout.tested
        rows = ready.method.method(replace(problem, rtol=1e-8), lambda _: None).rows
        problem.dynamics.rewind()
        unknowns = problem.dynamics.unknowns
        pairs = [unknowns(float(t), row, False) for t, row in zip(problem.times, rows, strict=True)]
        self.z, self.rates = pairs[0]
        ends = np.array([problem.times[0], problem.times[-1]])
        self.method, self.problem = ready.method.method, replace(problem, times=ends)
        self.size, self.size_z = _most(rows[:, : self.tested]), _most(np.array([z for z, _ in pairs]))
        self.equations = equations_for(IDA, problem, self.size, self.size_z)

    def scaled(self, x: Any) -> Any:
        """Positions and speeds, scaled, of a final x in the variables of the equations."""
        y = self.start.copy()
        y[: self.tested] = np.asarray(x).ravel()[: self.tested] * self.size
        seen = self.dynamics.evaluator.observations(np.array([self.t_end]), y[np.newaxis])
        return np.concatenate([seen["q"][0], seen["qd"][0]]) / self.sizes


def _model(name: str) -> dalembert.Model:
    """A system of the library, or one of those made here."""
    if name not in MADE:
        return dalembert.read(name)
    make, t_end = MADE[name]
    model = make()
    return replace(model, simulate=replace(model.simulate, t_end=t_end))


def _most(rows: Any) -> Any:
    """The largest size of each column over the motion, 1 where it stays zero."""
    most = np.abs(rows).max(axis=0)
    return np.where(most > 0, most, 1.0)


def ours(case: Case) -> Peer:
    """The whole simulation."""

    def prepare(tolerance: float) -> Run:
        def run() -> Any:
            motion = dalembert.simulate(case.model, samples=1, rtol=tolerance)
            return np.concatenate([motion.q[-1], motion.qd[-1]]) / case.sizes

        return clocked(run)

    return Peer(name="simulate", prepare=prepare)


def stepping(case: Case) -> Peer:
    """Our integrator alone, one run from the ready start, as the others are given it."""

    def prepare(tolerance: float) -> Run:
        problem = replace(case.problem, rtol=tolerance, largest=case.size)

        def run() -> Any:
            return case.method(problem, lambda _: None).y[: case.tested] / case.size

        return _after(clocked(run), case.scaled)

    return Peer(name="integrator", prepare=prepare)


def ida(case: Case) -> Peer:
    """IDA, to the final time in one call."""

    def prepare(tolerance: float) -> Run:
        options = {
            "reltol": tolerance,
            "abstol": tolerance * 1e-3,
            "suppress_algebraic": True,
            "calc_ic": False,
            "init_xdot": list(case.rates / case.size),
            "max_num_steps": 10**7,
        }
        own = ca.integrator("run", "idas", case.equations, 0.0, [case.t_end], options)
        given = np.concatenate([[0.0], case.dynamics.p])
        x, z = case.start[: case.tested] / case.size, case.z / case.size_z

        def run() -> Any:
            try:
                return own(x0=x, z0=z, p=given)["xf"]
            except RuntimeError:
                raise SkipPeer(GIVES_UP) from None

        return _after(clocked(run), case.scaled)

    return Peer(name="IDA", needs=("casadi",), prepare=prepare)


def scipy_dae(case: Case) -> Peer:
    """solve_dae of scipy_dae on F(t, (x, z), (x', z')) = 0, exact Jacobians."""

    def prepare(tolerance: float) -> Run:
        from scipy_dae.integrate import solve_dae

        own, n = case.equations, case.tested
        w = ca.vertcat(own["x"], own["z"])
        wd = ca.SX.sym("wd", w.numel())
        F = ca.vertcat(wd[:n] - own["ode"], own["alg"])
        given = np.concatenate([[0.0], case.dynamics.p])
        parts = [F, ca.densify(ca.jacobian(F, w)), ca.densify(ca.jacobian(F, wd))]
        functions = [ca.Function("f", [own["t"], w, wd, own["p"]], [ca.densify(part)]) for part in parts]
        residual, by_w, by_wd = (_called(function, given) for function in functions)
        start = np.concatenate([case.start[:n] / case.size, case.z / case.size_z])
        rates = np.concatenate([case.rates / case.size, np.zeros(len(case.z))])

        def run() -> Any:
            try:
                answer = solved(tolerance)
            except (ValueError, np.linalg.LinAlgError):
                raise SkipPeer(GIVES_UP) from None
            if not answer.success:
                raise SkipPeer(GIVES_UP)
            return answer.y[:, -1]

        def solved(tolerance: float) -> Any:
            return solve_dae(
                lambda t, y, yp: residual(t, y, yp).ravel(),
                (0.0, case.t_end),
                start,
                rates,
                method="Radau",
                rtol=tolerance,
                atol=tolerance * 1e-3,
                jac=lambda t, y, yp: (by_w(t, y, yp), by_wd(t, y, yp)),
            )

        return _after(clocked(run), case.scaled)

    return Peer(name="scipy_dae Radau", needs=("scipy_dae",), prepare=prepare)


def _called(function: Any, p: Any) -> Callable[..., Any]:
    """A function of CasADi through its buffers, the quick way to call it."""
    t, out = np.zeros(1), np.zeros(function.numel_out(0))
    w, wd = np.zeros(function.numel_in(1)), np.zeros(function.numel_in(2))
    buffer, evaluate = function.buffer()
    for i, array in enumerate((t, w, wd, p)):
        buffer.set_arg(i, memoryview(array))
    buffer.set_res(0, memoryview(out))
    shape = function.size_out(0)

    def call(time: float, y: Any, yp: Any) -> Any:
        t[0], w[:], wd[:] = time, y, yp
        evaluate()
        return out.reshape(shape, order="F").copy()

    call.kept = (buffer, function, p)  # type: ignore[attr-defined]  # the buffer holds addresses only
    return call


def _after(run: Run, made: Callable[[Any], Any]) -> Run:
    """A run whose result is looked at outside of its time."""

    def both() -> Any:
        with quiet():
            state, seconds = run()
        return made(state), seconds

    return both


def main() -> list[Finding]:
    """Print the table of mechanical systems."""
    return compare(SYSTEMS)


def compare(systems: Iterable[str]) -> list[Finding]:
    """Print a line for each system and number of digits, and the range of the ratios."""
    print(f"  {'milliseconds':<23}" + "".join(f"{head:>18}" for head in SOLVERS))
    findings: list[Finding] = []
    for name in systems:
        case = Case(name)
        peers = [ours(case), stepping(case), ida(case), scipy_dae(case)]
        all_found: dict[str, list[Match | str]] = {solver: [] for solver in SOLVERS}
        for digits in DIGITS:
            found: list[Match | str] = []
            for peer in peers:
                try:
                    found.append(match(peer, case.reference, 10.0**-digits))
                except SkipPeer as reason:
                    found.append(str(reason))
            _line(name, digits, found)
            for solver, one in zip(SOLVERS, found, strict=True):
                all_found[solver].append(one)
            sides = {solver: side_of(solver, one) for solver, one in zip(SOLVERS, found, strict=True)}
            problem = f"{name}, {digits} digits"
            findings += [
                Row(problem=problem, ours=sides[own], peer=sides[other], target=ratio)
                for own, other, ratio in GOALS
            ]
        findings += curves(name, all_found)
    rows = [one for one in findings if isinstance(one, Row)]
    for own, other, _ in GOALS:
        ratios = [row.ratio for row in rows if (row.ours.name, row.peer.name) == (own, other) and row.ratio]
        if ratios:
            print(
                f"\n{other} / {own}: {min(ratios):.1f} to {max(ratios):.0f}, median {np.median(ratios):.1f}"
            )
    return findings


def _line(name: str, digits: int, found: list[Match | str]) -> None:
    """A line of the table: milliseconds of the whole, of the integrator alone, and of the others."""
    cells = [f"{one.seconds * 1e3:.2f}" if isinstance(one, Match) else one for one in found]
    own = found[1]
    for i, other in enumerate(found[2:], 2):
        if isinstance(other, Match) and isinstance(own, Match):
            cells[i] += f" ({other.seconds / own.seconds:.1f} ×)"
    print(f"  {name:<20}{digits:>3}" + "".join(f"{cell:>18}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()

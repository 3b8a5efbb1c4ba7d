"""How long do smooth motions of few bodies take at 9 and 12 digits, against heyoka, CVODES and SciPy?

Taylor series are at their best here: a double and a triple pendulum, a Kepler orbit, the Pleiades of Hairer,
Nørsett and Wanner (seven bodies in the plane), the outer solar system of Hairer, Lubich and Wanner (six
bodies in space). Ours is the integrator alone, one run of `taylor` from the ready start, compiled. The peers
are given the equations by hand; heyoka is timed after its compilation. Both series are given tolerances a
thousand times tighter than those of the scan, as far as 1e-17. Errors are those of the final state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import pi, sqrt
from time import perf_counter
from typing import Any

import numpy as np

import dalembert
from benchmarks._chain import by_recursion
from benchmarks._matched import Goal, Peer, Run, State, clocked, table
from benchmarks._measure import installed
from benchmarks._rows import Finding, SkipPeer
from dalembert._compile.compiler import find_compiler
from dalembert._compile.native import library
from dalembert._compile.run_functions import functions_of
from dalembert._simulate.prepare import prepare_run
from dalembert._simulate.taylor import order_of, taylor_run
from dalembert._simulate.trajectory import End
from dalembert.verbs.simulate import model_to_run

SERIES_FLOOR = 1e-17  # one sum makes a step: its truncation counts though it is below the rounding of a step
TIGHTER = 1000  # by which the tolerances of series are
GRAVITY = 2.95912208286e-4  # of the Sun, in astronomical units and days
SUN_AND_PLANETS = (
    1.00000597682,
    0.000954786104043,
    0.000285583733151,
    0.0000437273164546,
    0.0000517759138449,
)
MASSES = (*SUN_AND_PLANETS, 1 / 1.3e8)
PLACES = (
    (0, 0, 0),
    (-3.5023653, -3.8169847, -1.5507963),
    (9.0755314, -3.0458353, -1.6483708),
    (8.3101420, -16.2901086, -7.2521278),
    (11.4707666, -25.7294829, -10.8169456),
    (-15.5387357, -25.2225594, -3.1902382),
)
SPEEDS = (
    (0, 0, 0),
    (0.00565429, -0.00412490, -0.00190589),
    (0.00168318, 0.00483525, 0.00192462),
    (0.00354178, 0.00137102, 0.00055029),
    (0.00288930, 0.00114527, 0.00039677),
    (0.00276725, -0.00170702, -0.00136504),
)
STARS = tuple(zip((3, 3, -1, -3, 2, -2, 2), (3, -3, 2, 0, 0, -4, 4), strict=True))
STAR_SPEEDS = ((0, 0), (0, 0), (0, 0), (0, -1.25), (0, 1), (1.75, 0), (-1.5, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """A system: the model for us, accelerations by hand for the others, where it begins and ends."""

    name: str
    model: Callable[[], Any]
    accelerations: Callable[..., list]  # of q, qd, sin, cos
    q: State
    qd: State
    t_end: float
    digits: tuple[int, ...] = (9, 12)

    @property
    def start(self) -> State:
        """Positions, then speeds."""
        return np.concatenate([self.q, self.qd])


def bodies(masses: tuple[float, ...], gravity: float, space: int) -> Callable[..., list]:
    """Accelerations of bodies that attract one another; coordinates body after body."""

    def accelerations(q: list, _qd: list, _sin: object, _cos: object) -> list:
        found = [0.0] * len(q)
        for i, j in combinations(range(len(masses)), 2):
            apart = [q[space * j + a] - q[space * i + a] for a in range(space)]
            square = sum(d * d for d in apart[1:]) + apart[0] * apart[0]
            pull = square**-1.5
            for a, d in enumerate(apart):
                found[space * i + a] += (gravity * masses[j]) * (d * pull)
                found[space * j + a] -= (gravity * masses[i]) * (d * pull)
        return found

    return accelerations


def bodies_model(masses: tuple[float, ...], gravity: float, places: Any, speeds: Any) -> dalembert.Model:
    """The same by its energies."""
    axes, count = "xyz"[: len(places[0])], range(len(masses))
    squares = [" + ".join(f"{a}{i}'^2" for a in axes) for i in count]
    kinetic = " + ".join(f"1/2*m{i}*({squares[i]})" for i in count)
    pairs = [(i, j, " + ".join(f"({a}{i} - {a}{j})^2" for a in axes)) for i, j in combinations(count, 2)]
    return dalembert.model(
        parameters={"G": gravity} | {f"m{i}": mass for i, mass in enumerate(masses)},
        coordinates={
            f"{a}{i}": {"start": places[i][k], "speed": speeds[i][k]}
            for i in count
            for k, a in enumerate(axes)
        },
        energy={"kinetic": kinetic, "potential": " ".join(f"- G*m{i}*m{j}/sqrt({r})" for i, j, r in pairs)},
    )


def attracting(name: str, masses: Any, gravity: float, places: Any, speeds: Any, **more: Any) -> Motion:
    """Bodies that attract one another."""
    return Motion(
        name=name,
        model=partial(bodies_model, masses, gravity, places, speeds),
        accelerations=bodies(masses, gravity, len(places[0])),
        q=np.array(places, dtype=float).ravel(),
        qd=np.array(speeds, dtype=float).ravel(),
        **more,
    )


def chain(name: str, system: str, n: int) -> Motion:
    """Rods from the horizontal, at rest."""
    return Motion(
        name=name,
        model=partial(dalembert.read, system),
        accelerations=by_recursion,
        q=np.full(n, pi / 2),
        qd=np.zeros(n),
        t_end=5.0,
    )


def kepler_model() -> dalembert.Model:
    """An orbit of eccentricity 1/2."""
    return dalembert.model(
        parameters={"mu": 1},
        coordinates={"x": {"start": 0.5, "speed": 0}, "y": {"start": 0, "speed": "sqrt(3)"}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "-mu/sqrt(x^2 + y^2)"},
    )


def kepler_accelerations(q: list, _qd: list, _sin: object, _cos: object) -> list:
    """The same by hand."""
    pull = (q[0] * q[0] + q[1] * q[1]) ** -1.5
    return [-q[0] * pull, -q[1] * pull]


def motions() -> Iterator[Motion]:
    """The five systems."""
    yield Motion(
        name="kepler, ten turns",
        model=kepler_model,
        accelerations=kepler_accelerations,
        q=np.array([0.5, 0.0]),
        qd=np.array([0.0, sqrt(3)]),
        t_end=20 * pi,
    )
    yield chain("double pendulum, 5 s", "n_link_pendulum:2", 2)
    yield chain("triple pendulum, 5 s", "triple_pendulum", 3)
    yield attracting("Pleiades", tuple(map(float, range(1, 8))), 1.0, STARS, STAR_SPEEDS, t_end=3.0)
    yield attracting("outer solar system, 550 years", MASSES, GRAVITY, PLACES, SPEEDS, t_end=200_000.0)


def heyoka_run(own: Motion, tolerance: float, real: type = np.float64) -> Run:
    """Heyoka's integrator; a chain is given two short steps first (see `_chain_peers.heyoka_run`)."""
    import heyoka as hy

    hy.llvm_state.set_diskcache_enabled(False)
    hy.llvm_state.clear_memcache()
    tolerance = series_tolerance(tolerance) if tolerance else 0.0
    n, t_end = len(own.q), real(own.t_end)
    variables = list(hy.make_vars(*[f"{letter}{i}" for letter in "qv" for i in range(n)]))
    q, qd = variables[:n], variables[n:]
    rates = [*qd, *own.accelerations(q, qd, hy.sin, hy.cos)]
    start, exact = own.start.astype(real), real is not np.float64
    integrator = hy.taylor_adaptive(
        list(zip(variables, rates, strict=True)), start, tol=real(tolerance), fp_type=real, compact_mode=exact
    )
    at_rest = not own.qd.any()

    def integrate() -> State:
        integrator.time = real(0)
        integrator.state[:] = start
        if at_rest:
            integrator.propagate_until(real(0.02), max_delta_t=real(0.01))
        integrator.propagate_until(t_end)
        return integrator.state.astype(float) / _size(own)

    return clocked(integrate)


def cvodes_run(own: Motion, tolerance: float) -> Run:
    """CVODES in CasADi by Adams' formulas, its right side compiled by gcc."""
    import casadi as ca

    n = len(own.q)
    x = ca.SX.sym("x", 2 * n)
    q, qd = ca.vertsplit(x[:n]), ca.vertsplit(x[n:])
    rates = ca.vertcat(*qd, *own.accelerations(q, qd, ca.sin, ca.cos))
    options = {
        "linear_multistep_method": "adams",
        "nonlinear_solver_iteration": "functional",
        "reltol": tolerance,
        "abstol": tolerance * float(np.abs(own.start).max()),
        "max_num_steps": 10**7,
        **{"jit": True, "compiler": "shell", "jit_options": {"flags": ["-O2"]}},
    }
    made = ca.integrator("motion", "cvodes", {"x": x, "ode": rates}, 0.0, own.t_end, options)
    return clocked(lambda: made(x0=own.start)["xf"].full()[:, -1] / _size(own))


def scipy_run(own: Motion, tolerance: float) -> Run:
    """SciPy's DOP853 over CasADi's virtual machine."""
    import casadi as ca
    from scipy.integrate import solve_ivp

    n = len(own.q)
    x = ca.SX.sym("x", 2 * n)
    q, qd = ca.vertsplit(x[:n]), ca.vertsplit(x[n:])
    function = ca.Function("f", [x], [ca.vertcat(*qd, *own.accelerations(q, qd, ca.sin, ca.cos))])
    buffer, evaluate = function.buffer()
    given, found = np.empty(2 * n), np.empty(2 * n)
    buffer.set_arg(0, given.data)
    buffer.set_res(0, found.data)

    def rate(_: float, state: State, _kept: object = (function, buffer)) -> State:
        given[:] = state
        evaluate()
        return found.copy()

    def run() -> State:
        span, start = (0.0, own.t_end), own.start
        return solve_ivp(rate, span, start, "DOP853", rtol=tolerance, atol=tolerance).y[:, -1] / _size(own)

    return clocked(run)


def series_tolerance(tolerance: float) -> float:
    """What series are given for a tolerance of the scan."""
    return max(tolerance / TIGHTER, SERIES_FLOOR)


class Ours:
    """The ready start of a system, with everything compiled."""

    def __init__(self, own: Motion) -> None:
        self._own = own
        asked = dalembert.RunSettings(t_end=own.t_end, samples=1, rtol=1e-9, method="taylor")
        self._ready = prepare_run(model_to_run(own.model(), None, asked)[0])
        compiler = find_compiler()
        if compiler is None:
            message = "no C compiler"
            raise SkipPeer(message)
        self._compiler = compiler

    def run(self, tolerance: float) -> Run:
        """One run, timed from its first step to its last."""
        problem = replace(self._ready.problem, rtol=series_tolerance(tolerance))
        dynamics, order = problem.dynamics, order_of(problem.rtol)
        codes: list[Any] = [dynamics.compiled.code, dynamics.compiled.series(order)]
        for code in codes:
            functions_of(code, dynamics, library("taylor", self._compiler), self._compiler).note_cost(1e9)

        def run() -> tuple[State, float]:
            running = taylor_run(order, self._compiler, problem)
            running.begin(0.0, self._own.t_end)
            started = perf_counter()
            while running.advance():
                pass
            spent = perf_counter() - started
            return running.trajectory(End.done).y[: dynamics.layout.tested] / _size(self._own), spent

        return run


def _size(own: Motion) -> float:
    """By what errors are divided: the largest entry at the start, where that is more than 10."""
    return max(1.0, float(np.abs(own.start).max()) / 10)


def main() -> list[Finding]:
    """Print the tables."""
    found: list[Finding] = []
    for own in motions():
        try:
            installed(("heyoka",))
        except SkipPeer:
            print(f"{own.name}: the reference needs heyoka, which is not installed")
            continue
        reference = heyoka_run(own, 0.0, np.longdouble)()[0]
        for digits in own.digits:
            print(f"\n{own.name}: the cheapest run with no final value off by over 1e-{digits}")
            peers = [
                Peer(name="taylor", prepare=Ours(own).run),
                Peer(name="heyoka", prepare=partial(heyoka_run, own), patience=60.0),
                Peer(name="CVODES, compiled", prepare=partial(cvodes_run, own)),
                Peer(name="SciPy DOP853", prepare=partial(scipy_run, own)),
            ]
            goals: tuple[Goal, ...] = (
                ("taylor", "heyoka", 0.5),
                ("taylor", "CVODES, compiled", 1.5),
                ("taylor", "SciPy DOP853", 20.0),
            )
            found += table(peers, reference, 10.0**-digits, f"{own.name}, 1e-{digits}", goals)
    return found


if __name__ == "__main__":
    main()

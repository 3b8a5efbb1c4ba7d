"""Ways to simulate a chain of rods from the horizontal, at rest: ours, and those of others.

All of them give 60 samples a second. The right sides of the peers are written by hand in the form that suits
each best (see `_chain`) with their numbers put in; dalembert is given the energies, and its numbers are
parameters.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from contextlib import chdir
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import dalembert
from benchmarks._chain import agree, by_elimination, by_recursion, mass_and_force
from benchmarks._exudyn import exudyn_run
from benchmarks._matched import Peer, Run, State, clocked
from benchmarks._measure import installed
from benchmarks._rows import NOT_INSTALLED, SkipPeer

Rate = Callable[[float, State], State]
REFERENCE_TOLERANCE = 1e-13  # of SciPy's reference
OWN_CACHE = TemporaryDirectory(prefix="dalembert-bench-")
LONGER = (10.0, 30.0, 100.0, 300.0, 1000.0)  # seconds simulated until the engine compiles
FLAT = 6  # rods up to which heyoka unrolls its code, which is faster to run and slower to compile


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """The library system, its number of rods, and the length of the run in seconds."""

    system: str
    n: int
    t_end: float

    @property
    def samples(self) -> int:
        """The number of equal intervals."""
        return round(60 * self.t_end)

    @property
    def times(self) -> State:
        """The times of the samples."""
        return np.linspace(0.0, self.t_end, self.samples + 1)

    @property
    def start(self) -> State:
        """Angles, then rates."""
        return np.repeat([np.pi / 2, 0.0], self.n)


def reference(chain: Chain) -> tuple[State, str]:
    """The final state far beyond the target, and a sentence on where it comes from."""
    difference = agree(chain.system, chain.n)
    if not difference <= 1e-10:
        message = f"{chain.system} and the peers' formulas differ by {difference:.1e}"
        raise SystemExit(message)
    installed(("scipy", "casadi"))
    second = scipy_run(chain, casadi_rate, "DOP853", REFERENCE_TOLERANCE)()[0]
    name = f"SciPy DOP853 at {REFERENCE_TOLERANCE:.0e}"
    try:
        installed(("heyoka",))
    except SkipPeer:
        return second, name
    first = heyoka_run(chain, 0.0, np.longdouble)()[0]
    apart = np.max(np.abs(first - second))
    return first, f"heyoka in extended precision, from which {name} differs by {apart:.0e}"


@cache
def compiled(system: str) -> dalembert.Model:
    """The model, its functions compiled into a cache of this process: the engine does it when it pays.

    So it is made to pay, by fixed steps over a long time; without this, short runs would be interpreted.
    """
    if "simulate" not in dalembert.__all__:
        message = "this dalembert has no simulate"
        raise SkipPeer(message)
    os.environ["DALEMBERT_CACHE"] = OWN_CACHE.name
    model = dalembert.read(system)
    for t_end in LONGER:
        motion = dalembert.simulate(model, t_end=t_end, samples=1, method="rk853", dt=1e-3)
        if motion.seconds.compiling > 0:
            return model
    message = "its functions were not compiled"
    raise SkipPeer(message)


def ours(chain: Chain, tolerance: float, method: str = "auto", whole: bool = False) -> Run:
    """The engine: the time of its simulation alone, or of the whole call, model to motion.

    Either holds the runs by which it learns its error, all samples, the energies and their ledger.
    """
    model = compiled(chain.system)

    def run() -> tuple[State, float]:
        motion = dalembert.simulate(
            model,
            t_end=chain.t_end,
            samples=chain.samples,
            rtol=tolerance,
            variation=dalembert.Variation(settings=dalembert.RunSettings(atol=tolerance)),
            method=method,
        )
        return np.concatenate([motion.q[-1], motion.qd[-1]]), motion.seconds.simulate

    return clocked(lambda: run()[0]) if whole else run


def casadi_rates(n: int, formulas: tuple[Callable[..., list], ...]) -> tuple[Any, Any]:
    """The state and its rates as CasADi expressions, by the formula with the fewest instructions."""
    import casadi as ca

    x = ca.SX.sym("x", 2 * n)
    q, w = ca.vertsplit(x[:n]), ca.vertsplit(x[n:])
    forms = [ca.vertcat(*w, *formula(q, w, ca.sin, ca.cos)) for formula in formulas]
    return x, min(forms, key=lambda form: ca.Function("rates", [x], [form]).n_instructions())


def casadi_rate(
    chain: Chain, formulas: tuple[Callable[..., list], ...] = (by_elimination, by_recursion)
) -> Rate:
    """The right side in CasADi's virtual machine, called without conversions."""
    import casadi as ca

    x, rates = casadi_rates(chain.n, formulas)
    function = ca.Function("rates", [x], [rates])
    buffer, evaluate = function.buffer()
    given, found = np.empty(2 * chain.n), np.empty(2 * chain.n)
    buffer.set_arg(0, given.data)
    buffer.set_res(0, found.data)
    memory = (function, buffer)  # evaluate does not keep them alive

    def rate(_: float, state: State, _memory: object = memory) -> State:
        given[:] = state
        evaluate()
        return found.copy()

    return rate


def lambdified_rate(chain: Chain, unknowns: list, mass: Any, force: Any) -> Rate:
    """The right side from symbolic M and h, printed as Python by SymPy; NumPy solves."""
    import sympy

    function = sympy.lambdify([unknowns], [mass, force], "math", cse=True)

    def rate(_: float, state: State) -> State:
        found_mass, found_force = function(state.tolist())
        return np.concatenate([state[chain.n :], np.linalg.solve(found_mass, found_force)])

    return rate


def sympy_rate(chain: Chain) -> Rate:
    """From the energies, by SymPy's LagrangesMethod."""
    import sympy
    from sympy.physics.mechanics import dynamicsymbols

    from benchmarks.derive_n_link import G, L, M, sympy_derivation

    q, _, mass, force = sympy_derivation(chain.n)
    numbers = {M: 1, L: 1, G: 10}
    rates = [sympy.diff(angle, dynamicsymbols._t) for angle in q]
    return lambdified_rate(chain, [*q, *rates], mass.subs(numbers).tolist(), list(force.subs(numbers)))


def sympy_by_hand_rate(chain: Chain) -> Rate:
    """From M and h written by hand with SymPy's symbols: where LagrangesMethod takes too long."""
    import sympy

    q, w = sympy.symbols(f"q:{chain.n}"), sympy.symbols(f"w:{chain.n}")
    return lambdified_rate(chain, [*q, *w], *mass_and_force(q, w, sympy.sin, sympy.cos))


def scipy_run(chain: Chain, make_rate: Callable[[Chain], Rate], method: str, tolerance: float) -> Run:
    """SciPy's solve_ivp over a right side."""
    from scipy.integrate import solve_ivp

    rate, times, start = make_rate(chain), chain.times, chain.start

    def integrate() -> State:
        span = (0.0, chain.t_end)
        found = solve_ivp(rate, span, start, method, t_eval=times, rtol=tolerance, atol=tolerance)
        return found.y[:, -1]

    return clocked(integrate)


def heyoka_run(chain: Chain, tolerance: float, real: type = np.float64) -> Run:
    """Heyoka's Taylor integrator, compiled by LLVM; tolerance 0 is the precision of the reals.

    Its first two steps are made short by hand. A chain released from the horizontal has only the powers
    2, 6, 10 … of t in q and 1, 5, 9 … in w; heyoka takes its step from the last two coefficients, and at the
    orders 12 and 16 (tolerances near 1e-9 and 1e-13) both vanish there: it would leap, and be lost.
    """
    import heyoka as hy

    hy.llvm_state.set_diskcache_enabled(False)  # its setup starts from nothing
    hy.llvm_state.clear_memcache()
    names = [f"{letter}{i}" for letter in "qw" for i in range(chain.n)]
    variables = list(hy.make_vars(*names))
    q, w = variables[: chain.n], variables[chain.n :]
    rates = [*w, *by_recursion(q, w, hy.sin, hy.cos)]
    start, times = chain.start.astype(real), chain.times.astype(real)
    integrator = hy.taylor_adaptive(
        list(zip(variables, rates, strict=True)),
        start,
        tol=real(tolerance),
        fp_type=real,
        compact_mode=chain.n > FLAT,
    )

    def integrate() -> State:
        integrator.time = real(0)
        integrator.state[:] = start
        integrator.propagate_until(times[1], max_delta_t=times[1] / 2)
        integrator.propagate_grid(times[1:])
        return integrator.state.astype(float)

    return clocked(integrate)


def casadi_run(chain: Chain, plugin: str, options: dict[str, Any]) -> Run:
    """One of CasADi's integrators."""
    import casadi as ca

    x, rates = casadi_rates(chain.n, (by_elimination, by_recursion))
    start = chain.start
    with TemporaryDirectory() as folder, chdir(folder):  # where compiled code is put, and removed with it
        integrator = ca.integrator(
            "chain", plugin, {"x": x, "ode": rates}, 0.0, chain.times.tolist(), options
        )
    return clocked(lambda: integrator(x0=start)["xf"].full()[:, -1])


def cvodes_run(chain: Chain, tolerance: float, options: dict[str, Any]) -> Run:
    """SUNDIALS' CVODES in CasADi, by Adams' formulas and functional iteration: the fastest of its choices."""
    adams = {"linear_multistep_method": "adams", "nonlinear_solver_iteration": "functional"}
    bounds = {"reltol": tolerance, "abstol": tolerance, "max_num_steps": 1_000_000}
    return casadi_run(chain, "cvodes", adams | bounds | options)


def compiled_cvodes_run(chain: Chain, tolerance: float) -> Run:
    """The same with its right side compiled by gcc."""
    if shutil.which("gcc") is None:
        raise SkipPeer(NOT_INSTALLED)
    compiler = {"flags": ["-O2"], "cleanup": False}
    options = {"jit": True, "compiler": "shell", "jit_cleanup": False, "jit_options": compiler}
    return cvodes_run(chain, tolerance, options)


def rk4_run(chain: Chain, tolerance: float) -> Run:
    """CasADi's Runge-Kutta of order 4 with fixed steps, 10/tolerance^(1/4) a second."""
    return casadi_run(chain, "rk", {"number_of_finite_elements": round(chain.t_end * 10 / tolerance**0.25)})


OCTAVE = """1;
function rates = chain(t, x, n, a, b)
  q = x(1:n); w = x(n+1:end); apart = q - q';
  rates = [w; (a .* cos(apart)) \\ (-(a .* sin(apart))*w.^2 - b .* sin(q))];
end
n = {n}; below = n - (1:n)';
a = min(below, below') + 1/2 - eye(n)/6; b = 10*(below + 1/2);
options = odeset('RelTol', {tolerance}, 'AbsTol', {tolerance});
times = (0:{samples})'*({t_end}/{samples}); start = [pi/2*ones(n, 1); zeros(n, 1)];
for i = 1:2
  tic;
  [t, x] = ode45(@(t, x) chain(t, x, n, a, b), times, start, options);
  seconds(i) = toc;
end
printf('%.17g\\n', min(seconds), x(end, :));
"""


def octave_run(chain: Chain, tolerance: float) -> Run:
    """GNU Octave's ode45 over a vectorised right side, the faster of two runs in one process."""
    octave = shutil.which("octave-cli")
    if octave is None:
        raise SkipPeer(NOT_INSTALLED)
    script = OCTAVE.format(n=chain.n, t_end=chain.t_end, samples=chain.samples, tolerance=tolerance)

    def run() -> tuple[State, float]:
        with TemporaryDirectory() as folder:
            file = Path(folder, "simulate.m")
            file.write_text(script, encoding="utf-8")
            done = subprocess.run(
                [octave, "--no-init-file", file], capture_output=True, text=True, check=True
            )
        seconds, *state = map(float, done.stdout.split())
        return np.array(state), seconds

    return run


def own(chain: Chain) -> list[Peer]:
    """Ours; the first is what the others are compared with."""
    return [
        Peer(name="dalembert", prepare=partial(ours, chain)),
        Peer(name="dalembert, whole call", prepare=partial(ours, chain, whole=True)),
        Peer(name="dalembert, rk54", prepare=partial(ours, chain, method="rk54")),
        Peer(name="dalembert, rk853", prepare=partial(ours, chain, method="rk853")),
    ]


def scipy_peer(chain: Chain, method: str, kind: str, make_rate: Callable[[Chain], Rate]) -> Peer:
    """SciPy over a right side of the kind named."""
    needs = ("scipy.integrate", "casadi", "sympy.physics.mechanics")
    return Peer(
        name=f"SciPy {method}, {kind}", needs=needs, prepare=partial(scipy_run, chain, make_rate, method)
    )


def others(chain: Chain) -> list[Peer]:
    """The peers that take a chain of any size."""
    return [
        scipy_peer(chain, "RK45", "CasADi VM", casadi_rate),
        scipy_peer(chain, "DOP853", "CasADi VM", casadi_rate),
        Peer(
            name="CasADi cvodes, Adams",
            needs=("casadi",),
            prepare=lambda tolerance: cvodes_run(chain, tolerance, {}),
        ),
        Peer(
            name="CasADi cvodes, Adams, compiled",
            needs=("casadi",),
            prepare=partial(compiled_cvodes_run, chain),
        ),
        Peer(name="CasADi rk (order 4, fixed steps)", needs=("casadi",), prepare=partial(rk4_run, chain)),
        Peer(name="heyoka", needs=("heyoka",), prepare=partial(heyoka_run, chain)),
        Peer(name="Exudyn, tree, DOPRI5", needs=("exudyn",), prepare=partial(exudyn_run, chain)),
    ]


def octave_peer(chain: Chain) -> Peer:
    """GNU Octave."""
    return Peer(name="GNU Octave ode45", prepare=partial(octave_run, chain))

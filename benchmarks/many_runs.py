"""How long do many runs of pendulums and balls take beside SciPy, JAX with diffrax, and heyoka's batches?

Pendulums that start at other angles, for 10 s: seconds of CPU for 100 000 of them in one process, at the same
median error of the last angle. Ours is the whole call of `dalembert.sweep` with `plain`, rows in C, some of
them checked; of peers the integration alone, without the compilation of JAX and heyoka. SciPy's runs take as
long in each process of a pool. True angles are runs of heyoka or, without it, of SciPy near rounding.

Balls that bounce for 2 s, each with its own restitution: SciPy ends a run at every impact by an event and
begins the next one by hand. The true heights are their closed form.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import numpy as np
from numpy.typing import NDArray

import dalembert
from benchmarks._measure import installed
from benchmarks._rows import Finding, Row, Side, SkipPeer

RUNS, GRAVITY, SPAN, RTOL = 100_000, 9.81, 10.0, 1e-8
OURS, TRUTHS = RUNS, 64  # all of them: what a call costs once is shared as in a sweep
Angles = NDArray[np.float64]
MODEL = dalembert.model(
    format=1,
    parameters={"m": 1.0, "l": 1.0, "g": GRAVITY},
    coordinates={"theta": {"start": 1.0, "speed": 0}},
    energy={"kinetic": "1/2*m*l^2*theta'^2", "potential": "-m*g*l*cos(theta)"},
    simulate={"t_end": SPAN, "rtol": RTOL},
)


def starts(count: int) -> Angles:
    """Angles of starts; the first ones are the same whatever their number is."""
    return np.random.default_rng(21).uniform(0.1, 2.5, RUNS)[:count]


def rate(_: float, y: Angles) -> Angles:
    """The pendulum, by hand."""
    return np.array([y[1], -GRAVITY * np.sin(y[0])])


def ours(count: int) -> tuple[float, Angles]:
    """Seconds of CPU, and the last angles."""
    began = process_time()
    found = dalembert.sweep(MODEL, {"theta": starts(count)}, "theta at end", plain=True)
    return process_time() - began, found["theta_at_end"].values


def by_scipy(rtol: float, count: int) -> tuple[float, Angles]:
    """DOP853, a run after the other."""
    from scipy.integrate import solve_ivp

    began = process_time()
    made = [
        solve_ivp(rate, (0, SPAN), (x, 0.0), method="DOP853", rtol=rtol, atol=rtol).y[0, -1]
        for x in starts(count)
    ]
    return process_time() - began, np.array(made)


def by_diffrax(rtol: float, count: int) -> tuple[float, Angles]:
    """Dopri8 under vmap."""
    installed(("jax", "diffrax"))
    import diffrax
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)

    def field(t: object, y: object, _: object) -> object:
        del t
        return jnp.stack([y[1], -GRAVITY * jnp.sin(y[0])])  # type: ignore[index]

    def one(x: object) -> object:
        found = diffrax.diffeqsolve(
            diffrax.ODETerm(field),
            diffrax.Dopri8(),
            0.0,
            SPAN,
            None,
            jnp.stack([x, 0.0]),
            stepsize_controller=diffrax.PIDController(rtol=rtol, atol=rtol),
            max_steps=10000,
        )
        return found.ys[0, 0]  # type: ignore[index]

    run = jax.jit(jax.vmap(one))
    angles = jnp.asarray(starts(count))
    run(angles).block_until_ready()
    began = process_time()
    made = np.asarray(run(angles).block_until_ready())
    return process_time() - began, made


def by_heyoka(rtol: float, count: int) -> tuple[float, Angles]:
    """Taylor's method, eight runs at once."""
    installed(("heyoka",))
    import heyoka

    x, v = heyoka.make_vars("x", "v")
    width, angles = 8, starts(count)
    lanes = heyoka.taylor_adaptive_batch(
        [(x, v), (v, -GRAVITY * heyoka.sin(x))], np.zeros((2, width)), tol=rtol
    )
    made = np.empty(count)
    began = process_time()
    for i in range(0, count, width):
        lanes.set_time(0.0)
        lanes.state[0], lanes.state[1] = angles[i : i + width], 0.0
        lanes.propagate_until(SPAN)
        made[i : i + width] = lanes.state[0]
    return process_time() - began, made


PEERS: dict[str, tuple[Callable[[float, int], tuple[float, Angles]], int, float]] = {
    "SciPy": (by_scipy, 64, 1.0),
    "JAX vmap + diffrax": (by_diffrax, 4096, 1.0),
    "heyoka batch": (by_heyoka, 20_000, 0.5),
}


def true_angles() -> Angles:
    """The last angles near rounding."""
    try:
        return by_heyoka(1e-16, TRUTHS)[1]
    except SkipPeer:
        return by_scipy(3e-14, TRUTHS)[1]


BALL = dalembert.model(
    format=1,
    parameters={"g": GRAVITY, "e": 0.8},
    coordinates={"y": {"start": 1.0, "speed": 0}},
    energy={"kinetic": "1/2*y'^2", "potential": "g*y"},
    contacts={"floor": {"gap": "y", "restitution": "e"}},
    simulate={"t_end": 2.0, "rtol": RTOL},
)
BALLS, FEW = 20_000, 48


def restitutions(count: int) -> Angles:
    """Coefficients of restitution with which a ball does not come to rest in 2 s."""
    return np.random.default_rng(22).uniform(0.7, 0.9, BALLS)[:count]


def true_height(e: float) -> float:
    """The height after 2 s of a ball that falls from 1 m."""
    left, speed = 2.0 - np.sqrt(2 / GRAVITY), np.sqrt(2 * GRAVITY) * e
    while left > 2 * speed / GRAVITY:
        left -= 2 * speed / GRAVITY
        speed *= e
    return float(speed * left - GRAVITY * left**2 / 2)


def balls_by_scipy(rtol: float, count: int) -> tuple[float, Angles]:
    """DOP853 with an event at the floor, a run after the other."""
    from scipy.integrate import solve_ivp

    def falls(_: float, y: Angles) -> Angles:
        return np.array([y[1], -GRAVITY])

    def floor(_: float, y: Angles) -> float:
        return float(y[0])

    vars(floor).update(terminal=True, direction=-1)
    began, made = process_time(), []
    for e in restitutions(count):
        t, y = 0.0, np.array([1.0, 0.0])
        while t < 2.0:
            found = solve_ivp(falls, (t, 2.0), y, method="DOP853", rtol=rtol, atol=rtol, events=floor)
            t, y = float(found.t[-1]), found.y[:, -1]
            if found.status == 1:
                y = np.array([0.0, -e * y[1]])
        made.append(y[0])
    return process_time() - began, np.array(made)


def balls() -> Finding:
    """The row of balls, printed."""
    over = {"e": restitutions(BALLS)}
    dalembert.sweep(BALL, over, "y at end, count(floor)", plain=True)  # compiled
    began = process_time()
    found = dalembert.sweep(BALL, over, "y at end, count(floor)", plain=True)["y_at_end"].values
    seconds = process_time() - began
    truth = np.array([true_height(e) for e in restitutions(FEW)])
    own = Side(name="dalembert", seconds=seconds, error=float(np.median(np.abs(found[:FEW] - truth))))
    took, heights = balls_by_scipy(1e-8, FEW)
    off = float(np.median(np.abs(heights - truth)))
    side = Side(name="SciPy", seconds=took * BALLS / FEW, error=off)
    row = Row(problem=f"{BALLS} balls that bounce, 2 s, step 1e-8", ours=own, peer=side, target=1.0)
    print(f"{BALLS} balls: dalembert {own.seconds:.2f} s of CPU, median error {own.error:.1e}")
    print(f"  SciPy: {side.seconds:.1f} s of CPU, median error {off:.1e}, {row.ratio:.2f} ×", flush=True)
    return row


def main() -> list[Finding]:
    """Print the seconds of all runs, and return the rows."""
    ours(OURS)  # compiled
    seconds, found = ours(OURS)
    truth = true_angles()
    error = float(np.median(np.abs(found[:TRUTHS] - truth)))
    own = Side(name="dalembert", seconds=seconds * RUNS / OURS, error=error)
    print(f"{RUNS} pendulums, {SPAN:g} s: dalembert {own.seconds:.1f} s of CPU, median error {error:.1e}")
    rows: list[Finding] = []
    for name, (run, count, target) in PEERS.items():
        side = Side(name=name, reason="error not reached")
        for rtol in (1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12):
            try:
                took, angles = run(rtol, count)
            except SkipPeer as reason:
                side = Side(name=name, reason=str(reason))
                break
            off = float(np.median(np.abs(angles[:TRUTHS] - truth)))
            if off <= error:
                side = Side(name=name, seconds=took * RUNS / count, error=off)
                break
        row = Row(problem=f"{RUNS} pendulums, 10 s, step 1e-8", ours=own, peer=side, target=target)
        told = side.reason or f"{side.seconds:.1f} s of CPU, median error {side.error:.1e}, {row.ratio:.2f} ×"
        print(f"  {name}: {told}", flush=True)
        rows.append(row)
    return [*rows, balls()]


if __name__ == "__main__":
    main()

"""Published benchmark problems, run with default options: the requested digits are achieved.

The numbers come from the library's facts: closed forms, quadratures and integrations in many digits, all of
them made elsewhere. The error of a value is relative to the largest size it has over the motion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ellipk
from truth_flow import Real, flow

import dalembert
from dalembert import library

RTOLS = (1e-4, 1e-6, 1e-8, 1e-10)
PROBLEMS = [
    ("andrews_squeezer", ""),
    ("cartesian_pendulum", "cash"),
    ("cartesian_pendulum", "iftomm_a01"),
    ("cartesian_pendulum", "sundials"),
    ("slider_crank", ""),
    ("elastic_beam:40", ""),
    ("heavy_top", ""),
    ("free_rigid_body", ""),
    ("chaplygin_sleigh", ""),
    ("duffing", ""),
    ("kepler", "e06"),
    ("kepler", "ten_turns"),
    ("blending_tank", ""),
]
"""Horizons of at most ten periods."""
HONEST = {"elastic_beam:40": 30}
"""How much too small an estimate may be, 10 else: steps at the limit of stability do not follow a tolerance."""


def values_of(name: str, case: str) -> list[tuple[float | None, str, float, float]]:
    """Known values of columns of a motion: time (None for the end), column, value, its own error."""
    found: dict[str, list[tuple[float | None, str, float, float]]] = {"": []}
    for number in library.facts_by_name(name).numbers:
        what, own = number.what, ""
        if what.startswith("case."):
            _, own, what = what.split(".", 2)
        kind, _, rest = what.partition(".")
        time, _, column = rest.rpartition(".") if kind == "at" else ("", "", rest)
        if kind in ("at", "final"):
            entry = (float(time) if time else None, column, number.value, number.rtol)
            found.setdefault(own, []).append(entry)
    return found.get(case, found[""])  # the first case of a system is the system itself


@cache
def model_of(name: str, case: str) -> dalembert.Model:
    """A library system, or one of its cases."""
    return dalembert.vary(dalembert.read(name), case)


def row_at(motion: dalembert.Motion, time: float | None) -> int:
    """The row of a motion at a time."""
    row = -1 if time is None else int(np.argmin(np.abs(motion.t - time)))
    assert time is None or motion.t[row] == pytest.approx(time, rel=1e-14, abs=1e-14)
    return row


def errors(motion: dalembert.Motion, name: str, case: str) -> dict[str, float]:
    """The error of each known value, less what is not known of it."""
    found = {}
    for time, column, value, own in values_of(name, case):
        if time is not None and time > motion.t[-1]:
            continue
        history = motion[column]
        size = max(np.abs(history).max(), abs(value))
        found[f"{column} at {time}"] = abs(history[row_at(motion, time)] - value) / size - own
    assert found
    return found


def check_digits(motion: dalembert.Motion, name: str, case: str, rtol: float) -> None:
    """Digits are there but for one, and the estimate of the error is not much too small."""
    assert motion.status in ("ok", "limited"), motion.message
    found = errors(motion, name, case)
    worst = max(found, key=found.__getitem__)
    assert found[worst] <= 10 * rtol, worst
    tested = [*(c.name for c in motion.model.coordinates), *(s.name for s in motion.model.states)]
    tested += [f"{c.name}'" for c in motion.model.coordinates]
    true = max((e for what, e in found.items() if what.split(" at ")[0] in tested), default=0.0)
    assert true <= HONEST.get(name, 10) * motion.accuracy.achieved + 1e-12


def digits_asked_for() -> Iterator[Any]:
    """Each problem with two tolerances; the stiff beam, and all tolerances, in the long version."""
    for name, case in PROBLEMS:
        for rtol in RTOLS:
            long = rtol in (1e-4, 1e-8) or name == "elastic_beam:40"
            yield pytest.param(name, case, rtol, marks=[pytest.mark.soak] if long else [])


@pytest.mark.parametrize("name, case, rtol", list(digits_asked_for()))
def test_the_digits_asked_for_are_there(name: str, case: str, rtol: float) -> None:
    """Achieved digits are at least those requested less one, for q, q', q'', multipliers, states and outputs."""
    check_digits(dalembert.simulate(model_of(name, case), rtol=rtol), name, case, rtol)


# Bricard's mechanism: twenty constraints, of which one follows from the others


def without(model: dalembert.Model, name: str) -> dalembert.Model:
    """The model without one of its constraints."""
    return replace(model, constraints=tuple(c for c in model.constraints if c.name != name))


@pytest.mark.parametrize(
    "rtol", [1e-8, *(pytest.param(x, marks=pytest.mark.soak) for x in RTOLS if x != 1e-8)]
)
@pytest.mark.parametrize(
    "left_out", ["phi6", *(pytest.param(x, marks=pytest.mark.soak) for x in ("phi5", "phi8", "phi16"))]
)
def test_bricard_without_what_follows(left_out: str, rtol: float) -> None:
    """Without any one of four constraints the other nineteen give the motion of the closed form, over two periods."""
    check_digits(
        dalembert.simulate(without(dalembert.read("bricard"), left_out), rtol=rtol), "bricard", "", rtol
    )


@pytest.mark.parametrize(
    "rtol", [1e-8, *(pytest.param(x, marks=pytest.mark.soak) for x in RTOLS if x != 1e-8)]
)
def test_bricard_with_all_its_constraints(rtol: float) -> None:
    """With all twenty the motion is that of the closed form, and nothing is flagged."""
    check_digits(dalembert.simulate("bricard", rtol=rtol), "bricard", "", rtol)


@pytest.mark.soak
def test_bricard_with_all_and_with_enough_of_its_constraints() -> None:
    """With all twenty the motion is the same as with nineteen, beyond the digits of the closed form."""
    whole = dalembert.simulate("bricard", t_end=1.0, samples=100, rtol=1e-10)
    less = dalembert.simulate(without(whole.model, "phi6"), rtol=1e-11)
    assert np.abs(whole.q - less.q).max() <= 1e-10


# the pendulum


RATIOS = {
    10: 1.001907188143216606963,
    30: 1.01740879759595600867,
    45: 1.039973343196803860317,
    60: 1.073182007149364375053,
    90: 1.180340599016096226045,
    120: 1.372880500618350164698,
    150: 1.76220372950375602794,
    170: 2.439362719673884064939,
    179: 3.901065160389085734858,
}
"""Period against that of small swings, by amplitude in degrees: (2/pi) K(sin^2(amplitude/2))."""


@pytest.mark.parametrize("degrees", RATIOS)
def test_periods_of_the_pendulum(degrees: int) -> None:
    """The pendulum is at rest on the other side after half a period, and back after a whole one."""
    assert RATIOS[degrees] == pytest.approx(
        2 / np.pi * ellipk(np.sin(np.radians(degrees) / 2) ** 2), rel=1e-13
    )
    x, y = np.sin(np.radians(degrees)), -np.cos(np.radians(degrees))
    released = dalembert.vary(
        dalembert.read("cartesian_pendulum"), start={"x": x, "y": y}, speed={"x": 0, "y": 0}
    )
    motion = dalembert.simulate(released, t_end=2 * np.pi * RATIOS[degrees], samples=100, rtol=1e-10)
    largest = np.abs(motion.qd).max()
    assert motion.q[[50, 100]] == pytest.approx(np.array([[-x, y], [x, y]]), abs=1e-9)
    assert motion.qd[[50, 100]] == pytest.approx(np.zeros((2, 2)), abs=1e-9 * largest)


# four-bars in a row


@cache
def parallelograms(n: int, horizon: float):
    """The one angle of n parallelograms, and its rate: its equation in long double."""
    square = Real(9.81) * (Real(n + 1) / 2 + n) / (Real(n + 1) / 3 + n)

    def f(y: np.ndarray) -> np.ndarray:
        return np.stack([y[..., 1], -square * np.cos(y[..., 0])], axis=-1)

    return flow(f, np.array([np.arccos(Real(-1)) / 2, Real(-1)]), horizon)


@pytest.mark.parametrize("n, rtol", [(1, 1e-8), (2, 1e-4), (2, 1e-6), (2, 1e-8), (2, 1e-10), (10, 1e-8)])
def test_four_bars_stay_parallelograms(n: int, rtol: float) -> None:
    """Until the rods lie flat each standing rod has the one angle, and the others lie level."""
    motion = dalembert.simulate(f"n_four_bar:{n}", rtol=rtol)
    assert motion.status == "ok"
    angle, rate = parallelograms(n, 0.5)(motion.t).astype(float).T
    for i in range(n + 1):
        assert np.abs(motion[f"theta[{i}]"] - angle).max() <= 10 * rtol * np.abs(angle).max()
        assert np.abs(motion[f"theta[{i}]'"] - rate).max() <= 10 * rtol * np.abs(rate).max()
    for i in range(1, n + 1):
        assert np.abs(motion[f"alpha[{i}]"]).max() <= 10 * rtol


def test_flat_four_bars_are_no_lie() -> None:
    """Where the rods lie flat the motion is not determined: the run says so, or it is right to the end."""
    motion = dalembert.simulate(model_of("n_four_bar", "iftomm"), rtol=1e-6)
    if motion.status == "ok":
        assert max(errors(motion, "n_four_bar", "iftomm").values()) <= 1e-5
    else:
        flat = 0.7143555
        assert motion.status == "failed"
        assert motion.reached == pytest.approx(flat, abs=1e-2)
        angle = parallelograms(2, 0.7)(motion.t[motion.t < 0.7]).astype(float)[:, 0]
        assert motion["theta[2]"][motion.t < 0.7] == pytest.approx(angle, abs=1e-5)


# nonholonomic systems


def test_the_sleigh_keeps_what_it_keeps() -> None:
    """Energy stays; so does v² + w² J/m, and the direction turns by what the closed form says at every row."""
    motion = dalembert.simulate("chaplygin_sleigh", rtol=1e-10)
    m, inertia, a = 2.0, 0.5, 0.3
    J = inertia + m * a**2
    v, w = motion["forward"], motion["theta'"]
    assert np.ptp(m * v**2 + J * w**2) <= 1e-9 * (m + 4 * J)
    last = np.sqrt(1 + 4 * J / m)
    k = m * a * last / J
    t0 = np.arctanh(1 / last) / k
    turned = (
        2 * np.sqrt(m / J) * last / k * (np.arctan(np.exp(k * (motion.t + t0))) - np.arctan(np.exp(k * t0)))
    )
    assert motion["theta"] == pytest.approx(turned, abs=1e-9)
    assert v == pytest.approx(last * np.tanh(k * (motion.t + t0)), abs=1e-9)
    assert w == pytest.approx(np.sqrt(m / J) * last / np.cosh(k * (motion.t + t0)), abs=1e-9)
    side = m * (motion["theta''"] * a + v * w)  # mass times sideways acceleration of the mass centre
    assert motion["kap_psi1"] == pytest.approx(-side, abs=1e-8)


def test_the_rolling_disc_keeps_what_it_keeps() -> None:
    """Energy stays, and spin and turn are functions of the lean alone, given by a linear equation (Appell)."""
    motion = dalembert.simulate("rolling_disc", rtol=1e-10)
    assert motion.status == "ok"
    assert np.ptp(motion.ledger.energy) <= 1e-9 * abs(motion.ledger.energy[0])
    lean, spin, turn = motion["theta"], motion["S"], motion["U"]
    assert (spin[0], turn[0]) == pytest.approx((8 - 2 * np.sin(0.3), 2 * np.cos(0.3)), rel=1e-14)
    assert lean.min() >= 0.3 - 1e-9  # it is let go from its highest lean, nods far down, and comes back
    assert lean.max() > 0.8

    def rates(theta: float, y: np.ndarray) -> list[float]:
        return [2 / 3 * y[1], np.tan(theta) * y[1] + 2 * y[0]]  # m r²/(Ia + m r²) = 2/3, Ia/Id = 2

    curve = solve_ivp(
        rates,
        (0.3, lean.max() + 0.01),
        [spin[0], turn[0]],
        method="DOP853",
        rtol=1e-13,
        atol=1e-13,
        dense_output=True,
    )
    known = curve.sol(lean)
    assert spin == pytest.approx(known[0], abs=1e-9 * np.abs(known[0]).max())
    assert turn == pytest.approx(known[1], abs=1e-9 * np.abs(known[1]).max())


# constraints that move: the factor 2 of 2 Phi_qt qd


def moving(constraint: str, start: dict, speed: dict, kind: str = "displacement", **parameters: float):
    """A free point mass in a plane with one constraint that depends on time."""
    return dalembert.model(
        title="A point under a constraint that moves",
        parameters={"m": 2.0, **parameters},
        coordinates={name: {"start": start[name], "speed": speed[name]} for name in ("x", "y")},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)"},
        constraints={kind: {"moved": constraint}},
    )


@pytest.mark.parametrize("rtol", RTOLS)
def test_a_bead_on_a_turning_rod(rtol: float) -> None:
    """Along the rod r'' = w² r, so r = r0 cosh(w t); the rod pushes with 2 m w r' (Coriolis)."""
    m, w, r0 = 2.0, 1.5, 0.2
    rod = moving("x*sin(w*t) - y*cos(w*t)", {"x": r0, "y": 0}, {"x": 0, "y": w * r0}, w=w)
    motion = dalembert.simulate(rod, t_end=4.0, rtol=rtol)
    assert motion.status == "ok"
    t, size = motion.t, r0 * np.cosh(w * 4.0)
    r, rate = r0 * np.cosh(w * t), r0 * w * np.sinh(w * t)
    along, across = np.stack([np.cos(w * t), np.sin(w * t)], 1), np.stack([-np.sin(w * t), np.cos(w * t)], 1)
    place, speed = r[:, None] * along, rate[:, None] * along + (w * r)[:, None] * across
    acceleration = (2 * w * rate)[:, None] * across
    assert np.abs(motion.q - place).max() <= 10 * rtol * size
    assert np.abs(motion.qd - speed).max() <= 10 * rtol * w * size
    assert np.abs(motion.qdd - acceleration).max() <= 100 * rtol * w**2 * size
    # the force −(∂Φ/∂q) lam is m times that acceleration
    assert np.abs(motion["lam_moved"] - 2 * m * w * rate).max() <= 100 * rtol * m * w**2 * size
    # and the rod does the work that the bead gains
    gained = m * (rate**2 + (w * r) ** 2 - (w * r0) ** 2) / 2
    assert np.abs(motion.ledger.constraints - gained).max() <= 100 * rtol * gained.max()


def test_a_slider_driven_through_a_product() -> None:
    """With x exp(t/T) = L nothing is left free along x: x = L exp(−t/T), pulled by m L/T² exp(−t/T)."""
    m, L, T = 2.0, 0.7, 0.8
    slider = moving("x*exp(t/T) - L", {"x": L, "y": 0}, {"x": -L / T, "y": 0.3}, L=L, T=T)
    motion = dalembert.simulate(slider, t_end=3.0, rtol=1e-10)
    x = L * np.exp(-motion.t / T)
    assert motion["x"] == pytest.approx(x, rel=1e-9)
    assert motion["x'"] == pytest.approx(-x / T, rel=1e-9)
    assert motion["x''"] == pytest.approx(x / T**2, rel=1e-9)
    assert motion["lam_moved"] == pytest.approx(-m * x / T**2 * np.exp(-motion.t / T), rel=1e-9)
    assert motion["y"] == pytest.approx(0.3 * motion.t, abs=1e-10)


def test_a_swing_whose_rope_is_pulled_in() -> None:
    """Without weight r² theta' stays, whatever the rope does: r = r0 (1 − t/T)."""
    m, r0, T, w0 = 2.0, 1.0, 4.0, 0.5
    rope = moving("x^2 + y^2 - r0^2*(1 - t/T)^2", {"x": r0, "y": 0}, {"x": -r0 / T, "y": w0 * r0}, r0=r0, T=T)
    motion = dalembert.simulate(rope, t_end=3.0, rtol=1e-10)
    r = r0 * (1 - motion.t / T)
    angle = w0 * motion.t / (1 - motion.t / T)  # the integral of w0 r0²/r²
    assert motion["x"] == pytest.approx(r * np.cos(angle), abs=1e-9)
    assert motion["y"] == pytest.approx(r * np.sin(angle), abs=1e-9)
    pull = m * w0**2 * r0**4 / r**3
    assert 2 * motion["lam_moved"] * r == pytest.approx(pull, rel=1e-8)


def test_a_blade_steered_at_a_steady_rate() -> None:
    """A blade that may only go where it points, turned at the rate w, runs round a circle of radius v/w."""
    m, v, w = 2.0, 1.2, 3.0
    blade = moving("x'*sin(w*t) - y'*cos(w*t)", {"x": 0, "y": 0}, {"x": v, "y": 0}, kind="flow", w=w)
    motion = dalembert.simulate(blade, t_end=6.0, rtol=1e-10)
    assert motion["x"] == pytest.approx(v / w * np.sin(w * motion.t), abs=1e-9)
    assert motion["y"] == pytest.approx(v / w * (1 - np.cos(w * motion.t)), abs=1e-9)
    assert motion["kap_moved"] == pytest.approx(np.full(motion.t.shape, m * v * w), rel=1e-8)
    assert np.abs(motion.ledger.constraints).max() <= 1e-9  # it does no work


# the positioner of Suk, repaired, reduced by hand


STEP, SMOOTH = "du*step(t - t1)", "du*(1 + tanh((t - t1)/t1*10))/2"
COMMANDS = {
    STEP: lambda t: 1e-4 * (t >= 0.5),
    SMOOTH: lambda t: 1e-4 * (1 + np.tanh((t - 0.5) / 0.5 * 10)) / 2,
}
"""How the lever is moved: in the model language, and here."""


@cache
def positioner(command: str):
    """Pieces (start, end, solution) of z, z', q0, q0', V2 from the reduced equations; and P2 of z and V2."""
    g, R, Tatm, Patm, Ps, C2, gam, Cd = 9.81, 287, 293, 101325, 4e5, 0.3965047, 11.820507, 0.85
    A0, Dn, ynull, Ap, ks, m, c, inertia, r = 1e-7, 1e-3, 1e-4, 1e-3, 8e3, 0.5, 100, 1e-5, 0.01
    a, b, znull, L, Re, kt = 0.02, 0.08, 0.02, 0.05, 10, 0.02
    P0 = Patm + (A0 * Ps / (2 * np.pi * Dn * ynull)) ** 2 / Patm
    z0 = -(Ap * (P0 - Patm) + m * g) / ks
    weight = g * Ap / (R * Tatm * gam)

    def pressure(z: float, V2: float) -> float:
        return V2 / (weight * (znull - z))

    def rates(t: float, x: np.ndarray, late: float, v: float) -> list[float]:
        z, zd, _q0, i, V2 = x
        u = a * z0 / b + COMMANDS[command](max(t, late))
        P2, y = pressure(z, V2), b / (a + b) * u - a / (a + b) * z
        into = Cd * A0 * C2 * Ps / np.sqrt(Tatm) / gam
        out = 2 * Cd * np.pi * Dn * (ynull + y) * C2 * np.sqrt(Patm * (P2 - Patm) / Tatm) / gam
        pull = c * zd + ks * z + Ap * (P2 - Patm) + m * g + kt * i / r
        return [zd, -pull / (m + inertia / r**2), i, (v - Re * i + kt * zd / r) / L, into - out]

    x, pieces = np.array([z0, 0, 0, 0, weight * P0 * (znull - z0)]), []
    sizes = np.array([1e-2, 1e-1, 1, 1, 1e-5])
    for start, end, v in ((0, 0.5, 0), (0.5, 3, 0), (3, 5, 12)):
        before = end - 1e-12 if command == STEP and end == 0.5 else end  # the step is not in its first piece
        late, options = (
            start,
            {"method": "DOP853", "rtol": 1e-12, "atol": 1e-13 * sizes, "dense_output": True},
        )
        run = solve_ivp(rates, (start, before), x, args=(late, v), **options)
        x = run.y[:, -1]
        pieces.append((start, end, run.sol))
    return pieces, pressure


def follows(motion: dalembert.Motion, command: str, rtol: float) -> None:
    """Bellows, charge and air are those of the hand reduction between the jumps, at rtol of their size."""
    for start, end, known in positioner(command)[0]:
        rows = (motion.t > start + 1e-9) & (motion.t < end - 1e-9)
        for row, name in enumerate(("z", "z'", "q0", "q0'", "V2")):
            error = np.abs(motion[name][rows] - known(motion.t[rows])[row]).max()
            assert error <= 10 * rtol * np.abs(motion[name]).max(), name


def test_the_reduced_positioner_rests_where_the_sources_say() -> None:
    """The hand reduction ends in the equilibria that the sources print, before and after the motor."""
    pieces, pressure = positioner(STEP)
    printed = (-5.2330856e-3, 138284.685), (-5.2498054e-3, 136018.443)
    for (_, end, known), rest in zip(pieces[1:], printed, strict=True):
        z, _, _, _, V2 = known(end)
        assert (z, pressure(z, V2)) == pytest.approx(rest, rel=1e-6)


@pytest.mark.parametrize("rtol", [*RTOLS[:2], pytest.param(RTOLS[2], marks=pytest.mark.soak)])
def test_the_positioner_follows_a_smooth_command(rtol: float, tmp_path) -> None:
    """Unknown efforts, a massless lever that is moved, and a motor that is switched on."""
    text = library.text_of("pneumatic_positioner")
    assert STEP in text
    path = tmp_path / "smooth.toml"
    path.write_text(text.replace(STEP, SMOOTH), encoding="utf-8")
    motion = dalembert.simulate(path, rtol=rtol)
    assert motion.status in ("ok", "limited"), motion.message
    follows(motion, SMOOTH, rtol)


@pytest.mark.parametrize(
    "rtol", [*RTOLS[:3:2], *(pytest.param(x, marks=pytest.mark.soak) for x in RTOLS[1::2])]
)
def test_the_positioner_follows_a_step(rtol: float) -> None:
    """The lever has no mass and jumps; what has mass, and the air in the bellows, does not."""
    motion = dalembert.simulate("pneumatic_positioner", rtol=rtol)
    assert motion.status in ("ok", "limited"), motion.message
    follows(motion, STEP, rtol)

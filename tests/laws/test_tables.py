"""Lookup tables: their values and slopes, and motions against closed forms and other programs."""

import math
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import CubicSpline, PchipInterpolator, RectBivariateSpline, RegularGridInterpolator
from scipy.linalg import expm
from scipy.optimize import brentq

import dalembert
from dalembert._model.interpolation import WAYS, cubics
from dalembert._model.lookup import cells_of_curve, cells_of_map, derivative_name, derivative_of

SPEEDS = [-2.0, -1.1, -0.6, -0.25, 0.0, 0.3, 0.7, 1.2, 2.0]
FORCES = [-3.1, -2.6, -2.2, -1.4, 0.0, 0.9, 1.3, 1.5, 1.6]
K = 40.0
PLACES = np.linspace(-1.5, 1.5, 13)


def damped(way, beyond="line", **more):
    """A measured damper on an oscillator."""
    return dalembert.model(
        parameters={"m": {"value": 1, "unit": "kg"}, "k": {"value": K, "unit": "N/m"}},
        coordinates={"x": {"unit": "m", "start": 0.3, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
        work={"x": "-damper(x')"},
        tables={
            "damper": {
                "x": {"values": [1000 * v for v in SPEEDS], "unit": "mm/s"},
                "value": {"values": FORCES, "unit": "N"},
                "interpolate": way,
                "beyond": beyond,
            }
        },
        simulate={"t_end": 2.5, "samples": 25},
        **more,
    )


def linear_truth(times):
    """The motion with the straight lines of the damper, each solved by its matrix exponential."""
    lines = [
        ((b - a) / (w - v), a, v) for (v, w), (a, b) in zip(pairwise(SPEEDS), pairwise(FORCES), strict=True)
    ]
    t, y, out = 0.0, np.array([0.3, 0.0]), []
    cell = SPEEDS.index(0.0) - 1  # it starts downwards
    while True:
        slope, force, origin = lines[cell]
        A = np.array([[0.0, 1.0], [-K, -slope]])
        rest = np.array([-(force - slope * origin) / K, 0.0])

        def state(s, A=A, rest=rest, y=y):
            return rest + expm(A * s) @ (y - rest)

        low, high = SPEEDS[cell], SPEEDS[cell + 1]
        grid = np.linspace(1e-9, 0.6, 241)
        speeds = np.array([state(s)[1] for s in grid])
        out_of = np.flatnonzero((speeds < low) | (speeds > high))
        end = math.inf
        if len(out_of):
            edge = low if speeds[out_of[0]] < low else high
            before = grid[out_of[0] - 1] if out_of[0] else 0.0
            end = brentq(lambda s: state(s)[1] - edge, before, grid[out_of[0]], xtol=1e-15)  # noqa: B023
        stop = min(t + end, times[-1] + 1e-9)
        out += [state(row - t)[0] for row in times if t <= row < stop]
        if t + end >= times[-1]:
            return np.array(out)
        t, y = t + end, np.array([state(end)[0], edge])
        cell += 1 if edge == high else -1


@pytest.mark.parametrize("rtol", [1e-6, 1e-9])
def test_a_damper_of_straight_lines_has_its_closed_form(rtol):
    """Every knot is located: the motion is that of matrix exponentials, and the claim is honest."""
    motion = dalembert.simulate(damped("linear"), rtol=rtol)
    error = np.max(np.abs(motion["x"] - linear_truth(motion.t))) / 0.3
    assert error < rtol
    assert error <= 3 * motion.accuracy.achieved + 1e-13


@pytest.mark.parametrize(("way", "curve"), [("monotone", PchipInterpolator), ("spline", CubicSpline)])
def test_a_measured_damper_moves_as_in_scipy(way, curve):
    """A measured damper moves as in SciPy, with SciPy's own interpolation."""
    own = curve(SPEEDS, FORCES)
    found = dalembert.simulate(damped(way), rtol=1e-9)
    other = solve_ivp(
        lambda _, y: [y[1], -K * y[0] - own(y[1])],
        (0, 2.5),
        [0.3, 0.0],
        "DOP853",
        t_eval=found.t,
        rtol=1e-12,
        atol=1e-13,
        max_step=0.005,
    )
    assert np.max(np.abs(found["x"] - other.y[0])) < 3e-9 * 0.3


@pytest.mark.parametrize("way", WAYS)
def test_energy_is_conserved_in_a_potential_from_a_table(way):
    """With V from a table the ledger closes, and T + V stays."""
    hill = 4 * PLACES**2 + np.cos(3 * PLACES)
    model = dalembert.model(
        coordinates={"x": {"start": 0.1, "speed": 2.5}},
        energy={"kinetic": "1/2*x'^2", "potential": "hill(x)"},
        tables={"hill": {"x": PLACES.tolist(), "value": hill.tolist(), "interpolate": way, "beyond": "line"}},
        simulate={"t_end": 4, "samples": 40},
    )
    equations = dalembert.derive(model)
    assert "hill'(x)" in dalembert.show(equations)
    motion = dalembert.simulate(model)
    cells = cells_of_curve("hill", PLACES.tolist(), hill.tolist(), way, "line")
    energy = 0.5 * motion["x'"] ** 2 + np.array([cells.value([x]) for x in motion["x"]])
    assert np.ptp(energy) < 1e-9
    assert motion.ledger.error < 1e-9


def test_a_map_is_a_potential_whose_slopes_are_its_partial_derivatives():
    """Two dimensions: energy is conserved, and the printed partial derivatives are verified."""
    x, y = np.linspace(-1, 1, 6), np.array([-1.0, -0.4, 0.1, 0.5, 1.0])
    land = 3 * x[:, None] ** 2 + 2 * y**2 + 0.5 * np.sin(2 * x[:, None] * y)
    model = dalembert.model(
        coordinates={"x": {"start": 0.5}, "y": {"start": -0.3, "speed": 0.4}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "land(x, y)"},
        tables={
            "land": {
                "x": x.tolist(),
                "y": y.tolist(),
                "value": land.tolist(),
                "interpolate": "spline",
                "beyond": "line",
            }
        },
        outputs={"height": "land(x, y)"},
        simulate={"t_end": 4, "samples": 40},
    )
    shown = dalembert.show(dalembert.derive(model))
    assert "land'1(x, y)" in shown
    assert "land'2(x, y)" in shown
    motion = dalembert.simulate(model)
    energy = 0.5 * (motion["x'"] ** 2 + motion["y'"] ** 2) + motion["height"]
    assert np.ptp(energy) < 1e-9
    assert dalembert.simulate(model, method="radau").status == "ok"


def test_a_cam_is_a_constraint_and_a_run_meets_its_law():
    """A follower on a cam from a table: y = lift(phi), driven evenly, with the acceleration of the spline."""
    angles = np.linspace(0, 2 * np.pi, 25)
    lift = 0.02 * (1 - np.cos(angles)) ** 2
    model = dalembert.model(
        parameters={"w": 3.0},
        coordinates={"phi": {"start": 0.1, "speed": 3.0}, "y": {"guess": 0}},
        energy={"kinetic": "1/2*phi'^2 + 1/2*y'^2"},
        constraints={"displacement": {"cam": "y - lift(phi)", "drive": "phi - 0.1 - w*t"}},
        tables={
            "lift": {"x": angles.tolist(), "value": lift.tolist(), "interpolate": "spline", "beyond": "stop"}
        },
        simulate={"t_end": 1.9, "samples": 20},
    )
    motion = dalembert.simulate(model)
    curve = CubicSpline(angles, lift)
    assert motion.status == "ok"
    assert np.allclose(motion["y"], curve(motion["phi"]), rtol=0, atol=1e-11)
    assert np.allclose(motion["y''"], 9 * curve(motion["phi"], 2), rtol=0, atol=1e-8)
    later = dalembert.simulate(model, t_end=3.0)
    assert str(later.message).startswith("the event `lift.high` stopped the run")
    assert math.isclose(later.t[-1], (2 * np.pi - 0.1) / 3, rel_tol=1e-9)


@pytest.mark.parametrize("way", WAYS)
def test_slopes_are_those_of_the_values(way):
    """Derivatives of all orders agree with differences, between and beyond the knots."""
    random = Random(5)
    x = sorted(random.uniform(-2, 2) for _ in range(9))
    y = [random.gauss(0, 1) for _ in x]
    for beyond in ("hold", "line"):
        cells = cells_of_curve("f", x, y, way, beyond)
        for _ in range(40):
            at = random.uniform(-3, 3)
            h = 1e-5
            if min(abs(at - knot) for knot in x) < 3 * h:
                continue
            for order in range(3):
                difference = (cells.value([at + h], [order]) - cells.value([at - h], [order])) / (2 * h)
                assert math.isclose(difference, cells.value([at], [order + 1]), rel_tol=1e-5, abs_tol=1e-5)


def test_interpolation_is_that_of_scipy():
    """Cubics and tensor splines have SciPy's coefficients and values."""
    random = np.random.default_rng(2)
    for count in (2, 3, 4, 9, 200):
        x, y = np.cumsum(random.uniform(0.1, 2, count)), random.normal(size=count)
        for way, curve in (("monotone", PchipInterpolator), ("spline", CubicSpline)):
            own = np.array(cubics(x.tolist(), y.tolist(), way))
            other = curve(x, y).c[::-1].T
            assert np.allclose(own[:, : other.shape[1]], other, rtol=1e-9, atol=1e-12)
    x, y = np.cumsum(random.uniform(0.3, 1, 7)), np.cumsum(random.uniform(0.3, 1, 6))
    z = random.normal(size=(7, 6))
    spline = cells_of_map("f", x.tolist(), y.tolist(), z.tolist(), "spline", "line")
    linear = cells_of_map("f", x.tolist(), y.tolist(), z.tolist(), "linear", "line")
    smooth, straight = RectBivariateSpline(x, y, z, s=0), RegularGridInterpolator((x, y), z)
    for _ in range(50):
        at = [random.uniform(x[0], x[-1]), random.uniform(y[0], y[-1])]
        assert math.isclose(linear.value(at), straight(at)[0], rel_tol=1e-9, abs_tol=1e-12)
        for orders in ((0, 0), (1, 0), (0, 1), (1, 1)):
            assert math.isclose(
                spline.value(at, orders),
                smooth(*at, dx=orders[0], dy=orders[1])[0, 0],
                rel_tol=1e-8,
                abs_tol=1e-9,
            )


def test_monotone_samples_give_a_monotone_curve():
    """Monotone stays monotone, whatever the samples."""
    random = Random(3)
    for _ in range(20):
        x = sorted(random.uniform(0, 10) for _ in range(12))
        y = sorted(random.choice([random.gauss(0, 1), 0.5]) for _ in range(12))
        cells = cells_of_curve("f", x, y, "monotone", "line")
        values = [cells.value([at]) for at in np.linspace(x[0] - 1, x[-1] + 1, 2000)]
        assert all(b >= a - 1e-12 for a, b in pairwise(values))


def test_names_of_derivatives_go_there_and_back():
    """F', f'' and f'12 name derivatives."""
    assert derivative_name("f", 0, 1) == "f'"
    assert derivative_name("f'", 0, 1) == "f''"
    assert derivative_name(derivative_name("f", 1, 2), 0, 2) == "f'12"
    assert derivative_of("f''", 1) == ("f", (2,))
    assert derivative_of("f'12", 2) == ("f", (1, 1))


@pytest.mark.parametrize("way", WAYS)
def test_beyond_its_ends_a_table_does_what_it_says(way):
    """Hold keeps the value, line the slope, stop has no value."""
    hold, line, stop = (
        cells_of_curve("f", SPEEDS, FORCES, way, beyond) for beyond in ("hold", "line", "stop")
    )
    slope = line.value([2.0], [1])
    assert hold.value([5.0]) == pytest.approx(1.6)
    assert hold.value([-7.0]) == pytest.approx(-3.1)
    assert line.value([5.0]) == pytest.approx(1.6 + 3 * slope)
    assert math.isnan(stop.value([2.1]))
    assert stop.value([2.0]) == pytest.approx(1.6)
    assert stop.value([-2.0]) == pytest.approx(-3.1)


def test_a_kink_of_a_table_has_no_linear_equations():
    """At a sample of straight lines derivatives say nothing; at one of a spline they do."""

    def model(way):
        return dalembert.model(
            coordinates={"x": {"start": 0, "speed": 0}},
            energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2"},
            work={"x": "-f(x')"},
            tables={"f": {"x": [-1, 0, 1], "value": [-1, 0, 3], "interpolate": way, "beyond": "line"}},
        )

    with pytest.raises(dalembert.ModelError, match="have a kink there") as caught:
        dalembert.linearise(model("linear"))
    hint = caught.value.flaws[0].hint
    assert 'interpolate = "monotone" or "spline" under [tables.f]' in hint
    assert """--at "x'=0.01\"""" in hint
    for speed, damping in ((0.01, 3.0), (-0.01, 1.0)):  # on one side the line of that side
        one_side = dalembert.linearise(model("linear"), {"x'": speed})
        assert one_side.A[1] == pytest.approx([-1.0, -damping])
    assert dalembert.linearise(model("spline")).A.shape == (2, 2)


@pytest.mark.parametrize("way", WAYS)
def test_a_small_argument_has_its_own_digits_and_not_those_of_a_sample(way):
    """Near zero, on both sides of it, a table through the origin is its slope times the argument."""
    for knots in ([-1.5, -0.2, 0.0, 0.2, 1.5], [-1.5, -0.5, 0.5, 1.5]):
        table = cells_of_curve("f", knots, [3 * x for x in knots], way, "line")
        for x in (1e-20, -1e-20, 3e-17, -3e-17):
            assert math.isclose(table.value([x]), 3 * x, rel_tol=1e-12), (knots, x)


ROAD = {
    "x": {"values": [0, 3, 3.25, 3.5, 3.75, 4, 10], "unit": "m"},
    "value": {"values": [0, 0, 30, 60, 30, 0, 0], "unit": "mm"},
    "interpolate": "monotone",
    "beyond": "hold",
}
DAMPER = {
    "x": {"values": [-9, 0, 9], "unit": "m/s"},
    "value": {"values": [-13500, 0, 31500], "unit": "N"},
    "beyond": "line",
}


def suspension(force):
    """A quarter car that rests, exactly at the corner of its damper, until it meets a bump."""
    return dalembert.model(
        coordinates={"zb": {"start": 0, "speed": 0}, "zw": {"start": 0, "speed": 0}},
        definitions={"s": "zb - zw"},
        energy={
            "kinetic": "160*zb'^2 + 35/2*zw'^2",
            "potential": "11000*(zb - zw)^2 + 95000*(zw - road(10*t))^2",
        },
        work={"zb": f"-{force}", "zw": force},
        tables={"road": ROAD, "damper": DAMPER},
        simulate={"t_end": 0.5, "samples": 50},
    )


def test_a_run_from_rest_at_a_corner_of_a_table_takes_steps_as_with_the_same_law_written():
    """The steps at the bump do not follow the rounding of the table, and the motion is the same."""
    table, law = (
        dalembert.simulate(suspension(force)) for force in ("damper(s')", "if(s' < 0, 1500*s', 3500*s')")
    )
    assert table.work.steps <= 1.5 * law.work.steps
    for name in ("zb", "zw"):
        assert np.abs(table[name] - law[name]).max() <= 1e-8 * np.abs(law[name]).max()

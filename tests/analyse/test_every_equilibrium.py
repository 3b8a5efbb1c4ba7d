"""All equilibria of small models: against roots that are known by other means, and bounds that hold everywhere."""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca
import numpy as np
import pytest
from scipy.optimize import brentq

import dalembert
from dalembert._analyse.intervals import bounds_of
from dalembert._tape.from_casadi import tape_of

Truth = list[tuple[tuple[float, ...], bool]]  # positions, and whether each is stable
Case = tuple[str, Truth]  # a potential, and its equilibria


def real_roots(coefficients: np.ndarray) -> np.ndarray:
    """The real roots of a polynomial, highest power first, polished by Newton's method."""
    roots = np.roots(coefficients)
    x = roots[np.abs(roots.imag) <= 1e-6 * np.maximum(1, np.abs(roots))].real
    slope = np.polyder(coefficients)
    for _ in range(8):
        x = x - np.polyval(coefficients, x) / np.polyval(slope, x)
    return np.unique(np.round(x, 9))


def sign_changes(
    f: Callable[[np.ndarray], np.ndarray], low: float, high: float, count: int = 40_000
) -> list[float]:
    """The roots of a function that changes its sign at each, from a dense grid."""
    x = np.linspace(low, high, count) + 1e-5 * (high - low) / count
    y = f(x)
    places = np.flatnonzero(y[1:] * y[:-1] < 0)
    return [float(brentq(f, x[k], x[k + 1], xtol=1e-15 * max(abs(low), abs(high)))) for k in places]


def in_text(coefficients: np.ndarray, name: str) -> str:
    """A polynomial as text."""
    degree = len(coefficients) - 1
    return " + ".join(f"({float(a)!r})*{name}^{degree - k}" for k, a in enumerate(coefficients))


def polynomial(seed: int) -> Case:
    """A potential of degree 4 to 8 whose force has given roots, real and in pairs."""
    random = np.random.default_rng(seed)
    count = 3 + 2 * (seed % 3)
    real = np.sort(random.uniform(-3, 3, size=random.integers(0, count // 2 + 1) * 2 + 1))
    while len(real) > 1 and np.diff(real).min() < 0.05:
        real = np.sort(random.uniform(-3, 3, size=len(real)))
    pairs = [random.uniform(-2, 2) + 1j * random.uniform(0.3, 2) for _ in range((count - len(real)) // 2)]
    slope = np.poly([*real, *pairs, *np.conj(pairs)]).real
    potential = np.polyint(slope)
    truth = real_roots(slope)
    assert len(truth) == len(real)
    return in_text(potential, "x"), [((x,), bool(np.polyval(np.polyder(slope), x) > 0)) for x in truth]


def trigonometric(seed: int) -> Case:
    """A periodic potential with harmonics up to the fourth: all its equilibria in one turn."""
    random = np.random.default_rng(seed)
    a, phase = random.normal(size=5), random.uniform(-3, 3, size=5)
    orders = np.arange(1, 2 + seed % 4)
    text = " + ".join(f"({float(a[k])!r})*cos({k}*x + ({float(phase[k])!r}))" for k in orders)

    def slope(x: np.ndarray) -> np.ndarray:
        return -sum(a[k] * k * np.sin(k * x + phase[k]) for k in orders)

    def curvature(x: float) -> float:
        return -sum(a[k] * k**2 * np.cos(k * x + phase[k]) for k in orders)

    return text, [((x,), bool(curvature(x) > 0)) for x in sign_changes(slope, -np.pi, np.pi)]


def rippled(seed: int) -> Case:
    """A parabola with ripples, cos(k x)."""
    random = np.random.default_rng(seed)
    k, c = random.uniform(2, 12), random.uniform(0.3, 3)
    far = 1.1 * k / (2 * c)
    roots = sign_changes(lambda x: -k * np.sin(k * x) + 2 * c * x, -far, far)
    return f"cos(({k!r})*x) + ({c!r})*x^2", [((x,), bool(-(k**2) * np.cos(k * x) + 2 * c > 0)) for x in roots]


def coupled(seed: int) -> Case:
    """Two quartic potentials with a coupling c x y: y = −p'(x)/c leaves a polynomial of degree 9 in x."""
    random = np.random.default_rng(seed)
    c = float(random.uniform(0.3, 2) * random.choice([-1, 1]))
    p, q = (np.array([random.uniform(0.2, 1), *random.normal(size=3), 0.0]) for _ in range(2))
    p1, q1 = np.polyder(p), np.polyder(q)
    y_of_x = -p1 / c
    whole = np.zeros(1)
    for coefficient in q1:
        whole = np.polyadd(np.polymul(whole, y_of_x), [coefficient])
    truth = []
    for x in real_roots(np.polyadd(whole, [c, 0.0])):
        y = float(np.polyval(y_of_x, x))
        hessian = [[np.polyval(np.polyder(p1), x), c], [c, np.polyval(np.polyder(q1), y)]]
        truth.append(((float(x), y), bool(np.linalg.eigvalsh(hessian)[0] > 0)))
    return f"{in_text(p, 'x')} + {in_text(q, 'y')} + ({c!r})*x*y", truth


def himmelblau(seed: int) -> Case:
    """(x² + y − a)² + (x + y² − b)²: both brackets vanish, or 4 x y = 1."""
    random = np.random.default_rng(seed)
    a, b = (11.0, 7.0) if seed == 0 else map(float, random.uniform(3, 12, size=2))
    first = np.polyadd(np.polymul([-1, 0, a], [-1, 0, a]), [1, -b])
    second = 16 * np.array(
        [2, 0, 1 - 2 * a, 0.5 - b, 0, 1 / 16]
    )  # 16 x² (x + y² − b + 2 x (x² + y − a)), 4 x y = 1
    places = [(x, a - x**2) for x in real_roots(first)] + [(x, 1 / (4 * x)) for x in real_roots(second)]
    truth = []
    for x, y in places:
        u, w = x**2 + y - a, x + y**2 - b
        xy = 4 * x + 4 * y
        hessian = [[4 * u + 8 * x**2 + 2, xy], [xy, 2 + 8 * y**2 + 4 * w]]
        truth.append(((float(x), float(y)), bool(np.linalg.eigvalsh(hessian)[0] > 0)))
    return f"(x^2 + y - ({a!r}))^2 + (x + y^2 - ({b!r}))^2", truth


def rotors(seed: int) -> Case:
    """Two coupled rotors, a cos x + b cos y + c cos(x − y): sin y = −(a/b) sin x on two branches."""
    random = np.random.default_rng(seed)
    a, b, c = (float(v) for v in random.uniform(0.4, 2, size=3) * random.choice([-1, 1], size=3))

    def branch(sign: int) -> Callable[[np.ndarray], np.ndarray]:
        def y(x: np.ndarray) -> np.ndarray:
            base = np.arcsin(np.clip(-a / b * np.sin(x), -1, 1))
            return base if sign > 0 else np.pi - base

        return y

    truth = []
    for sign in (1, -1):
        y = branch(sign)

        def balance(x: np.ndarray, y: Callable[[np.ndarray], np.ndarray] = y) -> np.ndarray:
            fits = np.abs(a / b * np.sin(x)) <= 1
            return np.where(fits, -a * np.sin(x) - c * np.sin(x - y(x)), np.nan)

        for x in sign_changes(balance, -np.pi - 0.1, np.pi - 0.1):
            place = (x, float(y(np.array(x))))
            mixed = c * np.cos(place[0] - place[1])
            hessian = [[-a * np.cos(place[0]) - mixed, mixed], [mixed, -b * np.cos(place[1]) - mixed]]
            truth.append((place, bool(np.linalg.eigvalsh(hessian)[0] > 0)))
    return f"({a!r})*cos(x) + ({b!r})*cos(y) + ({c!r})*cos(x - y)", truth


FAMILIES = {
    "polynomial": polynomial,
    "trigonometric": trigonometric,
    "rippled": rippled,
    "coupled": coupled,
    "himmelblau": himmelblau,
    "rotors": rotors,
}
CASES = [
    pytest.param(name, seed, marks=() if seed < 4 else pytest.mark.soak)
    for name in FAMILIES
    for seed in range(16)
]


@pytest.mark.parametrize(("family", "seed"), CASES)
def test_every_equilibrium_of_a_potential_is_found_and_judged(family: str, seed: int) -> None:
    """Polynomial and periodic potentials in one and two coordinates: all real roots, stable at minima only."""
    text, truth = FAMILIES[family](seed)
    turning = family in ("trigonometric", "rotors")
    names = ("x", "y")[: len(truth[0][0])]
    found = dalembert.equilibrium(
        dalembert.model(
            coordinates={name: {"start": 0.3} for name in names},
            energy={"kinetic": " + ".join(f"1/2*{name}'^2" for name in names), "potential": text},
        )
    )
    assert found.complete, found
    assert len(found) == len(truth), (len(found), truth)
    for place, stable in truth:
        away = [np.array([one[name] for name in names]) - place for one in found]
        away = [a - 2 * np.pi * np.round(a / (2 * np.pi)) for a in away] if turning else away
        nearest = int(np.argmin([np.abs(a).max() for a in away]))
        assert np.abs(away[nearest]).max() <= 1e-6 * (1 + max(map(abs, place)))
        assert (found[nearest].stability == "stable") is stable
        assert stable or found[nearest].stability == "unstable"


@pytest.mark.parametrize("seed", range(3))
def test_completeness_does_not_depend_on_units(seed: int) -> None:
    """With lengths of a nanometre or of a million kilometres all nine of Himmelblau's equilibria are found."""
    length = [1e-9, 1e9, 3.7e-5][seed]
    model = dalembert.model(
        parameters={"l": length, "e": 10.0 ** (8 * seed - 9)},
        coordinates={"x": {"start": 0.3 * length}, "y": {"start": 0.2 * length}},
        energy={
            "kinetic": "1/2*x'^2 + 1/2*y'^2",
            "potential": "e*((x^2/l^2 + y/l - 11)^2 + (x/l + y^2/l^2 - 7)^2)",
        },
    )
    found = dalembert.equilibrium(model)
    assert found.complete
    assert len(found) == 9
    assert sum(one.stability == "stable" for one in found) == 4


def test_an_answer_says_where_others_may_exist() -> None:
    """A mechanism is searched from points: its answer names their ranges in text and JSON, and claims no more."""
    found = dalembert.equilibrium("rod_pendulum")
    assert not found.complete
    assert found.extent.key == "equilibria_maybe_more"
    assert "further equilibria may exist" in str(found)
    data = dalembert.as_dict(found)
    assert data["complete"] is False
    assert data["searched"]["x"][0] < 0 < data["searched"]["x"][1]
    assert data["extent"] == str(found.extent)


def test_linear_equations_have_one_equilibrium_everywhere() -> None:
    """Masses on linear springs rest at one place; a constant force that nothing balances at none."""
    kinetic = "1/2*x'^2 + 1/2*y'^2"
    coordinates = {"x": {"start": 0.3}, "y": {"start": 0.2}}
    springs = {"kinetic": kinetic, "potential": "x^2 + (x - y)^2 - 3*y"}
    held = dalembert.equilibrium(dalembert.model(coordinates=coordinates, energy=springs))
    assert (len(held), held.complete, held.extent.key) == (1, True, "equilibria_all")
    pushed = {"kinetic": kinetic, "potential": "cos(x) - 3*y"}
    none = dalembert.equilibrium(dalembert.model(coordinates=coordinates, energy=pushed))
    assert (len(none), none.complete) == (0, True)


def test_a_pole_and_a_degenerate_minimum_hide_nothing() -> None:
    """Between plates (a pole of even order) and at x⁴ all is decided; a jump of the force is not searched."""

    def alone(potential: str, **work: str) -> dalembert.Equilibria:
        return dalembert.equilibrium(
            dalembert.model(
                coordinates={"x": {"start": 0.1}},
                energy={"kinetic": "1/2*x'^2", "potential": potential},
                work=work,
            )
        )

    plates = alone("1/2*x^2 - 0.1/(1 - x)")
    assert plates.complete
    assert np.allclose(sorted(one["x"] for one in plates), np.sort(np.roots([1, -2, 1, -0.1]).real))
    quartic = alone("x^4")
    assert (quartic.complete, len(quartic)) == (True, 1)
    assert not alone("x^2", x="-step(x - 0.5)").complete


EXPRESSIONS = (
    lambda a, b: a + b,
    lambda a, b: a - b,
    lambda a, b: a * b,
    lambda a, b: a / b,
    lambda a, _: 1 / a / a / a,
    lambda a, _: a * a * a,
    lambda a, _: a**2.5,
    lambda a, b: a**b,
    lambda a, _: a**-3,
    lambda a, b: (a - b) ** 4,
    lambda a, _: ca.sqrt(a),
    lambda a, _: ca.exp(a),
    lambda a, _: ca.log(a),
    lambda a, _: ca.sin(a),
    lambda a, b: ca.cos(3 * a + b),
    lambda a, _: ca.tan(a),
    lambda a, _: ca.asin(a),
    lambda a, _: ca.acos(a),
    lambda a, b: ca.atan2(a, b),
    lambda a, _: ca.sinh(a),
    lambda a, _: ca.cosh(a),
    lambda a, b: ca.tanh(b) - ca.atan(a) * ca.asinh(b),
    lambda a, _: ca.acosh(a),
    lambda a, _: ca.atanh(a),
    lambda a, b: ca.fmin(ca.fabs(a), b) - ca.fmax(a, 2 * b),
    lambda a, b: ca.if_else(a < b, a, b) + ca.sign(a),
)


@pytest.mark.parametrize("k", range(len(EXPRESSIONS)))
def test_bounds_contain_all_values(k: int) -> None:
    """Every operation at points of a box lies within its bounds there, at ends and beyond its domain as well."""
    x = ca.SX.sym("x", 2)
    value = EXPRESSIONS[k](x[0], x[1])
    tape = tape_of("f", {"x": x}, {"F": value}, {"x": 1, "F": 1})
    function = ca.Function("f", [x], [value])
    random = np.random.default_rng(k)
    centres = random.normal(size=(200, 2)) * random.choice([0.1, 1, 10], size=(200, 1))
    widths = np.abs(random.normal(size=(200, 2))) * random.choice([0.01, 1, 5], size=(200, 1))
    limits = bounds_of(tape, [0])(centres - widths, centres + widths)
    for i, (centre, width) in enumerate(zip(centres, widths, strict=True)):
        points = np.vstack(
            [centre + width * random.uniform(-1, 1, size=(40, 2)), centre - width, centre + width]
        )
        values = np.array(function(points.T)).ravel()
        values = values[~np.isnan(values)]
        assert not (len(values) and limits.nowhere[i])
        assert np.all((values >= limits.low[i, 0]) & (values <= limits.high[i, 0]))


def one_mass(work: str = "", potential: str = "0", **sections: object) -> dalembert.Equilibria:
    """The equilibria of a mass of 1 on a line, in x."""
    return dalembert.equilibrium(
        dalembert.model(
            coordinates={"x": {"start": 0.3}},
            energy={"kinetic": "1/2*x'^2", "potential": potential},
            **({"work": {"x": work}} if work else {}),
            **sections,
        )
    )


DRY = {
    "dissipation": {"energy": {"kinetic": "1/2*x'^2", "potential": "2*x^2", "dissipation": "0.5*abs(x')"}},
    "work": {"work": {"x": "-0.5*sign(x')"}},
    "definition": {"definitions": {"rub": "-0.5*sign(x')"}, "work": {"x": "rub"}},
    "condition": {"work": {"x": "if(x' > 0, -0.5, 0.5)"}},
}


@pytest.mark.parametrize("where", DRY)
def test_no_completeness_is_claimed_where_dry_friction_holds_a_body(where: str) -> None:
    """A mass on a spring with dry friction rests at every place where the spring is weaker."""
    sections = {"energy": {"kinetic": "1/2*x'^2", "potential": "2*x^2"}} | DRY[where]
    found = dalembert.equilibrium(dalembert.model(coordinates={"x": {"start": 0.3}}, **sections))
    assert not found.complete
    told = any(one.key == "equilibria_dry_friction" for one in found.remarks)
    assert told is (where != "condition")


@pytest.mark.parametrize(
    "work", ["-x^3 + 3*x^2 - 3*x + 1", "-(x^5 - 5*x^4 + 10*x^3 - 10*x^2 + 5*x - 1)", "-(x - 1)^3"]
)
def test_a_root_of_higher_order_is_one_equilibrium(work: str) -> None:
    """−(x − 1)³ and −(x − 1)⁵, also written out, vanish at x = 1 only, and linear equations judge nothing there."""
    [found] = one_mass(work)
    assert abs(found["x"] - 1) <= 2e-3
    assert found.stability == "undecided"


def test_a_root_of_higher_order_in_two_unknowns_is_one_equilibrium() -> None:
    """With s = −x − 0.4 x³ the rate of s is x³ ((1 + 0.4 x²)³ − 0.4): zero at x = 0 only."""
    states = {"s": {"rate": "x - s^3 + s", "start": 0}}
    found = one_mass("-s", "1/2*x^2 + 0.1*x^4", states=states)
    assert found.complete
    assert [(one["x"], one["s"]) for one in found] == [(0.0, 0.0)]


@pytest.mark.parametrize("dissipation", ["0", "1/2*x'^2"])
def test_the_end_of_two_equilibria_is_not_called_stable(dissipation: str) -> None:
    """1 − sin x is zero at π/2 and pushes on beyond it: a disturbance to that side does not return."""
    energy = {"kinetic": "1/2*x'^2", "dissipation": dissipation}
    model = dalembert.model(coordinates={"x": {"start": 0.3}}, energy=energy, work={"x": "1 - sin(x)"})
    found = dalembert.equilibrium(model)
    [one] = found
    assert (round(one["x"], 6), one.stability) == (1.570796, "undecided")
    assert not str(found.extent).endswith((" ", "with"))


def test_an_angle_that_differs_after_some_turns_is_not_said_to_be_searched() -> None:
    """−cos x + 20 exp(−(x − 30)²) looks periodic near zero, and has further equilibria near 30."""
    found = one_mass(potential="-cos(x) + 20*exp(-(x - 30)^2)")
    places = sign_changes(lambda x: np.sin(x) - 40 * (x - 30) * np.exp(-((x - 30) ** 2)), 25.5, 34)
    assert len(places) == 2
    near = [[one for one in found if abs(one["x"] - place) < 1e-6] for place in places]
    assert all(near) or not found.complete

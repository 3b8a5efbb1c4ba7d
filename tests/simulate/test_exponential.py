"""The method `exponential`: linear models with constant coefficients, exact but for rounding."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import dalembert
from dalembert._simulate.double_double import Twofold, exponentials
from dalembert._tape.time_functions import constant, cosine, exponential, plus, sine, time_since, times

OSCILLATOR = """format = 1
[coordinates]
x = {{ start = 0.25, speed = -1 }}
[inputs]
F = {law}
[energy]
kinetic = "1/2*2*x'^2"
potential = "1/2*50*x^2"
dissipation = "1/2*{damping}*x'^2"
[work]
x = "F"
[simulate]
t_end = 6
samples = 240
"""


def read(tmp_path: Path, text: str) -> dalembert.Model:
    """The model of a text."""
    path = tmp_path / "model.toml"
    path.write_text(text)
    return dalembert.read(path)


def letter(model: dalembert.Model | str) -> str:
    """What is said of a model that the method does not run."""
    with pytest.raises(dalembert.ModelError) as refused:
        dalembert.simulate(model, method="exponential")
    return str(refused.value)


def test_both_ways_agree_within_their_claims() -> None:
    """Constraints, massless coordinates and unknown efforts: steps give the same motion, forces and works."""
    for name in ("sprung_rod", "conveyor", "blending_tank"):
        exactly = dalembert.simulate(name, method="exponential")
        stepwise = dalembert.simulate(name, method="rk853", rtol=1e-11)
        assert exactly.accuracy.achieved <= 1e-13
        for block in ("q", "qd", "s", "e", "lam", "qdd", "outputs", "V"):
            one, other = getattr(exactly, block), getattr(stepwise, block)
            size = np.abs(other).max(axis=0, initial=1e-300)
            assert np.abs(one - other).max(initial=0.0) <= 1e-9 * np.max(size, initial=1e-300), (name, block)
        assert exactly.ledger.error <= 1e-12
        assert max(exactly.residual.position, default=0) <= 1e-13


@pytest.mark.parametrize("damping", [0, 20, 40])
def test_resonance_and_critical_damping_are_the_closed_forms(tmp_path: Path, damping: int) -> None:
    """M x'' + c x' + k x = F sin w t at w = √(k/m), undamped, critically and more than critically damped."""
    text = OSCILLATOR.format(law='"3*sin(5*t)"', damping=damping)
    motion = dalembert.simulate(read(tmp_path, text), method="exponential")
    t, x0, v0 = motion.t, 0.25, -1.0
    if damping:  # the forced part is −F cos(w t)/(c w)
        part = 3 / (damping * 5)
        a = damping / 4  # rates of decay: a ± √(a² − 25)
        x1, spread = x0 + part, math.sqrt(max(a * a - 25, 0.0))
        rise = (v0 + a * x1) * (np.sinh(spread * t) / spread if spread else t)
        true = np.exp(-a * t) * (x1 * np.cosh(spread * t) + rise) - part * np.cos(5 * t)
    else:
        true = x0 * np.cos(5 * t) + (v0 / 5 + 3 / 100) * np.sin(5 * t) - 3 * t / 20 * np.cos(5 * t)
    assert np.abs(motion.q[:, 0] - true).max() <= 2e-14 * np.abs(true).max()


def test_works_are_integrals_of_the_motion(tmp_path: Path) -> None:
    """What a damper takes from a free oscillation is what its energy has lost, at every row."""
    text = OSCILLATOR.format(law='"0"', damping=1)
    motion = dalembert.simulate(read(tmp_path, text), method="exponential")
    energy = motion.T + motion.V
    taken = motion.ledger.dissipated
    assert np.abs(energy[0] - energy - np.abs(taken)).max() <= 1e-14 * energy[0]


@pytest.mark.parametrize(
    "law",
    [
        '"step(t - 1) - 2*step(t - 2.5)"',
        '"abs(sin(2*t)) + max(0, t - 1)"',
        '"if(t < 3, 2, 0.5*t^2)*exp(-0.3*t)"',
        '"cos(3*t)*cos(4*t)^2 + sinh(0.1*t)"',
        '{ table = "F.csv", time = "t", column = "F" }',
        '{ table = "F.csv", time = "t", column = "F", interpolate = "spline" }',
        '{ table = "F.csv", time = "t", column = "F", interpolate = "monotone" }',
    ],
)
def test_inputs_of_every_kind_give_the_motion_of_small_steps(tmp_path: Path, law: str) -> None:
    """Steps, kinks, products and tables: rows, works and extremes are those of another method."""
    (tmp_path / "F.csv").write_text("t,F\n0,0\n1,3\n2.5,-1\n4,0.5\n6,0.7\n")
    model = read(tmp_path, OSCILLATOR.format(law=law, damping=0.3))
    exactly = dalembert.simulate(model, method="exponential")
    stepwise = dalembert.simulate(model, method="rk853", rtol=1e-12)
    assert exactly.accuracy.achieved <= 1e-12
    for block in ("q", "qd", "qdd", "T", "V"):
        one, other = getattr(exactly, block), getattr(stepwise, block)
        assert np.abs(one - other).max() <= 1e-10 * np.abs(other).max()
    assert exactly.ledger.error <= 1e-12
    for one, other in zip(exactly.extremes, stepwise.extremes, strict=True):
        size = max(abs(other.minimum), abs(other.maximum))
        assert one.minimum == pytest.approx(other.minimum, abs=1e-7 * size)
        assert one.maximum == pytest.approx(other.maximum, abs=1e-7 * size)


def test_a_support_that_moves_carries_its_constraint_along(tmp_path: Path) -> None:
    """X = 0.1 sin 3t holds at every row, and the mass hung on it has the closed form of a forced oscillation."""
    text = """format = 1
[coordinates]
x = {}
y = { start = 0, speed = 0.3 }
[energy]
kinetic = "1/2*x'^2 + 1/2*y'^2"
potential = "1/2*50*(y - x)^2"
[constraints.displacement]
phi = "x - 0.1*sin(3*t)"
[simulate]
t_end = 40
"""
    motion = dalembert.simulate(read(tmp_path, text), method="exponential")
    t, w = motion.t, math.sqrt(50)
    forced = 0.1 * 50 / (50 - 9)
    true = forced * np.sin(3 * t) + (0.3 - 3 * forced) / w * np.sin(w * t)
    assert np.abs(motion.q[:, 0] - 0.1 * np.sin(3 * t)).max() <= 1e-15
    assert np.abs(motion.q[:, 1] - true).max() <= 1e-14
    assert motion.residual.velocity.max() <= 1e-14


def test_rows_need_not_be_evenly_spaced(tmp_path: Path) -> None:
    """States at any times are those of a run whose rows are there, and extremes between rows are found."""
    text = OSCILLATOR.format(law='"cos(2*t)"', damping=0)
    model = read(tmp_path, text)
    even = dalembert.simulate(model, method="exponential")
    some = [0.0, *sorted(np.random.default_rng(5).choice(even.t[1:-1], 130, replace=False).tolist()), 6.0]
    written = text.replace("t_end = 6\nsamples = 240", f"times = {some}")
    uneven = dalembert.simulate(read(tmp_path, written), method="exponential")
    assert np.abs(uneven.q - even.q[np.searchsorted(even.t, some)]).max() <= 1e-14
    assert uneven.extremes[0].maximum == pytest.approx(even.extremes[0].maximum, rel=1e-9)


def test_numbers_that_were_computed_are_claimed_to_be_rounded(tmp_path: Path) -> None:
    """The phase of sin(2πf t) is uncertain by the last bit of 2πf, that of sin(5 t) is not."""
    claimed = {}
    for law in ('"sin(2*pi*7*t)"', '"sin(5*t)"'):
        text = OSCILLATOR.format(law=law, damping=0).replace("t_end = 6", "t_end = 6000")
        claimed[law] = dalembert.simulate(read(tmp_path, text), method="exponential").accuracy.achieved
    assert claimed['"sin(5*t)"'] <= 1e-15
    assert 1e-14 <= claimed['"sin(2*pi*7*t)"'] <= 1e-9


def test_long_runs_are_exact_and_short_ones_are_stepped(tmp_path: Path) -> None:
    """The choice of `auto` depends on how often the modes turn, and on nothing that a clock says."""
    text = OSCILLATOR.format(law='"0"', damping=0)
    assert dalembert.simulate(read(tmp_path, text)).method == "rk853"
    longer = text.replace("t_end = 6", "t_end = 6000")
    assert dalembert.simulate(read(tmp_path, longer)).method == "exponential"
    assert dalembert.simulate(read(tmp_path, longer), dt=0.01).method == "rk853"
    assert dalembert.simulate(read(tmp_path, longer), method="rk853").method == "rk853"


def test_a_motion_that_outgrows_all_numbers_ends_there(tmp_path: Path) -> None:
    """An unstable motion over 800 e-foldings fails where it is no number any more, and keeps its rows."""
    text = OSCILLATOR.format(law='"0"', damping=0).replace("1/2*50*x^2", "-1/2*50*x^2")
    text = text.replace("t_end = 6", "t_end = 200")
    motion = dalembert.simulate(read(tmp_path, text), method="exponential")
    assert motion.status == "failed"
    assert 60 < motion.reached < 75
    assert np.isfinite(motion.q).all()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("1/2*50*x^2", "1/2*50*x^2 + 0.1*x^4"), "the rate of `x'` is not"),
        (("1/2*50*x^2", "1/2*50*(1 + 0.1*cos(t))*x^2"), "depend on time in another way"),
        (("[work]\n", '[events]\nhit = { when = "x - 0.1" }\n[work]\n'), "this one has events"),
        (('F = "0"', 'F = "sin(t^2)"'), "depend on time in another way"),
        (('F = "0"', 'F = "1/(1 + t)"'), "depend on time in another way"),
    ],
)
def test_other_models_are_refused_by_name(tmp_path: Path, change: tuple[str, str], said: str) -> None:
    """What is not linear, or not of these kinds, is named, with what inputs may be."""
    text = OSCILLATOR.format(law='"0"', damping=0).replace(*change)
    found = letter(read(tmp_path, text))
    assert said in found
    assert "use auto; inputs may be" in found


def test_contacts_and_steps_of_a_fixed_size_are_refused() -> None:
    """A contact ends a linear motion, and there are no steps whose size could be given."""
    assert "this one has contacts" in letter("mass_and_wall")
    with pytest.raises(dalembert.ModelError, match="chooses its own steps"):
        dalembert.simulate("sprung_rod", method="exponential", dt=1e-3)


def test_products_of_twofold_matrices_have_thirty_digits() -> None:
    """The product of two matrices of very different entries is right to 1e-29 of its terms, by fractions."""
    source = np.random.default_rng(2)
    size = 7

    def drawn() -> Twofold:
        high = source.normal(size=(size, size)) * 10.0 ** source.integers(-6, 7, size=(1, size))
        return Twofold(high, high * 2.0**-54 * source.normal(size=(size, size)))

    def exact(matrix: Twofold) -> list[list[Fraction]]:
        pairs = zip(matrix.high.tolist(), matrix.low.tolist(), strict=True)
        return [[Fraction(a) + Fraction(b) for a, b in zip(*rows, strict=True)] for rows in pairs]

    one, other = drawn(), drawn()
    a, b, found = exact(one), exact(other), exact(one @ other)
    for i in range(size):
        for j in range(size):
            terms = [a[i][k] * b[k][j] for k in range(size)]
            most = max(abs(a[i][k]) * max(map(abs, b[k])) for k in range(size))
            assert abs(found[i][j] - sum(terms)) <= most * Fraction(1, 10**29)


def test_the_exponential_of_a_rotation_is_a_rotation() -> None:
    """Exp of a rotation by 1e6 whole turns, 2π in two numbers, is the unit matrix to 1e-22."""
    high, low = 2 * math.pi, 2.4492935982947064e-16
    A = Twofold(np.array([[0.0, high], [-high, 0.0]]), np.array([[0.0, low], [-low, 0.0]]))
    *_, turned = exponentials(A, (1e6, 0.0))
    off = (turned.high - np.eye(2)) + turned.low
    assert np.abs(off).max() <= 1e-22


def test_functions_of_time_multiply_as_their_values_do() -> None:
    """Products and sums of lines, exponentials, sines and cosines have the values that floating point gives."""
    line = plus(time_since(Decimal("0.5")), constant(Decimal(-2)))
    made = times(
        times(line, exponential(Decimal(1), Decimal("-0.3"))), plus(sine(Decimal(2), Decimal(3)), line)
    )
    made = times(made, cosine(Decimal("0.7"), Decimal(-4)))
    for tau in (0.0, 0.3, 2.7):
        value = sum(
            tau**k
            * math.exp(float(s) * tau)
            * (float(c) * math.cos(float(w) * tau) + float(d) * math.sin(float(w) * tau))
            for (k, s, w), (c, d) in made.items()
        )
        straight = tau + 0.5 - 2
        true = (
            straight * math.exp(1 - 0.3 * tau) * (math.sin(2 + 3 * tau) + straight) * math.cos(0.7 - 4 * tau)
        )
        assert value == pytest.approx(true, abs=1e-13)

"""Signals: closed forms of an oscillator driven by each of them, their slopes, and what is refused."""

import math
from itertools import pairwise
from random import Random

import numpy as np
import pytest
import sympy
from scipy import signal as field

import dalembert
from dalembert._expression.functions import FUNCTIONS, SIGNALS
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree

W, PERIOD, START, END = 2.3, 1.25, 0.7, 6.0
# Each signal as polynomials of t on its pieces, between the times at which it has a kink.
HALVES = np.arange(0.0, END + PERIOD, PERIOD / 2)
CLOSED = {
    f"pulse(t, {START}, {PERIOD})": ([START, START + PERIOD], lambda i, _: [float(i == 1)]),
    f"square(t, {PERIOD})": (HALVES[1:], lambda i, _: [1.0 - 2.0 * (i % 2)]),
    f"square(t, {PERIOD}, 1/4)": (
        sorted([*HALVES[2::2], *(HALVES[::2] + PERIOD / 4)]),
        lambda i, _: [1.0 - 2.0 * (i % 2)],
    ),
    f"triangle(t, {PERIOD})": (
        HALVES[1:],
        lambda i, _: [-1.0 if i % 2 == 0 else 1.0, (4.0 if i % 2 == 0 else -4.0) / PERIOD],
    ),
    f"sawtooth(t, {PERIOD})": (HALVES[2::2], lambda *_: [-1.0, 2.0 / PERIOD]),
    f"ramp(t, {START}, {PERIOD})": (
        [START, START + PERIOD],
        lambda i, _: [[0.0], [0.0, 1.0 / PERIOD], [1.0]][i],
    ),
    f"smoothstep(t, {START}, {START + PERIOD})": (
        [START, START + PERIOD],
        lambda i, _: [[0.0], [0.0, 0.0, 3.0 / PERIOD**2, -2.0 / PERIOD**3], [1.0]][i],
    ),
}


def oscillator(law, **more):
    """An oscillator of one kilogram that a law drives, and further sections."""
    return dalembert.model(
        parameters={"w": W},
        coordinates={"x": {"start": 0.1, "speed": -0.2}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*w^2*x^2"},
        work={"x": law},
        simulate={"t_end": END, "samples": 24},
        **more,
    )


def truth(times, kinks, pieces):
    """The x of x'' + W² x = f, f a cubic on each piece, by x_p = f/W² − f''/W⁴ and the free motion about it."""
    x, v, out = 0.1, -0.2, []
    edges = [0.0, *[float(k) for k in kinks if k < END], math.inf]
    for i, (low, high) in enumerate(pairwise(edges)):
        f = np.polynomial.Polynomial(pieces(i, low))
        own = f / W**2 - f.deriv(2) / W**4 if f.degree() > 1 else f / W**2
        a, b = x - own(0.0), (v - own.deriv()(0.0)) / W

        def state(s, own=own, a=a, b=b):
            c, d = math.cos(W * s), math.sin(W * s)
            return own(s) + a * c + b * d, own.deriv()(s) + W * (b * c - a * d)

        out += [state(t - low)[0] for t in times if low <= t < high]
        if high < END:
            x, v = state(high - low)
    return np.array(out)


@pytest.mark.parametrize("law", CLOSED)
@pytest.mark.parametrize("rtol", [1e-6, 1e-9])
def test_a_driven_oscillator_has_its_closed_form(law, rtol):
    """A driven oscillator has its closed form."""
    motion = dalembert.simulate(oscillator(law), rtol=rtol)
    error = np.max(np.abs(motion["x"] - truth(motion.t, *CLOSED[law]))) / np.max(np.abs(motion["x"]))
    assert error < min(rtol, 3 * motion.accuracy.achieved + 1e-14)


def test_a_chirp_is_that_of_the_field():
    """A chirp is that of the field."""
    t = np.linspace(0.0, 3.0, 50)
    own = [FUNCTIONS["chirp"].value(x, 0.5, 2.0, 3.0) for x in t]
    assert np.allclose(own, field.chirp(t, 0.5, 2.0, 3.0), rtol=0, atol=1e-12)
    same = oscillator("cos(2*pi*(t/2 + 5/8*t^2))"), oscillator("chirp(t, 1/2, 2, 3)")
    one, other = (dalembert.simulate(model)["x"] for model in same)
    assert np.allclose(one, other, rtol=0, atol=1e-12)


def test_waves_are_those_of_the_field():
    """Waves are those of the field."""
    t = np.linspace(-3.0, 3.0, 601) + 1e-4
    for name, wave in {
        "square": lambda x: field.square(x, 0.5),
        "sawtooth": field.sawtooth,
        "triangle": lambda x: field.sawtooth(x, 0.5),
    }.items():
        own = [FUNCTIONS[name].value(x, PERIOD) for x in t]
        assert np.allclose(own, wave(2 * np.pi * t / PERIOD), rtol=0, atol=1e-9), name


@pytest.mark.parametrize("name", SIGNALS)
def test_the_value_of_a_signal_is_that_of_its_body_and_of_the_functions(name):
    """The value of a signal is that of its body and of the functions."""
    text = {"chirp": "chirp(x, 2, 3, 4)", "smoothstep": "smoothstep(x, 1, 3)"}.get(
        name, f"{name}(x, {', '.join(['2'] * (FUNCTIONS[name].least - 1))})"
    )
    model = dalembert.model(
        coordinates={"x": {}}, energy={"kinetic": "x'^2/2"}, outputs={"o": text, "back": "x"}
    )
    computed = dalembert.functions(model).outputs
    given = [float(number) for number in text[len(name) + 4 : -1].split(", ")]
    random = Random(1)
    for _ in range(20):
        x = random.uniform(-5, 5)
        found = computed(0.0, [x], [0.0])[0]
        assert math.isclose(found, FUNCTIONS[name].value(x, *given), rel_tol=1e-12, abs_tol=1e-12)
    assert print_tree(parse(text)) == text


@pytest.mark.parametrize("name", [name for name in SIGNALS if name not in ("pulse", "square", "chirp")])
def test_slopes_agree_with_the_numeric_side_where_energies_hold_them(name):
    """`derive` compares the slopes with the bodies, differentiated automatically."""
    shape = {"smoothstep": "-1, 2", "ramp": "-1, 2"}.get(name, "3")
    model = dalembert.model(
        coordinates={"x": {"start": 0.2}, "y": {"start": 0.4}},
        definitions={"z": f"{name}(x + 2*t, {shape})"},
        energy={"kinetic": "1/2*(x'^2 + (y' + z')^2)", "potential": f"3*{name}(x*y, {shape})"},
    )
    equations = dalembert.derive(model)
    assert equations.verified is not None
    text = dalembert.show(equations)
    assert {"ramp": "pulse", "triangle": "square", "smoothstep": "pulse"}.get(name, "y") in text


def test_energy_is_conserved_over_a_mountain_range():
    """Energy is conserved over a mountain range."""
    model = dalembert.model(
        parameters={"E": 0.7, "L": 0.9},
        coordinates={"x": {"start": 0.1, "speed": 2.0}},
        energy={"kinetic": "1/2*x'^2", "potential": "E*triangle(x, L)"},
        simulate={"t_end": 5, "samples": 50},
    )
    motion = dalembert.simulate(model)
    height = np.array([FUNCTIONS["triangle"].value(x, 0.9) for x in motion["x"]])
    energy = 0.5 * motion["x'"] ** 2 + 0.7 * height
    assert np.ptp(energy) < 1e-9
    assert motion["x"][-1] > 4


def test_signals_are_shown_as_written_and_survive_every_format(tmp_path):
    """Signals are shown as written and survive every format."""
    model = oscillator("3*square(t, w)", inputs={"u": "ramp(t, 1, 2)"}, outputs={"o": "u*chirp(t, 1, 2, 3)"})
    text = dalembert.write(model)
    assert "3*square(t, w)" in text
    assert "ramp(t, 1, 2)" in text
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    assert dalembert.read(tmp_path / "a.toml") == model
    equations = dalembert.derive(model)
    assert "square(t, w)" in dalembert.show(equations)
    assert r"\operatorname{square}" in dalembert.show(equations, style="latex")
    row = dalembert.to_sympy(equations)["equations"]["x"]
    assert row.has(sympy.floor)
    with pytest.raises(dalembert.LossError, match="square"):
        dalembert.convert(tmp_path / "a.toml", tmp_path / "LagEq.txt")


def test_names_of_signals_are_free_for_the_model():
    """Names of signals are free for the model."""
    model = oscillator("ramp*pulse(t, 1, 1)", inputs={"ramp": "2*t"}, definitions={"square": "w^2"})
    assert dalembert.check(model).ok


@pytest.mark.parametrize(
    ("law", "severity", "words"),
    [
        ("square(t, 0)", "error", "the period of `square` must be positive, but is 0"),
        ("square(t, w - 2.3)", "structure", "the period of `square` must be positive, but is 0"),
        ("square(t, -1)", "error", "the period"),
        ("square(t, 1, 1.5)", "error", "the duty of `square` must be from 0 to 1, but is 1.5"),
        ("pulse(t, 1, -1)", "error", "the width of `pulse` must be 0 or more, but is -1"),
        ("ramp(t, 1, 0)", "error", "the duration"),
        ("smoothstep(x, 2, 2)", "error", "the b of `smoothstep` must be larger"),
        ("chirp(t, 1, 0, 2)", "error", "the end of `chirp` must be positive"),
        ("triangle(t, x)", "error", "the period of `triangle` must be constant, but contains `x`"),
        ("sawtooth(t, t)", "error", "must be constant, but contains `t`, the time"),
        ("square(t)", "error", "`square` takes 2 or 3 arguments, but 1 is given"),
        ("square(t, 1/0)", "error", "division by zero"),
        ("ramp", "error", "`ramp` is not declared"),
    ],
)
def test_senseless_shapes_are_refused_at_their_place(law, severity, words, tmp_path):
    """Senseless shapes are refused at their place."""
    path = tmp_path / "a.toml"
    path.write_text(dalembert.write(oscillator("0")).replace('x = "0"', f'x = "{law}"'), encoding="utf-8")
    flaws = [flaw for flaw in dalembert.check(path).flaws if words in flaw.message]
    assert [flaw.severity for flaw in flaws[:1]] == [severity]
    assert flaws[0].line is not None
    assert flaws[0].where == "work.x"


def test_units_of_signals_are_checked():
    """Units of signals are checked."""

    def clashes(law):
        model = dalembert.model(
            parameters={"T": {"value": 1, "unit": "s"}, "f": {"value": 1, "unit": "Hz"}},
            coordinates={"x": {"unit": "m"}},
            energy={"kinetic": {"value": "x'^2"}},
            outputs={"o": {"value": law, "unit": "-"}},
        )
        return [flaw.message for flaw in dalembert.check(model).flaws if flaw.rule == "units"]

    for good in ("square(t, T, 0.3)", "pulse(t, T, 2*T)", "chirp(t, f, T, 2*f)"):
        assert not [m for m in clashes(good) if good.split("(")[0] in m]
    for bad in ("square(t, f)", "ramp(x, T, T)", "chirp(t, T, T, f)", "square(t, T, T)"):
        assert any(bad.split("(")[0] in message for message in clashes(bad)), bad

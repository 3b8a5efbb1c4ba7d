"""The error function in every room, and special functions that are refused by name."""

from __future__ import annotations

import math

import numpy as np
import pytest
import sympy
from scipy.integrate import solve_ivp

import dalembert
from dalembert._expression.evaluate import evaluate
from dalembert._lower.expression_function import expression_function
from dalembert._text.parser import parse

MODEL = {
    "parameters": {
        "m": {"value": 1.3, "unit": "kg"},
        "F": {"value": 2, "unit": "N"},
        "l": {"value": 0.4, "unit": "m"},
    },
    "coordinates": {"x": {"unit": "m", "start": 0.7, "speed": 0.1}},
    "energy": {"kinetic": "1/2*m*x'^2", "potential": "F*x*erf(x/l) - F*l*erfc(x/l)"},
    "simulate": {"t_end": 5},
}


def test_error_function_has_its_value_and_slope_on_both_sides() -> None:
    """The printed equations and those of the energies agree, and erf and erfc are SciPy's to rounding."""
    made = dalembert.model(**MODEL)
    equations = dalembert.derive(made)
    assert equations.verified.max_error < 1e-12
    assert "erf(x/l)" in dalembert.show(equations, style="text")
    function = expression_function(made, [parse("erf(x)"), parse("erfc(x)")])
    for x in np.linspace(-9, 9, 181):
        values = np.array(function(0, [x], [0], [], [], [1.3, 2, 0.4], [])).ravel()
        assert values == pytest.approx([math.erf(x), math.erfc(x)], abs=1e-15)
        assert evaluate(parse("erf(x)"), {("x", 0): x}) == math.erf(x)


def test_motion_in_a_potential_with_an_error_function() -> None:
    """A motion with V = F x erf(x/l) − F l erfc(x/l) is SciPy's, and conserves its energy."""
    motion = dalembert.simulate(dalembert.model(**MODEL))

    def force(x: float) -> float:
        slope = 2 / math.sqrt(math.pi) * math.exp(-((x / 0.4) ** 2)) / 0.4
        return -2 * (math.erf(x / 0.4) + x * slope + 0.4 * slope)

    truth = solve_ivp(lambda _t, y: [y[1], force(y[0]) / 1.3], (0, 5), [0.7, 0.1], rtol=1e-11, atol=1e-13)
    assert str(motion.status) == "ok"
    assert motion["x"][-1] == pytest.approx(truth.y[0, -1], rel=1e-6)
    assert np.ptp(motion.T + motion.V) < 1e-8


def test_error_function_comes_from_sympy_and_goes_to_it() -> None:
    """A model by SymPy's erf is the one by text."""
    x, F, el = sympy.symbols("x F l")
    given = MODEL | {"energy": MODEL["energy"] | {"potential": F * x * sympy.erf(x / el)}}
    text = MODEL | {"energy": MODEL["energy"] | {"potential": "F*x*erf(x/l)"}}
    ours, theirs = (dalembert.model(**one).potential[0].expression for one in (given, text))
    assert ours == theirs


def test_bell_is_integrated_to_the_error_function() -> None:
    """∫ exp(−(u/l)²) du from 0 to x is l √π/2 erf(x/l)."""
    text = MODEL | {"energy": MODEL["energy"] | {"potential": "integral(F*exp(-(u/l)^2), u, 0, x)"}}
    root = dalembert.model(**text).potential[0].expression.root
    at = {("x", 0): 0.7, ("F", 0): 2.0, ("l", 0): 0.4}
    assert evaluate(root, at) == pytest.approx(
        2 * 0.4 * math.sqrt(math.pi) / 2 * math.erf(0.7 / 0.4), rel=1e-14
    )
    assert "erf" in str(root)


@pytest.mark.parametrize("name", ["gamma", "lgamma", "besselj", "ellipk"])
def test_other_special_functions_are_refused_by_name(name: str) -> None:
    """The letter names the function and says what to write instead."""
    text = MODEL | {"energy": MODEL["energy"] | {"potential": f"F*x*{name}(x/l)"}}
    with pytest.raises(dalembert.ModelError, match=name) as caught:
        dalembert.model(**text)
    assert "integral(f, u, a, b)" in caught.value.flaws[0].hint

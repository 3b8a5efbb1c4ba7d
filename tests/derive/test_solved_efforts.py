"""Unknown efforts solved from their constraints: isolated on a branch that is said, or implicit with derivatives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

import dalembert
from dalembert import Model, VerificationError
from dalembert._derive.eliminate import Elimination
from dalembert._derive.identity import is_identical
from dalembert._expression.evaluate import evaluate
from dalembert._expression.tree import Name, Negative, Number, Product
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree
from dalembert._verify.efforts import check_efforts


def throttled(constraint: str, guess: float | None = 1.0, **more: Any) -> Model:
    """A mass on a spring with the unknown effort P on it."""
    effort = {} if guess is None else {"guess": guess}
    sections: dict[str, Any] = {
        "parameters": {"m": 2, "k": 50, "c": 3, "r": 0.4, "A": 0.5},
        "coordinates": {"x": {"start": 0.2, "speed": 1}},
        "energy": {"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
        "work": {"x": "-A*P"},
        "efforts": {"P": effort},
        "constraints": {"effort": {"throttle": constraint}},
    }
    return dalembert.model(format=1, **{**sections, **more})


def eliminated(model: Model) -> Elimination:
    """The verified elimination of a model."""
    return dalembert.eliminate(dalembert.derive(model))


@pytest.mark.parametrize(
    ("guess", "sign", "key"),
    [
        (1.0, "+", "step_branch_rising"),
        (-3.0, "+", "step_branch_rising"),
        (-20.0, "-", "step_branch_falling"),
    ],
)
def test_a_quadratic_constraint_gives_the_solution_on_the_side_of_the_guess(
    guess: float, sign: str, key: str
) -> None:
    """R P^2 + c P = A x' has two solutions; the guess chooses, from which side of -c/(2 r) = -3.75 it lies."""
    (step,) = eliminated(throttled("r*P^2 + c*P - A*x'", guess)).steps
    expected = parse(f"(-c {sign} sqrt(c^2 + 4*r*A*x'))/(2*r)")
    assert is_identical(step.right, expected)
    assert step.why.key == key
    assert f"P = {guess:g}" in str(step.why)
    assert "throttle" in str(step.why)


@pytest.mark.parametrize("guess", [0.7, -0.7])
def test_a_square_has_the_sign_of_the_guess(guess: float) -> None:
    """P^2 = x + 1 gives +sqrt(x + 1) or -sqrt(x + 1)."""
    (step,) = eliminated(throttled("P^2 - x - 1", guess)).steps
    assert print_tree(step.right) == ("sqrt(x + 1)" if guess > 0 else "-sqrt(x + 1)")


@pytest.mark.parametrize("guess", [0.0, None])
def test_a_guess_between_the_solutions_chooses_none(guess: float | None) -> None:
    """With the guess 0 neither solution of P^2 = x + 1 is nearer: P stays implicit, and a guess is asked for."""
    made = eliminated(throttled("P^2 - x - 1", guess))
    (one,) = made.implicit
    assert not made.steps
    assert one.why.key == "effort_undecided"
    assert "another guess is needed" in str(one.why)


@pytest.mark.parametrize("guess", [1.0, -20.0])
def test_the_run_follows_the_printed_branch(guess: float) -> None:
    """The effort of a simulated motion is the printed solution at every row."""
    model = throttled("r*P^2 + c*P - A*x'", guess)
    motion = dalembert.simulate(model, t_end=1.0, samples=50)
    sign = 1 if guess > -3.75 else -1
    truth = (-3 + sign * np.sqrt(9 + 4 * 0.4 * 0.5 * motion["x'"])) / 0.8
    assert np.abs(motion["P"] - truth).max() < 1e-7 * np.abs(truth).max()


def test_cubic_constraints_stay_implicit_with_their_derivative() -> None:
    """P^3 + c P = k x is not solved; dP/dx = k/(3 P^2 + c), as central differences of its root confirm."""
    made = eliminated(throttled("P^3 + c*P - k*x"))
    (one,) = made.implicit
    ((by, slope),) = one.slopes
    assert not made.steps
    assert (print_tree(by), one.constraint) == ("x", "throttle")
    assert is_identical(slope, parse("k/(3*P^2 + c)"))

    def root(x: float) -> float:
        return brentq(lambda P: P**3 + 3 * P - 50 * x, -50, 50, xtol=1e-14)

    for x in (-0.3, 0.1, 0.8):
        P = root(x)
        assert pytest.approx((root(x + 1e-5) - root(x - 1e-5)) / 2e-5, rel=1e-6) == 50 / (3 * P**2 + 3)


def test_roots_stay_implicit_by_all_that_varies() -> None:
    """sqrt(P^2 + 1) + c P = x' + A t has dP/dt and dP/dx', each by the implicit function theorem."""
    (one,) = eliminated(throttled("sqrt(P^2 + 1) + c*P - x' - A*t")).implicit
    slopes = {print_tree(by): node for by, node in one.slopes}
    assert list(slopes) == ["t", "x'"]
    assert is_identical(slopes["x'"], parse("1/(c + P/sqrt(P^2 + 1))"))
    assert is_identical(slopes["t"], parse("A/(c + P/sqrt(P^2 + 1))"))


def test_turbulent_throttles_are_not_taken_for_quadratic_ones() -> None:
    """R P |P| + c P = A x' has a kink at P = 0, so it is no quadratic equation and stays implicit."""
    made = eliminated(throttled("r*P*abs(P) + c*P - A*x'"))
    assert not made.steps
    assert made.implicit[0].why.key == "effort_implicit"


def test_efforts_are_solved_one_after_another() -> None:
    """The throttle is linear in Q; with it put in, the link is quadratic in P alone, and x remains."""
    model = throttled(
        "",
        efforts={"Q": {"guess": 1}, "P": {"guess": 1}},
        constraints={"effort": {"throttle": "r*P^2 + c*Q - A*x'", "link": "Q - A*P - x"}},
    )
    made = eliminated(model)
    assert [print_tree(step.left) for step in made.steps] == ["Q", "P"]
    assert [name for name, _ in made.remaining] == ["x"]
    values = {("m", 0): 2.0, ("c", 0): 3.0, ("r", 0): 0.4, ("A", 0): 0.5, ("x", 0): 0.2, ("x", 1): 2.0}
    expected = parse("(-c*A + sqrt((c*A)^2 - 4*r*(c*x - A*x')))/(2*r)")
    assert evaluate(made.steps[1].right, values) == pytest.approx(evaluate(expected, values), rel=1e-14)


def test_the_sign_of_a_branch_is_that_with_other_efforts_put_in() -> None:
    """Alone the link rises with P, with Q put in it falls on this branch: the solution passes the verification."""
    model = throttled(
        "",
        efforts={"Q": {"guess": 1}, "P": {"guess": 9}},
        constraints={"effort": {"throttle": "r*P^2 + c*Q - A*x'", "link": "Q + A*P - x"}},
    )
    made = eliminated(model)
    assert made.steps[1].why.key == "step_branch_falling"


def test_a_branch_without_values_is_not_chosen() -> None:
    """Where the side depends on a parameter without a value, the letter names it and nothing is guessed."""
    model = throttled("w*P^2 + c*P - A*x'", parameters={"m": 2, "k": 50, "c": 3, "A": 0.5, "w": {}})
    (one,) = eliminated(model).implicit
    assert "depends on w" in str(one.why)
    (step,) = eliminated(dalembert.vary(model, parameters={"w": 0.4})).steps
    assert step.why.key == "step_branch_rising"


def test_suks_pressure_is_solved_from_its_constraint() -> None:
    """P2 of Suk's positioner stands in gamma3 as P2^2: it is isolated as a positive root, as its guess says."""
    made = dalembert.eliminate(dalembert.derive("pneumatic_positioner_printed"))
    step = next(step for step in made.steps if step.left == Name("P2"))
    expected = "sqrt(ks/Ap*(V2*R*Tatm/(gam*g*Ap) - (znull - Ap*Patm/ks)*t))"
    assert is_identical(step.right, parse(expected))
    assert step.why.key == "step_branch_falling"


def test_functions_have_the_solved_effort() -> None:
    """H contains the solution on the side of the guess, and K and C its derivatives."""
    for guess, sign in ((1.0, 1), (-20.0, -1)):
        made = dalembert.functions(throttled("r*P^2 + c*P - A*x' - x", guess))
        x, v = 0.3, 0.7
        root = np.sqrt(9 + 1.6 * (0.5 * v + x))
        P = (-3 + sign * root) / 0.8
        assert made.h(0.0, [x], [v]) == pytest.approx([-50 * x - 0.5 * P], rel=1e-12)
        assert made.K(0.0, [x], [v])[0, 0] == pytest.approx(50 + 0.5 * sign / root, rel=1e-12)
        assert made.C(0.0, [x], [v])[0, 0] == pytest.approx(0.5 * 0.5 * sign / root, rel=1e-12)
    assert "P" in dalembert.functions(throttled("P^3 + c*P - k*x")).left_out["h"]


def test_wrong_solutions_are_refused() -> None:
    """The other branch, a wrong solution and a wrong derivative do not pass the verification."""
    model = throttled("r*P^2 + c*P - A*x'")
    good = eliminated(model)
    (step,) = good.steps
    (other,) = eliminated(throttled("r*P^2 + c*P - A*x'", -20)).steps
    implicit = eliminated(throttled("P^3 + c*P - k*x"))
    (one,) = implicit.implicit
    ((by, slope),) = one.slopes
    check_efforts(model, good)
    for right in (other.right, Product((Number(1.000001), step.right)), Negative(step.right)):
        with pytest.raises(VerificationError):
            check_efforts(model, replace(good, steps=(replace(step, right=right),)))
    wrong = replace(one, slopes=((by, Negative(slope)),))
    with pytest.raises(VerificationError):
        check_efforts(throttled("P^3 + c*P - k*x"), replace(implicit, implicit=(wrong,)))


def test_listings_and_json_show_them() -> None:
    """The listing has the isolated effort with its reason and the derivative of an implicit one; JSON has both."""
    solved = dalembert.derive(throttled("r*P^2 + c*P - A*x'"))
    text = dalembert.show(solved, style="text")
    assert "P = (sqrt(4*r*A*x' + c^2) - c)/(2*r)" in text
    assert "the solution on the side of the guess P = 1, where throttle increases with P" in text
    assert "Accelerations" in text
    cubic = dalembert.derive(throttled("P^3 + c*P - k*x"))
    assert "Implicit effort P\n  dP/dx = k/(c + 3*P^2)" in dalembert.show(cubic, style="text")
    assert r"\frac{\partial P}{\partial x}" in dalembert.show(cubic, style="latex")
    record = dalembert.as_dict(dalembert.eliminate(cubic))
    assert record["implicit"]["P"]["derivatives"] == {"x": "k/(c + 3*P^2)"}
    assert dalembert.as_dict(dalembert.eliminate(solved))["steps"][0]["left"] == "P"

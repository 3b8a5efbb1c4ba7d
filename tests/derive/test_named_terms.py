"""Small systems whose every term can be written by hand."""

from __future__ import annotations

import pytest

import dalembert
from dalembert import CoordinateEquation, Equations
from dalembert._derive.identity import is_identical
from dalembert._text.parser import parse

TERMS = ("T_qd", "T_qd_rate", "T_q", "V_q", "V_qd_rate", "D_qd", "Q", "displacement", "flow", "left")


def term(row: CoordinateEquation, name: str):
    """A named term of an equation."""
    return {
        "T_qd": row.T_qd,
        "T_qd_rate": row.T_qd_rate,
        "T_q": row.T_q,
        "V_q": row.V_q,
        "V_qd_rate": row.V_qd_rate,
        "D_qd": row.D_qd,
        "Q": row.Q,
        "displacement": row.displacement,
        "flow": row.flow,
        "left": row.left,
    }[name]


def assert_terms(equations: Equations, coordinate: str, **expected: str) -> None:
    """The named terms are identical to these; the ones not named are zero."""
    row = next(c for c in equations.coordinates if c.coordinate == coordinate)
    for name in TERMS:
        wanted = expected.get(name, "0")
        assert is_identical(term(row, name), parse(wanted)), (coordinate, name, wanted)


def test_the_pendulum() -> None:
    """A damped pendulum driven by a torque gives m l² θ'' + m g l sin θ + c θ' − τ, term by term."""
    equations = dalembert.derive(
        dalembert.model(
            parameters={"m": 1, "l": 1, "g": 9.81, "c": 0.1, "tau": 2},
            coordinates={"theta": {"start": 0.5}},
            definitions={"x": "l*sin(theta)", "y": "-l*cos(theta)"},
            energy={
                "kinetic": "1/2*m*(x'^2 + y'^2)",
                "potential": "m*g*y",
                "dissipation": "1/2*c*theta'^2",
            },
            work={"theta": "tau"},
        )
    )
    assert_terms(
        equations,
        "theta",
        T_qd="m*l^2*theta'",
        T_qd_rate="m*l^2*theta''",
        V_q="m*g*l*sin(theta)",
        D_qd="c*theta'",
        Q="tau",
        left="m*l^2*theta'' + m*g*l*sin(theta) + c*theta' - tau",
    )
    assert dalembert.as_dict(equations)["M"] == [["m*l^2"]] or dalembert.as_dict(equations)["M"] == [
        ["l^2*m"]
    ]


def test_the_spring_pendulum() -> None:
    """Polar coordinates give the centrifugal and Coriolis terms, each where it arises."""
    equations = dalembert.derive(
        dalembert.model(
            parameters={"m": 1, "k": 50, "l": 1, "g": 9.81},
            coordinates={"r": {"start": 1.1}, "theta": {"start": 0.3}},
            energy={
                "kinetic": "1/2*m*(r'^2 + r^2*theta'^2)",
                "potential": "1/2*k*(r - l)^2 - m*g*r*cos(theta)",
            },
        )
    )
    assert_terms(
        equations,
        "r",
        T_qd="m*r'",
        T_qd_rate="m*r''",
        T_q="m*r*theta'^2",
        V_q="k*(r - l) - m*g*cos(theta)",
        left="m*r'' - m*r*theta'^2 + k*(r - l) - m*g*cos(theta)",
    )
    assert_terms(
        equations,
        "theta",
        T_qd="m*r^2*theta'",
        T_qd_rate="m*r^2*theta'' + 2*m*r*r'*theta'",
        V_q="m*g*r*sin(theta)",
        left="m*r^2*theta'' + 2*m*r*r'*theta' + m*g*r*sin(theta)",
    )
    matrix = [["m", "0"], ["0", "m*r^2"]]
    for row, wanted in zip(equations.M, matrix, strict=True):
        assert all(is_identical(entry, parse(text)) for entry, text in zip(row, wanted, strict=True))
    for entry, text in zip(
        equations.h,
        ("m*r*theta'^2 - k*(r - l) + m*g*cos(theta)", "-2*m*r*r'*theta' - m*g*r*sin(theta)"),
        strict=True,
    ):
        assert is_identical(entry, parse(text))


def test_the_bead_on_a_turning_hoop() -> None:
    """The rheonomic definitions x' of a hoop turned as Omega t give the centrifugal term and no t."""
    equations = dalembert.derive(
        dalembert.model(
            parameters={"m": 1, "R": 0.5, "Omega": 3, "g": 9.81},
            coordinates={"theta": {"start": 0.4}},
            definitions={
                "x": "R*sin(theta)*cos(Omega*t)",
                "y": "R*sin(theta)*sin(Omega*t)",
                "z": "-R*cos(theta)",
            },
            energy={"kinetic": "1/2*m*(x'^2 + y'^2 + z'^2)", "potential": "m*g*z"},
        )
    )
    assert_terms(
        equations,
        "theta",
        T_qd="m*R^2*theta'",
        T_qd_rate="m*R^2*theta''",
        T_q="m*R^2*Omega^2*sin(theta)*cos(theta)",
        V_q="m*g*R*sin(theta)",
        left="m*R^2*theta'' - m*R^2*Omega^2*sin(theta)*cos(theta) + m*g*R*sin(theta)",
    )
    assert "t)" not in dalembert.as_dict(equations)["equations"]["theta"].replace("theta)", "")


def test_the_charge_in_a_magnetic_field() -> None:
    """The generalised potential −e B/2 (x y' − y x') gives the Lorentz force, half from each of its terms."""
    equations = dalembert.derive(
        dalembert.model(
            parameters={"m": 1, "e": 2, "B": 3},
            coordinates={"x": {"start": 1}, "y": {"start": 0.5}},
            energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "-1/2*e*B*(x*y' - y*x')"},
        )
    )
    assert_terms(
        equations,
        "x",
        T_qd="m*x'",
        T_qd_rate="m*x''",
        V_q="-1/2*e*B*y'",
        V_qd_rate="1/2*e*B*y'",
        left="m*x'' - e*B*y'",
    )
    assert_terms(
        equations,
        "y",
        T_qd="m*y'",
        T_qd_rate="m*y''",
        V_q="1/2*e*B*x'",
        V_qd_rate="-1/2*e*B*x'",
        left="m*y'' + e*B*x'",
    )


def test_the_pendulum_on_a_moving_support() -> None:
    """A support moved by the input u brings u'' into the equation and u' into the momentum."""
    equations = dalembert.derive(
        dalembert.model(
            parameters={"m": 1, "l": 1, "g": 9.81},
            coordinates={"theta": {"start": 0.4}},
            inputs={"u": "0.1*sin(7*t)"},
            definitions={"x": "u + l*sin(theta)", "y": "-l*cos(theta)"},
            energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
        )
    )
    assert_terms(
        equations,
        "theta",
        T_qd="m*l^2*theta' + m*l*cos(theta)*u'",
        T_qd_rate="m*l^2*theta'' + m*l*cos(theta)*u'' - m*l*sin(theta)*u'*theta'",
        T_q="-m*l*sin(theta)*u'*theta'",
        V_q="m*g*l*sin(theta)",
        left="m*l^2*theta'' + m*l*cos(theta)*u'' + m*g*l*sin(theta)",
    )


def test_a_speed_that_is_given_brings_its_second_rate() -> None:
    """With xA = x + u' the momentum xA' changes as x'' + u''': the equation has it, or the model is refused."""
    model = dalembert.model(
        coordinates={"x": {"start": 0.4}},
        inputs={"u": "sin(t)"},
        definitions={"xA": "x + u'"},
        energy={"kinetic": "1/2*xA'^2"},
    )
    try:
        left = dalembert.as_dict(dalembert.derive(model))["equations"]["x"]
    except dalembert.ModelError:
        return
    assert left.replace(" ", "") in ("x''+u'''", "u'''+x''")


def test_constraints_and_states_in_their_terms() -> None:
    """λ ∂φ/∂q and κ ∂ψ/∂q' stand in their own terms, and the state's rate enters d/dt ∂T/∂q'."""
    equations = dalembert.derive(
        dalembert.model(
            parameters={"m": 1, "k": 2},
            coordinates={"x": {"start": 0.4}, "y": {"start": 0.3}},
            energy={"kinetic": "1/2*(m + s)*x'^2 + 1/2*m*y'^2"},
            states={"s": {"rate": "-k*s", "start": 1}},
            constraints={"displacement": {"circle": "x^2 + y^2 - 1"}, "flow": {"slip": "x' - y*y'"}},
        )
    )
    assert_terms(
        equations,
        "x",
        T_qd="(m + s)*x'",
        T_qd_rate="(m + s)*x'' + s'*x'",
        displacement="2*x*lam_circle",
        flow="kap_slip",
        left="(m + s)*x'' + s'*x' + 2*x*lam_circle + kap_slip",
    )
    assert_terms(
        equations,
        "y",
        T_qd="m*y'",
        T_qd_rate="m*y''",
        displacement="2*y*lam_circle",
        flow="-y*kap_slip",
        left="m*y'' + 2*y*lam_circle - y*kap_slip",
    )
    for entry, text in zip(equations.gamma, ("-2*x'^2 - 2*y'^2", "y'^2"), strict=True):
        assert is_identical(entry, parse(text))


@pytest.mark.parametrize(
    ("potential", "force"),
    [
        ("k*abs(x)", "k*sign(x)"),
        ("1/2*k*abs(x)^2", "k*x"),
        ("k*max(x, 0)^2/2", "k*max(x, 0)"),
        ("k*min(x, 1)^2/2", "if(x <= 1, k*x, 0)"),
        ("if(x > 0, 1/2*k*x^2, 0)", "if(x > 0, k*x, 0)"),
        ("step(x)*k*x", "k*step(x)"),
    ],
)
def test_functions_that_jump_keep_the_mass_and_the_force(potential: str, force: str) -> None:
    """A potential with a kink or jump in x changes the force only: M stays m, with no trace of a case in it."""
    equations = dalembert.derive(
        dalembert.model(
            parameters={"m": 1, "k": 2},
            coordinates={"x": {"start": 0.4}},
            energy={"kinetic": "1/2*m*x'^2", "potential": potential},
        )
    )
    record = dalembert.as_dict(equations)
    assert record["M"] == [["m"]]
    assert "0, 0)" not in record["equations"]["x"]
    place = {("m", 0): 1.3, ("k", 0): 0.7, ("x", 1): 0.4}
    from dalembert._expression.evaluate import evaluate

    for x in (-1.4, -0.3, 0.2, 0.9, 1.7):
        at = {**place, ("x", 0): x}
        assert evaluate(equations.coordinates[0].V_q, at) == pytest.approx(evaluate(parse(force), at))

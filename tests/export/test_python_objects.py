"""Objects for Python users: SymPy and CasADi objects, columns, short texts of records."""

import inspect
from dataclasses import fields

import numpy as np
import pytest
import sympy

import dalembert
from dalembert import records

SYSTEMS = ("polar_arm", "four_bar", "electro_mechanical", "heavy_top", "rolling_disc", "conveyor")
T = sympy.Symbol("t")


def numbers(expression, model, q, qd):
    """The value of a SymPy matrix at a state, with the parameters of the model."""
    given = dict(zip((p.name for p in model.parameters), dalembert.functions(model).M.values, strict=True))
    states = {}
    for i, c in enumerate(model.coordinates):
        x = sympy.Function(c.name)(T)
        states |= {sympy.Derivative(x, T): float(qd[i]), x: float(q[i])}
    rates = {key: value for key, value in states.items() if isinstance(key, sympy.Derivative)}
    places = {key: value for key, value in states.items() if key not in rates}
    made = expression.subs(rates).subs(places)
    made = made.subs({sympy.Symbol(name): value for name, value in given.items()}).subs(T, 0)
    return np.array(made.evalf(30).tolist(), dtype=float)


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("part", ["M", "h", "Phi_q", "gamma"])
def test_sympy_has_the_same_values_as_the_functions(name, part):
    """M, h, Phi_q and gamma as SymPy matrices have the values and the shape of the numeric functions."""
    model = dalembert.read(name)
    equations = dalembert.derive(model)
    if part in dalembert.functions(model).left_out:
        pytest.skip("no function of (t, q, qd, p)")
    found = dalembert.to_sympy(equations)[part]
    rng = np.random.default_rng(3)
    q, qd = 0.3 + rng.random((2, len(model.coordinates)))
    function = vars(type(dalembert.functions(model)))[part].__get__(dalembert.functions(model))
    right = function(0.0, q, qd)
    assert isinstance(found, sympy.MatrixBase)
    assert found.shape == (right.shape if right.ndim == 2 else (len(right), 1))
    inputs = {sympy.Function(i.name)(T) for i in model.inputs}
    if inputs & found.atoms(sympy.Function):
        pytest.skip("it contains an input, whose law is part of the function")
    np.testing.assert_allclose(
        numbers(found, model, q, qd).reshape(right.shape),
        right,
        rtol=1e-12,
        atol=1e-12 * np.abs(right).max(initial=1),
    )


def test_every_expression_of_the_equations_converts():
    """Single expressions, columns, matrices and the parts of a form convert; matrices are SymPy matrices."""
    equations = dalembert.derive("four_bar")
    own = equations.coordinates[2]
    for node in (equations.T, own.left, own.T_qd_rate, own.displacement):
        assert isinstance(dalembert.to_sympy(equations, node), sympy.Expr)
    assert dalembert.to_sympy(equations, equations.Phi).shape == (8, 1)
    assert dalembert.to_sympy(equations, equations.Phi_q).shape == (8, 9)
    assert (
        dalembert.to_sympy(equations, "Psi_qd").shape
        == dalembert.to_sympy(equations)["Psi_qd"].shape
        == (0, 9)
    )
    with pytest.raises(ValueError, match="the equations have no `K`; they have T, V, D, equations, M, G"):
        dalembert.to_sympy(equations, "K")
    assert dalembert.to_sympy(equations, "G") == dalembert.to_sympy(equations, "Phi_q")  # no flow constraints
    with pytest.raises(TypeError, match="Model is no expression"):
        dalembert.to_sympy(equations, equations.model)
    m2, L2 = sympy.symbols("m2 L2")
    assert dalembert.to_sympy(equations, equations.M)[2, 2] == m2 * L2**2 / 12
    arm = dalembert.derive("polar_arm")
    parts = dalembert.to_sympy(arm, dalembert.form_of(arm, "hamilton"))
    assert any(isinstance(part, dict) for part in parts.values())
    x = sympy.Function("q1")(T)
    assert sympy.Derivative(x, (T, 2)) in dalembert.to_sympy(arm, arm.coordinates[0].left).atoms(
        sympy.Derivative
    )


@pytest.mark.parametrize("name", ["bouncing_ball", "heavy_top", "drive_train", "n_link_pendulum:9"])
def test_every_entry_of_the_equations_converts_as_it_is(name):
    """Whatever stands in a field of `Equations` converts: equations term by term, contacts, steps, shared names."""
    equations = dalembert.derive(name)
    none = ("model", "whole", "printed", "verified", "seconds")
    converted = {
        field.name: dalembert.to_sympy(equations, vars(type(equations))[field.name].__get__(equations))
        for field in fields(equations)
        if field.name not in none
    }
    for one in equations.coordinates:
        terms = converted["coordinates"][one.coordinate]
        left = (
            terms["T_qd_rate"] - terms["T_q"] + terms["V_q"] - terms["V_qd_rate"] + terms["D_qd"] - terms["Q"]
        )
        left += terms["displacement"] + terms["flow"]
        assert sympy.expand(left.doit() - terms["left"].doit()) == 0
    assert set(converted["contacts"] or {}) == {one.contact for one in equations.contacts}
    for terms in (converted["contacts"] or {}).values():
        assert all(isinstance(step, sympy.Equality) for step in (*terms["solved"], *terms["force"]))


@pytest.mark.parametrize("name", ["polar_arm", "four_bar", "duffing", "triple_pendulum"])
def test_energies_go_to_sympy_and_back(name):
    """A model made of the energies that SymPy was given has the same equations."""
    equations = dalembert.derive(name)
    own = equations.model
    sections = dalembert.as_dict(own)
    again = dalembert.model(
        parameters=sections["parameters"],
        coordinates=sections["coordinates"],
        inputs=sections.get("inputs", {}),
        work=sections.get("work", {}),
        constraints=sections.get("constraints", {}),
        definitions=sections.get("definitions", {}),
        energy={
            "kinetic": dalembert.to_sympy(equations, equations.T),
            "potential": dalembert.to_sympy(equations, equations.V),
            "dissipation": dalembert.to_sympy(equations, equations.D),
        },
    )
    one, other = dalembert.functions(own), dalembert.functions(again)
    rng = np.random.default_rng(5)
    q, qd = rng.random((2, len(own.coordinates)))
    np.testing.assert_allclose(other.M(0.0, q, qd), one.M(0.0, q, qd), rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(other.h(0.0, q, qd), one.h(0.0, q, qd), rtol=1e-11, atol=1e-12)


FUNCTIONS = {
    "abs(x)": -0.7,
    "sign(x)": -0.7,
    "step(x)": 0.0,
    "min(x, 0.2)": 0.5,
    "max(x, 0.2)": 0.5,
    "mod(x, 0.3)": -0.7,
    "if(x < 0.2, x, 2*x)": 0.5,
    "if(x < 0.2 and not x > 3, x, 2*x)": 0.1,
    "log10(x)": 0.5,
    "ln(x)": 0.5,
    "sqrt(x)": 0.5,
    "atan2(x, 2)": 0.5,
    "floor(x)": -0.7,
    "exp(-x)": 0.5,
    "pi*x": 0.5,
}


@pytest.mark.parametrize("text", FUNCTIONS)
def test_functions_of_the_language_mean_the_same_in_sympy(text):
    """Every function of the language has its value in SymPy."""
    model = dalembert.model(coordinates={"x": {}}, energy={"kinetic": "1/2*x'^2"}, work={"x": text})
    equations = dalembert.derive(model)
    at = FUNCTIONS[text]
    h = dalembert.to_sympy(equations, equations.h)
    value = float(h.subs(sympy.Function("x")(T), at)[0].evalf())
    assert value == pytest.approx(float(dalembert.functions(model).h(0.0, [at], [0.0])[0]), abs=1e-14)


@pytest.mark.parametrize("name", ["four_bar", "electro_mechanical", "blending_tank"])
def test_casadi_functions_are_those_of_numpy(name):
    """CasADi's functions of (t, q, qd, p) have the same values, and none but those left out is missing."""
    made, own = dalembert.to_casadi(name), dalembert.functions(name)
    missing = dalembert.functions(name).left_out
    model = dalembert.read(name)
    n = len(model.coordinates)
    q, qd, p = np.linspace(0.2, 0.9, n), np.linspace(-0.3, 0.4, n), own.M.values
    matrices = {"M", "C", "K", "G", "h", "Phi", "Phi_q", "gamma", "Psi", "Psi_qd"}
    assert {*made, *missing} == matrices | {"T", "V", "D", "outputs"}
    for key, function in made.items():
        right = vars(type(own))[key].__get__(own)(0.5, q, qd)
        assert function.name_in() == ["t", "q", "qd", "p"]
        np.testing.assert_allclose(np.array(function(0.5, q, qd, p)).reshape(right.shape), right, rtol=1e-14)


def test_a_motion_has_its_times_as_a_column_and_a_length():
    """`motion["t"]` are the times, `len` counts the rows, and a motion without rows is still true."""
    motion = dalembert.simulate("duffing", t_end=1.0, samples=20)
    assert motion["t"] is motion.t
    assert next(iter(motion.columns())) == "t"
    assert len(motion) == 21
    assert motion


def test_a_linear_system_has_its_state_space():
    """A, B, C and D of a linear system are those of its state space; M, C and K have places of their own."""
    linear = dalembert.linearise("four_bar", "equilibrium")
    for letter, block in (("A", linear.A), ("B", linear.B), ("C", linear.C), ("D", linear.D)):
        assert block is vars(type(linear.state))[letter].__get__(linear.state)
    assert linear.mechanical.M.shape == (9, 9)
    assert linear.reduced.M.shape == (1, 1)


# -- records --------------------------------------------------------------------------------------


def test_every_record_that_a_verb_gives_is_exported():
    """What a public function says it gives can be imported, from the street door or from `records`."""
    known = {*dalembert.__all__, *records.__all__, "None", "dict", "str", "tuple", "Any", "Iterator", "bool"}
    known |= {"Canvas", "Dataset", "library", "Golden", "bytes"}
    for name in dalembert.__all__:
        verb = getattr(dalembert, name)
        if inspect.isfunction(verb):
            text = verb.__annotations__["return"]
            words = set("".join(c if c.isalnum() else " " for c in text).split())
            assert words <= known, f"{name} gives {text}"
    assert sorted(records.__all__) == records.__all__


def things():
    """Some of everything that verbs give, of a system of nine coordinates."""
    model = dalembert.read("four_bar")
    equations = dalembert.derive(model)
    motion = dalembert.simulate(model, t_end=0.1, samples=200)
    linear = dalembert.linearise(model)
    found = dalembert.equilibrium(model)
    functions = dalembert.functions(model)
    yield from (model, equations, dalembert.check(model), dalembert.eliminate(equations), motion, linear)
    yield from (model.parameters[0], model.coordinates[0], model.kinetic[0], dalembert.Variation())
    yield dalembert.RunSettings(t_end=1, times=np.linspace(0, 1, 500))
    yield from (motion.ledger, motion.residual, motion.accuracy, motion.settings, motion.work, motion.seconds)
    yield from (
        linear.point,
        linear.reduced,
        linear.state,
        linear.mechanical,
        found[0],
        functions,
        functions.M,
    )
    yield from (dalembert.form_of(equations, "mcg"), dalembert.form_of(equations, "mcg").parts[0])
    yield from (dalembert.convert("four_bar", "a.txt", lossy=True), dalembert.choices())
    yield from (dalembert.modes("sprung_rod"), dalembert.modes("sprung_rod")[0])
    yield from dalembert.conserved(dalembert.derive("spring_pendulum"))
    yield dalembert.inverse(model, {"theta2": "6*t"}, t_end=0.1, samples=3)


def test_records_show_themselves_in_a_few_words():
    """No record of a system of nine coordinates fills more than a few lines of a terminal."""
    for thing in things():
        text = repr(thing)
        assert len(text) <= 600, f"{type(thing).__name__}: {len(text)}"
        assert " at 0x" not in text


def test_parts_of_models_and_variations_show_what_is_given():
    """The text of an entry is its name and value, that of a variation or of settings what they change."""
    model = dalembert.read("four_bar")
    assert repr(model.parameters[0]) == "Parameter(L1 = 1.0 m)"
    assert repr(model.coordinates[2]).startswith("Coordinate(theta2 in rad, start ")
    assert repr(model.potential[0]).startswith("Term(")
    assert repr(dalembert.Variation(parameters={"m": 2}, settings=dalembert.RunSettings(rtol=1e-6))) == (
        "Variation(parameters={'m': 2}, settings=RunSettings(rtol=1e-06))"
    )
    assert repr(dalembert.RunSettings(times=[0, 1])) == "RunSettings(2 times)"


OSCILLATOR = {
    "coordinates": {"x": {"start": 1, "speed": 0}},
    "inputs": {"F": 0},
    "energy": {"kinetic": "1/2*x'^2", "potential": "1/2*x^2"},
    "work": {"x": "F"},
    "simulate": {"t_end": 1, "samples": 4},
}


def test_a_table_is_a_pair_or_an_array_of_two_columns():
    """(times, values), two columns, and rows as tuples are the same input; anything else is refused in words."""
    model, t = dalembert.model(**OSCILLATOR), np.linspace(0, 1, 21)
    given = ((t, np.sin(t)), np.column_stack([t, np.sin(t)]), list(zip(t, np.sin(t), strict=True)))
    ends = [dalembert.simulate(model, variation=dalembert.Variation(inputs={"F": one}))["x"] for one in given]
    assert np.array_equal(ends[0], ends[1])
    assert np.array_equal(ends[0], ends[2])
    with pytest.raises(dalembert.ModelError, match="no table"):
        dalembert.vary(model, inputs={"F": np.sin(t)})
    with pytest.raises(dalembert.ModelError, match="is a function"):
        dalembert.vary(model, inputs={"F": lambda t: t})


def test_a_model_can_be_varied_by_its_name():
    """`vary` reads what the other functions read."""
    assert dalembert.vary("four_bar", parameters={"m2": 2}) == dalembert.vary(
        dalembert.read("four_bar"), parameters={"m2": 2}
    )


def test_a_motion_knows_its_columns_and_is_no_sequence():
    """`in` asks for a column; a loop over a motion is refused with what to take instead."""
    motion = dalembert.simulate(dalembert.model(**OSCILLATOR))
    assert "x'" in motion
    assert "y" not in motion
    assert len(motion) == len(motion["t"]) == 5
    with pytest.raises(TypeError, match="columns"):
        list(motion)


def test_a_batch_of_a_model_without_cases_is_refused():
    """An empty batch would say nothing."""
    with pytest.raises(ValueError, match="no cases"):
        dalembert.batch(dalembert.model(**OSCILLATOR))

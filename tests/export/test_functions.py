"""Numpy callables, printed Python, compiled C and Octave all give what the derived equations give."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from running import CC, OCTAVE, call_c, compiled, imported, octave_values, write_files
from systems import COUNT, NAMES, agree, model_of, truth_of

import dalembert
from dalembert._export.function_quantities import QUANTITIES
from dalembert._export.numeric_functions import (
    LANGUAGES,
    Functions,
    Quantity,
    function_files,
    functions,
    stem_of,
)
from dalembert._model.records import Input, Table

needs_cc = pytest.mark.skipif(CC is None, reason="no C compiler")
needs_octave = pytest.mark.skipif(OCTAVE is None, reason="no Octave")


def parts(made: Functions) -> dict[str, Quantity]:
    """The quantities by name."""
    listed = (
        made.M,
        made.C,
        made.K,
        made.G,
        made.h,
        made.Phi,
        made.Phi_q,
        made.gamma,
        made.Psi,
        made.Psi_qd,
        made.T,
        made.V,
        made.D,
    )
    return {f.name: f for f in (*listed, made.outputs)}


def given(name: str) -> dict[str, Quantity]:
    """The quantities of a system that are functions of (t, q, qd, p)."""
    return {part: f for part, f in parts(functions(model_of(name))).items() if not f.missing}


def row(arguments: tuple[Any, ...], k: int) -> tuple[Any, ...]:
    """One state of many."""
    return tuple(a[k] for a in arguments)


def test_all_quantities_are_there() -> None:
    """The record, the list of quantities and the trees they are compared with name the same things."""
    assert list(parts(functions(model_of("four_bar")))) == list(QUANTITIES)
    assert list(truth_of("four_bar").values) == list(QUANTITIES)


@pytest.mark.parametrize("name", NAMES)
def test_callables_give_the_derived_equations(name: str) -> None:
    """Each quantity equals its derived tree, evaluated independently, at seeded points."""
    truth = truth_of(name)
    for part, f in given(name).items():
        assert agree(f(*truth.arguments), truth.values[part], truth.sizes[part]), part


@pytest.mark.parametrize("name", NAMES)
def test_points_are_finite(name: str) -> None:
    """The comparisons are of numbers: at most points no quantity is NaN."""
    truth = truth_of(name)
    finite = [np.isfinite(truth.values[p].reshape(COUNT, -1)).all(axis=1) for p in given(name)]
    assert np.all(finite, axis=0).sum() > COUNT // 2


@pytest.mark.parametrize("name", NAMES)
def test_many_rows_equal_single_rows(name: str) -> None:
    """A quantity of many states is that of each one, bit by bit, with parameters given per row or once."""
    t, q, qd, p = truth_of(name).arguments
    for part, f in given(name).items():
        many, once = f(t, q, qd, p), f(t, q, qd, p[0])
        for k in range(COUNT):
            assert np.array_equal(many[k], f(t[k], q[k], qd[k], p[k]), equal_nan=True), part
            assert np.array_equal(once[k], f(t[k], q[k], qd[k], p[0]), equal_nan=True), part


@pytest.mark.parametrize("name", NAMES)
def test_printed_python_agrees(name: str, tmp_path: Path) -> None:
    """The printed module equals the callables and the derived trees, on many rows and on one."""
    truth = truth_of(name)
    module = imported(function_files(model_of(name), "python", "model")["model_functions.py"], tmp_path)
    for part, f in given(name).items():
        printed = vars(module)[part]
        assert agree(printed(*truth.arguments), truth.values[part], truth.sizes[part]), part
        assert agree(printed(*truth.arguments), f(*truth.arguments), truth.sizes[part]), part
        one = row(truth.arguments, 2)
        assert agree(printed(*one), f(*one), truth.sizes[part][2]), part


@needs_cc
@pytest.mark.parametrize("name", NAMES)
def test_compiled_c_agrees(name: str, tmp_path: Path) -> None:
    """The C functions compile without a warning and equal the callables and the derived trees."""
    truth = truth_of(name)
    library = compiled(function_files(model_of(name), "c", "model"), tmp_path)
    for part, f in given(name).items():
        for k in range(COUNT):
            one = row(truth.arguments, k)
            found = call_c(library, f"model_{part}", one, f.shape)
            assert agree(found, f(*one), truth.sizes[part][k]), part
            assert agree(found, truth.values[part][k], truth.sizes[part][k]), part


@needs_octave
def test_octave_agrees(tmp_path: Path) -> None:
    """The Octave functions of every system equal the callables and the derived trees."""
    calls = []
    for name in NAMES:
        stem = stem_of(name)
        write_files(function_files(model_of(name), "octave", stem), tmp_path)
        truth = truth_of(name)
        calls += [
            (name, part, f, k, (f"{stem}_{part}", row(truth.arguments, k)))
            for part, f in given(name).items()
            for k in range(3)
        ]
    found = octave_values(tmp_path, [call for *_, call in calls])
    assert len(found) == len(calls)
    for (name, part, f, k, (_, one)), value in zip(calls, found, strict=True):
        truth = truth_of(name)
        assert value.shape == (*f.shape, 1, 1)[:2], (name, part)
        shaped = value.reshape(f.shape)
        assert agree(shaped, f(*one), truth.sizes[part][k]), (name, part)
        assert agree(shaped, truth.values[part][k], truth.sizes[part][k]), (name, part)


def test_absent_quantities_are_empty() -> None:
    """A model without constraints and outputs gives arrays of size zero with the right number of columns."""
    made = functions(dalembert.model(coordinates={"x": {}}, energy={"kinetic": "x'^2"}))
    states = 0.0, np.zeros((5, 1)), np.ones((5, 1))
    assert made.Phi(*states).shape == made.Psi(*states).shape == made.gamma(*states).shape == (5, 0)
    assert made.Phi_q(*states).shape == made.Psi_qd(*states).shape == (5, 0, 1)
    assert made.outputs(*states).shape == (5, 0)
    assert np.array_equal(made.T(*states), np.ones(5))
    assert made.M(0.0, np.zeros((0, 1)), np.zeros((0, 1))).shape == (0, 1, 1)


def test_parameters_default_to_the_model() -> None:
    """Without p, the model's values are used, those computed from others included."""
    made = functions(model_of("every_function"))
    t, q, qd, _ = truth_of("every_function").arguments
    assert np.array_equal(made.h(t, q, qd), made.h(t, q, qd, (1.3, 2 * 1.3 + 1 / 3, 0.1, 0.7)))


def test_parameters_without_a_value_are_asked_for() -> None:
    """A parameter without a value is named when a quantity needs it and p is not given, and only then."""
    made = functions(
        dalembert.model(
            parameters={"m": 2, "k": {"unit": "N/m"}},
            coordinates={"x": {}},
            energy={"kinetic": "1/2*m*x'^2", "potential": "k*x^2"},
        )
    )
    assert made.M(0, [0.1], [0]) == 2
    assert made.V(0, [2.0], [0], [1.0, 3.0]) == 12
    with pytest.raises(ValueError, match=r"h needs the parameters k, which have no value; give p"):
        made.h(0, [0.1], [0])


def test_wrong_sizes_are_refused(tmp_path: Path) -> None:
    """A vector of the wrong length is an error that says the right one, in the callables and in printed Python."""
    model = model_of("polar_arm")
    module = imported(function_files(model, "python", "model")["model_functions.py"], tmp_path)
    for f in (functions(model).M, module.M):
        with pytest.raises(ValueError, match=r"qd has 2 entries .*given: shape \(3,\)"):
            f(0, [1.0, 2.0], [1.0, 2.0, 3.0], np.ones(len(model.parameters)))


def test_unknown_efforts_are_named() -> None:
    """What needs an unknown effort says so when it is called or asked for, and everything else is given."""
    model = dalembert.model(
        parameters={"c": 2, "g": 9.81},
        coordinates={"x": {}},
        energy={"kinetic": "x'^2", "potential": "g*x"},
        work={"x": "P2"},
        efforts={"P2": {"guess": 1}},
        constraints={"effort": {"cubic": "P2^3 + c*P2 - x"}},
    )
    why = "h needs the unknown effort P2; functions of (t, q, qd, p) cannot give it"
    assert functions(model).left_out == {name: why.replace("h", name, 1) for name in ("C", "K", "G", "h")}
    states = 0, np.zeros(len(model.coordinates)), np.zeros(len(model.coordinates))
    with pytest.raises(ValueError, match="the unknown effort P2"):
        functions(model).h(*states)
    with pytest.raises(ValueError, match="the unknown effort P2"):
        function_files(model, "c", "model", ["M", "h"])
    for language in LANGUAGES:
        files = function_files(model, language, "model")
        assert any(f"Not written: {why}" in text for text in files.values())
        assert "model_h.m" not in files


def test_states_and_tables_are_named() -> None:
    """A first-order state and a table are named where a quantity needs them."""
    model = dalembert.model(
        coordinates={"x": {}},
        inputs={"road": "sin(t)", "push": "t"},
        states={"s": {"rate": "x - s", "start": 0}},
        definitions={"y": "x + road"},
        energy={"kinetic": "1/2*y'^2*(1 + s^2)"},
        work={"x": "push"},
    )
    table = Input(name="road", law=Table(path="road.csv", time="t", column="h"))
    made = functions(replace(model, inputs=(table, *model.inputs[1:])))
    with pytest.raises(ValueError, match=r"T needs the state s, the table of the input road; .* give them"):
        made.T(0, [0], [0])
    with pytest.raises(ValueError, match=r"M needs the state s; .* give it"):
        made.M(0, [0], [0])
    assert made.V(0, [0], [0]) == 0


@pytest.mark.parametrize("stem", ["", "4bar", "a-b", "x;y", "ü", "_x", "a" * 41, "../x", "a\n"])
def test_a_stem_is_an_identifier(stem: str) -> None:
    """Names of functions are made of letters, digits and underscores only; `stem_of` makes such a stem."""
    model = model_of("polar_arm")
    with pytest.raises(ValueError, match="a stem is a letter"):
        function_files(model, "c", stem)
    assert function_files(model, "c", stem_of(stem))


def test_unknown_words_are_refused() -> None:
    """An unknown language or quantity is an error that lists the known ones."""
    model = model_of("polar_arm")
    with pytest.raises(ValueError, match="python, c, octave"):
        function_files(model, "fortran", "model")
    with pytest.raises(ValueError, match="M, C, K, G, h, Phi"):
        function_files(model, "c", "model", ["Mass"])


EVIL = (
    "evil */ int evil; /* \\",
    "*/*/ /*/*",
    "a\nimport os; raise SystemExit(9)",
    "a\r\nerror('evil')\u2028b\x85c\x0cd\x00e",
    "%} \n%{",
    '"""\n""" \'\'\'',
    "??/",
    "coding: rot13",
    "\u202egnirts\ufeff\ud800",
    "...\n...",
    "λ" * 500,
)


@pytest.mark.parametrize("evil", EVIL)
def test_hostile_names_stay_in_comments(evil: str, tmp_path: Path) -> None:
    """Whatever stands in titles, names and texts, the code of the files is that of a harmless model."""
    model = model_of("every_function")
    hostile = replace(
        model,
        title=evil,
        parameters=tuple(replace(p, text=evil) for p in model.parameters),
        coordinates=tuple(replace(c, text=evil) for c in model.coordinates),
        outputs=tuple(replace(o, name=evil, text=evil) for o in model.outputs),
        constraints=tuple(replace(c, name=evil) for c in model.constraints),
    )
    marks = {"python": ("#",), "c": ("/*",), "octave": ("%",)}
    for language in LANGUAGES:
        good, bad = (function_files(m, language, "model") for m in (model, hostile))
        for name, text in bad.items():
            codes = [
                [
                    line
                    for line in t.split("\n")
                    if line.strip() and not line.lstrip().startswith(marks[language])
                ]
                for t in (good[name], text)
            ]
            assert codes[0] == codes[1]
            assert all(c.isprintable() or c == "\n" for c in text)
            for line in text.split("\n") if language == "c" else ():
                assert line.count("*/") == line.count("/*") == line.lstrip().startswith("/*")
    module = imported(function_files(hostile, "python", "model")["model_functions.py"], tmp_path)
    truth = truth_of("every_function")
    assert agree(module.M(*truth.arguments), truth.values["M"], truth.sizes["M"])


@needs_cc
def test_hostile_c_compiles(tmp_path: Path) -> None:
    """A C file whose comments hold every hostile text compiles without a warning."""
    model = model_of("polar_arm")
    hostile = replace(model, outputs=tuple(replace(model.outputs[0], name=evil, text=evil) for evil in EVIL))
    library = compiled(function_files(hostile, "c", "model"), tmp_path)
    truth = truth_of("polar_arm")
    found = call_c(library, "model_M", row(truth.arguments, 0), (2, 2))
    assert agree(found, truth.values["M"][0], truth.sizes["M"][0])


@needs_octave
def test_hostile_octave_runs(tmp_path: Path) -> None:
    """An Octave file whose comments hold every hostile text gives its values."""
    model = model_of("polar_arm")
    texts = tuple(
        replace(model.parameters[0], name=f"p{i}", value=None, text=evil) for i, evil in enumerate(EVIL)
    )
    hostile = replace(model, title="%{\n", parameters=(*model.parameters, *texts))
    write_files(function_files(hostile, "octave", "model"), tmp_path)
    t, q, qd, p = row(truth_of("polar_arm").arguments, 0)
    (value,) = octave_values(tmp_path, [("model_M", (t, q, qd, np.append(p, np.zeros(len(EVIL)))))])
    truth = truth_of("polar_arm")
    assert agree(value, truth.values["M"][0], truth.sizes["M"][0])


@pytest.mark.parametrize("name", ["polar_arm", "four_bar", "conveyor"])
def test_numbers_put_in_are_no_entries_of_p(name: str) -> None:
    """Functions with some numbers put in have the values of those with parameters, and p without these."""
    t, q, qd, p = truth_of(name).arguments
    whole = dalembert.functions(name)
    p = np.tile(whole.M.values, (COUNT, 1))
    put_in = whole.M.parameters[::2]
    made = dalembert.functions(name, numbers=put_in)
    assert made.M.parameters == whole.M.parameters[1::2]
    for part, f in parts(made).items():
        if f.missing:
            assert parts(whole)[part].missing == f.missing
            continue
        assert agree(f(t, q, qd, p[:, 1::2]), parts(whole)[part](t, q, qd, p), truth_of(name).sizes[part]), (
            part
        )
        assert agree(f(t, q, qd), f(t, q, qd, p[:, 1::2]), truth_of(name).sizes[part]), part


def test_a_value_computed_from_a_number_put_in_stays() -> None:
    """With m put in, J = m l^2/12 is still an entry of p, with the value that m gives it; files say what was put in."""
    model = dalembert.model(
        parameters={"m": 3, "l": 2, "J": "m*l^2/12"},
        coordinates={"x": {}},
        energy={"kinetic": "1/2*(m + J)*x'^2"},
    )
    made = dalembert.functions(model, numbers="m")
    assert made.M.parameters == ("l", "J")
    assert made.M.values == (2, 1)
    assert made.M(0, [0.0], [0.0]) == 4
    for language in LANGUAGES:
        texts = dalembert.function_files(model, language, "model", numbers="m").values()
        assert any("Put in as numbers: m = 3" in text for text in texts)


def test_functions_give_the_printed_matrices_of_the_sprung_rod() -> None:
    """M, K and the gravity vector of Park's sprung rod are those that are printed, for any m, k and g."""
    made = dalembert.functions("sprung_rod")
    rows, at = np.random.default_rng(3).uniform(0.5, 2.0, (5, 4)), np.zeros(3)
    for m, length, k, g in rows:  # the order of the parameters
        states = 0.0, at + k, at - m, (m, length, k, g)
        assert made.M.parameters == ("m", "l", "k", "g")
        assert np.allclose(made.M(*states), m * np.array([[2 / 3, 0, 1 / 3], [0, 5, 0], [1 / 3, 0, 2 / 3]]))
        K = np.array([[34 / 25, -3 / 5, 6 / 25], [-3 / 5, 1, -2 / 5], [6 / 25, -2 / 5, 29 / 25]])
        assert np.allclose(made.K(*states), k * K)
        assert np.allclose(made.G(*states), m * g * np.array([1, 5, 1]))
        assert np.array_equal(made.C(*states), np.zeros((3, 3)))
        assert np.allclose(made.h(*states), -k * K @ states[1] - m * g * np.array([1, 5, 1]))


@pytest.mark.parametrize(
    "name", ["four_bar", "triple_arm", "blending_tank", "rolling_disc", "electro_mechanical"]
)
def test_stiffness_and_damping_are_slopes_of_h(name: str) -> None:
    """K and C equal central differences of h at seeded states."""
    made, (t, q, qd, p) = dalembert.functions(name), truth_of(name).arguments
    step = 1e-6
    for matrix, x, where in ((made.K, q, 0), (made.C, qd, 1)):
        for j in range(x.shape[1]):
            ahead, behind = x.copy(), x.copy()
            ahead[:, j] += step
            behind[:, j] -= step
            at = [(t, *((one, qd) if where == 0 else (q, one)), p) for one in (ahead, behind)]
            slope = -(made.h(*at[0]) - made.h(*at[1])) / (2 * step)
            size = np.abs(made.h(*at[0])).max() + np.abs(slope).max()
            assert np.abs(matrix(t, q, qd, p)[:, :, j] - slope).max() < 1e-7 * size


def test_isolated_efforts_are_put_in() -> None:
    """The blending tank's h contains the torque ktau q0', which its effort constraint gives."""
    made = dalembert.functions("blending_tank")
    assert "h" not in made.left_out
    model = model_of("blending_tank")
    names = [c.name for c in model.coordinates]
    ktau, cfan = (made.h.values[made.h.parameters.index(name)] for name in ("ktau", "cfan"))
    qd = np.arange(1.0, 9.0)
    h = made.h(0.0, np.zeros(8), qd)
    expected = ktau * qd[names.index("q0")] - cfan * qd[names.index("theta")]
    assert h[names.index("theta")] == pytest.approx(expected, rel=1e-14)
    assert made.C(0.0, np.zeros(8), qd)[names.index("theta"), names.index("q0")] == pytest.approx(-ktau)


def test_the_gravity_force_needs_its_parameter() -> None:
    """G is left out with a letter where there is no parameter g, and written for the one that is named."""
    model = dalembert.model(
        parameters={"m": 2, "gM": 1.62},
        coordinates={"x": {}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "m*gM*x + x^2"},
    )
    why = "G needs the gravity parameter, and there is no g: name it with --gravity NAME"
    assert dalembert.functions(model).left_out == {"G": why}
    assert dalembert.functions(model, gravity="gM").G(0, [1.0], [0.0]) == pytest.approx(3.24)
    put_in = dalembert.functions(model, gravity="gM", numbers="all")
    assert put_in.G(0, [1.0], [0.0]) == pytest.approx(3.24)
    assert put_in.G.parameters == ()
    curved = dalembert.model(
        parameters={"g": 2}, coordinates={"x": {}}, energy={"kinetic": "x'^2", "potential": "g^2*x"}
    )
    assert dalembert.functions(curved).left_out == {
        "G": "G needs forces that are linear in the gravity parameter g"
    }

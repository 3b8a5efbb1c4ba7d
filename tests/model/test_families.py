"""Families: one entry for many. A family is its members written one by one, in every section and every answer."""

import tomllib
import unicodedata
from pathlib import Path

import numpy as np
import pytest

import dalembert
from dalembert._text.printer import print_tree

CHAIN = """format = 1
title = "Chain"                                         # of masses and springs

[parameters]
N = 4                                                   # masses
k = 10
m = 0.5

[coordinates]
"x[i]" = { for = "i = 1..N", start = "sin(pi*i/(N + 1))", speed = 0 }

[definitions]
"x[0]" = 0
"x[N+1]" = 0

[energy.kinetic]
"mass[i]" = { for = "i = 1..N", value = "1/2*m*x[i]'^2" }

[energy.potential]
"spring[i]" = { for = "i = 0..N", value = "1/2*k*(x[i+1] - x[i])^2" }

[cases.long]
parameters = { N = 6, k = 20 }
start = { "x[2]" = 0.5 }

[simulate]
t_end = 1
samples = 20
"""


@pytest.fixture
def read(tmp_path):
    """Reads a text as a model file."""

    def model(text):
        path = tmp_path / "chain.toml"
        path.write_text(text)
        return dalembert.read(path)

    return model


def flaws(tmp_path, text):
    """What check finds in a text."""
    path = tmp_path / "bad.toml"
    path.write_text(text)
    return dalembert.check(path).flaws


def test_a_family_is_its_members_written_one_by_one(read):
    """The same model from explicit members."""
    n = range(1, 5)
    by_hand = dalembert.model(
        title="Chain",
        parameters={"N": 4, "k": 10, "m": 0.5},
        coordinates={f"x[{i}]": {"start": f"sin(pi*{i}/(N + 1))", "speed": 0} for i in n},
        definitions={"x[0]": 0, "x[5]": 0},
        energy={
            "kinetic": {f"mass[{i}]": f"1/2*m*x[{i}]'^2" for i in n},
            "potential": {f"spring[{i}]": f"1/2*k*(x[{i + 1}] - x[{i}])^2" for i in range(5)},
        },
        cases={"long": {"parameters": {"N": 6, "k": 20}, "start": {"x[2]": 0.5}}},
        simulate={"t_end": 1, "samples": 20},
    )
    family = read(CHAIN)
    assert family == by_hand
    assert family.sizes == ("N",)
    assert [c.origin.index for c in family.coordinates] == [(1,), (2,), (3,), (4,)]
    assert {c.origin.path for c in family.coordinates} == {"coordinates.x[i]"}


def test_a_mode_of_a_chain_swings_at_its_frequency(read):
    """x_i = sin(pi i/(N + 1)) cos(w t) with w = 2 sqrt(k/m) sin(pi/(2 (N + 1))), for the file's N and others."""
    for n, k, model in (
        (4, 10, read(CHAIN)),
        (7, 10, dalembert.vary(read(CHAIN), parameters={"N": 7})),
    ):
        motion = dalembert.simulate(model)
        w = 2 * np.sqrt(k / 0.5) * np.sin(np.pi / (2 * (n + 1)))
        for i in range(1, n + 1):
            assert motion[f"x[{i}]"] == pytest.approx(
                np.sin(np.pi * i / (n + 1)) * np.cos(w * motion.t), abs=1e-7
            )


def test_another_size_is_the_file_with_that_size(read):
    """Setting N, together with other values or after them, is to write it into the file."""
    model = read(CHAIN)
    assert dalembert.vary(model, parameters={"N": 6}) == read(CHAIN.replace("N = 4", "N = 6"))
    once = dalembert.vary(model, parameters={"N": 6, "k": 20}, start={"x[6]": 1})
    then = dalembert.vary(dalembert.vary(model, parameters={"k": 20}), parameters={"N": 6}, start={"x[6]": 1})
    assert once == then
    assert once.coordinates[5].start.typed == 1
    case = dalembert.vary(model, "long")
    assert [c.name for c in case.coordinates] == [f"x[{i}]" for i in range(1, 7)]
    assert case.coordinates[1].start.typed == 0.5
    assert case == dalembert.vary(model, parameters={"N": 6, "k": 20}, start={"x[2]": 0.5})


def test_a_table_over_a_size_is_refused(read):
    """Modes of different models are not followed into one another."""
    with pytest.raises(dalembert.ModelError, match="families of the model count to `N`"):
        dalembert.campbell(read(CHAIN), "N", [3, 4, 5])


def test_a_case_with_another_size_may_name_its_members(read):
    """Members that only the case has are known there; others are not."""
    text = CHAIN.replace('start = { "x[2]" = 0.5 }', 'start = { "x[6]" = 0.5 }')
    model = read(text)
    assert dalembert.check(model).ok
    assert dalembert.vary(model, "long").coordinates[5].start.typed == 0.5
    with pytest.raises(dalembert.ModelError, match=r"there is no coordinate or state `x\[7\]`"):
        dalembert.vary(read(text.replace("x[6]", "x[7]")), "long")


@pytest.mark.parametrize("size", [2.5, "pi", "k", "sin(1)"])
def test_a_size_is_a_whole_number(read, size):
    """Anything else is refused by its name."""
    with pytest.raises(dalembert.ModelError, match="`N` is a whole number"):
        dalembert.vary(read(CHAIN), parameters={"N": size})


def test_families_are_written_back_as_they_were(read):
    """Values that changed are put in beside the family; what is read again is the same model."""
    model = read(CHAIN)
    assert dalembert.write(model) == CHAIN
    varied = dalembert.vary(model, parameters={"N": 5}, start={"x[3]": 0.25})
    text = dalembert.write(varied)
    assert "N = 5                                                   # masses" in text
    assert '"x[3]" = {start = 0.25, speed = 0}' in text
    assert text.count("for = ") == CHAIN.count("for = ")
    assert read(text) == varied


def test_a_member_of_its_own_stands_in_the_place_of_the_family_s(read):
    """It wins, wherever it stands; the order is that of the family."""
    text = CHAIN.replace('"x[i]" =', '"x[3]" = { start = 7 }\n"x[i]" =')
    model = read(text)
    assert [c.name for c in model.coordinates] == ["x[3]", "x[1]", "x[2]", "x[4]"]
    assert model.coordinates[0].start.typed == 7
    after = read(
        text.replace('"x[3]" = { start = 7 }\n', "").replace(
            "speed = 0 }", 'speed = 0 }\n"x[3]" = { start = 7 }'
        )
    )
    assert [c.name for c in after.coordinates] == ["x[1]", "x[2]", "x[3]", "x[4]"]


def test_lists_have_a_value_for_each_member():
    """Of parameters, starts and speeds; numbers are in the unit of the entry."""
    model = dalembert.model(
        parameters={"m[i]": [1, 2.5, "1/3"], "l[k]": {"value": [10, 20, 30], "unit": "mm"}},
        coordinates={"x[i]": {"for": "i = 2..4", "start": [1, 2, 3], "unit": "cm"}},
        energy={"kinetic": "sum(i = 1..3, 1/2*m[i]*l[i]*x[i+1]'^2)"},
    )
    assert [p.name for p in model.parameters] == ["m[1]", "m[2]", "m[3]", "l[1]", "l[2]", "l[3]"]
    assert [p.value.expression.root.value for p in model.parameters[3:]] == [0.01, 0.02, 0.03]
    assert [c.start.typed for c in model.coordinates] == [1, 2, 3]
    assert tomllib.loads(dalembert.write(model))["parameters"]["m[i]"] == [1, 2.5, "1/3"]
    with pytest.raises(dalembert.ModelError, match="there are 2 values for 3 members"):
        dalembert.model(coordinates={"x[i]": {"for": "i = 1..3", "start": [1, 2]}})


def test_families_stand_in_every_section():
    """Several indices, ranges that use earlier ones, and members in all that has names."""
    model = dalembert.model(
        parameters={"N": 3, "r": 0.1, "T": 1},
        coordinates={
            "x[i]": {"for": "i = 1..N", "start": "i", "symbol": r"\xi"},
            "y[i]": {"for": "i = 1..N"},
            "z[i]": {"for": "i = 1..N"},
        },
        states={"s[i]": {"for": "i = 1..N", "rate": "(x[i] - s[i])/T"}},
        inputs={"F[i]": {"for": "i = 1..N", "value": "sin(i*t)"}},
        efforts={"P[i]": {"for": "i = 1..2"}},
        energy={
            "kinetic": "sum(i = 1..N, (x[i]'^2 + y[i]'^2 + z[i]'^2)/2)",
            "dissipation": {"d[i]": {"for": "i = 1..N", "value": "x[i]'^2"}},
        },
        work={
            "x[i]": {
                "for": "i = 1..N",
                "value": "F[i] - if(i <= 2, P[max(i - 1, 1)], 0) - if(i == 2, P[2], 0)",
            }
        },
        constraints={
            "effort": {"law[i]": {"for": "i = 1..2", "value": "P[i] - x[i]^3"}},
            "flow": {"roll[i,j]": {"for": "i = 1..1, j = i+1..2", "value": "x[i]' - x[j]'"}},
        },
        contacts={
            "hit[i,j]": {
                "for": "i = 1..N, j = i+1..N",
                "gap": "x[j] - x[i] - r",
                "law": "spring",
                "stiffness": 1000,
            },
            "floor[i]": {
                "for": "i = 1..N",
                "gap": "x[i]",
                "restitution": 0.5,
                "friction": 0.1,
                "slip": ["y[i]'", "z[i]'"],
            },
        },
        events={"zero[i]": {"for": "i = 1..N", "when": "x[i] - 2"}},
        outputs={"far[i]": {"for": "i = 1..N", "value": "max(j = 1..i, x[j])"}},
        scene={
            "points": {"A[i]": {"for": "i = 1..N", "at": ["x[i]", "i"]}, "O": [0, 0]},
            "links": [{"for": "i = 2..N", "points": ["A[i-1]", "A[i]"]}, ["O", "A[N]"]],
            "masses": [{"for": "i = 1..N", "at": "A[i]", "radius": "r/i"}],
            "traces": ["A[2]"],
        },
    )
    assert [c.name for c in model.contacts] == [
        "hit[1,2]",
        "hit[1,3]",
        "hit[2,3]",
        "floor[1]",
        "floor[2]",
        "floor[3]",
    ]
    assert model.contacts[3].slips == ("floor_1[1]", "floor_2[1]")
    assert [t.name for t in model.potential] == [
        "hit[1,2].stiffness",
        "hit[1,3].stiffness",
        "hit[2,3].stiffness",
    ]
    assert [c.name for c in model.constraints] == ["roll[1,2]", "law[1]", "law[2]"]
    verdict = dalembert.check(model)
    assert not [flaw for flaw in verdict.flaws if flaw.severity == "error"], str(verdict)
    assert dict(model.scene)["links"][0].entries == (("points", ("A[1]", "A[2]")),)
    assert dict(model.scene)["links"][2] == ("O", "A[3]")
    again = tomllib.loads(dalembert.write(model))
    assert again["contacts"]["hit[i,j]"]["for"] == "i = 1..N, j = i+1..N"
    again.pop("format")
    assert dalembert.model(**again) == model
    plain = dalembert.as_dict(model)
    plain.pop("format")
    assert dalembert.model(**plain) == model
    assert "for" not in str(plain["contacts"])


@pytest.mark.parametrize(
    "old, new, rule, words",
    [
        ('for = "i = 1..N", start', 'for = "i = 1..M", start', "index", "`M` is not a whole number"),
        ('for = "i = 1..N", start', 'for = "i = 1..N/3", start', "index", "not a whole number"),
        ('for = "i = 1..N", start', "start", "missing-key", "`for` is missing"),
        ('for = "i = 1..N", start', 'for = "j = 1..N", start', "index", "`i` of `x[i]` has no range"),
        ('for = "i = 1..N", start', 'for = "i = 1..N, j = 1..2", start', "index", "`j` does not stand in"),
        ('for = "i = 1..N", start', 'for = "k = 1..N", start', "index", "`k` is a name"),
        ('for = "i = 1..N", start', "for = 3, start", "value", "text in quotes"),
        ('for = "i = 1..N", start', 'for = "i = 1..10^9", start', "budget", "beyond the budget"),
        ('for = "i = 1..N", start', 'for = "i = 1..130000", start', "budget", "at most 100000 members"),
        ("(x[i+1] - x[i])", "(x[i+2] - x[i])", "unknown-name", "`x[6]` is not declared"),
        ("(x[i+1] - x[i])", "(x - x[i])", "unknown-name", "`x` is not declared"),
        ("(x[i+1] - x[i])", "(x[i/2] - x[i])", "index", "not a whole number"),
        ("1/2*m*x[i]'^2", "1/2*m*x[i]'^^2", "syntax", ""),
        ('"x[0]" = 0', '"x[0" = 0', "syntax", "is not a name"),
        ('"x[0]" = 0', '"x[]" = 0', "syntax", "is not a name"),
        ('"x[0]" = 0', '"2[0]" = 0', "name", "is not a name"),
        ('"x[0]" = 0', '"x[q]" = 0', "missing-key", "`for` is missing"),
        ('"x[0]" = 0', '"x[0]" = 0\n"x[1-1]" = 0', "name", "given twice"),
        ('"x[0]" = 0', '"x[0]" = 0\n"sin[1]" = 0', "reserved", "`sin` is a function"),
        (
            '"spring[i]" =',
            '"mass[i,j]" = { for = "i = 1..600, j = 1..i", value = "x[1]" }\n"spring[i]" =',
            "budget",
            "100000",
        ),
        ('"x[2]" = 0.5', '"y[9]" = 0.5', "case", "y[9]"),
    ],
)
def test_mistakes_are_told_once_at_the_family(tmp_path, old, new, rule, words):
    """One located letter, however many members have the flaw."""
    assert old in CHAIN
    found = [flaw for flaw in flaws(tmp_path, CHAIN.replace(old, new)) if flaw.severity == "error"]
    assert rule in {flaw.rule for flaw in found}, [str(flaw) for flaw in found]
    told = [flaw for flaw in found if flaw.rule == rule and words in flaw.message]
    assert len(told) == 1, [str(flaw) for flaw in found]
    assert told[0].line is not None


def test_a_message_speaks_of_the_member_and_shows_the_family(tmp_path):
    """The path has x[3], the line is the family's."""
    text = CHAIN.replace("x[i+1] - x[i]", "x[i+1] - y[i]")
    (found,) = [flaw for flaw in flaws(tmp_path, text) if flaw.severity == "error"]
    letter = str(found)
    assert "energy.potential.spring[0]" in letter
    assert '"spring[i]" = {' in letter


def test_results_have_the_names_of_the_members(read, tmp_path):
    """Columns of a motion and of its files; names of functions."""
    motion = dalembert.simulate(read(CHAIN))
    for name in ("m.nc", "m.csv"):
        dalembert.save(motion, tmp_path / name)
    loaded = dalembert.open_motion(tmp_path / "m.nc")
    np.testing.assert_array_equal(loaded["x[3]'"], motion["x[3]'"])
    assert loaded.model == motion.model
    assert dalembert.read(tmp_path / "m.nc").sizes == ("N",)
    assert "x[3]" in (tmp_path / "m.csv").read_text()


def test_latex_and_unicode_have_indices(read):
    """x[3] is x₃ and x_{3}."""
    equations = dalembert.derive(read(CHAIN))
    assert unicodedata.normalize("NFD", "ẍ₃") in unicodedata.normalize("NFD", dalembert.show(equations))
    assert r"\ddot{x}_{3}" in dalembert.show(equations, style="latex")


def test_a_case_gives_a_member_its_value_in_the_unit_of_its_own_entry():
    """Members of one name may have other units: 700 of m[2] are grams, also where a case changes N."""
    model = dalembert.model(
        parameters={
            "N": 3,
            "m[0]": {"value": 2, "unit": "kg"},
            "m[i]": {"for": "i = 1..N", "value": 500, "unit": "g"},
        },
        coordinates={"x": {"start": 1, "unit": "m"}},
        states={"s[i]": {"for": "i = 1..2", "rate": "0", "start": 10, "unit": "mm"}},
        energy={"kinetic": "sum(i = 0..N, 1/2*m[i]*x'^2)"},
        cases={
            "heavy": {"parameters": {"m[2]": 700, "m[0]": 3}, "start": {"s[2]": 30}},
            "long": {"parameters": {"N": 5, "m[5]": 700}},
        },
    )
    heavy, long = (dalembert.vary(model, case=name) for name in ("heavy", "long"))
    values = {one.name: float(one.value.expression.root.value) for one in heavy.parameters}
    assert values == {"N": 3, "m[0]": 3, "m[1]": 0.5, "m[2]": 0.7, "m[3]": 0.5}
    assert float(heavy.states[1].start.expression.root.value) == pytest.approx(0.03)
    values = {one.name: float(one.value.expression.root.value) for one in long.parameters}
    assert (values["m[4]"], values["m[5]"]) == (0.5, 0.7)


def test_a_size_may_be_made_of_others():
    """N = 2 M + L with L = M − 1, in any order; another M is the file with that M, and is no value of a sweep."""
    parameters = {"N": "2*M + L", "L": "M - 1", "M": 2}
    model = dalembert.model(
        parameters=parameters,
        coordinates={"x[i]": {"for": "i = 1..N"}},
        energy={"kinetic": "sum(i = 1..N, x[i]'^2)"},
    )
    assert len(model.coordinates) == 5
    assert model.sizes == ("L", "M", "N")
    assert len(dalembert.vary(model, parameters={"M": 3}).coordinates) == 8
    with pytest.raises(dalembert.ModelError, match="`N` is not a whole number"):
        dalembert.model(
            parameters={"N": "M/2", "M": 3},
            coordinates={"x[i]": {"for": "i = 1..N"}},
            energy={"kinetic": "sum(i = 1..N, x[i]'^2)"},
        )


def test_multipliers_of_a_family_stand_in_work_and_outputs():
    """Pendulums by their places, each damped by the force in its own rod, are those of one rod alone."""

    def pendulums(n):
        return dalembert.model(
            parameters={"N": n, "g": 9.81, "c": 0.1},
            coordinates={
                "x[i]": {"for": "i = 1..N", "start": "0.6"},
                "y[i]": {"for": "i = 1..N", "guess": -0.8},
            },
            energy={
                "kinetic": "sum(i = 1..N, 1/2*(x[i]'^2 + y[i]'^2))",
                "potential": "sum(i = 1..N, g*y[i])",
            },
            constraints={"displacement": {"pin[i]": {"for": "i = 1..N", "value": "(x[i]^2 + y[i]^2 - 1)/2"}}},
            work={
                "x[i]": {"for": "i = 1..N", "value": "-c*lam_pin[i]*x[i]'"},
                "y[i]": {"for": "i = 1..N", "value": "-c*lam_pin[i]*y[i]'"},
            },
            outputs={
                "S[i]": {"for": "i = 1..N", "value": "lam_pin[i]"},
                "all": "sum(i = 1..N, lam_pin[i])",
            },
            simulate={"t_end": 1, "samples": 10},
        )

    one, three = (dalembert.simulate(pendulums(n)) for n in (1, 3))
    for i in (1, 2, 3):
        assert three[f"S[{i}]"] == pytest.approx(one["S[1]"], rel=1e-9)
        angle = np.arctan2(three[f"x[{i}]"], -three[f"y[{i}]"])
        speed2 = three[f"x[{i}]'"] ** 2 + three[f"y[{i}]'"] ** 2
        assert three[f"S[{i}]"] == pytest.approx(9.81 * np.cos(angle) + speed2, rel=1e-9)
    assert three["all"] == pytest.approx(3 * one["all"], rel=1e-9)


def test_a_table_is_no_family_but_may_have_an_index(tmp_path):
    """A family of tables is told how to be one table with the index as its second argument."""
    text = (
        'format = 1\n[coordinates]\nx = {}\n[energy]\nkinetic = "x\'^2"\n'
        '[tables."d[i]"]\nx = [0, 1]\nvalue = [0, 1]\nbeyond = "hold"\n'
    )
    path = tmp_path / "model.toml"
    path.write_text(text)
    flaw = dalembert.check(path).flaws[0]
    assert (flaw.rule, flaw.line) == ("name", 6)
    assert "d(v, i)" in flaw.hint


def test_a_budget_of_the_whole_model_is_told_once():
    """Symbols beyond the budget are told at the first text that has them, with the family to write instead."""
    long = " + ".join(["x"] * 6000)
    terms = {f"V{i}": long for i in range(40)}
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.model(
            coordinates={"x": {"start": 0, "speed": 0}},
            energy={"kinetic": "1/2*x'^2", "potential": terms},
        )
    (flaw,) = caught.value.flaws
    assert flaw.rule == "budget"
    assert flaw.where == "energy.potential.V16"  # 16 texts of 12 000 symbols are within 200 000
    assert 'for = "i = 1..N"' in flaw.hint


def test_members_after_the_budget_are_not_read(tmp_path, monkeypatch):
    """A family that is too large when written out is told once, at its first member beyond the budget."""
    text = """format = 1
[coordinates]
x = { start = 0, speed = 0 }
[energy]
kinetic = "1/2*x'^2"
[contacts]
"hit[i,j]" = { for = "i = 1..100, j = 1..100", gap = "x + i + j", friction = "i/100", restitution = 0, slip = "x'" }
"""
    monkeypatch.setattr("dalembert._text.elaborate.NODES", 30_000)
    monkeypatch.setattr("dalembert._text.syntax_faults.NODES", 30_000)
    (tmp_path / "model.toml").write_text(text)
    (flaw,) = [one for one in dalembert.check(tmp_path / "model.toml").flaws if one.rule == "budget"]
    assert "beyond the budget of 30 000 parts" in flaw.message
    assert "[definitions]" in flaw.hint


@pytest.mark.parametrize("given", ["i in 1..N", "i = 1..5.5", "i = 1..M"])
def test_a_range_that_cannot_be_read_is_the_only_letter(given: str, tmp_path: Path) -> None:
    """Its members are not missed as well, nor the coordinates."""
    path = tmp_path / "chain.toml"
    path.write_text(
        'format = 1\n[parameters]\nN = 3\n[coordinates]\n"x[i]" = { for = "' + given + '" }\n'
        '[energy]\nkinetic = "sum(i = 1..N, x[i]\'^2)"\n',
        encoding="utf-8",
    )
    (flaw,) = dalembert.check(path).flaws
    assert flaw.where == "coordinates.x[i].for"


def test_parts_with_one_of_several_indices_are_expanded_once_for_each_of_its_values() -> None:
    """Members of families of pairs share the parts with one index, also where two families share a text."""
    text = "x[i]^2 + x[j+1]*i"
    made = dalembert.model(
        coordinates={"x[n]": {"for": "n = 1..5", "start": 0}},
        energy={"kinetic": "sum(n = 1..5, 1/2*x[n]'^2)"},
        outputs={
            "a[i,j]": {"for": "i = 1..3, j = 1..2", "value": text},
            "b[j,i]": {"for": "j = 2..3, i = 1..2", "value": text},
        },
    )
    texts = {one.name: print_tree(one.expression.root) for one in made.outputs}
    assert texts["a[3,2]"] == "x[3]^2 + x[3]*3"
    assert texts["b[3,2]"] == "x[2]^2 + x[4]*2"
    terms = {one.name: one.expression.root.terms for one in made.outputs}
    assert terms["a[2,1]"][0] is terms["a[2,2]"][0]
    assert terms["a[2,1]"][1] is not terms["a[2,2]"][1]

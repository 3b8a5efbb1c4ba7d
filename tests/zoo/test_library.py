"""Every library system against its facts."""

from __future__ import annotations

import re
from functools import cache

import pytest
from start_of import computable, start_of

import dalembert
from dalembert._derive.goldens import reproduces
from dalembert.library import SYSTEMS, facts_by_name, text_of

NAMES = [s.name for s in SYSTEMS if s.size is None]
SIZED = [f"{s.name}:{n}" for s in SYSTEMS if s.size is not None for n in (1, 2, 3, 5)]
ILL_POSED = {"blending_tank_printed", "pneumatic_positioner_printed"}
# what the issue and the sources ask for
WANTED = [
    "rod_pendulum",
    "four_bar",
    "sprung_rod",
    "drive_train",
    "mass_and_wall",
    "triple_arm",
    "polar_arm",
    "triple_pendulum",
    "n_link_pendulum",
    "four_bar_pinned",
    "spring_pendulum",
    "conveyor",
    "electro_mechanical",
    "blending_tank_printed",
    "pneumatic_positioner_printed",
]
CASES = {
    "triple_pendulum": {"set1": {"g": 10}, "set2": {"g": 0}, "demo": {"g": 1}},
    "four_bar_pinned": {
        "set3": {"L1": 2, "L2": 1, "L3": 0.5, "m1": 1, "m2": 1, "m3": 3, "g": 5},
        "demo": {"L1": 1, "L2": 1, "L3": 2, "m1": 1, "m2": 1, "m3": 1, "g": 5},
        "long_coupler": {"L1": 1, "L2": 9, "L3": 1, "m1": 1, "m2": 5, "m3": 1, "g": 5},
    },
}
NUMBERS = [
    pytest.param(name, number, id=f"{name} {number.what}")
    for name in NAMES
    for number in facts_by_name(name).numbers
    if computable(number.what)
]


@cache
def equations_of(name: str) -> dalembert.Equations:
    """The verified equations."""
    return dalembert.derive(name)


def test_the_library_has_the_systems_of_the_sources() -> None:
    """Every system asked for is there, once."""
    names = [s.name for s in SYSTEMS]
    assert set(WANTED) <= set(names)
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", NAMES + SIZED)
def test_a_system_checks_without_an_error(name: str) -> None:
    """`check` finds no error and, but for the systems printed ill-posed, no flaw of structure."""
    found = {flaw.severity for flaw in dalembert.check(name).flaws}
    assert "error" not in found
    assert name in ILL_POSED or "structure" not in found


@pytest.mark.parametrize("name", NAMES + SIZED)
def test_a_system_derives_to_rounding_error(name: str) -> None:
    """The verified relative error is at most 1e-12."""
    verified = equations_of(name).verified
    assert verified.points >= 5
    assert verified.max_error <= 1e-12


@pytest.mark.parametrize("name", NAMES + SIZED)
def test_every_golden_is_reproduced(name: str) -> None:
    """Each printed result is identical to the derived one."""
    results = list(dalembert.goldens(name))
    assert results
    assert [golden for golden, same in results if not same] == []


def corrupted(expression: str, names: list[str]) -> list[str]:
    """A printed result with a small term added, its sign turned, and each of its signs turned in the text."""
    made = [f"{expression} + 1e-3*{name}" for name in names[:2]]
    if expression != "0":
        made += [f"-({expression})", f"1.001*({expression})"]
    for sign in re.finditer(r" ([+-]) ", expression):
        turned = "-" if sign[1] == "+" else "+"
        made.append(f"{expression[: sign.start(1)]}{turned}{expression[sign.end(1) :]}")
    return made


@pytest.mark.parametrize("name", [*NAMES, "n_link_pendulum:3"])
def test_no_corrupted_golden_is_reproduced(name: str) -> None:
    """A printed result with an added term, another factor or one sign turned is not identical to the derived one."""
    equations = equations_of(name)
    model = equations.model
    names = [model.coordinates[0].name, model.parameters[-1].name]
    for golden in facts_by_name(name).goldens:
        for wrong in corrupted(golden.expression, names):
            assert not reproduces(equations, golden.part, golden.of, wrong), (golden.part, golden.of, wrong)


@pytest.mark.parametrize("name", NAMES + SIZED)
def test_a_system_survives_being_written(name: str, tmp_path) -> None:
    """The text of a system, read, written and read again, is the same model, cases and scene included."""
    path = tmp_path / "model.toml"
    path.write_text(text_of(name), encoding="utf-8")
    model = dalembert.read(path)
    assert model == dalembert.read(name)
    dalembert.write(model, path)
    again = dalembert.read(path)
    assert again == model
    assert dalembert.write(again) == dalembert.write(model)


@pytest.mark.parametrize("name", [n for n in NAMES if n not in ILL_POSED])
def test_a_system_starts_on_its_constraints(name: str) -> None:
    """Given starts and speeds can be completed so that Phi, its rate and Psi vanish."""
    position, velocity = start_of(name).residuals()
    assert position <= 1e-12
    assert velocity <= 1e-12


@pytest.mark.parametrize(("name", "case"), [(name, case) for name in CASES for case in CASES[name]])
def test_a_case_starts_on_its_constraints(name: str, case: str) -> None:
    """The same holds of each case."""
    assert max(start_of(name, case).residuals()) <= 1e-12


@pytest.mark.parametrize(("name", "number"), NUMBERS)
def test_a_known_number_comes_out(name: str, number) -> None:
    """Energy, closed starts, speeds, natural frequencies and static positions are as the facts say."""
    what, case = number.what, ""
    if what.startswith("case."):
        _, case, what = what.split(".", 2)
    assert start_of(name, case).number(what) == pytest.approx(number.value, rel=number.rtol)


@pytest.mark.parametrize("name", CASES)
def test_the_cases_are_those_of_the_sources(name: str) -> None:
    """The cases exist with the parameters of the sources, and the first one is the model's own values."""
    model = dalembert.read(name)
    assert {case.name for case in model.cases} == set(CASES[name])
    for case, wanted in CASES[name].items():
        found = {p.name: p.value.typed for p in dalembert.vary(model, case).parameters}
        assert {key: found[key] for key in wanted} == wanted
    first = dalembert.vary(model, model.cases[0].name)
    assert (first.parameters, first.coordinates) == (model.parameters, model.coordinates)


def test_some_numbers_of_every_kind_are_checked() -> None:
    """The facts hold energies, starts, speeds, modes and static positions to be computed."""
    kinds = {number.values[1].what.split(".")[0] for number in NUMBERS}
    assert {"energy", "start", "speed", "mode", "static", "case", "newmark", "rigid"} <= kinds

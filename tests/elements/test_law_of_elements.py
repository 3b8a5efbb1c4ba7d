"""An element's equation holds as it is printed, whatever its values depend on: dalembert beside the textbook.

`law_cases.py` makes the systems, `law_equations.py` their equations from the textbook, `law_texts.py` their model files;
`python -m tests.elements.law_trial` prints all outcomes in a table, and `--show NAME` one case with its model.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.elements.law_cases import VALUES, Case, case_named, cases_of, stratified
from tests.elements.law_equations import truth
from tests.elements.law_trial import TOLERANCE, Outcome, comparison, outcome, wanted

DOCS = Path(__file__).parents[2] / "docs"
GATE = [case.name for case in stratified(150)]
NO_LAW = {  # no value that could depend on anything, or, for the last four, coefficients that no equation defines
    "surroundings", "gas", "table", "contact", "op_amp", "gravity_gradient", "band_pass", "notch", "lead_lag", "transfer_function",
}  # fmt: skip


# what is not known before a run begins, so that no content of a store follows from an effort there
UNKNOWN_AT_START = {
    "resistor_flow", "near_flow", "own_flow", "own_displacement", "own_effort", "other_effort", "node_effort",
    "near_effort", "temperature",
}  # fmt: skip
CONTENTS = {
    "capacitor.start_voltage", "tank.start_pressure", "thermal_capacity.capacity", "gas_volume.start_pressure",
}  # fmt: skip
FLOWING = {"inductor.inductance", "dc_motor.inductance", "voice_coil.inductance"} | {
    f"pipe.{key}" for key in ("length", "area", "density")
}


def _refusal(case: Case) -> str:
    """What the letter says where a case is refused for a reason that is told; empty where it has to be right."""
    value, parts = case.name.partition("-")[0], set(case.dependence.split("+"))
    if value in FLOWING | {"gas_volume.volume"} and {"place", "own_displacement"} <= parts:
        return "no such energy is known"
    if value in CONTENTS and parts & UNKNOWN_AT_START:
        return "start"
    if value in FLOWING and ("own_effort" in parts or {"state", "near_effort"} <= parts):
        return "at the start"
    return ""


def _is_as_expected(case: Case, found: Outcome) -> bool:
    """Whether a case is right, or refused with the reason that it is refused for."""
    refusal = _refusal(case)
    return found.what == "refused" and refusal in found.told if refusal else found.what == "right"


def _matters(case: Case) -> bool:
    """Whether the dependence changes the result by far more than the tolerance."""
    signals = tuple(one for part in wanted(case.system) for one in part)
    both = zip(truth(case.system, signals), truth(case.without, signals), strict=True)
    return max(abs(a - b) for a, b in both) > 10 * TOLERANCE


@pytest.mark.parametrize("name", GATE)
def test_the_law_of_an_element_holds_whatever_its_value_depends_on(name: str) -> None:
    """Flows, contents, efforts, places and speeds at the end are those of nodal analysis and Newton's law."""
    case = case_named(name)
    found = outcome(case)
    assert _is_as_expected(case, found), comparison(case, found)


@pytest.mark.soak
@pytest.mark.parametrize("value", VALUES)
def test_the_law_of_every_element_holds_for_every_dependence(value: str) -> None:
    """The same for all values and all dependences; what cannot be known is refused with a letter that says so."""
    found = [(case, outcome(case)) for case in cases_of(value) if case.name not in GATE]
    missed = [comparison(case, one) for case, one in found if not _is_as_expected(case, one)]
    assert not missed, "\n".join(missed)


def test_no_case_of_the_gate_is_blind_to_its_dependence() -> None:
    """With a constant in its place the textbook says something else, so that each case can go wrong."""
    chosen = [case for case in map(case_named, GATE[::12]) if case.dependence != "constant"]
    assert [case.name for case in chosen if not _matters(case)] == []


@pytest.mark.soak
@pytest.mark.parametrize("value", VALUES)
def test_no_case_is_blind_to_its_dependence(value: str) -> None:
    """The same for all."""
    dependent = [case for case in cases_of(value) if case.dependence != "constant"]
    assert [case.name for case in dependent if not _matters(case)] == []


@pytest.mark.parametrize("page", ["networks", "elements", "controllers"])
def test_every_kind_of_the_documentation_is_judged(page: str) -> None:
    """Each kind in the tables of kinds has a value in the family."""
    [table] = re.findall(r"^\| kind \|.*?\n\n", (DOCS / f"{page}.md").read_text(), re.M | re.S)
    kinds = set(re.findall(r"^\| `(\w+)` \|", table, re.M))
    judged = {value.split(".")[0] for value in VALUES}
    assert kinds - NO_LAW <= judged
    assert len(kinds) > 10

"""Names of bodies, elements and controllers: any but functions and words of the language."""

from __future__ import annotations

from typing import Any

import pytest

import dalembert

SLIDER = {"kind": "slider", "between": ["ground", "b"], "coordinate": {"x": {"start": 0.1, "speed": 0}}}
PART = {"coordinates": {"y": {"start": 1, "speed": 0}}, "energy": {"kinetic": "1/2*y'^2"}}
PID = {"kind": "pid", "from": "x", "reference": 0, "kp": 2.0, "ki": 1.0, "to": "work.x"}


def _named(section: str, name: str) -> dict[str, Any]:
    """A model in which one entry has a name."""
    body = name if section == "bodies" else "b"
    spring = {"kind": "spring", "between": ["ground", body], "stiffness": 10.0, "length": 0.5}
    found: dict[str, Any] = {
        "bodies": {body: {"mass": 1.0}},
        "joints": {"S": {**SLIDER, "between": ["ground", body]}},
        "elements": {name if section == "elements" else "spring": spring},
    }
    entries = {"controllers": PID, "parts": {"model": PART}}
    return found | ({section: {name: entries[section]}} if section in entries else {})


SECTIONS = ("bodies", "elements", "controllers", "parts")


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("name", ["sin", "max", "step", "if", "not", "lam_1", "kap_1"])
def test_functions_and_words_of_the_language_are_no_names(section: str, name: str) -> None:
    """The one message stands at the entry, and says how to call it."""
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.model(**_named(section, name))
    (flaw,) = caught.value.flaws
    assert flaw.where == f"{section}.{name}"
    assert flaw.hint == f"call it, say, my_{name}"


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("name", ["t", "pi", "e1", "kg", "energy", "lambda", "class", "total"])
def test_other_words_are_names(section: str, name: str) -> None:
    """Units, constants, sections and words of other languages do not stand in the way."""
    assert str(dalembert.simulate(dalembert.model(**_named(section, name)), t_end=0.01).status) == "ok"

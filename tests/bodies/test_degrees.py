"""Angles that look like degrees and wrong units of inertia are reported where they were typed."""

from __future__ import annotations

from pathlib import Path

import pytest

import dalembert

MODEL = """format = 1
[bodies]
gravity = [0, -9.81]
[bodies.arm]
mass = 1
centre = [0.5, 0]
inertia = { value = 0.08, unit = "UNIT" }
[joints.O]
kind = "pin"
between = ["ground", "arm"]
coordinate = { th = { START } }
limits = [LOW, { value = 90, unit = "deg" }]
[simulate]
t_end = 1
"""


def _check(folder: Path, start: str, low: str, unit: str = "kg m^2") -> dalembert.Verdict:
    file = folder / "arm.toml"
    file.write_text(MODEL.replace("START", start).replace("LOW", low).replace("UNIT", unit), encoding="utf-8")
    return dalembert.check(file)


def test_whole_numbers_of_radians_are_warned_of_at_their_places(tmp_path: Path) -> None:
    """With what to write in their places."""
    found = [one for one in _check(tmp_path, "start = 30", "-90").flaws if one.severity == "warning"]
    assert [one.where for one in found] == ["joints.O.coordinate.th.start", "joints.O.limits.0"]
    assert "30 rad, which is 4.8 turns" in found[0].message
    assert 'th = { start = 30, unit = "deg" }' in found[0].hint
    assert '{ value = -90, unit = "deg" }' in found[1].hint


@pytest.mark.parametrize(
    ("start", "low"),
    [('start = 30, unit = "deg"', "-1.5"), ('start = "pi/2"', "-6"), ("start = 12.57", "-9.5")],
)
def test_angles_in_radians_are_let_alone(start: str, low: str, tmp_path: Path) -> None:
    """With a unit, as an expression, below 10, or no whole number."""
    assert not [one for one in _check(tmp_path, start, low).flaws if one.rule == "degrees"]


def test_a_wrong_unit_of_inertia_is_told_at_the_inertia(tmp_path: Path) -> None:
    """And not at the kinetic energy that it is a part of."""
    verdict = _check(tmp_path, "start = 1", "-1", unit="kg m")
    (error,) = (one for one in verdict.flaws if one.severity == "error")
    assert error.where == "bodies.arm.inertia"
    assert "must be in kg m^2" in error.message

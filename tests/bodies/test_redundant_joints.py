"""Joints with redundant conditions: named with a hint; the motion is that without them."""

from __future__ import annotations

from math import cos, sin
from typing import Any

import numpy as np
import pytest
from tests.bodies.systems import FOUR_BAR, Sections, changed

import dalembert

PLANE = changed(
    FOUR_BAR,
    elements=None,
    outputs={
        "F_O": "norm(joints.O.force)",
        "F_B": "norm(joints.B.force)",
        "M_O": "joints.O.torque",
    },
    simulate={"t_end": 0.4, "samples": 8, "rtol": 1e-11},
)
TURN = [["x", 0.4], ["y", 0.3]]  # of the plane of the linkage
NORMAL = (sin(0.3), -sin(0.4) * cos(0.3), cos(0.4) * cos(0.3))
ALONG = (cos(0.3), sin(0.4) * sin(0.3), -cos(0.4) * sin(0.3))
UP = (0.0, cos(0.4), sin(0.4))


def _link(length: str, mass: str, layer: float) -> Sections:
    return {
        "mass": mass,
        "shape": {"rod": length},
        "centre": [f"{length}/2", 0, 0],
        "points": {"E": [length, 0, layer]},
    }


def _in_space(closing: dict[str, Any], *, tilted: bool = False, **bodies: Any) -> Sections:
    """The four-bar with links in three layers, so that forces across its plane are not zero."""
    origin, far = ([0, 0, 0], [2, 0, 0.2]) if not tilted else ([0, 0, 0], _added(ALONG, 2, NORMAL, 0.2))
    turned = {"turn": TURN} if tilted else {}
    up, normal = (UP, NORMAL) if tilted else ((0, 1, 0), (0, 0, 1))
    across = f"[{normal[0]!r}, {normal[1]!r}, {normal[2]!r}]"
    in_plane = "norm({0} - dot({0}, {1})*{1})"
    return changed(
        PLANE,
        bodies={
            "space": 3,
            "gravity": [f"-g*{one!r}" for one in up],
            "ground": {"points": {"O": {"at": origin, **turned}, "C": {"at": far, **turned}}},
            "crank": _link("L2", "m", 0.1),
            "coupler": _link("L3", "2*m", 0.1),
            "rocker": _link("L4", "m", 0),
            **bodies,
        },
        joints__B={**closing, "between": ["coupler.E", "rocker.E"]},
        outputs={
            "F_O": in_plane.format("joints.O.force", across),
            "F_B": in_plane.format("joints.B.force", across),
            "M_O": f"dot(joints.O.torque, {across})",
            "across": f"dot(joints.O.force, {across})",
            "bending": f"norm(joints.O.torque - M_O*{across})".replace(
                "M_O", f"dot(joints.O.torque, {across})"
            ),
        },
    )


def _added(u: tuple[float, ...], a: float, v: tuple[float, ...], b: float) -> list[float]:
    return [a * x + b * y for x, y in zip(u, v, strict=True)]


def _run(sections: Sections) -> dalembert.Motion:
    motion = dalembert.simulate(dalembert.model(**sections))
    assert motion.status == "ok"
    return motion


PIN = {"kind": "pin"}
LINE = {"kind": "point_on_line", "axis": "z"}


@pytest.mark.parametrize("tilted", [False, True])
def test_a_plane_linkage_of_pins_in_space_moves_as_in_the_plane(tilted: bool) -> None:
    """Three conditions too many change nothing; forces in the plane are unique, those across it are marked."""
    plane, space = _run(PLANE), _run(_in_space(PIN, tilted=tilted))
    np.testing.assert_allclose(space.q, plane.q, atol=1e-10)
    for name in ("F_O", "F_B", "M_O"):
        np.testing.assert_allclose(space[name], plane[name], rtol=1e-9, atol=1e-8)
    said = [str(one) for one in space.remarks if one.key == "remark_not_unique"]
    assert len(said) == 1
    assert "bending" in said[0]
    assert "across" in said[0]
    assert "F_O" not in said[0]
    assert "M_O" not in said[0]


def test_the_joint_that_is_proposed_makes_all_forces_unique() -> None:
    """The same motion, and no remark; the coupler hangs on the crank alone, so the moments are its weight's."""
    proposed, plane = _run(_in_space(LINE)), _run(PLANE)
    assert not any(one.key in ("remark_redundant", "remark_not_unique") for one in proposed.remarks)
    np.testing.assert_allclose(proposed.q, plane.q, atol=1e-10)
    np.testing.assert_allclose(proposed["F_B"], plane["F_B"], rtol=1e-9)
    np.testing.assert_allclose(proposed["across"], 0, atol=1e-9)
    assert np.ptp(proposed["bending"]) > 0.1


@pytest.mark.parametrize(("coordinates", "tilted"), [("joint", True), ("body", False)])
def test_redundant_joints_are_named_with_a_cure(coordinates: str, tilted: bool) -> None:
    """By `check`, in both choices of coordinates; with what it proposes nothing is redundant."""
    sections = _in_space(PIN, tilted=tilted, coordinates=coordinates)
    verdict = dalembert.check(dalembert.model(**sections))
    assert verdict.ok
    assert verdict.structure is not None
    assert verdict.structure.dof == 1
    (told,) = (flaw for flaw in verdict.flaws if flaw.rule == "redundant")
    assert "3 of the 5 conditions of the joint `B`" in str(told)
    assert 'kind = "point_on_line", axis = "z"' in str(told.hint)
    mended = dalembert.check(dalembert.model(**_in_space(LINE, tilted=tilted, coordinates=coordinates)))
    assert not [flaw for flaw in mended.flaws if flaw.rule == "redundant"]
    assert mended.structure is not None
    assert mended.structure.redundant == ()


@pytest.mark.soak
def test_a_plane_linkage_in_space_in_coordinates_of_bodies() -> None:
    """The same forces as in the plane, though every pin has three conditions too many."""
    plane, space = _run(PLANE), _run(_in_space(PIN, coordinates="body"))
    for name in ("F_O", "F_B", "M_O"):
        np.testing.assert_allclose(space[name], plane[name], rtol=1e-8, atol=1e-7)


def test_a_force_that_is_not_unique_may_not_act() -> None:
    """Friction in a joint by a force that no equation determines is refused, with the names."""
    sections = _in_space(PIN)
    sections["work"] = {"th": "-0.1*abs(lam_B[3])"}
    sections["outputs"] = {}
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.simulate(dalembert.model(**sections))
    assert "`lam_B[3]` is not determined" in str(caught.value)


def test_which_joint_closes_the_loop_is_said() -> None:
    """By `check` and `derive`; another joint closes it with loop = true."""
    model = dalembert.model(**changed(PLANE, outputs=None))
    structure = dalembert.check(model).structure
    assert structure is not None
    assert structure.loops == ("B",)
    assert "the joint B closes a loop" in dalembert.show(dalembert.derive(model)).replace("`", "")
    other = changed(
        PLANE, outputs=None, joints__A={"kind": "pin", "between": ["crank.E", "coupler"], "loop": True}
    )
    other["joints"]["B"]["coordinate"] = {"al": {"guess": -1.0}}
    structure = dalembert.check(dalembert.model(**other)).structure
    assert structure is not None
    assert structure.loops == ("A",)
    by_body = dalembert.model(**changed(PLANE, outputs=None, bodies__coordinates="body"))
    structure = dalembert.check(by_body).structure
    assert structure is not None
    assert structure.loops == ()


@pytest.mark.soak
def test_a_loop_on_a_body_that_tumbles_keeps_its_energy() -> None:
    """A plane linkage on a free platform in space: conditions that hold by themselves do no harm."""
    sections = _in_space(PIN)
    sections["bodies"]["platform"] = {
        "mass": 3,
        "shape": {"box": [1, 2, 3]},
        "points": sections["bodies"]["ground"]["points"],
    }
    sections["bodies"]["ground"] = {}
    sections["joints"]["F"] = {
        "kind": "free",
        "between": ["ground", "platform"],
        "coordinate": {
            **{name: {"start": 0, "speed": 0.1} for name in ("x", "y", "z")},
            "e0": {"start": 1, "speed": 0},
            **{f"e{i}": {"start": 0, "speed": s} for i, s in ((1, 0.5), (2, -0.3), (3, 0.2))},
        },
    }
    for name, point in (("O", "platform.O"), ("C", "platform.C")):
        sections["joints"][name]["between"][0] = point
    sections["outputs"] = {}
    motion = _run(sections)
    assert motion.ledger.error < 1e-9
    assert motion.residual.position.max() < 1e-12


def test_a_loop_that_cannot_close_across_its_plane_is_refused() -> None:
    """Conditions across the plane do not depend on the motion, but they must hold; `check` counts nothing."""
    sections = _in_space({"kind": "pin", "loop": True})
    off = changed(sections, bodies__ground={"points": {"O": [0, 0, 0], "C": [2, 0, 0.3]}})
    with pytest.raises(dalembert.ModelError, match="no position satisfies"):
        dalembert.simulate(dalembert.model(**off))
    structure = dalembert.check(dalembert.model(**off)).structure
    assert structure is not None
    assert structure.states is None

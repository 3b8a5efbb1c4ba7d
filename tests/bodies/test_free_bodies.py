"""Free bodies: the loads on each body balance its motion, and the diagrams show each load once."""

from __future__ import annotations

from dataclasses import asdict, replace

import numpy as np
import pytest
from tests.bodies.systems import ARM, DOUBLE_PENDULUM, FOUR_BAR, changed

import dalembert
from dalembert._analyse.body_loads import BodyLoads, body_loads
from dalembert._model.bodies.balances import balances_of
from dalembert._model.bodies.free_bodies import free_bodies
from dalembert._present.animation.frame_drawing import drawing_of
from dalembert._present.animation.making import picture_of
from dalembert._present.animation.player import fragment
from dalembert._present.animation.primitives import Line, Text
from dalembert._present.free_body_diagrams import diagrams
from dalembert._present.notation import notation
from dalembert._present.report.contents import document_of
from dalembert._present.report.data import ReportFigure
from dalembert._present.report.symbols import symbols_of
from dalembert._verify.balances import agreement
from dalembert._words.languages import words_of
from dalembert.verbs.gather import report_data


def _loads(system: dict) -> tuple[dalembert.Motion, BodyLoads]:
    """A motion with the accelerations of mass centres, and what acts on the bodies."""
    space = system["bodies"].get("space", 2)
    named = [name for name, body in system["bodies"].items() if isinstance(body, dict) and "mass" in body]
    parts = [(name, i + 1) for name in named for i in range(space)]
    speeds = {f"v_{name}_{i}": f"{name}.centre[{i}]'" for name, i in parts}
    accelerations = {f"a_{name}_{i}": f"v_{name}_{i}'" for name, i in parts}
    model = dalembert.model(**changed(system, definitions=speeds, outputs=accelerations))
    motion = dalembert.simulate(model)
    loads = body_loads(motion)
    assert loads is not None
    return motion, loads


@pytest.mark.parametrize("system", [DOUBLE_PENDULUM, FOUR_BAR, ARM])
def test_what_acts_on_a_body_is_its_mass_times_acceleration(system: dict) -> None:
    """Σ F = m r'' of every body, and of joints between bodies both sides cancel."""
    motion, loads = _loads(system)
    for body in loads.bodies.bodies:
        total = sum(load.sign * loads.column(load.force) for load in body.loads if load.force)
        count = len(body.centre)
        a = np.stack([motion[f"a_{body.name}_{i + 1}"] for i in range(count)], axis=1)
        mass = loads.column(body.mass)
        np.testing.assert_allclose(total, mass * a, atol=1e-10)


def test_a_torsion_spring_in_a_joint_acts_on_both_bodies() -> None:
    """It has no ends of its own; the point of a body that is called velocity is nothing but a point."""
    spring = {"kind": "torsion_spring", "between": "joints.A", "stiffness": 3, "angle": 0.2}
    system = changed(DOUBLE_PENDULUM, elements__spring=spring, bodies__upper__points__velocity=[0, "L1"])
    model = dalembert.model(**system)
    found, balances = free_bodies(model), balances_of(model)
    assert found is not None
    acting = [(body.name, one.sign) for body in found.bodies for one in body.loads if one.name == "spring"]
    assert acting == [("upper", -1), ("lower", 1)]
    agreed = agreement(balances) if balances is not None else None
    assert agreed is not None
    assert agreed.newton_euler < 1e-10


@pytest.mark.parametrize("system", [DOUBLE_PENDULUM, pytest.param(FOUR_BAR, marks=pytest.mark.soak)])
def test_the_largest_loads_of_joints_are_found_between_the_rows(system: dict) -> None:
    """They are never below those of a run with 100 times the rows, and at most what these leave above them."""
    model = dalembert.model(**changed(system))
    few, many = (dalembert.simulate(model, t_end=1.0, samples=n) for n in (12, 1200))
    coarse, found, fine = body_loads(few), body_loads(few, dense=True), body_loads(many)
    assert coarse is not None
    assert found is not None
    assert fine is not None
    below = []
    for own, other, rough in zip(found.joints(), fine.joints(), coarse.joints(), strict=True):
        for key in ("force", "torque"):
            most, rows = asdict(own)[key], asdict(other)[key]
            assert rows * (1 - 1e-9) <= most <= rows * (1 + 1e-3)
            below.append(asdict(rough)[key] < 0.999 * most)
    assert any(below)  # rows alone cut the peaks


LINK = {"mass": 1, "inertia": 0.1, "centre": [0.5, 0, 0], "points": {"E": [1, 0, 0.1]}}
REDUNDANT = {
    "bodies": {
        "space": 3,
        "gravity": [0, -9.81, 0],
        "ground": {"points": {"C": [1, 0, 0.1]}},
        "left": LINK,
        "bar": LINK,
        "right": {**LINK, "points": {"E": [1, 0, 0.1]}},
    },
    "joints": {
        "O": {"kind": "pin", "between": ["ground", "left"], "coordinate": {"a": {"start": 1.2, "speed": 0}}},
        "A": {"kind": "pin", "between": ["left.E", "bar"], "coordinate": {"b": {"guess": -1.2}}},
        "C": {"kind": "pin", "between": ["ground.C", "right"], "coordinate": {"c": {"guess": 1.2}}},
        "B": {"kind": "pin", "between": ["bar.E", "right.E"], "loop": True},
    },
    "simulate": {"t_end": 0.1, "samples": 3},
}


def test_loads_that_redundant_joints_share_are_marked() -> None:
    """A linkage of pins in space: no joint is determined, and its arrows are dashed; a weaker joint cures it."""
    for kind, unique in (("pin", False), ("point_on_line", True)):
        system = changed(REDUNDANT, joints__B={**REDUNDANT["joints"]["B"], "kind": kind, "axis": "z"})
        loads = body_loads(dalembert.simulate(dalembert.model(**system)))
        assert loads is not None
        assert all(one.unique for one in loads.joints()) is unique
        lines = [shape for shape in diagrams(loads).shapes if isinstance(shape, Line)]
        assert any(line.dashed for line in lines) is not unique


def test_in_the_plane_moments_about_the_mass_centre_turn_a_body() -> None:
    """J φ'' = Σ ((r − r_c) × F + M)."""
    motion, loads = _loads(FOUR_BAR)
    for body, turns in zip(loads.bodies.bodies, (("th",), ("th", "al"), ("ga",)), strict=True):
        moment = np.zeros(len(motion.t))
        centre = loads.column(body.centre)
        for load in body.loads:
            if load.force:
                arm, force = loads.column(load.at) - centre, loads.column(load.force)
                moment += load.sign * (arm[:, 0] * force[:, 1] - arm[:, 1] * force[:, 0])
            if load.torque:
                moment += load.sign * loads.column(load.torque)[:, 0]
        expected = loads.column(body.inertia)[:, 0] * sum(motion[f"{name}''"] for name in turns)
        np.testing.assert_allclose(moment, expected, atol=1e-8)


def test_diagrams_have_every_force_once_and_no_texts_on_one_another() -> None:
    """Two components of every pin on both of its bodies, weights, elements, and no torque of a pin."""
    _, loads = _loads(FOUR_BAR)
    drawn = diagrams(loads)
    texts = [shape for shape in drawn.shapes if isinstance(shape, Text)]
    shown = [one.text for one in texts]
    assert [shown.count(text) for text in ("O,x", "A,y", "B,x", "C,y")] == [1, 2, 2, 1]
    assert [shown.count(text) for text in ("return spring", "brake", "push", "motor")] == [1] * 4
    assert shown.count("M") == 1
    boxes = [(one.at[0], one.at[1]) for one in texts if one.anchor == "start"]
    apart = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for i, a in enumerate(boxes) for b in boxes[:i]]
    assert min(apart) > 0.5 * drawn.letter


def test_a_torque_in_space_that_is_zero_at_the_start_has_an_arrow() -> None:
    """The damper of a hinge that starts at rest is drawn as it acts later: a line from somewhere to elsewhere."""
    arm = dalembert.model(
        bodies={
            "space": 3,
            "gravity": [0, 0, -9.81],
            "arm": {"mass": 2, "shape": {"box": [0.4, 0.1, 0.1]}, "centre": [0.2, 0, 0]},
        },
        joints={"A": {"kind": "pin", "between": ["ground", "arm"], "axis": "y", "coordinate": "a"}},
        elements={"d": {"kind": "torsion_damper", "between": "joints.A", "damping": 0.3}},
    )
    drawn = diagrams(body_loads(dalembert.simulate(arm, t_end=0.3), dense=True))
    lines = [shape for shape in drawn.shapes if isinstance(shape, Line) and shape.colour == "c0"]
    assert lines
    for line in lines:
        (x0, y0), (x1, y1) = line.points
        assert np.hypot(x1 - x0, y1 - y0) > 0.1


def test_the_largest_forces_of_joints_are_found() -> None:
    """The greatest length of the force of a pin, when it has it; a pin has no torque."""
    motion, loads = _loads(DOUBLE_PENDULUM)
    by_name = {one.name: one for one in loads.joints()}
    outputs = {"F": "norm(joints.A.force)"}
    size = dalembert.simulate(dalembert.model(**changed(DOUBLE_PENDULUM, outputs=outputs)))["F"]
    assert by_name["A"].force == pytest.approx(size.max(), rel=1e-8)
    assert by_name["A"].t_force == pytest.approx(motion.t[np.argmax(size)])
    assert by_name["A"].torque == 0


def test_a_report_balances_every_body() -> None:
    """A section with a picture, and the equations of each body."""
    model = dalembert.model(**DOUBLE_PENDULUM)
    motion = dalembert.simulate(model)
    data = report_data(dalembert.derive(model), dalembert.check(model), motion)
    assert data.loads is not None
    shown = ReportFigure(name="free_bodies", title="", caption="", svg="", pdf=b"")
    document = document_of(replace(data, diagrams=shown), words_of("en"))
    section = next(one for one in document.sections if one.name == "free_bodies")
    kinds = [type(block).__name__ for block in section.blocks]
    count = len(data.loads.bodies.bodies)
    assert kinds.count("Heading") == kinds.count("Equations") == count
    assert kinds.count("Picture") == 1


def test_torques_about_one_point_are_drawn_around_one_another() -> None:
    """A brake and a motor on one axle in the plane have arcs of different sizes, so that both are seen."""
    pin = {"kind": "pin", "between": ["ground", "wheel"], "coordinate": {"phi": {"start": 0, "speed": 1}}}
    model = dalembert.model(
        bodies={"wheel": {"mass": 1, "shape": {"disc": 0.1}}},
        joints={"A": pin},
        elements={
            "motor": {"kind": "motor", "between": "joints.A", "torque": "1"},
            "brake": {"kind": "torsion_damper", "between": "joints.A", "damping": 0.1},
        },
    )
    drawn = diagrams(body_loads(dalembert.simulate(model, t_end=0.1), dense=True))
    arcs = [shape.points for shape in drawn.shapes if isinstance(shape, Line) and len(shape.points) > 9]
    inner, outer = sorted(np.ptp(np.array(points), axis=0)[1] for points in arcs)
    assert outer > 1.3 * inner


def test_bearing_loads_beside_a_belt_are_said_to_be_without_its_strands() -> None:
    """A belt couples angles by torques: a report says that its tension is no part of the loads of the bearings."""
    wheel = {"mass": 1, "shape": {"disc": 0.1}}
    pins = {
        name: {"kind": "pin", "between": [f"ground.{name}", name], "coordinate": {f"q{name}": {"start": 0}}}
        for name in "AB"
    }
    belt = {"kind": "belt", "between": ["joints.A", "joints.B"], "radii": [0.1, 0.1]}
    text = "the forces of their teeth and strands on the bearings"
    for joints in (pins, {**pins, "belt": belt}):
        drive = dalembert.model(
            bodies={
                "gravity": [0, -9.81],
                "ground": {"points": {"A": [0, 0], "B": [1, 0]}},
                "A": wheel,
                "B": wheel,
            },
            joints=joints,
            simulate={"t_end": 0.1},
        )
        motion = dalembert.simulate(drive)
        data = report_data(dalembert.derive(drive), dalembert.check(drive), motion)
        shown = replace(
            data, diagrams=ReportFigure(name="free_bodies", title="", caption="", svg="<svg/>", pdf=b"")
        )
        document = document_of(shown, words_of("en"))
        assert (text in str(document)) == ("belt" in joints)
        assert ("without the forces of teeth and belts" in str(document)) == ("belt" in joints)


def test_models_without_bodies_or_with_unknown_forces_have_no_diagrams() -> None:
    """None where there are no bodies; a reason where something acts that is no element."""
    assert body_loads(dalembert.simulate("four_bar", t_end=0.01)) is None
    system = changed(DOUBLE_PENDULUM, energy={"potential": "lower.E.y^2"})
    motion = dalembert.simulate(dalembert.model(**system))
    with pytest.raises(dalembert.ModelError, match="not known"):
        body_loads(motion)


def test_the_player_has_forces_of_joints_to_scale() -> None:
    """Arrows at the joints, hidden at first and in drawings; their lengths are in the ratio of the forces."""
    _, loads = _loads(FOUR_BAR)
    motion = dalembert.simulate(dalembert.model(**FOUR_BAR))
    picture = picture_of(motion, loads=loads)
    hidden = [shape for shape in picture.shapes if shape.layer == "forces"]
    arrows = {picture.names[shape.points[0]]: shape for shape in hidden}
    assert sorted(arrows) == [f"_force_{name}" for name in ("A", "B", "C", "O")]
    largest = {f"_force_{one.name}": one.force for one in loads.joints()}
    ratios = [
        np.hypot(one.values["x"], one.values["y"]).max() / largest[name] for name, one in arrows.items()
    ]
    np.testing.assert_allclose(ratios, ratios[0], rtol=1e-6)
    plain = replace(picture, shapes=tuple(shape for shape in picture.shapes if not shape.layer))
    assert drawing_of(picture, 0).shapes == drawing_of(plain, 0).shapes
    page = fragment(picture, words_of("de"))
    assert "Kräfte" in page


def test_a_long_name_of_a_joint_keeps_the_letter_and_the_axis_of_its_force() -> None:
    """Its index is shortened and numbered, one number for all that belongs to the joint."""
    model = dalembert.model(**DOUBLE_PENDULUM)
    symbols = symbols_of(notation(model))
    long = [f"joints.shoulder_of_the_left_arm{k}.{what}" for k in "ab" for what in ("torque[1]", "force[2]")]
    texts = [symbols(name).tex for name in long]
    assert [text[0] for text in texts] == ["M", "F", "M", "F"]
    assert [text.rstrip("} ")[-1] for text in texts] == ["x", "y", "x", "y"]
    assert len(set(texts)) == 4

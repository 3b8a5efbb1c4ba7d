"""Mistakes in bodies, joints and elements are reported at their location, in the user's names, with a hint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.bodies.systems import ARM, DOUBLE_PENDULUM, FOUR_BAR, Sections, changed

import dalembert
from dalembert._model.build import build
from dalembert._model.check import examine
from dalembert._text.written import Written

PIN = {"kind": "pin", "between": ["upper.E", "lower"]}
FREE = {"kind": "free", "between": ["ground", "lower"]}
ROLL = {"kind": "rolling", "between": ["ground", "lower"], "radius": 1}
CURVE = {"kind": "point_on_curve", "between": ["ground", "lower"]}
BELT = {"kind": "belt", "between": ["joints.O", "joints.A"], "radii": [1, 2]}

GEAR = {"kind": "gear", "between": ["joints.O", "joints.A"], "ratio": 2}
SLIDE = {"kind": "slider", "between": ["upper.E", "lower"], "coordinate": {"b": {"start": 0.1, "speed": 0}}}
RACK = {"kind": "rack", "between": ["joints.O", "joints.A"], "radius": 1}
SAME = {"kind": "spring", "between": ["upper.E", "lower"], "stiffness": 1, "length": 0.1}
TUBE = {"mass": 1, "shape": {"tube": [0.1, 0.2, 1]}}

MISTAKES: list[tuple[Sections, dict[str, Any], str, str]] = [
    (DOUBLE_PENDULUM, {"bodies__lower__mass": "m2*b"}, "mass of `lower` is constant, but `b`", "parameters"),
    (DOUBLE_PENDULUM, {"bodies__lower__mass": "m2 + m2*sin(t)"}, "changes with time", "parameters"),
    (DOUBLE_PENDULUM, {"definitions": {"w": "m2*(1 + a)"}, "bodies__lower__mass": "w"}, "but `a`", "parameters"),
    (DOUBLE_PENDULUM, {"bodies__lower__mass": "m2*upper.E.x"}, "but `upper.E.x`", "parameters"),
    (DOUBLE_PENDULUM, {"bodies__lower__inertia": "m2*L2^2*cos(b)"}, "inertia of `lower` is constant", "parameters"),
    (DOUBLE_PENDULUM, {"bodies__lower__shape": {"rod": "L2*b"}}, "shape of `lower` is constant", "parameters"),
    (ARM, {"joints__elbow__axis": ["q1", 0, 1]}, "axis of `elbow` is constant, but `q1`", "parameters"),
    (ARM, {"bodies__upper__points": {"E": {"at": [0.5, 0, 0], "turn": [["y", "q1"]]}}}, "turn of `upper.E`", "par"),
    (
        DOUBLE_PENDULUM,
        {"joints__A__coordinate": {"b": {"start": 0.1, "guess": True}}, "bodies__coordinates": "body"},
        "`guess` of `b` must be a number or an expression",
        "write guess = 0.1",
    ),
    (
        DOUBLE_PENDULUM,
        {"joints__A__coordinate": {"b": {"start": {"value": 20, "unit": "deg"}}}},
        "`start` of `b` must be a number",
        'write start = 20, unit = "deg"',
    ),
    (DOUBLE_PENDULUM, {"joints__A__coordinate": {"b": {"speed": [4]}}}, "`speed` of `b` must be a number", "speed = 0.1"),
    (DOUBLE_PENDULUM, {"bodies__lower__inertia": -0.1}, "moment of inertia of `lower` is negative", "0 or more"),
    (DOUBLE_PENDULUM, {"bodies__lower__shape": {"rod": -1}}, "size of the shape `rod` is negative", "rod"),
    (ARM, {"bodies__base": TUBE}, "outer radius 0.1 of a tube is below the inner one 0.2", "outer radius"),
    (DOUBLE_PENDULUM, {"joints__A": SLIDE, "joints__G": GEAR}, "`O` an angle, `A` a distance", '"rack"'),
    (DOUBLE_PENDULUM, {"joints__G": RACK}, "`O` an angle, `A` an angle", "an angle, a distance"),
    (DOUBLE_PENDULUM, {"joints__G": GEAR | {"ratio": 0}}, "`ratio` must not be 0", "ratio ="),
    (DOUBLE_PENDULUM, {"joints__G": GEAR, "joints__H": GEAR | {"between": ["joints.G", "joints.A"]}}, "`G` has no", ""),
    (DOUBLE_PENDULUM, {"joints__G": GEAR | {"ratio": "1 + a"}}, "`ratio` of `G` is constant, but `a`", "parameters"),
    (DOUBLE_PENDULUM, {"joints__G": BELT | {"radii": ["L1*t", 1]}}, "`radii` of `G` is constant", "parameters"),
    (DOUBLE_PENDULUM, {"joints__G": BELT | {"radii": [1, -1]}}, "`radii` must be above 0, but is -1", "radii ="),
    (DOUBLE_PENDULUM, {"joints__D": {"kind": "distance", "between": ["ground", "lower.E"], "length": 0}}, "above 0", "L"),
    (DOUBLE_PENDULUM, {"joints__B": PIN}, "holds the same two points as the joint `A`", "delete one"),
    (DOUBLE_PENDULUM, {"joints__B": PIN | {"kind": "weld"}}, "holds the same two points", "delete one"),
    (DOUBLE_PENDULUM, {"elements__s": SAME}, "both ends of `s` are the same point", "two points"),
    (DOUBLE_PENDULUM, {"bodies__sin": {"mass": 1}}, "`sin` is a function", "my_sin"),
    (DOUBLE_PENDULUM, {"joints__A__between": ["uper.E", "lower"]}, "no body `uper`", "`upper`"),
    (DOUBLE_PENDULUM, {"joints__A__between": ["upper.F", "lower"]}, "no point `F`", "its points are E"),
    (DOUBLE_PENDULUM, {"joints__A__between": ["upper.E", "upper"]}, "to itself", "two bodies"),
    (DOUBLE_PENDULUM, {"joints__A__between": ["upper.E"]}, "two ends", "between ="),
    (DOUBLE_PENDULUM, {"joints__A__between": None}, "needs `between`", "between ="),
    (DOUBLE_PENDULUM, {"joints__A__kind": None}, "does not say its kind", 'kind = "pin"'),
    (DOUBLE_PENDULUM, {"joints__A__kind": "revolute"}, "no kind `revolute`", '"pin"'),
    (DOUBLE_PENDULUM, {"joints__A__kind": "bal"}, "no kind `bal`", '"ball"'),
    (DOUBLE_PENDULUM, {"joints__A__kind": "ball"}, "no joint of kind `ball` in the plane", "space = 3"),
    (DOUBLE_PENDULUM, {"joints__A__axis": "x"}, "turn about z", "delete the axis"),
    (DOUBLE_PENDULUM, {"joints__A__axs": "z"}, "`axs` is not known", "axis"),
    (DOUBLE_PENDULUM, {"joints__A__coordinate": ["b", "c"]}, "has 1 coordinate here, not 2", "rad"),
    (DOUBLE_PENDULUM, {"joints__A__loop": 1}, "true or false", "loop = true"),
    (DOUBLE_PENDULUM, {"joints__A__loop": True}, "closes a loop", "delete its coordinate"),
    (DOUBLE_PENDULUM, {"joints__A": None}, "no joint joins the body `lower`", 'kind = "free"'),
    (DOUBLE_PENDULUM, {"joints__A": 3}, "must be a table", "[joints.A]"),
    (DOUBLE_PENDULUM, {"bodies__lower__mass": None}, "has no mass", "mass ="),
    (DOUBLE_PENDULUM, {"bodies__lower__mass": -1}, "is negative", "0 or more"),
    (DOUBLE_PENDULUM, {"bodies__lower__density": 3}, "a mass and a density", "delete one"),
    (DOUBLE_PENDULUM, {"bodies__lower__mas": 3}, "`mas` is not known", "mass"),
    (DOUBLE_PENDULUM, {"bodies__lower__mass": "m2 +"}, "", "lower"),
    (DOUBLE_PENDULUM, {"bodies__lower__mass": "m2) + (3"}, "", "lower"),
    (DOUBLE_PENDULUM, {"bodies__lower__mass": [1]}, "expected an expression", "for example"),
    (DOUBLE_PENDULUM, {"bodies__lower__mass": float("inf")}, "not finite", "number"),
    (DOUBLE_PENDULUM, {"bodies__lower__shape": {"rodd": 1}}, "no shape `rodd`", "`rod`"),
    (DOUBLE_PENDULUM, {"bodies__lower__shape": {"box": 1}}, "has 3 sizes, but here it is given 1", "box"),
    (DOUBLE_PENDULUM, {"bodies__lower__shape": "rod"}, "names one of", "shape = { rod"),
    (DOUBLE_PENDULUM, {"bodies__lower__centre": [1, 2, 3]}, "needs 2 components", "centre = ["),
    (DOUBLE_PENDULUM, {"bodies__lower__points": {"x": [1, 0]}}, "a meaning of its own", "x1"),
    (DOUBLE_PENDULUM, {"bodies__lower__points": {"2A": [1, 0]}}, "not a name", "for example"),
    (DOUBLE_PENDULUM, {"bodies__space": 4}, "`space` is 2", "space = 3"),
    (DOUBLE_PENDULUM, {"bodies__gravty": [0, -1]}, "`gravty` must be a table", "`gravity`"),
    (DOUBLE_PENDULUM, {"bodies__gravity": [0, 0, -1]}, "needs 2 components", "gravity"),
    (DOUBLE_PENDULUM, {"bodies__lower__place": {"at": [0, 0], "rotation": "1"}}, "in the plane", "angle"),
    (DOUBLE_PENDULUM, {"definitions": {"upper.E": "1"}}, "makes an entry of this name", "another name"),
    (DOUBLE_PENDULUM, {"outputs": {"y": "uper.E.y"}}, "no `uper.E`", "upper.E"),
    (DOUBLE_PENDULUM, {"outputs": {"y": "joints.P.force.x"}}, "no `joints.P.force`", "name a joint, as in joints.O.force.x"),
    (FOUR_BAR, {"joints__B__coordinate": {"be": {"guess": 1}}}, "closes a loop of joints", "loop = true"),
    (FOUR_BAR, {"elements__push__force": [1, 2, 3]}, "needs 2 components", "force"),
    (FOUR_BAR, {"elements__push__axes": "bdy"}, "must be", '"body"'),
    (FOUR_BAR, {"elements__motor__on": "cranc"}, "no body `cranc`", "`crank`"),
    (FOUR_BAR, {"elements__brake__damping": None}, "`damping` is missing", "damping ="),
    (FOUR_BAR, {"elements__brake__kind": "dampr"}, "no kind `dampr`", '"damper"'),
    (FOUR_BAR, {"joints__G": {"kind": "gear", "between": ["joints.O", "joints.X"], "ratio": 2}}, "`X`", "joints"),
    (FOUR_BAR, {"joints__G": {"kind": "gear", "between": ["joints.O", "joints.B"], "ratio": 2}}, "`B`", "coordinate"),
    (FOUR_BAR, {"joints__D": {"kind": "drive", "between": "joints.O"}}, "`value` is missing", "value ="),
    (ARM, {"bodies__fore__inertia": [1, 1, -1]}, "negative principal moment", "check"),
    (ARM, {"bodies__fore__inertia": [[1, 0, 0], [0.2, 1, 0], [0, 0, 1]]}, "not symmetric", "both sides"),
    (ARM, {"bodies__fore__inertia": [[1, 2, 0], [2, 1, 0], [0, 0, 1]]}, "negative principal moment", "check"),
    (ARM, {"joints__elbow__axis": [0, 0, 0]}, "has a length", "axis"),
    (ARM, {"joints__elbow__axis": "xy"}, "x, y, z or a vector", "axis"),
    (ARM, {"joints__elbow": {"kind": "universal", "axis": ["base.mass", 0, 1], "between": ["upper.E", "fore"]}},
     "must be numbers", "turn the points"),
    (FOUR_BAR, {"joints__G": {"kind": "gear", "between": ["joints.O", "joints.A"], "ratio": 2}},
     "which is not given", "start"),
    (ARM, {"joints__elbow__axis": "w"}, "x, y, z or a vector", "axis"),
    (ARM, {"bodies__base__points": {"S": {"turn": "pi"}}}, "list of turns", "turn ="),
    (ARM, {"elements": {"s": {"kind": "torsion_spring", "between": ["base", "upper"], "stiffness": 1, "angle": 0}},
           "joints__shoulder": {"kind": "ball", "between": ["base.S", "upper"]}},
     "turns by one angle", "joints.A"),
    (ARM, {"elements": {"s": {"kind": "torsion_damper", "between": "joints.shoulde", "damping": 1}}},
     "no joint `shoulde`", "joints.shoulder"),
    (FOUR_BAR, {"elements__return_spring__force": "3*stretch"}, "a stiffness and a law", "delete one"),
    (FOUR_BAR, {"elements__return_spring": {"kind": "spring", "between": ["ground.C", "crank.E"], "force": "3*stretch"}},
     "needs `length`", "length ="),
    (FOUR_BAR, {"elements__return_spring": {"kind": "spring", "between": ["ground.C", "coupler.E"], "stiffness": 3,
                                            "length": "start"}}, "at the start depends on al", "a start"),
    (DOUBLE_PENDULUM, {"joints__W": {"kind": "rolling", "between": ["ground", "lower"]}}, "`radius` is missing", "radius ="),
    (DOUBLE_PENDULUM, {"joints__W": ROLL | {"inside": True}}, "`inside` needs `on`", "on ="),
    (DOUBLE_PENDULUM, {"joints__W": ROLL | {"wheel": "disc"}}, "is for space", "delete wheel"),
    (DOUBLE_PENDULUM, {"joints__W": ROLL | {"held": 1}}, "true or false", "held = true"),
    (DOUBLE_PENDULUM, {"joints__W": ROLL | {"axis": "z"}}, "lies in the plane", "axis ="),
    (DOUBLE_PENDULUM, {"joints__W": ROLL | {"coordinate": "s"}}, "has no coordinates", "delete"),
    (DOUBLE_PENDULUM, {"joints__W": ROLL | {"between": ["lower", "ground"]}}, "cannot be the second", '["ground", "lower"]'),
    (ARM, {"joints__W": ROLL | {"between": ["ground", "fore"], "on": 1}}, "for discs in the plane", "delete on"),
    (ARM, {"joints__W": ROLL | {"between": ["ground", "fore"], "wheel": "ball"}}, "must be", '"disc"'),
    (DOUBLE_PENDULUM, {"joints__C": CURVE}, "`curve` or `equation`", "curve ="),
    (DOUBLE_PENDULUM, {"joints__C": CURVE | {"curve": ["s"]}}, "needs 2 components", "curve ="),
    (DOUBLE_PENDULUM, {"joints__C": CURVE | {"equation": "x^2 +"}}, "", "joints.C.equation"),
    (DOUBLE_PENDULUM, {"joints__V": {"kind": "belt", "between": ["joints.O", "joints.A"]}}, "`radii` is missing", "radii ="),
    (DOUBLE_PENDULUM, {"joints__V": BELT | {"radii": 2}}, "needs 2 components", "radii ="),
    (DOUBLE_PENDULUM, {"joints__V": BELT | {"between": ["joints.O", "joints.O"]}}, "twice", "2 joints"),
    (DOUBLE_PENDULUM, {"joints__V": BELT | {"axis": "x"}}, "`axis` is not known", "between"),
    (DOUBLE_PENDULUM, {"joints__V": {"kind": "differential", "between": ["joints.O", "joints.A"]}}, "needs 3 joints", "joints.C"),
    (DOUBLE_PENDULUM, {"joints__V": {"kind": "cam", "between": ["joints.O", "joints.A"]}}, "`profile` is missing", "profile ="),
    (ARM, {"joints__elbow": {"kind": "ball", "between": ["upper.E", "fore"], "sequence": "zzx"}}, "must be", '"zyx"'),
    (DOUBLE_PENDULUM, {"joint": {"B": PIN}}, "`joint` is not known here", "`joints`"),
    (DOUBLE_PENDULUM, {"body": {"c": {"mass": 1}}}, "`body` is not known here", "`bodies`"),
    (DOUBLE_PENDULUM, {"bodies__ground": {"mass": 1}}, "`mass` is not known here", "points"),
    (DOUBLE_PENDULUM, {"bodies__lower__E": [1, 0]}, "`E` is not known here", "points"),
    (DOUBLE_PENDULUM, {"bodies__lower__center": [1, 0]}, "`center` is not known here", "`centre`"),
    (DOUBLE_PENDULUM, {"bodies__lower__mass": "1 kg"}, "an operator is missing", 'unit = "kg"'),
    (DOUBLE_PENDULUM, {"bodies__gravity": 9.81}, "needs 2 components", "gravity = ["),
    (DOUBLE_PENDULUM, {"joints__A__start": 1}, "`start` is not known here", "coordinate"),
    (DOUBLE_PENDULUM, {"joints__A__between": "upper.E, lower"}, "two ends", "between = ["),
    (DOUBLE_PENDULUM, {"joints__A__kind": "hinge"}, "no kind `hinge`", '"pin"'),
    (DOUBLE_PENDULUM, {"joints__A__coordinate": {"b": {"start": "90 deg"}}}, "an operator is missing", 'unit = "deg"'),
    (DOUBLE_PENDULUM, {"joints__A__coordinate": {"a": {"start": 1}}}, "that of the joint `O` already", "of its own name"),
    (DOUBLE_PENDULUM, {"elements": {"s": {"kind": "force", "at": "lower.E", "force": 3}}}, "needs 2 components", "force = ["),
]  # fmt: skip


@pytest.mark.parametrize(("system", "changes", "message", "hint"), MISTAKES)
def test_a_mistake_is_told(system: Sections, changes: dict[str, Any], message: str, hint: str) -> None:
    """Each with what is wrong and what to type."""
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.model(**changed(system, **changes))
    told = str(caught.value)
    assert message in told
    assert hint in told


@pytest.mark.parametrize("inertia", [[1, 1, 3], [[1, 0.9, 0], [0.9, 1, 0], [0, 0, 0.5]]])
def test_moments_that_no_body_has_are_told(inertia: list[Any]) -> None:
    """A principal moment above the sum of the others: a warning, since the equations can be solved."""
    _, told = build(Written(values=changed(ARM, bodies__fore__inertia=inertia)))
    assert any(flaw.rule == "inertia" and "no body has" in str(flaw) for flaw in told)


def test_a_mistake_inside_a_body_is_shown_where_it_was_typed(tmp_path: Path) -> None:
    """The caret stands under the name in the user's text, not in what was made of it."""
    file = tmp_path / "bob.toml"
    file.write_text("""format = 1
[bodies.bob]
mass = "m1"
centre = ["2*l", 0]
[joints.O]
kind = "pin"
between = ["ground", "bob"]
coordinate = { a = { start = 1, speed = 0 } }
[parameters]
m1 = { value = 1, unit = "kg" }
""")
    told = "\n".join(str(flaw) for flaw in dalembert.check(file).flaws)
    assert "`l` is not declared" in told
    assert "bob.toml:4:14  [bodies.bob" in told


WITH_UNITS = changed(
    DOUBLE_PENDULUM,
    parameters={
        "m1": {"value": 1.2, "unit": "kg"},
        "m2": {"value": 0.7, "unit": "kg"},
        "L1": {"value": 0.9, "unit": "m"},
        "L2": {"value": 0.6, "unit": "m"},
        "g": {"value": 9.81, "unit": "m/s^2"},
    },
)
SPRING = {"kind": "spring", "between": ["ground", "lower.E"], "stiffness": "m1*g/L1", "length": "L1"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bodies__upper__mass": "L1"}, "`bodies.upper.mass` must be in kg, but `L1` is in m"),
        ({"bodies__upper__centre": ["L1^2", 0]}, "`bodies.upper.centre[1]` must be in m, but this is in m^2"),
        ({"bodies__upper__inertia": "m1*L1"}, "`bodies.upper.inertia` must be in kg m^2"),
        ({"bodies__upper__shape": {"rod": "2*m1"}}, "`bodies.upper.shape.rod` must be in m"),
        ({"bodies__gravity": [0, "-g*m1"]}, "`bodies.gravity[2]` must be in m/s^2"),
        ({"elements__s": SPRING | {"stiffness": "m1*g"}}, "`elements.s.stiffness` must be in N/m"),
        ({"elements__s": SPRING | {"length": "g"}}, "`elements.s.length` must be in m, but `g`"),
        ({"joints__D": {"kind": "drive", "between": "joints.A", "value": "L1*t"}}, "`joints.D.value` must be in rad"),
        ({"joints__D": {"kind": "distance", "between": ["ground", "lower.E"], "length": "m1"}}, "`joints.D.length`"),
    ],
)  # fmt: skip
def test_a_wrong_unit_is_told_at_its_place(changes: dict[str, Any], message: str) -> None:
    """Not at the energies that are made of it."""
    assert not dalembert.check(dalembert.model(**changed(WITH_UNITS, elements__s=SPRING))).flaws
    flaws = dalembert.check(dalembert.model(**changed(WITH_UNITS, **changes))).flaws
    assert [flaw.rule for flaw in flaws] == ["units"]
    assert message in str(flaws[0])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"parameters__m1": -1.2}, "`bodies.upper.mass` is -1.2, and must not be negative"),
        ({"bodies__upper__inertia": "m1*(L2 - L1)"}, "`bodies.upper.inertia` is -0.36"),
        ({"bodies__upper__shape": {"rod": "L2 - L1"}}, "`bodies.upper.shape.rod` is -0.3"),
        (
            {"joints__D": {"kind": "distance", "between": ["ground", "lower.E"], "length": "L2 - L1"}},
            "`joints.D.length` is -0.3, and must be above 0",
        ),
    ],
)
def test_values_that_no_body_has_are_told_where_parameters_give_them(
    changes: dict[str, Any], message: str
) -> None:
    """A mass, a moment or a size below zero, also where a value is changed later."""
    model = dalembert.model(**changed(DOUBLE_PENDULUM, **changes))
    (flaw,) = (one for one in dalembert.check(model).flaws if one.severity == "error")
    assert message in str(flaw)
    sound = dalembert.model(**DOUBLE_PENDULUM)
    with pytest.raises(dalembert.ModelError, match="must not be negative"):
        dalembert.simulate(dalembert.vary(sound, parameters={"m2": -1}))


def test_a_mass_may_be_a_definition_of_parameters() -> None:
    """Also the mass or the size of another body."""
    both = changed(
        DOUBLE_PENDULUM,
        definitions={"m": "m1 + m2"},
        bodies__upper__mass="m",
        bodies__lower__mass=0.5,
        bodies__extra={"mass": "2*lower.mass", "place": {"at": ["L1", 0]}},
    )
    assert not [flaw for flaw in dalembert.check(dalembert.model(**both)).flaws if flaw.severity == "error"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("lower.angel", "did you mean `lower.angle`?"),
        ("lower.xyz", "`lower` has angle, omega, R, origin, centre"),
        ("lower.b", "did you mean `b`?"),
        ("crate.reach", "is a quantity of a body"),
    ],
)
def test_what_a_body_does_not_have_is_told_with_what_it_has(name: str, hint: str) -> None:
    """A quantity of a body is never declared under [parameters]."""
    (flaw,) = dalembert.check(dalembert.model(**changed(DOUBLE_PENDULUM, outputs={"y": name}))).flaws
    assert f"`{name}` is not declared" in str(flaw)
    assert hint in flaw.hint


def test_what_a_joint_does_not_have_is_told_with_what_it_has() -> None:
    """A reaction that is misspelled."""
    model = dalembert.model(**changed(DOUBLE_PENDULUM, outputs={"y": "joints.O.farce"}))
    (flaw,) = dalembert.check(model).flaws
    assert "`joints.O.farce` is not declared" in str(flaw)
    assert "force, torque, force_body" in str(flaw)
    model = dalembert.model(**changed(DOUBLE_PENDULUM, outputs={"y": "joints.O.value"}))
    (flaw,) = dalembert.check(model).flaws
    assert "the value of a joint is its coordinate" in flaw.hint


@pytest.mark.parametrize(
    "flaw",
    [
        {"joints__A__between": ["uper.E", "lower"]},
        {"joints__A__kind": "pinn"},
        {"joints__A__axs": "z"},
        {"bodies__lower__mas": 3},
    ],
)
def test_a_flaw_in_a_joint_or_body_is_the_only_letter_of_what_uses_it(flaw: dict[str, Any]) -> None:
    """Forces, places, coordinates and definitions of them are not told as unknown; other strangers are."""
    used = {
        "definitions": {"w": "norm(joints.A.force)", "w2": "w^2"},
        "outputs": {"f": "w2 + 1", "x": "lower.E.x", "c": "cos(a) + b'", "other": "2*nosuch"},
        "cases": {"fast": {"speed": {"b": 4}}},
        "work": {"b": "-0.1*b'"},
        "energy": {"potential": {"string": "1/2*a^2"}},
    }
    model, flaws = build(Written(values=changed(DOUBLE_PENDULUM, **flaw, **used)))
    errors = [str(one) for one in examine(model, flaws).flaws if one.severity == "error"]
    assert len(errors) == 2
    assert any("`nosuch` is not declared" in one for one in errors)


@pytest.mark.parametrize(("rate", "severity"), [("2", "error"), ("0.21", "warning")])
@pytest.mark.parametrize("family", [False, True])
def test_a_place_in_a_wrong_unit_is_told_there_alone(
    rate: str, severity: str, family: bool, tmp_path: Path
) -> None:
    """What follows from the place (points, joints, energies) is not told again in other units."""
    name, member, index = ('"cart[i]"', "cart[2]", 'for = "i = 1..2"\n') if family else ("cart", "cart", "")
    file = tmp_path / "cart.toml"
    file.write_text(
        f"""format = 1
[bodies.{name}]
{index}mass = 1
place = {{ at = [0.3, "{rate}*t^2"], angle = "{rate}*t" }}
points = {{ P = [0.5, 0.2] }}
[bodies.rod]
mass = 2
inertia = 0.3
[joints]
A = {{ kind = "pin", between = ["{member}.P", "rod"], coordinate = {{ th = {{ start = 0.3, speed = 1 }} }} }}
""",
        encoding="utf-8",
    )
    flaws = dalembert.check(file).flaws
    assert [flaw.severity for flaw in flaws] == [severity] * 2
    assert ["place.at" in flaw.where for flaw in flaws] == [True, False]
    assert "must be in m, but this is in s^2" in flaws[0].message
    assert "must be in rad, but this is in s" in flaws[1].message

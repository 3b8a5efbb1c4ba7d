"""Models of MuJoCo: the same accelerations, omissions are reported, and hostile files are refused."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from tests.bodies.mujoco_models import OWN, STANDARD, STORED, as_model, by_mujoco, error, standard, stored

import dalembert
from dalembert._text.mjcf import read_mjcf
from dalembert._text.mjcf_shapes import SOLIDS

BOUND = 1e-9
TEXT = (STORED / OWN).read_text(encoding="utf-8")
TIED = """<mujoco><option gravity="0 0 0"/><worldbody>
  <body name="a"><freejoint/><geom type="box" size=".1 .2 .3"/></body>
  <body name="b" pos="1 0 0" quat="1 1 0 0"><freejoint/><geom type="capsule" size=".1 .2"/></body>
</worldbody><equality>{}</equality></mujoco>"""


def test_a_machine_accelerates_as_mujoco_says(tmp_path: Path) -> None:
    """Defaults, shapes, frames, several joints in a body, balls and free bodies, springs, motors; stored numbers."""
    assert error(as_model(TEXT, tmp_path), stored()) < BOUND


@pytest.mark.soak
@pytest.mark.parametrize("name", STANDARD)
def test_standard_models_accelerate_as_mujoco_says(name: str, tmp_path: Path) -> None:
    """Models of Gymnasium at 20 states, with MuJoCo beside them."""
    pytest.importorskip("mujoco")
    text = standard(name)
    if text is None:
        pytest.skip("gymnasium is not installed: pip install gymnasium")
    assert error(as_model(text, tmp_path), by_mujoco(text, 20)) < BOUND


@pytest.mark.parametrize(("tie", "freedom"), [
    ('<connect body1="a" body2="b" anchor="0.3 0.1 0"/>', 9),
    ('<weld body1="a" body2="b"/>', 6),
    ('<weld body1="a"/>', 6),
])  # fmt: skip
def test_equalities_hold_where_the_bodies_are_written(tie: str, freedom: int, tmp_path: Path) -> None:
    """A point takes three degrees of freedom, a weld six, and both are closed at the start."""
    file = tmp_path / "tied.xml"
    file.write_text(TIED.format(tie), encoding="utf-8")
    model = dalembert.read(file)
    verdict = dalembert.check(model)
    assert verdict.structure is not None
    assert verdict.structure.dof == freedom
    f = dalembert.functions(model)
    q = np.array([float(c.start.expression.root.value) for c in model.coordinates])
    np.testing.assert_allclose(f.Phi(0.0, q, np.zeros(len(q))), 0, atol=1e-15)


def test_joints_are_coupled_by_polynomials_and_driven_by_inputs(tmp_path: Path) -> None:
    """Equality of joints and motors stand in the model as constraints and efforts."""
    file = tmp_path / "machine.xml"
    file.write_text(TEXT, encoding="utf-8")
    text = dalembert.write(dalembert.read(file))
    assert "follow = 0.1 + 2.0*elbow + 0.3*elbow^2" in text
    assert 'shoulder = "3.0*drive"' in text
    assert "nod_frictionloss*sign(nod')" in text


def test_all_that_is_left_out_is_said() -> None:
    """Limits with their numbers, sensors, sites, lights, ranges of motors, settings of the solver."""
    _, said = read_mjcf(TEXT, "machine.xml")
    told = "\n".join(str(flaw) for flaw in said)
    for word in ("`shoulder` are taken over as stops: -1.5708 to 1.5708 rad", "`sensor/jointpos`", "`site`", "`light`",
                 "ranges of the motor `drive`", "settings of the solver", "contacts and drawings"):  # fmt: skip
        assert word in told


def test_a_machine_becomes_a_model_file(tmp_path: Path) -> None:
    """The text of the model has bodies and joints, and is the same model."""
    file = tmp_path / "machine.xml"
    file.write_text(TEXT, encoding="utf-8")
    model = dalembert.read(file)
    dalembert.write(model, file.with_suffix(".toml"))
    assert dalembert.read(file.with_suffix(".toml")) == model


@pytest.mark.parametrize("kind", SOLIDS)
def test_moments_of_shapes_are_integrals_over_them(kind: str) -> None:
    """Volume and moments against a sum over a grid of points."""
    sizes = (0.5, 0.7, 0.9)[: SOLIDS[kind][0]]
    volume, moments = SOLIDS[kind][1](sizes)
    steps = 0.02 * np.arange(65) + 0.01  # one of eight equal parts
    x, y, z = np.meshgrid(steps, steps, steps, indexing="ij")
    r, h = sizes[0], sizes[1] if len(sizes) > 1 else 0.0
    beyond = np.maximum(np.abs(z) - h, 0)
    inside = {
        "sphere": x**2 + y**2 + z**2 < r**2,
        "box": (abs(x) < 0.5) & (abs(y) < 0.7) & (abs(z) < 0.9),
        "ellipsoid": (x / 0.5) ** 2 + (y / 0.7) ** 2 + (z / 0.9) ** 2 < 1,
        "cylinder": (x**2 + y**2 < r**2) & (abs(z) < h),
        "capsule": x**2 + y**2 + beyond**2 < r**2,
    }[kind]
    cell = (steps[1] - steps[0]) ** 3
    assert volume == pytest.approx(8 * inside.sum() * cell, rel=0.01)
    squares = [(y**2 + z**2), (x**2 + z**2), (x**2 + y**2)]
    for moment, square in zip(moments, squares, strict=True):
        assert moment == pytest.approx(square[inside].mean(), rel=0.01)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<mujoco", '<!DOCTYPE r [<!ENTITY a "aaa">]><mujoco', "document types"),
        ("<mujoco", "<mujok", "no XML"),
        ("<worldbody>", '<include file="/etc/passwd"/><worldbody>', "`include` is not read"),
        ("<worldbody>", "<worldbody><composite/>", "`composite` is not read"),
        ('type="ball"', 'type="screw"', "no known type"),
        ('name="nod"', 'name="swing"', "is there twice"),
        ('<body name="upper"', '<body name="base"', "is there twice"),
        ('axis="1 1 0"', 'axis="0 0 0"', "is zero"),
        ('axis="1 1 0"', 'axis="0 1"', "`axis` needs"),
        ('quat="0.9 0.1 0.2 0.3"', 'quat="0 0 0 0"', "gives no direction"),
        ('quat="0.9 0.1 0.2 0.3"', 'quat="1 0 0 0" euler="1 2 3"', "turned by quat and euler"),
        ('eulerseq="zYx"', 'eulerseq="abc"', "three axes"),
        ('class="wrist" name', 'class="hand" name', "no class `hand`"),
        ('size="0.1 0.2 0.05"', 'size="0.1 0.2"', "needs 3 sizes"),
        ('size="0.1 0.2 0.05"', 'size="0.1 -0.2 0.05"', "above zero"),
        ('type="ellipsoid"', 'type="hfield"', "is not known here"),
        ('type="ellipsoid"', 'type="mesh"', "there is no mesh"),
        ('mass="0.6"', 'mass="inf"', "`mass` needs"),
        ('joint2="elbow"', 'joint2="knee"', "no joint `knee`"),
        ('joint2="elbow"', 'joint2="root"', "no joint with one coordinate"),
        ('joint="swing"', 'joint="swang"', "no joint `swang`"),
        ('angle="degree"', 'coordinate="global"', "is not read"),
        ("<sensor>", "<a>" * 1200 + "<sensor>", "nested too deep"),
        ('diaginertia="0.002 0.003 0.004"', 'diaginertia="0.002 0.003 -1"', "negative principal moment"),
    ],
)
def test_a_file_that_is_wrong_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    """Each with what is wrong, and at its line."""
    assert old in TEXT
    file = tmp_path / "machine.xml"
    file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(dalembert.ModelError, match=message):
        dalembert.read(file)


def test_chains_of_bodies_inside_one_another_are_read() -> None:
    """As deep as robots go, without recursion."""
    inner = '<body><joint/><geom size=".1"/>' * 600 + "</body>" * 600
    written, _ = read_mjcf(f"<mujoco><worldbody>{inner}</worldbody></mujoco>")
    assert len(written.values["joints"]) == 600


def test_files_with_any_mistake_are_answered() -> None:
    """Numbers, names and elements replaced at random: sections or a letter, never another end."""
    chance = random.Random(5)
    pieces = re.findall(r'"[^"]*"|</?\w+|\w+=', TEXT)
    for _ in range(150):
        text = TEXT
        for _ in range(chance.randint(1, 3)):
            old, new = chance.choice(pieces), chance.choice([*pieces, '""', '"nan"', '"1e999"', '"0"'])
            places = [m.start() for m in re.finditer(re.escape(old), text)]
            at = chance.choice(places) if places else 0
            text = text[:at] + new + text[at + len(old) :]
        with suppress(dalembert.ModelError):
            read_mjcf(text, "fuzz.xml")

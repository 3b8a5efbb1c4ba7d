"""Robots from URDF files: mechanics by bodies, omissions are reported, and hostile XML is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import dalembert

ROBOT = """<?xml version="1.0"?>
<robot name="two link arm">
  <link name="base"/>
  <link name="upper-arm">
    <inertial>
      <origin xyz="0.1 0.02 -0.2" rpy="0.3 -0.2 0.5"/>
      <mass value="1.5"/>
      <inertia ixx="0.02" ixy="0.001" ixz="-0.002" iyy="0.03" iyz="0.0005" izz="0.025"/>
    </inertial>
    <visual><geometry><mesh filename="package://arm.dae"/></geometry></visual>
  </link>
  <link name="slide">
    <inertial>
      <mass value="0.7"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.002"/>
    </inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper-arm"/>
    <origin xyz="0 0 0.4" rpy="0.1 0.2 0.3"/><axis xyz="0 1 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/><dynamics damping="0.2" friction="0.1"/>
  </joint>
  <joint name="piston" type="prismatic">
    <parent link="upper-arm"/><child link="slide"/>
    <origin xyz="0.3 0 0" rpy="0 1.2 0"/><axis xyz="0 0 1"/>
  </joint>
</robot>
"""


def _rotation(axis: np.ndarray, angle: float) -> np.ndarray:
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def _rpy(roll: float, pitch: float, yaw: float) -> np.ndarray:
    x, y, z = np.eye(3)
    return _rotation(z, yaw) @ _rotation(y, pitch) @ _rotation(x, roll)


def _energies(q: np.ndarray, qd: np.ndarray) -> tuple[float, float]:
    """T and V of the robot by frames and numerical differentiation, with nothing of ours."""

    def placed(values: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
        upper = _rpy(0.1, 0.2, 0.3) @ _rotation(np.array([0.0, 1, 1]), values[0])
        shoulder = np.array([0, 0, 0.4])
        slide = upper @ _rpy(0, 1.2, 0)
        at = shoulder + upper @ np.array([0.3, 0, 0]) + slide @ np.array([0, 0, values[1]])
        return [(shoulder + upper @ np.array([0.1, 0.02, -0.2]), upper), (at, slide)]

    own = np.array([[0.02, 0.001, -0.002], [0.001, 0.03, 0.0005], [-0.002, 0.0005, 0.025]])
    turn = _rpy(0.3, -0.2, 0.5)
    inertias = [(1.5, turn @ own @ turn.T), (0.7, np.diag([0.01, 0.01, 0.002]))]
    step = 1e-5
    kinetic = potential = 0.0
    pairs = zip(placed(q), placed(q + step * qd), placed(q - step * qd), inertias, strict=True)
    for (r, R), (ahead, R_ahead), (behind, R_behind), (m, J) in pairs:
        v = (ahead - behind) / (2 * step)
        spin = R.T @ (R_ahead - R_behind) / (2 * step)
        omega = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
        kinetic += 0.5 * m * v @ v + 0.5 * omega @ J @ omega
        potential += m * 9.81 * r[2]
    return kinetic, potential


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    """The file of the robot."""
    file = tmp_path / "arm.urdf"
    file.write_text(ROBOT, encoding="utf-8")
    return file


def test_a_robot_has_the_energies_of_its_links(robot: Path) -> None:
    """Against frames that are multiplied out here."""
    model = dalembert.read(robot)
    functions = dalembert.to_casadi(model)
    p = [float(one.value.expression.root.value) for one in model.parameters]
    rng = np.random.default_rng(3)
    for _ in range(5):
        q, qd = rng.uniform(-1, 1, 2), rng.uniform(-1, 1, 2)
        expected = _energies(q, qd)
        found = [float(functions[name](0, q, qd, p)) for name in ("T", "V")]
        np.testing.assert_allclose(found, expected, rtol=1e-8)
        assert float(functions["D"](0, q, qd, p)) == pytest.approx(0.1 * qd[0] ** 2, rel=1e-12)


def test_what_is_left_out_is_said(robot: Path) -> None:
    """Limits, meshes and the fixed base."""
    told = "\n".join(str(flaw) for flaw in dalembert.check(robot).flaws)
    for word in (
        "limits of the joint `shoulder` are taken over as stops: -1 to 1 rad",
        "largest values of the joint `shoulder` are left out: effort 1, velocity 1",
        "visual",
        "`base` is fixed to the ground",
    ):
        assert word in told


def test_a_robot_becomes_a_model_file(robot: Path) -> None:
    """The text of the model has bodies and joints, and is the same model."""
    model = dalembert.read(robot)
    file = robot.with_suffix(".toml")
    dalembert.write(model, file)
    assert "upper_arm" in file.read_text(encoding="utf-8")
    assert dalembert.read(file) == model


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('<?xml version="1.0"?>', '<!DOCTYPE r [<!ENTITY a "aaa">]>', "document types"),
        ("<robot", "<robt", "no XML"),
        ('type="revolute"', 'type="hinge"', "no known type"),
        ('<child link="slide"/>', '<child link="slid"/>', "no link of the robot"),
        ('<mass value="0.7"/>', '<mass value="nan"/>', "needs a number"),
        ('xyz="0 1 1"', 'xyz="0 1"', "three numbers"),
        ('xyz="0 1 1"', 'xyz="0 0 0"', "is zero"),
        ('<link name="base"/>', '<link name="base"/><link name="base"/>', "is there twice"),
        ('izz="0.002"', 'izz="-0.002"', "negative principal moment"),
        ("<robot", "<a>" * 40 + "<robot", "nested too deep"),
    ],
)
def test_a_file_that_is_wrong_is_refused(robot: Path, old: str, new: str, message: str) -> None:
    """Each with what is wrong."""
    robot.write_text(ROBOT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(dalembert.ModelError, match=message):
        dalembert.read(robot)

"""Meshes of MJCF and URDF files give masses and inertia by the same integrals, in the frames of these formats."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.meshes import solids
from tests.meshes.solids import ascii_stl, binary_stl

import dalembert
from dalembert._expression.source import ModelError
from dalembert._text.mjcf import read_mjcf
from dalembert._text.urdf import read_urdf

BRACKET = solids.l_shape(300, 200, 50, 40)  # mm
MODEL = """<mujoco><compiler meshdir="meshes"/><default><mesh scale="0.001 0.001 0.001"/></default>
<asset><mesh file="arm.stl" inertia="exact"/>
<mesh name="mirror" file="arm.stl" scale="-0.002 0.001 0.001" inertia="exact"/></asset>
<worldbody><body name="a" pos="0 0 1"><freejoint/>
<geom type="mesh" mesh="arm" pos="0.1 0.2 0.3" euler="20 40 60" density="7850"/></body>
<body name="b" pos="2 0 1"><freejoint/><geom mesh="mirror" type="mesh" mass="3" pos="0 0.1 0" quat="1 2 3 4"/>
<geom type="sphere" size="0.1" pos="0.3 0 0"/></body></worldbody></mujoco>"""
# What MuJoCo 3 compiles this model to: mass, centre, and inertia about it in body axes
BY_MUJOCO = {
    "a": (
        7.0649999999999995,
        [0.11565067921948738, 0.31113117755996816, 0.3542568567371206],
        [
            [0.05388465781442687, -0.027206974455417313, 0.014706394921179805],
            [-0.027206974455417313, 0.039313841493293034, 0.008960467177220958],
            [0.014706394921179798, 0.008960467177220963, 0.0715730006922815],
        ],
    ),
    "b": (
        7.188790204786391,
        [0.24445055121132173, -0.021097662102544698, -0.006306114386694678],
        [
            [0.09051347154806426, 0.02880944417739463, 0.02773735278953172],
            [0.028809444177394634, 0.1206643148617829, -0.0298802393180185],
            [0.027737352789531725, -0.029880239318018503, 0.13448415773953842],
        ],
    ),
}
ROBOT = """<robot name="r"><link name="base"/><link name="arm"><inertial><mass value="2"/></inertial>
<collision><origin xyz="0.1 0 0" rpy="0 0 1.5707963267948966"/><geometry>
<mesh filename="package://meshes/arm.stl" scale="0.001 0.001 0.001"/></geometry></collision></link>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the bracket in meshes/arm.stl."""
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "arm.stl").write_bytes(binary_stl(BRACKET))
    return tmp_path


def test_masses_of_meshes_are_those_of_mujoco(folder: Path) -> None:
    """Scaled, mirrored, turned and joined meshes have the masses, centres and inertia that MuJoCo computes."""
    written, _ = read_mjcf(MODEL, "m.xml", folder)
    for name, (mass, centre, inertia) in BY_MUJOCO.items():
        body = written.values["bodies"][name]
        assert body["mass"] == pytest.approx(mass, rel=1e-13)
        assert body["centre"] == pytest.approx(centre, rel=1e-13)
        assert np.array(body["inertia"]) == pytest.approx(np.array(inertia), rel=1e-11)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('mesh="arm" pos', 'mesh="amr" pos'), "there is no mesh `amr` among the assets"),
        (('file="arm.stl" inertia', 'file="no.stl" name="arm" inertia'), "there is no file meshes/no.stl"),
        (('inertia="exact"/>\n', 'inertia="shell"/>\n'), "is not known here: it has `inertia=shell`"),
        (('inertia="exact"/>\n', 'refpos="1 0 0"/>\n'), "is not known here: it has `refpos`"),
        (('file="arm.stl" inertia', 'vertex="0 0 0 1 1 1" name="arm" inertia'), "it has `vertex`"),
        (('meshdir="meshes"', 'meshdir=".."'), "outside of the model's folder"),
        (('scale="-0.002 0.001 0.001"', 'scale="0 1 1"'), "no area"),
        (('scale="-0.002 0.001 0.001"', 'scale="1e300 1 1"'), "a corner has the coordinates"),
    ],
)
def test_meshes_without_a_known_mass_are_refused(change: tuple[str, str], message: str, folder: Path) -> None:
    """A mesh that is missing, changed by its attributes, or no body, is refused with its line."""
    with pytest.raises(ModelError) as caught:
        read_mjcf(MODEL.replace(*change), "m.xml", folder)
    assert any(message in flaw.message and flaw.where.startswith("m.xml:") for flaw in caught.value.flaws)


def test_a_link_with_a_mass_alone_is_its_mesh(folder: Path) -> None:
    """A URDF link without inertia takes centre and inertia from its collision mesh, and says so."""
    written, notes = read_urdf(ROBOT, "r.urdf", folder)
    body, mass = written.values["bodies"]["arm"], 2.0
    x, y, z = BRACKET.centre / 1000
    assert body["centre"] == pytest.approx([0.1 - y, x, z])
    turn = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    assert np.array(body["inertia"]) == pytest.approx(
        mass * turn @ BRACKET.gyration @ turn.T * 1e-6, rel=1e-6, abs=1e-15
    )
    assert any("of the link `arm` are those of meshes/arm.stl" in note.message for note in notes)
    (folder / "r.urdf").write_text(ROBOT)
    assert dalembert.check(folder / "r.urdf").ok


def test_a_link_without_a_usable_mesh_is_told(folder: Path) -> None:
    """A mass without inertia and mesh is a point mass, which is said; an open mesh is refused."""
    bare = ROBOT[: ROBOT.index("<collision>")] + ROBOT[ROBOT.index("</link>\n<joint") :]
    _, notes = read_urdf(bare, "r.urdf", folder)
    assert any("`arm` has a mass without inertia: it is a point mass" in note.message for note in notes)
    hole = solids.Solid(BRACKET.corners, BRACKET.triangles[1:], 1, BRACKET.centre, BRACKET.gyration)
    (folder / "meshes" / "arm.stl").write_bytes(ascii_stl(hole))
    with pytest.raises(ModelError, match="it is open"):
        read_urdf(ROBOT, "r.urdf", folder)

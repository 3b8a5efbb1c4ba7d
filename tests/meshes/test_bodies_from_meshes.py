"""A body whose mass is from a mesh is the body with that mass, centre and inertia, in every use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.meshes import solids
from tests.meshes.solids import ascii_stl, written_mesh

import dalembert
from dalembert._model.values import parameter_values
from dalembert._model.write_back import written_text
from dalembert._text.toml_writer import toml_text

BRACKET = solids.l_shape(0.3, 0.2, 0.05, 0.04)
DENSITY = 7850.0
STEEL = {"mesh": "ascii.stl", "unit": "m", "density": DENSITY}
RUN = {"t_end": 1.0, "samples": 20, "rtol": 1e-11}
BALL = {"kind": "ball", "between": ["ground", "arm"], "sequence": "zxz"}
PIN = {"kind": "pin", "between": ["ground", "arm"], "coordinate": {"q": {"start": 0.5, "speed": 0.3}}}


def _model(folder: Path, **sections: Any) -> dalembert.Model:
    (folder / "model.toml").write_text(toml_text({"format": 1, **sections}))
    return dalembert.read(folder / "model.toml")


def _pendulum(body: dict[str, Any], space: int = 3, **joint: Any) -> dict[str, Any]:
    fall = [0, 0, -9.81] if space == 3 else [0, -9.81]
    bodies = {"space": space, "gravity": fall, "arm": body}
    return {"bodies": bodies, "joints": {"O": {**PIN, **joint}}, "simulate": RUN}


def _typed() -> dict[str, Any]:
    """The bracket as a user would type it."""
    mass = DENSITY * BRACKET.volume
    return {"mass": mass, "centre": BRACKET.centre.tolist(), "inertia": (mass * BRACKET.gyration).tolist()}


def test_a_mesh_is_the_same_as_its_numbers_typed(tmp_path: Path) -> None:
    """A bracket that turns about three angles moves as the one with typed mass, centre and inertia, to rounding."""
    written_mesh(BRACKET, tmp_path)
    starts = {name: {"start": a, "speed": v} for name, a, v in (("a", 0.4, 1), ("b", 1.1, -2), ("c", 0.2, 3))}
    joint = {"O": {**BALL, "coordinate": starts}}
    motions = [
        dalembert.simulate(_model(tmp_path, **(_pendulum(body) | {"joints": joint})))
        for body in ({"mass": STEEL}, _typed())
    ]
    assert np.abs(motions[0].q - motions[1].q).max() < 1e-12
    assert motions[0].model.coordinates == motions[1].model.coordinates
    values, typed = (parameter_values(one.model) for one in motions)
    assert {name: values[name] for name in typed} == pytest.approx(typed, rel=1e-13)
    assert set(values) - set(typed) == {"arm.density", "arm.volume"} | {
        f"arm.gyration[{i},{j}]" for i, j in ((1, 1), (1, 2), (2, 2), (3, 3))
    }


def test_the_equations_are_those_of_the_typed_body(tmp_path: Path) -> None:
    """The derived equations have the same symbols whether the numbers are typed or come from a mesh."""
    written_mesh(BRACKET, tmp_path)
    shown = [
        dalembert.show(
            dalembert.derive(_model(tmp_path, **_pendulum(body, axis=[1, 2, 0]))), "lagrange", "text"
        )
        for body in ({"mass": STEEL}, _typed())
    ]
    assert shown[0].split("verified")[0] == shown[1].split("verified")[0]


def test_the_axis_decides_the_period(tmp_path: Path) -> None:
    """A box from a mesh in millimetres swings about its edge as a compound pendulum: J_O q'' = -m g s sin q."""
    a, b = 0.4, 0.2
    written_mesh(solids.box(1000 * a, 1000 * b, 30), tmp_path)
    model = _model(
        tmp_path,
        **_pendulum({"mass": STEEL | {"unit": "mm"}}, 2, coordinate={"q": {"start": -0.4, "speed": 0}}),
    )
    motion = dalembert.simulate(model)
    mass, arm = DENSITY * a * b * 0.03, np.hypot(a, b) / 2
    inertia = mass * (a * a + b * b) / 3
    lean = motion.q[:, 0] + np.arctan2(b, a)  # of the centre above the horizontal
    energy = inertia * motion.qd[:, 0] ** 2 / 2 + mass * 9.81 * arm * np.sin(lean)
    assert np.ptp(energy) < 1e-9 * np.abs(energy).max()


@pytest.mark.parametrize("space", [2, 3])
def test_a_mesh_box_moves_as_the_shape(space: int, tmp_path: Path) -> None:
    """A compound pendulum from a mesh box has the motion of the one with shape = { box = … }."""
    a, b, c = 0.6, 0.3, 0.1
    written_mesh(solids.box(a, b, c), tmp_path)
    shaped = {"shape": {"box": [a, b, c]}, "density": DENSITY, "centre": [a / 2, b / 2, c / 2][:space]}
    motions = [
        dalembert.simulate(_model(tmp_path, **_pendulum(body, space))) for body in ({"mass": STEEL}, shaped)
    ]
    assert np.abs(motions[0].q - motions[1].q).max() < 1e-12


def test_a_mesh_cylinder_rolls_as_the_shape(tmp_path: Path) -> None:
    """A cylinder of 400 sides rolls down a slope as the round one but for (1 - 2 pi^2/(3 n^2)) of its inertia."""
    radius, sides = 0.2, 400
    written_mesh(solids.cylinder(radius, 0.5, sides).moved(np.eye(3), np.array([0, 0, -0.25])), tmp_path)

    def distance(body: dict[str, Any]) -> float:
        sections = {
            "bodies": {"gravity": [2, -9.81], "wheel": body},
            "joints": {
                "W": {"kind": "rolling", "between": ["ground", "wheel"], "radius": radius},
                "F": {
                    "kind": "free",
                    "between": ["ground", "wheel"],
                    "coordinate": {
                        "x": {"start": 0, "speed": 0},
                        "y": {"start": radius},
                        "phi": {"start": 0},
                    },
                },
            },
            "simulate": {"t_end": 1.0, "samples": 2, "rtol": 1e-11},
        }
        return float(dalembert.simulate(_model(tmp_path, **sections)).q[-1, 0])

    part = 1 - np.sin(2 * np.pi / sides) / 2 * sides / np.pi  # of the area of the circle that is missing
    inertia = (2 + np.cos(2 * np.pi / sides)) / 3 / 2  # J/(m r^2) of a polygon
    assert part < 1e-4
    assert distance({"mass": STEEL}) == pytest.approx(1 / (1 + inertia), rel=1e-10)
    assert distance({"mass": 3.0, "shape": {"cylinder": [radius, 0.5]}}) == pytest.approx(2 / 3, rel=1e-10)
    assert distance({"mass": {"mesh": "ascii.stl", "unit": "m", "mass": 3.0}}) == pytest.approx(
        1 / (1 + inertia), rel=1e-10
    )


def test_units_scale_the_volume_with_their_cube(tmp_path: Path) -> None:
    """One file in metres, millimetres and inches: volumes by the cube, J/m by the square of the unit."""
    written_mesh(BRACKET, tmp_path)
    for unit, length in (("m", 1.0), ("mm", 1e-3), ("in", 0.0254)):
        values = parameter_values(_model(tmp_path, **_pendulum({"mass": STEEL | {"unit": unit}})))
        assert values["arm.volume"] == pytest.approx(BRACKET.volume * length**3, rel=1e-13)
        assert values["arm.points.centre[1]"] == pytest.approx(BRACKET.centre[0] * length, rel=1e-13)
        assert values["arm.inertia[1,2]"] == pytest.approx(
            DENSITY * BRACKET.volume * BRACKET.gyration[0, 1] * length**5, rel=1e-12
        )


def test_the_density_can_be_varied(tmp_path: Path) -> None:
    """--set arm.density changes mass and inertia together; a density may be an expression of parameters."""
    written_mesh(BRACKET, tmp_path)
    model = _model(tmp_path, **_pendulum({"mass": STEEL}))
    light = parameter_values(dalembert.vary(model, parameters={"arm.density": 2700}))
    steel = parameter_values(model)
    for name in ("arm.mass", "arm.inertia[3,3]", "arm.inertia[1,2]"):
        assert light[name] / steel[name] == pytest.approx(2700 / DENSITY, rel=1e-14)
    named = _model(tmp_path, parameters={"rho": 2700}, **_pendulum({"mass": STEEL | {"density": "2*rho"}}))
    assert parameter_values(named)["arm.mass"] == pytest.approx(2 * light["arm.mass"], rel=1e-14)
    again = _model(tmp_path, **_pendulum({"mass": STEEL | {"density": {"value": 7.85, "unit": "g/cm^3"}}}))
    assert parameter_values(again)["arm.mass"] == pytest.approx(steel["arm.mass"], rel=1e-14)


def test_check_says_what_came_from_the_mesh(tmp_path: Path) -> None:
    """`check` notes volume, mass, centre and inertia of the values that the model has."""
    written_mesh(solids.box(1, 0.2, 0.1), tmp_path)
    model = _model(tmp_path, **_pendulum({"mass": STEEL}))
    verdict = dalembert.check(dalembert.vary(model, parameters={"arm.density": 1000}))
    (note,) = (flaw for flaw in verdict.flaws if flaw.rule == "mesh")
    assert verdict.ok
    assert note.severity == "note"
    assert note.message == (
        "`arm` from ascii.stl (12 triangles, 1 × 0.2 × 0.1 m): volume 0.02 m³, mass 20 kg, centre (0.5, 0.1, 0.05) m, "
        "inertia about it Jxx = 0.0833333, Jyy = 1.68333, Jzz = 1.73333 kg m²"
    )


def test_a_family_shares_one_mesh(tmp_path: Path) -> None:
    """Links of a chain share the mesh and its parameters; masses that count are those of each link."""
    written_mesh(solids.box(0.5, 0.1, 0.1), tmp_path)

    def chain(density: Any) -> dict[str, float]:
        link = {"for": "i = 1..3", "mass": STEEL | {"density": density}, "points": {"E": [0.5, 0, 0]}}
        ends = ["if(i == 1, ground, link[i-1].E)", "link[i]"]
        joint = {
            "for": "i = 1..3",
            "kind": "pin",
            "between": ends,
            "coordinate": {"q[i]": {"start": 0.1, "speed": 0}},
        }
        bodies = {"space": 3, "link[i]": link}
        return parameter_values(_model(tmp_path, bodies=bodies, joints={"O[i]": joint}))

    assert chain(1000.0)["link.mass"] == pytest.approx(5.0)
    counted = chain("1000*i")
    assert [counted[f"link.mass[{i}]"] for i in (1, 2, 3)] == pytest.approx([5.0, 10.0, 15.0])
    assert counted["link.inertia[3,1]"] == pytest.approx(15 * 0.02 / 12)


def test_a_part_finds_its_mesh_beside_itself(tmp_path: Path) -> None:
    """The mesh of a part is seen from the folder of the part's file."""
    below = tmp_path / "parts"
    below.mkdir()
    written_mesh(BRACKET, below)
    (below / "arm.toml").write_text(toml_text({"format": 1, **_pendulum({"mass": STEEL})}))
    model = _model(
        tmp_path, bodies={"space": 3, "gravity": [0, 0, -9.81]}, parts={"left": {"model": "parts/arm.toml"}}
    )
    assert parameter_values(model)["left.arm.volume"] == pytest.approx(BRACKET.volume, rel=1e-13)
    (below / "ascii.stl").rename(below / "moved.stl")
    text = written_text(model, alone=True)  # the file is gone: it cannot be put in
    assert "ascii.stl" in text
    (below / "moved.stl").rename(below / "ascii.stl")
    (tmp_path / "alone.toml").write_text(written_text(model, alone=True))
    (below / "ascii.stl").unlink()
    assert parameter_values(dalembert.read(tmp_path / "alone.toml")) == parameter_values(model)


def test_a_motion_needs_no_mesh_file(tmp_path: Path) -> None:
    """The model inside a motion has the properties in place of the file, with the same parameters and values."""
    written_mesh(BRACKET, tmp_path)
    model = dalembert.vary(
        _model(tmp_path, **_pendulum({"mass": STEEL | {"unit": "mm"}})), parameters={"arm.density": 2700}
    )
    text = written_text(model, alone=True)
    (tmp_path / "ascii.stl").unlink()
    alone = tmp_path / "other"
    alone.mkdir()
    (alone / "model.toml").write_text(text)
    again = dalembert.read(alone / "model.toml")
    assert parameter_values(again) == parameter_values(model)
    assert again.kinetic == model.kinetic


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    """The properties follow the file as it is when the model is read."""
    for size in (1.0, 2.0):
        (tmp_path / "ascii.stl").write_bytes(ascii_stl(solids.box(size, 1, 1)))
        assert parameter_values(_model(tmp_path, **_pendulum({"mass": STEEL})))["arm.volume"] == size

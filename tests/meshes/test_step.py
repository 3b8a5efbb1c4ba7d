"""STEP files by Open CASCADE: solids exactly, also round ones; refused by name where it is missing."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.meshes import solids
from tests.meshes.solids import Solid

import dalembert
from dalembert._model.values import parameter_values
from dalembert._text.files import FileFault
from dalembert._text.meshes import step
from dalembert._text.meshes.mesh_file import mesh_properties, surface_in
from dalembert._text.meshes.step_worker import NO_LIBRARY
from dalembert._text.toml_writer import toml_text


def _step(path: Path, shape: Any) -> Path:
    from OCP.STEPControl import STEPControl_AsIs, STEPControl_Writer

    writer = STEPControl_Writer()
    writer.Transfer(shape, STEPControl_AsIs)
    writer.Write(str(path))
    return path


def _moved(shape: Any) -> tuple[Any, np.ndarray, np.ndarray]:
    """A shape turned about an oblique axis and moved, with the rotation and the displacement."""
    from OCP.BRepBuilderAPI import BRepBuilderAPI_Transform
    from OCP.gp import gp_Ax1, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec

    turn, move = gp_Trsf(), gp_Trsf()
    turn.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(1, 2, 3)), 0.7)
    move.SetTranslation(gp_Vec(40, -30, 20))
    both = move.Multiplied(turn)
    matrix = np.array([[both.Value(i, j) for j in (1, 2, 3, 4)] for i in (1, 2, 3)])
    return BRepBuilderAPI_Transform(shape, both, True).Shape(), matrix[:, :3], matrix[:, 3]


def _known() -> dict[str, tuple[Any, Solid]]:
    from OCP.BRepPrimAPI import (
        BRepPrimAPI_MakeBox,
        BRepPrimAPI_MakeCylinder,
        BRepPrimAPI_MakeSphere,
        BRepPrimAPI_MakeTorus,
    )

    return {
        "box": (BRepPrimAPI_MakeBox(30.0, 20.0, 7.0).Shape(), solids.box(30, 20, 7)),
        "cylinder": (BRepPrimAPI_MakeCylinder(10.0, 30.0).Shape(), solids.cylinder(10, 30, 8)),
        "sphere": (BRepPrimAPI_MakeSphere(12.0).Shape(), solids.sphere(12, 8)),
        "torus": (BRepPrimAPI_MakeTorus(20.0, 5.0).Shape(), solids.torus(20, 5, 8)),
    }


@pytest.mark.parametrize("name", ["box", "cylinder", "sphere", "torus"])
def test_solids_are_exact(name: str, tmp_path: Path) -> None:
    """Turned and moved solids have their volume, centre and inertia to 1e-11, round ones too."""
    pytest.importorskip("OCP")
    shape, solid = _known()[name]
    shape, turn, by = _moved(shape)
    solid = solid.moved(turn, by)
    _step(tmp_path / "a.step", shape)
    made = mesh_properties("a.step", tmp_path)
    assert made.volume == pytest.approx(solid.volume, rel=1e-11)
    assert made.centre == pytest.approx(tuple(solid.centre), rel=1e-11, abs=1e-11)
    size = np.abs(solid.gyration).max()
    assert np.array(made.gyration) == pytest.approx(solid.gyration, abs=1e-11 * size)
    assert surface_in("a.step", tmp_path).spans == pytest.approx(made.spans)


def test_a_step_file_has_its_unit(tmp_path: Path) -> None:
    """A body from STEP is in metres without a unit, which is refused; a motion keeps it without the file."""
    pytest.importorskip("OCP")
    shape, solid = _known()["cylinder"]
    _step(tmp_path / "a.stp", shape)
    pin = {"kind": "pin", "between": ["ground", "arm"], "coordinate": {"q": {"start": 0, "speed": 1}}}

    def text(**more: Any) -> Path:
        bodies = {"space": 3, "arm": {"mass": {"mesh": "a.stp", "density": 1000, **more}}}
        (tmp_path / "model.toml").write_text(toml_text({"format": 1, "bodies": bodies, "joints": {"O": pin}}))
        return tmp_path / "model.toml"

    model = dalembert.read(text())
    assert parameter_values(model)["arm.mass"] == pytest.approx(1000 * solid.volume * 1e-9, rel=1e-11)
    from dalembert._model.write_back import written_text

    (tmp_path / "alone.toml").write_text(written_text(model, alone=True))
    assert parameter_values(dalembert.read(tmp_path / "alone.toml")) == parameter_values(model)
    flaws = dalembert.check(text(unit="mm")).flaws
    assert any("a.stp has a unit of its own" in flaw.message and flaw.hint == "delete unit" for flaw in flaws)


def test_what_bounds_no_solid_is_refused(tmp_path: Path) -> None:
    """Faces without a solid, and what is no STEP file, are refused by name."""
    pytest.importorskip("OCP")
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace
    from OCP.gp import gp_Pln

    _step(tmp_path / "face.step", BRepBuilderAPI_MakeFace(gp_Pln(), 0.0, 1.0, 0.0, 1.0).Face())
    (tmp_path / "none.step").write_text("ISO-10303-21;\n")
    for name, message in (
        ("face.step", "no solid"),
        ("none.step", "no STEP file, or it is damaged|no shapes"),
    ):
        with pytest.raises(FileFault, match=message):
            mesh_properties(name, tmp_path)


def test_a_missing_library_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Open CASCADE the letter says what to install, and what does without it."""
    (tmp_path / "a.step").write_text("ISO-10303-21;\n")
    ended = subprocess.CompletedProcess((), NO_LIBRARY)
    monkeypatch.setattr(step.subprocess, "run", lambda *_, **__: ended)
    with pytest.raises(FileFault) as caught:
        mesh_properties("a.step", tmp_path)
    assert "Open CASCADE, which is not installed" in caught.value.message
    assert caught.value.hint == 'pip install "dalembert[step]" (67 MB), or export it as STL'


def test_a_file_that_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that ends without an answer, or not at all, is told as such."""
    (tmp_path / "a.step").write_text("ISO-10303-21;\n")

    def wait(*_: Any, **__: Any) -> None:
        raise subprocess.TimeoutExpired(step.WORKER, 1)

    for run, message in (
        (wait, "too long"),
        (lambda *_, **__: subprocess.CompletedProcess((), -9), "cannot read it"),
    ):
        monkeypatch.setattr(step.subprocess, "run", run)
        with pytest.raises(FileFault, match=message):
            mesh_properties("a.step", tmp_path)

"""A table of parts and joints becomes bodies and joints: as typed by hand, with every mistake at its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.meshes import solids
from tests.meshes.solids import ascii_stl

import dalembert
from dalembert._expression.source import ModelError
from dalembert._text.assembly import JOINTS, read_assembly
from dalembert._text.toml_writer import toml_text

BRACKET = solids.l_shape(300, 200, 50, 40)  # mm
HEAD = "kind,name,mass [kg],density [kg/m^3],mesh,mesh unit,x [mm],y [mm],z [mm],Jxx [kg mm^2],Jyy [kg mm^2],Jzz [kg mm^2],first,second,axis"
ROWS = [
    HEAD,
    "# exported from the crane",
    "pin,O,,,,,25,25,20,,,,ground,arm,y",
    "part,arm,,7850,arm.stl,mm,,,,,,,,,",
    "part,Hook-1,2,,,,280,25,-100,20000,21000,1000,,,",
    "pin,E,,,,,280,25,20,,,,arm,Hook-1,0 2 0",
    "gravity,,,,,,,,,,,,,,-z",
]
TABLE = "\n".join(ROWS)


def _folder(folder: Path) -> Path:
    (folder / "arm.stl").write_bytes(ascii_stl(BRACKET))
    return folder


def _typed() -> dict[str, Any]:
    """The crane as a user would type it, each body with its origin in its joint."""
    pin, mass = {"kind": "pin", "axis": "y"}, 7850 * BRACKET.volume * 1e-9
    arm = {
        "mass": mass,
        "centre": ((BRACKET.centre - [25, 25, 20]) / 1000).tolist(),
        "inertia": (mass * BRACKET.gyration * 1e-6).tolist(),
        "points": {"E": [0.255, 0, 0]},
    }
    hook = {"mass": 2, "centre": [0, 0, -0.12], "inertia": [0.02, 0.021, 0.001]}
    return {
        "bodies": {"space": 3, "gravity": [0, 0, -9.81], "arm": arm, "hook": hook},
        "joints": {"O": pin | {"between": ["ground", "arm"]}, "E": pin | {"between": ["arm.E", "hook"]}},
    }


def test_a_table_is_the_model_typed_by_hand(tmp_path: Path) -> None:
    """Parts and joints of a table move as the bodies typed by hand with origins in their joints."""
    (_folder(tmp_path) / "crane.csv").write_text(TABLE)
    (tmp_path / "typed.toml").write_text(toml_text({"format": 1, **_typed()}))
    run = {"t_end": 1.0, "samples": 20, "rtol": 1e-11}
    made, typed = (dalembert.simulate(tmp_path / name, **run) for name in ("crane.csv", "typed.toml"))
    assert np.abs(made.q - typed.q).max() < 1e-10


def test_convert_writes_a_model_file(tmp_path: Path) -> None:
    """`convert crane.csv crane.toml` keeps units and meshes, and reads as the same model."""
    (_folder(tmp_path) / "crane.csv").write_text("\ufeff" + TABLE, encoding="utf-8")
    text = dalembert.convert(tmp_path / "crane.csv", tmp_path / "crane.toml").text
    (tmp_path / "crane.toml").write_text(text)
    assert 'mesh = "arm.stl", unit = "mm"' in text
    assert dalembert.read(tmp_path / "crane.toml") == dalembert.read(tmp_path / "crane.csv")
    assert dalembert.check(tmp_path / "crane.csv").ok


def test_semicolons_and_decimal_commas(tmp_path: Path) -> None:
    """A table with semicolons may have decimal commas, as spreadsheets write them in German and Spanish."""
    table = TABLE.replace("2,,,,280,25,-100", "2.5,,,,280.25,25,-100").replace(",", ";").replace(".", ",")
    written, _ = read_assembly(table.replace("arm,stl", "arm.stl"), "crane.csv", _folder(tmp_path))
    assert written.values["bodies"]["Hook_1"]["mass"] == {"value": 2.5, "unit": "kg"}
    assert written.values["bodies"]["Hook_1"]["centre"][0] == {"value": 280.25, "unit": "mm"}


def test_a_table_may_close_loops(tmp_path: Path) -> None:
    """A four-bar linkage from a table, in space with plane joints but for one: one degree of freedom."""
    rows = [
        "kind,name,mass [kg],x [m],y [m],z [m],Jxx [kg m^2],Jyy [kg m^2],Jzz [kg m^2],first,second,axis",
        "part,crank,1,0.5,0,0,0.01,0.1,0.1,,,",
        "part,coupler,2,1.5,1,0,0.2,0.2,0.4,,,",
        "part,rocker,1,2,1,0,0.1,0.01,0.1,,,",
        "gravity,,,,,,,,,,,-y",
        "pin,A,,0,0,0,,,,ground,crank,z",
        "pin,B,,1,0,0,,,,crank,coupler,z",
        "pin,C,,2,2,0,,,,coupler,rocker,z",
        "ball,D,,2,0,0,,,,ground,rocker,",
    ]
    (tmp_path / "bars.csv").write_text("\n".join(rows))
    verdict = dalembert.check(tmp_path / "bars.csv")
    assert verdict.ok
    assert verdict.structure.loops == ("D",)
    assert verdict.structure.dof == 1


@pytest.mark.parametrize("kind", JOINTS)
def test_every_kind_of_joint_is_a_kind_of_the_model(kind: str, tmp_path: Path) -> None:
    """A joint of each kind of a table is read, and `check` finds no error in it."""
    axis = "" if kind in ("free", "ball", "universal", "weld") else "z"
    ends = "ground,lever"
    at = "0,0,0" if kind != "free" else ",,"
    rows = ["kind,name,mass [kg],x [m],y [m],z [m],Jxx [kg m^2],Jyy [kg m^2],Jzz [kg m^2],first,second,axis"]
    rows += [
        "part,lever,1,0.5,0,0,0.01,0.1,0.1,,,",
        f"{kind},J,,{at},,,,{ends},{axis}",
        "gravity,,,,,,,,,,,-z",
    ]
    (tmp_path / "one.csv").write_text("\n".join(rows))
    flaws = dalembert.check(tmp_path / "one.csv").flaws
    assert not [flaw for flaw in flaws if flaw.severity == "error" and flaw.rule != "empty"]


def test_an_assumed_gravity_is_told() -> None:
    """A table without a row of gravity says which way things fall."""
    _, notes = read_assembly("\n".join(ROWS[:3] + ROWS[3:-1]), "crane.csv")
    assert [note.message for note in notes] == ["gravity acts along -z"]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("x [mm]", "x", 1, "the column `x` has no unit"),
        ("axis", "axes", 1, "there is no column `axes`"),
        ("Jyy [kg mm^2]", "Jxx [kg mm^2]", 1, "there are 2 columns `Jxx`"),
        ("kind,name", "sort,name", 1, "has the columns kind and name"),
        ("pin,O", "pni,O", 3, "there is no kind `pni`"),
        ("part,arm,,7850,arm.stl,mm", "part,arm,,7850,,", 4, "the part `arm` has a density, but no mesh"),
        ("Hook-1,2,", "Hook-1,,", 5, "the part `Hook-1` has no mass"),
        ("280,25,-100", "280,25,", 5, "`Hook-1` has no z"),
        ("280,25,-100", "280,25,low", 5, "`low` in the column z is no number"),
        ("280,25,-100", "280,inf,0", 5, "`inf` in the column y is no number"),
        ("20000,21000,1000", "20000,,1000", 5, "the part `Hook-1` has no Jyy"),
        ("ground,arm,y", "grund,arm,y", 3, "`grund` (first) is no part of the table"),
        ("ground,arm,y", "ground,arm,w", 3, "`w` is no axis"),
        ("0 2 0", "0 0 0", 6, "`0 0 0` is no axis"),
        ("ground,arm,y", "ground,arm,", 3, "the joint `O` has no axis"),
        ("pin,O,,,,,25,25,20", "pin,O,,,,,,,", 3, "the joint `O` has no place"),
        ("pin,O,,", "pin,O,3,", 3, "a joint has no `mass`"),
        ("-100,20000,21000,1000,,,", "-100,20000,21000,1000,arm,,", 5, "a part has no `first`"),
        ("part,Hook-1", "part,arm", 5, "the name `arm` is there twice"),
        ("pin,E", "pin,O", 6, "the name `O` is there twice"),
        ("pin,E", "pin,", 6, "this pin has no name"),
        (
            "gravity,,,,,,,,,,,,,,-z",
            "gravity,,,,,,,,,,,,,,-z\ngravity,,,,,,,,,,,,,,x",
            8,
            "gravity is given twice",
        ),
    ],
)
def test_a_mistake_in_a_table_is_told_at_its_line(old: str, new: str, line: int, message: str) -> None:
    """Each mistake is refused with the line of its row."""
    assert old in TABLE
    with pytest.raises(ModelError) as caught:
        read_assembly(TABLE.replace(old, new, 1), "crane.csv")
    assert any(
        message in flaw.message and flaw.where == f"crane.csv:{line}" for flaw in caught.value.flaws
    ), caught.value


def test_an_unknown_unit_or_a_missing_mesh_is_told(tmp_path: Path) -> None:
    """Units and meshes of a table are judged as those of a model file."""
    for change, message in (
        (("x [mm]", "x [mmm]"), "mmm"),
        (("arm.stl,mm", "arm.stl,"), "the unit of the mesh"),
    ):
        (_folder(tmp_path) / "crane.csv").write_text(TABLE.replace(*change))
        assert any(message in flaw.message for flaw in dalembert.check(tmp_path / "crane.csv").flaws)

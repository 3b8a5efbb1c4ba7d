"""Mistakes in parts: each is reported with the part's name at its location; hostile files cost little."""

from __future__ import annotations

from pathlib import Path

import pytest

import dalembert

WAGON = """format = 1
[parameters]
m = { value = 1, unit = "kg" }
M = 2
[coordinates]
x = { unit = "m" }
"y[j]" = { for = "j = 1..M" }
[energy]
kinetic = "1/2*m*x'^2 + sum(j = 1..M, y[j]'^2)"
"""
CELL = """format = 1
[elements]
R1 = { kind = "resistor", between = ["a", "ground"], resistance = 1 }
"""
HEAD = 'format = 1\n[parameters]\nL = { value = 1, unit = "m" }\n'
MISTAKES = {  # the lines of a part: what is said, and the line of the host
    '[parts.w]\nmodel = "wagn.toml"': ("there is no file wagn.toml", 4),
    "[parts.w]": ("the part `w` does not say its model", 4),
    '[parts.w]\nmodel = "../wagon.toml"': ("outside of the model's folder", 4),
    '[parts.w]\nmodel = "/etc/passwd.toml"': ("outside of the model's folder", 4),
    '[parts.w]\nmodel = "wagon.txt"': ("is no model file", 4),
    '[parts.w]\nmodel = "library:four_bar"': ("library:four_bar is no file: a part is a model file", 4),
    '[parts.w]\nmodel = "four_bar"': ("four_bar is no file: a part is a model file", 4),
    '[parts.w]\nmodel = "link.toml"': ("link to a file outside", 4),
    '[parts.w]\nmodel = "a\\u0000.toml"': ("is not a path", 4),
    '[parts.w]\nmodel = "host.toml"': ("`w` is a part of itself: host.toml → host.toml", 4),
    '[parts.w]\nmodel = "wagon.toml"\nparameters = { k = 1 }': ("the part `w` has no parameter `k`", 6),
    '[parts.w]\nmodel = "wagon.toml"\nparameters = { m = { value = 1, unit = "m" } }': ("is given in m", 6),
    '[parts.w]\nmodel = "wagon.toml"\nparametres = { m = 1 }': ("parametres", 6),
    '[parts.L]\nmodel = "wagon.toml"': ("`L` is a name under [parameters] too", 4),
    '[parts.w]\nmodel = "wagon.toml"\ncount = 0': ("`count` must be a whole number", 4),
    '[parts."w[i]"]\nmodel = "wagon.toml"': ("needs a range for each index", 4),
    '[parts.w]\nmodel = "wagon.toml"\nfor = "i = 1..3"': ("has a range, but no index", 4),
    '[parts."w[i]"]\nfor = "i = 1..3"\nmodel = "wagon.toml"\nparameters = { M = "i" }': (
        "a size of the part",
        7,
    ),
    '[parts.w]\nmodel = "cell.toml"\nnodes = { c = "bus" }': ("the part `w` has no node `c`", 6),
    '[parts.joints]\nmodel = "cell.toml"': ("`joints` is a word of the language", 4),
    '[parts.w]\nmodel = "wagon.toml"\non = 3': ("`on` names a body", 4),
    '[parts]\nw = "wagon.toml"': ("the part `w` must be a table", 5),
    '[parts.w]\nmodel = "wagon.toml"\n[energy.kinetic]\nw = 1': (
        "`w` of the part `w` is given in the model too",
        4,
    ),
}


def put(folder: Path, **texts: str) -> Path:
    """Files in a folder; the path of the last one."""
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text)
    return folder / f"{name}.toml"


@pytest.mark.parametrize("lines", MISTAKES)
def test_mistakes_are_told_at_their_place(lines: str, tmp_path: Path) -> None:
    """What is wrong, by the name of the part, and at the line of the model."""
    folder = tmp_path / "model"
    folder.mkdir()
    put(tmp_path, outside=WAGON)
    put(folder, wagon=WAGON, cell=CELL)
    (folder / "link.toml").symlink_to(tmp_path / "outside.toml")
    message, line = MISTAKES[lines]
    verdict = dalembert.check(put(folder, host=f"{HEAD}{lines}\n"))
    found = [flaw for flaw in verdict.flaws if message in flaw.message]
    assert found, [flaw.message for flaw in verdict.flaws]
    assert (found[0].file, found[0].line, found[0].severity) == ("host.toml", line, "error")
    assert found[0].hint


def test_a_unit_of_a_given_expression_is_checked(tmp_path: Path) -> None:
    """A length for a mass is a clash of units, at the line that gives it."""
    put(tmp_path, wagon=WAGON)
    host = HEAD + '[parts.w]\nmodel = "wagon.toml"\nparameters = { m = "2*L" }\n'
    (flaw,) = [one for one in dalembert.check(put(tmp_path, host=host)).flaws if one.severity == "error"]
    assert (flaw.rule, flaw.file, flaw.line) == ("units", "host.toml", 6)


def test_a_part_that_is_no_toml_is_told_in_its_file_and_in_the_model(tmp_path: Path) -> None:
    """Both places: the line of the part's file, and the line of the model that names it."""
    put(tmp_path, wagon="format = 1\n[parameters]\nm = 2,5\n")
    flaws = dalembert.check(put(tmp_path, host=HEAD + '[parts.w]\nmodel = "wagon.toml"\n')).flaws
    assert [(flaw.file, flaw.line) for flaw in flaws] == [("wagon.toml", 3), ("host.toml", 4)]
    assert flaws[0].used == "used as the part w in host.toml:4"
    assert "2,5" in str(flaws[0])


def test_circles_through_other_files_are_told(tmp_path: Path) -> None:
    """Of three files a has b, b has c, c has a."""
    for one, other in ("ab", "bc", "ca"):
        put(tmp_path, **{one: f'format = 1\n[parts.p]\nmodel = "{other}.toml"\n'})
    flaws = dalembert.check(tmp_path / "a.toml").flaws
    assert any("a.toml → b.toml → c.toml → a.toml" in flaw.message for flaw in flaws)


def test_nested_bombs_are_refused(tmp_path: Path) -> None:
    """Ten parts in each of eight levels, and a family of four million, end at a budget."""
    put(tmp_path, p0=WAGON)
    for level in range(1, 8):
        parts = "".join(f'[parts.q{i}]\nmodel = "p{level - 1}.toml"\n' for i in range(10))
        put(tmp_path, **{f"p{level}": f"format = 1\n{parts}"})
    flaws = dalembert.check(tmp_path / "p7.toml").flaws
    assert any("too many" in flaw.message for flaw in flaws)
    put(tmp_path, many='format = 1\n[parts."q[i,j]"]\nmodel = "p0.toml"\nfor = "i = 1..2000, j = 1..2000"\n')
    flaws = dalembert.check(tmp_path / "many.toml").flaws
    assert any(flaw.rule == "budget" for flaw in flaws)


def test_a_family_of_parts_in_a_family_of_parts_is_refused_with_a_cure(tmp_path: Path) -> None:
    """Names would need an index at two places; one family with two indices has the same members."""
    put(tmp_path, cell=WAGON, row='format = 1\n[parts.cell]\nmodel = "cell.toml"\ncount = 3\n')
    put(tmp_path, grid='format = 1\n[parts.row]\nmodel = "row.toml"\ncount = 2\n')
    (flaw,) = (one for one in dalembert.check(tmp_path / "grid.toml").flaws if "family" in one.message)
    assert "`row` is a family of parts, and so is `cell`" in flaw.message
    assert '[parts."row[i,j]"]' in flaw.hint
    put(tmp_path, whole='format = 1\n[parts."cell[i,j]"]\nmodel = "cell.toml"\nfor = "i = 1..2, j = 1..3"\n')
    one, whole = (dalembert.read(tmp_path / file) for file in ("cell.toml", "whole.toml"))
    assert len(whole.coordinates) == 2 * 3 * len(one.coordinates)


def test_parts_are_not_nested_deeper_than_the_budget(tmp_path: Path) -> None:
    """A chain of parts in parts ends at its budget of depth."""
    put(tmp_path, p0=WAGON)
    for level in range(1, 12):
        put(tmp_path, **{f"p{level}": f'format = 1\n[parts.q]\nmodel = "p{level - 1}.toml"\n'})
    flaws = dalembert.check(tmp_path / "p11.toml").flaws
    assert any("nested more than" in flaw.message for flaw in flaws)


@pytest.mark.parametrize(
    "path", ["a" * 5000 + ".toml", "~/x.toml", "c:x.toml", "..\\\\x.toml", "", "./../x.toml", "."]
)
def test_strange_paths_are_refused(path: str, tmp_path: Path) -> None:
    """No path leads out of the folder, and none raises anything but a letter."""
    flaws = dalembert.check(put(tmp_path, host=f'format = 1\n[parts.w]\nmodel = "{path}"\n')).flaws
    assert flaws
    assert all(flaw.severity == "error" for flaw in flaws)


def test_sections_of_another_kind_are_told(tmp_path: Path) -> None:
    """Entries of a part that are no tables, or no names, are told in its file."""
    for text in ("parameters = 3", "[energy]\nkinetik = 'x'", "[spam]\na = 1", "[functions]\nf = 3", "[bodies]\nb = 1",
                 "[joints.j]\nkind = 'pin'", "[coordinates]\n'a b' = {}", "[definitions]\n'x[' = 1"):  # fmt: skip
        put(tmp_path, wagon=f"format = 1\n{text}\n")
        flaws = dalembert.check(put(tmp_path, host='format = 1\n[parts.w]\nmodel = "wagon.toml"\n')).flaws
        errors = [flaw for flaw in flaws if flaw.severity == "error"]
        assert errors, text
        assert "wagon.toml" in {one.file for one in errors}, text

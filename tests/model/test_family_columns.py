"""Values of a family of parameters from a column of a CSV file: units, counts, cells that are no numbers."""

from __future__ import annotations

import pytest

import dalembert

FILE = """\
format = 1

[parameters]
N = 3
k = 10
"m[i]" = { for = "i = 1..N", file = "masses.csv", column = "m", unit = "g", text = "of bead i" }

[coordinates]
"x[i]" = { for = "i = 1..N", start = "i/10" }

[energy]
kinetic = "sum(i = 1..N, 1/2*m[i]*x[i]'^2)"
potential = "sum(i = 1..N, 1/2*k*x[i]^2)"

[simulate]
t_end = 0.1
"""
CSV = "# measured\nbead, m\n1, 200\n2, 250.5\n3, 1e3\n"


def read(folder, text=FILE, csv=CSV):
    """The model of a file beside its table."""
    (folder / "masses.csv").write_text(csv, encoding="utf-8")
    path = folder / "beads.toml"
    path.write_text(text, encoding="utf-8")
    return dalembert.read(path)


def test_the_column_is_the_list(tmp_path):
    """The same model as with a list; --set changes a member; the file is written back as it was."""
    model = read(tmp_path)
    listed = read(tmp_path, FILE.replace('file = "masses.csv", column = "m"', "value = [200, 250.5, 1e3]"))
    values = [p.value.expression.root.value for p in model.parameters if p.name.startswith("m[")]
    assert values == [0.2, 0.2505, 1.0]
    assert model.parameters == listed.parameters
    assert dalembert.simulate(model).status == "ok"
    heavy = dalembert.vary(model, parameters={"m[2]": 300})
    assert heavy.parameters[3].value.expression.root.value == 0.3
    dalembert.write(model, tmp_path / "again.toml")
    assert (tmp_path / "again.toml").read_text() == FILE
    counted = read(tmp_path, FILE.replace('for = "i = 1..N", file', "file"))  # numbered from 1
    assert [p.name for p in counted.parameters if "[" in p.name] == ["m[1]", "m[2]", "m[3]"]


def test_a_motion_has_the_column_inside(tmp_path):
    """A file of a motion is opened where the column is not, and its model has the values of the run."""
    model = read(tmp_path)
    dalembert.save(dalembert.simulate(dalembert.vary(model, parameters={"m[2]": 300})), tmp_path / "run.nc")
    (tmp_path / "masses.csv").unlink()
    again = dalembert.open_motion(tmp_path / "run.nc").model
    values = [p.value.expression.root.value for p in again.parameters if p.name.startswith("m[")]
    assert values == [0.2, 0.3, 1.0]
    assert dalembert.simulate(again).status == "ok"


@pytest.mark.parametrize(
    ("text", "csv", "said"),
    [
        (FILE, CSV.replace("250.5", "250,5"), "there are 3 values"),
        (FILE, CSV.replace("250.5", "heavy"), "`heavy` in line 4, column m, of masses.csv is not a number"),
        (FILE, CSV.replace("250.5", "nan"), "in line 4, column m"),
        (FILE, CSV.replace("3, 1e3\n", ""), "there are 2 values for 3 members"),
        (FILE.replace('column = "m"', 'column = "mm"'), CSV, "has no column `mm`"),
        (FILE.replace(', column = "m"', ""), CSV, "values from a file need `file` and `column`"),
        (FILE.replace("masses.csv", "../masses.csv"), CSV, "outside of the model's folder"),
        (FILE.replace("masses.csv", "gone.csv"), CSV, "there is no file gone.csv"),
        (FILE.replace('unit = "g"', 'value = 1, unit = "g"'), CSV, "both give values"),
        (FILE.replace('"m[i]" = { for = "i = 1..N", ', "m = { "), CSV, "file"),
        (FILE, "m\n" + "1\n" * 100_001, "more than 100000 rows"),
    ],
)
def test_mistakes(tmp_path, text, csv, said):
    """Named by row and column, at the line of the family."""
    if said == "there are 3 values":  # a decimal comma makes another cell: the row is still there
        csv, said = CSV.replace("250.5", ""), "line 4 of masses.csv has no value in column m"
    with pytest.raises(dalembert.ModelError) as refused:
        read(tmp_path, text, csv)
    assert said in str(refused.value)
    assert all(flaw.line for flaw in refused.value.flaws)

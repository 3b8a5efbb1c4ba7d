"""The section [tables]: files, units, located errors; every format supports tables."""

import importlib.util
import math

import pytest
import sympy

import dalembert

MODEL = """
format = 1
[parameters]
m = {{ value = 1, unit = "kg" }}
[coordinates]
x = {{ unit = "m", start = 0.1 }}
[energy]
kinetic = "1/2*m*x'^2"
[work]
x = "-{call}"
[tables.damper]
file = "damper.csv"
x = {{ column = "v", unit = "mm/s" }}
value = {{ column = "F", unit = "N" }}
interpolate = "monotone"
beyond = "hold"
{more}
[simulate]
t_end = 1
"""
CSV = "# measured\nv,F\n-100,-5\n0,0\n100,4\n"


@pytest.fixture
def folder(tmp_path):
    """A folder with a table."""
    (tmp_path / "damper.csv").write_text(CSV, encoding="utf-8")
    return tmp_path


def write(folder, call="damper(x')", more="", change=None):
    """The file of the model."""
    text = MODEL.format(call=call, more=more)
    for old, new in change or ():
        assert old in text
        text = text.replace(old, new)
    (folder / "a.toml").write_text(text, encoding="utf-8")
    return folder / "a.toml"


def test_a_table_is_read_in_its_units(folder):
    """Columns are converted from their units: 50 mm/s is 0.05."""
    functions = dalembert.functions(dalembert.read(write(folder)))
    assert functions.h(0, [0.0], [0.1])[0] == pytest.approx(-4)
    assert functions.h(0, [0.0], [-0.2])[0] == pytest.approx(5)


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_table_of_a_german_spreadsheet_is_read(folder, separator):
    """Between semicolons or tabs a comma can be the decimal mark; dates in other columns do not matter."""
    rows = ("# gemessen, 2024", "v;F;Datum", "-100;-5;1.2.2024", "0,0;0;", "100;4,5;", "200;5,250;12.02.2024")
    (folder / "damper.csv").write_text("\n".join(rows).replace(";", separator), encoding="utf-8")
    functions = dalembert.functions(dalembert.read(write(folder)))
    assert functions.h(0, [0.0], [0.1])[0] == pytest.approx(-4.5)
    assert functions.h(0, [0.0], [0.2])[0] == pytest.approx(-5.25)


MISTAKES = {
    "thousands": ([], "v;F\n1;1,234\n2;2,345\n", "`1,234` in damper.csv can be read as 1.234 or 1234"),
    "two marks": ([], "v\tF\n0.5\t1,234\n2\t2,345\n", "both points and commas in numbers: 1,234, 0.5"),
    "two marks in one": ([], "v;F\n0,5;1.234,5\n2;2\n", "both points and commas in numbers: 0,5"),
    "commas": ([], "v,F\n0,0,1,5\n1,0,2,5\n", "line 2 of damper.csv has 4 cells, but its first row 2 names"),
    "underscore": ([], "v,F\n1,2\n2,1_000\n", "`1_000` in line 3, column F, of damper.csv is not a number"),
    "a cell": ([], "v,F\n1,2\n2,two\n", "`two` in line 3, column F, of damper.csv is not a number"),
    "an empty cell": ([], "v,F\n1,2\n2,\n", "line 3 of damper.csv has no value in column F"),
    "infinity": ([], "v,F\n1,2\n2,inf\n", "`inf` in line 3"),
    "a column": ([], "v,G\n1,2\n2,3\n", "damper.csv has no column `F`"),
    "order": ([], "v,F\n2,2\n1,3\n", "x goes from"),
    "one row": ([], "v,F\n2,2\n", "damper.csv has 1 samples"),
    "no file": ([('"damper.csv"', '"other.csv"')], CSV, "there is no file other.csv"),
    "outside": ([('"damper.csv"', '"../damper.csv"')], CSV, "a table lies under the model's folder"),
    "absolute": ([('"damper.csv"', '"/etc/passwd"')], CSV, "a table lies under the model's folder"),
    "beyond": ([('beyond = "hold"', "")], CSV, "must define its values beyond its ends"),
    "which beyond": ([('"hold"', '"holds"')], CSV, '`beyond` must be one of "hold", "line", "stop"'),
    "way": ([('"monotone"', '"cubic"')], CSV, "`interpolate` must be one of"),
    "unit": ([('"mm/s"', '"mms"')], CSV, "mms"),
    "key": ([('beyond = "hold"', 'beyond = "hold"\nbeyound = 1')], CSV, "beyound"),
    "no value": ([('value = { column = "F", unit = "N" }', "")], CSV, "the table `damper` needs `value`"),
    "dimension": ([("damper(x')", "damper(x)")], CSV, "the argument of the table damper must be in m/s"),
    "arguments": (
        [("damper(x')", "damper(x', x)")],
        CSV,
        "`damper` takes 1 argument, but 2 are given",
    ),
    "a value": ([("value = 1,", 'value = "damper(0)",')], CSV, "cannot be used in a parameter's value"),
    "reserved": (
        [("tables.damper", "tables.sin"), ("damper(x')", "sin(x)")],
        CSV,
        "function of the language",
    ),
    "shadowed": (
        [("tables.damper", "tables.m"), ("damper(x')", "m(x')")],
        CSV,
        "of a table and of a parameter",
    ),
    "bare": ([("[tables.damper]", "[tables]")], CSV, "each of the tables has a name of its own"),
    "no table": ([("tables.damper", "tables.dampr")], CSV, "there is no function `damper`"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_at_its_place(mistake, folder):
    """Every mistake is told in the user's words, with a place in the file."""
    change, text, words = MISTAKES[mistake]
    (folder / "damper.csv").write_text(text, encoding="utf-8")
    verdict = dalembert.check(write(folder, change=change))
    found = [flaw for flaw in verdict.flaws if words in str(flaw.message)]
    assert found, str(verdict)
    assert found[0].severity == "error"
    assert found[0].line is not None
    assert found[0].hint


def test_a_million_cells_are_refused_within_a_count(folder):
    """The budget is told with the number of samples that fit."""
    rows = "".join(f"{i},{i}\n" for i in range(1_000_000))
    (folder / "damper.csv").write_text("v,F\n" + rows, encoding="utf-8")
    (flaw,) = [f for f in dalembert.check(write(folder)).flaws if f.rule == "table"]
    assert "damper.csv has more than 5000 rows" in flaw.message


def test_many_calls_of_a_large_table_are_refused(folder):
    """A file cannot ask for millions of numbers by calling a table often."""
    rows = "".join(f"{i},{i}\n" for i in range(4000))
    (folder / "damper.csv").write_text("v,F\n" + rows, encoding="utf-8")
    call = " + ".join(f"damper({i + 1}*x')" for i in range(50))
    (flaw,) = [f for f in dalembert.check(write(folder, call=f"({call})")).flaws if f.rule == "budget"]
    assert "more than 60000 numbers" in flaw.message
    assert flaw.line is not None


HOSTILE = [
    "x = 3",
    'x = ["a", "b"]',
    "x = [nan, 1]",
    "x = [1, inf]",
    "x = []",
    "x = [[0], [1]]",
    "x = { values = { values = 1 } }",
    "x = { values = [0, 1], unit = 3 }",
    "x = { column = 3 }",
    "x = true",
    "x = [0, 1]\nvalue = [1]",
    "x = [0, 1]\nvalue = [1, 2, 3]",
    "x = [0, 1]\ny = [0, 1]\nvalue = [1, 2]",
    "x = [0, 1]\ny = [0, 1]\nvalue = [[1, 2], [3]]",
    "x = [0, 1]\ny = 5\nvalue = [[1, 2], [3, 4]]",
    "x = [0, 0]\nvalue = [1, 2]",
    "x = [0, 1]\nvalue = [1, 2]\nfile = 7",
    'x = [0, 1]\nvalue = [1, 2]\nfile = "no\\u0000name.csv"',
    'x = "v"\nvalue = "F"\nfile = "."',
    'x = "v"\nvalue = "F"\nfile = "~/damper.csv"',
    'x = [0, 1]\nvalue = [1, 2]\ninterpolate = ["linear"]',
    "x = [0, 1e308]\nvalue = [-1e308, 1e308]",
]


@pytest.mark.parametrize("entry", HOSTILE)
def test_hostile_tables_are_answered(entry, folder):
    """Whatever stands in a table, the answer is a located flaw."""
    text = MODEL.format(call="damper(x')", more="")
    start, end = text.index("file ="), text.index("beyond")
    path = folder / "a.toml"
    path.write_text(text[:start] + entry + "\n" + text[end:], encoding="utf-8")
    verdict = dalembert.check(path)
    assert not verdict.ok
    assert all(flaw.line is not None for flaw in verdict.flaws if flaw.severity == "error")


def test_a_map_needs_every_pair_once(folder):
    """Pairs that are missing or twice there are named."""
    change = [('x = { column = "v", unit = "mm/s" }', 'x = "v"\ny = "w"'), ("damper(x')", "damper(x', x)")]
    change += [('"monotone"', '"linear"')]
    for rows, words in {
        "1,1,2\n1,2,3\n2,1,4\n": "damper.csv has no value at x = 2, y = 2",
        "1,1,2\n1,2,3\n2,1,4\n2,2,5\n1,1,9\n": "damper.csv has two values at x = 1, y = 1",
    }.items():
        (folder / "damper.csv").write_text("v,w,F\n" + rows, encoding="utf-8")
        flaws = dalembert.check(write(folder, change=change)).flaws
        assert any(words in flaw.message for flaw in flaws)
    refused = dalembert.check(write(folder, change=[*change[:2]])).flaws
    assert any('must be one of "linear", "spline"' in str(flaw.message) for flaw in refused)


def test_slopes_that_jump_are_refused_where_they_are_velocities(folder):
    """A constraint of straight lines would strike at every sample."""
    linear = [('"monotone"', '"linear"'), ('unit = "mm/s"', 'unit = "mm"'), ('unit = "N"', 'unit = "m"')]
    constraint = '[constraints.displacement]\nc = "x - damper(x)"'
    change = [*linear, ('x = "-damper(x\')"', 'x = "0"')]
    flaws = dalembert.check(write(folder, more=constraint, change=change)).flaws
    assert any("contains the slope of the table `damper`, which jumps" in flaw.message for flaw in flaws)
    smooth = [(old, new.replace('"linear"', '"spline"')) for old, new in change]
    flaws = dalembert.check(write(folder, more=constraint, change=smooth)).flaws
    assert not any("which jumps" in str(flaw.message) for flaw in flaws)


def test_every_format_knows_tables(folder):
    """Equations, LaTeX, SymPy, the model file, JSON, LagEq and files of functions."""
    path = write(folder, more='[outputs]\ny = "damper(x\')^2"')
    model = dalembert.read(path)
    (folder / "b.toml").write_text(dalembert.write(model), encoding="utf-8")
    assert dalembert.read(folder / "b.toml") == model
    equations = dalembert.derive(model)
    assert "damper(x')" in dalembert.show(equations, style="text")
    assert r"\operatorname{damper}" in dalembert.show(equations, style="latex")
    assert dalembert.to_sympy(equations)["equations"]["x"].has(sympy.Function("damper"))
    assert "damper" in str(dalembert.as_dict(model))
    with pytest.raises(dalembert.LossError, match="damper"):
        dalembert.convert(path, folder / "LagEq.txt")
    for language in ("c", "python", "octave"):
        files = dalembert.function_files(model, language, "own")
        assert any("0.1" in text for text in files.values())  # the knots stand there


def test_functions_of_files_look_tables_up(folder):
    """The Python file gives the value of the table, NaN beyond a table that stops."""
    model = dalembert.read(write(folder, change=[('"hold"', '"stop"')]))
    ((name, text),) = dalembert.function_files(model, "python", "own").items()
    (folder / name).write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("own", folder / name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert float(module.h(0.0, [0.0], [0.1], [1.0])[0]) == pytest.approx(-4)
    assert math.isnan(float(module.h(0.0, [0.0], [0.15], [1.0])[0]))

"""The figures of the sources can be drawn: every command of the table in docs/figures.md works."""

import re
import shlex
from pathlib import Path

from typer.testing import CliRunner

from dalembert.cli import app

PAGE = (Path(__file__).parents[2] / "docs" / "figures.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ((?:Park|LagranTexPac|Dominguez)[^|]*) \| [^|]* \| (.*) \|$", PAGE, re.MULTILINE)
FIGURES = {
    "Park-closed": (13, 15),
    "Park-open": (10, 12),
    "LagranTexPac": (4, 5, 6),
    "Dominguez": (4, 5, 9, 10, 11, 13, *range(16, 23)),
}


def commands(cell):
    """The commands of a cell of the table."""
    return [shlex.split(text) for text in re.findall(r"`([^`]+)`", cell)]


def test_every_figure_has_a_row():
    """The table has the figures that are to be drawn."""
    for source, numbers in FIGURES.items():
        told = " ".join(label for label, _ in ROWS if label.startswith(source))
        assert set(numbers) <= {int(number) for number in re.findall(r"\d+", told)}


def test_the_commands_draw(tmp_path, monkeypatch):
    """Typed in order, each command exits with 0, and each `plot` writes its figure."""
    monkeypatch.chdir(tmp_path)
    drawn = 0
    for label, cell in ROWS:
        for words in commands(cell):
            more = ["--out", f"{drawn}.svg"] if words[0] == "plot" else []
            found = CliRunner().invoke(app, [*words, *more])
            assert found.exit_code == 0, f"{label}: {words}\n{found.output}"
            if more:
                assert "</svg>" in Path(more[1]).read_text(encoding="utf-8")
                drawn += 1
    assert drawn >= sum(map(len, FIGURES.values()))

"""The commands of the README work."""

import re
import shlex
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dalembert.cli import app

README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands():
    """The dalembert commands of the README's console blocks, in order."""
    text = README.read_text(encoding="utf-8")
    lines = [line for block in BLOCK.findall(text) for line in block.splitlines()]
    return [line[2:] for line in lines if line.startswith("$ dalembert")]


def test_the_readme_shows_commands():
    """The README shows at least three commands of dalembert."""
    assert len(commands()) >= 3


@pytest.mark.skipif(sys.platform == "win32", reason="commands of the README are written for a POSIX shell")
def test_the_commands_of_the_readme_run(tmp_path, monkeypatch):
    """Every command of the README, typed in order in an empty folder, exits with 0."""
    monkeypatch.chdir(tmp_path)
    for command in commands():
        words = shlex.split(command, comments=True)
        found = CliRunner().invoke(app, words[1:])
        assert found.exit_code == 0, f"{command}\n{found.output}"

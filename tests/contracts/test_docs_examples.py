"""Examples in README.md and docs/ are complete: models pass `check`, Python runs, the gallery is full."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

import dalembert
from dalembert import library

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str, mark: str) -> list[Any]:
    """The fenced blocks of a language that contain a mark, each called PAGE-LINE."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            if match.group(1) == language and mark in match.group(2):
                line = text.count("\n", 0, match.start()) + 1
                found.append(pytest.param(match.group(2), id=f"{page.stem}-{line}"))
    return found


MODELS = [p for p in blocks("toml", "format = 1") if p.values[0].startswith("format = 1")]
NAMED = re.compile(r"# ([a-z_]+\.toml)\n(.*)", re.DOTALL)
BESIDE = dict(found.groups() for p in blocks("toml", "format = 1") if (found := NAMED.match(p.values[0])))
PROGRAMS = blocks("python", "import dalembert")


def test_there_are_examples() -> None:
    """The pages contain models and programs."""
    assert len(MODELS) >= 10
    assert len(PROGRAMS) >= 3


def saved(text: str, folder: Path) -> Path:
    """A model as a file, beside the parts that pages show with their names in the first line."""
    for name, own in ({"example.toml": text} | BESIDE).items():
        (folder / name).write_text(own, encoding="utf-8")
    return folder / "example.toml"


@pytest.mark.parametrize("text", MODELS)
def test_model_passes_check(text: str, tmp_path: Path) -> None:
    """A model printed in the documentation has no flaw that stands in the way of a derivation or a run."""
    path = saved(text, tmp_path)
    bad = [str(flaw) for flaw in dalembert.check(path).flaws if flaw.severity in ("error", "structure")]
    assert not bad, "\n\n".join(bad)


@pytest.mark.parametrize("text", MODELS)
def test_model_is_derived_and_verified(text: str, tmp_path: Path) -> None:
    """The equations of a model printed in the documentation agree with its energies."""
    path = saved(text, tmp_path)
    assert dalembert.derive(path).verified.points >= 5


@pytest.mark.parametrize("text", PROGRAMS)
def test_program_runs(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program printed in the documentation ends without an exception."""
    program = tmp_path / "program.py"
    program.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(program), run_name="__main__")


@pytest.mark.parametrize("name", [system.name for system in library.SYSTEMS])
def test_gallery_shows_every_system(name: str) -> None:
    """The gallery has a section for each library system (`python docs/make_gallery.py` writes it)."""
    assert f"\n## {name}\n" in (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")

"""The map is up to date with the source, and the glossary explains the words of the field."""

import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
WORDS = (
    "generalised coordinate",
    "gap",
    "complementarity",
    "Delassus matrix",
    "active set",
    "Zeno",
    "stick",
    "slip",
    "impact law",
    "Filippov",
    "index reduction",
    "Σ-method",
    "consistent initialisation",
    "null space",
    "saddle-point system",
    "projection",
    "ledger",
    "claim of accuracy",
)


def test_the_map_is_up_to_date():
    """The page is what the source gives (`python docs/make_map.py` writes it)."""
    done = subprocess.run(
        [sys.executable, str(DOCS / "make_map.py"), "--print"], capture_output=True, check=True, timeout=600
    )
    assert (DOCS / "map.md").read_text(encoding="utf-8") == done.stdout.decode("utf-8")


def test_the_map_shows_four_ways():
    """The way of a model is shown for derive, simulate, contact and run, each with files on it."""
    text = (DOCS / "map.md").read_text(encoding="utf-8")
    for name in ("derive", "simulate", "contact", "run"):
        _, _, section = text.partition(f"\n### {name}\n")
        assert section.partition("\n### ")[0].count("\n- `") >= 5, name


@pytest.mark.parametrize("word", WORDS)
def test_the_glossary_explains(word):
    """Each of these words stands at the head of a row with a meaning."""
    rows = (DOCS / "glossary.md").read_text(encoding="utf-8").splitlines()
    assert any(word in row.split("|")[1] for row in rows if row.startswith("| ")), word

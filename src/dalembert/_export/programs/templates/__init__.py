"""The common parts of programs in each language, as files with @NAMES@ to be filled in."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def template(name: str) -> str:
    """The text of a template."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def fill_template(name: str, values: dict[str, str]) -> str:
    """A template with its names filled in."""
    text = template(name)
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text

"""How records are shown in notebooks: they call the function that `verbs/notebook.py` registers here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PRESENTERS: dict[str, Callable[[Any], str]] = {}  # by the names of the records, which are not loaded for it


def html(record: object) -> str | None:
    """A record as HTML; None where nobody has said how, and a notebook shows it as text."""
    presenter = PRESENTERS.get(type(record).__name__)
    return presenter(record) if presenter is not None else None

"""How records are shown in notebooks: they call the function that `verbs/notebook.py` registers here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PRESENTERS: dict[str, Callable[[Any], str]] = {}  # by the names of records, which are not loaded for it


def html(record: object) -> str | None:
    """A record as HTML; None where no function is registered for it: a notebook then shows it as text."""
    presenter = PRESENTERS.get(type(record).__name__)
    return presenter(record) if presenter is not None else None

"""A list of names in a sentence: `a`, `b` and `c`."""

from __future__ import annotations

from collections.abc import Sequence


def name_list(names: Sequence[str]) -> str:
    """`a`, `b` and `c`."""
    quoted = [f"`{name}`" for name in names]
    return ", ".join(quoted[:-1]) + " and " + quoted[-1] if len(quoted) > 1 else quoted[0]

"""Names in a sentence."""

from __future__ import annotations

from collections.abc import Sequence


def name_list(names: Sequence[str]) -> str:
    """`a`, `b` and `c`."""
    own = [f"`{name}`" for name in names]
    return ", ".join(own[:-1]) + " and " + own[-1] if len(own) > 1 else own[0]

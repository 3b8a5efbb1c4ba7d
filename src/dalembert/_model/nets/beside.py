"""A schematic beside the drawing of a mechanism, in one scene."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def with_schematic(scene: Mapping[str, Any], schematic: Mapping[str, Any], space: int) -> dict[str, Any]:
    """The scene of a mechanism with a schematic beside it, whose points are on a separate sheet.

    In space the sheet is parallel to the screen, and the third coordinate of its points is 0.
    """
    sections = dict(scene)
    for key, entries in schematic.items():
        if key == "points" and space == 3:
            entries = {name: [*point, 0.0] for name, point in entries.items()}
        there = sections.get(key)
        sections[key] = {**(there or {}), **entries} if key == "points" else [*(there or ()), *entries]
    return sections

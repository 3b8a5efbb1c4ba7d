"""A schematic beside the drawing of a mechanism, in one scene."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def with_schematic(scene: Mapping[str, Any], schematic: Mapping[str, Any]) -> dict[str, Any]:
    """The scene of a mechanism with the shapes of a schematic; points of its sheet find their place by it."""
    found = dict(scene)
    for key, own in schematic.items():
        there = found.get(key)
        found[key] = {**(there or {}), **own} if key == "points" else [*(there or ()), *own]
    return found

"""A schematic beside the drawing of a mechanism, in one scene."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def with_schematic(scene: Mapping[str, Any], schematic: Mapping[str, Any], space: int) -> dict[str, Any]:
    """The scene of a mechanism with the shapes of a schematic; points of its sheet find their place by it.

    In space they lie on the paper, wherever the eye is, and their third number is 0.
    """
    found = dict(scene)
    for key, own in schematic.items():
        if key == "points" and space == 3:
            own = {name: [*place, 0.0] for name, place in own.items()}
        there = found.get(key)
        found[key] = {**(there or {}), **own} if key == "points" else [*(there or ()), *own]
    return found

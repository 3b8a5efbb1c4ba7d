"""Limits of the joints of robots, as stops of joints of a model, with a start between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class JointLimits:
    """The limits of a joint by its name, and their unit."""

    joint: str
    low: float
    high: float
    unit: str


def limits_taken_over(joints: dict[str, Any], limits: list[JointLimits]) -> list[tuple[str, str]]:
    """Put limits into the entries of joints; return a message and a hint for each.

    A joint that would start beyond a limit starts at it.
    """
    return [_taken_over(joints[one.joint], one) for one in limits]


def _taken_over(entry: dict[str, Any], limits: JointLimits) -> tuple[str, str]:
    interval = f"{limits.low:g} to {limits.high:g} {limits.unit}"
    if not limits.low < limits.high:
        message = f"the limits of the joint `{limits.joint}` are left out: {interval}"
        return message, "the lower one must be below the upper one"
    entry["limits"] = [limits.low, limits.high]
    message = f"the limits of the joint `{limits.joint}` are taken over as stops: {interval}"
    if limits.low <= 0 <= limits.high:
        return (
            message,
            "it stops without coming back; for a rebound write restitution = 0.5 beside them",
        )
    entry["coordinate"] = {limits.joint: {"start": limits.low if limits.low > 0 else limits.high}}
    return f"{message}; it starts at the nearer one", "give it a start of your own"

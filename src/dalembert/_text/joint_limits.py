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
    """Put limits into the entries of joints; what is said of each, with a hint.

    A value that would begin beyond a limit begins at it.
    """
    return [_taken_over(joints[one.joint], one) for one in limits]


def _taken_over(entry: dict[str, Any], own: JointLimits) -> tuple[str, str]:
    said = f"{own.low:g} to {own.high:g} {own.unit}"
    if not own.low < own.high:
        message = f"the limits of the joint `{own.joint}` are left out: {said}"
        return message, "the lower one must be below the upper one"
    entry["limits"] = [own.low, own.high]
    message = f"the limits of the joint `{own.joint}` are taken over as stops: {said}"
    if own.low <= 0 <= own.high:
        return (
            message,
            "it stops without coming back; for a rebound write restitution = 0.5 beside them",
        )
    entry["coordinate"] = {own.joint: {"start": own.low if own.low > 0 else own.high}}
    return f"{message}; it starts at the nearer one", "give it a start of your own"

"""A coupling: a condition between the values of joints, their angles and distances.

The value of a joint in a condition is counted from the start, so that a coupling is always satisfied at the
start; a drive and a cam prescribe the values themselves. The multiplier λ of the condition gives
the effort on the value of each joint, a torque or a force, by the patterns `efforts`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dalembert._model.bodies.joints.kind import Key


@dataclass(frozen=True, slots=True, kw_only=True)
class Coupling:
    """A kind of coupling: a pattern that is zero, in the values {a} {b} {c} of its joints and in its keys."""

    joints: int  # how many it couples
    condition: str
    efforts: tuple[str, ...]  # on the value of each joint; empty where it has no simple text
    keys: dict[str, Key] = field(default_factory=dict)
    from_start: bool = True
    units: tuple[str, ...] = ()  # the required units of the values of its joints
    alike: bool = False  # whether the values must be all angles, or all distances

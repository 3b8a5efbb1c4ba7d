"""R = R_i(q₁) R_j(q₂) R_k(q₃): three angles, each about an axis as rotated so far, instead of a quaternion.

The angular velocity in axes of the second frame is ω = R_kᵀ R_jᵀ e_i q₁' + R_kᵀ e_j q₂' + e_k q₃'. Every
sequence has a singular position: q₂ = 0 where the first axis is the last again, else q₂ = ±π/2.
"""

from dataclasses import replace

from dalembert._model.bodies.joints.kind import Key, Motion

SEQUENCES = tuple(a + b + c for a in "xyz" for b in "xyz" for c in "xyz" if a != b != c)
KEYS = {"sequence": Key('"zxz"', words=("", *SEQUENCES), needed=False)}
UNIT = {"x": "[1, 0, 0]", "y": "[0, 1, 0]", "z": "[0, 0, 1]"}


def turned_by(sequence: str, motion: Motion) -> Motion:
    """A motion whose quaternion is replaced by the angles of a sequence such as zxz."""
    start = motion.quaternion[0]
    names = [f"{{q{start + i}}}" for i in range(3)]
    turns = [f"rot_{axis}({name})" for axis, name in zip(sequence, names, strict=True)]
    back = f"transpose({turns[2]})"
    spin = (
        f"{back}*transpose({turns[1]})*{UNIT[sequence[0]]}*{names[0]}'"
        f" + {back}*{UNIT[sequence[1]]}*{names[1]}' + {UNIT[sequence[2]]}*{names[2]}'"
    )
    units = (*motion.units[: start - 1], "rad", "rad", "rad")
    return replace(motion, units=units, rotation="*".join(turns), spin=spin, quaternion=())

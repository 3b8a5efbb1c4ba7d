"""r₁ = r₂: a ball in its socket; its coordinates are a unit quaternion e0, e1, e2, e3, in space only."""

from dalembert._model.bodies.joints.euler import KEYS
from dalembert._model.bodies.joints.kind import EVERYWHERE, JointKind, Motion

ROTATION = "rot_quaternion({{q{0}}}, {{q{1}}}, {{q{2}}}, {{q{3}}})"
# ω = 2 ē ∘ ė of the quaternion e, in axes of the second frame
SPIN = (
    "[2*({{q{0}}}*{{q{1}}}' - {{q{1}}}*{{q{0}}}' + {{q{3}}}*{{q{2}}}' - {{q{2}}}*{{q{3}}}'), "
    "2*({{q{0}}}*{{q{2}}}' - {{q{2}}}*{{q{0}}}' + {{q{1}}}*{{q{3}}}' - {{q{3}}}*{{q{1}}}'), "
    "2*({{q{0}}}*{{q{3}}}' - {{q{3}}}*{{q{0}}}' + {{q{2}}}*{{q{1}}}' - {{q{1}}}*{{q{2}}}')]"
)
# E ∘ e of two quaternions
PRODUCT = (
    "[{p1}*{q1} - {p2}*{q2} - {p3}*{q3} - {p4}*{q4}, {p1}*{q2} + {p2}*{q1} + {p3}*{q4} - {p4}*{q3}, "
    "{p1}*{q3} - {p2}*{q4} + {p3}*{q1} + {p4}*{q2}, {p1}*{q4} + {p2}*{q3} - {p3}*{q2} + {p4}*{q1}]"
)

BALL = JointKind(
    motions={
        3: Motion(
            units=("1", "1", "1", "1"),
            rotation=ROTATION.format(1, 2, 3, 4),
            spin=SPIN.format(1, 2, 3, 4),
            quaternion=(1, 2, 3, 4),
        )
    },
    conditions={3: (EVERYWHERE,)},
    keys=KEYS,
)

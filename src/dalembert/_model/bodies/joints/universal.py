"""r₁ = r₂ and a₁·b₂ = 0: a cross; q₁ turns about a of the first frame, q₂ about b of the second; in space."""

from dalembert._model.bodies.joints.kind import EVERYWHERE, JointKind, Motion, Normal

UNIVERSAL = JointKind(
    motions={
        3: Motion(
            units=("rad", "rad"),
            rotation="rot_axis({a}, {q1})*rot_axis({b}, {q2})",
            spin="transpose(rot_axis({b}, {q2}))*{a}*{q1}' + {b}*{q2}'",
        )
    },
    conditions={3: (EVERYWHERE, Normal("a", "b"))},
    axis="x",
)

"""a·(r₁ − r₂) = 0 and a₁ = a₂: a plate that slides on a plane with the normal a, in space only."""

from dalembert._model.bodies.joints.kind import SAME_AXIS, JointKind, Motion, Place

PLANAR = JointKind(
    motions={
        3: Motion(
            units=("m", "m", "rad"),
            shift="{b}*{q1} + {c}*{q2}",
            rotation="rot_axis({a}, {q3})",
            spin="{a}*{q3}'",
        )
    },
    conditions={3: (Place("a"), *SAME_AXIS)},
)

"""r₂ = r₁ + q₁ a and a₁ = a₂: q₁ is the distance along the axis, q₂ the angle about it, in space only."""

from dalembert._model.bodies.joints.kind import SAME_AXIS, JointKind, Motion, Place

CYLINDER = JointKind(
    motions={
        3: Motion(units=("m", "rad"), shift="{a}*{q1}", rotation="rot_axis({a}, {q2})", spin="{a}*{q2}'")
    },
    conditions={3: (Place("b"), Place("c"), *SAME_AXIS)},
)

"""r₂ = r₁ + (pitch/2π) q a and a₁ = a₂: q is the angle, `pitch` the advance in one turn, in space only."""

from dalembert._model.bodies.joints.kind import SAME_AXIS, Advance, JointKind, Key, Motion, Place

SCREW = JointKind(
    motions={
        3: Motion(
            units=("rad",),
            shift="{a}*({pitch})/(2*pi)*{q1}",
            rotation="rot_axis({a}, {q1})",
            spin="{a}*{q1}'",
        )
    },
    conditions={3: (Place("b"), Place("c"), *SAME_AXIS, Advance())},
    keys={"pitch": Key('"p"', unit="m")},
)

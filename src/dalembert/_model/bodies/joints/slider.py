"""r₂ = r₁ + q a without turning: its coordinate is the distance along the axis a, x where none is given."""

from dalembert._model.bodies.joints.kind import SAME_AXES, JointKind, Motion, Place, SameAngle

SLIDER = JointKind(
    motions={2: Motion(units=("m",), shift="{a}*{q1}"), 3: Motion(units=("m",), shift="{a}*{q1}")},
    conditions={2: (Place("b"), SameAngle()), 3: (Place("b"), Place("c"), *SAME_AXES)},
    axis="x",
)

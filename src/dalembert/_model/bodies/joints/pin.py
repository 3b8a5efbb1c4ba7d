"""r₁ = r₂, and a₁ = a₂: a hinge; its coordinate is the angle about the axis a, z where none is given."""

from dalembert._model.bodies.joints.kind import EVERYWHERE, SAME_AXIS, JointKind, Motion

PIN = JointKind(
    motions={
        2: Motion(units=("rad",), angle="{q1}"),
        3: Motion(units=("rad",), rotation="rot_axis({a}, {q1})", spin="{a}*{q1}'"),
    },
    conditions={2: (EVERYWHERE,), 3: (EVERYWHERE, *SAME_AXIS)},
)

"""r₁ = r₂ and R₁ = R₂: the second body is fixed to the first."""

from dalembert._model.bodies.joints.kind import EVERYWHERE, SAME_AXES, JointKind, Motion, SameAngle

WELD = JointKind(
    motions={2: Motion(), 3: Motion()},
    conditions={2: (EVERYWHERE, SameAngle()), 3: (EVERYWHERE, *SAME_AXES)},
)

"""b·(r₁ − r₂) = 0, in space c·(r₁ − r₂) = 0 too: the second point stays on a line along a of the first."""

from dalembert._model.bodies.joints.kind import JointKind, Place

POINT_ON_LINE = JointKind(motions={}, conditions={2: (Place("b"),), 3: (Place("b"), Place("c"))}, axis="x")

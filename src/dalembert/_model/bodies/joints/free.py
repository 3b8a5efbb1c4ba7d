"""No joint at all: the second frame moves freely; in space its rotation is a unit quaternion."""

from dalembert._model.bodies.joints.ball import ROTATION, SPIN
from dalembert._model.bodies.joints.euler import KEYS
from dalembert._model.bodies.joints.kind import JointKind, Motion

FREE = JointKind(
    motions={
        2: Motion(units=("m", "m", "rad"), shift="[{q1}, {q2}]", angle="{q3}"),
        3: Motion(
            units=("m", "m", "m", "1", "1", "1", "1"),
            shift="[{q1}, {q2}, {q3}]",
            rotation=ROTATION.format(4, 5, 6, 7),
            spin=SPIN.format(4, 5, 6, 7),
            quaternion=(4, 5, 6, 7),
        ),
    },
    conditions={},
    keys=KEYS,
)

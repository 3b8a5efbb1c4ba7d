"""All kinds of joints by name: those between two frames, ties of two frames, couplings of other joints."""

from dalembert._model.bodies.joints.ball import BALL
from dalembert._model.bodies.joints.belt import BELT
from dalembert._model.bodies.joints.cam import CAM
from dalembert._model.bodies.joints.coupling import Coupling
from dalembert._model.bodies.joints.cylinder import CYLINDER
from dalembert._model.bodies.joints.differential import DIFFERENTIAL
from dalembert._model.bodies.joints.distance import DISTANCE
from dalembert._model.bodies.joints.drive import DRIVE
from dalembert._model.bodies.joints.euler import turned_by
from dalembert._model.bodies.joints.free import FREE
from dalembert._model.bodies.joints.gear import GEAR
from dalembert._model.bodies.joints.kind import JointKind, Motion
from dalembert._model.bodies.joints.pin import PIN
from dalembert._model.bodies.joints.planar import PLANAR
from dalembert._model.bodies.joints.point_on_curve import POINT_ON_CURVE
from dalembert._model.bodies.joints.point_on_line import POINT_ON_LINE
from dalembert._model.bodies.joints.rack import RACK
from dalembert._model.bodies.joints.rolling import ROLLING
from dalembert._model.bodies.joints.screw import SCREW
from dalembert._model.bodies.joints.slider import SLIDER
from dalembert._model.bodies.joints.tie import TieKind
from dalembert._model.bodies.joints.universal import UNIVERSAL
from dalembert._model.bodies.joints.weld import WELD

KINDS: dict[str, JointKind] = {
    "pin": PIN,
    "slider": SLIDER,
    "weld": WELD,
    "ball": BALL,
    "universal": UNIVERSAL,
    "cylinder": CYLINDER,
    "screw": SCREW,
    "planar": PLANAR,
    "free": FREE,
    "point_on_line": POINT_ON_LINE,
}

TIES: dict[str, TieKind] = {
    "point_on_curve": POINT_ON_CURVE,
    "distance": DISTANCE,
    "rolling": ROLLING,
}

COUPLINGS: dict[str, Coupling] = {
    "gear": GEAR,
    "belt": BELT,
    "rack": RACK,
    "differential": DIFFERENTIAL,
    "cam": CAM,
    "drive": DRIVE,
}


def motion_of(kind: str, space: int, sequence: str = "") -> Motion | None:
    """The motion that a kind of joint allows in a tree; with Euler angles where a sequence is given."""
    motion = KINDS[kind].motions.get(space)
    return turned_by(sequence, motion) if motion is not None and sequence and motion.quaternion else motion

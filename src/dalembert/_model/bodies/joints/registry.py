"""All kinds of joints between two frames, by name."""

from dalembert._model.bodies.joints.ball import BALL
from dalembert._model.bodies.joints.cylinder import CYLINDER
from dalembert._model.bodies.joints.free import FREE
from dalembert._model.bodies.joints.kind import JointKind
from dalembert._model.bodies.joints.pin import PIN
from dalembert._model.bodies.joints.planar import PLANAR
from dalembert._model.bodies.joints.point_on_line import POINT_ON_LINE
from dalembert._model.bodies.joints.screw import SCREW
from dalembert._model.bodies.joints.slider import SLIDER
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

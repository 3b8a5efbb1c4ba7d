"""All kinds of elements, by name."""

from dalembert._model.bodies.elements.actuator import ACTUATOR
from dalembert._model.bodies.elements.bushing import BUSHING
from dalembert._model.bodies.elements.contact import CONTACT
from dalembert._model.bodies.elements.damper import DAMPER
from dalembert._model.bodies.elements.drag import DRAG
from dalembert._model.bodies.elements.force import FORCE
from dalembert._model.bodies.elements.friction import FRICTION
from dalembert._model.bodies.elements.gravity_gradient import GRAVITY_GRADIENT
from dalembert._model.bodies.elements.kind import ElementKind
from dalembert._model.bodies.elements.motor import MOTOR
from dalembert._model.bodies.elements.rope import ROPE
from dalembert._model.bodies.elements.spring import SPRING
from dalembert._model.bodies.elements.torque import TORQUE
from dalembert._model.bodies.elements.torsion_damper import TORSION_DAMPER
from dalembert._model.bodies.elements.torsion_friction import TORSION_FRICTION
from dalembert._model.bodies.elements.torsion_spring import TORSION_SPRING

ELEMENTS: dict[str, ElementKind] = {
    "spring": SPRING,
    "damper": DAMPER,
    "torsion_spring": TORSION_SPRING,
    "torsion_damper": TORSION_DAMPER,
    "force": FORCE,
    "torque": TORQUE,
    "bushing": BUSHING,
    "rope": ROPE,
    "friction": FRICTION,
    "torsion_friction": TORSION_FRICTION,
    "actuator": ACTUATOR,
    "motor": MOTOR,
    "drag": DRAG,
    "gravity_gradient": GRAVITY_GRADIENT,
    "contact": CONTACT,
}

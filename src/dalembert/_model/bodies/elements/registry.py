"""All kinds of elements, by name."""

from dalembert._model.bodies.elements.damper import DAMPER
from dalembert._model.bodies.elements.force import FORCE
from dalembert._model.bodies.elements.kind import ElementKind
from dalembert._model.bodies.elements.spring import SPRING
from dalembert._model.bodies.elements.torque import TORQUE
from dalembert._model.bodies.elements.torsion_damper import TORSION_DAMPER
from dalembert._model.bodies.elements.torsion_spring import TORSION_SPRING

ELEMENTS: dict[str, ElementKind] = {
    "spring": SPRING,
    "damper": DAMPER,
    "torsion_spring": TORSION_SPRING,
    "torsion_damper": TORSION_DAMPER,
    "force": FORCE,
    "torque": TORQUE,
}

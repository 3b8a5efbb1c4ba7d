"""r₁ q₁ = ± r₂ q₂ from the start: a belt over two pulleys, − where it is crossed; λ is its force."""

from dalembert._model.bodies.joints.coupling import Coupling
from dalembert._model.bodies.joints.kind import Key

BELT = Coupling(
    joints=2,
    condition="({radii1})*{a} - {crossed}({radii2})*{b}",
    efforts=("-({radii1})*{lam}", "{crossed}({radii2})*{lam}"),
    units=("rad", "rad"),
    keys={
        "radii": Key('["r1", "r2"]', unit="m", count=2, positive=True),
        "crossed": Key("true", switch=True, needed=False),
    },
)

"""q₁ = n q₂ from the start: a pair of gears of the ratio n, negative where they turn against each other."""

from dalembert._model.bodies.joints.coupling import Coupling
from dalembert._model.bodies.joints.kind import Key

GEAR = Coupling(
    joints=2,
    condition="{a} - ({ratio})*{b}",
    efforts=("-{lam}", "({ratio})*{lam}"),
    alike=True,
    keys={"ratio": Key('"-z2/z1"', nonzero=True)},
)

"""q₂ = f(q₁): a cam that turns by q₁ lifts its follower to q₂, by an expression or a table of q₁."""

from dalembert._model.bodies.joints.coupling import Coupling
from dalembert._model.bodies.joints.kind import Key

CAM = Coupling(
    joints=2,
    condition="({profile}) - {b}",
    efforts=("", "{lam}"),
    keys={"profile": Key('"lift(theta)"')},
    from_start=False,
)

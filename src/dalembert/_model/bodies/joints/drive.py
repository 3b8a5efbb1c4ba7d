"""q = f(t): the value of a joint follows an expression or a table of time; λ is the effort it takes."""

from dalembert._model.bodies.joints.coupling import Coupling
from dalembert._model.bodies.joints.kind import Key

DRIVE = Coupling(
    joints=1,
    condition="({value}) - {a}",
    efforts=("{lam}",),
    keys={"value": Key('"Omega*t"')},
    from_start=False,
)

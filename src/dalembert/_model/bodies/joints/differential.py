"""q₁ − q₃ = n (q₂ − q₃) from the start: two gears on a carrier q₃; n is −1 where none is given.

This is Willis' equation of a planetary gear; with n = −1 the carrier turns by the mean of the two others.
"""

from dalembert._model.bodies.joints.coupling import Coupling
from dalembert._model.bodies.joints.kind import Key

DIFFERENTIAL = Coupling(
    joints=3,
    condition="{a} - {c} - ({ratio})*({b} - {c})",
    efforts=("-{lam}", "({ratio})*{lam}", "(1 - ({ratio}))*{lam}"),
    alike=True,
    keys={"ratio": Key('"-zr/zs"', needed=False)},
)

"""M = k i, v = k ω + R i + L di/dt: a DC motor on a joint that turns."""

from dalembert._model.nets.domains import ELECTRICAL
from dalembert._model.nets.kinds.kind import NetKind, Role
from dalembert._model.nets.kinds.motors import motor_winding

DC_MOTOR = NetKind(
    domain=ELECTRICAL,
    role=Role.RESISTANCE,
    entries=motor_winding,
    numbers={"constant": '"k"', "resistance": '"R"', "inductance": '"L"', "start_current": "0"},
    optional=("inductance", "start_current"),
    positive=("inductance",),
    units={"constant": "N*m/A", "resistance": "Ohm", "inductance": "H", "start_current": "A"},
    drives="rad",
    start_flow="start_current",
    inertia="inductance",
    scene="motors",
)

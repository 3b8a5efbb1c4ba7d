"""F = k i, v = k ẋ + R i + L di/dt: a voice coil on a joint that slides."""

from dalembert._model.nets.domains import ELECTRICAL
from dalembert._model.nets.kinds.kind import NetKind, Role
from dalembert._model.nets.kinds.motors import motor_winding

VOICE_COIL = NetKind(
    domain=ELECTRICAL,
    role=Role.RESISTANCE,
    entries=motor_winding,
    numbers={"constant": '"k"', "resistance": '"R"', "inductance": '"L"', "start_current": "0"},
    optional=("inductance", "start_current"),
    positive=("inductance",),
    units={"constant": "N/A", "resistance": "Ohm", "inductance": "H", "start_current": "A"},
    drives="m",
    start_flow="start_current",
    inertia="inductance",
    scene="coils",
)

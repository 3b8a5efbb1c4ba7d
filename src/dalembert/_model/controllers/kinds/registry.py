"""All kinds of controllers, by name."""

from dalembert._model.controllers.kinds.band_pass import BAND_PASS
from dalembert._model.controllers.kinds.dead_zone import DEAD_ZONE
from dalembert._model.controllers.kinds.gain import GAIN_BLOCK
from dalembert._model.controllers.kinds.high_pass import HIGH_PASS
from dalembert._model.controllers.kinds.integrator import INTEGRATOR
from dalembert._model.controllers.kinds.kind import ControllerKind
from dalembert._model.controllers.kinds.lead_lag import LEAD_LAG
from dalembert._model.controllers.kinds.low_pass import LOW_PASS
from dalembert._model.controllers.kinds.low_pass_2 import LOW_PASS_2
from dalembert._model.controllers.kinds.notch import NOTCH
from dalembert._model.controllers.kinds.pid import PID
from dalembert._model.controllers.kinds.rate_limit import RATE_LIMIT
from dalembert._model.controllers.kinds.saturation import SATURATION
from dalembert._model.controllers.kinds.state_feedback import STATE_FEEDBACK
from dalembert._model.controllers.kinds.table import TABLE
from dalembert._model.controllers.kinds.transfer_function import TRANSFER_FUNCTION

CONTROLLER_KINDS: dict[str, ControllerKind] = {
    "pid": PID,
    "state_feedback": STATE_FEEDBACK,
    "low_pass": LOW_PASS,
    "high_pass": HIGH_PASS,
    "low_pass_2": LOW_PASS_2,
    "band_pass": BAND_PASS,
    "notch": NOTCH,
    "lead_lag": LEAD_LAG,
    "transfer_function": TRANSFER_FUNCTION,
    "integrator": INTEGRATOR,
    "gain": GAIN_BLOCK,
    "saturation": SATURATION,
    "dead_zone": DEAD_ZONE,
    "rate_limit": RATE_LIMIT,
    "table": TABLE,
}

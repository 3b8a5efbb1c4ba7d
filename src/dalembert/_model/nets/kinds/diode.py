"""v = R_off i below the knee, v = v_f + R_on (i − v_f/R_off) above: a diode by two lines that meet there."""

from dalembert._model.bodies.texts import fill
from dalembert._model.nets.domains import ELECTRICAL
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role


def _entries(given: NetElementData) -> Entries:
    law = fill(
        "if(({i}) < ({v})/({off}), ({off})*({i}), ({v}) + ({on})*(({i}) - ({v})/({off})))",
        i=given.flow,
        v=given.values["forward_voltage"],
        on=given.values["on_resistance"],
        off=given.values["off_resistance"],
    )
    return Entries(law=law)


DIODE = NetKind(
    domain=ELECTRICAL,
    role=Role.RESISTANCE,
    entries=_entries,
    numbers={"forward_voltage": "0.6", "on_resistance": "0.1", "off_resistance": "1e6"},
    positive=("on_resistance", "off_resistance"),
    units={"forward_voltage": "V", "on_resistance": "Ohm", "off_resistance": "Ohm"},
    scene="diodes",
)

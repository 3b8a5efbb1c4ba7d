"""v₊ = v₋: an ideal operational amplifier; with a gain A its output is A (v₊ − v₋), at most ± its limit.

It takes no current at its inputs; its output drives whatever current is asked for.
"""

from dalembert._model.bodies.texts import fill
from dalembert._model.nets.domains import ELECTRICAL
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role


def _entries(given: NetElementData) -> Entries:
    difference = fill("{p} - {m}", p=given.inputs[0], m=given.inputs[1])
    if "gain" not in given.values:
        return Entries(balance=difference)
    output = fill("({A})*({d})", A=given.values["gain"], d=difference)
    if "limit" in given.values:
        output = fill("min(max({v}, -({m})), {m})", v=output, m=given.values["limit"])
    return Entries(law=output)


OP_AMP = NetKind(
    domain=ELECTRICAL,
    role=Role.EFFORT_SOURCE,
    entries=_entries,
    numbers={"gain": "1e5", "limit": "15"},
    optional=("gain", "limit"),
    positive=("gain", "limit"),
    needs={"limit": "gain"},
    units={"gain": "1", "limit": "V"},
    inputs=True,
    scene="amplifiers",
)

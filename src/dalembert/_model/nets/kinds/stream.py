"""P = ρ c Q (T_u − T_d): the heat that a liquid carries along, from its first node to its second where Q > 0.

What is downstream feels the temperature upstream, and nothing is felt upstream: the liquid that arrives at
T_u takes the place of liquid at T_d. Between a source of temperature and a tank this is Suk's R = 1/(ρ c Q).
"""

from collections.abc import Iterator

from dalembert._model.bodies.texts import Text, fill, member_name
from dalembert._model.nets.domains import THERMAL
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role
from dalembert._model.nets.records import GROUND, NetElement


def _entries(_: NetElementData) -> Entries:
    return Entries()


def arrivals(stream: NetElement) -> Iterator[NetElement]:
    """The sources of heat that a stream is: at its second node where it flows forward, else at its first."""
    nodes = stream.nodes or (GROUND, GROUND)
    for word, sign, (up, down) in (("forward", "", nodes), ("backward", "-", nodes[::-1])):
        if down != GROUND:
            heat = fill(
                "({rho})*({c})*max(0, {sign}({Q}))*({up} - {down})",
                rho=stream.values["density"],
                c=stream.values["heat_capacity"],
                Q=stream.values["flow"],
                sign=sign,
                up=_temperature(up),
                down=_temperature(down),
            )
            yield NetElement(
                name=member_name(stream.name, word),
                path=stream.path,
                kind="heat_source",
                nodes=(GROUND, down),
                values={"heat_flow": heat},
            )


def _temperature(node: str) -> Text:
    return Text("0") if node == GROUND else Text(member_name(node, THERMAL.effort))


STREAM = NetKind(
    domain=THERMAL,
    role=Role.FLOW_SOURCE,
    entries=_entries,
    numbers={"density": "1000", "heat_capacity": "4186", "flow": '"inlet.flow"'},
    positive=("density", "heat_capacity"),
    units={"density": "kg/m^3", "heat_capacity": "J/(kg*K)", "flow": "m^3/s"},
    medium="surroundings",
    parts=arrivals,
    scene="ducts",
)

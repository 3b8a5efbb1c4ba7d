"""f = c g, G = −c F: flows that are coupled by a ratio c, and the efforts that balance their powers.

The second winding of a transformer has the flow f = −n g of the first; a cylinder takes up f = A ẋ. Where c
is a parameter, displacements are coupled as their flows are. Where it varies, flows are coupled at each
instant: by a flow constraint whose multiplier is the effort e of f, or, where c reads flows or efforts, by an
unknown effort e. In both cases −e acts on f and c e on g.
"""

from __future__ import annotations

from dalembert._model.bodies.readings import MOVED, NOTHING_FELT, Reading, Reads
from dalembert._model.bodies.texts import Text, fill, member_name
from dalembert._model.nets.host import Host
from dalembert._model.nets.kinds.kind import NetKind
from dalembert._model.nets.laws import EffortLaw, Laws
from dalembert._model.nets.records import NetElement

Motion = tuple[Text, Text]  # a displacement and its flow


def couple_flows(
    host: Host,
    laws: Laws,
    element: NetElement,
    kind: NetKind,
    motions: tuple[Motion, Motion],
    reading: Reading,
) -> None:
    """Couple the flow of the first of two motions to that of the second by a ratio that varies."""
    (displacement, flow), (other, drive) = motions
    ratio = fill("-({c})" if kind.secondary else "({c})", c=element.values[kind.coefficient])
    balance = fill("{f} - ({c})*({g})", f=flow, c=ratio, g=drive)
    read = reading.name_of(*MOVED, *Reads)
    if not reading.has(*MOVED):
        host.put(("constraints", "flow", element.name), balance, element.path)
        effort = f"kap_{element.name}"
        what = "a flow constraint couples its flows"
    else:
        word = f"secondary_{kind.domain.effort}" if kind.secondary else kind.domain.effort
        effort = member_name(element.name, word)
        laws.unknown_effort(effort, balance, kind.domain.units[2], element.path)
        driving = fill(f"{{c}}*{effort}", c=ratio)
        if kind.secondary:  # the voltage of the first winding, which n may read
            first = member_name(element.name, kind.domain.effort)
            balance_of_first = fill("-{e}", e=driving)
            laws.laws[first] = EffortLaw(value=balance_of_first, path=element.path, unit=kind.domain.units[2])
            driving = Text(f"-{first}")
        load = {
            "at": fill("[{q}, {x}]", q=displacement, x=other),
            "force": fill(f"[-{effort}, {{F}}]", F=driving),
        }
        host.put(("work", element.name), load, element.path)
        what = f"its {kind.domain.effort} is an unknown effort, which the ratio of its flows determines"
    if element.joint:
        host.drive(element.joint, fill(f"{{c}}*{effort}", c=ratio))
    laws.note(element, f"`{element.name}` reads `{read}`: {what}", NOTHING_FELT)

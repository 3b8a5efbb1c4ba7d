"""M = f(speed, angle), or M = M₀ (1 − ω/ω₀), |M| ≤ limit: a motor on a joint that turns.

It rotates the second body relative to the first. With a lag T it follows its command: M' = (f − M)/T, where
|M'| ≤ rate.
"""

from dalembert._model.bodies.elements.kind import ElementData, ElementKind, Entries, Mistake
from dalembert._model.bodies.elements.laws import limit_effort, torque_entries
from dalembert._model.bodies.texts import fill, member_name, replace_names

STALL, FREE = "stall_torque", "no_load_speed"


def _entries(given: ElementData) -> Entries | Mistake:
    twist, values = member_name(given.name, "twist"), given.values
    if ("torque" in values) == (STALL in values) or (STALL in values) != (FREE in values):
        message = f"`{given.name}` needs a `torque`, or {STALL} and {FREE}"
        return Mistake("", message, f'write torque = "M0 - c*speed", or {STALL} = "M0" and {FREE} = "w0"')
    if "torque" in values:
        asked = replace_names(values["torque"], {"angle": twist, "speed": f"{twist}'"})
    else:
        asked = fill("({M})*(1 - {v}/({w}))", M=values[STALL], v=f"{twist}'", w=values[FREE])
    limited = limit_effort(given, asked, "N m")
    if isinstance(limited, Mistake):
        return limited
    effort, definition, states = limited
    definitions = {"twist": given.twist} | ({"effort": definition} if definition.text else {})
    return torque_entries(given, effort, definitions, states)


MOTOR = ElementKind(
    entries=_entries,
    numbers={
        "torque": '"M"',
        STALL: '"M0"',
        FREE: '"w0"',
        "limit": "10",
        "lag": "0.01",
        "rate": "100",
        "start": "0",
    },
    units={
        "torque": "N m",
        STALL: "N m",
        FREE: "rad/s",
        "limit": "N m",
        "lag": "s",
        "rate": "N m/s",
        "start": "N m",
    },
    optional=("torque", STALL, FREE, "limit", "lag", "rate", "start"),
    names=("angle", "speed"),
    not_negative=(STALL, "limit", "lag", "rate"),
    turns=True,
    scene="turns",
)

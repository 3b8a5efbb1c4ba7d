"""M = f(speed, angle), or M = M₀ (1 − ω/ω₀), |M| ≤ limit: a motor on a joint that turns.

It turns the second body against the first. With a lag T it follows what is asked for: M' = (f − M)/T, where
|M'| ≤ rate.
"""

from dalembert._model.bodies.elements.kind import ElementKind, Entries, Given, Mistake
from dalembert._model.bodies.elements.laws import limited, turning
from dalembert._model.bodies.texts import filled, owned, replaced

STALL, FREE = "stall_torque", "no_load_speed"


def _entries(given: Given) -> Entries | Mistake:
    twist, values = owned(given.name, "twist"), given.values
    if ("torque" in values) == (STALL in values) or (STALL in values) != (FREE in values):
        message = f"`{given.name}` needs a `torque`, or {STALL} and {FREE}"
        return Mistake("", message, f'write torque = "M0 - c*speed", or {STALL} = "M0" and {FREE} = "w0"')
    if "torque" in values:
        asked = replaced(values["torque"], {"angle": twist, "speed": f"{twist}'"})
    else:
        asked = filled("({M})*(1 - {v}/({w}))", M=values[STALL], v=f"{twist}'", w=values[FREE])
    found = limited(given, asked, "N m")
    if isinstance(found, Mistake):
        return found
    effort, definition, states = found
    definitions = {"twist": given.twist} | ({"effort": definition} if definition.text else {})
    return turning(given, effort, definitions, states)


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

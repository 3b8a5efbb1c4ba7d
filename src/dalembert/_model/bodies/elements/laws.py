"""F = f(stretch, rate, distance): the law of an element along the line between its ends, or on their twist.

A positive force of a spring pulls its ends together, with the power F·(−d'); its torque acts against the
twist. Actuators, motors and friction act in the direction of increasing distance or twist. A law does work on
the distance or the twist, so it is a load on it.
"""

from dalembert._model.bodies.elements.kind import ElementData, Entries, Mistake
from dalembert._model.bodies.readings import MOVED, Reads
from dalembert._model.bodies.stored import stored_energy
from dalembert._model.bodies.texts import Text, fill, member_name, replace_names, words_of
from dalembert._model.records import DISSIPATED

BRAKES = "its force is an effort, whose work is dissipated"
PULLS = "its force is an effort, and no energy"
STORES = "its energy is the integral of its law"
LINE = ("stretch", "rate", "distance")
TURN = ("twist", "rate")


def by_force(given: ElementData, definitions: dict[str, Text]) -> Entries:
    """The entries of a force along the line between two points."""
    distance = member_name(given.name, "distance")
    names = {"stretch": member_name(given.name, "stretch"), "rate": f"{distance}'", "distance": distance}
    pull = replace_names(given.values["force"], names)
    if "length" in given.values and keeps_to_itself(given, "force", ("stretch",)):
        energy = own_energy(given, pull, "length")
        if energy is not None:
            return spring_entries(given, fill("-({law})", law=pull), definitions, energy)
    return force_entries(given, fill("-({law})", law=pull), definitions)


def spring_entries(
    given: ElementData, law: Text, definitions: dict[str, Text], potential: Text, became: str = ""
) -> Entries:
    """The entries of an energy, whose law is the force that pushes its ends apart."""
    force, acts_at = along(given, law)
    return Entries(definitions=definitions, potential=potential, force=force, place=acts_at, became=became)


def by_torque(given: ElementData, definitions: dict[str, Text]) -> Entries:
    """The entries of a torque between two bodies, about the axis of their joint."""
    twist = member_name(given.name, "twist")
    pull = replace_names(given.values["torque"], {"twist": twist, "rate": f"{twist}'"})
    law = fill("-({law})", law=pull)
    if keeps_to_itself(given, "torque", ("twist",)):
        energy = own_energy(given, pull, "angle")
        if energy is not None:
            return Entries(definitions=definitions, potential=energy, torque=about(given, law))
    return torque_entries(given, law, definitions)


def line_of(given: ElementData) -> Text:
    """The distance of its ends, or the value of its joint."""
    if given.joint:
        return given.twist
    first, second = given.frames
    return fill("norm({b} - ({a}))", a=first.position, b=second.position)


def brakes(given: ElementData, *keys: str) -> bool:
    """Whether a damper is an effort: a dissipation would act on the flows that its values read."""
    return given.reading(*keys).has(*MOVED)


def pulls(given: ElementData, *keys: str) -> bool:
    """Whether a spring is an effort: an energy would not give the law F = k(…) s that was written."""
    return given.reading(*keys).has(*MOVED, Reads.OWN)


def own_energy(given: ElementData, law: Text, start: str) -> Text | None:
    """V = ∫ F ds of a law that reads its own displacement and no flow or effort; None for any other law.

    `start` is the key of the length or angle without force, where the integral over the distance begins.
    """
    if given.readings is None:
        return None
    stretch, distance, twist = (member_name(given.name, one) for one in ("stretch", "distance", "twist"))
    reading = given.readings.of(law.text, (stretch, distance, twist))
    at_rest = given.reading(start)  # of what the stretch or the twist is counted from
    if reading.has(*MOVED) or not reading.has(Reads.OWN) or at_rest.has(*MOVED, Reads.OWN):
        return None
    own_names = set(reading.every(Reads.OWN))
    if own_names <= {stretch} or own_names <= {twist}:
        variable, lower = own_names.pop(), Text("0")
    elif own_names <= {stretch, distance} and start in given.values:
        variable, lower = distance, given.values[start]
    else:
        return None
    return stored_energy(law, variable, lower, Text(variable), given.readings)


def keeps_to_itself(given: ElementData, key: str, words: tuple[str, ...]) -> bool:
    """Whether a law by a key reads no place besides its own displacement: then it may be an energy."""
    return not given.reading(key).has(Reads.PLACE) and any(
        one in words_of(given.values[key]) for one in words
    )


def _account(became: str) -> dict[str, Text]:
    return {"account": Text(DISSIPATED)} if became == BRAKES else {}


def force_entries(
    given: ElementData,
    law: Text,
    definitions: dict[str, Text],
    states: dict[str, dict[str, Text]] | None = None,
    became: str = "",
) -> Entries:
    """A force; positive values push its ends apart or increase the value of its joint."""
    force, acts_at = along(given, law)
    if given.joint:
        distance = member_name(given.name, "distance")
        load = {"at": Text(f"[{distance}, 0]"), "force": fill("[{law}, 0]", law=law)}
    else:
        first, second = given.frames
        apart = fill("{b} - ({a})", a=first.position, b=second.position)
        load = {"at": apart, "force": force}
    return Entries(
        definitions=definitions,
        loads={"": load | _account(became)},
        force=force,
        place=acts_at,
        states=states or {},
        became=became,
        loss=fill("-({F})*{d}'", F=law, d=member_name(given.name, "distance")),
    )


def along(given: ElementData, law: Text) -> tuple[Text, Text | None]:
    """The force that pushes the last frame away, and its point of action on both; None for their frames."""
    if given.joint:
        return fill("({F})*({u})", F=law, u=given.axis), given.frames[1].position
    first, second = given.frames
    apart = fill("{b} - ({a})", a=first.position, b=second.position)
    return fill("({F})*({r})/{d}", F=law, r=apart, d=member_name(given.name, "distance")), None


def torque_entries(
    given: ElementData,
    law: Text,
    definitions: dict[str, Text],
    states: dict[str, dict[str, Text]] | None = None,
    became: str = "",
) -> Entries:
    """A torque; positive values rotate the second of two bodies forward relative to the first."""
    turned = fill("[[cos({q}), -sin({q})], [sin({q}), cos({q})]]", q=given.twist)
    load = {"on": turned, "torque": law} | _account(became)
    return Entries(
        definitions=definitions,
        loads={"": load},
        torque=about(given, law),
        states=states or {},
        became=became,
        loss=fill("-({M})*{t}'", M=law, t=member_name(given.name, "twist")),
    )


def about(given: ElementData, torque: Text) -> Text:
    """A torque in fixed axes: about the axis in space, the number in the plane."""
    return fill("({M})*({a})", M=torque, a=given.axis) if given.axis.text else torque


def friction_law(given: ElementData, level: Text | None, speed: str) -> Text | Mistake:
    """Friction −F sign(v) − c v with a dry level F; smooth, −F tanh(v/v₀), with a speed v₀."""
    damping, smooth = given.values.get("damping"), given.values.get("speed")
    if smooth is not None and level is None:
        message = "`speed` is where dry friction becomes smooth, but there is none"
        return Mistake("speed", message, "add the friction, or delete speed")
    terms = []
    if level is not None:
        way = "sign({v})" if smooth is None else "tanh({v}/({v0}))"
        terms.append(fill(f"-({{F}})*{way}", F=level, v=speed, v0=smooth or ""))
    if damping is not None:
        terms.append(fill("-({c})*{v}", c=damping, v=speed))
    if not terms:
        return Mistake("", f"`{given.name}` has no friction", "add the dry friction, or damping")
    return terms[0] if len(terms) == 1 else fill("{a} {b}", a=terms[0], b=terms[1])


def limit_effort(
    given: ElementData, command: Text, unit: str
) -> tuple[Text, Text, dict[str, dict[str, Text]]] | Mistake:
    """The limited effort of a motor or an actuator from its command: its name, its definition, or its state.

    It is limited to ± `limit`; with a `lag` T it follows by F' = (F₀ − F)/T, not faster than `rate`.
    """
    values, effort = given.values, member_name(given.name, "effort")
    if "limit" in values:
        command = fill("min(max({F}, -({m})), {m})", F=command, m=values["limit"])
    if "rate" in values and "lag" not in values:
        message = "`rate` is how fast the effort changes at most, which needs a `lag`"
        return Mistake("rate", message, "add lag = 0.01, the time it follows with")
    if "lag" not in values:
        return Text(effort), command, {}
    slope = fill("({F} - {own})/({T})", F=command, own=effort, T=values["lag"])
    if "rate" in values:
        slope = fill("min(max({s}, -({m})), {m})", s=slope, m=values["rate"])
    start = values.get("start", Text("0"))
    return Text(effort), Text(""), {"effort": {"rate": slope, "start": start, "unit": Text(unit)}}

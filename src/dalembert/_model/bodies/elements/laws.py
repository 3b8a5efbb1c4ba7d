"""F = f(stretch, rate, distance): the law of an element along the line between its ends, or on their twist.

A positive force of a spring pulls its ends together, with the power F·(−d'); its torque acts against the
twist. Actuators, motors and friction act in the direction of increasing distance or twist. A law does work on
the distance or the twist, so it is a load on it.
"""

from dalembert._model.bodies.elements.kind import ElementData, Entries, Mistake
from dalembert._model.bodies.readings import MOVED, Reads
from dalembert._model.bodies.texts import Text, fill, member_name, replace_names
from dalembert._model.records import DISSIPATED

BRAKES = "its force is an effort, whose work is dissipated"
PULLS = "its force is an effort, and no energy"
LINE = ("stretch", "rate", "distance")
TURN = ("twist", "rate")


def by_force(given: ElementData, definitions: dict[str, Text]) -> Entries:
    """The entries of a force along the line between two points."""
    distance = member_name(given.name, "distance")
    names = {"stretch": member_name(given.name, "stretch"), "rate": f"{distance}'", "distance": distance}
    law = fill("-({law})", law=replace_names(given.values["force"], names))
    return force_entries(given, law, definitions)


def by_torque(given: ElementData, definitions: dict[str, Text]) -> Entries:
    """The entries of a torque between two bodies, about the axis of their joint."""
    twist = member_name(given.name, "twist")
    law = fill("-({law})", law=replace_names(given.values["torque"], {"twist": twist, "rate": f"{twist}'"}))
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

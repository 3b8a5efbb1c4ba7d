"""v₁ = v₂ where they touch, n·(r₁ − r₂) + r = 0: a wheel rolls without slip.

    in the plane    a wheel of the radius r on a line along a, or a disc on a disc of the radius r₁
    in space        a thin disc about z of the second frame, or a sphere, on a plane with the normal a

The lowest point of a tilted disc is r₂ − r e with e = (n − (n·k) k)/√(1 − (n·k)²), k its axis. That the wheel
touches is a displacement constraint, that it does not slip are flow constraints: one in the plane, two in
space. A wheel that other joints hold at its position only does not slip.
"""

from dalembert._model.bodies.joints.kind import Key
from dalembert._model.bodies.joints.tie import Tie, TieData, TieKind
from dalembert._model.bodies.texts import Text, component, fill, member_name


def _tie(given: TieData) -> Tie:
    if given.space == 3:
        return _on_plane(given)
    return _on_disc(given) if "on" in given.values else _on_line(given)


def _on_line(given: TieData) -> Tie:
    a, n = given.axes["a"], given.axes["b"]
    parts = _parts(given) | {"a": a, "n": n}
    apart = fill("dot({n}, {r1} - ({r2})) + ({r})", **parts)
    slip = fill("dot({a}, {v}) - ({r})*({w2})", **parts)
    contact = fill("{r2} - ({r})*{n}", **parts)
    return _tie_in_plane(given, apart, slip, contact, (n, a))


def _on_disc(given: TieData) -> Tie:
    inside = given.words["inside"] == "true"
    direction_name = member_name(given.name, "direction")
    parts = _parts(given) | {"r0": given.values["on"], "u": direction_name, "s": "-" if inside else "+"}
    direction = fill("({r2} - ({r1}))/norm({r2} - ({r1}))", **parts)
    across = Text(f"[-{component(direction_name, 2)}, {component(direction_name, 1)}]")
    apart = fill("({r0}) {s} ({r}) - norm({r2} - ({r1}))", **parts)
    slip = fill("dot({t}, {v}) + ({r0})*({w1}) {s} ({r})*({w2})", t=across, **parts)
    contact = fill("{r1} + ({r0})*{u}", **parts)
    normal = fill("-{u}", **parts) if inside else fill("{u}", **parts)
    apart = fill("-({d})", d=apart) if inside else apart
    return _tie_in_plane(given, apart, slip, contact, (normal, across), {direction_name: direction})


def _on_plane(given: TieData) -> Tie:
    name, n = given.name, given.axes["a"]
    axle, up, steep, slide, touch = (
        member_name(name, word) for word in ("axle", "up", "steepness", "slide", "contact")
    )
    parts = _parts(given) | {"n": n, "axle": axle, "up": up}
    sphere = given.words["wheel"] == "sphere" or (not given.words["wheel"] and given.shape == "sphere")
    definitions = {}
    if sphere:
        parts["up"] = n
        apart = fill("dot({n}, {r1} - ({r2})) + ({r})", **parts)
    else:
        turned = given.frames[1].rotation
        definitions[axle] = fill("{R}*[0, 0, 1]", R=turned) if turned.text else Text("[0, 0, 1]")
        definitions[steep] = fill("sqrt(1 - dot({n}, {axle})^2)", **parts)
        definitions[up] = fill("({n} - dot({n}, {axle})*{axle})/{s}", s=steep, **parts)
        apart = fill("dot({n}, {r1} - ({r2})) + ({r})*{s}", s=steep, **parts)
    contact = fill("{r2} - ({r})*{up}", **parts)
    speeds = [parts["v"]]
    if given.spins[0].text:
        speeds.append(fill("cross({w}, {c} - ({r1}))", w=given.spins[0], c=touch, r1=parts["r1"]))
    if given.spins[1].text:
        speeds.append(fill("cross({w}, ({r})*{up})", w=given.spins[1], r=parts["r"], up=parts["up"]))
    definitions[touch] = contact
    total = fill(
        " + ".join(f"{{s{i}}}" for i in range(len(speeds))), **{f"s{i}": one for i, one in enumerate(speeds)}
    )
    definitions[slide] = total
    normal_name = member_name(name, "normal")
    conditions = {} if given.words["held"] == "true" else {normal_name: ("displacement", apart)}
    terms = [] if given.words["held"] == "true" else [fill("lam_{name}*{n}", name=normal_name, n=n)]
    for i, axis in enumerate("bc", 1):
        along = given.axes[axis]
        slip_name = component(member_name(name, "slip"), i)
        conditions[slip_name] = ("flow", fill("dot({t}, {s})", t=along, s=slide))
        terms.append(fill("kap_{name}*{t}", name=slip_name, t=along))
    named = {f"t{i}": one for i, one in enumerate(terms)}
    force = fill(" + ".join(f"{{{key}}}" for key in named), **named)
    return Tie(conditions=conditions, force=force, definitions=definitions, place=Text(touch))


def _parts(given: TieData) -> dict[str, Text | str]:
    """The positions, the relative velocity v₁ − v₂, the angular velocities and the radius."""
    zero = "[0, 0]" if given.space == 2 else "[0, 0, 0]"
    first, second = (one if one.text else Text(zero) for one in given.velocities)
    return {
        "r1": given.frames[0].position,
        "r2": given.frames[1].position,
        "v": fill("({a} - {b})", a=first, b=second),
        "w1": given.spins[0] if given.spins[0].text else "0",
        "w2": given.spins[1] if given.spins[1].text else "0",
        "r": given.values["radius"],
    }


def _tie_in_plane(
    given: TieData,
    apart: Text,
    slip: Text,
    contact: Text,
    axes: tuple[Text, Text],
    definitions: dict[str, Text] | None = None,
) -> Tie:
    """A tie in the plane; axes are the normal, on which the wheel is pressed, and the tangent."""
    is_held = given.words["held"] == "true"
    normal_name, slip_name, touch = (member_name(given.name, word) for word in ("normal", "slip", "contact"))
    conditions = {} if is_held else {normal_name: ("displacement", apart)}
    conditions[slip_name] = ("flow", slip)
    force = fill("kap_{name}*{t}", name=slip_name, t=axes[1])
    if not is_held:
        force = fill("lam_{name}*{n} + {f}", name=normal_name, n=axes[0], f=force)
    made = (definitions or {}) | {touch: contact}
    return Tie(conditions=conditions, force=force, definitions=made, place=Text(touch))


ROLLING = TieKind(
    tie=_tie,
    keys={
        "radius": Key('"r"', unit="m"),
        "on": Key('"R"', unit="m", needed=False),
        "inside": Key("true", switch=True, needed=False),
        "wheel": Key('"disc"', words=("", "disc", "sphere"), needed=False),
        "held": Key("true", switch=True, needed=False),
    },
)

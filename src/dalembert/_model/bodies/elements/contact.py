"""g = n·(r₂ − r₁) − r ≥ 0, f ≥ 0: a point, a wheel, a sphere or the corners of a box on a plane; a contact.

    on a plane        g = n·(r₂ − r₁) − r,  where r is 0 of a point or a corner
    a wheel in space  g = n·(r₂ − r₁) − r √(1 − (n·k)²),  k the axis of the thin disc, z of its frame
    on a sphere       g = |r₂ − r₁| − R − r,  in the plane discs

The normal force f acts along n at the point of contact; friction acts there against the slip, the relative
velocity of the two bodies along the plane.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any

from dalembert._model.bodies.elements.kind import Effect, ElementData, ElementKind, Entries, Mistake
from dalembert._model.bodies.texts import Text, fill, member_name, with_suffix
from dalembert._model.bodies.tree_kinematics import apply_rotation, vector_text
from dalembert._model.records import COMPLIANT, STIFF

SHAPES = ("", "point", "sphere", "wheel", "corners")
PARTS = ("restitution", "stiffness", "damping", "exponent", "friction", "sticking")
BOXES = ("box", "plate")


def _entries(given: ElementData) -> Entries | Mistake:
    shape = _shape(given)
    if isinstance(shape, Mistake):
        return shape
    if shape == "corners":
        return _corners(given)
    if "on" in given.values:
        return _on_sphere(given)
    definitions: dict[str, Text] = {}
    n, position, radius = given.ways[0], given.frames[1].position, given.values.get("radius", Text("0"))
    if shape == "wheel" and given.space == 3:
        axle, steep = f"{given.name}.axle", member_name(given.name, "steepness")
        turned = given.frames[1].rotation
        definitions["axle"] = fill("{R}*[0, 0, 1]", R=turned) if turned.text else Text("[0, 0, 1]")
        definitions["steepness"] = fill("sqrt(1 - dot({n}, {k})^2)", n=n, k=axle)
        arm = fill("({r})*({n} - dot({n}, {k})*{k})/{s}", r=radius, n=n, k=axle, s=steep)
        touch = fill("{c} - {a}", c=position, a=arm)
        gap = fill(
            "dot({n}, {c} - ({o})) - ({r})*{s}",
            n=n,
            c=position,
            o=given.frames[0].position,
            r=radius,
            s=steep,
        )
    else:
        touch = position if radius.is_zero else fill("{c} - ({r})*{n}", c=position, r=radius, n=n)
        gap = fill("dot({n}, {c} - ({o}))", n=n, c=position, o=given.frames[0].position)
        gap = gap if radius.is_zero else fill("{g} - ({r})", g=gap, r=radius)
    return _contact_entries(given, definitions, {"": (gap, touch)})


def _shape(given: ElementData) -> str | Mistake:
    """The contact geometry, as given, or from the shape of the body."""
    asked_shape, shape = given.words["shape"], given.bodies[1].shape
    kind = shape[0] if shape is not None else ""
    if asked_shape == "corners":
        if kind not in BOXES:
            message = f"`{given.bodies[1].name}` has no corners: it is no box and no plate"
            return Mistake("shape", message, "give the body shape = { box = [a, b, c] }")
        for key in ("radius", "on"):
            if key in given.values:
                return Mistake(key, f"corners have no `{key}`", f"delete {key}")
        return asked_shape
    if "radius" not in given.values:
        if asked_shape in ("sphere", "wheel"):
            return Mistake(
                "", f"`radius` is missing: `{given.name}` is of a {asked_shape}", 'add radius = "r"'
            )
        return "point"
    if asked_shape == "point":
        return Mistake("radius", "a point has no radius", 'delete radius, or write shape = "sphere"')
    if given.space == 2 or "on" in given.values or asked_shape:
        return asked_shape or "sphere"
    if kind in ("sphere", "disc", "cylinder"):
        return "sphere" if kind == "sphere" else "wheel"
    message = f"`{given.name}` may be of a sphere or of a wheel"
    return Mistake("radius", message, 'add shape = "sphere", or shape = "wheel"')


def _on_sphere(given: ElementData) -> Entries | Mistake:
    """Two spheres, in the plane two discs: the normal points from the first to the second."""
    if given.space == 3 and "friction" in given.values:
        message = "friction between two spheres in space is not known to elements"
        return Mistake("friction", message, "delete friction, or write [contacts] of your own with two slips")
    if given.words["shape"] == "wheel" and given.space == 3:
        return Mistake("shape", "in space only spheres touch spheres", 'write shape = "sphere"')
    first, second = given.frames
    parts = {
        "R": given.values["on"],
        "r": given.values.get("radius", Text("0")),
        "a": first.position,
        "b": second.position,
    }
    normal = f"{given.name}.normal"
    distance = member_name(given.name, "distance")
    definitions = {
        "distance": fill("norm({b} - ({a}))", **parts),
        "normal": fill("({b} - ({a}))/{d}", d=distance, **parts),
    }
    across = Text(f"[{normal}[2], -{normal}[1]]")
    gap = fill("{d} - ({R}) - ({r})", d=distance, **parts)
    touch = fill("{b} - ({r})*{n}", n=normal, **parts)
    arms = (fill("({R})*{n}", n=normal, **parts), fill("-({r})*{n}", n=normal, **parts))
    return _contact_entries(given, definitions, {"": (gap, touch)}, (Text(normal), across), arms)


def _corners(given: ElementData) -> Entries:
    """A contact for each corner of a box or a plate, numbered."""
    body, frame = given.bodies[1], given.frames[1]
    sizes = body.shape[1][: given.space] if body.shape is not None else ()
    corners = {}
    for number, signs in enumerate(product("-+", repeat=len(sizes)), 1):
        corner = [fill(f"{sign}({{a}})/2", a=a) for sign, a in zip(signs, sizes, strict=True)]
        at = vector_text((*corner, *(Text("0"),) * (given.space - len(corner))))
        turned = (
            fill("{R}*{v}", R=frame.body_rotation, v=at)
            if given.space == 2
            else apply_rotation(frame.body_rotation, at)
        )
        position = fill("{c} + {v}", c=given.centres[1], v=turned)
        gap = fill("dot({n}, {c} - ({o}))", n=given.ways[0], c=position, o=given.frames[0].position)
        corners[str(number)] = (gap, position)
    return _contact_entries(given, {}, corners)


def _contact_entries(
    given: ElementData,
    definitions: dict[str, Text],
    touching: dict[str, tuple[Text, Text]],
    ways: tuple[Text, ...] = (),
    arms: tuple[Text, Text] | None = None,
) -> Entries:
    """The contacts of gaps and their points of contact; `ways` are the normal and the tangents."""
    if not ways:
        # in the plane the tangent is on the right of the normal
        ways = given.ways if given.space == 3 else (given.ways[0], fill("-({b})", b=given.ways[1]))
    contacts: dict[str, dict[str, Text | tuple[Text, ...]]] = {}
    effects: list[Effect] = []
    for part, (gap, touch) in touching.items():
        name = with_suffix(given.name, part) if part else given.name
        contact: dict[str, Text | tuple[Text, ...]] = {"gap": gap, "law": Text(given.words["law"])}
        contact |= {key: given.values[key] for key in PARTS if key in given.values}
        terms = [fill("contact_{name}*{n}", name=name, n=ways[0])]
        arms_found = arms or tuple(fill("{c} - ({o})", c=touch, o=frame.position) for frame in given.frames)
        if "friction" in given.values:
            contact["slip"] = tuple(_slip(given, ways[0], way, arms_found) for way in ways[1:])
            names = [name] if given.space == 2 else [with_suffix(name, str(i)) for i in (1, 2)]
            pairs = zip(names, ways[1:], strict=True)
            terms += [fill("friction_{name}*{t}", name=one, t=way) for one, way in pairs]
        contacts[part] = contact
        named = {f"t{i}": one for i, one in enumerate(terms)}
        force = fill(" + ".join(f"{{{key}}}" for key in named), **named)
        for i, sign in ((1, ""), (0, "-")):
            position = touch if arms is None else fill("{r} + {a}", r=given.frames[i].position, a=arms[i])
            effects.append(Effect(frame=i, place=position, force=fill(f"{sign}({{F}})", F=force), part=part))
    return Entries(definitions=definitions, contacts=contacts, effects=tuple(effects))


def _slip(given: ElementData, normal: Text, way: Text, arms: tuple[Text, ...]) -> Text:
    """The velocity of the second body relative to the first at the point of contact, along a tangent."""
    parts = {"t": way, "n": normal, "v1": given.velocities[0], "v2": given.velocities[1]}
    parts |= {"a1": arms[0], "a2": arms[1], "w1": given.spins[0], "w2": given.spins[1]}
    turning = [given.spins[i].text for i in (0, 1)]
    if given.space == 2:  # t·(ω × a) = −ω n·a
        pattern = "dot({t}, {v2} - {v1})" + (" - {w2}*dot({n}, {a2})" if turning[1] else "")
        return fill(pattern + (" + {w1}*dot({n}, {a1})" if turning[0] else ""), **parts)
    pattern = "{v2} - {v1}" + (" + cross({w2}, {a2})" if turning[1] else "")
    return fill("dot({t}, " + pattern + (" - cross({w1}, {a1}))" if turning[0] else ")"), **parts)


def _units(entry: Mapping[str, Any]) -> dict[str, str]:
    """The units of stiffness and damping of a compliant contact with the default exponent."""
    if "exponent" in entry or entry.get("law") not in COMPLIANT:
        return {}
    if entry["law"] == "spring":
        return {"stiffness": "N/m", "damping": "N s/m"}
    return {"stiffness": "N/m^(3/2)", "damping": "s/m"}


CONTACT = ElementKind(
    entries=_entries,
    numbers={
        "radius": '"r"',
        "on": '"R"',
        "restitution": "0.5",
        "friction": "0.3",
        "sticking": "0.35",
        "stiffness": "1e6",
        "damping": "100",
        "exponent": "1.5",
    },
    optional=("radius", "on", *PARTS),
    units={"radius": "m", "on": "m", "restitution": "1", "friction": "1", "sticking": "1", "exponent": "1"},
    units_of=_units,
    names=("speed",),
    not_negative=("radius", "on", *PARTS),
    words={"shape": SHAPES, "law": (*STIFF, *COMPLIANT)},
    direction="normal",
    moves=True,
    scene="roads",
)

"""V = ½ Σ kᵢ dᵢ² + ½ Σ κᵢ θᵢ², D = ½ Σ cᵢ dᵢ'² + ½ Σ γᵢ θᵢ'²: a bushing, in axes of its first frame.

    d = R₁ᵀ (r₂ − r₁)                     the displacement of the second frame
    θ = φ₂ − φ₁                           its turn, in the plane
    θ = ½ vee(C − Cᵀ),  C = R₁ᵀ R₂        its turn in space, of length sin φ: its angles where they are small

It acts at the second frame. As vee([a]C + Cᵀ[a]) = (tr C − C) a, the torque in space is
−½ (tr C − C)ᵀ (κ θ + γ θ').
"""

from dalembert._model.bodies.elements.kind import ElementData, ElementKind, Entries, Mistake
from dalembert._model.bodies.elements.laws import BRAKES, PULLS, brakes, pulls
from dalembert._model.bodies.texts import Text, canonical, component, fill, member_name
from dalembert._model.bodies.tree_kinematics import plane_rotation
from dalembert._model.records import DISSIPATED

KEYS = ("stiffness", "damping", "torsional_stiffness", "torsional_damping")
NO_ROTATION = Text("[[1, 0, 0], [0, 1, 0], [0, 0, 1]]")


def _entries(given: ElementData) -> Entries | Mistake:
    if not any(key in given.components for key in KEYS):
        message = f"`{given.name}` has neither stiffness nor damping"
        return Mistake("", message, 'add stiffness = ["kx", "ky"]')
    first, second = given.frames
    base = plane_rotation(first.angle) if given.space == 2 else first.rotation
    straight = not base.text or (given.space == 2 and first.angle.is_zero)
    apart = fill("{b} - ({a})", a=first.position, b=second.position)
    shift = apart if straight else fill("transpose({R})*({d})", R=base, d=apart)
    definitions = {"shift": shift}
    offset, twist = member_name(given.name, "shift"), member_name(given.name, "twist")
    names = [component(offset, i + 1) for i in range(given.space)]
    turns = [twist] if given.space == 2 else [component(twist, i + 1) for i in range(3)]
    force = _vector(names, given, *KEYS[:2])
    torque = _vector(turns, given, *KEYS[2:])
    if torque is not None:
        definitions |= _turn(given)
    each = zip(KEYS, (names, names, turns, turns), ("", "'", "", "'"), strict=True)
    energies: dict[str, list[Text]] = {"": [], "'": []}
    loads: dict[str, dict[str, Text]] = {}
    became = ""
    for key, components, rate in each:
        if brakes(given, key) if rate else pulls(given, key):
            became = BRAKES if rate else PULLS
            loads |= _load(given, key, components, rate)
        else:
            energies[rate] += _energy(given, key, components, rate)
    return Entries(
        definitions=definitions,
        potential=_sum(energies[""]),
        dissipation=_sum(energies["'"]),
        loads=loads,
        became=became,
        force=None if force is None else _outward(force, base, straight),
        torque=None if torque is None else _torque(given, torque, base, straight),
        place=second.position,
    )


def _turn(given: ElementData) -> dict[str, Text]:
    """The definitions of the rotation of the second frame relative to the first."""
    first, second = given.frames
    if given.space == 2:
        return {"twist": fill("({b}) - ({a})", a=first.angle, b=second.angle)}
    second_rotation = second.rotation if second.rotation.text else NO_ROTATION
    pairs = ((3, 2), (1, 3), (2, 1))
    parts = ", ".join(f"1/2*({_entry(given, i, j)} - {_entry(given, j, i)})" for i, j in pairs)
    rotation = (
        second_rotation
        if not first.rotation.text
        else fill("transpose({R})*{S}", R=first.rotation, S=second_rotation)
    )
    return {"rotation": rotation, "twist": Text(f"[{parts}]")}


def _entry(given: ElementData, i: int, j: int) -> str:
    return canonical(f"{member_name(given.name, 'rotation')}[{i},{j}]")


def _energy(given: ElementData, key: str, names: list[str], rate: str) -> list[Text]:
    stiffnesses = given.components.get(key, ())
    return [
        fill(f"1/2*({{k}})*{name}{rate}^2", k=k)
        for k, name in zip(stiffnesses, names, strict=False)
        if not k.is_zero
    ]


def _load(given: ElementData, key: str, names: list[str], rate: str) -> dict[str, dict[str, Text]]:
    """The load of a stiffness or a damping on the displacements or the turns of the bushing."""
    values = given.components.get(key, ())
    if not values:
        return {}
    forces = {
        f"f{i}": fill(f"-({{k}})*{name}{rate}", k=k)
        for i, (k, name) in enumerate(zip(values, names, strict=True))
    }
    if len(names) == 1:
        load = {"at": Text(names[0]), "force": forces["f0"]}
    else:
        force = fill("[" + ", ".join(f"{{{one}}}" for one in forces) + "]", **forces)
        load = {"at": Text("[" + ", ".join(names) + "]"), "force": force}
    return {key: load | ({"account": Text(DISSIPATED)} if rate else {})}


def _sum(terms: list[Text]) -> Text | None:
    named = {f"t{i}": one for i, one in enumerate(terms)}
    return fill(" + ".join(f"{{{key}}}" for key in named), **named) if terms else None


def _vector(names: list[str], given: ElementData, elastic: str, viscous: str) -> list[Text] | None:
    """The sums k d + c d' by component; None where neither stiffness nor damping is given."""
    if elastic not in given.components and viscous not in given.components:
        return None
    components = []
    for i, name in enumerate(names):
        terms = [
            fill(f"({{k}})*{name}{rate}", k=given.components[key][i])
            for key, rate in ((elastic, ""), (viscous, "'"))
            if key in given.components and not given.components[key][i].is_zero
        ]
        components.append(_sum(terms) or Text("0"))
    return components


def _outward(force: list[Text], base: Text, straight: bool) -> Text:
    """The force on the second frame in fixed axes."""
    named = {f"c{i}": one for i, one in enumerate(force)}
    vector = fill("[" + ", ".join(f"{{{key}}}" for key in named) + "]", **named)
    return fill("-{v}", v=vector) if straight else fill("-({R}*{v})", R=base, v=vector)


def _torque(given: ElementData, torque: list[Text], base: Text, straight: bool) -> Text:
    """The torque on the second frame in fixed axes."""
    if given.space == 2:
        return fill("-({M})", M=torque[0])
    trace = " + ".join(_entry(given, i, i) for i in (1, 2, 3))
    named = {f"c{i}": one for i, one in enumerate(torque)}
    vector = fill("[" + ", ".join(f"{{{key}}}" for key in named) + "]", **named)
    turn = fill("1/2*(({tr})*{w} - transpose({C})*{w})", tr=trace, w=vector, C=f"{given.name}.rotation")
    return fill("-({M})", M=turn) if straight else fill("-({R}*({M}))", R=base, M=turn)


BUSHING = ElementKind(
    entries=_entries,
    vectors={
        "stiffness": '["kx", "ky"]',
        "damping": '["cx", "cy"]',
        "torsional_stiffness": '"kt"',
        "torsional_damping": '"ct"',
    },
    units={
        "stiffness": "N/m",
        "damping": "N s/m",
        "torsional_stiffness": "N m/rad",
        "torsional_damping": "N m s/rad",
    },
    turning=("torsional_stiffness", "torsional_damping"),
    optional=KEYS,
    not_negative=KEYS,
    scene="bushings",
)

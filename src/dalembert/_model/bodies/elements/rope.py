"""f ≥ 0, l − |r₂ − r₁| ≥ 0: a rope without mass of length l, which pulls and never pushes; a contact.

Without a stiffness its length is limited, and an impact when it becomes taut multiplies the rate of its
length by −`restitution`. With a stiffness k the tension is max(0, k stretch + c stretch'). It may pass `over`
further points, small pulleys without friction; its length is that of all pieces.
"""

from itertools import pairwise

from dalembert._model.bodies.elements.kind import Effect, ElementData, ElementKind, Entries, Mistake
from dalembert._model.bodies.texts import Text, fill, member_name


def _entries(given: ElementData) -> Entries | Mistake:
    name, values = given.name, given.values
    soft = "stiffness" in values
    if soft == ("restitution" in values):
        message = f"`{name}` needs a stiffness, or a restitution where its length is fixed"
        return Mistake(
            "", message, "write restitution = 0, or stiffness = 1e5" if not soft else "delete one of them"
        )
    if "damping" in values and not soft:
        return Mistake(
            "damping", "a rope of fixed length has no damping", "add stiffness = 1e5, or delete damping"
        )
    distance = member_name(name, "distance")
    contact: dict[str, Text | tuple[Text, ...]] = {"gap": fill("({l}) - {d}", l=values["length"], d=distance)}
    contact |= {"law": Text("spring")} if soft else {}
    contact |= {key: values[key] for key in ("restitution", "stiffness", "damping") if key in values}
    return Entries(
        definitions={"distance": length_of(given)}, contacts={"": contact}, effects=tuple(_effects(given))
    )


def length_of(given: ElementData) -> Text:
    """The length of all pieces from end to end."""
    places = [frame.position for frame in given.frames]
    lengths = [fill("norm({b} - ({a}))", a=a, b=b) for a, b in pairwise(places)]
    return fill(
        " + ".join(f"{{d{i}}}" for i in range(len(lengths))),
        **{f"d{i}": one for i, one in enumerate(lengths)},
    )


def _effects(given: ElementData) -> list[Effect]:
    """The loads of the tension: at each end along its piece, at a pulley along both."""
    places = [frame.position for frame in given.frames]
    effects = []
    for i, position in reversed(list(enumerate(places))):
        beside = [places[k] for k in (i - 1, i + 1) if 0 <= k < len(places)]
        ways = [fill("({b} - ({a}))/norm({b} - ({a}))", a=position, b=other) for other in beside]
        total = fill(
            " + ".join(f"{{w{k}}}" for k in range(len(ways))), **{f"w{k}": one for k, one in enumerate(ways)}
        )
        force = fill("contact_{name}*({w})", name=given.name, w=total)
        effects.append(Effect(frame=i, place=position, force=force))
    return effects


ROPE = ElementKind(
    entries=_entries,
    over=True,
    numbers={"length": '"l"', "stiffness": '"k"', "damping": '"c"', "restitution": "0"},
    units={"length": "m", "stiffness": "N/m", "damping": "N s/m", "restitution": "1"},
    optional=("stiffness", "damping", "restitution"),
    not_negative=("length", "stiffness", "damping", "restitution"),
    scene="wires",
)

"""M = −M₀ sign(ω) − c ω: friction in a joint that turns, or between two bodies in the plane.

Dry friction sticks where less than M₀ suffices. In a pin of radius r, loaded by the force F of the joint, it
is M₀ = µ r |F|. With a `speed` ω₀ it is smooth, −M₀ tanh(ω/ω₀), and creeps.
"""

from dalembert._model.bodies.elements.kind import ElementData, ElementKind, Entries, Mistake
from dalembert._model.bodies.elements.laws import friction_law, torque_entries
from dalembert._model.bodies.texts import Text, fill, member_name


def _entries(given: ElementData) -> Entries | Mistake:
    level = _level(given)
    law = (
        level
        if isinstance(level, Mistake)
        else friction_law(given, level, f"{member_name(given.name, 'twist')}'")
    )
    return law if isinstance(law, Mistake) else torque_entries(given, law, {"twist": given.twist})


def _level(given: ElementData) -> Text | Mistake | None:
    """The torque of dry friction; None where there is only damping."""
    values = given.values
    if "coefficient" not in values and "radius" not in values:
        return values.get("torque")
    if "torque" in values:
        return Mistake("torque", f"`{given.name}` has a torque and a coefficient", "delete one of them")
    if "coefficient" not in values or "radius" not in values:
        message = "the friction of a pin needs its `coefficient` and its `radius`"
        return Mistake("", message, "write coefficient = 0.1 and radius = 0.01")
    if not given.joint:
        message = "a coefficient of friction needs a joint, whose force presses"
        return Mistake("between", message, 'name a pin: between = "joints.A"')
    return fill(
        "({mu})*({r})*norm(joints.{joint}.force)",
        mu=values["coefficient"],
        r=values["radius"],
        joint=given.joint,
    )


TORSION_FRICTION = ElementKind(
    entries=_entries,
    numbers={"torque": '"M0"', "coefficient": "0.1", "radius": "0.01", "damping": '"c"', "speed": "0.01"},
    units={"torque": "N m", "coefficient": "1", "radius": "m", "damping": "N m s/rad", "speed": "rad/s"},
    optional=("torque", "coefficient", "radius", "damping", "speed"),
    not_negative=("torque", "coefficient", "radius", "damping", "speed"),
    turns=True,
    scene="turns",
)

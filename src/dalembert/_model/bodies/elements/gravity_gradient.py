"""V = −µ m/r − µ (tr J − 3 u·J u)/(2 r³): the attraction of a body by a centre at the distance r along u.

µ is the mass of the centre times the gravitational constant. The torque on the body is 3 µ u × J u/r³, and
the force due to its extent, with µ/r⁴, is included: energy and angular momentum are conserved. In the plane
the moments of inertia about x and y of the body must be given; a point mass has none.
"""

from dalembert._model.bodies.elements.kind import Effect, ElementData, ElementKind, Entries, Mistake
from dalembert._model.bodies.readings import MOVED
from dalembert._model.bodies.texts import Text, fill
from dalembert._model.bodies.tree_kinematics import vector_text


def _entries(given: ElementData) -> Entries | Mistake:
    body = given.bodies[1]
    if body.mass.is_zero:
        return Mistake(
            "between", f"`{body.name}` has no mass to be attracted", "write the centre first, then the body"
        )
    moving = given.reading("mu").name_of(*MOVED)
    if moving:
        return Mistake(
            "mu", f"`mu` reads `{moving}`: the attraction is no energy then", "write it under [work]"
        )
    of_body = _tensor(given)
    if isinstance(of_body, Mistake):
        return of_body
    r, inertia = f"{given.name}.radius", f"{given.name}.inertia"
    apart = fill("{c} - ({o})", c=given.centres[1], o=given.frames[0].position)
    parts: dict[str, Text | str] = {
        "mu": given.values["mu"],
        "m": body.mass,
        "r": r,
        "d": f"norm({r})",
        "J": inertia,
    }
    definitions = {"radius": apart}
    potential = fill("-({mu})*({m})/{d}", **parts)
    force = fill("-({mu})*({m})*{r}/{d}^3", **parts)
    effects = [Effect(frame=1, place=given.centres[1], force=force)]
    if of_body is not None:
        tensor, trace = of_body
        definitions["inertia"] = tensor
        pattern = "{V} - ({mu})*(({tr})/{d}^3 - 3*dot({r}, {J}*{r})/{d}^5)/2"
        potential = fill(pattern, V=potential, tr=trace, **parts)
        pattern = "{F} - 3/2*({mu})*({tr})*{r}/{d}^5 - 3*({mu})*({J}*{r})/{d}^5"
        pattern += " + 15/2*({mu})*dot({r}, {J}*{r})*{r}/{d}^7"
        force = fill(pattern, F=force, tr=trace, **parts)
        if given.space == 2:
            turn = fill("3*({mu})*({r}[1]*({J}*{r})[2] - {r}[2]*({J}*{r})[1])/{d}^5", **parts)
        else:
            turn = fill("3*({mu})*cross({r}, {J}*{r})/{d}^5", **parts)
        effects = [Effect(frame=1, place=given.centres[1], force=force, torque=turn)]
    back = Effect(frame=0, place=given.frames[0].position, force=fill("-({F})", F=force))
    return Entries(definitions=definitions, potential=potential, effects=(*effects, back))


def _tensor(given: ElementData) -> tuple[Text, Text] | Mistake | None:
    """The inertia in fixed axes, and its trace; None for a point mass."""
    body, frame = given.bodies[1], given.frames[1]
    if given.space == 3:
        if "moments" in given.vectors:
            message = f"in space the inertia of `{body.name}` stands with the body"
            return Mistake("moments", message, "delete moments")
        if not body.inertia:
            return None
        tensor = vector_text(tuple(map(vector_text, body.inertia)))
        trace = fill(
            "({a}) + ({b}) + ({c})", a=body.inertia[0][0], b=body.inertia[1][1], c=body.inertia[2][2]
        )
        if not frame.body_rotation.text:
            return tensor, trace
        return fill("{R}*{J}*transpose({R})", R=frame.body_rotation, J=tensor), trace
    if not body.inertia:
        return None
    if "moments" not in given.vectors:
        message = f"`{given.name}` needs the moments of inertia of `{body.name}` about its x and y"
        return Mistake("", message, 'add moments = ["Jx", "Jy"]')
    moments, rotation = given.vectors["moments"], frame.body_rotation
    tensor = fill("{R}*[[({v})[1], 0], [0, ({v})[2]]]*transpose({R})", R=rotation, v=moments)
    return tensor, fill("({v})[1] + ({v})[2] + ({J})", v=moments, J=body.inertia[0][0])


GRAVITY_GRADIENT = ElementKind(
    entries=_entries,
    numbers={"mu": "3.986004e14"},
    units={"mu": "m^3/s^2", "moments": "kg m^2"},
    vectors={"moments": '["Jx", "Jy"]'},
    optional=("moments",),
    not_negative=("mu",),
    scene="wires",
)

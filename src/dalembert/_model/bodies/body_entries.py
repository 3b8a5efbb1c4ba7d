"""The entries of [bodies]: mass, inertia, mass centre, points, and positions by coordinates of the user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dalembert._expression.source import flaw_at
from dalembert._expression.suggest import nearest
from dalembert._model.bodies import records as b
from dalembert._model.bodies.amounts import AmountReader, parameter_name, plain_number
from dalembert._model.bodies.beam_entries import BEAM, beam_of
from dalembert._model.bodies.mesh_entries import EXAMPLE, MeshReader
from dalembert._model.bodies.shapes import EXAMPLES, SHAPES, mass_of, moments_of
from dalembert._model.bodies.texts import Text
from dalembert._model.entry_reader import EntryReader
from dalembert._model.given_numbers import number_of
from dalembert._text.positions import Path
from dalembert._text.rigid_frames import is_semidefinite

INERTIA = "kg m^2"
DENSITY = {"rod": "kg/m", "beam": "kg/m", "plate": "kg/m^2", "disc": "kg/m^2"}  # all others kg/m^3
BELOW = ((1, 0), (2, 0), (2, 1))  # the diagonal of a tensor
BODY = ("mass", "density", "shape", "inertia", "centre", "points", "place", *BEAM)
POINT = ("at", "turn")
PLACE = ("at", "angle", "rotation", "quaternion")
# quantities of a body, no names of points
RESERVED = ("x", "y", "z", "R", "omega", "quaternion", "angle", "origin", "centre", "mass")


class BodyReader:
    """Reads bodies."""

    def __init__(self, read: EntryReader, amounts: AmountReader, meshes: MeshReader) -> None:
        self.read = read
        self.amounts = amounts
        self.meshes = meshes

    def ground(self, value: Any) -> b.Body:
        path: Path = ("bodies", b.GROUND)
        entry = self.read.entry(path, value, ("points",))
        zero = (Text("0"),) * self.amounts.space
        return b.Body(
            name=b.GROUND,
            path=path,
            mass=Text("0"),
            inertia=(),
            centre=zero,
            points=self._points(path, entry),
        )

    def body(self, path: Path, name: str, entry: Mapping[str, Any]) -> b.Body:
        self.read.keys(path, entry, BODY, {"center": "centre", "m": "mass", "J": "inertia"})
        zero = (Text("0"),) * self.amounts.space
        given = entry.get("mass")
        if isinstance(given, Mapping) and "mesh" in given:
            return self._with_mesh(path, name, entry)
        centre = self.amounts.vector((*path, "centre"), entry["centre"], "m") if "centre" in entry else ()
        shape = self._shape(path, entry)
        mass = self._mass(path, name, entry, shape)
        beam = beam_of(self.amounts, path, entry, shape)
        tip = b.Point(name="tip", at=(beam.length, *zero[1:])) if beam is not None else None
        return b.Body(
            name=name,
            path=path,
            mass=mass,
            inertia=self._inertia(path, entry, shape, mass) if beam is None else (),
            centre=centre or zero,
            points=self._points(path, entry) if tip is None else {tip.name: tip},
            shape=shape,
            placement=self._place(path, entry["place"]) if "place" in entry else None,
            beam=beam,
        )

    def _with_mesh(self, path: Path, name: str, entry: Mapping[str, Any]) -> b.Body:
        """A body whose mass, centre and inertia follow from a mesh; a point mass of 0 where it has a flaw."""
        made = self.meshes.mass(self.amounts, path, entry)
        for key in BEAM:
            if key in entry:
                self.read.flaw((*path, key), "value", f"`{key}` belongs to a beam", f"delete {key}")
        return b.Body(
            name=name,
            path=path,
            mass=made.mass if made is not None else Text("0"),
            inertia=made.inertia if made is not None else (),
            centre=made.centre if made is not None else (Text("0"),) * self.amounts.space,
            points=self._points(path, entry),
            placement=self._place(path, entry["place"]) if "place" in entry else None,
            mesh=made.mesh if made is not None else None,
        )

    def _shape(self, path: Path, entry: Mapping[str, Any]) -> tuple[str, b.Vector] | None:
        if "shape" not in entry:
            return None
        here = (*path, "shape")
        value = entry["shape"]
        if not isinstance(value, Mapping) or len(value) != 1:
            message = f"`shape` names one of {', '.join(SHAPES)}, with its size"
            self.read.flaw(here, "value", message, 'write shape = { rod = "L" }')
            return None
        kind, sizes = next(iter(value.items()))
        if kind == "mesh":
            message = "a mesh gives the mass, the centre and the inertia of a body: it is no shape"
            self.read.flaw((*here, kind), "unknown-key", message, f"write {EXAMPLE}")
            return None
        if kind not in SHAPES:
            near = nearest(str(kind), tuple(SHAPES))
            hint = f"did you mean `{near}`?" if near else f"known are {', '.join(SHAPES)}"
            self.read.flaw((*here, kind), "unknown-key", f"there is no shape `{kind}`", hint)
            return None
        count = len(SHAPES[kind].sizes)
        listed = sizes if isinstance(sizes, list | tuple) else [sizes]
        if len(listed) != count:
            message = (
                f"the shape `{kind}` has {count} size{'s' * (count > 1)}, but here it is given {len(listed)}"
            )
            self.read.flaw((*here, kind), "value", message, f"write shape = {EXAMPLES[kind]}")
            return None
        self._sizes((*here, kind), kind, [plain_number(one) for one in listed])
        inner = isinstance(sizes, list | tuple)
        return kind, tuple(
            self.amounts.amount((*here, kind, i) if inner else (*here, kind), one, "m")
            for i, one in enumerate(listed)
        )

    def _sizes(self, path: Path, kind: str, sizes: list[float | None]) -> None:
        """Refuse negative sizes, and tubes whose outer radius is below the inner one."""
        for size in sizes:
            if size is not None and size < 0:
                message = f"a size of the shape `{kind}` is negative: {size:g}"
                self.read.flaw(path, "value", message, f"write shape = {EXAMPLES[kind]}")
                return
        if kind == "tube" and sizes[0] is not None and sizes[1] is not None and sizes[0] < sizes[1]:
            message = f"the outer radius {sizes[0]:g} of a tube is below the inner one {sizes[1]:g}"
            self.read.flaw(path, "value", message, f"write shape = {EXAMPLES[kind]}, R the outer radius")

    def _mass(
        self, path: Path, name: str, entry: Mapping[str, Any], shape: tuple[str, b.Vector] | None
    ) -> Text:
        if "mass" in entry:
            if "density" in entry:
                message = f"the body `{name}` has a mass and a density"
                self.read.flaw((*path, "density"), "value", message, "delete one of them")
            mass = self.amounts.amount((*path, "mass"), entry["mass"], "kg")
            if (plain_number(entry["mass"]) or 0) < 0:
                message = f"the mass of `{name}` is negative"
                self.read.flaw((*path, "mass"), "value", message, "give a mass of 0 or more")
            return mass
        if "density" in entry:
            unit = DENSITY.get(shape[0], "kg/m^3") if shape is not None else "kg/m^3"
            density = self.amounts.amount((*path, "density"), entry["density"], unit)
            if shape is not None:
                return mass_of(*shape, density)
            if "shape" not in entry:
                message = f"the body `{name}` has a density, but no shape"
                self.read.flaw((*path, "density"), "missing-key", message, 'add shape = { rod = "L" }')
            return Text("0")
        message = f"the body `{name}` has no mass"
        self.read.flaw(path, "missing-key", message, 'add mass = "m", or mass = 0 for one without mass')
        return Text("0")

    def _inertia(
        self, path: Path, entry: Mapping[str, Any], shape: tuple[str, b.Vector] | None, mass: Text
    ) -> tuple[b.Vector, ...]:
        if "inertia" not in entry:
            if shape is None or mass.is_zero:
                return ()
            moments = moments_of(*shape, mass)
            return ((moments[2],),) if self.amounts.space == 2 else _diagonal(moments)
        here = (*path, "inertia")
        value = entry["inertia"]
        if (plain_number(value) or 0) < 0:
            message = f"the moment of inertia of `{path[-1]}` is negative"
            self.read.flaw(here, "value", message, "give a moment of 0 or more")
        if self.amounts.space == 2:
            return ((self.amounts.amount(here, value, INERTIA),),)
        if not isinstance(value, list | tuple):
            return _diagonal((self.amounts.amount(here, value, INERTIA),) * 3)
        if len(value) == 3 and all(isinstance(row, list | tuple) for row in value):
            rows = tuple(self.amounts.vector((*here, i), row, INERTIA, 3) for i, row in enumerate(value))
            self._symmetric(here, value)
            for i, j in BELOW:  # one parameter for both of them
                self.amounts.parameters.pop(parameter_name((*here, i, j)), None)
            return tuple(tuple(rows[min(i, j)][max(i, j)] for j in range(3)) for i in range(3))
        moments = self.amounts.vector(here, value, INERTIA, 3)
        if len(value) == 3 and all(number_of(one) is not None for one in value):
            self._physical(here, [[float(value[i]) * (i == j) for j in range(3)] for i in range(3)])
        return _diagonal(moments)

    def _symmetric(self, path: Path, rows: Sequence[Sequence[Any]]) -> None:
        texts = [[str(one).replace(" ", "") for one in row] for row in rows]
        if any(len(row) != 3 for row in texts):
            return
        for i, j in BELOW:
            if texts[i][j] != texts[j][i]:
                message = f"the tensor of inertia is not symmetric: {texts[i][j]} and {texts[j][i]}"
                self.read.flaw(path, "value", message, "write the same on both sides of its diagonal")
                return
        numbers = [[number_of(one) for one in row] for row in rows]
        if all(one is not None for row in numbers for one in row):
            self._physical(path, [[float(one) for one in row] for row in rows])

    def _physical(self, path: Path, rows: list[list[float]]) -> None:
        """Check that J has no negative principal moment, and none above the sum of the others.

        The latter means that the second moments of mass ∫ r rᵀ dm = ½ tr(J) 1 − J have no negative
        principal value. Motions can be computed without it, so it is a warning only.
        """
        if not is_semidefinite(rows):
            message = "the tensor of inertia has a negative principal moment"
            self.read.flaw(path, "value", message, "check its entries and the signs beside its diagonal")
            return
        half = (rows[0][0] + rows[1][1] + rows[2][2]) / 2
        second = [[half * (i == j) - rows[i][j] for j in range(3)] for i in range(3)]
        if not is_semidefinite(second):
            message = "no body has this inertia: a principal moment is above the sum of the others"
            hint = "check the moments and their order"
            location = self.read.location(path)
            flaw = flaw_at(location, rule="inertia", message=message, hint=hint, severity="warning")
            self.read.flaws.append(flaw)

    def _points(self, path: Path, entry: Mapping[str, Any]) -> dict[str, b.Point]:
        table = self.read.table((*path, "points"), entry.get("points", {}))
        points: dict[str, b.Point] = {}
        for name, value in table.items():
            here = (*path, "points", name)
            if not self.read.is_name(here, name):
                continue
            if name in RESERVED:
                message = f"`{name}` has a meaning of its own: {path[-1]}.{name}"
                self.read.flaw(here, "name", message, f"name the point otherwise, for example {name}1")
                continue
            if not isinstance(value, Mapping):
                points[name] = b.Point(name=name, at=self.amounts.vector(here, value, "m"))
                continue
            self.read.keys(here, value, POINT)
            at = (
                self.amounts.vector((*here, "at"), value["at"], "m")
                if "at" in value
                else (Text("0"),) * self.amounts.space
            )
            points[name] = b.Point(
                name=name, at=at, turns=self._turns((*here, "turn"), value.get("turn", ()))
            )
        return points

    def _turns(self, path: Path, value: Any) -> tuple[tuple[str, Text], ...]:
        if not isinstance(value, list | tuple):
            if self.amounts.space == 2:
                return (("z", self.amounts.amount(path, value, "rad")),)
            self.read.flaw(path, "value", "`turn` is a list of turns", 'write turn = [["z", "pi/2"]]')
            return ()
        turns = []
        for i, one in enumerate(value):
            here = (*path, i)
            if not isinstance(one, list | tuple) or len(one) != 2 or one[0] not in ("x", "y", "z"):
                message = "a turn is an axis x, y or z and an angle"
                self.read.flaw(here, "value", message, 'write turn = [["z", "pi/2"]]')
            elif self.amounts.space == 2 and one[0] != "z":
                self.read.flaw(here, "value", "in the plane turns are about z", 'write turn = "a"')
            else:
                turns.append((str(one[0]), self.amounts.amount((*here, 1), one[1], "rad")))
        return tuple(turns)

    def _place(self, path: Path, value: Any) -> b.Placement | None:
        here = (*path, "place")
        entry = self.read.entry(here, value, PLACE)
        if not entry:
            return None
        zero = (Text("0"),) * self.amounts.space
        at = self.amounts.vector((*here, "at"), entry["at"], "m") if "at" in entry else zero
        turned = [key for key in PLACE[1:] if key in entry]
        if len(turned) > 1:
            message = (
                f"a body is turned by one of angle, rotation and quaternion, not by {' and '.join(turned)}"
            )
            self.read.flaw((*here, turned[1]), "value", message, "delete one of them")
        wrong = [key for key in turned if (key == "angle") != (self.amounts.space == 2)]
        if wrong:
            cure = 'angle = "phi"' if self.amounts.space == 2 else 'rotation = "rot_z(psi)"'
            message = (
                f"`{wrong[0]}` does not belong {'in the plane' if self.amounts.space == 2 else 'in space'}"
            )
            self.read.flaw((*here, wrong[0]), "value", message, f"write {cure}")
            return b.Placement(at=at)
        angle = self.amounts.amount((*here, "angle"), entry["angle"], "rad") if "angle" in entry else None
        rotation = (
            self.amounts.amount((*here, "rotation"), entry["rotation"]) if "rotation" in entry else None
        )
        quaternion = (
            self.amounts.vector((*here, "quaternion"), entry["quaternion"], "", 4)
            if "quaternion" in entry
            else ()
        )
        return b.Placement(at=at, angle=angle, rotation=rotation, quaternion=quaternion)


def _diagonal(moments: b.Vector) -> tuple[b.Vector, ...]:
    return tuple(tuple(moments[i] if i == j else Text("0") for j in range(3)) for i in range(3))

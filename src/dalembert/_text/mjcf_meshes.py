"""Meshes of MJCF files: mass, centre and inertia of the shapes that they are.

A mesh is a file under the folder of the model (`meshdir` of the compiler below it), stretched by `scale`. Its
inertia is that of the homogeneous body inside it; MuJoCo's older rule, which adds up tetrahedra without their
signs, agrees for convex meshes.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from dalembert._text.files import FileFault
from dalembert._text.mjcf_defaults import Attributes, Defaults
from dalembert._text.rigid_frames import Matrix, Vector
from dalembert._text.xml_reader import Element, XmlReader

SCALE = (1.0, 1.0, 1.0)
CURE = 'give the body an <inertial>, or the shape mass="0"'
REFUSED = ("vertex", "builtin", "refpos", "refquat")  # attributes of a mesh that change it, or are it
RULES = ("exact", "legacy")  # of inertia that are that of the body inside


class Meshes:
    """The meshes of a file by their names."""

    def __init__(self, xml: XmlReader, folder: Path | None) -> None:
        self.xml = xml
        self.folder = folder
        self.known: dict[str, Attributes] = {}
        self.used: set[str] = set()  # names of those that give mass
        self.below = PurePosixPath()

    def read(self, root: Element, defaults: Defaults, settings: Attributes) -> None:
        """All meshes among the assets."""
        self.below = PurePosixPath(settings.get("meshdir", settings.get("assetdir", "")))
        for asset in root.all("asset"):
            for mesh in asset.all("mesh"):
                given = defaults.of(mesh, "", self.xml)
                self.known[_name(given)] = given

    def solid(
        self, name: str, mass: float | None, density: float, line: int
    ) -> tuple[float, Vector, Matrix] | None:
        """Mass, centre, and the inertia about it in the axes of the mesh; None, and a flaw, if not known."""
        given = self.known.get(name)
        if given is None:
            self.xml.refuse(f"there is no mesh `{name[:40]}` among the assets", line, "add <mesh file=…/>")
            return None
        unread = [key for key in REFUSED if key in given]
        if given.get("inertia", "exact") not in RULES:
            unread.append(f"inertia={given['inertia'][:20]}")
        if unread or "file" not in given:
            why = f"has `{unread[0]}`" if unread else "has no file"
            self.xml.refuse(f"the mass of the mesh `{name[:40]}` is not known here: it {why}", line, CURE)
            return None
        scale = self.xml.numbers(given["scale"], "scale", line, (3,), "1 1 1") if "scale" in given else SCALE
        file = str(self.below / given["file"])
        from dalembert._text.meshes.mesh_file import mesh_properties  # which needs numpy

        try:
            properties = mesh_properties(file, self.folder, scale or SCALE)
        except FileFault as fault:
            self.xml.refuse(f"the mesh {file[:100]}: {fault.message}", line, f"{fault.hint}; or {CURE}")
            return None
        self.used.add(name)
        if given.get("inertia", "legacy") != "exact":
            message = f"the inertia of the mesh `{name[:40]}` is exact; MuJoCo's is not unless convex"
            self.xml.say(message, 'write inertia="exact" in <mesh>, and MuJoCo computes the same')
        total = density * properties.volume if mass is None else mass
        rows = tuple(tuple(total * one for one in row) for row in properties.gyration)
        return total, properties.centre, rows

    def gives_mass(self, mesh: Element) -> bool:
        """Whether a mesh among the assets is the mass of a body."""
        return _name(mesh.attributes) in self.used


def _name(given: Attributes) -> str:
    return given.get("name", PurePosixPath(given.get("file", "")).stem)

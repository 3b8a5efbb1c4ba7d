"""What is known of the body inside a mesh."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._text.rigid_frames import Matrix, Vector

STEP = (".step", ".stp")  # endings of files that have a unit


def unit_in(file: str) -> str:
    """The unit in which a file with a unit of its own is read; empty for files without."""
    return "mm" if file.lower().endswith(STEP) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeshBody:
    """The mesh of a body: its file and unit as typed, what is in it in SI units, and the text of the mass.

    There is no file where its properties stand in the model itself.
    """

    file: str
    unit: str
    properties: MassProperties
    mass: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MassProperties:
    """A homogeneous body: volume, centre, and inertia about the centre divided by the mass.

    `triangles` and `spans` describe its mesh, where it is known. All is in powers of one unit of length.
    """

    volume: float
    centre: Vector
    gyration: Matrix
    triangles: int = 0
    spans: Vector = ()

    def scaled_by(self, factor: float) -> MassProperties:
        """The same body in another unit of length."""
        return MassProperties(
            volume=self.volume * factor**3,
            centre=tuple(one * factor for one in self.centre),
            gyration=tuple(tuple(one * factor**2 for one in row) for row in self.gyration),
            triangles=self.triangles,
            spans=tuple(one * factor for one in self.spans),
        )

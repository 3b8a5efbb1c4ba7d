"""Notes about bodies from meshes: their volume, mass, centre and inertia as they are computed with."""

from __future__ import annotations

from collections.abc import Iterator

from dalembert._expression.evaluate import evaluate
from dalembert._expression.functions import CONSTANTS
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.walk import names
from dalembert._model.records import Model
from dalembert._model.values import parameter_values
from dalembert._text.meshes.records import MeshBody
from dalembert._words.message import Message, Name, Quantity, equal, say


def mesh_notes(model: Model) -> Iterator[Flaw]:
    """Notes with the mass, the centre and the inertia of bodies from meshes."""
    values = {(name, 0): value for name, value in parameter_values(model).items()}
    for body in model.meshes:
        used = names(body.mass.root)
        if any(name not in values and name[0] not in CONSTANTS for name in used):
            continue  # a parameter without a value
        mesh, mass = body.mesh.properties, evaluate(body.mass.root, values)
        message = say(
            "note_mesh",
            name=Name(body.name),
            source=_source(body.mesh),
            volume=Quantity(mesh.volume),
            mass=Quantity(mass),
            centre=tuple(Quantity(one) for one in mesh.centre),
            inertia=tuple(
                equal(f"J{'xyz'[i]}{'xyz'[j]}", mass * mesh.gyration[i][j])
                for i in range(3)
                for j in range(i, 3)
                if i == j or mesh.gyration[i][j]
            ),
        )
        hint = "compare them with what the program shows that made the mesh"
        yield flaw_at(body.location, rule="mesh", message=message, hint=hint, severity="note")


def _source(mesh: MeshBody) -> Message:
    """The file of a mesh with its number of triangles and its size, where there is one."""
    if not mesh.file:
        return say("note_mesh_typed")
    x, y, z = (Quantity(one, 4) for one in mesh.properties.spans)
    return say("note_mesh_file", file=mesh.file, count=mesh.properties.triangles, x=x, y=y, z=z)

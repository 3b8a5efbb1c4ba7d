"""Rules about the scene. A mistake there is a warning: equations and runs do not need a drawing.

For a drawing `scene_of` raises the same flaws as errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from dalembert._expression.expression import Expression
from dalembert._expression.source import Flaw, ModelError, flaw_at
from dalembert._model import rules_names as n
from dalembert._model import rules_physics as p
from dalembert._model.records import Model
from dalembert._model.scene import Scene, expressions_of
from dalembert._model.scene_reader import RULE
from dalembert._model.scene_sections import read_scene
from dalembert._model.survey import Survey, survey, use_of
from dalembert._text.budget import SCENE_POINTS
from dalembert._text.files import FileFault
from dalembert._words.message import say

Flaws = Iterator[Flaw]


def drawable_scene(model: Model, known: Survey) -> Flaws:
    """A scene is made of known keys, known points and expressions of the model."""
    if model.scene:
        scene, form = _known_scene(model, known)
        yield from form
        for flaw in flaws_in(expressions_of(scene), model, known):
            yield replace(flaw, rule=RULE, severity="warning")
        yield from _unreadable_meshes(scene, model)
    elif model.undrawn:
        message = say("flaw_bodies_not_drawn", count=model.undrawn, most=SCENE_POINTS - 2)
        hint = "write a [scene] with the bodies that are to be seen"
        source = model.written.key_source(("bodies",)) if model.written is not None else None
        yield flaw_at(source, rule=RULE, message=message, hint=hint, severity="note")


def _unreadable_meshes(scene: Scene, model: Model) -> Flaws:
    """The files of meshes in a scene that cannot be drawn."""
    files = {dict(part.words)["file"] for part in scene.parts if part.words}
    source = model.written.key_source(("scene", "meshes")) if model.written is not None else None
    for file in sorted(files):
        from dalembert._text.meshes.mesh_file import surface_in  # which needs numpy

        try:
            surface_in(file, model.folder)
        except FileFault as fault:
            message = f"the mesh {file[:100]}: {fault.message}"
            yield flaw_at(source, rule=RULE, message=message, hint=fault.hint, severity="warning")


def scene_of(model: Model) -> Scene | None:
    """The scene of a model, None where it has none; ModelError with all its flaws."""
    if not model.scene:
        return None
    known = survey(model)
    scene, form = _known_scene(model, known)
    named = flaws_in(expressions_of(scene), model, known)
    flaws = tuple(replace(flaw, rule=RULE, severity="error") for flaw in (*form, *named))
    if flaws:
        raise ModelError(flaws)
    return scene


def _known_scene(model: Model, known: Survey) -> tuple[Scene, tuple[Flaw, ...]]:
    """The scene of a model, and its flaws.

    One that is made from bodies and elements has no arrows or arcs of efforts that accelerations determine,
    such as the friction of a pin by the force in it: a position and a speed do not tell them.
    """
    scene, form = read_scene(model)
    if model.written is None or "scene" in model.written.values:
        return scene, form

    def is_drawn(expressions: Iterable[Expression]) -> bool:
        return not any(True for _ in flaws_in(expressions, model, known))

    arrows = tuple(arrow for arrow in scene.arrows if is_drawn(arrow.vector))
    parts = tuple(
        part for part in scene.parts if part.kind != "turn" or is_drawn(value for _, value in part.numbers)
    )
    return replace(scene, arrows=arrows, parts=parts), form


def flaws_in(expressions: Iterable[Expression], model: Model, known: Survey) -> Flaws:
    """The flaws in names, rates and size of further expressions in the names of a model."""
    uses = replace(known, uses=tuple(use_of("asked", "", expression) for expression in expressions))
    rules = (n.unknown_names, n.misplaced_names, n.accelerations, n.input_rates, p.budgets)
    yield from chain.from_iterable(rule(model, uses) for rule in rules)

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
from dalembert._words.message import say

Flaws = Iterator[Flaw]


def drawable_scene(model: Model, known: Survey) -> Flaws:
    """A scene is made of known keys, known points and expressions of the model."""
    if model.scene:
        scene, form = read_scene(model)
        yield from form
        for flaw in flaws_in(expressions_of(scene), model, known):
            yield replace(flaw, rule=RULE, severity="warning")
    elif model.undrawn:
        message = say("flaw_bodies_not_drawn", count=model.undrawn, most=SCENE_POINTS - 2)
        hint = "write a [scene] with the bodies that are to be seen"
        source = model.written.key_source(("bodies",)) if model.written is not None else None
        yield flaw_at(source, rule=RULE, message=message, hint=hint, severity="note")


def scene_of(model: Model) -> Scene | None:
    """The scene of a model, None where it has none; ModelError with all its flaws."""
    if not model.scene:
        return None
    scene, form = read_scene(model)
    named = flaws_in(expressions_of(scene), model, survey(model))
    flaws = tuple(replace(flaw, rule=RULE, severity="error") for flaw in (*form, *named))
    if flaws:
        raise ModelError(flaws)
    return scene


def flaws_in(expressions: Iterable[Expression], model: Model, known: Survey) -> Flaws:
    """The flaws in names, rates and size of further expressions in the names of a model."""
    uses = replace(known, uses=tuple(use_of("asked", "", expression) for expression in expressions))
    rules = (n.unknown_names, n.misplaced_names, n.accelerations, n.input_rates, p.budgets)
    yield from chain.from_iterable(rule(model, uses) for rule in rules)

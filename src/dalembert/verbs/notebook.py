"""Models, equations and motions as HTML for notebooks. Slow rooms are imported when one is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dalembert._expression.notebook import PRESENTERS

if TYPE_CHECKING:
    from dalembert._derive.equations import Equations
    from dalembert._model.records import Model
    from dalembert._simulate.motion import Motion


def _model(model: Model) -> str:
    from dalembert._present.notebook import model_html
    from dalembert.verbs.models import write

    return model_html(model, write(model))


def _equations(equations: Equations) -> str:
    from dalembert._present.notebook import equations_html

    return equations_html(equations)


def _motion(motion: Motion) -> str:
    from dalembert._present.notebook import motion_html

    return motion_html(motion)


PRESENTERS.update({"Model": _model, "Equations": _equations, "Motion": _motion})

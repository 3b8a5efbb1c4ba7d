"""Computes the content of a report by the other verbs; what cannot be computed is listed with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from dalembert._derive.forms.form import NotAvailable
from dalembert._expression.source import ModelError, reason_of
from dalembert._model.records import RunSettings
from dalembert._words.message import say
from dalembert.verbs.derive import conserved, eliminate, form_of
from dalembert.verbs.show import SHOWN_ELIMINATION
from dalembert.verbs.sources import runnable
from dalembert.verbs.steps import kinematics_of, small_motion_of, solved_form_of

if TYPE_CHECKING:
    from dalembert._analyse.body_loads import BodyLoads
    from dalembert._analyse.context import AnalysisContext
    from dalembert._analyse.records import Equilibria, Modes
    from dalembert._derive.equations import Equations
    from dalembert._model.check import Verdict
    from dalembert._model.records import Model
    from dalembert._present.animation.live_page import LiveModel
    from dalembert._present.animation.picture import Picture
    from dalembert._present.animation.primitives import Drawing
    from dalembert._present.figures.records import Figure
    from dalembert._present.report.data import Omission, ReportData, ReportFigure
    from dalembert._simulate.motion import Motion
    from dalembert._words.languages import Words
    from dalembert._words.message import Message

Answer = TypeVar("Answer")
COMPARED = "compare_"  # prefix of the names of figures of compared motions


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSources:
    """The data of a report, and its animation."""

    data: ReportData
    picture: Picture | None
    live: LiveModel | Message | None = None  # the model of a live page, or why there is none


def report_data(
    equations: Equations,
    verdict: Verdict,
    motion: Motion | None,
    *,
    source: str = "",
    case: str = "",
    gravity: str = "g",
    deep: bool = False,
) -> ReportData:
    """The data of a report about a model and a motion of it.

    With `deep` the equations are derived in all other ways too.
    """
    from dalembert import __version__
    from dalembert._derive.by_force import by_force
    from dalembert._model.put_numbers import symbolic_model
    from dalembert._present.report.data import Omission, ReportData
    from dalembert._verify.derivations import derivations

    model, tried = symbolic_model(equations.model), _Attempts([])
    form = tried("forms", lambda: form_of(by_force(equations), "mcg", gravity=gravity))
    count = len(model.coordinates)
    if count > SHOWN_ELIMINATION and model.constraints:
        too_large = say("elimination_too_large", count=count)
        tried.missing.append(Omission(what="elimination", why=too_large))
    elimination = eliminate(equations) if count <= SHOWN_ELIMINATION else None
    context = cache(lambda: _analysis_context(model))
    equilibria = tried("equilibria", lambda: _rest(context()))
    modes = tried("modes", lambda: _modes(context(), equilibria))
    loads = tried("free_bodies", lambda: _loads(motion)) if motion is not None else None
    return ReportData(
        model=model,
        equations=equations,
        verdict=verdict,
        forms=(form,) if form is not None else (),
        kinematics=kinematics_of(equations, elimination),
        elimination=elimination,
        solved=solved_form_of(equations, elimination),
        small_motion=small_motion_of(equations, elimination, modes),
        conserved=conserved(equations),
        derivations=derivations(equations, elimination) if deep else (),
        equilibria=equilibria,
        modes=modes,
        motion=motion,
        loads=loads,
        missing=tuple(tried.missing),
        case=case,
        source=source,
        made_by=f"dalembert {__version__}",
    )


def figures_for(
    data: ReportData, motion: Motion, words: Words, *, beside: bool = False
) -> tuple[tuple[Figure, ...], ReportData]:
    """The figures of a report, not drawn yet, and the data with a note of what cannot be drawn.

    With `beside` also those that only lie in the folder.
    """
    from dalembert._present.figures.compared_motions import figures_of_comparison
    from dalembert._present.figures.registry import figures_beside, figures_of, figures_of_model
    from dalembert._present.figures.scene_points import points_of

    tried = _Attempts(list(data.missing))
    vibration = data.modes
    frequencies = (
        [mode.hz for mode in vibration if mode.kind == "oscillation"] if vibration is not None else []
    )
    points = tried("figures", lambda: points_of(motion))
    figures = figures_of(motion, words, points=points, frequencies=frequencies)
    analysed = tried("figures", lambda: figures_of_model(data.model, words, data.modes))
    compared = figures_of_comparison(data.compared, words) if data.compared is not None else ()
    others = figures_beside(motion, words) if beside else ()
    figures = (*figures, *(analysed or ()), *compared, *_figures_of_sweep(data, words), *others)
    return figures, replace(data, missing=tuple(tried.missing))


def _figures_of_sweep(data: ReportData, words: Words) -> Iterator[Figure]:
    """The figures of many runs: the default one, and for samples the distributions of the results."""
    if data.many_runs is None:
        return
    from dalembert._present.figures.records import NothingToDraw
    from dalembert._present.figures.registry import figure_of_sweep, usual_kind
    from dalembert._present.report.drawn_figures import MANY_RUNS

    rows, _ = data.many_runs
    kinds = dict.fromkeys((usual_kind(rows), *(("distribution",) if rows.plan.sample is not None else ())))
    for kind in kinds:
        try:
            made = figure_of_sweep(kind, rows, (), words)
        except NothingToDraw:  # no row has numbers: the text says so
            continue
        yield replace(made, name=f"{MANY_RUNS}{made.name}")


def with_pictures(
    data: ReportData, motion: Motion, figures: tuple[ReportFigure, ...], words: Words
) -> ReportSources:
    """The data with its figures, and with a drawing and an animation of the motion."""
    tried = _Attempts(list(data.missing))
    picture = tried("animation", lambda: _picture(motion, words, data.loads))
    live = _live(motion, picture) if picture is not None else None
    shown = replace(
        data,
        figures=tuple(one for one in figures if not one.name.startswith(COMPARED)),
        compared_figures=tuple(one for one in figures if one.name.startswith(COMPARED)),
        drawing=_drawing(picture, words) if picture is not None else None,
        animation=_fragment(picture, words, live) if picture is not None else None,
        diagrams=_diagrams(data.loads, data.model, words) if data.loads is not None else None,
        blocks=_blocks(data.model, words),
        missing=tuple(tried.missing),
    )
    return ReportSources(data=shown, picture=picture, live=live)


def drawing_of(motion: Motion, words: Words) -> ReportFigure | None:
    """The drawing of the start of a motion; None where its model cannot be drawn."""
    picture = _Attempts([])("animation", lambda: _picture(motion, words, None))
    return _drawing(picture, words) if picture is not None else None


@dataclass(frozen=True, slots=True)
class _Attempts:
    """Computes results, and notes those that raise."""

    missing: list[Omission]

    def __call__(self, what: str, ask: Callable[[], Answer]) -> Answer | None:
        """The result; None where computing it raises."""
        from dalembert._present.report.data import Omission

        try:
            return ask()
        except NotAvailable as error:
            self.missing.append(Omission(what=what, why=error.reason))
        except ModelError as error:
            self.missing.append(Omission(what=what, why=reason_of(error)))
        return None


def _analysis_context(model: Model) -> AnalysisContext:
    from dalembert._analyse.context import analysis_context

    return analysis_context(runnable(model, RunSettings()))


def _rest(context: AnalysisContext) -> Equilibria:
    from dalembert._analyse.equilibrium import equilibria

    return equilibria(context)


def _modes(context: AnalysisContext, equilibria: Equilibria | None) -> Modes:
    """The modes about one of the known equilibria."""
    from dalembert._analyse.normal_modes import modes_of

    return modes_of(context, None, equilibria=equilibria)


def _loads(motion: Motion) -> BodyLoads | None:
    from dalembert._analyse.body_loads import body_loads

    return body_loads(motion, dense=True)


def _diagrams(loads: BodyLoads, model: Model, words: Words) -> ReportFigure:
    """The free-body diagrams, with the axes of the scene."""
    from dalembert._model.scene_sections import read_scene
    from dalembert._present.free_body_diagrams import diagrams

    return _figure_for_report("free_bodies", diagrams(loads, read_scene(model)[0].view), words)


def _blocks(model: Model, words: Words) -> ReportFigure | None:
    """The controllers of a model as a block diagram; None where it has none, or too many."""
    from dalembert._model.controllers.diagram import blocks_of
    from dalembert._present.block_diagram import block_diagram

    drawn = block_diagram(blocks_of(model), words("report_system"))
    return _figure_for_report("controllers", drawn, words) if drawn is not None else None


def _figure_for_report(name: str, drawn: Drawing, words: Words) -> ReportFigure:
    """A drawing for a report, with the title and the caption of its name."""
    from dalembert._present.animation.still import svg
    from dalembert._present.matplotlib_figures import still_pdf
    from dalembert._present.report.data import ReportFigure

    caption = words(f"report_{name}_caption")
    return ReportFigure(
        name=name,
        title=words(f"report_{name}"),
        caption=caption,
        svg=svg(drawn, caption),
        pdf=still_pdf(drawn),
    )


def _picture(motion: Motion, words: Words, loads: BodyLoads | None) -> Picture:
    from dalembert._present.animation.making import picture_of

    return picture_of(motion, words.decimal_mark, loads)


def _live(motion: Motion, picture: Picture) -> LiveModel | Message:
    from dalembert._live.model import live_model

    return live_model(motion, picture)


def _fragment(picture: Picture, words: Words, live: LiveModel | Message | None) -> str:
    from dalembert._present.animation.player import fragment

    return fragment(picture, words, live)


def _drawing(picture: Picture, words: Words) -> ReportFigure:
    from dalembert._present.animation.still import still, still_shapes
    from dalembert._present.matplotlib_figures import still_pdf
    from dalembert._present.report.data import ReportFigure

    title = picture.title or words("animation_untitled")
    caption = words("animation_still", title=title)
    shapes = still_shapes(picture)
    return ReportFigure(
        name="drawing", title=title, caption=caption, svg=still(picture, caption), pdf=still_pdf(shapes)
    )

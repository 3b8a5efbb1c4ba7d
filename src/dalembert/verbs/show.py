"""Listings, figures and animations of equations and motions. Slow rooms are imported only when needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from dalembert._expression.computing import one_at_a_time
from dalembert._model.records import Model, RunSettings
from dalembert._model.translation import in_language
from dalembert._present.figure_suffixes import ANIMATIONS, FIGURES
from dalembert._present.figures.figure_options import FigureOptions
from dalembert._simulate.motion import Motion
from dalembert._text.files import write_files
from dalembert.verbs.derive import conserved, eliminate, form_of
from dalembert.verbs.sources import runnable
from dalembert.verbs.steps import kinematics_of, solved_form_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas
    from xarray import Dataset

    from dalembert._compare.motions.records import MotionComparison
    from dalembert._derive.equations import Equations
    from dalembert._derive.forms.form import Form
    from dalembert._present.animation.animation import Animation
    from dalembert._sweep.rows import SweepRows

USUAL = "histories"  # the default kind of figure
SHOWN_ELIMINATION = 12  # coordinates up to which a listing shows the elimination


@one_at_a_time
def show(
    record: Equations | Motion | MotionComparison,
    form: str | Form = "lagrange",
    style: str = "unicode",
    width: int = 100,
    *,
    gravity: str = "g",
    language: str = "en",
) -> str:
    """Equations as text: Lagrange's with the steps before and after them, or another form by its name.

    `choices()` has the forms and the styles: text is the model language, pretty is SymPy's, on several lines.
    For a motion: its status, proof, start, end and events, in a few lines. For compared motions: the verdict
    and a table, in a `language`.
    """
    from dalembert._simulate.motion import Motion

    if isinstance(record, Motion):
        from dalembert._present.summary import summary

        return summary(record)
    from dalembert._compare.motions.records import MotionComparison

    if isinstance(record, MotionComparison):
        from dalembert._present.motion_comparison import comparison_text
        from dalembert._words.languages import words_of

        return comparison_text(record, words_of(language))
    from dalembert._derive.equations import Equations

    equations: object = record  # whatever was given
    if not isinstance(equations, Equations):
        message = f"show takes equations, a motion or compared motions; print shows a {type(record).__name__}"
        raise TypeError(message)
    from dalembert._present.listing import Extras
    from dalembert._present.listing import show as shown

    if form == "lagrange":
        elimination = eliminate(equations) if len(equations.coordinates) <= SHOWN_ELIMINATION else None
        extras = Extras(
            kinematics=kinematics_of(equations, elimination),
            elimination=elimination,
            solved=solved_form_of(equations, elimination),
            conserved=conserved(equations),
        )
    else:
        extras = Extras(form=_form_by_force(equations, form, gravity) if isinstance(form, str) else form)
    return shown(equations, extras, style, width)


def _form_by_force(equations: Equations, name: str, gravity: str) -> Form:
    """A form by its name, in which contact forces stay symbols where possible."""
    from dalembert._derive.by_force import by_force
    from dalembert._derive.forms.registry import FORMS

    shown = by_force(equations) if name in FORMS and FORMS[name].by_force else equations
    return form_of(shown, name, gravity=gravity)


@one_at_a_time
def plot(
    motions: Motion | Mapping[str, Motion] | MotionComparison | Dataset | Model | str | Path,
    kind: str = USUAL,
    names: Sequence[str] = (),
    *,
    out: str | Path | None = None,
    language: str = "en",
    degrees: bool = False,
    options: FigureOptions | None = None,
) -> Canvas:
    """Draw a motion as a matplotlib figure, and write it to `out` (.svg, .png or .pdf) if that is given.

    Kinds that need no motion (bode, campbell, mode_shapes) also take a model, its file or a library name.
    The figure displays itself in a notebook, with or without pyplot, and can be changed like any other.
    `choices().figures` has the kinds; `comparison` takes motions by their labels. `names` are columns, for
    paths also points of the scene. `degrees` shows angles in degrees; `options` has further options.
    Compared motions have the kinds motions, differences, energies and drift. Many runs, as returned by
    `sweep` or as a store (.zarr), have the kinds of `choices().sweep_figures`; their `names` are varied and
    kept quantities. The default is histories for a motion, and a suitable kind for many runs.
    """
    from dalembert._compare.motions.records import MotionComparison
    from dalembert._present.figures.compared_motions import figure_of_comparison
    from dalembert._present.figures.registry import (
        figure_of,
        figure_of_model,
        figure_of_sweep,
        of_model,
        usual_kind,
    )
    from dalembert._present.figures.scene_points import points_of
    from dalembert._present.matplotlib_figures import draw, encoded_files
    from dalembert._words.languages import words_of

    options = options or FigureOptions()
    options = replace(options, degrees=degrees or options.degrees)
    if kind == "paths" and options.paths is None and isinstance(motions, Motion):
        columns = set(motions.columns())
        points = points_of(motions, names) if not names or not set(names) <= columns else None
        if points is not None:
            turned, invert = points.turned or options.turned, options.invert or points.invert
            options, names = replace(options, paths=points.paths, turned=turned, invert=invert), ()
    words, rows = words_of(language), _rows_of_sweep(motions)
    if rows is not None:
        made = figure_of_sweep(usual_kind(rows) if kind == USUAL else kind, rows, names, words, options)
    elif isinstance(motions, Model | str | Path):
        if not of_model(kind):
            message = f"a figure of the kind {kind} needs a motion: plot(simulate(model), {kind!r})"
            raise ValueError(message)
        made = figure_of_model(kind, runnable(motions, RunSettings()), names, words, options)
    elif isinstance(motions, MotionComparison):
        made = figure_of_comparison(kind, motions, words)
    else:
        made = figure_of(kind, cast("Motion | Mapping[str, Motion]", motions), names, words, options)
    form = _form(out, FIGURES)
    figure = draw(made)
    figure._repr_png_ = partial(_picture, figure)  # type: ignore[attr-defined]  # a notebook asks for it
    if out is not None:
        (content,) = encoded_files(figure, form)
        write_files({Path(out): content})
    return figure


def _rows_of_sweep(source: Any) -> SweepRows | None:
    """The rows of a store (.zarr) or of a Dataset; None for anything else."""
    is_store = isinstance(source, str | Path) and Path(source).suffix == ".zarr"
    if not is_store and type(source).__name__ != "Dataset":  # xarray is not loaded only to compare a type
        return None
    from dalembert._sweep.dataset import open_store, rows_of

    return rows_of(open_store(Path(source)) if is_store else source)


@one_at_a_time
def animate(
    motion: Motion,
    out: str | Path | None = None,
    *,
    language: str = "en",
    size: tuple[int, int] | None = None,
    fps: float | None = None,
    live: bool = False,
) -> Animation:
    """Animate a motion; the result displays itself in a notebook, and is written to `out` if that is given.

    A .html file is a player that needs no network; .gif and .mp4 (needs ffmpeg) are films, .svg is a drawing
    of the start and .png the first frame of a film. Films have `size` pixels (width, height) and `fps` frames
    per second. The model's [scene] is drawn; without one, the coordinates as dials and gauges. A `live` page
    simulates the model itself: values can be changed in it, and the motion follows.
    """
    from dalembert._present.animation.animation import animation_of
    from dalembert._present.animation.film import FilmSettings
    from dalembert._words.languages import words_of

    form = _form(out, ANIMATIONS)
    translated = replace(motion, model=in_language(motion.model, language))
    made = animation_of(translated, words_of(language))
    if live:
        from dalembert._live.model import live_model

        if form not in ("", ".html"):
            message = f"a page that runs is an .html file, and this is {form}"
            raise ValueError(message)
        made = replace(made, live=live_model(translated, made.picture))
    if out is not None:
        write_files({Path(out): made.file(form, FilmSettings(size=size, fps=fps))})
    return made


def _picture(figure: Canvas) -> tuple[bytes, dict[str, int]]:
    """A figure for notebooks: PNG, and its width and height on a page, where a pixel is 1/96 inch."""
    from dalembert._present.matplotlib_figures import encoded_files

    (png,) = encoded_files(figure, ".png")
    width, height = (round(float(inches) * 96) for inches in figure.get_size_inches())
    return png, {"width": width, "height": height}


def _form(out: str | Path | None, suffixes: Sequence[str]) -> str:
    """The suffix of a file to write; raises if it is none of these."""
    suffix = Path(out).suffix.lower() if out is not None else ""
    if out is not None and suffix not in suffixes:
        message = f"`out` must end in {', '.join(suffixes[:-1])} or {suffixes[-1]}, but is {str(out)!r}"
        raise ValueError(message)
    return suffix

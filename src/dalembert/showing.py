"""The verbs that show a motion: figures, animations. Heavy rooms are entered only when asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dalembert._simulate.motion import Motion
from dalembert._text.files import write_files

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

    from dalembert._present.animation.show import Animation

FIGURES = (".svg", ".png", ".pdf")


def plot(
    motions: Motion | Mapping[str, Motion],
    kind: str = "histories",
    names: Sequence[str] = (),
    *,
    out: str | Path | None = None,
    language: str = "en",
    **options: Any,
) -> Canvas:
    """A figure of a motion as one of matplotlib; written to `out` (.svg, .png or .pdf) if that is given.

    It shows itself in a notebook, with or without pyplot, and can be changed like any other figure.
    The kinds are histories, coordinates, speeds, accelerations, states, efforts, outputs, multipliers,
    reactions, contacts, friction, phase, pairs, paths, energy, ledger, residuals, spectrum, comparison (of
    motions by their labels) and over. `names` are columns, for paths also points of the scene. Options: x,
    degrees, units, log, window, frequencies, highest, t_from, t_to, paths, turned, invert.
    """
    from dalembert._present.drawn import drawn, written
    from dalembert._present.figures.columns import Options
    from dalembert._present.figures.points import points_of
    from dalembert._present.figures.registry import figure_of
    from dalembert._words.languages import words_of

    known = Options.__dataclass_fields__
    unknown = [name for name in options if name not in known]
    if unknown:
        message = f"`plot` has no option `{unknown[0]}`; it has {', '.join(known)}"
        raise TypeError(message)
    asked = Options(**options)
    if kind == "paths" and asked.paths is None and isinstance(motions, Motion):
        columns = set(motions.columns())
        points = points_of(motions, names) if not names or not set(names) <= columns else None
        if points is not None:
            own: dict[str, Any] = {
                "paths": points.paths,
                "turned": points.turned,
                "invert": points.invert,
            }
            asked, names = Options(**(own | options)), ()
    made, form = figure_of(kind, motions, names, words_of(language), asked), _form(out, FIGURES)
    figure = drawn(made)
    figure._repr_png_ = partial(_picture, figure)  # type: ignore[attr-defined]  # a notebook asks for it
    if out is not None:
        (content,) = written(figure, form)
        write_files({Path(out): content})
    return figure


def animate(motion: Motion, out: str | Path | None = None, *, language: str = "en") -> Animation:
    """The motion as an animation, which shows itself in a notebook; written to `out` if that is given.

    A .html file plays by itself, without a network; .gif and .mp4 (needs ffmpeg) are films, .svg is a
    drawing of the start. Drawn is the model's [scene]; without one, the coordinates as dials and gauges.
    """
    from dalembert._present.animation.show import FORMS, animation_of
    from dalembert._words.languages import words_of

    form = _form(out, FORMS)
    made = animation_of(motion, words_of(language))
    if out is not None:
        write_files({Path(out): made.file(form)})
    return made


def _picture(figure: Canvas) -> tuple[bytes, dict[str, int]]:
    """A figure for notebooks: PNG, and its width and height on a page, where a pixel is 1/96 inch."""
    from dalembert._present.drawn import written

    (png,) = written(figure, ".png")
    width, height = (round(float(inches) * 96) for inches in figure.get_size_inches())
    return png, {"width": width, "height": height}


def _form(out: str | Path | None, suffixes: Sequence[str]) -> str:
    """The suffix of a file to write, if it is one of these."""
    suffix = Path(out).suffix.lower() if out is not None else ""
    if out is not None and suffix not in suffixes:
        message = f"`out` must end in {', '.join(suffixes[:-1])} or {suffixes[-1]}, but is {str(out)!r}"
        raise ValueError(message)
    return suffix

"""Everything a report tells, asked of the verbs; what cannot be computed is told with the reason instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from dalembert._derive.forms.form import NotAvailable
from dalembert._expression.source import ModelError
from dalembert._model.records import Model
from dalembert.answers import SHOWN_ELIMINATION, conserved, eliminate, equilibrium, form_of, modes
from dalembert.flow import check, derive

if TYPE_CHECKING:
    from dalembert._present.animation.picture import Picture
    from dalembert._present.figures.points import Points
    from dalembert._present.figures.records import Figure
    from dalembert._present.language.words import Words
    from dalembert._present.report.material import Material, Missing, Shown
    from dalembert._simulate.motion import Motion

Answer = TypeVar("Answer")
Told = Callable[[str], None]  # told the stage that begins


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """The material of a report, and what is animated in it."""

    material: Material
    picture: Picture | None


def gathered(model: Model, motion: Motion, words: Words, source: str, case: str, told: Told) -> Gathered:
    """What the program can say about a model and a motion of it, in the words of a language."""
    from dalembert import __version__
    from dalembert._present.report.material import Material, Missing

    tried = _Attempts([])
    told("derive")
    equations = derive(model)
    form = tried("forms", lambda: form_of(equations, "mcg"))
    count = len(model.coordinates)
    if count > SHOWN_ELIMINATION and model.constraints:
        too_large = f"too large for this report: {count} coordinates"
        tried.missing.append(Missing(what="elimination", why=too_large))
    told("analyse")
    rest = tried("equilibria", lambda: equilibrium(model))
    vibration = tried("modes", lambda: modes(model))
    told("draw")
    frequencies = [mode.hz for mode in vibration if mode.hz > 0] if vibration is not None else []
    points = tried("figures", lambda: _points(motion))
    figures = _figures(motion, words, points, frequencies)
    picture = tried("animation", lambda: _picture(motion))
    material = Material(
        model=model,
        equations=equations,
        verdict=check(model),
        forms=(form,) if form is not None else (),
        elimination=eliminate(equations) if count <= SHOWN_ELIMINATION else None,
        conserved=conserved(equations),
        equilibria=rest,
        modes=vibration,
        motion=motion,
        figures=tuple(_shown(figure) for figure in figures),
        drawing=_drawing(picture, words) if picture is not None else None,
        animation=_fragment(picture, words) if picture is not None else None,
        missing=tuple(tried.missing),
        case=case,
        source=source,
        made_by=f"dalembert {__version__}",
    )
    return Gathered(material=material, picture=picture)


@dataclass(frozen=True, slots=True)
class _Attempts:
    """Asks for answers, and notes those that are refused."""

    missing: list[Missing]

    def __call__(self, what: str, ask: Callable[[], Answer]) -> Answer | None:
        """The answer; None where there is none."""
        from dalembert._present.report.material import Missing

        try:
            return ask()
        except NotAvailable as reason:
            self.missing.append(Missing(what=what, why=str(reason)))
        except ModelError as error:
            self.missing.append(Missing(what=what, why=error.flaws[0].message))
        return None


def _points(motion: Motion) -> Points | None:
    from dalembert._present.figures.points import points_of

    return points_of(motion)


def _figures(
    motion: Motion, words: Words, points: Points | None, frequencies: Sequence[float]
) -> tuple[Figure, ...]:
    from dalembert._present.figures.registry import figures_of

    return figures_of(motion, words, points=points, frequencies=frequencies)


def _picture(motion: Motion) -> Picture:
    from dalembert._present.animation.making import picture_of

    return picture_of(motion)


def _fragment(picture: Picture, words: Words) -> str:
    from dalembert._present.animation.player import fragment

    return fragment(picture, words)


def _shown(figure: Figure) -> Shown:
    """A figure without its title, which a report has in the caption; drawn once, written thrice."""
    from dalembert._present.drawn import drawn, written
    from dalembert._present.report.material import Shown

    canvas = drawn(figure, titled=False)
    svg, pdf, png = (written(canvas, suffix) for suffix in (".svg", ".pdf", ".png"))
    return Shown(
        name=figure.name,
        title=figure.title,
        caption=figure.caption,
        svg=svg.decode("utf-8"),
        pdf=pdf,
        png=png,
    )


def _drawing(picture: Picture, words: Words) -> Shown:
    from dalembert._present.animation.still import still, still_shapes
    from dalembert._present.drawn import still_pdf
    from dalembert._present.report.material import Shown

    title = picture.title or words("animation_untitled")
    caption = words("animation_still", title=title)
    shapes = still_shapes(picture)
    return Shown(
        name="drawing", title=title, caption=caption, svg=still(picture, caption), pdf=still_pdf(shapes)
    )

"""Residuals of the constraints over time, on a logarithmic axis."""

from __future__ import annotations

from dalembert._model.records import constraints_of
from dalembert._present.figures.columns import Ask
from dalembert._present.figures.labels import number, with_unit
from dalembert._present.figures.records import Axis, Curve, Figure, NothingToDraw, Panel, finite, words_label
from dalembert._present.figures.remarks import ROUNDED, ROUNDING, above, ended_early


def residuals(ask: Ask) -> Figure:
    """The residuals of the constraints and of their rates, relative to the sizes of their terms."""
    if not _has_constraints(ask):
        message = "the model has no displacement or flow constraints, so there are no residuals to draw"
        raise NothingToDraw(message)
    subject = ask.one
    motion = subject.motion
    parts = {"figure_velocity": motion.residual.velocity}
    if constraints_of(motion.model, "displacement"):
        parts["figure_position"] = motion.residual.position  # usually smaller, so it is drawn over the other
    curves = tuple(
        Curve(
            x=subject.t,
            y=finite(above(values[subject.rows], ROUNDING)),
            label=words_label(ask.words(key)),
            colour=i,
            dash=0,
        )
        for i, (key, values) in enumerate(parts.items())
    )
    y = Axis(
        label=with_unit(words_label(ask.words("figure_residual")), "1"), log=ask.options.log is not False
    )
    return Figure(
        kind="residuals",
        name="residuals",
        title=ask.words("figure_residuals_title", about=ask.about),
        caption=ask.words("figure_residuals_caption"),
        panels=(Panel(curves=curves, x=ask.time_axis(), y=y, height=62.0),),
        remarks=(ask.words("figure_floor", floor=number(ROUNDING, 2)), *ended_early(ask, subject)),
    )


def _has_constraints(ask: Ask) -> bool:
    """Whether the model has constraints on its coordinates."""
    model = ask.one.motion.model
    return bool(constraints_of(model, "displacement") or constraints_of(model, "flow"))


def fits(ask: Ask) -> bool:
    """Whether the residuals are more than rounding, for which a sentence is enough."""
    residual = ask.one.motion.residual
    largest = max(float(values.max(initial=0.0)) for values in (residual.position, residual.velocity))
    return _has_constraints(ask) and not largest <= ROUNDED

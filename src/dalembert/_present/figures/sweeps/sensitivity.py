"""Sensitivity indices as bars with their intervals: Sobol's parts of the variance, or Morris' effects."""

from __future__ import annotations

import numpy as np

from dalembert._present.figures.labels import with_unit
from dalembert._present.figures.records import Axis, Curve, Figure, Key, Label, Panel, Symbol
from dalembert._present.figures.sweeps.ask import MOST_PANELS, SweepAsk
from dalembert._sweep.sensitivity_indices import SensitivityIndices, indices_of

APART = 0.18  # between the two bars of a variable


def sensitivity(ask: SweepAsk) -> Figure:
    """Two bars for each variable: S and T by Sobol, μ* and σ by Morris."""
    every = indices_of(ask.rows)
    indices = [one for one in every if not ask.names or one.quantity in ask.names][:MOST_PANELS]
    method = every[0].method
    panels = tuple(_panel(ask, one) for one in indices)
    dropped = max(one.dropped for one in indices)
    return Figure(
        kind="sensitivity",
        name="sensitivity",
        title=ask.words(f"figure_{method}_title", about=ask.about),
        caption=ask.words(f"figure_{method}_caption", runs=ask.rows.runs),
        panels=panels,
        columns=1 if len(panels) == 1 else 2,
        remarks=(
            ask.words(f"figure_{method}_remark"),
            *((ask.words("figure_dropped", count=dropped),) if dropped else ()),
        ),
    )


def _panel(ask: SweepAsk, one: SensitivityIndices) -> Panel:
    count = len(one.indices)
    sobol = one.method == "sobol"
    symbols = (
        (Symbol(("S",), "S"), Symbol(("T",), "T"))
        if sobol
        else (Symbol((r"\mu^*",), "μ*"), Symbol((r"\sigma",), "σ"))
    )
    curves = []
    for i, index in enumerate(one.indices):
        for k, (value, error) in enumerate(
            ((index.first, index.first_error), (index.total, index.total_error))
        ):
            y = float(count - 1 - i) + (APART if k == 0 else -APART)
            curves.append(
                Curve(x=np.array([0.0, value]), y=np.array([y, y]), label=Label(()), colour=k, heavy=True)
            )
            if error > 0:
                ends = np.array([value - error, value + error])
                curves.append(Curve(x=ends, y=np.array([y, y]), label=Label(()), colour=6))
    ticks = tuple((float(count - 1 - i), ask[index.variable].label) for i, index in enumerate(one.indices))
    most = max(max(i.first + i.first_error, i.total + i.total_error) for i in one.indices)
    least = min(min(i.first - i.first_error, 0.0) for i in one.indices)
    label = Label((f"{ask[one.quantity].label.text}",))
    return Panel(
        curves=tuple(curves),
        x=Axis(
            label=label if sobol else with_unit(label, one.unit),
            limits=(least, 1.06 * most if most > 0 else 1.0),
        ),
        y=Axis(label=Label(()), ticks=ticks, limits=(-0.6, count - 0.4)),
        keys=tuple(Key(Label((symbol,)), k, 0) for k, symbol in enumerate(symbols)),
        height=max(25.0, 9.0 * count),
    )

"""Natural frequencies over a parameter (Campbell's diagram), with the lines of its multiples as a speed."""

from __future__ import annotations

import numpy as np

from dalembert._analyse.campbell import campbell_of, is_speed
from dalembert._analyse.records import Campbell
from dalembert._model.display_units import DisplayUnit
from dalembert._present.figures.grouping import FEW, SOME, dashes_of
from dalembert._present.figures.labels import with_unit
from dalembert._present.figures.model_ask import ModelAsk
from dalembert._present.figures.records import (
    Axis,
    Curve,
    Figure,
    Label,
    Note,
    NothingToDraw,
    Panel,
    Symbol,
    words_label,
)

ORDERS = 2  # lines of multiples of a speed, by default
ROOM = 1.08  # of the highest frequency, where the axis ends
NAMED = 8  # the most crossings whose frequencies are written


def campbell(ask: ModelAsk) -> Figure:
    """The natural frequencies over the values of `over`; a parameter that is a speed has its multiples."""
    if ask.options.over is None:
        names = ", ".join(p.name for p in ask.model.parameters)
        message = f"name a parameter and its values: --over p=FROM:TO:N; the parameters are {names or 'none'}"
        raise ValueError(message)
    name, values = ask.options.over
    orders = ask.options.orders
    if orders is None:
        orders = ORDERS if is_speed(ask.model, name) else 0
    table = campbell_of(ask.model, name, values, ask.options.at, orders)
    if not np.isfinite(table.hz).any():
        message = f"nothing oscillates at any of the values of `{name}`"
        raise NothingToDraw(message)
    unit = ask.units[name]
    places = ", ".join(dict.fromkeys(ask.text(one) for one in table.about))
    return Figure(
        kind="campbell",
        name="campbell",
        title=ask.words("figure_campbell_title", about=ask.about, name=ask.symbol(name).text),
        caption=ask.words("figure_campbell_caption", name=ask.symbol(name).text, place=places),
        panels=(_panel(ask, table, unit, orders),),
        remarks=(
            ask.words("figure_about", place=places),
            *((ask.words("figure_orders"),) if orders else ()),
            *(ask.text(remark) for remark in table.remarks),
        ),
    )


def never(_: ModelAsk) -> bool:
    """False: a report cannot know which parameter is meant."""
    return False


def _panel(ask: ModelAsk, table: Campbell, unit: DisplayUnit, orders: int) -> Panel:
    across = np.asarray(unit.column(table.values))
    count = table.hz.shape[1]
    dashes = dashes_of(list(table.hz.T)) if count <= FEW else [0] * count
    modes = [
        Curve(
            x=across,
            y=table.hz[:, k],
            label=words_label(ask.words("figure_mode", number=k + 1)),
            colour=k,
            dash=dashes[k],
        )
        for k in range(count)
    ]
    top = ROOM * float(np.nanmax(table.hz))
    lines = [
        Curve(
            x=across,
            y=np.abs(table.values) * order / (2 * np.pi),
            label=words_label(f"{order}×"),
            colour=6,
            dash=order % 4,
            thin=True,
        )
        for order in range(1, orders + 1)
    ]
    met = sorted(table.crossings, key=lambda one: one.order)[:NAMED]
    notes = tuple(
        Note(float(unit.column(one.value)), one.hz, words_label(ask.words.number(one.hz, 4, "p")), one.mode)
        for one in met
        if one.hz <= top
    )
    ramp = count > SOME
    return Panel(
        curves=(*modes, *(() if ramp else lines)),
        x=Axis(label=with_unit(Label((ask.symbol(table.parameter),)), unit.text)),
        y=Axis(
            label=Label((f"{ask.words('figure_frequency')} ", Symbol(("f",), "f"), " [Hz]")),
            limits=(0.0, top),
        ),
        notes=notes,
        ramp=ramp,
        height=80.0,
    )

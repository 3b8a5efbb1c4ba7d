"""Frequency responses (Bode's diagram): magnitude in decibels and unwrapped phase over the frequency."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert._analyse.frequency_response import Complex, frequencies_of, frequency_response
from dalembert._analyse.records import Linear, StateSpace
from dalembert._expression.suggest import nearest
from dalembert._model.display_units import DisplayUnit
from dalembert._model.records import Model
from dalembert._model.unit_text import printed_unit
from dalembert._present.figures.grouping import FEW, dashes_of
from dalembert._present.figures.labels import comma_list
from dalembert._present.figures.model_ask import ModelAsk
from dalembert._present.figures.records import (
    Array,
    Axis,
    Curve,
    Figure,
    Label,
    NothingToDraw,
    Panel,
    Symbol,
    words_label,
)

INPUTS = 2  # the most inputs shown side by side
SILENT = 1e-12  # relative to the largest response to an input: a smaller one is zero
LOUD = 300.0  # decibels: a response weaker than minus this is zero
STEPS = ((200.0, 45.0), (700.0, 90.0), (np.inf, 180.0))  # degrees between ticks, up to an extent


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Response:
    """The response of an output to an input over the frequencies, in the units they are shown in."""

    output: str
    source: str
    unit: str
    values: Complex


def bode(ask: ModelAsk) -> Figure:
    """The responses of outputs to inputs: those named, else of the outputs, else of the coordinates."""
    model = ask.model
    if not model.inputs:
        message = "the model has no inputs, so there is no frequency response; give it one under [inputs]"
        raise NothingToDraw(message)
    linear = ask.linear()
    inputs, outputs = _channels(ask, linear.state)
    low, high = (None if hz is None else 2 * np.pi * hz for hz in (ask.options.lowest, ask.options.highest))
    rad_s = frequencies_of(linear.A, low, high)
    every = responses(linear, inputs, outputs, rad_s, ask.units)
    heard = [one for one in every if np.abs(one.values).max(initial=0.0) > 0]
    if not heard:
        reason = (
            f"{', '.join(outputs)} do not respond to {', '.join(inputs)} about {ask.text(linear.point.about)}"
        )
        raise NothingToDraw(reason)
    sides = [name for name in inputs if any(one.source == name for one in heard)]
    groups = [[one for one in heard if one.source == name] for name in sides]
    hz = rad_s / (2 * np.pi)
    panels = (
        *(_magnitude(ask, group, hz) for group in groups),
        *(_phase(ask, group, hz) for group in groups),
    )
    about = ask.text(linear.point.about)
    return Figure(
        kind="bode",
        name="bode",
        title=ask.words("figure_bode_title", about=ask.about),
        caption=ask.words("figure_bode_caption", place=about),
        panels=panels,
        columns=len(groups),
        shared=True,
        remarks=(
            ask.words("figure_about", place=about),
            *_left_out(ask, [one for one in every if one not in heard], len(outputs)),
            *(() if linear.equilibrium else (ask.words("figure_no_rest"),)),
        ),
    )


def fits(ask: ModelAsk) -> bool:
    """Whether a model has inputs, and linear equations about some point."""
    return bool(ask.model.inputs) and ask.modes is not None


def responses(
    linear: Linear,
    inputs: Sequence[str],
    outputs: Sequence[str],
    rad_s: Array,
    units: dict[str, DisplayUnit],
) -> list[Response]:
    """The responses of outputs, coordinates and states to inputs; x' is s times that of x.

    Responses at the level of rounding relative to the largest of an input are zero.
    """
    state, model = linear.state, linear.model
    names = (*(c.name for c in model.coordinates), *(s.name for s in model.states))
    C, D = (
        np.vstack([state.C, linear.shapes]),
        np.vstack([state.D, np.zeros((len(names), len(state.inputs)))]),
    )
    rows = {name: i for i, name in [*enumerate(state.outputs), *enumerate(names, len(state.outputs))][::-1]}
    G = frequency_response(linear.A, linear.B, C, D, rad_s)
    curves = []
    for name in inputs:
        column = state.inputs.index(name)
        for output in outputs:
            base = output.rstrip("'")
            output_unit, other = units[output], units[name]
            rates = (1j * rad_s) ** (len(output) - len(base))
            values: Complex = G[:, rows[base], column] * rates
            noise = SILENT * float(np.abs(G[:, :, column]).max(initial=0.0))
            if not np.abs(G[:, rows[base], column]).max(initial=0.0) > noise:
                values = np.zeros_like(values)
            unit = (
                f"{printed_unit(output_unit.text) or '1'}/{_divisor(other)}"
                if output_unit.text and other.text
                else ""
            )
            values = values * complex(other.factor / output_unit.factor)
            curves.append(Response(output=output, source=name, unit=unit, values=values))
    return curves


def _divisor(unit: DisplayUnit) -> str:
    text = unit.symbol or "1"
    return f"({text})" if "/" in text or "·" in text else text


def _channels(ask: ModelAsk, state: StateSpace) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The inputs and the outputs that are drawn: those of the linear equations."""
    model = ask.model
    coordinates = [c.name for c in model.coordinates]
    results = [o.name for o in model.outputs if o.name in state.outputs]
    rates = [f"{name}{dots}" for name in coordinates for dots in ("'", "''")]
    known = [*results, *coordinates, *rates, *(s.name for s in model.states)]
    for name in ask.names:
        if name not in (*state.inputs, *known):
            raise ValueError(_unknown(model, state, known, name))
    inputs = tuple(name for name in ask.names if name in state.inputs) or state.inputs[:INPUTS]
    named = tuple(name for name in ask.names if name not in state.inputs)
    if not inputs:
        message = "every input prescribes a motion, so there is no frequency response to an input"
        raise NothingToDraw(message)
    return inputs, named or (*results, *(() if results else coordinates))[:FEW]


def _unknown(model: Model, state: StateSpace, known: Sequence[str], name: str) -> str:
    """What is wrong with a name that is neither an input nor an output of the linear equations."""
    listed = f"The inputs are {', '.join(state.inputs)}, the outputs {', '.join(known)}"
    if name in (one.name for one in model.outputs):
        return (
            f"the output `{name}` uses forces or accelerations and is not among those of the linear "
            f"equations; the acceleration of a coordinate is drawn as x''. {listed}"
        )
    if name in (one.name for one in model.inputs):
        return f"the input `{name}` prescribes a motion, so nothing responds to it alone. {listed}"
    near = nearest(name, [*state.inputs, *known])
    hint = f"; did you mean `{near}`?" if near else "."
    return f"the model has no input or output `{name}`{hint} {listed}"


def _left_out(ask: ModelAsk, silent: Sequence[Response], outputs: int) -> tuple[str, ...]:
    """Remarks on outputs that do not respond, and on those that are not shown."""
    pairs = ", ".join(f"{ask.symbol(one.output).text}/{ask.symbol(one.source).text}" for one in silent)
    remarks = (ask.words("figure_no_response", names=pairs),) if pairs else ()
    every = len(ask.model.outputs) or len(ask.model.coordinates)
    more = not any(name not in {one.name for one in ask.model.inputs} for name in ask.names)
    some = (ask.words("figure_some_of", shown=outputs, every=every),) if more and outputs < every else ()
    return (*remarks, *some)


def _label(ask: ModelAsk, one: Response) -> Label:
    pair = comma_list((ask.symbol(one.output),)).pieces
    unit = f" [{one.unit}]" if one.unit not in ("", "1/1") else ""
    return Label((*pair, "/", ask.symbol(one.source), unit))


def _frequency(ask: ModelAsk) -> Axis:
    return Axis(label=Label((f"{ask.words('figure_frequency')} ", Symbol(("f",), "f"), " [Hz]")), log=True)


def _magnitude(ask: ModelAsk, group: Sequence[Response], hz: Array) -> Panel:
    decibels = [magnitude(one.values) for one in group]
    dashes = dashes_of(decibels)
    curves = tuple(
        Curve(x=hz, y=values, label=_label(ask, one), colour=i, dash=dashes[i])
        for i, (one, values) in enumerate(zip(group, decibels, strict=True))
    )
    label = Label((f"{ask.words('figure_magnitude')} ", Symbol(("|G|",), "|G|"), " [dB]"))
    if len(group) == 1:
        label = Label(("|", *_label(ask, group[0]).pieces[:3], "| [dB]"))
        unit = group[0].unit
        label = Label((*label.pieces[:-1], f"| [dB, {unit}]")) if unit not in ("", "1/1") else label
    return Panel(curves=curves, x=_frequency(ask), y=Axis(label=label), height=50.0)


def magnitude(values: Complex) -> Array:
    """The magnitude 20 lg |G|, NaN where G is zero."""
    size = np.abs(values)
    least = size.max(initial=0.0) * 10.0 ** (-LOUD / 20)
    made: Array = 20 * np.log10(np.where(size > least, size, np.nan))
    return made


def phase(values: Complex) -> Array:
    """The unwrapped phase in degrees; NaN where G is zero."""
    known = np.abs(values) > 0
    made = np.full(len(values), np.nan)
    made[known] = np.degrees(np.unwrap(np.angle(values[known])))
    return made


def _phase(ask: ModelAsk, group: Sequence[Response], hz: Array) -> Panel:
    angles = [phase(one.values) for one in group]
    dashes = dashes_of(angles)
    curves = tuple(
        Curve(x=hz, y=values, label=Label(()), colour=i, dash=dashes[i]) for i, values in enumerate(angles)
    )
    low, high = (float(edge(np.concatenate(angles))) for edge in (np.nanmin, np.nanmax))
    step = next(step for extent, step in STEPS if high - low <= extent)
    first, last = np.floor(low / step + 1e-3), np.ceil(high / step - 1e-3)
    first, last = (first - 1, last + 1) if first == last else (first, last)
    places = step * np.arange(first, last + 1)
    ticks = tuple((float(at), words_label(f"{at:g}".replace("-", "−"))) for at in places)
    edge = 0.05 * step * (last - first)
    y = Axis(
        label=words_label(f"{ask.words('figure_phase_angle')} [°]"),
        limits=(step * first - edge, step * last + edge),
        ticks=ticks,
    )
    return Panel(curves=curves, x=_frequency(ask), y=y, height=42.0)

"""The first page: the player or the drawing, the summary of results, a figure.

Every number of the result box is an entry of summary.json, whose path it has (`Value`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dalembert._analyse.records import STABILITY, Equilibrium
from dalembert._model.display_units import DisplayUnit, display_units
from dalembert._model.loop_joints import has_couplings
from dalembert._model.records import Model
from dalembert._model.unit_text import printed_unit, quantity_text
from dalembert._present.multiples import multiple_of_pi, multiple_text
from dalembert._present.ranges import Range, load_names, ranges_of
from dalembert._present.report import boxes as b
from dalembert._present.report.boxes import Box
from dalembert._present.report.data import ReportData, ReportFigure
from dalembert._present.report.document import (
    Code,
    Front,
    Picture,
    Plain,
    Player,
    ResultBox,
    Spans,
    Value,
)
from dalembert._present.report.typesetter import number_box
from dalembert._present.report.writer import Writer, join_spans
from dalembert._simulate.digits import residual_text
from dalembert._simulate.motion import VISIBLE, ErrorCause, Motion, Status, multiplier_names

ROWS = 4  # the most lines of one kind; the sections have the others
VALUES = 4  # coordinates of an equilibrium
NO_TIME = 1e-9  # relative to a run: the resolution of the times of extremes
FIRST = ("coordinates", "outputs", "states", "speeds", "efforts")  # figures for the first page
Row = tuple[Spans, tuple[Spans, ...]]
Path = tuple[str | int, ...]


def front_of(writer: Writer) -> Front:
    """The front of a report."""
    data = writer.data
    player = drawing = None
    if data.animation:
        player = Player(data.animation, writer.say("report_animation_on_paper", file=Code("report.html")))
    if data.drawing is not None:
        shown = data.drawing
        drawing = Picture(shown.name, 0, shown.caption or shown.title, shown.svg, shown.pdf)
    first = first_figure(data)
    figure = Picture(first.name, 1, first.caption or first.title, first.svg, first.pdf) if first else None
    return Front(results=result_box(writer), player=player, drawing=drawing, figure=figure)


def first_figure(data: ReportData) -> ReportFigure | None:
    """The figure of the first page: the coordinates over time, where there are any."""
    there = {shown.name: shown for shown in data.figures}
    return next((there[name] for name in FIRST if name in there), None)


def result_box(writer: Writer) -> ResultBox:
    """The summary of results."""
    rows = (
        *_freedom(writer),
        *_equilibria(writer),
        *_frequencies(writer),
        *_motion(writer),
    )
    return ResultBox(writer.words("result_box"), rows)


def value(path: Path, number: float, text: str, unit: str = "") -> Spans:
    """A number of summary.json as it is shown, with its unit."""
    after = quantity_text("", printed_unit(unit)).replace(" ", "\u00a0")
    return (Value(path, number, number_box(text)), *((Plain(after),) if after else ()))


def _row(writer: Writer, key: str, lines: Iterable[Spans]) -> list[Row]:
    spans = tuple(lines)
    return [(writer.plain(key), spans)] if spans else []


def _freedom(writer: Writer) -> list[Row]:
    structure = writer.data.verdict.structure
    if structure is None or structure.dof is None:
        return []
    return _row(
        writer, "result_dof", [value(("check", "structure", "dof"), structure.dof, str(structure.dof))]
    )


# -- rest and small motions ----------------------------------------------------------------------------


def _equilibria(writer: Writer) -> list[Row]:
    equilibria = writer.data.equilibria
    if equilibria is None:
        return _reasons(writer, "result_equilibria", "equilibria")
    remarks = [writer.sentence(remark) for remark in equilibria.remarks[:2]]  # on what was not searched for
    if not equilibria.equilibria:
        return _row(writer, "result_equilibria", [writer.sentence(equilibria.message), *remarks])
    order = list(range(len(equilibria.equilibria)))
    if equilibria.nearest is not None:
        order = [equilibria.nearest, *(i for i in order if i != equilibria.nearest)]
    names = _telling_coordinates(writer.data.model, [equilibria.equilibria[i] for i in order[:ROWS]])
    lines = [_equilibrium(writer, i, equilibria.equilibria[i], names) for i in order[:ROWS]]
    lines += _further(writer, len(order), "equilibria")
    return _row(writer, "result_equilibria", [*lines, *remarks])


def _equilibrium(writer: Writer, index: int, one: Equilibrium, names: Sequence[str]) -> Spans:
    path: Path = ("equilibria", "equilibria", index, "values")
    units = display_units(writer.data.model)
    parts = [_equals(writer, name, one.values[name], units[name], (*path, name)) for name in names[:VALUES]]
    if len(names) > VALUES:
        parts.append((Plain("…"),))
    return (*join_spans(parts), Plain(": "), *writer.phrase(STABILITY[one.stability]))


def _equals(writer: Writer, name: str, number: float, unit: DisplayUnit, path: Path) -> Spans:
    box, after = place_box(number, unit, 4)
    return (*writer.as_formula(name), Plain("\u00a0=\u00a0"), Value(path, number, box), *after)


def _leading_coordinates(model: Model, one: Equilibrium) -> list[str]:
    """The coordinates with given starts, which determine the others, and states; all if there are none."""
    given = {c.name for c in model.coordinates if c.start is not None}
    others = {c.name for c in model.coordinates if c.name not in given} if given else set()
    return [name for name in _values(model, one) if name not in others]


def _values(model: Model, one: Equilibrium) -> list[str]:
    """The names of the values of an equilibrium besides forces: coordinates, states and unknown efforts."""
    names_with_values = (
        {c.name for c in model.coordinates} | {s.name for s in model.states} | {e.name for e in model.efforts}
    )
    return [name for name in one.values if name in names_with_values]


def _telling_coordinates(model: Model, shown: Sequence[Equilibrium]) -> list[str]:
    """The leading coordinates, and as many others as distinguish the equilibria."""
    names = _leading_coordinates(model, shown[0])
    others = [name for name in _values(model, shown[0]) if name not in names]
    for name in others:
        seen = [tuple(f"{one.values[name]:.4g}" for name in names) for one in shown]
        if len(set(seen)) == len(shown):
            break
        more = [(*before, f"{one.values[name]:.4g}") for before, one in zip(seen, shown, strict=True)]
        if len(set(more)) > len(set(seen)):
            names = [*names, name]
    return names


def place_box(number: float, unit: DisplayUnit, digits: int) -> tuple[Box, Spans]:
    """A value of an equilibrium and its unit; a rational multiple of π is written as such."""
    part = multiple_of_pi(number) if unit.text == "rad" else None
    if unit.text == "rad" and number == 0:
        return number_box("0"), ()
    if part is not None:
        text = multiple_text(part)
        return replace(b.number(text), tex=text.replace("−", "-").replace("π", r"\pi ")), ()
    after = unit.with_unit("").replace(" ", "\u00a0")
    return number_box(f"{unit.from_si(number) + 0.0:.{digits}g}"), ((Plain(after),) if after else ())


def _frequencies(writer: Writer) -> list[Row]:
    modes = writer.data.modes
    if modes is None:
        return _reasons(writer, "result_frequencies", "modes")
    lines = []
    for i, mode in enumerate(modes.modes):
        if mode.kind == "oscillation" and mode.hz > 0:
            path: Path = ("modes", "modes", i, "hz")
            lines.append(
                writer.say(
                    "result_frequency",
                    hz=value(path, mode.hz, f"{mode.hz:.4g}", "Hz"),
                    period=value((*path[:-1], "period"), 1 / mode.hz, f"{1 / mode.hz:.4g}", "s"),
                )
            )
    if not lines:
        return _row(writer, "result_frequencies", [writer.plain("report_none")])
    more = _further(writer, len(lines), "modes")
    about = writer.say("result_about", place=writer.phrase(modes.point.about))
    return _row(writer, "result_frequencies", [*lines[:ROWS], *more, about])


def _reasons(writer: Writer, key: str, what: str) -> list[Row]:
    """The reasons for a missing result."""
    lacks = [lack for lack in writer.data.missing if lack.what == what]
    return _row(writer, key, [writer.sentence(lack.why) for lack in lacks])


def _further(writer: Writer, count: int, section: str) -> list[Spans]:
    if count <= ROWS:
        return []
    return [writer.say("result_further", count=count - ROWS, section=writer.words(f"report_{section}"))]


# -- the motion ----------------------------------------------------------------------------------------


def _motion(writer: Writer) -> list[Row]:
    motion = writer.data.motion
    if motion is None or not len(motion.t):
        return []
    ranges = ranges_of(motion)
    return [
        *_row(writer, "result_extremes", _extremes(writer, motion, ranges)),
        *_row(writer, "result_loads", _loads(writer, motion, ranges)),
        *_row(writer, "result_bearings", _bearings(writer)),
        *_row(writer, "result_events", _events(writer, motion)),
        *_row(writer, "result_accuracy", _accuracy(writer, motion)),
        *_row(writer, "result_remarks", _remarks(writer, motion)),
    ]


def _extremes(writer: Writer, motion: Motion, ranges: dict[str, Range]) -> list[Spans]:
    """The extremes of outputs and coordinates."""
    model = motion.model
    names = [*(o.name for o in model.outputs), *(c.name for c in model.coordinates)]
    moving = [name for name in (*names, *(s.name for s in model.states)) if not ranges[name].steady]
    lines = []
    for name in moving[:ROWS]:
        shown_range = ranges[name]
        low = value(("motion", "extremes", name, "minimum"), shown_range.extreme.minimum, shown_range.minimum)
        high = value(
            ("motion", "extremes", name, "maximum"),
            shown_range.extreme.maximum,
            shown_range.maximum,
            shown_range.unit.text,
        )
        lines.append((*writer.as_formula(name), Plain("\u00a0=\u00a0"), *low, Plain(" … "), *high))
    return [*lines, *_further(writer, len(moving), "motion")]


def _loads(writer: Writer, motion: Motion, ranges: dict[str, Range]) -> list[Spans]:
    """The largest forces of each unit, in descending order."""
    names = [name for name in load_names(motion) if name in ranges and not ranges[name].zero]
    order = sorted(names, key=lambda name: -ranges[name].extreme.size)
    lines = []
    for name in order[:ROWS]:
        shown_range, extreme = ranges[name], ranges[name].extreme
        side = (
            "maximum"
            if extreme.t_size == extreme.t_maximum and abs(extreme.maximum) >= abs(extreme.minimum)
            else "minimum"
        )
        number, shown = (
            (extreme.maximum, shown_range.maximum)
            if side == "maximum"
            else (extreme.minimum, shown_range.minimum)
        )
        t = extreme.t_maximum if side == "maximum" else extreme.t_minimum
        lines.append(
            writer.say(
                "result_load",
                name=load_symbol(writer, name),
                value=value(("motion", "extremes", name, side), number, shown, shown_range.unit.text),
                t=value(("motion", "extremes", name, f"t_{side}"), t, time_text(motion, t, 4), "s"),
            )
        )
    return [*lines, *_further(writer, len(order), "bearing")]


def _bearings(writer: Writer) -> list[Spans]:
    """The largest force and torque of each joint, the largest force first."""
    joints = writer.data.loads.joints() if writer.data.loads is not None else ()
    order = sorted((one for one in joints if one.force or one.torque), key=lambda one: -one.force)
    lines = []
    for one in order[:ROWS]:
        parts = []
        for key, unit, number, t in (
            ("force", "N", one.force, one.t_force),
            ("radial", "N", one.radial, one.t_radial),
            ("axial", "N", one.axial, one.t_axial),
            ("torque", "N m", one.torque, one.t_torque),
        ):
            if number and t is not None and (key in ("force", "torque") or (one.radial and one.axial)):
                path: Path = ("joints", one.name, key)
                parts.append(
                    writer.say(
                        "result_load",
                        name=writer.as_formula(f"joints.{one.name}.{key}"),
                        value=value(path, number, f"{number:.4g}", unit),
                        t=value(("joints", one.name, f"t_{key}"), t, f"{t:.4g}", "s"),
                    )
                )
        mark = () if one.unique else (Plain(" ("), *writer.plain("result_not_unique"), Plain(")"))
        lines.append((*join_spans(parts), *mark))
    if lines and has_couplings(writer.data.model):
        lines.append(tuple(writer.plain("result_without_couplings")))
    return [*lines, *_further(writer, len(order), "free_bodies")]


def load_symbol(writer: Writer, name: str) -> Spans:
    """The symbol of a force, and the name of its constraint or contact."""
    kind, _, of = name.partition("_")
    if kind in ("contact", "friction"):
        return (*writer.plain(f"result_{kind}"), Plain(" "), Code(of))
    if kind in ("lam", "kap") and name in multiplier_names(writer.data.model):
        text = next((one.text for one in writer.data.model.constraints if one.name == of), "")
        return (*writer.as_formula(name), Plain(" ("), Plain(text) if text else Code(of), Plain(")"))
    return writer.as_formula(name)


def time_text(motion: Motion, t: float, digits: int) -> str:
    """A time of a motion; one negligible relative to its duration is the start."""
    start = motion.settings.t_start
    return f"{start if abs(t - start) <= NO_TIME * abs(motion.reached - start) else t:.{digits}g}"


def _events(writer: Writer, motion: Motion) -> list[Spans]:
    """The first event of each kind and name, and their number."""
    lines = []
    keys = list(dict.fromkeys((event.kind, event.name) for event in motion.events))
    for kind, name in keys[:ROWS]:
        numbered = [(i, one) for i, one in enumerate(motion.events) if (one.kind, one.name) == (kind, name)]
        first, event = numbered[0]
        lines.append(
            writer.say(
                "result_event_once" if len(numbered) == 1 else "result_event",
                kind=writer.words(f"result_kind_{kind}"),
                name=Code(name),
                t=value(("motion", "events", first, "t"), event.t, f"{event.t:.5g}", "s"),
                **({"count": len(numbered)} if len(numbered) > 1 else {}),
            )
        )
    return [*lines, *_further(writer, len(keys), "events")]


def _accuracy(writer: Writer, motion: Motion) -> list[Spans]:
    """The accuracy of the motion, until when it holds, and the energy balance."""
    accuracy, lines = motion.accuracy, list[Spans]()
    worst = accuracy.worst
    chaotic = worst is not None and worst.cause is ErrorCause.chaos
    if accuracy.achieved is not None and accuracy.achieved <= motion.settings.rtol:
        path: Path = ("motion", "accuracy", "achieved")
        lines.append(
            writer.say("result_error", error=value(path, accuracy.achieved, f"{accuracy.achieved:.1e}"))
        )
    elif accuracy.until is not None:
        lines += _within(writer, motion, chaotic=chaotic)
    if motion.status in (Status.flagged, Status.failed, Status.interrupted, Status.stopped):
        lines.append(writer.sentence(motion.message))
    if motion.model.coordinates:
        closes = ("motion", "energy", "ledger_error")
        error = motion.ledger.error
        lines.append(writer.say("result_ledger", error=value(closes, error, residual_text(error))))
    return lines


def _within(writer: Writer, motion: Motion, *, chaotic: bool) -> list[Spans]:
    """Until when the error meets the tolerance, and until when it is invisible."""
    accuracy, lines = motion.accuracy, list[Spans]()
    for key, until, error in (
        ("until", accuracy.until, motion.settings.rtol),
        ("visible", accuracy.visible, VISIBLE),
    ):
        if until is None or (lines and not chaotic):
            continue
        message_key = "result_chaotic" if chaotic and key == "visible" else "result_until"
        t = value(("motion", "accuracy", key), until, f"{until:.4g}", "s")
        lines.append(writer.say(message_key, t=t, rtol=writer.number(error, 3)))
    return lines


def _remarks(writer: Writer, motion: Motion) -> Sequence[Spans]:
    """The first remarks."""
    return [writer.sentence(remark) for remark in motion.remarks[:2]]

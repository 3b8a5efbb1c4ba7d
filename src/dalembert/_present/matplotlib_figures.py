"""Figures drawn by matplotlib: as its objects, as SVG, PNG and PDF. No display, no global state of pyplot.

All figures have one style, independent of the user's settings of matplotlib, and the same figure gives the
same bytes. Names are typeset by matplotlib's mathtext, never by TeX, so that no program can be run.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.cm import ScalarMappable
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.figure import Figure as Canvas
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.patches import Circle as Disc
from matplotlib.patches import Patch
from matplotlib.patches import Polygon as Outline
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FuncFormatter, NullFormatter, ScalarFormatter

from dalembert._present.animation.primitives import COLOURS as COLOURED
from dalembert._present.animation.primitives import Circle, Drawing, Line, Text, colour_in_tone
from dalembert._present.figures.labels import beside_axis, superscript
from dalembert._present.figures.layout import (
    WIDTH,
    beside,
    heights,
    keys_of,
    lines_above,
    per_row,
    range_of,
)
from dalembert._present.figures.records import (
    Array,
    Curve,
    Figure,
    HeatMap,
    Key,
    Mark,
    Note,
    Panel,
)
from dalembert._present.matplotlib_letters import (
    MATHEMATICS,
    SIZE,
    faces,
    legible,
    legible_mathematics,
    math_text,
)
from dalembert._words.number_format import POINT, with_mark

MM = 1 / 25.4  # inches
SVG = {"Date": None, "Creator": None}
PNG = {"Software": None}
PDF = {"CreationDate": None, "Creator": None, "Producer": None}
TALLEST = 110.0  # millimetres of a drawing
DPI = 200
SMALL = 7.5  # points
# Okabe and Ito's colours, distinguishable with any colour vision; their yellow is too pale for lines.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
PAPER = {"facecolor": "white", "alpha": 0.8, "linewidth": 0.0, "pad": 0.8}  # background of names
DASHES: tuple[Any, ...] = ("solid", (0, (5, 1.6)), (0, (1.2, 1.2)), (0, (5, 1.4, 1.2, 1.4)))
QUIET, THIN = "#555555", "#888888"
TINTS = ("#EFEFEF", "#DCEAF4", "#FBE7D8", "#DDF1E8", "#F5E6EE")  # of doubt, then pale colours
SCALE = "viridis"
SCALE_END = 0.92  # its last part is too pale for lines
LOOK: dict[str, Any] = {
    "font.size": SIZE,
    "mathtext.fontset": MATHEMATICS,
    "axes.titlesize": SIZE,
    "axes.labelsize": SIZE,
    "axes.linewidth": 0.5,
    "axes.edgecolor": QUIET,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.formatter.limits": (-3, 4),
    "axes.formatter.use_mathtext": False,  # a tick in mathtext takes as long as a curve
    "axes.unicode_minus": True,
    "axes.xmargin": 0.03,
    "axes.ymargin": 0.06,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.4,
    "xtick.labelsize": SIZE - 1,
    "ytick.labelsize": SIZE - 1,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.major.width": 0.5,
    "ytick.major.width": 0.5,
    "xtick.minor.width": 0.3,
    "ytick.minor.width": 0.3,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "xtick.minor.size": 1.5,
    "ytick.minor.size": 1.5,
    "legend.fontsize": SIZE - 0.5,
    "legend.frameon": False,
    "legend.handlelength": 1.9,
    "legend.borderaxespad": 0.3,
    "legend.labelspacing": 0.35,
    "lines.linewidth": 1.1,
    "lines.solid_capstyle": "round",
    "agg.path.chunksize": 20_000,
    "svg.hashsalt": "dalembert",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
    "pdf.compression": 6,
}
MANY = 6000  # points of a curve over time beyond which only visible ones are drawn
LETTER = 1.6  # millimetres of a letter, on average
SMALLEST = 0.6  # the smallest relative size of letters, for long labels


def draw(figure: Figure, *, titled: bool = True) -> Canvas:
    """The figure as a matplotlib figure, with its title unless a caption has it."""
    with _look():
        rows = -(-len(figure.panels) // figure.columns)
        each = heights(figure, rows)
        height = sum(each) + _around(figure, rows, titled)
        layout = ConstrainedLayoutEngine(w_pad=1.2 * MM, h_pad=1.0 * MM, wspace=0.02, hspace=0.0)
        canvas = Canvas(figsize=(WIDTH * MM, height * MM), layout=layout)
        grid = canvas.add_gridspec(rows, figure.columns, height_ratios=each)
        above: dict[int, Axes] = {}
        for i, panel in enumerate(figure.panels):
            row, column = divmod(i, figure.columns)
            shared = above.get(column) if figure.shared else None
            axes = canvas.add_subplot(grid[row, column], sharex=shared)
            above.setdefault(column, axes)
            last = i + figure.columns >= len(figure.panels)
            _panel(canvas, axes, panel, wide=figure.columns == 1, below=last or not figure.shared)
            _decimal_mark(axes, figure.decimal_mark)
        if titled:
            canvas.suptitle(
                legible_mathematics(_wrap(legible(figure.title), 88, 3)), x=0.01, ha="left", size=SIZE + 1
            )
        if figure.remarks:
            canvas.supxlabel(
                legible_mathematics(_remarks(figure)), x=0.01, ha="left", size=SMALL, color=QUIET
            )
    return canvas


def encoded_files(canvas: Canvas, *suffixes: str) -> tuple[bytes, ...]:
    """A figure as the bytes of files: .png, .svg, .pdf; laid out once for all of them."""
    stated = {".svg": SVG, ".png": PNG, ".pdf": PDF}
    with _look(), _laid_out(canvas):
        return tuple(_encode(canvas, suffix.removeprefix("."), stated[suffix]) for suffix in suffixes)


def svg(figure: Figure, *, titled: bool = True) -> str:
    """The figure as SVG, its letters as outlines."""
    (made,) = encoded_files(draw(figure, titled=titled), ".svg")
    return made.decode("utf-8")


def png(figure: Figure, *, titled: bool = True) -> bytes:
    """The figure as PNG."""
    (made,) = encoded_files(draw(figure, titled=titled), ".png")
    return made


def pdf(figure: Figure, *, titled: bool = True) -> bytes:
    """The figure as PDF, its fonts embedded."""
    (made,) = encoded_files(draw(figure, titled=titled), ".pdf")
    return made


def still_pdf(drawing: Drawing) -> bytes:
    """A drawing of a scene as PDF."""
    (x0, y0), (x1, y1) = drawing.low, drawing.high
    scale = min(WIDTH / (x1 - x0), TALLEST / (y1 - y0))  # millimetres of print
    with _look():
        canvas = Canvas(figsize=((x1 - x0) * scale * MM, (y1 - y0) * scale * MM))
        axes = canvas.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set(xlim=(x0, x1), ylim=(y0, y1))
        axes.set_axis_off()
        for depth, shape in enumerate(drawing.shapes):
            if isinstance(shape, Text):
                size = shape.size * drawing.letter * scale * MM * 72
                alignment = {"start": "left", "middle": "center", "end": "right"}[shape.anchor]
                label = axes.text(*shape.at, legible(shape.text), size=size, color=COLOURED[shape.colour])
                label.set(ha=alignment, va="center_baseline", parse_math=False, zorder=depth)
                label.set_path_effects([withStroke(linewidth=1.5, foreground=COLOURED["paper"])])
                continue
            edge = colour_in_tone(shape.colour, shape.tone)
            paint: dict[str, Any] = {"lw": shape.width, "ec": edge, "zorder": depth}
            if isinstance(shape, Line):
                x, y = zip(*shape.points, strict=True)
                dash = DASHES[1] if shape.dashed else "solid"
                axes.plot(x, y, lw=shape.width, color=edge, ls=dash, solid_capstyle="round", zorder=depth)
                continue
            paint |= {"fc": colour_in_tone(shape.fill, shape.tone)} if shape.fill else {"fill": False}
            if isinstance(shape, Circle):
                axes.add_patch(Disc(shape.centre, shape.radius, **paint))
            else:
                axes.add_patch(Outline(shape.points, closed=True, **paint))
        return _encode(canvas, "pdf", PDF)


def _encode(canvas: Canvas, form: str, metadata: dict[str, Any]) -> bytes:
    stream = io.BytesIO()
    canvas.savefig(stream, format=form, dpi=DPI if form == "png" else 72, metadata=metadata)
    return stream.getvalue()


@contextmanager
def _laid_out(canvas: Canvas) -> Iterator[None]:
    """Lay a figure out once; matplotlib would do it for each file, by a trial drawing of everything.

    It is done at the resolution of a PNG, and the canvas that measures the letters stays with the figure, so
    that a PNG written first can use it. The order of files does not change the drawing.
    """
    engine = canvas.get_layout_engine()
    if engine is None:
        yield
        return
    FigureCanvasAgg(canvas)
    canvas.set_dpi(DPI)
    engine.execute(canvas)
    canvas.set_layout_engine(None)
    try:
        yield
    finally:
        canvas.set_layout_engine(engine)  # later changes are laid out anew


@contextmanager
def _look() -> Iterator[None]:
    """Apply the style over matplotlib's defaults; the user's settings are restored afterwards."""
    ours: Any = {**LOOK, "font.family": list(faces())}
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        with matplotlib.rc_context(ours):
            yield


# -- sizes -------------------------------------------------------------------------------------------


def _around(figure: Figure, rows: int, titled: bool) -> float:
    """Millimetres that labels of x, title and remarks need."""
    labels = 11.0 if figure.shared else 11.0 * rows
    title = 5.0 + 4.0 * _wrap(figure.title, 88, 3).count("\n") if titled else 0.0
    remarks = 4.0 + 3.0 * _remarks(figure).count("\n") if figure.remarks else 0.0
    return labels + title + remarks


# -- a panel -----------------------------------------------------------------------------------------


def _panel(canvas: Canvas, axes: Axes, panel: Panel, *, wide: bool, below: bool) -> None:
    colours = _scale(len(panel.curves)) if panel.ramp else COLOURS
    for band in panel.bands:
        axes.axvspan(band.start, band.end, color=_tint(band.tint), zorder=0, lw=0)
    for curve in panel.curves:
        _curve(axes, panel, curve, colours)
    _scales(axes, panel)
    if panel.heat is not None:
        _heat_map(canvas, axes, panel.heat)
    low, high = range_of(panel)
    at_ends = panel.equal or panel.heat is not None or any(c.ends or c.dotted for c in panel.curves)
    if panel.x.limits or (high > low and not at_ends):
        axes.set_xlim(low, high)
    if panel.y.limits:
        axes.set_ylim(*panel.y.limits)
    for line, axis in ((axes.xaxis, panel.x), (axes.yaxis, panel.y)):
        if axis.ticks:
            line.set_ticks([at for at, _ in axis.ticks], [math_text(label) for _, label in axis.ticks])
    if panel.notes and not panel.y.log and not panel.y.limits:
        axes.margins(y=0.14)
        axes.set_ylim(bottom=0.0)
    if panel.equal:
        axes.set_aspect("equal", adjustable="datalim")
    for note in panel.notes:
        left = note.x > low + 0.85 * (high - low)
        _note(axes, note, colours[note.colour % len(colours)], left=left)
    _marks(axes, panel.marks, (low, high), inside=lines_above(panel, wide=wide) > 0)
    _axis_labels(axes, panel, below=below)
    if panel.ramp:
        _bar(canvas, axes, panel)
    _legend(axes, panel, wide=wide)


def _scales(axes: Axes, panel: Panel) -> None:
    """Linear axes with a power of ten beside them where needed, logarithmic ones from decade to decade."""
    drawn: tuple[Curve | HeatMap, ...] = panel.curves if panel.heat is None else (*panel.curves, panel.heat)
    for line, axis, scale, limits, arrays in (
        (axes.xaxis, panel.x, axes.set_xscale, axes.set_xlim, [c.x for c in drawn]),
        (axes.yaxis, panel.y, axes.set_yscale, axes.set_ylim, [c.y for c in drawn]),
    ):
        every = np.concatenate([*arrays, [m.at for m in panel.marks if m.across and axis is panel.y]])
        every = every[np.isfinite(every) & (every > 0)]
        if not axis.log or not len(every):
            form = ScalarFormatter()
            offset = form.get_offset
            form.get_offset = lambda offset=offset: beside_axis(offset())  # type: ignore[method-assign, misc]
            line.set_major_formatter(form)
            continue
        scale("log")
        limits(10.0 ** np.floor(np.log10(every.min()) - 0.02), 10.0 ** np.ceil(np.log10(every.max()) + 0.02))
        line.set_major_formatter(
            FuncFormatter(lambda value, _: f"10{superscript(str(round(np.log10(value))))}")
        )
        line.set_minor_formatter(NullFormatter())


def _decimal_mark(axes: Axes, mark: str) -> None:
    """Write the numbers at linear axes with the decimal mark of a language."""
    for line in (axes.xaxis, axes.yaxis):
        form = line.get_major_formatter()
        if isinstance(form, ScalarFormatter) and mark != POINT:
            ticks, offset = form.format_ticks, form.get_offset
            form.format_ticks = lambda values, ticks=ticks: [  # type: ignore[method-assign, misc]
                with_mark(one, mark) for one in ticks(values)
            ]
            form.get_offset = lambda offset=offset: with_mark(offset(), mark)  # type: ignore[method-assign, misc]


def _curve(axes: Axes, panel: Panel, curve: Curve, colours: Sequence[str]) -> None:
    x, y = _thin(curve.x, curve.y)
    colour = colours[curve.colour % len(colours)]
    known = np.isfinite(x) & np.isfinite(y)
    alone = known & ~(np.append(known[1:], False) | np.insert(known[:-1], 0, False))
    width = 0.7 if panel.ramp or curve.thin else 6.0 if curve.heavy else 1.1
    style: dict[str, Any] = {"solid_capstyle": "butt"} if curve.heavy else {}
    if curve.dotted:
        size = float(np.clip(60.0 / np.sqrt(max(known.sum(), 1)), 0.5, 4.0))
        axes.plot(x, y, color=colour, ls="none", marker="o", ms=size, mew=0.0, rasterized=len(x) > MANY)
        return
    if curve.filled:
        axes.fill_between(x, y, color=colour, alpha=0.25, lw=0.0)
    axes.plot(x, y, color=colour, ls=DASHES[curve.dash % len(DASHES)], lw=width, **style)
    if alone.any():  # a point between gaps needs a marker
        axes.plot(x[alone], y[alone], color=colour, ls="none", marker="o", ms=1.8, mew=0.0)
    if curve.ends and known.any():
        first, last = np.flatnonzero(known)[[0, -1]]
        axes.plot(x[first], y[first], color=colour, marker="o", ms=4, mfc="white", mew=0.9, zorder=3)
        axes.plot(x[last], y[last], color=colour, marker="s", ms=3.6, mew=0.0, zorder=3)


def _heat_map(canvas: Canvas, axes: Axes, heat: HeatMap) -> None:
    """A cell of colour about each point of a grid; categories have the colours of curves."""
    axes.grid(visible=False)
    edges = [
        _edges(one, log=axis.get_scale() == "log")
        for one, axis in ((heat.x, axes.xaxis), (heat.y, axes.yaxis))
    ]
    if heat.names:
        look: dict[str, Any] = {"cmap": ListedColormap(COLOURS[: len(heat.names)]), "vmin": -0.5}
        look["vmax"] = len(heat.names) - 0.5
    else:
        look = {"cmap": SCALE}
    axes.set(xlim=edges[0][[0, -1]], ylim=edges[1][[0, -1]])
    drawn = axes.pcolormesh(*edges, np.ma.masked_invalid(heat.values), rasterized=True, **look)
    if not heat.names:
        bar = canvas.colorbar(drawn, ax=axes, aspect=22, pad=0.015, fraction=0.05)
        bar.set_label(math_text(heat.label), size=SIZE)
        bar.outline.set_visible(False)


def _edges(points: Array, *, log: bool) -> Array:
    """The ends of cells about points."""
    centres = np.log(points) if log else points
    if len(centres) == 1:
        centres = np.array([centres[0] - 0.5, centres[0] + 0.5])
    else:
        middle = (centres[1:] + centres[:-1]) / 2
        centres = np.concatenate([[2 * centres[0] - middle[0]], middle, [2 * centres[-1] - middle[-1]]])
    return np.exp(centres) if log else centres


def _thin(x: Array, y: Array) -> tuple[Array, Array]:
    """Of very many points over an increasing x the lowest and the highest of each small group."""
    if len(x) <= MANY or not np.isfinite(y).all() or not (np.diff(x) > 0).all():
        return x, y
    few = -(-2 * len(x) // MANY)
    whole = len(x) // few * few
    start = np.arange(0, whole, few)
    groups = y[:whole].reshape(-1, few)
    kept = np.unique(
        np.concatenate(
            [[0], start + groups.argmin(1), start + groups.argmax(1), np.arange(whole, len(x)), [len(x) - 1]]
        )
    )
    return x[kept], y[kept]


def _note(axes: Axes, note: Note, colour: str, *, left: bool) -> None:
    axes.annotate(
        math_text(note.label),
        (note.x, note.y),
        xytext=(-3 if left else 3, 1),
        textcoords="offset points",
        ha="right" if left else "left",
        size=SMALL,
        color=colour,
        bbox=PAPER,
        zorder=4,
    )


def _marks(axes: Axes, marks: Sequence[Mark], limits: tuple[float, float], *, inside: bool) -> None:
    """Lines with names: at a value of y at its right end; at one of x above or inside the panel."""
    low, high = limits
    free = -np.inf
    for mark in sorted(marks, key=lambda mark: mark.at):
        dash = DASHES[mark.dash % len(DASHES)]
        if mark.across:
            axes.axhline(mark.at, color=QUIET, lw=0.7, ls=dash)
            axes.annotate(
                math_text(mark.label),
                (1.0, mark.at),
                xycoords=axes.get_yaxis_transform(),
                xytext=(0, 2),
                textcoords="offset points",
                ha="right",
                size=SMALL,
                color=QUIET,
            )
        elif low <= mark.at <= high:
            axes.axvline(mark.at, color=THIN, lw=0.6, ls=dash, zorder=1.5)
            if mark.label.pieces:
                free = max(mark.at, free)
                axes.text(
                    free,
                    0.98 if inside else 1.02,
                    math_text(mark.label),
                    transform=axes.get_xaxis_transform(),
                    rotation=90,
                    ha="center",
                    va="top" if inside else "bottom",
                    size=SMALL,
                    color=QUIET,
                    bbox=PAPER if inside else None,
                )
                free += 0.022 * (high - low)


def _axis_labels(axes: Axes, panel: Panel, *, below: bool) -> None:
    """Label the axes, y in letters small enough for the height of the panel."""
    x, y = panel.x, panel.y
    length = max(len(y.label.text), 1) * LETTER
    axes.set_ylabel(math_text(y.label), size=SIZE * float(np.clip(panel.height / length, SMALLEST, 1.0)))
    if below:
        axes.set_xlabel(math_text(x.label))
    else:
        axes.tick_params(labelbottom=False)
    if x.inverted:
        axes.invert_xaxis()
    if y.inverted:
        axes.invert_yaxis()


# -- legends -----------------------------------------------------------------------------------------


def _legend(axes: Axes, panel: Panel, *, wide: bool) -> None:
    keys = keys_of(panel)
    if not keys:
        return
    handles = [_handle(key) for key in keys]
    labels = [math_text(key.label) for key in keys]
    if beside(panel, keys, wide=wide):
        axes.legend(handles, labels, loc="upper left", bbox_to_anchor=(1.0, 1.02))
    else:
        axes.legend(
            handles,
            labels,
            loc="lower right",
            bbox_to_anchor=(1.0, 1.0),
            ncols=per_row(keys, wide=wide),
            columnspacing=1.2,
        )


def _handle(key: Key) -> Line2D | Patch:
    dash = DASHES[key.dash % len(DASHES)]
    if key.shape == "band":
        return Patch(facecolor=_tint(key.colour or 0))
    if key.shape == "patch":
        return Patch(facecolor=COLOURS[(key.colour or 0) % len(COLOURS)])
    if key.shape == "dots":
        return Line2D([], [], color=COLOURS[(key.colour or 0) % len(COLOURS)], ls="none", marker="o", ms=3.0)
    if key.shape == "mark":
        return Line2D([], [], color=THIN, lw=0.6, ls=dash)
    return Line2D([], [], color=QUIET if key.colour is None else COLOURS[key.colour % len(COLOURS)], ls=dash)


def _tint(number: int) -> str:
    """Grey, or one of the tints."""
    return TINTS[1 + (number - 1) % (len(TINTS) - 1)] if number else TINTS[0]


def _scale(count: int) -> list[str]:
    colours = matplotlib.colormaps[SCALE](np.linspace(0.0, SCALE_END, count))
    return [matplotlib.colors.to_hex(colour) for colour in colours]


def _bar(canvas: Canvas, axes: Axes, panel: Panel) -> None:
    """A bar of the colours of many curves, with the names of a few of them."""
    count = len(panel.curves)
    scale = ScalarMappable(BoundaryNorm(np.arange(count + 1) - 0.5, count), ListedColormap(_scale(count)))
    named = np.unique(np.round(np.linspace(0, count - 1, 5)).astype(int))
    bar = canvas.colorbar(scale, ax=axes, ticks=list(named), aspect=18, pad=0.015, fraction=0.05)
    bar.ax.set_yticklabels([math_text(panel.curves[i].label) for i in named], size=SIZE - 0.5)
    bar.ax.invert_yaxis()
    bar.ax.tick_params(which="both", length=0)
    bar.outline.set_visible(False)


def _wrap(text: str, width: int, most: int) -> str:
    return "\n".join(textwrap.wrap(text, width, max_lines=most, placeholder=" …"))


def _remarks(figure: Figure) -> str:
    return "\n".join(_wrap(legible(remark), 142, 4) for remark in figure.remarks)

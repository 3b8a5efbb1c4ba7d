"""A page that plays a picture: one HTML file with everything in it, and a fragment for other pages.

Texts of users are escaped by `escape` or put into JSON that is safe in HTML. The Content-Security-Policy of
the page forbids every connection and allows its script by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from dalembert._present.animation.column_codes import page_data
from dalembert._present.animation.live_controls import WASM, live_data, live_panel
from dalembert._present.animation.live_page import LiveModel
from dalembert._present.animation.picture import Curve, History, Picture
from dalembert._present.animation.still import still
from dalembert._words.languages import Words
from dalembert._words.message import Message
from dalembert._words.number_format import with_mark

PAGE = Path(__file__).parent / "page"
SCRIPTS = (
    "numbers",
    "vectors",
    "pen",
    "view",
    "flat",
    "space",
    "scene",
    "panels",
    "diagram",
    "plots",
    "tip",
    "layout",
    "pointers",
    "player",
)
LIVE_SCRIPTS = (
    *(
        "live_breaks",
        "live_instants",
        "live_modes",
        "live_engine",
        "live_start",
        "live_claim",
        "live_picture",
        "live_happenings",
        "live",
    ),
)  # before the player
SPEEDS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
LARGEST_STILL = 500_000  # characters; a larger drawing of the start is left out of a page
_COMMENT = re.compile(r"^ */\*.*?\*/$", re.DOTALL | re.MULTILINE)
_REMARK = re.compile(r" // .*$")
_QUOTED = re.compile(r"(\"[^\"]*\"|'[^']*')")
_SPACED = re.compile(r" *([=(){}\[\],;:?<>&|*]) *")
INKS = 6  # the colours of curves, used in turn
NAMED = 14  # the most points whose names are shown at first
ICONS = {
    "starting": "M4 2l10 6-10 6z",
    "pausing": "M3 2h4v12H3zM9 2h4v12H9z",
    "back": "M3 2h2v12H3zM14 2v12L6 8z",
    "on": "M11 2h2v12h-2zM2 2l8 6-8 6z",
    "nearer": "M7 3h2v4h4v2H9v4H7V9H3V7h4z",
    "farther": "M3 7h10v2H3z",
    "view": "M2 2h5v2H4v3H2zM9 2h5v5h-2V4H9zM2 9h2v3h3v2H2zM12 9h2v5H9v-2h3zM6 6h4v4H6z",
    "full": "M2 2h5v2H4v3H2zM9 2h5v5h-2V4H9zM2 9h2v3h3v2H2zM12 9h2v5H9v-2h3z",
}


def player(picture: Picture, words: Words, live: LiveModel | Message | None = None) -> str:
    """A self-contained page that plays a picture, without a network or other files.

    With a live model the page simulates it; with a message instead, it shows why not.
    """
    script, style = _script(live), _style(live)
    runs = f" {WASM}" if isinstance(live, LiveModel) else ""
    policy = (
        f"default-src 'none'; script-src '{_fingerprint(script)}'{runs}; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'"
    )
    title = escape(_title(picture, words))
    return f"""<!DOCTYPE html>
<html lang="{words.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
html {{ background: #ffffff; }}
@media (prefers-color-scheme: dark) {{ html {{ background: #14181d; }} }}
body {{ margin: 0; padding: 0.75rem 1rem; }}
{style}</style>
</head>
<body>
<main>
{_element(picture, words, live, alone=True)}
</main>
<script>{script}</script>
</body>
</html>
"""


def fragment(
    picture: Picture, words: Words, live: LiveModel | Message | None = None, *, assets: bool = True
) -> str:
    """A player to be embedded in another page. The reader starts it; a page can contain any number of them.

    It includes style and script; with `assets=False` the page includes them once, from `fragment_assets`.
    """
    element = _element(picture, words, live, alone=False)
    if not assets:
        return element
    return f"<style>\n{_style(live)}</style>\n{element}\n<script>{_script(live)}</script>"


def fragment_assets() -> tuple[str, str]:
    """The style, and the script to be put after all fragments, of a page with fragments."""
    return _style(None), _script(None)


def note_on_speed(picture: Picture, words: Words) -> str:
    """The speed of the display, in words."""
    if picture.speed == 1:
        return words("animation_real_time_note")
    key = "animation_slower_note" if picture.speed < 1 else "animation_faster_note"
    factor = 1 / picture.speed if picture.speed < 1 else picture.speed
    return words(key, factor=with_mark(f"{factor:.3g}", words.decimal_mark))


def _element(picture: Picture, words: Words, live: LiveModel | Message | None, *, alone: bool) -> str:
    title = _title(picture, words)
    head = "h1" if alone else "h3"
    label = escape(words("animation_drawing", title=title))
    drawn = still(picture, words("animation_still", title=title))
    data = live_data(live, words) if isinstance(live, LiveModel) else None
    notes = "\n".join(f'<p class="dlb-note">{escape(note)}</p>' for note in _notes(picture, words, live))
    plots = "\n".join(_plot(plot, words) for plot in picture.histories)
    return f"""<section class="dlb{" dlb-alone" if alone else ""}" aria-label="{escape(title)}">
<{head} class="dlb-title">{escape(title)}</{head}>
<div class="dlb-stage">
<canvas class="dlb-canvas" role="img" tabindex="0" aria-label="{label}"></canvas>
<div class="dlb-tools">{_tools(picture, words)}</div>
<div class="dlb-still">{drawn if len(drawn) <= LARGEST_STILL else ""}</div>
</div>
{'<canvas class="dlb-diagram" role="img" aria-hidden="true"></canvas>' if picture.diagram else ""}
<noscript><p class="dlb-note">{escape(words("animation_noscript"))}</p></noscript>
<div class="dlb-controls" role="group" aria-label="{escape(words("animation_controls"))}">
{_controls(picture, words)}
</div>
{live_panel(live, words) if isinstance(live, LiveModel) else ""}
<div class="dlb-notes">
{notes}
</div>
<div class="dlb-plots">
{plots}
</div>
<div class="dlb-tip" role="tooltip" hidden></div>
<script type="application/json" class="dlb-data">{page_data(picture, words, data, alone=alone)}</script>
</section>"""


def _button(words: Words, name: str, *icons: str) -> str:
    text = escape(words(f"animation_{name}"))
    drawn = "".join(
        f'<svg viewBox="0 0 16 16" aria-hidden="true" class="dlb-icon-{icon}"><path d="{ICONS[icon]}"/></svg>'
        for icon in icons
    )
    return f'<button type="button" class="dlb-{name}" aria-label="{text}" title="{text}">{drawn}</button>'


def _tools(picture: Picture, words: Words) -> str:
    """The controls of the view."""
    buttons = "".join(_button(words, name, name) for name in ("nearer", "farther", "view"))
    return f"<span{_hide_unless(picture.names)}>{buttons}</span>{_button(words, 'full', 'full')}"


def _controls(picture: Picture, words: Words) -> str:
    def choice(name: str, options: Iterator[tuple[str, str, bool]]) -> str:
        rows = "".join(
            f'<option value="{value}"{" selected" if chosen else ""}>{escape(text)}</option>'
            for value, text, chosen in options
        )
        text = escape(words(f"animation_{name}"))
        return f'<label>{text} <select class="dlb-{name}">{rows}</select></label>'

    def tick(name: str, *, on: bool) -> str:
        text = escape(words(f"animation_{name}"))
        checked = " checked" if on else ""
        return f'<label><input type="checkbox" class="dlb-{name}"{checked}>{text}</label>'

    traced = any(shape.kind == "trace" for shape in picture.shapes)
    forced = any(shape.layer for shape in picture.shapes)
    scrub = escape(words("animation_scrub"))
    return "\n".join(
        (
            f'<span class="dlb-row">{_button(words, "back", "back")}'
            f"{_button(words, 'play', 'starting', 'pausing')}"
            f"{_button(words, 'on', 'on')}</span>",
            f'<span class="dlb-row dlb-row-wide"><input type="range" class="dlb-scrub" min="0" max="1000"'
            f' step="any" value="0" aria-label="{scrub}"><output class="dlb-clock"></output></span>',
            choice("speed", _speeds(picture, words)),
            tick("loop", on=True),
            f"<span{_hide_unless(traced)}>{choice('traces', _traces(words))}</span>",
            f"<span{_hide_unless(picture.names)}>{tick('names', on=_name_count(picture) <= NAMED)}</span>",
            f"<span{_hide_unless(forced)}>{tick('forces', on=False)}</span>",
            _choices(picture, words),
        )
    )


def _name_count(picture: Picture) -> int:
    return sum(not name.startswith("_") for name in picture.names)


def _hide_unless(shown: object) -> str:
    return "" if shown else " hidden"


def _speeds(picture: Picture, words: Words) -> Iterator[tuple[str, str, bool]]:
    for factor in SPEEDS:
        speed = float(f"{factor * picture.speed:.6g}")
        text = (
            words("animation_real_time") if speed == 1 else f"× {with_mark(f'{speed:g}', words.decimal_mark)}"
        )
        yield f"{speed:g}", text, factor == 1


def _traces(words: Words) -> Iterator[tuple[str, str, bool]]:
    for kind in ("fading", "complete", "none"):
        yield kind, words(f"animation_traces_{kind}"), kind == "fading"


def _choices(picture: Picture, words: Words) -> str:
    """The checkboxes of all curves, grouped by plot."""
    groups = "".join(
        f"<fieldset><legend>{escape(_head(plot, words))}</legend>"
        + "".join(
            f'<label><input type="checkbox" class="dlb-curve" data-plot="{i}" data-curve="{j}"'
            f"{' checked' if curve.shown else ''}>{escape(_name(curve, words))}</label>"
            for j, curve in enumerate(plot.curves)
        )
        + "</fieldset>"
        for i, plot in enumerate(picture.histories)
    )
    text = escape(words("animation_curves"))
    return (
        f'<details class="dlb-choose"{_hide_unless(picture.histories)}><summary>{text}</summary>'
        f"<div>{groups}</div></details>"
    )


def _plot(plot: History, words: Words) -> str:
    names = [_name(curve, words) for curve in plot.curves]
    head = f"<span>{escape(_head(plot, words))}</span>"
    hide = escape(words("animation_hide_curve"))
    keys = "".join(
        f'<button type="button" class="dlb-key dlb-k{i % INKS}" title="{hide}"{_hide_unless(curve.shown)}>'
        f"{escape(name)}</button>"
        for i, (name, curve) in enumerate(zip(names, plot.curves, strict=True))
    )
    label = escape(words("animation_plot", names=", ".join(names)))
    shown = any(curve.shown for curve in plot.curves)
    return (
        f'<figure class="dlb-plot"{_hide_unless(shown)}><figcaption>{head}{keys}</figcaption>'
        f'<canvas role="img" aria-label="{label}"></canvas></figure>'
    )


def _name(curve: Curve, words: Words) -> str:
    return words(curve.key) if curve.key else curve.name


def _head(plot: History, words: Words) -> str:
    """The title of a plot: its quantities and their unit."""
    title = words(plot.key) if plot.key else ""
    return f"{title} {f'[{plot.unit}]' if plot.unit else ''}".strip() or "[–]"


def _notes(picture: Picture, words: Words, live: LiveModel | Message | None) -> Iterator[str]:
    if picture.text:
        yield picture.text
    if picture.automatic:
        yield words("animation_schematic")
    if picture.undrawn:
        yield words("animation_bodies_not_drawn", count=picture.undrawn)
    if picture.left_out:
        yield words("animation_left_out", count=picture.left_out)
    if isinstance(live, Message):
        yield words("animation_live_recorded", reason=live)
    keys = "animation_keys"
    if picture.names:
        keys = "animation_keys_space" if picture.dimension == 3 else "animation_keys_plane"
    drag = f" {words('animation_live_keys')}" if isinstance(live, LiveModel) and picture.names else ""
    yield f"{note_on_speed(picture, words)} {words(keys)}{drag}"


def _title(picture: Picture, words: Words) -> str:
    return picture.title or words("animation_untitled")


def _script(live: LiveModel | Message | None) -> str:
    """The parts of the script in one function, without comments and indentation."""
    *first, last = SCRIPTS
    names = (*first, *(LIVE_SCRIPTS if isinstance(live, LiveModel) else ()), last)
    parts = [(PAGE / f"{name}.js").read_text(encoding="utf-8") for name in names]
    lines = [_REMARK.sub("", line).strip() for part in parts for line in _COMMENT.sub("", part).splitlines()]
    kept = [_closer(line) for line in lines if line]
    return "\n".join(('(() => {\n"use strict";', *kept, "})();"))


def _closer(line: str) -> str:
    """A line of the script without unnecessary spaces; one with templates or slashes is unchanged."""
    if any(sign in line for sign in "`/\\"):
        return line
    parts = _QUOTED.split(line)
    return "".join(piece if i % 2 else _SPACED.sub(r"\1", piece) for i, piece in enumerate(parts))


def _style(live: LiveModel | Message | None) -> str:
    names = ("player.css", "live.css") if isinstance(live, LiveModel) else ("player.css",)
    return "".join((PAGE / name).read_text(encoding="utf-8") for name in names)


def _fingerprint(script: str) -> str:
    """The hash of the script for the Content-Security-Policy."""
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"

"""A page that plays a picture: one HTML file with everything in it, and a fragment for other pages.

Whatever a user has written goes through `escape` or into JSON that no reader of HTML can misread. The page
forbids itself every connection; its script runs because the page names its fingerprint.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from html import escape
from pathlib import Path

from dalembert._present.animation.data import page_data
from dalembert._present.animation.picture import History, Picture
from dalembert._present.animation.still import still
from dalembert._words.languages import Words

HERE = Path(__file__).parent
SPEEDS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
LARGEST_STILL = 500_000  # letters; a larger drawing of the start is left out of a page
NAMED = 14  # points whose names are shown at first
ICONS = {
    "starting": "M4 2l10 6-10 6z",
    "pausing": "M3 2h4v12H3zM9 2h4v12H9z",
    "back": "M3 2h2v12H3zM14 2v12L6 8z",
    "on": "M11 2h2v12h-2zM2 2l8 6-8 6z",
}


def player(picture: Picture, words: Words) -> str:
    """A page that plays a picture by itself; it needs no network and no other file."""
    script, style = _script(), _style()
    policy = (
        f"default-src 'none'; script-src '{_fingerprint(script)}'; style-src 'unsafe-inline'; "
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
body {{ margin: 0; padding: 1rem; }}
{style}</style>
</head>
<body>
<main>
{_element(picture, words, alone=True)}
</main>
<script>{script}</script>
</body>
</html>
"""


def fragment(picture: Picture, words: Words, *, assets: bool = True) -> str:
    """A player for a place in another page. It starts by hand; any number of them can stand in one page.

    Style and script are part of it; with `assets=False` the page has them from `fragment_assets`, once.
    """
    element = _element(picture, words, alone=False)
    if not assets:
        return element
    return f"<style>\n{_style()}</style>\n{element}\n<script>{_script()}</script>"


def fragment_assets() -> tuple[str, str]:
    """The style and, to stand after all fragments, the script of a page with fragments."""
    return _style(), _script()


def note_on_speed(picture: Picture, words: Words) -> str:
    """How fast the motion is shown, in words."""
    if picture.speed == 1:
        return words("animation_real_time_note")
    key = "animation_slower_note" if picture.speed < 1 else "animation_faster_note"
    factor = 1 / picture.speed if picture.speed < 1 else picture.speed
    return words(key, factor=f"{factor:.3g}")


def _element(picture: Picture, words: Words, *, alone: bool) -> str:
    title = _title(picture, words)
    head = "h1" if alone else "h3"
    label = escape(words("animation_drawing", title=title))
    drawn = still(picture, words("animation_still", title=title))
    notes = "\n".join(f'<p class="dlb-note">{escape(note)}</p>' for note in _notes(picture, words))
    plots = "\n".join(_plot(plot, words) for plot in picture.histories)
    return f"""<section class="dlb" aria-label="{escape(title)}">
<{head} class="dlb-title">{escape(title)}</{head}>
<div class="dlb-stage">
<canvas class="dlb-canvas" role="img" tabindex="0" aria-label="{label}"></canvas>
<div class="dlb-still">{drawn if len(drawn) <= LARGEST_STILL else ""}</div>
</div>
<noscript><p class="dlb-note">{escape(words("animation_noscript"))}</p></noscript>
<div class="dlb-controls" role="group" aria-label="{escape(words("animation_controls"))}">
{_controls(picture, words)}
</div>
{notes}
<div class="dlb-plots">
{plots}
</div>
<script type="application/json" class="dlb-data">{page_data(picture, words, alone=alone)}</script>
</section>"""


def _controls(picture: Picture, words: Words) -> str:
    def button(name: str, *icons: str) -> str:
        text = escape(words(f"animation_{name}"))
        drawn = "".join(
            f'<svg viewBox="0 0 16 16" aria-hidden="true" class="dlb-icon-{icon}">'
            f'<path d="{ICONS[icon]}"/></svg>'
            for icon in icons
        )
        return f'<button type="button" class="dlb-{name}" aria-label="{text}" title="{text}">{drawn}</button>'

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
    solid = picture.dimension == 3 and picture.names
    view = escape(words("animation_view"))
    scrub = escape(words("animation_scrub"))
    return "\n".join(
        (
            f'<span class="dlb-row">{button("back", "back")}{button("play", "starting", "pausing")}'
            f"{button('on', 'on')}</span>",
            f'<span class="dlb-row dlb-row-wide"><input type="range" class="dlb-scrub" min="0" max="1000"'
            f' step="any" value="0" aria-label="{scrub}"><output class="dlb-clock"></output></span>',
            choice("speed", _speeds(picture, words)),
            tick("loop", on=True),
            f"<span{_hide_unless(traced)}>{choice('traces', _traces(words))}</span>",
            f"<span{_hide_unless(picture.names)}>{tick('names', on=len(picture.names) <= NAMED)}</span>",
            f'<span{_hide_unless(solid)}><button type="button" class="dlb-view">{view}</button></span>',
        )
    )


def _hide_unless(shown: object) -> str:
    return "" if shown else " hidden"


def _speeds(picture: Picture, words: Words) -> Iterator[tuple[str, str, bool]]:
    for factor in SPEEDS:
        speed = float(f"{factor * picture.speed:.6g}")
        text = words("animation_real_time") if speed == 1 else f"× {speed:g}"
        yield f"{speed:g}", text, factor == 1


def _traces(words: Words) -> Iterator[tuple[str, str, bool]]:
    for kind in ("fading", "complete", "none"):
        yield kind, words(f"animation_traces_{kind}"), kind == "complete"


def _plot(plot: History, words: Words) -> str:
    names = [words(curve.key) if curve.key else curve.name for curve in plot.curves]
    title = words(plot.key) if plot.key else ""
    unit = f"[{plot.unit}]" if plot.unit else ""
    head = f"<span>{escape(f'{title} {unit}'.strip())}</span>" if title or unit else ""
    keys = "".join(f'<span class="dlb-key dlb-k{i}">{escape(name)}</span>' for i, name in enumerate(names))
    label = escape(words("animation_plot", names=", ".join(names)))
    return (
        f'<figure class="dlb-plot"><figcaption>{head}{keys}</figcaption>'
        f'<canvas role="img" aria-label="{label}"></canvas></figure>'
    )


def _notes(picture: Picture, words: Words) -> Iterator[str]:
    if picture.text:
        yield picture.text
    if picture.automatic:
        yield words("animation_schematic")
    if picture.left_out:
        yield words("animation_left_out", count=picture.left_out)
    keys = "animation_keys_space" if picture.dimension == 3 and picture.names else "animation_keys"
    yield f"{note_on_speed(picture, words)} {words(keys)}"


def _title(picture: Picture, words: Words) -> str:
    return picture.title or words("animation_untitled")


def _script() -> str:
    return (HERE / "player.js").read_text(encoding="utf-8")


def _style() -> str:
    return (HERE / "player.css").read_text(encoding="utf-8")


def _fingerprint(script: str) -> str:
    """The script as a Content-Security-Policy names it."""
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"

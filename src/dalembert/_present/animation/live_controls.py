"""The controls of a live page as HTML: a slider and a field for each value."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from dalembert._present.animation.live_page import Control, LiveModel
from dalembert._words.languages import Words

GROUPS = (
    ("animation_live_parameters", ("parameter",)),
    ("animation_live_start", ("start", "speed")),
    ("animation_live_run", ("time",)),
)
RUNS = 'class="dlb-values"'  # marks a live page
WASM = "'wasm-unsafe-eval'"  # the only addition to its policy: compiling WebAssembly
SAID = {  # messages of the script by their names there
    "estimating": "animation_live_estimating",
    "met": "animation_live_met",
    "limited": "animation_live_limited",
    "balance": "animation_live_balance",
    "noClaim": "animation_live_no_claim",
    "ended": "animation_live_ended",
    "notFinite": "animation_live_not_finite",
    "singular": "animation_live_singular",
    "underflow": "animation_live_underflow",
    "off": "animation_live_off",
    "long": "animation_live_too_long",
    "noStart": "animation_live_no_start",
    "noRun": "animation_live_no_run",
    "open": "animation_live_open",
    "noEnd": "animation_live_no_end",
    "noNumber": "animation_live_no_number",
    "address": "animation_live_address",
    "inside": "animation_live_inside",
    "bound": "animation_live_bound",
    "stopped": "animation_live_stopped",
    "undecided": "animation_live_undecided",
    "restitution": "animation_live_restitution",
    "sticking": "animation_live_sticking",
    "friction": "animation_live_friction",
    "eventInside": "animation_live_event_inside",
    "eventValue": "animation_live_event_value",
    "eventOff": "animation_live_event_off",
    "eventAgain": "animation_live_event_again",
    "events": "animation_live_events",
    "impacts": "animation_live_impacts",
    "impact": "animation_live_impact",
    "sticks": "animation_live_sticks",
    "slips": "animation_live_slips",
    "rests": "animation_live_rests",
    "opens": "animation_live_opens",
    "more": "animation_live_more",
    "notAllowed": "animation_live_not_allowed",
}


def live_data(live: LiveModel, words: Words) -> dict[str, Any]:
    """The data of the script, with its messages, whose blanks it fills."""
    return {**live.program, "words": {name: words.messages[key] for name, key in SAID.items()}}


def live_panel(live: LiveModel, words: Words) -> str:
    """Values in groups, properties of the motion, its energy ledger, and buttons."""
    groups = "".join(_group(live, words, title, kinds) for title, kinds in GROUPS)
    buttons = "".join(
        f'<button type="button" class="dlb-{name}">{escape(words(f"animation_live_{name}"))}</button>'
        for name in ("reset", "link", "csv")
    )
    label = escape(words("animation_live_values"))
    return f"""<section {RUNS} aria-label="{label}">
<p class="dlb-said" role="status"></p>
<div class="dlb-live-buttons">{buttons}
<input class="dlb-address" readonly hidden aria-label="{escape(words("animation_live_link"))}"></div>
<div class="dlb-groups">{groups}</div>
{_ledger(live, words)}
{_happenings(words)}
</section>"""


def _group(live: LiveModel, words: Words, title: str, kinds: tuple[str, ...]) -> str:
    numbered = [(i, one) for i, one in enumerate(live.controls) if one.kind in kinds]
    lines = "".join(_line(i, one, words) for i, one in numbered)
    open_ = " open" if len(numbered) <= MANY else ""
    return (
        f"<details{open_}><summary>{escape(words(title))}</summary><div>{lines}</div></details>"
        if numbered
        else ""
    )


MANY = 12  # the most values shown at first


def _line(i: int, control: Control, words: Words) -> str:
    unit = control.unit.symbol
    text = words("animation_live_end") if control.kind == "time" else control.text
    name = escape(control.shown)
    title = escape(f"{control.shown}{f' [{unit}]' if unit else ''}{f': {text}' if text else ''}")
    value = f"{control.unit.from_si(control.value):.12g}"
    return (
        f'<div class="dlb-control" data-control="{i}" title="{title}"><span class="dlb-what">{name}'
        f"<small>{escape(text)}</small></span>"
        f'<input type="range" min="{control.low:.12g}" max="{control.high:.12g}" step="any" value="{value}"'
        f' aria-label="{title}">'
        f'<span class="dlb-number"><input type="number" step="any" value="{value}" aria-label="{title}">'
        f"<span>{escape(unit)}</span></span></div>"
    )


def _ledger(live: LiveModel, words: Words) -> str:
    """The energy ledger, to be filled by the script."""
    rows = "".join(
        f'<tr><th scope="row">{escape(text)}</th><td>–</td></tr>' for text in _ledger_rows(live, words)
    )
    title = escape(words("animation_live_ledger"))
    item, joule = (escape(words(key)) for key in ("report_ledger_account", "report_ledger_joule"))
    head = f"<thead><tr><th>{item}</th><th>{joule}</th></tr></thead>"
    table = f"<table>{head}<tbody>{rows}</tbody></table>"
    return f'<details class="dlb-ledger"><summary>{title}</summary>{table}</details>'


def _happenings(words: Words) -> str:
    """Impacts, changes of contacts and events, to be filled by the script."""
    title, what = escape(words("animation_live_events")), escape(words("animation_live_what"))
    head = f"<thead><tr><th>t / s</th><th>{what}</th></tr></thead>"
    table = f'<div tabindex="0"><table>{head}<tbody></tbody></table></div>'
    return f'<details class="dlb-happenings" hidden><summary>{title}</summary>{table}</details>'


def _ledger_rows(live: LiveModel, words: Words) -> Iterator[str]:
    yield words("report_ledger_start")
    for name in live.works:
        yield words(LEDGER[name])
    if live.impacts:
        yield words("report_ledger_impacts")
    if live.sets:
        yield words("report_ledger_events")
    if live.impulses:
        yield words("report_ledger_impulses")
    yield words("report_ledger_remainder")
    yield words("report_ledger_end")


LEDGER = {
    "dissipated": "report_ledger_dissipated",
    "friction": "report_ledger_friction",
    "efforts": "report_ledger_efforts",
    "constraints": "report_ledger_constraints",
    "time": "report_ledger_time",
    "projection": "report_ledger_projection",
}

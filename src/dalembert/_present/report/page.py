"""The frame of the HTML page: its style and its policy, which allows no loading and only its own player."""

from __future__ import annotations

import base64
import hashlib
import re

from dalembert._present.animation.live_controls import RUNS, WASM

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --soft: #57606a; --line: #d0d7de;
  --shade: #f6f8fa; --link: #0a5ca8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #16181c; --soft: #a2a9b1;
  --line: #3a3f46; --shade: #20242a; --link: #7db7ee; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.55; font-size: 1.03rem;
  font-family: Charter, "Bitstream Charter", "Source Serif 4", Cambria, Georgia, serif; }
main { max-width: 84rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.4rem; margin: 2.6rem 0 .8rem; padding-bottom: .25rem;
  border-bottom: 1px solid var(--line); }
main > section, main > nav { max-width: 54rem; margin-left: auto; margin-right: auto; }
.count { margin-right: .6em; }
h3 { font-size: 1.08rem; margin: 1.7rem 0 .5rem; }
h1, h2, h3, th, nav, figcaption { font-family: system-ui, "Segoe UI", "Noto Sans", Helvetica, Arial,
  sans-serif; }
p, li { overflow-wrap: anywhere; }
.by { color: var(--soft); margin: 0 0 .8rem; }
nav { background: var(--shade); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1.2rem;
  font-size: .92rem; }
nav p { margin: 0 0 .3rem; font-weight: 600; }
nav ol { margin: 0; padding-left: 0; columns: 17rem; list-style: none; }
nav .count { display: inline-block; min-width: 1.3em; margin-right: .4em; }
.front { display: grid; grid-template-columns: minmax(0, 1.3fr) minmax(20rem, 1fr); gap: 0 1.4rem;
  align-items: start; margin: 0 auto 1.6rem; }
.front .dlb { display: flex; flex-direction: column; max-width: none; }
.front .dlb-title { display: none; }
.front .dlb-plots { order: 1; } .front .dlb-note { order: 2; }
.front figure { margin: 1rem 0 0; }
.results { background: var(--shade); border: 1px solid var(--line); border-radius: .5rem;
  padding: .6rem .9rem; }
.results h2 { font-size: 1.05rem; margin: 0 0 .35rem; border: 0; padding: 0; }
.results dl { display: grid; grid-template-columns: fit-content(9.5rem) minmax(0, 1fr); gap: .3rem .7rem;
  margin: 0; font-size: .88rem; line-height: 1.35; }
.results dt { font-family: system-ui, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; font-weight: 600;
  font-size: .8rem; color: var(--soft); hyphens: auto; }
.results dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 60rem) { .front { grid-template-columns: minmax(0, 1fr); } .results { margin-top: 1rem; } }
a { color: var(--link); }
math { font-size: 1.06em; font-family: "Latin Modern Math", "STIX Two Math", "Libertinus Math",
  "Cambria Math", math; }
mi.bold { font-weight: bold; }
mtable.cases mtd { text-align: left; padding-right: 1em; }
.equations { margin: .8rem 0; }
.equation { display: flex; align-items: center; gap: .6rem; margin: .35rem 0; }
.equation > div { flex: 1 1 auto; min-width: 0; padding-left: 3rem; text-indent: -1.5rem; line-height: 2.1;
  overflow-x: auto; overflow-y: hidden; padding-bottom: .1rem; }
.equation > .matrix { padding-left: 0; text-indent: 0; margin: .4rem 0; }
.equation .tag { color: var(--soft); min-width: 2.6em; text-align: right; }
button.copy { font: inherit; font-size: .68rem; line-height: 1; color: var(--link); background: none;
  border: 1px solid var(--line); border-radius: .3rem; padding: .2rem .3rem; cursor: pointer;
  opacity: .35; }
button.copy sub { font-size: 1em; vertical-align: -.25em; margin: 0 -.12em; }
.equation:hover > button.copy, button.copy:focus-visible, button.copy.done { opacity: 1; }
.equation math { text-indent: 0; white-space: nowrap; }
.whole { white-space: nowrap; }
.equations.many { display: flex; flex-wrap: wrap; gap: 0 2rem; padding-left: 1.5rem; }
.equations.many .equation > div { padding-left: 0; text-indent: 0; }
.scroll { overflow-x: auto; overflow-y: hidden; margin: .8rem 0; padding-bottom: .35rem; }
.scroll.matrix math { margin-left: 1.5rem; }
mtable.matrix mtd { padding: .15em .45em; }
table { border-collapse: collapse; font-size: .94rem; margin: .4rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0;
  border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
th { font-size: .86rem; hyphens: auto; border-bottom: 2px solid var(--line); }
td.number, th.number { text-align: right; white-space: nowrap; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", Consolas, monospace; font-size: .88em; }
pre { background: var(--shade); border: 1px solid var(--line); border-radius: .4rem; padding: .8rem;
  white-space: pre-wrap; }
figure { margin: 1.6rem 0; }
figure svg { display: block; max-width: 100%; height: auto; margin: 0 auto; background: #fff;
  border-radius: .3rem; }
figcaption { font-size: .88rem; color: var(--soft); margin-top: .4rem; }
@media (max-width: 32rem) { .equation > div { padding-left: 1.4rem; text-indent: -1rem; }
  .scroll.matrix math { margin-left: .4rem; } }
@media print { :root { --ink: #000; --paper: #fff; } nav { break-after: page; } h2, h3 { break-after: avoid; }
  figure, tr { break-inside: avoid; } main { max-width: none; padding: 0; }
  .equation > div { overflow: visible; } button.copy { display: none; } }
"""
# Copies the LaTeX of an equation: by the clipboard API, or by a selection without it.
COPY = """<script>
document.addEventListener("click", (event) => {
  const button = event.target.closest("button.copy");
  if (!button) return;
  const text = button.dataset.tex, before = button.innerHTML;
  const done = () => {
    if (button.classList.contains("done")) return;
    button.classList.add("done");
    button.textContent = button.dataset.done;
    setTimeout(() => { button.innerHTML = before; button.classList.remove("done"); }, 1500);
  };
  const select = () => {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    button.focus();
    if (copied) done();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, select); else select();
});
</script>"""
_SCRIPT = re.compile(r"<script[^>]*>(.*?)</script\s*>", re.DOTALL | re.IGNORECASE)
_PROLOGUE = re.compile(r"<\?xml.*?\?>|<!DOCTYPE[^>]*>|<!--.*?-->|<metadata>.*?</metadata>", re.DOTALL)
_IDS = re.compile(r"""(?<![\w-])id=("|')([^"']+)\1""")
_BETWEEN, _BLANKS = re.compile(r">\s+<"), re.compile(r"\s+")
_PLACES = re.compile(r"""\b(?:d|x|y|points)="[^"]*"|translate\([^)]*\)""")
_DECIMALS = re.compile(r"-?\d+\.\d{3,}(?![\de])")
_GROUPS = re.compile(r'<g id="([^"]*)"')
_USES = re.compile(r"""(url\(\s*['"]?#|href=["']#|begin=["'])([^)"']+)""")


def _round_coordinate(number: re.Match[str]) -> str:
    """A coordinate to a hundredth of a point."""
    return f"{round(float(number[0]), 2) + 0.0:g}"


def policy(fragment: str) -> str:
    """The Content-Security-Policy: only the scripts of the player may run, identified by their hashes."""
    digests = [hashlib.sha256(text.encode()).digest() for text in _SCRIPT.findall(fragment)]
    hashes = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    runs = f" {WASM}" if RUNS in fragment else ""
    return (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
        f"script-src {hashes or chr(39) + 'none' + chr(39)}{runs}; base-uri 'none'; form-action 'none'"
    )


def inline_svg(svg: str, prefix: str) -> str:
    """An SVG file as a part of a page: without invisible parts, and with unique ids."""
    body = _BETWEEN.sub("><", _PROLOGUE.sub("", svg).strip())
    body = _PLACES.sub(lambda match: _DECIMALS.sub(_round_coordinate, _BLANKS.sub(" ", match[0])), body)
    used = {name for _, name in _USES.findall(body)}
    body = _GROUPS.sub(lambda match: match[0] if match[1] in used else "<g", body)
    known = {name for _, name in _IDS.findall(body)}
    body = _IDS.sub(lambda match: f'id="{prefix}{match.group(2)}"', body)
    return _USES.sub(
        lambda match: match.group(1) + (prefix if match.group(2) in known else "") + match.group(2), body
    )

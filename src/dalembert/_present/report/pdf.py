"""The PDF of a report, by the first TeX engine found, without a shell and inside its own folder."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from dalembert._present.programs import program_path, run_program

SECONDS = 120.0
RUNS = 4  # the table of contents shifts the pages it lists
SAFE = {"openin_any": "p", "openout_any": "p", "shell_escape": "f", "max_print_line": "1000"}
LATEX = ("-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "-file-line-error")
ENGINES: dict[str, tuple[str, ...]] = {
    "pdflatex": LATEX,
    "lualatex": LATEX,
    "xelatex": LATEX,
    "tectonic": ("--untrusted", "--keep-logs"),
}
HINT = (
    "install TeX Live (Debian, Ubuntu: apt install texlive-latex-recommended lmodern), MacTeX, MiKTeX"
    " or tectonic"
)
_PAGES = re.compile(r"Output written on .*?\((\d+) pages?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The PDF, or why there is none; `missing`: no engine was found; `why`: the error message of TeX."""

    path: Path | None = None
    engine: str = ""
    pages: int = 0
    missing: bool = False
    why: str = ""
    hint: str = ""
    overfull: tuple[str, ...] = ()


def pdf_of(folder: Path, name: str = "report", engines: tuple[str, ...] = tuple(ENGINES)) -> Outcome:
    """The PDF of name.tex in a folder, made by the first installed engine."""
    engine = next((engine for engine in engines if program_path(engine)), None)
    if engine is None:
        return Outcome(missing=True, why=f"none of {', '.join(engines)} was found", hint=HINT)
    command = [str(program_path(engine)), *ENGINES[engine], f"{name}.tex"]
    log_text = ""
    for _ in range(RUNS if engine != "tectonic" else 1):
        before = _contents(folder, name)
        done = run_program(command, folder, SECONDS, SAFE)
        log_text = done.output
        if not done.ok:
            return Outcome(engine=engine, why=_reason(log_text), hint=f"look into {name}.log")
        if _contents(folder, name) == before:
            break
    path = folder / f"{name}.pdf"
    if not path.is_file():
        return Outcome(engine=engine, why=_reason(log_text), hint=f"look into {name}.log")
    log = folder / f"{name}.log"
    log_text = log.read_text(encoding="utf-8", errors="replace") if log.is_file() else log_text
    pages = _PAGES.search(log_text)
    wide = tuple(line for line in log_text.splitlines() if line.startswith("Overfull \\hbox"))
    return Outcome(path=path, engine=engine, pages=int(pages.group(1)) if pages else 0, overfull=wide)


def _contents(folder: Path, name: str) -> bytes:
    path = folder / f"{name}.toc"
    return path.read_bytes() if path.is_file() else b""


def _reason(log_text: str) -> str:
    """The first error message of TeX."""
    lines = log_text.splitlines()
    for i, line in enumerate(lines):
        if line.startswith("!") or re.match(r"\S+\.tex:\d+: ", line):
            return " ".join(
                [line.removeprefix("! "), *(one.strip() for one in lines[i + 1 : i + 3])]
            ).strip()[:400]
    return (lines[-1] if lines else "it said nothing")[:400]

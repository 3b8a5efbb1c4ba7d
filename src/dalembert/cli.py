"""The command line: a thin caller of the public verbs.

Exit codes: 0 good, 1 the model is at fault, 2 wrong usage.
"""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import dalembert
from dalembert import Flaw, ModelError, library

app = typer.Typer(
    name="dalembert",
    help="Energies in, motion out: equations of motion from energies, shown step by step and verified.",
    epilog="First steps:  dalembert new pendulum,  then  dalembert derive pendulum.toml",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
COLOURS = {"error": "bold red", "structure": "bold magenta", "warning": "bold yellow", "note": "bold cyan"}

ModelArgument = Annotated[
    str,
    typer.Argument(
        metavar="MODEL", help="A model file, or a library system such as four_bar or n_link_pendulum:20."
    ),
]
CaseOption = Annotated[
    str, typer.Option("--case", metavar="NAME", help="Use one of the model's named cases.")
]
SetOption = Annotated[
    list[str], typer.Option("--set", metavar="p=v", help="Give a parameter a value; repeatable.")
]
StartOption = Annotated[
    list[str], typer.Option("--start", metavar="q=v", help="Give a start value; repeatable.")
]
SpeedOption = Annotated[
    list[str], typer.Option("--speed", metavar="q=v", help="Give a start speed; repeatable.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


class Form(StrEnum):
    """Forms of the equations."""

    lagrange = "lagrange"
    matrix = "matrix"
    linear = "linear"
    mcg = "mcg"
    descriptor = "descriptor"
    state = "state"
    hamilton = "hamilton"


class Style(StrEnum):
    """Ways of writing them."""

    unicode = "unicode"
    text = "text"
    pretty = "pretty"
    latex = "latex"


class Language(StrEnum):
    """Languages of function files."""

    python = "python"
    c = "c"
    octave = "octave"


TEMPLATE = """\
format = 1
title = "{title}"

[parameters]                        # a number, or a table with value, unit and text
m = {{ value = 1.0, unit = "kg", text = "mass" }}
l = {{ value = 1.0, unit = "m", text = "length" }}
g = {{ value = 9.81, unit = "m/s^2", text = "gravity" }}

[coordinates]                       # what moves; start is its value at the start, speed its velocity
theta = {{ unit = "rad", start = "pi/4", speed = 0 }}

[definitions]                       # names for parts; x' and y' are understood
x = "l*sin(theta)"
y = "-l*cos(theta)"

[energy]
kinetic = "1/2*m*(x'^2 + y'^2)"     # x' is the velocity of x
potential = "m*g*y"

[outputs]
height = "y"

[simulate]
t_end = 10.0
samples = 1000
"""


@app.command(epilog="Example:  dalembert check four_bar")
def check(
    model: ModelArgument,
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006  typer reads the default, nothing changes it
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    as_json: JsonOption = False,
) -> None:
    """Check a model: every mistake at once, each with its place and what to type."""
    verdict = dalembert.check(model)
    if verdict.ok or not any(flaw.severity == "error" for flaw in verdict.flaws):
        try:
            varied = _varied(model, case, parameters, start, speed)
            verdict = dalembert.check(varied) if varied is not None else verdict
        except ModelError as error:
            verdict = dalembert.Verdict(flaws=error.flaws)
    if as_json:
        _print_json(dalembert.as_dict(verdict))
    else:
        for flaw in verdict.flaws:
            _print_flaw(flaw)
        _console().print(
            Text(f"{model}: {_summary(verdict.flaws)}", style="bold green" if verdict.ok else "bold")
        )
    raise typer.Exit(0 if verdict.ok else 2 if _no_such_model(verdict.flaws) else 1)


@app.command(epilog="Example:  dalembert derive electro_mechanical --form matrix")
def derive(
    model: ModelArgument,
    form: Annotated[Form, typer.Option(help="Which form of the equations to print.")] = Form.lagrange,
    at: Annotated[
        list[str],
        typer.Option("--at", metavar="q=v", help="Point of the linear form: x=0.1, x'=2."),
    ] = [],  # noqa: B006
    gravity: Annotated[str, typer.Option(metavar="NAME", help="Gravity parameter of linear and mcg.")] = "g",
    style: Annotated[
        Style, typer.Option("--format", help="How to write them; `text` is the model language.")
    ] = Style.unicode,
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    as_json: JsonOption = False,
) -> None:
    """Derive the equations of motion, every step shown, and verify them against the energies."""
    if at and form is not Form.linear:
        _usage(f"--at is the point of the linear form; the form {form.value} has none")
    try:
        with _busy("deriving"):
            varied = _varied(model, case, parameters, start, speed)
            equations = dalembert.derive(varied if varied is not None else model)
            asked = None
            if form is not Form.lagrange:
                asked = dalembert.form_of(equations, form.value, _pairs("--at", at), gravity)
    except ModelError as error:
        _refuse(error.flaws, as_json)
    except dalembert.VerificationError as error:
        _refuse((Flaw(rule="verification", severity="error", where="", message=str(error)),), as_json)
    except dalembert.NotAvailable as error:
        message = f"the form {form.value} is not available: {error}"
        _refuse((Flaw(rule="form", severity="error", where="", message=message),), as_json)
    if as_json:
        record = dalembert.as_dict(equations)
        record["form"] = dalembert.as_dict(asked) if asked is not None else {}
        record["conserved"] = [dalembert.as_dict(found) for found in dalembert.conserved(equations)]
        _print_json(record)
        return
    console = _console()
    listing = dalembert.show(equations, asked or "lagrange", style.value, console.width)
    if style is Style.latex:
        sys.stdout.write(listing + "\n")
        return
    if equations.model.title:
        console.print(Text(equations.model.title, style="bold underline"))
    for line in listing.split("\n"):
        heading, result = line[:1].strip() != "", line.startswith("  ⇒")
        console.print(Text(line, style="bold" if heading else "green" if result else ""), soft_wrap=True)
    v = equations.verified
    word = f"equations verified at {v.points} points, largest relative error {v.max_error:.1e}"
    console.print(Text(f"\n{word}  ({equations.seconds:.2g} s)", style="dim"), soft_wrap=True)


@app.command(epilog="Example:  dalembert functions four_bar --to c --out four_bar_c")
def functions(
    model: ModelArgument,
    to: Annotated[Language, typer.Option(help="The language of the files.")] = Language.python,
    out: Annotated[
        str, typer.Option(metavar="DIR", help="Folder for the files; made if it is not there.")
    ] = ".",
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006  typer reads the default, nothing changes it
    as_json: JsonOption = False,
) -> None:
    """Write M, h, Phi, Phi_q, gamma, energies … as function files with one signature (t, q, qd, p)."""
    stem = Path(model).stem if model.endswith((".toml", ".txt")) else model
    try:
        varied = _varied(model, case, parameters, [], [])
        chosen = varied if varied is not None else model
        files = dalembert.function_files(chosen, to.value, stem)
        missing = dalembert.left_out(chosen)
    except ModelError as error:
        _refuse(error.flaws, as_json)
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _usage(f"cannot make the folder {folder}: {error.strerror}")
    for name in files:
        if (folder / name).exists():
            _usage(f"{folder / name} is already there: choose another folder with --out, or delete it first")
    for name, text in files.items():
        _write_new(folder / name, text)
    if as_json:
        _print_json({"files": [str(folder / name) for name in files], "left_out": missing})
        return
    for name in files:
        _console().print(f"wrote {folder / name}", highlight=False, markup=False)
    for reason in missing.values():
        _console().print(f"left out: {reason}", highlight=False, markup=False)


@app.command(epilog="Example:  dalembert convert LagEq.txt conveyor.toml")
def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="A model file (.toml, .txt) or a library system.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="The file to write; its suffix names the format.")
    ],
    force: Annotated[bool, typer.Option("--force", help="Leave out what the format cannot hold.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Convert a model file: .toml is ours, .txt is LagEq. Nothing is lost without a word."""
    try:
        made = dalembert.convert(source, target, force=force)
    except ModelError as error:
        _refuse(error.flaws, as_json)
    except dalembert.LossError as error:
        message = f"{target} cannot hold all of {source}:\n  " + "\n  ".join(error.losses)
        hint = "--force leaves these out"
        _refuse((Flaw(rule="loss", severity="error", where="", message=message, hint=hint),), as_json)
    except ValueError as error:
        _usage(str(error))
    _write_new(Path(target), made.text)
    if as_json:
        said = dalembert.as_dict(dalembert.Verdict(flaws=made.said))["flaws"]
        _print_json({"file": target, "said": said, "losses": list(made.losses)})
        return
    for flaw in made.said:
        _print_flaw(flaw)
    for loss in made.losses:
        _console().print(f"left out: {loss}", highlight=False, markup=False)
    _console().print(f"wrote {target}", highlight=False, markup=False)


@app.command(epilog="Example:  dalembert new pendulum   or   dalembert new linkage --from four_bar")
def new(
    name: Annotated[str, typer.Argument(help="Name of the model; NAME.toml is written.")],
    source: Annotated[
        str, typer.Option("--from", metavar="SYSTEM", help="Start from a library system.")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Start a new model file."""
    if not name.strip():
        _usage("a model needs a name: dalembert new pendulum")
    path = Path(name if name.endswith(".toml") else f"{name}.toml")
    text = (
        _library_text(source)
        if source
        else TEMPLATE.format(title=path.stem.replace("\\", "").replace('"', ""))
    )
    _write_new(path, text)
    if as_json:
        _print_json({"file": str(path)})
    else:
        _console().print(
            f"wrote {path}; next: dalembert check {shlex.quote(str(path))}", highlight=False, markup=False
        )


@app.command(epilog="Example:  dalembert examples four_bar --copy")
def examples(
    name: Annotated[str, typer.Argument(help="A library system; without one, all are listed.")] = "",
    copy: Annotated[bool, typer.Option("--copy", help="Write NAME.toml into this folder.")] = False,
    goldens: Annotated[
        bool, typer.Option("--goldens", help="Derive and compare with every printed result of the sources.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List the library of worked systems, show one, or copy it."""
    if goldens:
        _goldens(name, as_json)
    elif name and copy:
        path = Path(f"{name.replace(':', '_')}.toml")
        _write_new(path, _library_text(name))
        if as_json:
            _print_json({"file": str(path)})
        else:
            _console().print(
                f"wrote {path}; next: dalembert derive {shlex.quote(str(path))}",
                highlight=False,
                markup=False,
            )
    elif name:
        text = _library_text(name)
        if as_json:
            _print_json({"name": name, "text": text})
        else:
            sys.stdout.write(text)
    elif copy:
        _usage("--copy needs the name of a system: dalembert examples four_bar --copy")
    else:
        _list_examples(as_json)


@app.command(epilog="Example:  dalembert doctor")
def doctor(as_json: JsonOption = False) -> None:
    """Look which programs and packages this machine has."""
    findings = dalembert.doctor()
    good = all(f.found for f in findings if f.needed)
    if as_json:
        _print_json(
            {
                "ok": good,
                "findings": [{"name": f.name, "found": f.found, "needed": f.needed} for f in findings],
            }
        )
    else:
        table = Table(box=None, pad_edge=False, show_header=False)
        for f in findings:
            mark = Text("✓", "green") if f.found else Text("✗", "red") if f.needed else Text("–", "yellow")
            table.add_row(mark, f.name, f.found or "not found", "" if f.found else f.hint)
        _console().print(table)
    raise typer.Exit(0 if good else 1)


@app.callback(invoke_without_command=True)
def _main(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        sys.stdout.write(f"dalembert {dalembert.__version__}\n")
        raise typer.Exit(0)


def main() -> None:
    """Entry point of the `dalembert` command."""
    app()


# -- reading -----------------------------------------------------------------------------------------


def _varied(
    model: str, case: str, parameters: list[str], start: list[str], speed: list[str]
) -> dalembert.Model | None:
    """The model with what the options say; None where they say nothing."""
    if not (case or parameters or start or speed):
        return None
    given = (_pairs("--set", parameters), _pairs("--start", start), _pairs("--speed", speed))
    return dalembert.vary(dalembert.read(model), case, *given)


def _pairs(option: str, given: list[str]) -> dict[str, str]:
    """The name=value pairs of a repeatable option."""
    pairs = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals or not name.strip() or not value.strip():
            _usage(f"{option} takes name=value, but was given {one}: write {option} x=0.5")
        if name.strip() in pairs:
            _usage(f"{option} gives {name.strip()} twice: which one is meant?")
        pairs[name.strip()] = value.strip()
    return pairs


# -- printing ----------------------------------------------------------------------------------------


def _console() -> Console:
    return Console(soft_wrap=False, highlight=False)


def _busy(doing: str) -> AbstractContextManager[Any]:
    """A spinner on a terminal, nothing elsewhere."""
    console = Console(stderr=True)
    return console.status(f"{doing} …") if console.is_terminal else nullcontext()


def _print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n")


def _print_flaw(flaw: Flaw) -> None:
    first, _, rest = str(flaw).partition("\n")
    severity, _, message = first.partition(":")
    text = Text.assemble((severity, COLOURS[flaw.severity]), ":", (message, "bold"))
    _console().print(text, soft_wrap=True)
    if rest:
        _console().print(Text(rest), soft_wrap=True)
    _console().print()


def _summary(flaws: tuple[Flaw, ...]) -> str:
    counts = {s: sum(f.severity == s for f in flaws) for s in COLOURS}
    words = [f"{n} {s}{'s' if n > 1 and s != 'structure' else ''}" for s, n in counts.items() if n]
    return ", ".join(words) if words else "no flaws found"


def _no_such_model(flaws: tuple[Flaw, ...]) -> bool:
    return any(flaw.rule in ("file", "library") for flaw in flaws)


def _refuse(flaws: tuple[Flaw, ...], as_json: bool) -> NoReturn:
    if as_json:
        _print_json(dalembert.as_dict(dalembert.Verdict(flaws=flaws)))
    else:
        for flaw in flaws:
            _print_flaw(flaw)
    raise typer.Exit(2 if _no_such_model(flaws) else 1)


def _usage(message: str) -> NoReturn:
    Console(stderr=True, highlight=False).print(message, markup=False)
    raise typer.Exit(2)


def _library_text(name: str) -> str:
    try:
        return library.text_of(name)
    except ValueError as error:
        _usage(f"{error}; `dalembert examples` lists them")


def _write_new(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        _usage(f"{path} is already there: choose another name, or delete it first")
    except OSError as error:
        _usage(f"cannot write {path}: {error.strerror}")


def _list_examples(as_json: bool) -> None:
    if as_json:
        _print_json(
            [
                {"name": s.name, "summary": s.summary, "source": s.source, "size": s.size}
                for s in library.SYSTEMS
            ]
        )
        return
    table = Table(box=None, pad_edge=False)
    for column in ("system", "what it is", "from"):
        table.add_column(column)
    for s in library.SYSTEMS:
        table.add_row(s.name + (f":{s.size}" if s.size else ""), s.summary, s.source)
    _console().print(table)


def _goldens(name: str, as_json: bool) -> None:
    names = [name] if name else [s.name for s in library.SYSTEMS]
    rows: list[dict[str, Any]] = []
    for one in names:
        _library_text(one)  # an unknown name is wrong usage
        with _busy(f"comparing {one}"):
            results = list(dalembert.goldens(one))
        for cite in dict.fromkeys(golden.cite for golden, _ in results):
            own = [(g, ok) for g, ok in results if g.cite == cite]
            missed = [f"{g.part}[{', '.join(g.of)}]" for g, ok in own if not ok]
            rows.append({"system": one, "printed": cite, "entries": len(own), "missed": missed})
    if as_json:
        _print_json(rows)
    else:
        table = Table(box=None, pad_edge=False)
        for column in ("system", "printed result", "entries", "reproduced"):
            table.add_column(column, justify="right" if column == "entries" else "left")
        for row in rows:
            verdict = (
                Text("all", "green") if not row["missed"] else Text(f"not: {', '.join(row['missed'])}", "red")
            )
            table.add_row(row["system"], row["printed"], str(row["entries"]), verdict)
        _console().print(table)
        total = sum(row["entries"] for row in rows)
        reproduced = total - sum(len(row["missed"]) for row in rows)
        _console().print(f"{reproduced} of {total} printed results reproduced as symbolic identities")
    raise typer.Exit(1 if any(row["missed"] for row in rows) else 0)


if __name__ == "__main__":
    main()

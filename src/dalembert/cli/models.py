"""Commands about models: check, derive, functions, convert, new, examples, doctor."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

import dalembert
from dalembert.cli import completion
from dalembert.cli.options import (
    CHOICES,
    CaseOption,
    ForceOption,
    GravityOption,
    JsonOption,
    LanguageOption,
    ModelArgument,
    NumbersOption,
    SetOption,
    SpeedOption,
    StartOption,
    app,
    one_of,
    pairs,
    vary_model,
)
from dalembert.cli.printing import (
    busy,
    console,
    folder_to_write,
    library_text,
    no_such_model,
    print_flaw,
    print_json,
    refuse,
    refuse_because,
    summary,
    usage,
    write_texts,
)

SHOWN_LOOPS = 8  # the most joints that close loops which are named
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

[scene]                             # for drawing only: how `dalembert animate` and `run` show it
points = {{ O = [0, 0], P = ["x", "y"] }}
links = [["O", "P"]]                # a bar between two points
masses = ["P"]
ground = ["O"]
traces = ["P"]                      # the path of a point

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
    """Check a model: report all mistakes at once, each with its position and a correction."""
    verdict = dalembert.check(model)
    if verdict.ok or not any(flaw.severity == "error" for flaw in verdict.flaws):
        try:
            chosen = vary_model(model, case, parameters, start, speed)
            verdict = dalembert.check(chosen) if chosen is not None else verdict
        except dalembert.ModelError as error:
            verdict = dalembert.Verdict(flaws=error.flaws)
    if as_json:
        print_json(dalembert.as_dict(verdict))
    else:
        for flaw in verdict.flaws:
            print_flaw(flaw)
        for line in verdict.unit_lines:
            console().print(Text(line, style="dim"), soft_wrap=True)
        if verdict.structure is not None:
            console().print(Text(_structure_line(verdict.structure), style="dim"), soft_wrap=True)
        console().print(
            Text(f"{model}: {summary(verdict.flaws)}", style="bold green" if verdict.ok else "bold")
        )
    raise typer.Exit(0 if verdict.ok else 2 if no_such_model(verdict.flaws) else 1)


def _structure_line(structure: dalembert.Structure) -> str:
    """The structure of a model in a line."""
    numbers = {
        "coordinate": structure.coordinates,
        "constraint": structure.constraints,
        "degree of freedom": structure.dof,
        "state": structure.states,
    }
    words = [
        f"{n} {name}" if n == 1 else f"{n} {name.replace('degree', 'degrees') if ' ' in name else name + 's'}"
        for name, n in numbers.items()
        if n is not None
    ]
    words += [f"index {structure.index}"] if structure.index is not None else []
    prescribed = structure.prescribed
    words += [f"{prescribed} prescribed by effort constraints"] if prescribed else []
    words += [f"massless: {', '.join(structure.massless)}"] if structure.massless else []
    words += [f"redundant: {', '.join(structure.redundant)}"] if structure.redundant else []
    closing = [*structure.loops[:SHOWN_LOOPS], *(["…"] if len(structure.loops) > SHOWN_LOOPS else [])]
    loop = "a loop is closed by the joint" if len(closing) == 1 else "loops are closed by the joints"
    words += [f"{loop} {', '.join(closing)} (another one: loop = true)"] if closing else []
    return ", ".join(words)


@app.command(epilog="Example:  dalembert derive electro_mechanical --form matrix")
def derive(
    model: ModelArgument,
    form: Annotated[
        str,
        typer.Option(
            metavar="|".join(CHOICES.forms),
            autocompletion=completion.of_names(CHOICES.forms),
            callback=one_of("--form", CHOICES.forms),
            help="Which form of the equations to print.",
        ),
    ] = CHOICES.forms[0],
    at: Annotated[
        list[str],
        typer.Option("--at", metavar="q=v", help="Point of the linear form: x=0.1, x'=2."),
    ] = [],  # noqa: B006
    gravity: GravityOption = "g",
    expand: Annotated[
        bool, typer.Option("--expand", help="Write definitions out in every equation.")
    ] = False,
    shared: Annotated[
        bool, typer.Option("--shared", help="Keep definitions as names in every equation, and list them.")
    ] = False,
    numbers: NumbersOption = None,
    style: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="|".join(CHOICES.styles),
            autocompletion=completion.of_names(CHOICES.styles),
            callback=one_of("--format", CHOICES.styles),
            help="Notation of the output; `text` is the model language.",
        ),
    ] = CHOICES.styles[0],
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    as_json: JsonOption = False,
) -> None:
    """Derive the equations of motion, show every step, and verify them against the energies."""
    if at and form != "linear":
        usage(f"--at is the point of the linear form; the form {form} has none")
    if expand and shared:
        usage("--expand and --shared cannot be combined")
    definitions = "expand" if expand else "share" if shared else ""
    try:
        with busy("deriving"):
            chosen = vary_model(model, case, parameters, start, speed)
            source = chosen if chosen is not None else model
            equations = dalembert.derive(source, definitions=definitions, numbers=numbers)
            shown = None
            if form != CHOICES.forms[0] and (at or as_json):
                shown = dalembert.form_of(equations, form, pairs("--at", at), gravity)
            listing = ""
            if not as_json:
                listing = dalembert.show(equations, shown or form, style, console().width, gravity=gravity)
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    except dalembert.VerificationError as error:
        refuse_because("verification", str(error), as_json)
    except dalembert.NotAvailable as error:
        message = f"the form {form} is not available: {error}"
        refuse_because("form", message, as_json)
    if as_json:
        record = dalembert.as_dict(equations)
        record["form"] = dalembert.as_dict(shown) if shown is not None else {}
        record["elimination"] = dalembert.as_dict(dalembert.eliminate(equations))
        record["conserved"] = [dalembert.as_dict(quantity) for quantity in dalembert.conserved(equations)]
        print_json(record)
        return
    terminal = console()
    if style == "latex":
        sys.stdout.write(listing + "\n")
        return
    if equations.model.title:
        terminal.print(Text(equations.model.title, style="bold underline"))
    for line in listing.split("\n"):
        heading, result = line[:1].strip() != "", line.startswith("  ⇒")
        terminal.print(Text(line, style="bold" if heading else "green" if result else ""), soft_wrap=True)
    v = equations.verified
    word = f"equations verified at {v.points} points, largest relative error {v.max_error:.1e}"
    terminal.print(Text(f"\n{word}  ({equations.seconds:.2g} s)", style="dim"), soft_wrap=True)
    if v.unseen:
        terminal.print(
            Text(f"not compared where {', '.join(v.unseen)}: no such state was found", style="dim")
        )


@app.command(epilog="Example:  dalembert functions four_bar --to c --out four_bar_c")
def functions(
    model: ModelArgument,
    to: Annotated[
        str,
        typer.Option(
            metavar="|".join(CHOICES.function_languages),
            autocompletion=completion.of_names(CHOICES.function_languages),
            callback=one_of("--to", CHOICES.function_languages),
            help="The language of the files.",
        ),
    ] = CHOICES.function_languages[0],
    out: Annotated[str, typer.Option(metavar="DIR", help="Folder for the files; created if needed.")] = ".",
    gravity: GravityOption = "g",
    numbers: NumbersOption = "none",
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006  typer reads the default, nothing changes it
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write M, C, K, G, h, Phi, gamma, energies … as function files with one signature (t, q, qd, p)."""
    stem = Path(model).stem if model.endswith((".toml", ".txt")) else model
    try:
        chosen = vary_model(model, case, parameters, [], [])
        chosen_model = chosen if chosen is not None else model
        wanted = numbers or "none"
        files = dalembert.function_files(chosen_model, to, stem, numbers=wanted, gravity=gravity)
        missing = dalembert.functions(chosen_model, numbers=wanted, gravity=gravity).left_out
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    _write_folder(Path(out), files, force, {"left_out": missing} if as_json else None)
    for reason in () if as_json else missing.values():
        console().print(f"omitted: {reason}", highlight=False, markup=False)


@app.command(epilog="Example:  dalembert export triple_pendulum --to javascript --out triple")
def export(
    model: ModelArgument,
    to: Annotated[
        str,
        typer.Option(
            metavar="|".join(CHOICES.program_languages),
            autocompletion=completion.of_names(CHOICES.program_languages),
            callback=one_of("--to", CHOICES.program_languages),
            help="The language of the program, or a kind of archive.",
        ),
    ] = CHOICES.program_languages[0],
    platforms: Annotated[
        str,
        typer.Option(metavar="NAMES", help="For FMUs: linux64,win64,darwin64,aarch64; else this one."),
    ] = "",
    kind: Annotated[
        str,
        typer.Option(metavar="KIND", help="For FMUs: me (model exchange), cs (co-simulation) or both."),
    ] = "both",
    inputs: Annotated[
        list[str],
        typer.Option("--input", metavar="p", help="For FMUs: a parameter that becomes an input; repeatable."),
    ] = [],  # noqa: B006  typer reads the default, nothing changes it
    out: Annotated[
        str,
        typer.Option(metavar="DIR", help="Folder for the files; created if needed. For FMUs also NAME.fmu."),
    ] = ".",
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006  typer reads the default, nothing changes it
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write a program that simulates the model without dalembert, in another language."""
    folder, stem = Path(out), Path(model).stem if model.endswith((".toml", ".txt")) else model
    if folder.suffix == ".fmu" and to.startswith("fmu"):
        folder, stem = folder.parent, folder.stem
    try:
        chosen = vary_model(model, case, parameters, [], [])
        chosen_model = chosen if chosen is not None else model
        wanted = [name.strip() for name in platforms.split(",") if name.strip()]
        files = dalembert.program_files(chosen_model, to, stem, platforms=wanted, inputs=inputs, kind=kind)
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    except ValueError as error:
        usage(str(error))
    _write_folder(folder, files, force, {} if as_json else None)


def _write_folder(
    folder: Path, files: Mapping[str, str | bytes], force: bool, as_json: Mapping[str, Any] | None
) -> None:
    """Write files into a folder and print their names, as JSON with the entries of `as_json` if given."""
    with folder_to_write(folder):
        write_texts({folder / name: content for name, content in files.items()}, force=force)
    if as_json is not None:
        print_json({"files": [str(folder / name) for name in files], **as_json})
        return
    for name in files:
        console().print(f"wrote {folder / name}", highlight=False, markup=False)


@app.command(epilog="Example:  dalembert convert LagEq.txt conveyor.toml")
def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="IN", help="A model file (.toml, .txt, .urdf, .xml, .csv) or a library system."
        ),
    ],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="The file to write; its suffix names the format.")
    ],
    lossy: Annotated[bool, typer.Option("--lossy", help="Omit what the format cannot represent.")] = False,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Convert a model between .toml, .txt (LagEq), .urdf, .xml (MJCF) and .csv (parts); losses are listed."""
    try:
        made = dalembert.convert(source, target, lossy=lossy)
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    except dalembert.LossError as error:
        message = f"{target} cannot represent all of {source}:\n  " + "\n  ".join(error.losses)
        hint = "--lossy omits these"
        refuse_because("loss", message, as_json, hint)
    except ValueError as error:
        usage(str(error))
    write_texts({Path(target): made.text}, force=force)
    if as_json:
        assumptions = dalembert.as_dict(dalembert.Verdict(flaws=made.assumptions))["flaws"]
        print_json({"file": target, "assumptions": assumptions, "losses": list(made.losses)})
        return
    for flaw in made.assumptions:
        print_flaw(flaw)
    for loss in made.losses:
        console().print(f"omitted: {loss}", highlight=False, markup=False)
    console().print(f"wrote {target}", highlight=False, markup=False)


@app.command(epilog="Example:  dalembert new pendulum   or   dalembert new linkage --from four_bar")
def new(
    name: Annotated[str, typer.Argument(help="Name of the model; NAME.toml is written.")],
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="SYSTEM",
            autocompletion=completion.systems,
            help="Start from a library system.",
        ),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Start a new model file."""
    if not name.strip():
        usage("a model needs a name: dalembert new pendulum")
    path = Path(name if name.endswith(".toml") else f"{name}.toml")
    text = (
        library_text(source)
        if source
        else TEMPLATE.format(title=path.stem.replace("\\", "").replace('"', ""))
    )
    write_texts({path: text})
    if as_json:
        print_json({"file": str(path)})
    else:
        console().print(
            f"wrote {path}; next: dalembert check {shlex.quote(str(path))}", highlight=False, markup=False
        )


@app.command(epilog="Example:  dalembert examples four_bar --copy")
def examples(
    name: Annotated[
        str,
        typer.Argument(
            autocompletion=completion.systems, help="A library system; without one, all are listed."
        ),
    ] = "",
    copy: Annotated[bool, typer.Option("--copy", help="Write NAME.toml into this folder.")] = False,
    goldens: Annotated[
        bool, typer.Option("--goldens", help="Derive and compare with every printed result of the sources.")
    ] = False,
    language: LanguageOption = "en",
    as_json: JsonOption = False,
) -> None:
    """List the library of worked systems, show one, or copy it."""
    if goldens:
        _goldens(name, as_json)
    elif name and copy:
        path = Path(f"{name.replace(':', '_')}.toml")
        write_texts({path: library_text(name)})
        if as_json:
            print_json({"file": str(path)})
        else:
            console().print(
                f"wrote {path}; next: dalembert derive {shlex.quote(str(path))}",
                highlight=False,
                markup=False,
            )
    elif name:
        text = library_text(name)
        if as_json:
            print_json({"name": name, "text": text})
        else:
            sys.stdout.write(text)
    elif copy:
        usage("--copy needs the name of a system: dalembert examples four_bar --copy")
    else:
        _list_examples(language, as_json)


@app.command(epilog="Example:  dalembert doctor")
def doctor(as_json: JsonOption = False) -> None:
    """List the programs and packages that this machine has."""
    findings = dalembert.doctor()
    good = all(f.found for f in findings if f.needed)
    if as_json:
        print_json(
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
        console().print(table)
    raise typer.Exit(0 if good else 1)


def _list_examples(language: str, as_json: bool) -> None:
    summaries = CHOICES.systems(language)
    if as_json:
        print_json(
            [
                {"name": s.name, "summary": summaries[s.name], "source": s.source, "size": s.size}
                for s in dalembert.library.SYSTEMS
            ]
        )
        return
    table = Table(box=None, pad_edge=False)
    for column in ("system", "what it is", "from"):
        table.add_column(column)
    for s in dalembert.library.SYSTEMS:
        table.add_row(s.name + (f":{s.size}" if s.size else ""), summaries[s.name], s.source)
    console().print(table)


def _goldens(name: str, as_json: bool) -> None:
    names = [name] if name else [s.name for s in dalembert.library.SYSTEMS]
    rows: list[dict[str, Any]] = []
    for one in names:
        library_text(one)  # an unknown name is wrong usage
        with busy(f"comparing {one}"):
            results = list(dalembert.goldens(one))
        for cite in dict.fromkeys(golden.cite for golden, _ in results):
            group = [(g, ok) for g, ok in results if g.cite == cite]
            missed = [f"{g.part}[{', '.join(g.of)}]" for g, ok in group if not ok]
            rows.append({"system": one, "printed": cite, "entries": len(group), "missed": missed})
    if as_json:
        print_json(rows)
    else:
        table = Table(box=None, pad_edge=False)
        for column in ("system", "printed result", "entries", "reproduced"):
            table.add_column(column, justify="right" if column == "entries" else "left")
        for row in rows:
            verdict = (
                Text("all", "green") if not row["missed"] else Text(f"not: {', '.join(row['missed'])}", "red")
            )
            table.add_row(row["system"], row["printed"], str(row["entries"]), verdict)
        console().print(table)
        total = sum(row["entries"] for row in rows)
        reproduced = total - sum(len(row["missed"]) for row in rows)
        console().print(f"{reproduced} of {total} printed results reproduced as symbolic identities")
    raise typer.Exit(1 if any(row["missed"] for row in rows) else 0)

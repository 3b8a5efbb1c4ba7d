"""The command about a person's own equations: compare."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

import dalembert
from dalembert import ModelError
from dalembert.cli.options import JsonOption, LanguageOption, ModelArgument, app
from dalembert.cli.printing import busy, console, print_json, print_letter, refuse, usage

COLOURS = {"right": "bold green", "wrong": "bold red", "empty": "bold yellow", "undecided": "bold yellow"}


@app.command(epilog="Example:  dalembert compare cartesian_pendulum --equation \"m*x'' + lam_phi1*x = 0\"")
def compare(
    model: ModelArgument,
    equation: Annotated[
        list[str],
        typer.Option("--equation", metavar="TEXT", help="An equation of yours, also in LaTeX; repeatable."),
    ] = [],  # noqa: B006  typer reads the default, nothing changes it
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="A text file with equations, one a line.")
    ] = None,
    energy: Annotated[
        str, typer.Option("--energy", metavar="TEXT", help="An energy: T = …, V = …, L = …, or T + V.")
    ] = "",
    hamiltonian: Annotated[
        str, typer.Option("--hamiltonian", metavar="TEXT", help="H of coordinates x and momenta p_x.")
    ] = "",
    unknown: Annotated[
        list[str],
        typer.Option("--unknown", metavar="NAME", help="A multiplier of yours with a name of its own."),
    ] = [],  # noqa: B006
    language: LanguageOption = "en",
    as_json: JsonOption = False,
) -> None:
    """Compare an equation or an energy of your own with the model: right, or which term is not."""
    asked = {"equation": bool(equation or file), "energy": bool(energy), "hamiltonian": bool(hamiltonian)}
    if sum(asked.values()) != 1:
        usage("give what to compare: --equation or --file, --energy, or --hamiltonian, one of them at a time")
    kind = next(name for name, given in asked.items() if given)
    text = {"equation": equation, "energy": [energy], "hamiltonian": [hamiltonian]}[kind]
    try:
        with busy("comparing"):
            found = dalembert.compare(model, text, kind=kind, file=file, unknown=unknown, language=language)
    except ModelError as error:
        refuse(error.flaws, as_json)
    if as_json:
        print_json(dalembert.as_dict(found))
    else:
        _print(found)
    raise typer.Exit(0 if found.ok else 1)


def _print(found: Any) -> None:
    """What was found of every statement, in the language that was asked for."""
    own = console()
    if found.model.title:
        own.print(Text(found.model.title, style="bold"))
    for one in found.judgements:
        place = f"  [{one.place}]" if one.place else ""
        own.print(Text(f"\n{one.text}{place}"), soft_wrap=True)
        own.print(Text(found.said(one.sentence), style=COLOURS[one.finding]), soft_wrap=True)
        for each in one.differences:
            print_letter(found.letter(each), "error")
        for remark in one.remarks:
            own.print(Text(f"  {found.note}: {found.said(remark)}", style="dim"), soft_wrap=True)
    for remark in found.remarks:
        own.print(Text(f"{found.note}: {found.said(remark)}", style="dim"), soft_wrap=True)
    own.print(Text(found.tried, style="dim"))

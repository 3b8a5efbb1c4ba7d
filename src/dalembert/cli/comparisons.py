"""The command compare: a user's equations with those of a model, or motions with motions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

import dalembert
from dalembert.cli.motion_comparisons import compare_motions
from dalembert.cli.options import (
    CaseOption,
    ForceOption,
    JsonOption,
    LanguageOption,
    MethodOption,
    ModelArgument,
    RtolOption,
    SamplesOption,
    SetOption,
    SpeedOption,
    StartOption,
    TEndOption,
    TStartOption,
    app,
    run_settings,
    variation,
)
from dalembert.cli.printing import busy, console, print_json, print_letter, refuse, usage

COLOURS = {"right": "bold green", "wrong": "bold red", "empty": "bold yellow", "undecided": "bold yellow"}


@app.command(epilog="Example:  dalembert compare cartesian_pendulum --equation \"m*x'' + lam_phi1*x = 0\"")
def compare(
    model: ModelArgument,
    equation: Annotated[
        list[str],
        typer.Option("--equation", metavar="TEXT", help="Your equation, also in LaTeX; repeatable."),
    ] = [],  # noqa: B006  typer reads the default, nothing changes it
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="A text file with one equation per line.")
    ] = None,
    energy: Annotated[
        str, typer.Option("--energy", metavar="TEXT", help="An energy: T = …, V = …, L = …, or T + V.")
    ] = "",
    hamiltonian: Annotated[
        str,
        typer.Option(
            "--hamiltonian", metavar="TEXT", help="H as a function of coordinates x and momenta p_x."
        ),
    ] = "",
    unknown: Annotated[
        list[str],
        typer.Option("--unknown", metavar="NAME", help="A name that you use for a multiplier."),
    ] = [],  # noqa: B006
    others: Annotated[
        list[str],
        typer.Option("--with", metavar="OTHER", help="Another model, or a motion (.nc, .csv); repeatable."),
    ] = [],  # noqa: B006
    names: Annotated[
        list[str],
        typer.Option(
            "--map", metavar="THEIRS=OURS", help="Pair a column of OTHER with one of MODEL; repeatable."
        ),
    ] = [],  # noqa: B006
    t_start: TStartOption = None,
    t_end: TEndOption = None,
    samples: SamplesOption = None,
    rtol: RtolOption = None,
    method: MethodOption = None,
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    out: Annotated[
        str, typer.Option("--out", metavar="FOLDER", help="Draw the figures of the motions into a folder.")
    ] = "",
    force: ForceOption = False,
    language: LanguageOption = "en",
    as_json: JsonOption = False,
) -> None:
    """Check your own equation or energy against the model: is it right, and if not, which term is wrong?

    Without one: compare the motions of all derivations and formulations, or --with another model or motion.
    """
    kinds = {"equation": bool(equation or file), "energy": bool(energy), "hamiltonian": bool(hamiltonian)}
    if sum(kinds.values()) > 1:
        usage("give one kind of text to compare: --equation or --file, --energy, or --hamiltonian")
    settings = run_settings(t_start, t_end, samples, rtol, None, method, None)
    own_values = variation(case, parameters, start, speed, settings)
    of_motions = {
        "--with": others,
        "--map": names,
        "--out": out,
        "--case, --set, --start or --speed": own_values.has_values,
        "--t-start, --t-end, --samples, --rtol or --method": settings != dalembert.RunSettings(),
    }
    if not any(kinds.values()):
        if names and not others:
            usage("--map needs --with: it pairs a column of OTHER with one of the model")
        if unknown:
            usage("--unknown names a multiplier of your equation: give it with --equation or --file")
        compare_motions(model, others, names, own_values, out, language, force=force, as_json=as_json)
    given = [option for option, value in of_motions.items() if value]
    if given:
        usage(f"{given[0]} is for comparing motions: omit it, or omit your own equation or energy")
    kind = next(name for name, given in kinds.items() if given)
    text = {"equation": equation, "energy": [energy], "hamiltonian": [hamiltonian]}[kind]
    try:
        with busy("comparing"):
            comparison = dalembert.compare(model, text, kind=kind, file=file, unknown=unknown)
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    if as_json:
        print_json(dalembert.as_dict(comparison))
    else:
        _print(comparison.told_in(language))
    raise typer.Exit(0 if comparison.ok else 1)


def _print(comparison: Any) -> None:
    """Print the result for every statement, in the requested language."""
    terminal = console()
    if comparison.model.title:
        terminal.print(Text(comparison.model.title, style="bold"))
    for one in comparison.judgements:
        component = f"  [{one.component}]" if one.component else ""
        terminal.print(Text(f"\n{one.text}{component}"), soft_wrap=True)
        terminal.print(Text(comparison.text_of(one.sentence), style=COLOURS[one.finding]), soft_wrap=True)
        for each in one.differences:
            print_letter(comparison.letter(each), "error")
        for remark in one.remarks:
            terminal.print(
                Text(f"  {comparison.note}: {comparison.text_of(remark)}", style="dim"), soft_wrap=True
            )
    for remark in comparison.remarks:
        terminal.print(Text(f"{comparison.note}: {comparison.text_of(remark)}", style="dim"), soft_wrap=True)
    terminal.print(Text(comparison.states_text, style="dim"))

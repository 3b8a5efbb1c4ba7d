"""The command about exercises: worksheets with their solutions, and marks of answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

import dalembert
from dalembert.cli.options import JsonOption, LanguageOption, ModelArgument, app
from dalembert.cli.printing import busy, console, print_json, refuse, usage

COLOURS = {
    "right": "green",
    "partly": "yellow",
    "wrong": "red",
    "unit": "yellow",
    "unreadable": "red",
    "blank": "dim",
}


@app.command(epilog="Example:  dalembert exercise triple_arm --class 60 --language de")
def exercise(
    model: ModelArgument,
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="Folder to write; default NAME_exercise.")
    ] = "",
    variant: Annotated[
        int | None,
        typer.Option("--variant", metavar="N", help="Number of the variant; 0 has the values of the model."),
    ] = None,
    count: Annotated[
        int, typer.Option("--class", metavar="N", help="Write N variants, each in its own folder.")
    ] = 0,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Seed of the random values of the variants.")
    ] = None,
    check: Annotated[
        Path | None, typer.Option("--check", metavar="FILE", help="Mark the answers in a file, with hints.")
    ] = None,
    language: LanguageOption = "en",
    again: Annotated[
        bool, typer.Option("--again", help="Write it again; files you edited are kept as copies.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write a worksheet with blanks, its solution and an answer file, or mark the answers in such a file."""
    if check is not None and (count or out):
        usage("--check marks one file: omit --class and --out")
    if variant is not None and count:
        usage("--class makes all variants from 1: omit --variant")
    try:
        if check is not None:
            _print_marks(model, check, variant, seed, language, as_json)
        with busy("writing worksheets"):
            made = dalembert.exercise(
                model,
                out or None,
                variant=variant,
                count=count,
                seed=seed,
                language=language,
                again=again,
            )
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    except OSError as error:
        usage(f"{check}: {error.strerror or error}")
    if as_json:
        print_json({"folder": str(made.folder), "files": list(made.files), "remarks": list(made.remarks)})
        return
    terminal = console()
    terminal.print(Text(made.exercises[0].model.title, style="bold"))
    shown = [name for name in made.files if "/" not in name or (count and name.startswith("variant_"))]
    for name in shown[:8]:
        terminal.print(Text(f"  {made.folder / name}"), soft_wrap=True)
    if len(shown) > 8:
        terminal.print(Text(f"  … {len(made.files)} files", style="dim"))
    for remark in made.remarks:
        terminal.print(Text(f"note: {remark}", style="dim"), soft_wrap=True)


def _print_marks(
    model: str, check: Path, variant: int | None, seed: int | None, language: str, as_json: bool
) -> None:
    """Print the marks of a file of answers, and end: 0 where everything is right, else 1."""
    with busy("marking"):
        result = dalembert.exercise(model, answers=check, variant=variant, seed=seed, language=language)
    if as_json:
        print_json(dalembert.as_dict(result))
        raise typer.Exit(0 if result.ok else 1)
    titles, *rows, total = result.table()
    table = Table(box=None, pad_edge=False, show_edge=False)
    for k, title in enumerate(titles[:3]):
        table.add_column(title, justify="right" if k == 1 else "left")
    for one, (key, marks, standing, hints) in zip(result.answers, rows, strict=True):
        lines = "".join(f"\n{hint}" for hint in hints)
        table.add_row(Text(key), marks, Text.assemble((standing, COLOURS[one.standing]), lines))
    table.add_row(Text(total[0], style="bold"), Text(total[1], style="bold"), "")
    console().print(table)
    raise typer.Exit(0 if result.ok else 1)

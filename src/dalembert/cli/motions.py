"""Commands about motions: simulate, batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import dalembert
from dalembert import ModelError, Motion
from dalembert.cli.options import (
    CaseOption,
    JsonOption,
    ModelArgument,
    SetOption,
    SpeedOption,
    StartOption,
    app,
    varied,
)
from dalembert.cli.printing import busy, cannot_write, console, print_json, refuse, usage

COLOURS = {
    "ok": "bold green",
    "stopped": "bold green",
    "limited": "bold yellow",
    "interrupted": "bold yellow",
}
INDENT = 14  # columns before what a line of the outcome says
DIGITS = 6  # of a value in that table, at most
COLUMNS = 3  # outputs or coordinates in the table of a batch
SUFFIXES = (".nc", ".csv")


@app.command(epilog="Example:  dalembert simulate four_bar --t-end 2 --out four_bar.nc")
def simulate(
    model: ModelArgument,
    t_end: Annotated[float | None, typer.Option("--t-end", metavar="S", help="How long, in seconds.")] = None,
    samples: Annotated[
        int | None, typer.Option("--samples", metavar="N", help="Equal intervals to record.")
    ] = None,
    rtol: Annotated[
        float | None,
        typer.Option("--rtol", metavar="R", help="Relative error of the result; 1e-9 unless told."),
    ] = None,
    atol: Annotated[
        float | None,
        typer.Option("--atol", metavar="A", help="Absolute error that is allowed besides; none unless told."),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            "--method",
            metavar="NAME",
            help="auto, rk54, rk853, radau, moreau; newmark, galpha, rattle (with --dt);"
            " cvodes, ida, scipy:LSODA …",
        ),
    ] = None,
    dt: Annotated[float | None, typer.Option("--dt", metavar="S", help="Fixed steps of this size.")] = None,
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006  typer reads the default, nothing changes it
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="Write the motion: .nc (NetCDF) or .csv.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Simulate a model: the motion, with its energy ledger and residuals. Ctrl-C keeps what was computed.

    The status is ok where the claimed error meets rtol, limited where it does not all the time (both exit
    with 0), flagged or failed where the motion is not to be trusted or could not go on (exit code 1).
    """
    if out and Path(out).suffix.lower() not in SUFFIXES:
        usage(f"--out {out}: motions are written as .nc or .csv")
    if out and not Path(out).parent.is_dir():
        usage(f"--out {out}: there is no folder {Path(out).parent}; make it first")
    if out and Path(out).exists() and not force:
        usage(f"{out} is already there: choose another name, or write over it with --force")
    try:
        chosen = varied(model, case, parameters, start, speed)
        with _bar() as progress:
            motion = dalembert.simulate(
                chosen if chosen is not None else model,
                t_end=t_end,
                samples=samples,
                rtol=rtol,
                atol=atol,
                method=method,
                dt=dt,
                progress=progress,
            )
    except ModelError as error:
        refuse(error.flaws, as_json)
    failure = _saved(motion, out) if out else None  # before anything is said: nobody may be listening
    if as_json:
        print_json(dalembert.as_dict(motion) | ({"file": out} if out and failure is None else {}))
    else:
        _show(motion)
    if failure is not None:
        cannot_write(out, failure)
    if out and not as_json:
        console().print(f"  {'wrote':<11} {out}", highlight=False, markup=False)
    raise typer.Exit(1 if motion.status in ("flagged", "failed") else 0)


def _saved(motion: Motion, out: str) -> OSError | None:
    """Write a motion; what stood against it."""
    try:
        dalembert.save(motion, out)
    except OSError as error:
        return error
    return None


@app.command(epilog="Example:  dalembert batch triple_pendulum --t-end 5")
def batch(
    model: ModelArgument,
    cases: Annotated[
        list[str], typer.Option("--case", metavar="NAME", help="A case to run; all, if none is named.")
    ] = [],  # noqa: B006
    t_end: Annotated[float | None, typer.Option("--t-end", metavar="S", help="How long, in seconds.")] = None,
    samples: Annotated[
        int | None, typer.Option("--samples", metavar="N", help="Equal intervals to record.")
    ] = None,
    rtol: Annotated[
        float | None, typer.Option("--rtol", metavar="R", help="Relative error of the results.")
    ] = None,
    method: Annotated[str | None, typer.Option("--method", metavar="NAME", help="As for simulate.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Simulate the cases of a model one after the other, and show them side by side."""
    try:
        with busy("simulating"):
            motions = dalembert.batch(
                model, cases or None, t_end=t_end, samples=samples, rtol=rtol, method=method
            )
    except ModelError as error:
        refuse(error.flaws, as_json)
    if not motions:
        usage(f"{model} has no cases: add [cases.NAME] to it, or use dalembert simulate")
    if as_json:
        print_json({name: dalembert.as_dict(motion) for name, motion in motions.items()})
    else:
        _table(motions)
    raise typer.Exit(1 if any(m.status in ("flagged", "failed") for m in motions.values()) else 0)


def _table(motions: dict[str, Motion]) -> None:
    """A row for each case: how it ended, how exact it is, its last outputs or coordinates."""
    first = next(iter(motions.values()))
    names = [o.name for o in first.model.outputs] or [c.name for c in first.model.coordinates]
    table = Table(box=None, pad_edge=False)
    names = names[:COLUMNS]
    for column in ("case", "status", "t", "error", "ledger", *names):
        table.add_column(
            Text(column), justify="left" if column in ("case", "status") else "right", no_wrap=True
        )
    for case, motion in motions.items():
        achieved = motion.accuracy.achieved
        values = [motion.shown(name, most=DIGITS) for name in names] if len(motion.t) else []
        table.add_row(
            case,
            Text(motion.status, COLOURS.get(motion.status, "bold red")),
            f"{motion.reached:g}",
            f"{achieved:.1e}" if achieved is not None else "-",
            f"{motion.ledger.error:.1e}",
            *values,
        )
    console().print(table)


def _show(motion: Motion) -> None:
    """The outcome in a few lines."""
    own, head = console(), Text(f"{motion.status}: ", COLOURS.get(motion.status, "bold red"))
    for line in dalembert.show(motion).split("\n"):
        if line.startswith("  "):
            shown = Text.assemble((line[:INDENT], "dim"), line[INDENT:])
        elif line.startswith(head.plain):
            shown = head + line.removeprefix(head.plain)
        else:
            shown = Text(line, style="bold underline")
        own.print(shown, soft_wrap=True)


@contextmanager
def _bar() -> Iterator[Callable[[float], None] | None]:
    """A progress bar on a terminal, once a run takes more than a moment."""
    terminal = Console(stderr=True)
    if not terminal.is_terminal:
        yield None
        return
    from rich.progress import Progress

    with Progress(console=terminal, transient=True) as progress:
        task = progress.add_task("simulating", total=1.0, visible=False)
        began = monotonic()

        def told(part: float) -> None:
            progress.update(task, completed=part, visible=monotonic() - began > 1.0)

        yield told

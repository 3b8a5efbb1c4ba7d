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
from dalembert.cli.options import (
    CHOICES,
    AtolOption,
    CaseOption,
    DegreesOption,
    DtOption,
    ForceOption,
    GuessOption,
    JsonOption,
    MethodOption,
    ModelArgument,
    RtolOption,
    SamplesOption,
    SetOption,
    SpeedOption,
    StartOption,
    TEndOption,
    TStartOption,
    UnitOption,
    app,
    requested_units,
    run_settings,
    variation,
)
from dalembert.cli.printing import (
    busy,
    cannot_write,
    console,
    file_to_write,
    folder_to_write,
    print_json,
    refuse,
    usage,
)

COLOURS = {
    "ok": "bold green",
    "stopped": "bold green",
    "limited": "bold yellow",
    "interrupted": "bold yellow",
}
INDENT = 14  # width of the labels in the lines of an outcome
DIGITS = 6  # of a value in that table, at most
COLUMNS = 3  # the most outputs or coordinates in the table of a batch


@app.command(epilog="Example:  dalembert simulate four_bar --t-end 2 --out four_bar.nc")
def simulate(
    model: ModelArgument,
    t_start: TStartOption = None,
    t_end: TEndOption = None,
    samples: SamplesOption = None,
    rtol: RtolOption = None,
    atol: AtolOption = None,
    method: MethodOption = None,
    dt: DtOption = None,
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006  typer reads the default, nothing changes it
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    guess: GuessOption = [],  # noqa: B006
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="Write the motion: .nc (NetCDF) or .csv.")
    ] = "",
    force: ForceOption = False,
    degrees: DegreesOption = False,
    units: UnitOption = [],  # noqa: B006
    as_json: JsonOption = False,
) -> None:
    """Simulate a model: its motion, energy balance and residuals. Ctrl-C stops and keeps what was computed.

    The status is ok if the estimated error meets rtol, limited if it does so only for a part of the time
    (both with exit code 0), flagged if the motion cannot be trusted, failed if it could not continue (1).
    """
    target = file_to_write(out, CHOICES.motion_files, force) if out else None
    settings = run_settings(t_start, t_end, samples, rtol, atol, method, dt)
    try:
        with _bar() as progress:
            motion = dalembert.simulate(
                model,
                variation=variation(
                    case, parameters, start, speed, settings, guess, requested_units(degrees, units)
                ),
                progress=progress,
            ).with_extremes()
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    # before anything is printed: the pipe may be closed
    failure = _save(motion, target) if target is not None else None
    if as_json:
        print_json(dalembert.as_dict(motion) | ({"file": out} if out and failure is None else {}))
    else:
        _show(motion)
    if failure is not None:
        cannot_write(out, failure)
    if out and not as_json:
        console().print(f"  {'wrote':<11} {out}", highlight=False, markup=False)
    raise typer.Exit(1 if motion.status in ("flagged", "failed") else 0)


def _save(motion: dalembert.Motion, out: Path) -> OSError | None:
    """Write a motion; return the error if that fails."""
    try:
        dalembert.save(motion, out)
    except OSError as error:
        return error
    return None


@app.command(epilog="Example:  dalembert batch triple_pendulum --t-end 5")
def batch(
    model: ModelArgument,
    cases: Annotated[
        list[str], typer.Option("--case", metavar="NAME", help="A case to run; default all; repeatable.")
    ] = [],  # noqa: B006
    t_start: TStartOption = None,
    t_end: TEndOption = None,
    samples: SamplesOption = None,
    rtol: RtolOption = None,
    atol: AtolOption = None,
    method: MethodOption = None,
    dt: DtOption = None,
    parameters: SetOption = [],  # noqa: B006
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    out: Annotated[
        str,
        typer.Option("--out", metavar="DIR", help="Write the motions as CASE.nc into this folder."),
    ] = "",
    force: ForceOption = False,
    degrees: DegreesOption = False,
    units: UnitOption = [],  # noqa: B006
    as_json: JsonOption = False,
) -> None:
    """Simulate the cases of a model one after another, and compare them in a table."""
    folder = Path(out) if out else None
    settings = run_settings(t_start, t_end, samples, rtol, atol, method, dt)
    try:
        chosen = dalembert.read(model)
        names = cases or [case.name for case in chosen.cases]
        if not names:
            usage(f"{model} has no cases: add [cases.NAME] to it, or use dalembert simulate")
        files = {name: folder / f"{name}.nc" for name in names} if folder is not None else {}
        for path in files.values():
            if path.exists() and not force:
                usage(f"{path} already exists: choose another folder, or overwrite it with --force")
        with busy("simulating"):
            motions = dalembert.batch(
                chosen,
                names,
                variation=variation(
                    "", parameters, start, speed, settings, units=requested_units(degrees, units)
                ),
            )
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    if folder is not None or as_json:
        motions = {name: motion.with_extremes() for name, motion in motions.items()}
    if folder is not None:
        with folder_to_write(folder):
            for name, path in files.items():
                failure = _save(motions[name], path)
                if failure is not None:
                    cannot_write(path, failure)
    if as_json:
        print_json(
            {name: dalembert.as_dict(one) | _paths_by_case(files, name) for name, one in motions.items()}
        )
    else:
        _table(motions)
        for path in files.values():
            console().print(f"wrote {path}", highlight=False, markup=False)
    raise typer.Exit(1 if any(m.status in ("flagged", "failed") for m in motions.values()) else 0)


def _paths_by_case(files: dict[str, Path], case: str) -> dict[str, str]:
    return {"file": str(files[case])} if case in files else {}


def _table(motions: dict[str, dalembert.Motion]) -> None:
    """Print a row for each case: its status, its accuracy, its last outputs or coordinates."""
    first = next(iter(motions.values()))
    names = [o.name for o in first.model.outputs] or [c.name for c in first.model.coordinates]
    table = Table(box=None, pad_edge=False)
    names, units = names[:COLUMNS], dalembert.display_units(first.model)
    titles = [f"{name} [{units[name].symbol}]" if units[name].symbol else name for name in names]
    for column in ("case", "status", "t", "error", "ledger", *titles):
        table.add_column(
            Text(column), justify="left" if column in ("case", "status") else "right", no_wrap=True
        )
    for case, motion in motions.items():
        achieved = motion.accuracy.achieved
        values = [motion.text_at_end(name, most=DIGITS) for name in names] if len(motion.t) else []
        table.add_row(
            case,
            Text(motion.status, COLOURS.get(motion.status, "bold red")),
            f"{motion.reached:g}",
            f"{achieved:.1e}" if achieved is not None else "-",
            f"{motion.ledger.error:.1e}",
            *values,
        )
    console().print(table)


def _show(motion: dalembert.Motion) -> None:
    """Print the outcome in a few lines."""
    terminal, head = console(), Text(f"{motion.status}: ", COLOURS.get(motion.status, "bold red"))
    for line in dalembert.show(motion).split("\n"):
        if line.startswith("  "):
            shown = Text.assemble((line[:INDENT], "dim"), line[INDENT:])
        elif line.startswith(head.plain):
            shown = head + line.removeprefix(head.plain)
        else:
            shown = Text(line, style="bold underline")
        terminal.print(shown, soft_wrap=True)


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

        def tell(part: float) -> None:
            progress.update(task, completed=part, visible=monotonic() - began > 1.0)

        yield tell

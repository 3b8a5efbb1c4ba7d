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
from dalembert.cli.printing import busy, console, print_json, refuse, usage

COLOURS = {"ok": "bold green", "stopped": "bold green", "interrupted": "bold yellow"}
SHOWN = 12  # coordinates whose last values are printed
COLUMNS = 3  # outputs or coordinates in the table of a batch
EVENTS = 6  # times of an event that are printed
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
    """Simulate a model: the motion, with its energy ledger and residuals. Ctrl-C keeps what was computed."""
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
    if as_json:
        print_json(dalembert.as_dict(motion) | ({"file": out} if out else {}))
    else:
        _show(motion)
    if out:
        try:
            dalembert.save(motion, out)
        except OSError as error:
            usage(f"cannot write {out}: {error.strerror or error}")
        if not as_json:
            console().print(f"  {'wrote':<11} {out}", highlight=False, markup=False)
    raise typer.Exit(1 if motion.status in ("flagged", "failed") else 0)


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
        values = [f"{motion[name][-1]:.6g}" for name in names] if len(motion.t) else []
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
    own = console()
    if motion.model.title:
        own.print(Text(motion.model.title, style="bold underline"))
    status = Text.assemble((f"{motion.status}: ", COLOURS.get(motion.status, "bold red")), motion.message)
    own.print(status, soft_wrap=True)
    work, seconds = motion.work, motion.seconds
    counted = f"{work.steps} steps, {work.rhs} evaluations, " if work.steps else ""
    lines = [
        ("method", f"{motion.method}, {counted}{seconds.total:.2g} s in all"),
        ("energy", f"{_energy(motion)}; the ledger closes to {motion.ledger.error:.1e}"),
    ]
    if motion.lam.shape[1] and len(motion.t):
        position, velocity = motion.residual.position.max(), motion.residual.velocity.max()
        lines.append(("constraints", f"hold to {position:.1e} in position, {velocity:.1e} in velocity"))
    for word, found in (("assumed", motion.assumed), ("moved", motion.moved)):
        if found:
            lines.append((word, ", ".join(found)))
    names = [c.name for c in motion.model.coordinates]
    if len(motion.t):
        values = [f"{name} = {x:.9g}" for name, x in zip(names[:SHOWN], motion.q[-1], strict=False)]
        values += ["…"] if len(names) > SHOWN else []
        lines.append((f"at {motion.t[-1]:.5g} s", ", ".join(values)))
    lines += [("note", remark) for remark in motion.remarks]
    lines += _events(motion)
    for word, text in lines:
        own.print(Text.assemble((f"  {word:<11} ", "dim"), text), soft_wrap=True)


def _events(motion: Motion) -> list[tuple[str, str]]:
    """How often each event, impact, release … happened, and when first and last."""
    lines = []
    for kind, name in dict.fromkeys((event.kind, event.name) for event in motion.events):
        times = [f"{event.t:.9g}" for event in motion.events if (event.kind, event.name) == (kind, name)]
        shown = times if len(times) <= EVENTS else [*times[: EVENTS - 1], "…", times[-1]]
        often = f"{len(times)} times" if len(times) > 1 else "once"
        lines.append((kind, f"{name}, {often}: {', '.join(shown)} s"))
    return lines


def _energy(motion: Motion) -> str:
    if not len(motion.t):
        return "none"
    word = "T + V" if motion.ledger.kind == "energy" else "Jacobi integral"
    return (
        f"{word} = {motion.ledger.energy[0]:.9g} J at the start, {motion.ledger.energy[-1]:.9g} J at the end"
    )


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

"""Commands about many runs: sweep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import dalembert
from dalembert import ModelError
from dalembert.cli.options import (
    CHOICES,
    AtolOption,
    CaseOption,
    JsonOption,
    LanguageOption,
    MethodOption,
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
from dalembert.cli.printing import console, print_json, refuse, usage
from dalembert.cli.sweep_answers import HIDDEN, draw_figures, figure_files, print_answers, split_best

SHOWN = 20  # the most rows of a table
BAD = ("flagged", "failed", "refused", "crashed")


@app.command(
    epilog='Example:  dalembert sweep triple_pendulum --over g=1:10:10 --t-end 1 --keep "max(energy)"'
)
def sweep(
    model: Annotated[
        str, typer.Argument(metavar="MODEL", help="A model, or a store (.zarr) to show or to continue.")
    ],
    over: Annotated[
        list[str],
        typer.Option(
            "--over",
            metavar="SPEC",
            help="m=1:10:100, k=log:1:100:5, c=1,2,5, 'm=1,2 with k=3,4', or m=normal:1:0.1; repeatable.",
        ),
    ] = [],  # noqa: B006  typer reads the default, nothing changes it
    table: Annotated[
        str, typer.Option("--table", metavar="FILE", help="One run for each row of a .csv file.")
    ] = "",
    sample: Annotated[
        str, typer.Option("--sample", metavar="HOW:N[:SEED]", help="sobol:1024, latin:500 or random:500.")
    ] = "",
    correlate: Annotated[
        list[str],
        typer.Option("--correlate", metavar="A,B=R", help="Correlate two normal values; repeatable."),
    ] = [],  # noqa: B006
    keep: Annotated[
        str,
        typer.Option(
            "--keep",
            metavar="WHAT",
            help="'x at end, x at t=2, x at EVENT, max(x), mean(x), history(x, 101), first(EVENT)'.",
        ),
    ] = "",
    plain: Annotated[
        bool,
        typer.Option(
            "--plain", help="One integration per run: rtol is the tolerance of a step, no error is estimated."
        ),
    ] = False,
    out: Annotated[
        str, typer.Option("--out", metavar="STORE", help="Write the rows to a Zarr store (.zarr).")
    ] = "",
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the store: run the missing rows.")
    ] = False,
    status: Annotated[
        bool, typer.Option("--status", help="Only show how much of the store is done.")
    ] = False,
    on: Annotated[
        str,
        typer.Option(
            "--on",
            metavar="WHERE",
            help="local:4 (processes), gpu, dask:ADDRESS, slurm:8 (jobs) or auto; default all cores.",
        ),
    ] = "",
    workers: Annotated[int, typer.Option("--workers", metavar="N", help="Processes; default all cores.")] = 0,
    t_start: TStartOption = None,
    t_end: TEndOption = None,
    samples: SamplesOption = None,
    rtol: RtolOption = None,
    atol: AtolOption = None,
    method: MethodOption = None,
    limits: Annotated[
        list[str],
        typer.Option(
            "--limit",
            metavar="'A > B'",
            help="Estimate a probability, such as that of 'max_x > 0.5'; repeatable.",
        ),
    ] = [],  # noqa: B006
    by: Annotated[
        str,
        typer.Option(
            "--by", metavar="EXPR", help="Show the rows with the smallest value of EXPR; see best:N."
        ),
    ] = "",
    plots: Annotated[
        list[str],
        typer.Option(
            "--plot", metavar="[KIND=]FILE", help=f"A figure: {', '.join(CHOICES.sweep_figures)}; repeatable."
        ),
    ] = [],  # noqa: B006
    language: LanguageOption = "en",
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    as_json: JsonOption = False,
) -> None:
    """Simulate a model many times with different values, and keep chosen results of each run.

    The exit code is 1 if a row was refused, failed or does not balance; all rows are kept nevertheless.
    """
    is_store = model.endswith(".zarr")
    keep, best = split_best(keep, by)
    figures = figure_files(plots)
    if (status or (resume and not out)) and not is_store:
        usage("--status and --resume need a store: dalembert sweep sweep.zarr --resume")
    if out and Path(out).exists() and not resume:
        usage(f"{out} already exists: continue it with --resume, or choose another name")
    if workers < 0:
        usage(f"--workers {workers}: give 1 or more processes")
    if on and workers:
        usage(f"--workers {workers} and --on {on} cannot be combined: write --on local:{workers}")
    # a store is continued by the engine that began it: a GPU, or the processors of this machine
    engine = on or ("auto" if is_store and not workers else f"local:{workers or 'all'}")
    texts = [*over, *correlate, *([table] if table else []), *([sample] if sample else [])]
    if table and not table.lower().endswith(".csv"):
        usage(f"--table {table}: it must be a name that ends in .csv")
    if sample and ":" not in sample:
        usage(f"--sample {sample}: give the number of samples, as in --sample sobol:1024")
    try:
        with _bar() as progress:
            if is_store:
                goes_on = model if resume and not status else None
                rows_dataset = dalembert.sweep(model, out=goes_on, on=engine, progress=progress)
            else:
                rows_dataset = dalembert.sweep(
                    model,
                    texts,
                    keep,
                    plain=plain,
                    out=out or None,
                    on=engine,
                    variation=variation(
                        case,
                        parameters,
                        start,
                        speed,
                        run_settings(t_start, t_end, samples, rtol, atol, method, None),
                    ),
                    progress=progress,
                )
    except ModelError as error:
        refuse(error.flaws, as_json)
    except OSError as error:
        _refuse_disk(out or (model if is_store else ""), error)
    except KeyboardInterrupt:
        store = out or (model if is_store else "")
        usage(f"interrupted; continue with dalembert sweep {store} --resume" if store else "interrupted")
    rows: dict[str, int] = rows_dataset.attrs["rows"]
    if not as_json:
        _show(rows_dataset, rows, out or (model if is_store else ""))
    complete = not (status or rows["pending"])
    statistics = _statistics(rows_dataset, limits, best, by, as_json) if limits or by or complete else None
    if as_json:
        print_json(
            {"runs": int(rows_dataset.sizes["run"]), "rows": rows}
            | {name: rows_dataset.attrs[name] for name in ("on",) if name in rows_dataset.attrs}
            | ({"store": out or model} if out or is_store else {"values": _values(rows_dataset)})
            | ({} if statistics is None else {"statistics": dalembert.as_dict(statistics)})
        )
    elif statistics is not None:
        print_answers(rows_dataset, statistics, by)
    draw_figures(rows_dataset, figures, language, quiet=as_json)
    raise typer.Exit(1 if any(rows[name] for name in BAD) else 0)


def _refuse_disk(store: str, error: OSError) -> NoReturn:
    """Print the error of the disk and how much of the store is complete, and exit."""
    reason = error.strerror or str(error)
    if not store:
        usage(f"cannot write {error.filename}: {reason}" if error.filename else reason)
    if not Path(store).exists():
        usage(f"cannot make the store {store}: {reason}")
    usage(f"cannot write to {store}: {reason}; blocks that were stored are safe: continue with --resume")


def _statistics(dataset: Any, limits: list[str], best: int, by: str, as_json: bool) -> Any:
    """The statistics of the rows; exits where a request cannot be answered."""
    try:
        return dalembert.statistics(dataset, limits, best=best, by=by)
    except ModelError as error:
        refuse(error.flaws, as_json)


def _values(dataset: Any) -> dict[str, list[Any]]:
    """The arrays as lists; NaN becomes null."""
    return {
        str(name): [
            [None if y != y else y for y in x] if isinstance(x, list) else None if x != x else x
            for x in array.values.tolist()
        ]
        for name, array in dataset.variables.items()
        if "run" in array.dims
    }


def _show(dataset: Any, rows: dict[str, int], store: str) -> None:
    """Print the first rows as a table, and the number of rows with each status."""
    terminal = console()
    columns = [
        name
        for name in (*dataset.coords, *dataset.data_vars)
        if name not in HIDDEN and dataset[name].dims == ("run",)
    ]
    columns += [] if dict(dataset.attrs["plan"])["plain"] else ["accuracy"]
    table = Table(box=None, pad_edge=False)
    table.add_column("run", justify="right")
    table.add_column("status")
    for name in columns:
        unit = dataset[name].attrs.get("units", "")
        table.add_column(
            Text(f"{name} [{unit}]" if unit not in ("", "1") else str(name)), justify="right", no_wrap=True
        )
    first = dataset.isel(run=slice(0, SHOWN)).load()
    names = list(rows)
    for i in range(first.sizes["run"]):
        state = names[int(first["status"][i])]
        table.add_row(
            str(i),
            Text(state, "bold red" if state in BAD else ""),
            *(f"{float(first[name][i]):.6g}" for name in columns),
        )
    terminal.print(table)
    runs = int(dataset.sizes["run"])
    if runs > SHOWN:
        terminal.print(f"… {runs - SHOWN} more rows")
    counts = ", ".join(f"{count} {name}" for name, count in rows.items() if count)
    terminal.print(f"{runs} runs: {counts}")
    for i in range(first.sizes["run"]):
        if names[int(first["status"][i])] in BAD:
            terminal.print(Text(f"  run {i}: {first['message'].values[i]}"), soft_wrap=True)
            break
    if "on" in dataset.attrs:
        terminal.print(f"on {dataset.attrs['on']}", highlight=False, markup=False, soft_wrap=True)
    if store:
        terminal.print(f"store {store}", highlight=False, markup=False)


@contextmanager
def _bar() -> Iterator[Callable[[Any], None] | None]:
    """A progress bar with the remaining time, on a terminal."""
    terminal = Console(stderr=True)
    if not terminal.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn

    with Progress(
        TextColumn("{task.description}"), BarColumn(), console=terminal, transient=True
    ) as progress:
        task = progress.add_task("sweeping", total=None)

        def tell(now: Any) -> None:
            left = "" if now.left is None else f", {now.left:.0f} s left"
            progress.update(
                task, completed=now.done, total=now.runs, description=f"{now.done} of {now.runs}{left}"
            )

        yield tell

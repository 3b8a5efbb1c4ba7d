"""Commands that show: run, report, plot, animate."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.text import Text

import dalembert
from dalembert.cli import completion
from dalembert.cli.options import (
    CHOICES,
    AtolOption,
    AtOption,
    CaseOption,
    DegreesOption,
    DtOption,
    ForceOption,
    GravityOption,
    JsonOption,
    LanguageOption,
    MethodOption,
    ModelArgument,
    NumbersOption,
    OpenOption,
    RtolOption,
    SamplesOption,
    SetOption,
    SpeedOption,
    StartOption,
    TEndOption,
    TStartOption,
    UnitOption,
    app,
    point_requested,
    requested_units,
    run_settings,
    values_over,
    variation,
)
from dalembert.cli.printing import (
    busy,
    cannot_write,
    console,
    file_to_write,
    open_page,
    print_json,
    refuse,
    refuse_because,
    usage,
)

BAD = ("flagged", "failed")  # statuses with exit code 1
ResultArgument = Annotated[
    str,
    typer.Argument(
        metavar="RESULT",
        autocompletion=completion.models,
        help="A motion file (.nc), the store of a sweep (.zarr), or a model, which is then simulated.",
    ),
]
FolderOption = Annotated[
    str, typer.Option("--out", metavar="DIR", help="Folder to write; default NAME_run or NAME_report.")
]
AgainOption = Annotated[
    bool,
    typer.Option(
        "--again", help="Write the folder again even if nothing changed; files you edited are kept as copies."
    ),
]
BriefOption = Annotated[
    bool, typer.Option("--brief", help="A report of two pages: results, equations, loads.")
]
FullOption = Annotated[
    bool, typer.Option("--full", help="A report in which nothing is omitted, however large the model is.")
]
DeepOption = Annotated[
    bool,
    typer.Option(
        "--deep", help="Also derive the equations in all other ways, compare them, and show their steps."
    ),
]
SweepOption = Annotated[
    str, typer.Option("--sweep", metavar="STORE", help="Add many runs of the model (.zarr) to the report.")
]
CompareOption = Annotated[
    bool,
    typer.Option("--compare", help="Also compute the motion with all derivations and formulations."),
]


@app.command(epilog="Example:  dalembert run four_bar --out four_bar_run --language de")
def run(
    context: typer.Context,
    model: ModelArgument,
    out: FolderOption = "",
    language: LanguageOption = "en",
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006  typer reads the default, nothing changes it
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    gravity: GravityOption = "g",
    numbers: NumbersOption = None,
    t_start: TStartOption = None,
    t_end: TEndOption = None,
    samples: SamplesOption = None,
    rtol: RtolOption = None,
    atol: AtolOption = None,
    method: MethodOption = None,
    dt: DtOption = None,
    brief: BriefOption = False,
    full: FullOption = False,
    deep: DeepOption = False,
    compare: CompareOption = False,
    sweep: SweepOption = "",
    again: AgainOption = False,
    show: OpenOption = False,
    degrees: DegreesOption = False,
    units: UnitOption = [],  # noqa: B006
    as_json: JsonOption = False,
) -> None:
    """Do everything: check, derive, verify, simulate, analyse, draw, animate and report, into one folder."""
    settings = run_settings(t_start, t_end, samples, rtol, atol, method, dt)
    values = variation(case, parameters, start, speed, settings, units=requested_units(degrees, units))
    options = dalembert.ReportOptions(
        length=_length(brief, full),
        gravity=gravity,
        numbers=numbers,
        deep=deep,
        compare=compare,
        sweep=sweep,
        again=again,
        workers=_workers(context),
    )
    verb = partial(dalembert.run, model, out or None, variation=values, language=language)
    _publish(verb, options, model, as_json, show)


@app.command(epilog="Example:  dalembert report electro_mechanical --language es")
def report(
    context: typer.Context,
    model: ModelArgument,
    out: FolderOption = "",
    language: LanguageOption = "en",
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006  typer reads the default, nothing changes it
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    gravity: GravityOption = "g",
    numbers: NumbersOption = None,
    t_start: TStartOption = None,
    t_end: TEndOption = None,
    samples: SamplesOption = None,
    rtol: RtolOption = None,
    atol: AtolOption = None,
    method: MethodOption = None,
    dt: DtOption = None,
    brief: BriefOption = False,
    full: FullOption = False,
    deep: DeepOption = False,
    compare: CompareOption = False,
    sweep: SweepOption = "",
    again: AgainOption = False,
    show: OpenOption = False,
    degrees: DegreesOption = False,
    units: UnitOption = [],  # noqa: B006
    as_json: JsonOption = False,
) -> None:
    """Write the report only: report.html, report.tex with its sections, and a PDF if TeX is installed."""
    settings = run_settings(t_start, t_end, samples, rtol, atol, method, dt)
    values = variation(case, parameters, start, speed, settings, units=requested_units(degrees, units))
    options = dalembert.ReportOptions(
        length=_length(brief, full),
        gravity=gravity,
        numbers=numbers,
        deep=deep,
        compare=compare,
        sweep=sweep,
        again=again,
        workers=_workers(context),
    )
    verb = partial(dalembert.report, model, out or None, variation=values, language=language)
    _publish(verb, options, model, as_json, show)


@app.command(
    epilog='Example:  dalembert plot four_bar.nc histories theta2 "theta2\'" --degrees --out turn.svg'
)
def plot(
    source: ResultArgument,
    kind: Annotated[
        str,
        typer.Argument(
            metavar="[KIND]",
            autocompletion=completion.of_names(CHOICES.figures),
            help=f"{', '.join(CHOICES.figures)}.",
        ),
    ] = CHOICES.figures[0],
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAMES]…", help='Columns such as theta2, "theta2\'" or lam_phi1; points for paths.'
        ),
    ] = None,
    out: Annotated[
        str,
        typer.Option(
            "--out",
            metavar="FILE",
            help=f"{', '.join(CHOICES.figure_files)}; default KIND.svg.",
        ),
    ] = "",
    degrees: DegreesOption = False,
    units: UnitOption = [],  # noqa: B006
    t_from: Annotated[
        float | None, typer.Option("--from", metavar="S", help="Only from this time on.")
    ] = None,
    t_to: Annotated[float | None, typer.Option("--to", metavar="S", help="Only up to this time.")] = None,
    log: Annotated[
        bool | None, typer.Option("--log/--linear", help="Scale of the y axis; default by kind.")
    ] = None,
    x: Annotated[
        str, typer.Option("--x", metavar="NAME", help="over: the column on the horizontal axis.")
    ] = "",
    invert: Annotated[
        str, typer.Option("--invert", metavar="x|y|xy", help="paths: axes that are reversed.")
    ] = "",
    window: Annotated[
        str | None,
        typer.Option(
            "--window",
            metavar="W",
            autocompletion=completion.of_names(CHOICES.windows),
            help=f"spectrum: {', '.join(CHOICES.windows)}.",
        ),
    ] = None,
    modes: Annotated[bool, typer.Option("--modes", help="spectrum: show natural frequencies.")] = False,
    highest: Annotated[
        float | None, typer.Option("--highest", metavar="HZ", help="spectrum, bode: the end of the axis.")
    ] = None,
    lowest: Annotated[
        float | None, typer.Option("--lowest", metavar="HZ", help="bode: the start of the axis.")
    ] = None,
    at: AtOption = [],  # noqa: B006
    over: Annotated[
        str, typer.Option("--over", metavar="p=FROM:TO:N", help="campbell: N values of a parameter.")
    ] = "",
    orders: Annotated[
        int | None,
        typer.Option("--orders", metavar="N", help="campbell: multiples of a speed; default 2."),
    ] = None,
    compare: Annotated[
        list[str],
        typer.Option("--compare", metavar="RESULT", help="comparison: another motion; repeatable."),
    ] = [],  # noqa: B006
    case: CaseOption = "",
    language: LanguageOption = "en",
    force: ForceOption = False,
    show: OpenOption = False,
    as_json: JsonOption = False,
) -> None:
    """Draw a figure of a motion (histories, paths, energies, spectra …) or of a model (bode, campbell …)."""
    of_model = kind in CHOICES.model_figures
    _refuse_useless_options(("spectrum",), kind, {"--window": window is not None, "--modes": modes})
    _refuse_useless_options(("spectrum", "bode"), kind, {"--highest": highest is not None})
    _refuse_useless_options(("bode",), kind, {"--lowest": lowest is not None})
    _refuse_useless_options(("campbell",), kind, {"--over": bool(over), "--orders": orders is not None})
    _refuse_useless_options(CHOICES.model_figures, kind, {"--at": bool(at)})
    _refuse_useless_options(("over",), kind, {"--x": bool(x)})
    _refuse_useless_options(("paths",), kind, {"--invert": bool(invert)})
    _refuse_useless_options(("comparison",), kind, {"--compare": bool(compare)})
    if invert not in ("", "x", "y", "xy"):
        usage(f"--invert {invert}: use x, y or xy")
    if t_from is not None and t_to is not None and t_from > t_to:
        usage(f"--from {t_from:g} is after --to {t_to:g}")
    target = file_to_write(out, CHOICES.figure_files, force, f"{kind}.svg")
    options = dalembert.FigureOptions(
        degrees=degrees, units=tuple(units), t_from=t_from, t_to=t_to, log=log, highest=highest, invert=invert
    )
    options = replace(options, lowest=lowest, at=point_requested(at), orders=orders)
    options = replace(options, over=values_over(over)) if over else options
    options = replace(options, window=window) if window is not None else options
    options = replace(options, x=x) if x else options
    try:
        if Path(source).suffix.lower() == ".zarr":
            with busy("drawing"):
                dalembert.plot(source, kind, names or (), out=target, language=language, options=options)
            _end_with_written(target, source, None, as_json, show)
        if of_model and Path(source).suffix.lower() != ".nc":
            _draw_model(source, case, kind, names or (), target, language, options)
            _end_with_written(target, source, None, as_json, show)
        motion = _motion(source, case)
        if modes:
            answer = dalembert.modes(motion.model)
            frequencies = tuple(mode.hz for mode in answer if mode.kind == "oscillation")
            options = replace(options, frequencies=frequencies)
        motions = {Path(source).stem: motion, **{Path(one).stem: _motion(one, "") for one in compare}}
        if compare and len(motions) <= len(compare):
            usage("the motions that are compared need files of different names")
        with busy("drawing"):
            drawn = motions if compare else motion
            dalembert.plot(drawn, kind, names or (), out=target, language=language, options=options)
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    except ValueError as error:
        usage(str(error))
    except OSError as error:
        cannot_write(target, error)
    _end_with_written(target, source, motion, as_json, show)


@app.command(epilog="Example:  dalembert animate four_bar --out four_bar.html")
def animate(
    source: ResultArgument,
    out: Annotated[
        str,
        typer.Option(
            "--out",
            metavar="FILE",
            help=".html (a player), .gif, .mp4 (needs ffmpeg), .svg or .png (the start); default NAME.html.",
        ),
    ] = "",
    size: Annotated[
        str, typer.Option("--size", metavar="WIDTHxHEIGHT", help="Films: pixels, such as 1920x1080.")
    ] = "",
    fps: Annotated[
        float | None, typer.Option("--fps", metavar="NUMBER", help="Films: frames per second, such as 60.")
    ] = None,
    live: Annotated[
        bool,
        typer.Option("--live", help="A page that simulates: change values, and the motion follows."),
    ] = False,
    case: CaseOption = "",
    language: LanguageOption = "en",
    force: ForceOption = False,
    show: OpenOption = False,
    degrees: DegreesOption = False,
    units: UnitOption = [],  # noqa: B006
    as_json: JsonOption = False,
) -> None:
    """Animate a motion with the scene of its model; without a scene, show dials and gauges."""
    stem = Path(source).stem.replace(":", "_")
    target = file_to_write(out, CHOICES.animation_files, force, f"{stem}.html")
    pixels = _pixels(size)
    if target.suffix in (".html", ".svg") and (pixels is not None or fps is not None):
        usage("--size and --fps are for films (.mp4, .gif) and frames (.png); a page fits any screen")
    try:
        motion, shown_in = _motion(source, case), requested_units(degrees, units)
        motion = replace(motion, model=dalembert.vary(motion.model, units=shown_in)) if shown_in else motion
        with busy("drawing"):
            made = dalembert.animate(motion, target, language=language, size=pixels, fps=fps, live=live)
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    except ValueError as error:
        usage(str(error))
    except OSError as error:
        cannot_write(target, error)
    if made.why_recorded is not None and not as_json:
        note = f"the page plays the recorded motion: {made.why_recorded}"
        console().print(Text.assemble(("  note  ", "dim"), note), soft_wrap=True)
    _end_with_written(target, source, motion, as_json, show)


def _pixels(text: str) -> tuple[int, int] | None:
    """The width and height of a film; None by default."""
    if not text:
        return None
    match = re.fullmatch(r"(\d{1,5})[x×X](\d{1,5})", text)
    if match is None:
        usage(f"--size needs the width and height of a film in pixels, such as 1920x1080, not `{text}`")
    return int(match[1]), int(match[2])


def _workers(context: typer.Context) -> int:
    """The number of further processes that draw; none unless `main` started the program."""
    return context.obj if isinstance(context.obj, int) else 0


def _length(brief: bool, full: bool) -> str:
    """The length of a report."""
    if brief and full:
        usage("--brief and --full cannot be combined")
    return "brief" if brief else "full" if full else "standard"


def _refuse_useless_options(wanted: tuple[str, ...], kind: str, given: dict[str, bool]) -> None:
    """Refuse options that the kind of figure does not use."""
    for option, there in given.items():
        if there and kind not in wanted:
            usage(f"{option} is for figures of the kind {' or '.join(wanted)}, and this one is {kind}")


def _draw_model(
    source: str,
    case: str,
    kind: str,
    names: Sequence[str],
    target: Path,
    language: str,
    options: dalembert.FigureOptions,
) -> None:
    """Draw a figure that needs no motion."""
    model = dalembert.vary(dalembert.read(source), case) if case else source
    with busy("drawing"):
        dalembert.plot(model, kind, names, out=target, language=language, options=options)


def _publish(
    verb: Callable[..., Any], options: dalembert.ReportOptions, model: str, as_json: bool, show: bool
) -> NoReturn:
    """Make a folder, and print its findings and its main files in five lines."""
    try:
        with _stages() as progress:
            made = verb(options=replace(options, progress=progress))
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    except dalembert.VerificationError as error:
        refuse_because("verification", str(error), as_json)
    except OSError as error:  # in the temporary folder of TeX
        cannot_write(error.filename or "the folder", error)
    if as_json:
        print_json(made.summary)
    else:
        terminal = console()
        terminal.print(Text(made.summary["title"] or model, style="bold underline"))
        for line in made.findings:
            terminal.print(Text(f"  {line}"), soft_wrap=True)
        for remark in made.remarks:
            terminal.print(Text.assemble(("  note  ", "dim"), remark), soft_wrap=True)
        if made.fresh:
            terminal.print(
                Text(f"  {len(made.files)} files in {made.folder}, {made.seconds['total']:.1f} s", "dim")
            )
        else:
            terminal.print(Text("  nothing has changed since the last run; --again makes it again", "dim"))
    if show:
        open_page(made.folder / "report.html")
    raise typer.Exit(1 if made.status in BAD or not made.agrees else 0)


@contextmanager
def _stages() -> Iterator[Callable[[str], None] | None]:
    """Show the stages of the work on a terminal, with a spinner."""
    terminal = Console(stderr=True)
    if not terminal.is_terminal:
        yield None
        return
    with terminal.status("beginning …") as status:
        done = list(CHOICES.stages)

        def tell(stage: str) -> None:
            status.update(f"{done.index(stage) + 1} of {len(done)}: {CHOICES.stages[stage]} …")

        yield tell


def _motion(source: str, case: str) -> dalembert.Motion:
    """The motion of a file, or of a model."""
    if Path(source).suffix.lower() == ".nc":
        if case:
            usage(f"--case is for models; {source} is the motion of one run")
        try:
            return dalembert.open_motion(source)
        except (OSError, ValueError) as error:
            usage(f"cannot read {source}: {error}")
    with busy("simulating"):
        return dalembert.simulate(dalembert.vary(dalembert.read(source), case) if case else source)


def _end_with_written(
    path: Path, source: str, motion: dalembert.Motion | None, as_json: bool, show: bool
) -> NoReturn:
    """Print which file was written from which source; exit with 1 if a run that was made here is bad."""
    if as_json:
        run: dict[str, Any] = {}
        if motion is not None:
            record = dalembert.as_dict(motion)
            run = {key: record[key] for key in ("status", "message")}
            run["messages"] = {"message": record["messages"]["message"]}
        print_json({"file": str(path), **run})
    else:
        console().print(f"wrote {path}", highlight=False, markup=False)
        if motion is not None and motion.status != "ok":
            console().print(Text.assemble(("  note  ", "dim"), f"{motion.status}: {motion.message}"))
    if show:
        open_page(path)
    made_here = Path(source).suffix.lower() != ".nc"
    raise typer.Exit(1 if motion is not None and made_here and motion.status in BAD else 0)

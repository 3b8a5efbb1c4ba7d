"""Commands about a system without a run: equilibrium, linearise, modes, inverse."""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import dalembert
from dalembert.cli.options import (
    AtOption,
    CaseOption,
    DegreesOption,
    ForceOption,
    JsonOption,
    ModelArgument,
    SetOption,
    SpeedOption,
    StartOption,
    TEndOption,
    UnitOption,
    app,
    pairs,
    point_requested,
    requested_units,
    values_over,
    vary_model,
)
from dalembert.cli.printing import busy, cannot_write, console, file_to_write, print_json, refuse, usage

SHOWN, WIDE = 12, 8  # the most equilibria, and columns of a matrix, that are printed
ROUNDING = 1e-14  # of an entry of a matrix beside the largest of its row and of its column
COLOURS = {
    "asymptotically stable": "bold green",
    "stable": "bold green",
    "neutral": "bold yellow",
    "undecided": "bold yellow",
    "unstable": "bold red",
}

InputOption = Annotated[
    list[str],
    typer.Option(
        "--input",
        metavar="u=v",
        help="Fix an input at a value (default: that at the start time); repeatable.",
    ),
]


@app.command(epilog="Example:  dalembert equilibrium four_bar --set tau=1")
def equilibrium(
    model: ModelArgument,
    starts: Annotated[
        int, typer.Option("--starts", metavar="N", help="Number of initial points of the search.")
    ] = 60,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of the random initial points.")] = 1,
    inputs: InputOption = [],  # noqa: B006
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006  typer reads the default, nothing changes it
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    degrees: DegreesOption = False,
    units: UnitOption = [],  # noqa: B006
    as_json: JsonOption = False,
) -> None:
    """Find the equilibria of a system, and say which of them are stable."""
    if starts < 1 or seed < 0:
        usage("--starts must be at least 1, --seed at least 0")
    try:
        chosen = vary_model(model, case, parameters, start, speed, requested_units(degrees, units))
        with busy("looking for equilibria"):
            equilibria = dalembert.equilibrium(
                chosen if chosen is not None else model,
                starts=starts,
                seed=seed,
                inputs=pairs("--input", inputs),
            )
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    if as_json:
        print_json(dalembert.as_dict(equilibria))
        return
    terminal = _titled_console(equilibria.model)
    terminal.print(Text(str(equilibria.message), style="bold" if equilibria.equilibria else "bold yellow"))
    terminal.print(Text(str(equilibria.extent), style="dim" if equilibria.complete else ""))
    for i, one in enumerate(equilibria.equilibria[:SHOWN], 1):
        near = "  (nearest to the start)" if equilibria.nearest == i - 1 and len(equilibria) > 1 else ""
        terminal.print(
            Text.assemble(f"\n{i}. ", (one.stability, COLOURS[one.stability]), f": {one.sentence}{near}")
        )
        _grid(terminal, one.values, dalembert.display_units(equilibria.model))
        effective = one.effective_potential
        beside = "" if effective is None else f",  V − T₀ = {_number(effective)} J"
        terminal.print(Text(f"   V = {_number(one.V)} J{beside}", style="dim"))
    if len(equilibria) > SHOWN:
        terminal.print(f"\n… and {len(equilibria) - SHOWN} more; --json gives all of them")
    _notes(terminal, equilibria.remarks)


@app.command(epilog="Example:  dalembert linearise four_bar --at equilibrium")
def linearise(
    model: ModelArgument,
    at: AtOption = [],  # noqa: B006
    inputs: InputOption = [],  # noqa: B006
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    degrees: DegreesOption = False,
    units: UnitOption = [],  # noqa: B006
    as_json: JsonOption = False,
) -> None:
    """Linearise a system about a point: M, C, K on its free directions, and the state space A, B, C, D."""
    try:
        chosen = vary_model(model, case, parameters, start, speed, requested_units(degrees, units))
        with busy("linearising"):
            linear = dalembert.linearise(
                chosen if chosen is not None else model, point_requested(at), inputs=pairs("--input", inputs)
            )
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    if as_json:
        print_json(dalembert.as_dict(linear))
        return
    terminal = _titled_console(linear.model)
    terminal.print(Text(f"about {_point_text(linear)}", style="bold"))
    names = [c.name for c in linear.model.coordinates]
    units_shown = dalembert.display_units(linear.model)
    _grid(terminal, dict(zip(names, linear.point.q, strict=True)), units_shown)
    in_matrices = (*linear.state.states, *linear.state.inputs, *linear.state.outputs)
    if not all(units_shown[name].unit.coherent for name in in_matrices if name in units_shown):
        terminal.print(Text("the matrices are in SI units, angles in radians", style="dim"))
    free = list(linear.reduced.free)
    of = f" in the free coordinates {', '.join(free)}" if free != names else ""
    terminal.print(f"\nM x'' + C x' + K x = 0{of}", markup=False, soft_wrap=True)
    for letter, block in (("M", linear.reduced.M), ("C", linear.reduced.C), ("K", linear.reduced.K)):
        _matrix(terminal, letter, free, free if block.shape[1] == len(free) else [""] * block.shape[1], block)
    if free != names and free:
        terminal.print("\ndeviations of all coordinates per unit deviation of the free ones")
        _matrix(terminal, "basis", names, free, linear.reduced.basis)
    state = linear.state
    terminal.print("\nx' = A x + B u,  y = C x + D u", markup=False)
    for letter, rows, columns, block in (
        ("A", state.states, state.states, state.A),
        ("B", state.states, state.inputs, state.B),
        ("C", state.outputs, state.states, state.C),
        ("D", state.outputs, state.inputs, state.D),
    ):
        _matrix(terminal, letter, rows, columns, block)
    _notes(terminal, linear.remarks)


@app.command(
    epilog="Examples:  dalembert modes sprung_rod   "
    "dalembert modes drive_train --speed-rpm 30000   dalembert modes sprung_rod --over k=5e3:2e4:4"
)
def modes(
    model: ModelArgument,
    at: AtOption = [],  # noqa: B006
    speed_rpm: Annotated[
        float | None,
        typer.Option("--speed-rpm", metavar="N", help="Compare the frequencies with this operating speed."),
    ] = None,
    orders: Annotated[
        int | None, typer.Option("--orders", metavar="N", help="Multiples of the speed; default 3.")
    ] = None,
    over: Annotated[
        str,
        typer.Option("--over", metavar="p=FROM:TO:N", help="A table over N values of a parameter."),
    ] = "",
    shapes: Annotated[bool, typer.Option("--shapes/--no-shapes", help="Print the mode shapes.")] = True,
    inputs: InputOption = [],  # noqa: B006
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    as_json: JsonOption = False,
) -> None:
    """Find natural frequencies, damping ratios and mode shapes, about an equilibrium or a given point."""
    if over and speed_rpm is not None:
        usage("--over and --speed-rpm cannot be combined: use one of them")
    if orders is not None and not 1 <= orders <= 100:
        usage("--orders takes a number from 1 to 100")
    if orders is not None and not over and speed_rpm is None:
        usage("--orders are multiples of a speed: give --speed-rpm, or --over with a speed")
    if speed_rpm is not None and not (math.isfinite(speed_rpm) and speed_rpm > 0):
        usage("--speed-rpm takes a positive number of turns per minute")
    try:
        chosen = vary_model(model, case, parameters, start, speed)
        source = chosen if chosen is not None else model
        point, inputs_fixed = point_requested(at), pairs("--input", inputs)
        with busy("looking for modes"):
            if over:
                name, values = values_over(over)
                table = dalembert.campbell(
                    source, name, values, point, orders=orders or 0, inputs=inputs_fixed
                )
            else:
                modes = dalembert.modes(
                    source, point, speed_rpm=speed_rpm, orders=orders or 3, inputs=inputs_fixed
                )
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    if as_json:
        print_json(dalembert.as_dict(table if over else modes))
    elif over:
        _show_campbell(table)
    else:
        _show_modes(modes, shapes)


@app.command(
    epilog='Examples:  dalembert inverse four_bar --motion "theta2=6*t"   '
    'dalembert inverse polar_arm --motion "q1=0.8" --motion "q2=sin(2*t)" --t-end 4 --out efforts.csv'
)
def inverse(
    model: ModelArgument,
    motion: Annotated[
        list[str],
        typer.Option("--motion", metavar="q=f(t)", help="Prescribe a coordinate, in SI units; repeatable."),
    ] = [],  # noqa: B006
    table: Annotated[
        str,
        typer.Option(
            "--table", metavar="FILE", help="CSV with a column t and columns of coordinates, in SI."
        ),
    ] = "",
    effort: Annotated[
        list[str],
        typer.Option("--effort", metavar="NAME", help="An input, or a coordinate to act on; repeatable."),
    ] = [],  # noqa: B006
    t_end: TEndOption = None,
    samples: Annotated[
        int | None, typer.Option("--samples", metavar="N", help="Number of equal time intervals.")
    ] = None,
    case: CaseOption = "",
    parameters: SetOption = [],  # noqa: B006
    start: StartOption = [],  # noqa: B006
    speed: SpeedOption = [],  # noqa: B006
    out: Annotated[str, typer.Option("--out", metavar="FILE.csv", help="Write all columns as CSV.")] = "",
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Find the efforts that a prescribed motion requires: torque, power, peaks and RMS, to size a motor."""
    target = file_to_write(out, (".csv",), force) if out else None
    laws: dict[str, Any] = dict(pairs("--motion", motion))
    laws |= _columns_of(table, laws) if table else {}
    if not laws:
        usage('what moves? give --motion "theta=sin(2*t)", or --table motion.csv')
    try:
        chosen = vary_model(model, case, parameters, start, speed)
        with busy("working out the efforts"):
            inverse = dalembert.inverse(
                chosen if chosen is not None else model, laws, effort or None, t_end=t_end, samples=samples
            )
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    if target is not None:
        _write_columns(target, inverse.columns())
    if as_json:
        print_json(dalembert.as_dict(inverse) | ({"file": out} if out else {}))
        return
    terminal = _titled_console(inverse.model)
    for name, law in inverse.laws.items():
        terminal.print(f"{name} = {law}", markup=False, soft_wrap=True)
    terminal.print(Text(f"t = {inverse.t[0]:g} … {inverse.t[-1]:g} s, {len(inverse.t)} rows\n", style="dim"))
    listing = Table(box=None, pad_edge=False, show_header=True)
    listing.add_column("")
    for one in inverse.sizing:
        listing.add_column(one.name, justify="right")
    for word, unit, values in _sizing_rows(inverse.sizing):
        listing.add_row(Text(f"{word} [{unit}]" if unit else word), *values)
    terminal.print(listing)
    constraints = (
        f"; constraints satisfied to {max(inverse.position, inverse.velocity):.1e}"
        if inverse.lam.shape[1]
        else ""
    )
    terminal.print(Text(f"\nthe equations balance to {inverse.balance:.1e}{constraints}", style="dim"))
    _notes(terminal, (*inverse.remarks, *((f"wrote {out}",) if out else ())))


# -- arguments -----------------------------------------------------------------------------------------


def _columns_of(path: str, laws: dict[str, Any]) -> dict[str, Any]:
    """The columns of a CSV file as tables of coordinates."""
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as stream:
            rows = [row for row in csv.reader(stream) if row]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        usage(f"cannot read {path}: {error}")
    names = [name.strip() for name in rows[0]] if rows else []
    if "t" not in names or len(names) < 2:
        usage(f"{path} needs a column t and one for each coordinate; its first row is {', '.join(names)}")
    same = [name for name in names if names.count(name) > 1]
    if same:
        usage(f"{path} has {names.count(same[0])} columns {same[0]}: give each column its own name")
    columns: dict[str, list[float]] = {name: [] for name in names}
    for i, row in enumerate(rows[1:], 2):
        for name, text in zip(names, row, strict=False):
            try:
                columns[name].append(float(text))
            except ValueError:
                usage(f"{path}, row {i}: {text.strip()[:40] or 'nothing'} in column {name} is not a number")
    twice = [name for name in names if name in laws]
    if twice:
        usage(f"{twice[0]} has a --motion and a column of {path}: give only one of them")
    return {name: (columns["t"], columns[name]) for name in names if name != "t"}


# -- printing --------------------------------------------------------------------------------------------


def _titled_console(model: dalembert.Model) -> Console:
    terminal = console()
    if model.title:
        terminal.print(Text(model.title, style="bold underline"))
    return terminal


def _show_modes(modes: Any, shapes: bool) -> None:
    terminal = _titled_console(modes.model)
    terminal.print(Text(f"about {_point_text(modes)}; {modes.kind}", style="bold"))
    if modes.rigid:
        terminal.print(f"{modes.rigid} rigid-body mode{'s' if modes.rigid > 1 else ''}")
    table = Table(box=None, pad_edge=False)
    for column in ("mode", "kind", "Hz", "rad/s", "damping", "eigenvalue 1/s"):
        table.add_column(column, justify="left" if column == "kind" else "right")
    for i, mode in enumerate(modes.modes, 1):
        swinging = mode.kind == "oscillation"
        word = Text(mode.kind, style="bold red" if mode.unstable else "")
        table.add_row(
            str(i),
            word.append(" (unstable)") if mode.unstable and swinging else word,
            f"{mode.hz:.6g}" if swinging else "-",
            f"{mode.rad_s:.6g}" if swinging else "-",
            f"{mode.damping:.4g}" if swinging else "-",
            _eigenvalue(mode.eigenvalue),
        )
    if modes.modes:
        terminal.print(table)
    if shapes and modes.modes:
        terminal.print("\nshapes, the largest entry 1")
        for first in range(0, len(modes.modes), WIDE - 2):
            some = modes.modes[first : first + WIDE - 2]
            listing = Table(box=None, pad_edge=False)
            listing.add_column("")
            for i in range(len(some)):
                listing.add_column(str(first + i + 1), justify="right")
            for k, name in enumerate(modes.names):
                listing.add_row(name, *(_short_complex(complex(mode.shape[k])) for mode in some))
            terminal.print(listing)
    if modes.speed_hz is not None:
        _show_nearness(terminal, modes)
    _notes(terminal, modes.remarks)


def _point_text(answer: Any) -> str:
    """The point of linear equations or modes, with a note if it is no equilibrium."""
    return f"{answer.point.about}{', which is not an equilibrium' if answer.residual else ''}"


def _show_nearness(terminal: Console, modes: Any) -> None:
    terminal.print(
        f"\noperating speed {60 * modes.speed_hz:g} rpm = {modes.speed_hz:.6g} Hz, and its multiples"
    )
    table = Table(box=None, pad_edge=False)
    for column in ("mode", "Hz", "order", "excitation Hz", "distance", ""):
        table.add_column(column, justify="right")
    for one in modes.nearness:
        hz = modes.modes[one.mode].hz
        word = Text("close", "bold red") if one.close else Text("")
        table.add_row(
            str(one.mode + 1),
            f"{hz:.6g}",
            str(one.order),
            f"{one.excitation_hz:.6g}",
            f"{one.distance:+.1%}",
            word,
        )
    terminal.print(table)
    close = sum(one.close for one in modes.nearness)
    terminal.print(
        f"{close or 'no'} natural frequenc{'y is' if close == 1 else 'ies are'} within 20 % of an excitation"
    )


def _show_campbell(table: Any) -> None:
    terminal, unit = _titled_console(table.model), dalembert.display_units(table.model)[table.parameter]
    of_unit = f" [{unit.symbol}]" if unit.symbol else ""
    terminal.print(
        Text(f"natural frequencies in Hz (damping ratios) over {table.parameter}{of_unit}", style="bold")
    )
    terminal.print(Text(f"about {', then '.join(map(str, table.places))}", style="bold"))
    count = table.hz.shape[1]
    for first in range(0, max(count, 1), WIDE - 3):
        listing = Table(box=None, pad_edge=False)
        listing.add_column(table.parameter, justify="right")
        for k in range(first, min(first + WIDE - 3, count)):
            listing.add_column(str(k + 1), justify="right")
        for i, value in enumerate(table.values):
            cells = [
                _cell(table.hz[i, k], table.damping[i, k]) for k in range(first, min(first + WIDE - 3, count))
            ]
            listing.add_row(f"{unit.from_si(value):.6g}", *cells)
        terminal.print(listing)
    for one in table.crossings:
        at = f"{table.parameter} = {unit.with_unit(f'{unit.from_si(one.value):.6g}')}, {one.hz:.6g} Hz"
        terminal.print(f"order {one.order} crosses mode {one.mode + 1} at {at}")
    _notes(terminal, table.remarks)


def _cell(hz: float, damping: float) -> str:
    if not math.isfinite(hz):
        return "-"
    return f"{hz:.5g} ({damping:.3g})" if damping else f"{hz:.6g}"


def _sizing_rows(sizing: Sequence[Any]) -> Iterator[tuple[str, str, list[str]]]:
    units = {one.unit for one in sizing}
    unit = units.pop() if len(units) == 1 else ""
    if not unit:
        yield "unit", "", [one.unit or "-" for one in sizing]
    for word, of, values in (
        ("peak", unit, [one.peak for one in sizing]),
        ("  at t", "s", [one.peak_t for one in sizing]),
        ("lowest", unit, [one.lowest for one in sizing]),
        ("highest", unit, [one.highest for one in sizing]),
        ("RMS", unit, [one.rms for one in sizing]),
        ("peak power", "W", [one.peak_power for one in sizing]),
        ("  at t", "s", [one.peak_power_t for one in sizing]),
        ("mean power", "W", [one.mean_power for one in sizing]),
        ("positive work", "J", [one.work_supplied for one in sizing]),
        ("negative work", "J", [one.work_absorbed for one in sizing]),
        ("total work", "J", [one.work for one in sizing]),
    ):
        yield word, of, [_number(value) for value in values]


def _grid(terminal: Console, values: Mapping[str, float], units: Mapping[str, dalembert.DisplayUnit]) -> None:
    """Print names with values in the units of the model, as many in a line as fit."""
    texts = [
        f"{name} = {units[name].with_unit(_number(units[name].from_si(x)))}" for name, x in values.items()
    ]
    if not texts:
        return
    width = max(len(text) for text in texts) + 3
    across = max(1, (terminal.width - 3) // width)
    for first in range(0, len(texts), across):
        terminal.print(
            "   " + "".join(text.ljust(width) for text in texts[first : first + across]).rstrip(),
            markup=False,
        )


def _matrix(terminal: Console, letter: str, rows: Sequence[str], columns: Sequence[str], block: Any) -> None:
    """Print a matrix with the names of its rows and columns; wide ones in parts.

    An entry that is rounding beside the largest of its row and of its column is printed as 0.
    """
    if not len(rows) or not len(columns):
        terminal.print(Text(f"{letter}: none", style="dim"))
        return
    fits = max(1, min(WIDE, (terminal.width - 12) // 12))
    wide = [max(abs(row)) for row in block]
    high = [max(abs(column)) for column in block.T]
    for first in range(0, len(columns), fits):
        table = Table(box=None, pad_edge=False)
        table.add_column(letter, style="dim")
        for name in columns[first : first + fits]:
            table.add_column(name, justify="right")
        for i, name in enumerate(rows):
            columns_shown = range(first, min(first + fits, len(columns)))
            table.add_row(name, *(_entry(block[i, j], min(wide[i], high[j])) for j in columns_shown))
        terminal.print(table)


def _entry(value: float, size: float) -> str:
    """An entry of a matrix; 0 where it is rounding of numbers of a size."""
    return _number(value if abs(value) > ROUNDING * size else 0.0)


def _number(value: float) -> str:
    return f"{value:.6g}" if abs(value) > sys.float_info.min else "0"


def _eigenvalue(value: complex) -> str:
    if not value.imag:
        return f"{value.real:.5g}"
    return f"{value.real:.5g} ± {abs(value.imag):.5g}i" if value.real else f"± {abs(value.imag):.5g}i"


def _short_complex(value: complex) -> str:
    if abs(value.imag) < 1e-12:
        return f"{value.real + 0.0:.4f}"
    return f"{abs(value):.3f}∠{math.degrees(math.atan2(value.imag, value.real)):.0f}°"


def _notes(terminal: Console, remarks: Iterable[object]) -> None:
    for remark in remarks:
        terminal.print(Text.assemble(("  note        ", "dim"), str(remark)), soft_wrap=True)


def _write_columns(path: Path, columns: dict[str, Any]) -> None:
    stream = StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(columns)
    writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))
    try:
        dalembert.write_files({path: stream.getvalue()})
    except OSError as error:
        cannot_write(path, error)

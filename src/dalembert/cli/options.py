"""The app, and the options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Annotated

import typer

import dalembert
from dalembert.cli import completion
from dalembert.cli.printing import usage

POINTS = ("start", "equilibrium")

app = typer.Typer(
    name="dalembert",
    help="Energies in, motion out: equations of motion from energies, shown step by step and verified.",
    epilog="First steps:  dalembert run four_bar --open   or   dalembert new pendulum,  then  "
    "dalembert run pendulum.toml --open",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

CHOICES = dalembert.choices()
ModelArgument = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        autocompletion=completion.models,
        help="A model file, or a library system such as four_bar or n_link_pendulum:20.",
    ),
]
CaseOption = Annotated[
    str,
    typer.Option(
        "--case",
        metavar="NAME",
        autocompletion=completion.cases,
        help="Use one of the named cases of the model.",
    ),
]
SetOption = Annotated[
    list[str],
    typer.Option(
        "--set",
        metavar="p=v",
        autocompletion=completion.parameters,
        help="Set the value of a parameter; repeatable.",
    ),
]
StartOption = Annotated[
    list[str],
    typer.Option(
        "--start",
        metavar="q=v",
        autocompletion=completion.coordinates,
        help="Set an initial value; repeatable.",
    ),
]
AtOption = Annotated[
    list[str],
    typer.Option(
        "--at", metavar="POINT", help="start, equilibrium (the nearest), or values x=0.1, x'=2; repeatable."
    ),
]
SpeedOption = Annotated[
    list[str],
    typer.Option(
        "--speed",
        metavar="q=v",
        autocompletion=completion.coordinates,
        help="Set an initial velocity; repeatable.",
    ),
]
GuessOption = Annotated[
    list[str],
    typer.Option("--guess", metavar="NAME", help="Use a start value only as a first guess; repeatable."),
]
GravityOption = Annotated[str, typer.Option("--gravity", metavar="NAME", help="The gravity parameter of G.")]
NumbersOption = Annotated[
    str | None,
    typer.Option(
        "--numbers",
        metavar="all|none|a,b",
        help="Parameters whose values stand in the equations; of a LagEq file all, else none.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]
TStartOption = Annotated[
    str | None, typer.Option("--t-start", metavar="S", help="Start time in seconds, or an expression.")
]
TEndOption = Annotated[
    str | None,
    typer.Option("--t-end", metavar="S", help="End time in seconds, or an expression (20*pi/w)."),
]
SamplesOption = Annotated[
    str | None, typer.Option("--samples", metavar="N", help="Number of equal output intervals.")
]
RtolOption = Annotated[
    float | None,
    typer.Option("--rtol", metavar="R", help="Relative error of the result; default 1e-9."),
]
AtolOption = Annotated[
    float | None,
    typer.Option("--atol", metavar="A", help="Absolute error allowed in addition; default none."),
]
MethodOption = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="NAME",
        autocompletion=completion.of_names(CHOICES.methods),
        help=f"One of {', '.join(CHOICES.methods)}.",
    ),
]
DtOption = Annotated[
    str | None, typer.Option("--dt", metavar="S", help="Fixed step size; some methods need it.")
]


def one_of(option: str, names: Iterable[str]) -> Callable[[str], str]:
    """A callback that refuses any other value of an option, and suggests the nearest of these names."""
    known = tuple(names)

    def check(value: str) -> str:
        if value in known:
            return value
        near = get_close_matches(value.lower(), known, 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        return usage(f"{option} {value}: there are {', '.join(known)}{meant}")

    return check


def _language(value: str) -> str:
    """The code of a language; for the name of a language the error suggests its code."""
    if value in CHOICES.languages:
        return value
    lowered = value.strip().lower()
    near = next(
        (code for code, names in CHOICES.languages.items() if lowered in (code.lower(), *names)), None
    )
    suggestion = f"; did you mean {near}?" if near else ""
    return usage(f"--language {value}: there are {', '.join(CHOICES.languages)}{suggestion}")


DegreesOption = Annotated[bool, typer.Option("--degrees", help="Angles in degrees.")]
UnitOption = Annotated[
    list[str],
    typer.Option("--unit", metavar="U", help="Results of that dimension in this unit; repeatable."),
]
OpenOption = Annotated[bool, typer.Option("--open", help="Open the result in the browser.")]
LanguageOption = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="|".join(CHOICES.languages),
        callback=_language,
        autocompletion=completion.of_names(CHOICES.languages),
        help="Language of the output.",
    ),
]


def run_settings(
    t_start: str | None,
    t_end: str | None,
    samples: str | None,
    rtol: float | None,
    atol: float | None,
    method: str | None,
    dt: str | None,
) -> dalembert.RunSettings:
    """The settings of a run from the options."""
    if samples is not None and _is_broken(samples):
        usage(f"--samples {samples} is not a whole number; write for example --samples 1000")
    return dalembert.RunSettings(
        t_start=t_start, t_end=t_end, samples=samples, rtol=rtol, atol=atol, method=method, dt=dt
    )


def _is_broken(text: str) -> bool:
    """Whether a text is a number that is not whole; false for an expression."""
    try:
        return not float(text).is_integer()
    except ValueError:
        return False


def variation(
    case: str,
    parameters: list[str],
    start: list[str],
    speed: list[str],
    settings: dalembert.RunSettings | None = None,
    guess: list[str] | None = None,
    units: tuple[str, ...] = (),
) -> dalembert.Variation:
    """The variation of a model by --case, --set, --start, --speed and the settings of a run."""
    return dalembert.Variation(
        case=case,
        parameters=pairs("--set", parameters),
        start=pairs("--start", start),
        speed=pairs("--speed", speed),
        settings=settings or dalembert.RunSettings(),
        guess=tuple(guess or ()),
        units=units,
    )


def requested_units(degrees: bool, units: list[str]) -> tuple[str, ...]:
    """The units of --degrees and --unit."""
    return (*units, *(("deg",) if degrees else ()))


def vary_model(
    model: str,
    case: str,
    parameters: list[str],
    start: list[str],
    speed: list[str],
    units: tuple[str, ...] = (),
) -> dalembert.Model | None:
    """The model varied by the options; None without such options."""
    given = variation(case, parameters, start, speed, units=units)
    if not given.has_values:
        return None
    return dalembert.vary(
        dalembert.read(model), case, given.parameters, given.start, given.speed, units=given.units
    )


def point_requested(at: list[str]) -> str | dict[str, str] | None:
    """The point of --at: a word, or values."""
    if not at:
        return None
    words = [word for word in at if word in POINTS]
    if words and len(at) > 1:
        usage(f"--at {words[0]} is a complete point: use it alone, or give values such as --at x=0.1")
    return words[0] if words else pairs("--at", at)


def values_over(over: str) -> tuple[str, list[float]]:
    """The parameter and values of --over p=FROM:TO:N."""
    name, equals, values = over.partition("=")
    try:
        first, last, count = values.split(":")
        numbers = float(first), float(last), int(count)
    except ValueError:
        numbers = math.nan, math.nan, 0
    low, high, many = numbers
    if not (equals and name.strip() and math.isfinite(low) and math.isfinite(high) and 1 <= many <= 10_000):
        usage(f"--over takes p=FROM:TO:N, but was given {over}: write --over k=1e3:1e4:10")
    step = (high - low) / (many - 1) if many > 1 else 0.0
    return name.strip(), [low + i * step for i in range(many)]


def pairs(option: str, given: list[str]) -> dict[str, str]:
    """The name=value pairs of a repeatable option."""
    pairs = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals or not name.strip() or not value.strip():
            usage(f"{option} takes name=value, but was given {one}: write {option} x=0.5")
        if name.strip() in pairs:
            usage(f"{option} gives {name.strip()} twice: give it once")
        pairs[name.strip()] = value.strip()
    return pairs

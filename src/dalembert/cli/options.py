"""The app, and the options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

import dalembert
from dalembert.cli.printing import usage

app = typer.Typer(
    name="dalembert",
    help="Energies in, motion out: equations of motion from energies, shown step by step and verified.",
    epilog="First steps:  dalembert new pendulum,  then  dalembert derive pendulum.toml",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

ModelArgument = Annotated[
    str,
    typer.Argument(
        metavar="MODEL", help="A model file, or a library system such as four_bar or n_link_pendulum:20."
    ),
]
CaseOption = Annotated[
    str, typer.Option("--case", metavar="NAME", help="Use one of the model's named cases.")
]
SetOption = Annotated[
    list[str], typer.Option("--set", metavar="p=v", help="Give a parameter a value; repeatable.")
]
StartOption = Annotated[
    list[str], typer.Option("--start", metavar="q=v", help="Give a start value; repeatable.")
]
SpeedOption = Annotated[
    list[str], typer.Option("--speed", metavar="q=v", help="Give a start speed; repeatable.")
]
GravityOption = Annotated[
    str, typer.Option("--gravity", metavar="NAME", help="The gravity parameter of the forms linear and mcg.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def varied(
    model: str, case: str, parameters: list[str], start: list[str], speed: list[str]
) -> dalembert.Model | None:
    """The model with what the options say; None where they say nothing."""
    if not (case or parameters or start or speed):
        return None
    return dalembert.vary(dalembert.read(model), case, **given(parameters, start, speed))


def given(parameters: list[str], start: list[str], speed: list[str]) -> dict[str, dict[str, str]]:
    """The values of --set, --start and --speed, as `dalembert.vary` takes them."""
    return {
        "parameters": pairs("--set", parameters),
        "start": pairs("--start", start),
        "speed": pairs("--speed", speed),
    }


def pairs(option: str, given: list[str]) -> dict[str, str]:
    """The name=value pairs of a repeatable option."""
    pairs = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals or not name.strip() or not value.strip():
            usage(f"{option} takes name=value, but was given {one}: write {option} x=0.5")
        if name.strip() in pairs:
            usage(f"{option} gives {name.strip()} twice: which one is meant?")
        pairs[name.strip()] = value.strip()
    return pairs

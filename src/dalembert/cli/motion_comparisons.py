"""The part of `compare` without an equation: comparisons of motions, printed and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from rich.text import Text

import dalembert
from dalembert.cli.options import pairs
from dalembert.cli.printing import (
    busy,
    cannot_write,
    console,
    folder_to_write,
    print_json,
    refuse,
    usage,
)

KINDS = ("motions", "differences", "energies", "drift")
OF_OTHERS = KINDS[:2]  # figures of a comparison with others


def compare_motions(
    model: str,
    others: Sequence[str],
    names: list[str],
    variation: dalembert.Variation,
    out: str,
    language: str,
    *,
    force: bool,
    as_json: bool,
) -> None:
    """Compare motions, draw the figures, print the result, and end with the exit code."""
    kinds = OF_OTHERS if others else KINDS
    targets = {kind: Path(out) / f"compare_{kind}.svg" for kind in kinds if out}
    there = [str(target) for target in targets.values() if target.exists()]
    if there and not force:
        usage(f"{there[0]} exists already: add --force, or give another folder")
    try:
        with busy("comparing"):
            comparison = dalembert.compare(
                model, other=list(others), names=pairs("--map", names), variation=variation
            )
    except dalembert.ModelError as error:
        refuse(error.flaws, as_json)
    if not any(one.motion.lam.shape[1] for one in comparison.runs):
        targets.pop("drift", None)
    if targets:
        _draw(comparison, targets, Path(out), language)
    if as_json:
        print_json(
            dalembert.as_dict(comparison) | ({"files": [str(one) for one in targets.values()]} if out else {})
        )
    else:
        terminal = console()
        first, _, remainder = dalembert.show(comparison, language=language).partition("\n\n")
        terminal.print(Text(first, style="bold green" if comparison.ok else "bold red"), soft_wrap=True)
        terminal.print(Text(f"\n{remainder}"), soft_wrap=True)
        if targets:
            terminal.print(Text(f"wrote {', '.join(str(one) for one in targets.values())}", style="dim"))
    raise typer.Exit(0 if comparison.ok else 1)


def _draw(comparison: Any, targets: dict[str, Path], folder: Path, language: str) -> None:
    """Draw the figures of a comparison into a folder."""
    with folder_to_write(folder), busy("drawing"):
        for kind, target in targets.items():
            try:
                dalembert.plot(comparison, kind, out=target, language=language)
            except OSError as error:
                cannot_write(target, error)

"""`python -m tests.referee [--families NAME …] [--seeds N] [--rtol 1e-6 …] [--method NAME] [--json FILE] [--show NAME:SEED]`.

Runs every family against its truth and prints a table. Exit code 1 where a bar is missed. A run that computes
for more than `--limit` seconds is ended and told as `hung`. Ctrl-C ends
the whole, and what was found until then is printed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from . import case as cases
from .families import FAMILIES
from .table import failures, table
from .workers import all_records


def main() -> int:
    """The command."""
    options = _options()
    if options.show:
        name, _, seed = options.show.partition(":")
        sys.stdout.write(FAMILIES[name](int(seed or 0)).text + "\n")
        return 0
    missing = {
        reason
        for name in options.families
        for reason in [cases.available(FAMILIES[name](0))]
        if reason is not None
    }
    for reason in missing:
        sys.stdout.write(f"{reason}; its families are left out\n")
    families = [name for name in options.families if cases.available(FAMILIES[name](0)) is None]
    tasks = [
        (name, seed, rtol, options.method)
        for seed in range(options.first, options.first + options.seeds)
        for name in families
        for rtol in options.rtol
    ]
    records = all_records(tasks, options.jobs, options.limit, options.reference_limit)
    sys.stdout.write(table(records))
    if options.json:
        Path(options.json).write_text(
            json.dumps([one.plain() for one in records], indent=1), encoding="utf-8"
        )
    said = failures(records)
    for one in said:
        sys.stdout.write(f"missed: {one}\n")
    return 1 if said else 0


def _options() -> Any:
    parser = argparse.ArgumentParser(prog="python -m tests.referee", description=__doc__)
    parser.add_argument(
        "--families", nargs="+", choices=list(FAMILIES), default=list(FAMILIES), metavar="NAME"
    )
    parser.add_argument("--seeds", type=int, default=5, help="how many of each family")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--rtol", type=float, nargs="+", default=[1e-6, 1e-9, 1e-12])
    parser.add_argument(
        "--method", help="by which all runs are made, in place of those that the models ask for"
    )
    parser.add_argument("--json", metavar="FILE", help="write every record")
    parser.add_argument("--show", metavar="NAME:SEED", help="print the text of one model and end")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds of computing for one run")
    parser.add_argument(
        "--reference-limit", type=float, default=3600.0, help="seconds to wait for one reference"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

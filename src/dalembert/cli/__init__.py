"""The command line: a thin caller of the public verbs.

Exit codes: 0 good, 1 the model or the run is at fault, 2 wrong usage.
"""

import os
import sys
from typing import Annotated

import typer

import dalembert
from dalembert.cli import analyses, comparisons, exercises, models, motions, shows, sweeps
from dalembert.cli.options import app
from dalembert.cli.outside import end_in_order, listened_to

WORKERS = 4  # the most processes
ORDER = (  # of the commands in the help: the most frequent first
    shows.run,
    models.new,
    models.examples,
    models.check,
    models.derive,
    comparisons.compare,
    exercises.exercise,
    motions.simulate,
    analyses.equilibrium,
    analyses.modes,
    analyses.linearise,
    analyses.inverse,
    shows.plot,
    shows.animate,
    shows.report,
    motions.batch,
    sweeps.sweep,
    models.functions,
    models.export,
    models.convert,
    models.doctor,
)
__all__ = ["analyses", "app", "comparisons", "exercises", "main", "models", "motions", "shows", "sweeps"]


@app.callback(invoke_without_command=True)
def _main(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        sys.stdout.write(f"dalembert {dalembert.__version__}\n")
        raise typer.Exit(0)


app.registered_commands.sort(
    key=lambda command: ORDER.index(command.callback) if command.callback in ORDER else len(ORDER)
)


def main() -> None:
    """Entry point of the `dalembert` command, which may start further processes to draw figures."""
    end_in_order()
    with listened_to():
        app(obj=min((os.cpu_count() or 1) - 1, WORKERS))

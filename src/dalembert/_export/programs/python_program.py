"""One Python file that simulates a model and needs numpy alone."""

from __future__ import annotations

import json

from dalembert._export.programs.records import KINK_LOOKS, Entry, ModelProgram
from dalembert._export.programs.tableau import ORDER, STAGES, rows
from dalembert._export.programs.templates import fill_template
from dalembert._tape import python_scalar
from dalembert._tape.legend import legend_lines
from dalembert._tape.printer_lines import number_text
from dalembert._tape.python import entry


def files(program: ModelProgram, stem: str) -> dict[str, str]:
    """The file, by its name."""
    legend = program.legend
    comments = ["Written by dalembert: a model that simulates itself. It needs Python 3.8 and numpy.", ""]
    comments += [f"Try  python {stem}.py > motion.csv  or  import {stem}; t, y = {stem}.simulate()", ""]
    comments += legend_lines(legend, (), entry)
    tables = {name: _table(table) for name, table in rows().items()}
    run = fill_template("simulate.py.txt", {"ORDER": str(ORDER), "STAGES": str(STAGES)} | tables)
    parts = [
        "\n".join(f"# {line}".rstrip() for line in comments),
        "import json\nimport math\n\nimport numpy as np\n",
        "# Names, values (states: at the start), SI units, meanings.",
        _list_of("STATES", program.states),
        _list_of("PARAMETERS", program.parameters),
        _list_of("OUTPUTS", program.observed),
        f"KINDS = np.array({list(program.kinds)!r}, dtype=int)"
        "  # 0 coordinates, 1 speeds, 2 first-order states",
        "T_START, T_END, SAMPLES, RTOL = "
        f"{program.t_start!r}, {program.t_end!r}, {program.samples}, {program.rtol!r}",
        f"LONGEST, LOOKS = {program.longest!r}, {program.looks}  # step; looks at switches in it",
        f"NEAR = {program.near!r}  # times of impulses and samples that differ by less are one\n",
        python_scalar.SIGN.strip("\n") + "\n",
        *("\n" + python_scalar.function(tape, legend.functions[tape.name].text) for tape in program.tapes),
        *(["\ncorrection = None  # there are no constraints\n"] if program.correction is None else []),
        *(["\nswitches = None  # the model is smooth in time\n"] if program.switches is None else []),
        *(["\njumps = None  # there are no impulses and no samples\n"] if program.jumps is None else []),
        "\n" + _pieces(program) + "\n",
    ]
    return {f"{stem}.py": "\n".join(parts) + "\n" + run}


def _pieces(program: ModelProgram) -> str:
    """The sides of kinks, and None for functions that the program does not have."""
    if program.pieces is None:
        none = "SIDES, KINK_LOOKS, guards, beyond = [], 0, None, None  # there are no kinks"
        return f"{none}\npiece_rates, piece_correction = rates, correction"
    lines = [f"SIDES = {list(program.pieces.sides)!r}  # of kinks, at the start"]
    lines += ["piece_correction = None"] if program.pieces.correction is None else []
    return "\n".join([*lines, f"KINK_LOOKS = {KINK_LOOKS}  # in a step"])


def _list_of(name: str, entries: tuple[Entry, ...]) -> str:
    lines = []
    for e in entries:
        value = number_text(e.value, python_scalar.NUMBERS)
        lines.append(f"    ({json.dumps(e.name)}, {value}, {json.dumps(e.unit)}, {json.dumps(e.text)}),")
    return "\n".join([f"{name} = [", *lines, "]"])


def _table(table: list[list[float]]) -> str:
    lines = ["    [" + ", ".join(map(repr, row)) + "]," for row in table]
    return "\n".join(["[", *lines, "]"])

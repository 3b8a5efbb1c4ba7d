"""One JavaScript file that simulates a model: a module for Node, or a script of a page."""

from __future__ import annotations

import json

from dalembert._export.programs.records import KINK_LOOKS, Entry, ModelProgram
from dalembert._export.programs.tableau import ORDER, STAGES, rows
from dalembert._export.programs.templates import fill_template
from dalembert._tape.javascript import HELPERS, LANGUAGE, entry, function
from dalembert._tape.legend import legend_lines
from dalembert._tape.printer_lines import number_text


def files(program: ModelProgram, stem: str) -> dict[str, str]:
    """The file, by its name."""
    legend = program.legend
    comments = ["Written by dalembert: a model that simulates itself, in any engine of JavaScript.", ""]
    comments += [f"Try  node {stem}.js > motion.csv  or  require('./{stem}.js').simulate()", ""]
    comments += legend_lines(legend, (), entry)
    tables = {name: _table(table) for name, table in rows().items()}
    run = fill_template("simulate.js", {"ORDER": str(ORDER), "STAGES": str(STAGES)} | tables)
    parts = [
        "\n".join(f"// {line}".rstrip() for line in comments),
        '"use strict";\n',
        "// Names, values (states: at the start), SI units, meanings.",
        _list_of("STATES", program.states),
        _list_of("PARAMETERS", program.parameters),
        _list_of("OUTPUTS", program.observed),
        f"const KINDS = {list(program.kinds)!r}; // 0 coordinates, 1 speeds, 2 first-order states",
        f"const [T_START, T_END, SAMPLES] = [{program.t_start!r}, {program.t_end!r}, {program.samples}];",
        f"const [RTOL, LONGEST, LOOKS] = [{program.rtol!r}, {program.longest!r}, {program.looks}];",
        f"const NEAR = {program.near!r}; // times of impulses and samples that differ by less are one\n",
        HELPERS,
        *(function(tape, legend.functions[tape.name].text) for tape in program.tapes),
        *(["const correction = null; // there are no constraints"] if program.correction is None else []),
        *(["const switches = null; // the model is smooth in time"] if program.switches is None else []),
        *(["const jumps = null; // there are no impulses and no samples"] if program.jumps is None else []),
        _pieces(program),
    ]
    return {f"{stem}.js": "\n".join(parts) + "\n" + run}


def _pieces(program: ModelProgram) -> str:
    """The sides of kinks, and null for functions that the program does not have."""
    if program.pieces is None:
        none = "const [SIDES, KINK_LOOKS, guards, beyond] = [[], 0, null, null]; // there are no kinks"
        return f"{none}\nconst [piece_rates, piece_correction] = [rates, correction];"
    lines = [f"const SIDES = {list(program.pieces.sides)!r}; // of kinks, at the start"]
    lines += ["const piece_correction = null;"] if program.pieces.correction is None else []
    return "\n".join([*lines, f"const KINK_LOOKS = {KINK_LOOKS}; // in a step"])


def _list_of(name: str, entries: tuple[Entry, ...]) -> str:
    lines = [
        f"  {{ name: {_text(e.name)}, value: {number_text(e.value, LANGUAGE)}, "
        f"unit: {_text(e.unit)}, text: {_text(e.text)} }},"
        for e in entries
    ]
    return "\n".join([f"const {name} = [", *lines, "];"])


def _text(text: str) -> str:
    """A string that ends neither its quotation nor a script element of a page."""
    return json.dumps(text).replace("<", "\\u003c")


def _table(table: list[list[float]]) -> str:
    return "\n".join(["[", *("  [" + ", ".join(map(repr, row)) + "]," for row in table), "]"])

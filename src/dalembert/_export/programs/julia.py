"""A Julia file: the model as a problem of DifferentialEquations.jl."""

from __future__ import annotations

from dalembert._export.programs.records import Entry, ModelProgram
from dalembert._export.programs.templates import fill_template, template
from dalembert._tape.julia import HELPERS, LANGUAGE, entry, function
from dalembert._tape.legend import legend_lines
from dalembert._tape.printer_lines import number_text


def files(program: ModelProgram, stem: str) -> dict[str, str]:
    """The file, by its name."""
    legend = program.legend
    comments = ["Written by dalembert: a model for Julia. It needs the package OrdinaryDiffEq.", ""]
    comments += [f"Try  julia {stem}.jl > motion.csv  or  include({stem}.jl) and solve(problem, Vern9())", ""]
    comments += legend_lines(legend, program.rates.arguments, entry)
    count = len(program.switches.results[0].slots) if program.switches else 0
    more = ", callback = callback" if program.correction else ""
    more += ", d_discontinuities = switch_times(values)" if count else ""
    parts = [
        "\n".join(f"# {line}".rstrip() for line in comments),
        "",
        _names("state_names", program.states),
        _names("parameter_names", program.parameters),
        _names("output_names", program.observed),
        f"start = [{', '.join(number_text(e.value, LANGUAGE) for e in program.states)}]",
        f"values = Float64[{', '.join(number_text(e.value, LANGUAGE) for e in program.parameters)}]",
        "t_start, t_end, samples, rtol = "
        f"{program.t_start!r}, {program.t_end!r}, {program.samples}, {program.rtol!r}",
        f"longest = {program.longest!r} # step",
        "",
        HELPERS,
        *(function(tape, legend.functions[tape.name].text) for tape in program.tapes),
        template("projection.jl").strip("\n") if program.correction else "# There are no constraints.",
        *([_switches(program, count)] if count else []),
        template("problem.jl").rstrip(),
        template("solve.jl").replace("@MORE@", more),
    ]
    return {f"{stem}.jl": "\n".join(parts)}


def _names(name: str, entries: tuple[Entry, ...]) -> str:
    return f"{name} = String[{', '.join(_string(e.name) for e in entries)}]"


def _string(text: str) -> str:
    """A string of Julia: nothing in it is interpolated or ends it."""
    safe = "".join(
        c if c.isascii() and c.isprintable() and c not in '"\\$' else f"\\U{ord(c):08x}" for c in text
    )
    return f'"{safe}"'


def _switches(program: ModelProgram, count: int) -> str:
    """The function that finds the times at which the model switches."""
    return fill_template("switches.jl", {"SWITCHES": str(count), "LOOKS": str(program.looks)})

"""A Julia file: the model as a problem of DifferentialEquations.jl."""

from __future__ import annotations

from dalembert._export.programs.records import LOOKS, Entry, ModelProgram
from dalembert._export.programs.templates import fill_template, template
from dalembert._tape.julia import HELPERS, LANGUAGE, entry, function
from dalembert._tape.legend import legend_lines
from dalembert._tape.printer_lines import number_text


def files(own: ModelProgram, stem: str) -> dict[str, str]:
    """The file, by its name."""
    legend = own.legend
    comments = ["Written by dalembert: a model for Julia. It needs the package OrdinaryDiffEq.", ""]
    comments += [f"Try  julia {stem}.jl > motion.csv  or  include({stem}.jl) and solve(problem, Vern9())", ""]
    comments += legend_lines(legend, own.rates.arguments, entry)
    count = len(own.switches.results[0].slots) if own.switches else 0
    more = ", callback = callback" if own.correction else ""
    more += ", d_discontinuities = switch_times(values)" if count else ""
    parts = [
        "\n".join(f"# {line}".rstrip() for line in comments),
        "",
        _names("state_names", own.states),
        _names("parameter_names", own.parameters),
        _names("output_names", own.observed),
        f"start = [{', '.join(number_text(e.value, LANGUAGE) for e in own.states)}]",
        f"values = Float64[{', '.join(number_text(e.value, LANGUAGE) for e in own.parameters)}]",
        f"t_start, t_end, samples, rtol = {own.t_start!r}, {own.t_end!r}, {own.samples}, {own.rtol!r}",
        f"longest = {own.longest!r} # step",
        "",
        HELPERS,
        *(function(tape, legend.functions[tape.name].text) for tape in own.tapes),
        template("projection.jl").strip("\n") if own.correction else "# There are no constraints.",
        *([fill_template("switches.jl", {"SWITCHES": str(count), "LOOKS": str(LOOKS)})] if count else []),
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

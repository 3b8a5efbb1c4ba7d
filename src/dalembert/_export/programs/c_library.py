"""A small C library: a header, the model with dalembert's own integrator rk853, an example, a Makefile.

Nothing is allocated after `create`; several models can be used at once, since nothing is global.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._compile.method_source import integrator
from dalembert._compile.native import mode_loop_source
from dalembert._compile.tableaux import TABLEAUX
from dalembert._export.programs.c_modes import mode_filling, span_text
from dalembert._export.programs.records import SLOTS, Entry, HybridTapes, ModelProgram
from dalembert._export.programs.templates import fill_template
from dalembert._tape.c import LANGUAGE, entry
from dalembert._tape.legend import legend_lines, single_line
from dalembert._tape.pieces import Program, program
from dalembert._tape.printer_lines import number_text
from dalembert._tape.tape import Tape

METHOD = TABLEAUX["rk853"]
STEPS = 64  # steps between two checks of the time


def files(program: ModelProgram, stem: str) -> dict[str, str]:
    """The files, by their names."""
    values = substitutions(program, stem)
    comments = [
        "Written by dalembert: a model as a small library.",
        "",
        *legend_lines(program.legend, (), entry),
        "",
    ]
    for title, entries, letter in (
        ("States", program.states, "y"),
        ("Parameters", program.parameters, "p"),
        ("Outputs", program.observed, "outputs"),
    ):
        comments += [f"{title}:", *(f"{letter}[{i}]  {_words(e)}" for i, e in enumerate(entries)), ""]
    top = "\n".join(["/*", *(f" * {single_line(line)}".rstrip() for line in comments), " */", ""])
    return {
        f"{stem}.h": top + fill_template("model.h", values),
        f"{stem}.c": source(program, stem, program.tapes),
        "main.c": fill_template("main.c", values),
        "Makefile": fill_template("Makefile", values),
    }


def source(exported: ModelProgram, stem: str, tapes: Sequence[Tape]) -> str:
    """The integrator, the functions of the model, and the library around them."""
    if exported.hybrid is not None:
        return hybrid_source(exported, exported.hybrid, stem)
    made = program({tape.name: tape for tape in tapes}, local=True)
    body = _body("model.c", substitutions(exported, stem) | _sizes(made))
    return "\n".join([_head(stem), integrator(METHOD.name), made.source, _names(exported, stem), body])


def _sizes(made: Program) -> dict[str, str]:
    return {"CONSTANTS": str(made.constants), "WORK": str(made.work)}


def _body(name: str, values: dict[str, str]) -> str:
    """The functions of a library: those of its kind together with the common ones."""
    return "\n".join(fill_template(part, values) for part in ("common.c", name, "interface.c"))


def _head(stem: str) -> str:
    headers = "".join(f"#include <{name}.h>\n" for name in ("float", "stdlib", "string"))
    return (
        f'/* {stem}.c: see {stem}.h. */\n#include "{stem}.h"\n\n{headers}\n#define DALEMBERT_EXPORT static\n'
    )


def _names(program: ModelProgram, stem: str) -> str:
    """The names of states, parameters and outputs as arrays of strings."""
    return "\n".join(
        f"const char *const {stem}_{name}_names[] = {{{''.join(f'{c_string(e.name)}, ' for e in entries)}0}};"
        for name, entries in (
            ("state", program.states),
            ("parameter", program.parameters),
            ("output", program.observed),
        )
    )


def hybrid_source(exported: ModelProgram, hybrid: HybridTapes, stem: str) -> str:
    """The source of a model with modes: the loop over modes, and the functions of all modes."""
    named = {f"m{k}_{name}": one for k, mode in enumerate(hybrid.modes) for name, one in mode.items()}
    between = hybrid.code.transitions.tapes
    others = {
        tape.name: tape
        for tape in (
            exported.inputs,
            hybrid.parameters,
            exported.switches,
            exported.pushes,
            exported.jumps,
            exported.next_jump,
            *(one.sets for one in hybrid.events),
        )
        if tape is not None
    }
    made = program({**named, **between, **others}, local=True)
    body = _body(
        "hybrid.c", mode_filling(exported, hybrid, stem) | substitutions(exported, stem) | _sizes(made)
    )
    head = _head(stem) + "#define DALEMBERT_FUNCTION static inline\n"
    head = head.replace("DALEMBERT_EXPORT static\n", "DALEMBERT_EXPORT static inline\n")
    loop = mode_loop_source(with_events=bool(hybrid.events))
    return "\n".join([head, integrator(METHOD.name), loop, made.source, _names(exported, stem), body])


def substitutions(program: ModelProgram, stem: str) -> dict[str, str]:
    """The names and numbers that fill the templates."""
    correction = "".join(
        f"    run->correction.{name} = {value};\n"
        for name, value in (("call", "correction"), ("c", "model->room.c"), ("work", "model->room.work"))
    )
    jumping = {
        "PUSHES": str(int(program.pushes is not None)),
        "JUMPS": str(int(program.jumps is not None)),
        "NEAR": repr(program.near),
        "EVENTS": str(len(program.hybrid.events) if program.hybrid is not None else 0),
    }
    works = program.hybrid.code.layout.works if program.hybrid is not None else ()
    return {
        "NAME": stem,
        "ENTRIES": str(len(program.states) + len(works)),
        "SLOTS": str(SLOTS * len(program.driven)),
        "INPUTS": str(len(program.inputs.results[0].slots) if program.inputs else 0),
        "STATES": str(len(program.states)),
        "PARAMETERS": str(len(program.parameters)),
        "OUTPUTS": str(len(program.observed)),
        "STAGES": str(METHOD.stages + 1 + len(METHOD.extra)),
        "TERMS": str(3 + len(METHOD.dense)),
        "STEPS": str(STEPS),
        "START": ", ".join(number_text(e.value, LANGUAGE) for e in program.states),
        "VALUES": ", ".join([*(number_text(e.value, LANGUAGE) for e in program.parameters), "0.0"]),
        "KINDS": ", ".join(map(str, [*program.kinds, *(0 for _ in works)])),
        "N": str(program.speeds),
        "SPLIT": str(program.kinds.count(0)),
        "LONGEST": repr(program.longest),
        "SWITCHES": str(len(program.switches.results[0].slots) if program.switches else 0),
        "LOOKS": str(program.looks),
        "SPAN": span_text(program),
        "RTOL": repr(program.rtol),
        "T_START": repr(program.t_start),
        "T_END": repr(program.t_end),
        "SAMPLES": str(program.samples),
        "SWITCHES_IN_TIME": _time_switches(program, stem),
        "JUMPS_IN_TIME": fill_template("jumps.c", jumping | {"NAME": stem}),
        **jumping,
        "CORRECTION": f"{correction}    run->constrained = 1;"
        if program.correction
        else "    run->constrained = 0;",
    }


def _time_switches(program: ModelProgram, stem: str) -> str:
    """The C function that finds the next time at which a function of time switches."""
    values = {
        "NAME": stem,
        "SWITCHES": str(len(program.switches.results[0].slots) if program.switches else 0),
        "LONGEST": repr(program.longest),
        "LOOKS": str(program.looks),
        "SPAN": span_text(program),
    }
    return fill_template("time_switches.c", values)


def _words(e: Entry) -> str:
    unit = f" [{e.unit}]" if e.unit else ""
    return f"{e.name}{unit} = {e.value!r}  {e.text}".rstrip()


def c_string(text: str) -> str:
    """A string of C: bytes beyond ASCII and quotation marks as octal numbers."""
    safe = "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\?' else f"\\{b:03o}" for b in text.encode())
    return f'"{safe}"'

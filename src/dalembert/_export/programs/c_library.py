"""A small C library: a header, the model with dalembert's own integrator rk853, an example, a Makefile.

Nothing is allocated after `create`; several models can live side by side, since nothing is global.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._compile.methods import integrator
from dalembert._compile.tableaux import TABLEAUX
from dalembert._export.programs.records import LOOKS, Entry, ModelProgram
from dalembert._export.programs.templates import filled
from dalembert._tape.c import LANGUAGE, entry
from dalembert._tape.legend import legend_lines, single_line
from dalembert._tape.lines import number_text
from dalembert._tape.pieces import program
from dalembert._tape.tape import Tape

METHOD = TABLEAUX["rk853"]
STEPS = 64  # at a time, between two looks at the clock


def files(own: ModelProgram, stem: str) -> dict[str, str]:
    """The files, by their names."""
    values = filling(own, stem)
    comments = [
        "Written by dalembert: a model as a small library.",
        "",
        *legend_lines(own.legend, (), entry),
        "",
    ]
    for title, entries, letter in (
        ("States", own.states, "y"),
        ("Parameters", own.parameters, "p"),
        ("Outputs", own.observed, "outputs"),
    ):
        comments += [f"{title}:", *(f"{letter}[{i}]  {_words(e)}" for i, e in enumerate(entries)), ""]
    top = "\n".join(["/*", *(f" * {single_line(line)}".rstrip() for line in comments), " */", ""])
    return {
        f"{stem}.h": top + filled("model.h", values),
        f"{stem}.c": source(own, stem, own.tapes),
        "main.c": filled("main.c", values),
        "Makefile": filled("Makefile", values),
    }


def source(own: ModelProgram, stem: str, tapes: Sequence[Tape]) -> str:
    """The integrator, the functions of the model, and the library around them."""
    made = program({tape.name: tape for tape in tapes}, local=True)
    headers = "".join(f"#include <{name}.h>\n" for name in ("float", "stdlib", "string"))
    head = f'#include "{stem}.h"\n\n{headers}\n#define DALEMBERT_EXPORT static\n'
    sizes = {"CONSTANTS": str(made.constants), "WORK": str(made.work)}
    texts = "\n".join(
        f"const char *const {stem}_{name}_names[] = {{{''.join(f'{_quoted(e.name)}, ' for e in entries)}0}};"
        for name, entries in (("state", own.states), ("parameter", own.parameters), ("output", own.observed))
    )
    body = filled("model.c", filling(own, stem) | sizes)
    return "\n".join(
        [f"/* {stem}.c: see {stem}.h. */", head, integrator(METHOD.name), made.source, texts, body]
    )


def filling(own: ModelProgram, stem: str) -> dict[str, str]:
    """Names and numbers to be filled in."""
    correction = "".join(
        f"    run->correction.{name} = {value};\n"
        for name, value in (("call", "correction"), ("c", "model->c"), ("work", "model->work"))
    )
    return {
        "NAME": stem,
        "STATES": str(len(own.states)),
        "PARAMETERS": str(len(own.parameters)),
        "OUTPUTS": str(len(own.observed)),
        "STAGES": str(METHOD.stages + 1 + len(METHOD.extra)),
        "TERMS": str(3 + len(METHOD.dense)),
        "STEPS": str(STEPS),
        "START": ", ".join(number_text(e.value, LANGUAGE) for e in own.states),
        "VALUES": ", ".join([*(number_text(e.value, LANGUAGE) for e in own.parameters), "0.0"]),
        "KINDS": ", ".join(map(str, own.kinds)),
        "N": str(own.speeds),
        "SPLIT": str(own.kinds.count(0)),
        "LONGEST": repr(own.longest),
        "SWITCHES": str(len(own.switches.results[0].slots) if own.switches else 0),
        "LOOKS": str(LOOKS),
        "SPAN": repr(own.t_end - own.t_start),
        "RTOL": repr(own.rtol),
        "T_START": repr(own.t_start),
        "T_END": repr(own.t_end),
        "SAMPLES": str(own.samples),
        "CORRECTION": f"{correction}    run->constrained = 1;"
        if own.correction
        else "    run->constrained = 0;",
    }


def _words(e: Entry) -> str:
    unit = f" [{e.unit}]" if e.unit else ""
    return f"{e.name}{unit} = {e.value!r}  {e.text}".rstrip()


def _quoted(text: str) -> str:
    """A string of C: bytes beyond ASCII and quotation marks as octal numbers."""
    safe = "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\?' else f"\\{b:03o}" for b in text.encode())
    return f'"{safe}"'

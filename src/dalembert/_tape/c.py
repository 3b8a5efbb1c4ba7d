"""Tapes as C99: one function each, row-major results, nothing but math.h."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dalembert._tape.legend import Legend, legend_lines, row_lines
from dalembert._tape.printer_lines import ARITHMETIC, Form, Language, Lines, lines_of
from dalembert._tape.tape import ARGUMENT, Block, Tape

TRIGONOMETRY = [
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
]
SAME = ["sqrt", "exp", "log", "floor", *TRIGONOMETRY]
FORMS: dict[str, Form] = {
    **ARITHMETIC,
    **{name: Form(f"{name}({{0}})") for name in SAME},
    "abs": Form("fabs({0})"),
    "sign": Form("sign_of({0})"),
    "atan2": Form("atan2({0}, {1})"),
    "pow": Form("pow({0}, {1})"),
    "min": Form("fmin({0}, {1})"),
    "max": Form("fmax({0}, {1})"),
    "lt": Form("(double)({0} < {1})"),
    "le": Form("(double)({0} <= {1})"),
    "eq": Form("(double)({0} == {1})"),
    "ne": Form("(double)({0} != {1})"),
    "not": Form("(double)({0} == 0)"),
    "and": Form("(double)({0} != 0 && {1} != 0)"),
    "or": Form("(double)({0} != 0 || {1} != 0)"),
    "if_else_zero": Form("({0} != 0 ? {1} : 0.0)"),
}
SIGN_OF = """\
static inline double sign_of(double x)
{
    return x < 0 ? -1.0 : x > 0 ? 1.0 : x;
}
"""


def entry(block: Block, index: int) -> str:
    """An entry of an argument or a result, row after row."""
    return f"{block.name}[{index}]" if block.shape else block.name


LANGUAGE = Language(forms=FORMS, entry=entry, infinity="INFINITY", nan="NAN")


def source(tapes: Sequence[Tape], legend: Legend, prefix: str, header_name: str) -> str:
    """A C file with the function PREFIX_NAME for each tape; all take the arguments of the first."""
    comments = (
        "Written by dalembert: functions of a model, in C99.",
        "",
        *legend_lines(legend, tapes[0].arguments, entry),
    )
    return "\n".join(
        [
            _comment(comments),
            f'#include "{header_name}"',
            "",
            "#include <math.h>",
            "",
            *([SIGN_OF] if any(i.operation == "sign" for tape in tapes for i in tape.instructions) else []),
            "\n".join(definition(tape, f"{prefix}_{tape.name}") for tape in tapes),
        ]
    )


def header(tapes: Sequence[Tape], legend: Legend, prefix: str) -> str:
    """The header of `source`: prototypes, and what each function writes."""
    guard = f"DALEMBERT_{prefix.upper()}_FUNCTIONS_H"
    comments = (
        "Written by dalembert: functions of a model, in C99.",
        "Vectors and matrices are written row after row; results must not overlap arguments.",
        "",
        *legend_lines(legend, tapes[0].arguments, entry),
    )
    return "\n".join(
        [
            _comment(comments),
            f"#ifndef {guard}\n#define {guard}\n",
            '#ifdef __cplusplus\nextern "C" {\n#endif\n',
            *(_declaration(tape, legend, prefix) for tape in tapes),
            "#ifdef __cplusplus\n}\n#endif\n\n#endif\n",
        ]
    )


def definition(tape: Tape, name: str) -> str:
    """One function, called `name`."""
    lines: Lines = lines_of(tape, LANGUAGE)
    read = {i.operands[0] for i in tape.instructions if i.operation == ARGUMENT}
    unused = [block.name for k, block in enumerate(tape.arguments) if k not in read]
    unused += [result.block.name for result in tape.results if not result.slots]
    body = [f"(void){word};" for word in unused]
    body += [f"const double {local} = {text};" for local, text in lines.assignments]
    for result, texts in zip(tape.results, lines.results, strict=True):
        body += [f"{result.block.name}[{i}] = {text};" for i, text in enumerate(texts)]
    return "\n".join([_signature(tape, name), "{", *(f"    {line}" for line in body), "}", ""])


def _signature(tape: Tape, name: str) -> str:
    words = [f"const double *{b.name}" if b.shape else f"double {b.name}" for b in tape.arguments]
    words += [f"double *{result.block.name}" for result in tape.results]
    return f"void {name}({', '.join(words)})"


def _declaration(tape: Tape, legend: Legend, prefix: str) -> str:
    about, block = legend.functions[tape.name], tape.results[0].block
    size = " x ".join(map(str, block.shape)) if block.shape else "one number"
    rows = row_lines(about, lambda i: f"row {i}")
    return _comment((f"{about.text}; {size}.", *rows)) + _signature(tape, f"{prefix}_{tape.name}") + ";\n"


def _comment(lines: Iterable[str]) -> str:
    """Lines as a comment; `single_line` has removed whatever would end it."""
    return "".join(f"/* {line} */\n" if line else "\n" for line in lines)

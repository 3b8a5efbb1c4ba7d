"""Tapes as function files of GNU Octave and MATLAB: one file each, column vectors and matrices."""

from __future__ import annotations

from dalembert._tape.legend import Legend, legend_lines, row_lines
from dalembert._tape.printer_lines import ARITHMETIC, Form, Language, lines_of
from dalembert._tape.tape import Block, Tape

SAME = ["exp", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "asinh", "abs", "sign", "floor"]
ESCAPING = ["sqrt", "log", "asin", "acos", "acosh", "atanh"]  # complex outside their domains
FORMS: dict[str, Form] = {
    **ARITHMETIC,
    **{name: Form(f"{name}({{0}})") for name in SAME},
    **{name: Form(f"real_or_nan({name}({{0}}))") for name in ESCAPING},
    "pow": Form("real_power({0}, {1})"),
    "atan2": Form("atan2({0}, {1})"),
    "min": Form("min({0}, {1})"),
    "max": Form("max({0}, {1})"),
    "lt": Form("double({0} < {1})"),
    "le": Form("double({0} <= {1})"),
    "eq": Form("double({0} == {1})"),
    "ne": Form("double({0} ~= {1})"),
    "not": Form("double({0} == 0)"),
    "and": Form("double({0} ~= 0 && {1} ~= 0)"),
    "or": Form("double({0} ~= 0 || {1} ~= 0)"),
    "if_else_zero": Form("if_else_zero({0}, {1})"),
}
REAL_OR_NAN = """
function y = real_or_nan(y)
% y, or NaN where it is no real number.
  if ~isreal(y)
    y = NaN;
  end
end
"""
REAL_POWER = """
function z = real_power(x, y)
% x ^ y, or NaN where it is no real number; at infinity as in C.
  if x < 0 && (isinf(y) || (isinf(x) && y ~= round(y)))
    x = -x;
  end
  z = x ^ y;
  if ~isreal(z)
    z = NaN;
  end
end
"""
IF_ELSE_ZERO = """
function y = if_else_zero(condition, x)
% x where the condition holds, 0 elsewhere.
  if condition ~= 0
    y = x;
  else
    y = 0;
  end
end
"""
HELPERS = {"real_or_nan": REAL_OR_NAN, "real_power": REAL_POWER, "if_else_zero": IF_ELSE_ZERO}


def entry(block: Block, index: int) -> str:
    """An entry of an argument, counted from 1."""
    return f"{block.name}({index + 1})" if block.shape else block.name


LANGUAGE = Language(forms=FORMS, entry=entry, infinity="Inf", nan="NaN")


def source(tape: Tape, legend: Legend, prefix: str) -> str:
    """The file PREFIX_NAME.m."""
    name = f"{prefix}_{tape.name}"
    arguments = ", ".join(block.name for block in tape.arguments)
    results = [result.block for result in tape.results]
    about = legend.functions[tape.name]
    outputs = results[0].name if len(results) == 1 else f"[{', '.join(b.name for b in results)}]"
    size = " and ".join(f"{rows} x {columns}" for rows, columns in map(_size, results))
    help_lines = (
        f"{name}({arguments}): {about.text}; {size}.",
        *row_lines(about, lambda i: f"row {i + 1}"),
        "",
        "Written by dalembert, for Octave and MATLAB.",
        "",
        *legend_lines(legend, tape.arguments, entry),
    )
    lines = lines_of(tape, LANGUAGE)
    body = [_guard(tape, name), *(f"{local} = {text};" for local, text in lines.assignments)]
    for block, texts in zip(results, lines.results, strict=True):
        rows, columns = _size(block)
        body.append(f"{block.name} = zeros({rows}, {columns});")
        for i, text in enumerate(texts):
            if text != "0.0":
                body.append(f"{block.name}({i // columns + 1}, {i % columns + 1}) = {text};")
    text = "\n".join(
        [
            f"function {outputs} = {name}({arguments})",
            *(f"% {line}".rstrip() for line in help_lines),
            *(f"  {line}" for line in body),
            "end",
            "",
        ]
    )
    return text + "".join(part for word, part in HELPERS.items() if any(f"{word}(" in x for x in body))


def _guard(tape: Tape, name: str) -> str:
    wrong = " || ".join(f"numel({block.name}) ~= {block.size}" for block in tape.arguments)
    right = ", ".join(f"{block.name} {block.size}" for block in tape.arguments)
    return f"if {wrong}, error('{name}: numbers of entries must be {right}'); end"


def _size(block: Block) -> tuple[int, int]:
    """Rows and columns; a vector is a column."""
    rows, columns, *_ = (*block.shape, 1, 1)
    return rows, columns

"""A tape as a Julia function that fills an array."""

from __future__ import annotations

from dalembert._tape.printer_lines import ARITHMETIC, ATOM, PRODUCT, Form, Language, lines_of
from dalembert._tape.tape import Block, Tape

GUARDED = (
    "sqrt",
    "log",
    "asin",
    "acos",
    "acosh",
    "atanh",
    "sin",
    "cos",
    "tan",
)  # Julia's functions raise outside their domains
SAME = ("exp", "atan", "sinh", "cosh", "tanh", "asinh", "abs", "sign", "floor")
FORMS: dict[str, Form] = {
    **ARITHMETIC,
    **{name: Form(f"{name}({{0}})") for name in SAME},
    **{name: Form(f"_{name}({{0}})") for name in GUARDED},
    "atan2": Form("atan({0}, {1})"),
    "pow": Form("_pow({0}, {1})"),
    "min": Form("_min({0}, {1})"),
    "max": Form("_max({0}, {1})"),
    "lt": Form("Float64({0} < {1})"),
    "le": Form("Float64({0} <= {1})"),
    "eq": Form("Float64({0} == {1})"),
    "ne": Form("Float64({0} != {1})"),
    "not": Form("Float64({0} == 0)"),
    "and": Form("Float64(({0} != 0) & ({1} != 0))"),
    "or": Form("Float64(({0} != 0) | ({1} != 0))"),
    "if_else_zero": Form("ifelse({0} != 0, {1}, 0.0)", ATOM, (PRODUCT, 1)),
}
HELPERS = """\
# Not a number, in place of an error, outside of a domain.
_sqrt(x) = x < 0 ? oftype(x, NaN) : sqrt(x)
_log(x) = x < 0 ? oftype(x, NaN) : log(x)
_asin(x) = abs(x) > 1 ? oftype(x, NaN) : asin(x)
_acos(x) = abs(x) > 1 ? oftype(x, NaN) : acos(x)
_acosh(x) = x < 1 ? oftype(x, NaN) : acosh(x)
_atanh(x) = abs(x) > 1 ? oftype(x, NaN) : atanh(x)
_sin(x) = isfinite(x) ? sin(x) : oftype(x, NaN)
_cos(x) = isfinite(x) ? cos(x) : oftype(x, NaN)
_tan(x) = isfinite(x) ? tan(x) : oftype(x, NaN)
_pow(x, y) = x < 0 && y != round(y) ? oftype(float(x), NaN) : x^y
_min(a, b) = isnan(a) ? b : isnan(b) ? a : min(a, b)
_max(a, b) = isnan(a) ? b : isnan(b) ? a : max(a, b)
"""


def entry(block: Block, index: int) -> str:
    """An entry of an argument; Julia counts from one."""
    return f"{block.name}[{index + 1}]" if block.shape else block.name


LANGUAGE = Language(forms=FORMS, entry=entry, infinity="Inf", nan="NaN")


def function(tape: Tape, text: str) -> str:
    """A function NAME!(out, t, y, p)."""
    lines = lines_of(tape, LANGUAGE)
    results = [value for values in lines.results for value in values]
    arguments = ", ".join(block.name for block in tape.arguments)
    return "\n".join(
        [
            f'"""{text[:1].upper()}{text[1:]}."""',
            f"function {tape.name}!(out, {arguments})",
            *(f"    {name} = {value}" for name, value in lines.assignments),
            *(f"    out[{i}] = {value}" for i, value in enumerate(results, 1)),
            "    return out",
            "end",
            "",
        ]
    )

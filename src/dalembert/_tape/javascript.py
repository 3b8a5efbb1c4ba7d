"""A tape as a JavaScript function of numbers."""

from __future__ import annotations

from dalembert._tape.printer_lines import ARITHMETIC, Form, Language, lines_of
from dalembert._tape.tape import Block, Tape

SAME = ("sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh")
FORMS: dict[str, Form] = {
    **ARITHMETIC,
    **{name: Form(f"Math.{name}({{0}})") for name in (*SAME, "acosh", "atanh", "abs", "sign", "floor")},
    "atan2": Form("Math.atan2({0}, {1})"),
    "pow": Form("power({0}, {1})"),
    "min": Form("smaller({0}, {1})"),
    "max": Form("larger({0}, {1})"),
    "lt": Form("({0} < {1} ? 1.0 : 0.0)"),
    "le": Form("({0} <= {1} ? 1.0 : 0.0)"),
    "eq": Form("({0} === {1} ? 1.0 : 0.0)"),
    "ne": Form("({0} !== {1} ? 1.0 : 0.0)"),
    "not": Form("({0} === 0.0 ? 1.0 : 0.0)"),
    "and": Form("({0} !== 0.0 && {1} !== 0.0 ? 1.0 : 0.0)"),
    "or": Form("({0} !== 0.0 || {1} !== 0.0 ? 1.0 : 0.0)"),
    "if_else_zero": Form("({0} !== 0.0 ? {1} : 0.0)", needs=(2, 2)),
}
HELPERS = """\
// As in C: of a NaN and a number the number; 1 to any power is 1.
const smaller = (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b));
const larger = (a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b));
const power = (a, b) => (a === 1.0 || (a === -1.0 && Math.abs(b) === Infinity) ? 1.0 : Math.pow(a, b));
"""


def entry(block: Block, index: int) -> str:
    """An entry of an argument."""
    return f"{block.name}[{index}]" if block.shape else block.name


LANGUAGE = Language(forms=FORMS, entry=entry, infinity="Infinity", nan="NaN")


def function(tape: Tape, text: str) -> str:
    """A function of (t, y, p) that gives an array."""
    lines = lines_of(tape, LANGUAGE)
    results = [value for values in lines.results for value in values]
    arguments = ", ".join(block.name for block in tape.arguments)
    return "\n".join(
        [
            f"/** {text[:1].upper()}{text[1:]}. */",
            f"function {tape.name}({arguments}) {{",
            *(f"  const {name} = {value};" for name, value in lines.assignments),
            "  return [",
            *(f"    {value}," for value in results),
            "  ];",
            "}",
            "",
        ]
    )

"""A tape as a Python function of numbers: `math`, one state at a time.

Where the value of a branch that is not taken may be undefined the tape needs numpy's functions, which do not
raise; any other tape gives NaN as soon as one of its operations is undefined.
"""

from __future__ import annotations

from dalembert._tape import python
from dalembert._tape.printer_lines import ARITHMETIC, Form, Language, lines_of
from dalembert._tape.tape import Tape

PLAIN = ("sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh")
FORMS: dict[str, Form] = {
    **ARITHMETIC,
    **{name: Form(f"math.{name}({{0}})") for name in (*PLAIN, "asinh", "acosh", "atanh", "floor")},
    "abs": Form("abs({0})"),
    "sign": Form("sign({0})"),
    "atan2": Form("math.atan2({0}, {1})"),
    "pow": Form("math.pow({0}, {1})"),
}
SIGN = '''
def sign(x):
    """-1, 0 or 1."""
    return float((x > 0) - (x < 0))
'''
NUMBERS = Language(forms=FORMS, entry=python.entry, infinity="math.inf", nan="math.nan")


def function(tape: Tape, text: str) -> str:
    """A function of (t, y, p) that gives an array; NaN where it has no value."""
    plain = all(i.operation in FORMS or i.operation in ("argument", "constant") for i in tape.instructions)
    lines = lines_of(tape, NUMBERS if plain else python.LANGUAGE)
    results = [entry for entries in lines.results for entry in entries]
    body = [*(f"{name} = {value}" for name, value in lines.assignments), "return np.array(", "    ["]
    body += [*(f"        {entry}," for entry in results), "    ],", "    dtype=float,", ")"]
    arguments = ", ".join(block.name for block in tape.arguments)
    vectors = [block.name for block in tape.arguments if block.shape]
    head = [f"def {tape.name}({arguments}):", f'    """{text}."""']
    if plain:
        head += [f"    {name} = [float(x) for x in {name}]" for name in vectors]
        caught = "    except (ArithmeticError, ValueError):  # no value here"
        none = f"        return np.full({len(results)}, np.nan)"
        return "\n".join([*head, "    try:", *(f"        {line}" for line in body), caught, none, ""])
    quiet = '    with np.errstate(all="ignore"):  # a branch not taken may have no value'
    return "\n".join([*head, quiet, *(f"        {line}" for line in body), ""])

"""Tapes as a Python module: numpy, one function each, on one state or many rows at once."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._tape.legend import Legend, legend_lines, row_lines
from dalembert._tape.printer_lines import ARITHMETIC, Form, Language, lines_of
from dalembert._tape.tape import Block, Tape

FORMS: dict[str, Form] = {
    **ARITHMETIC,
    **{name: Form(f"np.{name}({{0}})") for name in ("sqrt", "exp", "log", "sin", "cos", "tan")},
    **{name: Form(f"np.{name}({{0}})") for name in ("sinh", "cosh", "tanh", "abs", "sign", "floor")},
    **{f"a{name}": Form(f"np.arc{name}({{0}})") for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    "atan2": Form("np.arctan2({0}, {1})"),
    "pow": Form("np.power({0}, {1})"),
    "min": Form("np.fmin({0}, {1})"),
    "max": Form("np.fmax({0}, {1})"),
    "lt": Form("np.where({0} < {1}, 1.0, 0.0)"),
    "le": Form("np.where({0} <= {1}, 1.0, 0.0)"),
    "eq": Form("np.where({0} == {1}, 1.0, 0.0)"),
    "ne": Form("np.where({0} != {1}, 1.0, 0.0)"),
    "not": Form("np.where({0} == 0, 1.0, 0.0)"),
    "and": Form("np.where(({0} != 0) & ({1} != 0), 1.0, 0.0)"),
    "or": Form("np.where(({0} != 0) | ({1} != 0), 1.0, 0.0)"),
    "if_else_zero": Form("np.where({0} != 0, {1}, 0.0)"),
}

COLUMNS = '''\
def _columns(*arrays):
    """The arguments as columns (q[0] is the first entry in every row), and the shape of the rows."""
    columns, rows = [], []
    for (name, shape), array in zip(ARGUMENTS, arrays):
        array = np.asarray(array, dtype=float)
        if shape and array.shape[-1:] != shape:
            raise ValueError(f"{name} has {shape[0]} entries in its last axis; given: shape {array.shape}")
        columns.append(np.moveaxis(array, -1, 0) if shape else array)
        rows.append(array.shape[:-1] if shape else array.shape)
    return columns, np.broadcast_shapes(*rows)
'''


def entry(block: Block, index: int) -> str:
    """An entry of an argument."""
    return f"{block.name}[{index}]" if block.shape else block.name


LANGUAGE = Language(forms=FORMS, entry=entry, infinity="np.inf", nan="np.nan")


def source(tapes: Sequence[Tape], legend: Legend) -> str:
    """A module with a function for each tape; all take the arguments of the first."""
    arguments = tapes[0].arguments
    comments = (
        "Written by dalembert: functions of a model, for numpy.",
        "Each works on one state or on many: t a number or (N,), the other arguments (n,) or (N, n).",
        "",
        *legend_lines(legend, arguments, entry),
    )
    shapes = ", ".join(f'("{block.name}", {block.shape!r})' for block in arguments)
    parts = [
        "\n".join(f"# {line}".rstrip() for line in comments),
        "import numpy as np",
        f"ARGUMENTS = ({shapes},)",
        "\n" + COLUMNS.rstrip(),
        *("\n" + function(tape, legend).rstrip() for tape in tapes),
    ]
    return "\n\n".join(parts) + "\n"


def function(tape: Tape, legend: Legend) -> str:
    """One function: a tuple of its results, or the one it has."""
    names = ", ".join(block.name for block in tape.arguments)
    about = legend.functions[tape.name]
    lines = lines_of(tape, LANGUAGE)
    body = [f"{name} = {text}" for name, text in lines.assignments]
    for result, texts in zip(tape.results, lines.results, strict=True):
        name, shape = result.block.name, result.block.shape
        body.append(f"{name} = np.zeros({f'rows + {shape!r}' if shape else 'rows'})")
        for i, text in enumerate(texts):
            if text != "0.0":
                body.append(f"{name}[{', '.join(['...', *map(str, _place(i, shape))])}] = {text}")
    results = [result.block for result in tape.results]
    return "\n".join(
        [
            f"def {tape.name}({names}):",
            f'    """{about.text}; shape {" and ".join(_shape(b.shape) for b in results)}."""',
            *(f"    # {line}" for line in row_lines(about, lambda i: entry(results[0], i))),
            f"    ({names},), rows = _columns({names})",
            '    with np.errstate(all="ignore"):  # a branch not taken may have no value',
            *(f"        {line}" for line in body),
            f"    return {', '.join(block.name for block in results)}",
            "",
        ]
    )


def _place(index: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    return divmod(index, shape[1]) if len(shape) == 2 else (index,) * len(shape)


def _shape(shape: tuple[int, ...]) -> str:
    return f"({', '.join(['rows', *map(str, shape)])})"

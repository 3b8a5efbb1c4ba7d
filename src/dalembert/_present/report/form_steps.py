"""The steps of a derivation in a report: lines of the parts of its form, and their height."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._derive.forms.form import Form, Part
from dalembert._expression.tree import Node
from dalembert._present.report.document import Block, Equations
from dalembert._present.report.writer import Row, Writer, lines_of, zero


def form_of(writer: Writer, name: str) -> Form | None:
    """The form of a derivation with its steps; None where there is none."""
    forms = (one.form for one in writer.data.derivations if one.name == name)
    return next((form for form in forms if form is not None), None)


def part_of(form: Form, name: str) -> Part:
    """A part by its name."""
    return next(part for part in form.parts if part.name == name)


def lines(part: Part) -> dict[str, Node]:
    """The right sides of a part by their left sides."""
    return {name: row[0] for name, row in zip(part.names, part.rows, strict=True)}


def rows(writer: Writer, named: dict[str, Node], *, zeros: bool = True) -> list[Row]:
    """The equations of a part; with zeros=False without those that are zero."""
    return [
        Row(node=node, label=writer.symbol(name)) for name, node in named.items() if zeros or not zero(node)
    ]


def height(blocks: Sequence[Block]) -> int:
    """The approximate number of lines of blocks."""
    shown = [block for block in blocks if isinstance(block, Equations)]
    return sum(lines_of(row.body) for block in shown for row in block.rows) + 2 * len(blocks)

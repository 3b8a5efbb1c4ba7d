"""The numbers that stand in the equations instead of parameters."""

from __future__ import annotations

from dalembert._model.put_numbers import numbers_of
from dalembert._present.report.document import Block
from dalembert._present.report.writer import Row, Writer


def numbers_put_in(writer: Writer) -> list[Block]:
    """Each parameter with its number, in SI units; nothing where all parameters are symbols."""
    numbers = numbers_of(writer.data.equations.model)
    if not numbers:
        return []
    rows = [Row(node=node, label=writer.name(name)) for name, node in numbers.items()]
    return [writer.paragraph("report_numbers"), *writer.equations(rows, packed=True)]

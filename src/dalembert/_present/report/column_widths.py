"""Column widths of a table on paper: each gets what its cells need, the rest is distributed by demand."""

from __future__ import annotations

import math

from dalembert._present.breaking import pieces
from dalembert._present.report import metrics as m
from dalembert._present.report.document import Code, Maths, Plain, Spans, Table, Value
from dalembert._present.report.escaping import breakable

ROOM = 44.4  # em of \small text in a line
BETWEEN = 1.25
LEAST = 3.0
TYPED = 0.56  # em of a monospaced letter


def column_widths(table: Table) -> tuple[list[float], list[bool]]:
    """Widths in em, and whether the words of a column may break anywhere."""
    rows = [*([table.titles] if table.titles else []), *table.rows]
    count = len(rows[0])
    room = ROOM - BETWEEN * (count - 1)
    needed = [max(_least_width(row[j]) for row in rows) for j in range(count)]
    wanted = [max(needed[j], max(_full_width(row[j]) for row in rows)) for j in range(count)]
    words = [max(_word(row[j]) for row in rows) for j in range(count)]
    if sum(wanted) <= room:
        return wanted, [False] * count
    least = [max(needed[j], min(words[j], wanted[j])) for j in range(count)]
    if sum(least) > room:
        least = needed
    left = max(0.0, room - sum(least))
    more = [w - n for w, n in zip(wanted, least, strict=True)]
    share = left / max(sum(more), 1e-9)
    widths = [n + extra * min(1.0, share) for n, extra in zip(least, more, strict=True)]
    widths = [width * min(1.0, room / sum(widths)) for width in widths]
    return widths, [word > width for word, width in zip(words, widths, strict=True)]


def lines_of(table: Table, widths: list[float]) -> int:
    """The approximate number of lines of the rows."""
    return sum(
        max(math.ceil(_full_width(cell) / width) for cell, width in zip(row, widths, strict=True))
        for row in table.rows
    )


def _least_width(spans: Spans) -> float:
    """The widest part that cannot be broken."""
    inner = [max(piece.width for piece in pieces(s.box, 4.0)) for s in spans if isinstance(s, Maths | Value)]
    return max([LEAST, *(width + 0.2 for width in inner)])


def _full_width(spans: Spans) -> float:
    """The width on one line."""
    width = 0.3
    for span in spans:
        match span:
            case Maths(box=box) | Value(box=box):
                width += box.width
            case Code(text=text):
                width += TYPED * len(text)
            case Plain(text=text):
                width += m.upright(text)
    return width


def _word(spans: Spans) -> float:
    """The widest word; words longer than a limit can be broken anyway."""
    words = [word for s in spans if isinstance(s, Plain) for word in s.text.split(" ")]
    wide = max((m.upright(word) for word in words if not breakable(word)), default=0.0)
    return max([LEAST, wide + 0.3, *(min(TYPED * len(s.text), 6.0) for s in spans if isinstance(s, Code))])

"""Write sources.md from printed_results.toml, whose rows tests/zoo/test_printed_results.py checks.

Run it from anywhere:  python docs/make_sources.py          writes docs/sources.md
                       python docs/make_sources.py --print  prints the page instead
"""

import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROWS = Path(__file__).with_name("printed_results.toml")
PAGE = Path(__file__).with_name("sources.md")

HEAD = """\
# What the sources print

Five documents stand behind the [library](gallery.md), listed under [references](mathematics.md#references). This page
has a row for every equation and table that they print, and for everything that their programs do: the passage, what is
printed there in the notation of model files, the command that gives ours, and how the two agree. In Octave and MATLAB,
in LaTeX and in Suk's files the same names are written differently; only the notation is changed here.

Type each command after `dalembert`. A test does so and compares its output: equations as symbolic identities, numbers
to the printed digits. Where a command runs long, the row names the test that does the same. The page is made from
`docs/printed_results.toml` by `docs/make_sources.py`; do not edit it by hand. Figures have a table of
[their own](figures.md#published-figures).

"The same but for a slip" means that the printed result contradicts the rest of its document, and that ours is the
corrected one.
"""


def page(rows: dict[str, Any]) -> str:
    """The whole page: a table for each document, and one for what they do together."""
    return "\n".join([HEAD, *(line for document in rows.values() for line in section(document))])


def section(document: dict[str, Any]) -> Iterable[str]:
    """One document: its title, what it is, its table."""
    yield f"## {document['title']}\n"
    yield f"{document['about']}\n"
    yield "| passage | what it prints | command | ours |"
    yield "|---|---|---|---|"
    for row in document["rows"]:
        yield f"| {row['passage']} | {cell(row['prints'])} | `{row['command']}` | {cell(ours(row))} |"
    yield ""


def ours(row: dict[str, Any]) -> str:
    """How ours agrees, with the tests that say so where the command runs long."""
    names = [f"`{name.split('::')[1]}`" for name in row.get("tests", ())]
    return f"{row['ours']} ({', '.join(names)})" if names else str(row["ours"])


def cell(text: str) -> str:
    """A text inside a table."""
    return text.replace("|", r"\|")


if __name__ == "__main__":
    text = page(tomllib.loads(ROWS.read_text(encoding="utf-8")))
    if "--print" in sys.argv:
        print(text, end="")
    else:
        PAGE.write_text(text, encoding="utf-8")

"""Write gallery.md from the library, so that the page always shows what the program gives.

Run it from anywhere:  python docs/make_gallery.py          writes docs/gallery.md
                       python docs/make_gallery.py --print  prints the page instead
"""

import sys
from pathlib import Path

import dalembert
from dalembert import Equations, Model, library
from dalembert.library import System

PAGE = Path(__file__).with_name("gallery.md")
WIDTH = 96
SHOWN_SIZE = 3  # a system that takes a size is shown this small
MOST_LINES = 2
RESULT = "  ⇒ "
AFTER = ("Elimination", "Contact ")  # below these headings stands what becomes of the equations

HEAD = """\
# Gallery

Every system of the library, its source, its coordinates, and one equation that dalembert derived from its
energies. This page is made from the library by `docs/make_gallery.py`; do not edit it by hand.

Look at any of them: `dalembert examples NAME` prints the model file, `dalembert derive NAME` derives all of
its equations with every step, and `dalembert examples --goldens` compares the whole library with the results
that are printed in the sources, as [What the sources print](sources.md) does for each of their equations. The
sources are listed on the page [Mathematics](mathematics.md#references).
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(section(system) for system in library.SYSTEMS)])


def section(system: System) -> str:
    """One system: what it is, where it is from, its coordinates, how much is known, one equation."""
    name = f"{system.name}:{SHOWN_SIZE}" if system.size is not None else system.name
    equations = dalembert.derive(name)
    goldens = len(library.facts_by_name(name).goldens)
    lines = [
        f"## {system.name}",
        "",
        f"{system.summary}.",
        "",
        f"- Source: {system.source}",
        f"- Coordinates: {', '.join(f'`{c.name}`' for c in equations.model.coordinates)}",
        f"- Constraints: {_constraints(equations.model)}",
        *([f"- Contacts: {_contacts(equations.model)}"] if equations.model.contacts else []),
        f"- Known results: {goldens} printed or re-derived entries, all tested as symbolic identities",
    ]
    if system.size is not None:
        lines.append(f"- Size: `{system.name}:N`, {system.size} if none is given; shown with {SHOWN_SIZE}")
    coordinate, equation = shown_equation(equations)
    return "\n".join([*lines, "", f"Equation of `{coordinate}`:", "", "```text", equation, "```", ""])


def shown_equation(equations: Equations) -> tuple[str, str]:
    """The coordinate with the longest equation that still fits on two lines, and that equation."""
    names = [coordinate.name for coordinate in equations.model.coordinates]
    found = dict(zip(names, results(equations), strict=True))
    short = [name for name in names if found[name].count("\n") < MOST_LINES] or names
    chosen = max(short, key=lambda name: len(found[name]))
    return chosen, found[chosen]


def results(equations: Equations) -> list[str]:
    """The final equation of each coordinate, as the terminal shows it."""
    found: list[list[str]] = []
    open_ = False
    for line in dalembert.show(equations, width=WIDTH).split("\n"):
        if line.startswith(AFTER):
            break
        if line.startswith(RESULT):
            found.append([line.removeprefix(RESULT)])
            open_ = True
        elif open_ and line.startswith("    "):
            found[-1].append(line[2:])
        else:
            open_ = False
    return ["\n".join(lines) for lines in found]


def _constraints(model: Model) -> str:
    kinds = [constraint.kind for constraint in model.constraints]
    parts = [f"{kinds.count(kind)} {kind}" for kind in ("displacement", "flow", "effort") if kind in kinds]
    return ", ".join(parts) or "none"


def _contacts(model: Model) -> str:
    """The contacts by name, each with its law and whether there is friction."""
    parts = []
    for contact in model.contacts:
        rough = ", friction" if contact.friction is not None else ""
        parts.append(f"`{contact.name}` ({contact.law}{rough})")
    return ", ".join(parts)


if __name__ == "__main__":
    if "--print" in sys.argv[1:]:
        sys.stdout.write(page())
    else:
        PAGE.write_text(page(), encoding="utf-8")

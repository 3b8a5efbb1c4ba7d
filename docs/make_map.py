"""Write map.md from the source: rooms and who enters whom, registries, and the way of one model.

Run it from anywhere:  python docs/make_map.py          writes docs/map.md
                       python docs/make_map.py --print  prints the page instead
"""

import ast
import re
import sys
from pathlib import Path

import dalembert

PAGE = Path(__file__).with_name("map.md")
ROOT = Path(dalembert.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
TREES = {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in FILES}
# The files that conduct each way, in order.
WAYS = {
    "derive": (
        "`dalembert derive MODEL`: from the text to equations that are verified against the energies.",
        ("verbs/derive.py", "_derive/derive.py", "_verify/verify.py"),
    ),
    "simulate": (
        "`dalembert simulate MODEL`: from the text to a motion with its ledger and its claim of accuracy.",
        (
            "verbs/simulate.py",
            "_simulate/run.py",
            "_simulate/prepare.py",
            "_simulate/accuracy.py",
        ),
    ),
    "contact": (
        "The same for a model with contacts or switches: a hybrid run, mode after mode, event after event.",
        (
            "_simulate/hybrid_method.py",
            "_simulate/hybrid_run.py",
            "_contact/hybrid_system.py",
            "_contact/mode_transition.py",
            "_contact/filippov.py",
        ),
    ),
    "run": (
        "`dalembert run MODEL`: everything about a model into a folder.",
        ("verbs/publish.py", "verbs/gather.py"),
    ),
}
LANGUAGES = "_words/languages.py"
UNSEEN = ("_expression",)  # used everywhere: it would stand in every list
HEAD = """\
# The map

Where things are, and the way of one model through the house. This page is made from the source by
`docs/make_map.py`; do not edit it by hand. `CONTRIBUTING.md` has the rules of the house and recipes for
adding things; the words are explained in the [glossary](glossary.md).
"""


def page() -> str:
    """The whole page."""
    ways = ["## The way of one model\n", *(way(name) for name in WAYS)]
    return "\n".join([HEAD, rooms(), registries(), *ways, files()])


def sentence(name: str) -> str:
    """The first sentence of a file about itself."""
    text = " ".join((ast.get_docstring(TREES[name]) or "").split("\n\n")[0].split())
    return re.split(r"(?<=\.)\s", text)[0].rstrip(".").replace("|", "\\|")


def room_of(name: str) -> str:
    """The folder of a file, or the file itself at the front."""
    return name.split("/")[0].removesuffix(".py")


def entered(name: str) -> list[str]:
    """The files of the package that a file imports, in the order in which they are named."""
    found: dict[str, None] = {}
    for node in ast.walk(TREES[name]):
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("dalembert"):
            continue
        stem = (node.module or "").removeprefix("dalembert").lstrip(".").replace(".", "/")
        inner = [f"{stem}/{alias.name}.py".lstrip("/") for alias in node.names]
        for one in (f"{stem}.py", *inner, f"{stem}/__init__.py"):
            if one in TREES:
                found[one] = None
    lines = {one: place for place, one in enumerate(found)}
    return sorted(lines, key=lines.__getitem__)


def rooms() -> str:
    """What is in each room, and which rooms it enters."""
    there: dict[str, list[str]] = {}
    for name in TREES:
        there.setdefault(room_of(name), []).append(name)
    rows = []
    for room, names in there.items():
        if room in ("__init__", "records"):
            continue
        doors = {room_of(one) for name in names for one in entered(name)} - {room, "__init__", "records"}
        rows.append(
            f"| `{room}` | {sentence(f'{room}/__init__.py')} | {len(names)} |"
            f" {', '.join(f'`{one}`' for one in sorted(doors)) or '–'} |"
        )
    head = "| room | what it is | files | enters |\n|---|---|---|---|\n"
    note = "A room enters only rooms that come before it; a test checks it."
    return "\n".join([f"## Rooms\n\n{note}\n\n{head}" + "\n".join(rows), ""])


def registries() -> str:
    """What a user can choose from, and where it is registered."""
    found = dalembert.choices()
    rows = {
        "forms of the equations": (found.forms, "_derive/forms/registry.py"),
        "styles of listings": (found.styles, "_present/styles.py"),
        "kinds of figures": (found.figures, "_present/figures/kinds.py"),
        "windows of spectra": (found.windows, "_present/figures/windows.py"),
        "methods of integration": (found.methods, "_simulate/method_names.py"),
        "languages of function files": (found.function_languages, "_export/function_languages.py"),
        "languages of reports": (tuple(found.languages), LANGUAGES),
        "stages of a run": (tuple(found.stages), "verbs/stages.py"),
        "worked systems": ((f"{len(dalembert.library.SYSTEMS)} systems",), "library/__init__.py"),
    }
    lines = [f"| {what} | {', '.join(names)} | `{where}` |" for what, (names, where) in rows.items()]
    head = "| what | names | registered in |\n|---|---|---|\n"
    note = "A further one is one file and its line there; the command line reads them."
    return f"## Registries\n\n{note}\n\n{head}" + "\n".join([*lines, ""])


def way(name: str) -> str:
    """One way: the files that conduct it, each with what it calls, in order."""
    about, steps = WAYS[name]
    lines = [f"### {name}\n", f"{about}\n"]
    for own in steps:
        lines.append(f"**`{own}`** – {sentence(own)}. It calls\n")
        for one in entered(own):
            if room_of(one) not in UNSEEN and not one.endswith("__init__.py"):
                lines.append(f"- `{one}` – {sentence(one)}")
        lines.append("")
    return "\n".join(lines)


def files() -> str:
    """Every file of every room with its first sentence; the library has a page of its own."""
    lines = ["## Files\n", "The systems of the library are in the [gallery](gallery.md).\n"]
    before = ""
    for name in TREES:
        room = room_of(name)
        if room in ("__init__", "records", "library") or name.endswith("__init__.py"):
            continue
        if room != before:
            lines += [*([""] if before else []), f"### {room}\n"]
            before = room
        lines.append(f"- `{name.removeprefix(room + '/')}` – {sentence(name)}")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    if "--print" in sys.argv[1:]:
        sys.stdout.buffer.write(page().encode("utf-8"))
    else:
        PAGE.write_text(page(), encoding="utf-8")

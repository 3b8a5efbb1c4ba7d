"""Keys that joints and elements share: their kinds, and the frames they act on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._expression.suggest import nearest
from dalembert._expression.tree import Name
from dalembert._model.bodies import records as b
from dalembert._model.entry_reader import EntryReader
from dalembert._text.lexer import TextFault
from dalembert._text.positions import Path

LONGEST = 200  # the most tokens of the name of an end

MEANT = {
    "revolute": "pin",
    "hinge": "pin",
    "prismatic": "slider",
    "spherical": "ball",
    "fixed": "weld",
    "rigid": "weld",
    "cylindrical": "cylinder",
    "helical": "screw",
    "cardan": "universal",
}


def kind_of(read: EntryReader, path: Path, entry: Mapping[str, Any], known: tuple[str, ...]) -> str | None:
    """The kind of a joint or an element; None, and a flaw, where it is not known."""
    if "kind" not in entry:
        message = f"`{path[-1]}` does not say its kind"
        read.flaw(path, "missing-key", message, f'add kind = "{known[0]}"; known are {", ".join(known)}')
        return None
    kind = read.words((*path, "kind"), entry)
    if kind in known:
        return kind
    near = MEANT.get(kind) or nearest(kind, known)
    hint = f'did you mean "{near}"?' if near in known else f"known are {', '.join(known)}"
    read.flaw((*path, "kind"), "value", f"there is no kind `{kind[:40]}`", hint)
    return None


def ends_of(
    read: EntryReader,
    path: Path,
    entry: Mapping[str, Any],
    bodies: Mapping[str, b.Body],
    key: str = "between",
) -> tuple[b.End, ...] | None:
    """The frames of a joint or an element: two under `between`, one under any other key."""
    count = 2 if key == "between" else 1
    value = entry.get(key)
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list | tuple) or len(listed) != count:
        body = next((name for name in bodies if name != b.GROUND), "crank")
        example = f'["{b.GROUND}", "{body}"]' if count == 2 else f'"{body}"'
        message = f"`{path[-1]}` needs `{key}` with {'two ends' if count == 2 else 'one end'}"
        read.flaw(path, "missing-key", message, f"write {key} = {example}")
        return None
    ends = [_end(read, (*path, key, i) if value is listed else (*path, key), one, bodies)
             for i, one in enumerate(listed)]  # fmt: skip
    return tuple(one for one in ends if one is not None) if None not in ends else None


def _end(read: EntryReader, path: Path, value: Any, bodies: Mapping[str, b.Body]) -> b.End | None:
    body, point = _taken_apart(member_of(read, path, str(value)), bodies)
    if body not in bodies:
        near = nearest(body, tuple(bodies))
        hint = f"did you mean `{near}`?" if near else f"the bodies are {', '.join(bodies)}"
        read.flaw(path, "unknown-name", f"there is no body `{body}`", hint)
        return None
    points = bodies[body].points
    if point == b.ORIGIN:
        return b.End(body=body)
    if point == b.CENTRE and bodies[body].beam is None:
        aside = any(not one.is_zero for one in bodies[body].centre)
        return b.End(body=body, point=b.CENTRE if aside else "")
    if point and point not in points:
        near = nearest(point, tuple(points))
        known = ", ".join(points) or "none"
        hint = f"did you mean `{body}.{near}`?" if near else f"its points are {known}; add it to points"
        read.flaw(path, "unknown-name", f"the body `{body}` has no point `{point}`", hint)
        return None
    return b.End(body=body, point=point)


def member_of(read: EntryReader, path: Path, text: str) -> str:
    """A name with the indices of the current member substituted; a case on them is decided."""
    if "[" not in text and "(" not in text:
        return text
    try:
        node = read.elaborator.value(read.tree_of(text, LONGEST), read.indices)
    except TextFault as fault:
        read.flaw_in(path, text, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint)
        return text
    return node.name if isinstance(node, Name) else text


def _taken_apart(name: str, bodies: Mapping[str, b.Body]) -> tuple[str, str]:
    """The body and the point of a name: link[3] and E of link.E[3], w.rim and A of w.rim.A."""
    word, bracket, index = name.partition("[")
    body, dot, point = word.partition(".")
    while dot and body + bracket + index not in bodies:
        more, dot, remainder = point.partition(".")
        if not dot and f"{body}.{more}{bracket}{index}" not in bodies:
            break
        body, point = f"{body}.{more}", remainder
    return body + bracket + index, point

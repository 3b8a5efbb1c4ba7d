"""An entry of [contacts]: a gap, its law, and friction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._expression.expression import Expression
from dalembert._expression.tree import ZERO
from dalembert._model import contact_keys
from dalembert._model import records as r
from dalembert._model.entry_reader import EntryReader
from dalembert._text.positions import Path


def contact(read: EntryReader, path: Path, value: Any) -> r.Contact:
    """A contact; keys that do not belong together are reported."""
    name = read.name(path)
    if not isinstance(value, Mapping):
        gap = str(value).replace('"', "'")
        hint = f'write {name} = {{ gap = "{gap}", restitution = 0.5 }}, or a section [contacts.{name}]'
        read.flaw(path, "value", f"the contact `{name}` must be a table", hint)
        return r.Contact(**read.identity(path), gap=Expression(ZERO))
    entry = read.entry(path, value, contact_keys.KEYS, meant=contact_keys.MEANT)
    law = read.choice((*path, "law"), entry, (*r.STIFF, *r.COMPLIANT), contact_keys.advice(entry))
    known = entry.get("law", law) == law  # an unknown law is reported already
    for key, rule, message, hint in contact_keys.mistakes(entry, law if known else ""):
        read.flaw((*path, key) if key else path, rule, message, hint)
    given: dict[str, Any] = {
        key: read.expression((*path, key), entry[key]) for key in contact_keys.PARTS if key in entry
    }
    return r.Contact(
        **read.identity(path),
        gap=_gap(read, path, entry),
        law=law,
        slip=_slip(read, (*path, "slip"), entry["slip"]) if "slip" in entry else (),
        **given,
    )


def _gap(read: EntryReader, path: Path, entry: Mapping[str, Any]) -> Expression:
    gap = entry.get("gap")
    instead = contact_keys.difference(gap) if isinstance(gap, str) else ""
    if not instead:
        hint = 'add gap = "y - r", the distance between the bodies, negative where they overlap'
        return read.needed_expression(path, entry, "gap", hint)
    message = "a gap is a distance, not a comparison"
    read.flaw_in((*path, "gap"), str(gap), rule="syntax", message=message, hint=f'write gap = "{instead}"')
    return Expression(ZERO)


def _slip(read: EntryReader, path: Path, value: Any) -> tuple[Expression, ...]:
    """One tangential velocity, or a list of one or two."""
    if not isinstance(value, list | tuple):
        return (read.expression(path, value),)
    if not 1 <= len(value) <= 2:
        message = f"`slip` must be one tangential velocity or a list of two, but has {len(value)}"
        hint = 'write slip = "x\'", or in space slip = ["x\'", "y\'"]'
        read.flaw(path, "value", message, hint)
    return tuple(read.expression((*path, i), one) for i, one in enumerate(value[:2]))

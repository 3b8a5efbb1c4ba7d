"""The kinds of elements, mechanical and of networks, and the kind that is meant where keys are of another.

A wrong kind is answered once, with the kinds that may be meant: no other kind judges its keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dalembert._expression.suggest import nearest
from dalembert._model.bodies.elements.kind import ElementKind
from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.entry_reader import EntryReader
from dalembert._model.nets.heat_ports import HEAT
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.nets.reading import keys_of
from dalembert._text.positions import Path

STRANGE = 2  # so many keys less that a kind does not know say that it is meant
MOST = 3  # kinds named in a hint


def is_known_kind(read: EntryReader, path: Path, entry: Mapping[str, Any]) -> bool:
    """Whether an entry of [elements] has a kind, and keys that are not those of another; a flaw is noted."""
    kinds = {name: element_keys(kind) for name, kind in ELEMENTS.items()}
    kinds |= {name: keys_of(kind) for name, kind in NET_KINDS.items()}
    word = entry.get("kind")
    if not isinstance(word, str):
        return True  # reported where the entry is read
    strange = {name: [key for key in entry if key not in keys] for name, keys in kinds.items()}
    here = (*path, "kind")
    if word not in kinds:
        near = nearest(word, kinds)
        meant = [near] if near else _closest(strange, _most(strange) - STRANGE)
        hint = f"did you mean {_either(meant)}?" if meant else f"known are {', '.join(kinds)}"
        read.flaw(here, "value", f"there is no kind `{word[:40]}`", hint)
        return False
    meant = _closest(strange, len(strange[word]) - STRANGE)
    if not meant:
        return True
    keys = ", ".join(f"`{key}`" for key in strange[word][:4])
    message = f"an element of the kind `{word}` has no {keys}"
    read.flaw(here, "value", message, f"did you mean kind = {_either(meant)}?")
    return False


def element_keys(kind: ElementKind) -> tuple[str, ...]:
    """All keys that a mechanical element of a kind may have."""
    more = (kind.law[0], kind.direction, "over" if kind.over else "", HEAT if kind.heats else "")
    return ("kind", kind.ends, *kind.numbers, *kind.vectors, *kind.words, *(key for key in more if key))


def _most(strange: Mapping[str, list[str]]) -> int:
    return max(len(keys) for keys in strange.values())


def _closest(strange: Mapping[str, list[str]], most: int) -> list[str]:
    """The kinds that know the most keys, at most so many being strange to them; none where these are many."""
    least = min(len(keys) for keys in strange.values())
    meant = [name for name, keys in strange.items() if len(keys) == least]
    return meant if least <= most and len(meant) <= MOST else []


def _either(words: Iterable[str]) -> str:
    return " or ".join(f'"{word}"' for word in words)

"""Flaws between controllers: two on one quantity, algebraic loops, samples of samples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dalembert._model.bodies.texts import Text, member_name, texts_in
from dalembert._model.controllers.kinds.registry import CONTROLLER_KINDS
from dalembert._model.controllers.reading import given_of
from dalembert._model.controllers.records import Controller
from dalembert._model.entry_reader import EntryReader

_NAME = re.compile(r"[^\W\d][\w.]*(?:\[[\d, ]*\])?")


def is_sound(read: EntryReader, controllers: Sequence[Controller]) -> bool:
    """Whether the controllers are sound; flaws are noted at them."""
    known = len(read.flaws)
    reads = Reads(read.written.values, controllers)
    for check in (_twice, _loops, _samples):
        for one, key, message, hint in check(controllers, reads):
            read.flaw((*one.path, key), "controller", message, hint)
    return len(read.flaws) == known


_Flaws = Iterator[tuple[Controller, str, str, str]]


class Reads:
    """Finds the controllers whose outputs a text reads, also through definitions."""

    def __init__(self, values: Mapping[str, Any], controllers: Sequence[Controller]) -> None:
        self.owners: dict[str, str] = {}
        for one in controllers:
            for word in ("output", "error", "demand"):
                self.owners[member_name(one.name, word)] = one.name
            if one.target:
                self.owners[one.target] = one.name
        table = values.get("definitions")
        self.definitions = table if isinstance(table, Mapping) else {}

    def of(self, one: Controller) -> list[str]:
        """The names of the controllers that one of them reads."""
        lists = (text for texts in one.lists.values() for text in texts)
        return self.texts([*one.inputs, *one.values.values(), *lists])

    def texts(self, texts: Sequence[Text]) -> list[str]:
        """The names of the controllers whose outputs occur in some texts."""
        waiting = [text.text for text in texts]
        names: dict[str, None] = {}
        seen: set[str] = set()
        while waiting:
            for name in _NAME.findall(waiting.pop()):
                if name in self.owners:
                    names[self.owners[name]] = None
                elif name in self.definitions and name not in seen:
                    seen.add(name)
                    waiting += texts_in(self.definitions[name])
        return list(names)


def _twice(controllers: Sequence[Controller], _: Reads) -> _Flaws:
    first: dict[str, Controller] = {}
    for one in controllers:
        other = first.setdefault(one.target, one) if one.target else one
        if other is not one:
            message = f"`{one.name}` and `{other.name}` both drive `{one.target}`"
            hint = (
                f'let one of them drive it: from = "{other.name}.output + {one.name}.output", kind = "gain"'
            )
            yield one, "to", message, hint


def _loops(controllers: Sequence[Controller], reads: Reads) -> _Flaws:
    """The flaw of an algebraic loop: a cycle of controllers with direct feedthrough."""
    direct = {
        one.name: one
        for one in controllers
        if one.every is None and CONTROLLER_KINDS[one.kind].direct(given_of(one))
    }
    below = {name: [two for two in reads.of(one) if two in direct] for name, one in direct.items()}
    circle = _circle(below)
    if circle:
        shown = " → ".join((*circle, circle[0]))
        message = f"the outputs of controllers depend on one another at the same instant: {shown}"
        hint = "put a low_pass into the loop, or sample one of them with every = 0.01"
        yield direct[circle[0]], "from", message, hint


def _circle(below: Mapping[str, Sequence[str]]) -> list[str]:
    """The names in a cycle; empty without one."""
    done: set[str] = set()
    for start in below:
        way: list[str] = []
        stack = [(start, iter(below[start]))] if start not in done else []
        way += [start] if stack else []
        while stack:
            name, successors = stack[-1]
            following = next((one for one in successors if one not in done), None)
            if following is None:
                done.add(name)
                stack.pop()
                way.pop()
            elif following in way:
                return way[way.index(following) :]
            else:
                stack.append((following, iter(below[following])))
                way.append(following)
    return []


def _samples(controllers: Sequence[Controller], reads: Reads) -> _Flaws:
    """Flaws of sampled controllers that read others: all read the values before the sample."""
    sampled = {one.name for one in controllers if one.every is not None}
    for one in controllers:
        others = [name for name in reads.of(one) if name in sampled]
        if one.every is not None and others:
            message = f"`{one.name}` is sampled, and would read `{others[0]}` as it was one sample before"
            hint = "make one controller of them, or delete every in one of them"
            yield one, "from", message, hint

"""Positivity conditions: capacities, inductances and areas of elements, the energy of coupled coils."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from dalembert._model.bodies.texts import Text
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.nets.name_list import name_list
from dalembert._model.nets.records import NetElement
from dalembert._text.positions import Path

MOST = 64  # the most coupled coils that are examined together; larger groups are examined in pairs
Conditions = dict[Path, tuple[tuple[str, ...], str, str]]  # texts of a matrix, message, hint


def positive_values(elements: Mapping[str, NetElement]) -> Conditions:
    """The conditions of all elements, by the paths at which they are reported."""
    conditions: Conditions = {}
    for one in elements.values():
        for key in NET_KINDS[one.kind].positive:
            if key in one.values:
                message = f"the {key} of `{one.name}` must be positive"
                conditions[*one.path, key] = ((one.values[key].text,), message, "write a number above 0")
    couplings = [one for one in elements.values() if one.coils and set(one.coils) <= elements.keys()]
    matrix = _Inductances(elements, couplings)
    for one in couplings:
        first, second = one.coils
        message = f"`{one.name}` couples `{first}` and `{second}` too strongly: M² must be below L₁ L₂"
        hint = 'write a smaller inductance, or kind = "transformer" for windings that share all flux'
        conditions[*one.path, "inductance"] = (matrix.of((first, second)), message, hint)
    for coils, last in _groups(couplings):
        if 2 < len(coils) <= MOST:
            names = name_list(coils)
            message = f"the coils {names} are coupled too strongly: some currents have a negative energy"
            conditions[*last.path, "coils"] = (matrix.of(coils), message, "write smaller mutual inductances")
    return conditions


class _Inductances:
    """The inductances of coils and of their pairs."""

    def __init__(self, elements: Mapping[str, NetElement], couplings: list[NetElement]) -> None:
        self.inductance = {name: one.values.get("inductance", Text("1")) for name, one in elements.items()}
        self.mutual = {frozenset(one.coils): one.values["inductance"] for one in couplings}

    def of(self, coils: tuple[str, ...]) -> tuple[str, ...]:
        """The matrix of some coils, row by row."""
        zero = Text("0")
        return tuple(
            (self.inductance[a] if a == b else self.mutual.get(frozenset((a, b)), zero)).text
            for a in coils
            for b in coils
        )


def _groups(couplings: list[NetElement]) -> Iterator[tuple[tuple[str, ...], NetElement]]:
    """Groups of coils that are coupled, directly or through others, and the last coupling of each."""
    group: dict[str, list[str]] = {}
    last: dict[int, NetElement] = {}
    for one in couplings:
        for coil in one.coils:
            group.setdefault(coil, [coil])
        for a, b in pairwise(one.coils):
            if group[a] is not group[b]:
                group[a].extend(group[b])
                for coil in group[b]:
                    group[coil] = group[a]
    for one in couplings:
        last[id(group[one.coils[0]])] = one
    for key, one in last.items():
        coils = group[one.coils[0]]
        if id(coils) == key:
            yield tuple(coils), one

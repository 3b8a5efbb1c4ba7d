"""Positivity conditions: capacities, inductances and areas of elements, the energy of coupled coils."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from dalembert._model.bodies.texts import Text
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.nets.name_list import name_list
from dalembert._model.nets.records import NetElement
from dalembert._text.positions import Path
from dalembert._text.written import PositiveTexts

MOST = 64  # the most coupled coils that are examined together; larger groups are examined in pairs


def positive_values(elements: Mapping[str, NetElement]) -> dict[Path, PositiveTexts]:
    """The conditions of all elements, by the paths at which they are reported."""
    conditions: dict[Path, PositiveTexts] = {}
    for one in elements.values():
        kind = NET_KINDS[one.kind]
        for key in kind.positive:
            if key in one.values:
                conditions[*one.path, key] = PositiveTexts(
                    texts=(one.values[key].text,),
                    message=f"the {key} of `{one.name}` must be positive",
                    hint="write a number above 0",
                )
        texts = {key: value.text for key, value in one.values.items()}
        texts |= {"drives": one.moved} if one.moved else {}
        for i, more in enumerate(kind.conditions):
            if more.key in one.values and ("{drives}" not in more.positive or one.moved):
                conditions[*one.path, more.key, i] = PositiveTexts(
                    texts=(more.positive.format(texts[more.key], **texts),),
                    message=more.message.format(one.name),
                    hint=more.hint,
                    severity=more.severity,
                    zero=more.zero,
                )
    couplings = [one for one in elements.values() if one.coils and set(one.coils) <= elements.keys()]
    matrix = _Inductances(elements, couplings)
    for one in couplings:
        first, second = one.coils
        conditions[*one.path, "inductance"] = PositiveTexts(
            texts=matrix.of((first, second)),
            message=f"`{one.name}` couples `{first}` and `{second}` too strongly: M² must be below L₁ L₂",
            hint='write a smaller inductance, or kind = "transformer" for windings that share all flux',
        )
    for coils, last in _groups(couplings):
        if 2 < len(coils) <= MOST:
            names = name_list(coils)
            conditions[*last.path, "coils"] = PositiveTexts(
                texts=matrix.of(coils),
                message=f"the coils {names} are coupled too strongly: some currents have a negative energy",
                hint="write smaller mutual inductances",
            )
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

"""Structural diagnosis of a singular system: its over- and under-determined equations and unknowns.

The decomposition of A. L. Dulmage, N. S. Mendelsohn, Canad. J. Math. 10 (1958) 517-534, from a maximum
matching of equations and unknowns: what alternating paths reach from an unmatched equation is
over-determined, what they reach from an unmatched unknown is under-determined.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dalembert._expression.source import Flaw, Source, flaw_at
from dalembert._model.records import NOWHERE, Model
from dalembert._structure.signature import Equation, Signature, Unknown
from dalembert._words.message import Message, Name, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Equations and unknowns of the over-determined part, and of the under-determined one."""

    too_many: tuple[tuple[int, ...], tuple[int, ...]]
    too_few: tuple[tuple[int, ...], tuple[int, ...]]


def diagnose(model: Model, signature: Signature) -> tuple[Flaw, ...]:
    """The flaws of a structurally singular system, in the user's names."""
    parts = dulmage_mendelsohn(signature.orders, len(signature.equations), len(signature.unknowns))
    flaws: list[Flaw] = []
    equations, unknowns = parts.too_many
    if equations:
        rows = [signature.equations[i] for i in equations]
        names_of_unknowns = [signature.unknowns[j].name for j in unknowns]
        if len(rows) == 1:
            message = say("flaw_no_unknown", equation=_equations(rows))
        elif names_of_unknowns:
            message = say(
                "flaw_too_many_equations",
                equations=_equations(rows),
                count=len(rows),
                unknowns=_enumeration(names_of_unknowns),
                more=len(rows) - len(names_of_unknowns),
            )
        else:
            message = say("flaw_no_unknown_left", equations=_equations(rows), count=len(rows))
        hint = (
            "give one of these coordinates an energy, a dissipation or an effort of its own, or leave out a"
            " constraint"
        )
        flaws.append(
            flaw_at(
                _place(model, rows[0]),
                rule="over-determined",
                message=message,
                hint=hint,
                severity="structure",
            )
        )
    equations, unknowns = parts.too_few
    if unknowns:
        left = [signature.unknowns[j] for j in unknowns]
        named = [signature.equations[i] for i in equations]
        names, open_ = _enumeration([one.name for one in left]), len(left) - len(named)
        if len(left) == 1:
            message = (
                say("flaw_stands_only_in", name=names, equations=_equations(named))
                if named
                else say("flaw_stands_nowhere", name=names)
            )
        else:
            message = (
                say("flaw_stand_only_in", names=names, equations=_equations(named), count=open_)
                if named
                else say("flaw_stand_nowhere", names=names)
            )
        hint = "give what is missing an energy, a dissipation, an effort or a constraint"
        flaws.append(
            flaw_at(
                _place(model, left[0]),
                rule="under-determined",
                message=message,
                hint=hint,
                severity="structure",
            )
        )
    return tuple(flaws)


def dulmage_mendelsohn(orders: Mapping[tuple[int, int], int], rows: int, columns: int) -> Parts:
    """The over- and the under-determined part of a system, from the pattern of its entries."""
    uses: list[list[int]] = [[] for _ in range(rows)]
    used: list[list[int]] = [[] for _ in range(columns)]
    for i, j in sorted(orders):
        uses[i].append(j)
        used[j].append(i)
    partner = _largest_matching(uses, columns)
    taken = {j: i for i, j in enumerate(partner) if j is not None}
    many = _alternating_reach([i for i in range(rows) if partner[i] is None], uses, taken)
    few = _alternating_reach(
        [j for j in range(columns) if j not in taken],
        used,
        {i: j for i, j in enumerate(partner) if j is not None},
    )
    return Parts(too_many=many, too_few=(few[1], few[0]))


def _largest_matching(uses: list[list[int]], columns: int) -> list[int | None]:
    """The unknown that a maximum matching gives to each equation, by augmenting paths."""
    partner: list[int | None] = [None] * len(uses)
    taken: list[int | None] = [None] * columns
    for start in range(len(uses)):
        came: dict[int, int] = {}
        waiting: list[int] = [start]
        end: int | None = None
        while waiting and end is None:
            i = waiting.pop(0)
            for j in (j for j in uses[i] if j not in came):
                came[j] = i
                owner = taken[j]
                if owner is None:
                    end = j
                    break
                waiting.append(owner)
        while end is not None:
            i = came[end]
            taken[end] = i
            partner[i], end = end, partner[i]
    return partner


def _alternating_reach(
    start: list[int], uses: list[list[int]], taken: Mapping[int, int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Everything on alternating paths from some nodes."""
    near, far, waiting = set(start), set[int](), list(start)
    while waiting:
        for j in uses[waiting.pop()]:
            if j not in far:
                far.add(j)
                if j in taken and taken[j] not in near:
                    near.add(taken[j])
                    waiting.append(taken[j])
    return tuple(sorted(near)), tuple(sorted(far))


def _equations(equations: list[Equation]) -> Message:
    of = [e.name for e in equations if e.kind in ("coordinate", "state")]
    others = [e.name for e in equations if e.kind not in ("coordinate", "state")]
    if not of:
        return _enumeration(others)
    message = say("equation_of" if len(of) == 1 else "equations_of", names=_enumeration(of))
    return say("list_end", first=message, last=_enumeration(others)) if others else message


def _enumeration(names: list[str]) -> Message:
    """`x`, `y` and `z`."""
    *first, last = (Name(name) for name in names)
    return say("list_end", first=tuple(first), last=last) if first else say("list_of_one", name=last)


def _place(model: Model, what: Equation | Unknown) -> Source:
    name = what.name.removeprefix("lam_").removeprefix("kap_")
    places = {c.name: c.location for c in model.constraints} | {c.name: c.location for c in model.coordinates}
    places |= {e.name: e.location for e in model.efforts} | {s.name: s.location for s in model.states}
    return places.get(name, NOWHERE)

"""Which constants of a `LagEq.txt` are unknown efforts: the format does not say it, so it is inferred here.

Candidates are constants without a value that occur in an effort constraint, but in no energy and no other
constraint. If there are more of them than effort constraints, those come first that are a whole term of an
effort constraint or the whole effort on a coordinate, then those in virtual work. A group is taken only as a
whole, and the last only if every effort constraint then has one: no choice is made among equals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dalembert._expression.tree import Name, Negative, Node, Sum
from dalembert._expression.walk import nodes
from dalembert._text.positions import Path

RIGID = (("constraints", "displacement"), ("constraints", "flow"))
SHOWN = 12  # the most names in one message


@dataclass(frozen=True, slots=True, kw_only=True)
class AssumedEfforts:
    """The assumed efforts, the constants that could also be efforts, and the number of effort constraints."""

    taken: tuple[str, ...]
    others: tuple[str, ...]
    constraints: int


def assumed_efforts(symbols: Sequence[str], terms: Mapping[Path, Node]) -> AssumedEfforts:
    """The unknown efforts among constants without values, from the expressions of the file by their paths."""
    rows = [_used_names(root) for path, root in terms.items() if path[:2] == ("constraints", "effort")]
    inside: set[str] = set().union(*rows)
    elsewhere: set[str] = set()
    for path, root in terms.items():
        if path[0] in ("energy", "parameters") or path[:2] in RIGID:
            elsewhere |= _used_names(root)
    candidates = [name for name in symbols if name in inside and name not in elsewhere]
    taken = candidates if len(candidates) <= len(rows) else _first_candidates(candidates, terms, rows)
    others = [name for name in candidates if name not in set(taken)]
    return AssumedEfforts(taken=tuple(taken), others=tuple(others), constraints=len(rows))


def severity(assumed: AssumedEfforts) -> str:
    """The severity of the assumption: a warning if the user should check it."""
    return "note" if len(assumed.taken) == assumed.constraints and not assumed.others else "warning"


def message(assumed: AssumedEfforts) -> str:
    """The message about the assumption."""
    taken, rows = assumed.taken, assumed.constraints
    noun = "an unknown effort" if len(taken) == 1 else "unknown efforts"
    verb = "is" if len(taken) == 1 else "are"
    sentence = (
        f"{_enumeration(taken)} {verb} taken as {noun}"
        if taken
        else "no constant is taken as an unknown effort"
    )
    there = "there is 1 effort constraint" if rows == 1 else f"there are {rows} effort constraints"
    if assumed.others:
        return f"{sentence}; {there}, and {_enumeration(assumed.others)} could be one, too"
    return sentence if len(taken) == rows else f"{sentence}, but {there}"


def hint(assumed: AssumedEfforts) -> str:
    """The hint: what to type to declare the efforts."""
    sure = len(assumed.taken) == assumed.constraints
    names = ",".join(assumed.taken[:SHOWN] + (() if sure else ("…",)))
    lines = f"No. of Unknown Efforts :={assumed.constraints}  and  {names}"
    return f"to say which they are, end the file with the lines  {lines}  (Suk's program stops before them)"


def _first_candidates(candidates: list[str], terms: Mapping[Path, Node], rows: list[set[str]]) -> list[str]:
    """The candidates in the preferred groups."""
    taken: list[str] = []
    for group in _groups(terms):
        wider = taken + [name for name in candidates if name in group and name not in taken]
        full = len(wider) == len(rows)
        if len(wider) > len(rows) or (full and not all(row.intersection(wider) for row in rows)):
            break
        taken = wider
    return taken


def _groups(terms: Mapping[Path, Node]) -> tuple[set[str], set[str]]:
    """Names that are a whole term or effort, and names in virtual work."""
    alone: set[str] = set()
    work: set[str] = set()
    for path, root in terms.items():
        if path[:2] == ("constraints", "effort"):
            alone |= _lone_names(root.terms if isinstance(root, Sum) else (root,))
        elif path[0] == "work":
            alone |= _lone_names((root,))
            work |= _used_names(root)
    return alone, work


def _lone_names(terms: Sequence[Node]) -> set[str]:
    bare = [term.operand if isinstance(term, Negative) else term for term in terms]
    return {term.name for term in bare if isinstance(term, Name)}


def _used_names(root: Node) -> set[str]:
    return {node.name for node in nodes(root) if isinstance(node, Name)}


def _enumeration(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:SHOWN])
    return shown if len(names) <= SHOWN else f"{shown} and {len(names) - SHOWN} more"

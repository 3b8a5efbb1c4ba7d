"""Uses of results of the equations in a model: multipliers, forces of contacts, accelerations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.tree import Name, Rate
from dalembert._model.records import Model
from dalembert._model.survey import Survey, Use, dependences_of, survey
from dalembert._words.message import Message

ACTING = frozenset({"work", "rate", "effort"})  # roles of expressions that act on the motion
SHOWN = frozenset({"output", "when"})


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedResult:
    """A force or an acceleration that an expression uses, by itself or through definitions."""

    use: Use
    name: str  # as the user types it
    force: bool

    def flaw(self, rule: str, message: str | Message, hint: str) -> Flaw:
        """A flaw at its location in the model."""
        nodes = [node for node in self.use.names.values() if _typed_text(node) == self.name]
        span = nodes[0].span if nodes else None
        return flaw_at(self.use.expression.source, span, rule=rule, message=message, hint=hint)


def used_results(model: Model, roles: frozenset[str], *, with_efforts: bool = False) -> Iterator[UsedResult]:
    """The results that expressions in some roles use, with `with_efforts` also unknown efforts."""
    known = survey(model)
    kinds = {"result", "effort"} if with_efforts else {"result"}
    for use in known.uses:
        if use.role in roles:
            yield from _results_in(use, known, kinds)


def _results_in(use: Use, known: Survey, kinds: set[str]) -> Iterator[UsedResult]:
    for name, order in sorted(dependences_of(use, known)):
        kind = known.kinds.get(name)
        if kind in kinds:
            yield UsedResult(use=use, name=name, force=True)
        elif kind == "coordinate" and order == 2:
            yield UsedResult(use=use, name=f"{name}''", force=False)


def _typed_text(node: object) -> str:
    """A name or rate as typed."""
    match node:
        case Name(name=name):
            return name
        case Rate(name=name, order=order):
            return name + "'" * order
    return ""

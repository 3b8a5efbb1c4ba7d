"""The efforts of nodes against ground: sums of the drops of elements on a way from ground."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dalembert._model.bodies.texts import Text, filled
from dalembert._model.nets.graph import Edge, Node
from dalembert._model.nets.records import GROUND


@dataclass(frozen=True, slots=True, kw_only=True)
class Drops:
    """The drop of an element without inertia, and the momentum whose rate is the rest of it."""

    drop: Text | None
    momentum: Text | None = None
    flow_source: bool = False

    @property
    def rank(self) -> int:
        """Ways without rates of momenta are taken first, then those without multipliers."""
        if self.drop is None or self.momentum is not None:
            return 2
        return 1 if self.flow_source else 0


def potentials(edges: Sequence[Edge], drops: Mapping[str, Drops]) -> dict[Node, Text]:
    """The effort of each node that a way with known drops leads to."""
    near: dict[Node, list[Edge]] = {}
    for edge in edges:
        if edge.name in drops and drops[edge.name].rank < 2:
            near.setdefault(edge.first, []).append(edge)
            near.setdefault(edge.second, []).append(edge)
    grounds = dict.fromkeys(node for edge in edges for node in (edge.first, edge.second) if node[1] == GROUND)
    found = dict.fromkeys(grounds, Text("0"))
    for most in (0, 1):
        waiting = deque(found)
        while waiting:
            node = waiting.popleft()
            for edge in near.get(node, ()):
                other = edge.second if edge.first == node else edge.first
                if other in found or drops[edge.name].rank > most:
                    continue
                sign = "-" if edge.first == node else ""
                drop = filled(f"{sign}({{e}})", e=drops[edge.name].drop or Text("0"))
                above = found[node]
                if not above.is_zero:
                    drop = filled("{v} + {e}" if not sign else "{v} {e}", v=above, e=drop)
                found[other] = drop
                waiting.append(other)
    return {node: text for node, text in found.items() if node not in grounds}

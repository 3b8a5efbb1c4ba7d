"""The efforts of nodes relative to ground: sums of the drops of elements on a path from ground."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.nets.graph import Edge, Node
from dalembert._model.nets.records import GROUND

PLAIN, MULTIPLIER, RATE = range(3)  # expressions of a drop, in the order in which paths prefer them


def potentials(
    edges: Sequence[Edge], ranks: Mapping[str, int], drop: Callable[[str], Text]
) -> dict[Node, Text]:
    """The effort of each node that is reached by elements with known drops, of the lowest ranks."""
    near: dict[Node, list[Edge]] = {}
    for edge in edges:
        if edge.name in ranks:
            for node in edge.ends:
                near.setdefault(node, []).append(edge)
    grounds = dict.fromkeys(node for edge in edges for node in edge.ends if node[1] == GROUND)
    efforts = dict.fromkeys(grounds, Text("0"))
    for most in (PLAIN, MULTIPLIER, RATE):
        waiting = deque(efforts)
        while waiting:
            node = waiting.popleft()
            for edge in near.get(node, ()):
                other = edge.second if edge.first == node else edge.first
                if other in efforts or ranks[edge.name] > most:
                    continue
                sign = "-" if edge.first == node else "+"
                above = efforts[node]
                lead = "-" if above.is_zero and sign == "-" else ""
                pattern = f"{lead}({{e}})" if above.is_zero else f"{{v}} {sign} ({{e}})"
                efforts[other] = fill(pattern, v=above, e=drop(edge.name))
                waiting.append(other)
    return {node: text for node, text in efforts.items() if node not in grounds}

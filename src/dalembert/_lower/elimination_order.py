"""The order in which the unknowns of the saddle-point system are eliminated (`saddle.py`).

Among the unknowns that are ready, coordinates come before definitions, then those that depend on the longest
chain of definitions, so that a body is eliminated before the point it hangs from; then the smallest degree
comes first. But **a constraint comes only after all coordinates its row touches**: its pivot is then −G_i S⁻¹
G_iᵀ with S positive definite, which vanishes nowhere that M > 0 and G has full rank. Any earlier place fails
at regular configurations (a collinear four-bar).
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from dalembert._lower.to_casadi import Scalar

Row = dict[int, Scalar]


def _nodes_before(rows: list[Row], made_of: dict[int, Row], first: int) -> list[set[int]]:
    """For each node those that are eliminated before it; constraints are the nodes from `first` on."""
    before: list[set[int]] = [set() for _ in rows]
    for k, of in made_of.items():
        for j in of:
            before[j].add(k)
    for i in range(first, len(rows)):  # a constraint waits for all it touches, through definitions too
        unseen = list(rows[i])
        while unseen:
            j = unseen.pop()
            if j not in before[i]:
                before[i].add(j)
                unseen += made_of.get(j, {})
    return before


def elimination_order(rows: list[Row], made_of: dict[int, Row], first: int) -> list[int]:
    """The order of elimination; constraints are the nodes from `first` on."""
    links = [{j for j in row if j != i} for i, row in enumerate(rows)]
    waiting = _nodes_before(rows, made_of, first)
    waited_by: dict[int, list[int]] = {}
    for i, others in enumerate(waiting):
        for j in others:
            waited_by.setdefault(j, []).append(i)
    depth = [0] * len(rows)
    for k, of in made_of.items():  # in the order of definitions: what one is made of comes before it
        depth[k] = 1 + max((depth[j] for j in of), default=0)

    def key(i: int) -> tuple[bool, int, int, int]:
        return i in made_of, -depth[i], len(links[i]), i

    ready = [key(i) for i in range(len(rows)) if not waiting[i]]
    heapify(ready)
    order: list[int] = []
    done: set[int] = set()
    while ready:
        _, _, degree, k = heappop(ready)
        if k in done or degree != len(links[k]):
            continue  # it was taken, or its degree has changed since and it stands in the heap again
        done.add(k)
        order.append(k)
        parts = set(made_of.get(k, {}))
        around = links[k] | parts
        for i in around:
            links[i] |= around if i in parts or not parts else parts
            links[i] -= {i, k}
        for i in waited_by.get(k, []):
            waiting[i].discard(k)
        for i in {*around, *waited_by.get(k, [])}:
            if i not in done and not waiting[i]:
                heappush(ready, key(i))
    return order

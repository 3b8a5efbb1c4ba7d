"""Which equations are printed with definitions written out, and which with definitions as names.

An equation is written out where that has fewer than 40 terms, or is no longer than the shared equation with
everything that must be listed for it. All terms of a coordinate are printed in the form of its equation. The
names that occur in shared equations are listed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from dalembert._derive.equations import CoordinateEquation, Equations, SharedTerm
from dalembert._expression.tree import Node, Sum
from dalembert._expression.walk import fold, names

SHORT = 40  # terms
EXPAND, SHARE = "expand", "share"
WAYS = ("", EXPAND, SHARE)


def as_printed(equations: Equations, *, rows: bool = True) -> Equations:
    """The equations as they are printed, each written out or shared; `listed` explains the names in them.

    Without `rows` the equations of the coordinates are not printed, and nothing is listed for them.
    """
    shared, way = equations.shared, equations.printed
    if shared is None or not equations.whole or way == EXPAND:
        return equations
    lengths = _Lengths(shared.listed)

    def is_shared(written: Node, other: Node) -> bool:
        return way == SHARE or lengths.prefers(written, other)

    def choose(written: Sequence[Node], others: Sequence[Node]) -> tuple[Node, ...]:
        return tuple(o if is_shared(w, o) else w for w, o in zip(written, others, strict=True))

    pairs = zip(equations.coordinates, shared.coordinates, strict=True)
    coordinates = equations.coordinates
    if rows:
        coordinates = tuple(other if is_shared(row.left, other.left) else row for row, other in pairs)
    T, V, D = choose((equations.T, equations.V, equations.D), (shared.T, shared.V, shared.D))
    Phi, Psi = choose(equations.Phi, shared.Phi), choose(equations.Psi, shared.Psi)
    effort, states = choose(equations.effort, shared.effort), choose(equations.states, shared.states)
    roots = [T, V, D, *Phi, *Psi, *effort, *states, *(node for row in coordinates for node in terms_of(row))]
    return replace(
        equations,
        T=T,
        V=V,
        D=D,
        coordinates=coordinates,
        Phi=Phi,
        Psi=Psi,
        effort=effort,
        states=states,
        listed=lengths.needed_entries(roots),
    )


def has_long_equations(equations: Equations) -> bool:
    """Whether an equation or energy, written out, may be longer than the shared one."""
    e, lengths = equations, _Lengths(())
    roots = [e.T, e.V, e.D, *e.Phi, *e.Psi, *e.effort, *e.states, *(row.left for row in e.coordinates)]
    return any(lengths.is_long(root) for root in roots)


def terms_of(row: CoordinateEquation) -> tuple[Node, ...]:
    """All terms of a coordinate that are printed."""
    terms = (row.T_qd, row.T_qd_rate, row.T_q, row.V_q, row.V_qd_rate, row.D_qd, row.Q)
    return (*terms, row.displacement, row.flow, row.left)


class _Lengths:
    """The lengths of trees, with and without the entries that must be listed for them."""

    def __init__(self, listed: Iterable[SharedTerm]) -> None:
        self._listed = {(one.name, one.order): one for one in listed}
        self._names: dict[tuple[str, int], tuple[tuple[str, int], ...]] = {}
        self._kept: list[Node] = []  # lengths are stored by the identity of trees, which must stay alive
        self._lengths: dict[int, int] = {}
        self._terms: dict[int, int] = {}

    def is_long(self, written: Node) -> bool:
        """Whether a tree has so many terms that a shared one may be shorter."""
        return self._count(written, _summands, self._terms) >= SHORT

    def prefers(self, written: Node, shared: Node) -> bool:
        """Whether the shared tree, with the entries listed for it, is shorter than a long one written out."""
        if not self.is_long(written):
            return False
        whole = self._length(shared) + sum(self._length(one.node) for one in self.needed_entries([shared]))
        return self._length(written) > whole

    def needed_entries(self, roots: Iterable[Node]) -> tuple[SharedTerm, ...]:
        """The entries that must be listed with some trees, in order."""
        waiting = [key for root in roots for key in names(root)]
        needed: set[tuple[str, int]] = set()
        while waiting:
            key = waiting.pop()
            if key in self._listed and key not in needed:
                needed.add(key)
                if key not in self._names:
                    self._names[key] = tuple(names(self._listed[key].node))
                waiting += self._names[key]
        return tuple(one for key, one in self._listed.items() if key in needed)

    def _length(self, root: Node) -> int:
        return self._count(root, _leaves, self._lengths)

    def _count(
        self, root: Node, combine: Callable[[Node, tuple[int, ...]], int], known: dict[int, int]
    ) -> int:
        self._kept.append(root)
        return max(1, fold(root, _one if known is self._lengths else _zero_length, combine, known))


def _one(node: Node) -> int:  # noqa: ARG001  what a leaf counts
    return 1


def _zero_length(node: Node) -> int:  # noqa: ARG001
    return 0


def _leaves(node: Node, below: tuple[int, ...]) -> int:  # noqa: ARG001
    """The number of names and numbers in a tree."""
    return sum(below)


def _summands(node: Node, below: tuple[int, ...]) -> int:
    """The number of terms of all sums together."""
    return sum(below) + (len(node.terms) if isinstance(node, Sum) else 0)

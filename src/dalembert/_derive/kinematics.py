"""Kinematics in steps: positions, velocities, squares of velocities, and the kinetic energy.

    x = l sin θ,  y = −l cos θ      →  x' = l cos θ θ',  y' = l sin θ θ'
    x'² + y'² = l² θ'²              →  T = ½ m (x'² + y'²) = ½ m l² θ'²

Positions and velocities are definitions of the model that T depends on, or coordinates that constraints
express by others (`eliminate.py`). Squares that have the same constant factor in T are added.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import symengine as se

from dalembert._derive.eliminate import Elimination
from dalembert._derive.equations import Equations
from dalembert._derive.to_symengine import Engine, Symbolic, TooLong, symbol
from dalembert._derive.workbench import Workbench
from dalembert._expression.tree import Name, Node, Number, Power, Rate, Sum, with_operands
from dalembert._expression.walk import fold, names, nodes, with_squares
from dalembert._model.records import Model
from dalembert._model.survey import survey

MOST_PARTS = 4_000  # of an expression that is printed as a line
MOST_PLACES = 60
LONGER = 1.5  # the collected T may be this much longer than the T with names substituted
Leaf = tuple[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """left = right."""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Kinematics:
    """The steps from positions to T; `solved` where positions are coordinates that constraints determine.

    `energy` has T as written, with the lines above substituted, and collected, each once.
    """

    positions: tuple[Line, ...]
    velocities: tuple[Line, ...]
    squares: tuple[Line, ...]
    energy: tuple[Node, ...]
    solved: bool = False


def kinematics(derived: Equations, elimination: Elimination | None) -> Kinematics | None:
    """The steps to T; None where T is written in coordinates and their velocities alone."""
    model = derived.model
    if not (derived.whole and model.kinetic):
        return None
    roots = [with_squares(term.expression.root) for term in model.kinetic]
    terms = [part for root in roots for part in (root.terms if isinstance(root, Sum) else (root,))]
    written = terms[0] if len(terms) == 1 else Sum(tuple(terms))
    bench = Workbench(model)
    try:
        made = _of_definitions(model, bench, written) or _of_constraints(elimination, bench, written)
    except TooLong:
        return None
    return _steps(bench, written, made) if made is not None else None


@dataclass(frozen=True, slots=True)
class _Places:
    """T in terms of names, and each of these names in terms of coordinates and velocities."""

    T: Symbolic
    positions: dict[Leaf, Symbolic]
    velocities: dict[Leaf, Symbolic]
    others: dict[Leaf, Symbolic]  # other names in T
    solved: bool = False


def _of_definitions(model: Model, bench: Workbench, written: Node) -> _Places | None:
    """Definitions whose rates occur in T, and definitions that depend on velocities."""
    known = survey(model)
    speeds = set(bench.qd)
    positions: dict[Leaf, Symbolic] = {}
    velocities: dict[Leaf, Symbolic] = {}
    others: dict[Leaf, Symbolic] = {}
    for name, order in _used_definitions(model, written):
        value = bench.build(Name(name))
        if order == 1:
            positions[name, 0], velocities[name, 1] = value, bench.build(Rate(name, 1))
        elif bench.free_symbols(value) & speeds:
            velocities[name, 0] = value
        else:
            others[name, 0] = value
    if not velocities or len(velocities) > MOST_PLACES:
        return None
    rank = {term.name: i for i, term in enumerate(model.definitions)}

    def in_order(rows: dict[Leaf, Symbolic]) -> dict[Leaf, Symbolic]:
        return dict(sorted(rows.items(), key=lambda row: rank[row[0][0]]))

    T = Engine(model, known, shared=True).build(written)
    return _Places(T, in_order(positions), in_order(velocities), others)


def _used_definitions(model: Model, written: Node) -> Iterator[Leaf]:
    """The definitions in T, and those whose rates occur in such definitions."""
    definitions = {term.name: term.expression.root for term in model.definitions}
    waiting, seen = [leaf for leaf in names(written) if leaf[0] in definitions], set[Leaf]()
    while waiting:
        leaf = waiting.pop(0)
        if leaf in seen:
            continue
        seen.add(leaf)
        yield leaf
        if leaf[1] == 0:
            waiting += [
                inner for inner in names(definitions[leaf[0]]) if inner[0] in definitions and inner[1] == 1
            ]


def _of_constraints(elimination: Elimination | None, bench: Workbench, written: Node) -> _Places | None:
    """Coordinates in T that constraints express by others, with their velocities."""
    if elimination is None or not elimination.steps:
        return None
    solved = {bench.build(step.left): bench.build(step.right) for step in elimination.steps}
    positions: dict[Leaf, Symbolic] = {}
    velocities: dict[Leaf, Symbolic] = {}
    for name, order in names(written):
        x, v = symbol(name), symbol(name, 1)
        if order == 1 and x in solved and v in solved:
            positions[name, 0], velocities[name, 1] = (
                _fully_solved(bench, x, solved),
                _fully_solved(bench, v, solved),
            )
    if not velocities:
        return None
    others = {
        (name, order): _fully_solved(bench, bench.build(_leaf(name, order)), solved)
        for name, order in names(written)
        if (name, order) not in velocities
    }
    others = {leaf: value for leaf, value in others.items() if value != symbol(*leaf)}
    return _Places(bench.build(written), positions, velocities, others, solved=True)


def _fully_solved(bench: Workbench, x: Symbolic, solved: dict[Symbolic, Symbolic]) -> Symbolic:
    """The solution of the constraints for x, in terms of independent coordinates."""
    for _ in range(len(solved)):
        after = bench.put_in(x, solved)
        if after == x:
            break
        x = after
    return bench.tidy(x)


def _steps(bench: Workbench, written: Node, made: _Places) -> Kinematics | None:
    everything = made.positions | made.velocities | made.others
    if any(bench.size(value) > MOST_PARTS for value in everything.values()):
        return None
    trees = {leaf: bench.tree_factored(value) for leaf, value in everything.items()}
    squares = _squares(bench, made, written)
    put_in = _put_in(written, trees, squares)
    collected = bench.read(
        bench.shortest_form(
            bench.put_in(made.T, {symbol(*leaf): value for leaf, value in everything.items()})
        )
    )
    energy = dict.fromkeys((written, put_in))
    if _length(collected) <= LONGER * _length(put_in):
        energy[collected] = None
    return Kinematics(
        positions=tuple(Line(left=_leaf(*leaf), right=trees[leaf]) for leaf in made.positions),
        velocities=tuple(Line(left=_leaf(*leaf), right=trees[leaf]) for leaf in made.velocities),
        squares=squares,
        energy=tuple(energy),
        solved=made.solved,
    )


def _leaf(name: str, order: int) -> Node:
    return Name(name) if order == 0 else Rate(name, order)


def _length(node: Node) -> int:
    """The number of names and numbers in a tree."""
    return sum(isinstance(part, Name | Rate | Number) for part in nodes(node))


def _squares(bench: Workbench, made: _Places, written: Node) -> tuple[Line, ...]:
    """Lines x'² + y'² = … for sums of squares in T, and for squares that have the same factor there."""
    squares: dict[Node, Leaf] = {Power(_leaf(*leaf), Number(2)): leaf for leaf in made.velocities}
    sums = [part.terms for part in nodes(written) if isinstance(part, Sum)]
    groups: dict[object, list[Leaf]] = {
        frozenset(terms): [squares[term] for term in terms]
        for terms in sums
        if len(set(terms)) == len(terms) and all(term in squares for term in terms)
    }
    summed = {leaf for leaves in groups.values() for leaf in leaves}
    for leaf in made.velocities:
        if leaf in summed:
            continue
        leaf_symbol = symbol(*leaf)
        factor = bench.diff(bench.diff(made.T, leaf_symbol), leaf_symbol)
        if factor != 0 and all(bench.is_parameter(s) for s in bench.free_symbols(factor)):
            groups.setdefault(se.expand(factor), []).append(leaf)
    lines = []
    for leaves in groups.values():
        if len(leaves) > 1:
            left = Sum(tuple(Power(_leaf(*leaf), Number(2)) for leaf in leaves))
            value = se.Add(*(made.velocities[leaf] ** 2 for leaf in leaves))
            lines.append(Line(left=left, right=bench.read(bench.shortest_form(value))))
    return tuple(lines)


def _put_in(written: Node, trees: dict[Leaf, Node], squares: tuple[Line, ...]) -> Node:
    """The tree of T with sums of squares, then names, replaced by their expressions."""
    sums = {frozenset(line.left.terms): line.right for line in squares if isinstance(line.left, Sum)}

    def leaf(node: Node) -> Node:
        match node:
            case Name(name=name):
                return trees.get((name, 0), node)
            case Rate(name=name, order=order):
                return trees.get((name, order), node)
        return node

    def combine(node: Node, below: tuple[Node, ...]) -> Node:
        if isinstance(node, Sum):
            whole = sums.get(frozenset(node.terms))
            if whole is not None and len(node.terms) == len(set(node.terms)):
                return whole
        return with_operands(node, below)

    return fold(written, leaf, combine)

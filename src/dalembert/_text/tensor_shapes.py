"""Which definitions are vectors or matrices: their shapes follow from their expressions.

A definition may use others in any order, and a member of a family the one before it, so shapes are found by a
fixed-point iteration over all definitions, in which unknown terms are left out of sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dalembert._expression.tree import Call, Name, Negative, Number, Product, Rate, Sum
from dalembert._expression.written_tree import (
    Apply,
    Array,
    Components,
    Derivative,
    Member,
    Reduction,
    Shape,
    Subscript,
    WrittenFunction,
    WrittenNode,
    parts,
    pattern_of,
)

NUMBER: Shape = ()
Known = Mapping[str, Components | None]  # None: not known yet
ROTATIONS = frozenset({"rot_x", "rot_y", "rot_z", "rot_quaternion", "rot_axis"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A definition as written: its name or that of its family, its indices, and its tree."""

    key: str  # of its entry
    name: str
    indices: int
    tree: WrittenNode
    numbers: Mapping[str, int]  # indices of members, by the names that replace them in the tree


def shapes_of(
    definitions: Iterable[Definition], functions: Mapping[str, WrittenFunction]
) -> dict[str, Components]:
    """The definitions that are vectors, matrices or families."""
    waiting = list(definitions)
    indices = {one.name: one.indices for one in waiting}
    users: dict[str, list[Definition]] = {}
    for one in waiting:
        for name in _names(one.tree, functions):
            users.setdefault(name, []).append(one)
    known: dict[str, Components | None] = dict.fromkeys(indices)
    while waiting:
        one = waiting.pop()
        shape = _shape(one.tree, known, functions) if known[one.name] is None else None
        if shape is not None:
            known[one.name] = Components(shape=shape, indices=one.indices)
            waiting.extend(users.get(one.name, ()))
    return {
        name: components for name, components in known.items() if components is not None and components.shape
    }


def _names(root: WrittenNode, functions: Mapping[str, WrittenFunction]) -> set[str]:
    """The names in a tree, and in the functions it calls."""
    result: set[str] = set()
    called: set[str] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Name | Rate):
            result.add(node.name)
        elif isinstance(node, Apply) and node.name in functions and node.name not in called:
            called.add(node.name)
            stack.append(functions[node.name].body)
        stack.extend(parts(node))
    return result


def _shape(root: WrittenNode, known: Known, functions: Mapping[str, WrittenFunction]) -> Shape | None:
    """The shape of a tree, () for a number; None where it is not known yet."""
    values: list[Shape | None] = []
    stack: list[tuple[WrittenNode, Mapping[str, Shape | None], int]] = [(root, {}, -1)]
    calls = 0
    while stack:
        node, bound, count = stack.pop()
        if count < 0:
            below = parts(node)
            stack.append((node, bound, len(below)))
            stack.extend((part, bound, -1) for part in reversed(below))
            continue
        first = len(values) - count
        operands = tuple(values[first:])
        del values[first:]
        if isinstance(node, Apply) and node.name in functions and calls < CALLS:
            function = functions[node.name]
            calls += 1
            stack.append((function.body, dict(zip(function.parameters, operands, strict=False)), -1))
            continue
        values.append(_shape_over(node, operands, bound, known))
    return values[0]


CALLS = 1000  # calls of functions in one definition; more are reported when it is expanded


def _shape_over(
    node: WrittenNode, below: tuple[Shape | None, ...], bound: Mapping[str, Shape | None], known: Known
) -> Shape | None:
    match node:
        case Number():
            return NUMBER
        case Name(name=name) | Rate(name=name):
            return bound[name] if name in bound else _shape_of_name(name, 0, known)
        case Array(items=items):
            return None if below[0] is None else (len(items), *below[0])
        case Subscript(base=Name(name=name), indices=indices) if name not in bound:
            return _shape_of_name(name, len(indices), known)
        case Derivative() | Reduction():
            return below[-1]
        case Subscript() | Member():
            return NUMBER
        case Apply(name=name):
            return _shape_of_call(name, below)
    match pattern_of(node):
        case Sum() | Negative() | Call(function="if"):
            return next((shape for shape in reversed(below) if shape is not None), None)
        case Product():
            return _product(below)
    return NUMBER


def _shape_of_name(name: str, indices: int, known: Known) -> Shape | None:
    """The shape of a name with some indices."""
    if name not in known:
        return NUMBER
    components = known[name]
    if components is None:
        return None
    return components.shape if indices == components.indices else NUMBER


def _product(below: tuple[Shape | None, ...]) -> Shape | None:
    if None in below:
        return None
    tensors = [shape for shape in below if shape]
    return (tensors[0][0], *tensors[-1][1:]) if tensors else NUMBER


def _shape_of_call(name: str, below: tuple[Shape | None, ...]) -> Shape | None:
    if name in ROTATIONS:
        return (3, 3)
    first = below[0] if below else NUMBER
    if first is None:
        return None if name in ("cross", "transpose", "omega", "omega_fixed") else NUMBER
    match name:
        case "cross":
            return (3,) if first == (3,) else NUMBER
        case "transpose":
            return first[::-1]
        case "omega" | "omega_fixed":
            return NUMBER if first == (2, 2) else (3,)
    return NUMBER

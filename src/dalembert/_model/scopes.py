"""The meaning of names when a file is read: whole-number sizes of families, vectors, functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dalembert._expression.numbers import LIMIT
from dalembert._expression.source import Flaw
from dalembert._expression.tree import ZERO, Name
from dalembert._expression.written_tree import Array, WrittenFunction, WrittenNode, parts
from dalembert._model.own_functions import functions_of
from dalembert._text.alike import TextsAlike, TreeOfText, read_literally
from dalembert._text.budget import BODY_TOKENS, TOKENS
from dalembert._text.elaborate import Scope
from dalembert._text.grammar import parse_written
from dalembert._text.indices import whole
from dalembert._text.lexer import TextFault
from dalembert._text.parser import table_arguments
from dalembert._text.tensor_shapes import Definition, shapes_of
from dalembert._text.written import Written

NAMED = (
    "parameters",
    "coordinates",
    "definitions",
    "inputs",
    "efforts",
    "states",
)  # sections that give names
VECTORS = ("[", "rot_")  # texts that indicate a vector or a matrix


def scope_of(written: Written) -> tuple[Scope, tuple[Flaw, ...]]:
    """The meanings of names on which the structure depends, and the flaws of functions."""
    sections = {section: written.values.get(section) for section in NAMED}
    named = {section: table for section, table in sections.items() if isinstance(table, Mapping)}
    names = frozenset(_base(key) for table in named.values() for key in table)
    parameters = named.get("parameters", {})
    numbers, behind, texts = _whole_numbers(parameters)
    tables = table_arguments(written.values)
    functions, flaws = functions_of(written, names, {_base(key) for key in parameters}, tables)
    left = TOKENS + BODY_TOKENS * written.bodies
    definitions = tuple(_definitions(named.get("definitions", {}), functions, left))
    shapes = shapes_of(definitions, functions)
    table = named.get("definitions", {})
    scope = Scope(
        whole=numbers,
        behind=behind,
        shapes=shapes,
        trees={one.name: one.tree for one in definitions if one.name in shapes and not one.indices},
        texts={("parameters", name): text for name, text in texts.items()}
        | {
            ("definitions", one.key): TreeOfText(one.tree, one.numbers)
            for one in definitions
            if isinstance(table.get(one.key), str)
        },
        functions=functions,
        tables=tables,
        names=names,
        parts=written.parts,
        bodies=written.bodies,
    )
    return scope, flaws


def _base(key: Any) -> str:
    """The name of an entry or of its family."""
    return str(key).partition("[")[0].strip()


def _whole_numbers(
    parameters: Mapping[str, Any],
) -> tuple[dict[str, int], dict[str, frozenset[str]], dict[str, TreeOfText]]:
    """Parameters with whole values and no unit, also by expressions of such, and their dependences.

    And the parsed texts of all parameters without a unit.
    """
    numbers: dict[str, int] = {}
    texts: dict[str, TreeOfText] = {}
    users: dict[str, list[str]] = {}
    made_of: dict[str, frozenset[str]] = {}
    missing: dict[str, set[str]] = {}
    left = TOKENS
    for key, entry in parameters.items():
        value = _without_unit(entry)
        if isinstance(value, int) and not isinstance(value, bool):
            if abs(value) < LIMIT:  # longer numbers are reported where the value is read
                numbers[str(key)] = value
        elif isinstance(value, str):
            try:
                text = texts[str(key)] = read_literally(value, left, parse_written)
            except TextFault:
                continue  # reported where the entry is read
            left -= text.tokens
            made_of[str(key)] = frozenset(_names_in(text.tree))
            missing[str(key)] = set(made_of[str(key)])
            for name in made_of[str(key)]:
                users.setdefault(name, []).append(str(key))
    behind: dict[str, frozenset[str]] = {}
    ready = [*numbers, *(key for key, names in missing.items() if not names)]
    while ready:
        key = ready.pop()
        if key in texts:
            try:
                numbers[key] = whole(texts[key].tree, numbers.get, (0, 1))
            except TextFault:
                continue  # no whole number: it cannot be a size
            names = made_of[key]
            behind[key] = names.union(*(behind.get(name, frozenset()) for name in names))
        for user in users.get(key, ()):
            missing[user].discard(key)
            if not missing[user]:
                ready.append(user)
    return numbers, behind, texts


def _names_in(root: WrittenNode) -> Iterator[str]:
    """The names in a tree."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Name):
            yield node.name
        stack.extend(parts(node))


def _without_unit(entry: Any) -> Any:
    """The value of a parameter without a unit; None for any other."""
    if isinstance(entry, Mapping):
        return entry.get("value") if entry.get("unit", "-") == "-" else None
    return entry


def _definitions(
    table: Mapping[str, Any], functions: Mapping[str, WrittenFunction], left: int
) -> Iterator[Definition]:
    """The definitions of a model, if some are vectors or matrices.

    A text that cannot be read is reported where it is read.
    """
    values = {key: v.get("value") if isinstance(v, Mapping) else v for key, v in table.items()}
    texts = (v for v in values.values() if isinstance(v, str))
    listed = any(isinstance(v, list | tuple) for v in values.values())
    if not listed and not functions and not any(mark in text for text in texts for mark in VECTORS):
        return
    yield from _written_definitions(values, left)


def _written_definitions(values: Mapping[str, Any], left: int) -> Iterator[Definition]:
    alike = TextsAlike()
    for key, value in values.items():
        name, _, index_text = str(key).partition("[")
        indices = index_text.count(",") + 1 if index_text else 0
        if isinstance(value, list | tuple):
            array = array_of(value)
            tree = TreeOfText(array) if array is not None else None
        elif isinstance(value, str):
            try:
                tree = (alike.read if indices else read_literally)(value, left, parse_written)
            except TextFault:
                continue  # reported where the entry is read
            left -= tree.tokens
        else:
            continue
        if tree is not None:
            yield Definition(
                key=str(key), name=name.strip(), indices=indices, tree=tree.tree, numbers=tree.numbers
            )


def array_of(values: list[Any] | tuple[Any, ...]) -> WrittenNode | None:
    """A tree with the shape of a list of components, or of rows, without their contents."""
    if not values:
        return None
    rows = [Array((ZERO,) * len(v)) if isinstance(v, list | tuple) and v else ZERO for v in values]
    return Array(tuple(rows))

"""Parses the text of an expression without indices and vectors into the plain tree."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from dalembert._expression.tree import Node
from dalembert._text.budget import TOKENS
from dalembert._text.elaborate import Elaborator, Scope
from dalembert._text.grammar import parse_written
from dalembert._text.lexer import Token, tokens

NO_TABLES: Mapping[str, int] = MappingProxyType({})


def parse(text: str, *, tables: Mapping[str, int] = NO_TABLES, plain: bool = False) -> Node:
    """The tree of an expression."""
    return parse_tokens(tokens(text, TOKENS), tables=tables, plain=plain)


def parse_tokens(tokens: list[Token], *, tables: Mapping[str, int] = NO_TABLES, plain: bool = False) -> Node:
    """The tree of tokens; `tables` are functions with the numbers of their arguments.

    In a `plain` text, one of an expanded model, left.x is the name x of a part.
    """
    return Elaborator(Scope(tables=tables, plain=plain)).scalar(parse_written(tokens))


def table_arguments(values: Mapping[str, Any]) -> dict[str, int]:
    """The tables among plain values of a model, with the number of their arguments."""
    given = values.get("tables")
    entries = given.items() if isinstance(given, Mapping) else ()
    return {str(name): 1 + (isinstance(entry, Mapping) and "y" in entry) for name, entry in entries}

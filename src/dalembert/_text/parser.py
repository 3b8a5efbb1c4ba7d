"""Text to the plain tree, where a text stands for itself: no indices, no vectors of a model."""

from __future__ import annotations

from dalembert._expression.tree import Node
from dalembert._text.budget import TOKENS
from dalembert._text.elaborate import Elaborator, Scope
from dalembert._text.grammar import parse_written
from dalembert._text.lexer import Token, tokens


def parse(text: str) -> Node:
    """The tree of an expression."""
    return parse_tokens(tokens(text, TOKENS))


def parse_tokens(found: list[Token]) -> Node:
    """The tree of tokens already found."""
    return Elaborator(Scope()).scalar(parse_written(found))

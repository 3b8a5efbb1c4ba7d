"""An expression: its tree, and the text it was read from."""

from __future__ import annotations

from dataclasses import dataclass, field

from dalembert._expression.canonical import key
from dalembert._expression.numbers import fold_constants
from dalembert._expression.source import Source
from dalembert._expression.tree import Node


@dataclass(frozen=True, slots=True, eq=False)
class Expression:
    """A tree and its source. Two expressions are equal when they mean the same.

    `evaluated` is the tree with constant arithmetic evaluated, where that has been done.
    """

    root: Node
    source: Source = field(default=Source(""), repr=False)
    evaluated: Node | None = field(default=None, repr=False)

    @property
    def folded_tree(self) -> Node:
        """The tree with constant arithmetic evaluated, and with nested products made flat."""
        return fold_constants(self.root) if self.evaluated is None else self.evaluated

    def __eq__(self, other: object) -> bool:
        """Equality of meaning: the canonical forms agree."""
        if not isinstance(other, Expression):
            return False
        return self.root is other.root or key(self.root) == key(other.root)

    def __hash__(self) -> int:
        """Hash of the meaning."""
        return hash(key(self.root))

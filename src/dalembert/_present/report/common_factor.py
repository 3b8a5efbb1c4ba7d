"""The common factor of the entries of a matrix: m L² [ … ]."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._expression.tree import ONE, Name, Negative, Node, Number, Power, Product

LEAST = 2  # the fewest names, counted with their powers, that are taken out
ENTRIES = 2  # the fewest entries that are not zero
Rows = tuple[tuple[Node, ...], ...]


def taken_out(rows: Sequence[Sequence[Node]]) -> tuple[Node, Rows] | None:
    """The common factor of the nonzero entries, and the remaining matrix; None without one."""
    every = [node for row in rows for node in row if not _zero(node)]
    if len(every) < ENTRIES:
        return None
    shared = _powers(every[0])
    for node in every[1:]:
        powers = _powers(node)
        shared = {name: min(count, powers[name]) for name, count in shared.items() if name in powers}
    if sum(shared.values()) < LEAST:
        return None
    parts = tuple(_power(name, count) for name, count in shared.items())
    factor = parts[0] if len(parts) == 1 else Product(parts)
    return factor, tuple(
        tuple(node if _zero(node) else _without_factors(node, shared) for node in row) for row in rows
    )


def _zero(node: Node) -> bool:
    return isinstance(node, Number) and node.value == 0


def _factors(node: Node) -> tuple[Node, ...]:
    inner = node.operand if isinstance(node, Negative) else node
    return inner.factors if isinstance(inner, Product) else (inner,)


def _powers(node: Node) -> dict[str, int]:
    """The names among the factors of a product, with their whole powers, in order."""
    powers: dict[str, int] = {}
    for factor in _factors(node):
        match factor:
            case Name(name=name):
                powers[name] = powers.get(name, 0) + 1
            case Power(base=Name(name=name), exponent=Number(value=int(count))) if count > 0:
                powers[name] = powers.get(name, 0) + count
    return powers


def _power(name: str, count: int) -> Node:
    return Name(name) if count == 1 else Power(Name(name), Number(count))


def _without_factors(node: Node, shared: dict[str, int]) -> Node:
    """A product without some of its factors."""
    left, kept = dict(shared), list[Node]()
    for factor in _factors(node):
        match factor:
            case Name(name=name) | Power(base=Name(name=name), exponent=Number(value=int())) if left.get(
                name
            ):
                count = (
                    factor.exponent.value
                    if isinstance(factor, Power) and isinstance(factor.exponent, Number)
                    else 1
                )
                gone = min(left[name], int(count))
                left[name] -= gone
                kept += [_power(name, int(count) - gone)] if count > gone else []
            case _:
                kept.append(factor)
    made: Node = Product(tuple(kept)) if len(kept) > 1 else kept[0] if kept else ONE
    return Negative(made) if isinstance(node, Negative) else made

"""Integrals of a model: in closed form where the antiderivative is elementary, else left as integrals.

    V = integral(F, x, 0, x)       F = "k*x + c*x^3" is a definition: it is written out, for it varies with x

What an integrand contains is as it is at the instant, except its variable and the definitions that depend on
it. The parameters of the model are constants, by which a closed form may divide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from dalembert._expression.expression import Expression
from dalembert._expression.functions import CONSTANTS
from dalembert._expression.leibniz import integral_of
from dalembert._expression.quadrature import has_integrals, with_panels
from dalembert._expression.tree import Integral, Name, Node, with_operands
from dalembert._expression.walk import fold, names
from dalembert._model.mapping import map_expressions
from dalembert._model.records import Model
from dalembert._model.structures import StructureCache
from dalembert._model.survey import survey
from dalembert._text.budget import FINEST

FINER = (4, 32)  # times the panels, for what no run has chosen
DEEPEST = 40  # definitions that use definitions in an integrand


def with_integrals(model: Model) -> Model:
    """The model with its integrals settled; the model itself where it has none."""
    seen: list[bool] = []

    def note(root: Node) -> Node:
        seen.append(has_integrals(root))
        return root

    map_expressions(model, note)
    targets = [one for load in model.loads for one in (*load.efforts, *load.target)]
    if not any(seen) and not any(has_integrals(one.root) for one in targets):
        return model
    settling = Settling(model)

    def settle_expression(expression: Expression) -> Expression:
        root = settling.settle(expression.root)
        return expression if root is expression.root else Expression(root, expression.source)

    loads = tuple(
        replace(
            load,
            efforts=tuple(map(settle_expression, load.efforts)),
            target=tuple(map(settle_expression, load.target)),
        )
        for load in model.loads
    )
    made = map_expressions(model, settling.settle)
    return replace(made, loads=loads, integrated=tuple(sorted(settling.written)))


def has_sums(model: Model) -> bool:
    """Whether an integral of the model is computed as a sum."""
    return _with_sums.get(model, _has_sums)


def _has_sums(model: Model) -> bool:
    return any(isinstance(node, Integral) for use in survey(model).uses for node in use.operations)


_with_sums: StructureCache[bool] = StructureCache(32)


def with_finer_sums(model: Model, times: int = 2) -> Model:
    """The model with so many times the panels in its integrals; the model itself where it has none."""
    return map_expressions(model, lambda root: with_panels(root, times, FINEST)) if has_sums(model) else model


def with_ever_finer_sums(model: Model) -> Iterator[Model]:
    """The model, and where it has sums the same with more and more panels."""
    yield model
    for times in FINER if has_sums(model) else ():
        yield with_finer_sums(model, times)


class Settling:
    """Settles the integrals of expressions of one model."""

    def __init__(self, model: Model) -> None:
        self._roots = {one.name: one.expression.root for one in model.definitions}
        self._constants = {one.name for one in model.parameters} | CONSTANTS.keys()
        self._varying: dict[str, frozenset[str]] = {}
        self.written: set[str] = set()  # definitions that were written out

    def settle(self, root: Node) -> Node:
        """The tree with its integrals in closed form, where they have one."""
        if not has_integrals(root):
            return root

        def combine(node: Node, below: tuple[Node, ...]) -> Node:
            made = with_operands(node, below)
            return self._integral(made) if isinstance(made, Integral) else made

        return fold(root, lambda leaf: leaf, combine)

    def _integral(self, node: Integral) -> Node:
        if node.operands[2:] != node.given:
            return node  # it was settled before something was put in
        body = self.settle(self._written_out(node.body, node.variable))
        lower, upper, *_ = node.operands
        made = replace(integral_of(body, node.variable, lower, upper, node.span), panels=node.panels)
        from dalembert._expression.antiderivative import closed_form

        known = closed_form(made, self._constants.__contains__)
        return made if known is None else known

    def _written_out(self, body: Node, variable: str) -> Node:
        """An integrand without definitions that depend on its variable."""
        varying = varying_with(variable, self._roots, self._varying)
        for _ in range(DEEPEST):
            used = {name: self._roots[name] for name, order in names(body) if not order and name in varying}
            if not used:
                return body
            self.written.update(used)
            body = self._with(body, used)
        return body

    def _with(self, body: Node, by: Mapping[str, Node]) -> Node:
        """Names replaced in a body, in the bodies of integrals within it as well."""

        def combine(node: Node, below: tuple[Node, ...]) -> Node:
            made = with_operands(node, below)
            if isinstance(node, Integral):
                inner = self._with(node.body, {k: v for k, v in by.items() if k != node.variable})
                made = integral_of(inner, node.variable, below[0], below[1], node.span)
            return made

        return fold(body, lambda leaf: by.get(leaf.name, leaf) if isinstance(leaf, Name) else leaf, combine)


def varying_with(
    variable: str, roots: Mapping[str, Node], known: dict[str, frozenset[str]]
) -> frozenset[str]:
    """The definitions that depend on a name, by way of others too."""
    if variable not in known:
        users: dict[str, list[str]] = {}
        for name, root in roots.items():
            for used, _ in names(root):
                users.setdefault(used, []).append(name)
        waiting, varying = [variable], set[str]()
        while waiting:
            for user in users.get(waiting.pop(), ()):
                if user not in varying and user != variable:
                    varying.add(user)
                    waiting.append(user)
        known[variable] = frozenset(varying)
    return known[variable]

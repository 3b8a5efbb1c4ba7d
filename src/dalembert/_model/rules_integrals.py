"""Rules about integrals that are computed as sums: what such a sum would not be good for is refused."""

from __future__ import annotations

from collections.abc import Iterator

from dalembert._expression.functions import FUNCTIONS
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.tree import Call, Compare, Integral, Node, Rate
from dalembert._expression.walk import nodes
from dalembert._model.integrals import varying_with
from dalembert._model.records import Model
from dalembert._model.survey import Survey

KINKED = frozenset({"abs", "sign", "step", "floor", "mod", "min", "max", "if"})
SIGNALS_WITH_KINKS = frozenset({"pulse", "square", "triangle", "sawtooth", "ramp", "smoothstep"})


def smooth_integrands(model: Model, known: Survey) -> Iterator[Flaw]:
    """An integrand without a closed form is smooth, and its variable does not hide in a rate."""
    roots = {one.name: one.expression.root for one in model.definitions}
    varying: dict[str, frozenset[str]] = {}
    for use in known.uses:
        for node in use.operations:
            if not isinstance(node, Integral):
                continue
            span = node.span or (0, 1)
            kinked = next(_kinks(node.body), "")
            if kinked:
                message = (
                    f"the integral over `{node.variable}` is not known in closed form, and `{kinked}` bends"
                    " or jumps in its integrand: a sum over nodes would be wrong there"
                )
                hint = (
                    f"split the integral where `{kinked}` bends, write its antiderivative, or give what does"
                    f" not depend on {node.variable} a name under [definitions]"
                )
                yield flaw_at(use.expression.source, span, rule="integral", message=message, hint=hint)
            hidden = varying_with(node.variable, roots, varying)
            for given in node.given:
                if isinstance(given, Rate) and given.name in hidden:
                    message = f"the rate of `{given.name}`, which depends on `{node.variable}`, is integrated"
                    hint = f"write the rate of `{given.name}` out, in terms of {node.variable}"
                    yield flaw_at(use.expression.source, span, rule="integral", message=message, hint=hint)


def _kinks(body: Node) -> Iterator[str]:
    """The functions in an integrand that bend or jump; tables among them."""
    waiting = [body]
    while waiting:
        for node in nodes(waiting.pop()):
            if isinstance(node, Compare):
                yield node.operator
            if isinstance(node, Integral):
                waiting.append(node.body)
            if isinstance(node, Call):
                bends = node.function in KINKED | SIGNALS_WITH_KINKS
                if bends or node.function not in FUNCTIONS:
                    yield node.function

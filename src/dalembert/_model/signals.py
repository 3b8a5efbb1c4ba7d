"""Signals: built-in functions composed of others, and their derivatives.

A signal keeps its name wherever a model is shown. The numeric side evaluates its body, whose floors, steps
and conditions are switches like those that a user writes. The symbolic side keeps the name and uses the
slope: the two are independent of one another, so that verification compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from dalembert._expression.tree import Call, Name, Node, Number, with_operands
from dalembert._expression.walk import fold, nodes
from dalembert._model.mapping import map_expressions
from dalembert._model.records import Model
from dalembert._model.survey import Use, survey
from dalembert._text.parser import parse

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class ArgumentCondition:
    """A condition on an argument in words, and the expression that must be positive, with `zero` ≥ 0."""

    argument: str
    must: str
    positive: Node
    zero: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """A signal by its body; `slope` is its derivative by the first argument, None where the body is smooth.

    All arguments but the first are constants.
    """

    parameters: tuple[str, ...]
    body: Node
    slope: Node | None = None
    defaults: Mapping[str, Node]
    wanted: tuple[ArgumentCondition, ...] = ()


def _signal(text: str, body: str, slope: str = "", *wanted: ArgumentCondition, **defaults: Node) -> Signal:
    return Signal(
        parameters=tuple(text.split()),
        body=parse(body),
        slope=parse(slope) if slope else None,
        defaults=defaults,
        wanted=wanted,
    )


def _positive_argument(argument: str) -> ArgumentCondition:
    return ArgumentCondition(argument, "positive", Name(argument))


SIGNALS: Mapping[str, Signal] = {
    "pulse": _signal(
        "x start width",
        "step(x - start) - step(x - start - width)",
        "0",
        ArgumentCondition("width", "0 or more", Name("width"), zero=True),
    ),
    "square": _signal(
        "x period duty",
        "2*(floor(x/period) - floor(x/period - duty)) - 1",
        "0",
        _positive_argument("period"),
        ArgumentCondition("duty", "from 0 to 1", parse("duty*(1 - duty)"), zero=True),
        duty=Number(Fraction(1, 2)),
    ),
    "triangle": _signal(
        "x period",
        "(2*(floor(x/period) - floor(x/period - 1/2)) - 1)"
        "*(4*x/period - 2*floor(x/period) - 2*floor(x/period - 1/2) - 3)",
        "4/period*square(x, period)",
        _positive_argument("period"),
    ),
    "sawtooth": _signal(
        "x period", "2*(x/period - floor(x/period)) - 1", "2/period", _positive_argument("period")
    ),
    "ramp": _signal(
        "x start duration",
        "if(x < start, 0, if(x < start + duration, (x - start)/duration, 1))",
        "pulse(x, start, duration)/duration",
        _positive_argument("duration"),
    ),
    "smoothstep": _signal(
        "x a b",
        "if(x < a, 0, if(x < b, ((x - a)/(b - a))^2*(3 - 2*(x - a)/(b - a)), 1))",
        "6*(x - a)*(b - x)/(b - a)^3*pulse(x, a, b - a)",
        ArgumentCondition("b", "larger than the second argument", parse("b - a")),
    ),
    "chirp": _signal(
        "x f0 end f1", "cos(2*pi*(f0*x + (f1 - f0)*x^2/(2*end)))", "", _positive_argument("end")
    ),
}


def apply_signal(
    root: Node,
    signal: Signal,
    arguments: Sequence[V],
    leaf: Callable[[Node], V],
    combine: Callable[[Node, tuple[V, ...]], V],
) -> V:
    """A body or slope of a signal at arguments, evaluated as `fold` does."""
    given = dict(zip(signal.parameters, arguments, strict=False))

    def argument_or_leaf(node: Node) -> V:
        if isinstance(node, Name) and node.name in signal.parameters:
            return given[node.name] if node.name in given else leaf(signal.defaults[node.name])
        return leaf(node)

    return fold(root, argument_or_leaf, combine)


def written_out(root: Node) -> Node:
    """The tree with the bodies of its signals, at the positions of the calls."""

    def combine(node: Node, below: tuple[Node, ...]) -> Node:
        if isinstance(node, Call) and _is_signal(node):
            signal = SIGNALS[node.function]
            return apply_signal(signal.body, signal, below, lambda leaf: leaf, with_operands)
        return with_operands(node, below)

    return fold(root, lambda node: node, combine) if has_signals(root) else root


def has_signals(root: Node) -> bool:
    """Whether a tree calls a signal."""
    return any(map(_is_signal, nodes(root)))


def _is_signal(node: Node) -> bool:
    return isinstance(node, Call) and node.function in SIGNALS


def operations_written_out(use: Use) -> Iterable[Node]:
    """The nodes of a use that are no sums and products, and all those of the bodies of its signals."""
    signals = any(map(_is_signal, use.operations))
    return nodes(written_out(use.expression.root)) if signals else use.operations


def without_signals(model: Model) -> Model:
    """The model with the bodies of its signals; the model itself where it has none."""
    if not any(_is_signal(node) for use in survey(model).uses for node in use.operations):
        return model
    return map_expressions(model, written_out)

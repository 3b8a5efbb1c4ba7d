"""Walks are iterative: trees far deeper or wider than Python's recursion limit are no trouble."""

import math
import sys
from fractions import Fraction

import pytest

from dalembert._expression.canonical import direction_key, key
from dalembert._expression.evaluate import evaluate
from dalembert._expression.expression import Expression
from dalembert._expression.numbers import fold_constants
from dalembert._expression.tree import (
    Call,
    Compare,
    Inverse,
    Logic,
    Name,
    Negative,
    Number,
    Power,
    Product,
    Rate,
    Sum,
    children,
    with_operands,
)
from dalembert._expression.walk import fold, names, nodes, replace_names
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree

DEEP = 5000
HALF = DEEP // 2
assert sys.getrecursionlimit() < HALF


def deep(kind, depth):
    """A tree nested so many times in one kind of node."""
    x = Name("x")
    node = x
    for _ in range(depth):
        match kind:
            case "negative":
                node = Negative(node)
            case "sum":
                node = Sum((node, x))
            case "product":
                node = Product((x, node))
            case "inverse":
                node = Inverse(node)
            case "call":
                node = Call("sin", (node,))
            case "power":
                node = Power(node, Number(1))
            case "if":
                node = Call("if", (Compare("<", x, Number(2)), node, x))
            case "not":
                node = (
                    Logic("not", (node,)) if isinstance(node, Logic) else Logic("not", (Compare("<", x, x),))
                )
    return Call("if", (node, x, x)) if kind == "not" else node


KINDS = ("negative", "sum", "product", "inverse", "call", "power", "if", "not")
NESTED = [
    *((kind, HALF if kind in ("product", "if") else DEEP) for kind in KINDS),
    *(pytest.param(kind, DEEP, marks=pytest.mark.soak) for kind in ("product", "if")),
]


@pytest.mark.parametrize("kind, depth", NESTED)
def test_deep_trees_are_walked(kind, depth):
    """Every walk answers on a tree nested thousands deep."""
    tree = deep(kind, depth)
    assert sum(1 for _ in nodes(tree)) > depth
    assert ("x", 0) in names(tree)
    assert len(print_tree(tree)) >= depth or kind == "power"
    assert key(tree) == key(fold_constants(tree))
    assert direction_key(tree)
    assert not math.isinf(evaluate(tree, {("x", 0): 0.9}))
    assert ("y", 0) in names(replace_names(tree, {"x": Name("y")}))


@pytest.mark.parametrize("kind, depth", NESTED)
def test_deep_expressions_are_compared_and_hashed(kind, depth):
    """Equality and hash of expressions answer on trees nested thousands deep."""
    one, two = Expression(deep(kind, depth)), Expression(deep(kind, depth))
    assert one == two
    assert hash(one) == hash(two)
    assert one != Expression(Sum((deep(kind, depth), Number(1))))


def test_wide_trees_are_walked():
    """A sum and a product of a hundred thousand parts are single nodes."""
    text = " + ".join(f"x{i % 100}" for i in range(90_000))
    tree = parse(text)
    assert isinstance(tree, Sum)
    assert len(tree.terms) == 90_000
    at = {(f"x{i}", 0): 1.0 for i in range(100)}
    assert evaluate(tree, at) == 90_000
    assert key(tree) == key(parse(" + ".join(f"900*x{i}" for i in range(100))))
    product = Product(tuple(Name("x") for _ in range(100_000)))
    assert key(product) == key(parse("x^100000"))


def test_children_and_rebuilt_are_inverse():
    """A node rebuilt over its own children is itself, and over others it has those."""
    tree = parse("if(a < b and not c >= 2, -a*b/c^2, min(a, b, 1/2) + x') - 3")
    for node in nodes(tree):
        assert with_operands(node, children(node)) == node
        swapped = tuple(Name(f"n{i}") for i, _ in enumerate(children(node)))
        assert children(with_operands(node, swapped)) == swapped


def test_fold_visits_each_node_once_and_in_written_order():
    """A fold over the leaves lists them as they are written."""
    tree = parse("a + b*c - sin(d)^e/f")
    order = fold(tree, lambda n: n.name if isinstance(n, Name) else "", lambda _, below: "".join(below))
    assert order == "abcdef"


def test_nodes_lists_parents_before_children():
    """A node comes before everything under it."""
    tree = parse("a*(b + c) - sin(d + e*f)")
    seen = [id(node) for node in nodes(tree)]
    for node in nodes(tree):
        for child in children(node):
            assert seen.index(id(node)) < seen.index(id(child))


def test_names_tell_rates_from_positions():
    """The names of an expression are pairs of a name and its order of differentiation."""
    tree = parse("x*x' + y'' + sin(z)")
    assert set(names(tree)) == {("x", 0), ("x", 1), ("y", 2), ("z", 0)}


def test_replacing_names_leaves_rates_alone():
    """Only undifferentiated names are replaced."""
    tree = replace_names(parse("x + x'"), {"x": Number(3)})
    assert tree == Sum((Number(3), Rate("x")))


@pytest.mark.parametrize(
    "text, value",
    [
        ("2 + 3*4", 14),
        ("-2^2", -4),
        ("2^3^2", 512),
        ("7/2/2", 1.75),
        ("sin(pi/2)", 1),
        ("atan2(1, -1)", 3 * math.pi / 4),
        ("log10(1000)", 3),
        ("ln(exp(2))", 2),
        ("step(0) + step(-1) + 10*step(2)", 11),
        ("sign(-3) + sign(0)", -1),
        ("mod(-1, 3)", 2),
        ("mod(7, -4)", -1),
        ("floor(-1.5)", -2),
        ("min(3, 1, 2) + max(3, 1, 2)", 4),
        ("if(1 < 2 and not 3 < 2, 5, 6)", 5),
        ("if(1 > 2 or 1 != 1, 5, 6)", 6),
        ("if(2 >= 2, 1, 0) + if(2 <= 1, 1, 0) + if(2 == 2, 1, 0)", 2),
        ("abs(-4) + sqrt(9)", 7),
        ("x + x' + x''", 321),
    ],
)
def test_values(text, value):
    """An expression has the value that mathematics gives it."""
    at = {("x", 0): 1.0, ("x", 1): 20.0, ("x", 2): 300.0}
    assert evaluate(parse(text), at) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    "text",
    [
        "log(x - x)",
        "1/(x - x)",
        "sqrt(-x)",
        "asin(2*x)",
        "(-x)^(1/2)",
        "exp(1000*x)",
        "mod(x, x - x)",
        "sign(sqrt(-x))",
        "step(log(-x))",
        "min(1, sqrt(-x))",
        "max(sqrt(-x), 1)",
    ],
)
def test_values_outside_a_domain_are_not_finite(text):
    """Where an expression has no finite real value, evaluation answers NaN or infinity and does not raise."""
    assert not math.isfinite(evaluate(parse(text), {("x", 0): 1.0}))


def test_spans_take_no_part_in_equality():
    """Two nodes read from different places are equal."""
    assert Number(Fraction(1, 2), (0, 3)) == Number(Fraction(1, 2), (7, 10))
    assert parse("x+y") == parse("  x  +  y ")

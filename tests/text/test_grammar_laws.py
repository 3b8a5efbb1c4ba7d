"""Laws of the language on seeded random expressions."""

import math
import random

import pytest
import random_expressions

from dalembert._expression.canonical import key
from dalembert._expression.evaluate import evaluate
from dalembert._expression.numbers import ConstantFault, fold_constants
from dalembert._expression.tree import Call, Logic, Product, Sum, children, with_operands
from dalembert._expression.walk import fold, nodes
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree


def python_value(text, names):
    """Python's own value of the twin of an expression; None where it is not a finite real number."""
    try:
        value = eval(text, {**random_expressions.TWIN, **names})
    except (ArithmeticError, ValueError, TypeError):  # TypeError: a complex number inside
        return None
    if isinstance(value, complex) or not math.isfinite(value) or abs(value) > 1e8:
        return None
    return float(value)


def test_precedence_and_associativity_are_those_of_python():
    """A random text without needless brackets has the value Python gives to its twin."""
    r = random.Random(20)
    compared = 0
    for _ in range(3000):
        text, python = random_expressions.text(r)
        ours, names = random_expressions.values(r)
        expected = python_value(python, names)
        near = python_value(python, {name: v * (1 + 1e-12) for name, v in (*names.items(), ("pi", math.pi))})
        if expected is None or near is None or not math.isclose(expected, near, rel_tol=1e-8, abs_tol=1e-8):
            continue  # no finite real value, or one that rounding decides
        found = evaluate(parse(text), ours)
        assert math.isclose(found, expected, rel_tol=1e-7, abs_tol=1e-7), (text, python)
        compared += 1
    assert compared > 1000


def same_key(tree, text):
    """Whether the text read back has the key of the tree (or the same fault)."""
    again = parse(text)
    try:
        expected = key(tree)
    except ConstantFault:
        with pytest.raises(ConstantFault):
            key(again)
        return True
    return key(again) == expected


def test_printed_text_is_read_back():
    """The printed text of a parsed text has the key of the text."""
    r = random.Random(21)
    for _ in range(1500):
        text, _ = random_expressions.text(r, r.randint(1, 5))
        tree = parse(text)
        assert same_key(tree, print_tree(tree)), text


def test_printed_text_of_any_tree_is_read_back():
    """The printed text of a tree of any shape has the key of the tree."""
    r = random.Random(22)
    for _ in range(1500):
        tree = random_expressions.tree(r, r.randint(1, 5))
        assert same_key(tree, print_tree(tree)), print_tree(tree)


def test_folding_keeps_the_value():
    """Folding constants changes no value."""
    r = random.Random(24)
    compared = 0
    for _ in range(1500):
        tree = parse(random_expressions.text(r)[0])
        ours, _ = random_expressions.values(r)
        before = evaluate(tree, ours)
        try:
            after = evaluate(fold_constants(tree), ours)
        except ConstantFault:
            continue
        if math.isfinite(before) and abs(before) < 1e8:
            assert math.isclose(before, after, rel_tol=1e-7, abs_tol=1e-7), print_tree(tree)
            compared += 1
    assert compared > 700


def shuffled(tree, r):
    """The tree with the order of every sum, product, min, max and condition drawn anew."""

    def combine(node, below):
        free = isinstance(node, Sum | Product | Logic) or (
            isinstance(node, Call) and node.function in ("min", "max")
        )
        return with_operands(node, tuple(r.sample(below, len(below))) if free else below)

    return fold(tree, lambda leaf: leaf, combine)


def test_order_of_terms_and_factors_has_no_meaning():
    """Shuffling sums, products, min, max, and, or anywhere keeps the key."""
    r = random.Random(25)
    moved = 0
    for _ in range(600):
        tree = parse(random_expressions.text(r, 5, random_expressions.INTEGERS)[0])
        other = shuffled(tree, r)
        moved += other != tree
        try:
            assert key(tree) == key(other), print_tree(tree)
        except ConstantFault:
            continue
    assert moved > 200


def test_one_key_means_one_value():
    """Short random expressions with one key have one value wherever both are finite."""
    r = random.Random(26)
    found = {}
    points = [{(n, o): r.uniform(-2, 2) for n in "ab" for o in (0, 1)} for _ in range(6)]
    shared = 0
    for _ in range(6_000):
        tree = small(r, 3)
        try:
            own = key(tree)
        except ConstantFault:
            continue
        other = found.setdefault(own, tree)
        if other == tree:
            continue
        shared += 1
        for at in points:
            if tame(tree, at) and tame(other, at):
                one, two = evaluate(tree, at), evaluate(other, at)
                assert math.isclose(one, two, rel_tol=1e-6, abs_tol=1e-6), (
                    print_tree(tree),
                    print_tree(other),
                )
    assert shared > 300


def tame(tree, at):
    """Whether every part of a tree has a value of moderate size."""
    values = [evaluate(node, at) for node in nodes(tree)]
    return all(math.isfinite(value) and abs(value) < 1e6 for value in values)


def small(r, depth):
    """A short expression of two names."""
    if depth == 0 or r.random() < 0.25:
        return parse(r.choice(("a", "b", "2", "-1", "1/2", "a", "b", "3", "b'")))
    below = [print_tree(small(r, depth - 1)) for _ in range(2)]
    return parse(
        r.choice(
            (
                "({0}) + ({1})",
                "({0}) - ({1})",
                "({0})*({1})",
                "({0})/({1})",
                "({0})^2",
                "({0})^3",
                "({0})^(-1)",
                "sqrt({0})",
                "({0})^(1/2)",
                "({0})^({1})",
                "-({0})",
                "sin({0})",
                "cos({0})",
                "abs({0})",
                "exp({0})",
                "min({0}, {1})",
                "if({0} < {1}, {0}, {1})",
                "if(not {0} < {1}, {0}, 2)",
                "sign({0})",
            )
        ).format(*below)
    )


def balanced(text):
    """Whether every bracket of a text is opened before it is closed."""
    level = 0
    for c in text:
        level += (c == "(") - (c == ")")
        if level < 0:
            return False
    return level == 0


def test_spans_point_at_the_text_of_each_node():
    """The characters of a node's span, read alone, have the node's key."""
    r = random.Random(27)
    checked = 0
    for _ in range(300):
        text, _ = random_expressions.text(r, 3)
        for node in nodes(parse(text)):
            if not children(node) or isinstance(node, Call | Product | Sum):
                start, end = node.span
                inner = text[start:end]
                if not balanced(inner):
                    continue  # a bracket around the last operand belongs to no node
                try:
                    assert key(parse(inner)) == key(node), (text, inner)
                except ConstantFault:
                    continue
                checked += 1
    assert checked > 500

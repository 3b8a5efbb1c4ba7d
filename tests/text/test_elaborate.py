"""Indices and sums, written out: the value of the short text is that of the long one."""

from itertools import product
from math import isclose, prod
from random import Random

import pytest

from dalembert._expression.evaluate import evaluate
from dalembert._expression.tree import Name, Number, Rate
from dalembert._expression.walk import names, nodes
from dalembert._text import elaborate
from dalembert._text.budget import TOKENS
from dalembert._text.elaborate import Elaborator, Scope
from dalembert._text.grammar import parse_ranges, parse_written
from dalembert._text.lexer import TextFault, tokens
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree


def written(text):
    """The tree of what is written."""
    return parse_written(tokens(text, TOKENS))


def elaborated(text, indices=None, **scope):
    """The plain tree of a text."""
    return Elaborator(Scope(**scope)).scalar(written(text), indices or {})


@pytest.mark.parametrize(
    "text, name",
    [
        ("x[3]", "x[3]"),
        ("x[ 3 ]", "x[3]"),
        ("x[1+2]", "x[3]"),
        ("c[ 1, 2]", "c[1,2]"),
        ("r[3][1]", "r[3,1]"),
        ("x[-1]", "x[-1]"),
    ],
)
def test_a_member_has_one_name(text, name):
    """However a member is written, its name has one spelling, and that is read back."""
    assert parse(text) == Name(name)
    assert parse(text + "'") == Rate(name) == parse(f"dot({text})")
    assert parse(print_tree(parse(text))) == Name(name)


@pytest.mark.parametrize(
    "short, long",
    [
        ("sum(i = 1..3, x[i])", "x[1] + x[2] + x[3]"),
        ("sum(i = 1..N, x[i])", "x[1] + x[2] + x[3]"),
        ("sum(i = 1..N - 1, (x[i+1] - x[i])^2)", "(x[2] - x[1])^2 + (x[3] - x[2])^2"),
        ("sum(i = 1..N, j = i+1..N, c[i,j])", "c[1,2] + c[1,3] + c[2,3]"),
        ("sum(i = 1..2, sum(j = 1..2, m*x[i]'*y[j]))", "m*x[1]'*y[1] + m*x[1]'*y[2] + m*x[2]'*y[1] + m*x[2]'*y[2]"),
        ("prod(i = 1..3, x[i])", "x[1]*x[2]*x[3]"),
        ("max(i = 1..3, x[i])", "max(max(x[1], x[2]), x[3])"),
        ("min(i = 1..4, x[i])", "min(min(x[1], x[2]), min(x[3], x[4]))"),
        ("sum(i = 1..0, x[i])", "0"),
        ("prod(i = 1..0, x[i])", "1"),
        ("sum(i = 2..2, x[i])", "x[2]"),
        ("a + sum(i = 1..2, i*x[i])*b", "a + (1*x[1] + 2*x[2])*b"),
        ("sum(i = 1..3, if(i == 1, a, x[i-1]))", "a + x[1] + x[2]"),
        ("sum(i = 1..2, if(i < N and x > 0, 1, 0))", "if(1 < N and x > 0, 1, 0) + if(2 < N and x > 0, 1, 0)"),
        ("sum(i = 1..N, cos(2*pi*i/N))", "cos(2*pi*1/N) + cos(2*pi*2/N) + cos(2*pi*3/N)"),
        ("sum(i = 1..2, (i - 1)*L)", "0*L + 1*L"),
    ],
)  # fmt: skip
def test_sums_are_what_they_say(short, long):
    """A sum over an index is the sum that is written out by hand."""
    assert print_tree(elaborated(short, whole={"N": 3})) == long


def test_every_sum_has_the_value_of_a_loop():
    """For seeded ranges and bodies, the elaborated sum and product have the values of Python's loops."""
    r = Random(15)
    for _ in range(60):
        lows, highs = [r.randint(-2, 2) for _ in range(2)], [r.randint(0, 4) for _ in range(2)]
        at = {(f"x[{i},{j}]", 0): r.uniform(0.5, 1.5) for i, j in product(range(-3, 6), range(-6, 9))}
        text = f"i = {lows[0]}..{highs[0]}, j = i + {lows[1]}..i*{highs[1]} - 1, x[i,j]*(i - 2*j)"
        pairs = [
            (i, j)
            for i in range(lows[0], highs[0] + 1)
            for j in range(i + lows[1], i * highs[1])
            if -6 <= j < 9
        ]
        if any(
            not -6 <= j < 9 for i in range(lows[0], highs[0] + 1) for j in range(i + lows[1], i * highs[1])
        ):
            continue
        terms = [at[f"x[{i},{j}]", 0] * (i - 2 * j) for i, j in pairs]
        assert isclose(evaluate(elaborated(f"sum({text})"), at), sum(terms), abs_tol=1e-12)
        assert isclose(evaluate(elaborated(f"prod({text})"), at), prod(terms), rel_tol=1e-9, abs_tol=1e-12)


def test_a_family_gets_its_indices():
    """The members of a family come in order, each with its indices, and the text is read for each of them."""
    elaborator = Elaborator(Scope(whole={"N": 3, "M": 7}))
    ranges = parse_ranges(tokens("i = 1..N, j = i+1..N", TOKENS))
    members = elaborator.members(ranges)
    assert members == ({"i": 1, "j": 2}, {"i": 1, "j": 3}, {"i": 2, "j": 3})
    assert [elaborator.scalar(written("c[i, j]"), one) for one in members] == [
        Name("c[1,2]"),
        Name("c[1,3]"),
        Name("c[2,3]"),
    ]
    assert elaborator.structural == {"N"}


def test_what_no_index_touches_stays_the_same_object():
    """Parts without an index are shared by all terms, and a plain text is not copied."""
    tree = elaborated("sum(i = 1..3, x[i]*sin(a*b + c))")
    shared = {id(node) for node in nodes(tree) if print_tree(node) == "sin(a*b + c)"}
    assert len(shared) == 1
    plain = written("sin(a*b + c)")
    assert Elaborator(Scope(whole={"a": 3})).scalar(plain) is plain


def test_a_parameter_stays_a_name():
    """Outside of indices a whole parameter is a symbol as before."""
    tree = elaborated("N*sum(i = 1..N, x[i])", whole={"N": 2})
    assert ("N", 0) in names(tree)
    assert not any(isinstance(node, Number) for node in nodes(tree))


@pytest.mark.parametrize(
    "text, place, message",
    [
        ("sum(i = 1..100000, j = 1..100000, x[i,j])", (19, 32), "beyond the budget"),
        ("sum(i = 1..1000000000, j = 1..0, x)", (4, 21), "beyond the budget"),
        ("sum(i = 1..700, j = 1..700, x[i] + x[j])", (16, 26), "beyond the budget"),
        ("sum(i=1..130, sum(j=1..130, sum(k=1..130, x[i])))", None, "beyond the budget"),
        ("prod(i=1..2000000, i)", (5, 17), "beyond the budget"),
        ("x[2^62]", (2, 6), "larger than any budget"),
        ("x[1/0]", None, "division by zero"),
        ("sum(i = 1..5, 1/(i - 3))", None, "division by zero"),
    ],
)  # fmt: skip
def test_bombs_are_counted_before_they_go_off(text, place, message):
    """What would fill the machine is refused at its place, without being written out."""
    with pytest.raises(TextFault) as caught:
        elaborated(text)
    assert message in caught.value.message
    if place is not None:
        assert caught.value.span == place
    assert 0 <= caught.value.span[0] < caught.value.span[1] <= len(text)


def test_the_budget_is_that_of_a_model(monkeypatch):
    """Many sums that are each within the budget are refused once together they are not."""
    monkeypatch.setattr(elaborate, "NODES", 1000)
    elaborator = Elaborator(Scope())
    tree = written("sum(i = 1..9, x[i])")
    for _ in range(99):
        elaborator.scalar(tree)
    with pytest.raises(TextFault, match="beyond the budget"):
        elaborator.scalar(written("sum(i = 1..20, x[i])"))


@pytest.mark.parametrize("text", ["", "1..N", "i = 1", "i = 1..N, x", "i in 1..N", "i = 1..2) + sum(j = 1..2", "i = 1..N,"])  # fmt: skip
def test_ranges_that_are_none(text):
    """What is no range is refused with an example."""
    with pytest.raises(TextFault) as caught:
        parse_ranges(tokens(text, TOKENS))
    assert caught.value.span[0] < caught.value.span[1]

"""The texts that the parser reads, and its error message for each mistake."""

from fractions import Fraction

import pytest

from dalembert._expression.numbers import fold_constants
from dalembert._expression.tree import Call, Inverse, Name, Negative, Number, Power, Product, Rate, Sum
from dalembert._text.lexer import TextFault
from dalembert._text.parser import parse

A, B, C = Name("a"), Name("b"), Name("c")


@pytest.mark.parametrize(
    "text, tree",
    [
        ("a - b - c", Sum((A, Negative(B), Negative(C)))),
        ("a/b/c", Product((A, Inverse(B), Inverse(C)))),
        ("a/b*c", Product((A, Inverse(B), C))),
        ("a^b^c", Power(A, Power(B, C))),
        ("a**b**c", Power(A, Power(B, C))),
        ("-a^2", Negative(Power(A, Number(2)))),
        ("a^-b", Power(A, Negative(B))),
        ("a^-b^c", Power(A, Negative(Power(B, C)))),
        ("-a*b", Product((Negative(A), B))),
        ("a*-b", Product((A, Negative(B)))),
        ("a - -b", Sum((A, Negative(Negative(B))))),
        ("+a", A),
        ("(a)", A),
        ("((a + b))*c", Product((Sum((A, B)), C))),
        ("a'", Rate("a")),
        ("dot(a)", Rate("a")),
        ("dot( a )", Rate("a")),
        ("a'^2", Power(Rate("a"), Number(2))),
        ("min(a, b, c)", Call("min", (A, B, C))),
        ("θ₂", None),
        ("θ2*ẋ", Product((Name("θ2"), Name("ẋ")))),
        ("größe", Name("größe")),
        ("1.5e3", Number(1500.0)),
        ("1.", Number(1.0)),
        (".5", Number(0.5)),
        ("2e5", Number(2e5)),
        ("a\n  + b", Sum((A, B))),
        ("lam_1", Name("lam_1")),
    ],
)
def test_reading(text, tree):
    """A text has the tree that the rules of the language give it."""
    if tree is None:
        with pytest.raises(TextFault):
            parse(text)
    else:
        assert parse(text) == tree


def test_numbers_keep_their_kind():
    """Integers and their quotients are exact, decimals are floats."""
    assert fold_constants(parse("3/5")).value == Fraction(3, 5)
    assert isinstance(parse("3").value, int)
    assert isinstance(parse("3.0").value, float)
    assert isinstance(parse("3e0").value, float)


def test_composed_and_decomposed_letters_are_one_name():
    """A name written with a combining accent is the name written with the accented letter."""
    assert parse("e\u0301") == parse("\u00e9")


def test_accelerations_are_read():
    """An acceleration x'' is read, a third rate is not."""
    assert parse("x''") == Rate("x", 2)
    with pytest.raises(TextFault, match="third order"):
        parse("x'''")


# text, the characters of the place, words of the message, words of the hint
MISTAKES = [
    ("", (0, 1), "empty", "0"),
    ("   ", (0, 1), "empty", "0"),
    ("a +", (3, 4), "ends too early", "complete"),
    ("a*", (2, 3), "ends too early", "complete"),
    ("-", (1, 2), "ends too early", "complete"),
    ("a + * b", (4, 5), "found `*`", ""),
    ("* a", (0, 1), "found `*`", ""),
    ("a b", (2, 3), "operator is missing", "a*b"),
    ("2a", (1, 2), "operator is missing", "2*a"),
    ("2 3", (2, 3), "operator is missing", "2*3"),
    ("2(a)", (1, 2), "operator is missing", "2*("),
    ("(a)(b)", (3, 4), "operator is missing", "*("),
    ("m(a + b)", (0, 1), "no function `m`", "m*("),
    ("sni(a)", (0, 3), "no function `sni`", "sin("),
    ("arcsin(a)", (0, 6), "no function `arcsin`", "asin("),
    ("sin a", (0, 3), "needs its argument", "sin("),
    ("sin", (0, 3), "needs its argument", "sin("),
    ("(a + b", (0, 1), "never closed", ")"),
    ("sin(a", (0, 3), "never closed", ")"),
    ("a + b)", (5, 6), "closes nothing", "delete"),
    ("()", (1, 2), "nothing between", "expression"),
    ("sin()", (4, 5), "nothing between", "expression"),
    ("0,5*a", (1, 2), "separates arguments", "0.5"),
    ("(a, b)", (2, 3), "separates arguments", "point"),
    ("sin(a, b)", (0, 9), "takes 1 argument", "sin(x)"),
    ("atan2(a)", (0, 8), "takes 2 arguments", "atan2(y, x)"),
    ("min(a)", (0, 6), "at least 2", "min("),
    ("mod(a, b, c)", (0, 12), "takes 2", "mod(a, b)"),
    ("if(a > 0, b)", (0, 12), "takes 3", "if(condition"),
    ("if(a, b, c)", (3, 4), "must be a condition", "if(x > 0"),
    ("a = b", (2, 3), "`=`", "a - b"),
    ("a < b", (0, 5), "not a number", "if("),
    ("(a < b)*c", (1, 6), "not a number", "if("),
    ("c*(a < b)", (3, 8), "not a number", "if("),
    ("c/(a < b)", (3, 8), "not a number", "if("),
    ("-(a < b)", (2, 7), "not a number", "if("),
    ("sin(a < b)", (4, 9), "not a number", "if("),
    ("(a < b)^2", (1, 6), "not a number", "if("),
    ("if(a < b, a < b, c)", (10, 15), "not a number", "if("),
    ("if(a < b < c, 1, 2)", (9, 10), "chained", "and"),
    ("if(a and b > 0, 1, 2)", (3, 4), "condition", ""),
    ("if(b > 0 or a, 1, 2)", (12, 13), "condition", ""),
    ("if(not a, 1, 2)", (7, 8), "condition", ""),
    ("(a + b)'", (7, 8), "must follow a name", "[definitions]"),
    ("2'", (1, 2), "must follow a name", "[definitions]"),
    ("'a", (0, 1), "must follow a name", "[definitions]"),
    ("t'", (0, 2), "`t` has no rate", ""),
    ("pi'", (0, 3), "`pi` has no rate", ""),
    ("x'''", (0, 4), "third order", "x''"),
    ("dot(a + b)", (0, 10), "takes one name", "[definitions]"),
    ("dot(2)", (0, 6), "takes one name", "[definitions]"),
    ("dot(x", (0, 3), "never closed", ")"),
    ("a − b", (2, 3), "`−`", "-"),
    ("a × b", (2, 3), "`×`", "*"),
    ("a · b", (2, 3), "`·`", "*"),
    ("a²", (1, 2), "`²`", "^2"),
    ("√a", (0, 1), "`√`", "sqrt"),
    ("[a + b]*c", (0, 7), "square brackets", "( )"),
    ("m*[a + b", (2, 3), "never closed", "]"),
    ("m*[a + b)", (8, 9), "closes nothing", "delete"),
    ("x[1", (1, 2), "never closed", "]"),
    ("x[]", (2, 3), "nothing between", "expression"),
    ("x[a]", (2, 3), "`a` is not a whole number", "whole"),
    ("x[1.5]", (2, 5), "not a whole number", "whole"),
    ("x[sin(1)]", (2, 8), "not allowed in an index", "whole"),
    ("(a + b)[1]", (1, 10), "only a name", "x[3]"),
    ("2[1]", (1, 2), "a number has no index", "x[3]"),
    ("sum(x[i], i = 1..3)", (10, 11), "come first", "sum(i = 1..N"),
    ("prod(x[i], i = 1..3)", (11, 12), "come first", "prod(i = 1..N"),
    ("sum(x)", (0, 6), "needs an index", "sum(i = 1..N, x[i])"),
    ("sum(x, y)", (0, 3), "needs an index", "sum(i = 1..N, x[i])"),
    ("sum(i = 1..3)", (4, 13), "needs an expression", "x[i]"),
    ("sum(i = 3, x[i])", (4, 9), "needs two ends", "1..N"),
    ("sum(i = 1...3, x[i])", (11, 13), "not a whole number", "whole"),
    ("sum(i = 1:3, x[i])", (9, 10), "`:`", ".."),
    ("sum(i in 1..3, x[i])", (6, 8), "operator is missing", "i = 1..N"),
    ("sum(i = 1..N, x[i])", (11, 12), "`N` is not a whole number", "whole"),
    ("sum(i = 1..3, j = 1..i', x[j])", (21, 23), "rate", "whole"),
    ("sum(i = 1..3, i = 1..3, x[i])", (14, 22), "index already", "letter"),
    ("sum(i = 1..3, sum(i = 1..3, x[i]))", (18, 26), "index already", "letter"),
    ("sum(t = 1..3, x[t])", (4, 12), "name of the model", "letter"),
    ("sum(i = 1..1000000000, x[i])", (4, 21), "beyond the budget", "smaller"),
    ("sum(i = 1..10^30, x[i])", (11, 16), "larger than any budget", "smaller"),
    ("max(i = 2..1, x[i])", (0, 19), "empty range", "above"),
    ("a .. b", (2, 4), "`..`", "sum("),
    ("a -> b", (2, 4), "`->`", "[functions]"),
    ("a ≤ b", (2, 3), "`≤`", "<="),
    ("a & b", (2, 3), "`&`", "and"),
    ("x’", (1, 2), "`’`", "'"),
    ("a ? b", (2, 3), "`?`", ""),
    ("a; b", (1, 2), "`;`", ""),
    ('a"', (1, 2), '`"`', ""),
    ("a\x00b", (1, 2), "U+0000", "delete"),
    ("a\x1bb", (1, 2), "U+001B", "delete"),
    ("1e999", (0, 5), "overflows", "1.8e308"),
    ("a + 1" + "0" * 400, (4, 405), "overflows", "1.8e308"),
    ("__import__('os')", (11, 12), "must follow a name", ""),
    ("__import__(os)", (0, 10), "no function `__import__`", ""),
    ("a[1]'.b", (6, 7), "no component `b`", "r.x"),
    ("a.x", (0, 3), "but this is a number", "r.x"),
    ("a and", (5, 6), "ends too early", ""),
    ("and a", (0, 3), "found `and`", ""),
    ("1..2", (1, 3), "`..`", "sum("),
]


@pytest.mark.parametrize("text, span, message, hint", MISTAKES)
def test_mistakes(text, span, message, hint):
    """A mistake is told with its characters, in words, and with what to type."""
    with pytest.raises(TextFault) as caught:
        parse(text)
    assert message in caught.value.message
    assert hint in caught.value.hint
    assert caught.value.span == span


def test_depth_is_limited_but_generous():
    """Two hundred open brackets are read, more are a located budget fault."""
    assert parse("(" * 200 + "a" + ")" * 200) == A
    with pytest.raises(TextFault) as caught:
        parse("(" * 201 + "a" + ")" * 201)
    assert caught.value.rule == "budget"
    assert caught.value.span == (200, 201)


def test_length_of_chains_is_not_depth():
    """Ten thousand terms or factors are not nested."""
    assert len(parse("a + " * 10_000 + "a").terms) == 10_001
    assert len(parse("a*" * 10_000 + "a").factors) == 10_001

"""Seeded random expressions: as text beside its Python twin, and as trees."""

import math
from fractions import Fraction

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
)

ONE = (
    "sin",
    "cos",
    "tan",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "exp",
    "sqrt",
    "abs",
    "log",
    "sign",
    "step",
    "floor",
)
NAMES = ("a", "b", "c", "x", "y", "theta2", "ω")


def _modulo(a, b):
    """Python's remainder, refused where rounding would decide it."""
    if abs(a / b) > 1e3:
        raise ArithmeticError
    return a % b


INTEGERS = ("2", "3", "5", "7")
NUMBERS = ("2", "3", "0.25", "1.5e-1", ".5", "7", "1e2")
TWIN = {
    **{name: math.__dict__[name] for name in ONE if name in math.__dict__},
    "abs": math.fabs,
    "sign": lambda x: (x > 0) - (x < 0),
    "step": lambda x: 1 if x >= 0 else 0,
    "atan2": math.atan2,
    "mod": lambda a, b: _modulo(a, b),
    "min": min,
    "max": max,
    "if_": lambda c, a, b: a if c else b,
    "pi": math.pi,
    "__builtins__": {},
}


def values(r):
    """Random values for every name and rate, for `evaluate` and for Python."""
    ours, python = {}, {}
    for name in NAMES:
        for order, suffix in ((0, ""), (1, "_rate")):
            number = r.uniform(0.3, 2.0)
            ours[name, order] = number
            python[name + suffix] = number
    return ours, python


def text(r, depth=4, numbers=NUMBERS):
    """An expression in the model language and the same in Python, brackets set at random only."""
    parts = [operand(r, depth, numbers)]
    for _ in range(r.choice((0, 0, 1, 1, 2, 3)) if depth else 0):
        operator = r.choice("+-*/+-*/^")
        right = power(r, numbers) if operator == "^" else operand(r, depth, numbers)
        symbol = r.choice(("^", "**")) if operator == "^" else operator
        space = r.choice(("", " "))
        parts.append(
            (f"{space}{symbol}{space}{right[0]}", f"{'**' if operator == '^' else operator}{right[1]}")
        )
    return "".join(p[0] for p in parts), "".join(p[1] for p in parts)


def power(r, numbers):
    """An exponent, sometimes with a sign or a tower of its own."""
    number = r.choice(("2", "3", "a", *(("0.5", "1.5") if numbers is NUMBERS else ())))
    sign = r.choice(("", "", "-"))
    tower = "" if r.random() < 0.8 else r.choice(("2", "b"))
    return (
        f"{sign}{number}^{tower}" if tower else sign + number,
        f"{sign}{number}**{tower}" if tower else sign + number,
    )


def operand(r, depth, numbers):
    """An operand: a number, a name, a bracket, a signed operand or a call."""
    kind = r.random()
    if depth == 0 or kind < 0.45:
        return leaf(r, numbers)
    if kind < 0.6:
        inner = text(r, depth - 1, numbers)
        return f"({inner[0]})", f"({inner[1]})"
    if kind < 0.7:
        inner = operand(r, depth - 1, numbers)
        sign = r.choice(("-", "-", "+"))
        return sign + inner[0], sign + inner[1]
    if kind < 0.85:
        inner = text(r, depth - 1, numbers)
        name = r.choice(ONE)
        return f"{name}({inner[0]})", f"{name}({inner[1]})"
    if kind < 0.93:
        name, count = r.choice((("min", 3), ("max", 2), ("atan2", 2), ("mod", 2)))
        inners = [text(r, depth - 1, numbers) for _ in range(count)]
        return f"{name}({', '.join(i[0] for i in inners)})", f"{name}({', '.join(i[1] for i in inners)})"
    c, a, b = condition(r, depth - 1, numbers), text(r, depth - 1, numbers), text(r, depth - 1, numbers)
    return f"if({c[0]}, {a[0]}, {b[0]})", f"if_({c[1]}, {a[1]}, {b[1]})"


def leaf(r, numbers):
    """A number, a name or a rate."""
    name = r.choice(NAMES)
    return r.choice(
        (
            (name, name),
            (f"{name}'", f"{name}_rate"),
            (f"dot({name})", f"{name}_rate"),
            ("pi", "pi"),
            *((n, n) for n in numbers),
        )
    )


def condition(r, depth, numbers):
    """A comparison, or several joined, brackets set at random only."""
    kind = r.random()
    if depth == 0 or kind < 0.5:
        a, b, sign = (
            text(r, depth, numbers),
            text(r, depth, numbers),
            r.choice(("<", "<=", ">", ">=", "==", "!=")),
        )
        return f"{a[0]} {sign} {b[0]}", f"{a[1]} {sign} {b[1]}"
    if kind < 0.6:
        inner = condition(r, depth - 1, numbers)
        return f"not {inner[0]}", f"not {inner[1]}"
    if kind < 0.7:
        inner = condition(r, depth - 1, numbers)
        return f"({inner[0]})", f"({inner[1]})"
    word = r.choice((" and ", " or "))
    parts = [condition(r, depth - 1, numbers) for _ in range(r.choice((2, 3)))]
    return word.join(p[0] for p in parts), word.join(p[1] for p in parts)


def tree(r, depth=5):
    """A tree of any shape, also of shapes that no text has."""
    if depth == 0 or r.random() < 0.2:
        return r.choice(
            (
                Name(r.choice(NAMES)),
                Rate(r.choice(NAMES), r.choice((1, 2))),
                Number(r.randint(-9, 9)),
                Number(Fraction(r.randint(-9, 9) * 2 + 1, r.choice((2, 4, 8)))),
                Number(r.choice((0.5, -2.25, 1e-7, 1e22, 3e300, -1e-300, 0.1))),
                Name("pi"),
            )
        )
    below = depth - 1
    match r.choice(("sum", "product", "negative", "inverse", "power", "call", "if")):
        case "sum":
            return Sum(tuple(tree(r, below) for _ in range(r.randint(2, 4))))
        case "product":
            return Product(tuple(tree(r, below) for _ in range(r.randint(2, 4))))
        case "negative":
            return Negative(tree(r, below))
        case "inverse":
            return Inverse(tree(r, below))
        case "power":
            return Power(tree(r, below), tree(r, below))
        case "call":
            if r.random() < 0.3:
                return Call(r.choice(("min", "max", "atan2", "mod")), (tree(r, below), tree(r, below)))
            return Call(r.choice(ONE), (tree(r, below),))
    return Call("if", (condition_tree(r, below), tree(r, below), tree(r, below)))


def condition_tree(r, depth):
    """A condition of any shape."""
    if depth <= 0 or r.random() < 0.5:
        return Compare(r.choice(("<", "<=", ">", ">=", "==", "!=")), tree(r, max(depth - 1, 0)), tree(r, 0))
    if r.random() < 0.3:
        return Logic("not", (condition_tree(r, depth - 1),))
    return Logic(r.choice(("and", "or")), tuple(condition_tree(r, depth - 1) for _ in range(r.randint(2, 3))))

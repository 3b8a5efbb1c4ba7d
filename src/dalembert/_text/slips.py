"""Corrections of common slips: notations of other programs, of LaTeX and of papers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Container, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from dalembert._expression.functions import CONSTANTS, FUNCTIONS
from dalembert._expression.tree import Name, Number
from dalembert._expression.written_tree import Apply

if TYPE_CHECKING:
    from dalembert._text.lexer import Token

DERIVATIVES = frozenset({"diff", "Diff", "derivative", "Derivative", "D", "d", "der", "ddt", "deriv"})
DOTS = {"\N{COMBINING DOT ABOVE}": "'", "\N{COMBINING DIAERESIS}": "''"}
CHOICE = "a choice is written if(condition, a, b)"
SPECIAL = (
    "this special function is not known: of a number write its value; else give it by samples under [tables],"
    " or by an integral, integral(f, u, a, b)"
)
INTEGRAL = (
    "an integral over u is written integral(f, u, a, b); one over the time of a motion is a state: declare"
    " it under [states] with its rate"
)
ELSEWHERE = (
    {  # functions of other programs, in small letters
        "heaviside": "a jump from 0 to 1 is written step(x)",
        "unitstep": "a jump from 0 to 1 is written step(x)",
        "pow": "a power is written x^2",
        "piecewise": CHOICE,
        "ifelse": CHOICE,
        "where": CHOICE,
        **dict.fromkeys(("gamma", "lgamma", "gammaln", "digamma", "beta"), SPECIAL),
        **dict.fromkeys(("besselj", "bessely", "besseli", "besselk", "jn", "yn", "j0", "j1"), SPECIAL),
        **dict.fromkeys(
            ("ellipk", "ellipe", "ellipf"), "an elliptic integral is written integral(f, u, a, b)"
        ),
        "expm1": "write exp(x) - 1",
        "log1p": "write log(1 + x)",
        "int": INTEGRAL,
        "integrate": INTEGRAL,
        "quad": INTEGRAL,
        "interp": "a function by samples is declared under [tables]",
        "interp1": "a function by samples is declared under [tables]",
        "interp1d": "a function by samples is declared under [tables]",
        "radians": "angles are in radians: write x*pi/180",
        "deg2rad": "angles are in radians: write x*pi/180",
        "cot": "write 1/tan(x)",
        "sec": "write 1/cos(x)",
        "csc": "write 1/sin(x)",
    }
    | {
        f"{name}d": f"angles are in radians: {name}(x) where x has the unit deg, else {name}(x*pi/180)"
        for name in ("sin", "cos", "tan")
    }
    | {f"{name}d": f"angles are in radians: write {name}(x)*180/pi" for name in ("asin", "acos", "atan")}
)
LONGEST = 80  # the most characters of a corrected expression in a message
_AFTER = frozenset({"number", "name", "'", ")", "]"})  # tokens that end an operand
_BEFORE = frozenset({"number", "name", "("})  # tokens that begin one
_WORDS = frozenset({"and", "or", "not"})


def with_products(tokens: Sequence[Token]) -> str:
    """The text of tokens with `*` between adjacent operands: 1/2 k x^2 is 1/2*k*x^2."""
    if len(tokens) > LONGEST:
        return ""
    written: list[str] = []
    for before, token in zip((None, *tokens), tokens, strict=False):
        if before is not None and _side_by_side(before, token):
            written.append("*")
        written.append(f" {token.text} " if token.kind in "+-" or token.text in _WORDS else token.text)
    text = "".join(written).strip()
    return text if len(text) <= LONGEST else ""


def _side_by_side(before: Token, token: Token) -> bool:
    if before.kind not in _AFTER or token.kind not in _BEFORE or {before.text, token.text} & _WORDS:
        return False
    return not (before.kind == "name" and token.kind == "(" and _may_be_called(before.text))


def _may_be_called(name: str) -> bool:
    """Whether a name before a bracket may be that of a function: a table, a signal; not m or k1."""
    return name in FUNCTIONS or len(name.rstrip("0123456789")) > 1


def with_argument(name: str, following: Sequence[Token]) -> str:
    """A function with its intended argument: sin x, sin^2(x)."""
    first = following[0]
    if first.kind in ("number", "name") and first.text not in _WORDS:
        primes = takewhile(lambda token: token.kind == "'", following[1:])
        return f"{name}({first.text}{''.join(token.text for token in primes)})"
    if first.kind == "^" and len(following) > 3 and following[1].kind == "number":
        power, argument = following[1].text, [token.text for token in following[2:5]]
        inner = argument[1] if argument[0] == "(" and argument[2:] == [")"] else "…"
        return f"{name}({inner})^{power}"
    return f"{name}(…)"


def of_latex(text: str, at: int) -> str:
    r"""The equivalent of a LaTeX command: \dot{x} is x', \theta is theta."""
    dot = re.compile(r"\\(d+)ot\s*\{?\s*\\?([A-Za-z]\w*)").match(text, at)
    if dot:
        return f"a time derivative is written {dot[2]}{chr(39) * len(dot[1])}"
    if text.startswith("\\frac", at):
        return "a fraction is written (a)/(b)"
    word = re.compile(r"\\([A-Za-z]+)").match(text, at)
    return f"write {word[1]} without the backslash" if word else "delete it"


def of_call(node: Apply, names: Container[str]) -> str:
    """The probable meaning of a call of an unknown function: diff(x, t), x(t)."""
    first, *others = node.arguments
    if node.name in DERIVATIVES and node.name not in names:
        by = next(
            (int(a.value) for a in others[1:] if isinstance(a, Number) and 0 < a.value < 3), len(others)
        )
        primes = "'" * min(max(by, 1), 2)
        if isinstance(first, Name):
            return f"a time derivative is written {first.name}{primes}"
        return f'give the expression a name under [definitions], such as z = "…", and write z{primes}'
    if isinstance(first, Name) and first.name == "t" and not others and node.name in names:
        return f"{node.name} is known to depend on time: write {node.name}"
    return ELSEWHERE.get(node.name.lower(), "") if node.name not in names else ""


def of_name(name: str, moving: Container[str], known: Collection[str]) -> str:
    """The probable meaning of an undeclared name: x_dot, ẋ, vx, θ for theta, sinx, e."""
    plain = unicodedata.normalize("NFD", name)
    for mark, primes in DOTS.items():
        base = unicodedata.normalize("NFC", plain.replace(mark, "", 1))
        for spelled in (base, "".join(map(_greek_name, base))):
            if mark in plain and spelled in moving:
                return f"a time derivative is written {spelled}{primes}"
    for base, primes in _derivatives_of(name):
        if base and base != name and base in moving:
            return f"a {'velocity' if primes == chr(39) else 'second derivative'} is written {base}{primes}"
    last = name.rpartition(".")[2]
    if last != name and last in CONSTANTS:
        return f"write {last} alone, without the name and the point before it"
    spelled = "".join(map(_greek_name, name))
    if spelled != name and spelled in known:
        return f"did you mean `{spelled}`?"
    function = next(
        (
            function_name
            for function_name in FUNCTIONS
            if name.startswith(function_name) and name[len(function_name) :] in known
        ),
        "",
    )
    if function:
        return f"write {function}({name[len(function) :]})"
    return "the exponential function is exp(x); e alone is not known" if name == "e" else ""


def _derivatives_of(name: str) -> list[tuple[str, str]]:
    """The names whose derivative a name may denote, with their primes."""
    return [
        (name.removesuffix("ddot").rstrip("_"), "''"),
        (name.removesuffix("dot").rstrip("_"), "'"),
        (name.removeprefix("ddot").lstrip("_"), "''"),
        (name.removeprefix("dot").lstrip("_"), "'"),
        (name.removeprefix("dd"), "''"),
        (name.removeprefix("d"), "'"),
        (name.removeprefix("v").lstrip("_"), "'"),
        (name.removesuffix("p").rstrip("_"), "'"),
        (name.removesuffix("_t"), "'"),
    ]


def _greek_name(letter: str) -> str:
    """The name of a Greek letter, as it is written out: theta, Omega."""
    words = unicodedata.name(letter, "").split()
    if words[:1] != ["GREEK"] or "LETTER" not in words or len(words) < 4:
        return letter
    return words[3].lower() if words[1] == "SMALL" else words[3].capitalize()

"""Equations known by hand, typed in many arrangements, with errors planted in them; read again with SymPy."""

import re
from dataclasses import dataclass
from random import Random

import sympy as sp
from sympy.parsing.sympy_parser import (
    implicit_multiplication_application,
    parse_expr,
    standard_transformations,
)

LETTERS = {"theta": r"\theta", "mu": r"\mu", "omega": r"\omega"}


@dataclass(frozen=True)
class Term:
    """A term without its sign, in the model language and in LaTeX."""

    sign: int
    text: str
    latex: str

    def over(self, latex, factor):
        """The term divided by one name."""
        made = rf"\frac{{{self.latex}}}{{{factor}}}" if latex else f"{self.text}/{factor}"
        return Term(self.sign, made, made)


@dataclass(frozen=True)
class Family:
    """A model and its equation of motion: what is solved for, its coefficients, and the other terms."""

    model: str
    solved: Term
    inertia: tuple[Term, ...]
    others: tuple[Term, ...]
    wrong: tuple[Term, ...]  # terms that do not belong there
    divisor: str


def _terms(*pairs):
    return tuple(Term(1 if text[0] != "-" else -1, text.lstrip("-"), tex) for text, tex in pairs)


def _model(parameters, coordinates, energy, extra=""):
    lines = ["format = 1", "[parameters]"]
    lines += [f"{name} = {value}" for name, value in parameters.items()]
    lines += ["[coordinates]", *(f"{name} = {{ start = {start} }}" for name, start in coordinates.items())]
    lines += ["[energy]", *(f'{name} = "{text}"' for name, text in energy.items()), extra]
    return "\n".join(lines)


FAMILIES = {
    "pendulum": Family(
        _model(
            {"m": 2, "l": 3, "g": 9.81, "c": 0.1, "k": 4},
            {"theta": 0.3},
            {
                "kinetic": "1/2*m*l^2*theta'^2",
                "potential": "-m*g*l*cos(theta) + 1/2*k*theta^2",
                "dissipation": "1/2*c*theta'^2",
            },
        ),
        Term(1, "theta''", r"\ddot{\theta}"),
        _terms(("m*l^2", "m l^2")),
        _terms(("c*theta'", r"c \dot{\theta}"), ("m*g*l*sin(theta)", r"m g l \sin\theta"), ("k*theta", r"k \theta")),
        _terms(("m*g", "m g"), ("-m*l*theta'^2", r"m l \dot{\theta}^2")),
        "m",
    ),
    "oscillator": Family(
        _model(
            {"m": 1, "k": 2, "b": 3, "c": 0.5, "A": 1.5, "w": 2},
            {"x": 0.2},
            {"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2 + 1/4*b*x^4", "dissipation": "1/2*c*x'^2"},
            '[work]\nx = "A*cos(w*t)"',
        ),
        Term(1, "x''", r"\ddot{x}"),
        _terms(("m", "m")),
        _terms(
            ("c*x'", r"c \dot{x}"), ("k*x", "k x"), ("b*x^3", "b x^3"), ("-A*cos(w*t)", r"A \cos(w t)")
        ),
        _terms(("c*x", "c x"), ("-b*x^2", "b x^2")),
        "m",
    ),
    "two masses": Family(
        _model(
            {"m": 2, "M": 1, "g": 9.81, "k": 2},
            {"x": 0.1},
            {"kinetic": "1/2*(m + M)*x'^2", "potential": "1/2*k*x^2 - m*g*x + M*g*x"},
        ),
        Term(1, "x''", r"\ddot{x}"),
        _terms(("m", "m"), ("M", "M")),
        _terms(("k*x", "k x"), ("-m*g", "m g"), ("M*g", "M g")),
        _terms(("k*x'", r"k \dot{x}"), ("-k", "k")),
        "g",
    ),
    "cart": Family(
        _model(
            {"m": 1, "M": 3, "l": 2, "g": 9.81, "k": 5, "c": 0.2},
            {"x": 0.1, "theta": 0.5},
            {
                "kinetic": "1/2*(m + M)*x'^2 + m*l*x'*theta'*cos(theta) + 1/2*m*l^2*theta'^2",
                "potential": "1/2*k*x^2 - m*g*l*cos(theta)",
                "dissipation": "1/2*c*x'^2",
            },
        ),
        Term(1, "x''", r"\ddot{x}"),
        _terms(("m", "m"), ("M", "M")),
        _terms(
            ("m*l*cos(theta)*theta''", r"m l \cos\theta \ddot{\theta}"),
            ("-m*l*sin(theta)*theta'^2", r"m l \sin\theta \dot{\theta}^2"),
            ("c*x'", r"c \dot{x}"),
            ("k*x", "k x"),
        ),
        _terms(("m*g", "m g"), ("-k*l", "k l")),
        "l",
    ),
}  # fmt: skip
WAYS = ("left", "moved", "doubled", "divided", "solved", "solved termwise")
ERRORS = ("sign", "factor", "missing", "extra", "function")


@dataclass(frozen=True)
class Typed:
    """A text as somebody typed it, how many errors are in it, and the right equation as an expression."""

    text: str
    errors: int
    right: sp.Expr


def typed(name, random: Random, way, errors, latex):
    """An equation of a family in some arrangement with so many errors."""
    family = FAMILIES[name]
    right = _sum([*_inertia(family), *family.others])
    inertia, others = list(family.inertia), list(family.others)
    random.shuffle(others)
    for _ in range(errors):
        _spoil(inertia, others, family, random)
    return Typed(_arranged(family, inertia, others, way, random, latex), errors, right)


def _inertia(family, of=None):
    return [
        Term(one.sign, f"{one.text}*{family.solved.text}", f"{one.latex} {family.solved.latex}")
        for one in of or family.inertia
    ]


def _spoil(inertia, others, family, random):
    """One error more; a term has at most one of them."""
    kind = random.choice(ERRORS)
    fresh = [k for k, one in enumerate(others) if one in family.others]
    k = random.choice(fresh)
    one = others[k]
    match kind:
        case "sign" if len(inertia) > 1 and inertia[-1] in family.inertia and random.random() < 0.3:
            inertia[-1] = Term(-inertia[-1].sign, inertia[-1].text, inertia[-1].latex)
        case "sign":
            others[k] = Term(-one.sign, one.text, one.latex)
        case "missing" if len(fresh) > 2:
            del others[k]
        case "extra":
            new = random.choice([each for each in family.wrong if each not in others] or [None])
            if new is None:
                others[k] = Term(one.sign, f"3*{one.text}", f"3 {one.latex}")
            else:
                others.insert(random.randrange(len(others) + 1), new)
        case "function" if "sin" in one.text or "cos" in one.text:
            swap = {"sin": "cos", "cos": "sin"}
            others[k] = Term(
                one.sign,
                re.sub("sin|cos", lambda m: swap[m[0]], one.text),
                re.sub("sin|cos", lambda m: swap[m[0]], one.latex),
            )
        case _:
            others[k] = Term(one.sign, f"2*{one.text}", f"2 {one.latex}")


def _arranged(family, inertia, others, way, random, latex):
    """The text of an equation; with LaTeX in LaTeX."""
    accelerated = _inertia(family, inertia)
    if len(inertia) > 1 and random.random() < 0.5:
        accelerated = [_times(inertia, family.solved)]
    every = [*accelerated, *others]
    match way:
        case "left":
            return f"{_text(every, latex)} = 0"
        case "moved":
            right = [one for one in others if random.random() < 0.5] or others[:1]
            left = [one for one in every if one not in right]
            return f"{_text(left, latex)} = {_text(_negative(right), latex)}"
        case "doubled":
            return (
                f"2*({_text(every, latex)}) = 0" if not latex else rf"2 \left({_text(every, True)}\right) = 0"
            )
        case "divided":
            divided = [one.over(latex, family.divisor) for one in every]
            return f"{_text(divided[:2], latex)} = {_text(_negative(divided[2:]), latex)}"
        case "solved":
            top, bottom = _text(_negative(others), latex), _text(inertia, latex)
            made = rf"\frac{{{top}}}{{{bottom}}}" if latex else f"({top})/({bottom})"
            return f"{family.solved.latex if latex else family.solved.text} = {made}"
    bottom = _text(inertia, latex)
    over = bottom if latex or (len(inertia) == 1 and "*" not in bottom) else f"({bottom})"
    divided = [one.over(latex, over) for one in _negative(others)]
    return f"{family.solved.latex if latex else family.solved.text} = {_text(divided, latex)}"


def _times(inertia, solved):
    return Term(
        1, f"({_text(inertia, False)})*{solved.text}", rf"\left({_text(inertia, True)}\right) {solved.latex}"
    )


def _negative(terms):
    return [Term(-one.sign, one.text, one.latex) for one in terms]


def _text(terms, latex):
    made = "".join(f" {'-' if t.sign < 0 else '+'} {t.latex if latex else t.text}" for t in terms).strip()
    return made.removeprefix("+ ") or "0"


def _sum(terms):
    return expression(_text(terms, False))


# -- reading with SymPy --------------------------------------------------------------------------------


def equation(text):
    """L − R of a text in the model language or in LaTeX."""
    left, right = text.split("=")
    return expression(left) - expression(right)


def expression(text):
    """The expression of a text in the model language or in LaTeX."""
    plain = _plain(text) if "\\" in text or "{" in text else text
    plain = re.sub(r"([A-Za-z]+)('+)", lambda m: f"{m[1]}_{'d' * len(m[2])}", plain).replace("^", "**")
    found = sorted(set(re.findall(r"[A-Za-z]\w*", plain)) - {"sin", "cos"})
    ways = (*standard_transformations, implicit_multiplication_application)
    return parse_expr(plain, {name: sp.Symbol(name) for name in found}, transformations=ways)


def _plain(latex):
    """LaTeX of fractions, dots, sines and Greek letters in the model language, with * between letters."""
    text = latex.replace(r"\left", "").replace(r"\right", "").replace("&", "")
    text = re.sub(
        r"\\d?dot\{\s*\\?([a-zA-Z]+)\s*\}", lambda m: f" {m[1]}{chr(39) * m[0].count('d', 0, 3)} ", text
    )
    while r"\frac" in text:
        at = text.rindex(r"\frac")
        top, after = _braces(text, at + len(r"\frac"))
        bottom, end = _braces(text, after)
        text = f"{text[:at]} (({top})/({bottom})) {text[end:]}"
    text = re.sub(r"\\(sin|cos)\s*(?:\\left)?\s*\\(theta)", r" \1(\2) ", text)
    text = text.replace("{", "(").replace("}", ")").replace("\\", " ")
    names = r"theta|sin|cos|[A-Za-z]"
    return re.sub(rf"({names})('*)", r" \1\2 ", text)


def _braces(text, at):
    """The content of the braces at a position, and where they end."""
    start = text.index("{", at)
    depth = 0
    for end in range(start, len(text)):
        depth += (text[end] == "{") - (text[end] == "}")
        if not depth:
            return text[start + 1 : end], end + 1
    raise ValueError(text)


def equivalent(a, b, random: Random, solved):
    """Whether two equations have the same solutions for an acceleration, at states with 30 digits."""
    names = sorted(a.free_symbols | b.free_symbols, key=str)
    symbol = sp.Symbol(solved)
    for _ in range(3):
        at = {name: sp.Rational(random.randint(100, 3000), 1009) for name in names}
        found = [_solution(each, symbol, at) for each in (a, b)]
        if None in found or abs(found[0] - found[1]) > sp.Float("1e-20") * (1 + abs(found[0])):
            return False
    return True


def _solution(each, symbol, at):
    """The value of an unknown that enters an equation linearly, or as a quotient of linear expressions."""
    top = sp.fraction(sp.together(each))[0]
    values = [sp.N(top.subs({**at, symbol: value}), 40) for value in (0, 1)]
    slope = values[1] - values[0]
    return None if abs(slope) < sp.Float("1e-25") else -values[0] / slope

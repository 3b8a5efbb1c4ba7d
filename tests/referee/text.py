"""The text of a model read without dalembert: TOML by tomllib, expressions by a small parser into SymPy.

Whole numbers stay whole, decimals are what float64 makes of them, as docs/model-file.md says. A function
with cases of time (step, abs, max, mod, …, a table) becomes a smooth expression with a constant of the piece,
such as a*(sign of a): `Piece` says how the constant follows from the time inside a piece.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import mpmath
import sympy
from mpmath import mpf

from .walk import value

TIME = sympy.Symbol("t")
FUNCTIONS: dict[str, Callable[..., sympy.Expr]] = {
    **{
        name: getattr(sympy, name)
        for name in (
            [
                "sin",
                "cos",
                "tan",
                "asin",
                "acos",
                "atan",
                "atan2",
                "sinh",
                "cosh",
                "tanh",
                "asinh",
                "acosh",
                "atanh",
                "exp",
                "log",
                "sqrt",
            ]
        )
    },
    "ln": sympy.log,
    "log10": lambda x: sympy.log(x) / sympy.log(10),
}
CASES = ("step", "abs", "sign", "min", "max", "floor", "mod")
TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[^\W\d]\w*)|(?P<sign>\*\*|[-+*/^(),']))"
)


@dataclass(frozen=True)
class Piece:
    """A constant of each piece of time: its symbol, and its value from the values of t and the parameters."""

    symbol: sympy.Symbol
    kind: str
    arguments: tuple[sympy.Expr, ...]

    def constant(self, names: Mapping[sympy.Symbol, mpf]) -> mpf:
        """Its value in the piece that the time in `names` lies in."""
        a, *rest = (value(one, names) for one in self.arguments)
        if self.kind == "step":
            return mpf(a >= 0)
        if self.kind in ("abs", "sign"):
            return mpf((a > 0) - (a < 0))
        if self.kind in ("min", "max"):
            return mpf(a > rest[0])
        return mpmath.floor(a / rest[0] if rest else a)


@dataclass(frozen=True)
class Table:
    """A line of each cell of a table of samples: intercept and slope."""

    intercept: sympy.Symbol
    slope: sympy.Symbol
    times: tuple[float, ...]
    values: tuple[float, ...]

    def line(self, t: mpf) -> tuple[mpf, mpf]:
        """The line through the two samples around t."""
        cell = sum(1 for one in self.times[1:-1] if one <= t)
        (t0, t1), (h0, h1) = (map(mpf, kept[cell : cell + 2]) for kept in (self.times, self.values))
        slope = (h1 - h0) / (t1 - t0)
        return h0 - slope * t0, slope


@dataclass
class Read:
    """A model: symbols, expressions of them, and the values of constants."""

    coordinates: dict[str, Mapping[str, Any]]
    states: dict[str, Mapping[str, Any]]
    velocity: dict[str, sympy.Symbol]
    kinetic: sympy.Expr
    potential: sympy.Expr
    dissipation: sympy.Expr
    work: dict[str, sympy.Expr]
    rates: dict[str, sympy.Expr]
    displacement: dict[str, sympy.Expr]
    flow: dict[str, sympy.Expr]
    simulate: Mapping[str, Any]
    constants: dict[sympy.Symbol, mpf] = field(default_factory=dict)
    pieces: list[Piece] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)


class Reader:
    """Reads one text; names are resolved when an expression needs them."""

    def __init__(self, text: str, files: Mapping[str, str]) -> None:
        self.sections = tomllib.loads(text)
        self.files = files
        self.constants: dict[sympy.Symbol, mpf] = {}
        self.pieces: list[Piece] = []
        self.tables: list[Table] = []
        self.known: dict[str, sympy.Expr] = {"t": TIME, "pi": sympy.pi}
        self.velocity = {name: sympy.Symbol(f"{name}'") for name in self.sections.get("coordinates", {})}

    def read(self) -> Read:
        """The whole model."""
        energy, constraints = self.sections.get("energy", {}), self.sections.get("constraints", {})
        states = self.sections.get("states", {})
        return Read(
            coordinates=self.sections.get("coordinates", {}),
            states=states,
            velocity=self.velocity,
            kinetic=self.total(energy.get("kinetic", 0)),
            potential=self.total(energy.get("potential", 0)),
            dissipation=self.total(energy.get("dissipation", 0)),
            work=self.each(self.sections.get("work", {})),
            rates={name: self.expression(entry["rate"]) for name, entry in states.items()},
            displacement=self.each(constraints.get("displacement", {})),
            flow=self.each(constraints.get("flow", {})),
            simulate=self.sections.get("simulate", {}),
            constants=self.constants,
            pieces=self.pieces,
            tables=self.tables,
        )

    def each(self, entries: Mapping[str, Any]) -> dict[str, sympy.Expr]:
        """The expressions of a section."""
        return {name: self.expression(entry) for name, entry in entries.items()}

    def total(self, entry: Any) -> sympy.Expr:
        """An energy: one expression, or the sum of named ones."""
        terms = entry.values() if isinstance(entry, Mapping) else (entry,)
        return sympy.Add(*(self.expression(term) for term in terms))

    def expression(self, entry: Any) -> sympy.Expr:
        """A number, a text, or the `value` of a table."""
        if isinstance(entry, Mapping):
            entry = entry["value"]
        return Parser(self, entry).whole() if isinstance(entry, str) else self.number(entry)

    def number(self, given: float) -> sympy.Expr:
        """A whole number as it is, a decimal as a constant with the value of its float64."""
        if isinstance(given, int) or (float(given).is_integer() and abs(given) < 1e6):
            return sympy.Integer(int(given))
        symbol = sympy.Symbol(f"constant {float(given)!r}", positive=given > 0)
        self.constants[symbol] = mpf(float(given))
        return symbol

    def name(self, name: str) -> sympy.Expr:
        """What a name stands for."""
        if name not in self.known:
            self.known[name] = self.resolved(name)
        return self.known[name]

    def resolved(self, name: str) -> sympy.Expr:
        """A coordinate or a state is a symbol; parameters, definitions and inputs are their expressions."""
        sections = self.sections
        if name in sections.get("coordinates", {}) or name in sections.get("states", {}):
            return sympy.Symbol(name)
        for section in ("parameters", "definitions", "inputs"):
            if name in sections.get(section, {}):
                entry = sections[section][name]
                if isinstance(entry, Mapping) and "table" in entry:
                    return self.table(name, entry)
                return self.expression(entry)
        message = f"`{name}` is not declared"
        raise ValueError(message)

    def rate(self, name: str) -> sympy.Expr:
        """The total time derivative of a name."""
        expression = self.name(name)
        found = sympy.diff(expression, TIME)
        for one, velocity in self.velocity.items():
            found += sympy.diff(expression, sympy.Symbol(one)) * velocity
        return found

    def cases(self, kind: str, arguments: list[sympy.Expr]) -> sympy.Expr:
        """A function with cases, as an expression with a constant of the piece."""
        if kind in ("min", "max") and len(arguments) > 2:
            arguments = [arguments[0], self.cases(kind, arguments[1:])]
        piece = Piece(sympy.Symbol(f"piece {len(self.pieces)}"), kind, tuple(arguments))
        self.pieces.append(piece)
        a, b = arguments[0], arguments[-1]
        return {
            "step": piece.symbol,
            "sign": piece.symbol,
            "floor": piece.symbol,
            "abs": a * piece.symbol,
            "mod": a - b * piece.symbol,
            "max": b + piece.symbol * (a - b),
            "min": a + piece.symbol * (b - a),
        }[kind]

    def table(self, name: str, entry: Mapping[str, Any]) -> sympy.Expr:
        """Samples that are joined by lines."""
        if entry.get("interpolate", "linear") != "linear":
            message = "only tables joined by lines are read here"
            raise ValueError(message)
        lines = [one for one in self.files[entry["table"]].splitlines() if not one.lstrip().startswith("#")]
        rows = list(csv.DictReader(io.StringIO("\n".join(lines))))
        table = Table(
            sympy.Symbol(f"{name} intercept"),
            sympy.Symbol(f"{name} slope"),
            tuple(float(row[entry["time"]]) for row in rows),
            tuple(float(row[entry["column"]]) for row in rows),
        )
        self.tables.append(table)
        return table.intercept + table.slope * TIME


class Parser:
    """expression = term {+|- term}; term = unary {*|/ unary}; unary = [-|+] unary | power; power = atom [^ unary]."""

    def __init__(self, reader: Reader, text: str) -> None:
        self.reader = reader
        self.tokens = []
        end = 0
        text = text.strip()
        while end < len(text):
            found = TOKEN.match(text, end)
            if not found:
                message = f"cannot read {text[end:]!r}"
                raise ValueError(message)
            self.tokens.append((found.lastgroup, found[found.lastgroup or 0]))
            end = found.end()
        self.at = 0

    def whole(self) -> sympy.Expr:
        """The expression of the whole text."""
        found = self.sum()
        if self.at < len(self.tokens):
            message = f"cannot read {self.tokens[self.at :]}"
            raise ValueError(message)
        return found

    def accept(self, *signs: str) -> str | None:
        """The next token if it is one of the signs."""
        if self.at < len(self.tokens) and self.tokens[self.at][1] in signs:
            self.at += 1
            return self.tokens[self.at - 1][1]
        return None

    def expect(self, sign: str) -> None:
        """The next token must be the sign."""
        if not self.accept(sign):
            message = f"`{sign}` is missing"
            raise ValueError(message)

    def sum(self) -> sympy.Expr:
        """Terms with + and -."""
        found = self.product()
        while sign := self.accept("+", "-"):
            other = self.product()
            found = found + other if sign == "+" else found - other
        return found

    def product(self) -> sympy.Expr:
        """Factors with * and /."""
        found = self.unary()
        while sign := self.accept("*", "/"):
            other = self.unary()
            found = found * other if sign == "*" else found / other
        return found

    def unary(self) -> sympy.Expr:
        """A sign before a power."""
        if sign := self.accept("+", "-"):
            return self.unary() if sign == "+" else -self.unary()
        base = self.atom()
        if self.accept("^", "**"):
            return base ** self.unary()
        return base

    def atom(self) -> sympy.Expr:
        """A number, a name, a function, or an expression in brackets."""
        if self.accept("("):
            found = self.sum()
            self.expect(")")
            return found
        kind, token = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            whole = re.fullmatch(r"\d+", token)
            return self.reader.number(int(token) if whole else float(token))
        if kind != "name":
            message = f"unexpected {token!r}"
            raise ValueError(message)
        if token == "dot":
            self.expect("(")
            found = self.reader_rate()
            self.expect(")")
            return found
        if token in FUNCTIONS or token in CASES:
            self.expect("(")
            arguments = [self.sum()]
            while self.accept(","):
                arguments.append(self.sum())
            self.expect(")")
            return FUNCTIONS[token](*arguments) if token in FUNCTIONS else self.reader.cases(token, arguments)
        if self.accept("'"):
            return self.reader.rate(token)
        return self.reader.name(token)

    def reader_rate(self) -> sympy.Expr:
        """The rate of the name that comes next."""
        self.at += 1
        return self.reader.rate(self.tokens[self.at - 1][1])


def read(text: str, files: Mapping[str, str] | None = None) -> Read:
    """The model of a text and of the tables beside it."""
    return Reader(text, files or {}).read()

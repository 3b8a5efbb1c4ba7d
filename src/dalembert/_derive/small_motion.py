"""Small motions about an equilibrium, in symbols: M x'' + C x' + K x = 0 and the natural frequencies.

One degree of freedom:   ω₀ = √(K/M),   δ = C/(2M)
Two, undamped:           ω² = p ∓ √(p² − q),   q = det K/det M,
                         p = (M₁₁K₂₂ + M₂₂K₁₁ − M₁₂K₂₁ − M₂₁K₁₂)/(2 det M)

The equilibrium is found numerically elsewhere. It is used here where it has a closed form: coordinates that
are zero or a simple fraction of π, and others for which linear equations are solved.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import symengine as se

from dalembert._derive.eliminate import Elimination
from dalembert._derive.equations import Equations, Matrix
from dalembert._derive.from_symengine import NotReal
from dalembert._derive.identity import is_zero
from dalembert._derive.solved_form import FreeEquations, free_equations, length
from dalembert._derive.to_symengine import Kink, Symbolic, symbol
from dalembert._expression.evaluate import evaluate
from dalembert._expression.tree import Call, Node

NEAR = 1e-9  # distance of a coordinate from a simple angle
PARTS = 12  # denominators of π
MOST = 4  # the most coordinates whose matrices are shown in symbols
LONGEST_FREQUENCY = 36  # names and numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallMotion:
    """The equilibrium, M, C and K there, natural frequencies and the decay rate of one damped coordinate."""

    names: tuple[str, ...]
    equilibrium: tuple[tuple[str, Node], ...]
    M: Matrix
    C: Matrix
    K: Matrix
    frequencies: tuple[Node, ...] = ()  # ω of each mode, from the lowest
    decay: Node | None = None  # δ


def value_of(node: Node, parameters: Mapping[str, float]) -> float:
    """An expression of parameters as a number."""
    return evaluate(node, {(name, 0): value for name, value in parameters.items()})


def values_of(rows: Matrix, parameters: Mapping[str, float]) -> list[list[float]]:
    """A matrix of expressions of parameters as numbers."""
    return [[value_of(node, parameters) for node in row] for row in rows]


def small_motion(
    derived: Equations, elimination: Elimination | None, at: Mapping[str, float]
) -> SmallMotion | None:
    """The linear equations about an equilibrium given by numbers; None where it has no closed form."""
    free = free_equations(derived, elimination)
    if free is None or not 0 < len(free.names) <= MOST:
        return None
    bench = free.bench
    moving = {symbol(name, order) for name in free.names for order in range(3)}
    if any(not bench.is_parameter(s) for row in free.left for s in bench.free_symbols(row) - moving):
        return None  # the equations contain time, inputs or states
    at_rest = {symbol(name, order): se.Integer(0) for name in free.names for order in (1, 2)}
    try:
        point = _place(free, at_rest, at)
        if point is None:
            return None
        whole = at_rest | point

        def slopes(order: int) -> list[list[Symbolic]]:
            return [
                [
                    bench.tidy(bench.put_in(bench.diff(row, symbol(name, order)), whole, smooth=True))
                    for name in free.names
                ]
                for row in free.left
            ]

        K, C, M = (slopes(order) for order in range(3))
        return SmallMotion(
            names=free.names,
            equilibrium=tuple((name, bench.tree(point[symbol(name)])) for name in free.names),
            M=bench.matrix(M),
            C=bench.matrix(C),
            K=bench.matrix(K),
            frequencies=_frequencies(free, M, C, K),
            decay=_decay(free, M, C),
        )
    except (Kink, NotReal):
        return None


def _place(
    free: FreeEquations, at_rest: dict[Symbolic, Symbolic], at: Mapping[str, float]
) -> dict[Symbolic, Symbolic] | None:
    """The coordinates of the equilibrium as expressions, at which all forces vanish."""
    bench = free.bench
    named = {symbol(name): _simple_angle(at[name]) for name in free.names}
    point = {x: value for x, value in named.items() if value is not None}
    forces = [bench.put_in(row, at_rest | point) for row in free.left]
    unknown = [x for x in named if x not in point]
    for x in unknown:
        for force in forces:
            factor = bench.diff(force, x)
            others = (bench.free_symbols(factor) | bench.free_symbols(force)) & set(unknown)
            if factor != 0 and others == {x} and x not in bench.free_symbols(factor):
                point[x] = bench.tidy(x - force / factor)
                break
        else:
            return None
    in_balance = all(is_zero(bench.put_in(force, point)) for force in forces)
    return point if in_balance else None


def _simple_angle(value: float) -> Symbolic | None:
    """Zero or a simple fraction of π; None for any other number."""
    if abs(value) < NEAR:
        return se.Integer(0)
    part = Fraction(value / math.pi).limit_denominator(PARTS)
    if part and abs(value - float(part) * math.pi) < NEAR * max(1.0, abs(value)):
        return se.Rational(part.numerator, part.denominator) * se.pi
    return None


def _frequencies(
    free: FreeEquations, M: list[list[Symbolic]], C: list[list[Symbolic]], K: list[list[Symbolic]]
) -> tuple[Node, ...]:
    """The natural frequencies where they are short; they are ordered by their numbers elsewhere."""
    bench, n = free.bench, len(M)
    coupled = any(
        i != j and (M[i][j] != 0 or K[i][j] != 0 or C[i][j] != 0) for i in range(n) for j in range(n)
    )
    squares: list[Symbolic] = []
    if not coupled and n <= 2:
        squares = [bench.tidy(K[i][i] / M[i][i]) for i in range(n) if M[i][i] != 0]
    elif n == 2 and all(entry == 0 for row in C for entry in row):
        (a, b), (c, d) = M
        (e, f), (g, h) = K
        inertia = bench.tidy(a * d - b * c)
        if inertia == 0:
            return ()
        p = bench.tidy(bench.tidy(a * h + d * e - b * g - c * f) / (2 * inertia))
        q = bench.tidy(bench.tidy(e * h - f * g) / inertia)
        root = _root(bench.tidy(p**2 - q))
        squares = [p - root, p + root]
    made = [Call("sqrt", (bench.read(square),)) for square in squares if square != 0]
    short = len(made) == len(squares) and all(length(node) <= LONGEST_FREQUENCY for node in made)
    return tuple(made) if short else ()


def _root(square: Symbolic) -> Symbolic:
    """The root of a product, factor by factor as if all were positive; numbers verify it later."""
    if type(square) is se.Mul:
        return se.Mul(*(_root(part) for part in square.args))
    if type(square) is se.Pow and square.args[1].is_Integer:
        base, exponent = square.args
        return base ** (exponent / se.Integer(2))
    return se.sqrt(square)


def _decay(free: FreeEquations, M: list[list[Symbolic]], C: list[list[Symbolic]]) -> Node | None:
    """δ = C/(2M) of a single coordinate that is damped."""
    if len(M) != 1 or C[0][0] == 0 or M[0][0] == 0:
        return None
    return free.bench.tree(C[0][0] / (2 * M[0][0]))

"""Whether two expressions are identical, decided symbolically.

The numerator of the difference is brought to a polynomial in its atoms: tan is sin/cos, sines and
cosines of sums and of rational multiples of an angle are written out, sin² becomes 1 − cos². It
vanishes where the expressions agree, as far as other functions are independent of one another.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from random import Random

import symengine as se

from dalembert._derive.to_symengine import Engine, Symbolic
from dalembert._expression.tree import Node
from dalembert._model.records import Model
from dalembert._model.survey import survey

ROUNDING = 1e-12
MOST_TURNS = 40  # multiples of an angle that are written out


def is_identical(a: Node, b: Node) -> bool:
    """Whether a − b is zero for all values of its names."""
    plain = Model()
    engine = Engine(plain, survey(plain))
    return equal(engine.build(a), engine.build(b))


def equal(a: Symbolic, b: Symbolic) -> bool:
    """Whether two expressions are identical up to the rounding of decimals in them."""
    return is_zero(a - b, (a, b))


def is_zero(expression: Symbolic, of: tuple[Symbolic, ...] = ()) -> bool:
    """Whether an expression vanishes identically; `of` are the terms it is a sum of, for their rounding.

    It is first evaluated at random points, where most expressions that are not zero differ from it.
    """
    if any(_differs(expression, of, seed) for seed in range(3)):
        return False
    tangents = {t: se.sin(t.args[0]) / se.cos(t.args[0]) for t in expression.atoms(se.tan)}
    whole = se.expand((expression.xreplace(tangents) if tangents else expression).as_numer_denom()[0])
    waves = whole.atoms(se.sin, se.cos)
    parts = _basic_angles(waves)
    whole = se.expand(whole.xreplace({wave: _spread(wave, parts) for wave in waves}))
    while True:
        squares = {
            power: (1 - se.cos(power.args[0].args[0]) ** 2) * power.args[0] ** (power.args[1] - 2)
            for power in whole.atoms(se.Pow)
            if type(power.args[0]) is se.sin and power.args[1].is_Integer and power.args[1] >= 2
        }
        if not squares:
            decimals = [abs(float(x)) for part in (expression, *of) for x in part.atoms(se.RealDouble)]
            return _vanishes(whole, max(decimals, default=0.0))
        whole = se.expand(whole.xreplace(squares))


def _differs(expression: Symbolic, of: tuple[Symbolic, ...], seed: int) -> bool:
    """Whether the expression is clearly not zero at a random point."""
    random = Random(seed)
    names = sorted(str(name) for name in expression.free_symbols)
    point = {se.Symbol(name): se.RealDouble(random.uniform(0.2, 1.2)) for name in names}
    terms = expression.args if type(expression) is se.Add else (expression,)
    values = [_value(term, point) for term in terms]
    numbers = [v for v in values if v is not None]
    sizes = [abs(v) for v in (_value(part, point) for part in of) if v is not None]
    if len(numbers) < len(values) or len(sizes) < len(of):
        return False
    return abs(sum(numbers)) > max(1e-7 * sum(map(abs, numbers)), ROUNDING * sum(sizes))


def _value(term: Symbolic, point: dict[Symbolic, Symbolic]) -> float | None:
    """The real value of a term at a point; None where it has none or is not computed."""
    value = term.xreplace(point)
    value = value.n(53) if not value.is_Number else value
    if not value.is_Number or not isinstance(
        value, se.RealDouble | se.ComplexDouble | se.Integer | se.Rational
    ):
        return None
    number = complex(value)  # exact logarithms evaluate with an imaginary rounding error
    return number.real if abs(number.imag) <= ROUNDING * abs(number.real) else None


def _vanishes(whole: Symbolic, decimals: float) -> bool:
    """Whether an expression is zero up to the rounding of decimals in it."""
    if whole == 0:
        return True
    terms = whole.args if type(whole) is se.Add else (whole,)
    factors = [next((f for f in (t.args or (t,)) if isinstance(f, se.RealDouble)), None) for t in terms]
    return all(factor is not None and abs(float(factor)) < ROUNDING * decimals for factor in factors)


def _turns(part: Symbolic) -> tuple[Symbolic, Fraction]:
    """A part of an angle as basic angle and rational multiple."""
    factor = part.args[0] if type(part) is se.Mul else None
    if factor is not None and factor.is_Rational:
        multiple = Fraction(int(factor.p), int(factor.q))
        return part / factor, multiple
    return part, Fraction(1)


def _parts(wave: Symbolic) -> list[tuple[Symbolic, Fraction]]:
    argument = se.expand(wave.args[0])
    return [_turns(part) for part in (argument.args if type(argument) is se.Add else (argument,))]


def _basic_angles(waves: set[Symbolic]) -> dict[Symbolic, int]:
    """For each angle the denominator that makes all its multiples whole."""
    common: dict[Symbolic, int] = {}
    for wave in waves:
        for angle, multiple in _parts(wave):
            common[angle] = lcm(common.get(angle, 1), multiple.denominator)
    return common


def _spread(wave: Symbolic, common: dict[Symbolic, int]) -> Symbolic:
    """A sine or cosine expanded by the addition theorems into those of the basic angles."""
    sine, cosine = se.Integer(0), se.Integer(1)
    for angle, multiple in _parts(wave):
        count = multiple * common[angle]
        basic = angle / common[angle]
        if abs(count) > MOST_TURNS:
            return wave
        s, c = se.sin(basic), se.cos(basic)
        s = s if count > 0 else -s
        for _ in range(abs(int(count))):
            sine, cosine = se.expand(sine * c + cosine * s), se.expand(cosine * c - sine * s)
    return sine if type(wave) is se.sin else cosine

"""Functions of time Σ τ^k e^(στ) (c cos ωτ + s sin ωτ), τ = t − t0, in fifty digits.

These are the functions that linear equations with constant coefficients produce of themselves, so that an
input of this kind is one more linear equation.
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal, localcontext
from functools import lru_cache
from itertools import product

DIGITS = 50
CONTEXT = Context(prec=DIGITS, rounding=ROUND_HALF_EVEN)
ZERO, ONE, HALF = Decimal(0), Decimal(1), Decimal("0.5")
Key = tuple[int, Decimal, Decimal]  # k, σ and ω ≥ 0
TimeFunction = dict[Key, tuple[Decimal, Decimal]]  # c and s
CONSTANT: Key = (0, ZERO, ZERO)
LINE: Key = (1, ZERO, ZERO)


def constant(value: Decimal) -> TimeFunction:
    """A constant."""
    return {CONSTANT: (value, ZERO)} if value else {}


def time_since(start: Decimal) -> TimeFunction:
    """The time t itself, of which τ is what has passed since a start."""
    return constant(start) | {LINE: (ONE, ZERO)}


def plus(one: TimeFunction, other: TimeFunction) -> TimeFunction:
    """A sum."""
    total = dict(one)
    for key, (c, s) in other.items():
        _add(total, key, c, s)
    return total


def multiple(one: TimeFunction, factor: Decimal) -> TimeFunction:
    """A multiple."""
    return {key: (c * factor, s * factor) for key, (c, s) in one.items()} if factor else {}


def times(one: TimeFunction, other: TimeFunction) -> TimeFunction:
    """A product."""
    total: TimeFunction = {}
    for ((k, sigma, omega), (c, s)), ((j, rho, nu), (d, r)) in product(one.items(), other.items()):
        power, rate = k + j, sigma + rho
        _add(total, (power, rate, omega + nu), HALF * (c * d - s * r), HALF * (s * d + c * r))
        apart, sine = omega - nu, HALF * (s * d - c * r)
        _add(total, (power, rate, abs(apart)), HALF * (c * d + s * r), sine if apart > 0 else -sine)
    return total


def _add(total: TimeFunction, key: Key, c: Decimal, s: Decimal) -> None:
    """Add one term to a sum; a sine of frequency zero is none."""
    s = s if key[2] else ZERO
    if key in total:
        c, s = c + total[key][0], s + total[key][1]
    if c or s:
        total[key] = c, s
    else:
        total.pop(key, None)


def line_of(one: TimeFunction) -> tuple[Decimal, Decimal] | None:
    """Value at τ = 0 and slope of a straight line; None of another function."""
    if one.keys() - {CONSTANT, LINE}:
        return None
    return one.get(CONSTANT, (ZERO, ZERO))[0], one.get(LINE, (ZERO, ZERO))[0]


def exponential(value: Decimal, slope: Decimal) -> TimeFunction:
    """The exponential of a line."""
    return {(0, slope, ZERO): (value.exp(), ZERO)}


def sine(value: Decimal, slope: Decimal) -> TimeFunction:
    """The sine of a line: sin(a + b τ) = sin a cos b τ + cos a sin b τ."""
    s, c = sine_and_cosine(value)
    return _harmonic(slope, s, c)


def cosine(value: Decimal, slope: Decimal) -> TimeFunction:
    """The cosine of a line."""
    s, c = sine_and_cosine(value)
    return _harmonic(slope, c, -s)


def _harmonic(slope: Decimal, c: Decimal, s: Decimal) -> TimeFunction:
    total: TimeFunction = {}
    _add(total, (0, ZERO, abs(slope)), c, s if slope > 0 else -s)
    return total


@lru_cache(maxsize=1)
def pi() -> Decimal:
    """π to more digits than are used, by Machin's formula in whole numbers."""
    scale: int = 10 ** (3 * DIGITS)

    def arctangent(inverse: int) -> int:
        term = total = scale // inverse
        k, sign = 1, 1
        while term:
            term //= inverse * inverse
            k, sign = k + 2, -sign
            total += sign * (term // k)
        return total

    with localcontext(Context(prec=2 * DIGITS)):
        return Decimal(4 * (4 * arctangent(5) - arctangent(239))) / Decimal(scale)


@lru_cache(maxsize=1024)
def sine_and_cosine(x: Decimal) -> tuple[Decimal, Decimal]:
    """Sine and cosine by their series, of a number brought near to zero."""
    with localcontext(Context(prec=2 * DIGITS)):
        turn = 2 * pi()
        x -= turn * (x / turn).to_integral_value()
        term, k, sums = ONE, 0, [ZERO, ZERO]
        while not k or abs(term) > Decimal(10) ** -(DIGITS + 10):
            sums[k % 2] += term if k % 4 < 2 else -term
            k += 1
            term = term * x / k
    return CONTEXT.plus(sums[1]), CONTEXT.plus(sums[0])

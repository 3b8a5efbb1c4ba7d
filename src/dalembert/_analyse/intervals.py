"""A tape evaluated on intervals: bounds that hold for all arguments in a box, for many boxes at once.

    [a, b] + [c, d] = [a + c, b + d],   sin [a, b] = [min sin, max sin],   …   rounded outwards

Every operation encloses all values that it takes on its operands. Where an operation is not defined on a part
of a box, the bounds are those of the other part.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._tape.tape import ARGUMENT, CONSTANT, Tape

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
ULPS = 8 * np.finfo(float).eps  # more than any function of a mathematical library is off by
TINY = np.finfo(float).tiny
JUMPING = frozenset({"sign", "floor", "lt", "le", "eq", "ne", "not", "and", "or", "if_else_zero"})


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds of a quantity in many boxes."""

    low: Array
    high: Array


@dataclass(frozen=True, slots=True, eq=False)
class Bounds:
    """Bounds of results (boxes, entries), and where operations are defined in a part or nowhere of a box."""

    low: Array
    high: Array
    partly: Mask
    nowhere: Mask


def jumps(tape: Tape, by: str = "") -> bool:
    """Whether a tape has operations whose value jumps; with `by`, such as depend on this argument."""
    moved: list[bool] = []
    for one in tape.instructions:
        if one.operation == ARGUMENT:
            moved.append(not by or tape.arguments[one.operands[0]].name == by)
        else:
            moved.append(any(moved[k] for k in one.operands))
        if moved[-1] and one.operation in JUMPING:
            return True
    return False


def bounds_of(tape: Tape, entries: Sequence[int]) -> Callable[[Array, Array], Bounds]:
    """What gives the bounds of some entries of the first result of a tape, for boxes (low, high) of z."""
    chosen = [tape.results[0].slots[k] for k in entries]
    needed = _needed_slots(tape, chosen)
    repeated = _repeated_factors(tape)

    def bounds(low: Array, high: Array) -> Bounds:
        domain, slots = _Domain(len(low)), dict[int, Interval]()
        with np.errstate(all="ignore"):
            for k in needed:
                one = tape.instructions[k]
                if one.operation == ARGUMENT:
                    column = one.operands[1]
                    slots[k] = Interval(low[:, column], high[:, column])
                elif one.operation == CONSTANT:
                    number = np.full(len(low), one.number)
                    slots[k] = Interval(number, number)
                else:
                    slots[k] = _value(one.operation, [slots[i] for i in one.operands], domain)
                    if k in repeated:
                        slots[k] = _common(slots[k], _monomial(repeated[k], slots))
        low, high = (np.stack([end(slots[k]) for k in chosen], axis=1) for end in (_low, _high))
        return Bounds(low, high, domain.partly, domain.nowhere)

    return bounds


def _low(x: Interval) -> Array:
    return x.low


def _high(x: Interval) -> Array:
    return x.high


def _needed_slots(tape: Tape, chosen: Sequence[int]) -> list[int]:
    """The slots that some slots are computed from, and themselves, in their order."""
    needed, waiting = set[int](), list(chosen)
    while waiting:
        k = waiting.pop()
        if k not in needed:
            needed.add(k)
            if tape.instructions[k].operation != ARGUMENT:
                waiting += tape.instructions[k].operands
    return sorted(needed)


def _repeated_factors(tape: Tape) -> dict[int, dict[int, int]]:
    """Products and quotients in which a factor occurs more than once, as powers of slots.

    1/x/x = x⁻² has one sign, which the product of two quotients does not show.
    """
    factors: list[dict[int, int]] = []
    repeated: dict[int, dict[int, int]] = {}
    for k, one in enumerate(tape.instructions):
        powers: dict[int, int] = {k: 1}
        if one.operation in SIGNS:
            powers = {}
            for operand, sign in zip(one.operands, SIGNS[one.operation], strict=False):
                for slot, power in factors[operand].items():
                    powers[slot] = powers.get(slot, 0) + sign * power
            if any(abs(power) > 1 for power in powers.values()):
                repeated[k] = powers
        factors.append(powers)
    return repeated


SIGNS: Mapping[str, tuple[int, ...]] = {"mul": (1, 1), "div": (1, -1), "inv": (-1,), "sq": (2,)}


def _monomial(powers: Mapping[int, int], slots: Mapping[int, Interval]) -> Interval:
    """A product of powers of slots."""
    one = np.ones_like(slots[min(powers)].low)
    product, elsewhere = Interval(one, one), _Domain(len(one))
    for slot, power in powers.items():
        exponent = np.full_like(one, float(power))
        product = multiply(product, _power([slots[slot], Interval(exponent, exponent)], elsewhere))
    return product


def _common(x: Interval, y: Interval) -> Interval:
    """The bounds that both say."""
    return Interval(np.maximum(x.low, y.low), np.minimum(x.high, y.high))


class _Domain:
    """Where operations so far are defined in a part of a box only, and where nowhere in it."""

    def __init__(self, count: int) -> None:
        self.partly, self.nowhere = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)

    def within(self, x: Interval, least: float, most: float = np.inf) -> Interval:
        """The part of an interval in the domain of a function."""
        self.partly |= (x.low < least) | (x.high > most)
        self.nowhere |= (x.high < least) | (x.low > most)
        return Interval(np.clip(x.low, least, most), np.clip(x.high, least, most))


def outward(low: Array, high: Array) -> Interval:
    """Bounds that contain what rounding took away; an unknown bound is infinite."""
    low, high = np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)
    return Interval(low - ULPS * np.abs(low) - TINY, high + ULPS * np.abs(high) + TINY)


def add(x: Interval, y: Interval) -> Interval:
    """X + y."""
    return outward(x.low + y.low, x.high + y.high)


def subtract(x: Interval, y: Interval) -> Interval:
    """X − y."""
    return outward(x.low - y.high, x.high - y.low)


def multiply(x: Interval, y: Interval) -> Interval:
    """X y, where 0 · ∞ = 0."""
    ends = [_product(a, b) for a in (x.low, x.high) for b in (y.low, y.high)]
    return outward(np.minimum.reduce(ends), np.maximum.reduce(ends))


def _product(a: Array, b: Array) -> Array:
    return np.where((a == 0) | (b == 0), 0.0, a * b)


def _value(operation: str, operands: list[Interval], domain: _Domain) -> Interval:
    """The bounds of an operation."""
    if operation in RISING:
        least, most, function = RISING[operation]
        x = domain.within(operands[0], least, most)
        return outward(function(x.low), function(x.high))
    if operation in LIMITED:
        return LIMITED[operation](operands, domain)
    return PLAIN[operation](*operands)


RISING: Mapping[str, tuple[float, float, Callable[[Array], Array]]] = {  # on their domains
    "sqrt": (0.0, np.inf, np.sqrt),
    "exp": (-np.inf, np.inf, np.exp),
    "log": (0.0, np.inf, np.log),
    "asin": (-1.0, 1.0, np.arcsin),
    "atan": (-np.inf, np.inf, np.arctan),
    "sinh": (-np.inf, np.inf, np.sinh),
    "tanh": (-np.inf, np.inf, np.tanh),
    "asinh": (-np.inf, np.inf, np.arcsinh),
    "acosh": (1.0, np.inf, np.arccosh),
    "atanh": (-1.0, 1.0, np.arctanh),
}


def _negative(x: Interval) -> Interval:
    return Interval(-x.high, -x.low)


def _even(x: Interval, function: Callable[[Array], Array]) -> Interval:
    """An even function that rises from zero on."""
    a, b = function(np.abs(x.low)), function(np.abs(x.high))
    crossing = (x.low <= 0) & (x.high >= 0)
    least = np.where(crossing, function(np.zeros_like(a)), np.minimum(a, b))
    made = outward(least, np.maximum(a, b))
    return Interval(np.where(least >= 0, np.maximum(made.low, 0.0), made.low), made.high)


def _inverse(x: Interval, domain: _Domain) -> Interval:
    across = (x.low < 0) & (x.high > 0)
    domain.partly |= (x.low <= 0) & (x.high >= 0)
    domain.nowhere |= (x.low == 0) & (x.high == 0)
    low = np.where(across | (x.high == 0), -np.inf, 1 / x.high)
    high = np.where(across | (x.low == 0), np.inf, 1 / x.low)
    return outward(low, high)


def _cosine(x: Interval) -> Interval:
    """cos, which is 1 at even and −1 at odd multiples of π."""
    a, b = np.cos(x.low), np.cos(x.high)
    long = ~(x.high - x.low < 2 * np.pi) | (np.maximum(np.abs(x.low), np.abs(x.high)) > 1e8)
    first, last = x.low / np.pi - 1e-6, x.high / np.pi + 1e-6
    even, odd = 2 * np.ceil(first / 2), 2 * np.ceil((first - 1) / 2) + 1
    made = outward(np.minimum(a, b), np.maximum(a, b))
    low = np.where(long | (odd <= last), -1.0, np.maximum(made.low, -1.0))
    high = np.where(long | (even <= last), 1.0, np.minimum(made.high, 1.0))
    return Interval(low, high)


def _sine(x: Interval) -> Interval:
    quarter = np.full_like(x.low, np.pi / 2)
    return _cosine(subtract(x, Interval(quarter, quarter)))


def _tangent(operands: list[Interval], domain: _Domain) -> Interval:
    (x,) = operands
    branch = np.floor(x.low / np.pi + 0.5)
    whole = ~(np.floor(x.high / np.pi + 0.5 + 1e-9) == branch) | (np.abs(x.low) > 1e8)
    domain.partly |= whole
    made = outward(np.tan(x.low), np.tan(x.high))
    return Interval(np.where(whole, -np.inf, made.low), np.where(whole, np.inf, made.high))


def _power(operands: list[Interval], domain: _Domain) -> Interval:
    """x^y; a whole exponent is the same in all boxes."""
    x, y = operands
    exponent = float(y.low[0]) if len(y.low) else 0.0
    if np.any(y.low != exponent) or np.any(y.high != exponent):
        logarithm = _value("log", [x], domain)
        return _value("exp", [multiply(logarithm, y)], domain)
    if exponent < 0:
        positive = Interval(-y.low, -y.high)
        return _inverse(_power([x, positive], domain), domain)
    if exponent == int(exponent):
        if exponent % 2:
            return outward(x.low**exponent, x.high**exponent)
        return _even(x, lambda a: a**exponent)
    x = domain.within(x, 0.0)
    made = outward(x.low**exponent, x.high**exponent)
    return Interval(np.maximum(made.low, 0.0), made.high)


def _arc_tangent(operands: list[Interval], domain: _Domain) -> Interval:
    """The angle of (x, y), by the corners of a box that does not touch the negative x axis."""
    y, x = operands
    cut = (x.low <= 0) & (y.low <= 0) & (y.high >= 0)
    domain.partly |= cut
    ends = [np.arctan2(b, a) for a in (x.low, x.high) for b in (y.low, y.high)]
    made = outward(np.minimum.reduce(ends), np.maximum.reduce(ends))
    return Interval(np.where(cut, -np.pi, made.low), np.where(cut, np.pi, made.high))


def _arc_cosine(operands: list[Interval], domain: _Domain) -> Interval:
    x = domain.within(operands[0], -1.0, 1.0)
    return outward(np.arccos(x.high), np.arccos(x.low))


LIMITED: Mapping[str, Callable[[list[Interval], _Domain], Interval]] = {  # not defined everywhere
    "div": lambda operands, domain: multiply(operands[0], _inverse(operands[1], domain)),
    "inv": lambda operands, domain: _inverse(operands[0], domain),
    "pow": _power,
    "tan": _tangent,
    "atan2": _arc_tangent,
    "acos": _arc_cosine,
}


def _sign(x: Interval) -> Interval:
    """The slopes of |x|: at a zero all between −1 and 1."""
    return Interval(np.where(x.low <= 0, -1.0, 1.0), np.where(x.high >= 0, 1.0, -1.0))


def _truth(possible: Mask, certain: Mask) -> Interval:
    return Interval(certain.astype(float), possible.astype(float))


def _where(condition: Interval, x: Interval) -> Interval:
    """X where a condition holds, 0 where it does not, both where it may."""
    low = np.where(condition.low > 0, x.low, np.where(condition.high > 0, np.minimum(x.low, 0.0), 0.0))
    high = np.where(condition.low > 0, x.high, np.where(condition.high > 0, np.maximum(x.high, 0.0), 0.0))
    return Interval(low, high)


def _are_disjoint(x: Interval, y: Interval) -> Mask:
    return (x.high < y.low) | (x.low > y.high)


PLAIN: Mapping[str, Callable[..., Interval]] = {
    "add": add,
    "sub": subtract,
    "mul": multiply,
    "neg": _negative,
    "twice": lambda x: add(x, x),
    "sq": lambda x: _even(x, np.square),
    "cosh": lambda x: _even(x, np.cosh),
    "abs": lambda x: _even(x, np.abs),
    "sin": _sine,
    "cos": _cosine,
    "sign": _sign,
    "min": lambda x, y: Interval(np.minimum(x.low, y.low), np.minimum(x.high, y.high)),
    "max": lambda x, y: Interval(np.maximum(x.low, y.low), np.maximum(x.high, y.high)),
    "lt": lambda x, y: _truth(x.low <= y.high, x.high < y.low),
    "le": lambda x, y: _truth(x.low <= y.high, x.high < y.low),
    "eq": lambda x, y: _truth(~_are_disjoint(x, y), np.zeros(len(x.low), dtype=bool)),
    "ne": lambda x, y: _truth(np.ones(len(x.low), dtype=bool), _are_disjoint(x, y)),
    "not": lambda x: Interval(1 - x.high, 1 - x.low),
    "and": lambda x, y: Interval(np.minimum(x.low, y.low), np.minimum(x.high, y.high)),
    "or": lambda x, y: Interval(np.maximum(x.low, y.low), np.maximum(x.high, y.high)),
    "if_else_zero": _where,
}

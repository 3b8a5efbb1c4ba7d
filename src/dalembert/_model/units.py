"""Units of entries: our own small grammar over single unit names.

    unit   = "-" | factor { ("*" | "/") factor }
    factor = ( name | "1" | "(" unit ")" ) [ "^" exponent ]
    exponent = [ "-" ] ( integer | decimal ) | "(" [ "-" ] ( integer | decimal ) [ "/" integer ] ")"

The common names are in a table; any other single name is asked of pint, which never sees a
whole unit string (its own parser can be hung by one).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import pi
from typing import Any

LONGEST = 100
SMALLEST, LARGEST = 1e-100, 1e100
BASE = ("m", "kg", "s", "A", "K", "mol", "cd")
Dimension = tuple[int | Fraction, ...]
NONE: Dimension = (0,) * len(BASE)


@dataclass(frozen=True, slots=True)
class Unit:
    """A factor to SI and the exponents of the base units."""

    factor: float
    dimension: Dimension


# Names of compound dimensions, for messages.
DERIVED = ("-", "N", "J", "W", "Pa", "Hz", "C", "V", "Ohm", "F", "H", "Wb", "T")


def written(dimension: Dimension) -> str:
    """A dimension in SI names: N, J, kg*m/s …

    Stiffnesses are forces by lengths, as everybody writes them: N/m for kg/s², N/m^(3/2) for Hertz's.
    """
    for name in DERIVED:
        if unit_of(name).dimension == dimension:
            return {"Hz": "1/s"}.get(name, name)
    length, *others = (a - b for a, b in zip(dimension, NEWTON, strict=True))
    if not any(others):
        return f"N*{_power_text('m', length)}" if length > 0 else f"N/{_power_text('m', -length)}"
    parts = sorted(zip(BASE, dimension, strict=True), key=lambda part: part[0] != "kg")  # kg stands first
    above = [_power_text(n, e) for n, e in parts if e > 0]
    under = [_power_text(n, -e) for n, e in parts if e < 0]
    return "/".join(["*".join(above) or "1", *under])


def spelled(unit: str) -> str:
    """A unit with exponents that are no decimals, as results and reports write them: m^1.5 is m^(3/2)."""
    made = _DECIMAL.sub(lambda found: f"^({Fraction(found[1] or found[2])})", unit)
    return made if len(made) <= LONGEST else unit


def _short(value: int | Fraction) -> int | Fraction:
    """A whole fraction as an integer: arithmetic with those is quick."""
    return int(value) if value.denominator == 1 else value


def _power_text(name: str, exponent: int | Fraction) -> str:
    if exponent == 1:
        return name
    return f"{name}^{exponent}" if exponent.denominator == 1 else f"{name}^({exponent})"


class UnitFault(ValueError):
    """A unit string is not understood: what and where."""

    def __init__(self, message: str, span: tuple[int, int], hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.hint = hint


def _of(factor: float, **powers: int) -> Unit:
    return Unit(factor, tuple(powers.get(name, 0) for name in BASE))


DIMENSIONLESS = _of(1.0)
NAMES: dict[str, Unit] = {
    "m": _of(1.0, m=1),
    "mm": _of(1e-3, m=1),
    "cm": _of(1e-2, m=1),
    "km": _of(1e3, m=1),
    "kg": _of(1.0, kg=1),
    "g": _of(1e-3, kg=1),
    "s": _of(1.0, s=1),
    "ms": _of(1e-3, s=1),
    "min": _of(60.0, s=1),
    "h": _of(3600.0, s=1),
    "A": _of(1.0, A=1),
    "mA": _of(1e-3, A=1),
    "K": _of(1.0, K=1),
    "mol": _of(1.0, mol=1),
    "cd": _of(1.0, cd=1),
    "rad": DIMENSIONLESS,
    "deg": _of(pi / 180),
    "°": _of(pi / 180),
    "rev": _of(2 * pi),
    "rpm": _of(2 * pi / 60, s=-1),
    "%": _of(0.01),
    "Hz": _of(1.0, s=-1),
    "N": _of(1.0, kg=1, m=1, s=-2),
    "kN": _of(1e3, kg=1, m=1, s=-2),
    "Nm": _of(1.0, kg=1, m=2, s=-2),
    "J": _of(1.0, kg=1, m=2, s=-2),
    "kJ": _of(1e3, kg=1, m=2, s=-2),
    "W": _of(1.0, kg=1, m=2, s=-3),
    "kW": _of(1e3, kg=1, m=2, s=-3),
    "Pa": _of(1.0, kg=1, m=-1, s=-2),
    "kPa": _of(1e3, kg=1, m=-1, s=-2),
    "MPa": _of(1e6, kg=1, m=-1, s=-2),
    "bar": _of(1e5, kg=1, m=-1, s=-2),
    "L": _of(1e-3, m=3),
    "C": _of(1.0, A=1, s=1),
    "V": _of(1.0, kg=1, m=2, s=-3, A=-1),
    "mV": _of(1e-3, kg=1, m=2, s=-3, A=-1),
    "Ohm": _of(1.0, kg=1, m=2, s=-3, A=-2),
    "ohm": _of(1.0, kg=1, m=2, s=-3, A=-2),
    "Ω": _of(1.0, kg=1, m=2, s=-3, A=-2),
    "F": _of(1.0, kg=-1, m=-2, s=4, A=2),
    "H": _of(1.0, kg=1, m=2, s=-2, A=-2),
    "Wb": _of(1.0, kg=1, m=2, s=-2, A=-1),
    "T": _of(1.0, kg=1, s=-2, A=-1),
    "S": _of(1.0, kg=-1, m=-2, s=3, A=2),
}
NEWTON = NAMES["N"].dimension
_DECIMAL = re.compile(r"(?:\^|\*\*)\s*(?:\(\s*(-?\d+\.\d+)\s*\)|(-?\d+\.\d+))")
_TOKEN = re.compile(r"\s*(?:([^\W\d]\w*|[°%Ω])|(\d+(?:\.\d+)?)|(\*\*|[*/^()\-–·]))")


@lru_cache(maxsize=1024)
def unit_of(text: str) -> Unit:
    """The unit a string stands for; UnitFault where it is not one."""
    if len(text) > LONGEST:
        raise UnitFault(f"a unit has at most {LONGEST} characters", (0, len(text)))
    if text.strip() in ("-", "–", "1", ""):
        return DIMENSIONLESS
    found = list(_tokens(text))
    parser = _Parser(text, found)
    unit = parser.product()
    if parser.at < len(found):
        word, start, end = found[parser.at]
        raise UnitFault(
            f"expected `*`, `/` or `^` before `{word}`", (start, end), f"write {text[:start].strip()}*{word}"
        )
    return unit


def _tokens(text: str) -> list[tuple[str, int, int]]:
    found, at = [], 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            raise UnitFault(
                f"`{text[at:].strip()[0]}` is not understood in a unit",
                (at, at + 1),
                'for example "kg*m^2/s^2"',
            )
        word = match.group(1) or match.group(2) or match.group(3)
        found.append(({"**": "^", "·": "*", "–": "-"}.get(word, word), match.end() - len(word), match.end()))
        at = match.end()
    return found


class _Parser:
    """Descends at most LONGEST / 2 brackets, since the string is that short."""

    def __init__(self, text: str, found: list[tuple[str, int, int]]) -> None:
        self.text = text
        self.found = found
        self.at = 0

    def product(self) -> Unit:
        unit = self.factor()
        while self._peek() in ("*", "/"):
            sign = 1 if self._take() == "*" else -1
            unit = _times(unit, self.factor(), sign)
        return unit

    def factor(self) -> Unit:
        word = self._peek()
        if word == "(":
            self._take()
            unit = self.product()
            if self._peek() != ")":
                raise self.fault("a bracket is not closed")
            self._take()
        elif word == "1":
            self._take()
            unit = DIMENSIONLESS
        elif word and (word.isidentifier() or word in NAMES):
            start, end = self.found[self.at][1:]
            self._take()
            unit = _named(word, (start, end))
        else:
            raise self.fault("expected a unit name")
        if self._peek() == "^":
            self._take()
            unit = _raised(unit, self._exponent())
        return unit

    def _exponent(self) -> Fraction:
        bracket = self._peek() == "("
        if bracket:
            self._take()
        sign = -1 if self._peek() == "-" else 1
        if sign < 0:
            self._take()
        value = self._number()
        if bracket:
            if self._peek() == "/":
                self._take()
                under = self._integer()
                if under == 0:
                    raise self.fault("an exponent cannot be divided by zero")
                value /= under
            if self._peek() != ")":
                raise self.fault("a bracket is not closed")
            self._take()
        return sign * value

    def _number(self) -> Fraction:
        """A small number, whole or decimal."""
        whole, point, part = self._peek().partition(".")
        if not point:
            return Fraction(self._integer())
        if not (whole + part).isascii() or len(whole) > 1 or len(part) > 2:
            raise self.fault("an exponent is a small number such as 2, 1.5 or (3/2)")
        return Fraction(self._take())

    def _integer(self) -> int:
        word = self._peek()
        if not (word.isascii() and word.isdecimal() and len(word) <= 3):
            raise self.fault("an exponent is a small integer such as 2")
        return int(self._take())

    def _peek(self) -> str:
        return self.found[self.at][0] if self.at < len(self.found) else ""

    def _take(self) -> str:
        self.at += 1
        return self.found[self.at - 1][0]

    def fault(self, message: str) -> UnitFault:
        if self.at < len(self.found):
            word, start, end = self.found[self.at]
            return UnitFault(f"{message}, found `{word}`", (start, end), 'for example "kg*m^2/s^2"')
        return UnitFault(f"{message}, but the unit ends", (len(self.text), len(self.text) + 1), "")


def _times(a: Unit, b: Unit, sign: int) -> Unit:
    factor = a.factor * b.factor if sign > 0 else a.factor / b.factor
    if not SMALLEST < factor < LARGEST:
        raise UnitFault("this unit is out of range", (0, LONGEST))
    return Unit(factor, tuple(x + sign * y for x, y in zip(a.dimension, b.dimension, strict=True)))


def _raised(a: Unit, exponent: Fraction) -> Unit:
    power = int(exponent) if exponent.denominator == 1 else float(exponent)
    try:
        factor = a.factor**power
    except OverflowError:
        factor = 0.0
    if not SMALLEST < factor < LARGEST:
        raise UnitFault("this unit is out of range", (0, LONGEST))
    return Unit(factor, tuple(_short(x * exponent) for x in a.dimension))


def _named(name: str, span: tuple[int, int]) -> Unit:
    return NAMES[name] if name in NAMES else _from_pint(name, span)


_PINT_BASE = {
    "meter": "m",
    "kilogram": "kg",
    "second": "s",
    "ampere": "A",
    "kelvin": "K",
    "mole": "mol",
    "candela": "cd",
    "radian": "",
}


@lru_cache(maxsize=1)
def _registry() -> object:
    import pint

    return pint.UnitRegistry()


def _in(registry: Any, name: str) -> bool:
    """Whether pint knows a single name; it stumbles over some that are none, such as nan, a__ or kdegC."""
    import pint

    plain = name.isascii() and name[0].isalpha() and "__" not in name and len(name) <= 30
    if not plain or name.lower() in ("nan", "inf", "infinity"):
        return False
    try:
        return name in registry
    except pint.errors.OffsetUnitCalculusError:  # a prefix before an offset unit
        return False


def _from_pint(name: str, span: tuple[int, int]) -> Unit:
    """A single name that is not in our table, by pint."""
    import pint

    registry = _registry()
    assert isinstance(registry, pint.UnitRegistry)
    hint = "units are written like N*m, kg*m^2/s^2, 1/s, deg, -"
    unknown = UnitFault(f"there is no unit `{name}`", span, hint)
    name = name.replace("µ", "u").replace("μ", "u")
    name = name.lower() if not _in(registry, name) and _in(registry, name.lower()) else name
    if not _in(registry, name):
        raise unknown
    quantity = registry.Quantity(1.0, name).to_base_units()
    if registry.Quantity(0.0, name).to_base_units().magnitude != 0:
        raise UnitFault(f"`{name}` has an offset", span, "give temperatures in K")
    powers: dict[str, Fraction] = {}
    for base, power in dict(quantity.unit_items()).items():
        if base not in _PINT_BASE:
            raise unknown
        powers[_PINT_BASE[base]] = Fraction(power).limit_denominator(12)
    if any(power.denominator != 1 for power in powers.values()):
        raise UnitFault(f"`{name}` belongs to another system of units", span, "give the value in SI units")
    return Unit(float(quantity.magnitude), tuple(_short(powers.get(b, Fraction(0))) for b in BASE))

"""Units of entries: a small grammar over a closed table of names.

    unit     = "-" | factor { times factor } { "/" factor }
    times    = "*" | "·" | "⋅" | "." | blank
    factor   = ( name [ power ] | compound [ power ] | "1" | "(" unit ")" [ power ] )
    power    = "^" exponent | "**" exponent | raised digits | [ "-" ] and a digit, directly after a name
    exponent = [ "-" ] ( integer | decimal ) | "(" [ "-" ] ( integer | decimal ) [ "/" integer ] ")"

A run of letters is one name of the table, or one compound of a closed list (Nm, kWh, Pas …), whose power
belongs to its last name. Nothing is guessed: any other run, and any ambiguous text such as `J/kg*K` or
`W/mK`, is refused with its possible meanings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice

from dalembert._model.unit_advice import MISTAKEN, POUNDS, alternatives, capitals, meanings, milli
from dalembert._model.unit_names import (
    COMPOUNDS,
    CURES,
    DEGREES,
    DIMENSIONLESS,
    NAMES,
    NONE,
    SQUARED,
    TURNS,
    WITH_PREFIX,
    Exponent,
    Unit,
)
from dalembert._model.unit_product import LONGEST, Part, UnitFault, plain_number, times, to_power
from dalembert._model.unit_text import base_text, exponent_text, unit_of_dimension

ROOM = 10  # the most characters that a rate adds to a unit
LARGEST_POWER = 99  # of a base unit, and of the denominator of a power
OFFERED = 3  # the most products suggested for a run of letters
EXAMPLE = 'for example "kg*m^2/s^2"'

SHARES = frozenset({"%", "‰", "ppm"})
_SAME = str.maketrans(
    {
        **dict.fromkeys("·⋅∙×•", "*"),
        **dict.fromkeys("−–", "-"),
        **dict.fromkeys("∕⁄", "/"),
        **dict.fromkeys("º˚", "°"),
        **{"\u03bc": "\u00b5", "\u2126": "\u03a9", "\u212b": "\u00c5", "ℓ": "l"},  # micro, ohm, ångström
    }
)
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
_LOWERED = str.maketrans(RAISED, "0123456789-")
_POWER = re.compile(rf"(?:\^|\*\*)(?:\([^)]*\)|-?[\d.]+)|[{RAISED}]+|-?\d")
_TOKEN = re.compile(
    rf"(\s*)(?:(°?[^\W\d{RAISED}]+|[°%‰℃℉])|([{RAISED}]+)|(\d+(?:\.\d+)?)|(\*\*|[*/^(){{}}.\-√\[\]]))",
)


@dataclass(frozen=True, slots=True)
class UnitReading:
    """The result of reading a unit string: the unit, and its SI unit in the user's notation if that is SI."""

    unit: Unit
    si: str


@lru_cache(maxsize=1024)
def read_unit(text: str) -> UnitReading:
    """The meaning of a unit string; UnitFault where it has none, or two."""
    if len(text) > LONGEST:
        hint = "write its SI unit in fewer names"
        raise UnitFault(f"a unit has at most {LONGEST} characters", (0, len(text)), hint)
    bare = text.strip()
    if bare in ("-", "–", "—", "−", "1", ""):
        return UnitReading(DIMENSIONLESS, "1" if bare else "")
    if bare in CURES:
        start = text.index(bare)
        raise UnitFault(f"there is no unit `{bare}`", (start, start + len(bare)), CURES[bare])
    return _Parser(text).whole()


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str  # name, raised, number, sign
    text: str
    start: int
    end: int
    apart: bool  # whether a blank precedes it


def _tokens(text: str) -> list[_Token]:
    same = text.translate(_SAME)
    tokens, at = [], 0
    while same[at:].strip():
        match = _TOKEN.match(same, at)
        if match is None:
            bad = at + len(same[at:]) - len(same[at:].lstrip())
            raise UnitFault(f"`{text[bad]}` is not understood in a unit", (bad, bad + 1), EXAMPLE)
        kind = ("name", "raised", "number", "sign")[(match.lastindex or 2) - 2]
        word = match[match.lastindex or 0]
        word = {"**": "^", ".": "*"}.get(word, word)
        tokens.append(
            _Token(kind, word, match.end() - len(match[match.lastindex or 0]), match.end(), bool(match[1]))
        )
        at = match.end()
    return tokens


class _Level:
    """The product inside one pair of brackets: its numerator, denominator and what follows the first `/`."""

    def __init__(self) -> None:
        self.unit = DIMENSIONLESS
        self.parts: list[Part] = []
        self.pieces: list[tuple[str, str]] = []  # signs and SI units
        self.above: list[str] = []
        self.under: list[str] = []
        self.after: list[str] = []  # factors after a `/`
        self.joined = False  # two of them are adjacent without a sign
        self.odd: tuple[int, int] | None = None  # where a sign is missing or ambiguous

    @property
    def si(self) -> str:
        """The SI units, with brackets where a name became a quotient."""
        if len(self.pieces) == 1:
            return self.pieces[0][1]
        return "".join(f"{sign}{_as_factor(text, below=sign == '/')}" for sign, text in self.pieces)

    def readings(self) -> tuple[str, str]:
        """a/b*c as a/(b*c) and as a*c/b."""
        above, under = "*".join(self.above), "*".join([*self.under, *self.after])
        if not self.under:
            return "*".join([*self.above, *self.after]), ""
        lower = f"({under})" if len(self.under) + len(self.after) > 1 else under
        kept = [one for one in self.above if one != "1"]
        return f"{above}/{lower}", f"{'*'.join([*kept, *self.after])}/{'/'.join(self.under)}"


class _Parser:
    """Descends at most LONGEST / 2 brackets, since the string is that short."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.at = 0

    def whole(self) -> UnitReading:
        """The unit of the whole string."""
        level = self.product()
        if self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.text in "])}":
                raise UnitFault(f"`{token.text}` closes nothing", (token.start, token.end), EXAMPLE)
            raise self.dash(token) if token.text == "-" else self.fault("expected `*`, `/` or `^`")
        self.refuse_misreadings(level)
        dimension = level.unit.dimension
        if any(max(e, -e) > LARGEST_POWER or e.denominator > LARGEST_POWER for e in dimension):
            raise UnitFault("this unit is out of range", (0, LONGEST), "write smaller powers")
        si = level.si
        usable = len(si) <= LONGEST - ROOM and (si == self.text or _can_be_read(si))  # 1/µC is no 1/C
        return UnitReading(level.unit, si if usable else base_text(dimension))

    def product(self) -> _Level:
        level = _Level()
        self.factor(level, "")
        while True:
            token = self._peek()
            if token is None or token.text == ")":
                break
            if token.text in ("*", "/"):
                sign = token.text
                self.at += 1
            elif token.kind in ("name", "number") or token.text in ("(", "√"):
                if token.kind == "number" and token.text != "1":
                    raise self.number(token)
                sign = "*"
                if not token.apart:
                    level.joined, level.odd = True, level.odd or (token.start, token.end)
            else:
                break
            if sign == "*" and level.under:
                level.odd = level.odd or (token.start, token.end)
            self.factor(level, sign)
        if level.odd is not None:
            raise self.two_readings(level)
        return level

    def factor(self, level: _Level, sign: str) -> None:
        token = self._peek()
        begin = token.start if token else len(self.text)
        if token is None or (token.kind not in ("name", "number") and token.text != "("):
            raise self.root() if token and token.text == "√" else self.fault("expected a unit name")
        self.at += 1
        if token.text == "(":
            inner = self.bracket()
            power = self.power(named=False)
            made, parts = inner.unit, [Part(p.name, plain_number(p.power * power)) for p in inner.parts]
            made = to_power(made, power)
            si = f"({inner.si}){exponent_text(power)}"
        elif token.kind == "number":
            if token.text != "1":
                raise self.number(token)
            made, parts, si = DIMENSIONLESS, [], "1"
        else:
            made, parts, si = self.power_of_name(token)
        text = self.text[begin : self.tokens[self.at - 1].end].strip()
        if sign == "/":
            (level.under if not level.after else level.after).append(text)
        else:
            (level.above if not level.under else level.after).append(text)
        turned = -1 if sign == "/" else 1
        level.unit = times(level.unit, made, turned)
        level.parts += [Part(p.name, plain_number(p.power * turned)) for p in parts]
        level.pieces.append((sign, si))

    def bracket(self) -> _Level:
        inner = self.product()
        token = self._peek()
        if token is None or token.text != ")":
            raise self.fault("a bracket is not closed")
        self.at += 1
        return inner

    def power_of_name(self, token: _Token) -> tuple[Unit, list[Part], str]:
        """A name or a compound with its power."""
        names = self.names(token)
        before = self.at
        power = self.power(named=True)
        powered = self.at > before
        last = names[-1]
        if (
            powered
            and power != 1
            and (len(names) > 1 or milli(last))
            and (power < 0 or power.denominator != 1)
        ):
            raise self.split_power(token, names, power)
        if power == 3 and names[0] == "N" and token.text in COMPOUNDS and last in ("m", "cm"):
            hint = (
                f"write {last}^3 for a gas under standard conditions (and say so in the text), or N*{last}^3"
            )
            raise UnitFault(f"`{token.text}^3` can be read in two ways", (token.start, token.end), hint)
        if token.text in SQUARED and power != 2:
            product = "*".join(names)
            hint = f"write {product}^2 for an inertia; a torque is in N*m (1 kgf*cm = 0.0980665 N*m)"
            raise UnitFault(f"`{token.text}` needs a square", (token.start, token.end), hint)
        powers = [*(1 for _ in names[:-1]), power]
        made = DIMENSIONLESS
        for name, one in zip(names, powers, strict=True):
            made = times(made, to_power(NAMES[name], one), 1)
        parts = [Part(name, one) for name, one in zip(names, powers, strict=True)]
        words = [_si_name(name, one) for name, one in zip(names, powers, strict=True)]
        return made, parts, "*".join(words)

    def names(self, token: _Token) -> tuple[str, ...]:
        """The names of the table in a run of letters."""
        word = token.text
        span = (token.start, token.end)
        if word in COMPOUNDS:
            return COMPOUNDS[word]
        if word not in NAMES:
            raise self.unknown_name(token)
        if word in DEGREES and len(self.tokens) > 1:
            name = f"`{self.text[token.start : token.end]}`"
            hint = (
                "in a product, a quotient or a rate write K: a difference of 1 degC is 1 K, of 1 degF 5/9 K"
            )
            raise UnitFault(f"{name} stands only by itself, as the unit of a temperature", span, hint)
        if word == "mK" and len(self.tokens) > 1:
            hint = f"write {self.with_(token, 'm*K')}, or with the number in K {self.with_(token, 'K')}"
            raise UnitFault("`mK` beside another unit can be m*K or 0.001 K", span, hint)
        return (word,)

    # -- powers ----------------------------------------------------------------------------------

    def power(self, *, named: bool) -> Exponent:
        token = self._peek()
        if token is None:
            return 1
        if token.text == "^":
            self.at += 1
            return plain_number(self.exponent())
        if token.kind == "raised":
            self.at += 1
            digits = token.text.translate(_LOWERED)
            if not re.fullmatch(r"-?\d{1,3}", digits):
                raise UnitFault("an exponent is a small integer such as ²", (token.start, token.end), EXAMPLE)
            return int(digits)
        if not named or token.apart:
            return 1
        if token.text == "-" and self.at + 1 < len(self.tokens):
            digit = self.tokens[self.at + 1]
            if digit.kind == "number" and not digit.apart:
                self.at += 1
                return -self.digit(digit)
        if token.kind == "number":
            return self.digit(token)
        return 1

    def digit(self, token: _Token) -> int:
        """A power directly after a name: m2."""
        if len(token.text) != 1 or token.text == "0":
            message = f"a power directly after a name is one digit, found `{token.text}`"
            raise UnitFault(message, (token.start, token.end), f"write ^{token.text}")
        self.at += 1
        return int(token.text)

    def exponent(self) -> Fraction:
        token = self._peek()
        bracket = {"(": ")", "{": "}"}.get(token.text if token else "", "")
        self.at += bool(bracket)
        sign = -1 if self._text() == "-" else 1
        self.at += sign < 0
        value = self.decimal()
        if bracket:
            if self._text() == "/":
                self.at += 1
                under = self.integer()
                if under == 0:
                    raise self.fault("an exponent cannot be divided by zero")
                value /= under
            if self._text() != bracket:
                raise self.fault("a bracket is not closed")
            self.at += 1
        return sign * value

    def decimal(self) -> Fraction:
        """A small number, whole or decimal."""
        word = self._text()
        whole, point, part = word.partition(".")
        if not point:
            return Fraction(self.integer())
        if not (whole + part).isascii() or len(whole) > 1 or len(part) > 2:
            raise self.fault("an exponent is a small number such as 2, 1.5 or (3/2)")
        self.at += 1
        return Fraction(word)

    def integer(self) -> int:
        word = self._text()
        if not (word.isascii() and word.isdecimal() and len(word) <= 3):
            raise self.fault("an exponent is a small integer such as 2")
        self.at += 1
        return int(word)

    def _peek(self) -> _Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _text(self) -> str:
        token = self._peek()
        return token.text if token else ""

    # -- faults ----------------------------------------------------------------------------------

    def fault(self, message: str) -> UnitFault:
        token = self._peek()
        if token is None:
            return UnitFault(f"{message}, but the unit ends", (len(self.text), len(self.text) + 1), EXAMPLE)
        shown = self.text[token.start : token.end]
        if shown in "[]":
            return UnitFault(
                f"`{shown}` is not understood in a unit", (token.start, token.end), "write it without []"
            )
        return UnitFault(f"{message}, found `{shown}`", (token.start, token.end), EXAMPLE)

    def number(self, token: _Token) -> UnitFault:
        """The fault of a number that is no power."""
        span = (token.start, token.end)
        at = self.tokens.index(token)
        before = self.tokens[at - 1] if at else None
        if before is not None and before.kind == "name" and token.apart and len(token.text) == 1:
            name = self.text[before.start : before.end]
            return UnitFault(f"`{token.text}` is not a unit", span, f"write the power as {name}^{token.text}")
        return UnitFault(
            f"a unit has no number in it, found `{token.text}`",
            span,
            "put the number into the value of the entry",
        )

    def root(self) -> UnitFault:
        token = self.tokens[self.at]
        after = self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else None
        name = after.text if after and after.kind == "name" else "Hz"
        return UnitFault("`√` is not understood in a unit", (token.start, token.end), f"write {name}^(1/2)")

    def dash(self, token: _Token) -> UnitFault:
        hint = "a product is written *: N*m, ft*lbf, kW*h"
        before = self.tokens[self.at - 1]
        after = self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else None
        if before.kind == "name" and after is not None and after.kind == "number":
            hint = f"write the power as {self.text[before.start : before.end]}^-{after.text}"
        return UnitFault("`-` cannot stand between units", (token.start, token.end), hint)

    def two_readings(self, level: _Level) -> UnitFault:
        first, second = level.readings()
        span = level.odd or (0, len(self.text))
        if level.joined:
            return UnitFault("a sign is missing between two units", span, f"write {first}")
        shown = "*".join(level.above) + "/" + "*".join([*level.under, *level.after])
        return UnitFault(f"`{shown}` can be read in two ways", span, f"write {first} or {second}")

    def split_power(self, token: _Token, names: tuple[str, ...], power: Exponent) -> UnitFault:
        """The fault of an ambiguous power: ms^-1 may be m*s^-1 or 1/ms; Nm^-1 likewise."""
        word, above = token.text, exponent_text(power)
        apart = (*names[:-1], names[-1]) if len(names) > 1 else ("m", WITH_PREFIX[word][1])
        first = "*".join([*apart[:-1], f"{apart[-1]}{above}"])
        message = f"`{word}{above}` can be read in two ways"
        whole = f"({'*'.join(names)}){above}" if len(names) > 1 else f"({word}){above}"
        return UnitFault(message, (token.start, token.end), f"write {first} or {whole}")

    def unknown_name(self, token: _Token) -> UnitFault:
        """The fault of an unknown run of letters, with its possible meanings."""
        word = self.text[token.start : token.end]
        near = self.tokens[self.at] if self.at < len(self.tokens) else None
        while near is not None and not near.apart and near.kind in ("name", "number"):  # mmH2O, r.p.m.
            longer = self.text[token.start : near.end]
            if longer in CURES:
                return UnitFault(f"there is no unit `{longer}`", (token.start, near.end), CURES[longer])
            following = self.tokens.index(near) + 1
            near = self.tokens[following] if following < len(self.tokens) else None
        message, span = f"there is no unit `{word}`", (token.start, token.end)
        if token.text in CURES:
            return UnitFault(message, span, CURES[token.text])
        sound = filter(_can_be_read, meanings(token.text))  # lb*ft is not
        offers = [self.with_(token, one) for one in islice(sound, OFFERED)]
        if offers:
            return UnitFault(message, span, f"did you mean {alternatives(offers)}?")
        return UnitFault(message, span, "units are written like N*m, kg*m^2/s^2, 1/s, deg, -")

    def with_(self, token: _Token, instead: str) -> str:
        """The whole text with a token replaced by another unit."""
        before, after = self.text[: token.start], self.text[token.end :]
        if "*" not in instead or not before.rstrip().endswith(("/", "∕", "⁄")):
            return f"{before}{instead}{after}"
        power = _POWER.match(after)
        cut = power.end() if power else 0
        return f"{before}({instead}{after[:cut]}){after[cut:]}"

    def refuse_misreadings(self, level: _Level) -> None:
        """Raise for products that are valid but usually meant differently."""
        span = (0, len(self.text))
        parts = level.parts
        hint = MISTAKEN.get(frozenset((p.name, p.power) for p in parts), "")
        if hint:
            raise UnitFault(f"`{self.text.strip()}` can be read in two ways", span, hint)
        if any(p.name == "lb" for p in parts) and level.unit.dimension not in POUNDS:
            force, mass = (re.sub(r"lb(?![a-z])", name, self.text.strip()) for name in ("lbf", "lbm"))
            hint = f"write {force} for the force, {mass} for the mass"
            raise UnitFault("`lb` here can be the force or the mass", span, hint)
        for capital, hint in capitals(parts):
            raise UnitFault(f"`{capital}` here can be read in two ways", span, hint)
        turns = [p for p in parts if p.name in TURNS]
        timed = any(NAMES[p.name].dimension == NAMES["s"].dimension and p.power < 0 for p in parts)
        if turns and not timed and any(p.power > 0 for p in turns):
            name = turns[0].name
            hint = "write rev for a turn" + {"U": ", V for volt", "r": ", rad for radian"}.get(name, "")
            raise UnitFault(f"there is no unit `{name}` by itself", span, hint)


def _can_be_read(text: str) -> bool:
    """Whether a unit can be read: lb*ft and 1/C cannot."""
    try:
        read_unit(text)
    except UnitFault:
        return False
    return True


def _as_factor(text: str, *, below: bool) -> str:
    """A unit as a factor of others, in brackets unless it has them already."""
    depth, outside = 0, set()
    for c in text:
        depth += (c == "(") - (c == ")")
        if not depth:
            outside.add(c)
    return f"({text})" if "/" in outside or (below and "*" in outside) else text


def _si_name(name: str, power: Exponent) -> str:
    """The SI unit of a name with a power: mm^2 is m^2, rpm^2 is (rad/s)^2."""
    unit = NAMES[name]
    above = exponent_text(power)
    if unit.coherent:
        made = name
    elif unit.dimension == NONE:
        made = "1" if name in SHARES else "rad"
    else:
        made = "rad/s" if name == "rpm" else unit_of_dimension(unit.dimension)
    return f"({made}){above}" if above and not made.isidentifier() else f"{made}{above}"

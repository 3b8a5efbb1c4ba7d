"""The dimension of every expression, from the units of its names.

A name without a unit has an unknown dimension, which agrees with anything. A literal is
dimensionless, the literal 0 agrees with anything. Radians are dimensionless.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import add

from dalembert._expression.expression import Expression
from dalembert._expression.functions import CONSTANTS, SIGNALS
from dalembert._expression.tree import (
    Call,
    Compare,
    Integral,
    Inverse,
    Logic,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Rate,
    Sum,
    type_of_number,
)
from dalembert._expression.walk import fold
from dalembert._model.records import Axis, Model, constraints_of, entries_of
from dalembert._model.survey import Survey
from dalembert._model.units import NONE, Dimension, unit_of, unit_of_dimension
from dalembert._text.printer import print_tree

SECOND = unit_of("s").dimension
OSCILLATION = "multiply the time by an angular frequency in rad/s, as in {function}(omega*t)"
JOULE = unit_of("J").dimension
WATT = unit_of("W").dimension
KEEPING = frozenset({"abs"})
ALIKE = frozenset({"min", "max", "mod"})
ANYTHING = frozenset({"sign", "step"})


@dataclass(frozen=True, slots=True)
class PartDimension:
    """The dimension of a part (None: unknown), and the literals in it.

    `decimal`: one looks measured; `literal`: it consists of literals only; `numbers`: any but 0 and ±1.
    """

    dimension: Dimension | None
    node: Node
    decimal: bool = False
    zero: bool = False
    literal: bool = False
    numbers: bool = False


@dataclass(frozen=True, slots=True)
class Clash:
    """Two dimensions that should agree, and their location; `decimal`: a decimal literal may be the cause."""

    node: Node
    message: str
    decimal: bool
    hint: str = ""


class Dimensions:
    """The dimensions of the names of one model; each expression is examined once."""

    def __init__(self, model: Model, known: Survey) -> None:
        self.names: dict[str, Dimension | None] = {"t": SECOND}
        self.zeros: set[str] = set()  # definitions that are 0, which agrees with every unit
        self._known: dict[
            int, tuple[Expression, PartDimension, list[Clash]]
        ] = {}  # by identity of trees, with the expressions
        self._tables = {
            table.name: tuple(_dimension(axis) for axis in (*table.arguments, table.value))
            for table in model.tables
        }
        for entry in entries_of(model):
            if entry.name not in known.definitions:
                count = NONE if entry.name in model.sizes else None
                self.names[entry.name] = unit_of(entry.unit).dimension if entry.unit else count
        self._places = _places(model, known.order)
        solved = [name for name in known.order if known.reach[name].has("result")]
        self._define(known, [name for name in known.order if name not in set(solved)])
        for name, work, expression in _forces(model):  # their units follow from definitions without forces
            part = self.of(expression, [])
            self.names[name] = times(work, part.dimension, -1)
        self._define(known, solved)

    def _define(self, known: Survey, names: list[str]) -> None:
        """Add the dimensions of definitions, each after those it uses."""
        for name in names:
            term = known.definitions[name]
            part = self.of(term.expression, [])
            due = term.unit or (self._places.get(name, "") if part.dimension is not None else "")
            self.names[name] = unit_of(due).dimension if due else part.dimension
            if part.zero and not term.unit:
                self.zeros.add(name)

    def of(
        self,
        expression: Expression,
        clashes: list[Clash],
        local: Mapping[str, Dimension | None] | None = None,
    ) -> PartDimension:
        """The dimension of an expression; disagreements inside it are added to `clashes`.

        `local` are names of this expression only.
        """
        if local:
            return self._dimension(expression, clashes, local)
        identity = id(expression.root)
        if identity not in self._known:
            conflicts: list[Clash] = []
            self._known[identity] = expression, self._dimension(expression, conflicts, {}), conflicts
        _, measured, inside = self._known[identity]
        clashes += inside
        return measured

    def _dimension(
        self, expression: Expression, clashes: list[Clash], local: Mapping[str, Dimension | None]
    ) -> PartDimension:
        def leaf(node: Node) -> PartDimension:
            if isinstance(node, Name) and node.name in local:
                return PartDimension(local[node.name], node)
            return self._leaf(node)

        def combine(node: Node, below: tuple[PartDimension, ...]) -> PartDimension:
            if isinstance(node, Call) and node.function in self._tables:
                return self._looked_up(node, below, clashes)
            if isinstance(node, Integral):
                return self._integral(node, below, clashes, combine)
            return _combine(node, below, clashes)

        return fold(expression.folded_tree, leaf, combine)

    def _looked_up(self, node: Call, below: tuple[PartDimension, ...], clashes: list[Clash]) -> PartDimension:
        """A table has the dimension of its values; its arguments are in those of its columns.

        In a smooth piece of a model the cell follows the arguments: a number without a dimension.
        """
        *arguments, value = self._tables[node.function]
        for part, wanted in zip(below[: len(arguments)], arguments, strict=True):
            if None not in (part.dimension, wanted) and part.dimension != wanted and not part.zero:
                unit = unit_of_dimension(wanted) if wanted is not None else ""
                what = _part_with_unit(part)
                message = f"the argument of the table {node.function} must be in {unit}, but is {what}"
                clashes.append(Clash(part.node, message, part.numbers or part.decimal))
        return PartDimension(value, node)

    def _integral(
        self,
        node: Integral,
        below: tuple[PartDimension, ...],
        clashes: list[Clash],
        combine: Callable[[Node, tuple[PartDimension, ...]], PartDimension],
    ) -> PartDimension:
        """An integral has the dimension of its integrand times that of its variable, which its ends have."""
        end = _alike(node, below[:2], "integrate between", clashes)
        meant = dict(zip(node.given, below[2:], strict=True))

        def leaf(one: Node) -> PartDimension:
            if isinstance(one, Name | Rate) and one in meant:
                return meant[one]
            if one == Name(node.variable):
                return PartDimension(end.dimension, one, zero=end.zero)
            return self._leaf(one)

        body = fold(node.body, leaf, combine)
        return PartDimension(times(body.dimension, end.dimension), node, end.decimal or body.decimal)

    def _leaf(self, node: Node) -> PartDimension:
        match node:
            case Number(value=value):
                return PartDimension(
                    NONE, node, _suspicious(value), value == 0, value != 0, abs(value) not in (0, 1)
                )
            case Name(name=name) if name in CONSTANTS:
                return PartDimension(NONE, node)
            case Name(name=name) | Rate(name=name) if name in self.zeros:
                return PartDimension(NONE, node, zero=True)
            case Name(name=name):
                return PartDimension(self.names.get(name), node)
            case Rate(name=name, order=order):
                return PartDimension(times(self.names.get(name), SECOND, -order), node)
        raise TypeError(node)


_last: list[tuple[Survey, Dimensions]] = []


def dimensions_of(model: Model, known: Survey) -> Dimensions:
    """The dimensions of a model, computed once for all rules that share a survey."""
    for survey, made in _last:
        if survey is known:
            return made
    made = Dimensions(model, known)
    _last[:] = [(known, made)]
    return made


def _forces(model: Model) -> Iterator[tuple[str, Dimension, Expression]]:
    """Multipliers and contact forces: their products with constraints, gaps and slips are energy or power."""
    for kind, prefix, work in (("displacement", "lam_", JOULE), ("flow", "kap_", WATT)):
        for constraint in constraints_of(model, kind):
            yield prefix + constraint.name, work, constraint.expression
    for contact in model.contacts:
        yield f"contact_{contact.name}", JOULE, contact.gap
        for name, slip in zip(contact.slips, contact.slip, strict=True):
            yield f"friction_{name}", WATT, slip


def _places(model: Model, definitions: Iterable[str]) -> dict[str, str]:
    """The units of the definitions that place bodies by expressions of the user: cart.angle, cart.origin[2].

    Whether the expressions have them is asked once, where they are written (`rules_bodies.quantities`).
    """
    units: dict[tuple[str, str, str], str] = {}
    for term in model.quantities:
        section, _, path = term.name.partition(".")
        body, placed, key = path.partition(".place.")
        if section == "bodies" and placed:
            word, _, component = key.replace("at", "origin").partition("[")
            units[body.partition("[")[0], word, component] = term.unit
    places: dict[str, str] = {}
    for name in definitions if units else ():
        quantity, _, indices = name.partition("[")  # cart.origin[2]; cart.origin[5,2], the fifth of a family
        body, _, word = quantity.rpartition(".")
        component = indices.rpartition(",")[2] if word == "origin" else ""
        if (body, word, component) in units:
            places[name] = units[body, word, component]
    return places


def _dimension(axis: Axis) -> Dimension | None:
    return unit_of(axis.unit).dimension if axis.unit else None


def _suspicious(value: type_of_number) -> bool:
    """Whether a literal looks measured, as 9.81 does and 0.5 does not."""
    return isinstance(value, float) and Fraction(value).denominator > 64


def times(a: Dimension | None, b: Dimension | None, power: int | Fraction = 1) -> Dimension | None:
    """The dimension of a · b^power."""
    if a is None or b is None:
        return None
    return tuple(map(add, a, b if power == 1 else [power * y for y in b]))


def _combine(node: Node, below: tuple[PartDimension, ...], clashes: list[Clash]) -> PartDimension:
    match node:
        case Sum():
            return _alike(node, below, "add", clashes)
        case Negative():
            only = below[0]
            return PartDimension(only.dimension, node, only.decimal, only.zero, only.literal, only.numbers)
        case Product():
            total: Dimension | None = NONE
            for part in below:
                total = times(total, part.dimension)
            return PartDimension(
                total,
                node,
                any(b.decimal for b in below),
                any(b.zero for b in below),
                all(b.literal for b in below),
                any(b.numbers for b in below),
            )
        case Inverse():
            only = below[0]
            dimension = times(NONE, only.dimension, -1)
            return PartDimension(dimension, node, only.decimal, False, only.literal, only.numbers)
        case Power():
            return _power(node, below, clashes)
        case Call(function=function):
            return _call(node, function, below, clashes)
        case Compare():
            return PartDimension(NONE, node, _alike(node, below, "compare", clashes).decimal)
        case Logic():
            return PartDimension(NONE, node)
    raise TypeError(node)


def _alike(node: Node, below: tuple[PartDimension, ...], verb: str, clashes: list[Clash]) -> PartDimension:
    """The common dimension of parts; the first that differs from the first known one is a clash."""
    decimal = any(b.decimal for b in below)
    known = [b for b in below if b.dimension is not None and not b.zero]
    for other in known[1:]:
        if other.dimension != known[0].dimension:
            message = f"cannot {verb} {_part_with_unit(known[0])} and {_part_with_unit(other)}"
            pair = (known[0], other)
            literal = any(b.literal or (b.decimal and b.dimension == NONE) for b in pair)
            clashes.append(Clash(other.node, message, literal))
            return PartDimension(None, node, decimal)
    common = known[0].dimension if known else None
    if common == NONE and len(known) < len(below):
        common = None  # a number added to a part of unknown dimension does not determine it
    return PartDimension(
        common,
        node,
        decimal,
        all(b.zero for b in below),
        all(b.literal for b in below),
        any(b.numbers for b in below),
    )


def _power(node: Power, below: tuple[PartDimension, ...], clashes: list[Clash]) -> PartDimension:
    base, exponent = below
    if exponent.dimension not in (None, NONE):
        clashes.append(
            Clash(exponent.node, f"an exponent must be a number, but is {_part_with_unit(exponent)}", False)
        )
        return PartDimension(None, node)
    if base.dimension in (None, NONE):
        zero = base.zero and isinstance(node.exponent, Number) and node.exponent.value > 0
        return PartDimension(base.dimension, node, base.decimal, zero, base.literal, base.numbers)
    if not isinstance(node.exponent, Number):
        message = f"a power of {_part_with_unit(base)} needs a number as exponent"
        clashes.append(Clash(node, message, False))
        return PartDimension(None, node)
    exponent_value = node.exponent.value
    power = (
        exponent_value
        if isinstance(exponent_value, int)
        else Fraction(exponent_value).limit_denominator(1000)
    )
    return PartDimension(times(NONE, base.dimension, power), node, base.decimal, False, False, base.numbers)


def _call(node: Node, function: str, below: tuple[PartDimension, ...], clashes: list[Clash]) -> PartDimension:
    decimal = any(b.decimal for b in below)
    if function == "sqrt":
        return PartDimension(times(NONE, below[0].dimension, Fraction(1, 2)), node, decimal)
    if function in KEEPING:
        return PartDimension(below[0].dimension, node, decimal, below[0].zero)
    if function in ALIKE:
        return _alike(node, below, "compare", clashes)
    if function == "if":
        return _alike(node, below[1:], "choose between", clashes)
    if function == "atan2":
        _alike(node, below, "divide in atan2", clashes)
        return PartDimension(NONE, node)
    if function in SIGNALS:
        _signal(node, function, below, clashes)
    elif function not in ANYTHING:
        for part in below:
            if part.dimension not in (None, NONE):
                circular = function in ("sin", "cos", "tan")
                kind = "an angle or a number" if circular else "a number"
                message = f"the argument of {function} must be {kind}, but is {_part_with_unit(part)}"
                hint = OSCILLATION.format(function=function) if circular and part.dimension == SECOND else ""
                clashes.append(Clash(part.node, message, part.numbers or part.decimal, hint))
    return PartDimension(NONE, node)


def _signal(node: Node, function: str, below: tuple[PartDimension, ...], clashes: list[Clash]) -> None:
    """Check the arguments of a signal: times of one dimension, a duty a number, frequencies the inverse."""
    alike, others = (below[::2], below[1::2]) if function == "chirp" else (below, ())
    if function == "square":
        alike, others = below[:2], below[2:]
    common = _alike(node, alike, f"use together in {function}", clashes).dimension
    wanted = times(NONE, common, -1) if function == "chirp" else NONE
    for part in others:
        if part.dimension is not None and wanted is not None and part.dimension != wanted and not part.zero:
            kind = "the inverse of the first argument" if function == "chirp" else "a number"
            message = f"this argument of {function} must be {kind}, but is {_part_with_unit(part)}"
            clashes.append(Clash(part.node, message, part.numbers or part.decimal))


def _part_with_unit(part: PartDimension) -> str:
    text = print_tree(part.node)
    short = text if len(text) <= 40 else text[:37] + "…"
    return f"`{short}` [{unit_of_dimension(part.dimension)}]" if part.dimension is not None else f"`{short}`"

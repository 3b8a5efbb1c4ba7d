"""Values on a tape as Σ c · Π a_i^e_i: sums of products of powers of atoms.

In a Taylor series a sum or a multiple costs one operation per order, a product as many as the order. So
factors that parameters determine are taken out of products, products with the same factors are computed once,
exponents of powers and roots of one base are added (m x / (r √r) is m times x over one power of r), and
c sin² + c cos² is c. Conditions keep their value over a step: runs are restarted at switches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dalembert._tape.scalars import MINUS, ONE, Scalar, ScalarTape
from dalembert._tape.tape import ARGUMENT, CONSTANT, Instruction, Tape

Monomial = tuple[tuple[int, float], ...]  # atoms with their exponents, by atom
Form = tuple[tuple[Monomial, Scalar], ...]  # a sum, by monomial
UNIT: Monomial = ()
SHORT = 2  # the most terms of a sum that is multiplied out where it is a factor or used several times

FUNCTIONS = frozenset(
    {"exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "atan2"}
    | {"sinh", "cosh", "tanh", "asinh", "acosh", "atanh"}
)
HELD = frozenset(
    {"lt", "le", "eq", "ne", "not", "and", "or", "floor", "sign"}
)  # constant up to the next switch
CHOICE, POWER = "if_else_zero", "pow"
ATOMS = {"t": "time", "y": "state", "u": "input"}  # by the argument of the tape
SOLVED = "solved"  # rates that are solutions of equations, not expressions
DELAY = "delay"  # inputs that are past values of the state


class NoSeries(Exception):
    """An operation has no Taylor series: it is not smooth, or its exponent varies."""

    def __init__(self, operation: str) -> None:
        super().__init__(operation)
        self.operation = operation


@dataclass(frozen=True, slots=True)
class Atom:
    """A factor that is not divided further: an entry of the state, time, an input, a sum or a function."""

    kind: str  # state, time, input, sum, or the name of a function
    index: int = 0  # of the state or of the inputs
    arguments: tuple[Form, ...] = ()


class Forms:
    """The values of a tape as forms, made from the first instruction to the last."""

    def __init__(self, tape: Tape) -> None:
        blocks = {block.name: block for block in tape.arguments}
        self.scalars = ScalarTape(blocks["p"])
        self.atoms: list[Atom] = []
        self.splits: dict[Monomial, tuple[Monomial, Monomial]] = {}  # the factors it was first formed from
        self._found: dict[Atom, int] = {}
        self._tape, self._moving = tape, tape.moving_slots()
        self._fixed: dict[int, Scalar] = {}
        self._values: dict[int, Form] = {}
        self._wanted = _slots_below(tape, tape.results[0].slots)
        self._uses = _uses(tape, self._wanted)
        for k, instruction in enumerate(tape.instructions):
            if k in self._wanted:
                self._add(k, instruction)

    def value(self, slot: int) -> Form:
        """The form of a slot."""
        return self._values[slot] if self._moving[slot] else constant(self._fixed[slot])

    def atom(self, made: Atom) -> int:
        """The number of an atom."""
        if made not in self._found:
            self._found[made] = len(self.atoms)
            self.atoms.append(made)
        return self._found[made]

    def _add(self, k: int, instruction: Instruction) -> None:
        if not self._moving[k]:
            self._fixed[k] = self._scalar(instruction)
            return
        made = self._form(instruction)
        if len(made) > SHORT and self._uses[k] > 1:
            made = single(self.atom(Atom("sum", arguments=(made,))))
        self._values[k] = made

    # -- scalars -------------------------------------------------------------------------------------

    def _scalar(self, instruction: Instruction) -> Scalar:
        if instruction.operation == CONSTANT:
            return Scalar(instruction.number)
        if instruction.operation == ARGUMENT:
            return self.scalars.parameter(instruction.operands[1])
        operands = [self._fixed[slot] for slot in instruction.operands]
        match instruction.operation, operands:
            case "mul", [a, b]:
                return a * b if a.number and b.number else Scalar(0.0)
            case "div", [a, b] if b.number:
                return a * b.power(-1) if a.number else Scalar(0.0)
            case "inv", [a] if a.number:
                return a.power(-1)
            case "sq", [a]:
                return a * a
            case "neg", [a]:
                return a * MINUS
            case "twice", [a]:
                return a * Scalar(2.0)
            case "add", [a, b]:
                return self.scalars.sum(a, b)
            case "sub", [a, b]:
                return self.scalars.sum(a, b * MINUS)
        return self.scalars.apply(instruction.operation, *operands)

    # -- forms ---------------------------------------------------------------------------------------

    def _form(self, instruction: Instruction) -> Form:
        if instruction.operation == ARGUMENT:
            name = self._tape.arguments[instruction.operands[0]].name
            index = 0 if name == "t" else instruction.operands[1]
            return single(self.atom(Atom(ATOMS[name], index)))
        operands = [self.value(slot) for slot in instruction.operands]
        match instruction.operation, operands:
            case "add", [a, b]:
                return self.sum(a, b)
            case "sub", [a, b]:
                return self.sum(a, scale(b, MINUS))
            case "neg", [a]:
                return scale(a, MINUS)
            case "twice", [a]:
                return self._multiple(a, Scalar(2.0))
            case "abs", [a]:
                return self._either(self._condition("le", (), a), a, scale(a, MINUS))
            case "min", [a, b]:
                return self._either(self._condition("lt", a, b), a, b)
            case "max", [a, b]:
                return self._either(self._condition("lt", b, a), a, b)
        return self._product_or_function(instruction.operation, operands)

    def _product_or_function(self, operation: str, operands: list[Form]) -> Form:
        match operation, operands:
            case "mul", [a, b]:
                return self.product(a, b)
            case "sq", [a]:
                return self.product(a, a)
            case "div", [a, b]:
                return self.product(a, self.power(b, -1.0))
            case "inv", [a]:
                return self.power(a, -1.0)
            case "sqrt", [a]:
                return self.power(a, 0.5)
            case "pow", [a, b] if _number(b) is not None:
                return self.power(a, _number(b) or 0.0)
        if operation not in (*FUNCTIONS, *HELD, CHOICE):
            raise NoSeries(operation)
        return single(self.atom(Atom(operation, arguments=tuple(operands))))

    def _condition(self, operation: str, *operands: Form) -> Form:
        """A condition, as an atom that is constant between switches."""
        return single(self.atom(Atom(operation, arguments=operands)))

    def _either(self, condition: Form, one: Form, other: Form) -> Form:
        """One value where a condition holds, another one elsewhere."""
        return self.sum(
            single(self.atom(Atom(CHOICE, arguments=(condition, one)))),
            single(self.atom(Atom(CHOICE, arguments=(self._condition("not", condition), other)))),
        )

    def sum(self, a: Form, b: Form) -> Form:
        """A sum."""
        total = dict(a)
        for monomial, scalar in b:
            total[monomial] = self.scalars.sum(total[monomial], scalar) if monomial in total else scalar
        return _sort_terms(self._without_squares({m: c for m, c in total.items() if c.number}))

    def _without_squares(self, total: dict[Monomial, Scalar]) -> dict[Monomial, Scalar]:
        """A sum in which c sin² + c cos² is replaced by c."""
        for monomial in list(total):
            for atom, exponent in monomial:
                factor = self.atoms[atom]
                if factor.kind != "sin" or exponent != 2 or monomial not in total:
                    continue
                partner = self._found.get(Atom("cos", arguments=factor.arguments))
                others = tuple(one for one in monomial if one[0] != atom)
                other = None if partner is None else times(others, ((partner, 2.0),))
                if other is not None and total.get(other) == total[monomial]:
                    own_scalar = total.pop(monomial)
                    del total[other]
                    both = self.scalars.sum(total[others], own_scalar) if others in total else own_scalar
                    total = {m: c for m, c in (total | {others: both}).items() if c.number}
        return total

    def _multiple(self, a: Form, scalar: Scalar) -> Form:
        if len(a) <= SHORT:
            return scale(a, scalar)
        return ((((self.atom(Atom("sum", arguments=(a,))), 1.0),), scalar),)

    def _term(self, a: Form) -> tuple[Monomial, Scalar]:
        """A form as one term; a sum of several becomes an atom."""
        if len(a) == 1:
            return a[0]
        return ((self.atom(Atom("sum", arguments=(a,))), 1.0),), ONE

    def product(self, a: Form, b: Form) -> Form:
        """A product."""
        if not a or not b:
            return ()
        for one, other in ((a, b), (b, a)):
            if len(one) == 1 and one[0][0] == UNIT:
                return self._multiple(other, one[0][1])
        (first, c), (second, d) = self._term(a), self._term(b)
        made = times(first, second)
        self.splits.setdefault(made, (first, second))
        return ((made, c * d),)

    def power(self, a: Form, exponent: float) -> Form:
        """A power with a constant exponent."""
        if exponent == 0:
            return constant(ONE)
        if not a:
            raise NoSeries(POWER)
        whole = exponent.is_integer()
        monomial, scalar = self._term(a)
        # the base of a fractional power is positive, so that exponents multiply
        positive = len(monomial) == 1 and not monomial[0][1].is_integer()
        plain = len(monomial) == 1 and monomial[0][1] == 1 and not scalar.factors and scalar.number > 0
        if whole:
            factor = scalar.power(int(exponent))
        elif positive or plain or monomial == UNIT:
            factor = ONE if scalar == ONE else self.scalars.apply("pow", scalar, Scalar(exponent))
        else:
            monomial, factor = ((self.atom(Atom("sum", arguments=(a,))), 1.0),), ONE
        return ((tuple((atom, e * exponent) for atom, e in monomial), factor),)


def _slots_below(tape: Tape, slots: tuple[int, ...]) -> set[int]:
    """The slots that some slots depend on."""
    below, stack = set[int](), list(slots)
    while stack:
        slot = stack.pop()
        if slot not in below:
            below.add(slot)
            if tape.instructions[slot].operation not in (ARGUMENT, CONSTANT):
                stack += tape.instructions[slot].operands
    return below


def _uses(tape: Tape, wanted: set[int]) -> Mapping[int, int]:
    uses = dict.fromkeys(range(len(tape.instructions)), 0)
    for k in wanted:
        if tape.instructions[k].operation not in (ARGUMENT, CONSTANT):
            for slot in tape.instructions[k].operands:
                uses[slot] += 1
    return uses


def constant(scalar: Scalar) -> Form:
    """A form without atoms."""
    return ((UNIT, scalar),) if scalar.number else ()


def single(atom: int) -> Form:
    """An atom as a form."""
    return ((((atom, 1.0),), ONE),)


def _number(a: Form) -> float | None:
    """The number that a form is, if it is one."""
    if not a:
        return 0.0
    return a[0][1].number if len(a) == 1 and a[0][0] == UNIT and not a[0][1].factors else None


def scale(a: Form, scalar: Scalar) -> Form:
    """A multiple, term by term."""
    return tuple((monomial, c * scalar) for monomial, c in a) if scalar.number else ()


def _sort_terms(total: Mapping[Monomial, Scalar]) -> Form:
    return tuple(sorted(total.items(), key=lambda term: term[0]))


def times(one: Monomial, other: Monomial) -> Monomial:
    """The product of two monomials."""
    exponents = dict(one)
    for atom, exponent in other:
        exponents[atom] = exponents.get(atom, 0.0) + exponent
    return tuple(sorted((atom, exponent) for atom, exponent in exponents.items() if exponent))

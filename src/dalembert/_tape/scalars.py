"""Values of parameters alone, as products of powers: c = number · Π a_i^n_i, each computed once."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._tape.tape import ARGUMENT, CONSTANT, Block, Instruction, Result, Tape

Factors = tuple[tuple[int, int], ...]  # slots with their exponents, by slot


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number times powers of slots."""

    number: float
    factors: Factors = ()

    def __mul__(self, other: Scalar) -> Scalar:
        exponents = dict(self.factors)
        for slot, exponent in other.factors:
            exponents[slot] = exponents.get(slot, 0) + exponent
        kept = tuple(sorted((slot, exponent) for slot, exponent in exponents.items() if exponent))
        return Scalar(self.number * other.number, kept)

    def power(self, exponent: int) -> Scalar:
        """An integer power."""
        return Scalar(self.number**exponent, tuple((slot, n * exponent) for slot, n in self.factors))


ONE, MINUS = Scalar(1.0), Scalar(-1.0)


class ScalarTape:
    """Scalars as functions of the parameters p on a tape of their own, equal ones computed once."""

    def __init__(self, parameters: Block) -> None:
        self._block = parameters
        self._instructions: list[Instruction] = []
        self._found: dict[Instruction, int] = {}
        self._places: dict[Scalar, int] = {}
        self._kept: list[int] = []

    def parameter(self, index: int) -> Scalar:
        """A parameter."""
        return Scalar(1.0, ((self._slot(Instruction(ARGUMENT, (0, index))), 1),))

    def apply(self, operation: str, *operands: Scalar) -> Scalar:
        """An operation that is no product."""
        made = Instruction(operation, tuple(self._slot_of(one) for one in operands))
        return Scalar(1.0, ((self._slot(made), 1),))

    def sum(self, one: Scalar, other: Scalar) -> Scalar:
        """A sum; the sum of multiples of the same powers is a multiple of them."""
        if one.factors == other.factors:
            return Scalar(one.number + other.number, one.factors if one.number + other.number else ())
        if not one.number or not other.number:
            return other if not one.number else one
        return self.apply("add", one, other)

    def place(self, value: Scalar) -> int:
        """The index of a scalar among the results of the tape."""
        if value not in self._places:
            self._places[value] = len(self._kept)
            self._kept.append(self._slot_of(value))
        return self._places[value]

    def tape(self) -> Tape:
        """The scalars with an index, as functions of the parameters."""
        return Tape(
            name="scalars",
            arguments=(self._block,),
            results=(Result(Block("out", (len(self._kept),)), tuple(self._kept)),),
            instructions=tuple(self._instructions),
        )

    def _slot(self, made: Instruction) -> int:
        if made not in self._found:
            self._found[made] = len(self._instructions)
            self._instructions.append(made)
        return self._found[made]

    def _slot_of(self, value: Scalar) -> int:
        """The slot of a scalar: its number times its positive powers, divided by the negative ones."""
        above = [slot for slot, exponent in value.factors for _ in range(exponent)]
        below = [slot for slot, exponent in value.factors for _ in range(-exponent)]
        if value.number != 1.0 or not above:
            above.insert(0, self._slot(Instruction(CONSTANT, (), value.number)))
        slot = self._product(above)
        return self._slot(Instruction("div", (slot, self._product(below)))) if below else slot

    def _product(self, slots: list[int]) -> int:
        product = slots[0]
        for slot in slots[1:]:
            product = self._slot(Instruction("mul", (product, slot)))
        return product

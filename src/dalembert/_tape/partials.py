"""The derivative of a tape as a sparse system: δv = Σ ∂v/∂a δa, with a row for each slot that is kept.

A rate r_i(y) on a tape depends on slots, each of which depends on one or two others. Its differential,

    δr_i = Σ_k r_ik δv_k,    δv_k = Σ_l<k v_kl δv_l,    v = (y, slots)

is a sparse system, while the Jacobian that follows from it may be full: the accelerations of a chain depend
on all of its links. A slot is substituted into the rows that use it where this does not increase the number
of entries (elimination of vertices; A. Griewank, A. Walther, Evaluating Derivatives, SIAM 2008, chapter 9).
A few rows remain for each body.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dalembert._tape.tape import ARGUMENT, CONSTANT, Block, Instruction, Result, Tape

ONE, MINUS = 1.0, -1.0
CONSTANT_BETWEEN = ("sign", "floor", "lt", "le", "eq", "ne", "not", "and", "or")  # with zero derivative


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearTape:
    """The entries of δv = Σ ∂v/∂a δa and δr = Σ ∂r/∂a δa as a tape; rates come after the slots.

    Unknowns are numbered: the entries of y, then the slots that are kept, in their order. `rows` gives the
        unknown whose row an entry belongs to, and for the rate of y_i the number i.
    """

    tape: Tape
    unknowns: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]


def linear_tape(tape: Tape, tested: int) -> LinearTape:
    """The derivative of the first entries of `out` by the first entries of y."""
    builder = _Builder(tape, tested)
    builder.eliminate()
    return builder.result()


class _Builder:
    """The slots with their operands and users, and instructions for the partial derivatives."""

    def __init__(self, tape: Tape, tested: int) -> None:
        self._tape, self._tested = tape, tested
        self._instructions = list(tape.instructions)
        self._found = {instruction: k for k, instruction in enumerate(tape.instructions)}
        self._numbers: dict[int, float] = {
            k: one.number for k, one in enumerate(tape.instructions) if one.operation == CONSTANT
        }
        self._state = self._state_slots()
        self._made_of: dict[int, dict[int, int]] = {}
        moving: set[int] = set(self._state)
        for k, one in enumerate(tape.instructions):
            if one.operation in (ARGUMENT, CONSTANT, *CONSTANT_BETWEEN):
                continue
            if not moving.isdisjoint(one.operands):
                self._made_of[k] = self._line(k, one, moving)
                moving.add(k)
        self._rates: list[dict[int, int]] = []
        for slot in tape.results[0].slots[:tested]:
            self._rates.append({slot: self._number(ONE)} if slot in moving else {})
        self._used_by: dict[int, set[int]] = {k: set() for k in moving}
        for k, line in (*self._made_of.items(), *((~i, line) for i, line in enumerate(self._rates))):
            for source in line:
                self._used_by[source].add(k)

    def _state_slots(self) -> dict[int, int]:
        """The entries of y by their slots."""
        names = [block.name for block in self._tape.arguments]
        return {
            k: one.operands[1]
            for k, one in enumerate(self._tape.instructions)
            if one.operation == ARGUMENT and names[one.operands[0]] == "y" and one.operands[1] < self._tested
        }

    def _line(self, k: int, one: Instruction, moving: set[int]) -> dict[int, int]:
        """The partial derivatives of a slot by its operands."""
        partials: dict[int, int] = {}
        for position, source in enumerate(one.operands):
            if source in moving:
                self._add(partials, source, self._partial(k, one, position))
        return partials

    def _partial(self, k: int, one: Instruction, position: int) -> int:
        """The derivative of a slot by one of its operands."""
        a, b = one.operands[0], one.operands[-1]
        number, make = self._number, self._make
        match one.operation:
            case "add":
                return number(ONE)
            case "sub":
                return number(MINUS if position else ONE)
            case "mul":
                return a if position else b
            case "div":
                return make("neg", make("div", k, b)) if position else make("inv", b)
            case "pow":
                if position:
                    return make("mul", k, make("log", a))
                return make("mul", b, make("pow", a, make("sub", b, number(ONE))))
            case "atan2":
                size = make("add", make("sq", a), make("sq", b))
                return make("neg", make("div", a, size)) if position else make("div", b, size)
            case "min" | "max":
                low, high = (a, b) if one.operation == "min" else (b, a)
                first = make("le", low, high)
                return make("not", first) if position else first
            case "if_else_zero":
                return make("if_else_zero", a, number(ONE)) if position else number(0.0)
        return self._slope(k, one.operation, a)

    def _slope(self, k: int, operation: str, a: int) -> int:
        """The derivative of a function of one slot."""
        number, make = self._number, self._make
        one = number(ONE)
        match operation:
            case "neg":
                return number(MINUS)
            case "twice":
                return number(2.0)
            case "sq":
                return make("twice", a)
            case "inv":
                return make("neg", make("sq", k))
            case "sqrt":
                return make("div", number(0.5), k)
            case "exp":
                return k
            case "log":
                return make("inv", a)
            case "sin":
                return make("cos", a)
            case "cos":
                return make("neg", make("sin", a))
            case "tan":
                return make("add", one, make("sq", k))
            case "sinh" | "cosh":
                return make("cosh" if operation == "sinh" else "sinh", a)
            case "tanh":
                return make("sub", one, make("sq", k))
            case "abs":
                return make("sign", a)
        return self._inverse_slope(operation, a)

    def _inverse_slope(self, operation: str, a: int) -> int:
        """The derivative of an inverse function: asin, acos, atan, asinh, acosh, atanh."""
        make, one, square = self._make, self._number(ONE), self._make("sq", a)
        below = {
            "asin": ("sub", one, square),
            "acos": ("sub", one, square),
            "atan": ("add", one, square),
            "asinh": ("add", square, one),
            "acosh": ("sub", square, one),
            "atanh": ("sub", one, square),
        }[operation]
        size = make(*below)
        slope = make("inv", size if operation in ("atan", "atanh") else make("sqrt", size))
        return make("neg", slope) if operation == "acos" else slope

    def _number(self, value: float) -> int:
        slot = self._slot(Instruction(CONSTANT, (), value))
        self._numbers[slot] = value
        return slot

    def _make(self, operation: str, *operands: int) -> int:
        return self._slot(Instruction(operation, operands))

    def _slot(self, made: Instruction) -> int:
        if made not in self._found:
            self._found[made] = len(self._instructions)
            self._instructions.append(made)
        return self._found[made]

    def _product(self, one: int, other: int) -> int:
        for known, factor in ((one, other), (other, one)):
            if self._numbers.get(known) == ONE:
                return factor
            if self._numbers.get(known) == MINUS:
                return (
                    self._make("neg", factor)
                    if factor not in self._numbers
                    else self._number(-self._numbers[factor])
                )
        return self._make("mul", one, other)

    def _add(self, line: dict[int, int], source: int, value: int) -> None:
        if self._numbers.get(value) == 0.0:
            return
        line[source] = self._make("add", line[source], value) if source in line else value

    def _line_of(self, k: int) -> dict[int, int]:
        return self._made_of[k] if k >= 0 else self._rates[~k]

    def eliminate(self) -> None:
        """Substitute slots into their users where this does not add entries; drop unused slots."""
        waiting = sorted(self._made_of)
        while waiting:
            touched: set[int] = set()
            for k in waiting:
                line, users = self._made_of.get(k), self._used_by[k]
                if line is None or not self._is_worth_it(line, users):
                    continue
                touched |= {j for j in (*line, *users) if j >= 0 and j not in self._state}
                self._put_in(k, line, users)
            waiting = sorted(touched & self._made_of.keys())

    def _is_worth_it(self, line: Mapping[int, int], users: set[int]) -> bool:
        """Whether substituting a slot into its users does not increase the number of entries."""
        removed = len(line) + len(users)
        if len(line) * len(users) <= removed:
            return True
        if len(line) * len(users) > 4 * removed:
            return False
        return sum(source not in self._line_of(user) for user in users for source in line) <= removed

    def _put_in(self, k: int, line: Mapping[int, int], users: set[int]) -> None:
        for user in users:
            line_of_user = self._line_of(user)
            through = line_of_user.pop(k)
            for source, value in line.items():
                self._add(line_of_user, source, self._product(through, value))
                if source in line_of_user:
                    self._used_by[source].add(user)
        for source in line:
            self._used_by[source].discard(k)
        users.clear()
        del self._made_of[k]

    def result(self) -> LinearTape:
        """The tape of the remaining rows."""
        number = {slot: i for slot, i in self._state.items()}
        number |= {k: self._tested + i for i, k in enumerate(sorted(self._made_of))}
        lines = [(number[k], self._made_of[k]) for k in sorted(self._made_of)]
        lines += list(enumerate(self._rates))
        entries = [(row, number[source], value) for row, line in lines for source, value in line.items()]
        results = (
            Result(Block("out", (len(entries),)), tuple(value for _, _, value in entries)),
            *(result for result in self._tape.results[1:]),
        )
        whole = Tape(
            name="slopes",
            arguments=self._tape.arguments,
            results=results,
            instructions=tuple(self._instructions),
        )
        return LinearTape(
            tape=only_needed(whole),
            unknowns=self._tested + len(self._made_of),
            rows=tuple(row for row, _, _ in entries),
            columns=tuple(column for _, column, _ in entries),
        )


def only_needed(tape: Tape) -> Tape:
    """The tape without instructions that no result needs."""
    needed = {slot for result in tape.results for slot in result.slots}
    for k in range(len(tape.instructions) - 1, -1, -1):
        one = tape.instructions[k]
        if k in needed and one.operation != ARGUMENT:
            needed.update(one.operands)
    kept = sorted(needed)
    index_of = {k: i for i, k in enumerate(kept)}
    return Tape(
        name=tape.name,
        arguments=tape.arguments,
        results=tuple(Result(r.block, tuple(index_of[slot] for slot in r.slots)) for r in tape.results),
        instructions=tuple(
            one
            if one.operation == ARGUMENT
            else Instruction(one.operation, tuple(index_of[slot] for slot in one.operands), one.number)
            for one in (tape.instructions[k] for k in kept)
        ),
    )

"""Records of compiled models: where the parts of a state are, quantities as columns, tapes as programs."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.bytecode import Bytecode, bytecode_of
from dalembert._compile.sparse_factors import SparseFactors
from dalembert._tape.pieces import Program, program
from dalembert._tape.tape import Tape


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where the parts of a state are: entries of order 0, derivatives and first-order states, works.

    The rates of the first n entries are the n entries that follow; n is 0 where that is not so.
    """

    n: int
    split: int  # entries of order 0
    tested: int  # entries that the error test looks at: all but the works
    works: tuple[str, ...]
    constraints: int

    @property
    def kinds(self) -> tuple[slice, ...]:
        """The groups of entries whose errors are measured on a common scale."""
        if self.n:
            return slice(0, self.n), slice(self.n, 2 * self.n), slice(2 * self.n, self.tested)
        return slice(0, self.split), slice(self.split, self.tested)

    def kind_of_each(self) -> NDArray[np.int32]:
        """The kind of each tested entry, by its number."""
        kinds = np.zeros(self.tested, dtype=np.int32)
        for number, kind in enumerate(self.kinds):
            kinds[kind] = number
        return kinds

    @property
    def size(self) -> int:
        """All entries."""
        return self.tested + len(self.works)

    def place(self, work: str) -> int:
        """The index of a work in the state."""
        return self.tested + self.works.index(work)


class Code:
    """Tapes that belong together, and their program in C."""

    def __init__(self, tapes: Mapping[str, Tape]) -> None:
        self.tapes = dict(tapes)

    @cached_property
    def program(self) -> Program:
        """The tapes as C."""
        return program(self.tapes)

    @cached_property
    def bytecode(self) -> dict[str, Bytecode]:
        """The tapes for the interpreter."""
        return {name: bytecode_of(tape) for name, tape in self.tapes.items()}

    @cached_property
    def fingerprint(self) -> str:
        """A fingerprint of the tapes, much cheaper to compute than their C source."""
        digest = hashlib.sha256()
        for name, tape in self.tapes.items():
            operations = " ".join([one.operation for one in tape.instructions])
            digest.update(f"{name}: {operations}\n".encode())
            digest.update(array("q", [k for one in tape.instructions for k in one.operands]))
            digest.update(array("d", [one.number for one in tape.instructions]))
        return digest.hexdigest()[:40]

    @cached_property
    def length(self) -> int:
        """The number of instructions of all tapes."""
        return sum(len(tape.instructions) for tape in self.tapes.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class StepCode:
    """An implicit step as code: with its residual and update, and where the entries of its Jacobian are."""

    code: Code
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    extras: int
    unknowns: int
    theta: float
    begin: Any  # CasADi's, of the column (t, y, p) and of tables


@dataclass(frozen=True, slots=True, kw_only=True)
class StiffCode:
    """Code with the derivative of the rates, and where its entries are; without, where it would be long.

    With `sparse` its entries are lines of more unknowns than the state has (`_tape/partials.py`).
    """

    code: Code
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    sparse: SparseFactors | None = None

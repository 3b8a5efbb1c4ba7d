"""A model whose rates are linear with constant coefficients, as x' = A x, and its powers, xᵀ Q_i x.

x = (y, inputs from tables, functions of time): a table is a polynomial in each cell, whose third derivative
is constant, and t^k e^(σt) cos ωt solves a linear equation too. Each entry of A is given as high + low, since
the phase of an oscillation is only as good as its frequency. Between pieces of time A may change with the
conditions on time; x is made of the same entries in all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._compile.linear_tapes import MOST, LinearTapes, linear_tapes
from dalembert._compile.table_polynomials import PiecewisePolynomial
from dalembert._tape.affine_forms import (
    TIMELESS,
    Form,
    Monomial,
    NotAffine,
    Rounding,
    Value,
    forms_of,
    number,
    numbers_of,
    values_of_slots,
    variable,
)
from dalembert._tape.tape import Tape
from dalembert._tape.time_functions import CONSTANT, CONTEXT, ZERO, Key, TimeFunction, time_since

Array = NDArray[np.float64]
JETS = 4  # u, u', u'' and u''' of a table
MOST_SWITCHES = 200  # pieces of time in which conditions are looked at


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LinearSystem:
    """x' = (high + low) x and w_i' = xᵀ powers_i x; `correction` x moves y towards the constraints."""

    high: Array
    low: Array
    powers: Array
    correction: Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LinearPieces:
    """The linear systems that differ, which of them holds in each piece of time, and how x is made of y."""

    tested: int
    tables: tuple[PiecewisePolynomial, ...]
    begin: Array  # the functions of time at the start
    systems: tuple[LinearSystem, ...]
    of_piece: tuple[int, ...]
    rounded: bool  # whether a number of the model was rounded before

    def jets(self, t: float, middle: float) -> Array:
        """The tables and their first three derivatives at a time, by their polynomials around another one."""
        cell, made = np.array([middle]), np.zeros((len(self.tables), JETS))
        for jet, table in zip(made, self.tables, strict=True):
            index = int(np.clip(np.searchsorted(table.t, middle, side="right") - 1, 0, len(table.t) - 2))
            jet[:3] = table.within(np.array([t]), cell)[0]
            jet[3] = 6 * table.c[index, 3] if table.c.shape[1] > 3 else 0.0
        return made.ravel()


def linear_pieces(
    dynamics: Dynamics,
    times: Sequence[tuple[float, float]],
    written: frozenset[float],
    *,
    gain: float = 0.0,
    most: int = 8,
) -> LinearPieces | None:
    """The linear systems of pieces of time; None where the model is no such system.

    `written` are the mantissas of numbers that were not rounded; `gain` disturbs all others by as many times
    their rounding. No more than `most` systems may differ, and conditions on time may not switch too often.
    """
    tapes = linear_tapes(dynamics.compiled)
    plain = all(isinstance(table, PiecewisePolynomial) for table in dynamics.tables)
    if tapes is None or not tapes.linear or not plain:
        return None
    middles = [0.5 * (low + high) for low, high in times]
    rounding = Rounding(written, gain)
    try:
        with localcontext(CONTEXT):
            forms = _Forms(dynamics, tapes, times[0][0], rounding)
            every: list[_PieceForms] = []
            of_piece: list[int] = []
            if forms.switches and len(middles) > MOST_SWITCHES:
                return None
            for middle in middles if forms.switches else middles[:1]:
                made = forms.at(middle)
                if made not in every:
                    every.append(made)
                if len(every) > most:
                    return None
                of_piece.append(every.index(made))
            keys = _keys(every)
            return _pieces(dynamics, forms, every, keys, of_piece, len(middles), rounding)
    except NotAffine:
        return None


@dataclass(frozen=True, slots=True)
class _PieceForms:
    """The forms of rates and powers, and of the correction or of the invariants."""

    rates: list[Form]
    closure: list[Form]


class _Forms:
    """The forms of a model at an instant, from its tapes."""

    def __init__(self, dynamics: Dynamics, tapes: LinearTapes, start: float, rounding: Rounding) -> None:
        self.tapes, self.layout, self.rounding = tapes, dynamics.layout, rounding
        self.switches = any(_switches(tape) for tape in (tapes.rates, tapes.laws, tapes.correction) if tape)
        self._start = Decimal(start)
        self._p = numbers_of(dynamics.p.tolist(), rounding)
        self._inputs, self._sampled = dynamics.compiled.inputs, dynamics.compiled.tables
        self.first_time = self.layout.tested + JETS * len(self._sampled)
        self._y = [variable(i) if i < self.layout.tested else Value(None) for i in range(self.layout.size)]

    def at(self, instant: float) -> _PieceForms:
        """The forms with conditions on time as they are at an instant."""
        time = Value({TIMELESS: time_since(self._start)}, instant)
        known = {"t": [time], "y": self._y, "p": self._p}
        known["u"] = self._inputs_at(known)
        tapes, tested = self.tapes, self.layout.tested
        rates = forms_of(tapes.rates, known, self.rounding)
        if any(len(monomial) > 1 for form in rates[:tested] for monomial in form):
            raise NotAffine
        closing, count = (
            (tapes.correction, tested) if tapes.correction else (tapes.invariants, self.layout.constraints)
        )
        closure = forms_of(closing, known, self.rounding, count) if closing else []
        return _PieceForms(rates, closure)

    def _inputs_at(self, known: dict[str, list[Value]]) -> list[Value]:
        """The values of u, u' and u''."""
        given = [number(ZERO)] * (3 * self._inputs)
        if self.tapes.laws is not None:
            arguments = known | {"u": [Value(None)] * (3 * self._inputs)}
            given = values_of_slots(
                self.tapes.laws, self.tapes.laws.results[0].slots, arguments, self.rounding
            )
        for i, column in enumerate(self._sampled):
            for order in range(3):
                given[column + order * self._inputs] = variable(self.layout.tested + JETS * i + order)
        return given


def _switches(tape: Tape) -> bool:
    """Whether a tape has operations that depend on conditions."""
    kept = {"lt", "le", "eq", "ne", "not", "and", "or", "floor", "sign", "if_else_zero", "min", "max", "abs"}
    return any(one.operation in kept for one in tape.instructions)


def _keys(every: Sequence[_PieceForms]) -> list[Key]:
    """The functions of time that occur, with all lower powers of time; the constant 1 is the first."""
    entries = {CONSTANT}
    for forms in every:
        for form in chain(forms.rates, forms.closure):
            for function in form.values():
                entries.update(function)
    highest: dict[tuple[Decimal, Decimal], int] = {}
    for k, sigma, omega in entries:
        highest[sigma, omega] = max(k, highest.get((sigma, omega), 0))
    blocks = sorted(highest, key=lambda block: (block != (ZERO, ZERO), block))
    return [(k, *block) for block in blocks for k in range(highest[block] + 1)]


def _pieces(
    dynamics: Dynamics,
    forms: _Forms,
    every: Sequence[_PieceForms],
    keys: list[Key],
    of_piece: list[int],
    count: int,
    rounding: Rounding,
) -> LinearPieces | None:
    """The systems of all pieces in the same x."""
    places: dict[Key, int] = {}
    size = forms.first_time
    for key in keys:
        places[key] = size
        size += 2 if key[2] else 1
    if size > MOST:
        return None
    begin = np.zeros(size - forms.first_time)
    for k, sigma, omega in keys:
        begin[places[k, sigma, omega] - forms.first_time] = 1.0 if k == 0 else 0.0
    systems = tuple(_system(dynamics, forms, one, places, size) for one in every)
    return LinearPieces(
        tested=forms.layout.tested,
        tables=tuple(table for table in dynamics.tables if isinstance(table, PiecewisePolynomial)),
        begin=begin,
        systems=systems,
        of_piece=tuple(of_piece) if len(of_piece) == count else (0,) * count,
        rounded=rounding.disturbed,
    )


def _system(
    dynamics: Dynamics, forms: _Forms, piece: _PieceForms, places: dict[Key, int], size: int
) -> LinearSystem:
    """The matrices of one piece of time."""
    tested, layout = forms.layout.tested, forms.layout
    A: dict[tuple[int, int], Decimal] = {}
    for row, form in enumerate(piece.rates[:tested]):
        for column, value in _linear(form, places):
            A[row, column] = A.get((row, column), ZERO) + value
    for i in range(len(dynamics.tables)):
        first = tested + JETS * i
        A |= {(first + order, first + order + 1): Decimal(1) for order in range(JETS - 1)}
    for (k, sigma, omega), c in places.items():
        pair = range(2 if omega else 1)
        A |= {(c + part, c + part): sigma for part in pair}
        if omega:
            A |= {(c, c + 1): -omega, (c + 1, c): omega}
        if k:
            A |= {(c + part, places[k - 1, sigma, omega] + part): Decimal(k) for part in pair}
    high, low = np.zeros((size, size)), np.zeros((size, size))
    for entry, value in A.items():
        high[entry] = float(value)
        low[entry] = float(value - Decimal(high[entry]))
    powers = np.zeros((len(layout.works), size, size))
    for matrix, form in zip(powers, piece.rates[tested:], strict=True):
        for (i, j), value in _quadratic(form, places):
            matrix[i, j] += float(value) / 2
            matrix[j, i] += float(value) / 2
    return LinearSystem(high=high, low=low, powers=powers, correction=_correction(piece, forms, places, size))


def _correction(piece: _PieceForms, forms: _Forms, places: dict[Key, int], size: int) -> Array:
    """The change of y towards the constraints: as it is given, or the smallest that satisfies them."""
    tested = forms.layout.tested
    closure = np.zeros((len(piece.closure), size))
    for row, form in enumerate(piece.closure):
        for column, value in _linear(form, places):
            closure[row, column] += float(value)
    if not len(closure):
        return np.zeros((tested, size))
    if forms.tapes.correction is not None:
        return closure
    return -np.linalg.pinv(closure[:, :tested]) @ closure


def _linear(form: Form, places: dict[Key, int]) -> list[tuple[int, Decimal]]:
    """The entries of a row: a coefficient of a variable has to be constant."""
    entries: list[tuple[int, Decimal]] = []
    for monomial, function in form.items():
        if len(monomial) > 1:
            raise NotAffine
        if monomial == TIMELESS:
            entries += _entries(function, places)
        else:
            entries.append((monomial[0], _constant(function)))
    return entries


def _quadratic(form: Form, places: dict[Key, int]) -> list[tuple[tuple[int, int], Decimal]]:
    """The entries of a quadratic form; what is of lower degree has factors that are functions of time."""
    entries: list[tuple[tuple[int, int], Decimal]] = []
    for monomial, function in form.items():
        if len(monomial) == 2:
            entries.append(((monomial[0], monomial[1]), _constant(function)))
            continue
        other = _place(monomial, places)
        entries += [((other, column), value) for column, value in _entries(function, places)]
    return entries


def _place(monomial: Monomial, places: dict[Key, int]) -> int:
    return monomial[0] if monomial else places[CONSTANT]


def _entries(function: TimeFunction, places: dict[Key, int]) -> list[tuple[int, Decimal]]:
    """The entries of x that a function of time is made of."""
    entries: list[tuple[int, Decimal]] = []
    for key, (c, s) in function.items():
        entries += [(places[key], c)] if c else []
        entries += [(places[key] + 1, s)] if s else []
    return entries


def _constant(function: TimeFunction) -> Decimal:
    """A coefficient, which must not depend on time."""
    if function.keys() - {CONSTANT}:
        raise NotAffine
    return function.get(CONSTANT, (ZERO, ZERO))[0]

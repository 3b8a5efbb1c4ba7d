"""The tapes of a model whose rates are linear by their operations; the first rate that is not."""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

from dalembert._compile.interface import CompiledModel, Dynamics
from dalembert._tape.polynomial_degree import has_degree
from dalembert._tape.tape import Tape

MOST = 60  # entries of x: more are not worth their matrices


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LinearTapes:
    """The tapes of a model: its rates, its inputs, and corrections or equations of its constraints.

    `linear` says whether the operations of the rates are those of linear equations; their coefficients may
    still vary.
    """

    rates: Tape
    laws: Tape | None = None
    correction: Tape | None = None  # of the state towards its constraints
    invariants: Tape | None = None  # or what these are off by
    linear: bool


_known: WeakKeyDictionary[CompiledModel, LinearTapes] = WeakKeyDictionary()


def linear_tapes(compiled: CompiledModel) -> LinearTapes | None:
    """The tapes of a model with what their operations say; None where its rates are no expressions."""
    if compiled not in _known:
        made = _linear_tapes(compiled)
        if made is None:
            return None
        _known[compiled] = made
    return _known[compiled]


def _linear_tapes(compiled: CompiledModel) -> LinearTapes | None:
    mechanics, tapes, layout = compiled.in_closed_form, compiled.code.tapes, compiled.layout
    rates = tapes.get("eliminated_rates" if mechanics is None else "rates")
    if rates is None:
        return None
    slots, tested = rates.results[0].slots, layout.tested
    linear = tested <= MOST and has_degree(rates, slots, 2) and has_degree(rates, slots[:tested], 1)
    return LinearTapes(
        rates=rates,
        laws=mechanics.laws_tape if mechanics is not None and linear else None,
        correction=tapes.get("correction"),
        invariants=tapes.get("invariants"),
        linear=linear,
    )


def first_nonlinear(dynamics: Dynamics) -> str:
    """The first entry of the state with a rate that is not linear; empty where there is none."""
    tapes, names = linear_tapes(dynamics.compiled), dynamics.compiled.names
    if tapes is None:
        return names[0]
    for name, slot in zip(names, tapes.rates.results[0].slots, strict=False):
        if not has_degree(tapes.rates, [slot], 1):
            return name
    return ""

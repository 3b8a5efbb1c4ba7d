"""Rows of models with contacts or switches in C: which of them can be lanes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._contact.hybrid_code import HybridCode, hybrid_code
from dalembert._contact.lane_source import HybridLanes, hybrid_lanes
from dalembert._expression.expression import Expression
from dalembert._model.records import Model
from dalembert._model.rules_contacts import contact_ranges
from dalembert._model.used_results import used_results
from dalembert._simulate.forcing import forcing_levels
from dalembert._simulate.noise import first_last_bits
from dalembert._simulate.prepare import PreparedRun
from dalembert._sweep.records import Array
from dalembert._sweep.row_values import RowValues
from dalembert._words.message import say

MANY = 256  # runs that are worth compiling the loop over modes together with the model


def hybrid_lanes_of(ready: PreparedRun, runs: int, *, device: bool) -> HybridLanes | str:
    """The modes of a model for lanes, or why there are none; `device`: for those of a GPU."""
    system, problem = ready.hybrid, ready.problem
    if system is None:
        raise TypeError(ready)
    if runs < MANY and not device:
        return (
            f"contacts or switches change the equations, and fewer than {MANY} runs are not worth a compiler"
        )
    if any(used_results(system.model, frozenset({"when"}))):
        return "an event depends on forces of contacts"
    code = hybrid_code(system)
    if not isinstance(code, HybridCode):
        return str(code)
    if code.contacts and code.switches:
        return str(say("modes_both"))
    if code.constraints:
        return "it has constraints together with contacts or switches"
    last_bits = first_last_bits(code.layout.size).tolist()
    levels = forcing_levels(ready.dynamics)
    if device and levels:
        return "what contacts or friction hold is pushed by forces that change with time, each row in its own"
    return hybrid_lanes(system, code, (problem.directions, problem.stops), last_bits, levels)


def sound_contacts(model: Model, values: RowValues, p: Array) -> NDArray[np.bool_]:
    """Which rows have coefficients of contacts in their ranges; the others are refused by ordinary runs."""
    sound = np.ones(len(p), dtype=bool)
    for contact in model.contacts:
        for one in contact_ranges(contact, {}):
            numbers = _values(one.part, values, p)
            if numbers is not None and one.what != "sticking":
                sound &= one.holds(numbers)
        sliding, sticking = (_values(part, values, p) for part in (contact.friction, contact.sticking))
        if sliding is not None and sticking is not None:
            sound &= sticking >= sliding
    return sound


def _values(part: Expression | None, values: RowValues, p: Array) -> Array | None:
    return values.formula_of_parameters(part.root, p) if part is not None else None

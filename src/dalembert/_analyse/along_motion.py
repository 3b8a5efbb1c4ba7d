"""Values of expressions along a motion: paths of points, angles of wheels, anything in the model's names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.table_polynomials import piecewise_polynomial
from dalembert._expression.expression import Expression
from dalembert._expression.source import Flaw, ModelError, Source, flaw_at
from dalembert._lower.expression_function import expression_function, outputs_from_results
from dalembert._model.records import Model
from dalembert._model.rules_scene import flaws_in
from dalembert._model.survey import survey
from dalembert._model.tables import samples_of
from dalembert._model.values import values_of
from dalembert._simulate.motion import Motion
from dalembert._text.lexer import TextFault
from dalembert._text.parser import parse

Array = NDArray[np.float64]
Rows = NDArray[np.intp]
BLOCK = 1000  # rows evaluated at once


def values_along(motion: Motion, expressions: Sequence[Expression | str], rows: Rows | None = None) -> Array:
    """The values of expressions at the rows of a motion, or at some of them: an array (rows, expressions).

    They may contain what an output may: coordinates, speeds, states, unknown efforts, inputs, definitions,
    parameters and t. Anything else raises a ModelError.
    """
    chosen = np.arange(len(motion.t)) if rows is None else rows
    blocks = (block[chosen] for block in (motion.q, motion.qd, motion.s, motion.e))
    return at_states(motion.model, expressions, motion.t[chosen], *blocks)


def at_states(
    model: Model, expressions: Sequence[Expression | str], t: Array, q: Array, qd: Array, s: Array, e: Array
) -> Array:
    """The values of expressions at states, a row for each: times, coordinates, speeds, states and efforts."""
    read = [_read(one) for one in expressions]
    flaws = tuple(flaws_in(read, model, survey(model)))
    if flaws:
        raise ModelError(flaws)
    function = expression_function(model, (one.root for one in read))
    p = np.array(values_of(model).vector())
    given = (t[:, np.newaxis], q, qd, s, e)
    sampled = _table_inputs(model, t)
    values = np.zeros((len(t), len(read)))
    for first in range(0, len(t) if read else 0, BLOCK):
        part = slice(first, first + BLOCK)
        count = len(t[part])
        parameters = np.tile(p[:, np.newaxis], (1, count))
        values[part] = np.array(
            function.map(count)(*(g[part].T for g in given), parameters, sampled[part].T)
        ).T
    return values


def outputs_along(motion: Motion, model: Model) -> Array:
    """The outputs of a model at all rows of a motion of this model, or of one with other outputs.

    They may contain accelerations, multipliers and forces of contacts, which are those of the motion: an
    array (rows, outputs).
    """
    forces = np.concatenate([motion.contact, motion.friction], axis=1)
    blocks = (motion.q, motion.qd, motion.qdd, motion.s, motion.e, motion.lam, forces)
    return outputs_at(model, motion.t, blocks)


def outputs_at(model: Model, t: Array, blocks: Sequence[Array]) -> Array:
    """The outputs of a model at times, with q, q', q'', s, e, multipliers and forces in blocks of rows."""
    function = outputs_from_results(model)
    count = len(t)
    if not count:
        return np.zeros((0, len(model.outputs)))
    parameters = np.tile(np.array(values_of(model).vector())[:, np.newaxis], (1, count))
    given = (t[:, np.newaxis], *blocks)
    return np.array(
        function.map(count)(*(block.T for block in given), parameters, _table_inputs(model, t).T)
    ).T


def _read(one: Expression | str) -> Expression:
    if isinstance(one, Expression):
        return one
    source = Source(one)
    try:
        return Expression(parse(one), source)
    except TextFault as fault:
        flaw: Flaw = flaw_at(source, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint)
        raise ModelError((flaw,)) from None


def _table_inputs(model: Model, t: Array) -> Array:
    """The inputs that come from tables, with two derivatives, at some times; the others are zero."""
    count = len(model.inputs)
    sampled = np.zeros((len(t), 3, count))
    tables, flaws = samples_of(model)
    if flaws:
        raise ModelError(flaws)
    places = {entry.name: i for i, entry in enumerate(model.inputs)}
    for table in tables:
        sampled[:, :, places[table.name]] = piecewise_polynomial(table).at(t)
    return sampled.reshape(len(t), 3 * count)

"""The largest and the smallest efforts and powers along a prescribed motion, between its samples too.

Efforts are computed at nodes: as close as a thousandth of the time, closer where the prescribed motion turns
quickly, and on both sides of every time at which it jumps or bends. Near its largest nodes an effort is
nearly a polynomial, which tells when it is largest; how large it is then, the equations tell at that time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.along_motion import at_states
from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.prescribed_motion import PrescribedMotion
from dalembert._expression.expression import Expression
from dalembert._expression.source import Source
from dalembert._lower.output_arguments import TurningArgument, output_arguments
from dalembert._model.records import Term
from dalembert._simulate.polynomial_peaks import promised_extremes, with_neighbours
from dalembert._simulate.turning_times import switches_between, times_to_look_at

Array = NDArray[np.float64]
NODES = 1000  # in the time of a motion, at least
MOST_NODES = 20_000
ROUNDS = 12
PASSES = 4
CONFIRMED = 1e-12  # of the size of an effort: what a polynomial may promise beyond what is there


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EffortNodes:
    """Efforts and powers at times, and the smooth piece of time that each time is in."""

    t: Array
    effort: Array
    power: Array
    piece: NDArray[np.int64]


def even_nodes(times: Array) -> Array:
    """The samples of a motion, divided evenly into a thousand intervals at least."""
    parts = -(-NODES // (len(times) - 1))
    return np.linspace(times[0], times[-1], parts * (len(times) - 1) + 1)


def effort_nodes(
    context: AnalysisContext,
    prescribed: PrescribedMotion,
    efforts: Callable[[Array], tuple[Array, Array]],
    even: Array,
) -> EffortNodes:
    """The nodes of a motion among which its extremes are."""
    t, piece = _times_of(context, prescribed, even)
    nodes = EffortNodes(t=t, effort=(made := efforts(t))[0], power=made[1], piece=piece)
    for _ in range(PASSES):
        wanted = [
            time
            for values in (*nodes.effort.T, *nodes.power.T)
            for signed in (values, -values)
            for promised, time in promised_extremes(nodes.t, signed, nodes.piece)
            if promised < signed.min() - CONFIRMED * np.abs(values).max()
        ]
        more = with_neighbours(nodes.t, np.array(wanted))
        more = np.unique(more[(more > t[0]) & (more < t[-1]) & ~np.isin(more, nodes.t)])
        if not len(more):
            break
        nodes = _merge_nodes(nodes, more, efforts)
    return nodes


def _merge_nodes(
    nodes: EffortNodes, more: Array, efforts: Callable[[Array], tuple[Array, Array]]
) -> EffortNodes:
    """The nodes and others; these begin where the motion begins, on the same branch."""
    asked = np.append(nodes.t[0], more)
    effort, power = (values[1:] for values in efforts(asked))
    piece = nodes.piece[np.searchsorted(nodes.t, more, side="right") - 1]
    order = np.argsort(np.concatenate([nodes.t, more]), kind="stable")
    return EffortNodes(
        t=np.concatenate([nodes.t, more])[order],
        effort=np.concatenate([nodes.effort, effort])[order],
        power=np.concatenate([nodes.power, power])[order],
        piece=np.concatenate([nodes.piece, piece])[order],
    )


def _times_of(
    context: AnalysisContext, prescribed: PrescribedMotion, even: Array
) -> tuple[Array, NDArray[np.int64]]:
    """The times at which efforts are looked at, and the smooth piece that each is in."""
    knots = [t[(t > even[0]) & (t < even[-1])] for t, _ in prescribed.tables.values()]
    t = np.unique(np.concatenate([even, *knots]))
    laws = tuple(Term(name=name, expression=law) for name, law in prescribed.expressions.items())
    arguments = output_arguments(replace(context.model, outputs=laws))
    turns = tuple(one.turn for one in arguments)
    values = _along(context, arguments, t)
    for _ in range(ROUNDS if turns else 0):
        more = np.unique(times_to_look_at(t, values, turns))
        more = more[~np.isin(more, t)][: max(MOST_NODES - len(t), 0)]
        if not len(more):
            break
        t = np.sort(np.concatenate([t, more]))
        values = _along(context, arguments, t)
    passed = np.zeros(len(t) - 1, dtype=np.int64)
    for column, turn in zip(values.T, turns, strict=True):
        passed += switches_between(column, turn)
    inner = np.concatenate([np.zeros(0), *knots])
    return t, np.concatenate([[0], np.cumsum(passed)]) + np.searchsorted(np.unique(inner), t, side="right")


def _along(context: AnalysisContext, arguments: Sequence[TurningArgument], t: Array) -> Array:
    """The values of arguments of the prescribed laws, which depend on time alone."""
    model, count = context.model, len(t)
    blocks = (np.zeros((count, len(one))) for one in (model.coordinates, model.coordinates, model.states, ()))
    laws = [Expression(one.node, Source("")) for one in arguments]
    return at_states(model, laws, t, *blocks)

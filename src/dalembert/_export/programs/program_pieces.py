"""The smooth pieces of a model with kinks (abs, max, if … of the state), for programs that locate kinks.

The pieces are those of `simulate` (`_lower/smooth_pieces.py`): the sides of switches are parameters after
those of the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import casadi as ca

from dalembert._export.programs.equations import equations_of
from dalembert._export.programs.obstacles import refusal
from dalembert._export.programs.program_tapes import ProgramTapes
from dalembert._export.programs.records import PieceTapes
from dalembert._expression.expression import Expression
from dalembert._expression.source import ModelError
from dalembert._expression.tree import Number
from dalembert._lower.smooth_pieces import Pieces, Switch, smooth_pieces
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Model, Parameter, Term, Value
from dalembert._model.values import parameter_values
from dalembert._simulate.prepare import PreparedRun

TURNS = 10000  # until all sides are sides_at_start


def smooth_piece_tapes(model: Model, run: PreparedRun, states: int) -> PieceTapes | None:
    """The smooth pieces of a prepared run with this many states; None where the model is smooth."""
    pieces = smooth_pieces(replace(model, events=()))
    if not pieces.switches:
        return None
    sides = [0.0 if switch.counts else 1.0 for switch in pieces.switches]
    sides_at_start, tapes = _in_piece(pieces, run, sides, states)
    if sides_at_start != sides:  # unknowns without dynamics are solved for on the right sides
        sides_at_start, tapes = _in_piece(pieces, run, sides_at_start, states)
    return replace(tapes, sides=tuple(sides_at_start))


def _in_piece(
    pieces: Pieces, run: PreparedRun, sides: Sequence[float], states: int
) -> tuple[list[float], PieceTapes]:
    """The sides at the start, searched for from given ones, and the tapes."""
    count = len(sides)
    model_parameters = pieces.model.parameters[:-count]
    functions = tuple(
        Term(name=f"switch {k}", expression=Expression(switch.function))
        for k, switch in enumerate(pieces.switches)
    )
    model = replace(
        pieces.model,
        parameters=(
            *model_parameters,
            *(
                Parameter(name=switch.parameter, value=Value(expression=Expression(Number(Fraction(side)))))
                for switch, side in zip(pieces.switches, sides, strict=True)
            ),
        ),
        outputs=(*pieces.model.outputs, *functions),
    )
    equations = equations_of(model, run, with_inputs=False)
    if len(equations.states) != states:  # linear in each piece, but solved by Newton's method as a whole
        message = "unknown efforts that switch (min, max, abs, if …) are followed from piece to piece"
        raise ModelError((refusal("", message, "c, fmu2, fmu3 follow them"),))
    z, values = equations.p[len(model_parameters) :], equations.outputs.value
    pairs = [
        _guard(switch, z[k], values[values.numel() - count + k]) for k, switch in enumerate(pieces.switches)
    ]
    guards, beyond = (ca.vertcat(*column) for column in zip(*pairs, strict=True))
    tapes = ProgramTapes(model, equations)
    known = parameter_values(model)
    p = [known[entry.name] for entry in model_parameters]
    start = [entry.value for entry in equations.states]
    at = ca.Function("sides", [equations.t, equations.y, equations.p], [guards, beyond])
    sides_at_start = list(sides)
    for _ in range(TURNS):
        guard, other = (one.full().ravel() for one in at(run.settings.t_start, start, [*p, *sides_at_start]))
        if not any(guard < 0):
            break
        sides_at_start = [
            float(b) if g < 0 else a for a, g, b in zip(sides_at_start, guard, other, strict=True)
        ]
    else:
        message = "at its start it is on no side of its kinks (abs, if …)"
        raise ModelError((refusal("", message, "simulate it here"),))
    return sides_at_start, PieceTapes(
        rates=tapes.guarded_tape("piece_rates", equations.rates),
        correction=tapes.guarded_tape("piece_correction", equations.correction)
        if equations.correction is not None
        else None,
        guards=tapes.tape("guards", guards),
        beyond=tapes.tape("beyond", beyond),
        sides=tuple(sides),
    )


def _guard(switch: Switch, z: Scalar, function: Scalar) -> tuple[Scalar, Scalar]:
    """The function that falls below zero where a switch is passed, and the side beyond."""
    if not switch.counts:
        return z * function, -z
    above = function - z
    return ca.fmin(above, 1 - above), ca.if_else(above < 0.5, z - 1, z + 1)

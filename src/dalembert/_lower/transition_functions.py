"""The functions that a transition between modes evaluates, as columns: contacts, restitution, switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import casadi as ca

from dalembert._lower.expression_function import expression_function
from dalembert._lower.field import Field
from dalembert._lower.mode_field import Places
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Model, Parameter
from dalembert._model.survey import APPROACH
from dalembert._model.without_contacts import without_contacts

NEVER_CLOSED = 1.0  # gap, and size in it, of a contact that is compliant: its rate is zero


def contact_column(
    parts: Mapping[str, Scalar],
    places: Places,
    rows: Sequence[int | None],
    tangents: Sequence[int],
    constraints: Sequence[int],
) -> Scalar:
    """Gaps, their rates and the sizes in them, slips, coefficients of friction, M, J, H, G, h, their gamma.

    `rows` are those of the gaps by contacts, None of one that is compliant and never closes; `tangents` are
    those of the slips; matrices are written row by row.
    """
    carried, friction = parts["carried"], [one for one in places.friction if one is not None]
    J = ca.vertcat(ca.SX(0, parts["G"].size2()), *(_row(parts["G"], row) for row in rows))
    blocks = (parts["M"], J, *(parts["G"][list(one), :] for one in (tangents, constraints)))
    return ca.vertcat(
        ca.SX(0, 1),
        gaps_of(parts, "position", rows),
        *(_row(parts["velocity"], row) for row in rows),
        gaps_of(parts, "position_reach", rows),
        *(carried[one.slip[0] - places.outputs] for one in friction),
        *(carried[one.mu - places.outputs] for one in friction),
        *(carried[one.static - places.outputs] for one in friction),
        *(ca.densify(ca.vec(block.T)) for block in blocks),
        parts["h"],
        *(_row(parts["gamma"], row) for row in rows),
        parts["gamma"][list(tangents)],
        parts["gamma"][list(constraints)],
    )


def gaps_of(parts: Mapping[str, Scalar], name: str, rows: Sequence[int | None]) -> Scalar:
    """The entries of gaps in a column, where they stand behind those of the displacement constraints."""
    column, rigid = parts[name], sum(row is not None for row in rows)
    entries = iter(range(column.numel() - rigid, column.numel()))
    return ca.vertcat(
        ca.SX(0, 1), *(ca.SX(NEVER_CLOSED) if row is None else column[next(entries)] for row in rows)
    )


def _row(matrix: Scalar, row: int | None) -> Scalar:
    """A row of a matrix; zeros in place of one that is missing."""
    return ca.SX.zeros(1, matrix.size2()) if row is None else matrix[row, :]


def switching_column(parts: Mapping[str, Scalar]) -> Scalar:
    """Switching functions, their slopes by the state row by row, and how they change with time."""
    slope = ca.densify(ca.vec(parts["slope"].T))
    return ca.vertcat(ca.SX(0, 1), parts["value"], slope, parts["flow"])


def restitution_column(model: Model, field: Field) -> tuple[Scalar, Scalar]:
    """The coefficients of restitution of all contacts, and the velocities of approach they depend on.

    Behind them is 1 for each contact with Poisson's law, else 0.
    """
    n, states, count = len(model.coordinates), len(model.states), len(model.parameters)
    approach = ca.SX.sym("approach", len(model.contacts))
    plain = replace(without_contacts(model), parameters=with_approach(model))
    e = ca.SX.zeros(len(model.efforts))
    q, qd, s = (
        _some_entries(field.y, 0, n),
        _some_entries(field.y, n, n),
        _some_entries(field.y, 2 * n, states),
    )
    column = []
    for i, contact in enumerate(model.contacts):
        if contact.restitution is None:
            column.append(ca.SX(0))
            continue
        law, p = (
            expression_function(plain, [contact.restitution.root]),
            ca.vertcat(_some_entries(field.p, 0, count), approach[i]),
        )
        column.append(law(field.t, q, qd, s, e, p, field.u))
    laws = [ca.SX(int(contact.law == "poisson")) for contact in model.contacts]
    return ca.vertcat(ca.SX(0, 1), *column, *laws), approach


def with_approach(model: Model) -> tuple[Parameter, ...]:
    """The parameters of a model, and behind them the velocity of approach of a contact."""
    return (*model.parameters, Parameter(name=APPROACH))


def _some_entries(column: Scalar, first: int, count: int) -> Scalar:
    """Some entries of a column; none where there are none, which a slice of CasADi does not give."""
    return ca.vertcat(ca.SX(0, 1), *(column[k] for k in range(first, first + count)))

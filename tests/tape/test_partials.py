"""The derivative of a tape, line by line: the Jacobian that follows from it is CasADi's."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import dalembert
from dalembert._simulate.prepare import prepare_run
from dalembert._tape import python
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.legend import FunctionNote, Legend
from dalembert._tape.partials import LinearTape, linear_tape

RATES = {
    "products": lambda x, y: (x * y - y / x, x**2 + ca.sqrt(y) * (x - 2 * y)),
    "powers": lambda x, y: (x**1.7 - 1 / y, y**x),
    "angles": lambda x, y: (ca.sin(x) * ca.cos(y) + ca.tan(x), ca.atan2(x, y) + ca.atan(x * y)),
    "inverses": lambda x, y: (
        ca.asin(x / 2) + ca.acos(y / 3),
        ca.asinh(x) - ca.acosh(1 + y) + ca.atanh(x / 3),
    ),
    "growth": lambda x, y: (ca.exp(x) + ca.log(y), ca.sinh(x) * ca.cosh(y) - ca.tanh(x + y)),
    "corners": lambda x, y: (
        ca.fabs(x - y) + ca.fmin(x, y) * x,
        ca.fmax(x, 3 * y) - ca.floor(x) * ca.sign(y) * x,
    ),
    "cases": lambda x, y: (ca.if_else(x < y, x * y, y**2), ca.if_else(x > y, x, -y)),
    "none": lambda x, y: (ca.SX(3), y + 0 * x),
}


def jacobian(own: LinearTape, tested: int, *given: float | np.ndarray) -> np.ndarray:
    """The Jacobian of the rates from the lines of a tape."""
    space: dict[str, object] = {}
    words = {block.name: ("",) * block.size for block in own.tape.arguments}
    legend = Legend(title="", arguments=words, functions={"slopes": FunctionNote(text="slopes")})
    exec(python.source((own.tape,), legend), space)
    found = space["slopes"](*given)  # type: ignore[operator]
    values = np.asarray(found[0] if isinstance(found, tuple) else found)
    by_state = np.vstack([np.eye(tested), np.zeros((own.unknowns - tested, tested))])
    rates = np.zeros((tested, tested))
    for row, column, value in zip(own.rows, own.columns, values, strict=True):
        into = rates if row < tested else by_state
        into[row] += value * by_state[column]
    return rates


@pytest.mark.parametrize("name", RATES)
def test_the_lines_of_every_operation_give_the_jacobian(name):
    """Lines of slots, put into one another, are the derivative that CasADi finds at once."""
    t, y, p = ca.SX.sym("t"), ca.SX.sym("y", 2), ca.SX.sym("p")
    rates = p * ca.vertcat(*RATES[name](y[0], y[1]))
    tape = tape_of("rates", {"t": t, "y": y, "p": p}, {"out": rates}, {"t": 0})
    exact = ca.Function("J", [y, p], [ca.densify(ca.jacobian(rates, y))])
    for at in ([0.7, 1.3], [1.6, 0.4]):
        found = jacobian(linear_tape(tape, 2), 2, 0.0, np.array(at), np.array([1.5]))
        np.testing.assert_allclose(found, np.array(exact(at, 1.5)), rtol=1e-13, atol=1e-14)


def test_the_lines_of_a_chain_grow_with_its_length():
    """Twice as many links more are twice as many lines more, while the Jacobian of a chain is full."""
    counts = []
    for n in (20, 40, 80):
        dynamics = prepare_run(dalembert.read(f"n_link_pendulum:{n}")).problem.dynamics
        own = linear_tape(dynamics.compiled.tapes["rates"], dynamics.layout.tested)
        counts.append((own.unknowns, len(own.rows), len(own.tape.instructions)))
    for short, middle, long in zip(*counts, strict=True):
        assert long - middle <= 2.05 * (middle - short)

"""Functions at many states at once have the bits of CasADi's virtual machine, at each state alone."""

from itertools import product

import casadi as ca
import numpy as np
import pytest

import dalembert
from dalembert._compile.compiled_models import forget
from dalembert._compile.compiler import find_compiler
from dalembert._compile.many_states import at_many_states
from dalembert._lower import evaluator
from dalembert._lower.evaluator import ENOUGH, Evaluator

if find_compiler() is None:
    pytest.skip("needs a C compiler", allow_module_level=True)

EDGES = (-np.inf, -2.5, -1.0, -0.0, 0.0, 0.3, 1.0, 2.0, 3.7, 1e300, np.inf, np.nan)


def tangle(x: ca.SX, seed: int) -> ca.SX:
    """A long expression of two numbers in which values are used early, late, often and never again."""
    random = np.random.default_rng(seed)
    one = [ca.sin, ca.cos, ca.tan, ca.sqrt, ca.exp, ca.log, ca.atan, ca.tanh, ca.fabs, ca.sign, ca.floor]
    one += [ca.asin, ca.acos, ca.sinh, ca.cosh, ca.asinh, ca.acosh, ca.atanh, ca.logic_not, lambda a: -a]
    two = [ca.plus, ca.minus, ca.times, ca.rdivide, ca.power, ca.fmin, ca.fmax, ca.atan2, ca.lt, ca.le]
    two += [
        ca.eq,
        ca.ne,
        ca.logic_and,
        ca.logic_or,
        lambda a, b: ca.if_else(a, b, 0),
        lambda a, b: 0.7 * a + b,
    ]
    made = [x[0], x[1]]
    for function in (*one, *two, *random.choice(two, 60)):
        picked = random.integers(0, len(made), 2)
        made.append(function(*(made[k] for k in picked[: 1 if function in one else 2])))
    return ca.vertcat(*made, x[0], 3.5)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("count", [1, 31, 32, 33, 144])
def test_every_operation_has_the_same_bits(seed: int, count: int) -> None:
    """All operations at edges of doubles, for numbers of states about the width of a block."""
    x = ca.SX.sym("x", 2)
    function = ca.Function("f", [x], [tangle(x, seed)])
    states = np.array(list(product(EDGES, EDGES)))[:count]
    found = np.zeros((count, function.numel_out(0)))
    execute = at_many_states(function)
    assert execute is not None
    execute(states, found)
    truth = np.array([np.array(function(state)).ravel() for state in states])
    assert np.array_equal(found, truth, equal_nan=True)
    assert np.array_equal(np.signbit(found[found == 0]), np.signbit(truth[found == 0]))


@pytest.mark.parametrize("name", ["four_bar", "heavy_top", "duffing"])
def test_what_is_observed_is_the_same_by_both_ways(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A motion that is observed by blocks of states is that of CasADi's virtual machine, bit for bit."""
    model = dalembert.read(name)
    own = dalembert.simulate(model, t_end=0.2, samples=ENOUGH + 10)
    monkeypatch.setattr(evaluator, "ENOUGH", 10**9)
    forget()
    other = dalembert.simulate(dalembert.read(name), t_end=0.2, samples=ENOUGH + 10)
    for column in ("q", "qd", "qdd", "lam", "outputs"):
        assert np.array_equal(getattr(own, column), getattr(other, column)), column


def test_the_faster_way_is_made_once_and_only_where_it_pays() -> None:
    """Few columns are evaluated as they are; after enough of them the tape is read, once."""
    made: list[int] = []
    x = ca.SX.sym("x", 1)

    def faster(function: ca.Function) -> None:
        made.append(function.n_instructions())

    own = Evaluator(x, {"y": ca.sin(x)}, faster=faster)
    for _ in range(ENOUGH):
        own.evaluate_rows(np.ones((1, 1)))
    assert made == []
    for _ in range(3):
        assert own.evaluate_rows(np.ones((1, 1)))[0, 0] == np.sin(1.0)
    assert len(made) == 1

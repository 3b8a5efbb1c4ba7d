"""Every operation, and every number, means the same in Python, C and Octave, at the edges too."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np
import pytest
from running import CC, OCTAVE, call_c, compiled, imported, octave_values, write_files

from dalembert._tape import c, octave, python
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.legend import FunctionNote, Legend
from dalembert._tape.tape import OPERATIONS, Block, Instruction, Result, Tape

VALUES = (-math.inf, -2.5, -1.0, -0.3, 0.0, 0.3, 1.0, 2.0, 7.25, math.inf, math.nan)
NUMBERS = (
    0.1 + 0.2,
    5e-324,
    1 / 3,
    1e22,
    123456789.0,
    1.7976931348623157e308,
    -2.5,
    -0.0,
    math.inf,
    -math.inf,
    math.nan,
)
CASADI = {"abs": ca.fabs, "min": ca.fmin, "max": ca.fmax, "pow": lambda a, b: a**b, "sq": lambda a: a * a}
CASADI |= {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b}
CASADI |= {"div": lambda a, b: a / b, "neg": lambda a: -a, "twice": lambda a: a + a, "inv": lambda a: 1 / a}
CASADI |= {
    "not": ca.logic_not,
    "and": ca.logic_and,
    "or": ca.logic_or,
    "if_else_zero": lambda a, b: ca.if_else(a, b, 0),
}
POINTS = [np.array(pair) for pair in itertools.product(VALUES, VALUES)]
T, EMPTY = 0.0, np.zeros(0)
LEGEND = Legend(
    title="",
    arguments={"t": ("",), "q": ("", ""), "qd": (), "p": ()},
    functions={"f": FunctionNote(text="f")},
)
ARGUMENTS = (Block("t"), Block("q", (2,)), Block("qd", (0,)), Block("p", (0,)))


def operations() -> Tape:
    """One entry of the result for each operation on q[0] and, where it takes two, q[1]."""
    reads = (Instruction("argument", (1, 0)), Instruction("argument", (1, 1)))
    made = tuple(Instruction(name, (0, 1)[:arity]) for name, arity in OPERATIONS.items())
    slots = tuple(range(2, 2 + len(made)))
    result = Result(Block("out", (len(made),)), slots)
    return Tape(name="f", arguments=ARGUMENTS, results=(result,), instructions=reads + made)


def constants() -> Tape:
    """One entry of the result for each number."""
    result = Result(Block("out", (len(NUMBERS),)), tuple(range(len(NUMBERS))))
    made = tuple(Instruction("constant", (), number) for number in NUMBERS)
    return Tape(name="f", arguments=ARGUMENTS, results=(result,), instructions=made)


def reference() -> Any:
    """What CasADi makes of the operations at all points."""
    q = ca.SX.sym("q", 2)
    named = {name: CASADI[name] if name in CASADI else vars(ca)[name] for name in OPERATIONS}
    entries = [named[name](*(q[0], q[1])[:arity]) for name, arity in OPERATIONS.items()]
    function = ca.Function("f", [q], [ca.vertcat(*entries)])
    return np.array([np.asarray(function(point)).ravel() for point in POINTS])


def same(found: Any, truth: Any) -> None:
    """Every operation agrees to a few units in the last place, infinities and NaN included."""
    for i, name in enumerate(OPERATIONS):
        np.testing.assert_allclose(found[:, i], truth[:, i], rtol=1e-15, atol=0, equal_nan=True, err_msg=name)


def same_numbers(found: Any) -> None:
    """Every number has its bits, but for the sign of zero where a language stores none."""
    assert np.array_equal(found, np.array(NUMBERS), equal_nan=True)


def test_python_operations(tmp_path: Path) -> None:
    """Printed Python gives CasADi's value of every operation at every pair of values, edges included."""
    module = imported(python.source([operations()], LEGEND), tmp_path)
    same(module.f(T, np.array(POINTS), EMPTY, EMPTY), reference())


def test_python_numbers(tmp_path: Path) -> None:
    """Numbers come back from printed Python exactly."""
    same_numbers(imported(python.source([constants()], LEGEND), tmp_path).f(T, np.zeros(2), EMPTY, EMPTY))


def c_files(tape: Tape) -> dict[str, str]:
    """The C files of one tape."""
    return {"f.c": c.source([tape], LEGEND, "one", "f.h"), "f.h": c.header([tape], LEGEND, "one")}


@pytest.mark.skipif(CC is None, reason="no C compiler")
def test_c_operations(tmp_path: Path) -> None:
    """Compiled C gives CasADi's value of every operation at every pair of values, edges included."""
    library = compiled(c_files(operations()), tmp_path)
    found = [call_c(library, "one_f", (T, point, EMPTY, EMPTY), (len(OPERATIONS),)) for point in POINTS]
    same(np.array(found), reference())


@pytest.mark.skipif(CC is None, reason="no C compiler")
def test_c_numbers(tmp_path: Path) -> None:
    """Numbers come back from compiled C exactly."""
    library = compiled(c_files(constants()), tmp_path)
    same_numbers(call_c(library, "one_f", (T, np.zeros(2), EMPTY, EMPTY), (len(NUMBERS),)))


@pytest.mark.skipif(OCTAVE is None, reason="no Octave")
def test_octave_operations_and_numbers(tmp_path: Path) -> None:
    """Octave gives CasADi's value of every operation at every pair of values, and numbers exactly."""
    write_files(
        {
            "one_f.m": octave.source(operations(), LEGEND, "one"),
            "two_f.m": octave.source(constants(), LEGEND, "two"),
        },
        tmp_path,
    )
    calls = [("one_f", (T, point, EMPTY, EMPTY)) for point in POINTS]
    *found, numbers = octave_values(tmp_path, [*calls, ("two_f", (T, np.zeros(2), EMPTY, EMPTY))])
    same(np.array(found)[:, :, 0], reference())
    same_numbers(numbers[:, 0])


def rounded(out: Any, q: Any, point: Any, folder: Path) -> None:
    """Expressions come back from printed Python with the bits CasADi gives."""
    symbols = {"t": ca.SX.sym("t"), "q": q, "qd": ca.SX(0, 1), "p": ca.SX(0, 1)}
    module = imported(python.source([tape_of("f", symbols, {"out": out}, {"t": 0})], LEGEND3), folder)
    truth = np.asarray(ca.Function("f", [q], [out])(point)).ravel()
    assert np.array_equal(module.f(T, point, EMPTY, EMPTY), truth, equal_nan=True)


def test_parentheses_are_kept(tmp_path: Path) -> None:
    """Sums of sums and products of quotients, where another order rounds differently, keep their order."""
    a, b, c3 = ca.vertsplit(q := ca.SX.sym("q", 3))
    sums = [a + (b + c3), a - (b - c3), a - (b + c3), (a + b) - c3, -(a + b), a - (-b) * c3]
    products = [a * (b * c3), a / (b / c3), a / (b * c3), a * (b / c3), (a + b) * c3, a / (b + c3), -a * b]
    for point in ((1e16, 1.0, 1.0), (0.1, 0.3, 0.7), (1e200, 1e200, 1e-200), (3.0, 7.0, 49.0)):
        for k, one in enumerate([*sums, *products]):
            folder = tmp_path / f"{point[0]}_{k}"
            folder.mkdir()
            rounded(one, q, point, folder)


@pytest.mark.parametrize("seed", range(20))
def test_order_of_operations_is_kept(seed: int, tmp_path: Path) -> None:
    """Random sums, differences, products and quotients come back from printed Python bit by bit."""
    random = np.random.default_rng(seed)
    q = ca.SX.sym("q", 3)
    pool = [q[0], q[1], q[2], ca.SX(-1.5), ca.SX(3)]
    for _ in range(40):
        a, b = (pool[i] for i in random.integers(len(pool), size=2))
        pool.append([a + b, a - b, a * b, a / b, -a, a * a, 2 * a, 1 / a][random.integers(8)])
    rounded(ca.vertcat(*pool[-6:]), q, random.normal(size=3), tmp_path)


LEGEND3 = Legend(
    title="",
    arguments={"t": ("",), "q": ("",) * 3, "qd": (), "p": ()},
    functions={"f": FunctionNote(text="f")},
)

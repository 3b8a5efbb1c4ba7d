"""Tapes are read truly from CasADi, and a broken one cannot be made."""

from __future__ import annotations

from typing import Any

import casadi as ca
import pytest

from dalembert._lower.to_casadi import FUNCTIONS, RELATIONS
from dalembert._tape import c, octave, python
from dalembert._tape.from_casadi import NAMES, tape_of
from dalembert._tape.tape import OPERATIONS, Block, Instruction, Result, Tape

X = Instruction("argument", (0, 0))


def tape(instructions: tuple[Instruction, ...], slots: tuple[int, ...] = (0,), **other: Any) -> Tape:
    """A tape out = f(x) of these instructions."""
    named: dict[str, Any] = {"name": "f", "arguments": (Block("x", (2,)),)}
    named["results"] = (Result(Block("out", (len(slots),)), slots),)
    return Tape(**(named | other), instructions=instructions)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda: tape((Instruction("sin", (0,)),)), r"instruction 0 \(sin\) of f uses slot 0"),
        (lambda: tape((X, Instruction("sin", (-1,)))), "uses slot -1"),
        (lambda: tape((X, Instruction("add", (0,)))), "takes 2 operands, not 1"),
        (lambda: tape((Instruction("constant", (0,), 1.0),)), "takes 0 operands, not 1"),
        (lambda: tape((X, Instruction("erf", (0,)))), r"instruction 1 \(erf\) of f: no such operation"),
        (lambda: tape((Instruction("argument", (0, 2)),)), r"reads \(0, 2\)"),
        (lambda: tape((Instruction("argument", (1, 0)),)), r"reads \(1, 0\)"),
        (lambda: tape((X,), (1,)), "result out uses slot 1"),
        (lambda: tape((X,), results=(Result(Block("out", (2, 2)), (0,)),)), "has 4 entries, not 1"),
        (lambda: tape((X,), name="f; evil"), "ASCII identifiers"),
        (lambda: tape((X,), name="été"), "ASCII identifiers"),
        (lambda: tape((X,), arguments=(Block("a0", (2,)),)), "ASCII identifiers"),
        (lambda: tape((X,), arguments=(Block("out", (2,)),)), "different names"),
        (lambda: tape((X,), arguments=(Block("x", (2, 2)),)), "not a matrix"),
    ],
)
def test_broken_tape_cannot_be_made(broken: Any, message: str) -> None:
    """A tape with wrong counts, unknown operations, bad names or slots used too early is refused."""
    with pytest.raises(ValueError, match=message):
        broken()


def test_good_tape_can_be_made() -> None:
    """The tapes refused elsewhere are refused for their fault, as one without a fault is not."""
    assert tape((X, Instruction("constant", (), 2.0), Instruction("pow", (0, 1))), (2,)).name == "f"


def test_unknown_operation_is_refused() -> None:
    """An operation no printer knows is named by CasADi's name for it."""
    x = ca.SX.sym("x")
    with pytest.raises(ValueError, match="f uses the operation OP_ERF, which no printer knows"):
        tape_of("f", {"x": x}, {"out": ca.erf(x)}, {})


def test_free_symbols_are_refused() -> None:
    """An expression of a symbol that is no argument is refused with its name."""
    x, y = ca.SX.sym("x"), ca.SX.sym("hidden")
    with pytest.raises(ValueError, match="f depends on hidden"):
        tape_of("f", {"x": x}, {"out": x + y}, {})


@pytest.mark.parametrize("printer", [python, c, octave])
def test_every_operation_has_a_form(printer: Any) -> None:
    """Each printer writes exactly the operations a tape may hold."""
    assert set(printer.FORMS) == set(OPERATIONS) == set(NAMES.values())


def test_every_function_of_the_language_is_read() -> None:
    """All functions the lowering knows, with first and second derivatives, are read into tapes."""
    x, y = ca.SX.sym("x"), ca.SX.sym("y")
    one = ("if", "atan2")
    made = [f(x) for name, f in FUNCTIONS.items() if name not in one]
    made += [FUNCTIONS["if"](x, y, x * y), FUNCTIONS["atan2"](x, y), *(f(x, y) for f in RELATIONS.values())]
    made += [ca.fmin(x, y), ca.fmax(x, y), x**y, x**1.5, x**-3, x**7, ca.logic_not(x)]
    made += [ca.logic_and(x, y), ca.logic_or(x, y), x - y, -x, 1 / x, x / y]
    values = ca.vertcat(*made)
    first = ca.jacobian(values, ca.vertcat(x, y))
    second = ca.jacobian(ca.vec(first), ca.vertcat(x, y))
    found = {i.operation for i in tape_of("f", {"x": x, "y": y}, {"out": values}, {}).instructions}
    assert found - {"argument", "constant"} >= set(OPERATIONS) - {"twice"}
    for derivative in (first, second):
        assert tape_of("f", {"x": x, "y": y}, {"out": derivative}, {"out": 2}).instructions


def test_equal_parts_are_computed_once() -> None:
    """Two sines of the same argument, built apart, are one instruction."""
    x = ca.SX.sym("x")
    read = tape_of("f", {"x": x}, {"out": ca.vertcat(ca.sin(x) + 1, ca.sin(x) * 2.5)}, {})
    assert [i.operation for i in read.instructions].count("sin") == 1


def test_zeros_of_sparse_matrices_are_filled_in() -> None:
    """A sparse matrix is read row after row, with zeros where it has no entry."""
    x = ca.SX.sym("x", 2)
    sparse = ca.SX(2, 3)
    sparse[0, 2], sparse[1, 0] = x[0], x[1]
    read = tape_of("f", {"x": x}, {"out": sparse}, {"out": 2})
    (result,) = read.results
    assert result.block == Block("out", (2, 3))
    entries = [read.instructions[slot] for slot in result.slots]
    zero = Instruction("constant")
    assert entries == [zero, zero, X, Instruction("argument", (0, 1)), zero, zero]

"""Angular velocities of products of elementary rotations, in the short form of textbooks.

A product R = A B has the angular velocity  Bᵀ ω_A + ω_B  in body axes, and  ω_A + A ω_B  in fixed ones; a
rotation by an angle a about a fixed axis n has  n a',  a unit quaternion  2 (e₀ ė − ė₀ e ∓ e × ė). This
equals vee(RᵀṘ) or vee(ṘRᵀ), but without the squares sin² + cos² in them.
"""

from __future__ import annotations

from collections.abc import Callable

from dalembert._expression.tree import Name, Negative, Node, Number, Rate
from dalembert._text import tensors
from dalembert._text import vector_functions as functions
from dalembert._text.lexer import TextFault
from dalembert._text.tensors import Quaternion, Tensor, TextSpan, Turn

MOST = 4  # the most factors of a product; longer ones are differentiated directly
Rates = Callable[[Node], Node]  # the rate of an angle or of a component of a quaternion


def omega_of_turns(
    turns: tuple[Turn | Quaternion, ...], rates: Rates, span: TextSpan, *, fixed: bool
) -> Tensor:
    """The angular velocity of a product of elementary rotations."""
    total: Tensor | None = None
    for turn in turns if not fixed else reversed(turns):
        omega = _single_turn(turn, rates, span, fixed=fixed)
        if total is not None:
            matrix = _matrix(turn, span)
            moved = tensors.matrix_product(matrix if fixed else tensors.transpose(matrix), total, span)
            omega = tensors.add(moved, omega, span)
        total = omega
    if total is None:
        raise TypeError(turns)
    return total


def _single_turn(turn: Turn | Quaternion, rates: Rates, span: TextSpan, *, fixed: bool) -> Tensor:
    if isinstance(turn, Turn):
        return tensors.scale(rates(turn.angle), Tensor((3,), turn.axis), span)
    real, *imaginary = turn.entries
    vector = Tensor((3,), tuple(imaginary))
    moved = Tensor((3,), tuple(rates(one) for one in imaginary))
    crossed = functions.cross(vector, moved, span)
    parts = (
        tensors.scale(real, moved, span),
        tensors.scale(Negative(rates(real), span), vector, span),
        crossed if fixed else tensors.scale(Number(-1, span), crossed, span),
    )
    total = tensors.add(tensors.add(parts[0], parts[1], span), parts[2], span)
    return tensors.scale(Number(2, span), total, span)


def _matrix(turn: Turn | Quaternion, span: TextSpan) -> Tensor:
    if isinstance(turn, Turn):
        return functions.turn_about(turn.axis, turn.angle, span)
    return functions.of_quaternion(turn.entries, span)


def need_rotation(function: str, value: tensors.Value, span: TextSpan) -> Tensor:
    """The argument of omega; raises unless it is a square matrix."""
    if not isinstance(value, Tensor) or value.shape not in ((2, 2), (3, 3)):
        message = f"`{function}` takes a rotation, a matrix of 3 x 3, but this is {tensors.kind_of(value)}"
        raise TextFault("vector", message, span, f"for example {function}(rot_z(phi)*rot_x(theta))")
    return value


def angular_velocity(rotation: Tensor, span: TextSpan, *, fixed: bool) -> tensors.Value:
    """vee(RᵀṘ) in body axes, or vee(ṘRᵀ) in fixed ones; in the plane its one component."""
    rates = Tensor(rotation.shape, tuple(_rate(one, span) for one in rotation.entries))
    turned = tensors.transpose(rotation)
    left, right = (rates, turned) if fixed else (turned, rates)
    skew = tensors.matrix_product(left, right, span)
    if skew.shape == (2, 2):
        return skew.entries[2]
    return Tensor((3,), (skew.entries[7], skew.entries[2], skew.entries[3]))


def _rate(one: Node, span: TextSpan) -> Node:
    if isinstance(one, Name):
        return Rate(one.name, 1, span)
    if isinstance(one, Number):
        return Number(0, span)
    raise TypeError(one)

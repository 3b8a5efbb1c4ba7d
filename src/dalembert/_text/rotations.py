"""Angular velocities of rotations that are made of turns, as a textbook writes them.

Of a product R = A B the angular velocity is  Bᵀ ω_A + ω_B  in body axes, and  ω_A + A ω_B  in fixed ones; of
a turn by an angle a about a fixed axis n it is  n a',  of a unit quaternion  2 (e₀ ė − ė₀ e ∓ e × ė). It is
vee(RᵀṘ) or vee(ṘRᵀ) without the squares that those have in them.
"""

from __future__ import annotations

from collections.abc import Callable

from dalembert._expression.tree import Name, Negative, Node, Number, Rate
from dalembert._text import tensors
from dalembert._text import vector_functions as functions
from dalembert._text.lexer import TextFault
from dalembert._text.tensors import Place, Quaternion, Tensor, Turn

MOST = 4  # turns in a product; what is longer is differentiated as it is
Rates = Callable[[Node], Node]  # the rate of an angle or of a component of a quaternion


def omega_of_turns(
    turns: tuple[Turn | Quaternion, ...], rates: Rates, place: Place, *, fixed: bool
) -> Tensor:
    """The angular velocity of a product of turns."""
    found: Tensor | None = None
    for turn in turns if not fixed else reversed(turns):
        own = _single_turn(turn, rates, place, fixed=fixed)
        if found is not None:
            matrix = _matrix(turn, place)
            moved = tensors.matrix_product(matrix if fixed else tensors.transpose(matrix), found, place)
            own = tensors.add(moved, own, place)
        found = own
    if found is None:
        raise TypeError(turns)
    return found


def _single_turn(turn: Turn | Quaternion, rates: Rates, place: Place, *, fixed: bool) -> Tensor:
    if isinstance(turn, Turn):
        return tensors.scale(rates(turn.angle), Tensor((3,), turn.axis), place)
    real, *rest = turn.entries
    vector = Tensor((3,), tuple(rest))
    moved = Tensor((3,), tuple(rates(one) for one in rest))
    crossed = functions.cross(vector, moved, place)
    parts = (
        tensors.scale(real, moved, place),
        tensors.scale(Negative(rates(real), place), vector, place),
        crossed if fixed else tensors.scale(Number(-1, place), crossed, place),
    )
    total = tensors.add(tensors.add(parts[0], parts[1], place), parts[2], place)
    return tensors.scale(Number(2, place), total, place)


def _matrix(turn: Turn | Quaternion, place: Place) -> Tensor:
    if isinstance(turn, Turn):
        return functions.turn_about(turn.axis, turn.angle, place)
    return functions.of_quaternion(turn.entries, place)


def need_rotation(function: str, value: tensors.Value, place: Place) -> Tensor:
    """The argument of omega."""
    if not isinstance(value, Tensor) or value.shape not in ((2, 2), (3, 3)):
        message = f"`{function}` takes a rotation, a matrix of 3 x 3, but this is {tensors.kind_of(value)}"
        raise TextFault("vector", message, place, f"for example {function}(rot_z(phi)*rot_x(theta))")
    return value


def angular_velocity(rotation: Tensor, place: Place, *, fixed: bool) -> tensors.Value:
    """vee(RᵀṘ) in body axes, or vee(ṘRᵀ) in fixed ones; in the plane its one component."""
    rates = Tensor(rotation.shape, tuple(_rate(one, place) for one in rotation.entries))
    turned = tensors.transpose(rotation)
    left, right = (rates, turned) if fixed else (turned, rates)
    skew = tensors.matrix_product(left, right, place)
    if skew.shape == (2, 2):
        return skew.entries[2]
    return Tensor((3,), (skew.entries[7], skew.entries[2], skew.entries[3]))


def _rate(one: Node, place: Place) -> Node:
    if isinstance(one, Name):
        return Rate(one.name, 1, place)
    if isinstance(one, Number):
        return Number(0, place)
    raise TypeError(one)

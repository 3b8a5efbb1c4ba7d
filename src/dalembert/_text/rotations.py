"""Angular velocities of rotations that are made of turns, as a textbook writes them.

Of a product R = A B the angular velocity is  Bᵀ ω_A + ω_B  in body axes, and  ω_A + A ω_B  in fixed ones; of
a turn by an angle a about a fixed axis n it is  n a',  of a unit quaternion  2 (e₀ ė − ė₀ e ∓ e × ė). It is
vee(RᵀṘ) or vee(ṘRᵀ) without the squares that those have in them.
"""

from __future__ import annotations

from collections.abc import Callable

from dalembert._expression.tree import Negative, Node, Number
from dalembert._text import tensors
from dalembert._text.tensors import Place, Quaternion, Tensor, Turn

MOST = 4  # turns in a product; what is longer is differentiated as it is
Rates = Callable[[Node], Node]  # the rate of an angle or of a component of a quaternion


def composed(turns: tuple[Turn | Quaternion, ...], rates: Rates, place: Place, *, fixed: bool) -> Tensor:
    """The angular velocity of a product of turns."""
    found: Tensor | None = None
    for turn in turns if not fixed else reversed(turns):
        own = _single(turn, rates, place, fixed=fixed)
        if found is not None:
            matrix = _matrix(turn, place)
            moved = tensors.times_vector(matrix if fixed else tensors.transposed(matrix), found, place)
            own = tensors.added(moved, own, place)
        found = own
    if found is None:
        raise TypeError(turns)
    return found


def _single(turn: Turn | Quaternion, rates: Rates, place: Place, *, fixed: bool) -> Tensor:
    if isinstance(turn, Turn):
        return tensors.scaled(rates(turn.angle), Tensor((3,), turn.axis), place)
    real, *rest = turn.entries
    vector = Tensor((3,), tuple(rest))
    moved = Tensor((3,), tuple(rates(one) for one in rest))
    crossed = tensors.crossed(vector, moved, place)
    parts = (
        tensors.scaled(real, moved, place),
        tensors.scaled(Negative(rates(real), place), vector, place),
        crossed if fixed else tensors.scaled(Number(-1, place), crossed, place),
    )
    total = tensors.added(tensors.added(parts[0], parts[1], place), parts[2], place)
    return tensors.scaled(Number(2, place), total, place)


def _matrix(turn: Turn | Quaternion, place: Place) -> Tensor:
    if isinstance(turn, Turn):
        return tensors.turn_about(turn.axis, turn.angle, place)
    return tensors.of_quaternion(turn.entries, place)

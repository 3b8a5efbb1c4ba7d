"""Vectors and matrices of plain trees: their arithmetic, component by component.

A product A*B is Σₖ Aᵢₖ Bₖⱼ. Zeros and ones, of which rotations have many, are left out of sums and products,
so that rot_z(a)*[1, 0, 0] is [cos a, sin a, 0].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeGuard

from dalembert._expression.tree import (
    Call,
    Inverse,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Sum,
    with_operands,
)
from dalembert._expression.written_tree import Shape, member_name
from dalembert._text.lexer import TextFault

TextSpan = tuple[int, int]  # its range of characters
SIDE = 30  # the longest vector
AXES = {"x": 1, "y": 2, "z": 3}
PARTS = "a component of a vector is r[1] or r.x, of a matrix R[1,2]"


@dataclass(frozen=True, slots=True)
class Turn:
    """A rotation by an angle about a fixed axis of length 1."""

    axis: tuple[Node, ...]
    angle: Node


@dataclass(frozen=True, slots=True)
class Quaternion:
    """The rotation of a unit quaternion."""

    entries: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class NamedRotation:
    """The matrix of a definition, which may be a rotation."""

    name: str


@dataclass(frozen=True, slots=True)
class Tensor:
    """A vector or a matrix, its entries row by row; `name` is that of the definition it is, if it is one.

    `turns` are the elementary rotations whose product it is, where known.
    """

    shape: Shape
    entries: tuple[Node, ...]
    name: str = ""
    turns: tuple[Turn | Quaternion | NamedRotation, ...] = ()


Value = Node | Tensor


def are_numbers(values: tuple[Value, ...]) -> TypeGuard[tuple[Node, ...]]:
    """Whether no value is a vector or a matrix."""
    return not any(isinstance(value, Tensor) for value in values)


def positions(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """The indices of all entries, from 1, row by row; empty for a number."""
    if not shape:
        return ((),)
    if len(shape) == 1:
        return tuple((i + 1,) for i in range(shape[0]))
    return tuple((i + 1, j + 1) for i in range(shape[0]) for j in range(shape[1]))


def kind_of(value: Value) -> str:
    """The kind of a value in words: a number, a vector, a matrix."""
    if not isinstance(value, Tensor):
        return "a number"
    if len(value.shape) == 1:
        return f"a vector of {value.shape[0]}"
    return f"a matrix of {value.shape[0]} x {value.shape[1]}"


def not_a_number(value: Value, span: TextSpan) -> TextFault:
    """The fault of a vector where a number is needed."""
    return TextFault("vector", f"a number is needed here, but this is {kind_of(value)}", span, PARTS)


def array(items: tuple[Value, ...], span: TextSpan) -> Value:
    """The array [a, b, c] of numbers, or of rows."""
    if len(items) == 1:
        hint = "to group, use ( ); a vector has two components or more: [a, b]"
        raise TextFault("vector", "square brackets form a vector, and this one has one component", span, hint)
    if len(items) > SIDE:
        message = f"a vector has {SIDE} components at most, and this one has {len(items)}"
        raise TextFault("budget", message, span, "use a family: x[i]")
    if are_numbers(items):
        return Tensor((len(items),), items)
    rows = [item for item in items if isinstance(item, Tensor)]
    if len(rows) < len(items) or any(row.shape != rows[0].shape for row in rows) or len(rows[0].shape) > 1:
        message = "a vector has numbers as components, a matrix rows of the same length"
        raise TextFault("vector", message, span, "for example [a, b] or [[a, b], [c, d]]")
    return Tensor((len(rows), *rows[0].shape), tuple(one for row in rows for one in row.entries))


def component(value: Value, axis: str, span: TextSpan) -> Node:
    """The component value.x, value.y or value.z."""
    if not isinstance(value, Tensor) or len(value.shape) > 1:
        message = f"`.{axis}` is a component of a vector, but this is {kind_of(value)}"
        raise TextFault("vector", message, span, PARTS)
    return entry(value, (AXES[axis],), span)


def entry(tensor: Tensor, indices: tuple[int, ...], span: TextSpan) -> Node:
    """The component with some indices, from 1."""
    named = f"`{tensor.name}`" if tensor.name else "this"
    if len(indices) != len(tensor.shape):
        need = f"needs {len(tensor.shape)} {'index' if len(tensor.shape) == 1 else 'indices'}"
        raise TextFault("vector", f"{named} is {kind_of(tensor)} and {need}", span, PARTS)
    for index, side in zip(indices, tensor.shape, strict=True):
        if not 1 <= index <= side:
            message = f"{named} is {kind_of(tensor)} and has no component {index}"
            raise TextFault("vector", message, span, f"the components are counted from 1 to {side}")
    row = 0
    for index, side in zip(indices, tensor.shape, strict=True):
        row = row * side + index - 1
    return tensor.entries[row]


# -- operations ----------------------------------------------------------------------------------


def operation(pattern: Node, values: tuple[Value, ...], span: TextSpan) -> Value:
    """A plain operation in which some operand is a vector or a matrix."""
    match pattern:
        case Sum():
            return _sum(values, span)
        case Negative():
            return _componentwise(values[0], lambda one: negative(one, span))
        case Product():
            return _product(values, span)
        case Inverse():
            message = f"nothing is divided by {kind_of(values[0])}"
            raise TextFault("vector", message, span, "divide by its norm(…) or by a component")
        case Power():
            hint = "the square of a vector is dot(v, v), a product of matrices R*R"
            raise TextFault("vector", f"{kind_of(values[0])} has no powers", span, hint)
        case Call(function="if") if not isinstance(values[0], Tensor):
            same = _tensors_of_one_shape(values[1:], span)
            pairs = zip(same[0].entries, same[1].entries, strict=True)
            return Tensor(same[0].shape, tuple(with_operands(pattern, (values[0], *pair)) for pair in pairs))
        case Call(function="abs"):
            message = f"`abs` takes a number, but this is {kind_of(values[0])}"
            raise TextFault("vector", message, span, "the length of a vector is norm(v)")
        case Call(function=function):
            tensor = next(value for value in values if isinstance(value, Tensor))
            message = f"`{function}` takes numbers, but this is {kind_of(tensor)}"
            raise TextFault("vector", message, span, PARTS)
    raise not_a_number(next(value for value in values if isinstance(value, Tensor)), span)


def _componentwise(value: Value, made: Callable[[Node], Node]) -> Value:
    if isinstance(value, Tensor):
        return Tensor(value.shape, tuple(made(one) for one in value.entries))
    return made(value)


def _tensors_of_one_shape(values: tuple[Value, ...], span: TextSpan) -> list[Tensor]:
    """The values as tensors of the same shape; raises where they differ."""
    tensors = [value for value in values if isinstance(value, Tensor)]
    shape = tensors[0].shape
    others = (v for v in values if not isinstance(v, Tensor) or v.shape != shape)
    other = next(others, None)
    if other is not None:
        message = f"{kind_of(tensors[0])} and {kind_of(other)} cannot be added or compared"
        raise TextFault("vector", message, span, "both sides need the same components")
    return tensors


def _sum(values: tuple[Value, ...], span: TextSpan) -> Value:
    same = _tensors_of_one_shape(values, span)
    columns = zip(*(tensor.entries for tensor in same), strict=True)
    return Tensor(same[0].shape, tuple(total(column, span) for column in columns))


def total(terms: tuple[Node, ...], span: TextSpan) -> Node:
    """A sum without its zeros."""
    left = tuple(term for term in terms if not equals(term, 0))
    return Sum(left, span) if len(left) > 1 else left[0] if left else Number(0, span)


def negative(one: Node, span: TextSpan) -> Node:
    if isinstance(one, Number):
        return Number(-one.value, span)
    return one.operand if isinstance(one, Negative) else Negative(one, span)


def product_of(factors: tuple[Node, ...], span: TextSpan) -> Node:
    """A product without its ones; 0 where a factor is 0."""
    if any(equals(factor, 0) for factor in factors):
        return Number(0, span)
    left = tuple(factor for factor in factors if not equals(factor, 1))
    return Product(left, span) if len(left) > 1 else left[0] if left else Number(1, span)


def equals(node: Node, value: int) -> bool:
    return isinstance(node, Number) and node.value == value


def _product(values: tuple[Value, ...], span: TextSpan) -> Value:
    numbers = tuple(value for value in values if not isinstance(value, Tensor))
    made: Tensor | None = None
    for value in values:
        if isinstance(value, Tensor):
            made = value if made is None else matrix_product(made, value, span)
    if made is None:
        raise TypeError(values)
    if not numbers:
        return made
    return Tensor(made.shape, tuple(product_of((*numbers, one), span) for one in made.entries))


def matrix_product(a: Tensor, b: Tensor, span: TextSpan) -> Tensor:
    """The product of two matrices, or of a matrix and a vector."""
    if len(a.shape) == 1:
        if len(b.shape) == 1:
            message = "`*` of two vectors has two meanings"
            raise TextFault("vector", message, span, "write dot(a, b) or cross(a, b)")
        raise TextFault("vector", "a vector must be on the right of a matrix", span, "write transpose(R)*v")
    if a.shape[1] != b.shape[0]:
        message = f"{kind_of(a)} cannot be multiplied by {kind_of(b)}"
        raise TextFault("vector", message, span, f"the right side needs {a.shape[1]} rows")
    rows, inner = a.shape
    width = b.shape[1] if len(b.shape) > 1 else 1
    entries = []
    for i in range(rows):
        for j in range(width):
            pairs = ((a.entries[i * inner + k], b.entries[k * width + j]) for k in range(inner))
            entries.append(total(tuple(product_of(pair, span) for pair in pairs), span))
    turns = (*a.turns, *b.turns) if a.turns and b.turns else ()
    return Tensor((rows, *b.shape[1:]), tuple(entries), turns=turns)


def transpose(matrix: Tensor) -> Tensor:
    """The transpose of a matrix; for a rotation the inverse."""
    rows, columns = matrix.shape
    entries = tuple(matrix.entries[i * columns + j] for j in range(columns) for i in range(rows))
    turns: list[Turn | Quaternion | NamedRotation] = []
    for turn in reversed(matrix.turns):
        match turn:
            case Turn(axis=axis, angle=angle):
                turns.append(Turn(axis, negative(angle, angle.span or (0, 1))))
            case Quaternion(entries=(real, *imaginary)):
                turns.append(Quaternion((real, *(negative(one, one.span or (0, 1)) for one in imaginary))))
            case NamedRotation():
                return Tensor((columns, rows), entries)
    return Tensor((columns, rows), entries, turns=tuple(turns))


def add(a: Tensor, b: Tensor, span: TextSpan) -> Tensor:
    """The sum a + b of equal shapes, with nested sums made flat."""
    pairs = zip(a.entries, b.entries, strict=True)
    return Tensor(a.shape, tuple(total((*_terms(one), *_terms(other)), span) for one, other in pairs))


def _terms(one: Node) -> tuple[Node, ...]:
    return one.terms if isinstance(one, Sum) else (one,)


def scale(number: Node, tensor: Tensor, span: TextSpan) -> Tensor:
    """A tensor multiplied by a number."""
    return Tensor(tensor.shape, tuple(signed_product(number, one, span) for one in tensor.entries))


def signed_product(number: Node, one: Node, span: TextSpan) -> Node:
    """A product with its sign in front."""
    if equals(number, -1):
        return negative(one, span)
    if isinstance(number, Negative):
        return negative(product_of((number.operand, one), span), span)
    return product_of((number, one), span)


def named_tensor(name: str, shape: Shape, span: TextSpan) -> Tensor:
    """A vector or matrix by the names of its components."""
    entries = tuple(Name(member_name(name, at), span) for at in positions(shape))
    return Tensor(shape, entries, name, (NamedRotation(name),) if shape == (3, 3) else ())

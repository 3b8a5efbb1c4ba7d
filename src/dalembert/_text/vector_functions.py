"""Functions of vectors and matrices: products, lengths, rotations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dalembert._expression.tree import ONE, ZERO, Call, Inverse, Negative, Node, Number, Power, Sum
from dalembert._text.lexer import TextFault
from dalembert._text.operations import wrong_count
from dalembert._text.tensors import (
    PARTS,
    Quaternion,
    Tensor,
    TextSpan,
    Turn,
    Value,
    equals,
    kind_of,
    negative,
    product_of,
    signed_product,
    total,
    transpose,
)


def _vectors(name: str, values: tuple[Value, ...], sides: tuple[int, ...], span: TextSpan) -> list[Tensor]:
    """The arguments of a function of vectors, which must have equal lengths."""
    vectors = [value for value in values if isinstance(value, Tensor) and len(value.shape) == 1]
    wrong = next((v for v in values if not isinstance(v, Tensor) or len(v.shape) > 1), None)
    if wrong is not None:
        hint = f"write {name}({', '.join(('[a, b, c]', 'v')[: len(values)])}) with vectors"
        raise TextFault("vector", f"`{name}` takes vectors, but this is {kind_of(wrong)}", span, hint)
    if any(one.shape != vectors[0].shape for one in vectors) or (sides and vectors[0].shape[0] not in sides):
        lengths = " and ".join(str(one.shape[0]) for one in vectors)
        need = " or ".join(map(str, sides)) if sides else "as many"
        message = f"`{name}` takes vectors of {need} components, but these have {lengths}"
        raise TextFault("vector", message, span, PARTS)
    return vectors


def _dot(values: tuple[Value, ...], span: TextSpan) -> Value:
    a, b = _vectors("dot", values, (), span)
    return total(tuple(product_of(pair, span) for pair in zip(a.entries, b.entries, strict=True)), span)


def _cross(values: tuple[Value, ...], span: TextSpan) -> Value:
    a, b = _vectors("cross", values, (2, 3), span)

    def minor(i: int, j: int) -> Node:
        left = product_of((a.entries[i], b.entries[j]), span)
        right = product_of((a.entries[j], b.entries[i]), span)
        return total((left, negative(right, span)), span)

    if a.shape == (2,):
        return minor(0, 1)
    return Tensor((3,), (minor(1, 2), minor(2, 0), minor(0, 1)))


def _norm(values: tuple[Value, ...], span: TextSpan) -> Value:
    (v,) = _vectors("norm", values, (), span)
    return _length(v, span)


def _length(v: Tensor, span: TextSpan) -> Node:
    squares = tuple(Power(one, Number(2, span), span) for one in v.entries if not equals(one, 0))
    return Call("sqrt", (total(squares, span),), span)


def _transpose(values: tuple[Value, ...], span: TextSpan) -> Value:
    matrix = values[0]
    if not isinstance(matrix, Tensor) or len(matrix.shape) == 1:
        message = f"`transpose` takes a matrix, but this is {kind_of(matrix)}"
        raise TextFault("vector", message, span, "a vector needs none: write dot(a, b)")
    return transpose(matrix)


def cross(a: Tensor, b: Tensor, span: TextSpan) -> Tensor:
    """The cross product a × b in space."""
    product = _cross((a, b), span)
    if not isinstance(product, Tensor):
        raise TypeError(product)
    return product


def _number(name: str, value: Value, span: TextSpan) -> Node:
    if isinstance(value, Tensor):
        message = f"`{name}` takes a number here, but this is {kind_of(value)}"
        raise TextFault("vector", message, span, FUNCTIONS[name].usage)
    return value


def _turn_about(axis: int) -> Callable[[tuple[Value, ...], TextSpan], Value]:
    """The function that rotates about a coordinate axis."""
    name = f"rot_{'xyz'[axis]}"

    direction = tuple(ONE if i == axis else ZERO for i in range(3))

    def rotation(values: tuple[Value, ...], span: TextSpan) -> Value:
        return turn_about(direction, _number(name, values[0], span), span)

    return rotation


def turn_about(axis: tuple[Node, ...], angle: Node, span: TextSpan) -> Tensor:
    """Rodrigues' formula: cos a 1 + (1 − cos a) n nᵀ + sin a n×, with n of length 1."""
    inner = angle.operand if isinstance(angle, Negative) else angle
    cosine: Node = Call("cos", (inner,), span)
    sine: Node = Call("sin", (inner,), span)
    sine = sine if inner is angle else negative(sine, span)
    versine = Sum((Number(1, span), Negative(cosine, span)), span)
    entries: list[Node] = []
    for i in range(3):
        for j in range(3):
            if i == j and equals(axis[i], 1):
                entries.append(ONE)
                continue
            terms = [product_of((axis[i], axis[j], versine), span)]
            if i == j:
                terms.append(cosine)
            else:
                turned = signed_product(sine, axis[3 - i - j], span)
                terms.append(turned if (j - i) % 3 == 2 else negative(turned, span))
            entries.append(total(tuple(terms), span))
    return Tensor((3, 3), tuple(entries), turns=(Turn(axis, angle),))


def _quaternion(values: tuple[Value, ...], span: TextSpan) -> Value:
    return of_quaternion(tuple(_number("rot_quaternion", value, span) for value in values), span)


def of_quaternion(e: tuple[Node, ...], span: TextSpan) -> Tensor:
    """The rotation of a unit quaternion with the real part e0."""

    def square(i: int) -> Node:
        return product_of((e[i], e[i]), span) if isinstance(e[i], Number) else Power(e[i], Number(2), span)

    def diagonal(i: int) -> Node:
        signed = [
            square(k) if k in (0, i) else negative(square(k), span) for k in range(4) if not equals(e[k], 0)
        ]
        return total(tuple(signed), span)

    def beside(i: int, j: int, k: int, sign: int) -> Node:
        first = product_of((Number(2, span), e[i], e[j]), span)
        second = product_of((Number(2, span), e[0], e[k]), span)
        return total((first, second if sign > 0 else negative(second, span)), span)

    entries = (
        diagonal(1), beside(1, 2, 3, -1), beside(1, 3, 2, 1),
        beside(1, 2, 3, 1), diagonal(2), beside(2, 3, 1, -1),
        beside(1, 3, 2, -1), beside(2, 3, 1, 1), diagonal(3),
    )  # fmt: skip
    return Tensor((3, 3), entries, turns=(Quaternion(e),))


def _axis(values: tuple[Value, ...], span: TextSpan) -> Value:
    """A rotation about any axis, which need not have length 1."""
    (axis,) = _vectors("rot_axis", values[:1], (3,), span)
    angle = _number("rot_axis", values[1], span)
    numbers = [one.value for one in axis.entries if isinstance(one, Number)]
    n = axis.entries
    if len(numbers) < 3 or sum(value**2 for value in numbers) != 1:
        shorter = Inverse(_length(axis, span), span)
        n = tuple(product_of((one, shorter), span) for one in n)
    made = turn_about(n, angle, span)
    return made if len(numbers) == 3 else Tensor(made.shape, made.entries)


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorFunction:
    """A function of vectors, matrices and numbers."""

    count: int
    usage: str
    value: Callable[[tuple[Value, ...], TextSpan], Value]


FUNCTIONS: dict[str, VectorFunction] = {
    "dot": VectorFunction(count=2, usage="write dot(a, b) of two vectors, or dot(x) for x'", value=_dot),
    "cross": VectorFunction(count=2, usage="write cross(a, b)", value=_cross),
    "norm": VectorFunction(count=1, usage="write norm(v)", value=_norm),
    "transpose": VectorFunction(count=1, usage="write transpose(R)", value=_transpose),
    "rot_x": VectorFunction(count=1, usage="write rot_x(angle)", value=_turn_about(0)),
    "rot_y": VectorFunction(count=1, usage="write rot_y(angle)", value=_turn_about(1)),
    "rot_z": VectorFunction(count=1, usage="write rot_z(angle)", value=_turn_about(2)),
    "rot_quaternion": VectorFunction(
        count=4, usage="write rot_quaternion(e0, e1, e2, e3)", value=_quaternion
    ),
    "rot_axis": VectorFunction(count=2, usage="write rot_axis([1, 0, 0], angle)", value=_axis),
}


def apply(name: str, values: tuple[Value, ...], span: TextSpan) -> Value:
    """The value of a function of vectors."""
    function = FUNCTIONS[name]
    if len(values) != function.count:
        raise wrong_count(name, str(function.count), len(values), span, function.usage)
    return function.value(values, span)

"""Vectors and matrices of plain trees: their arithmetic, component by component.

A product A*B is Σₖ Aᵢₖ Bₖⱼ. Zeros and ones that rotations are full of are left out of sums and products, so
that rot_z(a)*[1, 0, 0] is [cos a, sin a, 0].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeGuard

from dalembert._expression.tree import (
    ONE,
    ZERO,
    Call,
    Inverse,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Sum,
    rebuilt,
)
from dalembert._expression.written_tree import Shape
from dalembert._text.lexer import TextFault
from dalembert._text.operations import wrong_count

Place = tuple[int, int]
SIDE = 30  # the longest vector
AXES = {"x": 1, "y": 2, "z": 3}
PARTS = "a component of a vector is r[1] or r.x, of a matrix R[1,2]"


@dataclass(frozen=True, slots=True)
class Tensor:
    """A vector or a matrix, its entries row by row; `name` is that of the definition it is, if it is one."""

    shape: Shape
    entries: tuple[Node, ...]
    name: str = ""


Value = Node | Tensor


def are_numbers(values: tuple[Value, ...]) -> TypeGuard[tuple[Node, ...]]:
    """Whether none of some values is a vector or a matrix."""
    return not any(isinstance(value, Tensor) for value in values)


def positions(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """The indices of all entries, from 1, row by row."""
    if len(shape) == 1:
        return tuple((i + 1,) for i in range(shape[0]))
    return tuple((i + 1, j + 1) for i in range(shape[0]) for j in range(shape[1]))


def kind_of(value: Value) -> str:
    """What a value is, in words."""
    if not isinstance(value, Tensor):
        return "a number"
    if len(value.shape) == 1:
        return f"a vector of {value.shape[0]}"
    return f"a matrix of {value.shape[0]} x {value.shape[1]}"


def not_a_number(value: Value, place: Place) -> TextFault:
    """A vector where a number is needed."""
    return TextFault("vector", f"a number is needed here, but this is {kind_of(value)}", place, PARTS)


def array(items: tuple[Value, ...], place: Place) -> Value:
    """[a, b, c] of numbers, or of rows."""
    if len(items) == 1:
        hint = "to group, use ( ); a vector has two components or more: [a, b]"
        raise TextFault(
            "vector", "square brackets make a vector, and this one has one component", place, hint
        )
    if len(items) > SIDE:
        message = f"a vector has {SIDE} components at most, and this one has {len(items)}"
        raise TextFault("budget", message, place, "use a family: x[i]")
    if are_numbers(items):
        return Tensor((len(items),), items)
    rows = [item for item in items if isinstance(item, Tensor)]
    if len(rows) < len(items) or any(row.shape != rows[0].shape for row in rows) or len(rows[0].shape) > 1:
        message = "a vector has numbers as components, a matrix rows of the same length"
        raise TextFault("vector", message, place, "for example [a, b] or [[a, b], [c, d]]")
    return Tensor((len(rows), *rows[0].shape), tuple(one for row in rows for one in row.entries))


def component(value: Value, axis: str, place: Place) -> Node:
    """value.x, value.y or value.z."""
    if not isinstance(value, Tensor) or len(value.shape) > 1:
        message = f"`.{axis}` is a component of a vector, but this is {kind_of(value)}"
        raise TextFault("vector", message, place, PARTS)
    return entry(value, (AXES[axis],), place)


def entry(tensor: Tensor, indices: tuple[int, ...], place: Place) -> Node:
    """The component with some indices, from 1."""
    named = f"`{tensor.name}`" if tensor.name else "this"
    if len(indices) != len(tensor.shape):
        need = f"needs {len(tensor.shape)} {'index' if len(tensor.shape) == 1 else 'indices'}"
        raise TextFault("vector", f"{named} is {kind_of(tensor)} and {need}", place, PARTS)
    for index, side in zip(indices, tensor.shape, strict=True):
        if not 1 <= index <= side:
            message = f"{named} is {kind_of(tensor)} and has no component {index}"
            raise TextFault("vector", message, place, f"the components are counted from 1 to {side}")
    row = 0
    for index, side in zip(indices, tensor.shape, strict=True):
        row = row * side + index - 1
    return tensor.entries[row]


# -- operations ----------------------------------------------------------------------------------


def operation(pattern: Node, values: tuple[Value, ...], place: Place) -> Value:
    """A plain operation of which some operand is a vector or a matrix."""
    match pattern:
        case Sum():
            return _sum(values, place)
        case Negative():
            return _each(values[0], lambda one: _negative(one, place))
        case Product():
            return _product(values, place)
        case Inverse():
            message = f"nothing is divided by {kind_of(values[0])}"
            raise TextFault("vector", message, place, "divide by its norm(…) or by a component")
        case Power():
            hint = "the square of a vector is dot(v, v), a product of matrices R*R"
            raise TextFault("vector", f"{kind_of(values[0])} has no powers", place, hint)
        case Call(function="if") if not isinstance(values[0], Tensor):
            same = _same(values[1:], place)
            pairs = zip(same[0].entries, same[1].entries, strict=True)
            return Tensor(same[0].shape, tuple(rebuilt(pattern, (values[0], *pair)) for pair in pairs))
        case Call(function="abs"):
            message = f"`abs` takes a number, but this is {kind_of(values[0])}"
            raise TextFault("vector", message, place, "the length of a vector is norm(v)")
        case Call(function=function):
            found = next(value for value in values if isinstance(value, Tensor))
            message = f"`{function}` takes numbers, but this is {kind_of(found)}"
            raise TextFault("vector", message, place, PARTS)
    raise not_a_number(next(value for value in values if isinstance(value, Tensor)), place)


def _each(value: Value, made: Callable[[Node], Node]) -> Value:
    if isinstance(value, Tensor):
        return Tensor(value.shape, tuple(made(one) for one in value.entries))
    return made(value)


def _same(values: tuple[Value, ...], place: Place) -> list[Tensor]:
    """Values that must be of one shape."""
    found = [value for value in values if isinstance(value, Tensor)]
    shape = found[0].shape
    others = (v for v in values if not isinstance(v, Tensor) or v.shape != shape)
    other = next(others, None)
    if other is not None:
        message = f"{kind_of(found[0])} and {kind_of(other)} cannot be added or compared"
        raise TextFault("vector", message, place, "both sides need the same components")
    return found


def _sum(values: tuple[Value, ...], place: Place) -> Value:
    same = _same(values, place)
    columns = zip(*(tensor.entries for tensor in same), strict=True)
    return Tensor(same[0].shape, tuple(_total(column, place) for column in columns))


def _total(terms: tuple[Node, ...], place: Place) -> Node:
    """A sum without its zeros."""
    left = tuple(term for term in terms if not _is(term, 0))
    return Sum(left, place) if len(left) > 1 else left[0] if left else Number(0, place)


def _negative(one: Node, place: Place) -> Node:
    if isinstance(one, Number):
        return Number(-one.value, place)
    return one.operand if isinstance(one, Negative) else Negative(one, place)


def _times(factors: tuple[Node, ...], place: Place) -> Node:
    """A product without its ones; 0 where one of them is."""
    if any(_is(factor, 0) for factor in factors):
        return Number(0, place)
    left = tuple(factor for factor in factors if not _is(factor, 1))
    return Product(left, place) if len(left) > 1 else left[0] if left else Number(1, place)


def _is(node: Node, value: int) -> bool:
    return isinstance(node, Number) and node.value == value


def _product(values: tuple[Value, ...], place: Place) -> Value:
    numbers = tuple(value for value in values if not isinstance(value, Tensor))
    made: Tensor | None = None
    for value in values:
        if isinstance(value, Tensor):
            made = value if made is None else _matrices(made, value, place)
    if made is None:
        raise TypeError(values)
    return Tensor(made.shape, tuple(_times((*numbers, one), place) for one in made.entries))


def _matrices(a: Tensor, b: Tensor, place: Place) -> Tensor:
    """A*B of two matrices, or of a matrix and a vector."""
    if len(a.shape) == 1:
        if len(b.shape) == 1:
            message = "`*` of two vectors has two meanings"
            raise TextFault("vector", message, place, "write dot(a, b) or cross(a, b)")
        raise TextFault("vector", "a vector stands to the right of a matrix", place, "write transpose(R)*v")
    if a.shape[1] != b.shape[0]:
        message = f"{kind_of(a)} cannot be multiplied by {kind_of(b)}"
        raise TextFault("vector", message, place, f"the right side needs {a.shape[1]} rows")
    rows, inner = a.shape
    width = b.shape[1] if len(b.shape) > 1 else 1
    entries = []
    for i in range(rows):
        for j in range(width):
            pairs = ((a.entries[i * inner + k], b.entries[k * width + j]) for k in range(inner))
            entries.append(_total(tuple(_times(pair, place) for pair in pairs), place))
    return Tensor((rows, *b.shape[1:]), tuple(entries))


# -- functions -----------------------------------------------------------------------------------


def _vectors(name: str, values: tuple[Value, ...], sides: tuple[int, ...], place: Place) -> list[Tensor]:
    """The arguments of a function of vectors of one length."""
    found = [value for value in values if isinstance(value, Tensor) and len(value.shape) == 1]
    wrong = next((v for v in values if not isinstance(v, Tensor) or len(v.shape) > 1), None)
    if wrong is not None:
        hint = f"write {name}({', '.join(('[a, b, c]', 'v')[: len(values)])}) with vectors"
        raise TextFault("vector", f"`{name}` takes vectors, but this is {kind_of(wrong)}", place, hint)
    if any(one.shape != found[0].shape for one in found) or (sides and found[0].shape[0] not in sides):
        lengths = " and ".join(str(one.shape[0]) for one in found)
        need = " or ".join(map(str, sides)) if sides else "as many"
        message = f"`{name}` takes vectors of {need} components, but these have {lengths}"
        raise TextFault("vector", message, place, PARTS)
    return found


def _dot(values: tuple[Value, ...], place: Place) -> Value:
    a, b = _vectors("dot", values, (), place)
    return _total(tuple(_times(pair, place) for pair in zip(a.entries, b.entries, strict=True)), place)


def _cross(values: tuple[Value, ...], place: Place) -> Value:
    a, b = _vectors("cross", values, (2, 3), place)

    def turned(i: int, j: int) -> Node:
        left = _times((a.entries[i], b.entries[j]), place)
        right = _times((a.entries[j], b.entries[i]), place)
        return _total((left, _negative(right, place)), place)

    if a.shape == (2,):
        return turned(0, 1)
    return Tensor((3,), (turned(1, 2), turned(2, 0), turned(0, 1)))


def _norm(values: tuple[Value, ...], place: Place) -> Value:
    (v,) = _vectors("norm", values, (), place)
    squares = tuple(Power(one, Number(2, place), place) for one in v.entries if not _is(one, 0))
    return Call("sqrt", (_total(squares, place),), place)


def _transpose(values: tuple[Value, ...], place: Place) -> Value:
    matrix = values[0]
    if not isinstance(matrix, Tensor) or len(matrix.shape) == 1:
        message = f"`transpose` takes a matrix, but this is {kind_of(matrix)}"
        raise TextFault("vector", message, place, "a vector needs none: write dot(a, b)")
    rows, columns = matrix.shape
    return Tensor(
        (columns, rows), tuple(matrix.entries[i * columns + j] for j in range(columns) for i in range(rows))
    )


def _number(name: str, value: Value, place: Place) -> Node:
    if isinstance(value, Tensor):
        message = f"`{name}` takes a number here, but this is {kind_of(value)}"
        raise TextFault("vector", message, place, FUNCTIONS[name].usage)
    return value


def _about(axis: int) -> Callable[[tuple[Value, ...], Place], Value]:
    """A turn about a coordinate axis."""
    name = f"rot_{'xyz'[axis]}"

    def made(values: tuple[Value, ...], place: Place) -> Value:
        angle = _number(name, values[0], place)
        cosine, sine = Call("cos", (angle,), place), Call("sin", (angle,), place)
        entries: list[Node] = [ZERO] * 9
        i, j = (axis + 1) % 3, (axis + 2) % 3
        entries[axis * 4], entries[i * 4], entries[j * 4] = ONE, cosine, cosine
        entries[i * 3 + j], entries[j * 3 + i] = Negative(sine, place), sine
        return Tensor((3, 3), tuple(entries))

    return made


def _quaternion(values: tuple[Value, ...], place: Place) -> Value:
    """The rotation of a unit quaternion, e0 its real part."""
    e = [_number("rot_quaternion", value, place) for value in values]

    def square(i: int) -> Node:
        return _times((e[i], e[i]), place) if isinstance(e[i], Number) else Power(e[i], Number(2), place)

    def diagonal(i: int) -> Node:
        signed = [
            square(k) if k in (0, i) else _negative(square(k), place) for k in range(4) if not _is(e[k], 0)
        ]
        return _total(tuple(signed), place)

    def beside(i: int, j: int, k: int, sign: int) -> Node:
        first = _times((Number(2, place), e[i], e[j]), place)
        second = _times((Number(2, place), e[0], e[k]), place)
        return _total((first, second if sign > 0 else _negative(second, place)), place)

    entries = (
        diagonal(1), beside(1, 2, 3, -1), beside(1, 3, 2, 1),
        beside(1, 2, 3, 1), diagonal(2), beside(2, 3, 1, -1),
        beside(1, 3, 2, -1), beside(2, 3, 1, 1), diagonal(3),
    )  # fmt: skip
    return Tensor((3, 3), entries)


def _axis(values: tuple[Value, ...], place: Place) -> Value:
    """Rodrigues' formula: cos a 1 + (1 − cos a) n nᵀ + sin a n×, with n of length 1 along the axis."""
    (axis,) = _vectors("rot_axis", values[:1], (3,), place)
    angle = _number("rot_axis", values[1], place)
    length = _norm((axis,), place)
    fixed = [one.value for one in axis.entries if isinstance(one, Number)]
    unit = len(fixed) == 3 and sum(value**2 for value in fixed) == 1
    n = axis.entries
    if not unit and not isinstance(length, Tensor):
        n = tuple(_times((one, Inverse(length, place)), place) for one in axis.entries)
    cosine, sine = Call("cos", (angle,), place), Call("sin", (angle,), place)
    rest = Sum((Number(1, place), Negative(cosine, place)), place)
    turned: dict[tuple[int, int], Node] = {}
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        turned[k, j] = _times((n[i], sine), place)
        turned[j, k] = _negative(turned[k, j], place)
        turned[i, i] = cosine
    pairs = [(i, j) for i in range(3) for j in range(3)]
    return Tensor(
        (3, 3), tuple(_total((_times((n[i], n[j], rest), place), turned[i, j]), place) for i, j in pairs)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorFunction:
    """A function of vectors, matrices and numbers."""

    count: int
    usage: str
    value: Callable[[tuple[Value, ...], Place], Value]


FUNCTIONS: dict[str, VectorFunction] = {
    "dot": VectorFunction(count=2, usage="write dot(a, b) of two vectors, or dot(x) for x'", value=_dot),
    "cross": VectorFunction(count=2, usage="write cross(a, b)", value=_cross),
    "norm": VectorFunction(count=1, usage="write norm(v)", value=_norm),
    "transpose": VectorFunction(count=1, usage="write transpose(R)", value=_transpose),
    "rot_x": VectorFunction(count=1, usage="write rot_x(angle)", value=_about(0)),
    "rot_y": VectorFunction(count=1, usage="write rot_y(angle)", value=_about(1)),
    "rot_z": VectorFunction(count=1, usage="write rot_z(angle)", value=_about(2)),
    "rot_quaternion": VectorFunction(
        count=4, usage="write rot_quaternion(e0, e1, e2, e3)", value=_quaternion
    ),
    "rot_axis": VectorFunction(count=2, usage="write rot_axis([1, 0, 0], angle)", value=_axis),
}


def applied(name: str, values: tuple[Value, ...], place: Place) -> Value:
    """The value of a function of vectors."""
    function = FUNCTIONS[name]
    if len(values) != function.count:
        raise wrong_count(name, str(function.count), len(values), place, function.usage)
    return function.value(values, place)


def angular_velocity(rotation: Tensor, rates: Tensor, place: Place, *, fixed: bool) -> Tensor:
    """vee(RᵀṘ) in body axes, or vee(ṘRᵀ) in fixed ones."""
    turned = _transpose((rotation,), place)
    if not isinstance(turned, Tensor):
        raise TypeError(turned)
    skew = _matrices(rates, turned, place) if fixed else _matrices(turned, rates, place)
    return Tensor((3,), (skew.entries[7], skew.entries[2], skew.entries[3]))

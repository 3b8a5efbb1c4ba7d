"""Elaboration: indices, sums over them, vectors and functions of the model are expanded to plain trees.

    elaborator = Elaborator(Scope(whole={"N": 3}))
    elaborator.scalar(tree)                       # sum(i = 1..N, x[i]) becomes x[1] + x[2] + x[3]
    elaborator.scalar(tree, {"i": 2})             # x[i + 1]' becomes the rate of x[3]
    elaborator.members(ranges)                    # ({"i": 1}, {"i": 2}, {"i": 3}) of i = 1..N
    elaborator.value(tree)                        # a `Tensor` where the tree is a vector or a matrix

`tree` comes from `parse_written`, `ranges` from `parse_ranges`; every mistake is a `TextFault` at its
position. One elaborator serves a whole model, whose budget it counts. `structural` names the parameters on
whose values the structure of the model depends: with other values it has to be read again.

The name of a member is `x[3]`, of a component `r[1]` or `R[1,2]`, of a component of a member `r[3,1]`. A name
that is not in `shapes` is a single quantity. Rotations without a name in `omega(R)`, and their angles, get
names and become definitions of the model, listed in `rotations`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from types import MappingProxyType

from dalembert._expression.functions import CONSTANTS, FUNCTIONS, SIGNALS
from dalembert._expression.suggest import nearest, owned_example
from dalembert._expression.tree import (
    Call,
    Name,
    Negative,
    Node,
    Number,
    Product,
    Rate,
    Span,
    Sum,
    children,
    with_operands,
)
from dalembert._expression.written_tree import (
    Apply,
    Array,
    Components,
    Derivative,
    Member,
    Range,
    Reduction,
    Subscript,
    WrittenFunction,
    WrittenNode,
    is_leaf,
    is_plain,
    member_name,
    parts,
    pattern_of,
)
from dalembert._text import tensors
from dalembert._text import vector_functions as functions
from dalembert._text.alike import TreeOfText
from dalembert._text.budget import BODY_NODES, NODES, STEPS
from dalembert._text.indices import fold_indices, is_constant, truth, whole
from dalembert._text.lexer import TextFault
from dalembert._text.operations import function_of, wrong_count
from dalembert._text.printer import print_tree
from dalembert._text.rotations import MOST, angular_velocity, need_rotation, omega_of_turns
from dalembert._text.slips import of_call
from dalembert._text.syntax_faults import NAME_FIRST, too_large, too_many
from dalembert._text.tensors import NamedRotation, Quaternion, Tensor, TextSpan, Turn, Value
from dalembert._text.tree_facts import Facts, Sizes, facts_of, names_something_of
from dalembert._text.written_integrals import INTEGRAL, read_integral

Bound = Mapping[str, int | Value]  # values of indices and of arguments of a function
ANGULAR = ("omega", "omega_fixed")
DELAY = "delay"
NESTED = 20  # the deepest nesting of rotations that are looked up
NOTHING: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The meaning of names that are more than a single quantity."""

    whole: Mapping[str, int] = field(default_factory=dict)  # parameters with whole-number values
    behind: Mapping[str, frozenset[str]] = field(default_factory=dict)  # parameters it depends on
    shapes: Mapping[str, Components] = field(default_factory=dict)  # definitions: vectors and matrices
    trees: Mapping[str, WrittenNode] = field(default_factory=dict)  # of definitions that are matrices
    texts: Mapping[tuple[str, str], TreeOfText] = field(default_factory=dict)  # parsed, by section and name
    functions: Mapping[str, WrittenFunction] = field(default_factory=dict)  # of the model, without recursion
    tables: Mapping[str, int] = field(default_factory=dict)  # of the model: numbers of arguments
    bodies: int = 0  # expanded bodies, joints and elements: each adds to the budget
    parts: Collection[str] = ()  # of the model: a word after their names is a name, not a component
    plain: bool = False  # expanded texts: nothing has components, a.x is a name of a part
    names: Collection[str] = ()  # all names of the model, which no index may have


@dataclass(frozen=True, slots=True, kw_only=True)
class DelayedName:
    """A name, or its rate, delayed by a time."""

    of: str
    order: int
    by: Node


@dataclass(frozen=True, slots=True)
class _Context:
    """The context of a part: the values of bound names, and the call that is expanded."""

    bound: Bound
    facts: Mapping[int, Facts]
    call: Span = None


_Key = tuple[int, Span, tuple[int, ...]]
_Known = dict[_Key, tuple[Value, _Context]]  # a context keeps alive what its key identifies


# A node to visit (count −1), or one to build from that many values and to store under its key.
_Task = tuple[WrittenNode, _Context, int, _Key | None]


class Elaborator:
    """Expands the expressions of one model within its budget."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.structural: set[str] = set()
        self.rotations: dict[str, Tensor] = {}
        self.omega_arguments: dict[str, Tensor] = {}  # with entries where they may be no rotation
        self.delays: dict[str, DelayedName] = {}  # by the names that replace them
        self._nodes_left = NODES + BODY_NODES * scope.bodies
        self._steps_left = STEPS + 2 * BODY_NODES * scope.bodies
        self._sizes = Sizes()
        self._functions: dict[str, Mapping[int, Facts]] = {}
        self._facts: dict[tuple[int, frozenset[str]], tuple[WrittenNode, Mapping[int, Facts]]] = {}
        self._parts: _Known = {}  # of families with several indices, those with one: x[i] of all pairs i, j
        self._texts: dict[str, str] = {}  # names given to rotations and angles without one, by their texts
        self._nested = 0  # current nesting of rotations that are looked up

    def scalar(self, tree: WrittenNode, indices: Mapping[str, int] = NOTHING) -> Node:
        """The plain tree of a single quantity."""
        node = self.value(tree, indices)
        if isinstance(node, Tensor):
            raise tensors.not_a_number(node, tree.span or (0, 1))
        return node

    def value(self, tree: WrittenNode, indices: Mapping[str, int] = NOTHING) -> Value:
        """The plain tree, or the plain trees of all components."""
        if is_plain(tree) and not indices and not self.scope.shapes:
            return tree
        node = self._run(tree, _Context(indices, self._facts_of(tree, frozenset(indices))))
        entries = node.entries if isinstance(node, Tensor) else (node,)
        self._nodes_left -= sum(map(self._sizes.of, entries))
        self._sizes = Sizes()
        if self._nodes_left < 0:
            raise too_large(tree.span or (0, 1))
        return node

    def _facts_of(self, tree: WrittenNode, indices: frozenset[str]) -> Mapping[int, Facts]:
        """The facts of a tree, computed once for all members of a family."""
        key = id(tree), indices
        if not indices:
            return facts_of(tree, indices, self.scope.shapes)
        if key not in self._facts:
            self._facts[key] = tree, facts_of(tree, indices, self.scope.shapes)
        return self._facts[key][1]

    def member(self, tree: Subscript, indices: Mapping[str, int] = NOTHING) -> str:
        """The name of the member of a family that a key with indices names."""
        if not isinstance(tree.base, Name):
            raise TextFault("index", "this is not the name of a member", tree.span or (0, 1), 'write "x[i]"')
        numbers = tuple(self._whole_number(index, _Context(indices, {})) for index in tree.indices)
        return member_name(tree.base.name, numbers)

    def members(
        self, ranges: tuple[Range, ...], indices: Mapping[str, int] = NOTHING
    ) -> tuple[dict[str, int], ...]:
        """The indices of all members of a family, in order, including given ones."""
        names = {name: value for name, value in indices.items()}
        tuples = self._tuples(ranges, _Context(names, {}), 1, ranges[0].span or (0, 1))
        return tuple({**names, **dict(zip((r.index for r in ranges), one, strict=True))} for one in tuples)

    # -- the walk --------------------------------------------------------------------------------

    def _run(self, root: WrittenNode, context: _Context) -> Value:
        values: list[Value] = []
        member = context if len(context.bound) > 1 else None
        known: _Known = {}
        stack: list[_Task] = [(root, context, -1, None)]
        while stack:
            node, context, count, key = stack.pop()
            self._steps_left -= 1
            if self._steps_left < 0:
                raise too_large(context.call or node.span or (0, 1))
            if count < 0:
                value = self._read(node, context, known, stack)
                if value is not None:
                    values.append(value)
                continue
            first = len(values) - count
            below = tuple(values[first:])
            del values[first:]
            made = self._value_of(node, below, context)
            if isinstance(made, tuple):
                stack.append(made)
                continue
            if context.call is not None or isinstance(made, Tensor) or pattern_of(node) is None:
                self._weigh(made, context.call or node.span or (0, 1))
            values.append(made)
            if key is not None:
                of_several = context is member and len(key[2]) == 1
                (self._parts if of_several else known)[key] = made, context
        return values[0]

    def _read(
        self,
        node: WrittenNode,
        context: _Context,
        known: _Known,
        stack: list[_Task],
    ) -> Value | None:
        """The value of a part that is a leaf, known, or unchanged; None where its parts come first."""
        facts = context.facts[id(node)]
        if facts.stays and is_plain(node):
            return node
        if is_leaf(node):
            return self._leaf(node, context)
        bound = (context.bound.get(name) for name in facts.bound)
        key = id(node), context.call, tuple(v if isinstance(v, int) else id(v) for v in bound)
        made = known.get(key) or self._parts.get(key)
        if made is not None:
            return made[0]
        if isinstance(node, Reduction):
            terms = self._terms(node, context)
            stack.append((node, context, len(terms), key))
            stack.extend((node.body, one, -1, None) for one in reversed(terms))
            return None
        below = (node.base,) if isinstance(node, Subscript) else parts(node)
        pattern = pattern_of(node)
        if isinstance(pattern, Call) and pattern.function == "if":
            decided = self._decide(below[0], context)
            if decided is not None:
                stack.append((below[1] if decided else below[2], context, -1, None))
                return None
        stack.append((node, context, len(below), key))
        stack.extend((part, context, -1, None) for part in reversed(below))
        return None

    def _value_of(self, node: WrittenNode, below: tuple[Value, ...], context: _Context) -> Value | _Task:
        """The value of a node from those of its parts."""
        span = context.call or node.span or (0, 1)
        match node:
            case Reduction(kind=kind):
                return self._reduce(kind, below, span)
            case Array():
                return tensors.array(below, span)
            case Subscript(indices=indices):
                return self._member(below[0], tuple(self._whole_number(i, context) for i in indices), span)
            case Member(name=axis):
                if isinstance(below[0], Name) and self._is_part(below[0].name):
                    return self._of_part(below[0].name, axis, span)
                self._need_known(below[0], span)
                return tensors.component(below[0], axis, span)
            case Derivative(order=order):
                return _rate(below[0], order, span)
            case Apply():
                return self._apply(node, below, context, span)
        pattern = pattern_of(node)
        if pattern is None:
            raise TypeError(node)
        if context.call is not None:
            pattern = replace(pattern, span=context.call)
        if not tensors.are_numbers(below):
            return tensors.operation(pattern, below, span)
        made = with_operands(pattern, below)
        if context.facts[id(node)].bound and all(map(is_constant, below)):
            return fold_indices(made, span)
        return made

    # -- names -----------------------------------------------------------------------------------

    def _leaf(self, node: Number | Name | Rate, context: _Context) -> Value:
        span = context.call or node.span or (0, 1)
        if isinstance(node, Number):
            return Number(node.value, span)
        stands_for = context.bound.get(node.name)
        if isinstance(stands_for, int):
            if isinstance(node, Rate):
                raise TextFault("index", f"the index `{node.name}` has no rate", span, "delete the '")
            return Number(stands_for, span)
        if stands_for is None:
            stands_for = self._meaning_of(node.name, span)
        return _rate(stands_for, node.order, span) if isinstance(node, Rate) else stands_for

    def _meaning_of(self, name: str, span: TextSpan) -> Value:
        """The meaning of a name of the model: a single quantity, or a vector of its components."""
        components = self.scope.shapes.get(name)
        if components is None or components.indices:
            return Name(name, span)
        return tensors.named_tensor(name, components.shape, span)

    def _member(self, base: Value, indices: tuple[int, ...], span: TextSpan) -> Value:
        """A member of a family, or a component, or a component of a member."""
        if isinstance(base, Tensor):
            return tensors.entry(base, indices, span)
        if not isinstance(base, Name):
            hint = "an index follows a name, as in x[3]; a product is written with *"
            raise TextFault("syntax", "only a name, a vector or a matrix has an index", span, hint)
        components = self.scope.shapes.get(base.name)
        if components is None:
            return Name(member_name(base.name, indices), span)
        if len(indices) < components.indices:
            message = f"`{base.name}` has {components.indices} indices, but {len(indices)} is given"
            raise TextFault("index", message, span, "give all of them, separated by commas")
        first, trailing = indices[: components.indices], indices[components.indices :]
        member = tensors.named_tensor(member_name(base.name, first), components.shape, span)
        return tensors.entry(member, trailing, span) if trailing else member

    def _is_part(self, name: str) -> bool:
        return self.scope.plain or name.partition("[")[0] in self.scope.parts

    def _of_part(self, part: str, word: str, span: TextSpan) -> Value:
        """A name of a part that is also the name of an axis: wagon.x[3] from wagon[3] and x."""
        base, bracket, index = part.partition("[")
        value = self._meaning_of(f"{base}.{word}", span)
        return self._member(value, tuple(map(int, index[:-1].split(","))), span) if bracket else value

    def _whole_number(self, node: WrittenNode, context: _Context) -> int:
        return whole(node, lambda name: self._lookup(name, context), context.call or node.span or (0, 1))

    def _lookup(self, name: str, context: _Context) -> int | None:
        """The whole number that a name has as its value."""
        bound = context.bound.get(name)
        if isinstance(bound, int):
            return bound
        if isinstance(bound, Number):
            return bound.value if isinstance(bound.value, int) else None
        if bound is not None:
            if not isinstance(bound, Name):
                return None
            name = bound.name  # an argument that is a parameter
        if name in self.scope.whole:
            self.structural.update((name, *self.scope.behind.get(name, ())))
            return self.scope.whole[name]
        return None

    def _decide(self, condition: WrittenNode, context: _Context) -> bool | None:
        """Whether a condition on indices holds; None where it contains anything else."""
        bound = context.facts[id(condition)].bound
        if not any(isinstance(context.bound.get(name), int) for name in bound):
            return None
        return truth(condition, lambda name: self._lookup(name, context))

    # -- sums ------------------------------------------------------------------------------------

    def _terms(self, node: Reduction, context: _Context) -> list[_Context]:
        """The contexts of the terms of a sum."""
        span = context.call or node.span or (0, 1)
        size = context.facts[id(node.body)].size
        tuples = self._tuples(node.ranges, context, size, span)
        names = [r.index for r in node.ranges]
        return [
            _Context({**context.bound, **dict(zip(names, one, strict=True))}, context.facts, context.call)
            for one in tuples
        ]

    def _tuples(
        self, ranges: tuple[Range, ...], context: _Context, size: int, span: TextSpan
    ) -> list[tuple[int, ...]]:
        """The values of the indices of some ranges, in order; counted against the budget first."""
        tuples: list[tuple[int, ...]] = [()]
        names: list[str] = []
        for number, one in enumerate(ranges):
            self._refuse_taken_index(one, {*context.bound, *names}, span)
            cost = size if number == len(ranges) - 1 else 1
            longer: list[tuple[int, ...]] = []
            for first, last, many in self._ends(one, names, tuples, context):
                count = len(longer) + len(many) * max(0, last - first + 1)
                if count * cost > min(self._nodes_left, self._steps_left):
                    raise too_many(count, one, span)
                longer.extend((*values, value) for values in many for value in range(first, last + 1))
            self._steps_left -= 4 * len(tuples)  # two ends each
            tuples = longer
            names.append(one.index)
        return tuples

    def _ends(
        self, one: Range, names: list[str], tuples: list[tuple[int, ...]], context: _Context
    ) -> Iterator[tuple[int, int, list[tuple[int, ...]]]]:
        """First and last value of an index, and the values of the earlier indices for which they hold."""
        if tuples and not any(names_something_of(end, names) for end in (one.first, one.last)):
            yield self._whole_number(one.first, context), self._whole_number(one.last, context), tuples
            return
        for values in tuples:
            bound = {**context.bound, **dict(zip(names, values, strict=True))}
            inner = _Context(bound, context.facts, context.call)
            yield self._whole_number(one.first, inner), self._whole_number(one.last, inner), [values]

    def _refuse_taken_index(self, one: Range, bound: Collection[str], span: TextSpan) -> None:
        """Raise if an index has a name that is already in use."""
        if one.index in bound or one.index in self.scope.names or one.index in ("t", "pi"):
            taken = "an index already" if one.index in bound else "a name of the model already"
            message = f"`{one.index}` is {taken}"
            raise TextFault("index", message, one.span or span, "give the index another letter")

    def _reduce(self, kind: str, terms: tuple[Value, ...], span: TextSpan) -> Value:
        if not terms:
            if kind in ("max", "min"):
                message = f"`{kind}` over an empty range has no value"
                raise TextFault("index", message, span, "the first index must not be above the last")
            return Number(0 if kind == "sum" else 1, span)
        if len(terms) == 1:
            return terms[0]
        if kind in ("sum", "prod"):
            pattern = Sum((), span) if kind == "sum" else Product((), span)
            if not tensors.are_numbers(terms):
                return tensors.operation(pattern, terms, span)
            flat = (children(one) if type(one) is type(pattern) else (one,) for one in terms)
            return with_operands(pattern, tuple(chain.from_iterable(flat)))
        if not tensors.are_numbers(terms):
            raise tensors.not_a_number(next(t for t in terms if isinstance(t, Tensor)), span)
        left: tuple[Node, ...] = terms
        while len(left) > 1:  # in pairs, so that derivatives have few cases
            pairs = zip(left[::2], left[1::2], strict=False)
            left = (*(Call(kind, pair, span) for pair in pairs), *left[len(left) // 2 * 2 :])
        return left[0]

    # -- functions -------------------------------------------------------------------------------

    def _apply(
        self, node: Apply, arguments: tuple[Value, ...], context: _Context, span: TextSpan
    ) -> Value | _Task:
        function = self.scope.functions.get(node.name)
        if function is None:
            if node.name in self.scope.tables:
                return self._looked_up(node.name, arguments, span)
            if node.name == DELAY:
                return self._delay(arguments, span)
            if node.name == INTEGRAL:
                return read_integral(arguments, context.bound.values(), span)
            if node.name in ANGULAR:
                return self._angular_velocity(node.name, arguments, span)
            if node.name in functions.FUNCTIONS:
                return functions.apply(node.name, arguments, span)
            if node.name in SIGNALS:
                return self._signal(node.name, arguments, span)
            raise self._unknown_function(node, span)
        if len(arguments) != len(function.parameters):
            hint = f"write {node.name}({', '.join(function.parameters)})"
            raise wrong_count(node.name, str(len(function.parameters)), len(arguments), span, hint)
        if node.name not in self._functions:
            self._functions[node.name] = facts_of(function.body, frozenset(function.parameters), None)
        bound = dict(zip(function.parameters, arguments, strict=True))
        return function.body, _Context(bound, self._functions[node.name], span), -1, None

    def _signal(self, name: str, arguments: tuple[Value, ...], span: TextSpan) -> Node:
        if not tensors.are_numbers(arguments):
            raise tensors.not_a_number(next(a for a in arguments if isinstance(a, Tensor)), span)
        made = function_of(name, arguments, span)
        if not is_plain(made):
            raise TypeError(made)
        return made

    def _angular_velocity(self, name: str, arguments: tuple[Value, ...], span: TextSpan) -> Value:
        """The value of omega(R): the rates of R are those of its components, which are definitions."""
        if len(arguments) != 1:
            raise wrong_count(name, "1", len(arguments), span, f"write {name}(R)")
        rotation = need_rotation(name, arguments[0], span)
        fixed = name == "omega_fixed"
        turns = self._turns(rotation)
        if not turns or any(isinstance(turn, Quaternion) for turn in turns):
            self.omega_arguments.setdefault(
                rotation.name or ";".join(map(print_tree, rotation.entries)), rotation
            )
        elif rotation.name:
            self.omega_arguments.setdefault(rotation.name, Tensor(rotation.shape, (), rotation.name))
        if turns:
            return omega_of_turns(turns, lambda angle: self._rate_of(angle, span), span, fixed=fixed)
        if not all(isinstance(one, Name | Number) for one in rotation.entries):
            text = ";".join(map(print_tree, rotation.entries))
            rotation_name = self._texts.setdefault(text, self._free_name("rotation"))
            self.rotations.setdefault(rotation_name, rotation)
            names = tensors.named_tensor(rotation_name, rotation.shape, span).entries
            pairs = zip(rotation.entries, names, strict=True)
            kept = tuple(one if isinstance(one, Name | Number) else made for one, made in pairs)
            rotation = Tensor(rotation.shape, kept)
        return angular_velocity(rotation, span, fixed=fixed)

    def _delay(self, arguments: tuple[Value, ...], span: TextSpan) -> Value:
        """The value of delay(x, tau), as a new name; for a vector component by component."""
        if len(arguments) != 2:
            raise wrong_count(DELAY, "2", len(arguments), span, "write delay(x, tau)")
        what, by = arguments
        if isinstance(by, Tensor):
            raise tensors.not_a_number(by, span)
        if isinstance(what, Tensor):
            return Tensor(what.shape, tuple(self._delayed_name(one, by, span) for one in what.entries))
        return self._delayed_name(what, by, span)

    def _delayed_name(self, what: Node, by: Node, span: TextSpan) -> Name:
        if not isinstance(what, Name | Rate) or what.name in CONSTANTS or what.name in self.delays:
            message = "`delay` takes the name of a coordinate or a state, or the velocity of a coordinate"
            hint = "delay the names in an expression: sin(delay(x, tau)) in place of delay(sin(x), tau)"
            raise TextFault("delay", message, span, hint)
        order = what.order if isinstance(what, Rate) else 0
        typed = what.name + "'" * order
        name = f"{DELAY}({typed}, {print_tree(by)})"
        self.delays.setdefault(name, DelayedName(of=what.name, order=order, by=by))
        return Name(name, span)

    def _turns(self, rotation: Tensor) -> tuple[Turn | Quaternion, ...]:
        """The elementary rotations whose product a rotation is, through definitions; empty where unknown."""
        turns: list[Turn | Quaternion] = []
        left = list(reversed(rotation.turns))
        while left:
            turn = left.pop()
            if not isinstance(turn, NamedRotation):
                turns.append(turn)
                continue
            tree = self.scope.trees.get(turn.name)
            if tree is None or self._nested >= NESTED:
                return ()
            self._nested += 1
            try:
                value = self._run(tree, _Context({}, facts_of(tree, frozenset(), self.scope.shapes)))
            finally:
                self._nested -= 1
            if not isinstance(value, Tensor) or not value.turns:
                return ()
            left.extend(reversed(value.turns))
            if len(left) + len(turns) > MOST:
                return ()
        return tuple(turns)

    def _rate_of(self, angle: Node, span: TextSpan) -> Node:
        """The rate of an angle: of a name directly, of any other expression that of a new definition."""
        match angle:
            case Number():
                return Number(0, span)
            case Negative(operand=inner):
                return Negative(self._rate_of(inner, span), span)
            case Name(name=name):
                return Rate(name, 1, span) if name not in CONSTANTS else Number(0, span)
        angle_name = self._texts.setdefault(print_tree(angle), self._free_name("angle"))
        self.rotations.setdefault(angle_name, Tensor((), (angle,)))
        return Rate(angle_name, 1, span)

    def _free_name(self, word: str) -> str:
        """A name for a rotation or an angle that the model does not have."""
        number = len(self._texts) + 1
        while f"{word}{number}" in self.scope.names:
            number += 1
        return f"{word}{number}"

    def _looked_up(self, name: str, arguments: tuple[Value, ...], span: TextSpan) -> Value:
        count = self.scope.tables[name]
        if len(arguments) != count:
            hint = f"write {name}({'x, y' if count > 1 else 'x'})"
            raise wrong_count(name, str(count), len(arguments), span, hint)
        if not tensors.are_numbers(arguments):
            raise tensors.not_a_number(next(a for a in arguments if isinstance(a, Tensor)), span)
        return Call(name, arguments, span)

    def _need_known(self, value: Value, span: TextSpan) -> None:
        """Raise for an unknown name with a point, such as crank.A."""
        if isinstance(value, Name) and "." in value.name and value.name not in self.scope.names:
            near = nearest(value.name, [name for name in self.scope.names if "." in name])
            hint = f"did you mean {near}?" if near else owned_example(value.name)
            raise TextFault("unknown-name", f"there is no `{value.name}`", span, hint)

    def _unknown_function(self, node: Apply, at: TextSpan) -> TextFault:
        names = (*self.scope.functions, *self.scope.tables)
        near = nearest(node.name, (*FUNCTIONS, *functions.FUNCTIONS, *ANGULAR, DELAY, INTEGRAL, *names))
        hint = f"if {node.name} is a quantity of yours, write {node.name}*(…)"
        if near and node.name not in self.scope.names:
            hint = f"did you mean {near}(…)?"
        hint = of_call(node, self.scope.names) or hint
        start = at[0]
        span = (start, start + len(node.name)) if at == node.span else at
        return TextFault("unknown-function", f"there is no function `{node.name}`", span, hint)

    # -- budgets ---------------------------------------------------------------------------------

    def _weigh(self, made: Value, span: TextSpan) -> None:
        """Count a value against the budget, where it can be larger than its text."""
        entries = made.entries if isinstance(made, Tensor) else (made,)
        if sum(map(self._sizes.of, entries)) > self._nodes_left:
            raise too_large(span)


def _rate(value: Value, order: int, span: TextSpan) -> Value:
    """The rate of a name, or of all components of a vector that has one."""
    if isinstance(value, Name):
        return Rate(value.name, order, span)
    if isinstance(value, Tensor):
        names = [one.name for one in value.entries if isinstance(one, Name)]
        if len(names) == len(value.entries):
            return Tensor(value.shape, tuple(Rate(name, order, span) for name in names))
    raise TextFault("syntax", "`'` must follow a name", span, NAME_FIRST)

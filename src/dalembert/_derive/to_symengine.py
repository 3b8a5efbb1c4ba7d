"""Converts expression trees to SymEngine, which differentiates.

Names become symbols (x, x', x'' are three symbols). Definitions are written out where they occur, as far as
the budgets allow it, or stay symbols as well (`shared`). sign, step and floor are constant between their
jumps, so to the calculus each is an opaque symbol with derivative zero; abs, min, max and if become cases
(Piecewise). Signals and tables are named functions: a signal has the slope that the model defines, the slope
of a table is a named function, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

import symengine as se

from dalembert._expression.decimals import Decimals, with_exact_numbers
from dalembert._expression.functions import FUNCTIONS as FUNCTION_VALUES
from dalembert._expression.numbers import fold_constants
from dalembert._expression.tree import (
    Call,
    Compare,
    Integral,
    Inverse,
    Logic,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Rate,
    Sum,
)
from dalembert._expression.walk import fold, names
from dalembert._model.lookup import derivative_name
from dalembert._model.records import Model
from dalembert._model.signals import SIGNALS, apply_signal
from dalembert._model.survey import Measure, Survey, measure
from dalembert._text.budget import DEPTH, NODES

Symbolic = Any  # a SymEngine expression; its wrapper carries no types

FUNCTIONS = {
    "sin": se.sin,
    "cos": se.cos,
    "tan": se.tan,
    "asin": se.asin,
    "acos": se.acos,
    "atan": se.atan,
    "atan2": se.atan2,
    "sinh": se.sinh,
    "cosh": se.cosh,
    "tanh": se.tanh,
    "asinh": se.asinh,
    "acosh": se.acosh,
    "atanh": se.atanh,
    "exp": se.exp,
    "log": se.log,
    "ln": se.log,
    "sqrt": se.sqrt,
    "erf": se.erf,
    "erfc": se.erfc,
}
OPAQUE = frozenset({"sign", "step", "floor"})
RELATIONS = {"<": se.Lt, "<=": se.Le, ">": se.Gt, ">=": se.Ge, "==": se.Eq, "!=": se.Ne}
TIME = se.Symbol("t")


@dataclass(frozen=True, slots=True)
class Integrand:
    """What is integrated, in symbols of its own names; `written` has its variable and its panels."""

    written: Integral
    body: Symbolic
    given: tuple[Symbolic, ...]

    def __eq__(self, other: object) -> bool:
        """Whether two are the same function of their operands."""
        if not isinstance(other, Integrand):
            return False
        one, two = self.written, other.written
        return (one.variable, one.panels, self.given, self.body) == (
            two.variable,
            two.panels,
            other.given,
            other.body,
        )

    def __hash__(self) -> int:
        """Hash of the function."""
        return hash((self.written.variable, self.given))


class TooLong(ValueError):
    """A definition has too many parts to be written out."""

    def __init__(self, name: str) -> None:
        super().__init__(f"written out, the definition `{name}` has more than {NODES} parts, or is too deep")
        self.name = name


class Kink(ValueError):
    """A derivative is needed at a point where the function jumps."""

    def __init__(self, function: str) -> None:
        super().__init__(f"{function} jumps there")
        self.function = function


def symbol(name: str, order: int = 0) -> Symbolic:
    """The symbol of a name or of its time derivative."""
    return se.Symbol(name + "'" * order)


class Engine:
    """Builds SymEngine expressions of one model; with `shared` its definitions stay symbols with rates."""

    def __init__(self, model: Model, known: Survey, *, shared: bool = False) -> None:
        self.q = [symbol(c.name) for c in model.coordinates]
        self.qd = [symbol(c.name, 1) for c in model.coordinates]
        self.qdd = [symbol(c.name, 2) for c in model.coordinates]
        # symbols that vary in time, with their rates (coordinates, inputs and their rates, states)
        self.rates = dict(zip(self.q, self.qd, strict=True))
        for entry in model.inputs:
            self.rates[symbol(entry.name)] = symbol(entry.name, 1)
            self.rates[symbol(entry.name, 1)] = symbol(entry.name, 2)
        self.last_rates = {symbol(entry.name, 2) for entry in model.inputs}  # `check` refuses their rates
        for state in model.states:
            self.rates[symbol(state.name)] = symbol(state.name, 1)
        self.tables = {table.name: len(table.arguments) for table in model.tables}
        self.exact = model.numbers is not None  # numbers were put in: decimals are exact quotients
        self.decimals = model.numbers.decimals if model.numbers is not None else Decimals()
        self.integrals: dict[str, Integrand] = {}  # by the names of their functions
        self.piecewise = False
        self.named = False  # whether there are named functions, which SymEngine does not know
        self.opaque: dict[Symbolic, tuple[str, Symbolic]] = {}
        self._opaque_of: dict[tuple[str, Symbolic], Symbolic] = {}
        self._known = known
        self._written_out = {} if shared else {name: i for i, name in enumerate(known.order)}
        self._values: dict[str, Symbolic] = {}
        self._value_rates: dict[str, Symbolic] = {}
        self._measures: dict[str, Measure] = {}

    def build(self, root: Node) -> Symbolic:
        """The expression of a tree."""
        self._define(root)
        return fold(self._constants_folded(root), self._leaf, self._combine)

    def _constants_folded(self, root: Node) -> Node:
        """The tree with constant arithmetic evaluated."""
        return fold_constants(with_exact_numbers(root) if self.exact else root)

    def _define(self, root: Node) -> None:
        """Build the definitions that a tree depends on, each after those it uses."""
        stack, used = [root], set[str]()
        while stack:
            for name, _ in names(stack.pop()):
                if name in self._written_out and name not in self._values and name not in used:
                    used.add(name)
                    stack.append(self._known.definitions[name].expression.root)
        for name in sorted(used, key=self._written_out.__getitem__):
            node = self._known.definitions[name].expression.root
            size = self._measures[name] = measure(node, self._measures)
            if size.nodes > NODES or size.depth > DEPTH:
                raise TooLong(name)
            self._values[name] = fold(self._constants_folded(node), self._leaf, self._combine)

    def diff(self, expression: Symbolic, by: Symbolic) -> Symbolic:
        """The derivative ∂f/∂x; cases with equal alternatives are replaced by the alternative."""
        made = se.diff(expression, by)
        if self.named:
            made = self._with_slopes(made)
        return _join_equal_alternatives(made) if self.piecewise else made

    def _with_slopes(self, expression: Symbolic) -> Symbolic:
        """The expression with the slopes of named functions in place of their derivatives."""
        slopes = {}
        for node in expression.atoms(se.Derivative):
            function, by = node.args
            if by in function.args:
                slopes[node] = self._slope(function, function.args.index(by), function.args)
        inner = {}
        for node in expression.atoms(se.Subs):
            derivative, by, at = node.args
            function = derivative.args[0]
            position = function.args.index(by)
            arguments = (*function.args[:position], at, *function.args[position + 1 :])
            inner[node] = self._slope(function, position, arguments)
        return expression.xreplace(inner).xreplace(slopes) if slopes else expression

    def _slope(self, function: Symbolic, position: int, arguments: tuple[Symbolic, ...]) -> Symbolic:
        """The derivative of a named function by one of its arguments, at some arguments."""
        if function.get_name() in self.integrals:
            return self._slope_of_integral(self.integrals[function.get_name()], position, arguments)
        table = function.get_name().partition("'")[0]
        if table in self.tables:
            return se.Function(derivative_name(function.get_name(), position, self.tables[table]))(*arguments)
        signal = SIGNALS[function.get_name()]
        if position or signal.slope is None:
            message = f"{function.get_name()} is not differentiated by its argument {position + 1}"
            raise ValueError(message)
        return apply_signal(signal.slope, signal, arguments, self._leaf, self._combine)

    def _integral(self, integral: Integral, below: tuple[Symbolic, ...]) -> Symbolic:
        """An integral is a named function of its operands."""

        def leaf(node: Node) -> Symbolic:
            if isinstance(node, Name | Rate) and node != Name("pi"):
                return symbol(node.name, node.order if isinstance(node, Rate) else 0)
            return self._leaf(node)

        body = fold(fold_constants(integral.body), leaf, self._combine)
        return self._integral_of(Integrand(integral, body, tuple(map(leaf, integral.given))), below)

    def _integral_of(self, integrand: Integrand, below: tuple[Symbolic, ...]) -> Symbolic:
        self.named = True
        same = (name for name, one in self.integrals.items() if one == integrand)
        name = next(same, f"integral#{len(self.integrals)}")
        self.integrals.setdefault(name, integrand)
        return se.Function(name)(*below)

    def _slope_of_integral(
        self, integrand: Integrand, position: int, arguments: tuple[Symbolic, ...]
    ) -> Symbolic:
        """Leibniz' rule: the integrand at an end, or the integral of its slope."""
        variable = symbol(integrand.written.variable)
        if position < 2:
            meant = dict(zip(integrand.given, arguments[2:], strict=True)) | {variable: arguments[position]}
            there = integrand.body.xreplace(meant)
            return there if position else -there
        slope = self.diff(integrand.body, integrand.given[position - 2])
        if slope == 0:
            return slope
        kept = [i for i, name in enumerate(integrand.given) if name in slope.free_symbols]
        made = Integrand(integrand.written, slope, tuple(integrand.given[i] for i in kept))
        return self._integral_of(made, (*arguments[:2], *(arguments[2 + i] for i in kept)))

    def drift(self, expression: Symbolic) -> Symbolic:
        """Σ ∂f/∂q q' + ∂f/∂u u' + ∂f/∂s s' + ∂f/∂t: the time derivative at frozen velocities."""
        terms = []
        for leaf in expression.free_symbols:
            if leaf == TIME:
                terms.append(self.diff(expression, TIME))
            elif leaf in self.rates:
                terms.append(self.diff(expression, leaf) * self.rates[leaf])
            elif leaf in self.last_rates:
                message = f"the rate of {leaf} would be needed"
                raise ValueError(message)
        return se.Add(*terms)

    def free_symbols(self, expression: Symbolic) -> set[Symbolic]:
        """The symbols an expression depends on, including those in arguments of opaque functions."""
        symbols: set[Symbolic] = set()
        stack = [expression]
        while stack:
            for name in stack.pop().free_symbols:
                if name in self.opaque:
                    stack.append(self.opaque[name][1])
                else:
                    symbols.add(name)
        return symbols

    def put_in(
        self, expression: Symbolic, values: dict[Symbolic, Symbolic], *, smooth: bool = False
    ) -> Symbolic:
        """The expression with symbols replaced, also in the arguments of opaque functions.

        With `smooth`, for derivatives, `Kink` is raised if an opaque function is evaluated at its jump.
        """
        replaced = dict(values)
        for name in expression.free_symbols:
            if name in self.opaque:
                function, argument = self.opaque[name]
                inner = self.put_in(argument, values, smooth=smooth)
                if inner != argument:
                    replaced[name] = self._function_at(function, inner, smooth)
        return expression.xreplace(replaced)

    def _function_at(self, function: str, argument: Symbolic, smooth: bool) -> Symbolic:
        """An opaque function of an argument that may have become a number."""
        if not argument.is_Number or isinstance(argument, se.ComplexDouble):
            return self._opaque_symbol(function, argument)
        value = float(argument)
        if smooth and (value == 0 or (function == "floor" and value.is_integer())):
            raise Kink(function)
        return se.Integer(int(FUNCTION_VALUES[function].value(value)))

    def _leaf(self, node: Node) -> Symbolic:
        match node:
            case Number(value=int() as value):
                return se.Integer(value)
            case Number(value=Fraction() as value):
                return se.Rational(value.numerator, value.denominator)
            case Number(value=value):
                return se.RealDouble(value)
            case Name(name="pi"):
                return se.pi
            case Name(name=name):
                return self._values[name] if name in self._values else symbol(name)
            case Rate(name=name, order=order):
                return self._definition_rate(name) if name in self._values else symbol(name, order)
        raise TypeError(node)

    def _definition_rate(self, name: str) -> Symbolic:
        if name not in self._value_rates:
            value = self._values[name]
            there = value.free_symbols
            speeding = [self.diff(value, v) * a for v, a in zip(self.qd, self.qdd, strict=True) if v in there]
            self._value_rates[name] = se.Add(self.drift(value), *speeding)
        return self._value_rates[name]

    def _combine(self, node: Node, below: tuple[Symbolic, ...]) -> Symbolic:
        match node:
            case Sum():
                return se.Add(*below)
            case Product():
                return se.Mul(*below)
            case Negative():
                return -below[0]
            case Inverse():
                return 1 / below[0]
            case Power(exponent=Number(value=float() as value)) if value.is_integer() and abs(value) < 2**31:
                return below[0] ** int(value)
            case Power():
                return below[0] ** below[1]
            case Call(function=function):
                return self._call(function, below)
            case Compare(operator=operator):
                return RELATIONS[operator](*below)
            case Integral():
                return self._integral(node, below)
            case Logic(operator=operator):
                return {"and": se.And, "or": se.Or, "not": se.Not}[operator](*below)
        raise TypeError(node)

    def _call(self, function: str, below: tuple[Symbolic, ...]) -> Symbolic:
        if function in FUNCTIONS:
            return FUNCTIONS[function](*below)
        if function not in FUNCTION_VALUES:  # a table, or one of its derivatives
            self.named = True
            return se.Function(function)(*below)
        if function in OPAQUE:
            return self._opaque_symbol(function, below[0])
        if function in SIGNALS:
            signal = SIGNALS[function]
            if signal.slope is None:
                return apply_signal(signal.body, signal, below, self._leaf, self._combine)
            self.named = True
            return se.Function(function)(*below)
        match function:
            case "log10":
                return se.log(below[0]) / se.log(10)
            case "abs":
                return self._cases(se.Ge(below[0], 0), below[0], -below[0])
            case "min":
                return reduce(lambda a, b: self._cases(se.Le(a, b), a, b), below)
            case "max":
                return reduce(lambda a, b: self._cases(se.Ge(a, b), a, b), below)
            case "mod":
                return below[0] - below[1] * self._opaque_symbol("floor", below[0] / below[1])
            case "if":
                return self._cases(*below)
        raise TypeError(function)

    def _cases(self, condition: Symbolic, a: Symbolic, b: Symbolic) -> Symbolic:
        if condition == True:  # noqa: E712  SymEngine's own constant, not Python's
            return a
        if condition == False or a == b:  # noqa: E712
            return b
        self.piecewise = True
        return se.Piecewise((a, condition), (b, True))

    def _opaque_symbol(self, function: str, argument: Symbolic) -> Symbolic:
        """The opaque symbol of a piecewise constant function."""
        key = (function, argument)
        if key not in self._opaque_of:
            made = se.Symbol(f"{function}#{len(self._opaque_of)}")
            self._opaque_of[key] = made
            self.opaque[made] = key
        return self._opaque_of[key]


def _join_equal_alternatives(expression: Symbolic) -> Symbolic:
    """The expression with every Piecewise of equal alternatives replaced by the alternative."""
    while True:
        equal = {}
        for node in expression.atoms(se.Piecewise):
            values = set(node.args[::2])
            if len(values) == 1:
                equal[node] = values.pop()
        if not equal:
            return expression
        expression = expression.xreplace(equal)

"""A model with numbers in place of some of its parameters, so that its printed equations contain them.

Every number is exact and in SI units: 30 cm is 0.3, 30 deg is pi/6, 1/3 is 1/3. A parameter computed from
others is put in with its value; one that is not put in stays a symbol, whatever it is computed from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from dalembert._expression.decimals import as_typed, decimals_in, exact_number, with_exact_numbers
from dalembert._expression.expression import Expression
from dalembert._expression.numbers import fold_constants, limit_digits
from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import Name, Node, Number, Power, Product
from dalembert._expression.walk import names, replace_names
from dalembert._model.mapping import map_expressions
from dalembert._model.records import Model, Parameter, PutNumbers
from dalembert._model.survey import VALUES, sort_definitions, survey
from dalembert._model.units import unit_of

ALL, NONE = "all", "none"
PI = "pi"


def with_numbers(model: Model, put_in: Sequence[str]) -> Model:
    """The model with the numbers of some parameters, which have values, in all of its expressions."""
    if not put_in:
        return model
    values = exact_values(model)
    by = {name: values[name] for name in put_in}
    made = map_expressions(model, lambda root: replace_names(root, by))
    roots = [use.expression.root for use in survey(made).uses if use.role not in VALUES]
    put = PutNumbers(names=tuple(put_in), symbolic=model, decimals=decimals_in(roots))
    return replace(made, numbers=put)


def without_parameters(model: Model, wish: str | Sequence[str]) -> Model:
    """The model with the numbers of the wanted parameters, which are then no parameters of it.

    Starts, speeds and settings keep their expressions: the model is for functions of a state, not for runs.
    """
    put_in = chosen_parameters(model, wish)
    if not put_in:
        return model
    made = with_numbers(model, put_in)
    by = numbers_of(made)

    def with_value(parameter: Parameter) -> Parameter:
        if parameter.value is None:
            return parameter
        value = replace_names(parameter.value.expression.root, by)
        return replace(parameter, value=replace(parameter.value, expression=Expression(value)))

    return replace(made, parameters=tuple(with_value(one) for one in model.parameters if one.name not in by))


def symbolic_model(model: Model) -> Model:
    """The model with symbols for all of its parameters."""
    return model.numbers.symbolic if model.numbers is not None else model


def numbers_of(model: Model) -> dict[str, Node]:
    """The numbers that were put in, by the names of their parameters."""
    if model.numbers is None:
        return {}
    values = exact_values(model.numbers.symbolic)
    return {name: values[name] for name in model.numbers.names}


def chosen_parameters(model: Model, wish: str | Sequence[str] | None) -> tuple[str, ...]:
    """The parameters whose numbers are wanted: named ones, "all" that have a value, or "none".

    Without a wish those of a LagEq file that have a value, where a constant with a value is a number.
    """
    if wish is None:
        wish = ALL if model.written is not None and model.written.numbers else NONE
        if wish == NONE or not exact_values(model):
            return ()
    if isinstance(wish, str):
        wish = [one.strip() for one in wish.split(",") if one.strip()]
    known = [p.name for p in model.parameters]
    if list(wish) == [NONE] and NONE not in known:
        return ()
    values = exact_values(model)
    if list(wish) == [ALL] and ALL not in known:
        wish = [name for name in known if name in values]
        flaws = [] if wish else [_flaw("no parameter of the model has a value", _set(known))]
    else:
        flaws = _flaws(wish, known, values, model)
    if flaws:
        raise ModelError(tuple(flaws))
    return tuple(name for name in known if name in wish)


def _flaws(wish: Sequence[str], known: list[str], values: Mapping[str, Node], model: Model) -> list[Flaw]:
    """What is wrong with the names of parameters."""
    flaws = []
    for name in wish:
        if name not in known:
            near = nearest(name, known)
            listed = f"the parameters are {', '.join(known)}" if known else "the model has no parameters"
            flaws.append(
                _flaw(f"there is no parameter `{name}`", f"did you mean `{near}`?" if near else listed)
            )
        elif name not in values:
            unset = [one for one in _unset_parameters(model, name) if one not in values]
            flaws.append(_flaw(f"the parameter `{name}` has no value", _set(unset)))
    return flaws


def _unset_parameters(model: Model, name: str) -> list[str]:
    """The parameters without a value of their own that a parameter is computed from, or itself."""
    given = {p.name: p.value for p in model.parameters}
    waiting, needed = [name], list[str]()
    while waiting:
        one = waiting.pop()
        value = given.get(one)
        if value is None:
            needed.append(one)
        else:
            waiting += [used for used, _ in names(value.expression.root) if used in given]
    return needed


def _set(unset: Sequence[str]) -> str:
    return f"--set {unset[0]}=1 gives it one" if unset else "give the model parameters"


def _flaw(message: str, hint: str) -> Flaw:
    return Flaw(rule="numbers", severity="error", where="--numbers", message=message, hint=hint)


def exact_values(model: Model) -> dict[str, Node]:
    """The values of the parameters that have one, exact and in SI, as numbers or constant expressions."""
    given = {p.name: _in_si(p) for p in model.parameters if p.value is not None}
    below = {name: [used for used, _ in names(root) if used != PI] for name, root in given.items()}
    order, _ = sort_definitions({name: [n for n in used if n in given] for name, used in below.items()})
    made: dict[str, Node] = {}
    for name in order:
        if all(used in made for used in below[name]):
            made[name] = _plain(fold_constants(with_exact_numbers(replace_names(given[name], made))))
    return {name: made[name] for name in given if name in made}


def _in_si(parameter: Parameter) -> Node:
    """The value of a parameter: a number typed in another unit is converted exactly."""
    value = parameter.value
    assert value is not None
    unit = unit_of(parameter.unit) if parameter.unit else None
    if value.typed is None or unit is None or unit.coherent or unit.pi.denominator != 1:
        return value.expression.root
    number = Number(limit_digits(Fraction(exact_number(value.typed)) * unit.ratio + unit.offset))
    power = int(unit.pi)
    if not power:
        return number
    return Product((number, Name(PI) if power == 1 else Power(Name(PI), Number(power))))


def _plain(root: Node) -> Node:
    """A number as people write it: 0.3 for 3/10."""
    return Number(as_typed(root.value)) if isinstance(root, Number) else root

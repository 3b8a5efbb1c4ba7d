"""Which part of a model has no finite value or slope at the start: a divisor, root or logarithm of zero."""

from __future__ import annotations

from dalembert._compile.interface import Dynamics
from dalembert._expression.source import Flaw, ModelError, flaw_at
from dalembert._expression.tree import Node
from dalembert._expression.walk import nodes
from dalembert._model.records import Model, Term
from dalembert._model.survey import Use, survey
from dalembert._model.values import Values
from dalembert._simulate.evidence import SILENT, Known, singular_arguments, value_at, values_of_names
from dalembert._simulate.start import NOT_FINITE
from dalembert._text.printer import print_tree

ELSEWHERE = "start elsewhere"
DISTANCE = ".distance"  # the end of its name, for every element that acts along a line


def explain_singular_start(
    error: ModelError, model: Model, dynamics: Dynamics, values: Values, t: float
) -> ModelError:
    """An error about a start, with the part of the model that causes it where forces are not finite there."""
    flaw = error.flaws[0]
    if flaw.rule != NOT_FINITE:
        return error
    names = dynamics.compiled.names
    starts = {name: values.first(name) for name in names if not name.endswith("'")}
    starts |= {f"{name}'": speed for name, speed in values.speed.items()}
    cause = _cause(model, values_of_names(model, names, t, [starts.get(name, 0.0) for name in names]), flaw)
    return error if cause is None else ModelError((cause,))


def _cause(model: Model, known: Known, flaw: Flaw) -> Flaw | None:
    """The first expression with a zero where it must not have one, as a flaw."""
    definitions = survey(model).definitions
    for use in survey(model).uses:
        if use.role in SILENT:
            continue
        argument = _vanishing_argument(use.expression.root, known)
        if argument is None:
            continue
        term = definitions.get(use.name)
        if term is not None and _is_distance_of_ends(term):
            return _without_direction(term, term.name.removesuffix(DISTANCE))
        if valve := _valve_of(use, model):
            return _closed_valve(use, valve)
        message = (
            f"{flaw.message}: `{print_tree(argument)}` is 0 there, as a divisor, or in a root or a logarithm"
        )
        return flaw_at(use.expression.source, rule=NOT_FINITE, message=message, hint=ELSEWHERE)
    return None


def _is_distance_of_ends(term: Term) -> bool:
    """Whether a definition is the distance of the two ends of an element."""
    of_element = term.origin is not None and term.origin.path.startswith("elements.")
    return of_element and term.name.endswith(DISTANCE)


def _vanishing_argument(root: Node, known: Known) -> Node | None:
    """The first divisor, or argument of a root or a logarithm, that is zero."""
    for node in nodes(root):
        for kind, argument in singular_arguments(node):
            if kind != "switch" and value_at(argument, known) == 0:
                return argument
    return None


def _valve_of(use: Use, model: Model) -> str:
    """The valve that an expression belongs to; empty for any other expression."""
    elements = model.written.values.get("elements", {}) if model.written is not None else {}
    section, _, name = use.expression.source.where.partition(".")
    return name if section == "elements" and elements.get(name, {}).get("kind") == "valve" else ""


def _closed_valve(use: Use, valve: str) -> Flaw:
    """The flaw of a valve with the opening 0."""
    message = f"at the start the valve `{valve}` is closed: with the opening 0 its law divides by 0"
    hint = 'let a little leak through, as in opening = "0.001 + …"'
    return flaw_at(use.expression.source, rule=NOT_FINITE, message=message, hint=hint)


def _without_direction(term: Term, element: str) -> Flaw:
    """The flaw of an element whose two ends are at one point: the line between them has no direction."""
    message = f"at the start the ends of `{element}` are at one point: its line of action has no direction"
    hint = f'{ELSEWHERE}, move one of its ends, or let it act along a joint, as in between = "joints.NAME"'
    return flaw_at(term.location, rule=NOT_FINITE, message=message, hint=hint)

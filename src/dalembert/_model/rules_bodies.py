"""Rules about bodies: each quantity has the unit of its kind; flaws refer to the user's text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dalembert._expression.evaluate import evaluate
from dalembert._expression.functions import CONSTANTS
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.tree import Name
from dalembert._expression.walk import names
from dalembert._model.dimensions import Clash, dimensions_of
from dalembert._model.records import Model, Term, entries_of
from dalembert._model.survey import Survey
from dalembert._model.units import NONE, unit_of, unit_of_dimension
from dalembert._model.values import parameter_values

_INDEX = re.compile(r"\d+")

HINT = "check its powers and the units of its names"


def quantities(model: Model, known: Survey) -> Iterator[Flaw]:
    """A mass is in kg, a length in m: where units are given, expressions of bodies agree with them."""
    if not model.quantities or not any(entry.unit for entry in entries_of(model)):
        return
    made = dimensions_of(model, known)
    units = {entry.name: entry.unit for entry in entries_of(model) if entry.unit}
    for term in model.quantities:
        if not _has_names(term):
            continue  # a number is in SI
        clashes: list[Clash] = []
        part = made.of(term.expression, clashes)
        for clash in clashes:
            yield _flaw(term, clash.message, clash.node.span, decimal=clash.decimal)
        carried = part.numbers and part.dimension == NONE != unit_of(term.unit).dimension
        of_element = carried and not part.decimal and term.name.startswith("elements.")  # else at its forces
        if of_element and all(one.decimal for one in clashes):
            message = f"`{term.name}` must be in {term.unit}, but this is without a unit"
            hint = f'make a number of it a parameter, as a = {{ value = 5, unit = "{term.unit}" }}'
            yield flaw_at(term.expression.source, None, rule="units", message=message, hint=hint)
            continue
        if clashes or part.zero or part.dimension in (None, unit_of(term.unit).dimension):
            continue
        root = term.expression.root
        seen = f"this is in {unit_of_dimension(part.dimension or ())}"
        if isinstance(root, Name) and root.name in units:
            seen = f"`{root.name}` is in {units[root.name]}"
        message = f"`{term.name}` must be in {term.unit}, but {seen}"
        yield _flaw(term, message, None, decimal=part.decimal or part.literal or carried)


def sound_values(model: Model, known: Survey) -> Iterator[Flaw]:
    """Masses, moments, stiffnesses and sizes of bodies are not negative, and lengths of joints are positive.

    Numbers are checked where they are read; these are expressions of parameters.
    """
    terms = [term for term in model.quantities if _has_names(term) and is_positive(term.name) is not None]
    values = {(name, 0): value for name, value in parameter_values(model).items()} if terms else {}
    for term in terms:
        used = names(term.expression.root)
        if any(name not in values and name[0] not in CONSTANTS for name in used):
            continue
        number, least = evaluate(term.expression.root, values), is_positive(term.name)
        if number < 0 or (least and number == 0):
            message = (
                f"`{term.name}` is {number:.6g}, and must {'be above 0' if least else 'not be negative'}"
            )
            hint = f"give its parameters other values: {', '.join(sorted({name for name, _ in used}))}"
            yield flaw_at(term.expression.source, None, rule="body-value", message=message, hint=hint)


def is_positive(name: str) -> bool | None:
    """Whether a quantity must be positive (true) or not negative (false); None without a condition."""
    section, *words = name.split(".")
    last = words[-1].partition("[")[0]
    if section == "joints" and last in ("radii", "radius", "length"):
        return True
    if section == "bodies" and ("shape" in words[:-1] or last in ("mass", "density", "stiffness")):
        return False
    alone = last == "inertia" and len(set(_INDEX.findall(words[-1]))) < 2  # for a tensor the diagonal only
    return False if section == "bodies" and alone else None


def _has_names(term: Term) -> bool:
    return any(name not in CONSTANTS for name, _ in names(term.expression.root))


def _flaw(term: Term, message: str, span: tuple[int, int] | None, *, decimal: bool) -> Flaw:
    """An error; a warning where a decimal number may have the missing dimension."""
    hint = "if one of its numbers has a dimension, make it a parameter with a unit" if decimal else HINT
    severity = "warning" if decimal else "error"
    return flaw_at(term.expression.source, span, rule="units", message=message, hint=hint, severity=severity)

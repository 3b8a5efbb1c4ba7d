"""Rules about bodies: each quantity has the unit of its kind; flaws refer to the user's text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from dalembert._expression.evaluate import evaluate
from dalembert._expression.functions import CONSTANTS
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.tree import Call, Name, Negative, Node, Number, Product, Sum
from dalembert._expression.walk import fold, names
from dalembert._model.dimensions import Clash, dimensions_of
from dalembert._model.records import Model, Term, entries_of
from dalembert._model.survey import Survey
from dalembert._model.units import NONE, unit_of, unit_of_dimension
from dalembert._model.values import parameter_values

_INDEX = re.compile(r"\d+")

Turns = Literal["none", "angle", "counts"]
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


def bodies_from_meshes(model: Model, known: Survey) -> Iterator[Flaw]:
    """Notes with the volume, the mass, the centre and the inertia of bodies from meshes."""
    if model.meshes:
        from dalembert._model.mesh_notes import mesh_notes

        yield from mesh_notes(model)


def half_turns(model: Model, known: Survey) -> Iterator[Flaw]:
    """An angle between −π and π is used where whole turns do not matter: in sine and cosine, in outputs."""
    if not model.half_turns:
        return
    kinds: dict[str, Turns] = dict.fromkeys(model.half_turns, "angle")
    for name in known.order:
        if name not in kinds:
            kinds[name] = _turns_in(known.definitions[name].expression.root, kinds)
    for use in known.uses:
        if use.role in ("definition", "output") or _turns_in(use.expression.root, kinds) == "none":
            continue
        angle = next(one for one in model.half_turns if _depends(use.expression.root, one, known))
        message = (
            f"the angle `{angle}` of a joint in space is known up to whole turns only, but they count here"
        )
        hint = 'write coordinates = "joint" under [bodies], give the joint limits within half a turn, or use '
        hint += f"sin({angle}) and cos({angle})"
        yield flaw_at(use.expression.source, None, rule="half-turn", message=message, hint=hint)


def _depends(root: Node, angle: str, known: Survey) -> bool:
    """Whether an expression contains an angle, in itself or in the definitions that it uses."""
    used = [name for name, order in names(root) if not order]
    seen: set[str] = set()
    while used:
        name = used.pop()
        if name == angle:
            return True
        if name in known.definitions and name not in seen:
            seen.add(name)
            used += [one for one, order in names(known.definitions[name].expression.root) if not order]
    return False


def _turns_in(root: Node, kinds: Mapping[str, Turns]) -> Turns:
    """What whole turns of angles do to an expression: nothing, turn it as an angle, or they count."""

    def leaf(node: Node) -> Turns:
        return kinds.get(node.name, "none") if isinstance(node, Name) else "none"

    def combine(node: Node, below: tuple[Turns, ...]) -> Turns:
        if all(one == "none" for one in below):
            return "none"
        if "counts" in below:
            return "counts"
        match node:
            case Sum() | Negative():
                return "angle"
            case Product(factors=factors):
                others = [one for one, kind in zip(factors, below, strict=True) if kind == "none"]
                whole = all(isinstance(one, Number) and isinstance(one.value, int) for one in others)
                return "angle" if whole and len(others) == len(factors) - 1 else "counts"
            case Call(function="sin" | "cos" | "tan"):
                return "none"
        return "counts"

    return fold(root, leaf, combine)


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

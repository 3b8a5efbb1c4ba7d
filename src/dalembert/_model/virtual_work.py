"""The virtual work of loads, as efforts on the coordinates.

A force F at a point r(q, t) does the work F·δr, so it acts on qᵢ with Qᵢ = F·∂r/∂qᵢ. A torque M on a rotation
R(q, t), both in fixed axes, does the work M·δφ with δφ = vee(δR Rᵀ), so Qᵢ = M·vee(∂R/∂qᵢ Rᵀ).

The derivatives use the chain rule through definitions: ∂d/∂q of a definition d is a definition itself, with
the name `d.q`. All of them are parts of the load.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dalembert._expression.derivative import NoDerivative, derivative
from dalembert._expression.expression import Expression
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.tree import ONE, ZERO, Name, Node, Product, Rate, Sum
from dalembert._expression.walk import replace_names
from dalembert._model.records import Load, Model, Origin, Term
from dalembert._model.survey import Survey, depends, survey


def with_loads(model: Model) -> tuple[Model, tuple[Flaw, ...]]:
    """The model with the efforts of its loads on the coordinates, and flaws for loads without any."""
    loads = [load for load in model.loads if load.target]
    if not loads:
        return model, ()
    known = survey(replace(model, loads=()))
    coordinates = [c.name for c in model.coordinates]
    work: list[Term] = []
    parts = _Parts(known)
    flaws: list[Flaw] = []
    for load in loads:
        moving = frozenset().union(*(depends(one.root, known) for one in load.target))
        if any(order for _, order in moving):
            continue  # the rules report velocities in points
        try:
            for name in coordinates:
                if (name, 0) in moving:
                    work += _effort(load, name, parts)
        except NoDerivative as fault:
            hint = "write the point without it, or the efforts on the coordinates themselves under [work]"
            flaws.append(flaw_at(load.location, rule="work", message=str(fault), hint=hint))
    definitions = (*model.definitions, *parts.definitions(loads[0]))
    return replace(model, definitions=definitions, work=(*model.work, *work)), tuple(flaws)


def without_loads(model: Model) -> Model:
    """The model with the efforts of its loads as plain work, all derivatives expanded."""
    if not model.loads:
        return model
    parts = {d.name: d.expression.root for d in model.definitions if d.origin is not None and d.origin.part}
    whole: dict[str, Node] = {}
    for name in survey(model).order:
        if name in parts:
            whole[name] = replace_names(parts[name], whole)
    work: dict[str, list[Term]] = {}
    for term in model.work:
        work.setdefault(term.name, []).append(term)
    return replace(
        model,
        definitions=tuple(d for d in model.definitions if d.name not in parts),
        work=tuple(_joined_efforts(terms, whole) for terms in work.values()),
        loads=(),
    )


def _joined_efforts(terms: list[Term], whole: Mapping[str, Node]) -> Term:
    """The sum of the efforts on one coordinate."""
    roots = tuple(replace_names(term.expression.root, whole) for term in terms)
    root = roots[0] if len(roots) == 1 else Sum(roots)
    return Term(name=terms[0].name, expression=Expression(root, terms[0].expression.source))


def _effort(load: Load, coordinate: str, parts: _Parts) -> list[Term]:
    """Qᵢ of one coordinate."""
    moved = [parts.partial(one.root, coordinate) for one in load.target]
    if load.kind == "torque":
        moved = _vee([one.root for one in load.target], moved)
    pairs = zip(load.efforts, moved, strict=True)
    terms = [
        Product((force.root, change)) for force, change in pairs if change is not None and force.root != ZERO
    ]
    if not terms:
        return []
    root = terms[0] if len(terms) == 1 else Sum(tuple(terms))
    source = load.efforts[0].source
    origin = Origin(path=f"work.{load.name}", part=coordinate)
    return [Term(name=coordinate, expression=Expression(root, source), location=load.location, origin=origin)]


def _vee(rotation: list[Node], moved: list[Node | None]) -> list[Node | None]:
    """vee(∂R Rᵀ) of the entries of R and ∂R, row by row."""
    side = 3 if len(rotation) == 9 else 2

    def entry(i: int, j: int) -> Node | None:
        pairs = ((moved[i * side + k], rotation[j * side + k]) for k in range(side))
        terms = tuple(Product((change, factor)) for change, factor in pairs if change is not None)
        return None if not terms else terms[0] if len(terms) == 1 else Sum(terms)

    return [entry(2, 1), entry(0, 2), entry(1, 0)] if side == 3 else [entry(1, 0)]


class _Parts:
    """The derivatives of definitions by coordinates, each computed once on request."""

    def __init__(self, known: Survey) -> None:
        self._known = known
        self._made: dict[tuple[str, str], Node | None] = {}

    def partial(self, root: Node, coordinate: str) -> Node | None:
        """The derivative ∂root/∂coordinate; the necessary derivatives of definitions are added."""
        slope, needed = self._derivative(root, coordinate)
        while needed:
            name = needed.pop()
            if (name, coordinate) not in self._made:
                definition = self._known.definitions[name].expression.root
                self._made[name, coordinate], below = self._derivative(definition, coordinate)
                needed += below
        return slope

    def _derivative(self, root: Node, coordinate: str) -> tuple[Node | None, list[str]]:
        needed: list[str] = []

        def leaf(node: Name | Rate) -> Node | None:
            if isinstance(node, Rate):
                return None
            if node.name == coordinate:
                return ONE
            if (coordinate, 0) not in self._known.reach.get(node.name, frozenset()):
                return None
            needed.append(node.name)
            return Name(f"{node.name}.{coordinate}")

        return derivative(root, leaf), needed

    def definitions(self, load: Load) -> tuple[Term, ...]:
        """The derivatives as definitions; a constant's is zero."""
        return tuple(
            Term(
                name=f"{name}.{coordinate}",
                expression=Expression(root if root is not None else ZERO),
                location=load.location,
                origin=Origin(path=f"work.{load.name}", part=f"{name}.{coordinate}"),
            )
            for (name, coordinate), root in self._made.items()
        )

"""The terms of contacts in the equations of motion, and the force of a closed contact.

M q'' + Gᵀ lam − g_qᵀ f − v_qdᵀ f_t = h

with the gap g(q, t) ≥ 0, the normal force f ≥ 0, the tangential velocities v and the friction f_t along them.
A stiff contact has g = 0 while it is closed: where g is linear in a coordinate x, with a factor of parameters
only, this gives x, x' and x'', and the equation of x gives f. For a compliant one f follows from the depth −g
and its rate; the energies of the model contain it already, so that only its friction is added. Coulomb's
friction is f_t = −µ f v/|v| while the contact slides.

Several contacts may be closed at once. Then their terms are added, and for every stiff contact the gap or the
force is zero; while the gap stays closed, its acceleration or the force is zero:

    0 ≤ f ⟂ g ≥ 0,   0 ≤ f ⟂ g_q q'' − gamma ≥ 0 where g = g' = 0,   gamma = −(d/dt g_q) q' − d/dt g_t
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import symengine as se

from dalembert._derive.equations import (
    ContactEquations,
    CoordinateEquation,
    Equations,
    Matrix,
    Step,
    Vector,
)
from dalembert._derive.solving import dependent_coordinate, solve_for, with_rates
from dalembert._derive.to_symengine import Symbolic, symbol
from dalembert._derive.workbench import Workbench
from dalembert._expression.tree import ZERO, Call, Node, Number, Sum
from dalembert._model.compliant import contact_force
from dalembert._model.records import Contact, Model
from dalembert._words.message import Message, Symbol, say


@dataclass(frozen=True, slots=True, kw_only=True)
class CombinedContacts:
    """The equations of motion with all contacts: rows of stiff contacts, and of tangential velocities.

    A compliant contact without friction adds nothing here: the energies contain its force.
    """

    contacts: tuple[str, ...]  # the stiff contacts
    slips: tuple[str, ...]  # of all contacts with friction
    equations: tuple[tuple[str, Node], ...]  # left sides of "= 0" with all forces, of every coordinate
    gap_q: Matrix
    gamma: Vector
    slip_qd: Matrix


def contacts_together(equations: Equations) -> CombinedContacts | None:
    """All contacts at once; None where fewer than two of them add terms, or equations are not written out."""
    model = equations.model
    stiff = [contact for contact in model.contacts if not contact.compliant]
    rough = [contact for contact in model.contacts if contact.friction is not None]
    several = len({contact.name for contact in (*stiff, *rough)}) > 1
    if not several or not equations.coordinates or not equations.whole:
        return None
    bench = Workbench(model)
    gaps = [bench.build(contact.gap.root) for contact in stiff]
    slips = [bench.build(slip.root) for contact in rough for slip in contact.slip]
    names = tuple(name for contact in rough for name in contact.slips)
    gap_q = [[bench.diff(gap, x) for x in bench.q] for gap in gaps]
    slip_qd = [[bench.diff(slip, v) for v in bench.qd] for slip in slips]
    forces = [symbol(f"contact_{contact.name}") for contact in stiff]
    forces += [symbol(f"friction_{name}") for name in names]
    rows = [*gap_q, *slip_qd]
    drift = bench.engine.drift
    return CombinedContacts(
        contacts=tuple(contact.name for contact in stiff),
        slips=names,
        equations=tuple(
            (
                row.coordinate,
                sum_of(
                    row.left, *(_force_on_left(bench, r[i], f) for r, f in zip(rows, forces, strict=True))
                ),
            )
            for i, row in enumerate(equations.coordinates)
        ),
        gap_q=bench.matrix(gap_q),
        gamma=bench.vector([-drift(drift(gap)) for gap in gaps]),
        slip_qd=bench.matrix(slip_qd),
    )


def contacts_of(
    model: Model, bench: Workbench, coordinates: tuple[CoordinateEquation, ...]
) -> tuple[ContactEquations, ...]:
    """The equations of every contact, from those of the coordinates without contacts."""
    left = {c.coordinate: c.left for c in coordinates}
    return tuple(_contact(contact, bench, left) for contact in model.contacts)


def _contact(contact: Contact, bench: Workbench, free: dict[str, Node]) -> ContactEquations:
    gap = bench.build(contact.gap.root)
    slip = [bench.build(v.root) for v in contact.slip]
    force = symbol(f"contact_{contact.name}")
    rubbing = [symbol(f"friction_{name}") for name in contact.slips] if contact.friction is not None else []
    efforts: dict[str, Symbolic] = {}
    friction: dict[str, Symbolic] = {}
    equations: dict[str, Symbolic] = {}
    parts: dict[str, list[Node]] = {}
    for name, x, v in zip(free, bench.q, bench.qd, strict=True):
        slopes = [bench.diff(one, v) for one in slip[: len(rubbing)]]
        pressed, rubbed = (
            bench.weighted_sum([bench.diff(gap, x)], [force]),
            bench.weighted_sum(slopes, rubbing),
        )
        parts[name] = [] if contact.compliant else [_force_on_left(bench, bench.diff(gap, x), force)]
        parts[name] += [_force_on_left(bench, one, f) for one, f in zip(slopes, rubbing, strict=True)]
        efforts |= {name: pressed} if pressed != 0 else {}
        friction |= {name: rubbed} if rubbed != 0 else {}
        added = rubbed if contact.compliant else pressed + rubbed
        if added != 0:
            equations[name] = bench.build(free[name]) - added
    solved_for, isolated = _isolate(
        contact, bench, gap, force, equations, {name: bench.build(free[name]) for name in equations}
    )
    return ContactEquations(
        contact=contact.name,
        gap=bench.read(gap),
        slip=bench.as_given(slip),
        efforts=_read(bench, efforts),
        friction=_read(bench, friction),
        equations=tuple((name, sum_of(free[name], *parts[name])) for name in equations),
        solved=solved_for,
        force=(_law(contact, bench, force),) if contact.compliant else isolated,
        sliding=_sliding_steps(contact, bench, force),
    )


def _read(bench: Workbench, parts: dict[str, Symbolic]) -> tuple[tuple[str, Node], ...]:
    return tuple((name, bench.read(part)) for name, part in parts.items())


def _force_on_left(bench: Workbench, slope: Symbolic, force: Symbolic) -> Node:
    """The term −slope f of a force on the left side."""
    return bench.read(bench.weighted_sum([slope], [-force]))


def sum_of(*parts: Node) -> Node:
    """A sum in the given order, without zeros."""
    terms = [term for one in parts for term in (one.terms if isinstance(one, Sum) else (one,))]
    nonzero = tuple(term for term in terms if not (isinstance(term, Number) and term.value == 0))
    return Sum(nonzero) if len(nonzero) > 1 else nonzero[0] if nonzero else ZERO


def _isolate(
    contact: Contact,
    bench: Workbench,
    gap: Symbolic,
    force: Symbolic,
    equations: dict[str, Symbolic],
    free: dict[str, Symbolic],
) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """A coordinate that the closed gap gives, the last declared first, and the force from its equation."""
    name = None if contact.compliant else dependent_coordinate(bench, gap, reversed(equations))
    if name is None or force in bench.free_symbols(free[name]):  # an effort that depends on the force itself
        return (), ()
    solved = with_rates(bench, gap, name)
    force_value = solve_for(bench, equations[name], force)
    steps = [_step(bench, force, force_value, say("step_from_equation", name=Symbol(name)))]
    put_in = bench.put_in(force_value, solved)
    if put_in != force_value:
        steps.append(_step(bench, force, bench.tidy(put_in), say("step_put_in", name=Symbol(name))))
    given = tuple(
        _step(bench, left, right, say("step_from", name=Symbol(contact.name)))
        for left, right in solved.items()
    )
    return given, tuple(steps)


def _law(contact: Contact, bench: Workbench, force: Symbolic) -> Step:
    """The force of a compliant contact by its law."""
    return _step(
        bench, force, bench.build(contact_force(contact).root), say("step_from", name=Symbol(contact.name))
    )


def _sliding_steps(contact: Contact, bench: Workbench, force: Symbolic) -> tuple[Step, ...]:
    """Friction while the contact slides."""
    why = say("step_from", name=Symbol(contact.name))
    return tuple(
        _step(bench, left, right, why) for left, right in sliding_friction(contact, bench.build, force)
    )


def sliding_friction(
    contact: Contact, build: Callable[[Node], Symbolic], force: Symbolic
) -> list[tuple[Symbolic, Symbolic]]:
    """Friction of a sliding contact, f_t = −µ f v/|v|; for one tangential velocity v/|v| is its sign."""
    if contact.friction is None:
        return []
    limit = build(contact.friction.root) * force
    slip = [build(v.root) for v in contact.slip]
    if len(slip) == 1:
        against = [build(Call("sign", (contact.slip[0].root,)))]
    else:
        against = [one / se.sqrt(se.Add(*(v**2 for v in slip))) for one in slip]
    return [
        (symbol(f"friction_{name}"), -limit * way) for name, way in zip(contact.slips, against, strict=True)
    ]


def _step(bench: Workbench, left: Symbolic, right: Symbolic, why: Message) -> Step:
    return Step(left=bench.read(left), right=bench.read(right), why=why)

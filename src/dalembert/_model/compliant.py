"""Compliant contacts as energies: an elastic potential V and a dissipation function D.

Let g be a gap, δ = max(−g, 0) the depth, k the stiffness, n the exponent, c the damping, and f_el = k δⁿ.
The force f ≥ 0 acts along the gap; its generalised force is g_qᵀ f.

    spring:         f = max(0, f_el − c g')   where g < 0, else 0
    hunt_crossley:  f = max(0, f_el (1 − c g'))

Equations of motion have −V_q − D_qd. With V = k/(n + 1) δⁿ⁺¹ the first is f_el g_qᵀ, as δ_q = −g_q where
g < 0. The gap's rate g' = g_q q' + g_t has g'_qd = g_q, so the second is −D_g' g_qᵀ for a D of g', and
−V_q − D_qd = f g_qᵀ requires D_g' = f_el − f. With D = 0 at g' = 0:

    spring:         D_g' = min(c g', f_el)     D = c g'²/2       where c g' < f_el, else f_el g' − f_el²/(2c)
    hunt_crossley:  D_g' = f_el min(c g', 1)   D = f_el c g'²/2  where c g' < 1,    else f_el (g' − 1/(2c))

At the transitions, g' = f_el/c and g' = 1/c, both D and D_g' are continuous: f_el²/(2c) and f_el; f_el/(2c)
and f_el. The second branches hold where the bodies separate faster than the spring can follow: the force is
zero, and the released energy is dissipated. D is zero while the gap is open; that of the spring law jumps
where it closes, as its force does. V, and D of hunt_crossley, are as smooth there as δⁿ⁺¹ and δⁿ.

The rate of a gap needs a name. Names of parts of a contact contain a dot, which names of users cannot, and
are unique: `floor.gap` is a definition, `floor.stiffness` a term of V and `floor.damping` one of D.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from dalembert._expression.expression import Expression
from dalembert._expression.numbers import add, fold_constants
from dalembert._expression.tree import ONE, Call, Name, Node, Number, Power, Rate, Sum
from dalembert._expression.walk import replace_names
from dalembert._model.records import Contact, Model, Origin, Term
from dalembert._model.survey import survey
from dalembert._text.parser import parse

EXPONENT: Mapping[str, Node] = {"spring": ONE, "hunt_crossley": Number(Fraction(3, 2))}
DEPTH = parse("-gap")  # where the gap is negative
NEVER_NEGATIVE = parse("max(-gap, 0)")  # for fractional powers
ELASTIC = parse("stiffness*press")
STORED = parse("stiffness/raised*store")
SPENT = {
    "spring": parse("if(c*rate < f, c*rate^2/2, f*rate - f^2/(2*divisor))"),
    "hunt_crossley": parse("f*if(c*rate < 1, c*rate^2/2, rate - 1/(2*divisor))"),
}
PRESSING = {"spring": parse("max(f - c*rate, 0)"), "hunt_crossley": parse("f*max(1 - c*rate, 0)")}
CLOSED, CLOSED_CASES = parse("if(gap < 0, inside, 0)"), parse("if(gap >= 0, 0, inside)")
DIVISOR = parse("if(c > 0, c, 1)")  # the branch with the division is evaluated also where c = 0


def with_energies(model: Model) -> Model:
    """The model with the energies of its compliant contacts, each a part of its contact."""
    contacts = [contact for contact in model.contacts if contact.compliant and contact.stiffness is not None]
    if not contacts:
        return model
    return replace(
        model,
        definitions=(*model.definitions, *(_definition(c) for c in contacts), *_used_forces(model)),
        potential=(*model.potential, *(_elastic_energy(c) for c in contacts)),
        dissipation=(*model.dissipation, *(_dissipation(c) for c in contacts if _has_damping(c))),
    )


def with_used_forces(model: Model) -> Model:
    """The model with definitions of the compliant contact forces that its added expressions use."""
    there = {term.name for term in model.definitions}
    forces = tuple(force for force in _used_forces(model) if force.name not in there)
    return replace(model, definitions=(*model.definitions, *forces)) if forces else model


def _used_forces(model: Model) -> Iterator[Term]:
    """The forces of compliant contacts that an expression of the model uses, as definitions."""
    contacts = [contact for contact in model.contacts if contact.compliant and contact.stiffness is not None]
    if contacts:
        used = {name for use in survey(model).uses for name, _ in use.names}
        yield from (_force(c) for c in contacts if f"contact_{c.name}" in used)


def contact_force(contact: Contact) -> Expression:
    """The force f ≥ 0 of a compliant contact, in the names of the model."""
    if _has_damping(contact):
        root = _damping_in(PRESSING[contact.law], contact)
    else:
        root = _while_closed(_elastic_force(contact), contact, by_itself=True)
    return Expression(root, contact.gap.source)


def exponent_of(contact: Contact) -> Node:
    """The exponent of the depth: as given, or the default of the law."""
    return fold_constants(contact.exponent.root) if contact.exponent is not None else EXPONENT[contact.law]


def _gap(contact: Contact) -> str:
    return f"{contact.name}.gap"


def _has_damping(contact: Contact) -> bool:
    """Whether there is a damping other than the number zero."""
    if contact.damping is None:
        return False
    root = fold_constants(contact.damping.root)
    return not (isinstance(root, Number) and root.value == 0)


def _definition(contact: Contact) -> Term:
    """The gap as a definition, printed as g with the contact's name as its index."""
    below = contact.name.replace("_", " ")
    symbol = rf"g_{{\text{{{below}}}}}"
    return Term(
        name=_gap(contact),
        expression=contact.gap,
        symbol=symbol,
        location=contact.location,
        origin=_origin(contact, "gap"),
    )


def _force(contact: Contact) -> Term:
    """The force as a definition."""
    return replace(_term("force", contact_force(contact).root, contact), name=f"contact_{contact.name}")


def _elastic_energy(contact: Contact) -> Term:
    """V = k/(n + 1) δⁿ⁺¹."""
    raised = _one_more(exponent_of(contact))
    values = {
        "stiffness": _given_node(contact.stiffness),
        "raised": raised,
        "store": _power(_depth(contact), raised),
    }
    root = _while_closed(replace_names(STORED, values), contact, by_itself=True)
    return _term("stiffness", root, contact)


def _dissipation(contact: Contact) -> Term:
    """The dissipation function D with D_g' = f_el − f."""
    return _term("damping", _damping_in(SPENT[contact.law], contact), contact)


def _term(part: str, root: Node, contact: Contact) -> Term:
    return Term(
        name=f"{contact.name}.{part}",
        expression=Expression(root, contact.gap.source),
        location=contact.location,
        origin=_origin(contact, part),
    )


def _origin(contact: Contact, part: str) -> Origin:
    return Origin(path=f"contacts.{contact.name}", part=part)


def _while_closed(root: Node, contact: Contact, *, by_itself: bool) -> Node:
    """An expression while the gap is negative, else zero; a fractional power may vanish by itself."""
    if by_itself and not _is_whole_exponent(contact):
        return root
    cases = isinstance(root, Call) and root.function == "if"  # further cases are more readable last
    return replace_names(CLOSED_CASES if cases else CLOSED, {"gap": Name(_gap(contact)), "inside": root})


def _is_whole_exponent(contact: Contact) -> bool:
    exponent = exponent_of(contact)
    return isinstance(exponent, Number) and exponent.value == int(exponent.value)


def _depth(contact: Contact) -> Node:
    """The depth while the gap is negative; for a fractional power it is limited to zero."""
    return replace_names(
        DEPTH if _is_whole_exponent(contact) else NEVER_NEGATIVE, {"gap": Name(_gap(contact))}
    )


def _elastic_force(contact: Contact) -> Node:
    """f_el = k δⁿ."""
    press = _power(_depth(contact), exponent_of(contact))
    return replace_names(ELASTIC, {"stiffness": _given_node(contact.stiffness), "press": press})


def _damping_in(form: Node, contact: Contact) -> Node:
    """A form with the quantities of the contact substituted: the rate of its gap, c, and f_el."""
    c = _given_node(contact.damping)
    values = {
        "rate": Rate(_gap(contact)),
        "c": c,
        "f": _elastic_force(contact),
        "divisor": c if isinstance(fold_constants(c), Number) else replace_names(DIVISOR, {"c": c}),
    }
    return _while_closed(replace_names(form, values), contact, by_itself=contact.law == "hunt_crossley")


def _given_node(part: Expression | None) -> Node:
    if part is None:
        raise ValueError("a compliant contact has a stiffness, and a damping if one is given")
    return part.root


def _one_more(exponent: Node) -> Node:
    """The exponent plus one, evaluated where it is a number."""
    return Number(add(exponent.value, 1)) if isinstance(exponent, Number) else Sum((exponent, ONE))


def _power(base: Node, exponent: Node) -> Node:
    """base^exponent; a whole exponent is a whole number, and the first power is the base."""
    if isinstance(exponent, Number) and exponent.value == int(exponent.value):
        exponent = Number(int(exponent.value))
    return base if exponent == ONE else Power(base, exponent)

"""The equations as printed: a compliant contact appears as its force instead of its energy.

Its energies are nested cases when written out. Their derivatives are not (`_model/compliant.py`): with the
depth δ = max(−g, 0), the elastic force f_el = k δⁿ and the force f of its law,

    spring:         f = max(f_el + c δ', 0)
    hunt_crossley:  f = max(f_el (1 + c δ'), 0)

V_contact = k/(n + 1) δⁿ⁺¹ has the derivative V_q = −f_el g_qᵀ, and D_contact has D_qd = (f_el − f) g_qᵀ,
that is ∂D/∂δ' = f − f_el. Their sum is −f g_qᵀ, the term that every contact adds on the left side. While the
gap is open δ, δ' and f are zero; without damping f = f_el, and there is no D.

The names of the parts contain a dot, which names of users cannot: `floor.depth`, `floor.elastic`,
`floor.stored` for V and `floor.spent` for D. The force itself is called contact_floor, as everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dalembert._derive.choice import EXPAND
from dalembert._derive.contacts import contacts_of, sum_of
from dalembert._derive.derive import derive
from dalembert._derive.equations import CoordinateEquation, Equations
from dalembert._derive.to_symengine import Symbolic, symbol
from dalembert._derive.workbench import Workbench
from dalembert._expression.numbers import add, fold_constants
from dalembert._expression.tree import (
    ONE,
    Inverse,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Rate,
    Sum,
)
from dalembert._expression.walk import replace_names
from dalembert._model.compliant import exponent_of
from dalembert._model.records import Contact, Effort, Model, Term, force_names
from dalembert._text.parser import parse

PARTS = ("gap", "depth", "elastic", "stored", "spent")
DEPTH = parse("max(-gap, 0)")
LAWS = {"spring": parse("max(elastic + c*rate, 0)"), "hunt_crossley": parse("max(elastic*(1 + c*rate), 0)")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """The law of a compliant contact in the names of its parts; without damping no elastic force and no D."""

    depth: Node  # a function of the gap
    elastic: Node | None  # a function of the depth
    force: Node  # a function of the elastic force and the rate of the depth, or of the depth alone
    stored: Node  # the term of V
    spent_rate: Node | None  # ∂D/∂δ'


def part(contact: Contact, name: str) -> str:
    """The name of a part of a contact, one of PARTS."""
    return f"{contact.name}.{name}"


def has_damping(model: Model, contact: Contact) -> bool:
    """Whether a contact adds to D."""
    return any(term.name == part(contact, "damping") for term in model.dissipation)


def law_of(model: Model, contact: Contact) -> Law:
    """The law of a compliant contact."""
    if contact.stiffness is None:
        message = f"the contact `{contact.name}` does not give way"
        raise ValueError(message)
    laws: dict[str, Node] = {name: Name(part(contact, name)) for name in PARTS}
    exponent, k = exponent_of(contact), fold_constants(contact.stiffness.root)
    raised = Number(add(exponent.value, 1)) if isinstance(exponent, Number) else Sum((exponent, ONE))
    elastic = _times(k, _power(laws["depth"], exponent))
    depth, stored = replace_names(DEPTH, laws), _power_quotient(_power(laws["depth"], raised), k, raised)
    if contact.damping is None or not has_damping(model, contact):
        return Law(depth=depth, elastic=None, force=elastic, stored=stored, spent_rate=None)
    laws |= {"rate": Rate(part(contact, "depth")), "c": fold_constants(contact.damping.root)}
    force = replace_names(LAWS[contact.law], laws)
    spent_rate = Sum((Name(f"contact_{contact.name}"), Negative(laws["elastic"])))
    return Law(depth=depth, elastic=elastic, force=force, stored=stored, spent_rate=spent_rate)


def by_force(equations: Equations) -> Equations:
    """The same equations with forces of compliant contacts (`law_of`) instead of their energies."""
    model = equations.model
    soft = [contact for contact in model.contacts if contact.compliant]
    if not soft or not equations.coordinates or not equations.whole:
        return equations
    plain = derive(
        replace(
            model,
            definitions=_without_contacts(model.definitions),
            potential=_without_contacts(model.potential),
            dissipation=_without_contacts(model.dissipation),
            efforts=(
                *model.efforts,
                *(Effort(name=name) for name in force_names(model)),
            ),  # efforts may contain them
            contacts=(),
            outputs=(),
            events=(),
        ),
        EXPAND,
    )
    bench = Workbench(model, [part(contact, "elastic") for contact in soft])
    compliant = [_CompliantForce(model, bench, contact) for contact in soft]
    coordinates = tuple(
        _with_compliant_contacts(row, compliant, i) for i, row in enumerate(plain.coordinates)
    )
    spent = (Name(part(contact, "spent")) for contact in soft if has_damping(model, contact))
    return replace(
        equations,
        shared=None,
        V=sum_of(plain.V, *(Name(part(contact, "stored")) for contact in soft)),
        D=sum_of(plain.D, *spent),
        coordinates=coordinates,
        h=tuple(sum_of(node, *(one.effort_on(i) for one in compliant)) for i, node in enumerate(plain.h)),
        contacts=tuple(
            replace(one, force=()) if contact.compliant else one
            for contact, one in zip(model.contacts, contacts_of(model, bench, coordinates), strict=True)
        ),
    )


def _without_contacts(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """The terms that do not come from a contact."""
    return tuple(t for t in terms if t.origin is None or not t.origin.path.startswith("contacts."))


class _CompliantForce:
    """The generalised forces of a compliant contact."""

    def __init__(self, model: Model, bench: Workbench, contact: Contact) -> None:
        self._bench = bench
        gap = bench.build(contact.gap.root)
        self._slopes = [bench.diff(gap, x) for x in bench.q]
        self._force = symbol(f"contact_{contact.name}")
        self._elastic = symbol(part(contact, "elastic")) if has_damping(model, contact) else self._force

    def stored_q(self, i: int) -> Node:
        """V_q = −f_el g_qᵀ."""
        return self._weighted_slope(i, -self._elastic)

    def spent_qd(self, i: int) -> Node:
        """D_qd = (f_el − f) g_qᵀ."""
        return self._weighted_slope(i, self._elastic - self._force)

    def on_the_left(self, i: int) -> Node:
        """On the left side: −f g_qᵀ."""
        return self._weighted_slope(i, -self._force)

    def effort_on(self, i: int) -> Node:
        """On the right side: f g_qᵀ."""
        return self._weighted_slope(i, self._force)

    def _weighted_slope(self, i: int, force: Symbolic) -> Node:
        return self._bench.read(self._bench.weighted_sum([self._slopes[i]], [force]))


def _with_compliant_contacts(
    row: CoordinateEquation, compliant: list[_CompliantForce], i: int
) -> CoordinateEquation:
    """The equation of a coordinate with the forces of compliant contacts."""
    return replace(
        row,
        V_q=sum_of(row.V_q, *(one.stored_q(i) for one in compliant)),
        D_qd=sum_of(row.D_qd, *(one.spent_qd(i) for one in compliant)),
        left=sum_of(row.left, *(one.on_the_left(i) for one in compliant)),
    )


def _times(*factors: Node) -> Node:
    others = tuple(factor for factor in factors if factor != ONE)
    return Product(others) if len(others) > 1 else others[0]


def _power_quotient(power: Node, k: Node, raised: Node) -> Node:
    """The quotient k power/raised; for raised = a/b it is b k power/a."""
    if isinstance(raised, Number) and not isinstance(raised.value, float):
        above, below = raised.value.denominator, raised.value.numerator
        return _times(Number(above), k, power, Inverse(Number(below)))
    return _times(k, power, Inverse(raised))


def _power(base: Node, exponent: Node) -> Node:
    if isinstance(exponent, Number) and exponent.value == int(exponent.value):
        exponent = Number(int(exponent.value))
    return base if exponent == ONE else Power(base, exponent)

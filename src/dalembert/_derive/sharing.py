"""Lagrange's equations with definitions as names: d'Alembert's form.

Definitions d(q, t) and the energies L = T − V of (q, q', d, d', t) give

    E_q = d/dt L_q' − L_q + Σ_d E_d ∂d/∂q,    E_d = d/dt L_d' − L_d

where ∂d/∂q includes the definitions that d depends on. A definition w(q, q', d, d', t) that contains
velocities has the momentum p = L_w, and adds  p' ∂w/∂q' + p ((∂w/∂q')' − ∂w/∂q).  Nothing is written out:
the equations contain the names d, d', d'', ∂d/∂q and its rate, each of which is listed once.
Second derivatives of definitions by coordinates are never formed.

A chain of n bodies has n²/2 pairs of a definition and a coordinate. Where there are too many, definitions
that others depend on become intermediate: E_d then contains the efforts of all definitions that depend on d,
accumulated in reverse order, and the equation of q contains only those definitions in which q itself occurs.
So the equations of a chain grow with n.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import symengine as se

from dalembert._derive.contacts import sliding_friction, sum_of
from dalembert._derive.equations import (
    ContactEquations,
    CoordinateEquation,
    SharedEquations,
    SharedTerm,
    Step,
)
from dalembert._derive.from_symengine import ACCELERATION, FUNCTION, MULTIPLIER, PARAMETER, POSITION, VELOCITY
from dalembert._derive.gradient import gradient
from dalembert._derive.to_symengine import Engine, Symbolic, symbol
from dalembert._derive.workbench import Workbench
from dalembert._expression.tree import Node
from dalembert._expression.walk import names
from dalembert._model.compliant import contact_force
from dalembert._model.records import Constraint, Contact, Model, Term, constraints_of, entries_of
from dalembert._model.survey import Survey
from dalembert._words.message import Symbol, say

FEW, EACH = 40, 4  # the most pairs: FEW, and EACH for every definition and coordinate
MOST_NAMES = 2000  # up to which the reader caches trees
ZERO = se.Integer(0)
Slopes = dict[str, Symbolic]  # by the name of a coordinate or definition
MULTIPLIERS = {"displacement": "lam_", "flow": "kap_"}
ROLES = (
    *("kinetic", "potential", "dissipation", "work", "displacement", "flow", "effort", "rate"),
    *("gap", "slip", "friction", "stiffness", "damping", "exponent"),
)
FORCES = ("displacement", "flow", "gap", "slip")
ENERGIES = ("T", "V", "D", "displacement", "flow")


def shared_equations(model: Model, known: Survey) -> SharedEquations | None:
    """The equations with definitions as names; None where the equations have no definitions."""
    used = _used_definitions(known)
    return _Sharing(model, known, used).equations() if used else None


def _used_definitions(known: Survey) -> list[str]:
    """The definitions that the equations depend on, in order."""
    stack = [name for use in known.uses if use.role in ROLES for name, _ in use.names]
    used: set[str] = set()
    while stack:
        name = stack.pop()
        if name in known.reach and name not in used:
            used.add(name)
            stack += [inner for inner, _ in names(known.definitions[name].expression.root)]
    return [name for name in known.order if name in used]


@dataclass(frozen=True, slots=True)
class _Table:
    """Derivatives by independent names: by their rates, by the names, and by intermediate w."""

    rate: dict[str, list[Symbolic]] = field(default_factory=lambda: defaultdict(list))
    position: dict[str, list[Symbolic]] = field(default_factory=lambda: defaultdict(list))
    velocity: dict[str, list[Symbolic]] = field(default_factory=lambda: defaultdict(list))


@dataclass(frozen=True, slots=True)
class _ThroughDefinition:
    """The same derivatives of a definition, each a short expression: mostly a name of its own."""

    rate: Slopes
    position: Slopes
    velocity: Slopes


@dataclass(frozen=True, slots=True)
class _Part:
    """A named derivative: of what, by what (and the order of its rate), its value, its rank in products."""

    kind: str
    of: str
    by: str
    by_order: int
    value: Symbolic
    rank: int


class _Sharing:
    def __init__(self, model: Model, known: Survey, used: list[str]) -> None:
        self.model, self.known, self.used = model, known, used
        self.engine = Engine(model, known, shared=True)
        self.coordinates = {c.name: None for c in model.coordinates}
        self.place_of = {name: i for i, name in enumerate((*self.coordinates, *used))}.__getitem__
        self.moving = {
            n for n in used if known.reach[n].has("coordinate", "input", "state", "time", "delayed")
        }
        self.fast = {n for n in used if known.reach[n].has("coordinate", least=1)}
        self.values = {n: self.engine.build(known.definitions[n].expression.root) for n in used}
        self.engine.rates |= dict(zip(self.engine.qd, self.engine.qdd, strict=True))
        for name in self.moving:
            self.engine.rates |= {symbol(name): symbol(name, 1), symbol(name, 1): symbol(name, 2)}
        self.intermediate = self._intermediate_definitions()
        self.parts: dict[str, _Part] = {}
        self.taken = {entry.name for entry in entries_of(model)}
        self.through: dict[str, _ThroughDefinition] = {}
        for name in used:
            self.through[name] = self._derivatives_through(name)

    def _intermediate_definitions(self) -> frozenset[str]:
        """The intermediate definitions, where there are too many pairs of a definition and a coordinate."""
        pairs = sum(self.known.reach[name].count_of("coordinate") for name in self.used)
        if pairs <= FEW + EACH * (len(self.used) + len(self.coordinates)):
            return frozenset()
        inner = (n for name in self.used for n, _ in names(self.known.definitions[name].expression.root))
        return frozenset(inner) & self.moving

    # -- derivatives ---------------------------------------------------------------------------------

    def drift(self, expression: Symbolic) -> Symbolic:
        """d/dt, by the rates of all names."""
        slopes = gradient(expression, self.engine)
        late = self.engine.last_rates & slopes.keys()
        if late:
            message = f"the rate of {late.pop()} would be needed"
            raise ValueError(message)
        terms = [
            slope * self.engine.rates[name] for name, slope in slopes.items() if name in self.engine.rates
        ]
        return se.Add(*terms, slopes.get(symbol("t"), ZERO))

    def _table(self, expression: Symbolic) -> _Table:
        """The derivatives of an expression by independent names, through all other definitions."""
        table = _Table()
        for leaf, slope in gradient(expression, self.engine).items():
            text = str(leaf)
            name = text.rstrip("'")
            rated = len(text) > len(name)
            if name in self.coordinates or (name in self.intermediate and name not in self.fast):
                (table.rate if rated else table.position)[name].append(slope)
            elif name in self.intermediate:
                table.velocity[name].append(slope)
            elif name in self.moving:
                self._chain(table, name, slope, rated)
        return table

    def _chain(self, table: _Table, name: str, slope: Symbolic, rated: bool) -> None:
        """Add the contributions of the derivative by a definition, or by its rate."""
        slopes_of = self.through[name]
        if name in self.fast:
            for kind, slopes in (
                ("rate", slopes_of.rate),
                ("position", slopes_of.position),
                ("velocity", slopes_of.velocity),
            ):
                into = {"rate": table.rate, "position": table.position, "velocity": table.velocity}[kind]
                for by, inner in slopes.items():
                    into[by].append(slope * inner)
            return
        for by, inner in slopes_of.position.items():
            if rated:
                table.rate[by].append(slope * inner)
                table.position[by].append(slope * self.drift(inner))
            else:
                table.position[by].append(slope * inner)

    def _derivatives_through(self, name: str) -> _ThroughDefinition:
        """The derivatives of a definition, named where they are more than a number or a name."""
        table = self._table(self.values[name])

        def with_names(order: int, slopes: dict[str, list[Symbolic]]) -> Slopes:
            return {
                by: self._named_derivative(name, by, order, slopes[by])
                for by in sorted(slopes, key=self.place_of)
            }

        return _ThroughDefinition(
            rate=with_names(1, table.rate),
            position=with_names(0, table.position),
            velocity=with_names(0, table.velocity),
        )

    def _named_derivative(
        self, of: str, by: str, order: int, slopes: list[Symbolic], kind: str = "slope", rank: int = FUNCTION
    ) -> Symbolic:
        """A derivative: unchanged where it is a number or already a name, else replaced by a new name."""
        value = se.Add(*slopes)
        bare = (
            value.args[1] if type(value) is se.Mul and value.args[0] == -1 and len(value.args) == 2 else value
        )
        if value.is_Number or str(bare) in self.parts:
            return value
        return self._new_symbol(f"{of}_{by}" + "_dot" * order, _Part(kind, of, by, order, value, rank))

    def _new_symbol(self, name: str, part: _Part) -> Symbolic:
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        self.parts[name] = part
        made = symbol(name)
        self.engine.rates |= {made: symbol(name, 1), symbol(name, 1): symbol(name, 2)}
        return made

    # -- energies ------------------------------------------------------------------------------------

    def _energy(self, terms: Iterable[Term]) -> Symbolic:
        return se.Add(*(self.engine.build(term.expression.root) for term in terms))

    def _forces(self, kind: str) -> Symbolic:
        """The sum Σ multiplier × constraint."""
        constraints: tuple[Constraint, ...] = constraints_of(self.model, kind)
        return se.Add(
            *(symbol(MULTIPLIERS[kind] + c.name) * self.engine.build(c.expression.root) for c in constraints)
        )

    def _slopes(self, energy: str, expression: Symbolic) -> tuple[Slopes, Slopes]:
        """∂X/∂q' and ∂X/∂q by coordinates; intermediate definitions pass theirs on, in reverse order."""
        table = self._table(expression)
        rank = MULTIPLIER if energy in FORCES else VELOCITY if energy == "T" else FUNCTION
        for name in reversed(self.used):
            if name not in self.intermediate:
                continue
            through = self.through[name]
            if name in self.fast:
                momentum = self._passed_to_intermediate(energy, name, 0, table.velocity, rank)
                for into, slopes in (
                    (table.rate, through.rate),
                    (table.position, through.position),
                    (table.velocity, through.velocity),
                ):
                    for by, slope in slopes.items():
                        into[by].append(momentum * slope)
                continue
            momentum = self._passed_to_intermediate(energy, name, 1, table.rate, rank)
            effort = self._passed_to_intermediate(energy, name, 0, table.position, rank)
            for by, slope in through.position.items():
                table.rate[by].append(momentum * slope)
                table.position[by].append(effort * slope + momentum * self.drift(slope))
        return (
            {name: se.Add(*table.rate.get(name, [])) for name in self.coordinates},
            {name: se.Add(*table.position.get(name, [])) for name in self.coordinates},
        )

    def _passed_to_intermediate(
        self, energy: str, name: str, order: int, table: Mapping[str, list[Symbolic]], rank: int
    ) -> Symbolic:
        """The derivative of an energy by an intermediate definition, named where it is not zero."""
        slopes = table.get(name, [])
        kind = "force" if energy in FORCES else "energy"
        return (
            self._named_derivative(energy, name, order, slopes, kind, rank) if se.Add(*slopes) != 0 else ZERO
        )

    def _efforts(self, energies: Mapping[str, Symbolic]) -> Slopes:
        """The left sides by coordinates without efforts: E_q, with dissipation and forces of constraints."""
        L = gradient(energies["T"] - energies["V"], self.engine)
        efforts: dict[str, list[Symbolic]] = defaultdict(list)
        momenta: dict[str, list[Symbolic]] = defaultdict(list)
        losses: dict[str, list[Symbolic]] = defaultdict(list)
        for leaf, slope in L.items():
            text = str(leaf)
            name = text.rstrip("'")
            if name in self.fast:
                momenta[name].append(slope)
            elif name in self.coordinates or name in self.moving:
                efforts[name].append(self.drift(slope) if len(text) > len(name) else -slope)
        for key, rated in (("D", True), ("flow", True), ("displacement", False)):
            for leaf, slope in gradient(energies[key], self.engine).items():
                text = str(leaf)
                name = text.rstrip("'")
                if name in self.fast:
                    losses[name].append(slope)
                elif (name in self.coordinates or name in self.moving) and rated == (len(text) > len(name)):
                    efforts[name].append(slope)
        for name in reversed(self.used):
            if name in self.fast:
                self._pass_fast(name, efforts, momenta, losses)
            elif name in efforts:
                effort = se.Add(*efforts.pop(name))
                if name in self.intermediate and effort != 0:
                    effort = self._named_derivative("E", name, 0, [effort], "effort", ACCELERATION)
                for by, slope in self.through[name].position.items():
                    efforts[by].append(effort * slope)
        return {name: se.Add(*efforts.get(name, [])) for name in self.coordinates}

    def _pass_fast(
        self,
        name: str,
        efforts: dict[str, list[Symbolic]],
        momenta: dict[str, list[Symbolic]],
        losses: dict[str, list[Symbolic]],
    ) -> None:
        """Add p' ∂w/∂q' + p ((∂w/∂q')' − ∂w/∂q) and D_w ∂w/∂q' of a definition w with velocities."""
        momentum, loss = (se.Add(*table.pop(name, [])) for table in (momenta, losses))
        if momentum == 0 and loss == 0:
            return
        through = self.through[name]
        if name in self.intermediate:
            momentum = (
                self._named_derivative("L", name, 0, [momentum], "energy", VELOCITY)
                if momentum != 0
                else ZERO
            )
            loss = self._named_derivative("D", name, 0, [loss], "energy", VELOCITY) if loss != 0 else ZERO
        rate = self.drift(momentum)
        for by, slope in through.rate.items():
            efforts[by].append((rate + loss) * slope + momentum * self.drift(slope))
        for by, slope in through.position.items():
            efforts[by].append(-momentum * slope)
        for by, slope in through.velocity.items():
            momenta[by].append(momentum * slope)
            losses[by].append(loss * slope)

    # -- the whole -----------------------------------------------------------------------------------

    def equations(self) -> SharedEquations:
        model, build = self.model, self.engine.build
        energies = {
            "T": self._energy(model.kinetic),
            "V": self._energy(model.potential),
            "D": self._energy(model.dissipation),
            "displacement": self._forces("displacement"),
            "flow": self._forces("flow"),
        }
        slopes = {key: self._slopes(key, energies[key]) for key in ENERGIES}
        efforts = self._efforts(energies)
        contacts = [self._contact(contact) for contact in model.contacts]
        work: dict[str, Symbolic] = {}
        for term in model.work:  # several loads may act on one coordinate
            work[term.name] = work.get(term.name, ZERO) + build(term.expression.root)
        rows: list[dict[str, Symbolic]] = []
        for c in model.coordinates:
            Q = work.get(c.name, ZERO)
            T_qd, V_qd = slopes["T"][0][c.name], slopes["V"][0][c.name]
            rows.append(
                {
                    "T_qd": T_qd,
                    "T_qd_rate": self.drift(T_qd),
                    "T_q": slopes["T"][1][c.name],
                    "V_q": slopes["V"][1][c.name],
                    "V_qd_rate": self.drift(V_qd),
                    "D_qd": slopes["D"][0][c.name],
                    "Q": Q,
                    "displacement": slopes["displacement"][1][c.name],
                    "flow": slopes["flow"][0][c.name],
                    "left": efforts[c.name] - Q,
                }
            )
        return self._read(energies, rows, contacts)

    def _contact(self, contact: Contact) -> tuple[Slopes, Slopes]:
        """The generalised forces of a contact: of its normal force and of its friction."""
        gap = self.engine.build(contact.gap.root)
        slip = [self.engine.build(v.root) for v in contact.slip]
        rubbing = contact.slips if contact.friction is not None else ()
        sliding = zip(rubbing, slip, strict=False)
        force = symbol(f"contact_{contact.name}") * gap
        friction = se.Add(*(symbol(f"friction_{name}") * v for name, v in sliding))
        return self._slopes("gap", force)[1], self._slopes("slip", friction)[0]

    def _read(
        self,
        energies: Mapping[str, Symbolic],
        rows: list[dict[str, Symbolic]],
        contacts: list[tuple[Slopes, Slopes]],
    ) -> SharedEquations:
        """The shared equations as trees, with the named parts in them listed."""
        model, build, reading = self.model, self.engine.build, _Reading(self)
        coordinates = tuple(
            CoordinateEquation(
                coordinate=c.name, **{key: reading.tidy_tree(value) for key, value in row.items()}
            )
            for c, row in zip(model.coordinates, rows, strict=True)
        )
        given = {
            kind: tuple(reading.plain_tree(build(c.expression.root)) for c in constraints_of(model, kind))
            for kind in ("displacement", "flow", "effort")
        }
        return SharedEquations(
            T=reading.plain_tree(energies["T"]),
            V=reading.plain_tree(energies["V"]),
            D=reading.plain_tree(energies["D"]),
            coordinates=coordinates,
            Phi=given["displacement"],
            Psi=given["flow"],
            effort=given["effort"],
            states=tuple(reading.plain_tree(build(state.rate.root)) for state in model.states),
            contacts=tuple(
                reading.contact(contact, pressed, rubbed, coordinates)
                for contact, (pressed, rubbed) in zip(model.contacts, contacts, strict=True)
            ),
            listed=reading.listed_entries(),
        )


class _Reading:
    """Reads the trees of shared equations, and records the names that must be listed with them."""

    def __init__(self, sharing: _Sharing) -> None:
        self.sharing = sharing
        self.bench = Workbench(sharing.model, engine=sharing.engine, ranks=self._ranks())
        self.many = len(self.bench.reader.bits) > MOST_NAMES
        self.wanted: list[tuple[str, int]] = []

    def _ranks(self) -> dict[str, int]:
        """The ranks by which names are sorted in products and sums, with a ' for each order."""
        sharing = self.sharing
        ranks: dict[str, int] = {}
        for name in sharing.used:
            moves = name in sharing.moving
            ranks[name] = PARAMETER if not moves else VELOCITY if name in sharing.fast else POSITION
            ranks |= {
                name + "'": ACCELERATION if name in sharing.fast else VELOCITY,
                name + "''": ACCELERATION,
            }
        for name, part in sharing.parts.items():
            raised = {FUNCTION: VELOCITY, VELOCITY: ACCELERATION}.get(part.rank, part.rank)
            ranks |= {name: part.rank, name + "'": raised, name + "''": max(raised, ACCELERATION)}
        return ranks

    def tidy_tree(self, expression: Symbolic) -> Node:
        """The tree of an expression, tidied unless that makes it longer."""
        made = self.bench.tidy(expression)
        return self.plain_tree(made if self.bench.size(made) <= self.bench.size(expression) else expression)

    def plain_tree(self, expression: Symbolic) -> Node:
        """The tree of an expression as it is."""
        tree = self.bench.read(expression)
        if self.many:
            self.bench.reader.forget()
        self.wanted += names(tree)
        return tree

    def contact(
        self, contact: Contact, pressed: Slopes, rubbed: Slopes, rows: tuple[CoordinateEquation, ...]
    ) -> ContactEquations:
        """The terms of a contact; its gap is not solved for a coordinate."""
        build, force = self.sharing.engine.build, symbol(f"contact_{contact.name}")
        efforts = {name: self.tidy_tree(value) for name, value in pressed.items() if value != 0}
        friction = {name: self.tidy_tree(value) for name, value in rubbed.items() if value != 0}
        stiff = {} if contact.compliant else pressed
        added = {row.coordinate: stiff.get(row.coordinate, ZERO) + rubbed[row.coordinate] for row in rows}
        equations = [
            (row.coordinate, sum_of(row.left, self.tidy_tree(-added[row.coordinate])))
            for row in rows
            if added[row.coordinate] != 0
        ]
        law = build(contact_force(contact).root) if contact.compliant else ZERO
        sliding = sliding_friction(contact, build, force)
        why = say("step_from", name=Symbol(contact.name))
        return ContactEquations(
            contact=contact.name,
            gap=self.plain_tree(build(contact.gap.root)),
            slip=tuple(self.plain_tree(build(v.root)) for v in contact.slip),
            efforts=tuple(efforts.items()),
            friction=tuple(friction.items()),
            equations=tuple(equations),
            solved=(),
            force=(Step(left=self.plain_tree(force), right=self.plain_tree(law), why=why),)
            if contact.compliant
            else (),
            sliding=tuple(
                Step(left=self.plain_tree(left), right=self.plain_tree(right), why=why)
                for left, right in sliding
            ),
        )

    def listed_entries(self) -> tuple[SharedTerm, ...]:
        """The definitions and derivatives that occurred, and those that they depend on."""
        entries: dict[tuple[str, int], SharedTerm] = {}
        while self.wanted:
            name, order = self.wanted.pop()
            if (name, order) not in entries and (name in self.sharing.values or name in self.sharing.parts):
                entries[name, order] = self._listed_entry(name, order)
        places = {name: i for i, name in enumerate(self.sharing.used)}
        parts = {name: i for i, name in enumerate(self.sharing.parts)}

        def sort_key(one: SharedTerm) -> tuple[int, int, int]:
            """Definitions with their derivatives, each after those it uses; then derivatives of energies."""
            if one.name in places:
                return places[one.name], -1, one.order
            if one.kind == "slope":
                return places[one.of], parts[one.name], one.order
            return len(places), parts[one.name], one.order

        return tuple(sorted(entries.values(), key=sort_key))

    def _listed_entry(self, name: str, order: int) -> SharedTerm:
        part = self.sharing.parts.get(name)
        value = self.sharing.values[name] if part is None else part.value
        for _ in range(order):
            value = self.sharing.drift(value)
        node = self.plain_tree(value) if part is None and not order else self.tidy_tree(value)
        if part is None:
            return SharedTerm(name=name, order=order, node=node)
        return SharedTerm(
            name=name,
            order=order,
            node=node,
            kind=part.kind,
            of=part.of,
            by=part.by,
            by_order=part.by_order,
        )

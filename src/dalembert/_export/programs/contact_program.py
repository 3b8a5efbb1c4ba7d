"""A model with rigid contacts without friction, for a program that solves for their forces itself.

    M qdd + Gᵀ lam = h,   G qdd = gamma

The rows of G are those of the constraints, then those of the gaps. Those of open contacts are left out and
their lam is zero; the force of a closed contact is −lam. So the equations are written once for all phases,
however many contacts there are, and the program reads as a book does: a phase, the events that end it, the
impact, the complementarity that begins the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import casadi as ca

from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.rank_revealing import HEALTHY
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import FREE
from dalembert._export.programs.driven_inputs import curves_of_tables
from dalembert._export.programs.equations import (
    energy_entries,
    given_inputs,
    has_kinks,
    multiplier_entries,
    output_entries,
    refuse_jumps,
    state_entries,
    time_switches,
)
from dalembert._export.programs.hybrid_program import force_entries
from dalembert._export.programs.obstacles import WITH_MODES, refusal
from dalembert._export.programs.parameters import computed_parameters, parameter_entries
from dalembert._export.programs.records import SAFETY, ContactTapes, ModelProgram
from dalembert._export.programs.switch_looks import looks_between_switches
from dalembert._expression.source import Flaw, ModelError
from dalembert._lower.time_switches import rubs_dry, switches, switches_with
from dalembert._lower.to_casadi import Scalar
from dalembert._lower.transition_functions import gaps_of, restitution_column
from dalembert._model.records import Model
from dalembert._simulate.prepare import PreparedRun, prepare_run
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.tape import Tape

BESIDE = f"{', '.join(WITH_MODES)} can follow it"
HERE = "simulate it here, or delete it from the model that is exported"


def contact_program(model: Model) -> ModelProgram:
    """The program of a model with contacts, unless something in it cannot be exported."""
    _refuse(_obstacles_in(model))
    run = prepare_run(model)
    system = run.lease.system if run.hybrid is None else run.hybrid
    _refuse(_obstacles_to_solving(model, run, system))
    free, made = system.mode_system(FREE, soft=False), _Tapes.of(model, run, system)
    settings = run.settings
    timed = time_switches(switches(model), free.field.t, made.p, curves_of_tables(free.field.t, run.dynamics))
    is_pulsed = bool(timed.numel()) or free.timed
    longest = (settings.t_end - settings.t_start) / (settings.samples if is_pulsed else 1)
    return ModelProgram(
        title=model.title,
        rates=made.rates(),
        correction=None,
        outputs=made.outputs(),
        switches=made.tape("switches", {"out": timed}) if timed.numel() else None,
        states=state_entries(model, free.names, run),
        kinds=tuple(free.layout.kind_of_each().tolist()),
        speeds=free.layout.n,
        parameters=tuple(e for i, e in enumerate(parameter_entries(model)) if i not in made.computed),
        observed=(
            *energy_entries(),
            *multiplier_entries(model),
            *force_entries(model),
            *output_entries(model),
        ),
        t_start=settings.t_start,
        t_end=settings.t_end,
        samples=settings.samples,
        longest=longest,
        looks=looks_between_switches(model, run, longest),
        rtol=settings.rtol / SAFETY,
        promise=settings.rtol,
        directional=None,
        remarks=tuple(_remarks(model, run)),
        contacts=ContactTapes(
            terms=made.terms(),
            restitution=made.restitution(),
            constraints=len(made.constraints),
            displacement=system.displacement,
            names=tuple(contact.name for contact in model.contacts),
            poisson=tuple(contact.law == "poisson" for contact in model.contacts),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Tapes:
    """The functions of a model with contacts; `computed` are parameters that follow from others."""

    model: Model
    system: HybridSystem
    free: MechanicalSystem
    parts: Mapping[str, Scalar]
    constraints: list[int]  # rows of G
    gaps: list[int]
    inputs: Scalar
    p: Scalar
    computed: dict[int, Scalar]

    @classmethod
    def of(cls, model: Model, run: PreparedRun, system: HybridSystem) -> _Tapes:
        """Everything lowered with all contacts closed."""
        free = system.mode_system(FREE, soft=False)
        field, parts = free.field, free.contact_expressions()
        p = ca.vertcat(ca.SX(0, 1), *(field.p[i] for i in range(len(model.parameters))))
        constraints, normal, _ = system.multipliers(system.all_closed)
        gaps = [normal[i] for i in range(system.contacts)]
        position = gaps_of(parts, "position", gaps)
        moved = free.state_may_jump or ca.depends_on(position, field.u) or switches_with(position, field.t)
        refuse_jumps((has_kinks(run.dynamics) or switches(model) is not None) and moved)
        inputs = given_inputs(model, run, field.t, p, field.u, [], ca.SX(0, 1))
        computed = computed_parameters(model, p)
        return cls(
            model=model,
            system=system,
            free=free,
            parts=parts,
            constraints=constraints,
            gaps=gaps,
            inputs=inputs.values,
            computed=computed,
            p=p,
        )

    def tape(
        self, name: str, results: Mapping[str, Scalar], more: Mapping[str, Scalar] | None = None
    ) -> Tape:
        """Functions of (t, y, more, p), with inputs and parameters that follow from others put in."""
        field = self.free.field
        values, none = list(results.values()), ca.SX(0, 1)
        if self.model.inputs:
            values = ca.substitute(values, [field.u], [self.inputs])
        if self.computed:
            known = ca.vertcat(none, *(self.p[i] for i in self.computed))
            values = ca.substitute(values, [known], [ca.vertcat(*self.computed.values())])
        chosen = ca.vertcat(none, *(self.p[i] for i in range(self.p.numel()) if i not in self.computed))
        arguments = {"t": field.t, "y": field.y[: self.free.layout.tested], **(more or {}), "p": chosen}
        ranks = {"t": 0, "M": 2, "G": 2}
        return tape_of(name, arguments, dict(zip(results, values, strict=True)), ranks)

    def rates(self) -> Tape:
        """The rates of the state while no contact is closed."""
        field, size = self.free.field, self.free.layout.tested
        return self.tape(
            "rates", {"out": field.rates[:size] + ca.if_else(field.health > HEALTHY, 0, ca.SX.nan())}
        )

    def terms(self) -> Tape:
        """M, h, G, gamma; constraints and gaps, their rates, the sizes of what is summed in gaps; s'."""
        parts, n, none = self.parts, self.free.layout.n, ca.SX(0, 1)
        order = [*self.constraints, *self.gaps]

        def rows(name: str) -> Scalar:
            return ca.vertcat(none, *(parts[name][k] for k in order))

        results = {
            "M": ca.densify(parts["M"]),
            "h": parts["h"],
            "G": ca.densify(ca.vertcat(ca.SX(0, n), *(parts["G"][k, :] for k in order))),
            "gamma": rows("gamma"),
            "place": ca.vertcat(
                none,
                *(parts["position"][k] for k in range(self.system.displacement)),
                gaps_of(parts, "position", self.gaps),
            ),
            "rate": rows("velocity"),
            "reach": gaps_of(parts, "position_reach", self.gaps),
            "ds": self.free.field.rates[2 * n : self.free.layout.tested],
        }
        return self.tape("terms", results)

    def outputs(self) -> Tape:
        """Energies, multipliers, forces of contacts and outputs, from accelerations a and multipliers lam."""
        seen, unsolved = self.free.field.observed, self.free.unsolved
        order = [*self.constraints, *self.gaps]
        a, lam = ca.SX.sym("a", self.free.layout.n), ca.SX.sym("lam", len(order))
        symbols = ca.vertcat(unsolved["qdd"], *(unsolved["lam"][k] for k in order))
        results = ca.vertcat(ca.SX(0, 1), *(unsolved["outputs"][k] for k in range(len(self.model.outputs))))
        signs = [1] * len(self.constraints) + [-1] * len(self.gaps)
        forces = (sign * lam[k] for k, sign in enumerate(signs))
        results = ca.substitute(results, symbols, ca.vertcat(a, lam))
        out = ca.vertcat(seen["T"], seen["V"], *forces, results)
        return self.tape("outputs", {"out": out}, {"a": a, "lam": lam})

    def restitution(self) -> Tape:
        """The coefficients of restitution of all contacts, at given speeds of approach."""
        law, approach = restitution_column(self.model, self.free.field)
        return self.tape("restitution", {"out": law[: self.system.contacts]}, {"speed": approach})


def _refuse(flaws: Iterator[Flaw]) -> None:
    every = tuple(flaws)
    if every:
        raise ModelError(every)


def _obstacles_in(model: Model) -> Iterator[Flaw]:
    """What stands beside contacts in a model and needs the loop over modes of other programs, by name."""
    for contact in model.contacts:
        where = f"contacts.{contact.name}"
        if contact.slip:
            yield refusal(where, f"the contact {contact.name} has friction", BESIDE)
        elif contact.compliant:
            yield refusal(where, f'the contact {contact.name} gives way (law = "{contact.law}")', BESIDE)
    for kind, entries in (("impulses", model.impulses), ("sampled", model.sampled)):
        for entry in entries:
            yield refusal(f"{kind}.{entry.name}", f"{entry.name} acts at an instant beside contacts", BESIDE)
    for table in model.tables:
        if table.beyond == "stop":
            message = f"the table {table.name} ends runs with contacts"
            yield refusal(f"tables.{table.name}", message, 'give it beyond = "hold" or "line"')
    for effort in model.efforts:
        yield refusal(f"efforts.{effort.name}", f"the unknown effort {effort.name} beside contacts", HERE)
    if rubs_dry(model):
        hint = f"{BESIDE}; else smooth it: tanh(x'/v0) in place of sign(x')"
        yield refusal("", "dry friction (abs or sign of a speed) beside contacts", hint)


def _obstacles_to_solving(model: Model, run: PreparedRun, system: HybridSystem) -> Iterator[Flaw]:
    """What the equations of a phase cannot be solved with."""
    if system.switches and not rubs_dry(model):
        yield refusal("", "kinks or jumps by the state (abs, max, if …) beside contacts", BESIDE)
    if system.by_mode.follows_solution or run.dynamics.compiled.equations.leading:
        yield refusal("", "coordinates without inertia beside contacts", HERE)
    elif system.has_dependent_forces:
        yield refusal("", "forces that depend on forces or accelerations, beside contacts", HERE)
    if run.dependent:
        yield refusal("constraints", "constraints that depend on one another, beside contacts", BESIDE)


def _remarks(model: Model, run: PreparedRun) -> Iterator[str]:
    rtol = run.settings.rtol
    yield "All numbers are in SI units, angles in radians."
    yield (
        f"Steps are made with a tolerance of {rtol / SAFETY:g}, for errors of about {rtol:g} in the result; "
        "a motion that is chaotic loses them, and nothing here measures that."
    )
    yield (
        "Where contacts that are closed depend on one another, their forces are one of several possible "
        "distributions."
    )
    if model.events:
        yield f"Events are not searched for: {', '.join(event.name for event in model.events)}."

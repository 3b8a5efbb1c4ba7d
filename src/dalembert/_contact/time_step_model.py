"""A model prepared for time stepping: its dynamics without rigid contacts, and the equations of its steps."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dalembert._compile.compiled_models import compile_once
from dalembert._compile.compiler import Compiler
from dalembert._compile.interface import Dynamics
from dalembert._compile.mechanical_dynamics import MechanicalDynamics
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.method_source import MOREAU
from dalembert._contact.moreau_step import TimeStepCode, time_step_code
from dalembert._expression.source import ModelError, flaw_at
from dalembert._lower.mode_field import ModeEquations, Places
from dalembert._model.compliant import contact_force
from dalembert._model.records import Contact, Model, Term
from dalembert._model.structures import StructureCache, with_values_of


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TimeStepModel:
    """A model for time stepping; its compliant contacts are energies like others."""

    contacts: tuple[Contact, ...]
    rigid_contacts: list[int]  # the places of the contacts that impulses keep closed
    dynamics: MechanicalDynamics  # of the model without its contacts
    code: TimeStepCode
    compiler: Compiler


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Parts:
    """A model with rigid contacts alone, and one without contacts: forces of compliant ones are outputs."""

    rigid: Model
    free: Model


_parts: StructureCache[_Parts] = StructureCache(8)


def _split_contacts(model: Model) -> _Parts:
    forces = [Term(name="", expression=contact_force(c)) for c in model.contacts if c.compliant]
    rigid = (
        tuple(contact for contact in model.contacts if not contact.compliant) if forces else model.contacts
    )
    return _Parts(
        rigid=replace(model, contacts=rigid),
        free=replace(model, contacts=(), outputs=(*model.outputs, *forces)),
    )


def time_step_model(model: Model, dynamics: Dynamics, compiler: Compiler, *, soft: bool) -> TimeStepModel:
    """A model for time stepping; `soft` where its constraints depend on one another."""
    _refuse_contacts(model)
    parts = _parts.get(model, _split_contacts)
    rigid, free = (with_values_of(part, model) for part in (parts.rigid, parts.free))
    places = Places(parameters=len(model.parameters), outputs=len(model.outputs))
    mode = ModeEquations(places=places)
    compiled = compile_once(f"stepping {soft}", free, lambda: MechanicalSystem(free, soft=soft, mode=mode))
    return TimeStepModel(
        contacts=model.contacts,
        rigid_contacts=[i for i, contact in enumerate(model.contacts) if not contact.compliant],
        dynamics=MechanicalDynamics(compiled, dynamics.p, dynamics.tables),
        code=time_step_code(rigid, compiled),
        compiler=compiler,
    )


def _refuse_contacts(model: Model) -> None:
    """Raise if a contact follows a law that time stepping does not know."""
    flaws = []
    for contact in model.contacts:
        message = ""
        if contact.law == "poisson":
            message = (
                f"the method {MOREAU} does not know Poisson's law, which the contact `{contact.name}` has"
            )
            hint = 'use law = "newton", or --method auto'
        elif contact.compliant and contact.slip:
            message = f"the method {MOREAU} knows no friction of a compliant contact, as `{contact.name}` is"
            hint = 'use law = "newton", or --method auto'
        if message:
            flaws.append(flaw_at(contact.location, rule="method", message=message, hint=hint))
    if flaws:
        raise ModelError(tuple(flaws))

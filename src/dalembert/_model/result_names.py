"""Misspelt names of results (lam_c, contact_wall): their probable meaning, and what to type."""

from __future__ import annotations

from collections.abc import Mapping

from dalembert._expression.expression import Expression
from dalembert._expression.suggest import nearest
from dalembert._model.records import Contact, Model
from dalembert._model.survey import APPROACH, Use
from dalembert._model.used_results import ACTING, SHOWN

UNQUOTED = "…"  # instead of an expression that is long, or was not written
SHORT = 60  # the most characters of an expression that a message quotes
FORCE = ("contact", "lam", "force", "normal", "N", "F")  # usual prefixes of names of contact forces
PARTS = ("friction", "impulse", "gap", "slip")
MULTIPLIER = {"displacement": "lam_", "flow": "kap_"}
Letter = tuple[str, str]  # the meaning of a name, and what to type


def forces_of(model: Model) -> dict[str, Contact]:
    """The names of the forces of contacts in equations and results, each with its contact."""
    contacts = {f"contact_{contact.name}": contact for contact in model.contacts}
    return contacts | {f"friction_{slip}": contact for contact in model.contacts for slip in contact.slips}


def meaning(name: str, use: Use, model: Model) -> Letter | None:
    """The meaning of an undeclared name in terms of contacts, constraints and outputs, if any."""
    contacts = {contact.name: contact for contact in model.contacts}
    if name == APPROACH and contacts:
        return _speed(use, contacts)
    if name in ("gap", "slip") and contacts:
        return _own_part(name, use, contacts.get(use.name) or _only_contact(contacts))
    kind, _, label = name.partition("_")
    contact = _one_of(label, contacts, misspelt=kind in ("contact", *PARTS))
    if contact is not None and kind in FORCE:
        return _force(name, contact, use)
    if contact is not None and kind == "friction":
        return _friction(name, contact, use)
    if contact is not None and kind == "impulse":
        message = f"impulses of the contact `{contact.name}` are results: no expression can use them"
        return message, "a run gives them: motion.impacts in Python, impacts with --json, and the report"
    if contact is not None and kind in PARTS:
        return _own_part(kind, use, contact)
    if name in contacts:
        return _contact(contacts[name])
    return _letter_of_result(name, use, model)


def _only_contact(contacts: Mapping[str, Contact]) -> Contact | None:
    return next(iter(contacts.values())) if len(contacts) == 1 else None


def _one_of(label: str, contacts: Mapping[str, Contact], *, misspelt: bool) -> Contact | None:
    """The contact that the end of a name refers to: floor, floor_1 for two slips, or a similar one."""
    by_slip = {slip: contact for contact in contacts.values() for slip in contact.slips}
    near = nearest(label, contacts) if misspelt and label else None
    return contacts.get(label) or by_slip.get(label) or (contacts[near] if near else None)


def _result(name: str, written_name: str, what: str, use: Use) -> Letter:
    """The message about a result `written_name`, for which a user wrote `name`."""
    message = f"`{name}` is not declared; {what} is called `{written_name}`"
    if use.role in (*ACTING, *SHOWN, "definition"):
        return message, f"write {written_name}"
    return (
        message,
        f"{written_name} is allowed in work, rates of states, effort constraints, outputs and events",
    )


def _force(name: str, contact: Contact, use: Use) -> Letter:
    force_name = f"contact_{contact.name}"
    return _result(name, force_name, f"the force that presses the contact `{contact.name}`", use)


def _friction(name: str, contact: Contact, use: Use) -> Letter:
    if not contact.slip:
        message = f"the contact `{contact.name}` has no friction, so there is no `{name}`"
        return message, "give it friction = 0.3 and slip; what it then rubs with is a result of a run"
    label = name.partition("_")[2]
    friction_name = f"friction_{label if label in contact.slips else contact.slips[0]}"
    return _result(name, friction_name, f"the friction of the contact `{contact.name}`", use)


def _own_part(kind: str, use: Use, contact: Contact | None) -> Letter:
    """The message about a key of a contact used as a name."""
    if kind == "gap" and use.role == "restitution":
        return "the gap has no name in expressions", f"for the speed of approach, -gap', write {APPROACH}"
    whose = f"of the contact `{contact.name}`" if contact is not None else "of a contact"
    part = f"{kind}_{contact.name}" if contact is not None else kind + "1"
    text = _text(contact, kind) if contact is not None else UNQUOTED
    message = f"the {kind} {whose} has no name in expressions"
    return (
        message,
        f'give it one: {part} = "{text}" under [definitions], then {kind} = "{part}" in the contact',
    )


def _contact(contact: Contact) -> Letter:
    message = f"`{contact.name}` is a contact, not a quantity"
    return (
        message,
        f"for its gap write {_text(contact, 'gap')}; its force is contact_{contact.name}",
    )


def _speed(use: Use, contacts: Mapping[str, Contact]) -> Letter:
    """The message about the speed of approach, −gap' of one contact."""
    if use.role == "restitution":
        return f"`{APPROACH}` is a velocity already: it has no rate", f"write {APPROACH}"
    contact = contacts.get(use.name) or _only_contact(contacts)
    text = _text(contact, "gap") if contact is not None else UNQUOTED
    message = f"`{APPROACH}` is known in a restitution only, as the speed of approach of its contact"
    return message, f'write the rate of the gap: h = "{text}" under [definitions], then -h\' is that speed'


def _letter_of_result(name: str, use: Use, model: Model) -> Letter | None:
    """The message about a multiplier or an output."""
    kind, _, label = name.partition("_")
    if kind in ("lam", "kap"):
        every = [c.name for c in model.constraints if c.kind in MULTIPLIER]
        members = [one for one in every if one.startswith(f"{label}[")]
        near = members[0] if members else nearest(label, every)
        constraint = next((c for c in model.constraints if c.name == (near or label)), None)
        if constraint is not None and constraint.kind in MULTIPLIER:
            typed = MULTIPLIER[constraint.kind] + constraint.name
            return _result(name, typed, f"the multiplier of the constraint `{constraint.name}`", use)
    if any(output.name == name for output in model.outputs):
        message = f"`{name}` is an output, and expressions do not see outputs"
        return message, "move it to [definitions], and let the output be its name"
    return None


def _text(contact: Contact, kind: str) -> str:
    """The gap or the slip of a contact as written, if that is short."""
    parts = contact.slip if kind == "slip" else (contact.gap,)
    return quotation(parts[0]) if parts else UNQUOTED


def quotation(expression: Expression) -> str:
    """An expression as written, if it is short enough for a message."""
    text = " ".join(expression.source.text.split())
    return text if 0 < len(text) <= SHORT else UNQUOTED

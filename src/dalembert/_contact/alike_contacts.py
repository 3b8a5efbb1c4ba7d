"""Contacts that are alike: the same gap, slips and laws in other coordinates and parameters.

A heap of discs has a contact for every pair, and all of them are written alike. Equations are made for the
first contact of a kind only; those of another one follow by exchanging coordinates and parameters. A
definition that nothing but one contact uses is part of that contact. A contact is alone of its kind if it
depends on coordinates by definitions that others use, too: these are computed once for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dalembert._expression.expression import Expression
from dalembert._expression.tree import (
    CHILDREN,
    Call,
    Compare,
    Logic,
    Name,
    Node,
    Number,
    Rate,
    type_of_number,
)
from dalembert._model.records import Contact, Model
from dalembert._model.survey import Survey, survey

Place = tuple[str, int]  # of a coordinate or a parameter in the model
COORDINATE, PARAMETER = "coordinate", "parameter"
ROLES = frozenset({"gap", "restitution", "friction", "sticking", "slip"})
SHARED = ""  # instead of the name of the contact that a definition belongs to


@dataclass(frozen=True, slots=True, kw_only=True)
class AlikeContacts:
    """The kinds of the contacts of a model, each represented by its first contact."""

    model: Model  # with the first contact of each kind, and without definitions of the others
    kinds: tuple[int, ...]  # of each contact
    places: tuple[tuple[Place, ...], ...]  # what each contact contains, in the order of its kind

    @property
    def first(self) -> tuple[int, ...]:
        """The first contact of each kind."""
        return tuple(self.kinds.index(kind) for kind in range(len(self.model.contacts)))

    @property
    def repeated(self) -> tuple[bool, ...]:
        """Which kinds have several contacts."""
        count = [0] * len(self.model.contacts)
        for kind in self.kinds:
            count[kind] += 1
        return tuple(one > 1 for one in count)


def alike_contacts(model: Model) -> AlikeContacts:
    """The contacts of a model by their kinds."""
    spelling = _Spelling(model)
    numbers: dict[tuple[object, ...], int] = {}
    kinds: list[int] = []
    places: list[tuple[Place, ...]] = []
    first: list[Contact] = []
    for contact in model.contacts:
        key, contained = spelling.of(contact)
        kinds.append(numbers.setdefault(key, len(numbers)))
        places.append(contained)
        if len(first) < len(numbers):
            first.append(contact)
    standing = {SHARED} | {contact.name for contact in first}
    definitions = tuple(d for d in model.definitions if spelling.owner.get(d.name, SHARED) in standing)
    return AlikeContacts(
        model=replace(model, contacts=tuple(first), definitions=definitions),
        kinds=tuple(kinds),
        places=tuple(places),
    )


class _Spelling:
    """How contacts are written, with numbers in place of coordinates and parameters."""

    def __init__(self, model: Model) -> None:
        known = survey(model)
        self.owner = _owners(known)
        self._places: dict[str, Place] = {
            **{one.name: (COORDINATE, k) for k, one in enumerate(model.coordinates)},
            **{one.name: (PARAMETER, k) for k, one in enumerate(model.parameters)},
        }
        self._written: dict[str, Node] = {}  # definitions that are written out
        self._common: set[str] = set()  # those of coordinates that are not
        for name in known.order:
            root = known.definitions[name].expression.root
            if isinstance(root, Name) and known.kinds.get(root.name) == COORDINATE:
                self._places[name] = self._places[root.name]
            elif self.owner[name] != SHARED:
                self._written[name] = root
            elif known.reach[name].has(COORDINATE):
                self._common.add(name)

    def of(self, contact: Contact) -> tuple[tuple[object, ...], tuple[Place, ...]]:
        """What contacts of its kind have in common, and what this one contains."""
        tokens: list[object] = [contact.law, len(contact.slip)]
        slots: dict[Place, int] = {}
        for part in _parts(contact):
            if part is None:
                tokens.append(None)
            elif not self._spell(part.root, tokens, slots):
                return (contact.name,), ()
        coordinates = [k for kind, k in slots if kind == COORDINATE]
        order = sorted(range(len(coordinates)), key=coordinates.__getitem__)  # that of the columns of rows
        return (*tokens, *order), tuple(slots)

    def _spell(self, root: Node, tokens: list[object], slots: dict[Place, int]) -> bool:
        """Add how an expression is written; False where a contact shares what it depends on."""
        stack = [root]
        while stack:
            node = stack.pop()
            kind = type(node)
            match node:
                case Name(name=name) | Rate(name=name):
                    if name in self._common:
                        return False
                    order = node.order if isinstance(node, Rate) else 0
                    symbol = self._places.get(name)
                    if symbol is not None:
                        tokens.append((symbol[0], slots.setdefault(symbol, len(slots)), order))
                        continue
                    tokens.append((kind, order, "" if name in self._written else name))
                    if name in self._written:
                        stack.append(self._written[name])
                case Number(value=value):
                    tokens.append(_digits(value))
                case _:
                    below = CHILDREN[kind](node)
                    tokens.append((kind, len(below), _operation(node)))
                    stack += below[::-1]
        return True


def _parts(contact: Contact) -> Iterator[Expression | None]:
    yield from (contact.gap, contact.restitution, contact.friction, contact.sticking, *contact.slip)


def _digits(value: type_of_number) -> object:
    """A number; zeros with their signs."""
    return value if value else str(value)


def _operation(node: Node) -> str:
    """The name of an operation, where its kind does not say it."""
    match node:
        case Call(function=name) | Compare(operator=name) | Logic(operator=name):
            return name
    return ""


def _owners(known: Survey) -> dict[str, str]:
    """Of each definition the one contact that uses it, by itself or by others of its definitions."""
    users: dict[str, set[str]] = {name: set() for name in known.order}
    for use in known.uses:
        if use.role != "definition":
            for name, _ in use.names:
                if name in users:
                    users[name].add(use.name if use.role in ROLES else SHARED)
    names_in = {use.name: use.names for use in known.uses if use.role == "definition"}
    owners: dict[str, str] = {}
    for name in reversed(known.order):
        owners[name] = users[name].pop() if len(users[name]) == 1 else SHARED
        for below, _ in names_in[name]:
            if below in users:
                users[below].add(owners[name])
    return owners

"""A model with all of its expressions changed in one way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dalembert._expression.expression import Expression
from dalembert._expression.tree import Node
from dalembert._model.records import Contact, Delay, Model, Table, Term


def map_expressions(model: Model, change: Callable[[Node], Node]) -> Model:
    """The model with a changed tree in place of each tree of its structure; values stay as they are."""

    def changed(expression: Expression) -> Expression:
        root = change(expression.root)
        return expression if root is expression.root else Expression(root, expression.source)

    def terms(own: tuple[Term, ...]) -> tuple[Term, ...]:
        return tuple(replace(term, expression=changed(term.expression)) for term in own)

    def perhaps(expression: Expression | None) -> Expression | None:
        return changed(expression) if expression is not None else None

    def contact(own: Contact) -> Contact:
        return replace(
            own,
            gap=changed(own.gap),
            restitution=perhaps(own.restitution),
            friction=perhaps(own.friction),
            sticking=perhaps(own.sticking),
            slip=tuple(changed(slip) for slip in own.slip),
            stiffness=perhaps(own.stiffness),
            damping=perhaps(own.damping),
            exponent=perhaps(own.exponent),
        )

    return replace(
        model,
        definitions=terms(model.definitions),
        kinetic=terms(model.kinetic),
        potential=terms(model.potential),
        dissipation=terms(model.dissipation),
        work=terms(model.work),
        outputs=terms(model.outputs),
        inputs=tuple(
            own if isinstance(own.law, Table | Delay) else replace(own, law=changed(own.law))
            for own in model.inputs
        ),
        states=tuple(replace(own, rate=changed(own.rate)) for own in model.states),
        constraints=tuple(replace(own, expression=changed(own.expression)) for own in model.constraints),
        contacts=tuple(contact(own) for own in model.contacts),
        events=tuple(
            replace(
                own,
                when=changed(own.when),
                sets=tuple(replace(one, expression=changed(one.expression)) for one in own.sets),
            )
            for own in model.events
        ),
        impulses=tuple(
            replace(
                own,
                at=changed(own.at),
                work=tuple(replace(push, expression=changed(push.expression)) for push in own.work),
            )
            for own in model.impulses
        ),
        sampled=tuple(
            replace(own, every=changed(own.every), value=changed(own.value)) for own in model.sampled
        ),
    )
